//! Tables and documents as people have them, read and written with the real formats.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests fail loudly")]

mod acceptance;
mod binary_books;
mod copies;
mod documents;
mod exports;
mod files;
mod known_inputs;
mod made;
mod matching;
mod ods;
mod other_programs;
mod pictures;
mod robustness;
mod round_trips;
mod shown_pages;
mod text;
mod text_properties;
mod word;
mod workbooks;
