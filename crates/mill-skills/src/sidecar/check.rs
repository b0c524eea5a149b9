//! The tables `[[checks]]`.

use std::collections::HashSet;
use std::sync::Arc;

use mill_domain::{FieldSpec, FieldType, FindingLevel};
use regex::RegexBuilder;
use rust_decimal::Decimal;

use super::model_of;
use super::section::Section;
use crate::bound::Bound;
use crate::checks::{Check, CheckRule, FieldPath};
use crate::{DecimalMark, Place, SkillError, SkillSource, delimited, fold, read_number};

const KINDS: &str = "required, range, pattern, sum, lookup, evidence or agree";
/// A check kind that may hold without a tolerance: half the smallest coin.
const DEFAULT_TOLERANCE: Decimal = Decimal::from_parts(5, 0, 0, false, 3);

pub(super) fn read(
    mut section: Section<'_>,
    outputs: &[FieldSpec],
    source: &SkillSource,
) -> Result<Check, SkillError> {
    let kind_place = section.place("kind");
    let kind = section.text("kind")?.unwrap_or_default();
    let field_place = section.place("field");
    let path = section.text("field")?.unwrap_or_default();
    let (field, spec) = resolve(&path, outputs, &field_place)?;
    let level_place = section.place("level");
    let level = level(section.text("level")?.as_deref(), level_place.clone())?;
    let rule = match kind.as_str() {
        "required" => CheckRule::Required { field },
        "range" => range(&mut section, field, spec, kind_place)?,
        "pattern" => pattern(&mut section, field)?,
        "sum" => sum(&mut section, field, spec, outputs, &field_place)?,
        "lookup" => lookup(&mut section, field, source)?,
        "evidence" => CheckRule::Evidence { field },
        "agree" => agree(&mut section, field, outputs)?,
        other => {
            let problem = if other.is_empty() {
                "the check has no kind".to_owned()
            } else {
                format!("`{other}` is not a kind of check")
            };
            return Err(SkillError::wrong(
                kind_place,
                problem,
                format!("Write kind = \"…\" with one of {KINDS}."),
            ));
        }
    };
    section.finish()?;
    Ok(Check {
        level: level_of(&rule, level, level_place)?,
        rule,
    })
}

/// The output a path names: `total`, or `lines.amount` for a field of a list.
fn resolve<'a>(
    path: &str,
    outputs: &'a [FieldSpec],
    place: &Place,
) -> Result<(FieldPath, &'a FieldSpec), SkillError> {
    let (outer, inner) = path
        .split_once('.')
        .map_or((path, None), |(outer, inner)| (outer, Some(inner)));
    let top = outputs.iter().find(|field| field.name.as_str() == outer);
    let found = match (top, inner) {
        (Some(spec), None) => Some((
            FieldPath {
                field: spec.name.clone(),
                inner: None,
            },
            spec,
        )),
        (
            Some(FieldSpec {
                name,
                field_type: FieldType::List { fields },
                ..
            }),
            Some(inner),
        ) => fields
            .iter()
            .find(|field| field.name.as_str() == inner)
            .map(|spec| {
                (
                    FieldPath {
                        field: name.clone(),
                        inner: Some(spec.name.clone()),
                    },
                    spec,
                )
            }),
        (Some(_) | None, _) => None,
    };
    found.ok_or_else(|| {
        let names: Vec<_> = outputs.iter().map(|field| field.name.as_str()).collect();
        let problem = if path.is_empty() {
            "the check has no field".to_owned()
        } else {
            format!("there is no output `{path}`")
        };
        let hint = format!(
            "Write field = \"…\" with one of {}; a list's field as list.field.",
            names.join(", ")
        );
        SkillError::wrong(place.clone(), problem, hint)
    })
}

/// How much a check's finding matters. What a second model says never makes a result unusable.
fn level_of(
    rule: &CheckRule,
    written: Option<FindingLevel>,
    place: Place,
) -> Result<FindingLevel, SkillError> {
    match (rule, written) {
        (CheckRule::Agree { .. }, Some(FindingLevel::Error)) => Err(SkillError::wrong(
            place,
            "a second model that disagrees does not make a result unusable",
            "Leave level out, or write level = \"warning\".",
        )),
        (CheckRule::Agree { .. }, _) => Ok(FindingLevel::Warning),
        (_, written) => Ok(written.unwrap_or(FindingLevel::Error)),
    }
}

/// The level as written; `None`: not written.
fn level(word: Option<&str>, place: Place) -> Result<Option<FindingLevel>, SkillError> {
    match word {
        None => Ok(None),
        Some("error") => Ok(Some(FindingLevel::Error)),
        Some("warning") => Ok(Some(FindingLevel::Warning)),
        Some(other) => {
            let hint = "Write level = \"error\" (the result cannot be used) or \"warning\" (worth a look).";
            Err(SkillError::wrong(
                place,
                format!("`{other}` is not a level"),
                hint,
            ))
        }
    }
}

const fn is_number(field_type: &FieldType) -> bool {
    matches!(
        field_type,
        FieldType::Integer | FieldType::Number | FieldType::Money | FieldType::Percent
    )
}

fn range(
    section: &mut Section<'_>,
    field: FieldPath,
    spec: &FieldSpec,
    place: Place,
) -> Result<CheckRule, SkillError> {
    let mut bound = |key: &'static str| {
        let place = section.place(key);
        let Some(text) = section.text_or_number(key)? else {
            return Ok(None);
        };
        let bound = Bound::read(&text, &spec.field_type);
        let hint = "Write a number for a number and a day such as \"2026-03-31\" for a date.";
        bound
            .map(Some)
            .ok_or_else(|| SkillError::wrong(place, format!("`{text}` is not a bound"), hint))
    };
    let (min, max) = (bound("min")?, bound("max")?);
    if !is_number(&spec.field_type) && spec.field_type != FieldType::Date {
        let problem = format!(
            "`{}` has no range because it is {}",
            spec.name,
            spec.field_type.as_str()
        );
        return Err(SkillError::wrong(
            place,
            problem,
            "Check the range of a number, an amount, a share or a date.",
        ));
    }
    if min.is_none() && max.is_none() {
        return Err(SkillError::wrong(
            place,
            "the range has neither min nor max",
            "Write at least one of them.",
        ));
    }
    Ok(CheckRule::Range { field, min, max })
}

fn pattern(section: &mut Section<'_>, field: FieldPath) -> Result<CheckRule, SkillError> {
    let place = section.place("pattern");
    let pattern = section.text("pattern")?.unwrap_or_default();
    let hint =
        "Write pattern = '^INV-[0-9]+$' in single quotes; the syntax is that of the regex crate.";
    if pattern.is_empty() {
        return Err(SkillError::wrong(place, "the check has no pattern", hint));
    }
    match RegexBuilder::new(&pattern).build() {
        Ok(pattern) => Ok(CheckRule::Pattern { field, pattern }),
        Err(error) => {
            let message = error.to_string();
            let last = message.lines().last().unwrap_or_default().trim();
            Err(SkillError::wrong(
                place,
                format!("`{pattern}` is not a pattern: {last}"),
                hint,
            ))
        }
    }
}

fn sum(
    section: &mut Section<'_>,
    field: FieldPath,
    spec: &FieldSpec,
    outputs: &[FieldSpec],
    field_place: &Place,
) -> Result<CheckRule, SkillError> {
    let hint =
        "Name fields that are numbers, for example field = \"net\" and of = [\"lines.amount\"].";
    if !is_number(&spec.field_type) || field.inner.is_some() {
        return Err(SkillError::wrong(
            field_place.clone(),
            format!("`{}` cannot be a total", spec.name),
            hint,
        ));
    }
    let place = section.place("of");
    let names = section.texts("of")?.unwrap_or_default();
    let mut of = Vec::new();
    for name in &names {
        let (path, term) = resolve(name, outputs, &place)?;
        if !is_number(&term.field_type) || path == field {
            return Err(SkillError::wrong(
                place,
                format!("`{name}` cannot be added up"),
                hint,
            ));
        }
        of.push(path);
    }
    if of.is_empty() {
        return Err(SkillError::wrong(
            place,
            "the check does not say what adds up to the total",
            hint,
        ));
    }
    let place = section.place("tolerance");
    let tolerance = match section.text_or_number("tolerance")? {
        None => DEFAULT_TOLERANCE,
        Some(text) => read_number(&text, DecimalMark::Dot)
            .filter(|value| !value.is_sign_negative())
            .ok_or_else(|| {
                SkillError::wrong(
                    place,
                    format!("`{text}` is not a tolerance"),
                    "Write tolerance = \"0.01\".",
                )
            })?,
    };
    Ok(CheckRule::Sum {
        field,
        of,
        tolerance,
    })
}

fn agree(
    section: &mut Section<'_>,
    field: FieldPath,
    outputs: &[FieldSpec],
) -> Result<CheckRule, SkillError> {
    let place = section.place("of");
    let mut fields = vec![field];
    for name in section.texts("of")?.unwrap_or_default() {
        let (path, _) = resolve(&name, outputs, &place)?;
        if !fields.contains(&path) {
            fields.push(path);
        }
    }
    let model = model_of(
        section,
        "Write for example model = \"openai/gpt-6-luna\"; without it the run's own model is asked once more.",
    )?;
    let instruction = section.text("instruction")?.unwrap_or_default();
    Ok(CheckRule::Agree {
        fields,
        model,
        instruction: instruction.trim().to_owned(),
    })
}

fn lookup(
    section: &mut Section<'_>,
    field: FieldPath,
    source: &SkillSource,
) -> Result<CheckRule, SkillError> {
    let place = section.place("table");
    let Some(file) = section.text("table")? else {
        let hint = "Write table = \"references/suppliers.csv\", a CSV in the skill's folder.";
        return Err(SkillError::wrong(place, "the check has no table", hint));
    };
    let text = source.required(&file)?;
    let place = section.place("column");
    let (index, rows) = match section.text("column")? {
        // Without a column the first row may be a value; a title among the values does no harm.
        None => (0, delimited::read_rows(&file, text)?),
        Some(column) => {
            let table = delimited::read(&file, text)?;
            let index = table
                .header
                .iter()
                .position(|title| fold(title) == fold(&column));
            let Some(index) = index else {
                let hint = format!("The table has the columns {}.", table.header.join(", "));
                return Err(SkillError::wrong(
                    place,
                    format!("{file} has no such column"),
                    hint,
                ));
            };
            (index, table.rows)
        }
    };
    let folded = rows.iter().map(|row| fold(row.cell(index)));
    let values: HashSet<String> = folded.filter(|value| !value.is_empty()).collect();
    Ok(CheckRule::Lookup {
        field,
        table: file,
        values: Arc::new(values),
    })
}
