use std::io::Read as _;

use super::*;
use crate::{DocumentKind, read_document};

fn text(text: &str) -> WordPiece {
    WordPiece::Text(text.to_owned())
}

fn column(label: &str, is_number: bool) -> BookColumn {
    BookColumn {
        label: label.to_owned(),
        is_number,
    }
}

fn link(row: u32) -> WordPiece {
    WordPiece::Link {
        text: row.to_string(),
        to: format!("row_{row}"),
    }
}

fn journal() -> WordDocument {
    WordDocument {
        title: "Journal <of> \"A & B\"".to_owned(),
        banners: vec!["PRACTICE: made up".to_owned()],
        made_at: "2026-03-31T09:30:00Z".to_owned(),
        blocks: vec![
            WordBlock::Heading("餐费".to_owned()),
            WordBlock::Paragraph(vec![text("=1+1\u{1}\nsecond line "), link(3)]),
            WordBlock::Table(WordTable {
                columns: vec![column("Account", false), column("Debit", true)],
                rows: vec![
                    vec![vec![text("Food")], vec![text("1204.50")]],
                    vec![
                        vec![WordPiece::Strong("Total".to_owned())],
                        vec![text("1204.50")],
                    ],
                ],
            }),
            WordBlock::NewPage("How this was made".to_owned()),
            WordBlock::Paragraph(vec![WordPiece::Place {
                text: "lines.csv, 3".to_owned(),
                name: "row_3".to_owned(),
            }]),
        ],
    }
}

/// A part of the file as text.
fn part(path: &Path, name: &str) -> String {
    let bytes = std::fs::read(path).unwrap();
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut text = String::new();
    zip.by_name(name)
        .unwrap()
        .read_to_string(&mut text)
        .unwrap();
    text
}

#[test]
fn our_own_reader_finds_every_word_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.docx");
    write_word(&path, &journal()).unwrap();
    let read = read_document(&path).unwrap();
    assert_eq!((read.kind, read.problems.len()), (DocumentKind::Docx, 0));
    let lines: Vec<&str> = read.pages[0].text.lines().collect();
    assert_eq!(
        lines,
        [
            // The header and the footer are printed on every page, and read once.
            "PRACTICE: made up",
            "Journal <of> \"A & B\"",
            "PRACTICE: made up",
            "餐费",
            "=1+1",
            "second line 3",
            "Account\tDebit",
            "Food\t1204.50",
            "Total\t1204.50",
            "",
            "How this was made",
            "lines.csv, 3",
            "1",
        ]
    );
}

#[test]
fn a_link_leads_to_a_place_and_every_page_says_what_is_to_be_known() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.docx");
    write_word(&path, &journal()).unwrap();
    let body = part(&path, "word/document.xml");
    for piece in [
        "w:anchor=\"row_3\"",
        "w:name=\"row_3\"",
        "<w:pageBreakBefore />",
        "<w:pStyle w:val=\"Heading1\" />",
    ] {
        assert!(body.contains(piece), "{piece}\n{body}");
    }
    assert!(!body.contains('\u{1}'));
    assert!(part(&path, "word/header1.xml").contains("PRACTICE: made up"));
}

#[test]
fn columns_are_as_wide_as_the_text_together() {
    let WordBlock::Table(table) = &journal().blocks[2] else {
        panic!("the third block is the table");
    };
    let widths = look::widths(table);
    assert!(widths.iter().sum::<usize>() <= look::TEXT_WIDTH);
    assert!(widths.iter().all(|width| *width > look::TEXT_WIDTH / 3));
    assert_eq!(look::widths(&WordTable::default()), Vec::<usize>::new());
}

#[test]
fn an_old_file_stays_where_the_new_one_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none").join("journal.docx");
    let error = write_word(&path, &journal()).unwrap_err();
    assert_eq!(error.code(), "not_written");
}
