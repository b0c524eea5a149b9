//! Rules from what people decided: in a year of real card lines, and in results they looked at.

use std::fmt::Write as _;

use serde_json::Value;

use crate::setup::{Desk, Said, root};

const REAL: &str = "../shared/data/card-2014-15.csv";

fn from_history(desk: &Desk, file: &str, further: &[&str]) -> Said {
    let words = format!("skill suggest-rules --skill skills/card-coding --history {file} --json");
    desk.command(&words)
        .args(["--label", "Account Description"])
        .args(further)
        .output()
        .unwrap()
        .into()
}

fn sum(periods: &[Value], what: &str) -> u64 {
    periods
        .iter()
        .map(|period| period[what].as_u64().unwrap())
        .sum()
}

#[test]
fn earlier_journals_decide_the_next_better_than_a_trained_classifier() {
    if !root().join(REAL).is_file() {
        println!("skipped: the real card lines are not beside this repository");
        return;
    }
    let desk = Desk::practice();
    // Asked for; the cover a trained classifier reaches there, of all lines of the tested journals.
    for (agreement, classifier) in [(0.80, 0.313), (0.85, 0.241), (0.90, 0.176)] {
        let asked = agreement.to_string();
        let said = from_history(&desk, REAL, &["--period", "JV Date", "--agreement", &asked]);
        assert_eq!(said.code, 0, "{}", said.err);
        let learnt = said.json();
        let periods = learnt["periods"].as_array().unwrap();
        assert_eq!(periods.len(), 10, "every journal after the first");
        assert_eq!(periods[0]["period"], "2014-06");
        let (lines, decided) = (sum(periods, "lines"), sum(periods, "decided"));
        assert_eq!(lines, 4142 - 336);
        let cover = learnt["cover"].as_f64().unwrap();
        let [decided, all] = [decided, lines].map(|count| f64::from(u32::try_from(count).unwrap()));
        assert!((cover - decided / all).abs() < 1e-3);
        let reached = learnt["agreement"].as_f64().unwrap();
        println!("asked {agreement}: {cover} of lines, {reached} agreed");
        assert!(reached >= agreement, "{reached} agreed, {agreement} asked");
        assert!(cover > classifier, "{cover} decided, {classifier} known");
        let rule = &learnt["rules"][0];
        assert!(!rule["when"].as_str().unwrap().is_empty());
        assert!(rule["then"]["Account Description"].is_string());
        assert!(rule["cases"].as_u64().unwrap() >= 2);
        assert_eq!(learnt["need"]["kind"], "enough");
        told_apart_by_outcome(&learnt, sum(periods, "decided"), sum(periods, "agreed"));
    }
}

/// What the outcomes say of later periods is together what was said of all, and each says what would help.
fn told_apart_by_outcome(learnt: &Value, decided: u64, agreed: u64) {
    let outcomes = learnt["outcomes"].as_array().unwrap();
    let later: Vec<Value> = outcomes.iter().map(|one| one["later"].clone()).collect();
    assert_eq!(
        (sum(&later, "decided"), sum(&later, "agreed")),
        (decided, agreed)
    );
    for one in outcomes {
        let need = &one["need"];
        let kind = need["kind"].as_str().unwrap();
        assert!(
            ["enough", "rows", "input", "unknown"].contains(&kind),
            "{one}"
        );
        assert_eq!(need["about"].is_u64(), kind == "rows", "{one}");
    }
    for rule in learnt["rules"].as_array().unwrap() {
        let [lines, decided, agreed, needed] = ["lines", "decided", "agreed", "rows_needed"]
            .map(|what| rule["later"][what].as_u64().unwrap());
        assert!(lines >= decided && decided >= agreed, "{rule}");
        assert_eq!(needed, 20_u64.saturating_sub(decided), "{rule}");
    }
}

#[test]
fn results_a_person_corrected_become_a_rule() {
    let desk = Desk::practice();
    let mut list = "Service Area,Creditor,JV Value\n".to_owned();
    for row in 0..12 {
        writeln!(list, "Family Services,ZEBRA SUPPLIES,{}.50", 10 + row).unwrap();
        writeln!(list, "Education,UNKNOWN {row},7").unwrap();
    }
    let file = desk.file("list.csv", list);
    let said = desk.run(&format!(
        "run --skill skills/card-coding --tasks {} --model practice/sample --budget 1 --json",
        file.display()
    ));
    assert_eq!(said.code, 0, "{}", said.err);
    let untaught = desk.run("skill suggest-rules --skill skills/card-coding --run last --json");
    assert_eq!(untaught.json()["rules"], Value::Array(Vec::new()));
    let need = &untaught.json()["need"];
    assert_eq!(
        (&need["kind"], &need["about"]),
        (&"alike".into(), &3.into()),
        "{need}"
    );
    // Odd rows are of one shop, even ones each of another.
    for (task, account) in (1..=20).step_by(2).map(|task| (task, "Stationery")).chain([
        (2, "Postage"),
        (4, "Food Costs"),
        (6, "Training"),
    ]) {
        let said = desk
            .command(&format!("verdict last {task} corrected"))
            .args(["--set", &format!("account={account}")])
            .output()
            .map(Said::from)
            .unwrap();
        assert_eq!(said.code, 0, "{}", said.err);
    }
    let learnt = desk
        .run("skill suggest-rules --skill skills/card-coding --run last --json")
        .json();
    let rules = learnt["rules"].as_array().unwrap();
    let zebra = rules
        .iter()
        .find(|rule| rule["when"] == "Creditor starts with \"ZEBRA\"")
        .unwrap_or_else(|| panic!("{learnt}"));
    assert_eq!(zebra["then"]["Account Description"], "Stationery");
    assert_eq!(
        (&zebra["cases"], &zebra["agreement"]),
        (&10.into(), &1.0.into())
    );
    assert_eq!(zebra["open"], 10, "no rule decides them today");
    assert_eq!(
        learnt["periods"],
        Value::Array(Vec::new()),
        "one run has no later one"
    );
    assert!(learnt["cover"].is_null());
    let chinese = desk.run("--lang zh skill suggest-rules --skill skills/card-coding --run last");
    assert!(
        chinese.out.contains("Creditor 开头是 “ZEBRA”"),
        "{}",
        chinese.out
    );
}

#[test]
fn a_row_is_asked_again_with_a_note_and_its_correction_becomes_a_rule() {
    let desk = Desk::practice();
    let list = "Service Area,Creditor,JV Value\nA,ZEBRA,1\nA,ZEBRA,2\nA,LION,3\n";
    let file = desk.file("list.csv", list).display().to_string();
    let said = desk.run(&format!(
        "run --skill skills/card-coding --tasks {file} --model practice/sample --budget 1 --json"
    ));
    assert_eq!(said.code, 0, "{}", said.err);
    let asked = desk.run("ask-again last 1 3 --note page-2 --with-answer --json");
    assert_eq!(asked.code, 0, "{}", asked.err);
    let asked = asked.json();
    assert_eq!((&asked["answered"], &asked["kept"]), (&2.into(), &0.into()));
    let row = &asked["rows"][0]["asked"];
    assert_eq!(
        (&row["note"], &row["version"]),
        (&"page-2".into(), &2.into())
    );
    assert_eq!(desk.run("ask-again last 9 --note x").code, 2);

    assert_eq!(
        desk.run("learn last 1 --as rule").code,
        2,
        "nothing was corrected"
    );
    assert_eq!(
        desk.run("verdict last 1 corrected --set account=Stationery")
            .code,
        0
    );
    let looked = desk.run("learn last 1 --as rule --json").json();
    assert_eq!(
        looked["when"],
        serde_json::json!([{ "label": "Creditor", "text": "is ZEBRA" }])
    );
    assert_eq!(
        (&looked["rows"], &looked["changed"]),
        (&2.into(), &1.into())
    );
    let saved = desk.run("learn last 1 --as rule --yes --json");
    assert_eq!(saved.code, 0, "{}", saved.err);
    assert_eq!(
        saved.json()["version"],
        "2",
        "the shipped skill is the person's own now"
    );
}

#[test]
fn what_cannot_be_learnt_from_is_refused_by_name() {
    let desk = Desk::practice();
    let list = "Service Area,Creditor,JV Value,Account Description\nA,B,1,Stationery\n";
    let file = desk.file("history.csv", list).display().to_string();
    for (further, names) in [
        (vec!["--period", "Month"], vec!["Month", "Creditor"]),
        (vec!["--agreement", "lots"], vec!["lots", "0.85"]),
        (vec!["--agreement", "1.5"], vec!["1.5"]),
    ] {
        let said = from_history(&desk, &file, &further);
        assert_eq!(said.code, 2, "{further:?}: {}", said.err);
        for name in names {
            assert!(said.err.contains(name), "{name}: {}", said.err);
        }
    }
    let missing = from_history(&desk, "no-such-file.csv", &[]);
    assert_eq!(missing.code, 2, "{}", missing.err);
}
