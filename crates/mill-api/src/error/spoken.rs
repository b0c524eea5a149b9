//! Refusals in the person's language, from the same words the window uses.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::ApiError;
use super::sentences::in_chinese;

/// Parts that are sentences of the engine themselves.
const SENTENCES: [&str; 4] = ["expected", "detail", "reason", "found"];

/// The window's Chinese words for refusals: `CODE` and `CODE_hint`, with named parts as `%{name}`.
static CHINESE: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    // A test proves that the file is a flat object of text; a broken one leaves the English sentences.
    serde_json::from_str(include_str!("../../../../ui/src/words/zh/errors.json"))
        .unwrap_or_default()
});

/// A refusal as a person reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spoken {
    /// What was refused, and with what.
    pub sentence: String,
    /// What to do next; `None` if nothing can be done.
    pub hint: Option<String>,
}

/// A sentence of the engine, such as a row's problem, in a language: a tag such as `zh`. What nobody has words for, and every
/// language but Chinese, keeps it as it is.
pub fn said(sentence: &str, language: &str) -> String {
    let chinese = is_chinese(language).then(|| in_chinese(sentence));
    chinese.flatten().unwrap_or_else(|| sentence.to_owned())
}

fn is_chinese(language: &str) -> bool {
    language.to_ascii_lowercase().starts_with("zh")
}

impl std::fmt::Display for Spoken {
    /// Both as one paragraph.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.sentence)?;
        match &self.hint {
            Some(hint) if self.sentence.ends_with(['.', '。', '）']) => write!(f, " {hint}"),
            Some(hint) => write!(f, ". {hint}"),
            None => Ok(()),
        }
    }
}

impl ApiError {
    /// The refusal in a language, a tag such as `zh` or `zh_CN.UTF-8`; English for every tag but Chinese ones.
    ///
    /// In English the error's own sentence is the better one: it carries every detail. The Chinese one has it behind.
    pub fn spoken(&self, language: &str) -> Spoken {
        let chinese = is_chinese(language);
        let word = |key: &str| CHINESE.get(key).map(|word| self.filled(word));
        let sentence = if let Some(sentence) = word(&self.code).filter(|_| chinese) {
            let detail = in_chinese(&self.message);
            format!("{sentence}（{}）", detail.as_ref().unwrap_or(&self.message))
        } else {
            let said = in_chinese(&self.message).filter(|_| chinese);
            said.unwrap_or_else(|| self.message.clone())
        };
        let hint = word(&format!("{}_hint", self.code)).filter(|_| chinese);
        Spoken {
            sentence,
            hint: hint.or_else(|| self.hint.clone()),
        }
    }

    fn filled(&self, word: &str) -> String {
        let names: Vec<&str> = self.params.keys().map(String::as_str).collect();
        let values: Vec<String> = self
            .params
            .iter()
            .map(|(name, value)| {
                let said = SENTENCES
                    .contains(&name.as_str())
                    .then(|| in_chinese(value));
                said.flatten().unwrap_or_else(|| value.clone())
            })
            .collect();
        rust_i18n::replace_patterns(word, &names, &values)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn refused() -> ApiError {
        ApiError::new("home_unusable", "cannot use `/data`")
            .with("path", "/data")
            .hint("Choose another folder.")
    }

    #[test]
    fn a_refusal_is_said_in_chinese_with_its_parts_and_the_detail_behind() {
        let spoken = refused().spoken("zh_CN.UTF-8");
        assert_eq!(
            spoken.sentence,
            "无法使用数据文件夹 /data。（cannot use `/data`）"
        );
        assert_eq!(
            spoken.hint.as_deref(),
            Some("请为自己开通写入权限，或另选文件夹。")
        );
    }

    #[test]
    fn the_parts_of_a_refusal_that_are_sentences_are_said_too() {
        let spoken = ApiError::new("bad_value", "agents cannot be `0`: use 1 to 256")
            .with("what", "agents")
            .with("value", "0")
            .with("expected", "use 1 to 256")
            .spoken("zh");
        assert_eq!(spoken.hint.as_deref(), Some("具体要求：请使用 1 到 256。"));
        assert_eq!(said("the answer was empty", "zh_CN.UTF-8"), "回答是空的");
        assert_eq!(said("the answer was empty", "en"), "the answer was empty");
    }

    #[test]
    fn other_languages_get_the_error_s_own_sentence() {
        let spoken = refused().spoken("de_DE");
        assert_eq!(spoken.sentence, "cannot use `/data`");
        assert_eq!(spoken.hint.as_deref(), Some("Choose another folder."));
        assert_eq!(
            spoken.to_string(),
            "cannot use `/data`. Choose another folder."
        );
    }

    #[test]
    fn a_code_without_words_keeps_its_own_sentence() {
        let spoken = ApiError::new("nobody_knows", "something").spoken("zh");
        assert_eq!(spoken.sentence, "something");
        assert_eq!(spoken.hint, None);
    }

    #[test]
    fn the_words_are_flat_and_the_same_in_both_languages() {
        let english: HashMap<String, String> =
            serde_json::from_str(include_str!("../../../../ui/src/words/en/errors.json")).unwrap();
        let keys = |words: &HashMap<String, String>| words.keys().cloned().collect::<BTreeSet<_>>();
        assert_eq!(keys(&english), keys(&CHINESE));
        assert!(english.contains_key("budget_too_small"));
    }
}
