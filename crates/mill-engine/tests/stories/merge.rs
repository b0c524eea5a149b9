//! Many results, one document: added up exactly, or written by a skill, with every line's rows checked.

mod journal;
mod parts;
mod standing;
mod stops;
mod word;

use std::collections::BTreeMap;

use mill_domain::{RunId, TaskNumber, Verdict};
use mill_engine::{Merge, MergeChoices, MergeInclude};
use mill_skills::Skill;
use mill_testkit::{Asked, Kind, Turn};
use serde_json::json;

use crate::setup::{ANTHROPIC, Mill, coded, skill_of, usd};

/// Writes one line for each result, twelve to a call.
const REPORT: (&str, &str) = (
    r#"
[inputs]
results = { label = "Results", type = "text", required = true }

[outputs.lines]
type = "list"
fields = { section = { type = "text" }, text = { type = "text" }, rows = { type = "text" } }

[merge]
heading = "section"
rows_per_call = 12

[defaults]
max_output_tokens = 1000
"#,
    "",
);

const UNREVIEWED: MergeInclude = MergeInclude {
    unreviewed: true,
    rejected: false,
};

/// The numbers of the blocks in what was asked.
fn blocks(asked: &Asked) -> Vec<String> {
    let mark = |line: &str| {
        let inside = line.trim().trim_start_matches("Results: ");
        let numbers = inside.strip_prefix("[row")?.trim_start_matches('s');
        Some(numbers.trim().trim_end_matches(']').to_owned())
    };
    asked.user.lines().filter_map(mark).collect()
}

fn is_merge(asked: &Asked) -> bool {
    asked.user.contains("Results: [row")
}

fn report(lines: &[(String, String)]) -> Turn {
    let lines: Vec<_> = lines
        .iter()
        .map(|(text, rows)| json!({"section": "All", "text": text, "rows": rows}))
        .collect();
    Turn::answer(json!({ "lines": lines }).to_string())
}

/// One line a block that names its rows.
/// Every row is food, and the report names each.
fn food_in_a_report(asked: &Asked) -> Turn {
    if is_merge(asked) {
        faithful(asked)
    } else {
        coded("Food")
    }
}

fn faithful(asked: &Asked) -> Turn {
    let lines: Vec<(String, String)> = blocks(asked)
        .into_iter()
        .map(|rows| (format!("About {rows}."), rows))
        .collect();
    report(&lines)
}

fn choices(run: RunId, skill: Skill) -> MergeChoices {
    MergeChoices {
        run,
        skill,
        model: ANTHROPIC.parse().unwrap(),
        endpoint: None,
        key: None,
        agents: Some(1),
        budget: Some(usd("5")),
        include: UNREVIEWED,
    }
}

fn refusal() -> Turn {
    Turn::of(Kind::Refusal {
        reason: "not this one".to_owned(),
        text: String::new(),
    })
}

async fn written(mill: &Mill, run: RunId) -> (Merge, RunId) {
    let prepared = mill
        .engine
        .prepare_merge(choices(run, skill_of(REPORT)))
        .await
        .unwrap();
    let (key, by) = mill.engine.start_merge(prepared).await.unwrap();
    mill.engine.wait(by).await.unwrap();
    (mill.engine.merge(key).await.unwrap(), by)
}

pub(crate) async fn accept(mill: &Mill, run: RunId, tasks: &[u32]) {
    let tasks = tasks.iter().map(|task| TaskNumber(*task)).collect();
    mill.engine
        .judge(run, tasks, Verdict::Accepted, &BTreeMap::new())
        .await
        .unwrap();
}
