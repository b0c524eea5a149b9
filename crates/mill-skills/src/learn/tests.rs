//! Learning from cases made for the purpose.

use mill_domain::{FieldName, FieldSpec, FieldType, Record, Value};

use super::{Case, Lesson, Question, learn};

fn field(name: &str, field_type: FieldType) -> FieldSpec {
    FieldSpec {
        name: FieldName::new(name),
        label: name.to_owned(),
        field_type,
        required: true,
        from_model_only: false,
    }
}

fn case(period: usize, creditor: &str, area: &str, value: &str, label: &str) -> Case {
    let mut inputs = Record::new();
    for (name, text) in [("creditor", creditor), ("area", area), ("value", value)] {
        inputs.set(&FieldName::new(name), Value::from(text));
    }
    Case {
        inputs,
        label: vec![label.to_owned()],
        period,
    }
}

/// Months alike: shops are food, one shop is stationery for the office, taxis are travel, and a new shop each time.
fn months(count: usize) -> Vec<Case> {
    let mut cases = Vec::new();
    for month in 0..count {
        for number in 0..12 {
            let other = format!("OTHER {month} {number}");
            cases.push(case(month, "TESCO STORES", "Home", "12.50", "Food"));
            cases.push(case(month, "TESCO STORES", "Office", "12.50", "Stationery"));
            cases.push(case(month, "Taxi 7", "Office", "30", "Travel"));
            cases.push(case(
                month,
                &other,
                "Home",
                "1",
                ["Food", "Travel"][number % 2],
            ));
        }
    }
    cases
}

fn taught(cases: &[Case], periods: usize) -> Lesson {
    let text = || FieldType::Text { max_chars: None };
    let choices = ["Food", "Stationery", "Travel"].map(str::to_owned).to_vec();
    let question = Question {
        inputs: &[
            field("creditor", text()),
            field("area", text()),
            field("value", FieldType::Money),
        ],
        targets: &[field("account", FieldType::Choice { choices })],
        agreement: 0.8,
        periods,
    };
    learn(&question, cases).unwrap()
}

#[test]
fn what_people_always_decide_alike_becomes_a_rule_with_its_cases() {
    let cases = months(4);
    let lesson = taught(&cases, 4);
    let find = |when: &str| lesson.rules.iter().find(|rule| rule.when == when);
    let taxi = find("creditor starts with \"Taxi\"").expect("a rule for taxis");
    assert_eq!(taxi.then, ["Travel"]);
    assert_eq!((taxi.agreeing.len(), taxi.against.len()), (48, 0));
    let office = find("creditor starts with \"TESCO\" and area is \"Office\"").expect("a rule");
    assert_eq!(office.then, ["Stationery"]);
    assert!(
        lesson.rules.iter().all(|rule| !rule.when.contains("OTHER")),
        "what was seen once teaches nothing: {:?}",
        lesson
            .rules
            .iter()
            .map(|rule| &rule.when)
            .collect::<Vec<_>>()
    );
}

#[test]
fn every_later_period_is_measured_and_adds_up() {
    let lesson = taught(&months(4), 4);
    let shown: Vec<_> = lesson
        .periods
        .iter()
        .map(|tally| (tally.period, tally.lines, tally.decided, tally.agreed))
        .collect();
    assert_eq!(shown, [(1, 48, 36, 36), (2, 48, 36, 36), (3, 48, 36, 36)]);
    assert_eq!(lesson.totals().cover(), Some(0.75));
    assert_eq!(lesson.totals().agreement(), Some(1.0));
}

#[test]
fn nothing_later_is_known_before_its_time() {
    let cases = months(5);
    let mut changed = cases.clone();
    for case in changed.iter_mut().filter(|case| case.period >= 3) {
        "Food".clone_into(&mut case.label[0]);
        case.inputs
            .set(&FieldName::new("creditor"), Value::from("SOMETHING NEW"));
    }
    let (before, after) = (taught(&cases, 5), taught(&changed, 5));
    assert_eq!(before.periods[..2], after.periods[..2]);
    assert_ne!(before.periods[2..], after.periods[2..]);
}

#[test]
fn labels_a_rule_cannot_decide_count_as_rows_and_make_no_rule() {
    let mut cases = months(3);
    for case in &mut cases {
        if case.label[0] == "Travel" {
            "not on the list".clone_into(&mut case.label[0]);
        }
    }
    let lesson = taught(&cases, 3);
    assert!(
        lesson
            .rules
            .iter()
            .all(|rule| rule.then != ["not on the list"])
    );
    assert_eq!(lesson.totals().lines, 96);
}

#[test]
fn nothing_teaches_nothing() {
    assert!(taught(&[], 0).rules.is_empty());
    let lesson = taught(&months(1), 1);
    assert!(lesson.periods.is_empty());
    assert_eq!(lesson.totals().cover(), None);
}
