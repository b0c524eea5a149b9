//! The skill a verifier works with: the run's own without its rules, or one that judges an answer of it.

use std::fmt::Write as _;

use mill_domain::{FieldSpec, FieldType, Record};
use mill_skills::{
    DraftField, DraftKept, Skill, SkillDraft, SkillSource, display_value, draft_files,
};

use super::OpinionKind;
use super::opinion::not_checked;
use crate::EngineError;
use crate::prepare::DEFAULT_OUTPUT_TOKENS;

/// The input that brings the answer to a check.
pub(super) const ANSWER_INPUT: &str = "answer_to_check";

/// Its title in the task.
pub(super) const ANSWER_TITLE: &str = "Answer to check";

/// Words of a check beside the task's own instructions. What is quoted is what a person looks for in the source.
const CHECK: &str = "\
Somebody else did the task that is described below. Check the answer they gave against the data, field by field. \
Work out for yourself what is right before you compare: an answer that sounds good can be wrong.

For each field say `agree` if the answer is right, `disagree` if the data says otherwise or does not support it. \
If you disagree, give the value that is right. Say why in one sentence, and quote the words of the data you rely on, \
to the letter.";

/// Tokens that the judgement of one field may take.
const TOKENS_A_FIELD: u32 = 240;

/// The output of a check that says whether a field is right, and those behind it.
pub(super) fn says(field: &FieldSpec) -> [String; 4] {
    ["says", "value", "why", "seen"].map(|part| format!("{part}_{}", field.name))
}

/// The skill that verifiers of `kind` and second models work with.
pub(crate) fn recipe(
    kind: OpinionKind,
    skill: &Skill,
    whole_row: bool,
    instruction: &str,
) -> Result<Skill, EngineError> {
    let mut draft = SkillDraft::of(skill);
    // Nobody but the verifier decides, and the person chose model and cap for this question alone.
    draft.rules_table = String::new();
    "model".clone_into(&mut draft.undecided);
    draft.model = String::new();
    draft.budget_usd = String::new();
    draft.samples.retain(|sample| sample.shown);
    // One who is asked second asks nobody else.
    draft.checks.retain(|check| check.kind != "agree");
    if kind == OpinionKind::Check {
        make_check(&mut draft, skill, whole_row);
    }
    if !instruction.trim().is_empty() {
        _ = write!(draft.instructions, "\n\n{}", instruction.trim());
    }
    // A check has other outputs than the ones a merge names.
    let kept = DraftKept {
        about: skill.about.clone(),
        merge: None,
    };
    let files = draft_files(&draft, &kept, &skill.version);
    let files = files
        .into_iter()
        .filter_map(|(name, text)| Some((name, text?)));
    Ok(Skill::from_source(SkillSource::from_files(files))?)
}

fn make_check(draft: &mut SkillDraft, skill: &Skill, whole_row: bool) {
    let mut task = skill.instructions.clone();
    for field in &skill.outputs {
        task = task.replace(
            &format!("{{{{{}}}}}", field.name),
            &format!("\"{}\"", field.label),
        );
    }
    let fields = checked(skill);
    draft.instructions = format!("{CHECK}\n\n# The task\n\n{task}\n\n# The fields of its answer\n");
    for field in &fields {
        _ = write!(
            draft.instructions,
            "\n- {}: {}",
            field.label,
            form(&field.field_type)
        );
    }
    if !whole_row {
        draft.inputs.push(DraftField {
            name: ANSWER_INPUT.to_owned(),
            label: ANSWER_TITLE.to_owned(),
            kind: "text".to_owned(),
            required: true,
            ..DraftField::default()
        });
    }
    draft.outputs = fields.iter().flat_map(|field| judgement(field)).collect();
    draft.checks = Vec::new();
    draft.samples = Vec::new();
    let own: u32 = draft
        .max_output_tokens
        .parse()
        .unwrap_or(DEFAULT_OUTPUT_TOKENS);
    let count = u32::try_from(fields.len()).unwrap_or(u32::MAX);
    draft.max_output_tokens = own.max(count.saturating_mul(TOKENS_A_FIELD)).to_string();
}

/// What a field may hold, in a few words; long lists of choices are cut.
fn form(field_type: &FieldType) -> String {
    const SHOWN: usize = 60;
    match field_type {
        FieldType::Choice { choices } | FieldType::Choices { choices } => {
            let some = choices.iter().take(SHOWN).cloned().collect::<Vec<_>>();
            let more = if choices.len() > SHOWN { ", …" } else { "" };
            format!("{} of: {}{more}", field_type.as_str(), some.join(", "))
        }
        other => other.as_str().to_owned(),
    }
}

fn judgement(field: &FieldSpec) -> [DraftField; 4] {
    let [says, value, why, seen] = says(field);
    let text = |name: String, label: &str, most: &str| DraftField {
        name,
        label: format!("{}: {label}", field.label),
        kind: "text".to_owned(),
        from_model: true,
        max_chars: most.to_owned(),
        ..DraftField::default()
    };
    [
        DraftField {
            name: says,
            label: format!("{}: agree or disagree", field.label),
            kind: "choice".to_owned(),
            required: true,
            choices: vec!["agree".to_owned(), "disagree".to_owned()],
            ..DraftField::default()
        },
        text(value, "the right value, if you disagree", ""),
        text(why, "why", "300"),
        text(seen, "the words of the data", "300"),
    ]
}

/// The outputs that a check judges.
pub(super) fn checked(skill: &Skill) -> Vec<&FieldSpec> {
    let judged = |field: &&FieldSpec| not_checked(field).is_none();
    skill.outputs.iter().filter(judged).collect()
}

/// A result as a check reads it: one line a field.
pub(super) fn answer_text(skill: &Skill, output: &Record) -> String {
    let line = |field: &FieldSpec| {
        let shown = output
            .get(&field.name)
            .map(|value| display_value(&field.field_type, value))
            .filter(|text| !text.is_empty())
            .unwrap_or_else(|| "(empty)".to_owned());
        format!("{}: {shown}", field.label)
    };
    checked(skill)
        .into_iter()
        .map(line)
        .collect::<Vec<_>>()
        .join("\n")
}
