//! A rules table changed: tried on the last run's rows, refused where it cannot stand, saved as a new version.

use mill_domain::{FieldName, TaskNumber, Verdict};
use mill_engine::{
    EngineError, NewRule, RuleSheet, SavedSkill, SheetChangeKind, Skill, SkillDraft, SkillId,
    sheet_difference,
};

use crate::setup::{LINES, Mill, Run, coded, skill_of};

const TEXTS: [&str; 7] = [
    "OYSTER 1",
    "OYSTER 2",
    "RAIL LTD",
    "RAIL LTD",
    "GROCER",
    "GROCER HELD",
    "CAFE",
];

fn id() -> SkillId {
    SkillId::new("story")
}

/// The skill [`LINES`] in the library, with its two rules.
fn in_library(mill: &Mill) -> Skill {
    let draft = SkillDraft {
        rules_table: String::new(),
        ..SkillDraft::of(&skill_of(LINES))
    };
    let saved = mill.engine.save_skill(&draft, None).unwrap();
    assert!(matches!(saved, SavedSkill::Saved(_)), "{saved:?}");
    let rules = RuleSheet::of(&skill_of(LINES)).unwrap();
    let skill = mill.engine.skill(&id()).unwrap();
    mill.engine.save_rules(&id(), &skill, &rules).unwrap();
    mill.engine.skill(&id()).unwrap()
}

/// A run over [`TEXTS`] by the library's rules; the model says "Food" of all they leave.
async fn ran(mill: &Mill) -> Run<'_> {
    let skill = in_library(mill);
    mill.lines(&TEXTS).skill(skill).run().await
}

async fn corrected(run: &Run<'_>, task: u32, account: &str) {
    let fields = [("account".to_owned(), account.to_owned())].into();
    let judged = run
        .engine
        .judge(run.id, vec![TaskNumber(task)], Verdict::Corrected, &fields);
    judged.await.unwrap();
}

fn rule(text: &str, account: &str) -> NewRule {
    NewRule {
        conditions: vec![(FieldName::new("text"), text.to_owned())],
        then: vec![(FieldName::new("account"), account.to_owned())],
        note: "by hand".to_owned(),
    }
}

fn rows(sheet: &RuleSheet) -> Vec<String> {
    sheet.rows.iter().map(|row| row.join(";")).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rule_that_contradicts_one_below_it_says_whose_rows_it_takes() {
    let mill = Mill::with(|_| coded("Food")).await;
    let run = ran(&mill).await;
    // A person says otherwise than rule 1 of an OYSTER line: the new rule has to stand above it.
    corrected(&run, 2, "Other").await;
    let new = rule("is OYSTER 2", "Other");
    let tried = mill
        .engine
        .try_new_rules(&id(), std::slice::from_ref(&new))
        .await
        .unwrap();
    assert_eq!(tried.numbers, [1]);
    let trial = &tried.trial;
    assert_eq!((trial.rows, trial.decided, trial.decided_before), (7, 2, 2));
    let losses: Vec<_> = trial
        .losses
        .iter()
        .map(|loss| (loss.rule, loss.when.as_str(), loss.to, loss.rows))
        .collect();
    assert_eq!(losses, [(1, "Text contains \"OYSTER\"", Some(1), 1)]);
    let changes: Vec<_> = trial
        .changes
        .iter()
        .map(|change| (change.row, change.before.clone(), change.after.clone()))
        .collect();
    // The header is row 1 of the pasted table.
    assert_eq!(
        changes,
        [(
            3,
            Some((1, "Travel".to_owned())),
            Some((1, "Other".to_owned()))
        )]
    );
    let unchanged = mill.engine.rules_sheet(&id()).unwrap().1;
    assert_eq!(unchanged.rows.len(), 2, "trying saves nothing");

    mill.engine.add_rules(&id(), &[new]).await.unwrap();
    let (skill, sheet) = mill.engine.rules_sheet(&id()).unwrap();
    assert_eq!(
        rows(&sheet),
        [
            "is OYSTER 2;Other;by hand",
            "contains OYSTER;Travel;travel cards",
            "contains HELD;ask me;"
        ]
    );
    let again = mill.engine.try_rules(&skill, &sheet).await.unwrap();
    assert_eq!((again.changed, again.losses.len()), (0, 0));
    assert_eq!(
        again
            .uses
            .iter()
            .map(|rule| (rule.matched, rule.taken, rule.above))
            .collect::<Vec<_>>(),
        [(1, 1, None), (2, 1, Some(1)), (1, 1, None)]
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rule_moved_above_by_hand_is_tried_the_same_way() {
    let mill = Mill::with(|_| coded("Food")).await;
    ran(&mill).await;
    let (skill, mut sheet) = mill.engine.rules_sheet(&id()).unwrap();
    sheet.rows = [
        ["starts with O", "Food", ""],
        ["contains OYSTER", "Travel", ""],
        ["contains OYSTER 1", "Travel", ""],
        ["contains HELD", "ask me", ""],
        ["is NOBODY", "Food", ""],
        ["contains OYSTER", "Other", ""],
    ]
    .iter()
    .map(|row| row.iter().map(|cell| (*cell).to_owned()).collect())
    .collect();
    let trial = mill.engine.try_rules(&skill, &sheet).await.unwrap();
    let losses: Vec<_> = trial
        .losses
        .iter()
        .map(|loss| (loss.rule, loss.to, loss.rows))
        .collect();
    assert_eq!((losses, trial.changed), (vec![(1, Some(1), 2)], 2));
    let uses: Vec<_> = trial
        .uses
        .iter()
        .map(|rule| (rule.matched, rule.taken, rule.above, rule.covered))
        .collect();
    assert_eq!(
        uses,
        [
            (2, 2, None, None),
            (2, 0, Some(1), None),
            (1, 0, Some(1), None),
            (1, 1, None, None),
            (0, 0, None, None),
            // The same conditions as rule 2: whatever the rows, it cannot decide.
            (2, 0, Some(1), Some(2)),
        ]
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_rules_become_one_version() {
    let mill = Mill::with(|_| coded("Food")).await;
    ran(&mill).await;
    let before = mill.engine.skill(&id()).unwrap().version;
    let rules = [rule("is CAFE", "Food"), rule("is RAIL LTD", "Travel")];
    let tried = mill.engine.try_new_rules(&id(), &rules).await.unwrap();
    assert_eq!(tried.numbers, [3, 4]);
    assert_eq!((tried.trial.decided, tried.trial.decided_before), (5, 2));
    assert!(tried.trial.losses.is_empty(), "no rule loses a row");
    mill.engine.add_rules(&id(), &rules).await.unwrap();
    let after = mill.engine.skill(&id()).unwrap();
    assert_eq!(after.rules.len(), 4);
    let number = |version: &str| version.parse::<u32>().unwrap();
    assert_eq!(number(&after.version), number(&before) + 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_made_from_another_version_is_refused() {
    let mill = Mill::with(|_| coded("Food")).await;
    in_library(&mill);
    let (first, mut sheet) = mill.engine.rules_sheet(&id()).unwrap();
    // Another window saves first.
    mill.engine
        .add_rules(&id(), &[rule("is CAFE", "Food")])
        .await
        .unwrap();
    sheet.rows.clear();
    let refused = mill.engine.save_rules(&id(), &first, &sheet).unwrap_err();
    assert!(
        matches!(&refused, EngineError::RulesChanged { skill, .. } if skill == "story"),
        "{refused}"
    );
    assert_eq!(refused.code(), "rules_changed");
    let (second, sheet) = mill.engine.rules_sheet(&id()).unwrap();
    assert_eq!(sheet.rows.len(), 3, "nothing was overwritten");

    // The file is edited in a spreadsheet program meanwhile; the version stays what it was.
    let file = mill
        .path("home")
        .join("skills")
        .join("story")
        .join("rules.csv");
    std::fs::write(&file, "if text,then account\nis CAFE,Other\n").unwrap();
    let refused = mill.engine.save_rules(&id(), &second, &sheet).unwrap_err();
    assert_eq!(refused.code(), "rules_changed");
    let kept = std::fs::read_to_string(&file).unwrap();
    assert!(kept.contains("is CAFE,Other"), "{kept}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cell_that_cannot_be_used_is_named_with_its_place_and_what_was_expected() {
    let mill = Mill::with(|_| coded("Food")).await;
    let skill = in_library(&mill);
    let mut sheet = RuleSheet::of(&skill).unwrap();
    sheet.rows[1][1] = "Foood".to_owned();
    let refused = mill.engine.save_rules(&id(), &skill, &sheet).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "rules.csv row 3, column `then account`: `Foood` cannot be used"
    );
    assert_eq!(
        refused.hint().as_deref(),
        Some("Expected is one of 3 listed values.")
    );
    let trial = mill.engine.try_rules(&skill, &sheet).await.unwrap();
    let fault = &trial.faults[0];
    assert_eq!(
        (trial.faults.len(), fault.row, fault.column),
        (1, Some(1), Some(1))
    );
    let wrong = mill
        .engine
        .add_rules(
            &id(),
            &[rule("between 5 and 1", "Food"), rule("is A", "Foood")],
        )
        .await
        .unwrap_err();
    assert!(wrong.to_string().contains("between 5 and 1"), "{wrong}");
    let after = mill.engine.skill(&id()).unwrap();
    assert_eq!(after.version, skill.version, "nothing was saved");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_goes_to_a_spreadsheet_program_and_back() {
    let mill = Mill::with(|_| coded("Food")).await;
    let skill = in_library(&mill);
    let mut sheet = RuleSheet::of(&skill).unwrap();
    let added = [
        "one of 007|=SUM(A1)",
        "Other",
        "=HYPERLINK(\"x\"), and \"more\"",
    ];
    sheet
        .rows
        .push(added.iter().map(|cell| (*cell).to_owned()).collect());
    for name in ["rules.xlsx", "rules.csv"] {
        let path = mill.path(name);
        mill.engine.write_rules(&sheet, &path).unwrap();
        let back = mill.engine.read_rules(&skill, &path).unwrap();
        assert_eq!(rows(&back), rows(&sheet), "{name}");
        let difference = sheet_difference(&sheet, &back);
        assert_eq!(
            (difference.same, difference.changes.len()),
            (3, 0),
            "{name}"
        );
    }
    let raw = std::fs::read_to_string(mill.path("rules.csv")).unwrap();
    assert!(raw.contains("'=HYPERLINK"), "no formula in the file: {raw}");
    // What comes back is looked at first; only then it is saved.
    let other = mill.file(
        "edited.csv",
        "if Text;then Account\ncontains HELD;ask me\nis NEW;Food\n",
    );
    let opened = mill.engine.read_rules(&skill, &other).unwrap();
    let difference = sheet_difference(&RuleSheet::of(&skill).unwrap(), &opened);
    let kinds: Vec<_> = difference
        .changes
        .iter()
        .map(|change| change.kind)
        .collect();
    assert_eq!(kinds, [SheetChangeKind::Removed, SheetChangeKind::Added]);
    assert_eq!(difference.columns_gone, ["note"]);
    mill.engine.save_rules(&id(), &skill, &opened).unwrap();
    assert_eq!(mill.engine.skill(&id()).unwrap().rules.len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn merged_cells_notes_above_and_hidden_rows_lose_no_rule() {
    let mill = Mill::with(|_| coded("Food")).await;
    let skill = in_library(&mill);
    let path = mill.path("merged.xlsx");
    let mut book = rust_xlsxwriter::Workbook::new();
    let page = book.add_worksheet();
    page.write(0, 0, "Rules of March, do not sort").unwrap();
    for (column, title) in ["if text", "if amount", "then account"].iter().enumerate() {
        page.write(2, u16::try_from(column).unwrap(), *title)
            .unwrap();
    }
    let plain = rust_xlsxwriter::Format::new();
    page.merge_range(3, 0, 4, 0, "contains SHOP", &plain)
        .unwrap();
    page.write(3, 1, "<= 50")
        .unwrap()
        .write(3, 2, "Food")
        .unwrap();
    page.write(4, 1, "> 50")
        .unwrap()
        .write(4, 2, "Other")
        .unwrap();
    page.write(6, 0, "is TOTAL")
        .unwrap()
        .write(6, 2, "Travel")
        .unwrap();
    page.set_row_hidden(6).unwrap();
    book.save(&path).unwrap();
    let sheet = mill.engine.read_rules(&skill, &path).unwrap();
    assert_eq!(
        rows(&sheet),
        [
            "contains SHOP;<= 50;Food",
            "contains SHOP;> 50;Other",
            "is TOTAL;;Travel"
        ]
    );
    assert!(sheet.faults(&skill.inputs, &skill.outputs).is_empty());
}
