//! Which file belongs to which row: a column whose cells name the files is found, and what it leaves open is said.

mod name;

use std::collections::{BTreeMap, HashMap};

use name::{FileName, folded};

/// How a cell names a file, the surest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MatchWay {
    /// It is the file's name, with or without folders before it.
    Name,
    /// It is the name without its ending.
    Stem,
    /// It stands in the name as a word or number of its own, or in the name of a folder around the file.
    Part,
}

impl MatchWay {
    /// The stable word for translation.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Stem => "stem",
            Self::Part => "part",
        }
    }
}

/// The file of a row; files by their place in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowFile {
    /// No file goes by what the cell says.
    None,
    /// One does, and no other row's cell names it too.
    One {
        /// The file.
        file: usize,
        /// How the cell names it.
        way: MatchWay,
    },
    /// Several do, or one that another row's cell names as well: a person has to say.
    Open {
        /// The files, in the order of the list; never empty.
        files: Vec<usize>,
    },
}

/// What a column would do as the one that names the files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ColumnFit {
    /// The column, from 0.
    pub column: usize,
    /// Files that come to a row without a doubt.
    pub files: usize,
    /// Rows that get one of them.
    pub rows: usize,
    /// Rows a person has to say something about.
    pub open: usize,
}

/// Files laid beside rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileMatching {
    /// The column that names the files; `None`: no column names any.
    pub column: Option<usize>,
    /// Every column that names a file, the best first.
    pub columns: Vec<ColumnFit>,
    /// One entry a row, in order.
    pub rows: Vec<RowFile>,
    /// Files that go to no row and are in no doubt either, in the order of the list.
    pub unused: Vec<usize>,
}

/// Lays files beside rows. `files` are paths inside the chosen folder, with `/` between their parts; `column` is the
/// person's choice, `None` takes the column that brings most files to a row.
pub fn match_files(
    width: usize,
    rows: &[&[String]],
    files: &[String],
    column: Option<usize>,
) -> FileMatching {
    let names: Vec<FileName> = files.iter().map(|file| FileName::of(file)).collect();
    let mut fits = Vec::new();
    let mut chosen: Option<(ColumnFit, Vec<RowFile>)> = None;
    for place in 0..width {
        let matched = match_column(rows, &names, place);
        let fit = fit(place, &matched);
        if fit.rows + fit.open > 0 {
            fits.push(fit);
        }
        let wanted = match (column, &chosen) {
            (Some(column), _) => column == place,
            (None, None) => fit.rows + fit.open > 0,
            (None, Some((best, _))) => rank(&fit) > rank(best),
        };
        if wanted {
            chosen = Some((fit, matched));
        }
    }
    // Stable: columns that do the same stay in the order of the table.
    fits.sort_by_key(|fit| std::cmp::Reverse(rank(fit)));
    let (column, rows) = chosen.map_or_else(
        || (None, vec![RowFile::None; rows.len()]),
        |(fit, matched)| (Some(fit.column), matched),
    );
    let unused = unused(&rows, files.len());
    FileMatching {
        column,
        columns: fits,
        rows,
        unused,
    }
}

/// The more the better; among equals the one with fewer doubts.
const fn rank(fit: &ColumnFit) -> (usize, usize, std::cmp::Reverse<usize>) {
    (fit.files, fit.rows, std::cmp::Reverse(fit.open))
}

fn fit(column: usize, rows: &[RowFile]) -> ColumnFit {
    let mut fit = ColumnFit {
        column,
        files: 0,
        rows: 0,
        open: 0,
    };
    let mut files = std::collections::BTreeSet::new();
    for row in rows {
        match row {
            RowFile::None => {}
            RowFile::One { file, .. } => {
                fit.rows += 1;
                files.insert(*file);
            }
            RowFile::Open { .. } => fit.open += 1,
        }
    }
    fit.files = files.len();
    fit
}

fn unused(rows: &[RowFile], files: usize) -> Vec<usize> {
    let mut used = vec![false; files];
    for row in rows {
        let named = match row {
            RowFile::None => &[][..],
            RowFile::One { file, .. } => std::slice::from_ref(file),
            RowFile::Open { files } => files,
        };
        for file in named {
            if let Some(used) = used.get_mut(*file) {
                *used = true;
            }
        }
    }
    (0..files)
        .filter(|file| used.get(*file) == Some(&false))
        .collect()
}

fn match_column(rows: &[&[String]], files: &[FileName], column: usize) -> Vec<RowFile> {
    let cell = |row: &&[String]| {
        row.get(column)
            .map_or_else(String::new, |cell| folded(cell))
    };
    let cells: Vec<String> = rows.iter().map(cell).collect();
    // What is said once or in a hundred rows is looked up once.
    let known: HashMap<&str, usize> = cells
        .iter()
        .filter(|cell| !cell.is_empty())
        .map(String::as_str)
        .zip(0..)
        .collect();
    let mut named: HashMap<&str, BTreeMap<MatchWay, Vec<usize>>> = HashMap::new();
    let mut contested = vec![false; files.len()];
    for (place, file) in files.iter().enumerate() {
        let (way, hits) = file.named_by(|text| known.get_key_value(text).map(|(text, _)| *text));
        if let Some(contested) = contested.get_mut(place) {
            *contested = hits.len() > 1;
        }
        for hit in hits {
            let ways = named.entry(hit).or_default();
            ways.entry(way).or_default().push(place);
        }
    }
    let of_cell = |cell: &String| -> RowFile {
        let Some((way, found)) = named
            .get(cell.as_str())
            .and_then(|ways| ways.first_key_value())
        else {
            return RowFile::None;
        };
        match found.as_slice() {
            [file] if contested.get(*file) == Some(&false) => RowFile::One {
                file: *file,
                way: *way,
            },
            several => RowFile::Open {
                files: several.to_vec(),
            },
        }
    };
    cells.iter().map(of_cell).collect()
}
