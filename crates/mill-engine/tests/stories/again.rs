//! A row asked again with a note: a new version, the old one beside it, every call paid and booked.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use mill_domain::{FieldName, Outcome, RunId, TaskNumber, Verdict};
use mill_engine::{AskAgain, AskedRows, Engine, EngineError, SystemClock};
use mill_secrets::Secrets;
use mill_testkit::{Asked, Kind, Turn};

use crate::setup::{Mill, Run, coded, coded_at_nine_cents, ended, usd};

const NOTE: &str = "This shop sells tickets.";

/// "Food", and "Travel" to whoever is told [`NOTE`].
fn food_unless_told(asked: &Asked) -> Turn {
    coded(if asked.user.contains(NOTE) {
        "Travel"
    } else {
        "Food"
    })
}

fn refusal() -> Turn {
    Turn::of(Kind::Refusal {
        reason: "not this one".to_owned(),
        text: "I would rather not".to_owned(),
    })
}

fn ask(run: RunId, tasks: &[u32]) -> AskAgain {
    AskAgain {
        run,
        tasks: tasks.iter().copied().map(TaskNumber).collect(),
        note: NOTE.to_owned(),
        with_answer: false,
        budget: None,
    }
}

impl Run<'_> {
    async fn looked_right(&self, task: u32) {
        let none = BTreeMap::new();
        let judged = self
            .engine
            .judge(self.id, vec![TaskNumber(task)], Verdict::Accepted, &none);
        judged.await.unwrap();
    }

    async fn ask_again(&self, tasks: &[u32]) -> AskedRows {
        self.engine.ask_again(ask(self.id, tasks)).await.unwrap()
    }

    /// Version, account and verdict of a row.
    async fn stands(&self, number: u32) -> (u32, String, Option<String>) {
        let row = self.row(number).await;
        let account = row
            .output
            .unwrap_or_default()
            .text(&FieldName::new("account"));
        (row.version, account, row.verdict)
    }
}

fn at(version: u32, account: &str, verdict: Option<&str>) -> (u32, String, Option<String>) {
    (version, account.to_owned(), verdict.map(str::to_owned))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_row_asked_again_has_a_new_version_without_a_verdict_and_undo_brings_the_old_one_back() {
    let mill = Mill::with(food_unless_told).await;
    let run = mill.shops(3).run().await;
    run.looked_right(2).await;
    let asked = run.ask_again(&[2]).await;
    let (task, row) = &asked.rows[0];
    assert_eq!((task.0, row.version, row.former), (2, Some(2), Some(1)));
    assert_eq!(row.ended_as.as_deref(), Some("done"));
    assert_eq!(run.stands(2).await, at(2, "Travel", None));
    assert_eq!(
        run.stands(1).await,
        at(1, "Food", None),
        "nothing else moved"
    );
    assert_eq!(
        run.versions(2).await.len(),
        2,
        "what was paid for is still there"
    );
    let calls = run.calls(2).await;
    assert!(calls[1].prompt.contains(NOTE), "{}", calls[1].prompt);
    assert_eq!(calls[1].attempt, row.attempt);
    assert_eq!(run.told().await, "finished; 3 by model");
    mill.books_agree_with_the_bill(&[run.id]).await;

    let id = run.id;
    let mill = mill.reopen().await;
    let run = Run {
        engine: &mill.engine,
        id,
    };
    assert_eq!(
        run.engine.undo_verdict(run.id).await.unwrap().tasks,
        [TaskNumber(2)]
    );
    assert_eq!(run.stands(2).await, at(1, "Food", Some("accepted")));
    assert_eq!(
        run.engine.undo_verdict(run.id).await.unwrap().tasks,
        [TaskNumber(2)]
    );
    assert_eq!(run.stands(2).await, at(1, "Food", None));
    let again = run.ask_again(&[2]).await;
    assert_eq!(again.rows[0].1.version, Some(3), "no version is used twice");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failed_row_asked_again_becomes_done_and_the_sums_add_up() {
    let mill = Mill::with(|asked| {
        if asked.user.contains("SHOP 002") && !asked.user.contains(NOTE) {
            refusal()
        } else {
            food_unless_told(asked)
        }
    })
    .await;
    let run = mill.shops(3).run().await;
    assert_eq!(run.told().await, "finished; 2 by model, 1 refused");
    run.ask_again(&[2]).await;
    assert_eq!(run.told().await, "finished; 3 by model");
    assert_eq!(run.stands(2).await, at(1, "Travel", None));
    run.engine.undo_verdict(run.id).await.unwrap();
    assert_eq!(run.told().await, "finished; 2 by model, 1 refused");
    assert!(ended(&run.row(2).await, Outcome::Refused));
    mill.books_agree_with_the_bill(&[run.id]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_that_does_not_fit_leaves_the_row_as_it_was() {
    let mill = Mill::with(|asked| {
        let first = asked.user.contains("SHOP") && !asked.user.contains(NOTE);
        coded(if first { "Food" } else { "Groceries" })
    })
    .await;
    let run = mill.shops(1).run().await;
    let asked = run.ask_again(&[1]).await;
    let row = &asked.rows[0].1;
    assert_eq!(
        (row.ended_as.as_deref(), row.version),
        (Some("invalid"), None)
    );
    assert!(row.problem.as_ref().unwrap().contains("Account"), "{row:?}");
    assert_eq!(run.stands(1).await, at(1, "Food", None));
    assert_eq!(
        run.engine.undo_verdict(run.id).await.unwrap().tasks,
        [],
        "nothing to undo"
    );
    assert_eq!(
        run.calls(1).await.len(),
        3,
        "the question, its repair, and the first answer"
    );
    mill.books_agree_with_the_bill(&[run.id]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_model_sees_its_former_answer_if_that_is_wished() {
    let mill = Mill::with(food_unless_told).await;
    let run = mill.shops(1).run().await;
    let asking = AskAgain {
        with_answer: true,
        ..ask(run.id, &[1])
    };
    run.engine.ask_again(asking).await.unwrap();
    let asked = mill.server.requests();
    let messages = asked.last().unwrap().body["messages"]
        .as_array()
        .unwrap()
        .clone();
    let roles: Vec<&str> = messages
        .iter()
        .filter_map(|message| message["role"].as_str())
        .collect();
    assert_eq!(roles, ["user", "assistant", "user"]);
    assert!(messages[1].to_string().contains("Food"), "{}", messages[1]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_rows_are_asked_under_the_cap_and_those_without_room_keep_what_they_had() {
    let mill = Mill::dear(|_| coded_at_nine_cents()).await;
    let run = mill.shops(3).agents(1).budget("0.70").run().await;
    let plan = run
        .engine
        .plan_asking(&ask(run.id, &[1, 2, 3]))
        .await
        .unwrap();
    assert_eq!(
        (plan.most, plan.fits()),
        (usd("1.80"), false),
        "two calls of 0.30 a row"
    );
    let (scope, left) = plan.tightest.unwrap();
    assert_eq!((scope.kind.as_str(), left), ("run", usd("0.43")));
    assert_eq!(plan.workable, Some(usd("2.07")));

    let asked = run.ask_again(&[1, 2, 3]).await;
    let ends: Vec<_> = asked
        .rows
        .iter()
        .map(|(_, row)| row.ended_as.clone().unwrap())
        .collect();
    assert_eq!(ends, ["done", "done", "no_room"]);
    assert!(asked.no_room.is_some());
    assert_eq!(run.end().await.row.budget.spent, usd("0.45"));
    assert_eq!(run.stands(3).await, at(1, "Food", None));

    let raised = AskAgain {
        budget: Some(usd("2.07")),
        ..ask(run.id, &[3])
    };
    let asked = run.engine.ask_again(raised).await.unwrap();
    assert_eq!(asked.rows[0].1.version, Some(2));
    assert_eq!(
        run.engine.undo_verdict(run.id).await.unwrap().tasks,
        [TaskNumber(3)]
    );
    assert_eq!(
        run.engine.undo_verdict(run.id).await.unwrap().tasks,
        [TaskNumber(1), TaskNumber(2)],
        "rows of one asking go back together"
    );
    mill.books_agree_with_the_bill(&[run.id]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_at_work_and_a_row_that_waits_are_not_asked_again() {
    let mill = Mill::with(|_| coded("Food").after(Duration::from_mins(1))).await;
    let run = mill.shops(2).agents(1).start().await;
    mill.requests_reach(1).await;
    let refused = run.engine.ask_again(ask(run.id, &[1])).await.unwrap_err();
    assert!(matches!(refused, EngineError::RunState { .. }), "{refused}");
    mill.engine.interrupt(run.id).await;
    let refused = run.engine.ask_again(ask(run.id, &[1])).await.unwrap_err();
    assert!(
        refused.to_string().contains("after it has ended"),
        "{refused}"
    );
    let nothing = AskAgain {
        note: "  ".to_owned(),
        ..ask(run.id, &[1])
    };
    assert!(run.engine.ask_again(nothing).await.is_err());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_death_the_row_has_its_old_result_and_the_call_is_uncertain() {
    let mill = Mill::dear(|_| coded_at_nine_cents()).await;
    let run = mill.shops(1).run().await;
    mill.server
        .set_script(|_| coded_at_nine_cents().after(Duration::from_mins(1)));
    let (config, id) = (mill.config(), run.id);
    let doomed = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap();
    doomed.spawn(async move {
        let engine = Engine::open(config, Arc::new(SystemClock), Secrets::session_only()).await;
        engine.unwrap().ask_again(ask(id, &[1])).await.unwrap();
    });
    mill.requests_reach(2).await;
    doomed.shutdown_background();
    for _ in 0..500 {
        let next = mill.second_engine().await;
        let run = run.in_engine(&next);
        let budget = run.end().await.row.budget;
        if budget.uncertain.is_positive() {
            assert_eq!((budget.spent, budget.uncertain), (usd("0.09"), usd("0.30")));
            assert_eq!(budget.reserved, usd("0"));
            assert_eq!(run.stands(1).await, at(1, "Food", None));
            assert_eq!(run.told().await, "finished; 1 by model");
            let detail = next.review_detail(id, TaskNumber(1)).await.unwrap();
            assert_eq!(detail.asked[0].ended_as.as_deref(), Some("interrupted"));
            mill.server.set_script(|_| coded_at_nine_cents());
            let asked = run.ask_again(&[1]).await;
            assert_eq!(asked.rows[0].1.version, Some(2));
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the call in flight was never found");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn undo_walks_back_through_verdicts_flags_and_skips() {
    let mill = Mill::with(|_| coded("Food")).await;
    let run = mill.shops(3).run().await;
    let (engine, id) = (run.engine, run.id);
    engine
        .set_flag(id, TaskNumber(1), Some("ask Ada"))
        .await
        .unwrap();
    engine
        .set_flag(id, TaskNumber(1), Some("ask Bob"))
        .await
        .unwrap();
    engine.skip_row(id, TaskNumber(2)).await.unwrap();
    run.looked_right(3).await;
    let flag = async || engine.review_row(id, TaskNumber(1)).await.unwrap().flag;
    assert_eq!(flag().await.as_deref(), Some("ask Bob"));
    for (task, note) in [
        (3, Some("ask Bob")),
        (2, Some("ask Bob")),
        (1, Some("ask Ada")),
        (1, None),
    ] {
        assert_eq!(
            engine.undo_verdict(id).await.unwrap().tasks,
            [TaskNumber(task)]
        );
        assert_eq!(flag().await.as_deref(), note);
    }
    assert_eq!(engine.undo_verdict(id).await.unwrap().tasks, []);
    assert_eq!(run.stands(3).await, at(1, "Food", None));
}
