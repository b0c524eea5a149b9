//! What a correction teaches its skill.

use mill_domain::{FieldName, FieldSpec, TaskNumber};
use mill_engine::{
    CorrectedField, Correction, DraftCheck, DraftTable, Learnt, Lesson, LessonChange, LessonKind,
    Proposal, Skill,
};

use super::run_id;
use crate::params::{CorrectionsParams, LearnParams, UnlearnParams};
use crate::view::learn::{
    CorrectedView, CorrectionView, LearntView, LessonChangeView, LessonCheck, LessonPart,
    LessonView, UnlearntView,
};
use crate::{ApiError, Host};

pub(super) async fn learn_preview(
    host: &Host,
    params: LearnParams,
) -> Result<LessonView, ApiError> {
    let (run, task) = (run_id(&params.run)?, TaskNumber(params.task));
    let kind = LessonKind::from_word(&params.kind)?;
    Ok(lesson_view(&host.engine.lesson(run, task, kind).await?))
}

pub(super) async fn learn_save(host: &Host, params: LearnParams) -> Result<LearntView, ApiError> {
    let (run, task) = (run_id(&params.run)?, TaskNumber(params.task));
    let kind = LessonKind::from_word(&params.kind)?;
    Ok(learnt_view(&host.engine.learn(run, task, kind).await?))
}

pub(super) async fn learn_undo(
    host: &Host,
    params: UnlearnParams,
) -> Result<UnlearntView, ApiError> {
    let undone = host
        .engine
        .unlearn(run_id(&params.run)?, params.lesson)
        .await?;
    Ok(UnlearntView {
        kept: undone.is_some_and(|lesson| lesson.kept),
    })
}

pub(super) async fn correction_list(
    host: &Host,
    params: CorrectionsParams,
) -> Result<Vec<CorrectionView>, ApiError> {
    let run = run_id(&params.run)?;
    let found = host.engine.corrections(run, params.whole_job).await?;
    Ok(found.iter().map(correction_view).collect())
}

/// A correction, as hosts show it.
pub fn correction_view(correction: &Correction) -> CorrectionView {
    let (run_name, run_number) = correction.run_name.clone();
    CorrectionView {
        run: correction.run.to_string(),
        run_name,
        run_number,
        task: correction.task.0,
        row: correction.source_row,
        label: correction.label.clone(),
        reviewer: correction.reviewer.clone(),
        at: correction.at.as_millis(),
        fields: correction.fields.iter().map(corrected_view).collect(),
        stands: correction.stands,
        learnt: correction.learnt.clone(),
    }
}

fn corrected_view(field: &CorrectedField) -> CorrectedView {
    CorrectedView {
        label: field.label.clone(),
        from: field.from.clone(),
        to: field.to.clone(),
    }
}

/// A lesson that was learnt, as hosts show it.
pub fn learnt_view(learnt: &Learnt) -> LearntView {
    LearntView {
        skill: learnt.lesson.skill.as_str().to_owned(),
        version: learnt.version.clone(),
        id: learnt.id,
        lesson: lesson_view(&learnt.lesson),
    }
}

/// A lesson, as hosts show it.
pub fn lesson_view(lesson: &Lesson) -> LessonView {
    let skill = &lesson.current;
    let effect = &lesson.effect;
    let mut view = LessonView {
        kind: LessonKind::Check.as_str().to_owned(),
        skill: lesson.skill.as_str().to_owned(),
        version: skill.version.clone(),
        fields: lesson.fields.iter().map(corrected_view).collect(),
        when: Vec::new(),
        then: Vec::new(),
        check: None,
        agreeing: 0,
        against: 0,
        runs: effect.runs,
        rows: effect.rows,
        changed: effect.changed,
        accepted: effect.accepted,
        changes: effect.changes.iter().map(change_view).collect(),
    };
    match &lesson.proposal {
        Proposal::Example(sample) => {
            LessonKind::Example.as_str().clone_into(&mut view.kind);
            view.when = parts(&skill.inputs, sample.inputs.iter());
            view.then = parts(&skill.outputs, sample.expected.iter());
        }
        Proposal::Rule(narrow) => {
            LessonKind::Rule.as_str().clone_into(&mut view.kind);
            view.when = named_parts(&skill.inputs, &narrow.rule.conditions);
            view.then = named_parts(&skill.outputs, &narrow.rule.then);
            (view.agreeing, view.against) = (narrow.agreeing, narrow.against);
        }
        Proposal::Check(check, table) => {
            view.check = Some(check_view(skill, check, table.as_ref()));
        }
    }
    view
}

fn parts<'a>(
    fields: &[FieldSpec],
    texts: impl Iterator<Item = (&'a String, &'a String)>,
) -> Vec<LessonPart> {
    texts.map(|(name, text)| part(fields, name, text)).collect()
}

fn named_parts(fields: &[FieldSpec], cells: &[(FieldName, String)]) -> Vec<LessonPart> {
    let cells = cells.iter();
    cells
        .map(|(name, text)| part(fields, name.as_str(), text))
        .collect()
}

fn part(fields: &[FieldSpec], name: &str, text: &str) -> LessonPart {
    LessonPart {
        label: label_of(fields, name),
        text: text.to_owned(),
    }
}

fn label_of(fields: &[FieldSpec], name: &str) -> String {
    let field = fields.iter().find(|field| field.name.as_str() == name);
    field.map_or_else(|| name.to_owned(), |field| field.label.clone())
}

fn check_view(skill: &Skill, check: &DraftCheck, table: Option<&DraftTable>) -> LessonCheck {
    // The first line is the head.
    let listed = table.map_or(0, |table| table.text.lines().count().saturating_sub(1));
    LessonCheck {
        kind: check.kind.clone(),
        label: label_of(&skill.outputs, &check.field),
        min: check.min.clone(),
        max: check.max.clone(),
        pattern: check.pattern.clone(),
        listed: u32::try_from(listed).unwrap_or(u32::MAX),
    }
}

fn change_view(change: &LessonChange) -> LessonChangeView {
    let (run, name) = &change.run;
    LessonChangeView {
        run: run.to_string(),
        run_name: name.clone(),
        task: change.task.0,
        row: change.row,
        label: change.label.clone(),
        now: change.now.clone(),
        then: change.then.clone(),
        accepted: change.accepted,
    }
}
