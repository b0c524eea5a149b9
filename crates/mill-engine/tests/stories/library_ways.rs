//! The ways a skill comes in and goes out, and what never happens to what it brings.

use std::path::{Path, PathBuf};

use mill_engine::{Skill, SkillId, Trial, TrialRows};
use mill_testkit::Turn;

use crate::setup::Mill;

const SKILL: &str = "---\nname: sort-mail\ndescription: Sorts mail. Use it in tests.\n---\nRun scripts/run.sh first. Sort.\n";
const SIDECAR: &str =
    "[inputs]\nbody = { type = \"text\" }\n[outputs]\nkind = { type = \"text\" }\n";
const EVALS: &str = r#"{"evals":[{"id":"a","inputs":{"body":"one"},"expected":{"kind":"x"}}]}"#;

/// A skill with scripts that leave a mark where they run, in `folder`.
fn with_scripts(mill: &Mill, folder: &str, mark: &Path) -> PathBuf {
    let mark = mark.display();
    mill.file(&format!("{folder}/SKILL.md"), SKILL);
    mill.file(&format!("{folder}/stampmill.toml"), SIDECAR);
    mill.file(&format!("{folder}/evals/evals.json"), EVALS);
    let script = mill.file(
        &format!("{folder}/scripts/run.sh"),
        format!("#!/bin/sh\necho ran >> {mark}\n"),
    );
    mill.file(
        &format!("{folder}/scripts/setup.py"),
        format!("open({:?}, 'a').write('ran')\n", mark.to_string()),
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let runs = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(&script, runs).unwrap();
    }
    script
}

/// Every file below a folder with its content, in order.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().display().to_string();
                all.push((name, std::fs::read(&path).unwrap()));
            }
        }
    }
    all.sort();
    all
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_skill_comes_from_a_folder_from_agents_and_from_claude_and_goes_out_as_folder_and_zip() {
    let mill = Mill::with(|_| Turn::answer(r#"{"kind":"x"}"#)).await;
    let mark = mill.path("mark");
    let engine = &mill.engine;
    for home in ["project/.agents/skills", "project/.claude/skills"] {
        with_scripts(&mill, &format!("{home}/sort-mail"), &mark);
    }
    let found = engine.find_skills(&mill.path("project"));
    assert_eq!(found.len(), 2);
    assert!(found.iter().all(|one| one.scripts && one.problem.is_none()));
    let plain = with_scripts(&mill, "plain/sort-mail", &mark);
    let plain = plain.parent().unwrap().parent().unwrap().to_owned();
    let before = files(&plain);
    let mut sources: Vec<PathBuf> = found.into_iter().map(|one| one.path).collect();
    sources.push(plain);
    for (number, source) in (1..).zip(sources) {
        let id = engine.import_skill(&source).unwrap();
        assert_eq!(id, SkillId::new("sort-mail"));
        let out = mill.path(&format!("out-{number}"));
        std::fs::create_dir_all(&out).unwrap();
        let folder = engine.export_skill(&id, &out).unwrap();
        assert_eq!(files(&folder), before, "as a folder, to the letter");
        let zip = engine
            .export_skill(&id, &out.join("sort-mail.zip"))
            .unwrap();
        let other = mill.second_engine().await;
        let back = other.import_skill(&zip).unwrap();
        let kept = other.skill_folder(&back).unwrap();
        assert_eq!(files(&kept), before, "as a zip and back, to the letter");
    }
    assert!(!mark.exists());
}

#[allow(
    clippy::disallowed_methods,
    reason = "the script is run once by hand, to show that the mark would be seen"
)]
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn scripts_of_a_skill_are_kept_and_never_run_whatever_is_done_with_it() {
    let mill = Mill::with(|_| Turn::answer(r#"{"kind":"x"}"#)).await;
    let mark = mill.path("mark");
    let engine = &mill.engine;
    let script = with_scripts(&mill, "in/sort-mail", &mark);
    let id = engine.import_skill(&mill.path("in/sort-mail")).unwrap();
    let skill = engine.skill(&id).unwrap();
    Skill::read(&engine.skill_folder(&id).unwrap()).unwrap();
    engine.versions_of_skill(&id).unwrap();
    engine.export_skill(&id, &mill.path("out.zip")).unwrap();
    let budget = Some("1".parse().unwrap());
    let model = || crate::setup::ANTHROPIC.parse().unwrap();
    let trial = Trial {
        skill: skill.clone(),
        model: model(),
        budget,
        rows: TrialRows::Samples(Some(id.clone())),
    };
    let run = engine.try_skill(trial).await.unwrap();
    engine.wait(run).await.unwrap();
    let folder = engine.eval_folder(&id);
    let runs = engine
        .start_eval(&skill, folder, &[model()], budget)
        .await
        .unwrap();
    engine.wait(runs[0]).await.unwrap();
    let asked = mill.server.requests();
    assert_eq!(asked.len(), 2, "the trial and the comparison");
    assert!(asked.iter().all(|one| one.body.get("tools").is_none()));
    let kept = engine.skill_folder(&id).unwrap().join("scripts/run.sh");
    assert!(kept.is_file());
    assert!(!mark.exists(), "a script of the skill was run");
    assert!(
        std::process::Command::new(script)
            .status()
            .unwrap()
            .success()
    );
    assert!(mark.exists(), "the mark is what a run leaves");
}
