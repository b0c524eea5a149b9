//! Second opinions: independent models asked about a run that is done. Nothing of it is changed by what they say.

use std::collections::BTreeMap;
use std::time::Duration;

use mill_domain::{PauseReason, RunId, RunState, TaskNumber, Verdict};
use mill_engine::{
    EngineError, FacetPick, NewPrice, NoKappa, NotCompared, OpinionKind, OpinionRows, ResumeSkill,
    ReviewFilter, ReviewOrder, RiskReason, Says, VerificationReport, VerifyChoices, Ways,
};
use mill_testkit::{Asked, ScriptedServer, Turn};
use serde_json::json;

use crate::setup::{ANTHROPIC, Mill, OPENAI, coded, coded_at_nine_cents, row_text, told, usd};

const STRANGER: &str = "custom/house";

fn asking(run: RunId, models: &[&str]) -> VerifyChoices {
    VerifyChoices {
        run,
        kind: OpinionKind::Answer,
        models: models.iter().map(|model| model.parse().unwrap()).collect(),
        endpoint: None,
        places: Ways::default(),
        rows: OpinionRows::All,
        instruction: String::new(),
        budget: Some(usd("20")),
        agents: None,
    }
}

async fn asked(mill: &Mill, choices: VerifyChoices) -> RunId {
    let prepared = mill.engine.prepare_verification(choices).await.unwrap();
    let run = mill.engine.start_verification(prepared).await.unwrap();
    mill.engine.wait(run).await.unwrap();
    run
}

async fn report(mill: &Mill, of: RunId) -> VerificationReport {
    let mut all = mill.engine.verification_reports(of).await.unwrap();
    all.remove(0)
}

/// The run books a third as Travel; the other model says Food to every tenth row, whatever it is.
fn by_name(asked: &Asked) -> Turn {
    let text = row_text(asked);
    let number: u32 = text.trim_start_matches("SHOP ").parse().unwrap_or(0);
    let travels = number.is_multiple_of(3);
    let errs = asked.model.contains("gpt") && number.is_multiple_of(10);
    coded(if travels == errs { "Food" } else { "Travel" })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_model_answers_blind_and_disagreements_come_first() {
    let mill = Mill::with(by_name).await;
    let run = mill.shops(30).run().await;
    let before = run.rows().await;
    let opinion = asked(&mill, asking(run.id, &[OPENAI])).await;

    let summary = mill.engine.run(opinion).await.unwrap();
    assert_eq!(told(&summary), "finished; 30 by model");
    assert_eq!(summary.row.verifies, Some(run.id));
    let own = mill.engine.run(run.id).await.unwrap();
    assert!(summary.row.budget.spent.is_positive());
    assert_ne!(summary.row.skill_name, own.row.skill_name);
    mill.books_agree_with_the_bill(&[run.id, opinion]).await;

    let found = report(&mill, run.id).await;
    assert_eq!(found.questions, (30, 30, 0));
    assert_eq!((found.counts.rows, found.counts.disagree), (30, 3));
    let [account, confidence, reason] = found.fields.as_slice() else {
        panic!("{:?}", found.fields)
    };
    assert_eq!((account.compared, account.agreed), (30, 27));
    // Result: 10 Travel of 30; opinion: row 30 turns to Food, rows 10 and 20 to Travel: 11 of 30.
    let chance = (10.0 * 11.0 + 20.0 * 19.0) / 900.0;
    let kappa = (0.9 - chance) / (1.0 - chance);
    assert!((account.kappa.unwrap() - kappa).abs() < 1e-12);
    assert_eq!(account.between, None, "every row was asked about");
    assert_eq!(confidence.not_compared, Some(NotCompared::Confidence));
    assert_eq!(reason.not_compared, Some(NotCompared::FreeText));

    let (_, rows) = mill
        .engine
        .review_rows(run.id, &ReviewFilter::default(), ReviewOrder::Risk, (0, 30))
        .await
        .unwrap();
    let first: Vec<u32> = rows.iter().take(3).map(|row| row.row.number.0).collect();
    assert_eq!(first, [10, 20, 30]);
    assert!(rows[0].risk.reasons.contains(&RiskReason::Disagreement));
    let disagree = ReviewFilter {
        picks: vec![FacetPick {
            facet: "opinion".to_owned(),
            values: vec!["disagrees".to_owned()],
        }],
        ..ReviewFilter::default()
    };
    assert_eq!(
        mill.engine.survey(run.id, &disagree).await.unwrap().total,
        3
    );

    let opinions = mill.engine.opinions(run.id, TaskNumber(10)).await.unwrap();
    assert_eq!(opinions.len(), 1);
    assert_eq!(
        (opinions[0].model.as_str(), opinions[0].why.as_str()),
        (OPENAI, "as the name says")
    );
    let field = &opinions[0].fields[0];
    assert_eq!(
        (field.says, field.value.as_str()),
        (Says::Disagrees, "Travel")
    );
    let after = run.rows().await;
    let facts = |rows: &[mill_store::TaskRow]| -> Vec<_> {
        rows.iter()
            .map(|row| {
                (
                    row.output.clone(),
                    row.version,
                    row.verdict.clone(),
                    row.findings.clone(),
                )
            })
            .collect()
    };
    assert_eq!(facts(&after), facts(&before), "a finding changes nothing");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_judges_opinions_and_nobody_asks_about_them() {
    let mill = Mill::with(by_name).await;
    let run = mill.shops(3).run().await;
    let opinion = asked(&mill, asking(run.id, &[OPENAI])).await;
    let all = mill.engine.review_counts(run.id).await.unwrap();
    assert_eq!(all.left, 3);
    let refused = mill
        .engine
        .judge(
            opinion,
            vec![TaskNumber(1)],
            Verdict::Accepted,
            &BTreeMap::new(),
        )
        .await
        .unwrap_err();
    assert!(matches!(refused, EngineError::OnlyOpinions { of_run, .. } if of_run == run.id));
    let refused = mill
        .engine
        .prepare_verification(asking(opinion, &[OPENAI]))
        .await
        .unwrap_err();
    assert_eq!(refused.code(), "only_opinions");
    let refused = mill
        .engine
        .sign_off(opinion, Some("Ada"))
        .await
        .unwrap_err();
    assert_eq!(refused.code(), "only_opinions");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_check_sees_the_answer_and_says_of_each_field_whether_it_is_right() {
    let mill = Mill::with(|asked| {
        if !asked.user.contains("Answer to check: ") {
            return coded("Food");
        }
        assert!(asked.system.contains("Somebody else did the task"));
        let wrong = asked.user.contains("SHOP 002");
        let says = if wrong { "disagree" } else { "agree" };
        assert!(asked.user.contains("Account: Food"), "{}", asked.user);
        assert!(
            !asked.user.contains("Confidence:"),
            "how sure it was is not told"
        );
        Turn::answer(
            json!({"says_account": says, "value_account": wrong.then_some("Travel"),
                "why_account": "a shop", "seen_account": "SHOP"})
            .to_string(),
        )
    })
    .await;
    let run = mill
        .lines(&["OYSTER card", "SHOP 002", "SHOP 003"])
        .run()
        .await;
    // What the person says of it is not told either: the question is about what the rule or model answered.
    let fields = BTreeMap::from([("account".to_owned(), "Other".to_owned())]);
    mill.engine
        .judge(run.id, vec![TaskNumber(2)], Verdict::Corrected, &fields)
        .await
        .unwrap();
    let choices = VerifyChoices {
        kind: OpinionKind::Check,
        rows: OpinionRows::ByModel,
        ..asking(run.id, &[OPENAI, ANTHROPIC])
    };
    let opinion = asked(&mill, choices).await;
    let summary = mill.engine.run(opinion).await.unwrap();
    assert_eq!(told(&summary), "finished; 4 by model");
    let found = report(&mill, run.id).await;
    assert_eq!((found.counts.rows, found.counts.disagree), (2, 1));
    assert_eq!(found.fields[0].kappa, Err(NoKappa::FewRows));
    let opinions = mill.engine.opinions(run.id, TaskNumber(2)).await.unwrap();
    let models: Vec<&str> = opinions.iter().map(|one| one.model.as_str()).collect();
    assert_eq!(models, [OPENAI, ANTHROPIC]);
    let field = &opinions[1].fields[0];
    assert_eq!(
        (
            field.says,
            field.value.as_str(),
            field.why.as_str(),
            field.quote.as_str()
        ),
        (Says::Disagrees, "Travel", "a shop", "SHOP")
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_cap_holds_the_estimate_bounds_it_and_resuming_pays_nothing_twice() {
    let mill = Mill::dear(|_| coded_at_nine_cents()).await;
    let run = mill.shops(6).budget("100").run().await;
    let choices = VerifyChoices {
        budget: Some(usd("0.70")),
        agents: Some(1),
        ..asking(run.id, &[ANTHROPIC, OPENAI])
    };
    let prepared = mill
        .engine
        .prepare_verification(choices.clone())
        .await
        .unwrap();
    let estimate = mill.engine.estimate_verification(&prepared).await.unwrap();
    assert_eq!((estimate.tasks, estimate.by_model), (6, 12));
    let opinion = mill.engine.start_verification(prepared).await.unwrap();
    mill.engine.wait(opinion).await.unwrap();
    let paused = mill.engine.run(opinion).await.unwrap();
    assert_eq!(paused.row.state, RunState::Paused(PauseReason::Budget));
    assert!(paused.row.budget.booked() <= usd("0.70"));

    mill.engine.set_budget(opinion, usd("10")).await.unwrap();
    mill.engine
        .resume(opinion, ResumeSkill::AsRun)
        .await
        .unwrap();
    mill.engine.wait(opinion).await.unwrap();
    let done = mill.engine.run(opinion).await.unwrap();
    assert_eq!(told(&done), "finished; 12 by model");
    assert_eq!(
        done.row.budget.spent,
        usd("1.08"),
        "twelve calls, each once"
    );
    assert!(done.row.budget.spent <= estimate.cost.2);
    let models = mill.engine.answering_models(opinion).await.unwrap();
    assert!(
        models
            .iter()
            .all(|(task, model)| { model == if task % 2 == 1 { ANTHROPIC } else { OPENAI } }),
        "{models:?}"
    );
    mill.books_agree_with_the_bill(&[run.id, opinion]).await;

    let too_small = VerifyChoices {
        budget: Some(usd("0.01")),
        ..choices.clone()
    };
    let prepared = mill.engine.prepare_verification(too_small).await.unwrap();
    let refused = mill.engine.start_verification(prepared).await.unwrap_err();
    assert_eq!(refused.code(), "budget_too_small");
    let nobody = VerifyChoices {
        models: Vec::new(),
        ..choices
    };
    let refused = mill.engine.prepare_verification(nobody).await.unwrap_err();
    assert_eq!(refused.code(), "bad_value");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_interrupted_one_goes_on_where_each_verifier_was() {
    let mill = Mill::with(|asked| {
        if asked.model.contains("gpt") {
            coded("Food").after(Duration::from_mins(1))
        } else {
            coded("Food")
        }
    })
    .await;
    let run = mill.shops(4).run().await.id;
    let choices = VerifyChoices {
        agents: Some(1),
        ..asking(run, &[ANTHROPIC, OPENAI])
    };
    let prepared = mill.engine.prepare_verification(choices).await.unwrap();
    let opinion = mill.engine.start_verification(prepared).await.unwrap();
    mill.requests_reach(6).await;
    mill.engine.interrupt(opinion).await;
    mill.server.set_script(|_| coded("Food"));
    let mill = mill.reopen().await;
    let current = ResumeSkill::Current(Box::new(crate::setup::skill_of(crate::setup::LINES)));
    let refused = mill.engine.resume(opinion, current).await.unwrap_err();
    assert_eq!(refused.code(), "bad_value");
    mill.engine
        .resume(opinion, ResumeSkill::AsRun)
        .await
        .unwrap();
    mill.engine.wait(opinion).await.unwrap();
    let summary = mill.engine.run(opinion).await.unwrap();
    assert_eq!(told(&summary), "finished; 8 by model");
    let sheet = mill.engine.closing_sheet(run).await.unwrap();
    let counts = sheet.opinions.unwrap();
    assert_eq!((counts.rows, counts.disagree), (4, 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sample_speaks_for_the_rest_within_an_interval_and_practice_says_so() {
    let mill = Mill::with(by_name).await;
    let run = mill.shops(40).run().await;
    let choices = VerifyChoices {
        rows: OpinionRows::Sample(20),
        ..asking(run.id, &[OPENAI])
    };
    let prepared = mill
        .engine
        .prepare_verification(choices.clone())
        .await
        .unwrap();
    assert_eq!((prepared.rows(), prepared.population()), (20, 40));
    let opinion = mill.engine.start_verification(prepared).await.unwrap();
    mill.engine.wait(opinion).await.unwrap();
    let found = report(&mill, run.id).await;
    let (low, high) = found.fields[0].between.unwrap();
    // 36 of 40 agree in truth; a wrong interval of 95 % would be a rare draw, so only its shape is asked for.
    assert!(low < high && low >= 0.5 && high <= 1.0, "{low} {high}");
    assert!(found.asked.seed.is_some() && !found.practice);

    let free = VerifyChoices {
        budget: None,
        ..asking(run.id, &["practice/sample"])
    };
    asked(&mill, free).await;
    let found = report(&mill, run.id).await;
    assert!(found.practice);
    assert_eq!(found.questions, (40, 40, 0));

    let stranger = VerifyChoices {
        endpoint: Some(mill.server.url()),
        rows: OpinionRows::Findings,
        ..asking(run.id, &[STRANGER])
    };
    let prepared = mill.engine.prepare_verification(stranger).await.unwrap();
    let refused = mill.engine.start_verification(prepared).await.unwrap_err();
    assert_eq!(refused.code(), "no_tasks", "no row has a finding");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn verifiers_on_servers_of_the_persons_own_are_each_asked_at_their_address() {
    let mill = Mill::with(|_| coded("Food")).await;
    let answering = |account: &'static str| ScriptedServer::start(move |_| coded(account));
    let (here, there) = (
        answering("Food").await.unwrap(),
        answering("Travel").await.unwrap(),
    );
    let run = mill.shops(4).run().await;
    let other = "custom/other";
    let price = NewPrice {
        model: other.to_owned(),
        input: "1".to_owned(),
        output: "1".to_owned(),
        cache_read: None,
        cache_write: None,
        from: None,
        confirmed: true,
    };
    mill.engine.set_price(price).await.unwrap();
    let places = [(STRANGER, &here), (other, &there)];
    let places = places.map(|(model, server)| (model.to_owned(), server.url()));
    let choices = VerifyChoices {
        places: Ways::default().at(places).unwrap(),
        ..asking(run.id, &[STRANGER, other])
    };
    let opinion = asked(&mill, choices).await;
    assert_eq!((here.bill().requests, there.bill().requests), (4, 4));
    assert_eq!(report(&mill, run.id).await.counts.disagree, 4);
    assert_eq!(
        mill.engine.models_in_turn(opinion).await.unwrap(),
        [STRANGER, other]
    );
    assert_eq!(
        mill.engine.models_in_turn(run.id).await.unwrap(),
        [ANTHROPIC]
    );

    let again = mill_engine::AskAgain {
        run: opinion,
        tasks: vec![TaskNumber(1)],
        note: "look again".to_owned(),
        with_answer: false,
        budget: None,
    };
    let refused = mill.engine.plan_asking(&again).await.unwrap_err();
    assert_eq!(refused.code(), "only_opinions");
    let refused = mill.engine.ask_again(again).await.unwrap_err();
    assert_eq!(refused.code(), "only_opinions");
}
