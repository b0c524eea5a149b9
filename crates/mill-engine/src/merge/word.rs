//! A document for a word processor; the number of a row leads to the row at the end, with the file it stands in.

use mill_tables::{WordBlock, WordDocument, WordPiece, WordTable};

use super::document::{DocumentLine, LineKind};
use super::export::{Sheets, span_text, spans};
use super::markdown::is_prose;
use super::sheets::column;

pub(super) fn document(content: &Sheets) -> WordDocument {
    let mut blocks = if is_prose(&content.document.columns) {
        prose(content)
    } else {
        vec![table(content)]
    };
    if !content.notes.is_empty() {
        blocks.push(WordBlock::Heading(content.word("merge.notes")));
        let notes = content.notes.iter();
        blocks.extend(notes.map(|note| WordBlock::Paragraph(vec![text(note)])));
    }
    blocks.push(WordBlock::Heading(content.word("merge.rows")));
    blocks.push(rows(content));
    blocks.push(WordBlock::NewPage(content.word("merge.how_made")));
    blocks.push(how_made(content));
    WordDocument {
        title: content.title.clone(),
        banners: content.banners.clone(),
        made_at: made_at(content),
        blocks,
    }
}

fn made_at(content: &Sheets) -> String {
    let millis = content.merge.made_at.as_millis();
    let moment = jiff::Timestamp::from_millisecond(millis).unwrap_or_default();
    moment.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

fn text(words: impl Into<String>) -> WordPiece {
    WordPiece::Text(words.into())
}

fn prose(content: &Sheets) -> Vec<WordBlock> {
    let mut blocks = Vec::new();
    let mut under: Option<&str> = None;
    for line in &content.document.lines {
        let heading = line.heading.as_deref();
        if heading != under {
            blocks.extend(heading.map(|heading| WordBlock::Heading(heading.to_owned())));
            under = heading;
        }
        let words = line.cells.first().map_or("", String::as_str);
        let mut pieces = vec![text(format!("{words} "))];
        let links = links(content, line);
        if !links.is_empty() {
            pieces.push(text("("));
            pieces.extend(links);
            pieces.push(text(")"));
        }
        blocks.push(WordBlock::Paragraph(pieces));
    }
    blocks
}

fn table(content: &Sheets) -> WordBlock {
    let document = &content.document;
    let headings = content.has_headings();
    let lines = document.lines.iter().map(|line| {
        let mut cells: Vec<Vec<WordPiece>> = line
            .cells
            .iter()
            .map(|cell| vec![in_line(line.kind, cell.clone())])
            .collect();
        if let Some(first) = cells.first_mut().filter(|_| line.kind == LineKind::Total) {
            *first = vec![in_line(line.kind, content.word("merge.total"))];
        }
        if headings {
            let heading = line.heading.clone().unwrap_or_default();
            cells.insert(0, vec![text(heading)]);
        }
        // The sum rests on all rows; naming them again would hide the lines.
        cells.push(if line.kind == LineKind::Line {
            links(content, line)
        } else {
            Vec::new()
        });
        cells
    });
    WordBlock::Table(WordTable {
        columns: content.columns(),
        rows: lines.collect(),
    })
}

fn in_line(kind: LineKind, words: String) -> WordPiece {
    match kind {
        LineKind::Line | LineKind::Contra => WordPiece::Text(words),
        LineKind::Total => WordPiece::Strong(words),
    }
}

/// The source and the rows of it that a line rests on, each stretch leading to its first row.
fn links(content: &Sheets, line: &DocumentLine) -> Vec<WordPiece> {
    let mut pieces = Vec::new();
    for span in spans(&line.rows) {
        pieces.push(text(if pieces.is_empty() {
            format!("{} ", content.source)
        } else {
            ", ".to_owned()
        }));
        pieces.push(WordPiece::Link {
            text: span_text(span),
            to: place_of(span.0),
        });
    }
    pieces
}

fn place_of(row: u32) -> String {
    format!("row_{row}")
}

/// Every row that went in, with its own words.
fn rows(content: &Sheets) -> WordBlock {
    let label = |key: &str| column(content.word(key), false);
    let rows = content.told_rows().into_iter().map(|told| {
        let number = WordPiece::Place {
            text: told.row.to_string(),
            name: place_of(told.row),
        };
        vec![
            vec![number],
            vec![text(&content.source)],
            vec![text(told.words)],
            vec![text(told.standing)],
        ]
    });
    WordBlock::Table(WordTable {
        columns: vec![
            label("merge.row"),
            label("merge.source"),
            label("merge.words"),
            label("merge.standing"),
        ],
        rows: rows.collect(),
    })
}

/// What every reader must know, what to know, and who made it how.
fn how_made(content: &Sheets) -> WordBlock {
    let banners = content.banners.iter();
    let mut rows: Vec<Vec<Vec<WordPiece>>> = banners
        .map(|banner| {
            let label = content.word("merge.to_know");
            vec![vec![text(label)], vec![WordPiece::Strong(banner.clone())]]
        })
        .collect();
    let facts = content.facts.iter();
    rows.extend(facts.map(|(label, fact)| vec![vec![text(label)], vec![text(fact)]]));
    WordBlock::Table(WordTable {
        columns: vec![column(String::new(), false), column(String::new(), false)],
        rows,
    })
}
