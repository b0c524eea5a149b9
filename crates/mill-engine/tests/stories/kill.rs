//! The program dies and comes back; the skill changes meanwhile.

use std::sync::Arc;
use std::time::Duration;

use mill_domain::{FieldName, PauseReason, RunId, RunState, TaskState};
use mill_engine::{Engine, EngineError, ResumeSkill, SystemClock};
use mill_secrets::Secrets;

use crate::setup::{Mill, coded, coded_at_nine_cents, row_text, told, usd, with_rules};

/// Sixty rows of which 7, 19 and 44 are the same to the letter.
fn sixty() -> Vec<String> {
    let row = |number| match number {
        7 | 19 | 44 => "SAME SHOP".to_owned(),
        other => format!("SHOP {other:03}"),
    };
    (1..=60).map(row).collect()
}

/// Starts a run in an engine of its own and takes the ground from under it once `requests` have come.
async fn die_at_work(mill: &Mill, texts: &[String], agents: u32, requests: u64) -> RunId {
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let prepared = mill
        .lines(&texts)
        .agents(agents)
        .budget("100")
        .prepare()
        .unwrap();
    let config = mill.config();
    let doomed = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap();
    let started = doomed.spawn(async move {
        let engine = Engine::open(config, Arc::new(SystemClock), Secrets::session_only()).await;
        let engine = engine.unwrap();
        let run = engine.start(prepared).await.unwrap();
        (engine, run)
    });
    let (engine, run) = started.await.unwrap();
    mill.requests_reach(requests).await;
    doomed.shutdown_background();
    drop(engine);
    run
}

/// Goes on with the run as soon as the system has freed what the dead program held.
async fn resume_soon(engine: &Engine, run: RunId) {
    for _ in 0..500 {
        match engine.resume(run, ResumeSkill::AsRun).await {
            Err(EngineError::RunElsewhere { .. }) => {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            other => return other.unwrap(),
        }
    }
    panic!("the dead program still holds the run");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_death_no_row_is_lost_none_done_twice_and_money_in_flight_is_uncertain() {
    // Thirty answers, then six requests that hang until the program is gone.
    let mill = Mill::dear(|asked| match asked.number {
        0..30 => coded_at_nine_cents(),
        _ => coded_at_nine_cents().after(Duration::from_mins(1)),
    })
    .await;
    let id = die_at_work(&mill, &sixty(), 6, 36).await;
    mill.server.set_script(|_| coded_at_nine_cents());
    resume_soon(&mill.engine, id).await;
    mill.engine.wait(id).await.unwrap();

    let summary = mill.engine.run(id).await.unwrap();
    assert_eq!(told(&summary), "finished; 60 by model");
    let bill = mill.server.settled_bill().await;
    assert_eq!(
        (bill.requests, bill.billed),
        (66, 60),
        "sixty rows and the six in flight at the death"
    );
    let budget = summary.row.budget;
    assert_eq!((budget.spent, budget.uncertain), (usd("5.40"), usd("1.80")));
    mill.books(&[id]).await;

    let (_, rows) = mill
        .engine
        .task_page(id, mill_store::RowFilter::All, "", 0, 100)
        .await
        .unwrap();
    let texts: Vec<String> = rows.iter().map(|row| row.cells[0].clone()).collect();
    assert_eq!(texts, sixty(), "identical rows are kept apart");
    assert!(
        rows.iter().all(|row| row.version == 1),
        "each row has one result"
    );
    let twice: u32 = rows.iter().map(|row| row.attempts - 1).sum();
    assert_eq!(twice, 6);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_left_by_a_dead_program_is_interrupted_when_the_next_one_opens() {
    let mill = Mill::with(|_| coded("Food").after(Duration::from_mins(1))).await;
    let id = die_at_work(&mill, &sixty(), 3, 3).await;
    let interrupted = RunState::Paused(PauseReason::Interrupted);
    for _ in 0..500 {
        let next = mill.second_engine().await;
        let summary = next.run(id).await.unwrap();
        if summary.row.state == interrupted {
            assert_eq!(summary.census.at_work, 0);
            assert!(summary.row.budget.uncertain.is_positive());
            assert_eq!(mill.server.bill().requests, 3, "nothing starts by itself");
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the run was never found to be interrupted");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_practice_run_that_died_asked_nobody() {
    let mill = Mill::with(|_| coded("Food")).await;
    let prepared = mill
        .shops(200)
        .model("practice/sample")
        .agents(4)
        .prepare()
        .unwrap();
    let doomed = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap();
    let config = mill.config();
    let (engine, id) = doomed
        .spawn(async move {
            let engine = Engine::open(config, Arc::new(SystemClock), Secrets::session_only()).await;
            let engine = engine.unwrap();
            let run = engine.start(prepared).await.unwrap();
            (engine, run)
        })
        .await
        .unwrap();
    while mill.engine.run(id).await.unwrap().census.tasks.done < 10 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    doomed.shutdown_background();
    drop(engine);
    resume_soon(&mill.engine, id).await;
    mill.engine.wait(id).await.unwrap();
    let summary = mill.engine.run(id).await.unwrap();
    assert_eq!(told(&summary), "finished; 200 by model");
    assert_eq!(
        (summary.requests, summary.row.budget.booked()),
        (0, usd("0"))
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_resumed_run_keeps_its_skill_unless_the_new_one_is_asked_for() {
    for (current, expected) in [
        (false, [("Food", "1"), ("Food", "1")]),
        (true, [("Food", "1"), ("Other", "2")]),
    ] {
        // The first row is answered, the second holds the run up until it is interrupted.
        let mill = Mill::with(|asked| match row_text(asked).as_str() {
            "SHOP 001" => coded("Food"),
            _ => coded("Food").after(Duration::from_mins(1)),
        })
        .await;
        let run = mill.shops(2).agents(1).start().await;
        mill.requests_reach(2).await;
        mill.engine.interrupt(run.id).await;
        assert_eq!(
            run.told().await,
            "paused: interrupted; 1 waiting, 1 by model"
        );

        mill.server.set_script(|_| coded("Food"));
        let skill = with_rules("if text,then account,note\ncontains SHOP,Other,\n");
        let skill = if current {
            ResumeSkill::Current(Box::new(skill))
        } else {
            ResumeSkill::AsRun
        };
        mill.engine.resume(run.id, skill).await.unwrap();
        run.end().await;
        let mut found = Vec::new();
        for number in [1, 2] {
            let versions = run.versions(number).await;
            assert_eq!(versions.len(), 1);
            let account = versions[0].output.text(&FieldName::new("account"));
            found.push((account, versions[0].skill_version.clone()));
        }
        assert_eq!(
            found,
            expected.map(|(account, version)| (account.to_owned(), version.to_owned()))
        );
        let sheet = run_sheet(&mill, run.id).await;
        let versions = if current { "1, 2" } else { "1" };
        assert!(
            sheet.contains(&("Skill version".to_owned(), versions.to_owned())),
            "{sheet:?}"
        );
    }
}

async fn run_sheet(mill: &Mill, run: RunId) -> Vec<(String, String)> {
    let path = mill.path("out.json");
    let language = mill_engine::ExportLanguage::English;
    mill.engine
        .export_run(run, path.clone(), language)
        .await
        .unwrap();
    let json: serde_json::Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    serde_json::from_value(json["run"].clone()).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_skill_that_does_not_read_the_columns_changes_nothing() {
    let mill = Mill::with(|_| coded("Food").after(Duration::from_mins(1))).await;
    let run = mill.shops(1).start().await;
    mill.requests_reach(1).await;
    mill.engine.interrupt(run.id).await;
    let other = crate::setup::skill_of(crate::setup::FILES);
    let refused = mill
        .engine
        .resume(run.id, ResumeSkill::Current(Box::new(other)))
        .await;
    let refused = refused.unwrap_err();
    assert_eq!(refused.code(), "unmapped_input", "{refused}");
    assert_eq!(
        run.end().await.row.state,
        RunState::Paused(PauseReason::Interrupted)
    );
    mill.server.set_script(|_| coded("Food"));
    assert_eq!(told(&run.resume().await), "finished; 1 by model");
    assert_eq!(
        run.row(1).await.state,
        TaskState::Ended(mill_domain::Outcome::Done)
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finished_run_cannot_be_resumed_and_keeps_its_skill() {
    let mill = Mill::with(|_| coded("Food")).await;
    let run = mill.shops(1).run().await;
    let skill = Box::new(with_rules(
        "if text,then account,note\ncontains SHOP,Other,\n",
    ));
    let refused = mill
        .engine
        .resume(run.id, ResumeSkill::Current(skill))
        .await
        .unwrap_err();
    assert_eq!(refused.to_string(), format!("run `{}` is finished", run.id));
    assert_eq!(run.end().await.row.skill_version, "1");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_that_was_paid_for_and_waits_for_its_repair_is_not_asked_for_again() {
    // Every first answer does not fit; the repairs hang until the program is gone.
    let mill = Mill::with(|asked| match row_text(asked).as_str() {
        "" => coded("Food").after(Duration::from_mins(1)),
        _ => coded("Groceries"),
    })
    .await;
    let id = die_at_work(&mill, &sixty()[..3], 3, 6).await;
    mill.server
        .set_script(|asked| match row_text(asked).as_str() {
            "" => coded("Food"),
            _ => coded("Groceries"),
        });
    resume_soon(&mill.engine, id).await;
    mill.engine.wait(id).await.unwrap();
    assert_eq!(
        told(&mill.engine.run(id).await.unwrap()),
        "finished; 3 by model"
    );
    let bill = mill.server.settled_bill().await;
    assert_eq!(
        (bill.requests, bill.billed),
        (9, 6),
        "only the three repairs in flight are asked for again"
    );
}
