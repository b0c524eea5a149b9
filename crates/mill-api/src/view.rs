//! What methods return. Every type here is plain data and becomes TypeScript.

pub mod field;
pub mod home;
pub mod job;
pub mod money;
pub mod review;
pub mod run;
pub mod sample;
pub mod settings;
pub mod skill;
pub mod studio;
pub mod survey;
