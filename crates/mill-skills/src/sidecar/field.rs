//! The fields of `[inputs]` and `[outputs]`.

use std::collections::HashMap;

use mill_domain::{FieldName, FieldSpec, FieldType};

use super::choices;
use super::section::{Entry, Section};
use crate::{SkillError, SkillSource, fold};

const TYPES: &str = "text, integer, number, money, percent, date, yes_no, choice, choices, list (outputs) or file (inputs)";

/// Which table the fields stand in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// `[inputs]`.
    Input,
    /// `[outputs]`.
    Output,
    /// The fields of a list in `[outputs]`.
    Item,
}

pub(super) fn read_all(
    mut section: Section<'_>,
    side: Side,
    source: &SkillSource,
) -> Result<Vec<FieldSpec>, SkillError> {
    let place = section.place("");
    let entries = section.take_all();
    if entries.is_empty() {
        let hint = "Write one line for each, for example `total = { type = \"money\" }`.";
        return Err(SkillError::wrong(
            place,
            "there is no field in this table",
            hint,
        ));
    }
    let mut labels = HashMap::new();
    let mut fields = Vec::new();
    for entry in &entries {
        let field = read(&section, entry, side, source)?;
        if let Some(other) = labels.insert(fold(&field.label), field.name.clone()) {
            let problem = format!("`{other}` has the same label `{}`", field.label);
            return Err(section.wrong_at(
                entry,
                &problem,
                "Give each field its own label.".to_owned(),
            ));
        }
        fields.push(field);
    }
    Ok(fields)
}

fn read(
    parent: &Section<'_>,
    entry: &Entry<'_>,
    side: Side,
    source: &SkillSource,
) -> Result<FieldSpec, SkillError> {
    let name_is_plain = entry
        .key
        .starts_with(|letter: char| letter.is_ascii_lowercase())
        && entry.key.len() <= 64
        && entry
            .key
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
    if !name_is_plain {
        let hint = "Use lower-case letters, digits and _, and put what people see into `label`.";
        return Err(parent.wrong_at(entry, "this is not a field's name", hint.to_owned()));
    }
    let mut section = parent.below(entry)?;
    let label = section
        .text("label")?
        .map(|label| label.trim().to_owned())
        .filter(|label| !label.is_empty());
    // What comes out is wanted unless the skill says otherwise; what goes in is often partly empty.
    let required = section.yes_no("required")?.unwrap_or(side != Side::Input);
    let from_model_only = if side == Side::Output {
        from_model(&mut section)?
    } else {
        false
    };
    let label = label.unwrap_or_else(|| label_from_name(entry.key));
    let field_type = field_type(&mut section, side, [entry.key, &label], source)?;
    section.finish()?;
    Ok(FieldSpec {
        label,
        name: FieldName::new(entry.key),
        field_type,
        required,
        from_model_only,
    })
}

fn from_model(section: &mut Section<'_>) -> Result<bool, SkillError> {
    let place = section.place("from");
    match section.text("from")?.as_deref() {
        None => Ok(false),
        Some("model") => Ok(true),
        Some(other) => {
            let hint = "Write from = \"model\", or leave it out if rules fill the field as well.";
            Err(SkillError::wrong(
                place,
                format!("`{other}` is not where a field comes from"),
                hint,
            ))
        }
    }
}

fn field_type(
    section: &mut Section<'_>,
    side: Side,
    names: [&str; 2],
    source: &SkillSource,
) -> Result<FieldType, SkillError> {
    let place = section.place("type");
    let wrong = |problem: String| {
        Err(SkillError::wrong(
            place.clone(),
            problem,
            format!("Write type = \"…\" with one of {TYPES}."),
        ))
    };
    let Some(word) = section.text("type")? else {
        return wrong("the field has no type".to_owned());
    };
    match word.as_str() {
        "text" => Ok(FieldType::Text {
            max_chars: section.count("max_chars")?,
        }),
        "integer" => Ok(FieldType::Integer),
        "number" => Ok(FieldType::Number),
        "money" => Ok(FieldType::Money),
        "percent" => Ok(FieldType::Percent),
        "date" => Ok(FieldType::Date),
        "yes_no" => Ok(FieldType::YesNo),
        "choice" => Ok(FieldType::Choice {
            choices: choices::read(section, names, source)?,
        }),
        "choices" => Ok(FieldType::Choices {
            choices: choices::read(section, names, source)?,
        }),
        "file" if side == Side::Input => Ok(FieldType::File),
        "list" if side == Side::Output => {
            let place = section.place("fields");
            let Some(fields) = section.table("fields")? else {
                let hint =
                    "Write what one record holds: fields = { amount = { type = \"money\" } }.";
                return Err(SkillError::wrong(place, "the list has no fields", hint));
            };
            Ok(FieldType::List {
                fields: read_all(fields, Side::Item, source)?,
            })
        }
        "file" => wrong("a file can only go in".to_owned()),
        "list" => wrong("a list can only come out, and a list in a list is too deep".to_owned()),
        other => wrong(format!("`{other}` is not a type")),
    }
}

/// `invoice_number` as people write it: `Invoice number`.
fn label_from_name(name: &str) -> String {
    let words = name.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}
