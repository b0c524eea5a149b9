//! `OpenDocument` sheets, which store what each cell shows.

use mill_tables::{ReadOptions, RowMark, TableKind};

use crate::made::{cells, marks, packed, places, read, read_with};

const SHEET: &str = r#"<table:table table:name="Data"><table:table-column table:number-columns-repeated="3"/><table:table-column table:visibility="collapse"/>
<table:table-row><table:table-cell office:value-type="string"><text:p>account</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>share</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>amount</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>secret</text:p></table:table-cell></table:table-row>
<table:table-row><table:table-cell table:number-rows-spanned="2" office:value-type="float" office:value="123"><text:p>00123</text:p></table:table-cell><table:table-cell office:value-type="percentage" office:value="0.075"><text:p>7.5%</text:p></table:table-cell><table:table-cell office:value-type="currency" office:value="1234.5"><office:annotation><text:p>a note</text:p></office:annotation><text:p>1,234.50 €</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>approve</text:p></table:table-cell></table:table-row>
<table:table-row><table:covered-table-cell/><table:table-cell office:value-type="date" office:date-value="2026-03-31"><text:p>31.03.26</text:p></table:table-cell><table:table-cell office:value-type="float" office:value="100000000000"><text:p>1E+11</text:p></table:table-cell></table:table-row>
<table:table-row table:visibility="filter"><table:table-cell office:value-type="string"><text:p>hidden</text:p></table:table-cell></table:table-row>
<table:table-row table:number-rows-repeated="2"><table:table-cell office:value-type="string"><text:p>two<text:s text:c="2"/>lines</text:p><text:p>&amp; more</text:p></table:table-cell><table:table-cell/><table:table-cell table:formula="of:=1/0" office:value-type="string" calcext:value-type="error"><text:p>#DIV/0!</text:p></table:table-cell></table:table-row>
<table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>"#;

fn ods() -> Vec<u8> {
    let content = format!(
        r#"<?xml version="1.0"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"><office:body><office:spreadsheet>{SHEET}</office:spreadsheet></office:body></office:document-content>"#
    );
    packed(&[
        ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
        (
            "META-INF/manifest.xml",
            r#"<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>"#,
        ),
        ("content.xml", &content),
    ])
}

#[test]
fn cells_read_as_the_sheet_shows_them() {
    let table = read("sheet.ods", ods());
    assert_eq!(
        (table.kind, table.sheet.as_deref()),
        (TableKind::Ods, Some("Data"))
    );
    assert_eq!(
        cells(&table),
        [
            ["00123", "7.5%", "1,234.50 €"],
            ["00123", "2026-03-31", "100000000000"],
            ["two  lines\n& more", "", "#DIV/0!"],
            ["two  lines\n& more", "", "#DIV/0!"],
        ]
    );
    let task = RowMark::Task;
    assert_eq!(
        marks(&table),
        [
            (2, task),
            (3, task),
            (5, RowMark::Unreadable),
            (6, RowMark::Unreadable)
        ]
    );
    assert_eq!(
        places(&table),
        [
            ("merged", Some(2), None),
            ("hidden_row", Some(4), None),
            ("hidden_text", None, Some("D")),
            ("error_cell", Some(5), Some("amount")),
            ("error_cell", Some(6), Some("amount")),
        ]
    );
}

#[test]
fn hidden_parts_can_be_asked_for() {
    let options = ReadOptions {
        include_hidden: true,
        ..ReadOptions::default()
    };
    let table = read_with("sheet.ods", ods(), &options).unwrap();
    assert_eq!(table.columns, ["account", "share", "amount", "secret"]);
    assert_eq!(cells(&table)[0], ["00123", "7.5%", "1,234.50 €", "approve"]);
    assert_eq!(table.rows.len(), 5);
}
