//! `stampmill.toml`: what the standard's `SKILL.md` cannot say.

mod check;
mod choices;
mod field;
mod merge;
mod section;

use mill_domain::{FieldName, FieldSpec, FieldType, ModelRef, Usd};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use self::section::{Section, line_at};
use crate::checks::{Check, CheckRule};
use crate::skill::{Notice, PLAIN_INPUT, PLAIN_OUTPUT, SkillDefaults, Undecided};
use crate::source::{RULES_FILE, SIDECAR_FILE};
use crate::{EvalCase, MergeSpec, Place, RuleTable, SkillError, SkillSource, evals};

/// What the sidecar says, or what holds without one.
pub(crate) struct Sidecar {
    pub(crate) inputs: Vec<FieldSpec>,
    pub(crate) outputs: Vec<FieldSpec>,
    pub(crate) rules: RuleTable,
    pub(crate) undecided: Undecided,
    pub(crate) checks: Vec<Check>,
    pub(crate) defaults: SkillDefaults,
    pub(crate) merge: Option<MergeSpec>,
    /// Samples the model is shown.
    pub(crate) examples: Vec<EvalCase>,
    pub(crate) notices: Vec<Notice>,
}

/// Reads the sidecar of a skill; a skill without one takes a whole row and gives one text.
pub(crate) fn read(source: &SkillSource) -> Result<Sidecar, SkillError> {
    let Some(text) = source.text(SIDECAR_FILE) else {
        return Ok(plain());
    };
    let document = parse(text)?;
    let mut root = Section::new(text, String::new(), 0, document.get_ref());
    let inputs = match root.table("inputs")? {
        Some(section) => field::read_all(section, field::Side::Input, source)?,
        None => plain().inputs,
    };
    let mut outputs = match root.table("outputs")? {
        Some(section) => field::read_all(section, field::Side::Output, source)?,
        None => plain().outputs,
    };
    let mut notices = Vec::new();
    let (rules, undecided) = if let Some(section) = root.table("rules")? {
        rules(section, &inputs, &outputs, source)?
    } else {
        notices.extend(source.text(RULES_FILE).map(|_| Notice {
            place: Place::file(RULES_FILE),
            message: format!("{SIDECAR_FILE} has no [rules], so {RULES_FILE} is not used."),
        }));
        (RuleTable::default(), Undecided::default())
    };
    let mut checks = Vec::new();
    for section in root.tables("checks")? {
        checks.push(check::read(section, &outputs, source)?);
    }
    let defaults = root
        .table("defaults")?
        .map(defaults)
        .transpose()?
        .unwrap_or_default();
    let merge_place = root.place("merge");
    let merge = match root.table("merge")? {
        Some(_) if asks_second(&checks) => return Err(no_second_in_a_merge(merge_place)),
        Some(section) => Some(merge::read(section, &inputs, &mut outputs)?),
        None => None,
    };
    let examples = match root.table("examples")? {
        Some(section) => examples(section, &inputs, &outputs, source)?,
        None => Vec::new(),
    };
    root.finish()?;
    Ok(Sidecar {
        inputs,
        outputs,
        rules,
        undecided,
        checks,
        defaults,
        merge,
        examples,
        notices,
    })
}

fn asks_second(checks: &[Check]) -> bool {
    let asks = |check: &Check| matches!(check.rule, CheckRule::Agree { .. });
    checks.iter().any(asks)
}

fn no_second_in_a_merge(place: Place) -> SkillError {
    SkillError::wrong(
        place,
        "a skill that merges results asks no second model",
        "Take the check `agree` out: the lines of a merge are held against their rows instead.",
    )
}

/// The files a sidecar names, each with the place that names it.
pub(crate) fn named_files(text: &str) -> Result<Vec<(String, Place)>, SkillError> {
    let document = parse(text)?;
    let mut files = Vec::new();
    collect_files(text, "", document.get_ref(), &mut files);
    Ok(files)
}

fn collect_files(text: &str, path: &str, table: &DeTable<'_>, files: &mut Vec<(String, Place)>) {
    for (key, value) in table {
        let key_path = if path.is_empty() {
            key.get_ref().to_string()
        } else {
            format!("{path}.{}", key.get_ref())
        };
        match value.get_ref() {
            DeValue::String(file)
                if key.get_ref() == "choices_file"
                    || (key.get_ref() == "table" && (path == "rules" || path == "checks"))
                    || (key.get_ref() == "file" && path == "examples") =>
            {
                let place =
                    Place::line(SIDECAR_FILE, line_at(text, key.span().start)).at_key(key_path);
                files.push((file.to_string(), place));
            }
            DeValue::Table(below) => collect_files(text, &key_path, below, files),
            DeValue::Array(items) => {
                for item in items {
                    if let DeValue::Table(below) = item.get_ref() {
                        collect_files(text, &key_path, below, files);
                    }
                }
            }
            DeValue::String(_)
            | DeValue::Integer(_)
            | DeValue::Float(_)
            | DeValue::Boolean(_)
            | DeValue::Datetime(_) => {}
        }
    }
}

fn parse(text: &str) -> Result<Spanned<DeTable<'_>>, SkillError> {
    DeTable::parse(text).map_err(|error| {
        let line = error.span().map(|span| line_at(text, span.start));
        SkillError::wrong(
            Place { file: SIDECAR_FILE.to_owned(), line, key: None },
            format!("this is not valid TOML: {}", error.message().lines().next().unwrap_or_default()),
            "Correct the line; texts stand in double quotes, and every table has its own [name] line.",
        )
    })
}

fn plain() -> Sidecar {
    let text = |name: &str, label: &str| FieldSpec {
        name: FieldName::new(name),
        label: label.to_owned(),
        field_type: FieldType::Text { max_chars: None },
        required: true,
        from_model_only: false,
    };
    Sidecar {
        inputs: vec![text(PLAIN_INPUT, "Row")],
        outputs: vec![text(PLAIN_OUTPUT, "Answer")],
        rules: RuleTable::default(),
        undecided: Undecided::default(),
        checks: Vec::new(),
        defaults: SkillDefaults::default(),
        merge: None,
        examples: Vec::new(),
        notices: Vec::new(),
    }
}

fn rules(
    mut section: Section<'_>,
    inputs: &[FieldSpec],
    outputs: &[FieldSpec],
    source: &SkillSource,
) -> Result<(RuleTable, Undecided), SkillError> {
    let place = section.place("undecided");
    let undecided = match section.text("undecided")?.as_deref() {
        None | Some("model") => Undecided::Model,
        Some("person") => Undecided::Person,
        Some("skip") => Undecided::Skip,
        Some(other) => {
            let hint = "Write undecided = \"model\", \"person\" or \"skip\".";
            return Err(SkillError::wrong(
                place,
                format!("`{other}` is not who gets undecided tasks"),
                hint,
            ));
        }
    };
    let named = section.text("table")?;
    section.finish()?;
    let file = named
        .as_deref()
        .or_else(|| source.text(RULES_FILE).map(|_| RULES_FILE));
    let table = match file {
        Some(file) => RuleTable::parse(file, source.required(file)?, inputs, outputs)?,
        None => RuleTable::default(),
    };
    Ok((table, undecided))
}

fn examples(
    mut section: Section<'_>,
    inputs: &[FieldSpec],
    outputs: &[FieldSpec],
    source: &SkillSource,
) -> Result<Vec<EvalCase>, SkillError> {
    let place = section.place("file");
    let file = section.text("file")?.ok_or_else(|| {
        let hint = "Write file = \"references/examples.json\".";
        SkillError::wrong(place, "the examples have no file", hint)
    })?;
    section.finish()?;
    source.required(&file)?;
    evals::read(&file, source, inputs, outputs)
}

/// The model that a section names; `hint` says how to write one.
fn model_of(section: &mut Section<'_>, hint: &'static str) -> Result<Option<ModelRef>, SkillError> {
    let place = section.place("model");
    let model = section.text("model")?.map(|text| text.parse::<ModelRef>());
    model
        .transpose()
        .map_err(|error| SkillError::wrong(place, error.to_string(), hint))
}

fn defaults(mut section: Section<'_>) -> Result<SkillDefaults, SkillError> {
    let model = model_of(
        &mut section,
        "Write for example model = \"anthropic/claude-haiku-4-5\".",
    )?;
    let place = section.place("budget_usd");
    let budget = section
        .text_or_number("budget_usd")?
        .map(|text| text.parse::<Usd>())
        .transpose();
    let budget = match budget {
        Ok(None) => None,
        Ok(Some(amount)) if amount.is_positive() => Some(amount),
        Ok(Some(_)) | Err(_) => {
            let hint = "Write an amount of dollars above 0, for example budget_usd = \"2\".";
            return Err(SkillError::wrong(
                place,
                "the budget is not an amount above 0",
                hint,
            ));
        }
    };
    let max_output_tokens = section.count("max_output_tokens")?;
    let agents = section.count("agents")?;
    section.finish()?;
    Ok(SkillDefaults {
        model,
        max_output_tokens,
        agents,
        budget,
    })
}

#[cfg(test)]
mod tests;
