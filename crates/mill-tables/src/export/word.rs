//! A document for a word processor: headings, paragraphs and tables, with links between its places.

mod look;
mod words;

use std::io::{Cursor, Error as IoError};
use std::path::Path;

use docx_rs::{
    Docx, Footer, Header, PageNum, Paragraph, Run, Table, TableCell, TableLayoutType, TableRow,
    WidthType,
};

use self::words::{Places, paragraph, plain};
use super::BookColumn;
use super::ExportReport;
use super::atomic::write_whole;
use crate::TableError;

/// A document as it is to be written.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WordDocument {
    /// What stands above everything.
    pub title: String,
    /// What every reader must know: under the title, and again at the top of every page.
    pub banners: Vec<String>,
    /// When it was made, in UTC: `2026-03-31T09:30:00Z`.
    pub made_at: String,
    /// What it says, in order.
    pub blocks: Vec<WordBlock>,
}

/// A piece of a document that stands by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WordBlock {
    /// A heading.
    Heading(String),
    /// A heading that begins a page of its own.
    NewPage(String),
    /// A paragraph.
    Paragraph(Vec<WordPiece>),
    /// A table.
    Table(WordTable),
}

/// A table; every row has as many cells as there are columns.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WordTable {
    /// What stands above its columns; all labels empty: no header.
    pub columns: Vec<BookColumn>,
    /// Its rows, cell by cell.
    pub rows: Vec<Vec<Vec<WordPiece>>>,
}

/// A stretch of words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WordPiece {
    /// As they are.
    Text(String),
    /// Set off from the others.
    Strong(String),
    /// Words that lead to a place of the same document.
    Link {
        /// What is read.
        text: String,
        /// The name of the place.
        to: String,
    },
    /// Words that a link leads to.
    Place {
        /// What is read.
        text: String,
        /// Its name: letters, digits and `_`, at most 40.
        name: String,
    },
}

impl WordPiece {
    fn text(&self) -> &str {
        match self {
            Self::Text(text)
            | Self::Strong(text)
            | Self::Link { text, .. }
            | Self::Place { text, .. } => text,
        }
    }
}

/// Writes a document as `.docx`. Words of it stay words: nothing in them becomes a field, a link or markup.
/// # Errors
/// [`TableError::NotWritten`] with the reason, the old file being whole.
pub fn write_word(path: &Path, document: &WordDocument) -> Result<ExportReport, TableError> {
    let mut content = Cursor::new(Vec::new());
    laid_out(document)
        .pack(&mut content)
        .map_err(|error| TableError::writing(path, IoError::other(error)))?;
    write_whole(path, content.get_ref())?;
    Ok(ExportReport {
        path: path.to_owned(),
        rows: document.blocks.len(),
        neutralised: 0,
        shortened: 0,
    })
}

fn laid_out(document: &WordDocument) -> Docx {
    let mut places = Places::default();
    let mut docx = look::page(Docx::new())
        .created_at(&document.made_at)
        .updated_at(&document.made_at)
        .header(
            document
                .banners
                .iter()
                .fold(Header::new(), |header, banner| {
                    header.add_paragraph(look::repeated(plain(banner)))
                }),
        )
        .footer(Footer::new().add_paragraph(look::foot().add_page_num(PageNum::new())))
        .add_paragraph(plain(&document.title).style(look::TITLE));
    for banner in &document.banners {
        docx = docx.add_paragraph(plain(banner).style(look::BANNER));
    }
    for block in &document.blocks {
        docx = match block {
            WordBlock::Heading(text) => docx.add_paragraph(plain(text).style(look::HEADING)),
            WordBlock::NewPage(text) => {
                let heading = plain(text).style(look::HEADING).page_break_before(true);
                docx.add_paragraph(heading)
            }
            WordBlock::Paragraph(pieces) => docx.add_paragraph(paragraph(pieces, &mut places)),
            // A table that ends where the next begins would be one table with it.
            WordBlock::Table(content) => docx
                .add_table(table(content, &mut places))
                .add_paragraph(Paragraph::new()),
        };
    }
    docx
}

fn table(content: &WordTable, places: &mut Places) -> Table {
    let widths = look::widths(content);
    let mut rows = Vec::with_capacity(content.rows.len() + 1);
    if content
        .columns
        .iter()
        .any(|column| !column.label.is_empty())
    {
        let cells = content.columns.iter().zip(&widths).map(|(column, width)| {
            let label = Run::new().add_text(words::clean(&column.label)).bold();
            let label = look::in_cell(Paragraph::new().add_run(label), column.is_number);
            look::above(cell(*width)).add_paragraph(label)
        });
        rows.push(TableRow::new(cells.collect()).cant_split());
    }
    for row in &content.rows {
        let with_column = row.iter().zip(&content.columns).zip(&widths);
        let cells = with_column.map(|((pieces, column), width)| {
            let words = look::in_cell(paragraph(pieces, places), column.is_number);
            cell(*width).add_paragraph(words)
        });
        rows.push(TableRow::new(cells.collect()).cant_split());
    }
    Table::new(rows)
        .set_grid(widths)
        .set_borders(look::lines())
        .margins(look::margins())
        .layout(TableLayoutType::Fixed)
        .width(look::TEXT_WIDTH, WidthType::Dxa)
}

fn cell(width: usize) -> TableCell {
    TableCell::new().width(width, WidthType::Dxa)
}

#[cfg(test)]
mod tests;
