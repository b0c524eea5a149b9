//! Skills made, changed, compared, brought back, taken in and given out.

use std::collections::BTreeMap;
use std::io::Write as _;

use mill_engine::{
    DraftField, LineChange, SavedSkill, Skill, SkillDraft, SkillId, Trial, TrialRows,
};

use crate::setup::Mill;

fn answer(_: &mill_testkit::Asked) -> mill_testkit::Turn {
    mill_testkit::Turn::answer("{}")
}

fn draft() -> SkillDraft {
    let field = |name: &str, label: &str, kind: &str| DraftField {
        name: name.to_owned(),
        label: label.to_owned(),
        kind: kind.to_owned(),
        required: true,
        ..DraftField::default()
    };
    SkillDraft {
        name: "sort-mail".to_owned(),
        description: "Sorts mail.".to_owned(),
        instructions: "Read {{body}}.".to_owned(),
        inputs: vec![field("body", "Body", "text")],
        outputs: vec![field("kind", "Kind", "text")],
        undecided: "model".to_owned(),
        ..SkillDraft::default()
    }
}

fn saved(outcome: SavedSkill) -> SkillId {
    match outcome {
        SavedSkill::Saved(id) => id,
        SavedSkill::Faults(faults) => panic!("{faults:?}"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_save_is_a_version_that_can_be_compared_and_brought_back() {
    let mill = Mill::with(answer).await;
    let engine = &mill.engine;
    let id = saved(engine.save_skill(&draft(), None).unwrap());
    let mut second = SkillDraft::of(&engine.skill(&id).unwrap());
    second.instructions = "Read {{body}}.\nBe brief.".to_owned();
    saved(engine.save_skill(&second, Some(&id)).unwrap());
    let versions = engine.versions_of_skill(&id).unwrap();
    let told: Vec<_> = versions
        .iter()
        .map(|version| (version.version.as_str(), version.current))
        .collect();
    assert_eq!(told, [("2", true), ("1", false)]);

    let changes = engine
        .skill_changes(&id, &versions[1].id, &versions[0].id)
        .unwrap();
    assert_eq!(changes.len(), 1);
    let added: Vec<_> = changes[0].hunks[0]
        .iter()
        .filter(|line| line.change == LineChange::Added)
        .map(|line| line.text.as_str())
        .collect();
    assert_eq!(added, ["  stampmill.version: \"2\"", "Be brief."]);

    engine.restore_skill(&id, &versions[1].id).unwrap();
    assert_eq!(engine.skill(&id).unwrap().instructions, "Read {{body}}.");
    assert_eq!(engine.versions_of_skill(&id).unwrap().len(), 3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_shipped_skill_stays_and_an_edited_one_is_the_persons_own_with_all_its_files() {
    let mill = Mill::with(answer).await;
    let engine = &mill.engine;
    let id = SkillId::new("card-coding");
    let before = engine.skill(&id).unwrap();
    let mut draft = SkillDraft::of(&before);
    draft.description = "Mine.".to_owned();
    saved(engine.save_skill(&draft, Some(&id)).unwrap());
    let entry = engine.library_entry(&id).unwrap();
    assert!(!entry.shipped);
    let after = entry.skill.unwrap();
    assert_eq!(
        (after.description.as_str(), after.version.as_str()),
        ("Mine.", "2")
    );
    assert_eq!(after.rules.len(), before.rules.len());
    let versions = engine.versions_of_skill(&id).unwrap();
    assert_eq!(versions.last().unwrap().saved_at, None);
    engine.restore_skill(&id, "shipped").unwrap();
    assert_eq!(engine.skill(&id).unwrap().content_hash, before.content_hash);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_name_that_is_taken_and_rules_that_do_not_fit_leave_the_library_as_it_was() {
    let mill = Mill::with(answer).await;
    let engine = &mill.engine;
    let mut taken = draft();
    taken.name = "card-coding".to_owned();
    match engine.save_skill(&taken, None).unwrap() {
        SavedSkill::Faults(faults) => assert_eq!(faults[0].code, "name_taken"),
        SavedSkill::Saved(id) => panic!("{id:?}"),
    }
    let id = SkillId::new("card-coding");
    let mut without = SkillDraft::of(&engine.skill(&id).unwrap());
    without.inputs.remove(1);
    without.samples.clear();
    let refused = engine.save_skill(&without, Some(&id)).unwrap_err();
    assert!(refused.to_string().contains("rules.csv"), "{refused}");
    assert!(engine.library_entry(&id).unwrap().shipped);
    let broken = BTreeMap::from([("rules.csv".to_owned(), Some("if nothing\nx\n".to_owned()))]);
    engine.save_skill_files(&id, &broken).unwrap_err();
    assert!(engine.library_entry(&id).unwrap().shipped);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_draft_is_tried_without_being_saved_and_the_run_remembers_it() {
    let mill = Mill::with(answer).await;
    let engine = &mill.engine;
    let id = SkillId::new("card-coding");
    let mut draft = SkillDraft::of(&engine.skill(&id).unwrap());
    draft.instructions.push_str("\n\nA draft.");
    let trial = Trial {
        skill: engine.drafted_skill(&draft, Some(&id)).unwrap(),
        model: "practice/sample".parse().unwrap(),
        budget: None,
        rows: TrialRows::Samples(Some(id.clone())),
    };
    let samples = draft.samples.len().min(5) as u64;
    let run = engine.try_skill(trial).await.unwrap();
    engine.wait(run).await.unwrap();
    let summary = engine.run(run).await.unwrap();
    assert_eq!(summary.census.tasks.total, samples);
    assert!(summary.row.skill_source.contains("A draft."));
    assert!(!engine.skill(&id).unwrap().instructions.contains("A draft."));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_skill_goes_out_as_a_zip_and_comes_back_the_same_scripts_and_all() {
    let mill = Mill::with(answer).await;
    let engine = &mill.engine;
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("sort-mail");
    std::fs::create_dir_all(source.join("scripts")).unwrap();
    std::fs::write(source.join("scripts/run.sh"), "touch ran\n").unwrap();
    std::fs::write(
        source.join("SKILL.md"),
        "---\nname: sort-mail\ndescription: d\n---\nSort.\n",
    )
    .unwrap();
    let home = folder.path().join("project/.claude/skills");
    std::fs::create_dir_all(&home).unwrap();
    std::fs::rename(&source, home.join("sort-mail")).unwrap();
    let found = engine.find_skills(&folder.path().join("project"));
    assert_eq!((found.len(), found[0].scripts), (1, true));
    let id = engine.import_skill(&found[0].path).unwrap();
    let zip = folder.path().join("out.zip");
    engine.export_skill(&id, &zip).unwrap();
    let other = Mill::with(answer).await;
    let back = other.engine.import_skill(&zip).unwrap();
    let script = other
        .engine
        .skill_folder(&back)
        .unwrap()
        .join("scripts/run.sh");
    assert_eq!(std::fs::read_to_string(script).unwrap(), "touch ran\n");
    assert_eq!(
        other.engine.skill(&back).unwrap().content_hash,
        engine.skill(&id).unwrap().content_hash
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn archives_that_hold_what_a_skill_must_not_are_refused_whole() {
    let mill = Mill::with(answer).await;
    let folder = tempfile::tempdir().unwrap();
    let skill = (
        "s/SKILL.md",
        "---\nname: s\ndescription: d\n---\nx\n".to_owned(),
    );
    let options = zip::write::SimpleFileOptions::default()
        .compression_method(zip::CompressionMethod::Deflated);
    let pack = |name: &str, add: &dyn Fn(&mut zip::ZipWriter<std::fs::File>)| {
        let path = folder.path().join(name);
        let mut archive = zip::ZipWriter::new(std::fs::File::create(&path).unwrap());
        archive.start_file(skill.0, options).unwrap();
        archive.write_all(skill.1.as_bytes()).unwrap();
        add(&mut archive);
        archive.finish().unwrap();
        path
    };
    let cases = [
        pack("outside.zip", &|archive| {
            archive.start_file("../evil.txt", options).unwrap();
        }),
        pack("link.zip", &|archive| {
            archive
                .add_symlink("s/link", "/etc/passwd", options)
                .unwrap();
        }),
        pack("bomb.zip", &|archive| {
            archive.start_file("s/big.txt", options).unwrap();
            archive.write_all(&vec![0; (4 << 20) + 1]).unwrap();
        }),
        pack("many.zip", &|archive| {
            for number in 0..600 {
                archive.start_file(format!("s/{number}"), options).unwrap();
            }
        }),
    ];
    for path in cases {
        mill.engine.import_skill(&path).unwrap_err();
        assert!(
            mill.engine.library_entry(&SkillId::new("s")).is_none(),
            "{path:?}"
        );
        assert!(!folder.path().join("evil.txt").exists());
    }
}

/// The standard's own validator, where it is installed: `pip install skills-ref`.
#[allow(
    clippy::disallowed_methods,
    clippy::print_stderr,
    reason = "the validator is a program of this machine; a run without it must say so"
)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn saved_and_exported_skills_pass_the_standards_own_validator() {
    let tool = std::env::var("SKILLS_REF").unwrap_or_else(|_| "agentskills".to_owned());
    if std::process::Command::new(&tool)
        .arg("--help")
        .output()
        .is_err()
    {
        eprintln!("skipped: `{tool}` is not installed; pip install skills-ref, or set SKILLS_REF");
        return;
    }
    let mill = Mill::with(answer).await;
    let engine = &mill.engine;
    let out = tempfile::tempdir().unwrap();
    let mut odd = draft();
    odd.description = "Says: \"what\" # a mail\\ wants, 发票".to_owned();
    saved(engine.save_skill(&odd, None).unwrap());
    for id in ["card-coding", "invoice-extract", "month-report", "mtg-prep"].map(SkillId::new) {
        let draft = SkillDraft::of(&engine.skill(&id).unwrap());
        saved(engine.save_skill(&draft, Some(&id)).unwrap());
    }
    for entry in engine.skills().unwrap() {
        let folder = engine.export_skill(&entry.id, out.path()).unwrap();
        assert_eq!(Skill::read(&folder).unwrap().notices, []);
        let checked = std::process::Command::new(&tool)
            .arg("validate")
            .arg(&folder)
            .output()
            .unwrap();
        assert!(
            checked.status.success(),
            "{}: {}{}",
            entry.id.as_str(),
            String::from_utf8_lossy(&checked.stdout),
            String::from_utf8_lossy(&checked.stderr)
        );
    }
}

/// Entries of an archive that must not land anywhere, and the file that must not appear.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_archive_that_reaches_out_of_its_folder_is_refused_with_every_entry_named() {
    let mill = Mill::with(answer).await;
    let skill = "---\nname: sort-mail\ndescription: d\n---\nSort.\n";
    let options = zip::write::SimpleFileOptions::default();
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let mut add = |name: &str, content: &[u8]| {
        archive.start_file(name, options).unwrap();
        archive.write_all(content).unwrap();
    };
    add("sort-mail/SKILL.md", skill.as_bytes());
    for name in [
        "../out.txt",
        "/abs.txt",
        "C:\\abs.txt",
        "\\\\host\\share\\x",
        "..././out.txt",
        "CON",
        "sort-mail/end.",
        "sort-mail/Notes.md",
        "sort-mail/notes.md",
    ] {
        add(name, b"x");
    }
    // A bomb: little more than ten kilobytes that unpack to ten million.
    add("sort-mail/zeros.bin", &vec![0; 10_000_000]);
    add("docs/x.txt", b"x");
    archive.add_symlink("docs", "..", options).unwrap();
    let bytes = archive.finish().unwrap().into_inner();
    assert!(bytes.len() < 20_000, "{}", bytes.len());
    let path = mill.file("deep/in/pack.zip", bytes);
    let refused = mill.engine.import_skill(&path).unwrap_err();
    let params: BTreeMap<_, _> = refused.params().into_iter().collect();
    let of = |name: &str| params[name].as_str();
    assert_eq!(refused.code(), "archive_refused");
    assert_eq!(
        of("outside"),
        "../out.txt, /abs.txt, C:\\abs.txt, \\\\host\\share\\x"
    );
    assert_eq!(of("names"), "..././out.txt, CON, sort-mail/end.");
    assert_eq!(of("twice"), "sort-mail/notes.md");
    assert_eq!(of("large"), "sort-mail/zeros.bin");
    assert_eq!(of("links"), "docs");
    assert_eq!(of("count"), "10");
    assert!(
        mill.engine
            .library_entry(&SkillId::new("sort-mail"))
            .is_none()
    );
    for name in ["deep/out.txt", "out.txt", "deep/in/out.txt"] {
        assert!(!mill.path(name).exists(), "{name}");
    }
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_skill_folder_with_a_link_to_its_parent_comes_in_without_the_link() {
    let mill = Mill::with(answer).await;
    mill.file("project/secret.txt", "secret");
    mill.file(
        "project/sort-mail/SKILL.md",
        "---\nname: sort-mail\ndescription: d\n---\nSort.\n",
    );
    let folder = mill.path("project/sort-mail");
    std::os::unix::fs::symlink("..", folder.join("references")).unwrap();
    let id = mill.engine.import_skill(&folder).unwrap();
    let kept = mill.engine.skill_folder(&id).unwrap();
    let names: Vec<_> = std::fs::read_dir(kept)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(names, ["SKILL.md"]);
}
