//! A skill measured with several models.

use std::time::Duration;

use mill_domain::Usd;
use mill_engine::{Engine, EngineError, Skill};

use mill_testkit::ServerOptions;

use crate::setup::{ANTHROPIC, Mill, OPENAI, USUAL};

const SKILL: &str = "---\nname: sort-mail\ndescription: d\n---\nSort.\n";
const SIDECAR: &str =
    "[inputs]\nbody = { type = \"text\" }\n[outputs]\nkind = { type = \"text\" }\n";

fn skill(cases: usize) -> (tempfile::TempDir, Skill) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sort-mail");
    std::fs::create_dir_all(path.join("evals")).unwrap();
    std::fs::write(path.join("SKILL.md"), SKILL).unwrap();
    std::fs::write(path.join("stampmill.toml"), SIDECAR).unwrap();
    let rows: Vec<String> = (0..cases)
        .map(|at| {
            format!(
                r#"{{"id":"c{at}","inputs":{{"body":"mail {at}"}},"expected":{{"kind":"Good"}}}}"#
            )
        })
        .collect();
    let evals = format!(r#"{{"evals":[{}]}}"#, rows.join(","));
    std::fs::write(path.join("evals/evals.json"), evals).unwrap();
    let skill = Skill::read(&path).unwrap();
    (folder, skill)
}

/// One model is right, in other letters; the other is wrong about all but one.
fn answer(asked: &mill_testkit::Asked) -> mill_testkit::Turn {
    let text = format!("{asked:?}");
    let right = text.contains("claude-story") || text.contains("mail 3");
    mill_testkit::Turn::answer(if right {
        r#"{"kind":"GOOD"}"#
    } else {
        r#"{"kind":"bad"}"#
    })
}

async fn compared(engine: &Engine, skill: &Skill) -> mill_engine::EvalReport {
    let models = [ANTHROPIC, OPENAI].map(|model| model.parse().unwrap());
    let budget = Some("1".parse::<Usd>().unwrap());
    let runs = engine
        .start_eval(skill, None, &models, budget)
        .await
        .unwrap();
    for run in &runs {
        engine.wait(*run).await.unwrap();
    }
    engine.eval_report(&runs).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_models_are_compared_on_the_same_tasks_with_an_interval_that_holds() {
    let mill = Mill::with(answer).await;
    let (_folder, skill) = skill(20);
    let report = compared(&mill.engine, &skill).await;
    let agreed: Vec<u64> = report.models.iter().map(|model| model.agreed).collect();
    assert_eq!((report.cases, agreed), (20, vec![20, 1]));
    assert!(report.models.iter().all(|model| model.cost.is_positive()));
    let [pair] = report.pairs.as_slice() else {
        panic!("{:?}", report.pairs)
    };
    assert_eq!(pair.models, (0, 1));
    assert_eq!((pair.paired.only_first, pair.paired.only_second), (19, 0));
    assert!(
        pair.paired.tells_apart() && pair.paired.low > 0.4,
        "{pair:?}"
    );
    // Each was asked about the same tasks in the same order, which is not the one they are written in.
    let ids: Vec<&str> = report.items.iter().map(|item| item.id.as_str()).collect();
    let written: Vec<String> = (0..20).map(|at| format!("c{at}")).collect();
    assert_ne!(ids, written);
    let mut runs = Vec::new();
    for model in &report.models {
        runs.push(model.run);
        let page = mill
            .engine
            .task_page(model.run, mill_store::RowFilter::All, "", 0, 20);
        let rows = page.await.unwrap().1;
        let bodies: Vec<String> = rows.iter().map(|row| row.cells[0].clone()).collect();
        let asked: Vec<String> = ids.iter().map(|id| format!("mail {}", &id[1..])).collect();
        assert_eq!(bodies, asked);
    }
    mill.books_agree_with_the_bill(&runs).await;
    let wrong = report
        .items
        .iter()
        .filter(|item| item.agreed[1] == Some(false));
    assert!(wrong.clone().count() == 19 && wrong.clone().all(|item| item.differs[1] == ["Kind"]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_comparison_stopped_in_the_middle_keeps_what_was_paid_and_counts_only_what_was_done() {
    // Half of the twenty never come back in time.
    let mill = Mill::with(|asked| {
        let turn = answer(asked);
        if format!("{asked:?}").contains("mail 1") {
            turn.after(Duration::from_mins(1))
        } else {
            turn
        }
    })
    .await;
    let (_folder, skill) = skill(20);
    let models = [ANTHROPIC, OPENAI].map(|model| model.parse().unwrap());
    let budget = Some("1".parse::<Usd>().unwrap());
    let runs = mill
        .engine
        .start_eval(&skill, None, &models, budget)
        .await
        .unwrap();
    loop {
        let report = mill.engine.eval_report(&runs).await.unwrap();
        if report.models.iter().all(|model| model.done > 0) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    for run in &runs {
        mill.engine.end_run(*run).await.unwrap();
    }
    let report = mill.engine.eval_report(&runs).await.unwrap();
    for (at, model) in report.models.iter().enumerate() {
        assert!(model.done < 20, "{model:?}");
        assert!(model.cost.is_positive(), "what was paid stays: {model:?}");
        assert_eq!(model.fields.1, model.done, "one result a row that was done");
        let seen = report.items.iter().filter(|item| item.agreed[at].is_some());
        assert_eq!(seen.count() as u64, model.done);
        let undone = report.items.iter().filter(|item| item.agreed[at].is_none());
        assert!(undone.clone().all(|item| item.differs[at].is_empty()));
    }
    let both = report
        .items
        .iter()
        .filter(|item| item.agreed.iter().all(Option::is_some));
    let both = both.count() as u64;
    for pair in &report.pairs {
        assert!(pair.paired.only_first + pair.paired.only_second <= both);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_few_tasks_do_not_tell_models_apart_and_no_cap_is_refused() {
    let mill = Mill::with(answer).await;
    let (_folder, skill) = skill(3);
    let report = compared(&mill.engine, &skill).await;
    assert!(!report.pairs[0].paired.tells_apart(), "{:?}", report.pairs);
    let models = [ANTHROPIC, OPENAI].map(|model| model.parse().unwrap());
    // Said before anything starts; with a cap that is too small for one, nobody is asked.
    let asked = mill.server.bill().requests;
    let cap = |amount: &str| Some(amount.parse::<Usd>().unwrap());
    let good = mill
        .engine
        .estimate_eval(&skill, None, &models, cap("1"))
        .await
        .unwrap();
    assert_eq!(good.len(), 2);
    for one in &good {
        assert!(one.refused.is_none(), "{:?}", one.refused);
        assert_eq!((one.estimate.tasks, one.estimate.calls.0), (3, 3));
        assert!(one.estimate.cost.2 <= "1".parse().unwrap());
    }
    let small = mill
        .engine
        .estimate_eval(&skill, None, &models, cap("0.000001"))
        .await
        .unwrap();
    assert!(
        small
            .iter()
            .all(|one| { matches!(one.refused, Some(EngineError::BudgetTooSmall { .. })) })
    );
    let unpriced = [ANTHROPIC, "openai/nobody-knows"].map(|model| model.parse().unwrap());
    let refused = mill
        .engine
        .start_eval(&skill, None, &unpriced, cap("1"))
        .await;
    assert!(matches!(refused, Err(EngineError::NoPrice { .. })));
    assert_eq!(mill.server.bill().requests, asked, "nothing was asked");
    let refused = mill
        .engine
        .start_eval(&skill, None, &models, None)
        .await
        .unwrap_err();
    assert!(matches!(refused, EngineError::NoBudget { .. }), "{refused}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_only_the_list_of_a_server_says_of_its_window_is_known_before_a_comparison() {
    let options = ServerOptions {
        models: vec!["gpt-story".to_owned()],
        // The answer's 1,024 tokens are within it.
        windows: [("gpt-story".to_owned(), 201_024)].into(),
        ..ServerOptions::default()
    };
    let mill = Mill::priced(USUAL, options, answer).await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sort-mail");
    std::fs::create_dir_all(path.join("evals")).unwrap();
    let sidecar = SIDECAR.replace("body = { type = \"text\" }", "body = { type = \"file\" }");
    let evals = r#"{"evals":[{"id":"c","inputs":{"body":"mail.txt"},"expected":{"kind":"Good"}}]}"#;
    for (file, text) in [
        ("SKILL.md", SKILL),
        ("stampmill.toml", &sidecar),
        ("evals/evals.json", evals),
        ("mail.txt", "Dear all\n"),
    ] {
        std::fs::write(path.join(file), text).unwrap();
    }
    let skill = Skill::read(&path).unwrap();
    let (folder, models) = (path.display().to_string(), [OPENAI.parse().unwrap()]);
    let budget = Some("1".parse::<Usd>().unwrap());
    let estimates = mill
        .engine
        .estimate_eval(&skill, Some(folder), &models, budget)
        .await
        .unwrap();
    assert_eq!(estimates[0].estimate.window, Some(200_000));
}
