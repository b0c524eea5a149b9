//! A check that would have caught what a person corrected.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use mill_domain::{FieldName, FieldSpec, FieldType, FindingLevel, Record, RunId, TaskNumber};
use mill_skills::{DraftCheck, DraftTable, Skill, check_record, fold};
use mill_store::{RowFilter, RunRow};
use rust_decimal::Decimal;

use crate::{Engine, EngineError};

/// Values a person accepted from which a limit, form or list may be read.
const ENOUGH: usize = 3;

/// Values a list of known ones has at most.
const LISTED: usize = 40;

impl Engine {
    /// Results that people accepted or corrected in these runs.
    pub(super) async fn accepted_outputs(
        &self,
        runs: &[RunRow],
    ) -> Result<Vec<Record>, EngineError> {
        let mut accepted = Vec::new();
        for run in runs {
            accepted.extend(
                self.looked_right(run.id)
                    .await?
                    .into_iter()
                    .map(|(_, output)| output),
            );
        }
        Ok(accepted)
    }

    async fn looked_right(&self, run: RunId) -> Result<Vec<(TaskNumber, Record)>, EngineError> {
        let rows = self
            .store()
            .tasks(run, RowFilter::Judged, "", 0, u64::MAX)
            .await?;
        let looked = rows
            .into_iter()
            .filter(|row| matches!(row.verdict.as_deref(), Some("accepted" | "corrected")));
        Ok(looked
            .filter_map(|row| Some((row.number, row.output?)))
            .collect())
    }
}

/// The first check that flags what was there before and nothing of what people accepted; of the result's confidence, if no
/// field tells. `None`: none does, or one of the skill's own flags it already.
pub(super) fn propose(
    skill: &Skill,
    inputs: &Record,
    (before, after): (&Record, &Record),
    accepted: &[Record],
) -> Option<(DraftCheck, Option<DraftTable>)> {
    let caught = check_record(skill, inputs, before, None);
    let changed = skill
        .outputs
        .iter()
        .filter(|field| before.get(&field.name) != after.get(&field.name));
    let mut open = changed.filter(|field| {
        !caught
            .findings
            .iter()
            .any(|finding| finding.field == field.name && finding.level == FindingLevel::Error)
    });
    let found = open.find_map(|field| {
        for_field(
            field,
            &before.text(&field.name),
            &texts(accepted, &field.name),
        )
    });
    found.or_else(|| sure_enough(skill, before).map(|check| (check, None)))
}

fn texts(records: &[Record], field: &FieldName) -> Vec<String> {
    let texts = records.iter().map(|record| record.text(field));
    texts.filter(|text| !text.trim().is_empty()).collect()
}

fn check_of(kind: &str, field: &str) -> DraftCheck {
    DraftCheck {
        kind: kind.to_owned(),
        field: field.to_owned(),
        // Worth a look: what a person learnt from one row is no reason to refuse an answer.
        warning: true,
        ..DraftCheck::default()
    }
}

fn for_field(
    field: &FieldSpec,
    wrong: &str,
    right: &[String],
) -> Option<(DraftCheck, Option<DraftTable>)> {
    let name = field.name.as_str();
    if wrong.trim().is_empty() {
        return Some((check_of("required", name), None));
    }
    match field.field_type {
        FieldType::Integer | FieldType::Number | FieldType::Money | FieldType::Percent => {
            in_range(name, wrong, right).map(|check| (check, None))
        }
        FieldType::Text { .. } => of_form(name, wrong, right)
            .map(|check| (check, None))
            .or_else(|| listed(name, &field.label, wrong, right)),
        _ => None,
    }
}

fn in_range(field: &str, wrong: &str, right: &[String]) -> Option<DraftCheck> {
    let wrong: Decimal = wrong.parse().ok()?;
    let right: Vec<Decimal> = right.iter().filter_map(|text| text.parse().ok()).collect();
    let (least, most) = (right.iter().min()?, right.iter().max()?);
    if right.len() < ENOUGH {
        return None;
    }
    let mut check = check_of("range", field);
    if wrong < *least {
        check.min = least.to_string();
    } else if wrong > *most {
        check.max = most.to_string();
    } else {
        return None;
    }
    Some(check)
}

/// All that was accepted has one form, and what was wrong has another.
fn of_form(field: &str, wrong: &str, right: &[String]) -> Option<DraftCheck> {
    let forms: BTreeSet<String> = right.iter().map(|text| form(text)).collect();
    let only = forms
        .iter()
        .next()
        .filter(|_| forms.len() == 1 && right.len() >= ENOUGH)?;
    (form(wrong) != *only).then(|| DraftCheck {
        pattern: format!("^{only}$"),
        ..check_of("pattern", field)
    })
}

/// Digits and letters as stretches, everything else to the letter.
fn form(text: &str) -> String {
    let mut form = String::new();
    let mut last = "";
    for sign in text.chars() {
        let class = match sign {
            '0'..='9' => "[0-9]+",
            sign if sign.is_uppercase() => r"\p{Lu}+",
            sign if sign.is_alphabetic() => r"\p{L}+",
            _ => "",
        };
        if class.is_empty() {
            if sign.is_ascii_punctuation() {
                form.push('\\');
            }
            form.push(sign);
        } else if class != last {
            form.push_str(class);
        }
        last = class;
    }
    form
}

/// A list of all that was accepted.
fn listed(
    field: &str,
    label: &str,
    wrong: &str,
    right: &[String],
) -> Option<(DraftCheck, Option<DraftTable>)> {
    let known: BTreeSet<&str> = right.iter().map(|text| text.trim()).collect();
    let repeats = right.len() >= ENOUGH && known.len() < right.len() && known.len() <= LISTED;
    if !repeats || known.iter().any(|text| fold(text) == fold(wrong)) {
        return None;
    }
    let file = format!("references/known-{}.csv", field.replace('_', "-"));
    let mut text = quoted(label);
    for value in known {
        _ = write!(text, "\n{}", quoted(value));
    }
    text.push('\n');
    let check = DraftCheck {
        table: file.clone(),
        ..check_of("lookup", field)
    };
    Some((check, Some(DraftTable { file, text })))
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// The model was less sure than entirely: rows where it is no surer are worth a look.
fn sure_enough(skill: &Skill, before: &Record) -> Option<DraftCheck> {
    let field = skill.outputs.iter().find(|field| {
        field.field_type == FieldType::Percent && field.name.as_str() == "confidence"
    })?;
    let sure: Decimal = before.text(&field.name).parse().ok()?;
    let floor = (sure + Decimal::new(1, 2)).min(Decimal::ONE);
    (sure < floor).then(|| DraftCheck {
        min: floor.normalize().to_string(),
        ..check_of("range", field.name.as_str())
    })
}
