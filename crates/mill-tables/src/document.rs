//! Documents as pages of text, and what a person must know before one is sent anywhere.

mod book;
mod docx;
mod drawn;
mod glyphs;
pub(crate) mod heic;
mod image;
mod kind;
mod lines;
mod mail;
mod marks;
mod part;
mod passwords;
mod pdf;
mod picture;
mod plain;
mod tiff;
mod web;

use std::path::Path;

pub use drawn::{DrawnPage, draw_page};
use hayro_interpret::hayro_syntax::Pdf;
pub use kind::DocumentKind;
use kind::wrong_name;
pub use marks::MarkBox;
pub use part::{PagePart, PartKind};
pub use passwords::Passwords;
pub use picture::{PagePicture, page_pictures};

use crate::read::read_bytes;
use crate::{Problem, ProblemKind, TableError};

/// A document as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// What it is, by its bytes; by its name only where bytes cannot tell.
    pub kind: DocumentKind,
    /// Its pages in order; none if it is encrypted, damaged or empty. An image has pages without text, one or, as a fax,
    /// many; a workbook has a page for each sheet.
    pub pages: Vec<Page>,
    /// What is odd, the worst first. A blocking problem means that it must not be sent as it is.
    pub problems: Vec<Problem>,
}

/// One page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Its number, from 1.
    pub number: u32,
    /// The text a reader sees, line by line from top to bottom; two spaces part what stands far apart on a line.
    pub text: String,
    /// True if the page shows something, but has no text to speak of: a scan, a photo, letters drawn as shapes.
    pub scanned: bool,
    /// Text in the file that a reader does not see; it is not part of `text`.
    pub hidden_text: Vec<HiddenText>,
    /// How large it is as a picture; `None`: it is text alone, and has none.
    pub size: Option<PageSize>,
    /// The parts its text is made of, in its order; empty unless it is a mail.
    pub parts: Vec<PagePart>,
}

/// The size of a page that can be shown as a picture, as a person holds it: points of a PDF, pixels of a photo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageSize {
    /// At least 1.
    pub width: u32,
    /// At least 1.
    pub height: u32,
}

impl Page {
    /// A page that is nothing but text.
    fn of_text(number: u32, text: impl Into<String>) -> Self {
        Self {
            number,
            text: text.into(),
            scanned: false,
            hidden_text: Vec::new(),
            size: None,
            parts: Vec::new(),
        }
    }
}

/// Text that a reader does not see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HiddenText {
    /// The text.
    pub text: String,
    /// Why it is not seen: `invisible`, `same_colour`, `tiny`, `off_page`; or not printed: `deleted`, `comment`.
    pub reason: &'static str,
}

impl Document {
    /// A document nobody can read, with the reason.
    fn unreadable(kind: DocumentKind, problem: Problem) -> Self {
        Self {
            kind,
            pages: Vec::new(),
            problems: vec![problem.blocking()],
        }
    }

    /// True if a problem says that it must not be sent as it is.
    pub fn is_blocked(&self) -> bool {
        self.problems.iter().any(|problem| problem.blocks_row)
    }

    /// What is wrong with it as an error, for whoever wants to look at it; missing text is nothing wrong. `None`: it is
    /// whole.
    pub fn fault(&self, path: &Path) -> Option<TableError> {
        let fault = self
            .problems
            .iter()
            .find(|problem| problem.blocks_row && problem.kind != ProblemKind::Scanned);
        fault.map(|fault| TableError::of_problem(path, fault.clone()))
    }

    /// True if nothing but missing text keeps it from being sent: its pages can go as pictures.
    pub fn only_needs_pictures(&self) -> bool {
        let blocking = |problem: &&Problem| problem.blocks_row;
        !self.pages_without_text().is_empty()
            && self
                .problems
                .iter()
                .filter(blocking)
                .all(|problem| problem.kind == ProblemKind::Scanned)
    }

    /// True if it needs a password nobody gave.
    pub fn needs_password(&self) -> bool {
        self.problems.iter().any(Problem::is_needed_password)
    }

    /// The numbers of pages that show something and have no text.
    pub fn pages_without_text(&self) -> Vec<u32> {
        let scanned = self.pages.iter().filter(|page| page.scanned);
        scanned.map(|page| page.number).collect()
    }

    /// The visible text of all pages, with a form feed between pages.
    pub fn text(&self) -> String {
        self.pages
            .iter()
            .map(|page| page.text.as_str())
            .collect::<Vec<_>>()
            .join("\u{c}")
    }
}

/// Reads a document: PDF by page, Word as one page, workbooks by sheet, mail and text with their encoding found, images
/// as pages without text.
///
/// Encrypted, damaged, empty and scanned documents are no errors: they come back with a problem that names it.
/// # Errors
/// [`TableError`] if there is no such file, the system refuses it, or it is larger than we read.
pub fn read_document(path: &Path) -> Result<Document, TableError> {
    read_document_with(path, &Passwords::none())
}

/// The same, where documents behind a password may open with one of these. One that did carries a problem that says so
/// and blocks nothing.
/// # Errors
/// As [`read_document`].
pub fn read_document_with(path: &Path, passwords: &Passwords) -> Result<Document, TableError> {
    Ok(read(path, passwords)?.0)
}

/// True if a document opens with a password only; quick, because nothing of it is read.
pub fn needs_password(path: &Path) -> bool {
    let Ok(bytes) = read_bytes(path) else {
        return false;
    };
    // What is encrypted says so in the one part of the file that is not.
    memchr::memmem::find(&bytes, b"/Encrypt").is_some()
        && pdf::open(bytes, &Passwords::none()).is_err_and(|problem| problem.is_needed_password())
}

/// As [`read_document_with`], with the pages that have no text as pictures for models that look; none where anything else keeps the
/// document from being sent. The file is read once.
/// # Errors
/// As [`read_document`]; [`TableError::Damaged`] if a page cannot be drawn.
pub fn read_pictured_document(
    path: &Path,
    passwords: &Passwords,
) -> Result<(Document, Vec<PagePicture>), TableError> {
    let (document, open) = read(path, passwords)?;
    if !document.only_needs_pictures() {
        return Ok((document, Vec::new()));
    }
    let pages = document.pages_without_text();
    let drawn = match open {
        Open::Pdf(pdf) => picture::draw_pdf(&pdf, &pages),
        Open::Image(bytes) => picture::image_pages(&bytes, &pages),
        Open::Nothing => Ok(Vec::new()),
    };
    let pictures = drawn.map_err(|problem| TableError::of_problem(path, *problem))?;
    Ok((document, pictures))
}

/// What is left of a file when its text was read.
enum Open {
    Pdf(Pdf),
    Image(Vec<u8>),
    Nothing,
}

fn read(path: &Path, passwords: &Passwords) -> Result<(Document, Open), TableError> {
    let bytes = match read_bytes(path) {
        Err(TableError::Empty { .. }) => {
            let problem = Problem::new(
                ProblemKind::Empty,
                "no_bytes",
                "The file is empty; get it again from where it came from",
            );
            let document = Document::unreadable(DocumentKind::by_name(path), problem);
            return Ok((document, Open::Nothing));
        }
        other => other?,
    };
    let kind = DocumentKind::of(path, &bytes);
    if let Some(problem) = wrong_name(path, kind, &bytes) {
        return Ok((Document::unreadable(kind, problem), Open::Nothing));
    }
    let document = match kind {
        DocumentKind::Pdf => {
            let (document, pdf) = pdf::read_pdf(bytes, passwords);
            return Ok((document, pdf.map_or(Open::Nothing, Open::Pdf)));
        }
        DocumentKind::Image => return Ok((image::read_image(&bytes), Open::Image(bytes))),
        DocumentKind::Docx => docx::read_docx(&bytes),
        DocumentKind::Workbook => book::read_book(path, &bytes),
        DocumentKind::Text | DocumentKind::Csv => plain::read_plain(kind, &bytes),
        DocumentKind::Eml => mail::read_mail(&bytes),
        DocumentKind::Other => Document::unreadable(kind, unknown_kind(path)),
    };
    Ok((document, Open::Nothing))
}

fn unknown_kind(path: &Path) -> Problem {
    let message = if kind::is_other_picture(path) {
        "This kind of picture is not read; save it as JPEG or PNG"
    } else {
        "This kind of file is not read as a document; save it as PDF, Word (.docx) or text"
    };
    Problem::new(ProblemKind::Damaged, "unknown_kind", message)
}
