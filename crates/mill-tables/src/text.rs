//! Delimited text: from bytes to rows.

mod delimiter;
mod encoding;
mod neutralised;
mod quotes;
mod records;
mod table;

pub(crate) use encoding::{decode, utf16_without_mark};
pub(crate) use neutralised::{MARKER, is_dangerous, neutral, restore};
pub(crate) use table::read_text_rows;
