//! What corrections taught skills.

use mill_domain::{RunId, TaskNumber, Timestamp};
use sqlx::sqlite::SqliteConnection;

use super::verdict::{last_act, next_act};
use crate::{Store, StoreError};

/// A lesson that was learnt from a correction.
#[derive(Debug, Clone)]
pub struct NewLesson {
    /// The run.
    pub run: RunId,
    /// The corrected task.
    pub task: TaskNumber,
    /// `example`, `rule` or `check`.
    pub kind: String,
    /// The skill's id in the library.
    pub skill: String,
    /// The number the skill had afterwards.
    pub skill_version: String,
    /// The hash of what it did then.
    pub skill_hash: String,
    /// What the version before is known by.
    pub former: String,
    /// Who; "" if not given.
    pub reviewer: String,
    /// When.
    pub at: Timestamp,
}

/// A lesson as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LessonRow {
    /// What it is known by.
    pub id: i64,
    /// The run.
    pub run: RunId,
    /// The corrected task.
    pub task: TaskNumber,
    /// The version of the result it was learnt from.
    pub result_version: u32,
    /// `example`, `rule` or `check`.
    pub kind: String,
    /// The skill's id in the library.
    pub skill: String,
    /// The number the skill had afterwards.
    pub skill_version: String,
    /// The hash of what it did then.
    pub skill_hash: String,
    /// What the version before is known by.
    pub former: String,
    /// When it was learnt.
    pub learnt_at: Timestamp,
}

impl Store {
    /// Writes down, as an act of the review, what a correction taught; what the lesson is known by.
    /// # Errors
    /// [`StoreError::NotFound`] if there is no such task.
    pub async fn insert_lesson(&self, lesson: NewLesson) -> Result<i64, StoreError> {
        self.writer()
            .write(async move |connection: &mut SqliteConnection| insert(connection, &lesson).await)
            .await
    }

    /// Lessons of a run that were not taken back, oldest first.
    /// # Errors
    /// [`StoreError::Unreadable`] if a stored one cannot be read back.
    pub async fn lessons(&self, run: RunId) -> Result<Vec<LessonRow>, StoreError> {
        self.lessons_where(run, None, None).await
    }

    /// One lesson of a run; `None` if there is none, or it was taken back.
    /// # Errors
    /// [`StoreError::Unreadable`] if it cannot be read back.
    pub async fn standing_lesson(
        &self,
        run: RunId,
        id: i64,
    ) -> Result<Option<LessonRow>, StoreError> {
        Ok(self.lessons_where(run, Some(id), None).await?.pop())
    }

    /// The lesson undo would take back next; `None` if it is something else's turn.
    /// # Errors
    /// [`StoreError::Unreadable`] if it cannot be read back.
    pub async fn lesson_to_undo(&self, run: RunId) -> Result<Option<LessonRow>, StoreError> {
        let mut connection = self.readers().acquire().await?;
        let act = last_act(&mut connection, &run.to_string()).await?;
        drop(connection);
        Ok(self.lessons_where(run, None, Some(act)).await?.pop())
    }

    /// Marks a lesson as taken back.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn undo_lesson(&self, id: i64, now: Timestamp) -> Result<(), StoreError> {
        let now = now.as_millis();
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                sqlx::query!(
                    "UPDATE lesson SET undone_at = ?2 WHERE id = ?1 AND undone_at IS NULL",
                    id,
                    now
                )
                .execute(connection)
                .await?;
                Ok(())
            })
            .await
    }

    async fn lessons_where(
        &self,
        run: RunId,
        id: Option<i64>,
        act: Option<i64>,
    ) -> Result<Vec<LessonRow>, StoreError> {
        let of = run.to_string();
        let rows = sqlx::query!(
            r#"SELECT id AS "id!: i64", task AS "task: u32", result_version AS "result_version: u32", kind, skill,
                skill_version, skill_hash, former, learnt_at
             FROM lesson WHERE run_id = ?1 AND undone_at IS NULL AND (?2 IS NULL OR id = ?2) AND (?3 IS NULL OR act = ?3)
             ORDER BY act"#,
            of,
            id,
            act
        )
        .fetch_all(self.readers())
        .await?;
        Ok(rows
            .into_iter()
            .map(|row| LessonRow {
                id: row.id,
                run,
                task: TaskNumber(row.task),
                result_version: row.result_version,
                kind: row.kind,
                skill: row.skill,
                skill_version: row.skill_version,
                skill_hash: row.skill_hash,
                former: row.former,
                learnt_at: Timestamp::from_millis(row.learnt_at),
            })
            .collect())
    }
}

async fn insert(connection: &mut SqliteConnection, lesson: &NewLesson) -> Result<i64, StoreError> {
    let (run, at) = (lesson.run.to_string(), lesson.at.as_millis());
    let act = next_act(connection, &run).await?;
    let id = sqlx::query_scalar!(
        r#"INSERT INTO lesson (run_id, task, act, result_version, kind, skill, skill_version, skill_hash, former, reviewer,
            learnt_at)
         SELECT run_id, number, ?3, version, ?4, ?5, ?6, ?7, ?8, ?9, ?10 FROM task
         WHERE run_id = ?1 AND number = ?2 AND version IS NOT NULL RETURNING id AS "id!: i64""#,
        run,
        lesson.task.0,
        act,
        lesson.kind,
        lesson.skill,
        lesson.skill_version,
        lesson.skill_hash,
        lesson.former,
        lesson.reviewer,
        at
    )
    .fetch_optional(connection)
    .await?;
    id.ok_or_else(|| StoreError::NotFound {
        what: "task",
        id: lesson.task.to_string(),
    })
}

/// Marks the lesson of an act as taken back; its task.
pub(super) async fn take_back(
    connection: &mut SqliteConnection,
    run: &str,
    act: i64,
    now: i64,
) -> Result<Vec<TaskNumber>, StoreError> {
    let tasks = sqlx::query_scalar!(
        r#"UPDATE lesson SET undone_at = ?3 WHERE run_id = ?1 AND act = ?2 AND undone_at IS NULL
         RETURNING task AS "task!: u32""#,
        run,
        act,
        now
    )
    .fetch_all(connection)
    .await?;
    Ok(tasks.into_iter().map(TaskNumber).collect())
}
