//! What methods return. Every type here is plain data and becomes TypeScript.

pub mod compare;
pub mod eval;
pub mod field;
pub mod home;
pub mod job;
pub mod money;
pub mod review;
pub mod rules;
pub mod run;
pub mod sample;
pub mod settings;
pub mod signoff;
pub mod skill;
pub mod studio;
pub mod survey;
