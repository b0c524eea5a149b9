//! Learning from cases made for the purpose.

use mill_domain::{FieldName, FieldSpec, FieldType, Record, Value};

use super::{Case, Later, Lesson, OutcomeNeed, OutcomeTally, Question, learn};

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

fn outcome<'a>(lesson: &'a Lesson, then: &str) -> &'a OutcomeTally {
    let mut found = lesson.outcomes.iter();
    found.find(|tally| tally.then == [then]).expect(then)
}

#[test]
fn each_rule_and_each_outcome_says_what_later_periods_made_of_it() {
    let lesson = taught(&months(4), 4);
    let mut rules = lesson.rules.iter();
    let taxi = rules.find(|rule| rule.then == ["Travel"]).expect("taxis");
    let later = |lines, decided, agreed| Later {
        lines,
        decided,
        agreed,
    };
    assert_eq!(
        taxi.later,
        later(36, 36, 36),
        "the first month is no later one"
    );
    assert_eq!(taxi.later.untold(), 0);
    // 12 taxis a month, and every second new shop.
    let travel = outcome(&lesson, "Travel");
    assert_eq!(travel.later, later(54, 36, 36));
    assert_eq!((travel.cases, travel.open), (72, 24));
    assert_eq!(travel.need, OutcomeNeed::Enough);
    let (mut decided, mut agreed) = (0, 0);
    for tally in &lesson.outcomes {
        decided += tally.later.decided;
        agreed += tally.later.agreed;
    }
    let totals = lesson.totals();
    assert_eq!((decided, agreed), (totals.decided, totals.agreed));
}

#[test]
fn what_was_not_known_before_the_last_period_was_not_tried() {
    let mut cases = months(3);
    for _ in 0..12 {
        cases.push(case(2, "NEW CAFE", "Home", "4", "Food"));
    }
    let lesson = taught(&cases, 3);
    let cafe = |rule: &&super::LearnedRule| rule.when.contains("NEW");
    let rule = lesson.rules.iter().find(cafe).expect("a rule for the cafe");
    assert_eq!((rule.later.lines, rule.later.decided), (12, 0));
    assert_eq!(rule.later.untold(), 20);
}

#[test]
fn an_outcome_that_is_left_open_says_what_would_help() {
    let mut cases = months(4);
    for month in 0..4 {
        for number in 0..10 {
            // The same text and amount, decided now so, now so.
            let account = ["Paper", "Toys"][number % 2];
            cases.push(case(month, "AMAZON", "Shop", "20", account));
        }
        // Of each of these there are too few yet.
        if month == 3 {
            for shop in ["ALPHA", "BETA", "GAMMA", "DELTA", "OMEGA", "SIGMA", "KAPPA"] {
                for _ in 0..2 {
                    cases.push(case(month, shop, "Club", "70", "Fees"));
                }
            }
            for number in 0..20 {
                cases.push(case(month, &format!("ONCE{number}"), "Barn", "500", "Hay"));
            }
        }
    }
    let text = || FieldType::Text { max_chars: None };
    let choices = [
        "Food",
        "Stationery",
        "Travel",
        "Fees",
        "Hay",
        "Paper",
        "Toys",
    ];
    let question = Question {
        inputs: &[field("creditor", text()), field("area", text())],
        targets: &[field(
            "account",
            FieldType::Choice {
                choices: choices.map(str::to_owned).to_vec(),
            },
        )],
        agreement: 0.98,
        periods: 4,
    };
    let lesson = learn(&question, &cases).unwrap();
    let seen: Vec<_> = lesson
        .outcomes
        .iter()
        .map(|tally| (tally.then[0].as_str(), tally.cases, tally.open, tally.need))
        .collect();
    let OutcomeNeed::Rows { about, rows } = outcome(&lesson, "Fees").need else {
        panic!("{seen:?}");
    };
    assert!(
        about > 0 && about < 140 && rows > 0 && rows <= 14,
        "{seen:?}"
    );
    assert_eq!(
        outcome(&lesson, "Hay").need,
        OutcomeNeed::Unknown,
        "{seen:?}"
    );
    assert_eq!(
        outcome(&lesson, "Toys").need,
        OutcomeNeed::Input { rows: 20 },
        "{seen:?}"
    );
}
