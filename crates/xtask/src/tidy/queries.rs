//! The data of checked queries is what the migrations say today, and no query that is gone left its data behind.

use anyhow::{Context as _, Result};
use serde_json::Value;

use super::Fault;
use crate::queries::{self, FOLDER, MIGRATIONS};
use crate::tree::{Tree, ends_in};

/// Where queries are written.
const SOURCES: &str = "crates/mill-store/src/";
/// What to do about every fault of this check.
const RENEW: &str = "run `cargo xtask sqlx`";

/// Checks every file of `.sqlx`.
///
/// # Errors
/// If a file cannot be read, or the migrations do not run.
pub(super) fn check(tree: &Tree) -> Result<Vec<Fault>> {
    let files: Vec<&str> = tree
        .files(|file| file.starts_with(FOLDER) && ends_in(file, &["json"]))
        .collect();
    if files.is_empty()
        || tree
            .files(|file| file.starts_with(MIGRATIONS))
            .next()
            .is_none()
    {
        return Ok(Vec::new());
    }
    let mut sources = String::new();
    for file in tree.files(|file| file.starts_with(SOURCES)) {
        sources.push_str(&tree.text(file)?);
    }
    let sources = without_spaces(&sources);

    let saved: Vec<Value> = files
        .iter()
        .map(|file| {
            serde_json::from_str(&tree.text(file)?).with_context(|| format!("cannot parse {file}"))
        })
        .collect::<Result<_>>()?;
    let texts: Vec<String> = saved
        .iter()
        .map(|saved| text_of(saved).to_owned())
        .collect();
    let described = queries::describe_all(tree.root(), &texts)?;

    let mut faults = Vec::new();
    for (((file, saved), text), described) in files.iter().zip(&saved).zip(&texts).zip(described) {
        match described {
            Err(error) => faults.push(Fault::new(
                *file,
                format!("its query no longer fits: {error}; {RENEW}"),
            )),
            Ok(described) if !same(&saved["describe"], &described) => {
                faults.push(Fault::new(
                    *file,
                    format!("is older than the migrations: {RENEW}"),
                ));
            }
            Ok(_) if !is_written(&sources, &without_spaces(text)) => {
                faults.push(Fault::new(*file, format!("no query uses it: {RENEW}")));
            }
            Ok(_) => {}
        }
    }
    Ok(faults)
}

/// Literals a macro may put one query together of.
const PIECES: usize = 3;

/// True if the query stands in the sources, whole or as a few literals that a macro puts together.
fn is_written(sources: &str, query: &str) -> bool {
    let mut rest = query;
    for _ in 0..PIECES {
        if sources.contains(rest) {
            return true;
        }
        let ends: Vec<usize> = rest.char_indices().map(|(at, _)| at).collect();
        let known = ends.partition_point(|end| sources.contains(&rest[..*end]));
        let Some(end) = known.checked_sub(1).and_then(|at| ends.get(at)) else {
            return false;
        };
        rest = &rest[*end..];
    }
    false
}

fn text_of(saved: &Value) -> &str {
    saved["query"].as_str().unwrap_or_default()
}

/// Compares what a program is compiled by: columns with their types, the number of parameters, what may be null.
fn same(saved: &Value, described: &Value) -> bool {
    ["columns", "parameters", "nullable"]
        .iter()
        .all(|part| saved[part] == described[part])
}

/// A source line may be broken with a backslash; the query it makes is not.
fn without_spaces(text: &str) -> String {
    text.replace("\\\"", "\"")
        .chars()
        .filter(|letter| !letter.is_whitespace() && *letter != '\\')
        .collect()
}

#[cfg(test)]
mod tests {
    use super::is_written;

    #[test]
    fn a_query_may_be_put_together_of_a_few_literals() {
        let sources = "SELECTa;SELECTcount;FROMtaskWHEREx;ORDERBYa";
        assert!(is_written(sources, "SELECTaFROMtaskWHERExORDERBYa"));
        assert!(is_written(sources, "SELECTcountFROMtaskWHEREx"));
        assert!(!is_written(sources, "SELECTbFROMtaskWHEREx"));
        assert!(!is_written(sources, "SELECTaFROMjobWHEREx"));
    }
}
