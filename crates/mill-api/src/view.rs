//! What methods return. Every type here is plain data and becomes TypeScript.

pub mod again;
pub mod compare;
pub mod eval;
pub mod export;
pub mod field;
pub mod home;
pub mod job;
pub mod learn;
pub mod matching;
pub mod merge;
pub mod money;
pub mod opinion;
pub mod review;
pub mod rules;
pub mod run;
pub mod sample;
pub mod settings;
pub mod signoff;
pub mod since;
pub mod skill;
pub mod studio;
pub mod survey;
