//! Text files.

use super::{Document, DocumentKind, Page};
use crate::text::decode;
use crate::{Problem, ProblemKind};

/// Text with its encoding found; form feeds part pages.
pub(super) fn read_plain(kind: DocumentKind, bytes: &[u8]) -> Document {
    // Without a label there is nothing to refuse; were there, the bytes would be as good as damaged.
    let Ok(decoded) = decode(bytes, None, None) else {
        return Document::unreadable(
            kind,
            Problem::new(ProblemKind::Undecodable, "bytes", "The file is not text"),
        );
    };
    if decoded.text.trim().is_empty() {
        return Document::unreadable(
            kind,
            Problem::new(
                ProblemKind::Empty,
                "blank",
                "The file holds nothing but blanks",
            ),
        );
    }
    let mut problems = Vec::new();
    if decoded.damaged {
        let message = format!(
            "Some bytes are no text in {}; save the file as UTF-8",
            decoded.label
        );
        problems.push(
            Problem::new(ProblemKind::Undecodable, "bytes", message)
                .with("encoding", &decoded.label)
                .blocking(),
        );
    } else if decoded.sure < 0.8 {
        let message = format!(
            "The encoding was guessed as {}; check that names and accents read right",
            decoded.label
        );
        problems.push(
            Problem::new(ProblemKind::EncodingUnsure, "guessed", message)
                .with("encoding", &decoded.label)
                .with("sure", decoded.sure),
        );
    }
    let pages = (1_u32..)
        .zip(decoded.text.split('\u{c}'))
        .map(|(number, text)| Page::of_text(number, text))
        .collect();
    Document {
        kind,
        pages,
        problems,
    }
}
