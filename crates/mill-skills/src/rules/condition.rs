//! One condition of a rule, compiled, and the input it looks at.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::cmp::Ordering;

use jiff::civil::Date;
use memchr::memmem::Finder;
use mill_domain::{FieldType, Value};
use regex::{Regex, RegexBuilder};
use rust_decimal::Decimal;

use crate::bound::{Bound, number};
use crate::fold::{fold, plain};
use crate::read_date;
use crate::typed::yes_no;

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

/// A value a condition compares for equality, in the forms an input of its type may have.
#[derive(Debug, Clone)]
pub(super) struct Operand {
    folded: String,
    value: Typed,
}

/// A value as its type compares.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Typed {
    Number(Decimal),
    Date(Date),
    Text,
}

/// An input of one task, prepared once for all rules.
pub(super) struct Cell<'a> {
    text: Cow<'a, str>,
    folded: String,
    field_type: &'a FieldType,
    plain: OnceCell<String>,
    typed: OnceCell<Typed>,
    number: OnceCell<Option<Decimal>>,
    date: OnceCell<Option<Date>>,
}

impl<'a> Cell<'a> {
    pub(super) fn new(value: Option<&'a Value>, field_type: &'a FieldType) -> Self {
        let text = match value {
            None | Some(Value::Null) => Cow::Borrowed(""),
            Some(Value::String(text)) => Cow::Borrowed(text.as_str()),
            Some(Value::Bool(true)) => Cow::Borrowed("yes"),
            Some(Value::Bool(false)) => Cow::Borrowed("no"),
            Some(Value::Array(items)) => Cow::Owned(
                items
                    .iter()
                    .filter_map(Value::as_str)
                    .collect::<Vec<_>>()
                    .join("|"),
            ),
            Some(other) => Cow::Owned(other.to_string()),
        };
        Self {
            folded: fold(&text),
            text,
            field_type,
            plain: OnceCell::new(),
            typed: OnceCell::new(),
            number: OnceCell::new(),
            date: OnceCell::new(),
        }
    }

    fn typed(&self) -> &Typed {
        self.typed
            .get_or_init(|| Typed::read(&self.text, self.field_type))
    }

    fn compare(&self, bound: Bound) -> Option<Ordering> {
        match bound {
            Bound::Number(limit) => self
                .number
                .get_or_init(|| number(&self.text))
                .map(|value| value.cmp(&limit)),
            Bound::Date(limit) => self
                .date
                .get_or_init(|| read_date(&self.text, None))
                .map(|value| value.cmp(&limit)),
        }
    }
}

impl Typed {
    fn read(text: &str, field_type: &FieldType) -> Self {
        match field_type {
            FieldType::Integer | FieldType::Number | FieldType::Money | FieldType::Percent => {
                number(text).map_or(Self::Text, Self::Number)
            }
            FieldType::Date => read_date(text, None).map_or(Self::Text, Self::Date),
            FieldType::Text { .. }
            | FieldType::YesNo
            | FieldType::Choice { .. }
            | FieldType::Choices { .. }
            | FieldType::List { .. }
            | FieldType::File => Self::Text,
        }
    }
}

impl Operand {
    fn read(text: &str, field_type: &FieldType) -> Self {
        let folded = match yes_no(text) {
            Some(yes) if *field_type == FieldType::YesNo => {
                if yes { "yes" } else { "no" }.to_owned()
            }
            Some(_) | None => fold(text),
        };
        Self {
            folded,
            value: Typed::read(text, field_type),
        }
    }

    fn equals(&self, cell: &Cell<'_>) -> bool {
        match &self.value {
            Typed::Text => self.folded == cell.folded,
            value @ (Typed::Number(_) | Typed::Date(_)) => cell.typed() == value,
        }
    }
}

impl Condition {
    /// Compiles a cell of the table and puts it in words; `Ok(None)` for an empty cell.
    /// # Errors
    /// What was expected, in words.
    pub(super) fn read(
        text: &str,
        field_type: &FieldType,
    ) -> Result<Option<(Self, String)>, String> {
        let text = plain(text);
        if text.is_empty() {
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
                Self::IsNot(Operand::read(operand?, field_type)),
                quoted("is not", operand?),
            )
        } else if let Some(operand) = with("is") {
            (
                Self::Is(Operand::read(operand?, field_type)),
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
            let operands = parts
                .iter()
                .map(|part| Operand::read(part, field_type))
                .collect();
            (
                Self::OneOf(operands),
                quoted("is one of", &parts.join("\", \"")),
            )
        } else if let Some(operand) = with("matches") {
            (
                Self::Matches(Box::new(pattern(operand?)?)),
                format!("matches /{}/", operand?),
            )
        } else if let Some(operand) = with("between") {
            between(operand?, field_type)?
        } else {
            comparison(&text, field_type)?
        };
        Ok(Some((condition, words)))
    }

    /// True if the input meets the condition.
    pub(super) fn holds(&self, cell: &Cell<'_>) -> bool {
        match self {
            Self::Is(operand) => operand.equals(cell),
            Self::IsNot(operand) => !operand.equals(cell),
            Self::OneOf(operands) => operands.iter().any(|operand| operand.equals(cell)),
            Self::Contains(finder) => finder.find(cell.folded.as_bytes()).is_some(),
            Self::StartsWith(start) => cell.folded.starts_with(start.as_str()),
            Self::EndsWith(end) => cell.folded.ends_with(end.as_str()),
            Self::Matches(pattern) => {
                pattern.is_match(cell.plain.get_or_init(|| plain(&cell.text)))
            }
            Self::Compare { wanted, bound } => cell
                .compare(*bound)
                .is_some_and(|order| wanted.allows(order)),
            Self::Between { low, high } => {
                cell.compare(*low).is_some_and(Ordering::is_ge)
                    && cell.compare(*high).is_some_and(Ordering::is_le)
            }
            Self::Empty => cell.folded.is_empty(),
            Self::NotEmpty => !cell.folded.is_empty(),
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
fn word<'a>(text: &'a str, phrase: &str) -> Option<&'a str> {
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

fn between(text: &str, field_type: &FieldType) -> Result<(Condition, String), String> {
    let expected = || {
        format!(
            "two {} after `between`, with `and` in the middle",
            bound_words(field_type)
        )
    };
    let lower = text.to_ascii_lowercase();
    let at = lower.find(" and ").ok_or_else(expected)?;
    let bound = |part: Option<&str>| {
        part.and_then(|part| Bound::read(part, field_type))
            .ok_or_else(expected)
    };
    let (low, high) = (bound(text.get(..at))?, bound(text.get(at + 5..))?);
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

fn comparison(text: &str, field_type: &FieldType) -> Result<(Condition, String), String> {
    let signs = [
        (">=", Comparison::AtLeast),
        ("<=", Comparison::AtMost),
        ("≥", Comparison::AtLeast),
        ("≤", Comparison::AtMost),
        (">", Comparison::Above),
        ("<", Comparison::Below),
    ];
    for (sign, wanted) in signs {
        if let Some(rest) = text.strip_prefix(sign) {
            let bound = Bound::read(rest, field_type)
                .ok_or_else(|| format!("{} after `{sign}`", one_bound_words(field_type)))?;
            return Ok((
                Condition::Compare { wanted, bound },
                format!("{sign} {bound}"),
            ));
        }
    }
    Err(FORMS.to_owned())
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
