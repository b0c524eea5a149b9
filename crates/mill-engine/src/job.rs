//! Jobs: saved designs, their task lists, and who would decide each row.

mod arrange;
mod change;
mod files;
mod find;
mod kept;
mod list;
mod table;

use mill_domain::JobId;
use mill_skills::Skill;
use mill_store::{JobChange, JobRow, NewJob};
use mill_tables::ReadOptions;
use rust_i18n::t;

use crate::engine::new_uuid;
use crate::library::SAMPLE_LIST;
use crate::prepare::column_map;
use crate::{
    DEFAULT_AGENTS, Engine, EngineError, Mapping, MappingChange, SkillId, TaskListAbout, read_paths,
};

pub use arrange::Arrangement;
pub use change::ListChange;
pub use find::FoundCells;
pub(crate) use kept::KeptTable;
pub use list::{InsertedRow, RemovedRow};
pub use table::{JobRowDecision, JobTable, RowSlice};

/// The model of a new job unless its skill asks for another: it needs no key and costs nothing.
const PRACTICE: &str = "practice/sample";

/// The name of the setting that says the sample job was made once.
const SAMPLE_MADE: &str = "sample_made";

/// A job and what it is made of.
#[derive(Debug)]
pub struct JobDetail {
    /// As stored.
    pub row: JobRow,
    /// Its skill, or why it cannot be read.
    pub skill: Result<Skill, EngineError>,
    /// Its task list without the rows; `None`: none yet.
    pub table: Option<TaskListAbout>,
    /// The person's mapping.
    pub mapping: Mapping,
}

impl Engine {
    /// Makes a job for a skill of the library.
    /// # Errors
    /// [`EngineError::UnknownSkill`] if there is none, [`EngineError::OnlyMerges`] if it does not read rows.
    pub async fn create_job(
        &self,
        skill: &SkillId,
        name: Option<String>,
    ) -> Result<JobId, EngineError> {
        let read = self.skill(skill)?;
        if read.merge.is_some() {
            return Err(EngineError::OnlyMerges { skill: read.name });
        }
        let id = JobId::from_uuid(new_uuid());
        let job = NewJob {
            id,
            name: name.unwrap_or_else(|| read.name.clone()),
            skill: skill.as_str().to_owned(),
            model: PRACTICE.to_owned(),
            agents: read.defaults.agents.unwrap_or(DEFAULT_AGENTS),
            budget: read.defaults.budget,
            mapping: serde_json::to_string(&Mapping::default())?,
        };
        self.store().create_job(job, self.now()).await?;
        self.stale(["jobs", "home"]);
        Ok(id)
    }

    /// Makes the sample job of the first start, once in the life of a data folder.
    /// # Errors
    /// [`EngineError::Store`] if it cannot be stored.
    pub async fn make_sample_once(&self, name: &str) -> Result<(), EngineError> {
        if self.store().setting(SAMPLE_MADE).await?.is_some() {
            return Ok(());
        }
        let folder = tempfile::tempdir().map_err(|source| EngineError::Home {
            path: std::env::temp_dir(),
            source,
        })?;
        let file = folder.path().join("card-lines.csv");
        std::fs::write(&file, SAMPLE_LIST).map_err(|source| EngineError::Home {
            path: file.clone(),
            source,
        })?;
        let id = self
            .create_job(&SkillId::new("card-coding"), Some(name.to_owned()))
            .await?;
        let mut list = read_paths(&[file], &ReadOptions::default())?;
        list.about.folder = None;
        self.set_job_list(id, list).await?;
        self.store().set_setting(SAMPLE_MADE, "yes").await?;
        Ok(())
    }

    /// All jobs, latest change first.
    /// # Errors
    /// [`EngineError::Store`] if they cannot be read.
    pub async fn jobs(&self) -> Result<Vec<JobRow>, EngineError> {
        Ok(self.store().jobs().await?)
    }

    /// A job.
    /// # Errors
    /// [`EngineError::Store`] if there is none.
    pub async fn job(&self, id: JobId) -> Result<JobDetail, EngineError> {
        let row = self.store().job(id).await?;
        Ok(JobDetail {
            skill: self.skill(&SkillId::new(&row.skill)),
            table: row
                .task_list
                .as_deref()
                .map(serde_json::from_str)
                .transpose()?,
            mapping: serde_json::from_str(&row.mapping)?,
            row,
        })
    }

    /// A job with the doubts about its list as they are now: documents that a password opened are held back no more.
    /// # Errors
    /// [`EngineError::Store`] if there is none.
    pub async fn job_now(&self, id: JobId) -> Result<JobDetail, EngineError> {
        let mut job = self.job(id).await?;
        if !self.passwords().is_empty()
            && let Some(mut about) = job.table.take()
        {
            let engine = self.clone();
            let opened = blocking(move || {
                engine.with_passwords(&mut about);
                Ok(about)
            });
            job.table = Some(opened.await?);
        }
        Ok(job)
    }

    /// Changes a job; `None` leaves a field as it is.
    /// # Errors
    /// [`EngineError::BadValue`] for agents out of range or a budget that is not above 0.
    pub async fn change_job(
        &self,
        id: JobId,
        mut change: JobChange,
        mapping: MappingChange,
    ) -> Result<(), EngineError> {
        if let Some(agents) = change
            .agents
            .filter(|agents| !(1..=mill_pool::MAX_AGENTS).contains(agents))
        {
            let expected = format!("use 1 to {}", mill_pool::MAX_AGENTS);
            return Err(EngineError::BadValue {
                what: "agents",
                value: agents.to_string(),
                expected,
            });
        }
        if let Some(budget) = change.budget.filter(|budget| !budget.is_positive()) {
            return Err(EngineError::NotAboveZero {
                what: "budget",
                value: budget,
            });
        }
        if let Some(model) = &change.model {
            model
                .parse::<mill_domain::ModelRef>()
                .map_err(|error| EngineError::BadValue {
                    what: "model",
                    value: model.clone(),
                    expected: error.to_string(),
                })?;
        }
        if mapping.pairs.is_some()
            || mapping.pictures.is_some()
            || mapping.split.is_some()
            || mapping.ways.is_some()
        {
            let changed = self.job(id).await?.mapping.changed(mapping);
            change.mapping = Some(serde_json::to_string(&changed)?);
        }
        self.store().change_job(id, change, self.now()).await?;
        self.tell_job(id);
        Ok(())
    }

    /// A copy of a job with its task list, named as a copy.
    /// # Errors
    /// [`EngineError::Store`] if there is no such job.
    pub async fn duplicate_job(&self, id: JobId) -> Result<JobId, EngineError> {
        let row = self.store().job(id).await?;
        let name = t!(
            "copy.name",
            locale = self.words().await?.as_str(),
            name = row.name
        )
        .into_owned();
        let copy = JobId::from_uuid(new_uuid());
        let job = NewJob {
            id: copy,
            name,
            skill: row.skill,
            model: row.model,
            agents: row.agents,
            budget: row.budget,
            mapping: row.mapping,
        };
        self.store().create_job(job, self.now()).await?;
        if let Some(key) = row.key {
            let change = JobChange {
                key: Some(key),
                ..JobChange::default()
            };
            self.store().change_job(copy, change, self.now()).await?;
        }
        if let Some(list) = row.task_list {
            let rows = self.store().job_list(id).await?;
            self.store()
                .set_job_list(copy, list, rows, self.now())
                .await?;
        }
        self.stale(["jobs", "home"]);
        Ok(copy)
    }

    /// Deletes a job, or brings it back. Its runs stay either way.
    /// # Errors
    /// [`EngineError::Store`] if it never existed.
    pub async fn set_job_deleted(&self, id: JobId, deleted: bool) -> Result<(), EngineError> {
        let at = deleted.then(|| self.now());
        self.store().set_job_deleted(id, at).await?;
        self.tell_job(id);
        Ok(())
    }

    pub(crate) fn tell_job(&self, id: JobId) {
        self.parts.table.turn();
        let tags = vec!["jobs".to_owned(), "home".to_owned(), format!("job:{id}")];
        self.publish(crate::EngineEvent::Stale(tags));
    }
}

/// Runs file work on a blocking thread.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, EngineError> + Send + 'static,
) -> Result<T, EngineError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(outcome) => outcome,
        Err(error) => Err(EngineError::Store(mill_store::StoreError::Unreadable(
            Box::new(error),
        ))),
    }
}

/// The name of the sample job in a language.
pub fn sample_name(language: &str) -> String {
    t!(
        "sample.job",
        locale = crate::ExportLanguage::from_word(language).as_str()
    )
    .into_owned()
}

/// The name of the file a stored task list came from; `None` if it was pasted.
pub fn list_name(task_list: &str) -> Option<String> {
    serde_json::from_str::<TaskListAbout>(task_list)
        .ok()?
        .source
}

/// Which columns feed each input, the person's choice first, then equal labels; empty for an input nothing feeds.
pub fn mapped_columns(
    skill: &Skill,
    columns: &[String],
    mapping: &Mapping,
) -> Vec<(String, Vec<String>)> {
    let names = |places: &[usize]| {
        places
            .iter()
            .filter_map(|place| columns.get(*place).cloned())
            .collect()
    };
    skill
        .inputs
        .iter()
        .map(|input| {
            // One input at a time: a required one without a column must not hide what the others have.
            let pairs = mapping
                .pairs
                .iter()
                .filter(|(name, _)| name == input.name.as_str() || *name == input.label);
            let of_input = Mapping {
                pairs: pairs.cloned().collect(),
                ..mapping.clone()
            };
            let map = column_map(std::slice::from_ref(input), columns, &of_input);
            (
                input.name.to_string(),
                map.map(|map| names(map.columns_of(&input.name)))
                    .unwrap_or_default(),
            )
        })
        .collect()
}
