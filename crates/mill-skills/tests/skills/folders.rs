//! Skill folders on disk: found, refused, remembered.

use std::fs;
use std::path::Path;

use mill_skills::{Skill, SkillSource};
use tempfile::TempDir;

const SKILL_MD: &str = "---\nname: tiny\ndescription: Does little.\n---\nDo it.\n";

fn folder(files: &[(&str, &str)]) -> (TempDir, std::path::PathBuf) {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("tiny");
    for (file, text) in files {
        let path = folder.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    (home, folder)
}

fn message(folder: &Path) -> String {
    let error = Skill::read(folder).err().unwrap();
    assert!(!error.hint().is_empty());
    error.to_string()
}

#[test]
fn a_plain_skill_without_sidecar_works() {
    let (_home, folder) = folder(&[("SKILL.md", SKILL_MD)]);
    let skill = Skill::read(&folder).unwrap();
    assert_eq!(
        (skill.name.as_str(), skill.instructions.as_str()),
        ("tiny", "Do it.")
    );
    assert!(skill.notices.is_empty());
    assert_eq!(skill.content_hash.len(), 64);
}

#[test]
fn a_plain_skill_can_take_files_instead_of_rows() {
    let (_home, folder) = folder(&[("SKILL.md", SKILL_MD)]);
    let skill = Skill::read(&folder).unwrap().for_files();
    assert_eq!(skill.file_input().unwrap().label, "Document");
    let map = mill_skills::map_columns(&["file", "name", "pages"], &skill.inputs, &[("", ""); 0])
        .unwrap();
    let row = mill_skills::inputs_for_row(&map, &["in/a.pdf", "a.pdf", "2"]);
    assert_eq!(
        row.record.into_json().to_string(),
        "{\"document\":\"in/a.pdf\"}"
    );
}

#[test]
fn a_folder_of_another_name_is_noticed() {
    let (home, tiny) = folder(&[("SKILL.md", SKILL_MD)]);
    let copy = home.path().join("Copy of tiny");
    fs::rename(tiny, &copy).unwrap();
    let notices = Skill::read(&copy).unwrap().notices;
    assert_eq!(
        notices[0].message,
        "The folder is called `Copy of tiny` but the skill `tiny`; the standard wants one name."
    );
}

#[test]
fn a_folder_without_a_skill_is_named() {
    let home = tempfile::tempdir().unwrap();
    assert_eq!(
        message(home.path()),
        format!(
            "`{}` is not a skill: there is no SKILL.md in it",
            home.path().display()
        )
    );
}

#[test]
fn a_run_can_rebuild_the_skill_it_used_after_the_folder_changed() {
    let sidecar = "[outputs]\nkind = { type = \"choice\", choices_file = \"kinds.csv\" }\n[rules]\ntable = \"r.csv\"\n";
    let (_home, folder) = folder(&[
        ("SKILL.md", &SKILL_MD.replace('\n', "\r\n")),
        ("stampmill.toml", sidecar),
        ("kinds.csv", "\u{feff}kind\nA\nB\n"),
        ("r.csv", "if row,then kind\ncontains a,A\n"),
        (
            "evals/evals.json",
            "{\"evals\": [{\"id\": 1, \"inputs\": {\"row\": \"a\"}, \"expected\": {\"kind\": \"A\"}}]}",
        ),
        ("notes.md", "not needed"),
    ]);
    let skill = Skill::read(&folder).unwrap();
    let stored = serde_json::to_string(&skill.source).unwrap();
    fs::write(folder.join("r.csv"), "if row,then kind\ncontains a,B\n").unwrap();

    let source: SkillSource = serde_json::from_str(&stored).unwrap();
    assert_eq!(
        source.files().map(|(file, _)| file).collect::<Vec<_>>(),
        [
            "SKILL.md",
            "evals/evals.json",
            "kinds.csv",
            "r.csv",
            "stampmill.toml"
        ]
    );
    let as_run = Skill::from_source(source).unwrap();
    assert_eq!(as_run.content_hash, skill.content_hash);
    assert_eq!(as_run.rules.rules()[0].then, skill.rules.rules()[0].then);
    assert_eq!(as_run.evals, skill.evals);
    assert_ne!(
        Skill::read(&folder).unwrap().content_hash,
        skill.content_hash
    );
}

#[test]
fn files_the_skill_does_not_need_do_not_change_the_hash() {
    let bare = Skill::from_source(SkillSource::from_files([("SKILL.md", SKILL_MD)])).unwrap();
    let source = SkillSource::from_files([("SKILL.md", SKILL_MD), ("references/notes.md", "more")]);
    let more = Skill::from_source(source).unwrap();
    assert_eq!(more.content_hash, bare.content_hash);
    assert_eq!(more.source, bare.source);
}

#[test]
fn line_ends_and_evals_do_not_change_the_hash() {
    let hash =
        |files: &[(&str, &str)]| SkillSource::from_files(files.iter().copied()).content_hash();
    let one = hash(&[("SKILL.md", SKILL_MD)]);
    assert_eq!(
        hash(&[
            ("SKILL.md", &SKILL_MD.replace('\n', "\r\n")),
            ("evals/evals.json", "{}")
        ]),
        one
    );
    assert_ne!(hash(&[("SKILL.md", "other")]), one);
}

#[test]
fn nothing_outside_the_folder_is_read() {
    for outside in [
        "../secret.csv",
        "/etc/hostname",
        "a/../../secret.csv",
        "C:/secret.csv",
        "",
        "a//b.csv",
    ] {
        let sidecar =
            format!("[outputs]\nkind = {{ type = \"choice\", choices_file = \"{outside}\" }}\n");
        let (home, folder) = folder(&[("SKILL.md", SKILL_MD), ("stampmill.toml", &sidecar)]);
        fs::write(home.path().join("secret.csv"), "kind\nA\n").unwrap();
        assert_eq!(
            message(&folder),
            format!(
                "stampmill.toml line 2, key `outputs.kind.choices_file`: `{outside}` is not a file inside the skill's folder"
            )
        );
    }
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_folder_is_not_followed() {
    let sidecar = "[rules]\ntable = \"r.csv\"\n";
    let (home, folder) = folder(&[("SKILL.md", SKILL_MD), ("stampmill.toml", sidecar)]);
    fs::write(home.path().join("secret.csv"), "if row,then answer\n,x\n").unwrap();
    std::os::unix::fs::symlink(home.path().join("secret.csv"), folder.join("r.csv")).unwrap();
    assert_eq!(
        message(&folder),
        "stampmill.toml line 2, key `rules.table`: `r.csv` is not a file inside the skill's folder"
    );
}

#[test]
fn a_rules_file_of_the_usual_name_needs_no_mention() {
    let rules = ("rules.csv", "if row,then answer\ncontains a,yes\n");
    let (_home, said) = folder(&[
        ("SKILL.md", SKILL_MD),
        rules,
        ("stampmill.toml", "[rules]\nundecided = \"skip\"\n"),
    ]);
    assert_eq!(Skill::read(&said).unwrap().rules.len(), 1);
    let (_home, none) = folder(&[
        ("SKILL.md", SKILL_MD),
        ("stampmill.toml", "[rules]\nundecided = \"person\"\n"),
    ]);
    assert!(Skill::read(&none).unwrap().rules.is_empty());
    let (_home, unsaid) = folder(&[
        ("SKILL.md", SKILL_MD),
        rules,
        ("stampmill.toml", "[defaults]\nagents = 2\n"),
    ]);
    let skill = Skill::read(&unsaid).unwrap();
    assert!(skill.rules.is_empty());
    assert_eq!(
        skill.notices[0].message,
        "stampmill.toml has no [rules], so rules.csv is not used."
    );
}

#[test]
fn missing_and_unreadable_files_are_named() {
    let (_home, missing) = folder(&[
        ("SKILL.md", SKILL_MD),
        ("stampmill.toml", "[rules]\ntable = \"r.csv\"\n"),
    ]);
    assert_eq!(message(&missing), "cannot read `r.csv` of the skill");
    let (_home, latin) = folder(&[
        ("SKILL.md", SKILL_MD),
        ("stampmill.toml", "[rules]\ntable = \"r.csv\"\n"),
    ]);
    fs::write(
        latin.join("r.csv"),
        b"if row,then answer\ncontains M\xfcller,x\n",
    )
    .unwrap();
    assert_eq!(message(&latin), "`r.csv` of the skill is not UTF-8 text");
}

#[test]
fn evals_must_speak_of_the_skills_own_fields() {
    let (_home, broken) = folder(&[
        ("SKILL.md", SKILL_MD),
        ("evals/evals.json", "{\n\"evals\": [}"),
    ]);
    assert!(
        message(&broken).starts_with("evals/evals.json line 2: the sample tasks cannot be read")
    );
    let (_home, unknown) = folder(&[
        ("SKILL.md", SKILL_MD),
        (
            "evals/evals.json",
            "{\"evals\": [{\"id\": 1, \"inputs\": {\"rows\": \"a\"}}]}",
        ),
    ]);
    assert_eq!(
        message(&unknown),
        "evals/evals.json, key `evals[1].inputs.rows`: the skill has no such field"
    );
}
