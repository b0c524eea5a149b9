//! Periods as people write them, in the order of time.

use std::collections::BTreeMap;

use crate::{DateOrder, fold, read_date};

/// The periods of a column.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Periods {
    /// Their names in the order of time: `2014-06` for days and months, else as written.
    pub names: Vec<String>,
    /// The place in `names` of every row; `None` for a blank cell.
    pub of_row: Vec<Option<usize>>,
}

/// A period's place in time.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Moment {
    Month(i16, i8),
    /// Words and numbers in turn, so that `Journal 9` comes before `Journal 10`.
    Named(Vec<(String, u64)>),
}

/// Puts the periods of a column in order. If every cell is a day or a month, they are months; otherwise every text is a
/// period, numbers in it in their order.
pub fn order_periods<Cell: AsRef<str>>(cells: &[Cell]) -> Periods {
    let texts: Vec<&str> = cells.iter().map(|cell| cell.as_ref().trim()).collect();
    let order = DateOrder::of_column(texts.iter().copied());
    let filled = || texts.iter().filter(|text| !text.is_empty());
    let timed = filled().all(|text| month(text, order).is_some());
    let moment = |text: &str| -> Option<(Moment, String)> {
        if text.is_empty() {
            return None;
        }
        match month(text, order).filter(|_| timed) {
            Some((year, month)) => {
                Some((Moment::Month(year, month), format!("{year:04}-{month:02}")))
            }
            None => Some((Moment::Named(parts(text)), text.to_owned())),
        }
    };
    let of_row: Vec<Option<(Moment, String)>> = texts.iter().map(|text| moment(text)).collect();
    let mut named: BTreeMap<Moment, String> = BTreeMap::new();
    for (moment, name) in of_row.iter().flatten() {
        named.entry(moment.clone()).or_insert_with(|| name.clone());
    }
    let places: BTreeMap<&Moment, usize> = named.keys().zip(0..).collect();
    Periods {
        of_row: of_row
            .iter()
            .map(|row| {
                row.as_ref()
                    .and_then(|(moment, _)| places.get(moment).copied())
            })
            .collect(),
        names: named.values().cloned().collect(),
    }
}

/// The year and month of a day or a month: `17/06/2014`, `2014-06`, `201406`, `06/2014`, `Jun 2014`, `2014年6月`.
fn month(text: &str, order: Option<DateOrder>) -> Option<(i16, i8)> {
    if let Some(date) = read_date(text, order) {
        return Some((date.year(), date.month()));
    }
    let numbers: Vec<i16> = text
        .split(|letter: char| !letter.is_ascii_digit())
        .filter(|part| !part.is_empty())
        .map(|part| part.parse().unwrap_or(-1))
        .collect();
    let only_numbers = !text
        .chars()
        .any(|letter| letter.is_alphabetic() && letter.is_ascii());
    let pair = match numbers.as_slice() {
        [year, month] if *year >= 1900 => Some((*year, *month)),
        [month, year] if *year >= 1900 => Some((*year, *month)),
        _ => None,
    };
    if let Some((year, month)) = pair.filter(|_| only_numbers) {
        return is_month(year, month);
    }
    if text.len() == 6 && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return is_month(text.get(..4)?.parse().ok()?, text.get(4..)?.parse().ok()?);
    }
    let date = read_date(&format!("1 {}", text.replace('-', " ")), order)?;
    Some((date.year(), date.month()))
}

fn is_month(year: i16, month: i16) -> Option<(i16, i8)> {
    let month = i8::try_from(month).ok()?;
    (1900..2200)
        .contains(&year)
        .then_some((year, month))
        .filter(|_| (1..=12).contains(&month))
}

/// Words and the numbers after them.
fn parts(text: &str) -> Vec<(String, u64)> {
    let folded = fold(text);
    let mut parts: Vec<(String, u64)> = Vec::new();
    let mut word = String::new();
    let mut rest = folded.as_str();
    while let Some(letter) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            word.push(letter);
            rest = rest.get(letter.len_utf8()..).unwrap_or_default();
        } else {
            let number = rest.get(..digits).and_then(|number| number.parse().ok());
            parts.push((std::mem::take(&mut word), number.unwrap_or(u64::MAX)));
            rest = rest.get(digits..).unwrap_or_default();
        }
    }
    if !word.is_empty() {
        parts.push((word, 0));
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_months_in_the_order_of_time() {
        let periods = order_periods(&["16/01/2015", "17/06/2014", "", "20/05/2014", "18/06/2014"]);
        assert_eq!(periods.names, ["2014-05", "2014-06", "2015-01"]);
        assert_eq!(periods.of_row, [Some(2), Some(1), None, Some(0), Some(1)]);
    }

    #[test]
    fn months_are_read_as_people_write_them() {
        for cells in [
            ["2014-06", "2014-11"],
            ["201406", "201411"],
            ["06/2014", "11/2014"],
            ["Jun 2014", "November 2014"],
            ["2014年6月", "2014年11月"],
        ] {
            assert_eq!(
                order_periods(&cells).names,
                ["2014-06", "2014-11"],
                "{cells:?}"
            );
        }
    }

    #[test]
    fn journals_go_by_their_numbers() {
        let periods = order_periods(&["Journal 10", "Journal 9", "journal 10"]);
        assert_eq!(periods.names, ["Journal 9", "Journal 10"]);
        assert_eq!(periods.of_row, [Some(1), Some(0), Some(1)]);
    }
}
