//! Words as the parts of a paragraph.

use docx_rs::{BreakType, Hyperlink, HyperlinkType, Paragraph, Run};

use super::{WordPiece, look};

/// The number of the next place of a document.
#[derive(Debug, Default)]
pub(super) struct Places(usize);

/// A paragraph of nothing but words.
pub(super) fn plain(text: &str) -> Paragraph {
    Paragraph::new().add_run(run(text))
}

pub(super) fn paragraph(pieces: &[WordPiece], places: &mut Places) -> Paragraph {
    pieces
        .iter()
        .fold(Paragraph::new(), |paragraph, piece| match piece {
            WordPiece::Text(text) => paragraph.add_run(run(text)),
            WordPiece::Strong(text) => paragraph.add_run(run(text).bold()),
            WordPiece::Link { text, to } => {
                let words = look::link(run(text));
                paragraph.add_hyperlink(Hyperlink::new(to, HyperlinkType::Anchor).add_run(words))
            }
            WordPiece::Place { text, name } => {
                places.0 += 1;
                paragraph
                    .add_bookmark_start(places.0, name)
                    .add_run(run(text))
                    .add_bookmark_end(places.0)
            }
        })
}

/// Words with the lines they were written in; the library would draw these together.
fn run(text: &str) -> Run {
    let text = clean(text);
    let mut lines = text.split('\n');
    let first = lines.next().unwrap_or_default();
    lines.fold(Run::new().add_text(first), |run, line| {
        run.add_break(BreakType::TextWrapping).add_text(line)
    })
}

/// Without the characters that no XML may hold: one of them, and a word processor calls the file damaged.
pub(super) fn clean(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let is_allowed = |letter: &char| match letter {
        '\n' | '\t' => true,
        '\u{FFFE}' | '\u{FFFF}' => false,
        other => *other >= ' ',
    };
    text.chars().filter(is_allowed).collect()
}
