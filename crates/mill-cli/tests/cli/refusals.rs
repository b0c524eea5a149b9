//! Bad input: the place, the reason and the next step, in the person's language, before anything starts.

use mill_testkit::Turn;

use crate::setup::Desk;

/// Runs the sample with some flags changed and expects a refusal that names all of these.
fn refuses(desk: &Desk, words: &str, code: i32, names: &[&str]) {
    let said = desk.run(words);
    assert_eq!(said.code, code, "{words}: {} {}", said.out, said.err);
    for name in names {
        assert!(
            said.err.contains(name),
            "{words}\nshould say {name:?}:\n{}",
            said.err
        );
    }
    let chinese = desk.run(&format!("{words} --lang zh"));
    assert_eq!(chinese.code, code);
    let han = chinese
        .err
        .chars()
        .filter(|letter| ('\u{4e00}'..='\u{9fff}').contains(letter))
        .count();
    assert!(han > 3, "no Chinese in: {}", chinese.err);
    let runs = desk.run("runs --json").json();
    assert_eq!(
        runs["runs"].as_array().map(Vec::len),
        Some(0),
        "{words} left a run behind"
    );
}

const SAMPLE: &str = "run --skill skills/card-coding --tasks samples/month-end/card-lines.csv";

#[test]
fn money_that_cannot_work_is_refused_with_what_would() {
    let desk = Desk::practice();
    refuses(
        &desk,
        &format!("{SAMPLE} --model practice/sample --budget 0"),
        2,
        &["budget", "0.01"],
    );
    refuses(
        &desk,
        &format!("{SAMPLE} --model practice/sample --budget two"),
        2,
        &["two", "2.50"],
    );
    refuses(
        &desk,
        &format!("{SAMPLE} --model anthropic/claude-unheard-of --budget 1"),
        2,
        &["no price", "prices set"],
    );
    let tiny = format!("{SAMPLE} --model anthropic/claude-haiku-5-5 --budget 0.000001");
    refuses(&desk, &tiny, 2, &["too small", "at least 0.00"]);
}

#[test]
fn names_that_do_not_exist_are_refused_with_those_that_do() {
    let desk = Desk::practice();
    let map = format!("{SAMPLE} --model practice/sample --budget 1 --map creditor=Merchant");
    refuses(&desk, &map, 2, &["Merchant", "Creditor"]);
    refuses(
        &desk,
        &format!("{SAMPLE} --model nobody --budget 1"),
        2,
        &["provider/model"],
    );
    refuses(
        &desk,
        "run --skill no-such-skill --tasks README.md --model practice/sample",
        2,
        &["no-such-skill"],
    );
    refuses(
        &desk,
        &format!("{SAMPLE} --model practice/sample --agents 900"),
        2,
        &["agents", "256"],
    );
    refuses(
        &desk,
        &format!("{SAMPLE} --model practice/sample --out result.docx"),
        2,
        &["result.docx", ".xlsx"],
    );
}

#[test]
fn files_that_cannot_be_read_are_refused_by_name() {
    let desk = Desk::practice();
    let run = |file: &str| {
        format!("run --skill skills/card-coding --model practice/sample --budget 1 --tasks {file}")
    };
    refuses(&desk, &run("nowhere/lines.csv"), 2, &["lines.csv"]);
    let empty = desk.file("empty.csv", "");
    refuses(
        &desk,
        &run(empty.to_str().unwrap()),
        2,
        &["empty.csv", "empty"],
    );
    let open = desk.file(
        "open.csv",
        "Service Area,Creditor,JV Value\nAdults,\"TESCO,1\nAdults,ASDA,2\n",
    );
    refuses(
        &desk,
        &run(open.to_str().unwrap()),
        2,
        &["open.csv", "2", "never closed"],
    );
    let damaged = desk.file("damaged.xlsx", b"PK\x03\x04 this is no workbook");
    refuses(&desk, &run(damaged.to_str().unwrap()), 2, &["damaged.xlsx"]);
}

#[test]
fn a_skill_without_description_is_refused_with_its_line() {
    let desk = Desk::practice();
    let skill = desk.file("mute/SKILL.md", "---\nname: mute\n---\nSay nothing.\n");
    let folder = skill.parent().unwrap().to_str().unwrap().to_owned();
    refuses(
        &desk,
        &format!("skill check {folder}"),
        2,
        &["SKILL.md", "description"],
    );
    assert_eq!(desk.run("skill check skills/card-coding").code, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_key_nothing_starts_and_the_code_says_so() {
    let mut desk = Desk::with(|_| Turn::answer("{}")).await;
    desk.key = false;
    let said = desk
        .run_asking(&format!(
            "{SAMPLE} --model anthropic/claude-haiku-5-5 --budget 1"
        ))
        .await;
    assert_eq!(said.code, 6, "{}", said.err);
    assert_eq!(desk.server.as_ref().unwrap().bill().requests, 0);
    assert_eq!(
        desk.run("runs --json").json()["runs"]
            .as_array()
            .map(Vec::len),
        Some(0)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_key_pauses_the_run_and_the_code_says_so() {
    let desk = Desk::with(|_| Turn::status(401, "authentication_error", "invalid x-api-key")).await;
    let said = desk
        .run_asking(&format!(
            "{SAMPLE} --model anthropic/claude-haiku-5-5 --budget 1 --json"
        ))
        .await;
    assert_eq!(said.code, 5, "{}", said.err);
    let run = said.json();
    assert_eq!(
        (run["state"].as_str(), run["reason"].as_str()),
        (Some("paused"), Some("key_refused"))
    );
    assert_eq!(run["cost_usd"], "0");
    let everything = format!("{}{}", said.out, said.err);
    assert!(!everything.contains("sk-ant-api03"), "a key is never shown");
}

#[test]
fn a_file_that_cannot_be_written_costs_nothing_but_the_file() {
    let desk = Desk::practice();
    let run = format!(
        "{SAMPLE} --model practice/sample --budget 1 --limit 5 --json --out /nowhere/at/all/x.xlsx"
    );
    let said = desk.run(&run);
    assert_eq!(said.code, 1, "{}", said.err);
    let run = said.json();
    assert!(
        run["out"]["path"].is_null()
            && run["out"]["error"]
                .as_str()
                .unwrap()
                .contains("/nowhere/at/all/x.xlsx")
    );
    assert_eq!(run["tasks"]["done"], 5);
    assert_eq!(
        desk.run("show last --json").json()["results"]
            .as_array()
            .unwrap()
            .len(),
        5
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_the_old_file_whole() {
    let desk = Desk::practice();
    assert_eq!(
        desk.run(&format!(
            "{SAMPLE} --model practice/sample --budget 1 --limit 5"
        ))
        .code,
        0
    );
    let old = desk.file("out/results.csv", "old, and whole");
    let folder = old.parent().unwrap().to_owned();
    let mut rights = std::fs::metadata(&folder).unwrap().permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut rights, 0o555);
    std::fs::set_permissions(&folder, rights).unwrap();
    // A size limit stands in for a full disk: the system refuses further bytes in the same way, also for root.
    let script = format!(
        "ulimit -f 0; trap '' XFSZ; exec {} export last --out {} --json",
        env!("CARGO_BIN_EXE_stampmill"),
        old.display()
    );
    let command = desk.command("");
    let mut shell = std::process::Command::new("sh");
    shell.arg("-c").arg(script).envs(
        command
            .get_envs()
            .filter_map(|(name, value)| Some((name, value?))),
    );
    let said: crate::setup::Said = shell.output().unwrap().into();
    assert_eq!(said.code, 1, "{} {}", said.out, said.err);
    assert_eq!(std::fs::read_to_string(&old).unwrap(), "old, and whole");
}
