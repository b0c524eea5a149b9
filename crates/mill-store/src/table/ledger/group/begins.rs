//! The calls of a group that begin, and their tasks.

use serde::Serialize;

use super::CallStart;
use crate::StoreError;

#[derive(Serialize)]
struct Begun<'a> {
    call: String,
    run: String,
    task: u32,
    turn: u32,
    second: u32,
    model: String,
    month: &'a str,
    day: &'a str,
    leaves: bool,
    bound: i64,
    key: Option<String>,
    prompt: &'a str,
    at: i64,
}

#[derive(Serialize)]
struct Taken {
    run: String,
    task: u32,
}

/// The beginnings of calls and of tries, as the JSON texts that are written, and how many rows they change.
pub(super) struct Texts {
    pub(super) taken: String,
    pub(super) begun: String,
    pub(super) rows: usize,
}

impl Texts {
    /// # Errors
    /// [`StoreError::Unreadable`] if a text cannot be written as JSON.
    pub(super) fn of(starts: &[&CallStart]) -> Result<Self, StoreError> {
        let tries = starts.iter().filter(|start| start.starts_attempt);
        let taken: Vec<Taken> = tries
            .map(|start| Taken {
                run: start.run.to_string(),
                task: start.task.0,
            })
            .collect();
        let begun: Vec<Begun<'_>> = starts.iter().map(|start| begun(start)).collect();
        Ok(Self {
            rows: taken.len() + 2 * begun.len(),
            taken: serde_json::to_string(&taken)?,
            begun: serde_json::to_string(&begun)?,
        })
    }
}

fn begun(start: &CallStart) -> Begun<'_> {
    Begun {
        call: start.call.to_string(),
        run: start.run.to_string(),
        task: start.task.0,
        turn: start.turn,
        second: start.second,
        model: start.model.to_string(),
        month: &start.calendar.month,
        day: &start.calendar.day,
        leaves: start.leaves,
        bound: start.bound.as_pico(),
        key: start.key.as_ref().map(ToString::to_string),
        prompt: &start.prompt,
        at: start.at.as_millis(),
    }
}
