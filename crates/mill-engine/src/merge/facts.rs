//! Who made a document when, how, of which rows, and what it cost.

use std::collections::BTreeSet;

use jiff::tz::TimeZone;
use rust_i18n::t;

use super::export::numbers;
use super::list::Merge;
use super::rows::RowStanding;
use crate::export::local_time;
use crate::{ClosingSheet, ExportLanguage};

/// Label and text of each line.
pub(super) fn facts(
    merge: &Merge,
    results: &ClosingSheet,
    language: ExportLanguage,
    zone: &TimeZone,
) -> Vec<(String, String)> {
    let word = |key: &str| t!(key, locale = language.as_str()).into_owned();
    let (rows, of) = (&merge.rows, &results.run);
    let mut facts = vec![
        (word("merge.number"), merge.key.number.to_string()),
        (
            word("run.name"),
            format!("{} {}", of.row.name, of.row.number),
        ),
        (word("run.source"), of.row.source.clone()),
        (word("merge.results_skill"), of.row.skill_name.clone()),
        (
            word("merge.results_version"),
            results.skill_versions.join(", "),
        ),
        (word("merge.results_model"), of.row.model.clone()),
        (word("run.reviewer"), reviewers(results, &word)),
        (word("merge.made_by"), named(&merge.made_by, &word)),
        (word("merge.made_at"), local_time(merge.made_at, zone)),
    ];
    if let Some(table) = &merge.table {
        facts.push((word("merge.how"), word("merge.added_up")));
        facts.push((word("merge.by"), table.by.join(", ")));
        if !table.sum.is_empty() {
            facts.push((word("merge.sum"), table.sum.join(", ")));
        }
    }
    if let Some(run) = &merge.by_run {
        let row = &run.row;
        facts.extend([
            (word("run.skill"), row.skill_name.clone()),
            (word("run.skill_version"), row.skill_version.clone()),
            (
                word("run.skill_hash"),
                row.skill_hash.chars().take(12).collect(),
            ),
            (word("run.model"), row.model.clone()),
            (word("run.requests"), run.requests.to_string()),
            (word("run.cost"), row.budget.spent.to_string()),
            (word("run.uncertain"), row.budget.uncertain.to_string()),
            (word("merge.by_run"), row.id.to_string()),
        ]);
    }
    let used: Vec<u32> = rows.used.iter().map(|row| row.row).collect();
    facts.push((word("merge.used"), counted(&used)));
    for standing in [RowStanding::Unreviewed, RowStanding::Rejected] {
        let included = rows.included(standing);
        if !included.is_empty() {
            let label = word(&format!("merge.of_them.{}", standing.as_str()));
            facts.push((label, counted(&included)));
        }
    }
    for standing in [
        RowStanding::Unreviewed,
        RowStanding::Rejected,
        RowStanding::Failed,
        RowStanding::Unfinished,
    ] {
        let left_out = rows.left_out(standing);
        let label = word(&format!("merge.left_out.{}", standing.as_str()));
        facts.push((label, counted(&left_out)));
    }
    facts.push((
        word("sign.program"),
        format!("Stampmill {}", env!("CARGO_PKG_VERSION")),
    ));
    facts.push((word("run.id"), of.row.id.to_string()));
    facts
}

/// Everybody whose word stands on a result; a sample's word is that of whoever accepted by it.
fn reviewers(results: &ClosingSheet, word: &impl Fn(&str) -> String) -> String {
    let names = results.reviewers.iter();
    let names: BTreeSet<String> = names.map(|one| named(&one.reviewer, word)).collect();
    if names.is_empty() {
        return word("merge.nobody");
    }
    names.into_iter().collect::<Vec<_>>().join(", ")
}

fn named(who: &str, word: &impl Fn(&str) -> String) -> String {
    if who.is_empty() {
        word("sign.unnamed")
    } else {
        who.to_owned()
    }
}

/// How many, and which.
fn counted(rows: &[u32]) -> String {
    match rows {
        [] => "0".to_owned(),
        rows => format!("{} ({})", rows.len(), numbers(rows)),
    }
}
