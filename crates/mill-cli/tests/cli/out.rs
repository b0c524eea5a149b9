//! Files of results that cannot be written, and who decided what stands in those that can.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::setup::{Desk, Said, root};

const RUN: &str = "run --skill skills/card-coding --model practice/sample --budget 1 --json --tasks samples/month-end/card-lines.csv";
const ENDINGS: [&str; 3] = ["xlsx", "csv", "json"];

/// What is said of a file in both languages.
const LANGUAGES: [&str; 2] = ["en", "zh"];

/// A run of six rows.
fn desk() -> Desk {
    let desk = Desk::practice();
    let made = desk.run(&format!("{RUN} --limit 6"));
    assert_eq!(made.code, 0, "{}", made.err);
    desk
}

/// Exports the last run in each language, which fails for this reason.
fn says(desk: &Desk, path: &Path, reasons: [&str; 2]) {
    let name = path.display().to_string();
    for (language, reason) in LANGUAGES.iter().zip(reasons) {
        let said = desk.run(&format!(
            "export last --json --lang {language} --out {name}"
        ));
        assert_eq!(said.code, 1, "{}", said.err);
        let said = said.json();
        assert_eq!(said["out"]["path"], Value::Null);
        let error = said["out"]["error"].as_str().unwrap();
        assert!(error.contains(reason) && error.contains(&name), "{error}");
        assert!(!error.contains("os error"), "{error}");
        assert!(*language == "en" || !error.contains(reasons[0]), "{error}");
    }
}

#[test]
fn a_file_that_may_not_be_changed_stays_whole_and_is_named_in_both_languages() {
    let desk = desk();
    for ending in ENDINGS {
        let old = desk.file(&format!("old.{ending}"), "old");
        let mut rights = std::fs::metadata(&old).unwrap().permissions();
        rights.set_readonly(true);
        std::fs::set_permissions(&old, rights).unwrap();
        says(
            &desk,
            &old,
            [
                "the file is open in another program, or may not be changed",
                "文件正在其他程序中打开，或不允许更改",
            ],
        );
        assert_eq!(std::fs::read_to_string(&old).unwrap(), "old");
    }
    let inside = desk.file("folder.json/inside.txt", "old");
    let folder = inside.parent().unwrap();
    says(&desk, folder, ["a folder has that name", "已有同名文件夹"]);
    let left: Vec<_> = std::fs::read_dir(folder).unwrap().collect();
    assert_eq!(left.len(), 1, "{left:?}");
    let nowhere = desk.folder.path().join("none/out.csv");
    says(
        &desk,
        &nowhere,
        ["the folder does not exist", "文件夹不存在"],
    );
    let parts = std::fs::read_dir(desk.folder.path())
        .unwrap()
        .filter(|entry| {
            let name = entry.as_ref().unwrap().file_name();
            name.to_string_lossy().contains(".part")
        });
    assert_eq!(parts.count(), 0, "nothing of ours is left behind");
}

#[test]
fn a_run_whose_file_cannot_be_written_is_whole_all_the_same() {
    let desk = Desk::practice();
    let nowhere = desk.folder.path().join("none");
    for ending in ["json", "csv"] {
        let out = nowhere.join(format!("out.{ending}"));
        let said = desk.run(&format!("{RUN} --limit 3 --out {}", out.display()));
        assert_eq!(said.code, 1, "{}", said.err);
        let run = said.json();
        assert_eq!(
            (&run["state"], &run["tasks"]["done"]),
            (&"finished".into(), &3.into())
        );
        assert_eq!(run["out"]["path"], Value::Null);
        let error = run["out"]["error"].as_str().unwrap();
        assert!(error.contains("the folder does not exist"), "{error}");
        let good = desk.folder.path().join(format!("good.{ending}"));
        let again = desk.run(&format!("export last --out {}", good.display()));
        assert_eq!(again.code, 0, "{}", again.err);
        assert!(
            std::fs::read_to_string(&good)
                .unwrap()
                .contains("MERE SWIMMING BATHS")
        );
    }
}

/// Writes into a file system that is too small, then into one that may not be written, for real, where the system lets us
/// mount one.
const FULL: &str = r#"
mount -t tmpfs -o size=16k tmpfs "$OUT" || exit 77
for ENDING in xlsx csv json; do
  echo old >"$OUT/results.$ENDING"
  for WORDS in en zh; do
    "$PROGRAM" export last --out "$OUT/results.$ENDING" --lang $WORDS --json >"$NOTES/full.$ENDING.$WORDS"
    echo $? >"$NOTES/full.$ENDING.$WORDS.code"
  done
  cat "$OUT/results.$ENDING" >"$NOTES/full.$ENDING.old"
done
mount -o remount,ro tmpfs "$OUT"
for ENDING in xlsx csv json; do
  for WORDS in en zh; do
    "$PROGRAM" export last --out "$OUT/new.$ENDING" --lang $WORDS --json >"$NOTES/closed.$ENDING.$WORDS"
    echo $? >"$NOTES/closed.$ENDING.$WORDS.code"
  done
  cat "$OUT/results.$ENDING" >"$NOTES/closed.$ENDING.old"
done
ls -A "$OUT" >"$NOTES/files"
"#;

#[test]
fn a_full_disk_and_a_closed_folder_leave_the_old_file_whole_and_say_so() {
    let desk = Desk::practice();
    let made = desk.run(RUN);
    assert_eq!(made.code, 0, "{}", made.err);
    if !written_in_a_small_file_system(&desk) {
        println!("skipped: no file system can be mounted here");
        return;
    }
    let note = |name: &str| std::fs::read_to_string(desk.folder.path().join(name)).unwrap();
    for ending in ENDINGS {
        for (fault, words) in [
            ("full", ["the disk is full", "磁盘已满"]),
            (
                "closed",
                [
                    "the file is open in another program, or may not be changed",
                    "文件正在其他程序中打开，或不允许更改",
                ],
            ),
        ] {
            for (language, word) in LANGUAGES.iter().zip(words) {
                let name = format!("{fault}.{ending}.{language}");
                assert_eq!(note(&format!("{name}.code")).trim(), "1", "{name}");
                let said: Value = serde_json::from_str(&note(&name)).unwrap();
                assert_eq!(said["out"]["path"], Value::Null);
                let error = said["out"]["error"].as_str().unwrap();
                assert!(error.contains(word), "{name}: {error}");
            }
            assert_eq!(note(&format!("{fault}.{ending}.old")).trim(), "old");
        }
    }
    let files = note("files");
    let mut files: Vec<&str> = files.lines().collect();
    files.sort_unstable();
    assert_eq!(files, ["results.csv", "results.json", "results.xlsx"]);
}

fn written_in_a_small_file_system(desk: &Desk) -> bool {
    let folder = desk.folder.path();
    std::fs::create_dir_all(folder.join("out")).unwrap();
    let program = desk.command("runs");
    let mut command = Command::new("unshare");
    command.args(["--map-root-user", "--mount", "sh", "-c", FULL]);
    command
        .current_dir(root())
        .env_clear()
        .envs(
            program
                .get_envs()
                .filter_map(|(name, value)| Some((name, value?))),
        )
        .env("PROGRAM", program.get_program())
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("NOTES", folder)
        .env("OUT", folder.join("out"));
    command.output().is_ok_and(|ended| ended.status.success())
}

#[test]
fn every_kind_of_file_says_in_both_languages_that_a_person_corrected_a_row() {
    let desk = desk();
    let decided = desk.run("show last --json").json();
    let mut rows = decided["results"].as_array().unwrap().iter();
    let row = rows.find(|row| row["by"] == "model").unwrap();
    let by_model = row["task"].as_u64().unwrap();
    let account = match row["output"]["account"].as_str().unwrap() {
        "Advertising" => "Food Costs",
        _ => "Advertising",
    };
    // One word, with a space in it.
    let mut verdict = desk.command(&format!("verdict last {by_model} corrected --set"));
    verdict.arg(format!("account={account}"));
    let corrected = Said::from(verdict.output().unwrap());
    assert_eq!(corrected.code, 0, "{}", corrected.err);
    for (language, decider, verdict) in [
        ("en", "model, corrected by a person", "corrected"),
        ("zh", "模型，由人更正", "已更正"),
    ] {
        for ending in ENDINGS {
            let path = desk.folder.path().join(format!("{language}.{ending}"));
            let words = format!("export last --lang {language} --out {}", path.display());
            assert_eq!(desk.run(&words).code, 0);
            if ending == "json" {
                let file: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
                let row = &file["rows"][usize::try_from(by_model).unwrap() - 1];
                let found = (&row["by"], &row["corrected_by"], &row["verdict"]);
                assert_eq!(
                    found,
                    (&"model".into(), &"person".into(), &"corrected".into())
                );
                continue;
            }
            let table = desk
                .run(&format!("import {} --all --json", path.display()))
                .json();
            let row = table["rows"][usize::try_from(by_model).unwrap() - 1].to_string();
            assert!(
                row.contains(decider) && row.contains(&format!("\"{verdict}\"")),
                "{row}"
            );
        }
    }
}
