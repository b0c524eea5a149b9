//! A skill opened for editing.

use std::collections::{BTreeMap, HashMap};

use mill_domain::{FieldSpec, FieldType, Record};
use serde::Deserialize;
use toml::Value as Toml;

use super::samples::MUST_BE_EMPTY;
use super::{DraftCheck, DraftField, DraftSample, DraftTable, SkillDraft};
use crate::skill::Undecided;
use crate::source::{RULES_FILE, SIDECAR_FILE};
use crate::{EvalCase, Skill};

/// What the sidecar says and the skill as read does not keep.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Written {
    inputs: HashMap<String, Toml>,
    outputs: HashMap<String, Toml>,
    rules: WrittenRules,
    checks: Vec<HashMap<String, Toml>>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct WrittenRules {
    table: Option<String>,
}

impl SkillDraft {
    /// The draft of a skill that can be read: saved unchanged, it is the same skill.
    pub fn of(skill: &Skill) -> Self {
        let written: Written = skill
            .source
            .text(SIDECAR_FILE)
            .and_then(|text| toml::from_str(text).ok())
            .unwrap_or_default();
        let number = |number: Option<u32>| number.map(|number| number.to_string());
        let rules_table = written
            .rules
            .table
            .clone()
            .or_else(|| (!skill.rules.is_empty()).then(|| RULES_FILE.to_owned()));
        Self {
            name: skill.name.clone(),
            description: skill.description.clone(),
            instructions: skill.instructions.clone(),
            inputs: fields(&skill.inputs, &written.inputs),
            outputs: fields(&skill.outputs, &written.outputs),
            checks: written.checks.iter().map(check).collect(),
            samples: samples(skill),
            tables: tables(skill, rules_table.as_deref()),
            rules_table: rules_table.unwrap_or_default(),
            undecided: match skill.undecided {
                Undecided::Model => "model",
                Undecided::Person => "person",
                Undecided::Skip => "skip",
            }
            .to_owned(),
            model: skill
                .defaults
                .model
                .as_ref()
                .map(ToString::to_string)
                .unwrap_or_default(),
            max_output_tokens: number(skill.defaults.max_output_tokens).unwrap_or_default(),
            agents: number(skill.defaults.agents).unwrap_or_default(),
            budget_usd: skill
                .defaults
                .budget
                .map(|budget| budget.to_string())
                .unwrap_or_default(),
        }
    }
}

fn fields(specs: &[FieldSpec], written: &HashMap<String, Toml>) -> Vec<DraftField> {
    specs
        .iter()
        .map(|spec| {
            let mut field = field(spec);
            let file = written
                .get(spec.name.as_str())
                .and_then(|field| field.get("choices_file")?.as_str());
            file.unwrap_or_default().clone_into(&mut field.choices_file);
            field
        })
        .collect()
}

fn field(spec: &FieldSpec) -> DraftField {
    let mut field = DraftField {
        name: spec.name.to_string(),
        label: spec.label.clone(),
        kind: spec.field_type.as_str().to_owned(),
        required: spec.required,
        from_model: spec.from_model_only,
        ..DraftField::default()
    };
    match &spec.field_type {
        FieldType::Text { max_chars } => {
            field.max_chars = max_chars.map(|most| most.to_string()).unwrap_or_default();
        }
        FieldType::Choice { choices } | FieldType::Choices { choices } => {
            field.choices.clone_from(choices);
        }
        FieldType::List { fields } => field.fields = fields.iter().map(self::field).collect(),
        FieldType::Integer
        | FieldType::Number
        | FieldType::Money
        | FieldType::Percent
        | FieldType::Date
        | FieldType::YesNo
        | FieldType::File => {}
    }
    field
}

fn check(written: &HashMap<String, Toml>) -> DraftCheck {
    let text = |key: &str| written.get(key).map(plain).unwrap_or_default();
    DraftCheck {
        kind: text("kind"),
        field: text("field"),
        min: text("min"),
        max: text("max"),
        pattern: text("pattern"),
        of: written
            .get("of")
            .and_then(Toml::as_array)
            .map(|names| names.iter().map(plain).collect())
            .unwrap_or_default(),
        tolerance: text("tolerance"),
        table: text("table"),
        column: text("column"),
        model: text("model"),
        instruction: text("instruction"),
        warning: text("level") == "warning",
    }
}

fn plain(value: &Toml) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

fn samples(skill: &Skill) -> Vec<DraftSample> {
    let shown = skill.examples.iter().map(|case| sample(case, true));
    let measured = skill.evals.iter().map(|case| sample(case, false));
    shown.chain(measured).collect()
}

fn sample(case: &EvalCase, shown: bool) -> DraftSample {
    DraftSample {
        id: case.id.clone(),
        inputs: texts(&case.inputs),
        expected: texts(&case.expected),
        note: case.note.clone(),
        shown,
    }
}

fn texts(record: &Record) -> BTreeMap<String, String> {
    record
        .iter()
        .map(|(name, value)| {
            let text = match value {
                mill_domain::Value::String(text) => text.clone(),
                mill_domain::Value::Null => MUST_BE_EMPTY.to_owned(),
                mill_domain::Value::Array(items)
                    if !items.is_empty() && items.iter().all(mill_domain::Value::is_string) =>
                {
                    items
                        .iter()
                        .filter_map(mill_domain::Value::as_str)
                        .collect::<Vec<_>>()
                        .join(" | ")
                }
                other => other.to_string(),
            };
            (name.to_owned(), text)
        })
        .collect()
}

fn tables(skill: &Skill, rules: Option<&str>) -> Vec<DraftTable> {
    let is_table = |file: &str| {
        std::path::Path::new(file)
            .extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("csv"))
    };
    skill
        .source
        .files()
        .filter(|(file, _)| is_table(file) && *file != RULES_FILE && Some(*file) != rules)
        .map(|(file, text)| DraftTable {
            file: file.to_owned(),
            text: text.to_owned(),
        })
        .collect()
}
