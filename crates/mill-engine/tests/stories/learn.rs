//! What a correction teaches: an example, a rule, a check; what else it would have changed; and back again.

use mill_domain::{TaskNumber, Verdict};
use mill_engine::{Lesson, LessonKind, Proposal, SkillId};
use mill_skills::Skill;

use crate::setup::{Mill, Run, coded};

impl Run<'_> {
    async fn lesson(&self, task: u32, kind: LessonKind) -> Lesson {
        self.engine
            .lesson(self.id, TaskNumber(task), kind)
            .await
            .unwrap()
    }
}

/// Five lines of two shops, all of them "Food"; the first is corrected to "Travel", the second of the same shop accepted as
/// it is, and one of the other shop too.
async fn reviewed(mill: &Mill) -> Run<'_> {
    mill.keep_lines();
    let texts = ["RAIL LTD", "RAIL LTD", "RAIL LTD", "GROCER", "GROCER"];
    let run = mill.lines(&texts).run().await;
    run.says(1, Verdict::Corrected, &[("account", "Travel")])
        .await;
    run.says(2, Verdict::Accepted, &[]).await;
    run.says(4, Verdict::Accepted, &[]).await;
    run
}

fn story(mill: &Mill) -> Skill {
    mill.engine.skill(&SkillId::new("story")).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_correction_becomes_the_narrowest_rule_with_what_else_it_would_change() {
    let mill = Mill::with(|_| coded("Food")).await;
    let run = reviewed(&mill).await;
    let lesson = run.lesson(1, LessonKind::Rule).await;
    let Proposal::Rule(narrow) = &lesson.proposal else {
        panic!("{lesson:?}");
    };
    let said = |pairs: &[(mill_domain::FieldName, String)]| -> Vec<String> {
        pairs
            .iter()
            .map(|(field, cell)| format!("{field} {cell}"))
            .collect()
    };
    assert_eq!(said(&narrow.rule.conditions), ["text is RAIL LTD"]);
    assert_eq!(said(&narrow.rule.then), ["account Travel"]);
    assert_eq!((narrow.agreeing, narrow.against), (1, 1));
    let effect = &lesson.effect;
    assert_eq!((effect.runs, effect.rows), (1, 4));
    assert_eq!(
        (effect.changed, effect.accepted),
        (2, 1),
        "one of them was accepted otherwise"
    );
    let rows: Vec<_> = effect
        .changes
        .iter()
        .map(|row| (row.task.0, row.accepted))
        .collect();
    assert_eq!(rows, [(2, true), (3, false)]);
    assert_eq!(lesson.fields[0].to, "Travel");
    let before = story(&mill);
    assert_eq!(before.rules.rules().len(), 2, "nothing is saved by looking");

    let learnt = run
        .engine
        .learn(run.id, TaskNumber(1), LessonKind::Rule)
        .await
        .unwrap();
    let after = story(&mill);
    assert_eq!(after.rules.rules().len(), 3);
    assert_eq!(after.version, learnt.version);
    assert_ne!(after.version, before.version);
    run.engine
        .restore_skill(&learnt.lesson.skill, &learnt.former)
        .unwrap();
    assert_eq!(story(&mill).rules.rules().len(), 2, "taken back");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_correction_becomes_an_example_the_model_is_shown() {
    let mill = Mill::with(|_| coded("Food")).await;
    let run = reviewed(&mill).await;
    let lesson = run.lesson(1, LessonKind::Example).await;
    let effect = &lesson.effect;
    assert_eq!(
        (effect.changed, effect.accepted),
        (2, 1),
        "the same task with another result"
    );
    run.engine
        .learn(run.id, TaskNumber(1), LessonKind::Example)
        .await
        .unwrap();
    let examples = story(&mill).examples;
    assert_eq!(examples.len(), 1);
    assert_eq!(
        examples[0]
            .inputs
            .text(&mill_domain::FieldName::new("text")),
        "RAIL LTD"
    );
    assert_eq!(
        examples[0]
            .expected
            .text(&mill_domain::FieldName::new("account")),
        "Travel"
    );
    assert!(mill_skills::prompt::system(&story(&mill)).contains("RAIL LTD"));
    run.engine
        .learn(run.id, TaskNumber(1), LessonKind::Example)
        .await
        .unwrap();
    assert_eq!(story(&mill).examples.len(), 2, "ids do not clash");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_correction_becomes_a_check_that_would_have_caught_it() {
    let mill = Mill::with(|_| coded("Food")).await;
    let run = reviewed(&mill).await;
    let lesson = run.lesson(1, LessonKind::Check).await;
    let Proposal::Check(check, None) = &lesson.proposal else {
        panic!("{lesson:?}");
    };
    assert_eq!(
        (
            check.kind.as_str(),
            check.field.as_str(),
            check.min.as_str()
        ),
        ("range", "confidence", "0.91")
    );
    assert!(check.warning);
    assert_eq!(
        (lesson.effect.changed, lesson.effect.accepted),
        (4, 2),
        "all are as sure as that"
    );
    run.engine
        .learn(run.id, TaskNumber(1), LessonKind::Check)
        .await
        .unwrap();
    assert_eq!(story(&mill).checks.len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn there_is_nothing_to_learn_from_a_row_nobody_corrected() {
    let mill = Mill::with(|_| coded("Food")).await;
    let run = reviewed(&mill).await;
    let refused = run
        .engine
        .lesson(run.id, TaskNumber(2), LessonKind::Rule)
        .await
        .unwrap_err();
    assert_eq!(refused.code(), "lesson_not_corrected", "{refused}");
    let elsewhere = mill.shops(1).skill(crate::setup::wordy()).run().await;
    elsewhere
        .says(1, Verdict::Corrected, &[("account", "Travel")])
        .await;
    assert!(LessonKind::from_word("poem").is_err());
}
