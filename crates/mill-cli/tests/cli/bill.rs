//! The books of the command against the provider's bill, to the nano-dollar, in every language a provider speaks.

use mill_domain::{Prices, TokenPrices, Usage, UsdPerToken};
use mill_testkit::{Asked, ScriptedServer, ServerOptions, Turn};

use crate::setup::{ANSWER, Desk, adds_up};

/// A model for each language, and the prices it is given, USD per million tokens in, out, read and written.
const MODELS: [&str; 4] = [
    "anthropic/claude-billed",
    "openai/gpt-billed",
    "custom/house",
    "gemini/gemini-billed",
];
const PRICES: [&str; 4] = ["3.003", "15.017", "0.307", "3.751"];

/// So many rows meet each kind of end twice.
const ROWS: u64 = 20;

fn usage(row: u64) -> Usage {
    Usage {
        input_tokens: 1_000 + row * 7,
        cache_read_tokens: 300 + row,
        output_tokens: 90 + row,
        ..Usage::default()
    }
}

/// Every way in which a call may end, by the row; the next call of the same row is answered.
fn script(asked: &Asked) -> Turn {
    let Some(row) = asked.user.split("SHOP ").nth(1) else {
        return Turn::answer(ANSWER).with_usage(usage(ROWS));
    };
    let row: u64 = row[..3].parse().unwrap();
    let answer = Turn::answer(ANSWER).with_usage(usage(row));
    if asked.seen_before > 0 {
        return answer;
    }
    match row % 10 {
        8 => Turn::answer(r#"{"account":"No such account"}"#).with_usage(usage(row)),
        9 => Turn::empty().with_usage(usage(row)),
        trouble => Turn::trouble(trouble, &ANSWER[..30], usage(row)).unwrap_or(answer),
    }
}

fn prices() -> Prices {
    let price = |text: &str| UsdPerToken::from_usd_per_million(text).unwrap();
    let [input, output, read, write] = PRICES.map(price);
    Prices {
        base: TokenPrices {
            input,
            output,
            cache_read: Some(read),
            cache_write_short: Some(write),
            cache_write_long: Some(write),
        },
        ..Prices::FREE
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_call_costs_what_the_provider_bills_in_every_language() {
    for model in MODELS {
        let options = ServerOptions {
            default_price: Some(prices()),
            ..ServerOptions::default()
        };
        let server = ScriptedServer::with_options(options, script).await.unwrap();
        let url = server.url();
        let desk = Desk {
            server: Some(server),
            ..Desk::practice()
        };
        let [input, output, read, write] = PRICES;
        let set = desk.run(&format!(
            "prices set {model} --input {input} --output {output} --cache-read {read} --cache-write {write} --from 2020-01-01"
        ));
        assert_eq!(set.code, 0, "{}", set.err);
        let rows: Vec<String> = (1..=ROWS)
            .map(|row| format!("Adult Social Care,SHOP {row:03},{row}.50"))
            .collect();
        let rows = rows.join("\n");
        let file = desk.file(
            "lines.csv",
            format!("Service Area,Creditor,JV Value\n{rows}"),
        );
        let endpoint = if model.starts_with("custom/") {
            format!("--endpoint {url}")
        } else {
            String::new()
        };
        let said = desk
            .run_asking(&format!(
                "run --skill skills/card-coding --tasks {} --model {model} {endpoint} --agents 5 --budget 5 --json",
                file.display()
            ))
            .await;
        let run = said.json();
        adds_up(&run);
        assert_eq!(
            (said.code, &run["state"]),
            (3, &"finished".into()),
            "{model}: {run}"
        );
        let outcomes = &run["outcomes"];
        assert_eq!(
            (&outcomes["cut_off"], &outcomes["refused"]),
            // An answer without a word is a refusal, too.
            (&2.into(), &4.into()),
            "{model}: {run}"
        );
        let server = desk.server.as_ref().unwrap();
        let bill = server.settled_bill().await;
        assert!(bill.cost.is_positive());
        assert_eq!(run["uncertain_usd"], "0", "{model}");
        assert_eq!(run["cost_usd"], bill.cost.to_string(), "{model}");
        for by in ["day", "skill", "model", "job", "run", "key"] {
            let cost = desk.run(&format!("cost --by {by} --json")).json();
            assert_eq!(cost["total_usd"], bill.cost.to_string(), "{model} by {by}");
            assert_eq!(
                cost["rows"][0]["cost_usd"],
                bill.cost.to_string(),
                "{model} by {by}"
            );
            assert_eq!(
                cost["rows"][0]["requests"], bill.requests,
                "{model} by {by}: every request is told, the refused ones too"
            );
        }
    }
}
