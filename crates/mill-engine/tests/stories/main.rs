//! Stories of the whole engine: a table in, a scripted provider on loopback, a real database, results out.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail loudly"
)]

mod again;
mod ahead;
mod away;
mod beside;
mod budget;
mod caps;
mod checks;
mod closing;
mod compare;
mod corrections;
mod documents;
mod ends;
mod eval;
mod happy;
mod jobs;
mod kill;
mod learn;
mod letters;
mod library;
mod library_ways;
mod merge;
mod originals;
mod own_server;
mod passwords;
mod practice;
mod prices;
mod provider_trouble;
mod refusals;
mod review;
mod rows;
mod rules;
mod sample;
mod second;
mod setup;
mod signoff;
mod since;
mod split;
mod standby;
mod steering;
mod survey;
mod undo;
mod unreviewed;
mod verify;
mod ways;
mod weaker;
