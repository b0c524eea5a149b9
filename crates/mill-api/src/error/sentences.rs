//! Sentences of the engine in Chinese, by the words the window uses: `core.json`, where the English sentence is the template.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Parts that are sentences of the engine themselves; all others are a person's data and stay to the letter.
const NESTED: [&str; 13] = [
    "allowed", "cause", "detail", "error", "expected", "fault", "found", "kind", "message",
    "problem", "reason", "said", "silence",
];

/// The templates, the one that says most about a sentence first.
static TEMPLATES: LazyLock<Vec<Template>> = LazyLock::new(|| {
    // A test proves that the files are flat objects of text; broken ones leave the English sentences.
    let words =
        |text: &str| -> HashMap<String, String> { serde_json::from_str(text).unwrap_or_default() };
    let english = words(include_str!("../../../../ui/src/words/en/core.json"));
    let mut chinese = words(include_str!("../../../../ui/src/words/zh/core.json"));
    let mut templates: Vec<Template> = english
        .into_iter()
        .filter(|(key, _)| key != "original")
        .filter_map(|(key, text)| Some(Template::new(&text, chinese.remove(&key)?)))
        .collect();
    templates.sort_by_key(|template| std::cmp::Reverse(template.letters()));
    templates
});

struct Template {
    /// What stands before, between and after the parts.
    pieces: Vec<String>,
    names: Vec<String>,
    chinese: String,
}

/// A sentence of the engine in Chinese; `None` if nobody has words for it.
pub(super) fn in_chinese(sentence: &str) -> Option<String> {
    TEMPLATES.iter().find_map(|template| template.say(sentence))
}

/// A sentence with what a system or a library said behind it, which stays as it is where nobody has words for it.
fn with_detail(sentence: &str) -> Option<String> {
    let (said, detail) = sentence.split_once(": ")?;
    let detail = in_chinese(detail).unwrap_or_else(|| detail.to_owned());
    Some(format!("{}：{detail}", in_chinese(said)?))
}

impl Template {
    fn new(text: &str, chinese: String) -> Self {
        let (mut pieces, mut names) = (Vec::new(), Vec::new());
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("%{") {
            let Some((name, behind)) = after.split_once('}') else {
                break;
            };
            pieces.push(before.to_owned());
            names.push(name.to_owned());
            rest = behind;
        }
        pieces.push(rest.to_owned());
        Self {
            pieces,
            names,
            chinese,
        }
    }

    fn letters(&self) -> usize {
        self.pieces.iter().map(String::len).sum()
    }

    fn say(&self, sentence: &str) -> Option<String> {
        let (first, others) = self.pieces.split_first()?;
        let parts = fit(sentence.strip_prefix(first.as_str())?, others, &self.names)?;
        let values: Vec<String> = self
            .names
            .iter()
            .zip(parts)
            .map(|(name, part)| {
                let nested = NESTED.contains(&name.as_str());
                let said = nested.then(|| in_chinese(part).or_else(|| with_detail(part)));
                let said = said.flatten();
                said.unwrap_or_else(|| part.to_owned())
            })
            .collect();
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        Some(rust_i18n::replace_patterns(&self.chinese, &names, &values))
    }
}

/// The parts of a text between pieces; the last piece ends it.
fn fit<'t>(text: &'t str, pieces: &[String], names: &[String]) -> Option<Vec<&'t str>> {
    let (Some((piece, later)), Some((name, names))) = (pieces.split_first(), names.split_first())
    else {
        return text.is_empty().then(Vec::new);
    };
    if later.is_empty() {
        let part = text.strip_suffix(piece.as_str())?;
        return can_be(name, part).then(|| vec![part]);
    }
    text.match_indices(piece.as_str()).find_map(|(at, _)| {
        let (part, rest) = (text.get(..at)?, text.get(at + piece.len()..)?);
        if !can_be(name, part) {
            return None;
        }
        let mut parts = vec![part];
        parts.extend(fit(rest, later, names)?);
        Some(parts)
    })
}

/// What a part looks like, by its name, where anything at all would take too much.
fn can_be(name: &str, part: &str) -> bool {
    let all = |fits: fn(char) -> bool| !part.is_empty() && part.chars().all(fits);
    match name {
        "file" => all(|letter| !letter.is_whitespace() && letter != ':') && part.contains('.'),
        "line" | "number" | "row" => all(|letter| letter.is_ascii_digit()),
        "provider" => all(|letter| letter.is_alphanumeric() || "_.-".contains(letter)),
        _ => !part.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_said_with_their_parts_and_parts_of_parts() {
        for (english, chinese) in [
            ("the answer was empty", "回答是空的"),
            (
                "stampmill.toml line 3, key `inputs.a`: the field has no type",
                "stampmill.toml 第 3 行，键“inputs.a”：字段没有类型",
            ),
            (
                "Value is `the field has no type`, which is not a whole number such as 12.",
                "Value 是“the field has no type”，不符合要求：整数（例如 12）。",
            ),
            (
                "cannot reach anthropic at https://a.example: its certificate is signed by `Acme CA`, which this computer does not trust. Where a company looks into connections, its IT can add the root certificate of `Acme Root` to the certificates of the system; start Stampmill again afterwards",
                "无法连接 anthropic（https://a.example）：其证书由“Acme CA”签发，而本机不信任该机构。若公司会检查加密连接，请让 IT 把“Acme Root”的根证书加入系统证书，然后重新启动 Stampmill",
            ),
            (
                "anthropic failed: Overloaded (529)",
                "anthropic 出错：Overloaded (529)",
            ),
            (
                "`x.csv` was not written: the disk is full",
                "没有写入“x.csv”：磁盘已满",
            ),
            (
                "`x.csv` was not written: the content does not fit this kind of file: no letter `客`",
                "没有写入“x.csv”：内容不适合这种文件：no letter `客`",
            ),
        ] {
            assert_eq!(in_chinese(english).as_deref(), Some(chinese));
        }
        assert_eq!(in_chinese("Something nobody foresaw"), None);
    }

    #[test]
    fn every_template_has_its_chinese_words() {
        let words: HashMap<String, String> =
            serde_json::from_str(include_str!("../../../../ui/src/words/en/core.json")).unwrap();
        assert_eq!(TEMPLATES.len(), words.len() - 1);
    }
}
