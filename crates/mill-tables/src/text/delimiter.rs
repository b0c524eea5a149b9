//! Which character separates cells: the one that gives most rows the same number of cells, outside quotes.

use super::records::Records;
use crate::read_amount;

/// In the order of preference where two fit equally well.
const CANDIDATES: [char; 4] = ['\t', ';', '|', ','];

/// How much of a file is looked at.
const SAMPLE_BYTES: usize = 256 * 1024;
const SAMPLE_RECORDS: usize = 500;

/// What was found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct DelimiterGuess {
    /// The delimiter; `None` for text of one column.
    pub(crate) delimiter: Option<char>,
    /// Another delimiter that fits nearly as well, or the same one if it fits badly. `None`: no doubt.
    pub(crate) rival: Option<char>,
}

#[derive(Debug, Clone, Copy)]
struct Trial {
    delimiter: char,
    /// Records with the most frequent number of cells, as a share of all.
    share: f64,
}

/// Looks for the delimiter over many rows.
pub(crate) fn guess_delimiter(text: &str) -> DelimiterGuess {
    let sample = sample(text);
    let mut trials: Vec<Trial> = CANDIDATES
        .into_iter()
        .filter_map(|delimiter| trial(sample, delimiter))
        .collect();
    // Stable, so that equal shares keep the order of preference.
    trials.sort_by(|one, other| other.share.total_cmp(&one.share));
    let Some(best) = trials.first() else {
        return DelimiterGuess {
            delimiter: None,
            rival: None,
        };
    };
    let rival = match trials.get(1) {
        Some(second) if second.share > best.share - 0.1 => Some(second.delimiter),
        _ if best.share < 0.5 => Some(best.delimiter),
        _ => None,
    };
    DelimiterGuess {
        delimiter: Some(best.delimiter),
        rival,
    }
}

/// The delimiter a first line `sep=;` names, and the text behind that line.
pub(crate) fn separator_line(text: &str) -> Option<(char, &str)> {
    let line = text.lines().next()?;
    let named = line
        .trim_matches('"')
        .strip_prefix("sep=")
        .or_else(|| line.trim_matches('"').strip_prefix("SEP="))?;
    let delimiter = named
        .chars()
        .next()
        .filter(|_| named.chars().count() == 1)?;
    let behind = text.get(line.len()..)?;
    Some((
        delimiter,
        behind
            .strip_prefix("\r\n")
            .or_else(|| behind.strip_prefix('\n'))
            .unwrap_or(behind),
    ))
}

/// A delimiter for text of one column: a character that does not occur.
pub(crate) fn absent_delimiter(text: &str) -> u8 {
    [0x1F, 0x1E, 0x1D, 0x01]
        .into_iter()
        .find(|byte| !text.as_bytes().contains(byte))
        .unwrap_or(0x02)
}

/// The start of the text, cut at a line end.
fn sample(text: &str) -> &str {
    if text.len() <= SAMPLE_BYTES {
        return text;
    }
    let cut = text
        .as_bytes()
        .iter()
        .take(SAMPLE_BYTES)
        .rposition(|byte| *byte == b'\n')
        .map_or(text.len(), |end| end + 1);
    text.get(..cut).unwrap_or(text)
}

fn trial(sample: &str, delimiter: char) -> Option<Trial> {
    let records: Vec<Vec<String>> = Records::new(sample, u8::try_from(delimiter).ok()?, 1)
        .take(SAMPLE_RECORDS)
        .map(|record| record.cells)
        .filter(|cells| cells.iter().any(|cell| !cell.is_empty()))
        .collect();
    let wide = records.iter().filter(|cells| cells.len() > 1).count();
    if wide * 2 < records.len() || wide == 0 {
        return None;
    }
    let modal = most_frequent(records.iter().map(Vec::len).filter(|width| *width > 1))?;
    let same = records.iter().filter(|cells| cells.len() == modal).count();
    // `name` above `Smith, John`, or `amount` above `1,50`: one column whose text holds the mark.
    let first_is_narrow = records.first().is_some_and(|cells| cells.len() == 1);
    let first_wide = records.iter().find(|cells| cells.len() > 1)?;
    let is_data = first_wide
        .iter()
        .any(|cell| read_amount(cell, None).is_some());
    if first_is_narrow && (is_data || always_before_space(sample, delimiter)) {
        return None;
    }
    Some(Trial {
        delimiter,
        share: ratio(same, records.len()),
    })
}

fn always_before_space(sample: &str, delimiter: char) -> bool {
    sample
        .split(delimiter)
        .skip(1)
        .all(|behind| behind.starts_with(' '))
}

fn most_frequent(widths: impl Iterator<Item = usize>) -> Option<usize> {
    let mut counts = std::collections::BTreeMap::new();
    for width in widths {
        *counts.entry(width).or_insert(0_usize) += 1;
    }
    counts
        .into_iter()
        .max_by_key(|(_, count)| *count)
        .map(|(width, _)| width)
}

fn ratio(part: usize, whole: usize) -> f64 {
    let small = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    small(part) / small(whole.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> (Option<char>, Option<char>) {
        let guess = guess_delimiter(text);
        (guess.delimiter, guess.rival)
    }

    #[test]
    fn a_decimal_comma_does_not_win_over_the_semicolon() {
        let mut text = "Konto;Betrag;Text\r\n".to_owned();
        for _ in 0..6 {
            text.push_str("4711;-1.204,50;Miete, Juni\r\n");
        }
        text.push_str("4712;17;ok\r\n");
        assert_eq!(found(&text), (Some(';'), None));
    }

    #[test]
    fn other_marks_inside_text_do_not_count() {
        assert_eq!(found("a\tb\r\n1;2\tx;y\r\n3;4\tz\r\n"), (Some('\t'), None));
        assert_eq!(
            found("a,b\n\"1;2;3\",\"x;y\"\n\"4;5;6\",\"z;w\"\n"),
            (Some(','), None)
        );
    }

    #[test]
    fn text_of_one_column_has_no_delimiter() {
        assert_eq!(found("name\nAnna\nBert\n").0, None);
        assert_eq!(found("name\nSmith, John\nDoe, Jane\n").0, None);
        assert_eq!(found("Betrag\n1,50\n2,75\n").0, None);
    }

    #[test]
    fn a_preamble_does_not_hide_the_delimiter() {
        assert_eq!(found("Export of 2026-03-31\n\nid,name,city,amount\n1,a,b,2\n2,a,b,3,\n3,a,b\n4,a,b,5\nTotal,,,350.00\n").0, Some(','));
    }

    #[test]
    fn a_separator_line_names_the_delimiter() {
        assert_eq!(separator_line("sep=;\r\na;b\r\n"), Some((';', "a;b\r\n")));
        assert_eq!(separator_line("separator\n"), None);
    }
}
