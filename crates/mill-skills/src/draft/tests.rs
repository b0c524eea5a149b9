use std::path::{Path, PathBuf};

use super::*;
use crate::{Skill, SkillSource, prompt};

fn shipped() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../skills");
    let mut folders: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    folders.sort();
    folders
}

/// The skill with the draft's files over its own.
fn saved(skill: &Skill, draft: &SkillDraft) -> Skill {
    let mut files: BTreeMap<String, String> = skill
        .source
        .files()
        .map(|(file, text)| (file.to_owned(), text.to_owned()))
        .collect();
    for (file, text) in draft_files(draft, &DraftKept::of(skill), "2") {
        match text {
            Some(text) => drop(files.insert(file, text)),
            None => drop(files.remove(&file)),
        }
    }
    Skill::from_source(SkillSource::from_files(files)).unwrap()
}

fn small() -> SkillDraft {
    let field = |name: &str, label: &str, kind: &str| DraftField {
        name: name.to_owned(),
        label: label.to_owned(),
        kind: kind.to_owned(),
        required: true,
        ..DraftField::default()
    };
    SkillDraft {
        name: "sort-mail".to_owned(),
        description: "Says: what a \"mail\" wants # really".to_owned(),
        instructions: "Read {{body}} and choose {{kind}}.".to_owned(),
        inputs: vec![field("body", "正文", "text")],
        outputs: vec![DraftField {
            choices: vec!["a, b".to_owned(), " 投诉 ".to_owned(), String::new()],
            ..field("kind", "Kind", "choice")
        }],
        undecided: "model".to_owned(),
        ..SkillDraft::default()
    }
}

fn plain() -> Skill {
    let text = "---\nname: x\ndescription: d\n---\ndo\n";
    Skill::from_source(SkillSource::from_files([("SKILL.md", text)])).unwrap()
}

#[test]
fn a_shipped_skill_saved_unchanged_is_the_same_skill() {
    for folder in shipped() {
        let skill = Skill::read(&folder).unwrap();
        let draft = SkillDraft::of(&skill);
        assert_eq!(draft_faults(&draft), [], "{}", skill.name);
        let after = saved(&skill, &draft);
        assert_eq!(after.version, "2");
        assert_eq!(after.inputs, skill.inputs);
        assert_eq!(after.outputs, skill.outputs);
        assert_eq!(after.instructions, skill.instructions);
        assert_eq!(after.description, skill.description);
        assert_eq!(after.defaults, skill.defaults);
        assert_eq!(after.evals, skill.evals);
        assert_eq!(after.rules.len(), skill.rules.len());
        assert_eq!(format!("{:?}", after.checks), format!("{:?}", skill.checks));
        assert_eq!(SkillDraft::of(&after), draft);
    }
}

#[test]
fn a_draft_from_nothing_becomes_a_skill_with_every_text_to_the_letter() {
    let draft = small();
    assert_eq!(draft_faults(&draft), []);
    let skill = saved(&plain(), &draft);
    assert_eq!(skill.description, draft.description);
    assert_eq!(skill.notices, []);
    assert!(matches!(
        &skill.outputs[0].field_type,
        mill_domain::FieldType::Choice { choices } if *choices == ["a, b", "投诉"]
    ));
    let told = prompt::system(&skill);
    assert!(
        told.starts_with("Read \"正文\" and choose \"Kind\"."),
        "{told}"
    );
}

#[test]
fn many_choices_go_into_a_table_and_none_is_taken_for_its_title() {
    let mut draft = small();
    let mut choices: Vec<String> = (0..40).map(|number| format!("Account {number}")).collect();
    choices.insert(0, "Kind".to_owned());
    draft.outputs[0].choices.clone_from(&choices);
    let skill = saved(&plain(), &draft);
    assert!(matches!(
        &skill.outputs[0].field_type,
        mill_domain::FieldType::Choice { choices: read } if *read == choices
    ));
    assert_eq!(
        SkillDraft::of(&skill).outputs[0].choices_file,
        "references/kind-choices.csv"
    );
}

#[test]
fn examples_are_shown_to_the_model_and_measured_samples_are_not() {
    let mut draft = small();
    let sample = |body: &str, kind: &str, shown| DraftSample {
        inputs: BTreeMap::from([("body".to_owned(), body.to_owned())]),
        expected: BTreeMap::from([("kind".to_owned(), kind.to_owned())]),
        shown,
        ..DraftSample::default()
    };
    draft.samples = vec![
        sample("it broke", "投诉", true),
        sample("hello", "a, b", false),
    ];
    assert_eq!(draft_faults(&draft), []);
    let skill = saved(&plain(), &draft);
    let told = prompt::system(&skill);
    assert!(
        told.contains("正文: it broke") && told.contains(r#"{"kind":"投诉"}"#),
        "{told}"
    );
    assert!(!told.contains("hello"));
    assert_eq!((skill.examples.len(), skill.evals.len()), (1, 1));
    let without = saved(
        &skill,
        &SkillDraft {
            samples: Vec::new(),
            ..draft
        },
    );
    assert_ne!(without.content_hash, skill.content_hash);
    assert_eq!((without.examples.len(), without.evals.len()), (0, 0));
}

#[test]
fn every_fault_is_told_at_its_field() {
    let mut draft = small();
    draft.name = "Sort Mail".to_owned();
    draft.description = " ".to_owned();
    draft.inputs.push(DraftField {
        name: "body_2".to_owned(),
        label: "正文 ".to_owned(),
        kind: "text".to_owned(),
        max_chars: "0".to_owned(),
        ..DraftField::default()
    });
    draft.outputs[0].choices.push("A,  B".to_owned());
    let check = |kind: &str, field: &str| DraftCheck {
        kind: kind.to_owned(),
        field: field.to_owned(),
        ..DraftCheck::default()
    };
    draft.checks = vec![
        check("range", "kind"),
        check("sum", "gone"),
        DraftCheck {
            pattern: "[".to_owned(),
            ..check("pattern", "kind")
        },
        DraftCheck {
            table: "references/none.csv".to_owned(),
            ..check("lookup", "kind")
        },
    ];
    draft.samples = vec![DraftSample {
        expected: BTreeMap::from([("kind".to_owned(), "other".to_owned())]),
        ..DraftSample::default()
    }];
    draft.agents = "many".to_owned();
    draft.budget_usd = "-1".to_owned();
    let found: Vec<(String, &str)> = draft_faults(&draft)
        .into_iter()
        .map(|fault| (fault.at, fault.code))
        .collect();
    let wanted = [
        ("name", "name_form"),
        ("description", "description_missing"),
        ("inputs.1.label", "label_twice"),
        ("inputs.1.max_chars", "count_form"),
        ("outputs.0.choices", "choice_twice"),
        ("checks.0.field", "range_kind"),
        ("checks.1.field", "check_field_missing"),
        ("checks.2.pattern", "pattern_form"),
        ("checks.3.table", "table_missing"),
        ("samples.0.inputs.body", "sample_input_missing"),
        ("samples.0.expected.kind", "sample_value"),
        ("agents", "count_form"),
        ("budget_usd", "budget_form"),
    ];
    let wanted: Vec<(String, &str)> = wanted
        .into_iter()
        .map(|(at, code)| (at.to_owned(), code))
        .collect();
    assert_eq!(found, wanted);
}
