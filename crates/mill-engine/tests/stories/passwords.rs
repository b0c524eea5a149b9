//! Documents behind a password: held back until a person gives it, read like the others then, and closed again with the
//! program.

use std::path::{Path, PathBuf};

use mill_domain::{JobId, Outcome, Secret, TaskNumber};
use mill_engine::{ResumeSkill, SkillDraft, SkillId, Unlocked, read_paths};
use mill_tables::ReadOptions;
use mill_testkit::Turn;

use crate::jobs::files_below;
use crate::setup::{FILES, Mill, ended, skill_of, usd};

const PASSWORD: &str = "test-1";

fn secret(text: &str) -> Secret<String> {
    Secret::new(text.to_owned())
}

fn fixture(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../mill-tables/tests/fixtures");
    std::fs::read(folder.join(name)).unwrap()
}

/// A folder of three invoices, two of them behind the password.
fn invoices(mill: &Mill) -> PathBuf {
    mill.file("docs/a.pdf", fixture("user-password-aes.pdf"));
    mill.file("docs/b.txt", "Invoice 4711\nTotal 485.00\n");
    mill.file("docs/c.pdf", fixture("user-password-rc4.pdf"));
    mill.path("docs")
}

async fn mill() -> Mill {
    Mill::with(|asked| {
        assert!(asked.user.contains("485.00"), "the text is sent");
        assert!(!asked.body.to_string().contains("application/pdf"));
        Turn::answer("{\"total\":\"485.00\"}".to_owned())
    })
    .await
}

/// Positions and reasons of the rows that are held back.
async fn held_back(mill: &Mill, job: JobId) -> Vec<u32> {
    let table = mill.engine.decide_job(job).await.unwrap();
    let rows = table.rows(mill_engine::RowSlice::All, "");
    let held = rows.iter().filter(|row| !row.decision.asks_model());
    held.map(|row| row.position).collect()
}

async fn kinds(mill: &Mill, job: JobId) -> Vec<(Option<u32>, bool)> {
    let about = mill.engine.job_now(job).await.unwrap().table.unwrap();
    let problems = about.problems.iter();
    problems
        .inspect(|problem| assert_eq!(problem.kind, "encrypted"))
        .map(|problem| (problem.row, problem.blocks_row))
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_password_opens_all_documents_of_a_job_until_the_program_ends() {
    let mill = mill().await;
    let saved = mill
        .engine
        .save_skill(&SkillDraft::of(&skill_of(FILES)), None);
    drop(saved.unwrap());
    let job = mill
        .engine
        .create_job(&SkillId::new("story"), None)
        .await
        .unwrap();
    let paths = vec![invoices(&mill)];
    mill.engine
        .set_job_file(job, paths, ReadOptions::default())
        .await
        .unwrap();
    let locked = vec![(Some(1), true), (Some(3), true)];
    assert_eq!(kinds(&mill, job).await, locked);
    assert_eq!(held_back(&mill, job).await, [0, 2]);

    let tries = [("test-2", 0, 2), (PASSWORD, 2, 0), (PASSWORD, 0, 0)];
    for (password, opened, locked) in tries {
        let found = mill.engine.unlock_job(job, secret(password)).await.unwrap();
        assert_eq!(found, Unlocked { opened, locked }, "{password}");
    }
    assert_eq!(
        kinds(&mill, job).await,
        [(Some(1), false), (Some(3), false)]
    );
    assert_eq!(held_back(&mill, job).await, Vec::<u32>::new());

    let list = mill.engine.prepare_job(job, None).await.unwrap();
    assert_eq!(list.prepared.decisions().len(), 3);
    let mill = mill.reopen().await;
    assert_eq!(kinds(&mill, job).await, locked, "they say so again");
    assert_eq!(held_back(&mill, job).await, [0, 2]);
    mill.engine.close().await;
    for file in files_below(&mill.path("home")) {
        let bytes = std::fs::read(&file).unwrap();
        let found = bytes
            .windows(PASSWORD.len())
            .any(|part| part == PASSWORD.as_bytes());
        assert!(!found, "{}", file.display());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_reads_them_shows_them_and_is_not_gone_on_with_without() {
    let mill = mill().await;
    let folder = invoices(&mill);
    let list = || read_paths(std::slice::from_ref(&folder), &ReadOptions::default()).unwrap();
    let closed = mill.list(list()).skill(skill_of(FILES)).run().await;
    assert_eq!(closed.told().await, "finished; 1 by model, 2 unreadable");
    assert!(ended(&closed.row(1).await, Outcome::Unreadable));

    mill.engine.add_passwords([secret(PASSWORD)]);
    let opened = mill.list(list()).skill(skill_of(FILES)).agents(1);
    let opened = opened.run().await;
    assert_eq!(opened.told().await, "finished; 3 by model");
    let detail = mill.engine.review_detail(opened.id, TaskNumber(1)).await;
    let document = detail.unwrap().document.unwrap();
    assert!(document.fault.is_none() && document.pages[0].text.contains("485.00"));
    let page = mill
        .engine
        .document_page(opened.id, TaskNumber(1), 1, 80, Vec::new());
    assert!(page.await.unwrap().width.abs_diff(80) < 2, "about as wide");

    // A cap for two calls: the third document waits, and the program ends.
    let smallest = mill.list(list()).skill(skill_of(FILES)).prepare().unwrap();
    let cap = smallest.smallest_budget().to_string();
    let paused = mill
        .list(list())
        .skill(skill_of(FILES))
        .agents(1)
        .budget(&cap);
    let paused = paused.run().await;
    let told = paused.told().await;
    assert!(told.starts_with("paused"), "{told}");
    let run = paused.id;
    let mill = mill.reopen().await;
    mill.engine.set_budget(run, usd("1")).await.unwrap();
    let refused = mill
        .engine
        .resume(run, ResumeSkill::AsRun)
        .await
        .unwrap_err();
    assert_eq!(refused.code(), "password_needed", "{refused}");
    mill.engine.add_passwords([secret(PASSWORD)]);
    mill.engine.resume(run, ResumeSkill::AsRun).await.unwrap();
    mill.engine.wait(run).await.unwrap();
    let census = mill.engine.run(run).await.unwrap().census;
    assert_eq!((census.tasks.done, census.tasks.failed), (3, 0));
}
