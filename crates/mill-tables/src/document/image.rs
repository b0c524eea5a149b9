//! Pictures: pages without text, and whether they are stored sideways.

use std::io::Cursor;

use exif::{In, Reader, Tag};

use super::tiff::page_count;
use super::{Document, DocumentKind, Page, heic, picture};
use crate::{Problem, ProblemKind};

/// The picture as one page; a fax or a scan may have more.
pub(super) fn read_image(bytes: &[u8]) -> Document {
    let page = |number| Page {
        scanned: true,
        size: picture::upright_size(bytes, number),
        ..Page::of_text(number, String::new())
    };
    let pages: Vec<Page> = (1..=page_count(bytes)).map(page).collect();
    if pages.iter().any(|page| page.size.is_none()) {
        return Document::unreadable(DocumentKind::Image, unopened(bytes));
    }
    let mut problems = Vec::new();
    if let Some(degrees) = quarter_turns(bytes) {
        let message = format!(
            "The photo is stored sideways and must be turned by {degrees} degrees to be read"
        );
        problems.push(Problem::new(ProblemKind::Rotated, "exif", message).with("degrees", degrees));
    }
    Document {
        kind: DocumentKind::Image,
        pages,
        problems,
    }
}

/// Why a picture is no use: broken, or of a kind that only its own program opens.
fn unopened(bytes: &[u8]) -> Problem {
    if heic::is_heic(bytes) {
        let message = "This HEIC photo cannot be opened; save it as JPEG, or set the phone to \"Most Compatible\"";
        return Problem::new(ProblemKind::Damaged, "heic", message);
    }
    picture::cannot("The picture cannot be opened")
}

/// How far to turn clockwise, in degrees; `None` if upright or not told.
fn quarter_turns(bytes: &[u8]) -> Option<u16> {
    // A HEIC photo turns itself, whatever the camera noted beside it.
    if heic::is_heic(bytes) {
        return None;
    }
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
