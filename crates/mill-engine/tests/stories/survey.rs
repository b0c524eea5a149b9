//! Many rows at once: facets, equal results, what accepting covers, and what to look at first.

use std::fmt::Write as _;

use mill_domain::{TaskNumber, Verdict};
use mill_engine::{
    EngineError, FacetPick, ReviewFilter, ReviewOrder, RiskReason, Survey, read_pasted,
};
use mill_testkit::Turn;
use serde_json::json;

use crate::setup::{Mill, Run, row_text};

fn pick(facet: &str, value: &str) -> FacetPick {
    FacetPick {
        facet: facet.to_owned(),
        values: vec![value.to_owned()],
    }
}

fn picking(picks: &[FacetPick]) -> ReviewFilter {
    ReviewFilter {
        picks: picks.to_vec(),
        ..ReviewFilter::default()
    }
}

fn counts(survey: &Survey, facet: &str) -> Vec<(String, u64)> {
    let found = survey.facets.iter().find(|known| known.id == facet);
    found.map(|known| known.values.clone()).unwrap_or_default()
}

fn named(pairs: &[(&str, u64)]) -> Vec<(String, u64)> {
    pairs
        .iter()
        .map(|(value, count)| ((*value).to_owned(), *count))
        .collect()
}

impl Run<'_> {
    async fn survey(&self, picks: &[FacetPick]) -> Survey {
        self.engine.survey(self.id, &picking(picks)).await.unwrap()
    }

    /// Tasks with their reasons, the riskiest first.
    async fn by_risk(&self) -> Vec<(u32, Vec<RiskReason>)> {
        let (_, rows) = self
            .engine
            .review_rows(
                self.id,
                &ReviewFilter::default(),
                ReviewOrder::Risk,
                (0, 500),
            )
            .await
            .unwrap();
        rows.into_iter()
            .map(|row| (row.row.number.0, row.risk.reasons))
            .collect()
    }
}

/// Shops are food, what is `DIM` is food the model is not sure of, everything else is something else.
async fn mill() -> Mill {
    Mill::with(|asked| {
        let text = row_text(asked);
        let account = if text.contains("SHOP") || text.contains("DIM") {
            "Food"
        } else {
            "Other"
        };
        let sure = if text.contains("DIM") { 0.41 } else { 0.95 };
        Turn::answer(json!({ "account": account, "confidence": sure, "reason": "so" }).to_string())
    })
    .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn facets_count_the_whole_run_and_narrow_each_other() {
    let mill = mill().await;
    let texts = ["SHOP 1", "OYSTER 1", "DIM 1", "GIFT", "SHOP 2", "HELD"];
    let run = mill.lines(&texts).run().await;
    let all = run.survey(&[]).await;
    assert_eq!((all.total, all.open), (6, 6));
    assert_eq!(
        counts(&all, "output:account"),
        named(&[("Food", 3), ("", 1), ("Other", 1), ("Travel", 1)])
    );
    assert_eq!(
        counts(&all, "by"),
        named(&[("model", 4), ("person", 1), ("rule", 1)])
    );
    assert_eq!(
        counts(&all, "confidence"),
        named(&[("0-50", 1), ("90-100", 3), ("none", 2)])
    );
    assert_eq!(
        counts(&all, "rule"),
        named(&[("none", 4), ("1", 1), ("2", 1)])
    );
    assert_eq!(counts(&all, "amount"), named(&[("0-10", 6)]));
    let agents = counts(&all, "agent");
    let (last, numbers) = agents.split_last().unwrap();
    assert_eq!(*last, ("none".to_owned(), 2), "a rule, and the person");
    assert_eq!(numbers.iter().map(|(_, count)| count).sum::<u64>(), 4);
    let (first, count) = &numbers[0];
    let agent = first.parse::<u32>().unwrap();
    let mine = run.survey(&[pick("agent", first)]).await;
    assert_eq!(mine.total, *count, "the rows of agent {agent}");

    let food = run.survey(&[pick("output:account", "Food")]).await;
    assert_eq!(food.total, 3);
    assert_eq!(counts(&food, "by"), named(&[("model", 3)]));
    assert_eq!(
        counts(&food, "output:account"),
        counts(&all, "output:account"),
        "what could be picked instead is still there"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn equal_results_are_accepted_as_one_and_taken_back_as_one() {
    let mill = mill().await;
    let texts = ["SHOP 1", "GIFT", "DIM 1", "SHOP 2", "HELD"];
    let run = mill.lines(&texts).run().await;
    let survey = run.survey(&[]).await;
    assert_eq!(survey.group_by, ["Account"]);
    let food = &survey.groups[0];
    assert_eq!(
        (food.shown.as_slice(), food.total, food.open, food.risky),
        (["Food".to_owned()].as_slice(), 3, 3, 1)
    );
    let filter = picking(&food.picks);
    let preview = run.survey(&food.picks).await.preview;
    assert_eq!((preview.rows, preview.by_model, preview.unsure), (3, 3, 1));

    let stale = mill.engine.accept_matching(run.id, &filter, Some(4)).await;
    assert!(matches!(
        stale,
        Err(EngineError::BadValue { what: "count", .. })
    ));
    assert_eq!(run.survey(&[]).await.open, 5, "nothing was accepted");
    let accepted = mill.engine.accept_matching(run.id, &filter, Some(3)).await;
    assert_eq!(
        accepted.unwrap(),
        [TaskNumber(1), TaskNumber(3), TaskNumber(4)]
    );
    let after = run.survey(&[]).await;
    assert_eq!(
        counts(&after, "verdict"),
        named(&[("accepted", 3), ("none", 2)])
    );
    assert_eq!(
        (after.preview.rows, after.preview.unfilled),
        (1, 1),
        "a row nobody filled in stays open"
    );
    mill.engine.undo_verdict(run.id).await.unwrap();
    assert_eq!(run.survey(&[]).await.open, 5);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flag_is_a_facet_and_survives_until_it_is_taken_away() {
    let mill = mill().await;
    let run = mill.lines(&["SHOP 1", "SHOP 2"]).run().await;
    let engine = &mill.engine;
    engine
        .set_flag(run.id, TaskNumber(2), Some(""))
        .await
        .unwrap();
    engine
        .set_flag(run.id, TaskNumber(2), Some(""))
        .await
        .unwrap();
    assert_eq!(run.survey(&[pick("flag", "yes")]).await.total, 1);
    assert!(
        engine
            .set_flag(run.id, TaskNumber(9), Some(""))
            .await
            .is_err()
    );
    engine.set_flag(run.id, TaskNumber(2), None).await.unwrap();
    assert_eq!(run.survey(&[pick("flag", "yes")]).await.total, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_row_with_most_against_it_comes_first_and_says_why() {
    let mill = mill().await;
    let earlier = mill.lines(&["SHOP 1", "SHOP 2"]).run().await;
    for task in [1, 2] {
        mill.engine
            .judge(
                earlier.id,
                vec![TaskNumber(task)],
                Verdict::Accepted,
                &std::collections::BTreeMap::new(),
            )
            .await
            .unwrap();
    }
    let mut rows = "Text\tAmount\n".to_owned();
    for number in 0..38 {
        writeln!(rows, "shop  {}\t{}.00", number % 2 + 1, 10 + number).unwrap();
    }
    rows += "DIM 1\t5.00\nSHOP 1\t900.00\nHELD\t5.00\n";
    let run = mill.list(read_pasted(&rows).unwrap()).run().await;
    let order = run.by_risk().await;
    let new = |value: &str| RiskReason::FirstSeen {
        label: "Text".to_owned(),
        value: value.to_owned(),
    };
    assert_eq!(
        order[0],
        (41, vec![RiskReason::Unfilled, new("HELD")]),
        "nobody decided it"
    );
    let unsure = RiskReason::Unsure {
        confidence: "0.41".parse().unwrap(),
    };
    assert_eq!(order[1], (39, vec![unsure, new("DIM 1")]));
    assert_eq!(order[2], (40, vec![RiskReason::Large { percent: 1 }]));
    assert_eq!(
        order[4].1,
        [],
        "what was accepted before is not new, however it is written"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_corrected_row_says_what_it_was() {
    let mill = mill().await;
    let run = mill.lines(&["SHOP 1", "GIFT"]).run().await;
    let fields = [("account".to_owned(), "Travel".to_owned())].into();
    mill.engine
        .judge(run.id, vec![TaskNumber(2)], Verdict::Corrected, &fields)
        .await
        .unwrap();
    let row = mill.engine.review_row(run.id, TaskNumber(2)).await.unwrap();
    let account = mill_domain::FieldName::new("account");
    assert_eq!(row.before.unwrap().text(&account), "Other");
    assert_eq!(row.row.output.unwrap().text(&account), "Travel");
    assert_eq!(
        counts(&run.survey(&[]).await, "output:account"),
        named(&[("Food", 1), ("Travel", 1)])
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_facet_adds_up_and_tells_skipped_rows_from_those_nobody_looked_at() {
    let mill = mill().await;
    let texts = ["SHOP 1", "OYSTER 1", "DIM 1", "GIFT", "SHOP 2", "HELD"];
    let run = mill.lines(&texts).run().await;
    let engine = run.engine;
    engine.skip_row(run.id, TaskNumber(1)).await.unwrap();
    engine.skip_row(run.id, TaskNumber(2)).await.unwrap();
    let unchanged = std::collections::BTreeMap::new();
    let accepted = engine.judge(run.id, vec![TaskNumber(2)], Verdict::Accepted, &unchanged);
    accepted.await.unwrap();
    engine
        .set_flag(run.id, TaskNumber(3), Some(""))
        .await
        .unwrap();
    let all = run.survey(&[]).await;
    assert_eq!(
        counts(&all, "look"),
        named(&[("unseen", 3), ("judged", 1), ("left", 1), ("skipped", 1)])
    );
    for facet in &all.facets {
        let sum: u64 = facet.values.iter().map(|(_, count)| count).sum();
        assert!(
            sum == 6 || facet.values.is_empty(),
            "{}: {:?}",
            facet.id,
            facet.values
        );
    }
    let skipped = run.survey(&[pick("look", "skipped")]).await;
    assert_eq!((skipped.total, skipped.open), (1, 1));
}
