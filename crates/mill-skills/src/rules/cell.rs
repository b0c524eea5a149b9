//! An input of one task as conditions see it, and the values it is compared with.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::cmp::Ordering;

use jiff::civil::Date;
use mill_domain::{FieldType, Value};
use rust_decimal::Decimal;

use super::writing::{NoNumber, Writing, either, is_number};
use crate::bound::{Bound, number};
use crate::fold::{fold, plain};
use crate::read_date;
use crate::typed::yes_no;

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

    /// The text folded for comparison; "" if there is none.
    pub(super) fn folded(&self) -> &str {
        &self.folded
    }

    /// The text without width and extra space, its case kept.
    pub(super) fn plain(&self) -> &str {
        self.plain.get_or_init(|| plain(&self.text))
    }

    fn typed(&self) -> &Typed {
        self.typed
            .get_or_init(|| Typed::read(&self.text, self.field_type))
    }

    /// How the input lies to a limit; `None` if it is not of the limit's kind.
    pub(super) fn compare(&self, bound: Bound) -> Option<Ordering> {
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
    /// Reads a value as an input of this type would hold it.
    /// # Errors
    /// What was expected, for a number that could be two.
    pub(super) fn read(
        text: &str,
        field_type: &FieldType,
        writing: Writing,
    ) -> Result<Self, String> {
        let folded = match yes_no(text) {
            Some(yes) if *field_type == FieldType::YesNo => {
                if yes { "yes" } else { "no" }.to_owned()
            }
            Some(_) | None => fold(text),
        };
        let value = if is_number(field_type) {
            match writing.number(text) {
                Ok(number) => Typed::Number(number),
                Err(NoNumber::NotOne) => Typed::Text,
                Err(NoNumber::Either(one, other)) => return Err(either(text, one, other)),
            }
        } else {
            Typed::read(text, field_type)
        };
        Ok(Self { folded, value })
    }

    /// Its folded text; `None` if it compares as a number or a day.
    pub(super) fn text(&self) -> Option<&str> {
        matches!(self.value, Typed::Text).then_some(self.folded.as_str())
    }

    /// True if the input has this value.
    pub(super) fn equals(&self, cell: &Cell<'_>) -> bool {
        match &self.value {
            Typed::Text => self.folded == cell.folded,
            value @ (Typed::Number(_) | Typed::Date(_)) => cell.typed() == value,
        }
    }
}
