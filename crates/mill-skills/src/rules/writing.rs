//! How the numbers of a rules table are written: a decimal comma is taken where it can be nothing else, and what could
//! be read in two ways is not guessed.

use mill_domain::FieldType;
use rust_decimal::Decimal;

use crate::number::read_written;
use crate::{DecimalMark, fold};

/// Words a condition may begin with, the longer of two first.
const WORDS: [&str; 9] = [
    "is not", "is", "one of", "between", ">=", "<=", ">", "<", "=",
];

/// The writing of the numbers of one table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Writing {
    /// True if some cell shows that the comma is the decimal mark.
    pub(super) comma: bool,
}

/// Why a number is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoNumber {
    /// It is none.
    NotOne,
    /// It could be two: as this table writes numbers, and as others do.
    Either(Decimal, Decimal),
}

impl Writing {
    /// The writing that cells of numbers speak for: conditions, and values to decide.
    pub(super) fn of<'a>(cells: impl IntoIterator<Item = &'a str>) -> Self {
        Self {
            comma: cells.into_iter().any(shows_comma),
        }
    }

    /// Reads a number, a percentage as its fraction.
    /// # Errors
    /// [`NoNumber`] if it is none, or could be two.
    pub(super) fn number(self, text: &str) -> Result<Decimal, NoNumber> {
        let dot = read(text, DecimalMark::Dot);
        let comma = read(text, DecimalMark::Comma);
        match (dot, comma) {
            (Some(one), Some(other)) if self.comma && one != other => {
                Err(NoNumber::Either(other, one))
            }
            (Some(value), _) | (None, Some(value)) => Ok(value),
            (None, None) => Err(NoNumber::NotOne),
        }
    }

    /// The mark by which a value to decide is read.
    /// # Errors
    /// [`NoNumber::Either`] if it could be two.
    pub(super) fn mark_of(self, text: &str) -> Result<DecimalMark, NoNumber> {
        match self.number(text) {
            Err(doubt @ NoNumber::Either(..)) => Err(doubt),
            Ok(_) if read(text, DecimalMark::Dot).is_none() => Ok(DecimalMark::Comma),
            Ok(_) | Err(NoNumber::NotOne) => Ok(DecimalMark::Dot),
        }
    }
}

/// True for types whose cells are read as numbers.
pub(super) const fn is_number(field_type: &FieldType) -> bool {
    matches!(
        field_type,
        FieldType::Integer | FieldType::Number | FieldType::Money | FieldType::Percent
    )
}

/// What is expected instead of a number that could be two.
pub(super) fn either(text: &str, comma: Decimal, dot: Decimal) -> String {
    let dot = dot.normalize().to_string().replace('.', ",");
    format!(
        "{} or {dot} in plain digits: other cells of this table have a decimal comma, so `{}` could be read in two ways",
        comma.normalize(),
        text.trim()
    )
}

fn read(text: &str, mark: DecimalMark) -> Option<Decimal> {
    let written = read_written(text, mark)?;
    if written.percent {
        written.value.checked_div(Decimal::ONE_HUNDRED)
    } else {
        Some(written.value)
    }
}

fn shows_comma(cell: &str) -> bool {
    let folded = fold(cell);
    let word = WORDS
        .iter()
        .find_map(|word| folded.strip_prefix(word))
        .unwrap_or(&folded);
    word.split('|')
        .flat_map(|part| part.split(" and "))
        .any(is_comma_number)
}

/// True if the text is a number only with a decimal comma, or with dots between its thousands.
fn is_comma_number(text: &str) -> bool {
    let (dots, commas) = (text.matches('.').count(), text.matches(',').count());
    let comma = read(text, DecimalMark::Comma).is_some();
    let comma_last = dots > 0 && text.rfind(',') > text.rfind('.');
    comma && (read(text, DecimalMark::Dot).is_none() || comma_last || (dots > 1 && commas == 0))
}
