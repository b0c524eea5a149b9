//! Field names and sums that scripts rely on.

use mill_testkit::Turn;
use serde_json::{Value, json};

use crate::setup::{ANSWER, Desk, adds_up};

const RUN: &str = "run --skill skills/card-coding --tasks samples/month-end/card-lines.csv --model practice/sample \
                   --agents 16 --budget 2 --json";

#[test]
fn a_practice_run_shows_every_field_of_the_contract() {
    let desk = Desk::practice();
    let out = desk.folder.path().join("month end.xlsx");
    let mut command = desk.command(RUN);
    let said: crate::setup::Said = command.arg("--out").arg(&out).output().unwrap().into();
    assert_eq!(said.code, 0, "{}", said.err);
    let run = said.json();
    adds_up(&run);
    for field in [
        "run",
        "state",
        "reason",
        "tasks",
        "done_by",
        "outcomes",
        "usage",
        "cost_usd",
        "reserved_usd",
        "uncertain_usd",
        "budget_usd",
        "forecast_usd",
        "agents",
        "wall_ms",
    ] {
        assert!(run.get(field).is_some(), "{field} is missing");
    }
    for field in [
        "requests",
        "input_tokens",
        "output_tokens",
        "cache_read_tokens",
        "cache_write_tokens",
    ] {
        assert_eq!(run["usage"][field], 0, "practice sends nothing: {field}");
    }
    assert_eq!(run["out"]["path"], out.display().to_string());
    assert!(std::fs::metadata(out).unwrap().len() > 1_000);

    let shown = desk
        .run(&format!("show {} --json", run["run"].as_str().unwrap()))
        .json();
    let results = shown["results"].as_array().unwrap();
    assert_eq!(results.len(), 600);
    let (rule, model) = ("rule", "model");
    let by = |who: &str| results.iter().filter(|result| result["by"] == who).count() as u64;
    assert_eq!(
        json!({ "rule": by(rule), "model": by(model), "person": 0 }),
        run["done_by"]
    );
    assert!(
        results
            .iter()
            .all(|result| result["practice"] == true && result["cost_usd"] == "0")
    );
    assert!(
        results
            .iter()
            .all(|result| (result["by"] == rule) == result["rule"].is_string())
    );
    assert!(
        results
            .iter()
            .all(|result| result["output"]["account"].is_string())
    );

    let runs = desk.run("runs --json").json();
    assert_eq!(runs["runs"][0]["run"], run["run"]);
    assert_eq!(runs["runs"][0]["skill"], "card-coding");
}

#[test]
fn an_estimate_starts_nothing_and_spends_nothing() {
    let desk = Desk::practice();
    let words = "estimate --skill skills/card-coding --tasks samples/month-end/card-lines.csv --model \
                 anthropic/claude-haiku-5-5 --json";
    let said = desk.run(words);
    assert_eq!(said.code, 0, "{}", said.err);
    let estimate = said.json();
    assert_eq!(estimate["tasks"], 600);
    let amount = |name: &str| {
        estimate["cost_usd"][name]
            .as_str()
            .unwrap()
            .parse::<f64>()
            .unwrap()
    };
    assert!(
        0.0 < amount("low")
            && amount("low") <= amount("likely")
            && amount("likely") <= amount("most")
    );
    assert!(
        estimate["smallest_budget_usd"]
            .as_str()
            .unwrap()
            .parse::<f64>()
            .unwrap()
            > 0.0
    );
    assert_eq!(desk.run("runs --json").json()["runs"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn costs_are_what_the_provider_billed() {
    let desk = Desk::with(|_| Turn::answer(ANSWER)).await;
    let said = desk
        .run_asking(
            "run --skill skills/card-coding --tasks samples/month-end/card-lines.csv --model \
             anthropic/claude-haiku-5-5 --agents 16 --budget 2 --limit 60 --json",
        )
        .await;
    assert_eq!(said.code, 0, "{}", said.err);
    let run = said.json();
    adds_up(&run);
    let bill = desk.server.as_ref().unwrap().settled_bill().await;
    assert_eq!(run["usage"]["requests"], bill.requests);
    assert_eq!(run["usage"]["input_tokens"], bill.usage.input_tokens);
    assert_eq!(run["usage"]["output_tokens"], bill.usage.output_tokens);
    for by in ["day", "skill", "model", "job", "run", "key"] {
        let cost = desk.run(&format!("cost --by {by} --json")).json();
        assert_eq!(cost["total_usd"], run["cost_usd"], "{by}");
        assert_eq!(cost["zone"], "Europe/Berlin");
        // Nothing here is long enough for a cache.
        assert_eq!(cost["total_without_cache_usd"], run["cost_usd"], "{by}");
        assert_eq!(cost["rows"].as_array().unwrap().len(), 1, "{by}");
    }
    let results = desk.run("show last --json").json();
    let all: f64 = results["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(cost_of)
        .sum();
    let total: f64 = run["cost_usd"].as_str().unwrap().parse().unwrap();
    assert!((all - total).abs() < 1e-9, "{all} and {total}");
}

fn cost_of(result: &Value) -> f64 {
    result["cost_usd"].as_str().unwrap().parse().unwrap()
}

#[test]
fn verdicts_and_exports_tell_the_same_story() {
    let desk = Desk::practice();
    assert_eq!(desk.run(&format!("{RUN} --limit 5")).code, 0);
    assert_eq!(desk.run("verdict last 1 accepted").code, 0);
    let said = desk
        .command("verdict last 2 corrected --set")
        .arg("account=Postage")
        .output()
        .unwrap();
    assert_eq!(
        said.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&said.stderr)
    );
    assert_eq!(desk.run("verdict last 3 rejected").code, 0);
    let results = desk.run("show last --json").json();
    let verdicts: Vec<&Value> = results["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| &row["verdict"])
        .collect();
    assert_eq!(
        verdicts,
        [
            &json!("accepted"),
            &json!("corrected"),
            &json!("rejected"),
            &Value::Null,
            &Value::Null
        ]
    );
    assert_eq!(results["review"]["left"], 2);

    let out = desk.folder.path().join("five.csv");
    let said: crate::setup::Said = desk
        .command("export last --json --out")
        .arg(&out)
        .output()
        .unwrap()
        .into();
    assert_eq!(said.code, 0, "{}", said.err);
    assert_eq!(said.json()["out"]["unreviewed"], 2);
    let text = std::fs::read_to_string(out).unwrap();
    assert!(
        text.contains("Postage") && text.contains("corrected"),
        "{text}"
    );
}

#[test]
fn a_table_is_shown_as_it_was_read() {
    let desk = Desk::practice();
    // 科目,金额 and 00123,1.50 as Chinese Excel saves them.
    let bytes = [
        0xBF, 0xC6, 0xC4, 0xBF, 0x2C, 0xBD, 0xF0, 0xB6, 0xEE, 0x0D, 0x0A, 0x30, 0x30, 0x31, 0x32,
        0x33, 0x2C, 0x31, 0x2E, 0x35, 0x30, 0x0D, 0x0A,
    ];
    let file = desk.file("gbk.csv", bytes);
    let said: crate::setup::Said = desk
        .command("import --lang zh --json")
        .arg(file)
        .output()
        .unwrap()
        .into();
    assert_eq!(said.code, 0, "{}", said.err);
    let table = said.json();
    assert_eq!(table["encoding"], "gb18030");
    assert_eq!(table["columns"], json!(["科目", "金额"]));
    assert_eq!(table["rows"], json!([["00123", "1.50"]]));
    assert_eq!(table["rows_total"], 1);
}

#[test]
fn a_saved_job_runs_and_flags_win_over_it() {
    let desk = Desk::practice();
    let job = format!(
        "skill = {:?}\ntasks = {:?}\nmodel = \"practice/sample\"\nagents = 4\nbudget_usd = \"1\"\nlimit = 3\n",
        crate::setup::root().join("skills/card-coding"),
        crate::setup::root().join("samples/month-end/card-lines.csv"),
    );
    let file = desk.file("month.toml", job);
    let said: crate::setup::Said = desk
        .command("run --json --agents 2 --job")
        .arg(file)
        .output()
        .unwrap()
        .into();
    assert_eq!(said.code, 0, "{}", said.err);
    let run = said.json();
    assert_eq!(
        (&run["tasks"]["total"], &run["agents"]),
        (&json!(3), &json!(2))
    );
}

#[test]
fn a_price_the_person_enters_wins_over_the_book() {
    let desk = Desk::practice();
    assert_eq!(
        desk.run("prices set anthropic/claude-haiku-5-5 --input 7 --output 9")
            .code,
        0
    );
    let prices = desk.run("prices --json").json();
    let own = prices["prices"]
        .as_array()
        .unwrap()
        .iter()
        .find(|price| price["model"] == "anthropic/claude-haiku-5-5");
    assert_eq!(own.unwrap()["input"], "7");
    assert_eq!(
        desk.run("prices set anthropic/claude-haiku-5-5 --input seven --output 9")
            .code,
        2
    );
}
