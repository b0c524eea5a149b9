//! The scripted provider as a program of its own, for end-to-end tests and measurements.

use std::path::PathBuf;

use clap::Parser;
use mill_domain::{Prices, TokenPrices, UsdPerToken};
use mill_testkit::{Asked, ScriptedServer, ServerOptions, Turn};

/// A provider on this machine that answers as told. It prints one JSON line with its port and runs until it is ended;
/// `GET /bill` tells what it counted and billed.
#[derive(Debug, Parser)]
struct Arguments {
    /// Port; 0 takes a free one.
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// The answer to everything, as JSON or text; without it answers are made from the schema.
    #[arg(long)]
    answer_json: Option<String>,
    /// A JSON array of turns that are played in order, the last one for ever.
    #[arg(long)]
    script: Option<PathBuf>,
    /// A JSON array of `{"contains": "TEXT", "answer": {…}}`: the first whose text is in the user message answers.
    #[arg(long)]
    answers: Option<PathBuf>,
    /// Milliseconds before every answer.
    #[arg(long, default_value_t = 0)]
    delay_ms: u64,
    /// Requests a minute that are let through.
    #[arg(long)]
    requests_per_minute: Option<u32>,
    /// Count refused requests against that limit too.
    #[arg(long)]
    count_refused: bool,
    /// The only key that is accepted.
    #[arg(long)]
    key: Option<String>,
    /// USD per million input tokens, for the bill.
    #[arg(long, default_value = "0")]
    price_in: String,
    /// USD per million output tokens, for the bill.
    #[arg(long, default_value = "0")]
    price_out: String,
    /// Model names to list.
    #[arg(long = "model", default_value = "scripted")]
    models: Vec<String>,
    /// Keep no requests: for long measurements.
    #[arg(long)]
    forgetful: bool,
}

#[derive(Debug, serde::Deserialize)]
struct Rule {
    contains: String,
    answer: serde_json::Value,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = Arguments::parse();
    let price = Prices {
        base: TokenPrices {
            input: UsdPerToken::from_usd_per_million(&arguments.price_in)?,
            output: UsdPerToken::from_usd_per_million(&arguments.price_out)?,
            ..Prices::FREE.base
        },
        ..Prices::FREE
    };
    let options = ServerOptions {
        port: arguments.port,
        key: arguments.key.clone(),
        requests_per_minute: arguments.requests_per_minute,
        counts_refused: arguments.count_refused,
        default_price: Some(price),
        models: arguments.models.clone(),
        forgetful: arguments.forgetful,
        ..ServerOptions::default()
    };
    let server = ScriptedServer::with_options(options, script(&arguments)?).await?;
    announce(&server);
    server.ended().await;
    Ok(())
}

#[expect(
    clippy::print_stdout,
    reason = "the one line a parent process waits for"
)]
fn announce(server: &ScriptedServer) {
    println!(
        "{}",
        serde_json::json!({"port": server.port(), "url": server.url()})
    );
}

fn script(
    arguments: &Arguments,
) -> Result<impl Fn(&Asked) -> Turn + Send + Sync + 'static, Box<dyn std::error::Error>> {
    let turns: Vec<Turn> = match &arguments.script {
        Some(path) => serde_json::from_str(&std::fs::read_to_string(path)?)?,
        None => Vec::new(),
    };
    let rules: Vec<Rule> = match &arguments.answers {
        Some(path) => serde_json::from_str(&std::fs::read_to_string(path)?)?,
        None => Vec::new(),
    };
    let fixed = arguments.answer_json.clone();
    let delay_ms = arguments.delay_ms;
    Ok(move |asked: &Asked| {
        let place = usize::try_from(asked.number)
            .unwrap_or(usize::MAX)
            .min(turns.len().saturating_sub(1));
        if let Some(turn) = turns.get(place) {
            return turn.clone();
        }
        let by_rule = rules
            .iter()
            .find(|rule| asked.user.contains(&rule.contains))
            .map(|rule| rule.answer.to_string());
        let text = by_rule
            .or_else(|| fixed.clone())
            .unwrap_or_else(|| asked.schema_answer());
        Turn {
            delay_ms,
            ..Turn::answer(text)
        }
    })
}
