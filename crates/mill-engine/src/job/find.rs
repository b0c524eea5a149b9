//! Finding text in the cells of a task list.

use mill_skills::fold;

/// The most cells that are named; all are counted.
const MOST_NAMED: usize = 20_000;

/// Cells that hold a text, row after row.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FoundCells {
    /// How many there are.
    pub total: u64,
    /// Row, by its place among those looked at, and column, both from 0; the first 20,000.
    pub cells: Vec<(u32, u32)>,
}

impl FoundCells {
    /// Looks for `text` in rows of cells, case and width aside; an empty text is in none.
    pub fn of<'r>(rows: impl Iterator<Item = &'r [String]>, text: &str) -> Self {
        let text = fold(text);
        let mut found = Self::default();
        if text.is_empty() {
            return found;
        }
        for (row, cells) in (0_u32..).zip(rows) {
            for (column, cell) in (0_u32..).zip(cells) {
                if !fold(cell).contains(text.as_str()) {
                    continue;
                }
                found.total += 1;
                if found.cells.len() < MOST_NAMED {
                    found.cells.push((row, column));
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(cells: &[&str]) -> Vec<String> {
        cells.iter().map(|&cell| cell.to_owned()).collect()
    }

    #[test]
    fn cells_are_found_whatever_their_case_and_width() {
        let rows = [
            row(&["OYSTER", "ＯＹＳＴＥＲ bus"]),
            row(&["none", ""]),
            row(&["an oyster", "1"]),
        ];
        let found = FoundCells::of(rows.iter().map(Vec::as_slice), "oyster");
        let cells = vec![(0, 0), (0, 1), (2, 0)];
        assert_eq!(found, FoundCells { total: 3, cells });
        assert_eq!(
            FoundCells::of(rows.iter().map(Vec::as_slice), " "),
            FoundCells::default()
        );
    }

    #[test]
    fn more_cells_than_are_named_are_counted() {
        let rows = vec![row(&["a", "a", "a"]); 10_000];
        let found = FoundCells::of(rows.iter().map(Vec::as_slice), "A");
        assert_eq!((found.total, found.cells.len()), (30_000, 20_000));
    }
}
