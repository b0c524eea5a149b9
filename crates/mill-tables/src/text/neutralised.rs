//! Text that a spreadsheet would evaluate, made harmless in a way that can be undone.
//!
//! A neutralised cell gets an apostrophe in front. A CSV that has such cells carries one more column at its end, whose
//! name starts with [`MARKER`]: it holds the numbers of the neutralised columns of each row, in its name those of
//! the header. Whoever reads the file back, we ourselves for one, can take exactly these apostrophes away again.

use crate::read_amount;

/// The name of the column that tells which cells were neutralised.
pub(crate) const MARKER: &str = "stampmill:neutralised";

/// True if a spreadsheet program could evaluate the text on opening. Plain numbers are not dangerous, and `-` is not.
pub(crate) fn is_dangerous(text: &str) -> bool {
    let Some(first) = text
        .trim_start_matches([' ', '\u{a0}', '\u{3000}', '\u{feff}'])
        .chars()
        .next()
    else {
        return false;
    };
    match first {
        '=' | '@' | '＝' | '＠' | '\t' | '\r' | '\n' => true,
        '+' | '-' | '＋' | '－' => text.chars().count() > 1 && read_amount(text, None).is_none(),
        _ => false,
    }
}

/// The text with the apostrophe in front.
pub(crate) fn neutral(text: &str) -> String {
    format!("'{text}")
}

/// Which columns of a row were neutralised, from the marker's cell or name: numbers from 1, apart by spaces.
fn marked_columns(marker: &str) -> impl Iterator<Item = usize> {
    marker
        .strip_prefix(MARKER)
        .unwrap_or(marker)
        .split_whitespace()
        .filter_map(|number| number.parse::<usize>().ok()?.checked_sub(1))
}

/// Takes the apostrophes of the marked columns away.
pub(crate) fn restore(cells: &mut [String], marker: &str) {
    for column in marked_columns(marker) {
        if let Some(cell) = cells.get_mut(column)
            && let Some(original) = cell.strip_prefix('\'')
        {
            *cell = original.to_owned();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_dangerous_and_numbers_are_not() {
        for text in [
            "=HYPERLINK(\"http://x.invalid\",\"ok\")",
            "+49 30 1234567",
            "@role",
            "-1+cmd",
            "\t=1",
            "\r=1",
            " =1",
            "＝1",
        ] {
            assert!(is_dangerous(text), "{text:?}");
        }
        for text in [
            "-42",
            "-1,234.56",
            "(12.00)",
            "-",
            "+5",
            "-7.5%",
            "- 3.00",
            "a=b",
            "",
            "'quoted",
        ] {
            assert!(!is_dangerous(text), "{text:?}");
        }
    }

    #[test]
    fn only_marked_apostrophes_go_away() {
        let mut cells = vec!["'=1".to_owned(), "'tis".to_owned(), "x".to_owned()];
        restore(&mut cells, "1 3");
        assert_eq!(cells, ["=1", "'tis", "x"]);
    }
}
