//! The room from outside: folders on disk, the shipped skills, the real card file, properties.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail loudly"
)]
#![allow(
    clippy::print_stderr,
    reason = "tests print what they measured and why they were skipped"
)]

mod card_file;
mod folders;
mod learning;
mod properties;
mod samples;
mod shipped;
mod speed;
