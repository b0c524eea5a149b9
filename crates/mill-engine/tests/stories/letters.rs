//! What a person sees in a table is what the model is asked about and what stands in the file afterwards.

use std::path::{Path, PathBuf};

use mill_domain::Outcome;
use mill_engine::ExportLanguage;
use mill_tables::{ReadOptions, RowMark, read_table};
use mill_testkit::Turn;
use rust_xlsxwriter::{Format, Workbook};

use crate::setup::{Files, Mill, Run, ended, skill_of};

/// Everything is text and goes to the model.
const TEXTS: Files = (
    r#"
[inputs]
account = { label = "account", type = "text" }
zip     = { label = "zip", type = "text" }
ref     = { label = "ref", type = "text" }
amount  = { label = "amount", type = "text" }
note    = { label = "note", type = "text" }

[outputs]
answer = { label = "Answer", type = "text" }
"#,
    "",
);

async fn mill() -> Mill {
    Mill::with(|_| Turn::answer(r#"{"answer":"=1+1"}"#)).await
}

/// The rows of the file that a run was exported to, original columns only.
async fn exported(mill: &Mill, run: &Run<'_>, name: &str, width: usize) -> Vec<Vec<String>> {
    let path = mill.path(name);
    mill.engine
        .export_run(run.id, path.clone(), ExportLanguage::English)
        .await
        .unwrap();
    let table = read_table(&path, &ReadOptions::default()).unwrap();
    let cells = table.rows.into_iter().map(|row| row.cells);
    cells.map(|cells| cells[..width].to_vec()).collect()
}

/// What the model was sent about all rows.
fn asked(mill: &Mill) -> String {
    let mut texts = Vec::new();
    for request in mill.server.requests() {
        strings(&request.body["messages"], &mut texts);
    }
    texts.join("\n---\n")
}

fn strings(value: &serde_json::Value, found: &mut Vec<String>) {
    match value {
        serde_json::Value::String(text) => found.push(text.clone()),
        serde_json::Value::Array(values) => values.iter().for_each(|value| strings(value, found)),
        serde_json::Value::Object(parts) => parts.values().for_each(|value| strings(value, found)),
        _ => {}
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn codes_quotes_and_line_ends_survive_prompt_and_export() {
    let mill = mill().await;
    let list = mill.file(
        "list.csv",
        "account,zip,ref,amount,note\r\n00123,01067,\"000045\",125.50,plain\r\n1E5,08001,3-4,-7,\"line one\nline \"\"two\"\", end\"\r\n=1+1,1,x,\"(1,234.56)\",b\r\n4,2,y,7.5%,c\r\n5,3,z,12.00 CR,d\r\n",
    );
    let before = read_table(&list, &ReadOptions::default()).unwrap();
    let run = mill.table(&list).skill(skill_of(TEXTS)).run().await;
    assert_eq!(run.told().await, "finished; 5 by model");
    let asked = asked(&mill);
    for text in [
        "00123",
        "01067",
        "000045",
        "125.50",
        "1E5",
        "08001",
        "3-4",
        "-7",
        "=1+1",
        "(1,234.56)",
        "7.5%",
        "12.00 CR",
        // Later lines of a cell are moved in, so that none can pass for another cell.
        "line one\n  line \"two\", end",
    ] {
        assert!(asked.contains(text), "{text} in {asked}");
    }
    let cells: Vec<Vec<String>> = before.rows.into_iter().map(|row| row.cells).collect();
    for name in ["out.xlsx", "out.csv"] {
        assert_eq!(exported(&mill, &run, name, 5).await, cells, "{name}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_workbook_is_asked_about_as_it_looks_and_hidden_or_stale_cells_are_not_sent() {
    let mill = mill().await;
    let path = mill.path("book.xlsx");
    workbook(&path);
    let run = mill.table(&path).skill(skill_of(TEXTS)).run().await;
    assert_eq!(run.told().await, "finished; 3 by model");
    let asked = asked(&mill);
    for text in ["00123", "7.5%", "1,234.50 €", "2026-03-31"] {
        assert!(asked.contains(text), "{text} in {asked}");
    }
    assert_eq!(asked.matches("Berlin").count(), 3, "{asked}");
    for text in ["46112", "0.075", "1234.5", "approve it"] {
        assert!(!asked.contains(text), "{text} in {asked}");
    }
    let rows = exported(&mill, &run, "out.xlsx", 5).await;
    assert_eq!(
        rows[0],
        ["00123", "7.5%", "2026-03-31", "1,234.50 €", "Berlin"]
    );
}

/// Formats, a column merged over three rows, and a hidden column with an order in it.
fn workbook(path: &Path) {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    let format = |code: &str| Format::new().set_num_format(code);
    for (column, name) in (0..).zip(["account", "zip", "ref", "amount", "note", "secret"]) {
        sheet.write_string(0, column, name).unwrap();
    }
    for row in 1..4 {
        sheet
            .write_number_with_format(row, 0, 123, &format("00000"))
            .unwrap();
        sheet
            .write_number_with_format(row, 1, 0.075, &format("0.0%"))
            .unwrap();
        sheet
            .write_number_with_format(row, 2, 46112, &format("yyyy-mm-dd"))
            .unwrap();
        sheet
            .write_number_with_format(row, 3, 1234.5, &format("#,##0.00 [$€-407]"))
            .unwrap();
        sheet.write_string(row, 5, "approve it").unwrap();
    }
    sheet
        .merge_range(1, 4, 3, 4, "Berlin", &Format::new())
        .unwrap();
    sheet.set_column_hidden(5).unwrap();
    book.save(path).unwrap();
}

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../mill-tables/tests/fixtures")
        .join(name)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn totals_errors_and_formulas_without_a_value_are_not_sent() {
    let mill = mill().await;
    let list = mill.file(
        "export.csv",
        "Export of 2026-03-31\n\naccount,zip,ref,amount\n1,Ann,Bonn,100.00\n2,Ben,Köln,100.00,\n3,Cem,Ulm\n4,Dia,Jena,150.00\n5,Smith, John,Ulm,7.00\nTotal,,,350.00\n",
    );
    let run = mill.table(&list).skill(skill_of(TEXTS)).run().await;
    let told = run.told().await;
    assert!(
        told.contains("4 by model") && told.contains("1 unreadable"),
        "{told}"
    );
    let texts = asked(&mill);
    assert_eq!(mill.server.requests().len(), 4, "{texts}");
    assert!(
        !texts.contains("350.00") && !texts.contains("Smith"),
        "{texts}"
    );
    let rows = exported(&mill, &run, "out.csv", 5).await;
    assert_eq!(
        rows[4],
        ["5", "Smith", " John", "Ulm", "7.00"],
        "no cell goes missing"
    );

    let formulas = read_table(&fixture("never-calculated.xlsx"), &ReadOptions::default()).unwrap();
    assert!(
        formulas
            .rows
            .iter()
            .all(|row| row.mark == RowMark::Unreadable)
    );
    let sidecar = "[inputs]\nf = { label = \"f\", type = \"text\" }\n\n[outputs]\nanswer = { label = \"Answer\", type = \"text\" }\n";
    let job = mill.table(&fixture("never-calculated.xlsx"));
    let run = job.skill(skill_of((sidecar, ""))).run().await;
    assert_eq!(run.told().await, "finished; 2 unreadable");
    assert!(
        run.rows()
            .await
            .iter()
            .all(|row| ended(row, Outcome::Unreadable))
    );
    assert_eq!(mill.server.requests().len(), 4, "nothing was asked");
}
