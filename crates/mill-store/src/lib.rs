#![doc = include_str!("../README.md")]

mod error;
mod open;
mod table;
mod writer;

pub use error::StoreError;
pub use open::Store;
pub use table::job::{JobChange, JobRow, NewJob};
pub use table::job_list::{StoredCells, StoredJobRow};
pub use table::ledger::{
    CallEnd, CallMoney, CallStart, CostGroup, CostLine, Month, MonthTotals, PastWork, TaskCalls,
};
pub use table::price::StoredPrice;
pub use table::result::StoredResult;
pub use table::run::{NewRun, NewTask, RunRow};
pub use table::task::{RowFilter, TaskEnding, TaskRow};
pub use table::turn::TurnRow;
pub use table::verdict::{Judgement, ReviewCounts};
