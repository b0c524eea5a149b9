//! Results merged into one document from the command line: the file, the fields, the exit codes.

use std::path::Path;

use mill_testkit::{Asked, Kind, Turn};
use serde_json::{Value, json};

use crate::setup::{ANSWER, Desk, Said};

const RUN: &str =
    "run --skill skills/card-coding --tasks samples/month-end/card-lines.csv --limit 30 --json";
const ASKED: &str = "--model anthropic/claude-haiku-4-5 --budget 2";
const REPORT: &str = "merge last --skill skills/month-report --model anthropic/claude-haiku-4-5";

/// One line a result that names its row; answers of the first run otherwise.
fn faithful(asked: &Asked) -> Turn {
    let numbers: Vec<&str> = asked
        .user
        .lines()
        .filter_map(|line| {
            let inside = line.trim().trim_start_matches("Results: ");
            inside.strip_prefix("[row ")?.strip_suffix(']')
        })
        .collect();
    if numbers.is_empty() {
        return Turn::answer(ANSWER);
    }
    let lines: Vec<Value> = numbers
        .into_iter()
        .map(|row| json!({"section": "All", "text": format!("About {row}."), "rows": row}))
        .collect();
    Turn::answer(json!({ "lines": lines }).to_string())
}

fn refusing_to_write(asked: &Asked) -> Turn {
    if asked.user.contains("[row ") {
        return Turn::of(Kind::Refusal {
            reason: "not this one".to_owned(),
            text: String::new(),
        });
    }
    Turn::answer(ANSWER)
}

#[track_caller]
fn refused(said: &Said, code: i32, words: &str) {
    assert_eq!(said.code, code, "{} {}", said.out, said.err);
    assert!(said.err.contains(words), "{words}: {}", said.err);
    assert_eq!(said.out, "", "nothing was made");
}

/// What our own reader finds in a document.
fn text_of(desk: &Desk, path: &Path) -> String {
    let read = desk.run(&format!("import {} --json --all", path.display()));
    let read = read.json();
    assert_eq!(read["kind"], "docx");
    read["pages"][0]["text"].as_str().unwrap().to_owned()
}

#[test]
fn results_are_added_up_into_a_word_document_that_says_who_made_it() {
    let desk = Desk::practice();
    let made = desk.run(&format!("{RUN} --model practice/sample --budget 1"));
    assert_eq!(made.code, 0, "{}", made.err);
    let run = made.json()["run"].clone();
    let out = desk.folder.path().join("report.docx");
    let add_up = format!("merge last --by account --out {}", out.display());
    let left = desk.run("show last --json").json();
    let unjudged = left["tasks"]["done"].as_u64().unwrap();

    refused(&desk.run(&add_up), 2, "no accepted result to merge");
    assert!(!out.exists());
    let said = desk.run(&format!("{add_up} --unreviewed --json"));
    assert_eq!(said.code, 0, "{}", said.err);
    let merge = said.json();
    assert_eq!(
        (&merge["run"], &merge["number"], &merge["state"]),
        (&run, &json!(1), &json!("whole"))
    );
    assert_eq!(merge["rows"], unjudged);
    assert_eq!(
        merge["with_unreviewed"].as_array().unwrap().len() as u64,
        unjudged
    );
    assert_eq!(
        (&merge["by"], &merge["practice"]),
        (&json!(["account"]), &json!(true))
    );
    assert_eq!(
        merge["out"],
        json!({"path": out.display().to_string(), "neutralised": 0, "unreviewed": unjudged})
    );
    let lines = merge["document"]["lines"].as_array().unwrap();
    let in_lines: usize = lines
        .iter()
        .map(|line| line["rows"].as_array().unwrap().len())
        .sum();
    assert_eq!(in_lines as u64, unjudged, "every row is behind one line");

    let text = text_of(&desk, &out);
    for words in [
        "PRACTICE: no model was asked",
        &format!("{unjudged} rows that nobody judged are in it"),
        "card-lines.csv 2",
        "How this was made",
        "Model of the results\tpractice/sample",
        "Reviewer\tnobody reviewed",
    ] {
        assert!(text.contains(words), "{words}\n{text}");
    }

    let listed = desk.run("merge last --json").json();
    assert_eq!(listed["merges"].as_array().unwrap().len(), 1);
    let judged = desk.run("merge last --show 1 --accept --json").json();
    assert_eq!(judged["word"]["accepted"], true);
    refused(&desk.run("merge last --show 9"), 2, "9");
    refused(
        &desk.run("merge last --by account --unreviewed --out report.pdf"),
        2,
        "end the name with .docx, .md, .xlsx or .json",
    );
    refused(&desk.run("merge last --by shoe --unreviewed"), 2, "shoe");
    assert_eq!(desk.run("merge last --by account --skill x").code, 2);
    assert_eq!(desk.run("merge 0193 --by account").code, 2);
    let nowhere = desk.folder.path().join("none/report.docx");
    let unwritten = desk.run(&format!(
        "merge last --show 1 --json --out {}",
        nowhere.display()
    ));
    assert_eq!(unwritten.code, 1);
    let unwritten = unwritten.json();
    assert_eq!(unwritten["out"]["path"], Value::Null);
    assert!(
        unwritten["out"]["error"]
            .as_str()
            .unwrap()
            .contains("report.docx")
    );
    assert_eq!(
        unwritten["state"], "whole",
        "the document is there all the same"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_report_is_written_under_a_cap_of_its_own_and_its_end_is_the_exit_code() {
    let desk = Desk::with(faithful).await;
    let made = desk.run_asking(&format!("{RUN} {ASKED}")).await;
    assert_eq!(made.code, 0, "{}", made.err);
    let server = desk.server.as_ref().unwrap();
    let before = server.bill().requests;

    let without = desk
        .run_asking(&format!("{REPORT} --budget 2 --json"))
        .await;
    refused(&without, 2, "no accepted result to merge");
    let small = format!("{REPORT} --unreviewed --budget 0.000001 --json");
    refused(&desk.run_asking(&small).await, 2, "0.000001");
    let estimate = format!("{REPORT} --unreviewed --budget 2 --estimate --json");
    let estimate = desk.run_asking(&estimate).await.json();
    assert_eq!(
        (&estimate["rows"], &estimate["parts"]),
        (&json!(30), &json!(1))
    );
    assert_eq!(server.bill().requests, before, "nothing was sent so far");

    let out = desk.folder.path().join("report.docx");
    let said = desk
        .run_asking(&format!(
            "{REPORT} --unreviewed --budget 2 --json --out {}",
            out.display()
        ))
        .await;
    assert_eq!(said.code, 0, "{}", said.err);
    let merge = said.json();
    assert_eq!(
        (&merge["state"], &merge["rows"]),
        (&json!("whole"), &json!(30))
    );
    assert_eq!(merge["document"]["findings"], json!([]));
    assert_eq!(merge["by_run"]["model"], "anthropic/claude-haiku-4-5");
    assert!(merge["by_run"]["cost_usd"].is_string(), "{merge}");
    assert_eq!(merge["out"]["unreviewed"], 30);
    let text = tokio::task::block_in_place(|| text_of(&desk, &out));
    for words in [
        "30 rows that nobody judged are in it",
        "About 2. (card-lines.csv 2)",
        "Model\tanthropic/claude-haiku-4-5",
    ] {
        assert!(text.contains(words), "{words}\n{text}");
    }
    assert!(!text.contains("PRACTICE"));

    server.set_script(refusing_to_write);
    let failed = format!(
        "{REPORT} --unreviewed --budget 2 --json --out {}.md",
        out.display()
    );
    let failed = desk.run_asking(&failed).await;
    assert_eq!(failed.code, 3, "{}", failed.err);
    let failed = failed.json();
    assert_eq!(
        (&failed["state"], &failed["document"]),
        (&json!("failed"), &Value::Null)
    );
    assert!(failed.get("out").is_none(), "there is nothing to write");
}
