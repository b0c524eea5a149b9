//! Documents behind a password, on the command line: from a file, from standard input, from the environment, and never
//! from an argument.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::Stdio;

use serde_json::json;

use crate::setup::{Desk, Said, root};

fn locked(desk: &Desk) -> PathBuf {
    let fixture = root().join("crates/mill-tables/tests/fixtures/user-password-aes128.pdf");
    desk.file("docs/invoice.pdf", std::fs::read(fixture).unwrap())
}

#[test]
fn a_password_comes_from_a_file_from_standard_input_or_from_the_environment() {
    let desk = Desk::practice();
    let document = locked(&desk);
    let import = |words: &str, what: &PathBuf| {
        let mut command = desk.command("import --json");
        command.args(words.split_whitespace()).arg(what);
        command
    };
    let closed: Said = import("", &document).output().unwrap().into();
    assert_eq!(closed.json()["pages"], json!([]));
    assert_eq!(closed.json()["problems"][0]["blocks_row"], true);

    let passwords = desk.file("passwords.txt", "another\r\ntest-1\r\n");
    let flag = format!("--pdf-password-file {}", passwords.display());
    let mut from_input = import("--pdf-password-file -", &document);
    let mut child = from_input
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"test-1\n").unwrap();
    let mut from_environment = import("", &document);
    from_environment.env("STAMPMILL_PDF_PASSWORD", "test-1");
    for output in [
        import(&flag, &document).output().unwrap(),
        child.wait_with_output().unwrap(),
        from_environment.output().unwrap(),
    ] {
        let said = Said::from(output);
        assert_eq!(said.code, 0, "{}", said.err);
        let page = said.json()["pages"][0]["text"].as_str().unwrap().to_owned();
        assert!(page.contains("Total  485.00"), "{page}");
        assert_eq!(said.json()["problems"][0]["params"]["case"], "opened");
    }

    let folder = desk.folder.path().join("docs");
    for (words, blocks) in [("", true), (flag.as_str(), false)] {
        let said: Said = import(words, &folder).output().unwrap().into();
        let problem = &said.json()["problems"][0];
        assert_eq!(
            (&problem["kind"], &problem["blocks_row"]),
            (&json!("encrypted"), &json!(blocks))
        );
    }
    let missing = desk.run("import README.md --json --pdf-password-file no/such/file");
    assert_eq!(missing.code, 2, "{}", missing.err);
    assert!(missing.err.contains("no/such/file"), "{}", missing.err);
}
