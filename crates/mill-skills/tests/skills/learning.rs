//! What is learnt from the real card lines, where that file is present.

use std::path::PathBuf;

use mill_domain::FieldSpec;
use mill_skills::learn::{Case, Lesson, Question, learn, order_periods};
use mill_skills::{inputs_for_row, map_columns};

use super::shipped::shipped;

fn column(columns: &[String], title: &str) -> usize {
    columns.iter().position(|column| column == title).unwrap()
}

/// The cases of the file and the number of its journals.
fn real_cases(inputs: &[FieldSpec]) -> Option<(Vec<Case>, usize)> {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/card-2014-15.csv");
    if !path.exists() {
        eprintln!("skipped: the real card file is not here");
        return None;
    }
    let mut reader = csv::Reader::from_path(path).unwrap();
    let columns: Vec<String> = reader
        .headers()
        .unwrap()
        .iter()
        .map(str::to_owned)
        .collect();
    let map = map_columns::<_, &str, &str>(&columns, inputs, &[]).unwrap();
    let rows: Vec<Vec<String>> = reader
        .records()
        .map(|record| record.unwrap().iter().map(str::to_owned).collect())
        .collect();
    let (label, day) = (
        column(&columns, "Account Description"),
        column(&columns, "JV Date"),
    );
    let days: Vec<&str> = rows.iter().map(|row| row[day].as_str()).collect();
    let periods = order_periods(&days);
    let cases = rows
        .iter()
        .zip(&periods.of_row)
        .map(|(row, period)| Case {
            inputs: inputs_for_row(&map, row).record,
            label: vec![row[label].clone()],
            period: period.unwrap(),
        })
        .collect();
    Some((cases, periods.names.len()))
}

fn learnt(cases: &[Case], periods: usize, agreement: f64) -> Lesson {
    let skill = shipped("card-coding");
    let question = Question {
        inputs: &skill.inputs,
        targets: &skill.outputs[..1],
        agreement,
        periods,
    };
    learn(&question, cases).unwrap()
}

#[test]
fn real_card_lines_teach_more_than_a_trained_classifier() {
    let skill = shipped("card-coding");
    let Some((cases, periods)) = real_cases(&skill.inputs) else {
        return;
    };
    assert_eq!((cases.len(), periods), (4142, 11));
    // Asked for, and the cover a trained classifier reaches at that agreement.
    let mut short = false;
    for (agreement, cover) in [(0.80, 0.313), (0.85, 0.241), (0.90, 0.176)] {
        let lesson = learnt(&cases, periods, agreement);
        let totals = lesson.totals();
        let reached = (totals.cover().unwrap(), totals.agreement().unwrap());
        eprintln!(
            "asked {agreement}: cover {:.3}, agreement {:.3}, {} rules; {totals:?}",
            reached.0,
            reached.1,
            lesson.rules.len()
        );
        assert_eq!(totals.lines, 3806, "every line after the first journal");
        short |= reached.1 < agreement || reached.0 <= cover;
    }
    assert!(!short, "one of the three falls short");
}
