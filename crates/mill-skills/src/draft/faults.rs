//! What is wrong with a draft, each thing at its field.

use std::collections::HashSet;

use mill_domain::{FieldSpec, FieldType, ModelRef, Usd};
use regex::Regex;

use super::write::{choices_of, spec, specs};
use super::{DraftCheck, DraftField, SkillDraft, samples};
use crate::bound::Bound;
use crate::{DecimalMark, fold, read_number};

/// Something in a draft that cannot be saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftFault {
    /// Where, as a path into the draft: `name`, `inputs.0.label`, `checks.1.min`, `samples.0.expected.total`.
    pub at: String,
    /// A fixed word; hosts have words for it in each language.
    pub code: &'static str,
    /// Named parts of the sentence.
    pub params: Vec<(&'static str, String)>,
}

/// The longest description of the standard, in characters.
const DESCRIPTION_CHARS: usize = 1024;
/// The longest name of the standard, in characters.
const NAME_CHARS: usize = 64;

/// Everything that keeps a draft from being a skill, in the order of the form; empty if it can be saved.
pub fn draft_faults(draft: &SkillDraft) -> Vec<DraftFault> {
    let mut faults = Faults::default();
    about(draft, &mut faults);
    fields(draft, &draft.inputs, "inputs", &mut faults);
    fields(draft, &draft.outputs, "outputs", &mut faults);
    let outputs = specs(draft, &draft.outputs);
    for (at, check) in draft.checks.iter().enumerate() {
        self::check(check, &format!("checks.{at}"), &outputs, draft, &mut faults);
    }
    sample_values(draft, &outputs, &mut faults);
    defaults(draft, &mut faults);
    faults.0
}

#[derive(Default)]
struct Faults(Vec<DraftFault>);

impl Faults {
    fn add(&mut self, at: impl Into<String>, code: &'static str) {
        self.with(at, code, Vec::new());
    }

    fn with(
        &mut self,
        at: impl Into<String>,
        code: &'static str,
        params: Vec<(&'static str, String)>,
    ) {
        self.0.push(DraftFault {
            at: at.into(),
            code,
            params,
        });
    }
}

fn about(draft: &SkillDraft, faults: &mut Faults) {
    let name = draft.name.trim();
    if name.is_empty() {
        faults.add("name", "name_missing");
    } else if name.chars().count() > NAME_CHARS {
        faults.add("name", "name_long");
    } else if name.starts_with('-')
        || name.ends_with('-')
        || name.contains("--")
        || !name
            .chars()
            .all(|letter| letter == '-' || letter.is_alphanumeric() && !letter.is_uppercase())
    {
        faults.add("name", "name_form");
    }
    let description = draft.description.trim();
    if description.is_empty() {
        faults.add("description", "description_missing");
    } else if description.chars().count() > DESCRIPTION_CHARS {
        faults.add("description", "description_long");
    }
    if draft.instructions.trim().is_empty() {
        faults.add("instructions", "instructions_missing");
    }
}

fn fields(draft: &SkillDraft, fields: &[DraftField], path: &str, faults: &mut Faults) {
    if fields.is_empty() {
        faults.add(path, "fields_missing");
    }
    let mut labels = HashSet::new();
    let mut names = HashSet::new();
    for (at, field) in fields.iter().enumerate() {
        let path = format!("{path}.{at}");
        if field.label.trim().is_empty() {
            faults.add(format!("{path}.label"), "label_missing");
        } else if !labels.insert(fold(&field.label)) {
            faults.add(format!("{path}.label"), "label_twice");
        }
        let plain = field
            .name
            .starts_with(|letter: char| letter.is_ascii_lowercase())
            && field.name.len() <= NAME_CHARS
            && field
                .name
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
        if !plain {
            faults.add(format!("{path}.name"), "field_name_form");
        } else if !names.insert(&field.name) {
            faults.add(format!("{path}.name"), "field_name_twice");
        }
        of_kind(draft, field, &path, faults);
    }
}

fn of_kind(draft: &SkillDraft, field: &DraftField, path: &str, faults: &mut Faults) {
    match field.kind.as_str() {
        "text" => whole_number(&field.max_chars, &format!("{path}.max_chars"), faults),
        "choice" | "choices" => {
            let choices = choices_of(draft, field);
            let mut seen = HashSet::new();
            if choices.is_empty() && field.choices_file.is_empty() {
                faults.add(format!("{path}.choices"), "choices_missing");
            }
            if let Some(twice) = choices.iter().find(|choice| !seen.insert(fold(choice))) {
                let params = vec![("value", twice.clone())];
                faults.with(format!("{path}.choices"), "choice_twice", params);
            }
        }
        "list" => fields(draft, &field.fields, &format!("{path}.fields"), faults),
        _ => {}
    }
}

/// A whole number above 0, or nothing.
fn whole_number(text: &str, at: &str, faults: &mut Faults) {
    let text = text.trim();
    if !text.is_empty() && !text.parse::<u32>().is_ok_and(|number| number > 0) {
        faults.with(at, "count_form", vec![("value", text.to_owned())]);
    }
}

fn check(
    check: &DraftCheck,
    path: &str,
    outputs: &[FieldSpec],
    draft: &SkillDraft,
    faults: &mut Faults,
) {
    let Some(spec) = output(&check.field, outputs) else {
        faults.add(format!("{path}.field"), "check_field_missing");
        return;
    };
    match check.kind.as_str() {
        "range" => range(check, path, spec, faults),
        "pattern" => match Regex::new(&check.pattern) {
            _ if check.pattern.trim().is_empty() => {
                faults.add(format!("{path}.pattern"), "pattern_missing");
            }
            Ok(_) => {}
            Err(error) => {
                let text = error.to_string();
                let last = text.lines().last().unwrap_or_default().trim().to_owned();
                faults.with(
                    format!("{path}.pattern"),
                    "pattern_form",
                    vec![("detail", last)],
                );
            }
        },
        "sum" => sum(check, path, spec, outputs, faults),
        "lookup" => lookup(check, path, draft, faults),
        "agree" => agree(check, path, outputs, faults),
        _ => {}
    }
}

fn output<'a>(path: &str, outputs: &'a [FieldSpec]) -> Option<&'a FieldSpec> {
    let find = |fields: &'a [FieldSpec], name: &str| {
        fields.iter().find(|field| field.name.as_str() == name)
    };
    match path.split_once('.') {
        None => find(outputs, path),
        Some((list, inner)) => match &find(outputs, list)?.field_type {
            FieldType::List { fields } => find(fields, inner),
            _ => None,
        },
    }
}

const fn is_number(field_type: &FieldType) -> bool {
    matches!(
        field_type,
        FieldType::Integer | FieldType::Number | FieldType::Money | FieldType::Percent
    )
}

fn range(check: &DraftCheck, path: &str, spec: &FieldSpec, faults: &mut Faults) {
    if !is_number(&spec.field_type) && spec.field_type != FieldType::Date {
        faults.add(format!("{path}.field"), "range_kind");
        return;
    }
    if check.min.trim().is_empty() && check.max.trim().is_empty() {
        faults.add(format!("{path}.min"), "range_empty");
    }
    for (key, text) in [("min", &check.min), ("max", &check.max)] {
        let text = text.trim();
        if !text.is_empty() && Bound::read(text, &spec.field_type).is_none() {
            let code = if spec.field_type == FieldType::Date {
                "range_date"
            } else {
                "range_number"
            };
            faults.with(
                format!("{path}.{key}"),
                code,
                vec![("value", text.to_owned())],
            );
        }
    }
}

fn sum(
    check: &DraftCheck,
    path: &str,
    spec: &FieldSpec,
    outputs: &[FieldSpec],
    faults: &mut Faults,
) {
    if !is_number(&spec.field_type) || check.field.contains('.') {
        faults.add(format!("{path}.field"), "sum_kind");
    }
    let fits = |name: &String| {
        *name != check.field
            && output(name, outputs).is_some_and(|spec| is_number(&spec.field_type))
    };
    if check.of.is_empty() || !check.of.iter().all(fits) {
        faults.add(format!("{path}.of"), "sum_terms");
    }
    let tolerance = check.tolerance.trim();
    let reads =
        read_number(tolerance, DecimalMark::Dot).is_some_and(|value| !value.is_sign_negative());
    if !tolerance.is_empty() && !reads {
        faults.with(
            format!("{path}.tolerance"),
            "tolerance_form",
            vec![("value", tolerance.to_owned())],
        );
    }
}

fn agree(check: &DraftCheck, path: &str, outputs: &[FieldSpec], faults: &mut Faults) {
    if !check.of.iter().all(|name| output(name, outputs).is_some()) {
        faults.add(format!("{path}.of"), "check_field_missing");
    }
    let model = check.model.trim();
    if !model.is_empty() && model.parse::<ModelRef>().is_err() {
        let params = vec![("value", model.to_owned())];
        faults.with(format!("{path}.model"), "model_form", params);
    }
}

fn lookup(check: &DraftCheck, path: &str, draft: &SkillDraft, faults: &mut Faults) {
    let table = draft.tables.iter().find(|table| table.file == check.table);
    let Some(table) = table else {
        faults.add(format!("{path}.table"), "table_missing");
        return;
    };
    let Ok(read) = crate::delimited::read(&table.file, &table.text) else {
        faults.add(format!("{path}.table"), "table_empty");
        return;
    };
    let column = check.column.trim();
    if !column.is_empty() && !read.header.iter().any(|title| fold(title) == fold(column)) {
        let params = vec![("columns", read.header.join(", "))];
        faults.with(format!("{path}.column"), "column_missing", params);
    }
}

fn sample_values(draft: &SkillDraft, outputs: &[FieldSpec], faults: &mut Faults) {
    let mut ids = HashSet::new();
    for (at, sample) in draft.samples.iter().enumerate() {
        let path = format!("samples.{at}");
        if !ids.insert(samples::id(at, sample)) {
            faults.add(format!("{path}.id"), "sample_twice");
        }
        for field in draft.inputs.iter().filter(|field| field.required) {
            let text = sample.inputs.get(&field.name).map(String::as_str);
            if text.unwrap_or_default().trim().is_empty() {
                faults.with(
                    format!("{path}.inputs.{}", field.name),
                    "sample_input_missing",
                    vec![("label", spec(draft, field).label)],
                );
            }
        }
        for spec in outputs {
            let text = sample.expected.get(spec.name.as_str());
            let text = text.map(String::as_str).unwrap_or_default();
            if let Err(finding) = samples::wanted(spec, text) {
                faults.with(
                    format!("{path}.expected.{}", spec.name),
                    "sample_value",
                    vec![
                        ("value", text.trim().to_owned()),
                        ("kind", spec.field_type.as_str().to_owned()),
                        ("expected", finding.expected),
                    ],
                );
            }
        }
    }
}

fn defaults(draft: &SkillDraft, faults: &mut Faults) {
    let model = draft.model.trim();
    if !model.is_empty() && model.parse::<ModelRef>().is_err() {
        faults.with("model", "model_form", vec![("value", model.to_owned())]);
    }
    whole_number(&draft.max_output_tokens, "max_output_tokens", faults);
    whole_number(&draft.agents, "agents", faults);
    let budget = draft.budget_usd.trim();
    if !budget.is_empty() && !budget.parse::<Usd>().is_ok_and(Usd::is_positive) {
        faults.with(
            "budget_usd",
            "budget_form",
            vec![("value", budget.to_owned())],
        );
    }
}
