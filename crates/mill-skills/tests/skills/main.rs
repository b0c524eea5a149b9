//! The room from outside: folders on disk, the shipped skills, the real card file, properties.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests fail loudly")]

mod card_file;
mod folders;
mod properties;
mod shipped;
mod speed;
