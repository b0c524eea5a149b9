#![doc = include_str!("../README.md")]

mod bindings;
mod prices;
mod queries;
mod tidy;
mod tree;

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, Result};

/// Words for people who call this without or with an unknown word.
const USAGE: &str = "usage: cargo xtask tidy | bindings | sqlx | prices FILE";

#[expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command line talks on the terminal"
)]
fn main() -> Result<ExitCode> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .context("xtask has no repository around it")?;
    match std::env::args().nth(1).as_deref() {
        Some("tidy") => {
            let faults = tidy::run(root)?;
            for fault in &faults {
                println!("{fault}");
            }
            println!("tidy: {} faults", faults.len());
            Ok(if faults.is_empty() {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            })
        }
        Some("bindings") => {
            let path = bindings::write(root)?;
            println!("wrote {}", path.display());
            Ok(ExitCode::SUCCESS)
        }
        Some("sqlx") => {
            let folder = queries::write(root)?;
            println!("wrote {}", folder.display());
            Ok(ExitCode::SUCCESS)
        }
        Some("prices") => {
            let order = prices::Order::read(std::env::args().skip(2))?;
            Ok(if prices::refresh(root, &order)? {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            })
        }
        _ => {
            eprintln!("{USAGE}");
            Ok(ExitCode::from(2))
        }
    }
}
