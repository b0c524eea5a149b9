//! Killed, interrupted, resumed: nothing lost, nothing done twice.

use std::fmt::Write as _;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use mill_testkit::Turn;
use serde_json::Value;

use crate::setup::{ANSWER, Desk, Said, adds_up, until};

/// 60 rows; 7, 19 and 44 are the same text.
fn sixty() -> String {
    let mut csv = "Service Area,Creditor,JV Value\n".to_owned();
    for row in 1..=60 {
        let shop = if [7, 19, 44].contains(&row) {
            "SAME SHOP".to_owned()
        } else {
            format!("SHOP NUMBER {row}")
        };
        writeln!(csv, "Adults,{shop},{row}.50").unwrap();
    }
    csv
}

const FLAGS: &str = "--model anthropic/claude-haiku-5-5 --agents 6 --budget 2 --json";

fn started(desk: &Desk) -> std::process::Child {
    let tasks = desk.file("sixty.csv", sixty());
    desk.command(&format!("run --skill skills/card-coding {FLAGS} --tasks"))
        .arg(tasks)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_kill_the_run_goes_on_and_pays_at_most_for_the_calls_in_flight() {
    let calls = Arc::new(AtomicU32::new(0));
    let seen = Arc::clone(&calls);
    let desk = Desk::with(move |_| {
        seen.fetch_add(1, Ordering::SeqCst);
        Turn::answer(ANSWER).after(Duration::from_millis(40))
    })
    .await;
    let mut child = started(&desk);
    until("thirty calls were made", || {
        calls.load(Ordering::SeqCst) >= 30
    })
    .await;
    child.kill().unwrap();
    child.wait().unwrap();
    let asked_before = calls.load(Ordering::SeqCst);

    let paused = desk.run("show last --json").json();
    adds_up(&paused);
    assert_eq!(
        (paused["state"].as_str(), paused["reason"].as_str()),
        (Some("paused"), Some("interrupted"))
    );
    let done_before = paused["tasks"]["done"].as_u64().unwrap();
    assert!(done_before > 0);
    assert_ne!(
        paused["uncertain_usd"], "0",
        "calls in flight are booked as uncertain"
    );

    let resumed = desk.run_asking("resume last --json").await;
    assert_eq!(resumed.code, 0, "{}", resumed.err);
    let run = resumed.json();
    adds_up(&run);
    assert_eq!(run["tasks"]["done"], 60);
    let asked_after = u64::from(calls.load(Ordering::SeqCst) - asked_before);
    assert_eq!(
        asked_after,
        60 - done_before,
        "no finished row was asked again"
    );
    let total = u64::from(calls.load(Ordering::SeqCst));
    assert!(total <= 60 + 6, "{total} calls for 60 rows and 6 agents");
    for row in [7, 19, 44] {
        let shown = desk.run("show last --json").json();
        assert_eq!(
            shown["results"][row - 1]["outcome"],
            "done",
            "row {row} is one of three that look the same"
        );
    }
}

/// A skill whose account a second model of another provider is asked about.
fn seconded(desk: &Desk) -> String {
    let toml = r#"
[inputs]
creditor = { label = "Creditor", type = "text" }
[outputs]
account = { label = "Account", type = "text" }
[[checks]]
kind = "agree"
field = "account"
model = "openai/gpt-6-luna"
[defaults]
max_output_tokens = 100
"#;
    let told = "---\nname: seconded\ndescription: Say the account.\n---\nSay the account.\n";
    desk.file("seconded/stampmill.toml", toml);
    let skill = desk.file("seconded/SKILL.md", told);
    skill.parent().unwrap().display().to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_kill_while_second_models_think_no_answer_is_bought_twice_and_none_is_lost() {
    let slow = Arc::new(AtomicBool::new(true));
    let hangs = Arc::clone(&slow);
    let [firsts, seconds] = [(); 2].map(|()| Arc::new(AtomicU32::new(0)));
    let counted = (Arc::clone(&firsts), Arc::clone(&seconds));
    let desk = Desk::with(move |asked| {
        if !asked.model.contains("gpt") {
            counted.0.fetch_add(1, Ordering::SeqCst);
            return Turn::answer(r#"{"account":"Food"}"#);
        }
        counted.1.fetch_add(1, Ordering::SeqCst);
        let turn = Turn::answer(r#"{"account":"Travel"}"#);
        if hangs.load(Ordering::SeqCst) {
            return turn.after(Duration::from_mins(1));
        }
        turn
    })
    .await;
    let skill = seconded(&desk);
    let tasks = desk.file("three.csv", "Creditor\nSHOP 1\nSHOP 2\nSHOP 3\n");
    let words = "--model anthropic/claude-haiku-4-5 --agents 2 --budget 2 --json";
    let mut child = desk
        .command(&format!("run --skill {skill} {words} --tasks"))
        .arg(tasks)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let asked = || {
        (
            firsts.load(Ordering::SeqCst),
            seconds.load(Ordering::SeqCst),
        )
    };
    until("two second models think", || asked().1 == 2).await;
    child.kill().unwrap();
    child.wait().unwrap();
    slow.store(false, Ordering::SeqCst);
    let resumed = desk.run_asking("resume last --json").await;
    assert_eq!(resumed.code, 0, "{}", resumed.err);
    let run = resumed.json();
    adds_up(&run);
    assert_eq!(run["tasks"]["done"], 3);
    assert_eq!(asked(), (3, 5), "only what nobody answered is asked again");
    assert_ne!(run["uncertain_usd"], "0", "two questions were in flight");
    let shown = desk.run("show last --json").json();
    for row in shown["results"].as_array().unwrap() {
        assert_eq!(row["findings"].as_array().unwrap().len(), 1, "{row}");
        assert_eq!(row["model"], "anthropic/claude-haiku-4-5");
        let agent = row["agent"].as_u64().unwrap();
        assert!((1..=2).contains(&agent), "{row}");
    }
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn an_interrupt_ends_quickly_with_130_and_can_be_resumed() {
    let desk = Desk::with(|_| Turn::answer(ANSWER).after(Duration::from_millis(300))).await;
    let child = started(&desk);
    let bill = || desk.server.as_ref().unwrap().bill().requests;
    until("some calls were made", || bill() >= 8).await;
    let told = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(told.success());
    let said = tokio::task::spawn_blocking(move || Said::from(child.wait_with_output().unwrap()))
        .await
        .unwrap();
    assert_eq!(said.code, 130, "{}", said.err);
    let run = said.json();
    adds_up(&run);
    assert_eq!(run["state"], "paused");
    assert_eq!(
        run["reserved_usd"], "0",
        "nothing is held for calls that were closed"
    );
    let resumed = desk.run_asking("resume last --json").await;
    assert_eq!(resumed.code, 0, "{}", resumed.err);
    assert_eq!(resumed.json()["tasks"]["done"], 60);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cap_raised_from_another_command_is_seen_by_the_running_one() {
    let desk = Desk::with(|_| Turn::answer(ANSWER).after(Duration::from_millis(100))).await;
    let child = started(&desk);
    until("some calls were made", || {
        desk.server.as_ref().unwrap().bill().requests >= 4
    })
    .await;
    let told = desk.run("budget last 0.000001 --json");
    assert_eq!(told.code, 0, "{}", told.err);
    let said = tokio::task::spawn_blocking(move || Said::from(child.wait_with_output().unwrap()))
        .await
        .unwrap();
    assert_eq!(said.code, 4, "{}", said.err);
    let run = said.json();
    adds_up(&run);
    assert_eq!(
        (run["state"].as_str(), run["reason"].as_str()),
        (Some("paused"), Some("budget"))
    );
    assert!(run["tasks"]["waiting"].as_u64().unwrap() > 0);
    let more = run["more_needed_usd"].as_str().map(str::parse::<f64>);
    assert!(
        matches!(more, Some(Ok(more)) if more > 0.0),
        "{:?}",
        run.get("more_needed_usd")
    );
    let resumed = desk.run_asking("resume last --budget 2 --json").await;
    assert_eq!(resumed.code, 0, "{}", resumed.err);
    assert_eq!(resumed.json()["outcomes"]["done"], Value::from(60));
}
