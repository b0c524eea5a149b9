//! Original cells: a number only where the workbook will show it to the letter, text otherwise.

use crate::workbook::show_number;

/// How a cell is written.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Cell {
    /// As text.
    Text(String),
    /// As a number with the format that shows it as it was.
    Number {
        /// The value.
        value: f64,
        /// The format code.
        format: String,
    },
    /// As a day.
    Day {
        /// Year, from 1900.
        year: u16,
        /// Month, 1 to 12.
        month: u8,
        /// Day, 1 to 31.
        day: u8,
    },
    /// Not at all.
    Blank,
}

/// For each column: true if all its cells are numbers that lose no letter. One code with a leading zero makes the
/// whole column text, because a column of codes must stay one.
pub(super) fn number_columns<'rows>(
    width: usize,
    rows: impl Iterator<Item = &'rows [String]>,
) -> Vec<bool> {
    let mut all_numbers = vec![true; width];
    let mut filled = vec![false; width];
    for row in rows {
        for ((cell, is_numbers), is_filled) in row.iter().zip(&mut all_numbers).zip(&mut filled) {
            if *is_numbers && !cell.is_empty() {
                *is_filled = true;
                *is_numbers = exact_number(cell).is_some();
            }
        }
    }
    all_numbers
        .into_iter()
        .zip(filled)
        .map(|(is_numbers, is_filled)| is_numbers && is_filled)
        .collect()
}

/// A cell of the source.
pub(super) fn source_cell(text: &str, is_number: bool) -> Cell {
    if text.is_empty() {
        return Cell::Blank;
    }
    match exact_number(text).filter(|_| is_number) {
        Some((value, format)) => Cell::Number { value, format },
        None => Cell::Text(text.to_owned()),
    }
}

/// The value and the format that shows exactly this text; `None` if there is none.
pub(super) fn exact_number(text: &str) -> Option<(f64, String)> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (digits, percent) = match unsigned.strip_suffix('%') {
        Some(digits) => (digits, true),
        None => (unsigned, false),
    };
    let (whole, fraction) = digits
        .split_once('.')
        .map_or((digits, None), |(whole, fraction)| (whole, Some(fraction)));
    let plain: String = whole
        .chars()
        .filter(|character| *character != ',')
        .collect();
    let is_digits =
        |text: &str| !text.is_empty() && text.chars().all(|character| character.is_ascii_digit());
    let has_leading_zero = plain.len() > 1 && plain.starts_with('0');
    if !is_digits(&plain)
        || has_leading_zero
        || fraction.is_some_and(|fraction| !is_digits(fraction))
    {
        return None;
    }
    // More than fifteen digits do not fit into a workbook's numbers.
    if plain.len() + fraction.map_or(0, str::len) > 15 {
        return None;
    }
    let mut format = if whole.contains(',') { "#,##0" } else { "0" }.to_owned();
    if let Some(fraction) = fraction {
        format.push('.');
        format.extend(std::iter::repeat_n('0', fraction.len()));
    }
    let mut value: f64 = format!("{plain}.{}", fraction.unwrap_or("0"))
        .parse()
        .ok()?;
    if percent {
        format.push('%');
        value /= 100.0;
    }
    if text.starts_with('-') {
        value = -value;
    }
    (show_number(value, Some(&format)) == text).then_some((value, format))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_numbers_only_when_no_letter_is_lost() {
        for text in [
            "125.50",
            "-7",
            "6,000.00",
            "0",
            "0.10",
            "7.5%",
            "-1,234.56",
            "1234567.891",
            "100000000000",
        ] {
            let (value, format) = exact_number(text).unwrap();
            assert_eq!(show_number(value, Some(&format)), text);
        }
        for text in [
            "00123",
            "01067",
            "1E5",
            "3-4",
            "-0",
            "+5",
            "1,23",
            "12,345,6",
            " 5",
            "5 ",
            "1234567890123456",
            "(12.00)",
            "-",
            ".5",
            "1.",
            "",
            "1.204,50",
            "٣",
        ] {
            assert_eq!(exact_number(text), None, "{text:?}");
        }
    }

    #[test]
    fn one_code_makes_its_whole_column_text() {
        let rows = [
            vec!["00123".to_owned(), "1.50".to_owned(), String::new()],
            vec!["4711".to_owned(), "-7".to_owned(), String::new()],
        ];
        assert_eq!(
            number_columns(3, rows.iter().map(Vec::as_slice)),
            [false, true, false]
        );
    }
}
