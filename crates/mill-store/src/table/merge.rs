//! Merges: documents made of a run's results, and what was said of them.

use mill_domain::{RunId, Timestamp};
use sqlx::sqlite::SqliteConnection;

use super::job::found;
use super::run::{NewRun, NewTask, id_of, insert_run, insert_tasks};
use crate::{Store, StoreError};

/// A merge as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergeRow {
    /// The run whose results it is made of.
    pub of_run: RunId,
    /// From 1 within that run.
    pub number: u32,
    /// The run whose calls write it; `None`: added up without a model.
    pub by_run: Option<RunId>,
    /// How it is made and of which rows, as JSON the engine reads.
    pub recipe: String,
    /// The document, as JSON the engine reads; `None` where `by_run` holds it.
    pub document: Option<String>,
    /// Who asked for it; "" if not given.
    pub made_by: String,
    /// When.
    pub made_at: Timestamp,
    /// What a person said of it.
    pub verdict: Option<MergeVerdict>,
}

/// A person's word on a document as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergeVerdict {
    /// `accepted` or `rejected`.
    pub verdict: String,
    /// Who; "" if not given.
    pub judged_by: String,
    /// When.
    pub judged_at: Timestamp,
    /// SHA-256 of what was judged.
    pub judged: String,
}

/// A merge to be stored.
#[derive(Debug, Clone)]
pub struct NewMerge {
    /// The run whose results it is made of.
    pub of_run: RunId,
    /// How it is made and of which rows.
    pub recipe: String,
    /// The document; `None` for one that a run writes.
    pub document: Option<String>,
    /// Who asked for it; "" if not given.
    pub made_by: String,
}

impl Store {
    /// Stores a merge, together with the run that writes it if there is one; its number in its run.
    /// # Errors
    /// [`StoreError::Database`] and its kin; nothing is stored then.
    pub async fn create_merge(
        &self,
        merge: NewMerge,
        by_run: Option<NewRun>,
        now: Timestamp,
    ) -> Result<u32, StoreError> {
        let of_run = merge.of_run.to_string();
        let by = by_run.as_ref().map(|run| run.id.to_string());
        let columns = serde_json::to_string(&by_run.as_ref().map(|run| &run.columns))?;
        let cells = by_run
            .iter()
            .flat_map(|run| &run.tasks)
            .map(|task| serde_json::to_string(&task.cells))
            .collect::<Result<Vec<_>, _>>()?;
        let at = now.as_millis();
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                if let Some(run) = &by_run {
                    insert_run(connection, run, &columns, now).await?;
                    insert_tasks(connection, run, &cells, now).await?;
                }
                Ok(sqlx::query_scalar!(
                    r#"INSERT INTO merge (of_run, number, by_run, recipe, document, made_by, made_at)
                     SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3, ?4, ?5, ?6 FROM merge WHERE of_run = ?1
                     RETURNING number AS "number!: u32""#,
                    of_run,
                    by,
                    merge.recipe,
                    merge.document,
                    merge.made_by,
                    at
                )
                .fetch_one(connection)
                .await?)
            })
            .await
    }

    /// The merges of a run, newest first.
    /// # Errors
    /// [`StoreError::Unreadable`] if a stored id cannot be read back.
    pub async fn merges(&self, of_run: RunId) -> Result<Vec<MergeRow>, StoreError> {
        self.select_merges(Some(of_run), None).await
    }

    /// The merge that a run writes; `None`: it writes none.
    /// # Errors
    /// [`StoreError::Unreadable`] if a stored id cannot be read back.
    pub async fn merge_by(&self, by_run: RunId) -> Result<Option<MergeRow>, StoreError> {
        let rows = self.select_merges(None, Some(by_run)).await?;
        Ok(rows.into_iter().next())
    }

    /// Keeps what a person says of a document; `None` takes it back.
    /// # Errors
    /// [`StoreError::NotFound`] if it does not exist.
    pub async fn judge_merge(
        &self,
        of_run: RunId,
        number: u32,
        verdict: Option<MergeVerdict>,
    ) -> Result<(), StoreError> {
        let of_run = of_run.to_string();
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                let said = verdict.as_ref();
                let (word, by) = (
                    said.map(|said| said.verdict.as_str()),
                    said.map(|said| said.judged_by.as_str()),
                );
                let (at, what) = (
                    said.map(|said| said.judged_at.as_millis()),
                    said.map(|said| said.judged.as_str()),
                );
                let done = sqlx::query!(
                    "UPDATE merge SET verdict = ?3, judged_by = ?4, judged_at = ?5, judged = ?6
                     WHERE of_run = ?1 AND number = ?2",
                    of_run,
                    number,
                    word,
                    by,
                    at,
                    what
                )
                .execute(connection)
                .await?;
                found(done.rows_affected(), "merge", &number.to_string())
            })
            .await
    }

    /// Adds tasks behind those a run has; they wait.
    /// # Errors
    /// [`StoreError::Database`] and its kin; none is added then.
    pub async fn add_tasks(&self, run: RunId, tasks: Vec<NewTask>) -> Result<(), StoreError> {
        let run = run.to_string();
        let cells = tasks
            .iter()
            .map(|task| serde_json::to_string(&task.cells))
            .collect::<Result<Vec<_>, _>>()?;
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                for (task, cells) in tasks.iter().zip(&cells) {
                    sqlx::query!(
                        "INSERT INTO task (run_id, number, source_row, cells, state)
                         SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3, 'waiting' FROM task WHERE run_id = ?1",
                        run,
                        task.source_row,
                        cells
                    )
                    .execute(&mut *connection)
                    .await?;
                }
                Ok(())
            })
            .await
    }

    async fn select_merges(
        &self,
        of_run: Option<RunId>,
        by_run: Option<RunId>,
    ) -> Result<Vec<MergeRow>, StoreError> {
        let (of_run, by_run) = (
            of_run.map(|run| run.to_string()),
            by_run.map(|run| run.to_string()),
        );
        let rows = sqlx::query!(
            r#"SELECT of_run, number AS "number: u32", by_run, recipe, document, made_by, made_at, verdict, judged_by,
                judged_at, judged
             FROM merge WHERE (?1 IS NULL OR of_run = ?1) AND (?2 IS NULL OR by_run = ?2)
             ORDER BY made_at DESC, number DESC"#,
            of_run,
            by_run
        )
        .fetch_all(self.readers())
        .await?;
        rows.into_iter()
            .map(|row| {
                let judged = row.verdict.zip(row.judged_at).zip(row.judged);
                Ok(MergeRow {
                    of_run: id_of(&row.of_run)?,
                    number: row.number,
                    by_run: row.by_run.as_deref().map(id_of).transpose()?,
                    recipe: row.recipe,
                    document: row.document,
                    made_by: row.made_by,
                    made_at: Timestamp::from_millis(row.made_at),
                    verdict: judged.map(|((verdict, at), judged)| MergeVerdict {
                        verdict,
                        judged_by: row.judged_by.unwrap_or_default(),
                        judged_at: Timestamp::from_millis(at),
                        judged,
                    }),
                })
            })
            .collect()
    }
}
