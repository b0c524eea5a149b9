//! Asking for a second opinion: a run of its own, with its own cap, in the same ledger.

use mill_domain::RunId;
use mill_store::{NewTask, Question, Verification};

use super::PreparedVerification;
use crate::engine::new_uuid;
use crate::run::{RunLock, new_run};
use crate::{Engine, EngineError};

impl Engine {
    /// Refuses what must not start, before anything is stored.
    /// # Errors
    /// What [`Engine::check_money`] refuses for any of the verifiers.
    pub async fn check_verification(
        &self,
        verification: &PreparedVerification,
    ) -> Result<(), EngineError> {
        for prepared in &verification.verifiers {
            self.check_money(prepared).await?;
        }
        Ok(())
    }

    /// Stores the run that asks and begins in the background. It pauses, resumes and is interrupted like any run; what it is
    /// about is left as it is.
    /// # Errors
    /// What [`Engine::check_verification`] refuses; [`EngineError::Llm`] or [`EngineError::Secret`] if a provider cannot be
    /// used.
    pub async fn start_verification(
        &self,
        verification: PreparedVerification,
    ) -> Result<RunId, EngineError> {
        self.check_verification(&verification).await?;
        for prepared in &verification.verifiers {
            self.check_provider(prepared).await?;
        }
        let run = RunId::from_uuid(new_uuid());
        let lock = RunLock::take(&self.config().home, run)?;
        let PreparedVerification {
            choices,
            verifiers,
            about,
            population,
            seed,
            name,
            skill_name,
        } = verification;
        let stored = Verification {
            run,
            of_run: choices.run,
            kind: choices.kind.as_str().to_owned(),
            models: choices.models.iter().map(ToString::to_string).collect(),
            rows: choices.rows.as_str().to_owned(),
            population,
            seed,
        };
        let count = u32::try_from(verifiers.len()).unwrap_or(u32::MAX);
        let Some(first) = verifiers.into_iter().next() else {
            return Err(EngineError::BadValue {
                what: "models",
                value: "0".to_owned(),
                expected: "choose at least one".to_owned(),
            });
        };
        let mut new = new_run(run, first)?;
        new.name = name;
        new.skill_name = skill_name;
        new.budget = choices.budget;
        let tasks = std::mem::take(&mut new.tasks);
        // All verifiers of a row one after the other, so that rows are complete early.
        let each = |task: NewTask| std::iter::repeat_n(task, count as usize);
        new.tasks = tasks.into_iter().flat_map(each).collect();
        let questions: Vec<Question> = about
            .iter()
            .flat_map(|about| {
                (1..=count).map(|verifier| Question {
                    verifier,
                    of_task: about.task,
                    of_version: about.version,
                })
            })
            .collect();
        self.store()
            .create_verification(new, stored, questions, self.now())
            .await?;
        self.stale(["runs", "home", "status"]);
        self.tell_verified(run).await;
        self.begin_work(self.store().run(run).await?, lock).await?;
        Ok(run)
    }
}
