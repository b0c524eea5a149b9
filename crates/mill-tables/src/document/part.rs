//! The named parts of a page's text, so that a window can show a mail as a mail.

use std::ops::Range;

/// What a part of a mail is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartKind {
    /// Who wrote it.
    From,
    /// To whom.
    To,
    /// When.
    Date,
    /// About what.
    Subject,
    /// A text of it; a mail may have several.
    Body,
    /// The name of something attached.
    Attachment,
}

impl PartKind {
    /// The stable word.
    pub const fn code(self) -> &'static str {
        match self {
            Self::From => "from",
            Self::To => "to",
            Self::Date => "date",
            Self::Subject => "subject",
            Self::Body => "body",
            Self::Attachment => "attachment",
        }
    }
}

/// A part of a page's text, without the word that introduces it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PagePart {
    /// What it is.
    pub kind: PartKind,
    /// Where it stands in the page's text, in bytes.
    pub place: Range<usize>,
}

/// A text in the making that remembers its parts.
#[derive(Debug, Default)]
pub(super) struct PartedText {
    text: String,
    parts: Vec<PagePart>,
}

impl PartedText {
    /// Adds a part on a line of its own, behind the word that introduces it.
    pub(super) fn push(&mut self, kind: PartKind, lead: &str, part: &str) {
        self.text.push_str(lead);
        let start = self.text.len();
        self.text.push_str(part.trim_end());
        let place = start..self.text.len();
        self.text.push('\n');
        self.parts.push(PagePart { kind, place });
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The text without the end of its last line, and its parts.
    pub(super) fn finished(mut self) -> (String, Vec<PagePart>) {
        self.text.truncate(self.text.trim_end().len());
        (self.text, self.parts)
    }
}
