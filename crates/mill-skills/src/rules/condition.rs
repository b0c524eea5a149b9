//! One condition of a rule, compiled, and in words.

use std::cmp::Ordering;

use memchr::memmem::Finder;
use mill_domain::FieldType;
use regex::{Regex, RegexBuilder};

use super::cell::{Cell, Operand};
use super::writing::{NoNumber, Writing, either, is_number};
use crate::bound::Bound;
use crate::fold::{fold, plain};

/// What conditions there are, for error messages.
const FORMS: &str = "nothing, or one of: is X, is not X, contains X, starts with X, ends with X, one of A|B, \
                     matches REGEX, > N, < N, >= N, <= N, between A and B, is empty, is not empty";

/// A compiled condition.
#[derive(Debug, Clone)]
pub(super) enum Condition {
    Is(Operand),
    IsNot(Operand),
    OneOf(Vec<Operand>),
    Contains(Box<Finder<'static>>),
    StartsWith(String),
    EndsWith(String),
    Matches(Box<Regex>),
    Compare { wanted: Comparison, bound: Bound },
    Between { low: Bound, high: Bound },
    Empty,
    NotEmpty,
}

/// `>`, `<`, `>=`, `<=`.
#[derive(Debug, Clone, Copy)]
pub(super) enum Comparison {
    Above,
    Below,
    AtLeast,
    AtMost,
}

impl Condition {
    /// Compiles a cell of the table and puts it in words; `Ok(None)` for an empty cell.
    /// # Errors
    /// What was expected, in words.
    pub(super) fn read(
        text: &str,
        field_type: &FieldType,
        writing: Writing,
    ) -> Result<Option<(Self, String)>, String> {
        let text = plain(text);
        if means_any(&text) {
            return Ok(None);
        }
        let quoted = |word: &str, operand: &str| format!("{word} \"{operand}\"");
        if let Some(rest) = word(&text, "is not empty").or_else(|| word(&text, "is empty"))
            && rest.is_empty()
        {
            let not = word(&text, "is not").is_some();
            return Ok(Some(if not {
                (Self::NotEmpty, "is not empty".to_owned())
            } else {
                (Self::Empty, "is empty".to_owned())
            }));
        }
        let with = |word_text: &str| word(&text, word_text).map(needed);
        let (condition, words) = if let Some(operand) = with("is not") {
            (
                Self::IsNot(Operand::read(operand?, field_type, writing)?),
                quoted("is not", operand?),
            )
        } else if let Some(operand) = with("is") {
            (
                Self::Is(Operand::read(operand?, field_type, writing)?),
                quoted("is", operand?),
            )
        } else if let Some(operand) = with("contains") {
            (
                Self::Contains(Box::new(Finder::new(&fold(operand?)).into_owned())),
                quoted("contains", operand?),
            )
        } else if let Some(operand) = with("starts with") {
            (
                Self::StartsWith(fold(operand?)),
                quoted("starts with", operand?),
            )
        } else if let Some(operand) = with("ends with") {
            (
                Self::EndsWith(fold(operand?)),
                quoted("ends with", operand?),
            )
        } else if let Some(operand) = with("one of") {
            let parts: Vec<&str> = operand?
                .split('|')
                .map(str::trim)
                .filter(|part| !part.is_empty())
                .collect();
            let operands: Result<Vec<Operand>, String> = parts
                .iter()
                .map(|part| Operand::read(part, field_type, writing))
                .collect();
            (
                Self::OneOf(operands?),
                quoted("is one of", &parts.join("\", \"")),
            )
        } else if let Some(operand) = with("matches") {
            (
                Self::Matches(Box::new(pattern(operand?)?)),
                format!("matches /{}/", operand?),
            )
        } else if let Some(operand) = with("between") {
            between(operand?, field_type, writing)?
        } else {
            comparison(&text, field_type, writing)?
        };
        Ok(Some((condition, words)))
    }

    /// Folded texts of which the input must contain one; `None` if it may be anything.
    pub(super) fn needs(&self) -> Option<Vec<&str>> {
        let texts = match self {
            Self::Is(operand) => vec![operand.text()?],
            Self::OneOf(operands) => operands.iter().map(Operand::text).collect::<Option<_>>()?,
            Self::Contains(finder) => vec![std::str::from_utf8(finder.needle()).ok()?],
            Self::StartsWith(text) | Self::EndsWith(text) => vec![text.as_str()],
            Self::IsNot(_)
            | Self::Matches(_)
            | Self::Compare { .. }
            | Self::Between { .. }
            | Self::Empty
            | Self::NotEmpty => return None,
        };
        texts.iter().all(|text| !text.is_empty()).then_some(texts)
    }

    /// True if the input meets the condition.
    pub(super) fn holds(&self, cell: &Cell<'_>) -> bool {
        match self {
            Self::Is(operand) => operand.equals(cell),
            Self::IsNot(operand) => !operand.equals(cell),
            Self::OneOf(operands) => operands.iter().any(|operand| operand.equals(cell)),
            Self::Contains(finder) => finder.find(cell.folded().as_bytes()).is_some(),
            Self::StartsWith(start) => cell.folded().starts_with(start.as_str()),
            Self::EndsWith(end) => cell.folded().ends_with(end.as_str()),
            Self::Matches(pattern) => pattern.is_match(cell.plain()),
            Self::Compare { wanted, bound } => cell
                .compare(*bound)
                .is_some_and(|order| wanted.allows(order)),
            Self::Between { low, high } => {
                cell.compare(*low).is_some_and(Ordering::is_ge)
                    && cell.compare(*high).is_some_and(Ordering::is_le)
            }
            Self::Empty => cell.folded().is_empty(),
            Self::NotEmpty => !cell.folded().is_empty(),
        }
    }
}

impl Comparison {
    const fn allows(self, order: Ordering) -> bool {
        match self {
            Self::Above => order.is_gt(),
            Self::Below => order.is_lt(),
            Self::AtLeast => order.is_ge(),
            Self::AtMost => order.is_le(),
        }
    }
}

/// What follows `phrase` at the start of the text, whatever its case; `None` if the text starts otherwise.
pub(super) fn word<'a>(text: &'a str, phrase: &str) -> Option<&'a str> {
    let start = text.get(..phrase.len())?;
    let rest = text.get(phrase.len()..)?;
    (start.eq_ignore_ascii_case(phrase) && (rest.is_empty() || rest.starts_with(' ')))
        .then(|| rest.trim())
}

fn needed(rest: &str) -> Result<&str, &'static str> {
    if rest.trim_matches('|').is_empty() {
        Err("something to compare with after these words")
    } else {
        Ok(rest)
    }
}

fn pattern(text: &str) -> Result<Regex, String> {
    RegexBuilder::new(text)
        .case_insensitive(true)
        .build()
        .map_err(|error| {
            let message = error.to_string();
            let last = message
                .lines()
                .last()
                .unwrap_or_default()
                .trim()
                .trim_start_matches("error: ")
                .to_owned();
            format!("a regular expression after `matches` ({last})")
        })
}

/// The signs a cell may begin with, the longer of two first.
pub(super) const SIGNS: [(&str, Comparison); 6] = [
    (">=", Comparison::AtLeast),
    ("<=", Comparison::AtMost),
    ("≥", Comparison::AtLeast),
    ("≤", Comparison::AtMost),
    (">", Comparison::Above),
    ("<", Comparison::Below),
];

/// What stands before and after `and`.
pub(super) fn limits(text: &str) -> Option<[&str; 2]> {
    let at = text.to_ascii_lowercase().find(" and ")?;
    Some([text.get(..at)?.trim(), text.get(at + 5..)?.trim()])
}

fn between(
    text: &str,
    field_type: &FieldType,
    writing: Writing,
) -> Result<(Condition, String), String> {
    let expected = || {
        format!(
            "two {} after `between`, with `and` in the middle",
            bound_words(field_type)
        )
    };
    let [first, second] = limits(text).ok_or_else(expected)?;
    let bound = |part: &str| limit(part, field_type, writing)?.ok_or_else(expected);
    let (low, high) = (bound(first)?, bound(second)?);
    match (low, high) {
        (Bound::Number(first), Bound::Number(second)) if first <= second => {}
        (Bound::Date(first), Bound::Date(second)) if first <= second => {}
        (Bound::Number(_) | Bound::Date(_), _) => {
            return Err("the smaller value first after `between`".to_owned());
        }
    }
    Ok((
        Condition::Between { low, high },
        format!("between {low} and {high}"),
    ))
}

fn comparison(
    text: &str,
    field_type: &FieldType,
    writing: Writing,
) -> Result<(Condition, String), String> {
    for (sign, wanted) in SIGNS {
        if let Some(rest) = text.strip_prefix(sign) {
            let bound = limit(rest, field_type, writing)?
                .ok_or_else(|| format!("{} after `{sign}`", one_bound_words(field_type)))?;
            return Ok((
                Condition::Compare { wanted, bound },
                format!("{sign} {bound}"),
            ));
        }
    }
    Err(FORMS.to_owned())
}

/// A limit; `None` if it is none of the field's kind.
fn limit(text: &str, field_type: &FieldType, writing: Writing) -> Result<Option<Bound>, String> {
    if matches!(field_type, FieldType::Date) {
        return Ok(Bound::read(text, field_type));
    }
    match writing.number(text) {
        Ok(number) => Ok(Some(Bound::Number(number))),
        Err(NoNumber::Either(one, other)) => Err(either(text, one, other)),
        Err(NoNumber::NotOne) if is_number(field_type) => Ok(None),
        Err(NoNumber::NotOne) => Ok(Bound::read(text, field_type)),
    }
}

/// True for a cell that asks for nothing. People who filter tables write a star or a dash for it.
pub(super) fn means_any(text: &str) -> bool {
    text.is_empty() || text == "*" || text == "-" || text.eq_ignore_ascii_case("any")
}

const fn bound_words(field_type: &FieldType) -> &'static str {
    if matches!(field_type, FieldType::Date) {
        "dates such as 2026-03-31"
    } else {
        "numbers"
    }
}

const fn one_bound_words(field_type: &FieldType) -> &'static str {
    if matches!(field_type, FieldType::Date) {
        "a date such as 2026-03-31"
    } else {
        "a number"
    }
}
