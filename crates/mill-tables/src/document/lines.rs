//! From letters with places to lines of text.

use super::glyphs::{Letter, Look};

/// The text of all letters of one look, line by line from top to bottom. Turned text follows, in drawing order.
pub(super) fn joined(letters: &[Letter], look: Look) -> String {
    let (turned, level): (Vec<&Letter>, Vec<&Letter>) = letters
        .iter()
        .filter(|letter| letter.look == look)
        .partition(|letter| letter.turned);
    let mut text = String::new();
    for line in lines(level) {
        push_line(&mut text, &line);
    }
    if !turned.is_empty() {
        let drawn: String = turned.iter().map(|letter| letter.text.as_str()).collect();
        text.push_str(drawn.trim());
        text.push('\n');
    }
    text.trim_end().to_owned()
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

fn push_line(text: &mut String, line: &[&Letter]) {
    let mut before: Option<&Letter> = None;
    let mut words = String::new();
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
        words.push_str(&letter.text);
        before = Some(letter);
    }
    let words = words.trim_end();
    if !words.trim().is_empty() {
        text.push_str(words);
        text.push('\n');
    }
}
