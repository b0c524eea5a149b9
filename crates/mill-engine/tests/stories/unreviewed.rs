//! A file with rows nobody reviewed says so in itself, whatever kind of file it is; and only then.

use std::io::Read as _;
use std::path::Path;

use mill_engine::{CsvOptions, ExportLanguage, ExportOptions, MergeInclude, MergeKey, TableRecipe};
use mill_tables::{BookColumn, BookRow, BookSheet, write_book};

use crate::merge::accept;
use crate::setup::{Mill, Run, coded};

const ENDINGS: [&str; 5] = ["xlsx", "csv", "json", "copy.xlsx", "docx"];

/// Everything that a file says: of one that is a package, the text of all its parts.
fn words_of(path: &Path) -> String {
    let bytes = std::fs::read(path).unwrap();
    let Ok(mut zip) = zip::ZipArchive::new(std::io::Cursor::new(&bytes)) else {
        return String::from_utf8(bytes).unwrap();
    };
    let mut words = String::new();
    for part in 0..zip.len() {
        let mut file = zip.by_index(part).unwrap();
        if file.name().unwrap().ends_with(".xml") {
            file.read_to_string(&mut words).unwrap();
        }
    }
    words
}

impl Run<'_> {
    /// The run or its document as a file of this ending; what the file says.
    async fn file(&self, mill: &Mill, ending: &str, language: ExportLanguage) -> String {
        let path = mill.path(&format!("out.{ending}"));
        if ending == "docx" {
            let key = self.document().await;
            let written = self.engine.export_merge(key, path.clone(), language);
            written.await.unwrap();
        } else {
            let options = ExportOptions {
                language,
                into_original: ending == "copy.xlsx",
                csv: CsvOptions::default(),
            };
            let written = self.engine.export_run(self.id, path.clone(), options);
            written.await.unwrap();
        }
        words_of(&path)
    }

    async fn document(&self) -> MergeKey {
        let count = TableRecipe {
            by: vec!["account".to_owned()],
            ..TableRecipe::default()
        };
        let all = MergeInclude {
            unreviewed: true,
            rejected: false,
        };
        self.engine.merge_table(self.id, count, all).await.unwrap()
    }
}

fn workbook(mill: &Mill) -> std::path::PathBuf {
    let path = mill.path("march.xlsx");
    let column = |label: &str| BookColumn {
        label: label.to_owned(),
        is_number: false,
    };
    let row = |shop: &str| BookRow {
        cells: vec![shop.to_owned(), "4.50".to_owned()],
        link: None,
    };
    let sheet = BookSheet {
        name: "March".to_owned(),
        columns: vec![column("Text"), column("Amount")],
        rows: ["A", "B", "C", "D", "E"].map(row).to_vec(),
        ..BookSheet::default()
    };
    write_book(&path, &[sheet]).unwrap();
    path
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_kind_of_file_says_how_many_rows_nobody_reviewed() {
    let mill = Mill::with(|_| coded("Food")).await;
    let run = mill.table(&workbook(&mill)).run().await;
    accept(&mill, run.id, &[1, 4]).await;
    for ending in ENDINGS {
        for (language, of_run, of_document) in [
            (
                ExportLanguage::English,
                "3 rows were not reviewed by a person",
                "3 rows that nobody judged are in it",
            ),
            (
                ExportLanguage::Chinese,
                "有 3 行未经人工复核",
                "其中包含 3 行未复核的结果",
            ),
        ] {
            let said = run.file(&mill, ending, language).await;
            let wanted = if ending == "docx" {
                of_document
            } else {
                of_run
            };
            assert!(said.contains(wanted), "{ending}: {wanted}\n{said}");
        }
    }
    accept(&mill, run.id, &[2, 3, 5]).await;
    for ending in ENDINGS {
        let said = run.file(&mill, ending, ExportLanguage::English).await;
        for wrong in ["not reviewed by a person", "nobody judged are in it"] {
            assert!(!said.contains(wrong), "{ending}: {wrong}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_kind_of_file_says_that_practice_is_made_up() {
    let mill = Mill::with(|_| coded("Food")).await;
    let run = mill
        .table(&workbook(&mill))
        .model("practice/sample")
        .run()
        .await;
    for ending in ENDINGS {
        let said = run.file(&mill, ending, ExportLanguage::English).await;
        assert!(said.contains("PRACTICE: no model was asked"), "{ending}");
    }
}
