//! Each planted fault is found, and a tidy house has none.

use std::path::Path;

use anyhow::Result;
use tempfile::TempDir;

use super::{Fault, bindings, without_bindings};
use crate::tree::Tree;

/// A repository of these files.
fn house(files: &[(&str, &str)]) -> TempDir {
    let house = tempfile::tempdir().unwrap();
    for (file, text) in files {
        let path = house.path().join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    house
}

fn faults(files: &[(&str, &str)]) -> Vec<String> {
    let house = house(files);
    let tree = Tree::read(house.path()).unwrap();
    without_bindings(&tree)
        .unwrap()
        .iter()
        .map(Fault::to_string)
        .collect()
}

fn crate_with(name: &str, dependencies: &str) -> [(String, String); 3] {
    [
        (
            format!("crates/{name}/Cargo.toml"),
            format!("[package]\nname = \"{name}\"\n{dependencies}"),
        ),
        (format!("crates/{name}/README.md"), format!("# {name}\n")),
        (
            format!("crates/{name}/src/lib.rs"),
            "#![doc = include_str!(\"../README.md\")]\n".to_owned(),
        ),
    ]
}

fn faults_of_crate(name: &str, dependencies: &str) -> Vec<String> {
    let files = crate_with(name, dependencies);
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(file, text)| (file.as_str(), text.as_str()))
        .collect();
    faults(&files)
}

#[test]
fn a_tidy_crate_has_no_fault() {
    let dependencies = "[dependencies]\nmill-domain = \"1\"\nserde = \"1\"\n[dev-dependencies]\nmill-testkit = \"1\"\n";
    assert_eq!(
        faults_of_crate("mill-store", dependencies),
        Vec::<String>::new()
    );
}

#[test]
fn siblings_that_meet_are_found() {
    assert_eq!(
        faults_of_crate("mill-store", "[dependencies]\nmill-llm = \"1\"\n"),
        ["crates/mill-store/Cargo.toml: `mill-store` may not use `mill-llm` (dependencies)"]
    );
}

#[test]
fn the_testkit_outside_tests_is_found() {
    assert_eq!(
        faults_of_crate("mill-engine", "[dependencies]\nmill-testkit = \"1\"\n"),
        ["crates/mill-engine/Cargo.toml: `mill-engine` may not use `mill-testkit` (dependencies)"]
    );
}

#[test]
fn a_window_below_the_hosts_is_found() {
    assert_eq!(
        faults_of_crate("mill-engine", "[dependencies]\ntauri = \"2\"\n"),
        [
            "crates/mill-engine/Cargo.toml: only src-tauri may use `tauri`: the engine runs without a window"
        ]
    );
}

#[test]
fn an_unknown_room_is_found() {
    assert_eq!(
        faults_of_crate("mill-new", ""),
        [
            "crates/mill-new/Cargo.toml: room `mill-new` is not in the table of crates/xtask/src/tidy/edges.rs"
        ]
    );
}

#[test]
fn a_crate_without_readme_is_found_twice() {
    assert_eq!(
        faults(&[
            (
                "crates/mill-store/Cargo.toml",
                "[package]\nname = \"mill-store\"\n"
            ),
            ("crates/mill-store/src/lib.rs", "")
        ]),
        [
            "crates/mill-store/README.md: is missing or does not begin with a heading",
            "crates/mill-store/src/lib.rs: does not show the README: add #![doc = include_str!(\"../README.md\")]",
        ]
    );
}

#[test]
fn a_long_file_is_found_but_its_tests_do_not_count() {
    let long = "// line\n".repeat(501);
    let tested = format!(
        "{}#[cfg(test)]\n{}",
        "// line\n".repeat(500),
        "// test\n".repeat(300)
    );
    assert_eq!(
        faults(&[
            ("crates/a/src/long.rs", &long),
            ("crates/a/src/tested.rs", &tested),
            ("ui/src/long.ts", &long)
        ]),
        [
            "crates/a/src/long.rs: has 501 lines, the wall is 500: split it by idea",
            "ui/src/long.ts: has 501 lines, the wall is 300: split it by idea",
        ]
    );
}

#[test]
fn an_exception_holds_while_it_is_needed() {
    let exceptions =
        "[[size]]\nfile = \"crates/a/src/a.rs\"\nlines = 600\nreason = \"one table\"\n";
    let check = |lines: usize| {
        faults(&[
            ("crates/xtask/exceptions.toml", exceptions),
            ("crates/a/src/a.rs", &"// line\n".repeat(lines)),
        ])
    };
    assert_eq!(check(600), Vec::<String>::new());
    assert_eq!(
        check(601),
        ["crates/a/src/a.rs: has 601 lines, its exception ends at 600"]
    );
    assert_eq!(
        check(500),
        [
            "crates/a/src/a.rs: no longer needs its exception: take it out of crates/xtask/exceptions.toml"
        ]
    );
}

#[test]
fn empty_file_names_are_found() {
    assert_eq!(
        faults(&[
            ("crates/a/src/task/mod.rs", ""),
            ("ui/src/lib/dateUtils.ts", ""),
            ("ui/src/lib/dates.ts", ""),
            ("scripts/common-parts.mjs", ""),
        ]),
        [
            "crates/a/src/task/mod.rs: name a module after its subject, beside its folder, not `mod.rs`",
            "scripts/common-parts.mjs: `common` fits everything: name the file for its subject",
            "ui/src/lib/dateUtils.ts: `utils` fits everything: name the file for its subject",
        ]
    );
}

#[test]
fn tauri_outside_the_platform_is_found_with_its_line() {
    let import = "// first\nimport { invoke } from \"@tauri-apps/api/core\";\n";
    assert_eq!(
        faults(&[
            ("ui/src/platform/tauri.ts", import),
            ("ui/src/features/run/Run.tsx", import)
        ]),
        ["ui/src/features/run/Run.tsx:2: only ui/src/platform/ may import @tauri-apps"]
    );
}

#[test]
fn words_missing_in_one_language_are_found() {
    let english = r#"{"run": {"start": "Start {{count}}", "row_one": "row", "row_other": "rows", "stop": "Stop"}}"#;
    let chinese = r#"{"run": {"start": "开始 {{number}}", "row_other": "行", "more": "更多"}}"#;
    assert_eq!(
        faults(&[
            ("ui/src/words/en/run.json", english),
            ("ui/src/words/zh/run.json", chinese)
        ]),
        [
            r#"ui/src/words/zh/run.json: `run.start` has the holes ["number"], the English ["count"]"#,
            "ui/src/words/zh/run.json: lacks `run.stop`",
            "ui/src/words/en/run.json: lacks `run.more`",
        ]
    );
}

#[test]
fn words_of_both_languages_in_one_file_are_compared() {
    let both = "_version = 2\n[ended]\nen = \"%{path} is ready\"\nzh = \"已写好\"\n[only]\nen = \"here\"\n";
    assert_eq!(
        faults(&[("crates/mill-cli/locales/app.toml", both)]),
        [
            r#"crates/mill-cli/locales/app.toml: `ended` has the holes [], the English ["path"]"#,
            "crates/mill-cli/locales/app.toml: lacks `only`",
        ]
    );
}

#[test]
fn old_bindings_are_found() -> Result<()> {
    let house = house(&[("ui/src/bindings/contract.ts", "export type Old = 1;\n")]);
    let tree = Tree::read(house.path())?;
    assert_eq!(bindings::check(&tree, "export type Old = 1;\n")?, []);
    assert_eq!(
        bindings::check(&tree, "export type New = 1;\n")?,
        [Fault::new(
            "ui/src/bindings/contract.ts",
            "is not what the contract says: run `npm run bindings`"
        )]
    );
    Ok(())
}

#[test]
fn what_git_ignores_is_not_looked_at() -> Result<()> {
    let house = house(&[
        (".gitignore", "node_modules\n"),
        ("node_modules/x/mod.rs", ""),
        ("src/a.rs", ""),
    ]);
    assert_eq!(
        Tree::read(house.path())?
            .files(|_| true)
            .collect::<Vec<_>>(),
        [".gitignore", "src/a.rs"]
    );
    assert!(
        Path::new(house.path())
            .join("node_modules/x/mod.rs")
            .exists()
    );
    Ok(())
}

#[test]
fn query_data_older_than_the_migrations_is_found() {
    let saved = |query: &str, columns: &str| {
        format!(
            "{{\"query\": \"{query}\", \"describe\": {{\"columns\": {columns}, \"parameters\": {{\"Right\": 0}}, \"nullable\": []}}}}"
        )
    };
    let source = "fn f() { query!(\"DELETE FROM a\"); query!(\"DELETE FROM c\"); query!(\"DELETE FROM \\\n  a\"); }";
    assert_eq!(
        faults(&[
            (
                "crates/mill-store/migrations/0001_start.sql",
                "CREATE TABLE a (x INTEGER); CREATE TABLE b (x INTEGER);"
            ),
            ("crates/mill-store/src/a.rs", source),
            (".sqlx/query-1.json", &saved("DELETE FROM a", "[]")),
            (".sqlx/query-2.json", &saved("DELETE FROM a", "[1]")),
            (".sqlx/query-3.json", &saved("DELETE FROM b", "[]")),
            (".sqlx/query-4.json", &saved("DELETE FROM c", "[]")),
        ]),
        [
            ".sqlx/query-2.json: is older than the migrations: run `cargo xtask sqlx`",
            ".sqlx/query-3.json: no query uses it: run `cargo xtask sqlx`",
            ".sqlx/query-4.json: its query no longer fits: error returned from database: (code: 1) no such table: c; \
             run `cargo xtask sqlx`",
        ]
    );
}
