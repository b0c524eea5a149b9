//! The task list with its files: a column that names each row's document, and a word on every row that has none.

use std::collections::BTreeMap;

use mill_domain::FieldSpec;
use mill_skills::Skill;
use mill_tables::RowFile;

use super::beside::{BesideFile, FilesBeside};
use super::{StoredProblem, TaskList, TaskListRow};
use crate::EngineError;

/// The kind of a row that no file was found for.
const NO_FILE: &str = "no_file";

/// The kind of a row that several files could be for.
const FILE_OPEN: &str = "file_open";

/// What a person says of rows, by position from 0: this file, or none. Rows that are not named go as they matched.
pub type FileChoices = BTreeMap<u32, Option<String>>;

/// A list whose rows have their files.
#[derive(Debug)]
pub struct MatchedList {
    /// The list with the column.
    pub list: TaskList,
    /// The input that reads the documents and the column that names them.
    pub pair: (String, String),
    /// What went where.
    pub report: FileReport,
}

/// What went where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileReport {
    /// The column whose cells named the files; `None`: none did.
    pub column: Option<String>,
    /// Rows that got a file.
    pub matched: u64,
    /// Rows without one, as spreadsheet programs count.
    pub rows_without_file: Vec<u32>,
    /// Rows that several files could be for, or one that another row names too, and those files; they got none.
    pub open: Vec<(u32, Vec<String>)>,
    /// Files no row got and no row is in doubt about.
    pub files_without_row: Vec<String>,
}

/// The list with a column that names each row's file, ready for the skill's document input. Rows without a file keep an
/// empty cell and are named among the problems.
/// # Errors
/// [`EngineError::NoFileInput`] if the skill reads no document, [`EngineError::NoFileMatch`] if no row gets a file,
/// [`EngineError::BadValue`] for a choice of a file that is not there.
pub fn with_files(
    mut list: TaskList,
    skill: &Skill,
    beside: &FilesBeside,
    choices: &FileChoices,
) -> Result<MatchedList, EngineError> {
    let input = document_input(skill)?;
    forget_earlier(&mut list);
    let column = place_for(&mut list, input);
    let TaskList { about, rows } = &mut list;
    let mut writer = Writer::new(beside, (column, &about.columns));
    for (position, (row, matched)) in (0_u32..).zip(rows.iter_mut().zip(&beside.matching.rows)) {
        row.cells.resize(about.columns.len(), String::new());
        match chosen(position, matched, beside, choices)? {
            Some((place, file)) => writer.give(row, place, file),
            // A person who took the file away knows why.
            None => writer.leave(
                row,
                Some(matched).filter(|_| !choices.contains_key(&position)),
            ),
        }
    }
    let (name, report, problems) = writer.done();
    if report.matched == 0 {
        return Err(EngineError::NoFileMatch {
            list: about.name().to_owned(),
            files: beside.files.len(),
        });
    }
    about.problems.extend(problems);
    about.folder.clone_from(&beside.folder);
    about.matched = Some(name.clone());
    Ok(MatchedList {
        list,
        pair: (input.name.to_string(), name),
        report,
    })
}

/// Writes files into rows and keeps the account of it.
struct Writer<'beside> {
    beside: &'beside FilesBeside,
    /// The column the names go to.
    column: usize,
    name: String,
    /// One entry a file: whether a row got it.
    given: Vec<bool>,
    report: FileReport,
    problems: Vec<StoredProblem>,
}

impl<'beside> Writer<'beside> {
    fn new(beside: &'beside FilesBeside, (column, columns): (usize, &[String])) -> Self {
        let by = beside.matching.column;
        Self {
            beside,
            column,
            name: columns.get(column).cloned().unwrap_or_default(),
            given: vec![false; beside.files.len()],
            report: FileReport {
                column: by.and_then(|by| columns.get(by).cloned()),
                matched: 0,
                rows_without_file: Vec::new(),
                open: Vec::new(),
                files_without_row: Vec::new(),
            },
            problems: Vec::new(),
        }
    }

    fn give(&mut self, row: &mut TaskListRow, place: usize, file: &BesideFile) {
        self.report.matched += 1;
        if let Some(given) = self.given.get_mut(place) {
            *given = true;
        }
        if let Some(cell) = row.cells.get_mut(self.column) {
            cell.clone_from(&file.name);
        }
        for problem in &file.problems {
            let problem = placed(problem.clone(), row.source_row, &self.name);
            if problem.blocks_row && row.problem.is_none() {
                row.problem = Some(problem.message.clone());
            }
            self.problems.push(problem);
        }
    }

    fn leave(&mut self, row: &TaskListRow, matched: Option<&RowFile>) {
        let number = row.source_row;
        if let Some(RowFile::Open { files }) = matched {
            let names = self.beside.names(files);
            self.problems.push(open(number, &self.name, &names));
            self.report.open.push((number, names));
        } else {
            self.problems.push(no_file(number, &self.name));
            self.report.rows_without_file.push(number);
        }
    }

    fn done(mut self) -> (String, FileReport, Vec<StoredProblem>) {
        let files = self.beside.files.iter().zip(&self.given);
        let left = files
            .filter(|(_, given)| !**given)
            .map(|(file, _)| &file.name);
        let in_doubt = |name: &&String| {
            self.report
                .open
                .iter()
                .any(|(_, names)| names.contains(name))
        };
        let left = left.filter(|name| !in_doubt(name)).cloned().collect();
        self.report.files_without_row = left;
        (self.name, self.report, self.problems)
    }
}

/// The input that reads documents.
pub(crate) fn document_input(skill: &Skill) -> Result<&FieldSpec, EngineError> {
    skill.file_input().ok_or_else(|| EngineError::NoFileInput {
        skill: skill.name.clone(),
    })
}

fn chosen<'beside>(
    position: u32,
    matched: &RowFile,
    beside: &'beside FilesBeside,
    choices: &FileChoices,
) -> Result<Option<(usize, &'beside BesideFile)>, EngineError> {
    let place = match (choices.get(&position), matched) {
        (Some(None), _) | (None, RowFile::None | RowFile::Open { .. }) => return Ok(None),
        (None, RowFile::One { file, .. }) => *file,
        (Some(Some(name)), _) => beside
            .files
            .iter()
            .position(|file| file.name == *name)
            .ok_or_else(|| EngineError::BadValue {
                what: "file",
                value: name.clone(),
                expected: "choose one of the files".to_owned(),
            })?,
    };
    Ok(beside.files.get(place).map(|file| (place, file)))
}

/// Takes back what an earlier matching said of the rows.
fn forget_earlier(list: &mut TaskList) {
    let Some(made) = list.about.matched.clone() else {
        return;
    };
    let (ours, others) = std::mem::take(&mut list.about.problems)
        .into_iter()
        .partition(|problem: &StoredProblem| problem.column.as_ref() == Some(&made));
    list.about.problems = others;
    let ours: Vec<StoredProblem> = ours;
    for row in &mut list.rows {
        let was_ours = |message: &String| {
            ours.iter()
                .any(|problem| problem.row == Some(row.source_row) && problem.message == *message)
        };
        if row.problem.as_ref().is_some_and(was_ours) {
            row.problem = None;
        }
    }
    let column = list.about.columns.iter().position(|name| *name == made);
    let cells = column.map(|column| {
        list.rows
            .iter_mut()
            .map(move |row| row.cells.get_mut(column))
    });
    for cell in cells.into_iter().flatten().flatten() {
        cell.clear();
    }
}

/// The column for the files: the one made before, or a new one behind the others, called as the input is.
fn place_for(list: &mut TaskList, input: &FieldSpec) -> usize {
    let columns = &mut list.about.columns;
    let made = list.about.matched.as_ref();
    if let Some(place) = columns.iter().position(|name| Some(name) == made) {
        return place;
    }
    let taken = |name: &str| columns.iter().any(|column| column == name);
    let numbered = (2..).map(|number| format!("{} ({number})", input.label));
    let name = std::iter::once(input.label.clone())
        .chain(numbered)
        .find(|name| !taken(name))
        .unwrap_or_default();
    columns.push(name);
    columns.len() - 1
}

fn placed(problem: StoredProblem, row: u32, column: &str) -> StoredProblem {
    let mut params = problem.params;
    params.retain(|(name, _)| name != "row" && name != "column");
    params.push(("row".to_owned(), row.to_string()));
    params.push(("column".to_owned(), column.to_owned()));
    StoredProblem {
        row: Some(row),
        column: Some(column.to_owned()),
        params,
        ..problem
    }
}

fn no_file(row: u32, column: &str) -> StoredProblem {
    let message = "No file was found for this row".to_owned();
    said(NO_FILE, row, column, message, Vec::new())
}

fn open(row: u32, column: &str, names: &[String]) -> StoredProblem {
    let files = names.join(", ");
    let message = format!("More than one file or row could be meant, so none was taken: {files}");
    said(
        FILE_OPEN,
        row,
        column,
        message,
        vec![("files".to_owned(), files)],
    )
}

fn said(
    kind: &str,
    row: u32,
    column: &str,
    message: String,
    mut params: Vec<(String, String)>,
) -> StoredProblem {
    params.insert(0, ("case".to_owned(), "matching".to_owned()));
    let problem = StoredProblem {
        row: None,
        column: None,
        kind: kind.to_owned(),
        message,
        params,
        blocks_row: false,
    };
    placed(problem, row, column)
}
