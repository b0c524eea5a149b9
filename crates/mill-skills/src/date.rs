//! Days as people write them.

use jiff::civil::Date;
use unicode_normalization::UnicodeNormalization as _;

/// Two-digit years below this are in the 2000s.
const CENTURY_TURN: i16 = 70;
const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// Which comes first where both orders are possible: `03/04/2026`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DateOrder {
    /// `31/03/2026`.
    DayFirst,
    /// `03/31/2026`.
    MonthFirst,
}

impl DateOrder {
    /// The order a column speaks for, from its cells: the first part above 12 somewhere, or the second.
    /// `None` if no cell tells, or cells contradict each other.
    pub fn of_column<'a>(cells: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        let (mut day_first, mut month_first) = (false, false);
        for cell in cells {
            if let Some([first, second, _]) = three_numbers(cell) {
                day_first |= first > 12 && first <= 31 && second <= 12;
                month_first |= second > 12 && second <= 31 && first <= 12;
            }
        }
        match (day_first, month_first) {
            (true, false) => Some(Self::DayFirst),
            (false, true) => Some(Self::MonthFirst),
            (true, true) | (false, false) => None,
        }
    }
}

/// Reads a day: `2026-03-31`, `2026/3/31`, `2026年3月31日`, `31/03/2026`, `31.3.26`, `31 Mar 2026`, `March 31, 2026`.
///
/// Where day and month could be either, `order` decides; without one such a text is not read. A time of midnight may
/// follow. `None` if the text is not one day of the calendar.
pub fn read_date(text: &str, order: Option<DateOrder>) -> Option<Date> {
    let text: String = text.nfkc().collect();
    let text = without_midnight(text.trim());
    if let Some(parts) = three_numbers(text) {
        return from_numbers(parts, text, order);
    }
    with_month_name(text)
}

fn without_midnight(text: &str) -> &str {
    [" 00:00:00", "T00:00:00", " 00:00", "T00:00", "T00:00:00Z"]
        .iter()
        .find_map(|midnight| text.strip_suffix(midnight))
        .unwrap_or(text)
}

/// Exactly three numbers between `-`, `/`, `.` or the Chinese and Japanese words for year, month and day.
fn three_numbers(text: &str) -> Option<[i16; 3]> {
    let text = text.trim();
    let text = text.strip_suffix(['日', '号']).unwrap_or(text);
    let mut parts = text
        .split(['-', '/', '.', '年', '月'])
        .map(|part| part.trim().parse::<u16>().ok());
    let mut next = || {
        parts
            .next()
            .flatten()
            .and_then(|number| i16::try_from(number).ok())
    };
    let numbers = [next()?, next()?, next()?];
    parts.next().is_none().then_some(numbers)
}

fn from_numbers(
    [first, second, third]: [i16; 3],
    text: &str,
    order: Option<DateOrder>,
) -> Option<Date> {
    let year_digits = text.chars().take_while(char::is_ascii_digit).count();
    if year_digits == 4 {
        return day(first, second, third);
    }
    let year_text = text
        .trim_end_matches('日')
        .rsplit(['-', '/', '.'])
        .next()
        .unwrap_or_default()
        .trim();
    let year = full_year(third, year_text.len())?;
    match (first > 12, second > 12) {
        (true, false) => day(year, second, first),
        (false, true) => day(year, first, second),
        (true, true) => None,
        (false, false) if first == second => day(year, first, second),
        (false, false) => match order? {
            DateOrder::DayFirst => day(year, second, first),
            DateOrder::MonthFirst => day(year, first, second),
        },
    }
}

fn with_month_name(text: &str) -> Option<Date> {
    let words: Vec<&str> = text
        .split([' ', ',', '-', '.'])
        .filter(|word| !word.is_empty())
        .collect();
    let [first, second, third] = words.as_slice() else {
        return None;
    };
    let (month, number) = match (month(first), month(second)) {
        (Some(month), None) => (month, second),
        (None, Some(month)) => (month, first),
        _ => return None,
    };
    let number = ["st", "nd", "rd", "th"]
        .iter()
        .find_map(|end| number.strip_suffix(end))
        .unwrap_or(number);
    let year = full_year(
        third
            .parse::<u16>()
            .ok()
            .and_then(|year| i16::try_from(year).ok())?,
        third.len(),
    )?;
    day(year, month, number.parse().ok()?)
}

fn month(word: &str) -> Option<i16> {
    let word = word.to_lowercase();
    let found = MONTHS
        .iter()
        .position(|month| word.len() >= 3 && (month.starts_with(&word) || word == "sept"))?;
    let found = if word == "sept" { 8 } else { found };
    i16::try_from(found + 1).ok()
}

const fn full_year(year: i16, digits: usize) -> Option<i16> {
    match digits {
        4 => Some(year),
        2 => Some(if year < CENTURY_TURN {
            2000 + year
        } else {
            1900 + year
        }),
        _ => None,
    }
}

fn day(year: i16, month: i16, day: i16) -> Option<Date> {
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, order: Option<DateOrder>) -> Option<String> {
        read_date(text, order).map(|date| date.to_string())
    }

    #[test]
    fn days_read_in_every_usual_form() {
        for text in [
            "2026-03-31",
            "2026/3/31",
            "2026.03.31",
            "2026年3月31日",
            "２０２６－０３－３１",
            "31/03/2026",
            "03/31/2026",
            "31.3.26",
            "31 Mar 2026",
            "31-Mar-26",
            "March 31, 2026",
            "31st March 2026",
            "2026-03-31 00:00:00",
        ] {
            assert_eq!(read(text, None).as_deref(), Some("2026-03-31"), "{text}");
        }
        assert_eq!(read("1 Sept 2026", None).as_deref(), Some("2026-09-01"));
    }

    #[test]
    fn day_and_month_are_never_guessed() {
        assert_eq!(read("03/04/2026", None), None);
        assert_eq!(
            read("03/04/2026", Some(DateOrder::DayFirst)).as_deref(),
            Some("2026-04-03")
        );
        assert_eq!(
            read("03/04/2026", Some(DateOrder::MonthFirst)).as_deref(),
            Some("2026-03-04")
        );
        assert_eq!(read("04/04/2026", None).as_deref(), Some("2026-04-04"));
    }

    #[test]
    fn what_is_not_a_day_is_refused() {
        for text in [
            "",
            "2026-02-30",
            "31/13/2026",
            "tomorrow",
            "2026-03-31 14:00",
            "12.5",
            "1/2",
            "20260331",
            "1.2.3.4",
        ] {
            assert_eq!(read(text, Some(DateOrder::DayFirst)), None, "{text}");
        }
    }

    #[test]
    fn a_column_tells_its_order() {
        assert_eq!(
            DateOrder::of_column(["03/04/2014", "23/04/2014"]),
            Some(DateOrder::DayFirst)
        );
        assert_eq!(
            DateOrder::of_column(["03/04/2014", "04/23/2014"]),
            Some(DateOrder::MonthFirst)
        );
        assert_eq!(DateOrder::of_column(["23/04/2014", "04/23/2014"]), None);
        assert_eq!(DateOrder::of_column(["2014-04-23", ""]), None);
    }
}
