//! A sample from the command line: planned, drawn, looked at, and the rest accepted by it.

use serde_json::{Value, json};

use crate::setup::Desk;

const RUN: &str = "run --skill skills/card-coding --tasks samples/month-end/card-lines.csv --model practice/sample --json";

fn numbers(of: &Value) -> Vec<u64> {
    of.as_array()
        .unwrap()
        .iter()
        .map(|number| number.as_u64().unwrap())
        .collect()
}

#[test]
fn a_sample_that_was_looked_at_speaks_for_the_rest() {
    let desk = Desk::practice();
    assert_eq!(desk.run(&format!("{RUN} --limit 40")).code, 0);
    let goal = "--error 0.25 --confidence 0.8";
    let plan = desk
        .run(&format!("sample last {goal} --plan --json"))
        .json();
    let drawn = desk
        .run(&format!("sample last {goal} --seed 7 --json"))
        .json();
    assert_eq!(drawn["population"], 40);
    assert_eq!(drawn["seed"], "7");
    assert_eq!(drawn["drawn"], plan["look_at"]);
    assert_eq!(drawn["state"], "open");
    assert_eq!(drawn["at_most"], Value::Null);

    let early = desk.run("sample last --accept-rest");
    assert_eq!(early.code, 2, "{}", early.err);
    let tasks = numbers(&drawn["tasks"]);
    for task in &tasks {
        assert_eq!(desk.run(&format!("verdict last {task} accepted")).code, 0);
    }
    let shown = desk.run("sample last --show --json").json();
    let known = &shown["samples"][0];
    assert_eq!(
        (&known["state"], &known["wrong"]),
        (&json!("reached"), &json!(0))
    );
    assert!(known["at_most_share"].as_f64().unwrap() <= 0.25);

    let accepted = desk.run("sample last --accept-rest --json").json();
    assert_eq!(numbers(&accepted["accepted"]).len(), 40 - tasks.len());
    let show = desk.run("show last --json").json();
    assert_eq!(show["review"]["by_sample"], 40 - tasks.len());
    for row in show["results"].as_array().unwrap() {
        let looked_at = tasks.contains(&row["task"].as_u64().unwrap());
        let expected = if looked_at {
            (json!("accepted"), Value::Null)
        } else {
            (json!("by_sample"), json!(1))
        };
        assert_eq!((row["verdict"].clone(), row["by_sample"].clone()), expected);
    }
    for (language, said) in [("en", "accepted by sample 1"), ("zh", "由抽样 1 采纳")] {
        let path = desk.folder.path().join(format!("{language}.csv"));
        let words = format!("export last --lang {language} --out {}", path.display());
        assert_eq!(desk.run(&words).code, 0);
        let file = std::fs::read_to_string(&path).unwrap();
        assert_eq!(file.matches(said).count(), 40 - tasks.len(), "{file}");
    }
}

#[test]
fn a_verdict_cannot_be_by_sample_without_one() {
    let desk = Desk::practice();
    assert_eq!(desk.run(&format!("{RUN} --limit 2")).code, 0);
    assert_eq!(desk.run("verdict last 1 by_sample").code, 2);
    assert_eq!(desk.run("sample last --accept-rest").code, 2);
    assert_eq!(desk.run("sample last --error 0 --json").code, 2);
}
