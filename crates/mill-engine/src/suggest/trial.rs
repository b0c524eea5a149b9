//! A rules table tried on the rows of the latest run, before it is saved.

use std::collections::BTreeMap;

use mill_domain::{Record, RunId};
use mill_skills::{
    RuleDecision, RuleSheet, RuleTable, SheetFault, Skill, display_value, inputs_for_row,
};
use mill_store::RowFilter;

use crate::{Engine, EngineError, SkillId};

/// Rows read from the store at once.
const PAGE: u64 = 5_000;

/// Changed rows that are shown.
const SHOWN: usize = 50;

/// What a table would do.
#[derive(Debug, Clone, Default)]
pub struct RulesTrial {
    /// What is wrong with the table; nothing was tried then.
    pub faults: Vec<SheetFault>,
    /// The run whose rows it was tried on, and its name; `None`: the skill has not run yet.
    pub run: Option<(RunId, String)>,
    /// Rows of that run.
    pub rows: u64,
    /// Rows the table decides.
    pub decided: u64,
    /// Rows the saved table decides.
    pub decided_before: u64,
    /// What each rule does, in the order of the rows of the sheet that are not blank.
    pub uses: Vec<RuleUse>,
    /// Which rules of the saved table lose rows whose outcome changes, and to whom; the most rows first.
    pub losses: Vec<RuleLoss>,
    /// Rows that come out otherwise than with the saved table.
    pub changed: u64,
    /// The first of them.
    pub changes: Vec<RuleChange>,
}

/// What one rule does on the rows of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RuleUse {
    /// Rows that meet its conditions.
    pub matched: u64,
    /// Rows it decides, or sends to a model or a person: no rule above it did.
    pub taken: u64,
    /// The number of the rule that takes most of the rows it would have had; `None` if none does.
    pub above: Option<u32>,
    /// The number of a rule above it that asks for no more than it does, so that it can decide no row at all; `None` if
    /// there is none.
    pub covered: Option<u32>,
}

/// A rule of the saved table that loses rows, which then come out otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleLoss {
    /// Its number in the saved table.
    pub rule: u32,
    /// Its conditions in words.
    pub when: String,
    /// The number of the rule of the new table that takes them; `None`: none does.
    pub to: Option<u32>,
    /// How many.
    pub rows: u64,
}

/// A row that comes out otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleChange {
    /// The row as the spreadsheet program counts.
    pub row: u32,
    /// Its inputs as text, in the skill's order.
    pub inputs: Vec<String>,
    /// The number of the rule that takes it with the saved table, and what comes out; `None`: no rule does.
    pub before: Option<(u32, String)>,
    /// The same with the new table.
    pub after: Option<(u32, String)>,
}

impl Engine {
    /// The rules table of a skill as its author edits it.
    /// # Errors
    /// [`EngineError::UnknownSkill`], or why the skill cannot be read.
    pub fn rules_sheet(&self, id: &SkillId) -> Result<(Skill, RuleSheet), EngineError> {
        let skill = self.skill(id)?;
        let sheet = RuleSheet::of(&skill)?;
        Ok((skill, sheet))
    }

    /// What a table would do on the rows of the skill's latest run. Nothing is saved or started.
    /// # Errors
    /// [`EngineError::Store`] if the rows cannot be read.
    pub async fn try_rules(
        &self,
        skill: &Skill,
        sheet: &RuleSheet,
    ) -> Result<RulesTrial, EngineError> {
        let mut trial = RulesTrial {
            faults: sheet.faults(&skill.inputs, &skill.outputs),
            ..RulesTrial::default()
        };
        if !trial.faults.is_empty() {
            return Ok(trial);
        }
        let table = RuleTable::parse(
            &RuleSheet::file_of(skill),
            &sheet.text(),
            &skill.inputs,
            &skill.outputs,
        )?;
        let covered = table.covered().into_iter();
        trial.uses = covered
            .map(|covered| RuleUse {
                covered,
                ..RuleUse::default()
            })
            .collect();
        let runs = self.store().runs().await?;
        let of_skill = || runs.iter().filter(|run| run.skill_name == skill.name);
        // A trial of five rows belongs to no job, and says little.
        let latest = of_skill()
            .filter(|run| run.job.is_some())
            .max_by_key(|run| run.started_at);
        let Some(run) = latest.or_else(|| of_skill().max_by_key(|run| run.started_at)) else {
            return Ok(trial);
        };
        trial.run = Some((run.id, format!("{} {}", run.name, run.number)));
        let shape = self.run_shape(run.id).await?;
        let mut tally = Tally::default();
        for offset in (0..).step_by(usize::try_from(PAGE).unwrap_or(usize::MAX)) {
            let page = self
                .store()
                .tasks(run.id, RowFilter::All, "", offset, PAGE)
                .await?;
            for row in &page {
                let inputs = inputs_for_row(&shape.map, &row.cells).record;
                trial.add(skill, &table, row.source_row, &inputs, &mut tally);
            }
            if (page.len() as u64) < PAGE {
                break;
            }
        }
        trial.losses = tally.losses(skill);
        for (number, rule) in (1..).zip(&mut trial.uses) {
            let takers = tally
                .taken_by
                .iter()
                .filter(|((loser, _), _)| *loser == number);
            let most = takers.max_by_key(|(_, rows)| **rows);
            rule.above = most.map(|((_, winner), _)| *winner);
        }
        Ok(trial)
    }
}

/// Rows by the rules they are between.
#[derive(Default)]
struct Tally {
    /// Rows a rule would have had, by its number and that of the rule above it that takes them.
    taken_by: BTreeMap<(u32, u32), u64>,
    /// Rows that come out otherwise, by the rule of the saved table and that of the new one.
    lost: BTreeMap<(u32, Option<u32>), u64>,
}

impl Tally {
    fn losses(&self, skill: &Skill) -> Vec<RuleLoss> {
        let mut losses: Vec<RuleLoss> = self
            .lost
            .iter()
            .map(|((rule, to), rows)| RuleLoss {
                rule: *rule,
                when: skill
                    .rules
                    .rule(*rule)
                    .map(|rule| rule.when.clone())
                    .unwrap_or_default(),
                to: *to,
                rows: *rows,
            })
            .collect();
        losses.sort_by_key(|loss| std::cmp::Reverse(loss.rows));
        losses
    }
}

impl RulesTrial {
    fn add(
        &mut self,
        skill: &Skill,
        table: &RuleTable,
        row: u32,
        inputs: &Record,
        tally: &mut Tally,
    ) {
        self.rows += 1;
        let matching = table.matching(inputs);
        for (place, number) in matching.iter().enumerate() {
            if let Some(rule) = self.uses.get_mut(*number as usize - 1) {
                rule.matched += 1;
                rule.taken += u64::from(place == 0);
            }
            if let (Some(first), true) = (matching.first(), place > 0) {
                *tally.taken_by.entry((*number, *first)).or_default() += 1;
            }
        }
        let (before, after) = (skill.rules.decide(inputs), table.decide(inputs));
        let is_decided =
            |decision: &RuleDecision| u64::from(matches!(decision, RuleDecision::Decided { .. }));
        self.decided_before += is_decided(&before);
        self.decided += is_decided(&after);
        let (before, after) = (outcome(skill, &before), outcome(skill, &after));
        let text = |outcome: &Option<(u32, String)>| outcome.as_ref().map(|(_, text)| text.clone());
        if text(&before) != text(&after) {
            self.changed += 1;
            if let Some((rule, _)) = &before {
                let to = after.as_ref().map(|(rule, _)| *rule);
                *tally.lost.entry((*rule, to)).or_default() += 1;
            }
            if self.changes.len() < SHOWN {
                let shown = skill.inputs.iter().map(|field| inputs.text(&field.name));
                self.changes.push(RuleChange {
                    row,
                    inputs: shown.collect(),
                    before,
                    after,
                });
            }
        }
    }
}

/// What comes out, as text: values, or whom the rule asks in the words of the table.
fn outcome(skill: &Skill, decision: &RuleDecision) -> Option<(u32, String)> {
    match decision {
        RuleDecision::Decided {
            rule_number,
            outputs,
            ..
        } => {
            let shown = skill.outputs.iter().filter_map(|field| {
                let value = outputs.get(&field.name)?;
                Some(display_value(&field.field_type, value))
            });
            Some((*rule_number, shown.collect::<Vec<_>>().join(", ")))
        }
        RuleDecision::AskModel { rule_number } => Some((*rule_number, "ask the model".to_owned())),
        RuleDecision::AskPerson { rule_number } => Some((*rule_number, "ask me".to_owned())),
        RuleDecision::Undecided => None,
    }
}
