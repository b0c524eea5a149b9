use serde_json::json;

use super::*;
use crate::{CheckRule, SkillSource, check_output};

const SIDECAR: &str = r#"
[inputs]
text = { type = "text" }

[outputs]
account = { label = "Account", type = "choice", choices = ["Food", "Travel"] }
net = { label = "Net", type = "money", required = false }
lines = { label = "Lines", type = "list", required = false, fields = { amount = { label = "Amount", type = "money" } } }

[[checks]]
kind = "agree"
field = "account"
of = ["net", "lines.amount", "net"]
model = "openai/other"
instruction = " Look twice. "
"#;

fn skill(sidecar: &str) -> Result<Skill, crate::SkillError> {
    let about = "---\nname: story\ndescription: Says things. Use it in tests.\n---\n\nSay it.\n";
    Skill::from_source(SkillSource::from_files([
        ("SKILL.md", about),
        ("stampmill.toml", sidecar),
    ]))
}

fn messages(answer: Value, second: Value) -> Vec<String> {
    let skill = skill(SIDECAR).unwrap();
    let CheckRule::Agree { fields, .. } = &skill.checks[0].rule else {
        panic!("{:?}", skill.checks)
    };
    let answer = check_output(&skill, &Record::new(), answer, None).record;
    let said = check_output(&skill, &Record::new(), second, None);
    let findings = second_findings(&skill, fields, &answer, &said, "openai/other");
    assert!(findings.iter().all(|finding| {
        finding.level == FindingLevel::Warning && finding.check == CheckKind::Agree
    }));
    findings
        .into_iter()
        .map(|finding| finding.message)
        .collect()
}

#[test]
fn the_check_names_its_fields_once_each_its_model_and_what_it_is_told() {
    let skill = skill(SIDECAR).unwrap();
    let CheckRule::Agree {
        fields,
        model,
        instruction,
    } = &skill.checks[0].rule
    else {
        panic!("{:?}", skill.checks)
    };
    let names: Vec<String> = fields.iter().map(|path| label(&skill, path)).collect();
    assert_eq!(names, ["Account", "Net", "Lines Amount"]);
    assert_eq!(model.as_ref().unwrap().to_string(), "openai/other");
    assert_eq!(instruction, "Look twice.");
    assert_eq!(skill.checks[0].level, FindingLevel::Warning);
}

#[test]
fn values_that_say_the_same_are_no_finding_and_others_name_both() {
    let lines = json!([{"amount": "1"}, {"amount": "2.50"}]);
    let same = json!([{"amount": "1.00"}, {"amount": "2.5"}]);
    assert_eq!(
        messages(
            json!({"account": "Food", "net": "3.50", "lines": lines}),
            json!({"account": "food", "net": "3.5", "lines": same})
        ),
        Vec::<String>::new()
    );
    assert_eq!(
        messages(
            json!({"account": "Food", "net": "3.50", "lines": lines}),
            json!({"account": "Travel", "lines": [{"amount": "1"}]})
        ),
        [
            "Account: openai/other, asked without seeing the answer, says `Travel` instead of `Food`.",
            "Net: openai/other, asked without seeing the answer, says `—` instead of `3.50`.",
            "Lines Amount: openai/other, asked without seeing the answer, says `1.00` instead of `1.00, 2.50`.",
        ]
    );
}

#[test]
fn what_cannot_be_read_of_the_second_answer_could_not_be_checked() {
    assert_eq!(
        messages(
            json!({"account": "Food"}),
            json!({"account": "Something else"})
        ),
        [
            "Account could not be checked by openai/other: its answer does not have the form that was asked for."
        ]
    );
}

#[test]
fn a_second_model_only_warns_and_a_merge_asks_none() {
    let refused = |text: String| skill(&text).unwrap_err().to_string();
    let level = refused(format!("{SIDECAR}\nlevel = \"error\"\n"));
    assert!(level.contains("does not make a result unusable"), "{level}");
    let model = refused(SIDECAR.replace("openai/other", "other"));
    assert!(model.contains("provider/model"), "{model}");
    let field = refused(SIDECAR.replace("\"net\", ", "\"gross\", "));
    assert!(field.contains("gross"), "{field}");
}
