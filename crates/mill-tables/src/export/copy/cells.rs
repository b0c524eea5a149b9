//! Cells of a sheet as XML.

use rust_xlsxwriter::ExcelDateTime;

use super::super::source_cell::Cell;
use crate::table::column_letters;
use crate::text::is_dangerous;

/// Days between the two ways a workbook can count them.
const DAYS_TO_1904: f64 = 1462.0;

/// How a cell must look to be read as what it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(super) struct Look {
    /// A number format's code; `None`: none is needed.
    pub(super) format: Option<String>,
    /// Marked as text for good, so that editing it in place does not make a formula of it.
    pub(super) quoted: bool,
    /// Bold.
    pub(super) bold: bool,
}

/// What a cell holds, ready to be written.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Content {
    /// Text.
    Text(String),
    /// A number or a day, as the text of a number.
    Number(String),
}

/// A cell ready to be written.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct NewCell {
    /// What it holds.
    pub(super) content: Content,
    /// How it must look.
    pub(super) look: Look,
    /// True for a name above a column.
    pub(super) is_header: bool,
}

impl NewCell {
    /// From a typed cell; `None` for a blank one. Text must have been fitted before.
    pub(super) fn of(cell: Cell, is_1904: bool) -> Option<Self> {
        let quoted = matches!(&cell, Cell::Text(text) if is_dangerous(text));
        let (content, format) = match cell {
            Cell::Blank => return None,
            Cell::Text(text) => (Content::Text(text), None),
            Cell::Number { value, format } => (Content::Number(value.to_string()), Some(format)),
            Cell::Day { year, month, day } => match ExcelDateTime::from_ymd(year, month, day) {
                Ok(date) => {
                    let days = date.to_excel() - if is_1904 { DAYS_TO_1904 } else { 0.0 };
                    (
                        Content::Number(days.to_string()),
                        Some("yyyy-mm-dd".to_owned()),
                    )
                }
                // A day that does not exist stays what was answered.
                Err(_) => (
                    Content::Text(format!("{year:04}-{month:02}-{day:02}")),
                    None,
                ),
            },
        };
        Some(Self {
            content,
            look: Look {
                format,
                quoted,
                bold: false,
            },
            is_header: false,
        })
    }

    /// Writes it; `row` from 1, `column` from 0. `prefix` is that of the sheet's elements.
    pub(super) fn write(
        &self,
        out: &mut String,
        prefix: &str,
        (row, column): (u32, u32),
        style: u32,
    ) {
        let place = format!("{}{row}", column_letters(column as usize));
        let xml = match &self.content {
            Content::Text(text) => format!(
                r#"<{prefix}c r="{place}" s="{style}" t="inlineStr"><{prefix}is><{prefix}t xml:space="preserve">{}</{prefix}t></{prefix}is></{prefix}c>"#,
                text_of_cell(text)
            ),
            Content::Number(number) => {
                format!(
                    r#"<{prefix}c r="{place}" s="{style}"><{prefix}v>{number}</{prefix}v></{prefix}c>"#
                )
            }
        };
        out.push_str(&xml);
    }
}

/// Text as a workbook writes it: characters XML does not have become `_x0007_`, and text that looks like one is kept apart.
fn text_of_cell(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        if is_escape(rest) {
            out.push_str("_x005F");
        }
        match character {
            '\t' | '\n' => out.push(character),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {
                let escape = format!("_x{:04X}_", u32::from(character));
                out.push_str(&escape);
            }
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            _ => out.push(character),
        }
        rest = rest.get(character.len_utf8()..).unwrap_or("");
    }
    out
}

/// True if the text begins with what a program would read as an escape, such as `_x0041_`.
fn is_escape(text: &str) -> bool {
    text.as_bytes().get(..7).is_some_and(|bytes| {
        bytes.starts_with(b"_x")
            && bytes.ends_with(b"_")
            && bytes.iter().skip(2).take(4).all(u8::is_ascii_hexdigit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_characters_survive() {
        assert_eq!(
            text_of_cell("a<b>&\u{7}\r\n_x0041_ _x"),
            "a&lt;b&gt;&amp;_x0007__x000D_\n_x005F_x0041_ _x"
        );
    }

    #[test]
    fn a_day_counts_as_the_workbook_does() {
        let day = |is_1904| {
            let cell = Cell::Day {
                year: 2026,
                month: 3,
                day: 31,
            };
            NewCell::of(cell, is_1904).unwrap().content
        };
        assert_eq!(day(false), Content::Number("46112".to_owned()));
        assert_eq!(day(true), Content::Number("44650".to_owned()));
    }
}
