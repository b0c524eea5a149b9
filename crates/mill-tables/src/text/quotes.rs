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
    let mut at_cell_start = true;
    while let Some(&byte) = bytes.get(place) {
        if at_cell_start && byte == b'"' {
            let opened = here;
            let Some(after) = place_after_closing(bytes, place + 1, &mut here) else {
                return Some(opened);
            };
            let ends_cell = bytes
                .get(after)
                .is_none_or(|next| [delimiter, b'\n', b'\r'].contains(next));
            if here.line > opened.line && !ends_cell {
                return Some(opened);
            }
            place = after;
            at_cell_start = false;
            continue;
        }
        at_cell_start = [delimiter, b'\n', b'\r'].contains(&byte);
        place += 1;
        count_line(bytes, byte, place, &mut here);
    }
    None
}

/// The place after the mark that closes a cell; a doubled mark is a mark inside the cell.
fn place_after_closing(bytes: &[u8], mut place: usize, here: &mut OpenQuote) -> Option<usize> {
    loop {
        let byte = *bytes.get(place)?;
        place += 1;
        if byte != b'"' {
            count_line(bytes, byte, place, here);
        } else if bytes.get(place) == Some(&b'"') {
            place += 1;
        } else {
            return Some(place);
        }
    }
}

fn count_line(bytes: &[u8], byte: u8, after: usize, here: &mut OpenQuote) {
    if byte == b'\n' || (byte == b'\r' && bytes.get(after) != Some(&b'\n')) {
        *here = OpenQuote {
            line: here.line + 1,
            line_start: after,
        };
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
