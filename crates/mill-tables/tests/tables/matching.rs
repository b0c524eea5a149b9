//! Files laid beside the rows of a table.

use mill_tables::{ColumnFit, FileMatching, MatchWay, RowFile, match_files};

fn table(rows: &[[&str; 3]]) -> Vec<Vec<String>> {
    rows.iter()
        .map(|row| row.map(str::to_owned).to_vec())
        .collect()
}

fn matched(rows: &[[&str; 3]], files: &[&str], column: Option<usize>) -> FileMatching {
    let rows = table(rows);
    let rows: Vec<&[String]> = rows.iter().map(Vec::as_slice).collect();
    let files: Vec<String> = files.iter().map(|file| (*file).to_owned()).collect();
    match_files(3, &rows, &files, column)
}

const CLIENTS: [[&str; 3]; 5] = [
    ["0042", "Smith & Sons", "UK"],
    ["0043", "Müller AG", "DE"],
    ["0044", "北京分公司", "CN"],
    ["0045", "Meyer", "DE"],
    ["0046", "Meyer Bau", "DE"],
];

const FILES: [&str; 6] = [
    "0042_statement.pdf",
    "0043 statement.pdf",
    "2026/0044.pdf",
    "0045 letter.pdf",
    "0045 statement.pdf",
    "price list DE.pdf",
];

const fn one(file: usize, way: MatchWay) -> RowFile {
    RowFile::One { file, way }
}

#[test]
fn the_column_whose_cells_name_the_files_is_proposed_and_the_rest_is_said() {
    let matching = matched(&CLIENTS, &FILES, None);
    assert_eq!(matching.column, Some(0));
    assert_eq!(
        matching.rows,
        [
            one(0, MatchWay::Part),
            one(1, MatchWay::Part),
            one(2, MatchWay::Stem),
            RowFile::Open { files: vec![3, 4] },
            RowFile::None,
        ]
    );
    assert_eq!(matching.unused, [5]);
    // A country names one file for three rows: it is no rival of a number that names three files.
    let fit = |column, files, rows, open| ColumnFit {
        column,
        files,
        rows,
        open,
    };
    assert_eq!(matching.columns, [fit(0, 3, 3, 1), fit(2, 1, 3, 0)]);
}

#[test]
fn the_person_may_say_another_column_also_one_that_names_nothing() {
    let by_country = matched(&CLIENTS, &FILES, Some(2));
    assert_eq!(by_country.column, Some(2));
    assert_eq!(by_country.rows[1], one(5, MatchWay::Part));
    assert_eq!(by_country.rows[0], RowFile::None);
    assert_eq!(by_country.unused, [0, 1, 2, 3, 4]);
    let by_name = matched(&CLIENTS, &FILES, Some(1));
    assert_eq!(by_name.rows, vec![RowFile::None; 5]);
    assert_eq!(by_name.unused.len(), 6);
}

#[test]
fn a_file_that_two_rows_name_is_nobodys_until_a_person_says() {
    let files = ["Meyer and Müller AG.pdf", "Meyer Bau.pdf"];
    let matching = matched(&CLIENTS, &files, None);
    assert_eq!(matching.column, Some(1));
    assert_eq!(matching.rows[1], RowFile::Open { files: vec![0] });
    assert_eq!(matching.rows[3], RowFile::Open { files: vec![0] });
    assert_eq!(matching.rows[4], one(1, MatchWay::Stem));
}

#[test]
fn rows_that_say_the_same_share_the_file() {
    let rows = [["0042", "a", ""], ["0042", "b", ""]];
    let matching = matched(&rows, &["0042.pdf"], None);
    assert_eq!(matching.rows, vec![one(0, MatchWay::Stem); 2]);
}

#[test]
fn a_table_that_names_no_file_proposes_no_column() {
    let matching = matched(&CLIENTS, &["scan1.pdf", "scan2.pdf"], None);
    assert_eq!(matching.column, None);
    assert_eq!(matching.rows, vec![RowFile::None; 5]);
    assert_eq!(matching.unused, [0, 1]);
}

#[test]
fn fifty_thousand_rows_and_five_thousand_files_do_not_keep_a_person_waiting() {
    let rows: Vec<Vec<String>> = (0..50_000)
        .map(|number| vec![format!("{number:06}"), format!("Client {number}")])
        .collect();
    let rows: Vec<&[String]> = rows.iter().map(Vec::as_slice).collect();
    let files: Vec<String> = (0..5_000)
        .map(|number| format!("March/{:06} yearly statement, signed copy.pdf", number * 7))
        .collect();
    let begun = std::time::Instant::now();
    let matching = match_files(2, &rows, &files, None);
    assert_eq!(matching.column, Some(0));
    assert_eq!(matching.columns[0].files, 5_000);
    assert!(begun.elapsed().as_secs() < 10, "{:?}", begun.elapsed());
}
