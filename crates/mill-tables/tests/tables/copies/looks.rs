//! How results look in a copy, and originals that other programs built.

use mill_tables::{CopyDoubt, HeaderChoice, ReadOptions, read_table};

use super::{as_read, copy, export_of, on_sheet, parts, rich_workbook, small_workbook, with_part};

#[test]
fn a_name_above_results_looks_like_the_names_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("march.xlsx");
    rich_workbook(&path);
    let table = read_table(&path, &on_sheet("Lines & more")).unwrap();
    let done = copy(&path, &as_read(&table), &export_of(&table), "copy.xlsx").unwrap();
    let sheet = String::from_utf8(parts(&done.path)["xl/worksheets/sheet2.xml"].clone()).unwrap();
    let style = |place: &str| {
        let at = sheet.find(&format!("r=\"{place}\" s=\"")).unwrap();
        sheet[at..].split('"').nth(3).unwrap().to_owned()
    };
    assert_eq!(style("D3"), style("C3"));
    assert!(
        sheet.contains(r#"<dimension ref="A1:K7"/>"#),
        "{}",
        &sheet[..600]
    );
    let widths = sheet.find("<col min=\"4\"").unwrap();
    assert!(widths < sheet.find("<sheetData").unwrap());
}

#[test]
fn empty_cells_with_looks_are_in_the_way_of_nothing_and_keep_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("small.xlsx");
    small_workbook(&path);
    let table = read_table(&path, &ReadOptions::default()).unwrap();
    let done = copy(&path, &as_read(&table), &export_of(&table), "copy.xlsx").unwrap();
    assert_eq!(done.plan.first_column, "C");
    let sheet = String::from_utf8(parts(&done.path)["xl/worksheets/sheet1.xml"].clone()).unwrap();
    let bordered = sheet
        .split("r=\"AO2\" s=\"")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap();
    assert!(sheet.contains(&format!("r=\"C2\" s=\"{bordered}\" t=\"inlineStr\"")));
    assert_eq!(sheet.matches("r=\"C2\"").count(), 1);
    let again = read_table(&done.path, &as_read(&table)).unwrap();
    assert_eq!(again.rows[0].cells[..4], ["a", "5", "Food <Costs>", "7.5%"]);
}

#[test]
fn sheets_other_programs_build_are_read_alike() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("prefixed.xlsx");
    small_workbook(&path);
    // Elements with a prefix, places left out, rows that say nothing of themselves, days from 1904, no styles part named.
    with_part(&path, "xl/worksheets/sheet1.xml", |_| {
        concat!(
            "\u{feff}<?xml version=\"1.0\"?><x:worksheet xmlns:x='http://schemas.openxmlformats.org/spreadsheetml/2006/main'>",
            "<x:sheetData><x:row><x:c t=\"inlineStr\"><x:is><x:t>Name</x:t></x:is></x:c></x:row>",
            "<x:row><x:c t=\"inlineStr\"><x:is><x:t>a</x:t></x:is></x:c></x:row>",
            "<x:row r=\"4\"><x:c r=\"A4\"><x:v>5</x:v></x:c></x:row></x:sheetData></x:worksheet>"
        )
        .to_owned()
    });
    with_part(&path, "xl/workbook.xml", |xml| {
        let at = xml.find("<workbookPr").unwrap();
        let end = xml[at..].find("/>").unwrap() + at + 2;
        format!("{}<workbookPr date1904=\"1\"/>{}", &xml[..at], &xml[end..])
    });
    let table = read_table(&path, &on_sheet("Sheet1")).unwrap();
    let done = copy(&path, &as_read(&table), &export_of(&table), "copy.xlsx").unwrap();
    let again = read_table(&done.path, &as_read(&table)).unwrap();
    let found: Vec<(u32, &[String])> = again
        .rows
        .iter()
        .map(|row| (row.number, &row.cells[..4]))
        .collect();
    let cells = |name: &str| [name, "Food <Costs>", "7.5%", "2026-03-31"].map(str::to_owned);
    assert_eq!(found, [(2, &cells("a")[..]), (4, &cells("5")[..])]);
}

#[test]
fn without_a_header_the_run_sheet_says_what_each_column_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bare.xlsx");
    small_workbook(&path);
    let options = ReadOptions {
        header: HeaderChoice::None,
        ..ReadOptions::default()
    };
    let table = read_table(&path, &options).unwrap();
    let done = copy(&path, &as_read(&table), &export_of(&table), "copy.xlsx").unwrap();
    assert_eq!(done.plan.doubts, [CopyDoubt::NoHeader]);
    let bare = ReadOptions {
        header: HeaderChoice::None,
        ..on_sheet("Run")
    };
    let run = read_table(&done.path, &bare).unwrap();
    assert_eq!(run.rows[1].cells, ["Column C", "Account"]);
}
