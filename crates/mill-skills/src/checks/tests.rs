//! Answers, good and bad.

use mill_domain::CheckKind;
use serde_json::json;

use super::*;
use crate::{SkillSource, parse_answer};

const SIDECAR: &str = r#"
[inputs]
text = { type = "text" }

[outputs]
account = { type = "choice", choices = ["Food Costs", "Postage"] }
share = { type = "percent" }
reason = { type = "text", max_chars = 10 }
code = { type = "text", required = false }
lines = { type = "list", required = false, fields = { what = { type = "text" }, amount = { type = "money" } } }
net = { type = "money", required = false }
tax = { type = "money", required = false }
total = { type = "money", required = false }
supplier = { type = "text", required = false }
day = { type = "date", required = false }
tags = { type = "choices", choices = ["a", "b"], required = false }
paid = { type = "yes_no", required = false }
count = { type = "integer", required = false }

[[checks]]
kind = "range"
field = "share"
min = "0"
max = "1"

[[checks]]
kind = "pattern"
field = "code"
pattern = '^[A-Z]{2}-\d+$'

[[checks]]
kind = "sum"
field = "net"
of = ["lines.amount"]
tolerance = "0.01"

[[checks]]
kind = "sum"
field = "total"
of = ["net", "tax"]

[[checks]]
kind = "lookup"
field = "supplier"
table = "suppliers.csv"
column = "Name"

[[checks]]
kind = "evidence"
field = "total"
level = "warning"

[[checks]]
kind = "range"
field = "lines.amount"
min = "0"
level = "warning"

[[checks]]
kind = "required"
field = "paid"
level = "warning"
"#;

fn skill() -> Skill {
    Skill::from_source(SkillSource::from_files([
        ("SKILL.md", "---\nname: a\ndescription: d\n---\nDo it."),
        ("stampmill.toml", SIDECAR),
        ("suppliers.csv", "No,Name\n1,Acme Ltd\n2,Ｎｏｒｄ\n"),
    ]))
    .unwrap()
}

/// The findings as `field check level`, and the record.
fn checked(answer: Value, source: Option<&str>) -> (Value, Vec<String>) {
    let checked = check_output(&skill(), &Record::new(), answer, source);
    let told = checked.findings.iter().map(|finding| {
        format!("{} {:?} {:?}", finding.field, finding.check, finding.level).to_lowercase()
    });
    let told = told.collect();
    (checked.record.into_json(), told)
}

fn good() -> Value {
    json!({"account": "Food Costs", "share": "0.9", "reason": "Food", "paid": true})
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "tests read better with json! in place"
)]
fn with(changes: Value) -> Value {
    let mut answer = good();
    for (name, value) in changes.as_object().unwrap() {
        answer
            .as_object_mut()
            .unwrap()
            .insert(name.clone(), value.clone());
    }
    answer
}

#[test]
fn a_good_answer_has_no_finding_and_one_form() {
    let answer = json!({
        "paid": "yes", "share": 0.9, "account": "ＦＯＯＤ  costs", "reason": " Food ", "code": null, "day": "31 March 2026",
        "tags": ["B", "a", "b"], "count": 3.0, "net": 1204.5, "tax": "0", "total": "1,204.50", "supplier": "NORD",
        "lines": [{"amount": "1204.50", "what": "x"}],
    });
    let (record, told) = checked(answer, Some("Total 1,204.50"));
    assert_eq!(told, Vec::<String>::new());
    assert_eq!(
        record.to_string(),
        "{\"account\":\"Food Costs\",\"share\":\"0.9\",\"reason\":\"Food\",\
         \"lines\":[{\"what\":\"x\",\"amount\":\"1204.50\"}],\"net\":\"1204.5\",\"tax\":\"0\",\"total\":\"1204.50\",\
         \"supplier\":\"NORD\",\"day\":\"2026-03-31\",\"tags\":[\"b\",\"a\"],\"paid\":true,\"count\":3}"
    );
}

#[test]
fn each_kind_of_fault_is_told_once_and_its_value_left_out() {
    for (change, told) in [
        (
            json!({"account": "Food Cost"}),
            vec!["account choice error"],
        ),
        (json!({"account": null}), vec!["account required error"]),
        (
            json!({"account": ["Food Costs"]}),
            vec!["account type error"],
        ),
        (json!({"share": "lots"}), vec!["share type error"]),
        (json!({"share": 85}), vec!["share range error"]),
        (json!({"share": "85%"}), vec![]),
        (json!({"reason": ""}), vec!["reason required error"]),
        (
            json!({"reason": "eleven char"}),
            vec!["reason length error"],
        ),
        (json!({"code": "INV1"}), vec!["code pattern error"]),
        (json!({"supplier": "Acme"}), vec!["supplier lookup error"]),
        (json!({"day": "03/04/2026"}), vec!["day type error"]),
        (json!({"tags": ["a", "c"]}), vec!["tags choice error"]),
        (json!({"paid": null}), vec!["paid required warning"]),
        (json!({"count": 1.5}), vec!["count type error"]),
        (json!({"total": {"amount": 1}}), vec!["total type error"]),
        (json!({"lines": "none"}), vec!["lines type error"]),
        (
            json!({"lines": [{"what": "x"}]}),
            vec!["lines required error"],
        ),
        (
            json!({"lines": [{"what": "x", "amount": "-1"}]}),
            vec!["lines range warning"],
        ),
        (json!({"notes": "hello"}), vec!["notes type warning"]),
    ] {
        let (_, found) = checked(with(change.clone()), None);
        assert_eq!(found, told, "{change}");
    }
    let (record, _) = checked(with(json!({"account": "Food Cost"})), None);
    assert_eq!(record.get("account"), None);
}

#[test]
fn sums_must_hold_within_the_tolerance() {
    let lines =
        |first: &str| json!([{"what": "x", "amount": first}, {"what": "y", "amount": "0.20"}]);
    let sum = |changes: Value| checked(with(changes), Some("120.00 12.10"));
    assert!(
        sum(json!({"lines": lines("0.10"), "net": "0.30"}))
            .1
            .is_empty()
    );
    assert!(
        sum(json!({"lines": lines("0.10"), "net": "0.31"}))
            .1
            .is_empty()
    );
    assert_eq!(
        sum(json!({"lines": lines("0.10"), "net": "0.32"})).1,
        ["net sum error"]
    );
    assert_eq!(sum(json!({"lines": [], "net": "100"})).1, ["net sum error"]);
    assert!(
        sum(json!({"net": "100", "tax": "20", "total": "120", "lines": lines("99.80")}))
            .1
            .is_empty()
    );
    // Without tax the net is the total.
    assert!(
        sum(json!({"net": "12.10", "total": "12.10", "lines": lines("11.90")}))
            .1
            .is_empty()
    );
    let findings = check_output(
        &skill(),
        &Record::new(),
        with(json!({"lines": lines("1"), "net": "2"})),
        None,
    )
    .findings;
    assert_eq!(
        findings[0].message,
        "Net is 2, but Lines Amount add up to 1.20."
    );
}

#[test]
fn evidence_is_looked_for_in_the_source_or_in_the_inputs() {
    let total = with(
        json!({"total": "485.00", "net": "485.00", "lines": [{"what": "x", "amount": "485"}]}),
    );
    assert!(checked(total.clone(), Some("Total 485.00")).1.is_empty());
    assert_eq!(
        checked(total.clone(), Some("Total 1.00")).1,
        ["total evidence warning"]
    );
    let mut inputs = Record::new();
    inputs.set(&FieldName::new("text"), json!("we owe you 485"));
    assert!(
        check_output(&skill(), &inputs, total, None)
            .findings
            .is_empty()
    );
}

#[test]
fn what_is_not_an_object_is_one_error() {
    for answer in [json!("x"), json!(null), json!([1]), json!([])] {
        let (record, told) = checked(answer, None);
        assert_eq!(told.first().map(String::as_str), Some("account type error"));
        assert_eq!(record, json!({}));
    }
}

#[test]
fn an_empty_list_is_a_valid_nothing_found() {
    let skill = Skill::from_source(SkillSource::from_files([
        ("SKILL.md", "---\nname: a\ndescription: d\n---\nDo it."),
        (
            "stampmill.toml",
            "[outputs]\nclauses = { type = \"list\", fields = { text = { type = \"text\" } } }\n",
        ),
    ]))
    .unwrap();
    for text in ["[]", "{\"clauses\": []}"] {
        let checked = check_output(&skill, &Record::new(), parse_answer(text).unwrap(), None);
        assert!(checked.is_valid(), "{text}: {:?}", checked.findings);
        assert_eq!(checked.record.into_json(), json!({"clauses": []}));
    }
    let missing = check_output(&skill, &Record::new(), json!({"clauses": null}), None);
    assert!(!missing.is_valid());
    let item = check_output(&skill, &Record::new(), json!([{"text": ""}, 7]), None);
    let messages: Vec<_> = item
        .findings
        .iter()
        .map(|finding| finding.message.as_str())
        .collect();
    assert_eq!(
        messages,
        [
            "Clauses 1: Text is missing.",
            "Clauses is `7`, which is not a list of records."
        ]
    );
}

#[test]
fn a_rule_need_not_fill_everything() {
    let mut record = Record::new();
    record.set(&FieldName::new("account"), json!("Postage"));
    assert!(
        check_record(&skill(), &Record::new(), &record, None)
            .findings
            .is_empty()
    );
    record.set(&FieldName::new("share"), json!("7"));
    let kinds: Vec<_> = check_record(&skill(), &Record::new(), &record, None)
        .findings
        .iter()
        .map(|finding| finding.check)
        .collect();
    assert_eq!(kinds, [CheckKind::Range]);
}

#[test]
fn the_repair_note_names_errors_only() {
    let findings = check_output(
        &skill(),
        &Record::new(),
        with(json!({"account": "Food", "notes": 1})),
        None,
    )
    .findings;
    assert_eq!(
        repair_note(&findings),
        "Your answer cannot be used as it is:\n- account: Account is `Food`, which is not one of 2 listed values. \
         Expected: one of 2 listed values.\nAnswer again with the whole JSON object, corrected, and nothing else. \
         Change only what is wrong; if a value is not in the data, do not invent it."
    );
}

#[test]
fn a_document_without_text_leaves_evidence_open() {
    let skill = Skill::from_source(SkillSource::from_files([
        ("SKILL.md", "---\nname: a\ndescription: d\n---\nDo it."),
        (
            "stampmill.toml",
            "[inputs]\npage = { type = \"file\" }\n[outputs]\ntotal = { type = \"money\" }\n\
             [[checks]]\nkind = \"evidence\"\nfield = \"total\"\n",
        ),
    ]))
    .unwrap();
    let checked = check_output(&skill, &Record::new(), json!({"total": "5"}), None);
    assert!(checked.is_valid());
    assert_eq!(
        checked.findings[0].message,
        "Total could not be looked for: the document has no readable text."
    );
    assert!(!check_output(&skill, &Record::new(), json!({"total": "5"}), Some("4")).is_valid());
}
