//! The scripted server as a program, and its bill.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests fail loudly")]

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use mill_testkit::{Kind, ScriptedServer, ServerOptions, Turn};
use serde_json::{Value as Json, json};

/// A program that is ended with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

fn program(arguments: &[&str]) -> (Running, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_scripted-server"))
        .args(arguments)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    let told: Json = serde_json::from_str(&line).unwrap();
    (Running(child), told["url"].as_str().unwrap().to_owned())
}

async fn post(url: &str, body: &Json) -> (u16, String) {
    let reply = reqwest::Client::new()
        .post(url)
        .json(body)
        .send()
        .await
        .unwrap();
    (reply.status().as_u16(), reply.text().await.unwrap())
}

fn message(text: &str) -> Json {
    json!({"model": "scripted", "max_tokens": 10, "stream": true, "messages": [{"role": "user", "content": text}]})
}

#[tokio::test]
async fn the_program_tells_its_port_answers_and_bills() {
    let (_running, url) = program(&[
        "--answer-json",
        "{\"account\":\"Food\"}",
        "--price-in",
        "1",
        "--price-out",
        "5",
    ]);
    let (status, reply) = post(&format!("{url}/v1/messages"), &message("OYSTER")).await;
    assert_eq!(status, 200);
    assert!(
        reply.contains("message_stop") && reply.contains("Food"),
        "{reply}"
    );
    let bill: Json = reqwest::get(format!("{url}/bill"))
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    // "OYSTER" is two tokens at one dollar a million, the answer six at five.
    assert_eq!(
        (&bill["requests"], &bill["cost_usd"]),
        (&json!(1), &json!("0.000032"))
    );
}

#[tokio::test]
async fn the_program_plays_turns_and_answers_by_rule() {
    let folder = std::env::temp_dir().join(format!("scripted-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let turns = serde_json::to_string(&vec![Turn::rate_limited(3), Turn::answer("done")]).unwrap();
    std::fs::write(folder.join("turns.json"), turns).unwrap();
    let rules = json!([{"contains": "OYSTER", "answer": {"account": "Travel"}}, {"contains": "", "answer": {"account": "?"}}]);
    std::fs::write(folder.join("rules.json"), rules.to_string()).unwrap();

    let (_turns, url) = program(&["--script", folder.join("turns.json").to_str().unwrap()]);
    assert_eq!(
        post(&format!("{url}/v1/messages"), &message("a")).await.0,
        429
    );
    assert!(
        post(&format!("{url}/v1/messages"), &message("a"))
            .await
            .1
            .contains("ne\"}")
    );

    let (_rules, url) = program(&["--answers", folder.join("rules.json").to_str().unwrap()]);
    assert!(
        post(&format!("{url}/v1/messages"), &message("TFL OYSTER"))
            .await
            .1
            .contains("Travel")
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test]
async fn refused_requests_are_counted_and_not_billed() {
    let options = ServerOptions {
        requests_per_minute: Some(60),
        ..ServerOptions::default()
    };
    let server = ScriptedServer::with_options(options, |_| Turn::answer("x"))
        .await
        .unwrap();
    let url = format!("{}/v1/messages", server.url());
    let mut statuses = Vec::new();
    for _ in 0..3 {
        statuses.push(post(&url, &message("a")).await.0);
    }
    assert_eq!(statuses, [200, 429, 429]);
    let bill = server.settled_bill().await;
    assert_eq!((bill.requests, bill.limited, bill.billed), (3, 2, 1));
}

#[tokio::test]
async fn a_repeated_text_is_known_and_the_peak_is_measured() {
    let server = ScriptedServer::start(|asked| Turn {
        delay_ms: 60,
        ..Turn::of(Kind::Answer {
            text: format!("seen {} times", asked.seen_before),
        })
    })
    .await
    .unwrap();
    let url = format!("{}/v1/messages", server.url());
    let (one, two) = (message("one"), message("two"));
    let (first, second) = tokio::join!(post(&url, &one), post(&url, &two));
    assert!(
        first.1.contains("seen 0") && second.1.contains("seen 0"),
        "{first:?} {second:?}"
    );
    assert!(post(&url, &message("one")).await.1.contains("seen 1"));
    assert_eq!(server.settled_bill().await.peak, 2);
}
