//! A begin or an end of a call that waits to be written, and how many of them can be written together.

use std::collections::BTreeSet;

use mill_domain::{CallId, RunId, TaskNumber};
use sqlx::sqlite::SqliteConnection;

use super::{CallEnd, CallStart, begin, end_call};
use crate::StoreError;

/// A call that begins or ends.
#[derive(Debug, Clone)]
pub(crate) enum CallStep {
    Begin(Box<CallStart>),
    End(Box<CallEnd>),
}

/// What a step is about. Two steps about the same are written one after the other.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum About {
    Call(CallId),
    Task(RunId, TaskNumber),
}

impl CallStep {
    /// Writes it by itself.
    pub(crate) async fn apply(&self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        match self {
            Self::Begin(start) => begin(connection, start).await,
            Self::End(end) => end_call(connection, end).await,
        }
    }

    /// Whether it can be written together with others: the texts go through JSON, where SQLite ends them at a NUL.
    pub(crate) fn can_be_grouped(&self) -> bool {
        let texts = match self {
            Self::Begin(start) => [Some(&start.prompt), None, None, None],
            Self::End(end) => {
                let ending = end.task_ending.as_ref();
                [
                    Some(&end.reply),
                    end.problem.as_ref(),
                    end.request_id.as_ref(),
                    ending.and_then(|ending| ending.problem.as_ref()),
                ]
            }
        };
        !texts.into_iter().flatten().any(|text| text.contains('\0'))
    }

    fn about(&self) -> [Option<About>; 2] {
        match self {
            Self::Begin(start) => [
                Some(About::Call(start.call)),
                Some(About::Task(start.run, start.task)),
            ],
            Self::End(end) => {
                let ending = end.task_ending.as_ref();
                [
                    Some(About::Call(end.call)),
                    ending.map(|ending| About::Task(ending.run, ending.task)),
                ]
            }
        }
    }
}

/// How many of the steps, from the first on, are about different calls and tasks, so that their order does not matter
/// beyond the money. `None` in the list ends them.
pub(crate) fn together<'s>(steps: impl Iterator<Item = Option<&'s CallStep>>) -> usize {
    let mut seen = BTreeSet::new();
    steps
        .take_while(|step| {
            step.is_some_and(|step| {
                step.can_be_grouped()
                    && step
                        .about()
                        .into_iter()
                        .flatten()
                        .all(|about| seen.insert(about))
            })
        })
        .count()
}
