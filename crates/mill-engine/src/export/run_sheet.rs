//! The run sheet: who, when, with which skill and model, how it ended, and what it cost.

use jiff::tz::TimeZone;
use mill_domain::Timestamp;
use rust_i18n::t;

use super::ExportLanguage;
use crate::{Engine, EngineError, OpinionCounts, RunSummary};

impl Engine {
    /// A moment as files and lists say it: day, time and zone.
    pub fn local_time(&self, moment: Timestamp) -> String {
        local_time(moment, &self.config().zone)
    }

    pub(super) async fn run_sheet(
        &self,
        summary: &RunSummary,
        language: ExportLanguage,
    ) -> Result<Vec<(String, String)>, EngineError> {
        let zone = self.config().zone.clone();
        let when = |moment: Timestamp| local_time(moment, &zone);
        let word = |key: &str| t!(key, locale = language.as_str()).into_owned();
        let (row, census, review) = (&summary.row, &summary.census, &summary.review);
        let budget = &row.budget;
        let no_budget = budget.cap == mill_domain::Usd::MAX;
        let (rule_share, per_row) = self.since(summary).await?.texts(language);
        let opinions = self.opinions_for_sheet(row.id).await?;
        let of_opinions = |count: fn(&OpinionCounts) -> u64| {
            opinions.as_ref().map_or_else(
                || word("run.opinions_none"),
                |counts| count(counts).to_string(),
            )
        };
        let pairs = [
            ("run.name", format!("{} {}", row.name, row.number)),
            ("run.state", word(&format!("state.{}", row.state.as_str()))),
            ("run.source", row.source.clone()),
            ("run.skill", row.skill_name.clone()),
            ("run.skill_version", self.skill_versions(summary).await?),
            ("run.skill_hash", row.skill_hash.chars().take(12).collect()),
            ("run.model", row.model.clone()),
            ("run.agents", row.agents.to_string()),
            ("run.started", when(row.started_at)),
            (
                "run.ended",
                row.ended_at.map_or_else(|| word("run.not_ended"), when),
            ),
            ("run.reviewer", self.settings().await?.reviewer),
            ("run.exported", when(self.now())),
            ("run.rows", census.tasks.total.to_string()),
            ("run.done", census.tasks.done.to_string()),
            ("run.by_rule", census.done_by.rule.to_string()),
            ("run.rule_share", rule_share),
            ("run.by_model", census.done_by.model.to_string()),
            ("run.by_person", census.done_by.person.to_string()),
            ("run.failed", census.tasks.failed.to_string()),
            ("run.left", census.tasks.waiting.to_string()),
            ("run.accepted", review.accepted.to_string()),
            ("run.corrected", review.corrected.to_string()),
            ("run.rejected", review.rejected.to_string()),
            ("run.by_sample", review.by_sample.to_string()),
            ("run.unreviewed", review.left.to_string()),
            ("run.opinions", of_opinions(|counts| counts.rows)),
            (
                "run.opinions_disagree",
                of_opinions(|counts| counts.disagree),
            ),
            ("run.cost", budget.spent.to_string()),
            ("run.cost_per_row", per_row),
            ("run.uncertain", budget.uncertain.to_string()),
            (
                "run.budget",
                if no_budget {
                    word("run.no_budget")
                } else {
                    budget.cap.to_string()
                },
            ),
            ("run.requests", summary.requests.to_string()),
            ("run.input", summary.usage.prompt_tokens().to_string()),
            ("run.output", summary.usage.output_tokens.to_string()),
            ("run.id", row.id.to_string()),
        ];
        Ok(pairs
            .into_iter()
            .map(|(key, value)| (word(key), value))
            .collect())
    }

    /// Every version of the skill that results were made by: a run may have gone on with a changed one.
    async fn skill_versions(&self, summary: &RunSummary) -> Result<String, EngineError> {
        let versions = self.store().skill_versions(summary.row.id).await?;
        Ok(if versions.is_empty() {
            summary.row.skill_version.clone()
        } else {
            versions.join(", ")
        })
    }
}

/// The months since year 0, so that neighbours differ by one.
pub(super) fn month_of(moment: Timestamp, zone: &TimeZone) -> i32 {
    let moment = jiff::Timestamp::from_millisecond(moment.as_millis()).unwrap_or_default();
    let local = moment.to_zoned_datetime(zone.clone());
    i32::from(local.year()) * 12 + i32::from(local.month())
}

pub(crate) fn local_time(moment: Timestamp, zone: &TimeZone) -> String {
    let moment = jiff::Timestamp::from_millisecond(moment.as_millis()).unwrap_or_default();
    let name = zone.iana_name().unwrap_or("UTC");
    format!(
        "{} {name}",
        moment
            .to_zoned_datetime(zone.clone())
            .strftime("%Y-%m-%d %H:%M:%S")
    )
}
