//! Rules in the person's language, by the words the window uses for them: `rules.json`.

use std::sync::LazyLock;

use mill_engine::{ConditionKind, ConditionSaid};
use serde_json::Value;

use crate::view::rules::RuleCellView;

/// The window's words for rules, English and Chinese.
static WORDS: LazyLock<[Value; 2]> = LazyLock::new(|| {
    // A test proves that both files are read and hold every word; without them the conditions stay as written.
    [
        include_str!("../../../ui/src/words/en/rules.json"),
        include_str!("../../../ui/src/words/zh/rules.json"),
    ]
    .map(|text| serde_json::from_str(text).unwrap_or_default())
});

/// The words of one language.
#[derive(Clone, Copy)]
struct Words(&'static Value);

/// The conditions of a rule as one sentence in a language: a tag such as `zh`; English for every tag but Chinese ones.
pub fn rule_said(conditions: &[RuleCellView], language: &str) -> String {
    let words = Words::of(language);
    if conditions.is_empty() {
        return words.get("say", "always").to_owned();
    }
    let parts: Vec<String> = conditions
        .iter()
        .map(|cell| format!("{} {}", cell.label, words.condition(&cell.cell)))
        .collect();
    parts.join(&format!(" {} ", words.get("say", "and")))
}

/// What a rule decides, or whom it asks, in a language.
pub fn outcome_said(cell: &str, language: &str) -> String {
    let words = Words::of(language);
    match cell.trim().to_lowercase().as_str() {
        "ask the model" => words.get("op", "askModel").to_owned(),
        "ask me" => words.get("op", "askMe").to_owned(),
        _ => cell.to_owned(),
    }
}

impl Words {
    fn of(language: &str) -> Self {
        let [english, chinese] = &*WORDS;
        let is_chinese = language.to_ascii_lowercase().starts_with("zh");
        Self(if is_chinese { chinese } else { english })
    }

    fn get(self, block: &str, key: &str) -> &'static str {
        let word = self.0.get(block).and_then(|block| block.get(key));
        word.and_then(Value::as_str).unwrap_or_default()
    }

    fn filled(self, key: &str, value: &str) -> String {
        rust_i18n::replace_patterns(self.get("say", key), &["value"], &[value.to_owned()])
    }

    fn condition(self, cell: &str) -> String {
        let said = ConditionSaid::of(cell);
        let (first, second) = (said.values.first(), said.values.get(1));
        let first = first.map_or("", String::as_str);
        let quoted = |value: &str| self.filled("quoted", value);
        let operand = match said.kind {
            ConditionKind::Any | ConditionKind::Empty | ConditionKind::NotEmpty => {
                return self.get("op", key(said.kind)).to_owned();
            }
            ConditionKind::Written => return first.to_owned(),
            ConditionKind::Between => {
                let second = second.map_or("", String::as_str);
                format!("{first} {} {second}", self.get("say", "to"))
            }
            ConditionKind::OneOf => {
                let values: Vec<String> = said.values.iter().map(|value| quoted(value)).collect();
                values.join(self.get("say", "comma"))
            }
            ConditionKind::Matches => self.filled("pattern", first),
            ConditionKind::Above
            | ConditionKind::Below
            | ConditionKind::AtLeast
            | ConditionKind::AtMost => first.to_owned(),
            ConditionKind::Is
            | ConditionKind::IsNot
            | ConditionKind::Contains
            | ConditionKind::StartsWith
            | ConditionKind::EndsWith => quoted(first),
        };
        format!("{} {operand}", self.get("op", key(said.kind)))
    }
}

/// What the window calls it.
const fn key(kind: ConditionKind) -> &'static str {
    match kind {
        ConditionKind::Any => "any",
        ConditionKind::Is => "is",
        ConditionKind::IsNot => "isNot",
        ConditionKind::Contains => "contains",
        ConditionKind::StartsWith => "startsWith",
        ConditionKind::EndsWith => "endsWith",
        ConditionKind::OneOf => "oneOf",
        ConditionKind::Matches => "matches",
        ConditionKind::Above => "more",
        ConditionKind::Below => "less",
        ConditionKind::AtLeast => "atLeast",
        ConditionKind::AtMost => "atMost",
        ConditionKind::Between => "between",
        ConditionKind::Empty => "empty",
        ConditionKind::NotEmpty => "notEmpty",
        ConditionKind::Written => "text",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(label: &str, cell: &str) -> RuleCellView {
        RuleCellView {
            field: String::new(),
            label: label.to_owned(),
            cell: cell.to_owned(),
        }
    }

    #[test]
    fn a_rule_is_said_in_both_languages() {
        let rule = [
            cell("Creditor", "starts with TFL"),
            cell("Value", "between 10 and 29.99"),
        ];
        assert_eq!(
            rule_said(&rule, "en"),
            "Creditor starts with \"TFL\" and Value between 10 and 29.99"
        );
        assert_eq!(
            rule_said(&rule, "zh_CN.UTF-8"),
            "Creditor 开头是 “TFL” 且 Value 介于 10 和 29.99"
        );
        assert_eq!(rule_said(&[], "zh"), "总是");
        assert_eq!(outcome_said("Ask me", "zh"), "问我");
        assert_eq!(outcome_said("Food", "zh"), "Food");
    }

    #[test]
    fn every_condition_has_words_in_both_languages() {
        for written in [
            "any",
            "is A",
            "is not A",
            "contains A",
            "starts with A",
            "ends with A",
            "one of A|B",
            "matches ^A",
            "> 1",
            "< 1",
            ">= 1",
            "<= 1",
            "between 1 and 2",
            "is empty",
            "is not empty",
        ] {
            let [english, chinese] =
                ["en", "zh"].map(|language| rule_said(&[cell("X", written)], language));
            assert!(
                english.trim() != "X" && !english.contains("  "),
                "{english}"
            );
            assert!(
                chinese.trim() != "X" && !chinese.contains("  "),
                "{chinese}"
            );
            assert_ne!(english, chinese, "{written}");
        }
    }
}
