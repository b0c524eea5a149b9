//! Files other programs wrote.

use std::path::{Path, PathBuf};

use mill_domain::Secret;
use mill_tables::{
    Passwords, ReadOptions, RowMark, draw_page, needs_password, read_document, read_document_with,
    read_table,
};

use crate::made::{marks, places};

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures")
        .join(name)
}

#[test]
fn a_document_that_only_forbids_printing_opens() {
    let document = read_document(&fixture("owner-password.pdf")).unwrap();
    assert_eq!(document.problems, []);
    let lines: Vec<&str> = document.pages[0].text.lines().take(5).collect();
    assert_eq!(
        lines,
        [
            "Invoice 4711 of ACME Ltd.",
            "Item  Qty  Price  Sum",
            "Consulting, March  3  100.00  300.00",
            "Travel (flat)  1  185.00  185.00",
            "Total  485.00"
        ]
    );
}

#[test]
fn a_document_behind_a_password_says_so() {
    for name in ["user-password-aes.pdf", "user-password-rc4.pdf"] {
        let document = read_document(&fixture(name)).unwrap();
        let found: Vec<(&str, bool)> = document
            .problems
            .iter()
            .map(|problem| (problem.kind.code(), problem.blocks_row))
            .collect();
        assert_eq!(
            (document.pages.len(), found),
            (0, vec![("encrypted", true)]),
            "{name}"
        );
    }
}

#[test]
fn a_password_opens_every_kind_of_encryption_and_another_one_does_not() {
    let passwords = |given: &[&str]| -> Passwords {
        let given = given.iter().map(|text| Secret::new((*text).to_owned()));
        given.collect()
    };
    let (wrong, right) = (passwords(&["test-2"]), passwords(&["test-2", "test-1"]));
    let plain = read_document(&fixture("owner-password.pdf")).unwrap();
    for name in [
        "user-password-aes.pdf",
        "user-password-aes128.pdf",
        "user-password-rc4.pdf",
        "user-password-rc4-40.pdf",
    ] {
        let path = fixture(name);
        let still = read_document_with(&path, &wrong).unwrap();
        assert!(still.needs_password() && still.pages.is_empty(), "{name}");
        assert!(needs_password(&path), "{name}");
        let opened = read_document_with(&path, &right).unwrap();
        assert_eq!(opened.pages, plain.pages, "{name}");
        let said: Vec<_> = opened
            .problems
            .iter()
            .map(|problem| (problem.kind.code(), problem.blocks_row))
            .collect();
        assert_eq!(said, [("encrypted", false)], "{name}");
        assert!(draw_page((&path, &wrong), 1, 60, &[]).is_err(), "{name}");
        let page = draw_page((&path, &right), 1, 60, &[]).unwrap();
        assert_eq!(page.width, 60, "{name}");
    }
}

#[test]
fn chinese_without_an_embedded_font_is_read() {
    let document = read_document(&fixture("chinese-invoice.pdf")).unwrap();
    let lines: Vec<&str> = document.pages[0].text.lines().take(3).collect();
    assert_eq!(
        lines,
        [
            "发票 4711 北京某某公司",
            "项目  数量  单价  金额",
            "咨询 三月  3  100.00  300.00"
        ]
    );
}

#[test]
fn formulas_that_were_never_calculated_are_not_blank_and_not_zero() {
    let table = read_table(&fixture("never-calculated.xlsx"), &ReadOptions::default()).unwrap();
    assert_eq!(
        marks(&table),
        [(2, RowMark::Unreadable), (3, RowMark::Unreadable)]
    );
    assert_eq!(
        places(&table),
        [
            ("no_cached_value", Some(2), Some("f")),
            ("no_cached_value", Some(3), Some("f"))
        ]
    );
}
