#![doc = include_str!("../README.md")]

mod error;
mod open;
mod spare;
mod table;
mod writer;

pub use error::StoreError;
pub use mill_domain::CallMoney;
pub use open::Store;
pub use table::again::{AskedAgain, Asking};
pub use table::batch::BatchRow;
pub use table::blind_pick::BlindPick;
pub use table::correction::CorrectionRow;
pub use table::job::{JobChange, JobRow, NewJob};
pub use table::job_list::{StoredCells, StoredJobRow};
pub use table::ledger::{
    Calendar, CallEnd, CallStart, CostGroup, CostLine, PastWork, TaskCalls, Totals,
};
pub use table::lesson::{LessonRow, NewLesson};
pub use table::merge::{MergeRow, MergeVerdict, NewMerge};
pub use table::opinion::{OpinionRow, Question, Verification};
pub use table::price::StoredPrice;
pub use table::result::StoredResult;
pub use table::review_mark::Looked;
pub use table::run::{NewRun, NewTask, RunRow, SkillUse};
pub use table::sample::{NewSample, SampleMember, SampleRow, Uncovered};
pub use table::sign_off::{ClosingCounts, ReviewerCount, SignOffRow, SignedRow};
pub use table::task::{Maker, OpenTask, RowFilter, RunStamp, TaskEnding, TaskRow};
pub use table::turn::TurnRow;
pub use table::verdict::{Judgement, ReviewCounts, TakenBack};
