//! A job whose model, or whose other model, is a server of the person's own, and a job that would rather fail than wait.

use std::time::Duration;

use mill_domain::{JobId, PauseReason, RunState};
use mill_engine::{EngineError, MappingChange, ResumeSkill, SkillId, Ways};
use mill_store::JobChange;
use mill_tables::ReadOptions;
use mill_testkit::{Kind, ScriptedServer, Turn};

use crate::setup::{ANTHROPIC, CUSTOM, Mill, Run, coded, until};

const ANSWER: &str = r#"{"account":"Food Costs","confidence":0.9,"reason":"a shop"}"#;

/// A job over two rows for the model.
async fn job(mill: &Mill, model: &str, ways: Ways) -> Result<JobId, EngineError> {
    let engine = &mill.engine;
    let job = engine
        .create_job(&SkillId::new("card-coding"), None)
        .await?;
    let rows = "Service Area,Creditor,JV Value\nHighways,SOME SHOP,3.00\nHighways,A SHOP,4.00\n";
    let list = vec![mill.file("card.csv", rows)];
    engine
        .set_job_file(job, list, ReadOptions::default())
        .await?;
    let change = JobChange {
        model: Some(model.to_owned()),
        budget: Some(crate::setup::usd("5")),
        ..JobChange::default()
    };
    let ways = MappingChange {
        ways: Some(ways),
        ..MappingChange::default()
    };
    engine.change_job(job, change, ways).await?;
    Ok(job)
}

fn at(model: &str, address: &str) -> Result<Ways, EngineError> {
    Ways::default().at([(model.to_owned(), address.to_owned())])
}

async fn start(mill: &Mill, job: JobId) -> Result<Run<'_>, EngineError> {
    let table = mill.engine.prepare_job(job, None).await?;
    let id = mill.engine.start(table.prepared).await?;
    let engine = &mill.engine;
    Ok(Run { engine, id })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_job_keeps_the_address_of_a_server_and_its_runs_go_on_there() {
    let mill = Mill::with(|_| coded("Food")).await;
    let house = ScriptedServer::start(|_| Turn::answer(ANSWER).after(Duration::from_millis(200)))
        .await
        .unwrap();
    let nowhere = job(&mill, CUSTOM, Ways::default()).await.unwrap();
    let refused = start(&mill, nowhere).await.map(|run| run.id);
    assert_eq!(refused.unwrap_err().code(), "provider_bad_setup");

    let address = house.url().replace("http://", " ");
    let kept = job(&mill, CUSTOM, at(CUSTOM, &address).unwrap())
        .await
        .unwrap();
    let run = start(&mill, kept).await.unwrap();
    until(|| !house.requests().is_empty()).await;
    mill.engine.interrupt(run.id).await;
    let state = mill.engine.run(run.id).await.unwrap().row.state;
    assert_eq!(state, RunState::Paused(PauseReason::Interrupted));
    mill.engine
        .resume(run.id, ResumeSkill::AsRun)
        .await
        .unwrap();
    assert_eq!(run.told().await, "finished; 2 by model");
    assert_eq!(mill.server.bill().requests, 0, "nobody else was asked");
    let copy = mill.engine.duplicate_job(kept).await.unwrap();
    assert_eq!(
        start(&mill, copy).await.unwrap().told().await,
        "finished; 2 by model"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_model_may_be_a_server_with_an_address_of_its_own() {
    let mill = Mill::with(|_| {
        Turn::of(Kind::Refusal {
            reason: "not this".to_owned(),
            text: String::new(),
        })
    })
    .await;
    let house = ScriptedServer::start(|_| Turn::answer(ANSWER))
        .await
        .unwrap();
    let ways = Ways {
        fallback: vec![CUSTOM.parse().unwrap()],
        ..at(CUSTOM, &house.url()).unwrap()
    };
    let job = job(&mill, ANTHROPIC, ways).await.unwrap();
    let run = start(&mill, job).await.unwrap();
    assert_eq!(run.told().await, "finished; 2 by model");
    assert_eq!(house.bill().requests, 2);
}

#[test]
fn only_a_server_of_ones_own_has_an_address() {
    for (model, address, code) in [
        (ANTHROPIC, "http://127.0.0.1:1", "bad_value"),
        (CUSTOM, "not an address", "provider_bad_setup"),
        (CUSTOM, "ftp://127.0.0.1", "provider_bad_setup"),
    ] {
        let refused = at(model, address).unwrap_err();
        assert_eq!(refused.code(), code, "{address}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_job_that_would_rather_fail_than_wait_ends_its_rows() {
    let mill = Mill::with(|_| Turn::rate_limited(600)).await;
    let hasty = Ways {
        fail_fast: true,
        ..Ways::default()
    };
    let job = job(&mill, ANTHROPIC, hasty).await.unwrap();
    let run = start(&mill, job).await.unwrap();
    assert_eq!(run.told().await, "finished; 2 provider_error");
}
