//! The least a program can do for many calls: so many agents post a question and read the answer, and keep nothing.
//! `npm run bench` holds the whole house against it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use reqwest::Client;
use serde_json::json;

/// `bare-loop URL TASKS AGENTS`: prints one JSON line with the time it took.
#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [url, tasks, agents] = arguments.as_slice() else {
        return Err("usage: bare-loop URL TASKS AGENTS".into());
    };
    let (tasks, agents): (u64, usize) = (tasks.parse()?, agents.parse()?);
    let url = format!("{url}/v1/chat/completions");
    let client = Client::builder().pool_max_idle_per_host(agents).build()?;
    let (next, began) = (Arc::new(AtomicU64::new(0)), Instant::now());
    let work: Vec<_> = (0..agents)
        .map(|_| {
            let (client, url, next) = (client.clone(), url.clone(), Arc::clone(&next));
            tokio::spawn(async move {
                loop {
                    let task = next.fetch_add(1, Ordering::Relaxed);
                    if task >= tasks {
                        return Ok(());
                    }
                    ask(&client, &url, task).await?;
                }
            })
        })
        .collect();
    for agent in work {
        agent.await?.map_err(|error: reqwest::Error| error)?;
    }
    announce(began);
    Ok(())
}

/// The same question that the house asks in `tests/bench/echo`, in size and kind.
async fn ask(client: &Client, url: &str, task: u64) -> Result<(), reqwest::Error> {
    let body = json!({
        "model": "scripted",
        "stream": true,
        "stream_options": {"include_usage": true},
        "max_tokens": 40,
        "messages": [
            {"role": "system", "content": "Repeat the word. ".repeat(30)},
            {"role": "user", "content": format!("Word: word{task}")},
        ],
        "response_format": {"type": "json_schema", "json_schema": {"name": "answer", "strict": true, "schema": {
            "type": "object", "additionalProperties": false, "required": ["echo"],
            "properties": {"echo": {"type": "string"}},
        }}},
    });
    let reply = client.post(url).json(&body).send().await?;
    reply.error_for_status()?.bytes().await?;
    Ok(())
}

#[expect(clippy::print_stdout, reason = "the one line its caller reads")]
fn announce(began: Instant) {
    println!("{}", json!({"wall_ms": began.elapsed().as_millis()}));
}
