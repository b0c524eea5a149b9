//! Word documents: what a person reads in print. Headers, footers, notes and text boxes are; deleted text and comments
//! are not, and are named.

mod looks;
mod parts;
mod story;

use self::looks::Styles;
use self::parts::{Margins, notes};
use self::story::{NoteKind, Told, read_story};
use super::{Document, DocumentKind, HiddenText, Page};
use crate::problem::shortened;
use crate::workbook::Archive;
use crate::{Problem, ProblemKind};

/// The document as one page: Word itself decides only on screen where pages end.
pub(super) fn read_docx(bytes: &[u8]) -> Document {
    let damaged = |reason: String| {
        let message =
            format!("The Word document is damaged ({reason}); open it in Word and save it again");
        Document::unreadable(
            DocumentKind::Docx,
            Problem::new(ProblemKind::Damaged, "broken", message).with("reason", reason),
        )
    };
    let mut archive = match Archive::open(bytes) {
        Ok(archive) => archive,
        Err(reason) => return damaged(reason),
    };
    let Some(body) = archive.text("word/document.xml") else {
        return damaged("its text is missing".to_owned());
    };
    let printed = match Printed::read(&body, &mut archive) {
        Ok(printed) => printed,
        Err(error) => return damaged(error.to_string()),
    };
    let has_picture = body.contains("<w:drawing") || body.contains("<w:pict");
    printed.into_document(has_picture)
}

/// What is printed, and what is not.
#[derive(Debug, Default)]
struct Printed {
    text: String,
    hidden: String,
    deleted: String,
    comments: String,
}

impl Printed {
    fn read(body: &str, archive: &mut Archive<'_>) -> Result<Self, quick_xml::Error> {
        let styles = archive.text("word/styles.xml");
        let styles = Styles::read(&styles.unwrap_or_default());
        let margins = Margins::read(body, archive);
        let mut printed = Self::default();
        for part in &margins.headers {
            printed.add_part(archive, part, &styles)?;
        }
        let mut told = read_story(body, &styles)?;
        let marks = std::mem::take(&mut told.notes);
        printed.add(&told);
        let mut notes_of = |part: &str, name: &str| {
            let xml = archive.text(part).unwrap_or_default();
            notes(&xml, name)
        };
        let feet = notes_of("word/footnotes.xml", "footnote");
        let ends = notes_of("word/endnotes.xml", "endnote");
        let comments = notes_of("word/comments.xml", "comment");
        for (number, mark) in (1..).zip(marks) {
            let notes = match mark.kind {
                NoteKind::Foot => &feet,
                NoteKind::End => &ends,
            };
            if let Some((_, xml)) = notes.iter().find(|(id, _)| *id == mark.id) {
                let mut told = read_story(xml, &styles)?;
                told.seen = format!("[{number}] {}", told.seen.trim());
                printed.add(&told);
            }
        }
        for (_, xml) in &comments {
            let said = read_story(xml, &styles)?;
            push_line(&mut printed.comments, said.seen.trim());
        }
        for part in &margins.footers {
            printed.add_part(archive, part, &styles)?;
        }
        Ok(printed)
    }

    /// Adds a header or a footer.
    fn add_part(
        &mut self,
        archive: &mut Archive<'_>,
        part: &str,
        styles: &Styles,
    ) -> Result<(), quick_xml::Error> {
        if let Some(xml) = archive.text(part) {
            self.add(&read_story(&xml, styles)?);
        }
        Ok(())
    }

    fn add(&mut self, told: &Told) {
        push_line(&mut self.text, &told.seen);
        push_line(&mut self.hidden, told.hidden.trim());
        push_line(&mut self.deleted, told.deleted.trim());
    }

    fn into_document(self, has_picture: bool) -> Document {
        let scanned = self.text.trim().is_empty();
        if scanned && !has_picture {
            let message = "The document holds no text and no picture";
            return Document::unreadable(
                DocumentKind::Docx,
                Problem::new(ProblemKind::Empty, "blank", message),
            );
        }
        let mut problems = Vec::new();
        if scanned {
            let message =
                "The document holds pictures and no text, so there is nothing to read in it";
            problems.push(Problem::new(ProblemKind::Scanned, "all", message).blocking());
        }
        let mut hidden_text = Vec::new();
        for (text, reason) in [
            (self.hidden, "invisible"),
            (self.deleted, "deleted"),
            (self.comments, "comment"),
        ] {
            if !text.is_empty() {
                problems.push(left_out(&text, reason));
                hidden_text.push(HiddenText { text, reason });
            }
        }
        Document {
            kind: DocumentKind::Docx,
            pages: vec![Page {
                scanned,
                hidden_text,
                ..Page::of_text(1, self.text)
            }],
            problems,
        }
    }
}

/// Says what of the document is not printed and was not read.
fn left_out(text: &str, reason: &'static str) -> Problem {
    let text = shortened(text, 120);
    let (case, message) = match reason {
        "deleted" => (
            "deleted",
            format!("The document has text that tracked changes deleted; it was left out: {text}"),
        ),
        "comment" => (
            "comment",
            format!("The document has comments; they were left out: {text}"),
        ),
        _ => (
            "page",
            format!("The document has text a reader does not see; it was left out: {text}"),
        ),
    };
    Problem::new(ProblemKind::HiddenText, case, message)
        .at(1)
        .with("reason", reason)
        .with("text", text)
}

fn push_line(text: &mut String, line: &str) {
    if line.is_empty() {
        return;
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(line);
}
