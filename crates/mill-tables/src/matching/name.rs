//! The name of a file as a cell may say it.

use unicode_normalization::UnicodeNormalization as _;

use super::MatchWay;

/// Longer words are no numbers or names of anyone; the limit keeps odd file names from costing time.
const LONGEST: usize = 80;

/// A file's path inside its folder, folded as cells are.
#[derive(Debug)]
pub(super) struct FileName {
    /// The whole path and what is left of it without its first folders, the file's own name last.
    tails: Vec<String>,
    /// The name without its ending.
    stem: String,
    /// The folders around it, the nearest first.
    folders: Vec<String>,
}

/// As names are compared: composed, without case and width, underscores as blanks, backslashes as slashes.
pub(super) fn folded(text: &str) -> String {
    let lower = text.nfkc().collect::<String>().to_lowercase();
    let lower = lower.replace('\\', "/").replace('_', " ");
    lower.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl FileName {
    pub(super) fn of(path: &str) -> Self {
        let parts: Vec<String> = path.split('/').map(folded).collect();
        let name = parts.last().cloned().unwrap_or_default();
        let tails = (0..parts.len())
            .map(|from| parts.get(from..).unwrap_or_default().join("/"))
            .collect();
        let stem = match name.rsplit_once('.') {
            Some((stem, _)) if !stem.is_empty() => stem.trim_end().to_owned(),
            _ => name,
        };
        let folders = parts.iter().rev().skip(1).cloned().collect();
        Self {
            tails,
            stem,
            folders,
        }
    }

    /// The texts that name it in the surest way there is, and that way. `known` tells which texts cells hold.
    pub(super) fn named_by<'cell>(
        &self,
        known: impl Fn(&str) -> Option<&'cell str>,
    ) -> (MatchWay, Vec<&'cell str>) {
        let whole: Vec<&str> = self.tails.iter().filter_map(|tail| known(tail)).collect();
        if !whole.is_empty() {
            return (MatchWay::Name, whole);
        }
        if let Some(stem) = known(&self.stem) {
            return (MatchWay::Stem, vec![stem]);
        }
        let mut parts = parts_of(&self.stem, &known);
        // A folder speaks for its files only where their own names say nothing.
        let mut folders = self.folders.iter();
        while let (true, Some(folder)) = (parts.is_empty(), folders.next()) {
            parts = known(folder).map_or_else(|| parts_of(folder, &known), |whole| vec![whole]);
        }
        (MatchWay::Part, parts)
    }
}

/// The cells that stand in a text as words of their own; one that stands inside another of them does not count.
fn parts_of<'cell>(text: &str, known: impl Fn(&str) -> Option<&'cell str>) -> Vec<&'cell str> {
    let letters: Vec<(usize, char)> = text.char_indices().collect();
    let edges = edges(&letters, text.len());
    let mut found: Vec<(usize, usize, &'cell str)> = Vec::new();
    for (at, &from) in edges.iter().enumerate() {
        for &to in edges.iter().skip(at + 1) {
            if to - from > LONGEST {
                break;
            }
            let word = text.get(from..to).unwrap_or_default();
            if word.trim() != word || !says_something(word) {
                continue;
            }
            found.extend(known(word).map(|cell| (from, to, cell)));
        }
    }
    let inside = |one: &(usize, usize, &str)| {
        found
            .iter()
            .any(|other| other.0 <= one.0 && one.1 <= other.1 && other.1 - other.0 > one.1 - one.0)
    };
    let mut cells: Vec<&str> = found
        .iter()
        .filter(|one| !inside(one))
        .map(|(_, _, cell)| *cell)
        .collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// Where a word can begin or end: not inside a number, not inside a word of an alphabet.
fn edges(letters: &[(usize, char)], end: usize) -> Vec<usize> {
    let between = letters.windows(2).filter_map(|pair| match pair {
        [(_, before), (at, after)] if !belong_together(*before, *after) => Some(*at),
        _ => None,
    });
    std::iter::once(0)
        .chain(between)
        .chain(std::iter::once(end))
        .collect()
}

fn belong_together(before: char, after: char) -> bool {
    (before.is_numeric() && after.is_numeric()) || (is_spelt(before) && is_spelt(after))
}

/// A letter of a script that puts blanks between its words; Chinese and Japanese do not.
fn is_spelt(letter: char) -> bool {
    let unspaced = matches!(
        letter,
        '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}'
    );
    letter.is_alphabetic() && !unspaced
}

/// A number, or more than a single letter: `A` is in every name.
fn says_something(word: &str) -> bool {
    let mut letters = word.chars().filter(|letter| letter.is_alphanumeric());
    match (letters.next(), letters.next()) {
        (Some(only), None) => only.is_numeric(),
        (first, _) => first.is_some(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(path: &str, cells: &[&'static str]) -> (MatchWay, Vec<&'static str>) {
        let known = |text: &str| cells.iter().find(|cell| **cell == text).copied();
        FileName::of(path).named_by(known)
    }

    #[test]
    fn a_number_is_found_between_other_signs_and_never_inside_another_number() {
        let cells = ["0042", "42", "7", "2026"];
        let part = |path, found: &[&'static str]| {
            assert_eq!(
                named(path, &cells),
                (MatchWay::Part, found.to_vec()),
                "{path}"
            );
        };
        part("Kunde_0042_Auszug.pdf", &["0042"]);
        part("K0042.pdf", &["0042"]);
        part("10042.pdf", &[]);
        part("7 Smith.pdf", &["7"]);
        part("Smith 2026-42.pdf", &["2026", "42"]);
    }

    #[test]
    fn words_are_whole_words_and_the_longer_one_counts() {
        let cells = ["smith", "smith & sons", "北京", "北京分公司", "art", "a"];
        let found = |path| named(path, &cells).1;
        assert_eq!(found("Statement Smith & Sons 2026.pdf"), ["smith & sons"]);
        assert_eq!(found("SMITH_2026.pdf"), ["smith"]);
        assert!(found("Smithers.pdf").is_empty());
        assert!(found("Party a.pdf").is_empty());
        assert_eq!(found("2026年北京分公司报表.pdf"), ["北京分公司"]);
        assert_eq!(found("北京报表.pdf"), ["北京"]);
    }

    #[test]
    fn names_are_the_same_however_they_were_typed_or_stored() {
        // As file systems of Apple store it: the two dots are a sign of their own.
        assert_eq!(folded("Mu\u{308}ller  AG"), folded("MÜLLER_ag"));
        assert_eq!(folded("Ｋ００４２"), "k0042");
    }

    #[test]
    fn folders_speak_where_the_name_says_nothing() {
        let cells = ["0042", "smith"];
        assert_eq!(
            named("0042 Smith Ltd/statement.pdf", &cells).1,
            ["0042", "smith"]
        );
        assert_eq!(
            named("0042/smith.pdf", &cells),
            (MatchWay::Stem, vec!["smith"])
        );
    }

    #[test]
    fn a_whole_name_is_surer_than_its_stem_and_that_than_a_part() {
        let cells = ["in/inv 7.pdf", "inv 7", "7"];
        assert_eq!(
            named("in/inv_7.pdf", &cells),
            (MatchWay::Name, vec!["in/inv 7.pdf"])
        );
        assert_eq!(
            named("inv 7.pdf", &cells[1..]),
            (MatchWay::Stem, vec!["inv 7"])
        );
        assert_eq!(named("inv-7.pdf", &cells[1..]), (MatchWay::Part, vec!["7"]));
    }
}
