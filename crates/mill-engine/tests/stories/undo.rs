//! Undo without limit, also after a restart, for every act of a review; and what waits for its turn.

use std::time::Duration;

use mill_domain::TaskNumber;
use mill_engine::{
    AskAgain, EngineError, LessonKind, ResumeSkill, ReviewError, ReviewFilter, SampleOrder,
    SampleScope, SkillDraft, SkillId, Undone, UndoneLesson,
};
use mill_testkit::Turn;

use crate::setup::{Mill, Run, coded};

const NOTE: &str = "This shop sells tickets.";

/// Ten shops that are food; travel to whoever is told so. The skill is in the library.
async fn reviewed() -> Mill {
    let mill = Mill::with(|asked| {
        coded(if asked.user.contains(NOTE) {
            "Travel"
        } else {
            "Food"
        })
    })
    .await;
    mill.keep_lines();
    mill
}

/// Closes the program, opens it again, and takes one act back.
async fn undo_after_restart(mill: Mill, id: mill_domain::RunId) -> (Mill, Undone) {
    let mill = mill.reopen().await;
    let undone = mill.engine.undo_verdict(id).await.unwrap();
    (mill, undone)
}

fn of_tasks(tasks: &[u32]) -> Undone {
    Undone {
        tasks: tasks.iter().copied().map(TaskNumber).collect(),
        ..Undone::default()
    }
}

impl Run<'_> {
    async fn verdicts(&self) -> Vec<String> {
        let rows = self.rows().await.into_iter();
        rows.map(|row| row.verdict.unwrap_or_default()).collect()
    }
}

fn asking(id: mill_domain::RunId, task: u32) -> AskAgain {
    AskAgain {
        run: id,
        tasks: vec![TaskNumber(task)],
        note: NOTE.to_owned(),
        with_answer: false,
        budget: None,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn accepting_many_and_a_correction_are_taken_back_after_a_restart() {
    let mill = reviewed().await;
    let id = mill.shops(3).run().await.id;
    let run = Run {
        engine: &mill.engine,
        id,
    };
    run.correct(2, "Other").await;
    let all = ReviewFilter::default();
    let accepted = run.engine.accept_matching(id, &all, Some(2));
    assert_eq!(accepted.await.unwrap().len(), 2);
    let (mill, undone) = undo_after_restart(mill, id).await;
    assert_eq!(undone, of_tasks(&[1, 3]));
    let (mill, undone) = undo_after_restart(mill, id).await;
    assert_eq!(undone, of_tasks(&[2]));
    let run = Run {
        engine: &mill.engine,
        id,
    };
    assert_eq!(run.verdicts().await, ["", "", ""]);
    assert_eq!(
        run.engine.undo_verdict(id).await.unwrap(),
        Undone::default()
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_answer_a_flag_and_a_skip_are_taken_back_after_a_restart() {
    let mill = reviewed().await;
    let id = mill.shops(3).run().await.id;
    mill.engine.ask_again(asking(id, 1)).await.unwrap();
    let flag = mill.engine.set_flag(id, TaskNumber(2), Some("later"));
    flag.await.unwrap();
    mill.engine.skip_row(id, TaskNumber(3)).await.unwrap();
    let mut mill = mill;
    for task in [3, 2, 1] {
        let (next, undone) = undo_after_restart(mill, id).await;
        assert_eq!(undone, of_tasks(&[task]));
        mill = next;
    }
    let row = mill.engine.review_row(id, TaskNumber(1)).await.unwrap();
    assert_eq!((row.row.version, row.flag), (1, None));
    let row = mill.engine.review_row(id, TaskNumber(2)).await.unwrap();
    assert_eq!(row.flag, None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lessons_are_taken_back_after_a_restart_unless_the_skill_was_changed_since() {
    let mill = reviewed().await;
    let (id, skill) = (mill.shops(3).run().await.id, SkillId::new("story"));
    let run = Run {
        engine: &mill.engine,
        id,
    };
    let of_skill = |mill: &Mill| mill.engine.skill(&skill).unwrap();
    let before = of_skill(&mill).content_hash;
    run.correct(1, "Travel").await;
    let first = run.engine.learn(id, TaskNumber(1), LessonKind::Example);
    first.await.unwrap();
    let one = of_skill(&mill).content_hash;
    let second = run.engine.learn(id, TaskNumber(1), LessonKind::Rule);
    second.await.unwrap();
    let learnt = run.engine.corrections(id, false).await.unwrap();
    assert_eq!(learnt[0].learnt, ["example", "rule"]);

    let taken_out = |kept| Undone {
        lesson: Some(UndoneLesson {
            skill: skill.clone(),
            kept,
        }),
        ..of_tasks(&[1])
    };
    let (mill, undone) = undo_after_restart(mill, id).await;
    assert_eq!(undone, taken_out(false));
    assert_eq!(of_skill(&mill).content_hash, one);
    let (mill, undone) = undo_after_restart(mill, id).await;
    assert_eq!(undone, taken_out(false));
    assert_eq!(of_skill(&mill).content_hash, before);

    let learnt = mill.engine.learn(id, TaskNumber(1), LessonKind::Example);
    let learnt = learnt.await.unwrap();
    let mut draft = SkillDraft::of(&of_skill(&mill));
    "Changed by hand.".clone_into(&mut draft.instructions);
    mill.engine.save_skill(&draft, Some(&skill)).unwrap();
    let changed = of_skill(&mill).content_hash;
    let (mill, undone) = undo_after_restart(mill, id).await;
    assert_eq!(undone, taken_out(true));
    assert_eq!(
        of_skill(&mill).content_hash,
        changed,
        "nothing of it is lost"
    );
    assert_eq!(mill.engine.unlearn(id, learnt.id).await.unwrap(), None);
    let (_mill, undone) = undo_after_restart(mill, id).await;
    assert_eq!(undone, of_tasks(&[1]), "the correction is next");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sample_is_taken_back_after_a_restart_and_its_number_is_not_used_again() {
    let mill = reviewed().await;
    let id = mill.shops(10).run().await.id;
    let order = SampleOrder {
        tolerable: 0.3,
        confidence: 0.8,
        expected: 0.0,
        scope: SampleScope::Unjudged,
        seed: Some(7),
    };
    mill.engine.draw_sample(id, &order).await.unwrap();
    let (mill, undone) = undo_after_restart(mill, id).await;
    assert_eq!(
        undone,
        Undone {
            sample: Some(1),
            ..Undone::default()
        }
    );
    assert!(mill.engine.samples(id).await.unwrap().is_empty());
    let again = mill.engine.draw_sample(id, &order).await.unwrap();
    assert_eq!(again.number, 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_rule_left_to_a_person_teaches_the_skill_as_well() {
    let mill = reviewed().await;
    let run = mill.lines(&["HELD 1", "SHOP"]).run().await;
    let refused = run.engine.lesson(run.id, TaskNumber(2), LessonKind::Rule);
    let code = refused.await.unwrap_err().code();
    assert_eq!(code, "lesson_not_corrected");
    run.correct(1, "Travel").await;
    let lesson = run
        .engine
        .lesson(run.id, TaskNumber(1), LessonKind::Example);
    let fields = lesson.await.unwrap().fields;
    assert_eq!(
        (fields[0].from.as_str(), fields[0].to.as_str()),
        ("", "Travel")
    );
    let [correction] = run
        .engine
        .corrections(run.id, false)
        .await
        .unwrap()
        .try_into()
        .unwrap();
    assert_eq!((correction.source_row, correction.fields), (2, fields));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn askings_of_one_run_take_turns_and_going_on_says_what_it_waits_for() {
    let mill = Mill::with(|asked| {
        let answer: Turn = coded("Food");
        if asked.user.contains(NOTE) {
            answer.after(Duration::from_millis(300))
        } else {
            answer
        }
    })
    .await;
    let id = mill.shops(3).run().await.id;
    let engine = &mill.engine;
    let meanwhile = async {
        mill.requests_reach(4).await;
        engine.resume(id, ResumeSkill::AsRun).await.unwrap_err()
    };
    let (first, second, refused) = tokio::join!(
        engine.ask_again(asking(id, 1)),
        engine.ask_again(asking(id, 2)),
        meanwhile
    );
    assert_eq!(first.unwrap().rows.len() + second.unwrap().rows.len(), 2);
    assert!(
        matches!(refused, EngineError::Review(ReviewError::Asking { run }) if run == id),
        "{refused}"
    );
}
