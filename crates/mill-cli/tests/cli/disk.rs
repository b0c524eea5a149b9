//! A disk that fills up under a run, for real: a small file system of our own, where the system lets us mount one.

use std::process::Command;

use mill_testkit::Turn;
use serde_json::Value;

use crate::setup::{ANSWER, Desk, adds_up, root};

/// Room for the file kept for endings and about two megabytes of work; 600 rows with their prompts need more.
const SIZE: &str = "4400k";

/// Runs, then makes room, then resumes; each in the same small file system, which is gone afterwards.
const SCRIPT: &str = r#"
mount -t tmpfs -o size="$SIZE" tmpfs "$STAMPMILL_HOME" || exit 77
"$PROGRAM" run --skill skills/card-coding --tasks samples/month-end/card-lines.csv \
  --model anthropic/claude-haiku-5-5 --agents 16 --budget 5 --json >"$NOTES/first" 2>"$NOTES/first.err"
echo $? >"$NOTES/first.code"
mount -o remount,size=64m tmpfs "$STAMPMILL_HOME"
"$PROGRAM" resume last --json >"$NOTES/second" 2>"$NOTES/second.err"
echo $? >"$NOTES/second.code"
"#;

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_pauses_the_run_and_no_paid_answer_is_asked_for_again() {
    let desk = Desk::with(|_| Turn::answer(ANSWER)).await;
    let home = desk.folder.path().join("home");
    std::fs::create_dir_all(&home).unwrap();
    let command = in_a_small_file_system(&desk);
    let ended = tokio::task::spawn_blocking(move || { command }.output().unwrap())
        .await
        .unwrap();
    if !ended.status.success() {
        println!(
            "skipped: no file system can be mounted here ({})",
            String::from_utf8_lossy(&ended.stderr).trim()
        );
        return;
    }
    let note = |name: &str| std::fs::read_to_string(desk.folder.path().join(name)).unwrap();
    let first: Value = serde_json::from_str(&note("first")).unwrap();
    adds_up(&first);
    assert_eq!(
        (first["state"].as_str(), first["reason"].as_str()),
        (Some("paused"), Some("disk_full")),
        "{first}"
    );
    assert_eq!(note("first.code").trim(), "1");
    assert!(
        note("first.err").contains("disk is full"),
        "{}",
        note("first.err")
    );
    assert!(first["tasks"]["waiting"].as_u64().unwrap() > 0, "{first}");
    assert_eq!(
        (&first["reserved_usd"], &first["uncertain_usd"]),
        (&"0".into(), &"0".into())
    );

    let second: Value = serde_json::from_str(&note("second")).unwrap();
    adds_up(&second);
    assert_eq!(note("second.code").trim(), "0", "{}", note("second.err"));
    assert_eq!(second["tasks"]["done"], 600);
    let by_model = usize::try_from(second["done_by"]["model"].as_u64().unwrap()).unwrap();
    let asked = desk.server.as_ref().unwrap().requests().len();
    assert_eq!(asked, by_model, "every paid answer was stored when it came");
}

fn in_a_small_file_system(desk: &Desk) -> Command {
    let own = desk.command("");
    let mut command = Command::new("unshare");
    command
        .args(["--map-root-user", "--mount", "sh", "-c", SCRIPT])
        .current_dir(root())
        .env_clear()
        .envs(
            own.get_envs()
                .filter_map(|(name, value)| Some((name, value?))),
        )
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("SIZE", SIZE)
        .env("NOTES", desk.folder.path())
        .env("PROGRAM", own.get_program());
    command
}
