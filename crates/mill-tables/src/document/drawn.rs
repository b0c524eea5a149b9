//! One page as a picture for a person, with the places that matter marked.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use hayro::RenderCache;
use hayro_interpret::InterpreterCache;
use hayro_interpret::kurbo::Rect;
use image::DynamicImage;

use super::glyphs::Look;
use super::lines::laid_out;
use super::marks::{MarkBox, boxes};
use super::picture::{self, PagePicture};
use super::tiff::page_count;
use super::{DocumentKind, Passwords, pdf};
use crate::read::read_bytes;
use crate::{Problem, TableError};

/// The longest edge that is drawn, in pixels: a large screen's width at twice its size.
const LONGEST_EDGE: u32 = 3_200;

/// A page as a person looks at it.
#[derive(Debug, Clone, PartialEq)]
pub struct DrawnPage {
    /// The picture, upright.
    pub picture: PagePicture,
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// For each place asked for, in that order, the boxes it covers; none where nothing of it was drawn.
    pub marks: Vec<Vec<MarkBox>>,
}

/// Draws a page of a PDF, opened with one of the passwords if it needs one, or of a picture, about `width` pixels wide and never longer than 3,200. `places` are
/// in UTF-16 units, the way windows count, of the page's text as [`crate::read_document`] gives it. A page with more on it than any honest one has is
/// refused before it is drawn.
/// # Errors
/// [`TableError::NoPage`] if the document has no such page to show; [`TableError`] if the file cannot be read or the page
/// cannot be drawn.
pub fn draw_page(
    (path, passwords): (&Path, &Passwords),
    page: u32,
    width: u32,
    places: &[Range<usize>],
) -> Result<DrawnPage, TableError> {
    let bytes = read_bytes(path)?;
    let drawn = match DocumentKind::of(path, &bytes) {
        DocumentKind::Pdf => draw_pdf_page((bytes, passwords), page, width, places),
        DocumentKind::Image if (1..=page_count(&bytes)).contains(&page) => {
            draw_photo(&bytes, page, width, places.len()).map(Some)
        }
        _ => Ok(None),
    };
    match drawn {
        Ok(Some(drawn)) => Ok(drawn),
        Ok(None) => Err(TableError::NoPage {
            path: path.to_owned(),
            page,
        }),
        Err(problem) => Err(TableError::of_problem(path, *problem)),
    }
}

fn draw_pdf_page(
    (bytes, passwords): (Vec<u8>, &Passwords),
    number: u32,
    width: u32,
    places: &[Range<usize>],
) -> Result<Option<DrawnPage>, Box<Problem>> {
    let pdf = pdf::open(bytes, passwords)?.pdf;
    let at = (number as usize).checked_sub(1);
    let Some(page) = at.and_then(|at| pdf.pages().get(at)) else {
        return Ok(None);
    };
    let cannot = |reason: &str| picture::cannot(&format!("Page {number} {reason}"));
    let glyphs = pdf::looked_at(&pdf, &InterpreterCache::new(), page).map_err(cannot)?;
    let (wide, tall) = page.render_dimensions();
    let area = Rect::new(0.0, 0.0, f64::from(wide), f64::from(tall));
    let text = laid_out(&glyphs.found, Look::Seen);
    let marks = places
        .iter()
        .map(|place| boxes(&text, &bytes_of(&text.text, place), area))
        .collect();
    drop(glyphs);
    // As for reading: a document from outside must not be able to end the program.
    let drawn = catch_unwind(AssertUnwindSafe(|| {
        picture::draw(page, &RenderCache::new(), |wide, tall| {
            let wanted = pixels(width) / wide;
            wanted.min(pixels(LONGEST_EDGE) / wide.max(tall))
        })
    }));
    let drawn = drawn.ok().flatten();
    let drawn = drawn.ok_or_else(|| cannot("cannot be drawn"))?;
    let (width, height) = drawn.dimensions();
    Ok(Some(DrawnPage {
        picture: picture::encoded(&DynamicImage::ImageRgba8(drawn), number, LONGEST_EDGE)?,
        width,
        height,
        marks,
    }))
}

/// A photo has no letters that could be marked.
fn draw_photo(
    bytes: &[u8],
    page: u32,
    width: u32,
    places: usize,
) -> Result<DrawnPage, Box<Problem>> {
    let size = picture::upright_size(bytes, page);
    let size = size.ok_or_else(|| picture::cannot("The picture cannot be opened"))?;
    let (wide, tall) = (u64::from(size.width), u64::from(size.height));
    let scaled = u64::from(width).min(wide) * wide.max(tall) / wide;
    let edge = u32::try_from(scaled).unwrap_or(LONGEST_EDGE);
    let shown = picture::upright(bytes, page, edge.clamp(1, LONGEST_EDGE))?;
    Ok(DrawnPage {
        width: shown.width,
        height: shown.height,
        picture: shown.picture,
        marks: vec![Vec::new(); places],
    })
}

/// A place in bytes of a text.
fn bytes_of(text: &str, place: &Range<usize>) -> Range<usize> {
    let mut units = 0;
    let mut found = text.len()..text.len();
    for (at, letter) in text.char_indices() {
        if units <= place.start {
            found.start = at;
        }
        if units >= place.end {
            found.end = at;
            break;
        }
        units += letter.len_utf16();
    }
    if units <= place.start {
        text.len()..text.len()
    } else {
        found
    }
}

#[allow(
    clippy::cast_precision_loss,
    reason = "a few thousand pixels are exact"
)]
fn pixels(count: u32) -> f32 {
    count.clamp(1, LONGEST_EDGE) as f32
}
