//! The text a person sees in a cell. Days and times are written one way (ISO), whatever their format.

use calamine::{Data, ExcelDateTime};

use super::number_format::{general, show_number};
use crate::intake::CellFault;

/// The text of a cell, and what is wrong with it. `code` is its number format, if the file tells it.
pub(super) fn shown(data: &Data, code: Option<&str>) -> (String, Option<CellFault>) {
    match data {
        Data::Empty => (String::new(), None),
        Data::String(text) => (text.clone(), None),
        Data::Int(number) => match code {
            // Whole numbers of this size are exact in either form.
            Some(_) => (
                show_number(number.to_string().parse().unwrap_or_default(), code),
                None,
            ),
            None => (number.to_string(), None),
        },
        Data::Float(number) => (show_number(*number, code), None),
        Data::Bool(value) => ((if *value { "TRUE" } else { "FALSE" }).to_owned(), None),
        Data::DateTime(moment) => show_moment(moment),
        Data::DateTimeIso(text) => (show_iso(text), None),
        Data::DurationIso(text) => (show_iso_duration(text), None),
        Data::Error(error) => (error.to_string(), Some(CellFault::Error)),
    }
}

fn show_moment(moment: &ExcelDateTime) -> (String, Option<CellFault>) {
    let serial = moment.as_f64();
    if !(0.0..2_958_466.0).contains(&serial) {
        return (general(serial), None);
    }
    if moment.is_duration() {
        return (show_duration(serial), None);
    }
    let (year, month, day, hour, minute, second, milli) = moment.to_ymd_hms_milli();
    let time = show_time(hour, minute, second, milli);
    if serial < 1.0 {
        return (time, None);
    }
    // The first spreadsheet took 1900 for a leap year, and all others followed.
    let fault = ((year, month, day) == (1900, 2, 29)).then_some(CellFault::ImpossibleDate);
    let date = format!("{year:04}-{month:02}-{day:02}");
    let text = if (hour, minute, second, milli) == (0, 0, 0, 0) {
        date
    } else {
        format!("{date} {time}")
    };
    (text, fault)
}

fn show_time(hour: u8, minute: u8, second: u8, milli: u16) -> String {
    match (second, milli) {
        (0, 0) => format!("{hour:02}:{minute:02}"),
        (_, 0) => format!("{hour:02}:{minute:02}:{second:02}"),
        _ => format!("{hour:02}:{minute:02}:{second:02}.{milli:03}"),
    }
}

/// Days as hours, minutes and seconds, as the `[h]:mm:ss` formats show them.
fn show_duration(days: f64) -> String {
    let seconds = (days * 86_400.0).round();
    let hours = (seconds / 3_600.0).floor();
    let rest = seconds - hours * 3_600.0;
    let minutes = (rest / 60.0).floor();
    format!("{hours:.0}:{minutes:02.0}:{:02.0}", rest - minutes * 60.0)
}

/// `2026-03-31T18:00:00` as `2026-03-31 18:00`.
pub(super) fn show_iso(text: &str) -> String {
    let Some((date, time)) = text.split_once('T') else {
        return text.to_owned();
    };
    let time = time.strip_suffix(".000").unwrap_or(time);
    let time = time.strip_suffix('Z').unwrap_or(time);
    let short = time
        .strip_suffix(":00")
        .filter(|short| short.contains(':'))
        .unwrap_or(time);
    if short == "00:00" {
        date.to_owned()
    } else {
        format!("{date} {short}")
    }
}

/// `PT12H30M00S` as `12:30`.
fn show_iso_duration(text: &str) -> String {
    let parts = || -> Option<(u32, u32, u32)> {
        let (hours, rest) = text.strip_prefix("PT")?.split_once('H')?;
        let (minutes, rest) = rest.split_once('M')?;
        let seconds = rest.strip_suffix('S')?.split(['.', ',']).next()?;
        Some((
            hours.parse().ok()?,
            minutes.parse().ok()?,
            seconds.parse().ok()?,
        ))
    };
    match parts() {
        Some((hours, minutes, 0)) => format!("{hours:02}:{minutes:02}"),
        Some((hours, minutes, seconds)) => format!("{hours:02}:{minutes:02}:{seconds:02}"),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use calamine::ExcelDateTimeType;

    use super::*;

    fn moment(serial: f64, is_1904: bool) -> (String, Option<CellFault>) {
        shown(
            &Data::DateTime(ExcelDateTime::new(
                serial,
                ExcelDateTimeType::DateTime,
                is_1904,
            )),
            None,
        )
    }

    #[test]
    fn both_date_systems_give_the_same_day() {
        assert_eq!(moment(46112.0, false), ("2026-03-31".to_owned(), None));
        assert_eq!(moment(44650.0, true), ("2026-03-31".to_owned(), None));
    }

    #[test]
    fn the_day_that_never_was_is_flagged_and_its_neighbours_are_right() {
        assert_eq!(moment(59.0, false), ("1900-02-28".to_owned(), None));
        assert_eq!(
            moment(60.0, false),
            ("1900-02-29".to_owned(), Some(CellFault::ImpossibleDate))
        );
        assert_eq!(moment(61.0, false), ("1900-03-01".to_owned(), None));
    }

    #[test]
    fn times_do_not_shift() {
        assert_eq!(moment(46112.75, false).0, "2026-03-31 18:00");
        assert_eq!(moment(0.5, false).0, "12:00");
        let long = ExcelDateTime::new(1.5, ExcelDateTimeType::TimeDelta, false);
        assert_eq!(shown(&Data::DateTime(long), None).0, "36:00:00");
        assert_eq!(show_iso("2026-03-31T18:00:00"), "2026-03-31 18:00");
        assert_eq!(show_iso("2026-03-31T00:00:00"), "2026-03-31");
        assert_eq!(show_iso_duration("PT12H30M00S"), "12:30");
    }
}
