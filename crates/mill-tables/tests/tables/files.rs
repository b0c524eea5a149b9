//! Folders and lists of files.

use std::fs;
use std::path::Path;

use mill_tables::{FileLimits, FileList, ReadOptions, RowMark, SkipReason, list_files, read_table};

use crate::made::{pdf, photo};

/// A folder of documents with everything in it that must not be followed.
fn fill(home: &Path, folder: &Path) {
    let two_pages = pdf(&[
        "BT /F1 12 Tf 60 700 Td (page one) Tj ET",
        "BT /F1 12 Tf 60 700 Td (page two) Tj ET",
    ]);
    fs::create_dir_all(folder.join("march")).unwrap();
    fs::write(home.join("outside.txt"), "secret").unwrap();
    fs::write(folder.join("b.pdf"), two_pages).unwrap();
    fs::write(folder.join("a.txt"), "hello").unwrap();
    fs::write(folder.join("march").join("c.pdf"), b"").unwrap();
    photo().save(folder.join("march").join("d.png")).unwrap();
    fs::write(folder.join(".hidden"), "x").unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("..", folder.join("up")).unwrap();
        std::os::unix::fs::symlink(home.join("outside.txt"), folder.join("link.txt")).unwrap();
    }
}

fn reasons(list: &FileList) -> Vec<(String, SkipReason)> {
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    let mut reasons: Vec<_> = list
        .skipped
        .iter()
        .map(|skipped| (name(&skipped.path), skipped.reason))
        .collect();
    reasons.sort_by(|one, other| one.0.cmp(&other.0));
    reasons
}

#[test]
fn scans_are_found_when_a_folder_is_listed_and_stay_a_choice() {
    let folder = tempfile::tempdir().unwrap();
    let scan = pdf(&["q 500 0 0 700 40 60 cm /Im1 Do Q"]);
    fs::write(folder.path().join("a-scan.pdf"), scan).unwrap();
    fs::write(
        folder.path().join("b.zip"),
        b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
    )
    .unwrap();
    let list = list_files(&[folder.path().to_owned()], &FileLimits::default()).unwrap();
    let marks: Vec<RowMark> = list.table.rows.iter().map(|row| row.mark).collect();
    assert_eq!(marks, [RowMark::Task, RowMark::Unreadable]);
    let found: Vec<_> = list
        .table
        .problems
        .iter()
        .map(|problem| (problem.row, problem.kind.code(), problem.blocks_row))
        .collect();
    assert_eq!(
        found,
        [(Some(1), "scanned", false), (Some(2), "damaged", true)]
    );
}

#[test]
fn a_folder_makes_one_task_a_file_and_does_not_leave_the_folder() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("docs");
    fill(home.path(), &folder);
    let list = list_files(std::slice::from_ref(&folder), &FileLimits::default()).unwrap();
    assert_eq!(
        list.table.columns,
        ["file", "name", "kind", "pages", "bytes"]
    );
    let found: Vec<String> = list
        .table
        .rows
        .iter()
        .map(|row| row.cells[1..4].join("|"))
        .collect();
    assert_eq!(
        found,
        ["a.txt|text|", "b.pdf|pdf|2", "c.pdf|pdf|", "d.png|image|1"]
    );
    let held: Vec<u32> = list
        .table
        .rows
        .iter()
        .filter(|row| row.mark == RowMark::Unreadable)
        .map(|row| row.number)
        .collect();
    assert_eq!(held, [3]);
    assert_eq!(list.table.problems.len(), 1);
    let mut expected = vec![(".hidden".to_owned(), SkipReason::Hidden)];
    if cfg!(unix) {
        expected.extend(["link.txt", "up"].map(|name| (name.to_owned(), SkipReason::Link)));
    }
    assert_eq!(reasons(&list), expected);
    assert!(
        read_table(&folder, &ReadOptions::default()).is_err(),
        "a folder is no table"
    );
}

#[test]
fn limits_hold_and_are_told() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.txt", "b.txt", "c.txt"] {
        fs::write(folder.path().join(name), "0123456789").unwrap();
    }
    fs::create_dir_all(folder.path().join("deep")).unwrap();
    fs::write(folder.path().join("deep").join("d.txt"), "x").unwrap();
    let limits = FileLimits {
        files: 2,
        depth: 0,
        file_bytes: 5,
    };
    let error = list_files(&[folder.path().to_owned()], &limits).unwrap_err();
    assert_eq!(error.code(), "empty", "all files are larger than allowed");
    let list = list_files(
        &[folder.path().to_owned()],
        &FileLimits {
            file_bytes: 100,
            ..limits
        },
    )
    .unwrap();
    assert_eq!(list.table.rows.len(), 2);
    let expected = [
        ("c.txt".to_owned(), SkipReason::TooMany),
        ("deep".to_owned(), SkipReason::TooDeep),
    ];
    assert_eq!(reasons(&list), expected);
}
