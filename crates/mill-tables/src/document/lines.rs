//! From letters with places to lines of text.

use std::ops::Range;

use hayro_interpret::kurbo::Rect;

use super::glyphs::{Letter, Look};

/// A text, and where on the page each piece of it was drawn.
#[derive(Debug, Default)]
pub(super) struct LaidOut {
    pub(super) text: String,
    /// In the text's order.
    pub(super) places: Vec<Place>,
}

/// Where a piece of a text was drawn.
#[derive(Debug)]
pub(super) struct Place {
    /// The piece, in bytes of the text.
    pub(super) piece: Range<usize>,
    /// In points from the top left corner.
    pub(super) area: Rect,
    /// True if its line does not run from left to right.
    pub(super) turned: bool,
}

impl Place {
    fn of(letter: &Letter, start: usize) -> Self {
        Self {
            piece: start..start + letter.text.len(),
            area: letter.area,
            turned: letter.turned,
        }
    }
}

/// The text of all letters of one look, line by line from top to bottom. Turned text follows, in drawing order.
pub(super) fn laid_out(letters: &[Letter], look: Look) -> LaidOut {
    let (turned, level): (Vec<&Letter>, Vec<&Letter>) = letters
        .iter()
        .filter(|letter| letter.look == look)
        .partition(|letter| letter.turned);
    let mut page = LaidOut::default();
    for line in lines(level) {
        push_line(&mut page, &line);
    }
    let drawn: String = turned.iter().map(|letter| letter.text.as_str()).collect();
    let blank = drawn.len() - drawn.trim_start().len();
    let mut at = 0;
    for letter in turned {
        // What is trimmed away has no place.
        if let Some(start) = (page.text.len() + at).checked_sub(blank) {
            page.places.push(Place::of(letter, start));
        }
        at += letter.text.len();
    }
    page.text.push_str(drawn.trim());
    page.text.truncate(page.text.trim_end().len());
    page
}

/// Letters whose base lines are closer than a part of their height share a line.
fn lines(mut letters: Vec<&Letter>) -> Vec<Vec<&Letter>> {
    letters.sort_by(|one, other| one.y.total_cmp(&other.y));
    let mut lines: Vec<Vec<&Letter>> = Vec::new();
    for letter in letters {
        match lines.last_mut() {
            Some(line)
                if line.last().is_some_and(|last| {
                    letter.y - last.y < 0.4 * letter.height.min(last.height)
                }) =>
            {
                line.push(letter);
            }
            _ => lines.push(vec![letter]),
        }
    }
    for line in &mut lines {
        line.sort_by(|one, other| one.x.total_cmp(&other.x));
    }
    lines
}

fn push_line(page: &mut LaidOut, line: &[&Letter]) {
    let mut before: Option<&Letter> = None;
    let mut words = String::new();
    let mut places = Vec::with_capacity(line.len());
    for letter in line {
        if let Some(before) = before {
            let gap = letter.x - (before.x + before.width);
            let height = before.height.max(letter.height);
            // Bold made by printing twice: the same letter at the same place.
            if letter.text == before.text && (letter.x - before.x).abs() < 0.1 * height {
                continue;
            }
            if gap > 1.5 * height {
                words.truncate(words.trim_end().len());
                words.push_str("  ");
            } else if gap > 0.15 * height && !words.ends_with(' ') && letter.text != " " {
                words.push(' ');
            }
        }
        places.push(Place::of(letter, page.text.len() + words.len()));
        words.push_str(&letter.text);
        before = Some(letter);
    }
    let words = words.trim_end();
    if !words.trim().is_empty() {
        page.text.push_str(words);
        page.text.push('\n');
        page.places.extend(places);
    }
}
