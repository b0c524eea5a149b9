//! A document in parts that fit: by page where it has pages, else by section.

use mill_tables::PagePicture;

/// More parts than this is no document any more; one call each would be nobody's wish.
const MOST_PARTS: usize = 200;

/// A heading is a line of its own, and short.
const HEADING_CHARS: usize = 90;

/// A stretch of a document, in one piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DocumentPart {
    /// Its text; pages parted by form feeds.
    pub(crate) text: String,
    /// First and last page; `None`: the document has no pages.
    pub(crate) pages: Option<(u32, u32)>,
    /// Its pages without text, drawn.
    pub(crate) pictures: Vec<PagePicture>,
}

/// What a part may hold, and how much something takes of it, in tokens.
pub(crate) struct Room<'size> {
    /// Tokens of one part.
    pub(crate) tokens: u64,
    /// Tokens of a text.
    pub(crate) size: &'size dyn Fn(&str) -> u64,
    /// Tokens of a picture.
    pub(crate) picture: u64,
}

impl Room<'_> {
    fn holds(&self, text: &str) -> bool {
        (self.size)(text) <= self.tokens
    }
}

/// Cuts a document into parts that fit, in order and without losing a letter. `None`: nothing fits, or it would be more
/// than 200 parts.
pub(crate) fn cut(
    text: &str,
    pictures: &[PagePicture],
    room: &Room<'_>,
) -> Option<Vec<DocumentPart>> {
    if room.tokens == 0 || (!pictures.is_empty() && room.picture > room.tokens) {
        return None;
    }
    let has_pages = text.contains('\u{c}') || !pictures.is_empty();
    let pieces = if has_pages {
        pages(text, pictures, room)
    } else {
        let sections = sections(text, room).into_iter();
        sections.map(|text| piece(text, None)).collect()
    };
    let parts = packed(pieces, room);
    (parts.len() <= MOST_PARTS).then_some(parts)
}

const fn piece(text: String, pages: Option<(u32, u32)>) -> DocumentPart {
    DocumentPart {
        text,
        pages,
        pictures: Vec::new(),
    }
}

/// One piece a page; a page that does not fit in several.
fn pages(text: &str, pictures: &[PagePicture], room: &Room<'_>) -> Vec<DocumentPart> {
    let mut pieces = Vec::new();
    for (number, page) in (1_u32..).zip(text.split('\u{c}')) {
        let pages = Some((number, number));
        let first = pieces.len();
        if room.holds(page) {
            pieces.push(piece(page.to_owned(), pages));
        } else {
            let sections = sections(page, room).into_iter();
            pieces.extend(sections.map(|text| piece(text, pages)));
        }
        let drawn = pictures.iter().filter(|picture| picture.page == number);
        if let Some(part) = pieces.get_mut(first) {
            part.pictures.extend(drawn.cloned());
        }
    }
    pieces
}

/// As many neighbours together as fit.
fn packed(pieces: Vec<DocumentPart>, room: &Room<'_>) -> Vec<DocumentPart> {
    let mut parts: Vec<DocumentPart> = Vec::new();
    let mut used = 0;
    for next in pieces {
        let size = (room.size)(&next.text) + room.picture * next.pictures.len() as u64;
        match parts.last_mut() {
            Some(last) if used + size <= room.tokens => {
                let new_page = match (last.pages, next.pages) {
                    (Some((_, before)), Some((page, _))) => before != page,
                    _ => false,
                };
                if new_page {
                    last.text.push('\u{c}');
                }
                last.text.push_str(&next.text);
                last.pages = last
                    .pages
                    .zip(next.pages)
                    .map(|(one, other)| (one.0, other.1));
                last.pictures.extend(next.pictures);
                used += size;
            }
            _ => {
                used = size;
                parts.push(next);
            }
        }
    }
    parts
}

/// Cut before headings; what is still too long before blank lines, then at lines, then anywhere.
fn sections(text: &str, room: &Room<'_>) -> Vec<String> {
    let levels: [fn(&str, &str) -> bool; 3] = [
        |line, _| is_heading(line),
        |_, before| before.trim().is_empty(),
        |_, _| true,
    ];
    let mut pieces = vec![text.to_owned()];
    for begins in levels {
        pieces = pieces
            .into_iter()
            .flat_map(|piece| {
                if room.holds(&piece) {
                    vec![piece]
                } else {
                    gathered(lines_cut(&piece, begins), room)
                }
            })
            .collect();
    }
    pieces
        .into_iter()
        .flat_map(|piece| by_letters(piece, room))
        .collect()
}

/// Stretches of whole lines; a new one where `begins` says so of a line and the line before.
fn lines_cut(text: &str, begins: fn(&str, &str) -> bool) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    let mut before = "";
    for line in text.split_inclusive('\n') {
        match pieces.last_mut() {
            Some(last) if !begins(line, before) => last.push_str(line),
            _ => pieces.push(line.to_owned()),
        }
        before = line;
    }
    pieces
}

/// Neighbours that fit together, so that a cut is only where one is needed.
fn gathered(pieces: Vec<String>, room: &Room<'_>) -> Vec<String> {
    let mut together: Vec<String> = Vec::new();
    let mut used = 0;
    for piece in pieces {
        let size = (room.size)(&piece);
        match together.last_mut() {
            Some(last) if used + size <= room.tokens => {
                last.push_str(&piece);
                used += size;
            }
            _ => {
                used = size;
                together.push(piece);
            }
        }
    }
    together
}

/// A line longer than a part is cut between letters.
fn by_letters(piece: String, room: &Room<'_>) -> Vec<String> {
    if room.holds(&piece) {
        return vec![piece];
    }
    // One letter may be a token, and takes up to four bytes.
    let letters = usize::try_from(room.tokens).unwrap_or(usize::MAX).max(1);
    let all: Vec<char> = piece.chars().collect();
    all.chunks(letters)
        .map(|chunk| chunk.iter().collect())
        .collect()
}

/// A line that reads like the head of a section: `# Scope`, `3.2 Liability`, `第四条 责任`, `ARTICLE IV`, `Sheet: March`.
fn is_heading(line: &str) -> bool {
    let line = line.trim();
    if line.is_empty() || line.chars().count() > HEADING_CHARS {
        return false;
    }
    let after_number =
        line.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
    let numbered = after_number.len() < line.len()
        && line.starts_with(|letter: char| letter.is_ascii_digit())
        && after_number.starts_with(' ')
        && after_number.trim_start().starts_with(char::is_uppercase);
    let chinese = line.starts_with('第')
        && line
            .chars()
            .take(8)
            .any(|letter| "章条节部编".contains(letter));
    let letters: Vec<char> = line
        .chars()
        .filter(|letter| letter.is_alphabetic())
        .collect();
    let capitals = letters.len() > 3 && letters.iter().all(|letter| letter.is_uppercase());
    let word = ["chapter ", "section ", "article ", "part ", "sheet"];
    let lower = line.to_lowercase();
    line.starts_with('#')
        || numbered
        || chinese
        || capitals
        || word.iter().any(|word| lower.starts_with(word))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn letters(text: &str) -> u64 {
        text.chars().count() as u64
    }

    fn room(tokens: u64) -> Room<'static> {
        Room {
            tokens,
            size: &letters,
            picture: 10,
        }
    }

    fn texts(parts: &[DocumentPart]) -> Vec<&str> {
        parts.iter().map(|part| part.text.as_str()).collect()
    }

    #[test]
    fn pages_stay_whole_and_are_counted() {
        let parts = cut("one\u{c}two\u{c}three\u{c}four", &[], &room(8)).unwrap();
        assert_eq!(texts(&parts), ["one\u{c}two", "three", "four"]);
        let pages: Vec<_> = parts.iter().map(|part| part.pages.unwrap()).collect();
        assert_eq!(pages, [(1, 2), (3, 3), (4, 4)]);
    }

    #[test]
    fn a_page_that_does_not_fit_is_cut_and_keeps_its_number() {
        let parts = cut("a\u{c}first line\nsecond line\u{c}b", &[], &room(12)).unwrap();
        assert_eq!(texts(&parts), ["a\u{c}first line\n", "second line\u{c}b"]);
        assert_eq!(parts[0].pages, Some((1, 2)));
        assert_eq!(parts[1].pages, Some((2, 3)));
    }

    #[test]
    fn pictures_go_with_their_page() {
        let picture = |page| PagePicture {
            page,
            media_type: "image/png",
            bytes: [1].into(),
        };
        let parts = cut("\u{c}\u{c}x", &[picture(1), picture(2)], &room(12)).unwrap();
        let drawn: Vec<Vec<u32>> = parts
            .iter()
            .map(|part| part.pictures.iter().map(|picture| picture.page).collect())
            .collect();
        assert_eq!(drawn, [vec![1], vec![2]]);
        assert_eq!(parts[1].text, "\u{c}x");
        assert_eq!(cut("", &[picture(1)], &room(9)), None);
    }

    #[test]
    fn sections_begin_at_headings_and_smaller_cuts_are_made_only_where_needed() {
        let text = "1. Scope\nwork\n\n2. Price\n100 EUR\n第三条 责任\n无\n";
        let parts = cut(text, &[], &room(20)).unwrap();
        assert_eq!(
            texts(&parts),
            [
                "1. Scope\nwork\n\n",
                "2. Price\n100 EUR\n",
                "第三条 责任\n无\n"
            ]
        );
        assert_eq!(parts[0].pages, None);
        let long = cut("no heading at all\n\nbut two paragraphs\n", &[], &room(20)).unwrap();
        assert_eq!(
            texts(&long),
            ["no heading at all\n\n", "but two paragraphs\n"]
        );
        assert_eq!(cut(&"x".repeat(30), &[], &room(20)).unwrap().len(), 2);
        assert_eq!(cut(&"x".repeat(5_000), &[], &room(2)), None);
    }

    proptest! {
        #[test]
        fn no_letter_is_lost_and_every_part_fits(text in "[a-c 1.\n\u{c}第条]{0,300}", tokens in 1_u64..40) {
            let whole = |text: &str| text.replace('\u{c}', "");
            if let Some(parts) = cut(&text, &[], &room(tokens)) {
                let fits = |part: &DocumentPart| letters(&whole(&part.text)) <= tokens;
                prop_assert!(parts.iter().all(fits));
                let read: String = parts.iter().map(|part| whole(&part.text)).collect();
                prop_assert_eq!(read, whole(&text));
            }
        }
    }
}
