//! `learn`: a correction becomes an example, a rule or a check of the skill.

use mill_api::view::learn::{LessonPart, LessonView};
use mill_api::view::rules::RuleCellView;
use mill_api::{ApiError, learnt_view, lesson_view, outcome_said, rule_said};
use mill_domain::TaskNumber;
use mill_engine::{Engine, LessonKind};
use rust_i18n::t;

use crate::exit::Exit;
use crate::{say, session};

/// Changed rows that are listed.
const LISTED: usize = 10;

pub(crate) async fn learn(
    engine: &Engine,
    run: &str,
    (row, kind): (u32, &str),
    yes: bool,
    form: say::Form,
) -> Result<Exit, ApiError> {
    let run = session::run_id(engine, run).await?;
    let (task, kind) = (TaskNumber(row), LessonKind::from_word(kind)?);
    if yes {
        let learnt = learnt_view(&engine.learn(run, task, kind).await?);
        match form {
            say::Form::Json => say::json(&learnt)?,
            say::Form::Words => {
                say_lesson(&learnt.lesson);
                say::line(&t!(
                    "learn.saved",
                    skill = learnt.skill,
                    version = learnt.version
                ));
            }
        }
        return Ok(Exit::Done);
    }
    let lesson = lesson_view(&engine.lesson(run, task, kind).await?);
    match form {
        say::Form::Json => say::json(&lesson)?,
        say::Form::Words => {
            say_lesson(&lesson);
            say::line(&t!("learn.ask"));
        }
    }
    Ok(Exit::Done)
}

fn say_lesson(lesson: &LessonView) {
    for field in &lesson.fields {
        say::line(&format!("{}: {} -> {}", field.label, field.from, field.to));
    }
    if let Some(check) = &lesson.check {
        let limits = [&check.min, &check.max, &check.pattern];
        let limits: Vec<&str> = limits.into_iter().map(String::as_str).collect();
        say::line(&format!(
            "{} {} {}",
            check.label,
            check.kind,
            limits.join(" ").trim()
        ));
    } else {
        let is_rule = lesson.kind == LessonKind::Rule.as_str();
        let (when, then) = if is_rule {
            (conditions(&lesson.when), outcomes(&lesson.then))
        } else {
            (joined(&lesson.when), joined(&lesson.then))
        };
        say::line(&format!("{when} -> {then}"));
    }
    say::line(&t!(
        format!("learn.effect.{}", lesson.kind),
        runs = lesson.runs,
        rows = lesson.rows,
        changed = lesson.changed,
        accepted = lesson.accepted,
        agreeing = lesson.agreeing,
        against = lesson.against
    ));
    for change in lesson.changes.iter().take(LISTED) {
        say::line(&format!(
            "  {} {}: {} | {} | {}",
            change.run_name, change.row, change.label, change.now, change.then
        ));
    }
}

/// The conditions of a rule in the person's language.
fn conditions(parts: &[LessonPart]) -> String {
    let cells = parts.iter().map(|part| RuleCellView {
        field: String::new(),
        label: part.label.clone(),
        cell: part.text.clone(),
    });
    rule_said(&cells.collect::<Vec<_>>(), &rust_i18n::locale())
}

/// What a rule decides, in the person's language.
fn outcomes(parts: &[LessonPart]) -> String {
    let parts: Vec<String> = parts
        .iter()
        .map(|part| {
            let said = outcome_said(&part.text, &rust_i18n::locale());
            format!("{} {said}", part.label)
        })
        .collect();
    parts.join(", ")
}

fn joined(parts: &[LessonPart]) -> String {
    let parts: Vec<String> = parts
        .iter()
        .map(|part| format!("{} {}", part.label, part.text))
        .collect();
    parts.join(", ")
}
