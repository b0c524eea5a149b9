//! The styles of a workbook with further ones behind those it has.

use std::collections::HashMap;
use std::ops::Range;

use quick_xml::events::Event;

use super::cells::Look;
use super::scan::{Walk, number};
use super::tag::{prefix_of, with_attributes};
use crate::workbook::attribute;

/// The first number a format of a workbook's own can have.
const FIRST_OWN_FORMAT: u32 = 164;

/// Styles for a workbook that has none.
pub(super) const PLAIN: &str = concat!(
    r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#,
    "\n",
    r#"<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">"#,
    r#"<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>"#,
    r#"<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>"#,
    r#"<borders count="1"><border/></borders>"#,
    r#"<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>"#,
    r#"<cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>"#,
    "</styleSheet>"
);

/// A list in the styles: its tag, and where it ends.
#[derive(Debug, Clone)]
struct List {
    tag: Range<usize>,
    end: usize,
    items: Vec<Range<usize>>,
}

/// The styles of a workbook.
#[derive(Debug)]
pub(super) struct Styles {
    xml: String,
    prefix: String,
    after_root: usize,
    formats: Option<List>,
    fonts: List,
    cells: List,
    next_format: u32,
    new_formats: Vec<(u32, String)>,
    new_cells: Vec<String>,
    has_bold: bool,
    known: HashMap<(u32, Look), u32>,
}

impl Styles {
    /// Reads them. `None` if they are not built as they should be.
    pub(super) fn of(xml: String) -> Option<Self> {
        let mut lists: HashMap<String, List> = HashMap::new();
        let (mut prefix, mut after_root) = (None, 0);
        let mut next_format = FIRST_OWN_FORMAT;
        let (mut open, mut item): (Option<String>, Option<(String, usize)>) = (None, None);
        let mut walk = Walk::new(&xml);
        while let Some((at, event)) = walk.next().ok()? {
            match &event {
                Event::Start(element) | Event::Empty(element) => {
                    let name = element.local_name().as_ref().to_owned();
                    let is_whole = matches!(event, Event::Empty(_));
                    if name == "numFmt" {
                        let id = number(element, "numFmtId").unwrap_or(0);
                        next_format = next_format.max(id.saturating_add(1));
                    }
                    if prefix.is_none() {
                        prefix = Some(prefix_of(element.name().as_ref()).to_owned());
                        after_root = at.end;
                    } else if let Some(list) = &open {
                        if item.is_none() && is_whole {
                            lists.get_mut(list)?.items.push(at);
                        } else if item.is_none() {
                            item = Some((name, at.start));
                        }
                    } else if !is_whole && matches!(name.as_str(), "numFmts" | "fonts" | "cellXfs")
                    {
                        let list = List {
                            tag: at,
                            end: 0,
                            items: Vec::new(),
                        };
                        lists.insert(name.clone(), list);
                        open = Some(name);
                    }
                }
                Event::End(element) => {
                    let name = element.local_name().as_ref().to_owned();
                    if let Some((_, start)) = item.take_if(|(open, _)| *open == name) {
                        let list = lists.get_mut(open.as_ref()?)?;
                        list.items.push(start..at.end);
                    } else if open.as_ref() == Some(&name) {
                        lists.get_mut(&name)?.end = at.start;
                        open = None;
                    }
                }
                _ => {}
            }
        }
        let (fonts, cells) = (lists.remove("fonts")?, lists.remove("cellXfs")?);
        Some(Self {
            prefix: prefix?,
            after_root,
            formats: lists.remove("numFmts"),
            fonts,
            cells,
            next_format,
            new_formats: Vec::new(),
            new_cells: Vec::new(),
            has_bold: false,
            known: HashMap::new(),
            xml,
        })
    }

    /// The number of the style that is `base` but for the look; a new one where there is none yet.
    pub(super) fn with_look(&mut self, base: u32, look: &Look) -> u32 {
        if *look == Look::default() {
            return base;
        }
        if let Some(known) = self.known.get(&(base, look.clone())) {
            return *known;
        }
        let Some(style) = self.changed(base, look) else {
            return base;
        };
        let count = self.cells.items.len() + self.new_cells.len();
        self.new_cells.push(style);
        let number = u32::try_from(count).unwrap_or(base);
        self.known.insert((base, look.clone()), number);
        number
    }

    fn changed(&mut self, base: u32, look: &Look) -> Option<String> {
        let place = self
            .cells
            .items
            .get(base as usize)
            .or(self.cells.items.first())?;
        let original = self.xml.get(place.clone())?.to_owned();
        let format = look
            .format
            .as_ref()
            .map(|code| self.format(code).to_string());
        let bold = look.bold.then(|| self.fonts.items.len().to_string());
        self.has_bold |= look.bold;
        let mut changes: Vec<(&str, Option<&str>)> = Vec::new();
        if let Some(format) = &format {
            changes.extend([
                ("numFmtId", Some(format.as_str())),
                ("applyNumberFormat", Some("1")),
            ]);
        }
        if let Some(font) = &bold {
            changes.extend([("fontId", Some(font.as_str())), ("applyFont", Some("1"))]);
        }
        if look.quoted {
            changes.push(("quotePrefix", Some("1")));
        }
        with_attributes(&original, &changes)
    }

    fn format(&mut self, code: &str) -> u32 {
        if let Some((number, _)) = self.new_formats.iter().find(|(_, known)| known == code) {
            return *number;
        }
        let number = self.next_format;
        self.next_format += 1;
        self.new_formats.push((number, code.to_owned()));
        number
    }

    /// The styles with the new ones.
    pub(super) fn finish(self) -> String {
        let prefix = &self.prefix;
        let formats: Vec<String> = self
            .new_formats
            .iter()
            .map(|(number, code)| {
                let code = super::tag::escaped(code);
                format!(r#"<{prefix}numFmt numFmtId="{number}" formatCode="{code}"/>"#)
            })
            .collect();
        let formats = formats.concat();
        let mut edits: Vec<(Range<usize>, String)> = Vec::new();
        match &self.formats {
            _ if formats.is_empty() => {}
            Some(list) => self.extend(&mut edits, list, self.new_formats.len(), formats),
            None => edits.push((
                self.after_root..self.after_root,
                format!(
                    r#"<{prefix}numFmts count="{}">{formats}</{prefix}numFmts>"#,
                    self.new_formats.len()
                ),
            )),
        }
        if self.has_bold {
            let font = format!(
                r#"<{prefix}font><{prefix}b/><{prefix}sz val="11"/><{prefix}name val="Calibri"/></{prefix}font>"#
            );
            self.extend(&mut edits, &self.fonts, 1, font);
        }
        if !self.new_cells.is_empty() {
            let (count, cells) = (self.new_cells.len(), self.new_cells.concat());
            self.extend(&mut edits, &self.cells, count, cells);
        }
        edited(&self.xml, edits)
    }

    fn extend(
        &self,
        edits: &mut Vec<(Range<usize>, String)>,
        list: &List,
        more: usize,
        text: String,
    ) {
        let count = (list.items.len() + more).to_string();
        let tag = self.xml.get(list.tag.clone()).unwrap_or_default();
        if let Some(tag) = with_attributes(tag, &[("count", Some(&count))]) {
            edits.push((list.tag.clone(), tag));
        }
        edits.push((list.end..list.end, text));
    }
}

/// A text with some of its ranges put in another way.
pub(super) fn edited(text: &str, mut edits: Vec<(Range<usize>, String)>) -> String {
    edits.sort_by_key(|(range, _)| range.start);
    let mut out = String::with_capacity(text.len() + 1024);
    let mut copied = 0;
    for (range, new) in edits {
        out.push_str(text.get(copied..range.start).unwrap_or_default());
        out.push_str(&new);
        copied = range.end;
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    out
}

/// True for workbooks that count days from 1904.
pub(super) fn counts_from_1904(element: &quick_xml::events::BytesStart<'_>) -> bool {
    matches!(
        attribute(element, "date1904").as_deref(),
        Some("1" | "true")
    )
}
