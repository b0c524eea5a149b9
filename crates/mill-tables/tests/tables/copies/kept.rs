//! What was in the original is in the copy, and results stand beside their rows.

use std::collections::BTreeMap;
use std::path::Path;

use calamine::{Data, Reader, Xlsx};
use mill_tables::{CopyPlan, read_table};

use super::{as_read, copy, export_of, on_sheet, parts, rich_workbook};

/// The tags and texts of an XML, what we may change of those there were left out.
fn pieces(xml: &[u8]) -> Vec<String> {
    let text = String::from_utf8(xml.to_vec()).unwrap();
    text.split('<')
        .filter(|piece| !piece.starts_with("dimension"))
        .map(|piece| {
            let without = |piece: &str, name: &str| match piece.find(name) {
                Some(at) => {
                    let end = piece[at + name.len()..].find('"').unwrap() + at + name.len() + 1;
                    format!("{}{}", &piece[..at], &piece[end..])
                }
                None => piece.to_owned(),
            };
            without(&without(piece, " spans=\""), " count=\"")
        })
        .collect()
}

fn is_within(original: &[u8], copy: &[u8]) -> bool {
    let copied = pieces(copy);
    let mut rest = copied.iter();
    pieces(original)
        .iter()
        .all(|piece| rest.any(|found| found == piece))
}

type Cells = Vec<((u32, u32), Data)>;
type Formulas = Vec<(usize, usize, String)>;

fn cells_of(path: &Path) -> BTreeMap<String, (Cells, Formulas)> {
    let mut book: Xlsx<_> = calamine::open_workbook(path).unwrap();
    let mut sheets = BTreeMap::new();
    for name in book.sheet_names() {
        let range = book.worksheet_range(&name).unwrap();
        let start = range.start().unwrap_or_default();
        let cells = range
            .used_cells()
            .map(|(row, column, value)| {
                let row = u32::try_from(row).unwrap() + start.0;
                (
                    (row, u32::try_from(column).unwrap() + start.1),
                    value.clone(),
                )
            })
            .collect();
        let formulas = book.worksheet_formula(&name).unwrap();
        let formulas = formulas
            .used_cells()
            .map(|(row, column, formula)| (row, column, formula.clone()))
            .collect();
        sheets.insert(name, (cells, formulas));
    }
    sheets
}

/// Five parts of the package are added to and lose nothing; all others stay as they are.
fn only_adds(path: &Path, copied: &Path) {
    let (before, after) = (parts(path), parts(copied));
    let touched: Vec<&str> = before
        .iter()
        .filter(|(name, bytes)| after.get(*name) != Some(*bytes))
        .map(|(name, _)| name.as_str())
        .collect();
    let expected = [
        "[Content_Types].xml",
        "xl/_rels/workbook.xml.rels",
        "xl/styles.xml",
        "xl/workbook.xml",
        "xl/worksheets/sheet2.xml",
    ];
    assert_eq!(touched, expected);
    for name in touched {
        assert!(
            is_within(&before[name], &after[name]),
            "{name} lost something"
        );
    }
    let new: Vec<&String> = after
        .keys()
        .filter(|name| !before.contains_key(*name))
        .collect();
    assert_eq!(
        new,
        [
            "xl/worksheets/stampmill1.xml",
            "xl/worksheets/stampmill2.xml"
        ]
    );
}

/// Every cell and formula of every sheet is there as before; what the copy holds.
fn keeps_cells(path: &Path, copied: &Path) -> BTreeMap<String, (Cells, Formulas)> {
    let (cells_before, cells_after) = (cells_of(path), cells_of(copied));
    for (sheet, (cells, formulas)) in &cells_before {
        let (now, formulas_now) = &cells_after[sheet];
        let kept: Cells = now
            .iter()
            .filter(|cell| cells.contains(cell))
            .cloned()
            .collect();
        assert_eq!((&kept, formulas_now), (cells, formulas), "{sheet}");
    }
    cells_after
}

#[test]
fn everything_of_the_original_stays_and_results_stand_beside_their_rows() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("march.xlsx");
    rich_workbook(&path);
    let table = read_table(&path, &on_sheet("Lines & more")).unwrap();
    assert_eq!(table.header_row, Some(3));
    let export = export_of(&table);
    let done = copy(&path, &as_read(&table), &export, "copy.xlsx").unwrap();
    assert_eq!(
        done.plan,
        CopyPlan {
            ending: "xlsx",
            sheet: "Lines & more".to_owned(),
            first_column: "D".to_owned(),
            doubts: Vec::new(),
        }
    );
    assert_eq!((done.report.rows, done.report.neutralised), (3, 1));

    only_adds(&path, &done.path);
    let cells_after = keeps_cells(&path, &done.path);
    let names: Vec<&String> = cells_after.keys().collect();
    assert_eq!(
        names,
        ["Chart", "Cost", "Lines & more", "Notes", "Run", "Run 2"]
    );

    let again = read_table(&done.path, &as_read(&table)).unwrap();
    let beside = [
        "Account",
        "Text",
        "Amount",
        "Account (result)",
        "Share",
        "Day",
        "Outcome",
        "Decided by",
        "Findings",
        "Verdict",
        "Cost (USD)",
    ];
    assert_eq!(again.columns[..2], ["Account", "Text"]);
    assert_eq!(again.columns.len(), beside.len());
    assert_eq!(again.columns[3..], beside[3..]);
    assert_eq!(
        again.rows[1].cells,
        [
            "00456",
            "=1+1",
            "-7.25 €",
            "Food <Costs>",
            "7.5%",
            "2026-03-31",
            "done",
            "rule",
            "",
            "accepted",
            "0.0021"
        ]
    );
    assert_eq!(again.rows[3].cells[..3], table.rows[3].cells[..3]);
    let run = read_table(&done.path, &on_sheet("Run 2")).unwrap();
    assert_eq!(run.columns, ["Reviewer", "=1+1"]);
}
