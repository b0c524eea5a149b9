//! Results back in a copy of the workbook the rows came from, and encodings people ask for.

use std::path::{Path, PathBuf};

use mill_domain::{FieldName, FieldType, Record, Usd};
use mill_engine::{
    CopyDoubt, CsvOptions, ExportLanguage, ExportOptions, InsertedRow, MappingChange, ReadOptions,
    SkillId,
};
use mill_store::JobChange;
use mill_tables::{
    CostSheet, Export, ExportRow, ExportWords, ResultColumn, read_table, write_xlsx,
};

use crate::setup::{Mill, Run, coded};

/// A workbook of three lines as a program would write one.
fn workbook(path: &Path, columns: [&str; 3]) -> PathBuf {
    let row = |number: u32, text: &str, amount: &str| ExportRow {
        number,
        cells: vec![format!("000{number}"), text.to_owned(), amount.to_owned()],
        output: Record::new(),
        outcome: None,
        decided_by: None,
        findings: String::new(),
        verdict: None,
        by_sample: None,
        cost: Usd::ZERO,
        practice: false,
    };
    let export = Export {
        columns: columns.map(str::to_owned).to_vec(),
        rows: vec![
            row(2, "SHOP A", "12.50"),
            row(3, "OYSTER TOP UP", "20.00"),
            row(4, "SHOP B", "-3.00"),
        ],
        result_columns: vec![ResultColumn {
            field: FieldName::new("old"),
            label: "Old account".to_owned(),
            field_type: FieldType::Text { max_chars: None },
        }],
        run_sheet: vec![("Kept".to_owned(), "to the letter".to_owned())],
        sign_off_sheet: Vec::new(),
        cost_sheet: CostSheet::default(),
        banner: None,
    };
    write_xlsx(path, &export, &ExportWords::default()).unwrap();
    path.to_owned()
}

fn into_original() -> ExportOptions {
    ExportOptions {
        into_original: true,
        ..ExportLanguage::English.into()
    }
}

async fn refused(run: &Run<'_>, path: PathBuf) -> String {
    let error = run.engine.export_run(run.id, path.clone(), into_original());
    let error = error.await.unwrap_err();
    assert!(!path.exists(), "{}", path.display());
    let plan = run.engine.original_copy(run.id).await.unwrap().plan;
    assert_eq!(plan.unwrap_err().code(), error.code());
    error.code()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn results_go_into_a_copy_of_the_workbook_until_it_changes_or_is_gone() {
    let mill = Mill::with(|_| coded("Food")).await;
    let original = workbook(&mill.path("march.xlsx"), ["Nr", "Text", "Amount"]);
    let run = mill.table(&original).run().await;
    let copy = mill.engine.original_copy(run.id).await.unwrap();
    let plan = copy.plan.unwrap();
    assert_eq!(copy.name.as_deref(), Some("march.xlsx"));
    assert_eq!(
        (
            plan.ending,
            plan.sheet.as_str(),
            plan.first_column.as_str(),
            plan.doubts
        ),
        ("xlsx", "Results", "J", Vec::new())
    );

    let path = mill.path("march with results.xlsx");
    let written = run.engine.export_run(run.id, path.clone(), into_original());
    assert_eq!(written.await.unwrap().unreviewed, 3);
    let table = read_table(&path, &ReadOptions::default()).unwrap();
    assert_eq!(
        table
            .sheets
            .iter()
            .map(|sheet| sheet.name.as_str())
            .collect::<Vec<_>>(),
        ["Results", "Run", "Cost", "Run 2", "Sign-off", "Cost 2"]
    );
    assert_eq!(table.columns[..4], ["Nr", "Text", "Amount", "Old account"]);
    assert_eq!(table.rows[1].cells[..3], ["0003", "OYSTER TOP UP", "20.00"]);
    let accounts: Vec<&str> = table.rows.iter().map(|row| row.cells[9].as_str()).collect();
    assert_eq!(accounts, ["Food", "Travel", "Food"], "{:?}", table.columns);

    let error = run
        .engine
        .export_run(run.id, original.clone(), into_original());
    assert_eq!(error.await.unwrap_err().code(), "table_not_copied");
    let bytes = std::fs::read(&original).unwrap();
    std::fs::write(&original, [&bytes[..], b" "].concat()).unwrap();
    assert_eq!(
        refused(&run, mill.path("no.xlsx")).await,
        "original_changed"
    );
    std::fs::remove_file(&original).unwrap();
    assert_eq!(refused(&run, mill.path("no.xlsx")).await, "original_gone");
    std::fs::write(&original, bytes).unwrap();
    assert!(run.engine.original_copy(run.id).await.unwrap().plan.is_ok());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_edited_in_the_grid_are_told_apart_from_those_of_the_workbook() {
    let mill = Mill::with(|_| coded("Food")).await;
    let columns = ["Service Area", "Creditor", "JV Value"];
    let original = workbook(&mill.path("march.xlsx"), columns);
    let job = mill
        .engine
        .create_job(&SkillId::new("card-coding"), None)
        .await
        .unwrap();
    mill.engine
        .set_job_file(job, vec![original], ReadOptions::default())
        .await
        .unwrap();
    let change = JobChange {
        model: Some("practice/sample".to_owned()),
        ..JobChange::default()
    };
    mill.engine
        .change_job(job, change, MappingChange::default())
        .await
        .unwrap();
    let edit = vec![(0, 1, "SHOP Z".to_owned())];
    mill.engine.edit_job_cells(job, edit).await.unwrap();
    let row = InsertedRow {
        position: 9,
        source_row: None,
        cells: vec!["9".to_owned(), "SHOP NEW".to_owned(), "1".to_owned()],
        problem: None,
    };
    mill.engine.insert_job_rows(job, vec![row]).await.unwrap();
    let table = mill.engine.prepare_job(job, None).await.unwrap();
    let run = mill.engine.start(table.prepared).await.unwrap();
    mill.engine.wait(run).await.unwrap();
    let plan = mill.engine.original_copy(run).await.unwrap().plan.unwrap();
    assert_eq!(
        plan.doubts,
        [CopyDoubt::ChangedRows(1), CopyDoubt::AddedRows(1)]
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_workbook_says_what_to_do_instead() {
    let mill = Mill::with(|_| coded("Food")).await;
    let csv = mill.file("lines.csv", "Nr,Text,Amount\r\n1,SHOP A,1\r\n");
    let run = mill.table(&csv).run().await;
    assert_eq!(refused(&run, mill.path("no.xlsx")).await, "original_text");
    let pasted = mill.lines(&["SHOP A"]).run().await;
    assert_eq!(
        refused(&pasted, mill.path("no.xlsx")).await,
        "original_unknown"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_csv_goes_out_in_the_encoding_and_with_the_delimiter_that_were_asked_for() {
    let mill = Mill::with(|_| coded("Food")).await;
    let list = mill.file(
        "lines.csv",
        "Nr,Text,Amount\r\n1,\"北京; +49 30 1234567\",-42\r\n2,+49 30 1234567,-7.50\r\n",
    );
    let run = mill.table(&list).run().await;
    let options = |encoding: &str, delimiter| ExportOptions {
        csv: CsvOptions {
            encoding: encoding.to_owned(),
            delimiter,
        },
        ..ExportLanguage::Chinese.into()
    };
    let path = mill.path("out.csv");
    run.engine
        .export_run(run.id, path.clone(), options("gb18030", ';'))
        .await
        .unwrap();
    let bytes = std::fs::read(&path).unwrap();
    let beijing = [0xB1, 0xB1, 0xBE, 0xA9, b';'];
    assert!(bytes.windows(5).any(|part| part == beijing));
    let again = read_table(&path, &ReadOptions::default()).unwrap();
    assert_eq!(
        (again.encoding.as_deref(), again.delimiter),
        (Some("gb18030"), Some(';'))
    );
    let cells: Vec<&[String]> = again.rows.iter().map(|row| &row.cells[..3]).collect();
    assert_eq!(
        cells,
        [
            ["1", "北京; +49 30 1234567", "-42"],
            ["2", "+49 30 1234567", "-7.50"]
        ]
    );

    let error = run
        .engine
        .export_run(run.id, path.clone(), options("windows-1252", ','));
    assert_eq!(error.await.unwrap_err().code(), "table_not_written");
    let error = run
        .engine
        .export_run(run.id, path.clone(), options("klingon", ','));
    assert_eq!(error.await.unwrap_err().code(), "table_bad_option");
    assert_eq!(
        std::fs::read(&path).unwrap(),
        bytes,
        "the old file is whole"
    );

    let json = mill.path("out.json");
    run.engine
        .export_run(run.id, json.clone(), ExportLanguage::English)
        .await
        .unwrap();
    let value: serde_json::Value = serde_json::from_slice(&std::fs::read(json).unwrap()).unwrap();
    assert!(value.to_string().contains("+49 30 1234567") && !value.to_string().contains("'+49"));
}
