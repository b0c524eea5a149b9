#![doc = include_str!("../README.md")]

mod calls;
mod events;
mod guard;
mod pages;
mod server;
mod transfers;

use std::io::{Read as _, Write as _};
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::Parser;
use mill_api::{Host, HostOptions};
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::server::Server;

/// Shows the user interface in a browser, with the engine of this machine behind it. For development and tests.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// The data folder; the engine's own choice when left out.
    #[arg(long)]
    home: Option<PathBuf>,
    /// The port on 127.0.0.1; 0 takes a free one.
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// The built pages.
    #[arg(long, default_value = "ui/dist")]
    dist: PathBuf,
    /// End when standard input ends, so that the server never outlives the test that started it.
    #[arg(long)]
    end_with_stdin: bool,
}

#[tokio::main]
async fn main() -> Result<()> {
    tracing_subscriber::fmt()
        .with_env_filter(tracing_subscriber::EnvFilter::from_default_env())
        .with_writer(std::io::stderr)
        .init();
    let arguments = Arguments::parse();
    let listener = TcpListener::bind(("127.0.0.1", arguments.port))
        .await
        .context("cannot listen on 127.0.0.1")?;
    let host = Host::open(HostOptions::new(arguments.home)).await?;
    let server = Server::new(host.clone(), listener.local_addr()?.port())?;

    let mut line = serde_json::json!({ "url": server.url() }).to_string();
    line.push('\n');
    std::io::stdout().write_all(line.as_bytes())?;
    std::io::stdout().flush()?;

    // Not a graceful end: a subscription to the events would never let go.
    tokio::select! {
        served = axum::serve(listener, server.router(&arguments.dist)) => served?,
        () = stdin_ended(arguments.end_with_stdin) => {}
        interrupted = tokio::signal::ctrl_c() => interrupted?,
    }
    host.close().await;
    Ok(())
}

/// Comes back when standard input ends; never when that does not count.
async fn stdin_ended(counts: bool) {
    if !counts {
        return std::future::pending().await;
    }
    let (tell, told) = oneshot::channel();
    std::thread::spawn(move || {
        // Input that cannot be read has ended too.
        let read = std::io::stdin().read_to_end(&mut Vec::new());
        let _unheard = tell.send(read.is_ok());
    });
    let _ended = told.await;
}
