//! Word documents: the running text of the body, tables cell by cell.

use quick_xml::Reader;
use quick_xml::events::{BytesRef, BytesStart, Event};

use super::{Document, DocumentKind, HiddenText, Page};
use crate::problem::shortened;
use crate::workbook::{Archive, attribute};
use crate::{Problem, ProblemKind};

/// The body as one page: Word itself decides only on screen where pages end.
pub(super) fn read_docx(bytes: &[u8]) -> Document {
    let damaged = |reason: String| {
        let message =
            format!("The Word document is damaged ({reason}); open it in Word and save it again");
        Document::unreadable(
            DocumentKind::Docx,
            Problem::new(ProblemKind::Damaged, "broken", message).with("reason", reason),
        )
    };
    let xml = match Archive::open(bytes).map(|mut archive| archive.text("word/document.xml")) {
        Ok(Some(xml)) => xml,
        Ok(None) => return damaged("its text is missing".to_owned()),
        Err(reason) => return damaged(reason),
    };
    let (text, hidden) = match body(&xml) {
        Ok(found) => found,
        Err(error) => return damaged(error.to_string()),
    };
    if text.trim().is_empty() && !xml.contains("<w:drawing") && !xml.contains("<w:pict") {
        let message = "The document holds no text and no picture";
        return Document::unreadable(
            DocumentKind::Docx,
            Problem::new(ProblemKind::Empty, "blank", message),
        );
    }
    let scanned = text.trim().is_empty();
    let mut problems = Vec::new();
    if scanned {
        let message = "The document holds pictures and no text, so there is nothing to read in it";
        problems.push(Problem::new(ProblemKind::Scanned, "all", message).blocking());
    }
    let mut hidden_text = Vec::new();
    if !hidden.trim().is_empty() {
        let text = shortened(hidden.trim(), 120);
        let message =
            format!("The document has text a reader does not see; it was left out: {text}");
        problems.push(
            Problem::new(ProblemKind::HiddenText, "page", message)
                .at(1)
                .with("reason", "invisible")
                .with("text", text),
        );
        hidden_text.push(HiddenText {
            text: hidden.trim().to_owned(),
            reason: "invisible",
        });
    }
    Document {
        kind: DocumentKind::Docx,
        pages: vec![Page {
            scanned,
            hidden_text,
            ..Page::of_text(1, text)
        }],
        problems,
    }
}

/// The visible and the hidden text.
fn body(xml: &str) -> Result<(String, String), quick_xml::Error> {
    let mut reader = Reader::from_str(xml);
    let (mut seen, mut hidden) = (String::new(), String::new());
    let (mut in_text, mut is_hidden) = (false, false);
    loop {
        let target = if is_hidden { &mut hidden } else { &mut seen };
        match reader.read_event()? {
            Event::Start(element) => match element.local_name().as_ref() {
                "t" => in_text = true,
                "r" => is_hidden = false,
                _ => is_hidden |= hides(&element),
            },
            Event::Empty(element) => match element.local_name().as_ref() {
                "tab" => target.push('\t'),
                "br" | "cr" => target.push('\n'),
                _ => is_hidden |= hides(&element),
            },
            Event::Text(text) if in_text => target.push_str(&text),
            Event::GeneralRef(reference) if in_text => target.push_str(&resolved(&reference)),
            Event::End(element) => match element.local_name().as_ref() {
                "t" => in_text = false,
                "r" => is_hidden = false,
                "p" => seen.push('\n'),
                // A cell ends with a paragraph of its own; the next cell stands beside it, not below.
                "tc" => {
                    seen.truncate(seen.trim_end_matches('\n').len());
                    seen.push('\t');
                }
                "tr" => {
                    seen.truncate(seen.trim_end_matches('\t').len());
                    seen.push('\n');
                }
                _ => {}
            },
            Event::Eof => return Ok((seen.trim_end().to_owned(), hidden)),
            _ => {}
        }
    }
}

/// Whether a property of a run keeps its text from the reader's eye: hidden, in white, or of at most one point.
fn hides(property: &BytesStart<'_>) -> bool {
    let value = attribute(property, "val");
    let value = value.as_deref();
    match property.local_name().as_ref() {
        "vanish" | "webHidden" => !matches!(value, Some("0" | "false" | "off")),
        "color" => value.is_some_and(|colour| colour.eq_ignore_ascii_case("ffffff")),
        // Half points.
        "sz" => value
            .and_then(|size| size.parse::<u32>().ok())
            .is_some_and(|half_points| half_points <= 2),
        _ => false,
    }
}

/// The character an entity stands for.
fn resolved(reference: &BytesRef<'_>) -> String {
    if let Ok(Some(character)) = reference.resolve_char_ref() {
        return character.to_string();
    }
    quick_xml::escape::resolve_xml_entity(reference)
        .unwrap_or_default()
        .to_owned()
}
