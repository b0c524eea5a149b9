//! Limits of ranges and comparisons.

use std::cmp::Ordering;
use std::fmt;

use jiff::civil::Date;
use mill_domain::{FieldType, Value};
use rust_decimal::Decimal;

use crate::number::read_written;
use crate::{DecimalMark, read_date};

/// A limit: a number or a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// A number; shares as fractions.
    Number(Decimal),
    /// A day.
    Date(Date),
}

impl Bound {
    /// Reads the limit of a field of this type; `None` if the text is not one. Text fields take numbers and days.
    pub(crate) fn read(text: &str, field_type: &FieldType) -> Option<Self> {
        let number = || number(text).map(Self::Number);
        let date = || read_date(text, None).map(Self::Date);
        match field_type {
            FieldType::Integer | FieldType::Number | FieldType::Money | FieldType::Percent => {
                number()
            }
            FieldType::Date => date(),
            FieldType::Text { .. }
            | FieldType::YesNo
            | FieldType::Choice { .. }
            | FieldType::Choices { .. }
            | FieldType::List { .. }
            | FieldType::File => number().or_else(date),
        }
    }

    /// How a value of a record lies to the limit; `None` if it is not of the limit's kind.
    pub(crate) fn of_value(self, value: &Value) -> Option<Ordering> {
        match value {
            Value::String(text) => self.of_text(text),
            Value::Number(number) => self.of_text(&number.to_string()),
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
        }
    }

    /// How a text lies to the limit; `None` if it is not of the limit's kind.
    pub(crate) fn of_text(self, text: &str) -> Option<Ordering> {
        match self {
            Self::Number(limit) => number(text).map(|value| value.cmp(&limit)),
            Self::Date(limit) => read_date(text, None).map(|value| value.cmp(&limit)),
        }
    }
}

/// A number as people write it, a percentage as its fraction.
pub(crate) fn number(text: &str) -> Option<Decimal> {
    let written = read_written(text, DecimalMark::Dot)?;
    if written.percent {
        written.value.checked_div(Decimal::ONE_HUNDRED)
    } else {
        Some(written.value)
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(value) => value.fmt(formatter),
            Self::Date(value) => value.fmt(formatter),
        }
    }
}
