//! From places in a page's text to boxes on its picture.

use std::ops::Range;

use hayro_interpret::kurbo::Rect;

use super::lines::{LaidOut, Place};

/// A box on a page, in fractions of its width and height from the top left corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MarkBox {
    /// 0 to 1.
    pub left: f64,
    /// 0 to 1.
    pub top: f64,
    /// 0 to 1.
    pub width: f64,
    /// 0 to 1.
    pub height: f64,
}

/// What a place in the text covers of the page: a box for each stretch of letters without a gap; none if nothing of the
/// place was drawn.
pub(super) fn boxes(page: &LaidOut, place: &Range<usize>, area: Rect) -> Vec<MarkBox> {
    let letters = page.places.iter().filter(|letter| {
        let text = page.text.get(letter.piece.clone()).unwrap_or_default();
        letter.piece.start < place.end && letter.piece.end > place.start && !text.trim().is_empty()
    });
    let mut stretches: Vec<Rect> = Vec::new();
    for letter in letters {
        match stretches.last_mut() {
            Some(stretch) if joins(*stretch, letter) => *stretch = stretch.union(letter.area),
            _ => stretches.push(letter.area),
        }
    }
    let drawn = stretches.into_iter().map(|stretch| stretch.intersect(area));
    drawn
        .filter(|stretch| stretch.area() > 0.0)
        .map(|stretch| MarkBox {
            left: stretch.x0 / area.width(),
            top: stretch.y0 / area.height(),
            width: stretch.width() / area.width(),
            height: stretch.height() / area.height(),
        })
        .collect()
}

/// True if a letter stands on the same line as the stretch, no further away than a wide space.
fn joins(stretch: Rect, letter: &Place) -> bool {
    let area = letter.area;
    let reach = area.width().max(area.height());
    let beside = overlap(stretch.y0, stretch.y1, area.y0, area.y1) > 0.5 * area.height()
        && gap(stretch.x0, stretch.x1, area.x0, area.x1) < reach;
    let below = overlap(stretch.x0, stretch.x1, area.x0, area.x1) > 0.5 * area.width()
        && gap(stretch.y0, stretch.y1, area.y0, area.y1) < reach;
    beside || (letter.turned && below)
}

fn overlap(from: f64, to: f64, other_from: f64, other_to: f64) -> f64 {
    to.min(other_to) - from.max(other_from)
}

fn gap(from: f64, to: f64, other_from: f64, other_to: f64) -> f64 {
    (other_from - to).max(from - other_to)
}
