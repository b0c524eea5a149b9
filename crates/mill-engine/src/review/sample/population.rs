//! What a sample is drawn from, and what tells the results in it apart.

use mill_domain::{DecidedBy, FieldType, RunId, TaskNumber};

use super::SampleScope;
use crate::review::columns::amount_band;
use crate::review::facts::RowFacts;
use crate::review::shown;
use crate::{Engine, EngineError};

/// A result a sample can be drawn from.
pub(super) struct Member {
    pub(super) task: TaskNumber,
    pub(super) version: u32,
    /// Who decided, the chosen value, the band of the amount; "" where there is none.
    pub(super) traits: Vec<String>,
}

impl Engine {
    /// Results without a verdict that are whole: one that lacks a required output cannot be accepted unseen.
    pub(super) async fn sample_population(
        &self,
        run: RunId,
        scope: SampleScope,
    ) -> Result<Vec<Member>, EngineError> {
        let facts = self.run_facts(run).await?;
        let verdicts = self.store().standing_verdicts(run).await?;
        let chosen = facts.shape.skill.outputs.iter().position(|field| {
            matches!(
                field.field_type,
                FieldType::Choice { .. } | FieldType::YesNo
            )
        });
        let open = facts.rows.iter().filter(|facts| {
            facts.is_done()
                && !facts.is_unfilled
                && !verdicts.contains_key(&facts.row.number)
                && is_in(scope, facts)
        });
        Ok(open
            .map(|known| {
                let texts = shown(&facts.shape.skill, known.row.output.as_ref());
                let value = chosen.and_then(|at| texts.into_iter().nth(at));
                let by = known.row.decided_by.map_or("", DecidedBy::as_str);
                let band = known.amount.map(amount_band);
                Member {
                    task: known.row.number,
                    version: known.row.version,
                    traits: vec![
                        by.to_owned(),
                        value.unwrap_or_default(),
                        band.unwrap_or_default(),
                    ],
                }
            })
            .collect())
    }
}

fn is_in(scope: SampleScope, facts: &RowFacts) -> bool {
    match scope {
        SampleScope::Unjudged => true,
        SampleScope::ByRule => facts.row.decided_by == Some(DecidedBy::Rule),
        SampleScope::ByModel => facts.row.decided_by == Some(DecidedBy::Model),
    }
}
