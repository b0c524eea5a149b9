//! Rules tables as hosts show them.

use mill_engine::{
    ConditionKind, ConditionSaid, Rule, RuleLoss, RuleSheet, RulesTrial, SheetChange,
    SheetChangeKind, SheetFault, Skill, Undecided,
};

use crate::view::field::FieldView;
use crate::view::rules::{
    RuleCellView, RuleChangeView, RuleLossView, RuleSaidView, RuleUseView, RulesTrialView,
    RulesView, SheetChangeView, SheetColumnView, SheetFaultView,
};

pub(crate) fn rules_view(skill: &Skill, sheet: &RuleSheet) -> RulesView {
    let fillable = skill.outputs.iter().filter(|field| !field.from_model_only);
    RulesView {
        file: RuleSheet::file_of(skill),
        columns: sheet
            .columns
            .iter()
            .map(|column| SheetColumnView {
                part: column.part.as_str().to_owned(),
                field: column
                    .field
                    .as_ref()
                    .map(ToString::to_string)
                    .unwrap_or_default(),
                title: column.title.clone(),
            })
            .collect(),
        rows: sheet.rows.clone(),
        inputs: skill.inputs.iter().map(FieldView::from).collect(),
        outputs: fillable.map(FieldView::from).collect(),
        undecided: match skill.undecided {
            Undecided::Model => "model",
            Undecided::Person => "person",
            Undecided::Skip => "skip",
        }
        .to_owned(),
        version: skill.version.clone(),
        base: skill.content_hash.clone(),
    }
}

pub(crate) fn change_view(change: SheetChange) -> SheetChangeView {
    let (before, before_cells) = change.before.unzip();
    let (after, after_cells) = change.after.unzip();
    SheetChangeView {
        kind: match change.kind {
            SheetChangeKind::Added => "added",
            SheetChangeKind::Removed => "removed",
            SheetChangeKind::Changed => "changed",
            SheetChangeKind::Moved => "moved",
        }
        .to_owned(),
        before,
        before_cells: before_cells.unwrap_or_default(),
        after,
        after_cells: after_cells.unwrap_or_default(),
    }
}

pub(crate) fn trial_view(skill: &Skill, trial: RulesTrial) -> RulesTrialView {
    let (run, run_name) = trial.run.unzip();
    RulesTrialView {
        faults: trial.faults.into_iter().map(fault_view).collect(),
        run: run.map(|run| run.to_string()),
        run_name: run_name.unwrap_or_default(),
        rows: trial.rows,
        decided: trial.decided,
        decided_before: trial.decided_before,
        uses: trial
            .uses
            .into_iter()
            .map(|rule| RuleUseView {
                matched: rule.matched,
                taken: rule.taken,
                above: rule.above,
                covered: rule.covered,
            })
            .collect(),
        losses: trial
            .losses
            .into_iter()
            .map(|loss| loss_view(skill, &loss))
            .collect(),
        changed: trial.changed,
        changes: trial
            .changes
            .into_iter()
            .map(|change| {
                let (before_rule, before) = change.before.unzip();
                let (after_rule, after) = change.after.unzip();
                RuleChangeView {
                    row: change.row,
                    inputs: change.inputs,
                    before,
                    before_rule,
                    after,
                    after_rule,
                }
            })
            .collect(),
    }
}

pub(crate) fn loss_view(skill: &Skill, loss: &RuleLoss) -> RuleLossView {
    let rule = skill.rules.rule(loss.rule);
    RuleLossView {
        rule: loss.rule,
        conditions: rule.map_or_else(Vec::new, |rule| conditions_of(skill, rule)),
        to: loss.to,
        rows: loss.rows,
    }
}

/// A rule of a skill's table, as hosts say it.
pub(crate) fn rule_said_view(skill: &Skill, rule: &Rule) -> RuleSaidView {
    RuleSaidView {
        conditions: conditions_of(skill, rule),
        note: rule.note.clone(),
    }
}

/// The cells of a rule that ask for something.
fn conditions_of(skill: &Skill, rule: &Rule) -> Vec<RuleCellView> {
    let titled = skill.rules.titles().iter().zip(&rule.cells);
    let conditions = titled.filter(|(title, cell)| {
        title.condition && ConditionSaid::of(cell).kind != ConditionKind::Any
    });
    conditions
        .map(|(title, cell)| RuleCellView {
            field: title.label.clone(),
            label: title.label.clone(),
            cell: cell.clone(),
        })
        .collect()
}

pub(crate) fn fault_view(fault: SheetFault) -> SheetFaultView {
    SheetFaultView {
        row: fault.row.map(count),
        column: fault.column.map(count),
        expected: fault.expected,
    }
}

pub(crate) fn count(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
