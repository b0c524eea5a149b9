//! Bad input gets a sentence, and nothing is lost by it.

use mill_domain::Outcome;
use mill_engine::{ExportLanguage, read_pasted, read_paths};
use mill_tables::ReadOptions;

use crate::setup::{Mill, coded, ended};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_that_cannot_be_used_are_counted_and_named() {
    let mill = Mill::with(|_| coded("Food")).await;
    let list = mill.file(
        "lines.csv",
        "Text,Amount\nSHOP A,1.00\n,2.00\nSHOP C,not a number\n",
    );
    let run = mill.table(&list).run().await;
    assert_eq!(run.told().await, "finished; 2 by model, 1 unreadable");
    let row = run.row(2).await;
    assert!(ended(&row, Outcome::Unreadable));
    assert!(
        row.problem.as_ref().unwrap().contains("Text"),
        "{:?}",
        row.problem
    );
    assert_eq!((row.source_row, row.attempts), (3, 1));
    mill.books_agree_with_the_bill(&[run.id]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_skill_that_merges_is_refused_for_rows_before_a_column_is_asked_for() {
    let mill = Mill::with(|_| coded("Food")).await;
    let id = mill_engine::SkillId::new("month-report");
    let merging = mill.engine.skill(&id).unwrap();
    let refused = mill.shops(1).skill(merging).prepare().unwrap_err();
    assert_eq!(refused.code(), "only_merges");
    let hint = refused.hint().unwrap_or_default();
    assert!(hint.contains("stampmill merge"), "{hint}");
    let refused = mill.engine.create_job(&id, None).await.unwrap_err();
    assert_eq!(refused.code(), "only_merges");
    assert!(mill.engine.jobs().await.unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unknown_column_lists_the_columns_there_are() {
    let mill = Mill::with(|_| coded("Food")).await;
    let refused = mill.shops(1).map("text", "Merchant").prepare().unwrap_err();
    assert_eq!(refused.code(), "unknown_column");
    let said = format!("{refused} {}", refused.hint().unwrap_or_default());
    assert!(
        said.contains("Merchant") && said.contains("Text") && said.contains("Amount"),
        "{said}"
    );

    let list = read_pasted("Creditor\tAmount\nSHOP\t1\n").unwrap();
    let refused = mill.list(list).prepare().unwrap_err();
    assert_eq!(refused.code(), "unmapped_input");
    let said = format!("{refused} {}", refused.hint().unwrap_or_default());
    assert!(said.contains("Text") && said.contains("Creditor"), "{said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_without_rows_are_refused_by_name() {
    let mill = Mill::with(|_| coded("Food")).await;
    let empty = mill.file("empty.csv", "");
    let refused = read_paths(&[empty], &ReadOptions::default()).unwrap_err();
    assert!(refused.to_string().contains("empty.csv"), "{refused}");
    let missing = mill.path("missing.csv");
    let refused = read_paths(&[missing], &ReadOptions::default()).unwrap_err();
    assert!(refused.to_string().contains("missing.csv"), "{refused}");

    let bare = mill.file("bare.csv", "Text,Amount\n");
    match read_paths(&[bare], &ReadOptions::default()) {
        Ok(list) => {
            let refused = mill.list(list).try_start().await.unwrap_err();
            assert_eq!(refused.to_string(), "`bare.csv` has no rows to work on");
        }
        Err(refused) => assert!(refused.to_string().contains("bare.csv"), "{refused}"),
    }
    assert!(mill.engine.runs().await.unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn agents_out_of_range_are_refused() {
    let mill = Mill::with(|_| coded("Food")).await;
    for agents in [0, 257] {
        let refused = mill.shops(1).agents(agents).prepare().unwrap_err();
        assert_eq!(
            refused.to_string(),
            format!("agents cannot be `{agents}`: use 1 to 256")
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_export_that_fails_leaves_the_old_file_and_the_history_whole() {
    let mill = Mill::with(|_| coded("Food")).await;
    let run = mill.shops(2).run().await;
    let before = run.rows().await.len();
    let not_a_folder = mill.file("report", "a file");
    for (path, said) in [
        (mill.path("missing/out.xlsx"), "out.xlsx"),
        (not_a_folder.join("out.csv"), "out.csv"),
        (
            mill.path("out.pdf"),
            "end the name with .xlsx, .csv or .json",
        ),
    ] {
        let refused = mill
            .engine
            .export_run(run.id, path, ExportLanguage::English)
            .await
            .unwrap_err();
        assert!(refused.to_string().contains(said), "{refused}");
    }

    let old = mill.file("old.xlsx", "the old report");
    let mut rights = std::fs::metadata(&old).unwrap().permissions();
    rights.set_readonly(true);
    std::fs::set_permissions(&old, rights).unwrap();
    let refused = mill
        .engine
        .export_run(run.id, old.clone(), ExportLanguage::English)
        .await
        .unwrap_err();
    assert_eq!(refused.code(), "table_not_written", "{refused}");
    assert_eq!(std::fs::read_to_string(&old).unwrap(), "the old report");

    assert_eq!(run.rows().await.len(), before);
    assert_eq!(run.told().await, "finished; 2 by model");
    let good = mill.path("good.xlsx");
    mill.engine
        .export_run(run.id, good.clone(), ExportLanguage::Chinese)
        .await
        .unwrap();
    assert!(good.is_file());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_that_is_missing_is_said_before_anything_is_stored() {
    let mill = Mill::with(|_| coded("Food")).await;
    let price = mill_engine::NewPrice {
        model: "gemini/gemini-story".to_owned(),
        input: "1".to_owned(),
        output: "1".to_owned(),
        ..mill_engine::NewPrice::default()
    };
    mill.engine.set_price(price).await.unwrap();
    let refused = mill
        .shops(1)
        .model("gemini/gemini-story")
        .try_start()
        .await
        .unwrap_err();
    assert_eq!(refused.to_string(), "no key is stored for gemini");
    assert_eq!(refused.code(), "provider_key_missing");
    assert!(mill.engine.runs().await.unwrap().is_empty());
}
