//! One file per table: the row, its reads, its writes.

pub(crate) mod again;
pub(crate) mod ahead;
pub(crate) mod batch;
pub(crate) mod blind_pick;
pub(crate) mod cap;
pub(crate) mod comeback;
pub(crate) mod correction;
pub(crate) mod flag;
pub(crate) mod job;
pub(crate) mod job_list;
pub(crate) mod key_name;
pub(crate) mod ledger;
pub(crate) mod lesson;
pub(crate) mod merge;
pub(crate) mod opinion;
pub(crate) mod original;
pub(crate) mod price;
pub(crate) mod result;
pub(crate) mod review_mark;
pub(crate) mod run;
pub(crate) mod sample;
pub(crate) mod setting;
pub(crate) mod sign_off;
pub(crate) mod task;
pub(crate) mod turn;
pub(crate) mod verdict;
