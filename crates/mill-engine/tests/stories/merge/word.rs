//! Documents as Word files, read back by the reader that reads the files of people.

use std::io::Read as _;
use std::path::Path;

use mill_engine::{ExportLanguage, MergeInclude, MergeKey, TableRecipe};
use mill_tables::read_document;

use super::{REPORT, UNREVIEWED, accept, choices, food_in_a_report, written};
use crate::setup::{Mill, coded, skill_of};

impl Mill {
    /// Writes a document as a Word file; its lines as our own reader finds them, and its markup.
    async fn word(&self, key: MergeKey, language: ExportLanguage) -> (Vec<String>, String) {
        let path = self.path("report.docx");
        self.engine
            .export_merge(key, path.clone(), language)
            .await
            .unwrap();
        let read = read_document(&path).unwrap();
        assert_eq!(read.problems, []);
        let lines = read.pages[0].text.lines().map(str::to_owned);
        (lines.collect(), markup(&path))
    }
}

fn markup(path: &Path) -> String {
    let mut zip = zip::ZipArchive::new(std::fs::File::open(path).unwrap()).unwrap();
    let mut xml = String::new();
    zip.by_name("word/document.xml")
        .unwrap()
        .read_to_string(&mut xml)
        .unwrap();
    xml
}

/// The lines from one that reads `from` on.
fn after<'l>(lines: &'l [String], from: &str) -> &'l [String] {
    let at = lines.iter().position(|line| line == from);
    &lines[at.unwrap_or_else(|| panic!("{from} in {lines:#?}")) + 1..]
}

#[track_caller]
fn has(lines: &[String], line: &str) {
    assert!(lines.iter().any(|one| one == line), "{line}\n{lines:#?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_journal_reads_back_line_by_line_and_each_line_names_its_rows_and_their_file() {
    let mill = Mill::with(|_| coded("Food")).await;
    let list = mill.file("lines.csv", "Text,Amount\nA & <B>,12.50\nC,20.10\nD,9\n");
    let run = mill.table(&list).run().await;
    accept(&mill, run.id, &[1, 2]).await;
    let journal = TableRecipe {
        by: vec!["account".to_owned()],
        sum: vec!["Amount".to_owned()],
        contra: Some("Card".to_owned()),
    };
    let key = mill
        .engine
        .merge_table(run.id, journal, MergeInclude::default())
        .await
        .unwrap();
    let (lines, xml) = mill.word(key, ExportLanguage::English).await;
    has(&lines, "Nobody has judged this document yet.");
    let table = after(&lines, "Account\tCount\tDebit\tCredit\tRows");
    assert_eq!(
        &table[..3],
        [
            "Food\t2\t32.60\t\tlines.csv 2, 3",
            "Card\t\t\t32.60",
            "Total\t2\t32.60\t32.60",
        ]
    );
    let rows = after(&lines, "Row\tSource\tWhat it says\tReview");
    assert_eq!(
        &rows[..2],
        [
            "2\tlines.csv\tA & <B> · 12.50 · Food · 90% · as the name says\taccepted",
            "3\tlines.csv\tC · 20.10 · Food · 90% · as the name says\taccepted",
        ]
    );
    let made = after(&lines, "How this was made");
    for fact in [
        "Please note\tNobody has judged this document yet.",
        "Task list\tlines.csv",
        "Made by\tno name given",
        "Model of the results\tanthropic/claude-story",
        "Reviewer\tno name given",
        "How\tadded up exactly, without a model",
        "Left out: not judged\t1 (4)",
    ] {
        has(made, fact);
    }
    assert!(xml.contains("w:anchor=\"row_2\"") && xml.contains("w:name=\"row_2\""));
    assert!(!xml.contains("row_4"), "it is not in the document");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_report_says_who_wrote_it_and_that_nobody_judged_its_rows() {
    let mill = Mill::with(food_in_a_report).await;
    let run = mill.shops(4).run().await;
    let (merge, by) = written(&mill, run.id).await;
    let source = mill.engine.run(run.id).await.unwrap().row.source;
    let (lines, xml) = mill.word(merge.key, ExportLanguage::English).await;
    has(
        &lines,
        "4 rows that nobody judged are in it, on a person's word.",
    );
    let all = after(&lines, "All");
    assert_eq!(all[0], format!("About 2. ({source} 2)"));
    let made = after(&lines, "How this was made");
    has(made, "Reviewer\tnobody reviewed");
    has(made, "of them not judged\t4 (2-5)");
    let summary = mill.engine.run(by).await.unwrap();
    has(
        made,
        &format!("Skill version\t{}", summary.row.skill_version),
    );
    has(made, "Model\tanthropic/claude-story");
    has(made, &format!("Written by run\t{by}"));
    assert!(xml.contains("<w:pageBreakBefore"), "a page of its own");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn practice_results_say_practice_in_the_file_in_both_ways_of_merging() {
    let mill = Mill::with(|_| coded("Food")).await;
    let run = mill.shops(3).model("practice/sample").run().await;
    let count = TableRecipe {
        by: vec!["account".to_owned()],
        ..TableRecipe::default()
    };
    let added = mill
        .engine
        .merge_table(run.id, count, UNREVIEWED)
        .await
        .unwrap();
    let mut practice = choices(run.id, skill_of(REPORT));
    practice.model = "practice/sample".parse().unwrap();
    practice.budget = None;
    let prepared = mill.engine.prepare_merge(practice).await.unwrap();
    let (told, by) = mill.engine.start_merge(prepared).await.unwrap();
    mill.engine.wait(by).await.unwrap();
    for key in [added, told] {
        let (english, _) = mill.word(key, ExportLanguage::English).await;
        has(
            &english,
            "PRACTICE: no model was asked, the words are made up.",
        );
        let (chinese, _) = mill.word(key, ExportLanguage::Chinese).await;
        has(&chinese, "练习：没有询问任何模型，文字均为示例。");
        has(&chinese, "本文档的由来");
    }
}
