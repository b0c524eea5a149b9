//! Which room may use which. A new edge is a decision: it needs a record in `docs/decisions` before a line here.

use anyhow::{Context as _, Result};
use toml::Table;

use super::Fault;
use crate::tree::Tree;

const DOMAIN: &[&str] = &["mill-domain"];
const HOST: &[&str] = &["mill-api", "mill-engine"];

/// Room, then the rooms it may use.
const ALLOWED: &[(&str, &[&str])] = &[
    ("mill-domain", &[]),
    ("mill-store", DOMAIN),
    ("mill-secrets", DOMAIN),
    ("mill-llm", DOMAIN),
    ("mill-skills", DOMAIN),
    ("mill-tables", DOMAIN),
    ("mill-files", DOMAIN),
    ("mill-workflow", DOMAIN),
    ("mill-pool", &["mill-domain", "mill-store"]),
    ("mill-statistics", &[]),
    (
        "mill-engine",
        &[
            "mill-domain",
            "mill-files",
            "mill-llm",
            "mill-pool",
            "mill-secrets",
            "mill-skills",
            "mill-statistics",
            "mill-store",
            "mill-tables",
            "mill-workflow",
        ],
    ),
    ("mill-api", &["mill-domain", "mill-engine"]),
    ("mill-cli", &["mill-api", "mill-domain", "mill-engine"]),
    ("mill-devserver", HOST),
    ("stampmill-desktop", HOST),
    ("mill-testkit", &["mill-domain", "mill-store"]),
    ("xtask", &[]),
];

/// For tests only, and then for everyone.
const TESTKIT: &str = "mill-testkit";

/// Checks the manifest of every room.
///
/// # Errors
/// If a manifest cannot be read.
pub(super) fn check(tree: &Tree) -> Result<Vec<Fault>> {
    let mut faults = Vec::new();
    let manifests = tree.files(|file| {
        (file.starts_with("crates/")
            && file.ends_with("/Cargo.toml")
            && file.matches('/').count() == 2)
            || file == "src-tauri/Cargo.toml"
    });
    for file in manifests {
        let manifest: Table = tree
            .text(file)?
            .parse()
            .with_context(|| format!("cannot parse {file}"))?;
        check_manifest(file, &manifest, &mut faults);
    }
    Ok(faults)
}

fn check_manifest(file: &str, manifest: &Table, faults: &mut Vec<Fault>) {
    let name = manifest
        .get("package")
        .and_then(|package| package.get("name"))
        .and_then(toml::Value::as_str)
        .unwrap_or_default();
    let Some((_, allowed)) = ALLOWED.iter().find(|(room, _)| *room == name) else {
        faults.push(Fault::new(
            file,
            format!("room `{name}` is not in the table of crates/xtask/src/tidy/edges.rs"),
        ));
        return;
    };
    for section in ["dependencies", "build-dependencies", "dev-dependencies"] {
        for dependency in names_in(manifest, section) {
            let for_tests = section == "dev-dependencies" && dependency == TESTKIT;
            if is_room(dependency) && !allowed.contains(&dependency) && !for_tests {
                faults.push(Fault::new(
                    file,
                    format!("`{name}` may not use `{dependency}` ({section})"),
                ));
            }
            if name != "stampmill-desktop" && dependency.starts_with("tauri") {
                faults.push(Fault::new(
                    file,
                    format!(
                        "only src-tauri may use `{dependency}`: the engine runs without a window"
                    ),
                ));
            }
        }
    }
}

fn names_in<'a>(manifest: &'a Table, section: &str) -> impl Iterator<Item = &'a str> {
    let table = manifest.get(section).and_then(toml::Value::as_table);
    table
        .into_iter()
        .flat_map(|table| table.keys().map(String::as_str))
}

fn is_room(dependency: &str) -> bool {
    dependency.starts_with("mill-") || ALLOWED.iter().any(|(room, _)| *room == dependency)
}
