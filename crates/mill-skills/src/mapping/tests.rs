//! Columns to inputs, cells to values.

use mill_domain::FieldName;
use serde_json::json;

use super::*;
use crate::{DateOrder, DecimalMark, Skill, SkillSource};

const NONE: [(&str, &str); 0] = [];

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
            "service_area",
            "Service Area",
            FieldType::Text { max_chars: None },
            false,
        ),
        field(
            "creditor",
            "Creditor",
            FieldType::Text { max_chars: None },
            true,
        ),
        field("value", "JV Value", FieldType::Money, false),
        field("day", "Transaction Date", FieldType::Date, true),
    ]
}

const COLUMNS: [&str; 5] = [
    "ＳＥＲＶＩＣＥ  area",
    "creditor",
    "Ref",
    "jvvalue",
    "Transaction_Date",
];

fn columns_of(map: &ColumnMap) -> Vec<Vec<usize>> {
    map.inputs
        .iter()
        .map(|mapped| mapped.columns.clone())
        .collect()
}

#[test]
fn columns_with_the_same_label_map_by_themselves() {
    let map = map_columns(&COLUMNS, &inputs(), &NONE).unwrap();
    assert_eq!(columns_of(&map), [vec![0], vec![1], vec![3], vec![4]]);
    assert_eq!(map.columns_of(&FieldName::new("value")), [3]);
    assert!(map.columns_of(&FieldName::new("gone")).is_empty());
}

#[test]
fn an_explicit_pair_wins_and_several_columns_join() {
    let pairs = [
        ("creditor", "Ref"),
        ("Creditor", "creditor"),
        ("value", "Ref"),
    ];
    let map = map_columns(&COLUMNS, &inputs(), &pairs).unwrap();
    assert_eq!(columns_of(&map), [vec![0], vec![2, 1], vec![2], vec![4]]);
    let row = inputs_for_row(&map, &["", "ACME", "7", "", "31/03/2026"]);
    assert_eq!(
        row.record.into_json(),
        json!({"creditor": "7 ACME", "value": "7", "day": "2026-03-31"})
    );
}

#[test]
fn what_cannot_be_mapped_lists_what_there_is() {
    let message = |result: Result<ColumnMap, SkillError>| {
        result.err().map(|error| error.to_string()).unwrap()
    };
    assert_eq!(
        message(map_columns(
            &["a", "b"],
            &inputs(),
            &[("creditor", "Merchant")]
        )),
        "there is no column `Merchant`; the table has `a`, `b`"
    );
    assert_eq!(
        message(map_columns(&["a", "b"], &inputs(), &[("merchant", "a")])),
        "the skill has no input `merchant`; it has `service_area`, `creditor`, `value`, `day`"
    );
    assert_eq!(
        message(map_columns(&["a", "b"], &inputs(), &NONE)),
        "no column for the input `Creditor`; the table has `a`, `b`"
    );
    assert_eq!(
        message(map_columns(&["Creditor", "creditor "], &inputs(), &NONE)),
        "2 columns are called `Creditor`"
    );
}

#[test]
fn a_value_that_does_not_fit_is_told_and_stays_visible() {
    let map = map_columns(&COLUMNS, &inputs(), &NONE).unwrap();
    let row = inputs_for_row(&map, &["  Street  Scene ", "00123", "", "1,5", "soon"]);
    assert_eq!(
        row.record.clone().into_json(),
        json!({"service_area": "  Street  Scene ", "creditor": "00123", "value": "1,5", "day": "soon"})
    );
    let told: Vec<_> = row
        .findings
        .iter()
        .map(|finding| (finding.field.as_str(), finding.level))
        .collect();
    assert_eq!(
        told,
        [
            ("value", FindingLevel::Warning),
            ("day", FindingLevel::Error)
        ]
    );
    assert!(!row.is_usable());
    let short = inputs_for_row(&map, &["a"]);
    assert_eq!(short.findings.len(), 2, "{:?}", short.findings);
}

#[test]
fn decimal_mark_and_date_order_come_from_the_file() {
    let reading = Reading {
        decimal: DecimalMark::Comma,
        dates: Some(DateOrder::DayFirst),
    };
    let map = map_columns(&COLUMNS, &inputs(), &NONE)
        .unwrap()
        .with_reading(reading);
    let row = inputs_for_row(&map, &["", "ACME", "", "1.204", "03/04/2026"]);
    assert_eq!(
        row.record.into_json(),
        json!({"creditor": "ACME", "value": "1204", "day": "2026-04-03"})
    );
}

#[test]
fn a_plain_skill_takes_the_whole_row_and_a_file_input_the_file_column() {
    let source =
        SkillSource::from_files([("SKILL.md", "---\nname: a\ndescription: d\n---\nDo it.")]);
    let skill = Skill::from_source(source).unwrap();
    let map = map_columns(&["Name", "Empty", "Note"], &skill.inputs, &NONE).unwrap();
    let row = inputs_for_row(&map, &["Ann", " ", "calls"]);
    assert_eq!(
        row.record.into_json(),
        json!({"row": "Name: Ann\nNote: calls"})
    );

    let inputs = [field("document", "Document", FieldType::File, true)];
    let map = map_columns(&["file", "name"], &inputs, &NONE).unwrap();
    assert_eq!(columns_of(&map), [vec![0]]);
    let map = map_columns(&["file", "Document"], &inputs, &NONE).unwrap();
    assert_eq!(columns_of(&map), [vec![1]]);
}

#[test]
fn the_order_of_days_is_learnt_from_the_table() {
    let map = map_columns(&COLUMNS, &inputs(), &NONE).unwrap();
    let rows = [
        ["", "a", "", "", "03/04/2026"],
        ["", "b", "", "", "23/04/2026"],
    ];
    let day = |map: &ColumnMap| {
        inputs_for_row(map, &rows[0])
            .record
            .text(&FieldName::new("day"))
    };
    assert_eq!(day(&map.clone().with_dates_of(&rows)), "2026-04-03");
    // Nothing tells: the text stays as it is, with a finding.
    let unsure = map.with_dates_of(&rows[..1]);
    assert_eq!(day(&unsure), "03/04/2026");
    assert!(!inputs_for_row(&unsure, &rows[0]).is_usable());
}
