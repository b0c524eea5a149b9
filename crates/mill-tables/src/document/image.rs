//! Pictures: one page without text, and whether they are stored sideways.

use std::io::Cursor;

use exif::{In, Reader, Tag};

use super::{Document, DocumentKind, Page, picture};
use crate::{Problem, ProblemKind};

/// The picture as one page.
pub(super) fn read_image(bytes: &[u8]) -> Document {
    let mut problems = Vec::new();
    if let Some(degrees) = quarter_turns(bytes) {
        let message = format!(
            "The photo is stored sideways and must be turned by {degrees} degrees to be read"
        );
        problems.push(Problem::new(ProblemKind::Rotated, "exif", message).with("degrees", degrees));
    }
    let page = Page {
        scanned: true,
        size: picture::upright_size(bytes),
        ..Page::of_text(1, String::new())
    };
    Document {
        kind: DocumentKind::Image,
        pages: vec![page],
        problems,
    }
}

/// How far to turn clockwise, in degrees; `None` if upright or not told.
fn quarter_turns(bytes: &[u8]) -> Option<u16> {
    let facts = Reader::new()
        .read_from_container(&mut Cursor::new(bytes))
        .ok()?;
    match facts
        .get_field(Tag::Orientation, In::PRIMARY)?
        .value
        .get_uint(0)?
    {
        3 | 4 => Some(180),
        5 | 6 => Some(90),
        7 | 8 => Some(270),
        _ => None,
    }
}
