//! What holds for every input.

use mill_domain::{FieldName, Record};
use mill_skills::{RuleDecision, Skill, SkillSource, check_output, parse_answer, practice};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::shipped::shipped;

fn every_type() -> Skill {
    let sidecar = r#"
        [outputs]
        a_text = { type = "text", required = false }
        b_integer = { type = "integer", required = false }
        c_number = { type = "number", required = false }
        d_money = { type = "money", required = false }
        e_percent = { type = "percent", required = false }
        f_date = { type = "date", required = false }
        g_yes_no = { type = "yes_no", required = false }
        h_choice = { type = "choice", choices = ["Food Costs", "Postage", "Straße"], required = false }
        i_choices = { type = "choices", choices = ["x", "Y", "Ｚ"], required = false }
        j_list = { type = "list", required = false, fields = { what = { type = "text", required = false }, amount = { type = "money", required = false } } }
    "#;
    Skill::from_source(SkillSource::from_files([
        (
            "SKILL.md",
            "---\nname: every\ndescription: Every type.\n---\nDo it.",
        ),
        ("stampmill.toml", sidecar),
    ]))
    .unwrap()
}

/// Values a model might write for any field.
fn written() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-1.0e9..1.0e9_f64).prop_map(Value::from),
        "\\PC{0,12}".prop_map(Value::from),
        "[(]?[-£]?[0-9]{1,3}(,[0-9]{3}){0,2}([.][0-9]{1,2})?[)%]?".prop_map(Value::from),
        prop::sample::select(vec![
            "food costs",
            "ＰＯＳＴＡＧＥ",
            "STRASSE",
            "yes",
            "否",
            "31/12/2026",
            "2026-02-29",
            "2024-02-29",
            "x",
            "z",
            "1e5",
        ])
        .prop_map(Value::from),
    ];
    scalar.prop_recursive(2, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            (inner.clone(), inner)
                .prop_map(|(what, amount)| json!({"what": what, "amount": amount})),
        ]
    })
}

proptest! {
    #[test]
    fn a_canonical_record_checks_to_itself(values in prop::collection::vec(written(), 10)) {
        let skill = every_type();
        let answer: Value = skill.outputs.iter().zip(values).map(|(field, value)| (field.name.to_string(), value)).collect();
        let once = check_output(&skill, &Record::new(), answer, None);
        let twice = check_output(&skill, &Record::new(), once.record.clone().into_json(), None);
        prop_assert_eq!(&twice.record, &once.record);
        prop_assert!(twice.findings.iter().all(|finding| finding.field.as_str() == "j_list"), "{:?}", twice.findings);
    }

    #[test]
    fn a_garbled_skill_is_refused_and_never_a_crash(
        name in prop::sample::select(vec!["card-coding", "invoice-extract", "mtg-prep"]),
        file in any::<prop::sample::Index>(),
        from in any::<prop::sample::Index>(),
        length in 0_usize..40,
        text in "\\PC{0,8}",
    ) {
        let source = shipped(name).source;
        let names: Vec<String> = source.files().map(|(file, _)| file.to_owned()).collect();
        let garbled = names[file.index(names.len())].clone();
        let files = source.files().map(|(file, whole)| {
            let letters: Vec<char> = whole.chars().collect();
            let at = from.index(letters.len());
            let rest = letters.get(at + length..).unwrap_or_default();
            let changed: String = letters[..at].iter().chain(text.chars().collect::<Vec<_>>().iter()).chain(rest).collect();
            (file.to_owned(), if file == garbled { changed } else { whole.to_owned() })
        });
        if let Err(error) = Skill::from_source(SkillSource::from_files(files)) {
            prop_assert!(!error.hint().is_empty());
            prop_assert!(error.to_string().contains(|letter: char| letter.is_alphabetic()));
        }
    }

    #[test]
    fn no_answer_makes_the_reader_fail(text in "\\PC*") {
        if let Ok(value) = parse_answer(&text) {
            let checked = check_output(&every_type(), &Record::new(), value, None);
            prop_assert!(checked.record.iter().count() <= 10);
        }
    }

    #[test]
    fn a_cut_answer_is_never_an_answer(seed in any::<u64>(), cut in 1_usize..2000, prose in any::<bool>()) {
        let skill = shipped("invoice-extract");
        let whole = practice::answer(&skill, &Record::new(), None, seed).to_string();
        let cut: String = whole.chars().take(cut.min(whole.chars().count() - 1)).collect();
        let text = if prose { format!("Here you are: {cut}") } else { cut };
        prop_assert!(parse_answer(&text).is_err(), "{}", text);
    }

    #[test]
    fn rules_decide_a_row_the_same_wherever_it_stands(
        rows in prop::collection::vec(("[A-Z ]{0,12}(OYSTER|HOTEL|TESCO|CAB|B Q|)", -200_i32..2000), 1..40),
        at in any::<prop::sample::Index>(),
    ) {
        let skill = shipped("card-coding");
        let decide = |(creditor, value): &(String, i32)| -> RuleDecision {
            let mut inputs = Record::new();
            inputs.set(&FieldName::new("creditor"), json!(creditor));
            inputs.set(&FieldName::new("value"), json!(value.to_string()));
            skill.rules.decide(&inputs)
        };
        let in_order: Vec<RuleDecision> = rows.iter().map(decide).collect();
        let turned = at.index(rows.len());
        let mut other = rows.clone();
        other.rotate_left(turned);
        other.reverse();
        let mut decided: Vec<RuleDecision> = other.iter().map(decide).collect();
        decided.reverse();
        decided.rotate_right(turned);
        prop_assert_eq!(decided, in_order);
    }
}
