//! Quotation marks that are opened and never closed.

/// Where a quotation mark opens a cell that never ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct OpenQuote {
    /// The line, from 1.
    pub(crate) line: u32,
    /// The byte the line starts at.
    pub(crate) line_start: usize,
}

/// Finds a quote that runs to the end of the text, or that swallowed line ends and then closed in the middle of a cell:
/// both mean that a closing mark was forgotten.
pub(crate) fn unclosed_quote(text: &str, delimiter: u8) -> Option<OpenQuote> {
    let bytes = text.as_bytes();
    memchr::memchr(b'"', bytes)?;
    let mut here = OpenQuote {
        line: 1,
        line_start: 0,
    };
    let mut place = 0;
    loop {
        // At the start of a cell.
        if bytes.get(place) == Some(&b'"') {
            let opened = here;
            let Some(after) = place_after_closing(bytes, place + 1) else {
                return Some(opened);
            };
            count_lines(bytes, place, after, &mut here);
            let ends_cell = bytes
                .get(after)
                .is_none_or(|next| [delimiter, b'\n', b'\r'].contains(next));
            if here.line > opened.line && !ends_cell {
                return Some(opened);
            }
            place = after;
        }
        let rest = bytes.get(place..)?;
        let end = place + memchr::memchr3(delimiter, b'\n', b'\r', rest)?;
        count_lines(bytes, end, end + 1, &mut here);
        place = end + 1;
    }
}

/// The place after the mark that closes a cell; a doubled mark is a mark inside the cell.
fn place_after_closing(bytes: &[u8], mut place: usize) -> Option<usize> {
    loop {
        place += memchr::memchr(b'"', bytes.get(place..)?)? + 1;
        if bytes.get(place) != Some(&b'"') {
            return Some(place);
        }
        place += 1;
    }
}

/// Counts the line ends in a part of the bytes; a Windows line end counts at its second half.
fn count_lines(bytes: &[u8], from: usize, to: usize, here: &mut OpenQuote) {
    let part = bytes.get(from..to).unwrap_or_default();
    for end in memchr::memchr2_iter(b'\n', b'\r', part) {
        let after = from + end + 1;
        if part.get(end) == Some(&b'\n') || bytes.get(after) != Some(&b'\n') {
            *here = OpenQuote {
                line: here.line + 1,
                line_start: after,
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Option<u32> {
        unclosed_quote(text, b',').map(|quote| quote.line)
    }

    #[test]
    fn a_forgotten_mark_is_found_at_the_line_it_was_opened_in() {
        assert_eq!(line("a,b\r\n1,x\r\n2,\"Hall 7\r\n3,y\r\n"), Some(3));
        assert_eq!(
            line("a,b\n1,\"line one\nline \"\"two\"\", end\"\n2,\"Hall 7\n3,y\n"),
            Some(4)
        );
        assert_eq!(line("a,b\n1,\"Hall 7\n2,\"note\"\n3,z\n"), Some(2));
    }

    #[test]
    fn whole_quotes_are_left_alone() {
        assert_eq!(line("a,b\n1,\"line one\nline \"\"two\"\", end\"\n"), None);
        assert_eq!(line("a,b\n1,5\" pipe\n2,\"x\"\n"), None);
        assert_eq!(line("\"a\"b,c\n"), None);
        assert_eq!(line("a,\"\"\n\"\""), None);
    }
}
