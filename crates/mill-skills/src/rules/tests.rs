//! Rules as people write them.

use mill_domain::{FieldName, FieldSpec, FieldType, Record};
use serde_json::json;

use super::*;
use crate::SkillError;

fn field(name: &str, label: &str, field_type: FieldType, required: bool) -> FieldSpec {
    FieldSpec {
        name: FieldName::new(name),
        label: label.to_owned(),
        field_type,
        required,
        from_model_only: false,
    }
}

fn inputs() -> Vec<FieldSpec> {
    vec![
        field(
            "creditor",
            "Creditor",
            FieldType::Text { max_chars: None },
            true,
        ),
        field("value", "JV Value", FieldType::Money, false),
        field("day", "Day", FieldType::Date, false),
        field("card", "By card", FieldType::YesNo, false),
    ]
}

fn outputs() -> Vec<FieldSpec> {
    let choices = ["Food Costs", "Postage", "Travel"]
        .map(str::to_owned)
        .to_vec();
    vec![
        field("account", "Account", FieldType::Choice { choices }, true),
        field("share", "Share", FieldType::Percent, false),
    ]
}

fn table(text: &str) -> Result<RuleTable, SkillError> {
    RuleTable::parse("rules.csv", text, &inputs(), &outputs())
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "tests read better with json! in place"
)]
fn record(fields: serde_json::Value) -> Record {
    fields.as_object().cloned().unwrap().into()
}

/// The number of the rule that decides, 0 for none.
fn decider(table: &RuleTable, fields: serde_json::Value) -> u32 {
    match table.decide(&record(fields)) {
        RuleDecision::Decided { rule_number, .. }
        | RuleDecision::AskModel { rule_number }
        | RuleDecision::AskPerson { rule_number } => rule_number,
        RuleDecision::Undecided => 0,
    }
}

/// Whether one condition on one input holds.
fn holds(input: &str, condition: &str, value: serde_json::Value) -> bool {
    let quoted = condition.replace('"', "\"\"");
    let table = table(&format!("if {input},then account\n\"{quoted}\",Travel\n")).unwrap();
    let mut inputs = Record::new();
    if !value.is_null() {
        inputs.set(&FieldName::new(input), value);
    }
    table.decide(&inputs) != RuleDecision::Undecided
}

#[test]
fn text_compares_without_case_width_and_extra_space() {
    for (condition, value, expected) in [
        ("contains OYSTER", "Tfl  ＯＹＳＴＥＲ autotop", true),
        ("contains oyster card", "OYSTER   CARD", true),
        ("contains OYSTER", "OISTER", false),
        ("CONTAINS ｏｙｓｔｅｒ", "OYSTER", true),
        ("is Tesco", "TESCO ", true),
        ("is Tesco", "TESCO STORES", false),
        ("is not Tesco", "ASDA", true),
        ("is not Tesco", "tesco", false),
        ("starts with dvla", "DVLA SWANSEA", true),
        ("starts with dvla", "WWW.DVLA", false),
        ("ends with .co.uk", "SHOP.CO.UK", true),
        (
            "one of TESCO STORES|ASDA SUPERSTORE",
            "asda superstore",
            true,
        ),
        ("one of TESCO STORES|ASDA SUPERSTORE", "asda", false),
        ("matches ^DVLA", "dvla Swansea", true),
        ("matches ^DVLA", "WWW.DVLA", false),
        ("matches ^B ?&? ?Q$", "B  Q", true),
        ("is empty", "", true),
        ("is empty", "x", false),
        ("is not empty", "x", true),
        ("is not empty", " ", false),
        ("contains 航空", "春秋航空公司", true),
        ("is emptyhanded", "emptyhanded", true),
    ] {
        assert_eq!(
            holds("creditor", condition, json!(value)),
            expected,
            "{condition} on {value}"
        );
    }
    assert!(holds("creditor", "is empty", json!(null)));
    assert!(!holds("creditor", "contains x", json!(null)));
    assert!(holds("creditor", "is not x", json!(null)));
}

#[test]
fn numbers_and_days_compare_by_what_they_mean() {
    for (input, condition, value, expected) in [
        ("value", "> 0", json!("0.01"), true),
        ("value", ">0", json!("0.00"), false),
        ("value", "＞ 0", json!("5"), true),
        ("value", "<= -1,000", json!("-1000.00"), true),
        ("value", "≥ £1,000", json!("1000"), true),
        ("value", "between 0 and 150", json!("150"), true),
        ("value", "between 0 and 150", json!("150.01"), false),
        ("value", "between (10) and 10", json!("-10"), true),
        ("value", "is 12.5", json!("12.50"), true),
        ("value", "is not 12.5", json!("12.50"), false),
        ("value", "one of 1|2.00", json!("2"), true),
        ("value", "> 0", json!("n/a"), false),
        ("value", "< 0", json!(null), false),
        ("day", ">= 2026-03-31", json!("2026-03-31"), true),
        (
            "day",
            "between 2026-01-01 and 2026-01-31",
            json!("2026-02-01"),
            false,
        ),
        ("day", "is 31.3.2026", json!("2026-03-31"), true),
        ("card", "is yes", json!(true), true),
        ("card", "is No", json!(true), false),
        ("creditor", "> 100", json!("1,204.50"), true),
    ] {
        assert_eq!(
            holds(input, condition, value.clone()),
            expected,
            "{condition} on {value}"
        );
    }
}

#[test]
fn the_first_match_wins_and_all_conditions_of_a_row_count() {
    let table = table(
        "if creditor,if value,then account,then share,note\n\
         contains OYSTER,,Travel,,top-ups\n\
         one of TESCO|ASDA,between 0 and 150,food costs,7.5%,\n\
         contains TESCO,,ask the model,,\n\
         contains ASDA,,Ask Me,,\n\
         ,> 9999,Ask me,,large\n",
    )
    .unwrap();
    assert_eq!(
        decider(&table, json!({"creditor": "Oyster", "value": "99999"})),
        1
    );
    assert_eq!(
        decider(&table, json!({"creditor": "tesco", "value": "150.00"})),
        2
    );
    assert_eq!(
        table.decide(&record(json!({"creditor": "TESCO 2", "value": "1"}))),
        RuleDecision::AskModel { rule_number: 3 }
    );
    assert_eq!(
        table.decide(&record(json!({"creditor": "asda", "value": "151"}))),
        RuleDecision::AskPerson { rule_number: 4 }
    );
    assert_eq!(
        decider(&table, json!({"creditor": "x", "value": "10000"})),
        5
    );
    assert_eq!(
        table.decide(&record(json!({"creditor": "x"}))),
        RuleDecision::Undecided
    );
    let decided = RuleDecision::Decided {
        rule_number: 2,
        outputs: record(json!({"account": "Food Costs", "share": "0.075"})),
        note: String::new(),
    };
    assert_eq!(
        table.decide(&record(json!({"creditor": "ASDA", "value": "0"}))),
        decided
    );
}

#[test]
fn rules_can_be_read_aloud() {
    let table = table("if Creditor,if JV Value,then Account\ncontains OYSTER,> 0,Travel\none of A|B,,Postage\n,,Travel\n").unwrap();
    let when: Vec<&str> = table
        .rules()
        .iter()
        .map(|rule| rule.when.as_str())
        .collect();
    assert_eq!(
        when,
        [
            "Creditor contains \"OYSTER\" and JV Value > 0",
            "Creditor is one of \"A\", \"B\"",
            "always"
        ]
    );
    assert_eq!(table.rule(2).map(|rule| rule.row), Some(3));
    assert_eq!(table.len(), 3);
}

#[test]
fn a_table_saved_by_a_spreadsheet_program_works() {
    let read = table(
        "\u{feff}if creditor;if value;then account;note\r\ncontains x;between 1,5 and 2;Travel;\r\n;;;\r\ncontains y;;Postage;\r\n",
    )
    .unwrap();
    let when: Vec<&str> = read.rules().iter().map(|rule| rule.when.as_str()).collect();
    // The person sees what was read.
    assert_eq!(
        when,
        [
            "Creditor contains \"x\" and JV Value between 1.5 and 2",
            "Creditor contains \"y\""
        ]
    );
}

#[test]
fn a_bad_rule_is_told_with_row_column_and_what_was_expected() {
    let fault = |text: &str| {
        let error = table(text).err().unwrap();
        format!("{error} | {}", error.hint())
    };
    insta::assert_snapshot!(
        [
            "if merchant,then account\nis x,Travel\n",
            "if creditor,then accounts\nis x,Travel\n",
            "creditor,then account\nis x,Travel\n",
            "if creditor\nis x\n",
            "if creditor,then account,then Account\nis x,Travel,Travel\n",
            "if creditor,then account\nis x,Travel\n\nOYSTER,Travel\n",
            "if creditor,then account\nis x,Travels\n",
            "if creditor,then account\nis x,\n",
            "if creditor,then share,then account\nis x,lots,Travel\n",
            "if value,then account\n> lots,Travel\n",
            "if day,then account\n< 03/04/2026,Travel\n",
            "if value,then account\nbetween 9 and 1,Travel\n",
            "if creditor,then account\nmatches (,Travel\n",
            "if creditor,then account\ncontains,Travel\n",
            "if value,then account\nbetween 1 and 1,000,Travel\n",
            "if creditor,then account,then share\nis x,ask me,ask the model\n",
        ]
        .map(fault)
        .join("\n"),
        @r##"
    rules.csv row 1, column `if merchant`: this is not an input of the skill | The inputs are creditor, value, day, card.
    rules.csv row 1, column `then accounts`: this is not an output of the skill | The outputs are account, share.
    rules.csv row 1, column `creditor`: this is not a column of a rules table | A column is called `if INPUT`, `then OUTPUT` or `note`.
    rules.csv row 1: no column says what a rule decides | Add a column `then OUTPUT`; the outputs are account, share.
    rules.csv row 1, column `then Account`: two columns fill this output | Keep one of them.
    rules.csv row 4, column `if creditor`: `OYSTER` cannot be used | Expected is nothing, or one of: is X, is not X, contains X, starts with X, ends with X, one of A|B, matches REGEX, > N, < N, >= N, <= N, between A and B, is empty, is not empty.
    rules.csv row 2, column `then account`: `Travels` cannot be used | Expected is one of 3 listed values.
    rules.csv row 2, column `then account`: the cell is empty | Expected is a value, `ask the model` or `ask me`.
    rules.csv row 2, column `then share`: `lots` cannot be used | Expected is a share such as 0.85 or 85%.
    rules.csv row 2, column `if value`: `> lots` cannot be used | Expected is a number after `>`.
    rules.csv row 2, column `if day`: `< 03/04/2026` cannot be used | Expected is a date such as 2026-03-31 after `<`.
    rules.csv row 2, column `if value`: `between 9 and 1` cannot be used | Expected is the smaller value first after `between`.
    rules.csv row 2, column `if creditor`: `matches (` cannot be used | Expected is a regular expression after `matches` (unclosed group).
    rules.csv row 2, column `if creditor`: `contains` cannot be used | Expected is something to compare with after these words.
    rules.csv row 2: the row has more cells than the header | Put a cell that holds a comma in double quotes, or edit the file in a spreadsheet program.
    rules.csv row 2, column `then share`: `ask the model` cannot be used | Expected is only one of `ask the model` and `ask me` in a row.
    "##
    );
}

#[test]
fn a_rule_below_one_that_asks_for_no_more_is_covered() {
    let covered = |rows: &str| {
        table(&format!("if creditor,if value,then account\n{rows}"))
            .unwrap()
            .covered()
    };
    assert_eq!(
        covered(
            "is TESCO,,Food Costs\n\
             is TESCO,> 5,Travel\n\
             IS  tesco,,Postage\n\
             contains TESCO,,Travel\n\
             ,> 5,Postage\n\
             is ASDA,> 5,Travel\n"
        ),
        [None, Some(1), Some(1), None, None, Some(5)]
    );
    assert_eq!(
        covered(",,Travel\nis A,,Postage\n,,ask me\n"),
        [None, Some(1), Some(1)]
    );
    // A pattern's case is part of what it says.
    assert_eq!(
        covered("matches ^\\d,,Travel\nmatches ^\\D,,Postage\n"),
        [None, None]
    );
}

#[test]
fn stars_and_question_marks_are_letters_of_a_text() {
    for (condition, value, expected) in [
        ("is AMAZON*MKTP", "AMAZON*MKTP", true),
        ("is AMAZON*", "AMAZON MKTP", false),
        ("contains PAYPAL *", "paypal *spotify", true),
        ("contains PAYPAL *", "PAYPAL SPOTIFY", false),
        ("one of A?|B", "A?", true),
        ("one of A?|B", "AX", false),
    ] {
        assert_eq!(
            holds("creditor", condition, json!(value)),
            expected,
            "{condition} on {value}"
        );
    }
    // Alone in a cell they mean any, as in a filter of a spreadsheet program.
    for any in ["*", "any", "-", "－"] {
        assert!(holds("creditor", any, json!("x")), "{any}");
        assert!(holds("creditor", any, json!(null)), "{any}");
    }
}

#[test]
fn amounts_are_read_in_the_writing_of_the_table() {
    for (input, condition, value, expected) in [
        ("value", "> 1,5", json!("2"), true),
        ("value", "> 1,5", json!("1.4"), false),
        (
            "value",
            "between 1.234,56 and 2.000,00",
            json!("1999"),
            true,
        ),
        ("value", ">= 1.234.567", json!("1234567"), true),
        ("value", "> 12,50 €", json!("12.51"), true),
        ("value", "> 1'234.50", json!("1234.51"), true),
        ("value", "> 1 234,5", json!("1234.6"), true),
        ("value", "is 0,5", json!("0.50"), true),
        ("day", "> 31.12.2025", json!("2026-01-01"), true),
        (
            "day",
            "between 1 Jan 2026 and 2026年1月31日",
            json!("2026-01-15"),
            true,
        ),
    ] {
        assert_eq!(
            holds(input, condition, value.clone()),
            expected,
            "{condition} on {value}"
        );
    }
    // Once one cell shows that the comma is the decimal mark, `1.500` could be either, and is not guessed.
    let fault = |rows: &str| {
        let error = table(&format!("if value;then account\n{rows}"))
            .err()
            .unwrap();
        format!("{error} | {}", error.hint())
    };
    assert_eq!(
        fault("> 1,5;Travel\n> 1.500;Postage\n"),
        "rules.csv row 3, column `if value`: `> 1.500` cannot be used | Expected is 1500 or 1,5 in plain digits: \
         other cells of this table have a decimal comma, so `1.500` could be read in two ways."
    );
    let dots = table("if value;then account\n> 1.500;Postage\n").unwrap();
    assert_eq!(decider(&dots, json!({"value": "2"})), 1);
}

#[test]
fn a_long_table_decides_as_its_rules_do_one_by_one() {
    let texts = [
        "TESCO", "Ｏyster", "a", "ab", "b|a", "SHOP 7", "£5", "ß", "ss", "7",
    ];
    let words = [
        "is",
        "contains",
        "starts with",
        "ends with",
        "one of",
        "is not",
    ];
    let mut rows = Vec::new();
    for text in texts {
        for word in words {
            rows.push(format!("{word} {text},,Travel\n"));
            rows.push(format!("{word} {text},> 5,Postage\n"));
        }
    }
    rows.push(",is 7,Travel\nmatches ^x,,Travel\nis empty,,Travel\n".to_owned());
    let head = "if creditor,if value,then account\n";
    let long = table(&format!("{head}{}", rows.concat())).unwrap();
    let lines: Vec<String> = rows.concat().lines().map(str::to_owned).collect();
    let alone: Vec<RuleTable> = lines
        .iter()
        .map(|row| table(&format!("{head}{row}\n")).unwrap())
        .collect();
    for creditor in [
        "",
        "tesco",
        "OYSTER",
        "a",
        "xab",
        "b",
        "Shop 7",
        "x",
        "SS",
        "Tesco £5 ab ß",
    ] {
        for value in ["4", "7"] {
            let inputs = record(json!({"creditor": creditor, "value": value}));
            let expected: Vec<u32> = (1..)
                .zip(&alone)
                .filter(|(_, one)| !one.matching(&inputs).is_empty())
                .map(|(number, _)| number)
                .collect();
            assert_eq!(long.matching(&inputs), expected, "{creditor} {value}");
        }
    }
}
