//! A table of clients and a folder of their statements: each row reads its own document.

use std::path::PathBuf;

use mill_domain::{FieldName, Outcome};
use mill_engine::{
    EngineError, FileChoices, SkillId, TaskList, lay_beside, read_paths, with_files,
};
use mill_tables::ReadOptions;
use mill_testkit::{Asked, Turn};

use crate::setup::{FILES, LINES, Mill, Run, ended, skill_of};

const CLIENTS: &str = "Client,Name\n0042,Smith\n0043,Müller\n0044,Meyer\n0045,Jones\n0046,Weber\n";

/// The folder of documents, beside a table in another folder.
fn clients(mill: &Mill) -> (TaskList, PathBuf) {
    for (name, text) in [
        ("docs/0042 statement.txt", "Total 1.00"),
        ("docs/march/0043.txt", "Total 2.00"),
        ("docs/0044 a.txt", "Total 3.00"),
        ("docs/0044 b.txt", "Total 4.00"),
        ("docs/0046.txt", ""),
        ("docs/prices.txt", "Total 9.00"),
    ] {
        mill.file(name, text);
    }
    let table = mill.file("lists/clients.csv", CLIENTS);
    let list = read_paths(&[table], &ReadOptions::default()).unwrap();
    (list, mill.path("docs"))
}

/// The total that stands in the document.
fn reads(asked: &Asked) -> Turn {
    let total = asked.user.split("Total ").nth(1).unwrap();
    Turn::answer(format!("{{\"total\":\"{}\"}}", total.get(..4).unwrap()))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_row_reads_the_file_its_cell_names_and_the_others_are_said() {
    let mill = Mill::with(reads).await;
    let (list, docs) = clients(&mill);
    let skill = skill_of(FILES);
    let beside = lay_beside(&list, &[docs], None).unwrap();
    let matched = with_files(list, &skill, &beside, &FileChoices::new()).unwrap();
    let report = &matched.report;
    assert_eq!(report.column.as_deref(), Some("Client"));
    assert_eq!((report.matched, &report.rows_without_file), (3, &vec![5]));
    let open = (4, vec!["0044 a.txt".to_owned(), "0044 b.txt".to_owned()]);
    assert_eq!(report.open, [open]);
    assert_eq!(report.files_without_row, ["prices.txt"]);
    assert_eq!(matched.list.about.columns, ["Client", "Name", "Document"]);
    let said: Vec<_> = matched
        .list
        .about
        .problems
        .iter()
        .map(|problem| (problem.row, problem.kind.as_str(), problem.blocks_row))
        .collect();
    let expected = [
        (Some(4), "file_open", false),
        (Some(5), "no_file", false),
        (Some(6), "empty", true),
    ];
    assert_eq!(said, expected);

    let (input, column) = matched.pair;
    let run = mill.list(matched.list).skill(skill).map(&input, &column);
    let run = run.run().await;
    assert_eq!(run.told().await, "finished; 2 by model, 3 unreadable");
    for (number, total) in [(1, "1.00"), (2, "2.00")] {
        let output = run.row(number).await.output.unwrap();
        assert_eq!(output.text(&FieldName::new("total")), total);
    }
    assert!(ended(&run.row(4).await, Outcome::Unreadable));
    mill.books_agree_with_the_bill(&[run.id]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_corrects_a_match_and_matching_again_forgets_the_first() {
    let mill = Mill::with(reads).await;
    let (list, docs) = clients(&mill);
    let skill = skill_of(FILES);
    let beside = lay_beside(&list, std::slice::from_ref(&docs), Some("client")).unwrap();
    let choices = FileChoices::from([
        (0, None),
        (2, Some("0044 b.txt".to_owned())),
        (3, Some("prices.txt".to_owned())),
    ]);
    let matched = with_files(list, &skill, &beside, &choices).unwrap();
    let files = |list: &TaskList| -> Vec<String> {
        list.rows.iter().map(|row| row.cells[2].clone()).collect()
    };
    let corrected = ["", "march/0043.txt", "0044 b.txt", "prices.txt", "0046.txt"];
    assert_eq!(files(&matched.list), corrected);
    assert_eq!(matched.report.rows_without_file, [2]);

    mill.file("docs/0046.txt", "Total 6.00");
    let beside = lay_beside(&matched.list, &[docs], None).unwrap();
    let again = with_files(matched.list, &skill, &beside, &FileChoices::new()).unwrap();
    let matched = ["0042 statement.txt", "march/0043.txt", "", "", "0046.txt"];
    assert_eq!(files(&again.list), matched);
    assert_eq!(again.list.about.columns.len(), 3);
    assert_eq!(
        again.list.rows[4].problem, None,
        "the file is not empty any more"
    );
    assert_eq!(again.list.about.problems.len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_matched_is_refused_and_says_why() {
    let mill = Mill::with(reads).await;
    let (list, docs) = clients(&mill);
    let column = lay_beside(&list, std::slice::from_ref(&docs), Some("Customer")).unwrap_err();
    assert!(
        column.to_string().contains("use one of Client, Name"),
        "{column}"
    );
    let beside = lay_beside(&list, std::slice::from_ref(&docs), Some("Name")).unwrap();
    let none = FileChoices::new();
    let nothing = with_files(list.clone(), &skill_of(FILES), &beside, &none).unwrap_err();
    assert!(matches!(nothing, EngineError::NoFileMatch { files: 6, .. }));
    let no_input = with_files(list.clone(), &skill_of(LINES), &beside, &none).unwrap_err();
    assert!(matches!(no_input, EngineError::NoFileInput { .. }));
    let elsewhere = FileChoices::from([(0, Some("../lists/clients.csv".to_owned()))]);
    let refused = with_files(list, &skill_of(FILES), &beside, &elsewhere).unwrap_err();
    assert_eq!(refused.code(), "bad_value");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_jobs_rows_get_their_files_and_its_document_input_reads_them() {
    let mill = Mill::with(reads).await;
    let (_, docs) = clients(&mill);
    let engine = &mill.engine;
    let skill = SkillId::new("invoice-extract");
    let job = engine.create_job(&skill, None).await.unwrap();
    let table = mill.path("lists/clients.csv");
    engine
        .set_job_file(job, vec![table], ReadOptions::default())
        .await
        .unwrap();
    let choices = FileChoices::from([(2, Some("0044 a.txt".to_owned()))]);
    engine
        .set_job_documents(job, vec![docs], None, choices)
        .await
        .unwrap();
    let detail = engine.job(job).await.unwrap();
    assert_eq!(
        detail.mapping.pairs,
        [("document".to_owned(), "Document".to_owned())]
    );
    let id = engine
        .start(engine.prepare_job(job, None).await.unwrap().prepared)
        .await
        .unwrap();
    let run = Run { engine, id };
    assert_eq!(run.told().await, "finished; 3 by model, 2 unreadable");
}
