//! The parts of a Word document that are printed beside its body, and where they are kept.

use std::collections::HashMap;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::workbook::{Archive, attribute};

/// Headers and footers that are printed, by the names of their parts, each once and in the order of their sections.
#[derive(Debug, Default)]
pub(super) struct Margins {
    pub(super) headers: Vec<String>,
    pub(super) footers: Vec<String>,
}

impl Margins {
    /// Those the sections of the body name. The one of a first page is printed only where a section has such a page, and
    /// the one of even pages only where the document tells them apart.
    pub(super) fn read(body: &str, archive: &mut Archive<'_>) -> Self {
        let targets = targets(archive);
        let settings = archive.text("word/settings.xml").unwrap_or_default();
        let even = tells_even_pages(&settings);
        let mut margins = Self::default();
        let mut reader = Reader::from_str(body);
        // What the open section names: kind of part, kind of page, name.
        let mut named: Vec<(bool, String, String)> = Vec::new();
        let mut has_first = false;
        while let Ok(event) = reader.read_event() {
            match event {
                Event::Start(element) | Event::Empty(element) => {
                    match element.local_name().as_ref() {
                        "sectPr" => (named, has_first) = (Vec::new(), false),
                        "titlePg" => has_first = is_on(&element),
                        "headerReference" => named.extend(reference(&element, true, &targets)),
                        "footerReference" => named.extend(reference(&element, false, &targets)),
                        _ => {}
                    }
                }
                Event::End(element) if element.local_name().as_ref() == "sectPr" => {
                    for (is_header, page, name) in named.drain(..) {
                        let printed = match page.as_str() {
                            "first" => has_first,
                            "even" => even,
                            _ => true,
                        };
                        if printed {
                            margins.add(is_header, name);
                        }
                    }
                }
                Event::Eof => break,
                _ => {}
            }
        }
        margins
    }

    fn add(&mut self, is_header: bool, name: String) {
        let parts = if is_header {
            &mut self.headers
        } else {
            &mut self.footers
        };
        if !parts.contains(&name) {
            parts.push(name);
        }
    }
}

fn reference(
    element: &BytesStart<'_>,
    is_header: bool,
    targets: &HashMap<String, String>,
) -> Option<(bool, String, String)> {
    let part = targets.get(&attribute(element, "id")?)?;
    let page = attribute(element, "type").unwrap_or_default();
    Some((is_header, page, part.clone()))
}

/// Whether the document prints even pages with margins of their own.
fn tells_even_pages(settings: &str) -> bool {
    let mut reader = Reader::from_str(settings);
    while let Ok(event) = reader.read_event() {
        match event {
            Event::Start(element) | Event::Empty(element)
                if element.local_name().as_ref() == "evenAndOddHeaders" =>
            {
                return is_on(&element);
            }
            Event::Eof => break,
            _ => {}
        }
    }
    false
}

fn is_on(element: &BytesStart<'_>) -> bool {
    !matches!(
        attribute(element, "val").as_deref(),
        Some("0" | "false" | "off")
    )
}

/// The parts the body may refer to, by the ids it does so with.
fn targets(archive: &mut Archive<'_>) -> HashMap<String, String> {
    let xml = archive.text("word/_rels/document.xml.rels");
    let xml = xml.unwrap_or_default();
    let mut reader = Reader::from_str(&xml);
    let mut targets = HashMap::new();
    while let Ok(event) = reader.read_event() {
        match event {
            Event::Start(element) | Event::Empty(element) => {
                let (id, target) = (attribute(&element, "Id"), attribute(&element, "Target"));
                if let (Some(id), Some(target)) = (id, target) {
                    let part = match target.strip_prefix('/') {
                        Some(whole) => whole.to_owned(),
                        None => format!("word/{target}"),
                    };
                    targets.insert(id, part);
                }
            }
            Event::Eof => break,
            _ => {}
        }
    }
    targets
}

/// The notes of a part by their ids, as XML; the lines that only part notes from the text are none.
pub(super) fn notes(xml: &str, element_name: &str) -> Vec<(String, String)> {
    let mut reader = Reader::from_str(xml);
    let mut notes = Vec::new();
    while let Ok(event) = reader.read_event() {
        match event {
            Event::Start(element) if element.local_name().as_ref() == element_name => {
                let id = attribute(&element, "id").unwrap_or_default();
                let is_line = attribute(&element, "type").is_some_and(|kind| kind != "normal");
                let Ok(span) = reader.read_to_end(element.name()) else {
                    break;
                };
                let place = usize::try_from(span.start)
                    .ok()
                    .zip(usize::try_from(span.end).ok());
                let inside = place.and_then(|(start, end)| xml.get(start..end));
                if let (false, Some(inside)) = (is_line, inside) {
                    notes.push((id, inside.to_owned()));
                }
            }
            Event::Eof => break,
            _ => {}
        }
    }
    notes
}
