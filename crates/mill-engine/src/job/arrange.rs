//! The rows of a list as a person looks at them: some of them, in another order. The list itself stays as it is.

use std::cmp::Ordering;

use mill_skills::{DecimalMark, fold, read_number};

/// Which rows to look at, and in which order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Arrangement {
    /// Column and whether the largest comes first; `None`: as in the list.
    pub sort: Option<(usize, bool)>,
    /// Column and text its cell must contain, case and width aside; all must hold.
    pub filters: Vec<(usize, String)>,
}

impl Arrangement {
    /// Leaves out what a filter leaves out and sorts what is left. Numbers sort by what they are worth and stand before
    /// text; empty cells come last either way; rows that are alike stay in the order of the list.
    pub fn apply<T>(&self, rows: &mut Vec<T>, cells: impl Fn(&T) -> &[String]) {
        let filters: Vec<(usize, String)> = self
            .filters
            .iter()
            .map(|(column, text)| (*column, fold(text)))
            .filter(|(_, text)| !text.is_empty())
            .collect();
        rows.retain(|row| {
            let cells = cells(row);
            filters.iter().all(|(column, text)| {
                cells
                    .get(*column)
                    .is_some_and(|cell| fold(cell).contains(text.as_str()))
            })
        });
        if let Some((column, descending)) = self.sort {
            let key = |row: &T| Key::of(cells(row).get(column).map_or("", String::as_str));
            rows.sort_by_cached_key(|row| Ranked {
                key: key(row),
                descending,
            });
        }
    }
}

/// What a cell sorts by.
#[derive(PartialEq, Eq)]
enum Key {
    Number(rust_decimal::Decimal),
    Text(String),
    Empty,
}

impl Key {
    fn of(cell: &str) -> Self {
        let text = cell.trim();
        if text.is_empty() {
            return Self::Empty;
        }
        read_number(text, DecimalMark::Dot).map_or_else(|| Self::Text(fold(text)), Self::Number)
    }
}

#[derive(PartialEq, Eq)]
struct Ranked {
    key: Key,
    descending: bool,
}

impl Ord for Ranked {
    fn cmp(&self, other: &Self) -> Ordering {
        let order = match (&self.key, &other.key) {
            (Key::Empty, Key::Empty) => return Ordering::Equal,
            (Key::Empty, _) => return Ordering::Greater,
            (_, Key::Empty) => return Ordering::Less,
            (Key::Number(one), Key::Number(two)) => one.cmp(two),
            (Key::Text(one), Key::Text(two)) => one.cmp(two),
            (Key::Number(_), Key::Text(_)) => Ordering::Less,
            (Key::Text(_), Key::Number(_)) => Ordering::Greater,
        };
        if self.descending {
            order.reverse()
        } else {
            order
        }
    }
}

impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arranged(sort: Option<(usize, bool)>, filters: &[(usize, &str)]) -> Vec<String> {
        let mut rows: Vec<Vec<String>> = ["10", "", "b", "9", "1,000", "B ", "-3"]
            .into_iter()
            .map(|cell| vec![cell.to_owned()])
            .collect();
        let arrangement = Arrangement {
            sort,
            filters: filters
                .iter()
                .map(|(column, text)| (*column, (*text).to_owned()))
                .collect(),
        };
        arrangement.apply(&mut rows, |row| row);
        rows.into_iter().flatten().collect()
    }

    #[test]
    fn numbers_sort_by_worth_and_empty_cells_come_last() {
        let up = arranged(Some((0, false)), &[]);
        assert_eq!(up, ["-3", "9", "10", "1,000", "b", "B ", ""]);
        let down = arranged(Some((0, true)), &[]);
        assert_eq!(down, ["b", "B ", "1,000", "10", "9", "-3", ""]);
    }

    #[test]
    fn filters_look_at_their_own_column() {
        assert_eq!(arranged(None, &[(0, "0")]), ["10", "1,000"]);
        assert_eq!(arranged(None, &[(0, "b")]), ["b", "B "]);
        assert!(arranged(None, &[(1, "0")]).is_empty());
    }
}
