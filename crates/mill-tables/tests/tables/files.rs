//! Folders and lists of files.

use std::fs;

use mill_tables::{FileLimits, ReadOptions, RowMark, SkipReason, list_files, read_table};

use crate::made::pdf;

#[test]
fn a_folder_makes_one_task_a_file_and_does_not_leave_the_folder() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("docs");
    fs::create_dir_all(folder.join("march")).unwrap();
    fs::write(home.path().join("outside.txt"), "secret").unwrap();
    fs::write(
        folder.join("b.pdf"),
        pdf(&[
            "BT /F1 12 Tf 60 700 Td (one) Tj ET",
            "BT /F1 12 Tf 60 700 Td (two) Tj ET",
        ]),
    )
    .unwrap();
    fs::write(folder.join("a.txt"), "hello").unwrap();
    fs::write(folder.join("march").join("c.pdf"), b"").unwrap();
    fs::write(
        folder.join("march").join("d.png"),
        b"\x89PNG\r\n\x1a\n\0\0\0\0",
    )
    .unwrap();
    fs::write(folder.join(".hidden"), "x").unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("..", folder.join("up")).unwrap();
        std::os::unix::fs::symlink(home.path().join("outside.txt"), folder.join("link.txt"))
            .unwrap();
    }
    let list = list_files(std::slice::from_ref(&folder), &FileLimits::default()).unwrap();
    assert_eq!(
        list.table.columns,
        ["file", "name", "kind", "pages", "bytes"]
    );
    let found: Vec<(&str, &str, &str, RowMark)> = list
        .table
        .rows
        .iter()
        .map(|row| {
            (
                row.cells[1].as_str(),
                row.cells[2].as_str(),
                row.cells[3].as_str(),
                row.mark,
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            ("a.txt", "text", "", RowMark::Task),
            ("b.pdf", "pdf", "2", RowMark::Task),
            ("c.pdf", "pdf", "", RowMark::Unreadable),
            ("d.png", "image", "1", RowMark::Task)
        ]
    );
    assert_eq!(list.table.problems.len(), 1);
    let mut reasons: Vec<(String, SkipReason)> = list
        .skipped
        .iter()
        .map(|skipped| {
            (
                skipped
                    .path
                    .file_name()
                    .unwrap()
                    .to_string_lossy()
                    .into_owned(),
                skipped.reason,
            )
        })
        .collect();
    reasons.sort_by(|one, other| one.0.cmp(&other.0));
    let links = [
        ("link.txt".to_owned(), SkipReason::Link),
        ("up".to_owned(), SkipReason::Link),
    ];
    assert_eq!(
        reasons,
        [
            vec![(".hidden".to_owned(), SkipReason::Hidden)],
            if cfg!(unix) {
                links.to_vec()
            } else {
                Vec::new()
            }
        ]
        .concat()
    );
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
    let mut reasons: Vec<SkipReason> = list.skipped.iter().map(|skipped| skipped.reason).collect();
    reasons.sort_by_key(|reason| reason.code());
    assert_eq!(reasons, [SkipReason::TooDeep, SkipReason::TooMany]);
}
