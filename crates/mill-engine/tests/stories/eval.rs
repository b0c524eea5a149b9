//! A skill measured with several models.

use mill_domain::Usd;
use mill_engine::{Engine, EngineError, Skill};

use crate::setup::{ANTHROPIC, Mill, OPENAI};

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
    let wrong = report
        .items
        .iter()
        .filter(|item| item.agreed[1] == Some(false));
    assert!(wrong.clone().count() == 19 && wrong.clone().all(|item| item.differs[1] == ["kind"]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_few_tasks_do_not_tell_models_apart_and_no_cap_is_refused() {
    let mill = Mill::with(answer).await;
    let (_folder, skill) = skill(3);
    let report = compared(&mill.engine, &skill).await;
    assert!(!report.pairs[0].paired.tells_apart(), "{:?}", report.pairs);
    let models = [ANTHROPIC.parse().unwrap()];
    let refused = mill
        .engine
        .start_eval(&skill, None, &models, None)
        .await
        .unwrap_err();
    assert!(matches!(refused, EngineError::NoBudget { .. }), "{refused}");
}
