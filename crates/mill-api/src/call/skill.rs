//! The library of skills.

use mill_engine::{CheckRule, LibraryEntry, Skill, SkillId};

use crate::grants::Power;
use crate::params::{Nothing, SkillImportParams, SkillParams};
use crate::view::field::FieldView;
use crate::view::skill::{CheckView, RuleColumn, RuleRow, SkillSummary, SkillView};
use crate::{ApiError, Host};

pub(super) async fn skill_list(host: &Host, _: Nothing) -> Result<Vec<SkillSummary>, ApiError> {
    let runs = host.engine.runs_by_skill().await?;
    let used = |name: &str| runs.get(name).copied().unwrap_or_default();
    Ok(host
        .engine
        .skills()?
        .iter()
        .map(|entry| summary(entry, used(entry.id.as_str())))
        .collect())
}

pub(super) async fn skill_get(host: &Host, params: SkillParams) -> Result<SkillView, ApiError> {
    let id = SkillId::new(&params.skill);
    let entry =
        host.engine
            .library_entry(&id)
            .ok_or_else(|| mill_engine::EngineError::UnknownSkill {
                skill: params.skill.clone(),
            })?;
    let summary = summary(&entry, used(host, &id).await?);
    let folder = entry.folder;
    // One that cannot be read is shown with what is wrong, so that a person can mend it.
    let Ok(skill) = entry.skill else {
        return Ok(SkillView::unreadable(summary, folder));
    };
    let decided = match host.engine.latest_run_of(&id).await? {
        Some(latest) => Some(host.engine.rows_by_rule(latest).await?),
        None => None,
    };
    let rules = skill.rules.rules().iter().map(|rule| RuleRow {
        rule: rule.number,
        cells: rule.cells.clone(),
        note: rule.note.clone(),
        decided_last: decided
            .as_ref()
            .map(|decided| decided.get(&rule.number).copied().unwrap_or(0)),
    });
    Ok(SkillView {
        summary,
        instructions: skill.instructions.clone(),
        inputs: skill.inputs.iter().map(FieldView::from).collect(),
        outputs: skill.outputs.iter().map(FieldView::from).collect(),
        rule_columns: rule_columns(&skill),
        rule_rows: rules.collect(),
        checks: skill
            .checks
            .iter()
            .map(|check| check_view(&skill, check))
            .collect(),
        folder,
    })
}

pub(super) async fn skill_import(
    host: &Host,
    params: SkillImportParams,
) -> Result<SkillSummary, ApiError> {
    let path = host.grants.path(&params.grant, Power::Read)?;
    let engine = host.engine.clone();
    let imported = tokio::task::spawn_blocking(move || engine.import_skill(&path)).await;
    let id = imported.map_err(|error| ApiError::new("internal", error.to_string()))??;
    summary_of(host, id.as_str())
        .await
        .ok_or_else(|| super::not_found("skill", id.as_str()))
}

/// A skill of the library as listed; `None` if it is not there.
pub(super) async fn summary_of(host: &Host, skill: &str) -> Option<SkillSummary> {
    let id = SkillId::new(skill);
    let entry = host.engine.library_entry(&id)?;
    Some(summary(&entry, used(host, &id).await.ok()?))
}

/// Runs that used a skill.
async fn used(host: &Host, id: &SkillId) -> Result<u64, ApiError> {
    let runs = host.engine.runs_by_skill().await?;
    Ok(runs.get(id.as_str()).copied().unwrap_or_default())
}

fn summary(entry: &LibraryEntry, runs: u64) -> SkillSummary {
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let blank = |problem: Option<String>| SkillSummary {
        skill: entry.id.as_str().to_owned(),
        name: entry.id.as_str().to_owned(),
        version: String::new(),
        description: String::new(),
        rules: 0,
        checks: 0,
        merges: false,
        shipped: entry.shipped,
        problem,
        default_model: None,
        runs: u32::try_from(runs).unwrap_or(u32::MAX),
    };
    match &entry.skill {
        Ok(skill) => SkillSummary {
            name: skill.name.clone(),
            version: skill.version.clone(),
            description: skill.description.clone(),
            rules: count(skill.rules.len()),
            checks: count(skill.checks.len()),
            merges: skill.merge.is_some(),
            default_model: skill.defaults.model.as_ref().map(ToString::to_string),
            ..blank(None)
        },
        Err(error) => blank(Some(error.to_string())),
    }
}

fn rule_columns(skill: &Skill) -> Vec<RuleColumn> {
    let titles = skill.rules.titles().iter();
    titles
        .map(|title| RuleColumn {
            condition: title.condition,
            label: title.label.clone(),
        })
        .collect()
}

fn check_view(skill: &Skill, check: &mill_engine::Check) -> CheckView {
    let label = |path: &mill_engine::FieldPath| {
        skill
            .output(&path.field)
            .map_or_else(|| path.field.to_string(), |field| field.label.clone())
    };
    let bound = |bound: &Option<mill_engine::Bound>| bound.as_ref().map(ToString::to_string);
    let (kind, field, expected) = match &check.rule {
        CheckRule::Required { field } => ("required", label(field), String::new()),
        CheckRule::Range { field, min, max } => {
            let ends = [bound(min), bound(max)].map(|end| end.unwrap_or_else(|| "…".to_owned()));
            ("range", label(field), ends.join(" – "))
        }
        CheckRule::Pattern { field, pattern } => {
            ("pattern", label(field), pattern.as_str().to_owned())
        }
        CheckRule::Sum { field, of, .. } => (
            "sum",
            label(field),
            of.iter().map(label).collect::<Vec<_>>().join(" + "),
        ),
        CheckRule::Lookup { field, table, .. } => ("lookup", label(field), table.clone()),
        CheckRule::Evidence { field } => ("evidence", label(field), String::new()),
        CheckRule::Agree { fields, model, .. } => (
            "agree",
            fields.iter().map(label).collect::<Vec<_>>().join(", "),
            model.as_ref().map(ToString::to_string).unwrap_or_default(),
        ),
    };
    CheckView {
        kind: kind.to_owned(),
        field,
        expected,
    }
}
