//! The fourteen rules on the real card lines, where that file is present.

use std::path::PathBuf;

use mill_domain::FieldName;
use mill_skills::{DateOrder, RuleDecision, inputs_for_row, map_columns};

use super::shipped::shipped;

/// Lines, lines a rule decided, and decided lines where the person chose the same account.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    lines: usize,
    decided: usize,
    agreed: usize,
}

fn tally(path: &PathBuf, columns_that_map: &[(&str, &str)]) -> (Tally, Vec<(usize, usize)>) {
    let skill = shipped("card-coding");
    let mut reader = csv::Reader::from_path(path).unwrap();
    let columns: Vec<String> = reader
        .headers()
        .unwrap()
        .iter()
        .map(str::to_owned)
        .collect();
    let map = map_columns(&columns, &skill.inputs, columns_that_map).unwrap();
    let label = columns
        .iter()
        .position(|column| column == "Account Description")
        .unwrap();
    let account = FieldName::new("account");
    let mut tally = Tally::default();
    let mut by_rule = vec![(0, 0); skill.rules.len()];
    for record in reader.records() {
        let cells: Vec<String> = record.unwrap().iter().map(str::to_owned).collect();
        let row = inputs_for_row(&map, &cells);
        assert!(
            row.is_usable() && row.findings.is_empty(),
            "{cells:?}: {:?}",
            row.findings
        );
        tally.lines += 1;
        if let RuleDecision::Decided {
            rule_number,
            outputs,
            ..
        } = skill.rules.decide(&row.record)
        {
            let agreed = usize::from(outputs.text(&account) == cells[label]);
            tally.decided += 1;
            tally.agreed += agreed;
            let (decided, right) = &mut by_rule[rule_number as usize - 1];
            *decided += 1;
            *right += agreed;
        }
    }
    (tally, by_rule)
}

fn percent(part: usize, whole: usize) -> usize {
    part * 100 / whole.max(1)
}

#[test]
fn fourteen_rules_decide_a_good_part_of_the_real_lines_as_people_did() {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/card-2014-15.csv");
    if !path.exists() {
        eprintln!("skipped: the real card file is not here");
        return;
    }
    let (tally, by_rule) = tally(&path, &[]);
    let (cover, agreement) = (
        percent(tally.decided, tally.lines),
        percent(tally.agreed, tally.decided),
    );
    eprintln!("{tally:?}: cover {cover} %, agreement {agreement} %");
    for (number, (decided, agreed)) in (1..).zip(&by_rule) {
        eprintln!(
            "rule {number}: {decided} lines, agreement {} %",
            percent(*agreed, *decided)
        );
    }
    assert_eq!(tally.lines, 4142);
    assert!(cover > 20, "cover {cover} %");
    assert!(agreement > 75, "agreement {agreement} %");
    assert!(
        by_rule.iter().all(|(decided, _)| *decided > 0),
        "a rule never applies: {by_rule:?}"
    );
}

#[test]
fn the_sample_month_end_is_decided_by_rules_for_two_thirds() {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../samples/month-end/card-lines.csv");
    let (tally, by_rule) = tally(&path, &[]);
    let cover = percent(tally.decided, tally.lines);
    assert_eq!(tally.lines, 600);
    assert!((65..=70).contains(&cover), "cover {cover} %");
    assert!(percent(tally.agreed, tally.decided) > 90, "{tally:?}");
    assert!(
        by_rule.iter().all(|(decided, _)| *decided > 0),
        "a rule never applies: {by_rule:?}"
    );
}

#[test]
fn the_order_of_days_in_the_sample_can_be_seen() {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../samples/month-end/card-lines.csv");
    let mut reader = csv::Reader::from_path(path).unwrap();
    let days: Vec<String> = reader
        .records()
        .map(|record| record.unwrap()[3].to_owned())
        .collect();
    assert_eq!(
        DateOrder::of_column(days.iter().map(String::as_str)),
        Some(DateOrder::DayFirst)
    );
}
