//! Where in a text a value can be read, so that a person sees the place and not only that there is one.

use std::ops::Range;

use mill_domain::{FieldType, Value};

use super::evidence::{DATES, NUMBERS, continues};
use crate::fold::{fold, plain};
use crate::{DateOrder, DecimalMark, read_date, read_number};

/// Shorter texts are found anywhere, longer ones are prose of the model's own.
const LETTERS: std::ops::RangeInclusive<usize> = 2..=120;

/// The first place in `text` where `value` can be read, in bytes. Numbers and days are compared by what they mean, words
/// by their letters, whatever space is between them. `None`: it cannot be read there, or it is of a kind that is not
/// told from chance: a share, a yes or no, a list.
pub fn locate(text: &str, field_type: &FieldType, value: &Value) -> Option<Range<usize>> {
    let wanted = match value {
        Value::String(wanted) => wanted.clone(),
        Value::Number(wanted) => wanted.to_string(),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => return None,
    };
    if !LETTERS.contains(&wanted.chars().count()) {
        return None;
    }
    match field_type {
        FieldType::Integer | FieldType::Number | FieldType::Money => number(text, &wanted),
        FieldType::Date => date(text, &wanted).or_else(|| letters(text, &wanted)),
        FieldType::Text { .. } | FieldType::Choice { .. } => letters(text, &wanted),
        FieldType::Percent
        | FieldType::YesNo
        | FieldType::Choices { .. }
        | FieldType::List { .. }
        | FieldType::File => None,
    }
}

fn number(text: &str, wanted: &str) -> Option<Range<usize>> {
    let wanted = read_number(wanted, DecimalMark::Dot)?.abs();
    let mut found = NUMBERS.as_ref()?.find_iter(text).map(|found| {
        let digits = found.as_str().trim_end_matches(['.', ',', '\'', '’']);
        (found.start(), digits)
    });
    found.find_map(|(start, digits)| {
        let written = plain(digits);
        let means = |mark| read_number(&written, mark).is_some_and(|value| value.abs() == wanted);
        (means(DecimalMark::Dot) || means(DecimalMark::Comma)).then(|| start..start + digits.len())
    })
}

fn date(text: &str, wanted: &str) -> Option<Range<usize>> {
    let wanted = read_date(wanted, None)?;
    let mut found = DATES.as_ref()?.find_iter(text);
    let found = found.find(|found| {
        let written = plain(found.as_str());
        [DateOrder::DayFirst, DateOrder::MonthFirst]
            .into_iter()
            .any(|order| read_date(&written, Some(order)) == Some(wanted))
    })?;
    Some(found.range())
}

/// What words are broken with at the end of a line.
const HYPHENS: [char; 3] = ['-', '\u{2010}', '\u{ad}'];

/// A letter as it is compared, and where it stands in the text.
#[derive(Debug, Clone)]
struct Letter {
    folded: char,
    place: Range<usize>,
}

fn letters(text: &str, wanted: &str) -> Option<Range<usize>> {
    let wanted: Vec<char> = folded(wanted.trim())
        .iter()
        .map(|letter| letter.folded)
        .collect();
    let written = folded(text);
    // A hyphen that ends a line is part of some words and not of others: taken as written first, then as a break.
    place_of(&wanted, &written).or_else(|| place_of(&wanted, &unbroken(&written, text)?))
}

fn place_of(wanted: &[char], letters: &[Letter]) -> Option<Range<usize>> {
    let (first, last) = (wanted.first().copied(), wanted.last().copied());
    letters
        .windows(wanted.len().max(1))
        .enumerate()
        .find_map(|(at, window)| {
            let same = window
                .iter()
                .map(|letter| letter.folded)
                .eq(wanted.iter().copied());
            if !same {
                return None;
            }
            let before = letters.get(..at)?.iter().rev().map(|letter| letter.folded);
            let after = letters
                .get(at + window.len()..)?
                .iter()
                .map(|letter| letter.folded);
            let is_part = continues(first, before) || continues(last, after);
            let (from, to) = (window.first()?, window.last()?);
            (!is_part).then_some(from.place.start..to.place.end)
        })
}

/// The letters without the hyphens that words are broken with at the ends of lines; `None`: there are none.
fn unbroken(letters: &[Letter], text: &str) -> Option<Vec<Letter>> {
    let mut joined: Vec<Letter> = Vec::with_capacity(letters.len());
    let mut rest = letters.iter().peekable();
    while let Some(letter) = rest.next() {
        let breaks = |space: &Letter| {
            let space = text.get(space.place.clone()).unwrap_or_default();
            space.contains('\n') && space.trim().is_empty()
        };
        let after_letter = joined
            .last()
            .is_some_and(|last| last.folded.is_alphabetic());
        if after_letter
            && HYPHENS.contains(&letter.folded)
            && rest.next_if(|next| breaks(next)).is_some()
        {
            continue;
        }
        joined.push(letter.clone());
    }
    (joined.len() < letters.len()).then_some(joined)
}

/// The letters of a text without case and width; every run of white space is one space.
fn folded(text: &str) -> Vec<Letter> {
    let mut letters: Vec<Letter> = Vec::new();
    for (start, letter) in text.char_indices() {
        let place = start..start + letter.len_utf8();
        if letter.is_whitespace() {
            match letters.last_mut() {
                Some(last) if last.folded == ' ' => last.place.end = place.end,
                _ => letters.push(Letter { folded: ' ', place }),
            }
            continue;
        }
        // One letter may fold into several; all of them stand where it stands.
        letters.extend(fold(&letter.to_string()).chars().map(|folded| Letter {
            folded,
            place: place.clone(),
        }));
    }
    letters
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn found<'t>(text: &'t str, field_type: &FieldType, value: &Value) -> Option<&'t str> {
        locate(text, field_type, value).and_then(|place| text.get(place))
    }

    const WORDS: FieldType = FieldType::Text { max_chars: None };

    #[test]
    fn amounts_and_days_are_found_as_documents_write_them() {
        let text = "Invoice INV-10 of 31 March 2026\nNet £1,204.50\nGesamt 2.408,00 EUR";
        let cases = [
            (FieldType::Money, json!("1204.50"), Some("1,204.50")),
            (FieldType::Money, json!("-2408.00"), Some("2.408,00")),
            (FieldType::Money, json!("204.50"), None),
            (FieldType::Date, json!("2026-03-31"), Some("31 March 2026")),
            (FieldType::Date, json!("2026-03-30"), None),
            (WORDS, json!("inv-10"), Some("INV-10")),
            (WORDS, json!("INV-1"), None),
            (FieldType::Percent, json!("0.31"), None),
        ];
        for (field_type, value, expected) in cases {
            assert_eq!(found(text, &field_type, &value), expected, "{value}");
        }
    }

    #[test]
    fn words_are_found_whatever_space_and_width_they_have() {
        let text = "From:  CAMDEN\n   Catering Ltd";
        assert_eq!(
            found(text, &WORDS, &json!("Camden Catering")),
            Some("CAMDEN\n   Catering")
        );
        let text = "发票日期：２０２６年３月３１日　合计：￥１，２０４．５０　销售方：南湖纸业";
        assert_eq!(found(text, &WORDS, &json!("南湖纸业")), Some("南湖纸业"));
        assert_eq!(found(text, &WORDS, &json!("南湖纸厂")), None);
        assert_eq!(
            found(text, &FieldType::Date, &json!("2026-03-31")),
            Some("２０２６年３月３１日")
        );
    }

    #[test]
    fn words_broken_at_the_end_of_a_line_are_found_whole_and_compound_words_as_they_are() {
        let text = "From: Cam-\nden Cater-\n  ing Ltd, Stratford-\nupon-Avon";
        assert_eq!(
            found(text, &WORDS, &json!("Camden Catering Ltd")),
            Some("Cam-\nden Cater-\n  ing Ltd")
        );
        assert_eq!(found(text, &WORDS, &json!("Cam den")), None);
        let text = "INV-\n21449";
        assert_eq!(found(text, &WORDS, &json!("INV- 21449")), Some(text));
    }

    #[test]
    fn nothing_and_prose_are_not_looked_for() {
        assert_eq!(locate("a 1 b", &FieldType::Integer, &json!(1)), None);
        assert_eq!(locate("a", &WORDS, &Value::Null), None);
        assert_eq!(locate("", &WORDS, &json!("ab")), None);
    }
}
