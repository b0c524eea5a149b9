//! What a correction teaches its skill.

use serde::Serialize;
use ts_rs::TS;

/// A correction and what it would teach.
#[derive(Debug, Clone, Serialize, TS)]
pub struct LessonView {
    /// `example`, `rule` or `check`.
    pub kind: String,
    /// The skill's id in the library.
    pub skill: String,
    /// Its version now.
    pub version: String,
    /// What the person changed.
    pub fields: Vec<CorrectedView>,
    /// A rule's conditions, an example's inputs: labels with texts. Empty for a check.
    pub when: Vec<LessonPart>,
    /// What a rule decides, an example's result: labels with texts. Empty for a check.
    pub then: Vec<LessonPart>,
    /// The check; none for others.
    pub check: Option<LessonCheck>,
    /// Rows people decided as the rule does, the corrected one included; 0 for others.
    pub agreeing: u64,
    /// Rows people decided otherwise than the rule; 0 for others.
    pub against: u64,
    /// Runs that were looked at.
    pub runs: u32,
    /// Their rows with a result, without the corrected one.
    pub rows: u64,
    /// Rows a rule would change, a check would flag; for an example: the same task with another result.
    pub changed: u64,
    /// Of them, rows a person accepted or corrected to what they are.
    pub accepted: u64,
    /// The first of them.
    pub changes: Vec<LessonChangeView>,
}

/// An output a person corrected.
#[derive(Debug, Clone, Serialize, TS)]
pub struct CorrectedView {
    /// Its label.
    pub label: String,
    /// What was there.
    pub from: String,
    /// What the person wrote.
    pub to: String,
}

/// A field and what stands in it.
#[derive(Debug, Clone, Serialize, TS)]
pub struct LessonPart {
    /// Its label.
    pub label: String,
    /// The condition or value, as written in the skill.
    pub text: String,
}

/// A proposed check.
#[derive(Debug, Clone, Serialize, TS)]
pub struct LessonCheck {
    /// `required`, `range`, `pattern` or `lookup`.
    pub kind: String,
    /// The label of the field.
    pub label: String,
    /// The smallest value; empty: any.
    pub min: String,
    /// The largest value; empty: any.
    pub max: String,
    /// The form; empty unless it is a pattern.
    pub pattern: String,
    /// Known values in its list; 0 unless it is a lookup.
    pub listed: u32,
}

/// A row a lesson would have changed.
#[derive(Debug, Clone, Serialize, TS)]
pub struct LessonChangeView {
    /// The run's id.
    pub run: String,
    /// Its name and number.
    pub run_name: String,
    /// The task's number.
    pub task: u32,
    /// The row in the file.
    pub row: u32,
    /// What tells the row.
    pub label: String,
    /// The result as it is.
    pub now: String,
    /// What it would be, or what the check would say; empty where only the model could tell.
    pub then: String,
    /// True if a person accepted it, or corrected it to what it is.
    pub accepted: bool,
}

/// A lesson that was learnt.
#[derive(Debug, Clone, Serialize, TS)]
pub struct LearntView {
    /// The skill's id in the library.
    pub skill: String,
    /// Its new version.
    pub version: String,
    /// What the lesson is known by, to take it back with `learn/undo`.
    #[ts(type = "number")]
    pub id: i64,
    /// The lesson.
    pub lesson: LessonView,
}

/// A lesson that was taken back.
#[derive(Debug, Clone, Serialize, TS)]
pub struct UnlearntView {
    /// True: the skill was changed since, and stays as it is.
    pub kept: bool,
}

/// A correction a person made.
#[derive(Debug, Clone, Serialize, TS)]
pub struct CorrectionView {
    /// The run's id.
    pub run: String,
    /// Its name.
    pub run_name: String,
    /// Its number in its job.
    pub run_number: u32,
    /// The task's number.
    pub task: u32,
    /// The row in the file.
    pub row: u32,
    /// What tells the row.
    pub label: String,
    /// Who; empty if not given.
    pub reviewer: String,
    /// When, in milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// What was changed.
    pub fields: Vec<CorrectedView>,
    /// False: something else was made of the row since.
    pub stands: bool,
    /// What became of it in the skill: `example`, `rule`, `check`; empty: nothing was learnt.
    pub learnt: Vec<String>,
}
