//! What is said before a copy is made, and what is refused.

use std::fs;
use std::io::{Cursor, Write};

use mill_tables::{CopyDoubt, CopyFault, HeaderChoice, ReadOptions, TableError, read_table};
use rust_xlsxwriter::{Chart, ChartType, Workbook};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::{Copied, as_read, copy, export_of, on_sheet, parts, rich_workbook, small_workbook};

#[test]
fn rows_changed_or_added_since_the_import_are_said_before_and_stand_apart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("march.xlsx");
    rich_workbook(&path);
    let table = read_table(&path, &on_sheet("Lines & more")).unwrap();
    let mut export = export_of(&table);
    export.rows[0].cells[1] = "Miete, Juli".to_owned();
    let mut added = export.rows[1].clone();
    // A new row got the number of the row of totals.
    added.number = 7;
    added.cells[1] = "new".to_owned();
    export.rows.push(added);
    let done = copy(&path, &as_read(&table), &export, "copy.xlsx").unwrap();
    assert_eq!(
        done.plan.doubts,
        [CopyDoubt::ChangedRows(1), CopyDoubt::AddedRows(1)]
    );
    let again = read_table(&done.path, &as_read(&table)).unwrap();
    assert_eq!(again.rows[0].cells[1], "Miete, Juni <neu>");
    assert_eq!(again.columns[11], "Note");
    assert_eq!(
        again.rows[0].cells[11],
        "changed before the run; as it was used: sheet “Changed rows”"
    );
    assert_eq!(again.rows[1].cells.get(11).map_or("", String::as_str), "");
    assert_eq!(again.rows[3].cells[3], "", "the totals got a result");
    let apart = read_table(&done.path, &on_sheet("Changed rows")).unwrap();
    let texts: Vec<&str> = apart.rows.iter().map(|row| row.cells[1].as_str()).collect();
    assert_eq!(texts, ["Miete, Juli", "new"]);
}

#[test]
fn a_signature_and_a_chart_over_the_results_are_said_before() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("signed.xlsx");
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    sheet.write(0, 0, "Name").unwrap();
    sheet.write(1, 0, "a").unwrap();
    sheet.write(2, 0, "b").unwrap();
    let mut chart = Chart::new(ChartType::Line);
    chart.add_series().set_values("Sheet1!$A$2:$A$3");
    sheet.insert_chart(0, 3, &chart).unwrap();
    book.save(&path).unwrap();
    let bytes = fs::read(&path).unwrap();
    let mut zip = ZipWriter::new_append(Cursor::new(bytes)).unwrap();
    zip.start_file("_xmlsignatures/sig1.xml", SimpleFileOptions::default())
        .unwrap();
    zip.write_all(b"<Signature/>").unwrap();
    fs::write(&path, zip.finish().unwrap().into_inner()).unwrap();
    let table = read_table(&path, &ReadOptions::default()).unwrap();
    let done = copy(&path, &as_read(&table), &export_of(&table), "copy.xlsx").unwrap();
    assert_eq!(done.plan.doubts, [CopyDoubt::Signature, CopyDoubt::Covered]);
    assert!(parts(&done.path).contains_key("xl/charts/chart1.xml"));
}

fn fault(result: Result<Copied, TableError>) -> CopyFault {
    let error = result.err().unwrap();
    let TableError::NotCopied { fault, .. } = error else {
        unreachable!("refused for another reason: {error}");
    };
    fault
}

#[test]
fn what_cannot_be_done_is_refused_and_leaves_the_original_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("small.xlsx");
    small_workbook(&path);
    let table = read_table(&path, &ReadOptions::default()).unwrap();
    let (options, export) = (as_read(&table), export_of(&table));
    let bytes = fs::read(&path).unwrap();
    assert_eq!(
        fault(copy(&path, &options, &export, "small.xlsx")),
        CopyFault::Itself
    );
    assert_eq!(
        fault(copy(&path, &options, &export, "copy.xlsm")),
        CopyFault::Ending
    );
    assert_eq!(fs::read(&path).unwrap(), bytes);

    let text = folder.path().join("rows.csv");
    fs::write(&text, "Name,Amount\na,5\n").unwrap();
    assert_eq!(
        fault(copy(&text, &options, &export, "copy.xlsx")),
        CopyFault::Kind
    );

    let wide = folder.path().join("wide.xlsx");
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    sheet.write(0, 0, "Name").unwrap();
    sheet.write(1, 0, "a").unwrap();
    sheet.write(9, 16_380, "far away").unwrap();
    book.save(&wide).unwrap();
    let options = ReadOptions {
        header: HeaderChoice::Row(1),
        ..ReadOptions::default()
    };
    assert_eq!(
        fault(copy(&wide, &options, &export, "copy.xlsx")),
        CopyFault::NoRoom
    );
}
