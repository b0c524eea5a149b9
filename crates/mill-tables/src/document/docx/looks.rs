//! Whether a run of Word is there for the reader's eye: by its own properties, and by the styles it uses.

use std::collections::HashMap;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::workbook::attribute;

/// A style may rest on another, and that on a third; more than this is a circle.
const DEEPEST: usize = 16;

/// From this value of every part on, a colour is white to the eye.
const WHITE: u8 = 0xF0;

/// What the properties of a run or a style say; `None`: nothing, so that the next one is asked.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Looks {
    hidden: Option<bool>,
    white: Option<bool>,
    tiny: Option<bool>,
    /// True if something darker than paper is behind it.
    pub(super) shaded: bool,
}

impl Looks {
    /// Takes in one property; others are none of its business.
    pub(super) fn take(&mut self, property: &BytesStart<'_>) {
        let value = attribute(property, "val");
        let value = value.as_deref();
        match property.local_name().as_ref() {
            "vanish" | "webHidden" => {
                self.hidden = Some(!matches!(value, Some("0" | "false" | "off")));
            }
            "color" => self.white = Some(value.is_some_and(is_white)),
            // Half points.
            "sz" => {
                let size = value.and_then(|size| size.parse::<u32>().ok());
                self.tiny = Some(size.is_some_and(|half_points| half_points <= 2));
            }
            "shd" => self.shaded |= is_dark(attribute(property, "fill").as_deref()),
            "highlight" => self.shaded |= !matches!(value, None | Some("none" | "white")),
            _ => {}
        }
    }

    /// Where these say nothing, the others do.
    pub(super) fn or(self, others: Self) -> Self {
        Self {
            hidden: self.hidden.or(others.hidden),
            white: self.white.or(others.white),
            tiny: self.tiny.or(others.tiny),
            shaded: self.shaded || others.shaded,
        }
    }

    /// True if no eye sees the text; `on_dark` tells that something around it is filled.
    pub(super) fn hide(self, on_dark: bool) -> bool {
        let is = |property: Option<bool>| property == Some(true);
        is(self.hidden) || is(self.tiny) || (is(self.white) && !self.shaded && !on_dark)
    }
}

/// True for a fill that white letters can be read on.
pub(super) fn is_dark(fill: Option<&str>) -> bool {
    fill.is_some_and(|fill| fill != "auto" && !is_white(fill))
}

fn is_white(colour: &str) -> bool {
    let part = |at| {
        let part = colour.get(at..at + 2);
        part.and_then(|part| u8::from_str_radix(part, 16).ok())
    };
    colour.len() == 6
        && [0, 2, 4]
            .iter()
            .all(|at| part(*at).is_some_and(|part| part >= WHITE))
}

/// The styles of a document by their names.
#[derive(Debug, Default)]
pub(super) struct Styles {
    named: HashMap<String, Style>,
}

#[derive(Debug, Default)]
struct Style {
    looks: Looks,
    based_on: Option<String>,
}

impl Styles {
    /// Reads `styles.xml`; what cannot be read has no say.
    pub(super) fn read(xml: &str) -> Self {
        let mut reader = Reader::from_str(xml);
        let mut styles = Self::default();
        let mut open: Option<(String, Style)> = None;
        while let Ok(event) = reader.read_event() {
            match event {
                Event::Start(element) if element.local_name().as_ref() == "style" => {
                    let name = attribute(&element, "styleId").unwrap_or_default();
                    open = Some((name, Style::default()));
                }
                Event::Start(property) | Event::Empty(property) => {
                    let Some((_, style)) = &mut open else {
                        continue;
                    };
                    if property.local_name().as_ref() == "basedOn" {
                        style.based_on = attribute(&property, "val");
                    } else {
                        style.looks.take(&property);
                    }
                }
                Event::End(element) if element.local_name().as_ref() == "style" => {
                    styles.named.extend(open.take());
                }
                Event::Eof => break,
                _ => {}
            }
        }
        styles
    }

    /// What a style and those it rests on say together.
    pub(super) fn looks(&self, name: Option<&str>) -> Looks {
        let mut looks = Looks::default();
        let mut next = name;
        for _ in 0..DEEPEST {
            let Some(style) = next.and_then(|name| self.named.get(name)) else {
                break;
            };
            looks = looks.or(style.looks);
            next = style.based_on.as_deref();
        }
        looks
    }
}
