//! Practice answers.

use mill_domain::FieldName;
use serde_json::json;

use super::*;
use crate::{SkillSource, check_output};

fn skill() -> Skill {
    Skill::from_source(SkillSource::from_files([
        ("SKILL.md", "---\nname: a\ndescription: d\n---\nDo it."),
        (
            "stampmill.toml",
            r#"
            [outputs]
            account = { type = "choice", choices = ["A", "B", "C"] }
            confidence = { type = "percent" }
            reason = { type = "text", max_chars = 20 }
            score = { type = "integer" }
            lines = { type = "list", fields = { what = { type = "text" }, amount = { type = "money" } } }
            net = { type = "money" }
            tax = { type = "money" }
            total = { type = "money" }
            [[checks]]
            kind = "range"
            field = "score"
            min = "20"
            max = "30"
            [[checks]]
            kind = "sum"
            field = "net"
            of = ["lines.amount"]
            tolerance = "0"
            [[checks]]
            kind = "sum"
            field = "total"
            of = ["net", "tax"]
            tolerance = "0"
            [[checks]]
            kind = "evidence"
            field = "total"
            "#,
        ),
    ]))
    .unwrap()
}

fn inputs(text: &str) -> Record {
    let mut inputs = Record::new();
    inputs.set(&FieldName::new("row"), json!(text));
    inputs
}

#[test]
fn practice_answers_pass_the_checks_of_their_skill() {
    let skill = skill();
    let source = "Invoice 7\nItem 100.00\nTax 20.05\nTotal 1,120.05\n";
    let mut accounts = std::collections::BTreeSet::new();
    for seed in 0..50 {
        let inputs = inputs("a row");
        let answer = answer(&skill, &inputs, Some(source), seed);
        let checked = check_output(&skill, &inputs, answer, Some(source));
        assert_eq!(checked.findings, [], "seed {seed}");
        let share: f64 = checked
            .record
            .text(&FieldName::new("confidence"))
            .parse()
            .unwrap();
        assert!((0.5..=0.99).contains(&share));
        assert!(
            checked
                .record
                .text(&FieldName::new("reason"))
                .starts_with("Practice answer")
        );
        assert_eq!(checked.record.text(&FieldName::new("total")), "1120.05");
        accounts.insert(checked.record.text(&FieldName::new("account")));
    }
    assert_eq!(accounts.len(), 3);
}

#[test]
fn the_same_seed_and_row_give_the_same_answer() {
    let skill = skill();
    assert_eq!(
        answer(&skill, &inputs("a"), None, 1),
        answer(&skill, &inputs("a"), None, 1)
    );
    assert_ne!(
        answer(&skill, &inputs("a"), None, 1),
        answer(&skill, &inputs("a"), None, 2)
    );
    assert_ne!(
        answer(&skill, &inputs("a"), None, 1),
        answer(&skill, &inputs("b"), None, 1)
    );
}
