//! What `npm run bench -- csv-import` measures: a CSV read as a task list (`ours`), or only taken apart by the reader
//! below it (`bare`). Prints one JSON object: milliseconds, rows, and the most memory the process had, in KiB.
#![allow(clippy::print_stdout, reason = "its output is what it is for")]

use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;

use mill_tables::{ReadOptions, read_table};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mode = arguments.next().ok_or("say ours or bare")?;
    let file = PathBuf::from(arguments.next().ok_or("say which file")?);
    let begun = Instant::now();
    let rows = if mode == "bare" {
        bare(&file)?
    } else {
        read_table(&file, &ReadOptions::default())?.rows.len()
    };
    let took = begun.elapsed().as_secs_f64() * 1000.0;
    let peak = peak_kib().unwrap_or_default();
    println!("{{\"ms\":{took:.1},\"rows\":{rows},\"peak_kib\":{peak}}}");
    Ok(())
}

/// Every row as texts, as a program would hold them, and nothing more.
fn bare(file: &std::path::Path) -> Result<usize, Box<dyn Error>> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for record in csv::Reader::from_path(file)?.records() {
        rows.push(record?.iter().map(str::to_owned).collect());
    }
    Ok(rows.len())
}

/// The most memory this process had; `None` where the system does not say.
fn peak_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
