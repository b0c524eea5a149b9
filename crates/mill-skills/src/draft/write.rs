//! A draft made into the files of a skill.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use mill_domain::{FieldName, FieldSpec, FieldType};
use toml::Value as Toml;

use super::{DraftCheck, DraftField, DraftKept, SkillDraft, front, samples};
use crate::MergeSpec;
use crate::source::{EVALS_FILE, EXAMPLES_FILE, SIDECAR_FILE};

/// More choices than this go into a table of their own.
const WRITTEN_CHOICES: usize = 24;

/// The files of the skill: path inside the folder and text, `None` for a file that must go. Files that are not named
/// stay as they are. `kept` and `version` are what the draft does not say.
pub fn draft_files(
    draft: &SkillDraft,
    kept: &DraftKept,
    version: &str,
) -> BTreeMap<String, Option<String>> {
    let mut files = BTreeMap::new();
    for table in &draft.tables {
        files.insert(table.file.clone(), Some(table.text.clone()));
    }
    let name = draft.name.trim();
    let skill = front::skill_md(
        name,
        &draft.description,
        &draft.instructions,
        &kept.about,
        version,
    );
    files.insert("SKILL.md".to_owned(), Some(skill));
    let outputs = specs(draft, &draft.outputs);
    let of = |shown: bool| {
        let all = draft.samples.iter().enumerate();
        samples::file(
            name,
            all.filter(move |(_, sample)| sample.shown == shown),
            &draft.inputs,
            &outputs,
        )
    };
    let examples = of(true);
    let mut sidecar = sidecar(draft, examples.is_some(), &mut files);
    if let Some(merge) = &kept.merge {
        write_merge(&mut sidecar, merge);
    }
    files.insert(SIDECAR_FILE.to_owned(), Some(sidecar));
    files.insert(EXAMPLES_FILE.to_owned(), examples);
    files.insert(EVALS_FILE.to_owned(), of(false));
    files
}

fn write_merge(text: &mut String, merge: &MergeSpec) {
    text.push_str("\n[merge]\n");
    line(text, "input", merge.input.as_str());
    line(text, "lines", merge.lines.as_str());
    line(text, "rows", merge.rows.as_str());
    line(
        text,
        "heading",
        merge.heading.as_ref().map_or("", FieldName::as_str),
    );
    _ = writeln!(text, "rows_per_call = {}", merge.rows_per_call);
}

/// Fields as the skill will have them; one whose type is not known yet is text.
pub(super) fn specs(draft: &SkillDraft, fields: &[DraftField]) -> Vec<FieldSpec> {
    fields.iter().map(|field| spec(draft, field)).collect()
}

pub(super) fn spec(draft: &SkillDraft, field: &DraftField) -> FieldSpec {
    let choices = || choices_of(draft, field);
    FieldSpec {
        name: FieldName::new(&field.name),
        label: field.label.trim().to_owned(),
        field_type: match field.kind.as_str() {
            "integer" => FieldType::Integer,
            "number" => FieldType::Number,
            "money" => FieldType::Money,
            "percent" => FieldType::Percent,
            "date" => FieldType::Date,
            "yes_no" => FieldType::YesNo,
            "choice" => FieldType::Choice { choices: choices() },
            "choices" => FieldType::Choices { choices: choices() },
            "list" => FieldType::List {
                fields: specs(draft, &field.fields),
            },
            "file" => FieldType::File,
            _ => FieldType::Text {
                max_chars: field.max_chars.trim().parse().ok(),
            },
        },
        required: field.required,
        from_model_only: field.from_model,
    }
}

/// The choices as written, trimmed and without empty lines; those of a table were read with the skill.
pub(super) fn choices_of(_draft: &SkillDraft, field: &DraftField) -> Vec<String> {
    let trimmed = field.choices.iter().map(|choice| choice.trim());
    trimmed
        .filter(|choice| !choice.is_empty())
        .map(str::to_owned)
        .collect()
}

fn sidecar(
    draft: &SkillDraft,
    has_examples: bool,
    files: &mut BTreeMap<String, Option<String>>,
) -> String {
    let mut text = String::new();
    for (side, fields) in [("inputs", &draft.inputs), ("outputs", &draft.outputs)] {
        for field in fields {
            write_field(&mut text, side, field, draft, files);
        }
    }
    if !draft.rules_table.is_empty() || draft.undecided != "model" {
        text.push_str("[rules]\n");
        line(&mut text, "table", &draft.rules_table);
        line(&mut text, "undecided", &draft.undecided);
        text.push('\n');
    }
    for check in &draft.checks {
        write_check(&mut text, check);
    }
    if has_examples {
        text.push_str("[examples]\n");
        line(&mut text, "file", EXAMPLES_FILE);
        text.push('\n');
    }
    let counts = [
        ("max_output_tokens", &draft.max_output_tokens),
        ("agents", &draft.agents),
    ];
    let mut defaults = String::new();
    line(&mut defaults, "model", &draft.model);
    for (key, count) in counts {
        if !count.trim().is_empty() {
            _ = writeln!(defaults, "{key} = {}", count.trim());
        }
    }
    line(&mut defaults, "budget_usd", &draft.budget_usd);
    if !defaults.is_empty() {
        _ = writeln!(text, "[defaults]\n{defaults}");
    }
    text.truncate(text.trim_end().len());
    text + "\n"
}

fn write_field(
    text: &mut String,
    path: &str,
    field: &DraftField,
    draft: &SkillDraft,
    files: &mut BTreeMap<String, Option<String>>,
) {
    let path = format!("{path}.{}", field.name);
    _ = writeln!(text, "[{path}]");
    line(text, "label", &field.label);
    line(text, "type", &field.kind);
    _ = writeln!(text, "required = {}", field.required);
    if field.from_model {
        line(text, "from", "model");
    }
    match field.kind.as_str() {
        "text" if !field.max_chars.trim().is_empty() => {
            _ = writeln!(text, "max_chars = {}", field.max_chars.trim());
        }
        "choice" | "choices" => write_choices(text, field, draft, files),
        _ => {}
    }
    text.push('\n');
    if field.kind == "list" {
        for inner in &field.fields {
            write_field(text, &format!("{path}.fields"), inner, draft, files);
        }
    }
}

fn write_choices(
    text: &mut String,
    field: &DraftField,
    draft: &SkillDraft,
    files: &mut BTreeMap<String, Option<String>>,
) {
    if !field.choices_file.is_empty() {
        return line(text, "choices_file", &field.choices_file);
    }
    let choices = choices_of(draft, field);
    if choices.len() <= WRITTEN_CHOICES {
        _ = writeln!(text, "choices = {}", list(&choices));
        return;
    }
    let mut csv = csv::Writer::from_writer(Vec::new());
    // A title first, so that no choice can pass for one.
    let rows = std::iter::once("choice").chain(choices.iter().map(String::as_str));
    for choice in rows {
        // Writing into memory cannot fail.
        drop(csv.write_record([choice]));
    }
    let bytes = csv.into_inner().unwrap_or_default();
    let file = format!("references/{}-choices.csv", field.name.replace('_', "-"));
    line(text, "choices_file", &file);
    files.insert(file, Some(String::from_utf8(bytes).unwrap_or_default()));
}

fn write_check(text: &mut String, check: &DraftCheck) {
    text.push_str("[[checks]]\n");
    line(text, "kind", &check.kind);
    line(text, "field", &check.field);
    match check.kind.as_str() {
        "range" => {
            line(text, "min", &check.min);
            line(text, "max", &check.max);
        }
        "pattern" => line(text, "pattern", &check.pattern),
        "sum" => {
            _ = writeln!(text, "of = {}", list(&check.of));
            line(text, "tolerance", &check.tolerance);
        }
        "lookup" => {
            line(text, "table", &check.table);
            line(text, "column", &check.column);
        }
        "agree" => {
            if !check.of.is_empty() {
                _ = writeln!(text, "of = {}", list(&check.of));
            }
            line(text, "model", &check.model);
            line(text, "instruction", &check.instruction);
        }
        _ => {}
    }
    if check.warning && check.kind != "agree" {
        line(text, "level", "warning");
    }
    text.push('\n');
}

/// A key with a text, trimmed; nothing for an empty one.
fn line(text: &mut String, key: &str, value: &str) {
    let value = value.trim();
    if !value.is_empty() {
        _ = writeln!(text, "{key} = {}", Toml::from(value));
    }
}

fn list(values: &[String]) -> Toml {
    Toml::Array(
        values
            .iter()
            .map(|value| Toml::from(value.trim()))
            .collect(),
    )
}
