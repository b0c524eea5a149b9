//! A document that is too long for the model: found before the run, read in parts, one result, no cent twice.

use mill_domain::{FieldName, Outcome, TaskNumber};
use mill_engine::{NewPrice, Ways};
use mill_testkit::{Asked, ServerOptions, Turn};
use serde_json::json;

use crate::setup::{CUSTOM, Files, Job, Mill, USUAL, ended, skill_of};

/// Listed with a window of 200,000 tokens.
const MODEL: &str = "anthropic/claude-haiku-4-5";

/// Lines of a statement, its owner, and what it says at the end.
const STATEMENT: Files = (
    r#"
[inputs]
document = { label = "Document", type = "file", required = true }

[outputs]
owner = { label = "Owner", type = "text", required = true }
note  = { label = "Note", type = "text" }
lines = { label = "Lines", type = "list", fields = { text = { type = "text", required = true } } }

[[checks]]
kind = "evidence"
field = "owner"

[defaults]
max_output_tokens = 1000
"#,
    "",
);

/// Six pages; the model reads one at once, and not two.
fn six_pages() -> String {
    let page = |number: u32| {
        let filler = "entry of no weight here\n".repeat(17_000);
        format!("Owner Smith\nLine {number}\nNote {number}\n{filler}")
    };
    (1..=6).map(page).collect::<Vec<_>>().join("\u{c}")
}

/// What a part holds, or what the merge decides.
fn reads(asked: &Asked) -> Turn {
    if asked.user.contains("what its parts gave") {
        assert!(!asked.user.contains("Line 1"), "lists need no model");
        return Turn::answer(json!({"note": "Note 6"}).to_string());
    }
    let found = |word: &str| -> Vec<String> {
        let lines = asked.user.lines();
        let lines = lines.filter(|line| line.starts_with(word));
        lines.map(str::to_owned).collect()
    };
    let lines = found("Line ");
    let lines: Vec<_> = lines.iter().map(|line| json!({"text": line})).collect();
    let answer = json!({"owner": "Smith", "note": found("Note ").last(), "lines": lines});
    Turn::answer(answer.to_string())
}

fn statement<'m>(mill: &'m Mill, list: &std::path::Path) -> Job<'m> {
    let job = mill.table(list).skill(skill_of(STATEMENT));
    job.model(MODEL).budget("50")
}

/// A list of one short and one long document.
async fn mill(script: impl Fn(&Asked) -> Turn + Send + Sync + 'static) -> Mill {
    let mill = Mill::with(script).await;
    let [input, output, read, write] = USUAL.map(str::to_owned);
    let price = NewPrice {
        model: MODEL.to_owned(),
        input,
        output,
        cache_read: Some(read),
        cache_write: Some(write),
        from: Some("2020-01-01".to_owned()),
        confirmed: true,
    };
    mill.engine.set_price(price).await.unwrap();
    mill.file("list/short.txt", "Owner Smith\nLine 0\nNote 0\n");
    mill.file("list/long.txt", six_pages());
    mill.file("list/list.csv", "document\nshort.txt\nlong.txt\n");
    mill
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_too_long_is_listed_before_the_run_and_ends_as_too_long() {
    let mill = mill(reads).await;
    let list = mill.path("list/list.csv");
    let job = || statement(&mill, &list);
    let prepared = job().prepare().unwrap();
    let estimate = mill.engine.estimate(&prepared).await.unwrap();
    assert_eq!(estimate.window, Some(200_000));
    let [long] = estimate.long.as_slice() else {
        panic!("{:?}", estimate.long);
    };
    assert_eq!((long.source_row, long.file.as_str()), (3, "long.txt"));
    assert!(
        long.certain && long.tokens > 200_000 && long.parts == Some(6),
        "{long:?}"
    );
    assert_eq!(estimate.calls, (2, 2, 4));

    let run = job().run().await;
    assert_eq!(run.told().await, "finished; 1 by model, 1 too_long");
    assert!(ended(&run.row(2).await, Outcome::TooLong));
    assert_eq!(mill.server.bill().requests, 1);

    let split = job().split().prepare().unwrap();
    let estimate = mill.engine.estimate(&split).await.unwrap();
    assert_eq!(estimate.calls, (7, 7, 16));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn parts_are_read_one_by_one_and_put_together_in_order() {
    let mill = mill(reads).await;
    let list = mill.path("list/list.csv");
    let run = statement(&mill, &list).split().run().await;
    assert_eq!(run.told().await, "finished; 2 by model");
    let output = run.row(2).await.output.unwrap().into_json();
    let lines: Vec<_> = (1..=6)
        .map(|number| json!({"text": format!("Line {number}")}))
        .collect();
    assert_eq!(
        output,
        json!({"owner": "Smith", "note": "Note 6", "lines": lines})
    );
    // One for the short one, one a part, one for the note they do not agree on.
    assert_eq!(mill.server.bill().requests, 1 + 6 + 1);
    mill.books_agree_with_the_bill(&[run.id]).await;
    let detail = mill
        .engine
        .review_detail(run.id, TaskNumber(2))
        .await
        .unwrap();
    let second = &detail.turns[1].prompt;
    assert!(second.contains("part 2 of 6 (page 2)"), "{second:.400}");
    assert_eq!(
        detail.document.unwrap().pages.len(),
        6,
        "the whole document stands beside it"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn parts_that_were_paid_for_are_not_asked_again() {
    let mill = mill(|asked| {
        let is_fourth = asked.user.contains("part 4 of 6");
        if is_fourth && asked.seen_before == 0 && asked.number < 5 {
            Turn::status(401, "authentication_error", "invalid x-api-key")
        } else {
            reads(asked)
        }
    })
    .await;
    let list = mill.path("list/list.csv");
    let run = statement(&mill, &list).agents(1).split().run().await;
    assert!(
        run.told().await.starts_with("paused"),
        "{}",
        run.told().await
    );
    let before = mill.server.bill().requests;
    run.resume().await;
    assert_eq!(run.told().await, "finished; 2 by model");
    assert_eq!(
        mill.server.bill().requests - before,
        3 + 1,
        "three parts and the merge"
    );
    let output = run.row(2).await.output.unwrap();
    assert_eq!(output.text(&FieldName::new("note")), "Note 6");
    mill.books_agree_with_the_bill(&[run.id]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_cap_holds_between_parts() {
    let mill = mill(reads).await;
    let list = mill.path("list/list.csv");
    let job = statement(&mill, &list).agents(1).split();
    let run = job.budget("3").run().await;
    assert!(
        run.told().await.starts_with("paused"),
        "{}",
        run.told().await
    );
    let spent = mill.engine.run(run.id).await.unwrap().row.budget.spent;
    assert!(spent <= crate::setup::usd("3"), "{spent}");
    mill.engine
        .set_budget(run.id, crate::setup::usd("50"))
        .await
        .unwrap();
    run.resume().await;
    assert_eq!(run.told().await, "finished; 2 by model");
    assert_eq!(mill.server.bill().requests, 8);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_only_the_list_of_a_server_says_of_its_window_is_known_before_the_run() {
    let options = ServerOptions {
        models: vec!["house".to_owned()],
        // The answer's 1,000 tokens are within it.
        windows: [("house".to_owned(), 201_000)].into(),
        ..ServerOptions::default()
    };
    let mill = Mill::priced(USUAL, options, reads).await;
    mill.file("list/short.txt", "Owner Smith\nLine 0\nNote 0\n");
    mill.file("list/long.txt", six_pages());
    let list = mill.file("list/list.csv", "document\nshort.txt\nlong.txt\n");
    let job = || statement(&mill, &list).model(CUSTOM);
    assert_eq!(
        job().prepare().unwrap().window(),
        None,
        "nobody was asked yet"
    );
    let prepared = job().learned().await.prepare().unwrap();
    assert_eq!(prepared.window(), Some(200_000));
    assert_eq!(prepared.long_documents()[0].parts, Some(6));

    let run = job().run().await;
    assert_eq!(run.told().await, "finished; 1 by model, 1 too_long");
    assert_eq!(
        mill.server.bill().requests,
        1,
        "what cannot fit is not sent"
    );
    let split = job().learned().await.split().run().await;
    assert_eq!(split.told().await, "finished; 2 by model");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_batch_that_would_have_to_read_in_parts_is_refused_before_it_starts() {
    let mill = mill(reads).await;
    let list = mill.path("list/list.csv");
    let ways = Ways {
        batch: true,
        ..Ways::default()
    };
    let refused = statement(&mill, &list).ways(ways.clone()).split();
    let refused = refused.try_start().await.unwrap_err();
    assert_eq!(refused.code(), "batch_reads_whole");
    let params: Vec<_> = refused.params();
    assert_eq!(
        params,
        [
            ("documents", "1".to_owned()),
            ("file", "long.txt".to_owned())
        ]
    );
    assert!(refused.hint().is_some());
    assert_eq!(mill.server.bill().requests, 0);
    mill.file("list/list.csv", "document\nshort.txt\n");
    let short = statement(&mill, &list).ways(ways).split().run().await;
    assert_eq!(short.told().await, "finished; 1 by model", "nothing to cut");
}

/// A workbook of six sheets; the model reads one at once, and not two.
fn six_sheets() -> Vec<u8> {
    let mut book = rust_xlsxwriter::Workbook::new();
    for number in 1..=6 {
        let sheet = book.add_worksheet();
        sheet.set_name(format!("Month {number}")).unwrap();
        for (row, text) in [
            "Owner Smith".to_owned(),
            format!("Line {number}"),
            "Note 6".to_owned(),
            "entry of no weight here ".repeat(1_300),
        ]
        .iter()
        .enumerate()
        {
            sheet
                .write_string(u32::try_from(row).unwrap(), 0, text)
                .unwrap();
        }
        for row in 4..16 {
            sheet
                .write_string(row, 0, "entry of no weight here ".repeat(1_300))
                .unwrap();
        }
    }
    book.save_to_buffer().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_workbook_that_is_too_long_is_cut_between_its_sheets() {
    let mill = mill(|asked| {
        let sheets = asked.user.matches("Sheet: Month").count();
        assert_eq!(sheets, 1, "a sheet a part");
        reads(asked)
    })
    .await;
    mill.file("list/months.xlsx", six_sheets());
    let list = mill.file("list/list.csv", "document\nmonths.xlsx\n");
    let run = statement(&mill, &list).split().run().await;
    assert_eq!(run.told().await, "finished; 1 by model");
    let output = run.row(1).await.output.unwrap().into_json();
    let lines: Vec<_> = (1..=6)
        .map(|number| json!({"text": format!("Line {number}")}))
        .collect();
    assert_eq!(output["lines"], json!(lines));
    assert_eq!(mill.server.bill().requests, 6);
}
