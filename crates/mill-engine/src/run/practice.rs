//! Practice answers: made from the skill's own outputs, so that a first run looks like a real one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use mill_domain::{Record, TaskNumber};
use mill_llm::ModelRequest;
use mill_llm::practice::PracticeAnswer;
use mill_skills::{Skill, practice};

use super::drive::Work;

/// The inputs of the tasks in flight, by the id their requests carry.
#[derive(Debug, Default)]
pub(crate) struct PracticeDesk {
    /// Plain mutex: nothing is awaited under it.
    tasks: Mutex<HashMap<String, LaidDown>>,
}

/// In practice a second model sees one row in this many differently, so that there is a finding to look at.
const DIFFERS: u32 = 4;

impl Work {
    /// What a practice answer to a task is drawn with.
    pub(super) fn practice_seed(&self, task: TaskNumber) -> u64 {
        let own = u64::from(task.0);
        if self.second > 0 && task.0.is_multiple_of(DIFFERS) {
            return own + (u64::from(self.second) << 32);
        }
        own
    }
}

/// What an answer is made from.
#[derive(Debug)]
struct LaidDown {
    seed: u64,
    inputs: Record,
    source: Option<String>,
}

impl PracticeDesk {
    /// Lays a task's inputs down before its call.
    pub(crate) fn lay_down(
        &self,
        request: &ModelRequest,
        seed: u64,
        inputs: &Record,
        source: Option<&str>,
    ) {
        if let Some(id) = &request.client_request_id {
            let entry = LaidDown {
                seed,
                inputs: inputs.clone(),
                source: source.map(str::to_owned),
            };
            self.tasks
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .insert(id.clone(), entry);
        }
    }

    /// Answers requests from what was laid down.
    pub(crate) fn answers(self: &Arc<Self>, skill: Skill) -> PracticeAnswer {
        let desk = Arc::clone(self);
        Arc::new(move |request| {
            let taken = request.client_request_id.as_ref().and_then(|id| {
                desk.tasks
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .remove(id)
            });
            match taken {
                Some(LaidDown {
                    seed,
                    inputs,
                    source,
                }) => practice::answer(&skill, &inputs, source.as_deref(), seed).to_string(),
                None => mill_llm::practice::answer_from_schema(request),
            }
        })
    }
}
