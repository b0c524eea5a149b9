//! The documents of a run, and a person's word on them.

use std::collections::BTreeMap;

use mill_domain::{ModelRef, RunId, Timestamp};
use mill_skills::{Skill, SkillSource};
use mill_store::{MergeRow, MergeVerdict, RowFilter, TaskRow};

use super::assemble::Parts;
use super::document::{MergeDocument, MergeFinding};
use super::rows::{MergeInclude, MergeRows, MergedRow, RowStanding};
use super::{How, Recipe, TableRecipe};
use crate::{Engine, EngineError, RunSummary};

/// Which document of which run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MergeKey {
    /// The run whose results it is made of.
    pub run: RunId,
    /// From 1 within that run.
    pub number: u32,
}

/// A document made of a run's results.
#[derive(Debug, Clone)]
pub struct Merge {
    /// Which one.
    pub key: MergeKey,
    /// What was added up; `None`: a skill writes it.
    pub table: Option<TableRecipe>,
    /// The run that writes it; `None`: it was added up.
    pub by_run: Option<RunSummary>,
    /// True if no model was asked, for its words or for the results it is made of: they are made up.
    pub is_practice: bool,
    /// Which rows went in, and which did not.
    pub rows: MergeRows,
    /// Who asked for it; "" if not given.
    pub made_by: String,
    /// When.
    pub made_at: Timestamp,
    /// Where it is.
    pub state: MergeState,
    /// The lines; `None` while nothing is written.
    pub document: Option<MergeDocument>,
    /// What a person said of it.
    pub word: Option<MergeWord>,
}

/// Where a document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MergeState {
    /// Its run is at work.
    Writing,
    /// Its run is paused.
    Paused,
    /// Every row that went in is in it, as far as calls decide.
    Whole,
    /// Some rows are missing, or parts are not merged.
    Incomplete,
    /// Nothing was written.
    Failed,
}

impl MergeState {
    /// The word of it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Writing => "writing",
            Self::Paused => "paused",
            Self::Whole => "whole",
            Self::Incomplete => "incomplete",
            Self::Failed => "failed",
        }
    }
}

/// A person's word on a document as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergeWord {
    /// True: accepted; false: rejected.
    pub accepted: bool,
    /// Who; "" if not given.
    pub by: String,
    /// When.
    pub at: Timestamp,
    /// True if the document is another one now.
    pub changed: bool,
}

impl Merge {
    /// True if a document can be judged and taken along.
    pub const fn is_ready(&self) -> bool {
        matches!(self.state, MergeState::Whole | MergeState::Incomplete)
    }
}

/// What a document is made of.
struct Results {
    tasks: Vec<TaskRow>,
    is_practice: bool,
}

impl Engine {
    /// The documents of a run, newest first.
    /// # Errors
    /// [`EngineError::Store`] if there is no such run.
    pub async fn merges(&self, run: RunId) -> Result<Vec<Merge>, EngineError> {
        let results = self.merged_results(run).await?;
        let mut merges = Vec::new();
        for row in self.store().merges(run).await? {
            merges.push(self.read_merge(row, &results).await?);
        }
        Ok(merges)
    }

    /// One of them.
    /// # Errors
    /// [`EngineError::UnknownMerge`] if there is none of that number.
    pub async fn merge(&self, key: MergeKey) -> Result<Merge, EngineError> {
        let rows = self.store().merges(key.run).await?;
        let row = rows.into_iter().find(|row| row.number == key.number);
        let row = row.ok_or(EngineError::UnknownMerge {
            run: key.run,
            number: key.number,
        })?;
        let results = self.merged_results(key.run).await?;
        self.read_merge(row, &results).await
    }

    /// The document that a run writes; `None`: it writes none.
    /// # Errors
    /// [`EngineError::Store`] if it cannot be read.
    pub async fn merge_by(&self, run: RunId) -> Result<Option<MergeKey>, EngineError> {
        let row = self.store().merge_by(run).await?;
        Ok(row.map(|row| MergeKey {
            run: row.of_run,
            number: row.number,
        }))
    }

    /// Keeps a person's word on a document as a whole: accepted or not; `None` takes it back.
    /// # Errors
    /// [`EngineError::BadValue`] while it is not written.
    pub async fn judge_merge(
        &self,
        key: MergeKey,
        accepted: Option<bool>,
    ) -> Result<Merge, EngineError> {
        let merge = self.merge(key).await?;
        let document = merge.document.as_ref().filter(|_| merge.is_ready());
        let Some(document) = document else {
            return Err(EngineError::BadValue {
                what: "document",
                value: merge.state.as_str().to_owned(),
                expected: "wait until it is written".to_owned(),
            });
        };
        let verdict = match accepted {
            None => None,
            Some(accepted) => Some(MergeVerdict {
                verdict: if accepted { "accepted" } else { "rejected" }.to_owned(),
                judged_by: self.settings().await?.reviewer,
                judged_at: self.now(),
                judged: document.fingerprint(),
            }),
        };
        self.store()
            .judge_merge(key.run, key.number, verdict)
            .await?;
        self.tell_merges(key.run);
        self.merge(key).await
    }

    async fn merged_results(&self, run: RunId) -> Result<Results, EngineError> {
        let model: ModelRef = self.store().run(run).await?.model.parse()?;
        let tasks = self.store().tasks(run, RowFilter::All, "", 0, u64::MAX);
        Ok(Results {
            tasks: tasks.await?,
            is_practice: model.is_practice(),
        })
    }

    async fn read_merge(&self, row: MergeRow, of: &Results) -> Result<Merge, EngineError> {
        let recipe: Recipe = serde_json::from_str(&row.recipe)?;
        let kept = row.document.as_deref().map(serde_json::from_str);
        let (by_run, mut document) = match row.by_run {
            None => (None, kept.transpose()?),
            Some(by_run) => {
                let summary = self.run(by_run).await?;
                let document = self.written(&summary, &recipe).await?;
                (Some(summary), document)
            }
        };
        let state = state_of(by_run.as_ref(), document.as_ref());
        if let Some(document) = &mut document {
            document.findings.extend(changed(&recipe.rows, &of.tasks));
        }
        let fingerprint = document.as_ref().map(MergeDocument::fingerprint);
        Ok(Merge {
            key: MergeKey {
                run: row.of_run,
                number: row.number,
            },
            table: match recipe.how {
                How::Table(table) => Some(table),
                How::Skill { .. } => None,
            },
            is_practice: of.is_practice
                || by_run.as_ref().is_some_and(|run| run.model.is_practice()),
            by_run,
            rows: recipe.rows,
            made_by: row.made_by,
            made_at: row.made_at,
            state,
            word: row.verdict.map(|said| MergeWord {
                accepted: said.verdict == "accepted",
                changed: fingerprint.as_ref() != Some(&said.judged),
                by: said.judged_by,
                at: said.judged_at,
            }),
            document,
        })
    }

    /// What the calls of a run wrote; `None` while it is at work, or if they wrote nothing.
    async fn written(
        &self,
        summary: &RunSummary,
        recipe: &Recipe,
    ) -> Result<Option<MergeDocument>, EngineError> {
        if summary.row.state.is_open() {
            return Ok(None);
        }
        let source: SkillSource = serde_json::from_str(&summary.row.skill_source)?;
        let skill = Skill::from_source(source)?;
        let Some(spec) = &skill.merge else {
            return Ok(None);
        };
        let tasks = self
            .store()
            .tasks(summary.row.id, RowFilter::All, "", 0, u64::MAX);
        let tasks = tasks.await?;
        let document = Parts::of(&skill, spec, &tasks).document(&recipe.rows);
        Ok((!document.lines.is_empty()).then_some(document))
    }
}

fn state_of(by_run: Option<&RunSummary>, document: Option<&MergeDocument>) -> MergeState {
    if let Some(run) = by_run.filter(|run| run.row.state.is_open()) {
        return if run.row.state == mill_domain::RunState::Running {
            MergeState::Writing
        } else {
            MergeState::Paused
        };
    }
    let incomplete = |finding: &MergeFinding| {
        matches!(
            finding,
            MergeFinding::Missing { .. } | MergeFinding::NotMerged { .. }
        )
    };
    match document {
        None => MergeState::Failed,
        Some(document) if document.findings.iter().any(incomplete) => MergeState::Incomplete,
        Some(_) => MergeState::Whole,
    }
}

/// Rows whose result or standing is another one than when the document was made.
fn changed(rows: &MergeRows, now: &[TaskRow]) -> Option<MergeFinding> {
    let today = MergeRows::of(
        now,
        MergeInclude {
            unreviewed: true,
            rejected: true,
        },
    );
    let today: BTreeMap<u32, &MergedRow> = today.used.iter().map(|row| (row.task, row)).collect();
    let is_another = |before: &&MergedRow| {
        today.get(&before.task).is_none_or(|row| {
            let now_rejected = row.standing == RowStanding::Rejected;
            row.version != before.version || now_rejected && before.standing != row.standing
        })
    };
    let another = rows.used.iter().filter(is_another);
    let rows: Vec<u32> = another.map(|row| row.row).collect();
    (!rows.is_empty()).then_some(MergeFinding::Changed { rows })
}
