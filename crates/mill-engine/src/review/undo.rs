//! Taking back: one act of a review after the other, as far as there are any, also those of another day.

use mill_domain::{RunId, TaskNumber};
use mill_store::LessonRow;

use crate::job::blocking;
use crate::{Engine, EngineError, SkillId};

/// What undo took back.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Undone {
    /// The tasks it was about; empty if there was nothing left to take back, and for a sample.
    pub tasks: Vec<TaskNumber>,
    /// The number of the sample that had been drawn.
    pub sample: Option<u32>,
    /// The lesson that had been learnt.
    pub lesson: Option<UndoneLesson>,
}

/// A lesson that was taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UndoneLesson {
    /// The skill.
    pub skill: SkillId,
    /// True: the skill was changed since, and stays as it is.
    pub kept: bool,
}

impl Engine {
    /// Takes back the latest act of a review: verdicts of one key press, a flag, a skip, new answers, a lesson or a sample.
    /// # Errors
    /// [`EngineError::Store`] if it cannot be stored, [`EngineError::Home`] if a skill cannot be written.
    pub async fn undo_verdict(&self, run: RunId) -> Result<Undone, EngineError> {
        // The skill first: a lesson that cannot be taken out of it stays an act that can be taken back.
        let lesson = match self.store().lesson_to_undo(run).await? {
            Some(lesson) => Some(self.take_out(&lesson).await?),
            None => None,
        };
        let back = self.store().undo_verdict(run, self.now()).await?;
        // An answer that was taken back may have been the only one of its row.
        self.forget_sums(run);
        if back.sample.is_some() {
            self.tell_judged(run);
        } else {
            self.tell_judged_rows(run, &back.tasks);
        }
        Ok(Undone {
            tasks: back.tasks,
            sample: back.sample,
            lesson,
        })
    }

    /// Takes one lesson back, whatever was done since; `None` if that was done already.
    /// # Errors
    /// [`EngineError::Store`] if it cannot be stored, [`EngineError::Home`] if the skill cannot be written.
    pub async fn unlearn(
        &self,
        run: RunId,
        lesson: i64,
    ) -> Result<Option<UndoneLesson>, EngineError> {
        let Some(lesson) = self.store().standing_lesson(run, lesson).await? else {
            return Ok(None);
        };
        let undone = self.take_out(&lesson).await?;
        self.store().undo_lesson(lesson.id, self.now()).await?;
        self.tell_judged_rows(run, &[lesson.task]);
        Ok(Some(undone))
    }

    /// Brings the version from before a lesson back, if the skill is still what the lesson made of it.
    async fn take_out(&self, lesson: &LessonRow) -> Result<UndoneLesson, EngineError> {
        let (engine, lesson) = (self.clone(), lesson.clone());
        blocking(move || {
            let skill = SkillId::new(&lesson.skill);
            let current = engine.skill(&skill).map(|skill| skill.content_hash);
            let kept = current.as_ref().ok() != Some(&lesson.skill_hash);
            if !kept {
                engine.restore_skill(&skill, &lesson.former)?;
            }
            Ok(UndoneLesson { skill, kept })
        })
        .await
    }
}
