//! The skills that come with the program.

use std::path::PathBuf;

use mill_domain::{FieldName, FieldType, Record};
use mill_skills::{
    RuleDecision, Skill, check_output, parse_answer, practice, prompt, schema, value_from_text,
};

pub(crate) fn shipped(name: &str) -> Skill {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../skills")
        .join(name)
        .canonicalize()
        .unwrap();
    Skill::read(&folder).unwrap_or_else(|error| panic!("{name}: {error}. {}", error.hint()))
}

fn eval_inputs(skill: &Skill, given: &Record) -> Record {
    let mut inputs = Record::new();
    for field in &skill.inputs {
        let value = value_from_text(
            field,
            &given.text(&field.name),
            mill_skills::Reading::default(),
        )
        .unwrap();
        if let Some(value) = value {
            inputs.set(&field.name, value);
        }
    }
    inputs
}

#[test]
fn every_shipped_skill_is_whole() {
    for name in ["card-coding", "invoice-extract", "month-report", "mtg-prep"] {
        let skill = shipped(name);
        assert_eq!(skill.name, name);
        assert_eq!(skill.notices, [], "{name}");
        assert!(skill.evals.len() >= 3, "{name}");
        assert!(skill.instructions.len() > 800, "{name}");
        assert!(skill.defaults.model.is_some() && skill.defaults.budget.is_some());
        let system = prompt::system(&skill);
        for output in &skill.outputs {
            assert!(
                system.contains(&format!("\"{}\"", output.name)),
                "{name}: {}",
                output.name
            );
        }
        assert_eq!(schema::json_schema(&skill)["additionalProperties"], false);
    }
}

#[test]
fn card_coding_has_fourteen_rules_and_thirty_eight_accounts() {
    let skill = shipped("card-coding");
    assert_eq!(skill.rules.len(), 14);
    let account = skill.output(&FieldName::new("account")).unwrap();
    assert_eq!(account.label, "Account Description");
    assert!(matches!(&account.field_type, FieldType::Choice { choices } if choices.len() == 38));
}

#[test]
fn the_rules_agree_with_the_sample_tasks_they_decide() {
    let skill = shipped("card-coding");
    let account = FieldName::new("account");
    let mut decided = 0;
    for case in &skill.evals {
        if let RuleDecision::Decided { outputs, .. } =
            skill.rules.decide(&eval_inputs(&skill, &case.inputs))
        {
            assert_eq!(
                outputs.text(&account),
                case.expected.text(&account),
                "{}",
                case.id
            );
            decided += 1;
        }
    }
    assert_eq!((decided, skill.evals.len()), (3, 5));
}

#[test]
fn practice_answers_of_shipped_skills_are_valid() {
    let source = include_str!("../../../../skills/invoice-extract/evals/files/plain-invoice.txt");
    for name in ["card-coding", "invoice-extract", "month-report", "mtg-prep"] {
        let skill = shipped(name);
        let source_text = skill.file_input().map(|_| source);
        for (seed, case) in (0..).zip(&skill.evals) {
            let inputs = eval_inputs(&skill, &case.inputs);
            let answer = practice::answer(&skill, &inputs, source_text, seed).to_string();
            let checked =
                check_output(&skill, &inputs, parse_answer(&answer).unwrap(), source_text);
            assert!(
                checked.is_valid(),
                "{name} {}: {:?}",
                case.id,
                checked.findings
            );
        }
    }
}

#[test]
fn the_sample_invoices_of_the_evals_pass_their_own_checks() {
    let skill = shipped("invoice-extract");
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../skills/invoice-extract");
    for case in &skill.evals {
        let text =
            std::fs::read_to_string(folder.join(case.inputs.text(&FieldName::new("document"))))
                .unwrap();
        let mut answer = case.expected.clone();
        let line = serde_json::json!({"description": "all", "quantity": null, "amount": answer.text(&FieldName::new("net"))});
        answer.set(&FieldName::new("lines"), serde_json::json!([line]));
        let checked = check_output(&skill, &Record::new(), answer.into_json(), Some(&text));
        assert_eq!(checked.findings, [], "{}", case.id);
    }
}
