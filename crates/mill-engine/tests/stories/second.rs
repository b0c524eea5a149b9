//! A check that asks a second model: blind, in the same ledger, under the same caps; what it says is a finding.

use std::time::Duration;

use mill_domain::{CheckKind, FieldName, FindingLevel, ProviderName, Scope, TaskNumber};
use mill_engine::{AskAgain, EngineError, ResumeSkill, Ways};
use mill_skills::{EvalCase, Skill};
use mill_testkit::{Asked, SeenRequest, Turn};

use crate::setup::{
    ANTHROPIC, LINES, Mill, OPENAI, coded, coded_at_nine_cents, row_text, skill_of, told, usd,
};

/// [`LINES`] whose account a second model is asked about.
fn seconded(more: &str) -> Skill {
    let sidecar = format!(
        "{}\n[[checks]]\nkind = \"agree\"\nfield = \"account\"\n{more}\n",
        LINES.0
    );
    skill_of((Box::leak(sidecar.into_boxed_str()), LINES.1))
}

fn by_gpt() -> Skill {
    seconded("model = \"openai/gpt-story\"\ninstruction = \"Mind the rail tickets.\"")
}

fn is_second(asked: &Asked) -> bool {
    asked.model.contains("gpt")
}

fn went_second(request: &SeenRequest) -> bool {
    request.body["model"].as_str().unwrap().contains("gpt")
}

/// The other model sees travel in shop 2.
fn differs_in_one(asked: &Asked) -> Turn {
    let other = is_second(asked) && row_text(asked) == "SHOP 002";
    let usage = mill_domain::Usage {
        input_tokens: 100,
        output_tokens: 300,
        ..mill_domain::Usage::default()
    };
    coded(if other { "Travel" } else { "Food" }).with_usage(usage)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_model_is_asked_blind_and_where_it_differs_is_a_finding_that_changes_nothing() {
    let mill = Mill::dear(differs_in_one).await;
    let job = || mill.lines(&["SHOP 001", "SHOP 002", "OYSTER", "SHOP 004"]);
    let prepared = job().skill(by_gpt()).prepare().unwrap();
    let estimate = mill.engine.estimate(&prepared).await.unwrap();
    // Three rows for the model, a repair each at most, and three second questions: 3 × 0.30 × 2.5 + 3 × 0.30.
    assert_eq!(estimate.calls, (6, 6, 9));
    assert_eq!(
        (estimate.cost.2, estimate.smallest_budget),
        (usd("3.15"), usd("0.60"))
    );
    assert_eq!(
        (estimate.second_models.join(" "), estimate.second_calls),
        (OPENAI.to_owned(), 3)
    );

    // Nobody has asked yet: a quarter of the bounds of both.
    assert_eq!(estimate.cost.1, usd("0.45"));

    let run = job().skill(by_gpt()).run().await;
    assert_eq!(run.told().await, "finished; 1 by rule, 3 by model");
    let learnt = mill.engine.estimate(&prepared).await.unwrap();
    assert_eq!(learnt.cost.1, usd("0.54"), "three at nine cents, twice");
    let row = run.row(2).await;
    let [finding] = row.findings.as_slice() else {
        panic!("{:?}", row.findings)
    };
    assert_eq!(
        finding.message,
        "Account: openai/gpt-story, asked without seeing the answer, says `Travel` instead of `Food`."
    );
    assert_eq!(
        (finding.field.as_str(), finding.check, finding.level),
        ("account", CheckKind::Agree, FindingLevel::Warning)
    );
    let output = row.output.clone().unwrap();
    assert_eq!(output.text(&FieldName::new("account")), "Food");
    assert_eq!(
        (row.verdict, row.needs_review, row.version),
        (None, true, 1)
    );
    for quiet in [1, 3, 4] {
        assert!(run.row(quiet).await.findings.is_empty(), "row {quiet}");
    }

    let seen = mill.server.requests();
    let user = |second: bool| {
        let of = seen.iter().filter(move |one| went_second(one) == second);
        of.map(|one| one.body.to_string()).collect::<Vec<_>>()
    };
    assert_eq!((user(false).len(), user(true).len()), (3, 3));
    for question in user(true) {
        assert!(question.contains("Mind the rail tickets."), "{question}");
        assert!(!question.contains("as the name says"), "blind: {question}");
    }
    // Six calls at nine cents, to the pico-dollar; each row of two calls says so.
    let spent = run.end().await.row.budget.spent;
    assert_eq!((spent, row.cost), (usd("0.54"), usd("0.18")));
    mill.books_agree_with_the_bill(&[run.id]).await;
    let turns = run.calls(2).await;
    let told: Vec<_> = turns
        .iter()
        .map(|turn| (turn.second, turn.model.as_str()))
        .collect();
    assert_eq!(told, [(0, ANTHROPIC), (1, OPENAI)]);
    assert!(
        run.calls(3).await.is_empty(),
        "what a rule decides asks nobody"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_cap_holds_for_both_and_an_answer_that_waits_for_its_second_model_is_not_paid_twice() {
    let mill = Mill::dear(differs_in_one).await;
    // After five calls of nine cents a sixth that can cost thirty does not fit: row 3 has its answer, and no second one.
    let job = mill.shops(4).skill(by_gpt()).agents(1).budget("0.70");
    let run = job.run().await;
    assert_eq!(run.told().await, "paused: budget; 2 waiting, 2 by model");
    assert_eq!(mill.server.settled_bill().await.requests, 5);
    let (engine, id) = (&mill.engine, run.id);
    engine.set_budget(id, usd("5")).await.unwrap();
    assert_eq!(told(&run.resume().await), "finished; 4 by model");
    assert_eq!(mill.server.settled_bill().await.requests, 8);
    let spent = run.end().await.row.budget.spent;
    assert_eq!(spent, usd("0.72"));
    assert_eq!(run.row(2).await.findings.len(), 1);
    mill.books_agree_with_the_bill(&[id]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_that_stops_while_the_second_model_thinks_goes_on_from_the_answer_it_has() {
    let mill = Mill::dear(|asked| {
        let turn = coded_at_nine_cents();
        if is_second(asked) {
            return turn.after(Duration::from_mins(1));
        }
        turn
    })
    .await;
    let run = mill.shops(2).skill(by_gpt()).agents(2).start().await;
    mill.requests_reach(4).await;
    mill.engine.interrupt(run.id).await;
    let id = run.id;
    mill.server.set_script(|_| coded_at_nine_cents());
    let mill = mill.reopen().await;
    mill.engine.resume(id, ResumeSkill::AsRun).await.unwrap();
    mill.engine.wait(id).await.unwrap();
    let summary = mill.engine.run(id).await.unwrap();
    assert_eq!(told(&summary), "finished; 2 by model");
    let firsts = mill.server.requests();
    let firsts = firsts.iter().filter(|one| !went_second(one));
    assert_eq!(firsts.count(), 2, "no answer was bought twice");
    assert_eq!(summary.row.budget.spent, usd("0.36"));
    assert_eq!(
        summary.row.budget.uncertain,
        usd("0.60"),
        "the two questions that were cut off"
    );
    mill.books(&[id]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_model_that_fails_says_so_in_a_finding_and_stops_nothing() {
    type Script = fn(&Asked) -> Turn;
    let refuses: Script = |_| Turn::answer("not what was asked for");
    let broken: Script = |_| Turn::status(400, "invalid_request_error", "no such thing");
    let locked: Script = |_| Turn::status(401, "authentication_error", "wrong key");
    // A key that is refused is not tried again on every row.
    for (script, calls) in [(refuses, 3), (broken, 3), (locked, 1)] {
        let mill = Mill::dear(move |asked| {
            if is_second(asked) {
                script(asked)
            } else {
                coded_at_nine_cents()
            }
        })
        .await;
        let run = mill.shops(3).skill(by_gpt()).agents(1).run().await;
        assert_eq!(run.told().await, "finished; 3 by model");
        for row in run.rows().await {
            let [finding] = row.findings.as_slice() else {
                panic!("{:?}", row.findings)
            };
            let begins = "Account could not be checked by openai/gpt-story: ";
            assert!(finding.message.starts_with(begins), "{}", finding.message);
            assert!(row.needs_review && row.verdict.is_none());
        }
        let asked = mill.server.requests();
        let asked = asked.iter().filter(|one| went_second(one)).count();
        assert_eq!(asked, calls);
        mill.books_agree_with_the_bill(&[run.id]).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_second_model_needs_is_found_out_before_the_start() {
    let mill = Mill::dear(differs_in_one).await;
    let refused = async |job: crate::setup::Job<'_>| job.try_start().await.unwrap_err();
    let unpriced = mill
        .shops(2)
        .skill(seconded("model = \"openai/nobody-knows\""));
    match refused(unpriced).await {
        EngineError::NoPrice { model } => assert_eq!(model, "openai/nobody-knows"),
        other => panic!("{other}"),
    }
    let small = mill.shops(2).skill(by_gpt()).budget("0.59");
    match refused(small).await {
        EngineError::BudgetTooSmall { smallest, .. } => assert_eq!(smallest, usd("0.60")),
        other => panic!("{other}"),
    }
    let their_cap = Scope::provider(&ProviderName::new("openai"));
    for (scope, smallest) in [(their_cap, "0.30"), (Scope::day(), "0.60")] {
        let cap = usd(smallest) - usd("0.01");
        mill.engine.set_cap(scope.clone(), Some(cap)).await.unwrap();
        match refused(mill.shops(2).skill(by_gpt())).await {
            EngineError::CapTooSmall {
                scope: found,
                workable,
                ..
            } => assert_eq!((found, workable), (scope.clone(), usd(smallest))),
            other => panic!("{other}"),
        }
        mill.engine.set_cap(scope, None).await.unwrap();
    }
    let ways = Ways {
        batch: true,
        ..Ways::default()
    };
    let together = refused(mill.shops(2).skill(by_gpt()).ways(ways)).await;
    assert!(
        matches!(together, EngineError::BadValue { what: "batch", .. }),
        "{together}"
    );
    assert_eq!(mill.server.bill().requests, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn checks_with_one_model_share_a_question_and_without_a_model_the_runs_own_is_asked_again() {
    let mill = Mill::dear(differs_in_one).await;
    let more = "of = [\"reason\"]\n[[checks]]\nkind = \"agree\"\nfield = \"confidence\"";
    let run = mill.shops(2).skill(seconded(more)).run().await;
    assert_eq!(run.told().await, "finished; 2 by model");
    let requests = mill.server.requests();
    assert_eq!(requests.len(), 4);
    assert!(requests.iter().all(|one| !went_second(one)));
    mill.books_agree_with_the_bill(&[run.id]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_practice_the_second_model_is_practice_too_and_differs_now_and_then() {
    let mill = Mill::dear(differs_in_one).await;
    let job = mill.shops(24).skill(by_gpt()).model("practice/sample");
    let run = job.no_budget().run().await;
    assert_eq!(run.told().await, "finished; 24 by model");
    assert_eq!(mill.server.bill().requests, 0);
    let rows = run.rows().await;
    let found = rows.iter().filter(|row| !row.findings.is_empty()).count();
    assert!((1..=6).contains(&found), "{found} of 24 differ");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_comparison_of_models_and_a_second_opinion_ask_no_further_model() {
    let mill = Mill::dear(differs_in_one).await;
    let mut skill = by_gpt();
    let record = |text: &str| serde_json::from_str(text).unwrap();
    skill.evals = vec![EvalCase {
        id: "one".to_owned(),
        inputs: record(r#"{"text": "SHOP 001", "amount": "4.50"}"#),
        expected: record(r#"{"account": "Food"}"#),
        note: String::new(),
    }];
    let models = [ANTHROPIC.parse().unwrap()];
    let runs = mill
        .engine
        .start_eval(&skill, None, &models, Some(usd("1")))
        .await
        .unwrap();
    mill.engine.wait(runs[0]).await.unwrap();
    assert_eq!(mill.server.bill().requests, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_row_that_is_asked_again_is_checked_again() {
    let mill = Mill::dear(differs_in_one).await;
    let run = mill.shops(2).skill(by_gpt()).run().await;
    assert_eq!(run.row(2).await.findings.len(), 1);
    mill.server.set_script(|_| coded("Travel"));
    let choices = AskAgain {
        run: run.id,
        tasks: vec![TaskNumber(2)],
        note: "It is a journey.".to_owned(),
        with_answer: true,
        budget: None,
    };
    mill.engine.ask_again(choices).await.unwrap();
    let row = run.row(2).await;
    assert_eq!((row.version, row.findings.len()), (2, 0));
    assert_eq!(run.calls(2).await.len(), 4);
    mill.books_agree_with_the_bill(&[run.id]).await;
}
