//! One story of a Word document (its body, a header, a note): what is printed of it, and what is not.

use quick_xml::Reader;
use quick_xml::events::{BytesRef, BytesStart, Event};

use super::looks::{Looks, Styles, is_dark};
use crate::workbook::attribute;

/// What a story says.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Told {
    /// What is printed, line by line; cells are parted by tabs.
    pub(super) seen: String,
    /// What no eye sees.
    pub(super) hidden: String,
    /// What a tracked change took out.
    pub(super) deleted: String,
    /// Notes it refers to, in order, with the mark that stands in the text.
    pub(super) notes: Vec<NoteMark>,
}

/// A reference to a note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NoteMark {
    pub(super) kind: NoteKind,
    /// Its id among the notes of its kind.
    pub(super) id: String,
}

/// Where a note stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoteKind {
    Foot,
    End,
}

/// Where a property stands, as far as it matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    RunProperties,
    ParagraphProperties,
    CellProperties,
    TableProperties,
    ShapeProperties,
    Other,
}

impl Place {
    fn of(name: &str) -> Self {
        match name {
            "rPr" => Self::RunProperties,
            "pPr" => Self::ParagraphProperties,
            "tcPr" => Self::CellProperties,
            "tblPr" => Self::TableProperties,
            "spPr" => Self::ShapeProperties,
            _ => Self::Other,
        }
    }
}

/// Reads a story's XML.
/// # Errors
/// What is wrong with the XML.
pub(super) fn read_story(xml: &str, styles: &Styles) -> Result<Told, quick_xml::Error> {
    let mut reader = Reader::from_str(xml);
    let mut story = Story::new(styles);
    loop {
        match reader.read_event()? {
            // The same once more, for programs that do not know the first.
            Event::Start(element) if element.local_name().as_ref() == "Fallback" => {
                reader.read_to_end(element.name())?;
            }
            Event::Start(element) => story.begin(&element),
            Event::Empty(element) => story.single(&element),
            Event::Text(text) => story.say(&text),
            Event::GeneralRef(reference) => story.say(&resolved(&reference)),
            Event::End(element) => story.end(element.local_name().as_ref()),
            Event::Eof => return Ok(story.finished()),
            _ => {}
        }
    }
}

struct Story<'styles> {
    styles: &'styles Styles,
    told: Told,
    path: Vec<Place>,
    in_text: bool,
    /// Tracked deletions it is inside of.
    deletions: u32,
    run: Looks,
    paragraph: Looks,
    page_is_dark: bool,
    /// One for each table it is inside of, and for each cell.
    tables: Vec<bool>,
    cells: Vec<bool>,
    shape_is_dark: bool,
    /// What was said around the text boxes it is inside of, and the looks of the run that holds them.
    outside: Vec<(String, Looks, Looks, bool)>,
    /// Text boxes of this paragraph; they stand behind it.
    boxes: Vec<String>,
}

impl<'styles> Story<'styles> {
    fn new(styles: &'styles Styles) -> Self {
        Self {
            styles,
            told: Told::default(),
            path: Vec::new(),
            in_text: false,
            deletions: 0,
            run: Looks::default(),
            paragraph: Looks::default(),
            page_is_dark: false,
            tables: Vec::new(),
            cells: Vec::new(),
            shape_is_dark: false,
            outside: Vec::new(),
            boxes: Vec::new(),
        }
    }

    fn begin(&mut self, element: &BytesStart<'_>) {
        match element.local_name().as_ref() {
            "t" | "delText" => self.in_text = true,
            "r" => self.run = Looks::default(),
            "p" => self.paragraph = Looks::default(),
            "del" | "moveFrom" => self.deletions += 1,
            "tbl" => self.tables.push(false),
            "tc" => self.cells.push(false),
            "wsp" | "shape" | "rect" => {
                self.shape_is_dark = is_dark(fill_of(element).as_deref());
            }
            "txbxContent" => {
                let dark = std::mem::take(&mut self.shape_is_dark);
                let seen = std::mem::take(&mut self.told.seen);
                self.outside.push((seen, self.run, self.paragraph, dark));
            }
            _ => self.property(element),
        }
        self.path.push(Place::of(element.local_name().as_ref()));
    }

    fn single(&mut self, element: &BytesStart<'_>) {
        match element.local_name().as_ref() {
            // Among a paragraph's properties it is a stop of the ruler.
            "tab" | "ptab" if !self.path.contains(&Place::ParagraphProperties) => self.put("\t"),
            "br" | "cr" => self.put("\n"),
            "noBreakHyphen" => self.put("-"),
            "footnoteReference" => self.note(element, NoteKind::Foot),
            "endnoteReference" => self.note(element, NoteKind::End),
            "background" => {
                self.page_is_dark = is_dark(attribute(element, "color").as_deref());
            }
            _ => self.property(element),
        }
    }

    /// A property changes how what it stands in looks.
    fn property(&mut self, element: &BytesStart<'_>) {
        let of_mark = self.path.contains(&Place::ParagraphProperties);
        let name = element.local_name();
        let name = name.as_ref();
        let value = || attribute(element, "val");
        let shade = || is_dark(attribute(element, "fill").as_deref());
        match (self.place(), name) {
            // How the mark at a paragraph's end looks is nobody's business.
            (Place::RunProperties, _) if of_mark => {}
            (Place::RunProperties, "rStyle") => {
                self.run = self.run.or(self.styles.looks(value().as_deref()));
            }
            (Place::RunProperties, _) => {
                let mut own = Looks::default();
                own.take(element);
                self.run = own.or(self.run);
            }
            (Place::ParagraphProperties, "pStyle") => {
                self.paragraph = self.paragraph.or(self.styles.looks(value().as_deref()));
            }
            (Place::ParagraphProperties, "shd") => self.paragraph.shaded |= shade(),
            (Place::CellProperties, "shd") => mark(&mut self.cells, shade()),
            (Place::TableProperties, "shd") => mark(&mut self.tables, shade()),
            (Place::TableProperties, "tblStyle") => {
                let shaded = self.styles.looks(value().as_deref()).shaded;
                mark(&mut self.tables, shaded);
            }
            (Place::ShapeProperties, "solidFill" | "gradFill" | "blipFill" | "pattFill") => {
                self.shape_is_dark = true;
            }
            _ => {}
        }
    }

    fn end(&mut self, name: &str) {
        self.path.pop();
        match name {
            "t" | "delText" => self.in_text = false,
            "r" => self.run = Looks::default(),
            "p" => self.end_paragraph(),
            "del" | "moveFrom" => self.deletions = self.deletions.saturating_sub(1),
            "tbl" => {
                self.tables.pop();
            }
            // A cell ends with a paragraph of its own; the next cell stands beside it, not below.
            "tc" => {
                self.cells.pop();
                let seen = &mut self.told.seen;
                seen.truncate(seen.trim_end_matches('\n').len());
                seen.push('\t');
            }
            "tr" => {
                let seen = &mut self.told.seen;
                seen.truncate(seen.trim_end_matches('\t').len());
                seen.push('\n');
            }
            "txbxContent" => {
                if let Some((seen, run, paragraph, _)) = self.outside.pop() {
                    let inside = std::mem::replace(&mut self.told.seen, seen);
                    self.boxes.push(inside.trim_end().to_owned());
                    (self.run, self.paragraph) = (run, paragraph);
                }
            }
            _ => {}
        }
    }

    /// Text boxes stand behind the paragraph they hang on.
    fn end_paragraph(&mut self) {
        self.told.seen.push('\n');
        if self.outside.is_empty() {
            for text in self.boxes.drain(..).filter(|text| !text.is_empty()) {
                self.told.seen.push_str(&text);
                self.told.seen.push('\n');
            }
        }
    }

    fn note(&mut self, element: &BytesStart<'_>, kind: NoteKind) {
        let Some(id) = attribute(element, "id") else {
            return;
        };
        if self.deletions > 0 {
            return;
        }
        self.told.notes.push(NoteMark { kind, id });
        let mark = format!("[{}]", self.told.notes.len());
        self.put(&mark);
    }

    fn say(&mut self, text: &str) {
        if self.in_text {
            self.put(text);
        }
    }

    fn put(&mut self, text: &str) {
        let looks = self.run.or(self.paragraph);
        let target = if self.deletions > 0 {
            &mut self.told.deleted
        } else if looks.hide(self.is_on_dark()) {
            &mut self.told.hidden
        } else {
            &mut self.told.seen
        };
        target.push_str(text);
    }

    /// Whether something around the run is filled.
    fn is_on_dark(&self) -> bool {
        let filled = |shades: &[bool]| shades.iter().any(|dark| *dark);
        let in_box = self.outside.last().map(|(.., dark)| *dark);
        // A box lies on the page, and what it hangs on is not behind it.
        in_box.unwrap_or_else(|| self.page_is_dark || filled(&self.tables) || filled(&self.cells))
    }

    fn place(&self) -> Place {
        self.path.last().copied().unwrap_or(Place::Other)
    }

    fn finished(mut self) -> Told {
        let trimmed = |text: &mut String| text.truncate(text.trim_end().len());
        trimmed(&mut self.told.seen);
        self.told
    }
}

/// The one it is inside of is filled too.
fn mark(shades: &mut [bool], dark: bool) {
    if let Some(last) = shades.last_mut() {
        *last |= dark;
    }
}

/// The fill of a shape of the old kind: `#1f3864`, or a colour by its name.
fn fill_of(shape: &BytesStart<'_>) -> Option<String> {
    let fill = attribute(shape, "fillcolor")?;
    let fill = fill.split_whitespace().next().unwrap_or_default();
    let is_unfilled = matches!(attribute(shape, "filled").as_deref(), Some("f" | "false"));
    (!is_unfilled && fill != "white").then(|| fill.trim_start_matches('#').to_owned())
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
