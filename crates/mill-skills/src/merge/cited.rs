//! The rows a line names.

/// The most numbers a range may stand for: a wider one is a slip, not a citation.
const WIDEST_RANGE: u32 = 500;

/// The row numbers in what a model wrote for them, in order and each once: `3, 7`, `[3] [7]`, `rows 3 and 7`, `3-5`.
pub fn cited_rows(text: &str) -> Vec<u32> {
    let mut rows = Vec::new();
    let mut letters = text.chars().peekable();
    // The number before, and whether only a dash stood since.
    let mut before: Option<(u32, bool)> = None;
    while let Some(letter) = letters.next() {
        let Some(first) = letter.to_digit(10) else {
            before = match (before, letter) {
                (Some((number, false)), '-' | '–' | '—' | '~' | '〜' | '～') => {
                    Some((number, true))
                }
                (kept, ' ') => kept,
                _ => None,
            };
            continue;
        };
        let mut number = Some(first);
        while let Some(digit) = letters.peek().and_then(|letter| letter.to_digit(10)) {
            letters.next();
            number = number.and_then(|number| number.checked_mul(10)?.checked_add(digit));
        }
        let Some(number) = number else {
            before = None;
            continue;
        };
        match before {
            Some((from, true)) if from < number && number - from <= WIDEST_RANGE => {
                rows.extend(from + 1..=number);
            }
            _ => rows.push(number),
        }
        before = Some((number, false));
    }
    let mut seen = std::collections::BTreeSet::new();
    rows.retain(|row| seen.insert(*row));
    rows
}
