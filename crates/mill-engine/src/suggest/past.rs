//! What people accepted and corrected in runs.

use jiff::tz::TimeZone;
use mill_domain::Timestamp;
use mill_skills::learn::Case;
use mill_skills::{Skill, display_value, inputs_for_row};
use mill_store::{RowFilter, RunRow};

use super::{CasePlace, Decided, targets};
use crate::{Engine, EngineError};

/// Rows read from the store at once.
const PAGE: u64 = 5_000;

impl Engine {
    /// Accepted and corrected results of runs. Runs of several months are told apart by month, else each run is a period.
    /// What a sample accepted was not looked at by anyone, and teaches nothing.
    pub(super) async fn decided_in(
        &self,
        skill: &Skill,
        mut runs: Vec<RunRow>,
    ) -> Result<Decided, EngineError> {
        runs.sort_by_key(|run| run.started_at);
        let zone = &self.config().zone;
        let months: Vec<String> = runs.iter().map(|run| month(run.started_at, zone)).collect();
        let several = months
            .windows(2)
            .any(|pair| matches!(pair, [one, other] if one != other));
        let targets = targets(skill);
        let mut decided = Decided {
            titles: targets.iter().map(|field| field.label.clone()).collect(),
            targets,
            ..Decided::default()
        };
        for (run, month) in runs.iter().zip(months) {
            let name = format!("{} {}", run.name, run.number);
            let before = decided.cases.len();
            self.add_decided(&mut decided, run, &name).await?;
            let period = if several { month } else { name };
            if decided.cases.len() > before && decided.periods.last() != Some(&period) {
                decided.periods.push(period);
            }
            let place = decided.periods.len().saturating_sub(1);
            for case in decided.cases.iter_mut().skip(before) {
                case.period = place;
            }
        }
        Ok(decided)
    }

    async fn add_decided(
        &self,
        decided: &mut Decided,
        run: &RunRow,
        name: &str,
    ) -> Result<(), EngineError> {
        let shape = self.run_shape(run.id).await?;
        let mut offset = 0;
        loop {
            let page = self
                .store()
                .tasks(run.id, RowFilter::Judged, "", offset, PAGE)
                .await?;
            offset += PAGE;
            let last = page.len() < usize::try_from(PAGE).unwrap_or(usize::MAX);
            for row in page {
                let looked_at = matches!(row.verdict.as_deref(), Some("accepted" | "corrected"));
                let label: Option<Vec<String>> = row.output.as_ref().map(|output| {
                    let text = |field: &mill_domain::FieldSpec| {
                        let value = output.get(&field.name);
                        value.map_or_else(String::new, |value| {
                            display_value(&field.field_type, value)
                        })
                    };
                    decided.targets.iter().map(text).collect()
                });
                let filled = label.filter(|label| label.iter().any(|text| !text.trim().is_empty()));
                let Some(label) = filled.filter(|_| looked_at) else {
                    decided.left_out += 1;
                    continue;
                };
                decided.cases.push(Case {
                    inputs: inputs_for_row(&shape.map, &row.cells).record,
                    label,
                    period: 0,
                });
                decided.places.push(CasePlace {
                    run: Some((run.id, name.to_owned())),
                    task: Some(row.number),
                    row: row.source_row,
                });
            }
            if last {
                return Ok(());
            }
        }
    }
}

fn month(moment: Timestamp, zone: &TimeZone) -> String {
    let moment = jiff::Timestamp::from_millisecond(moment.as_millis()).unwrap_or_default();
    let local = moment.to_zoned_datetime(zone.clone());
    format!("{:04}-{:02}", local.year(), local.month())
}
