//! PDF documents: text by page, with scans and hidden text told apart.

use std::panic::{AssertUnwindSafe, catch_unwind};

use hayro_interpret::hayro_syntax::page::Page as PdfPage;
use hayro_interpret::hayro_syntax::{DecryptionError, LoadPdfError, Pdf, PdfData};
use hayro_interpret::kurbo::Rect;
use hayro_interpret::{
    Context, InterpreterCache, InterpreterSettings, TransformExt, interpret_page,
};

use super::glyphs::{Glyphs, Look, TooMuch};
use super::lines::laid_out;
use super::{Document, DocumentKind, HiddenText, Page, PageSize, Passwords};
use crate::problem::shortened;
use crate::{Problem, ProblemKind};

/// Fewer letters and digits than this on a page that shows something are stray marks, not text.
const READABLE_CHARACTERS: usize = 10;

/// The most pages that are read.
const MAX_PAGES: usize = 5_000;

/// The longest side a page can claim and be drawn, in points; the format's own limit is about a seventh of it.
const MAX_POINTS: f32 = 100_000.0;

/// Reads all pages, and leaves the document open for whoever wants some drawn; `None`: it cannot be opened.
pub(super) fn read_pdf(bytes: Vec<u8>, passwords: &Passwords) -> (Document, Option<Pdf>) {
    let cut_off = is_cut_off(&bytes);
    match open(bytes, passwords) {
        Ok(opened) => {
            let mut document = read_open(&opened.pdf, cut_off);
            if opened.by_password {
                document.problems.push(opened_by_password());
            }
            (document, Some(opened.pdf))
        }
        Err(problem) => (Document::unreadable(DocumentKind::Pdf, *problem), None),
    }
}

fn read_open(pdf: &Pdf, cut_off: bool) -> Document {
    let mut problems = Vec::new();
    if cut_off {
        problems.push(
            damaged(
                "cut_off",
                "The end of the file is missing, and pages may be with it",
            )
            .blocking(),
        );
    }
    let cache = InterpreterCache::new();
    let mut pages = Vec::new();
    for (number, page) in (1_u32..).zip(pdf.pages().iter().take(MAX_PAGES)) {
        match looked_at(pdf, &cache, page) {
            Ok(glyphs) => pages.push(read_page(page, &glyphs, number)),
            Err(reason) => {
                problems.push(
                    damaged("page", format!("Page {number} {reason}"))
                        .at(number)
                        .blocking(),
                );
                pages.push(Page {
                    scanned: true,
                    ..Page::of_text(number, String::new())
                });
            }
        }
    }
    problems.extend(page_problems(&pages));
    Document {
        kind: DocumentKind::Pdf,
        pages,
        problems,
    }
}

/// A document that can be read, and whether it took a password.
pub(super) struct Opened {
    pub(super) pdf: Pdf,
    by_password: bool,
}

pub(super) fn open(bytes: Vec<u8>, passwords: &Passwords) -> Result<Opened, Box<Problem>> {
    let data = PdfData::from(bytes);
    let locked = LoadPdfError::Decryption(DecryptionError::PasswordProtected);
    let opened_with = |password: &str| {
        // As for reading: a document from outside must not be able to end the program.
        let opened = AssertUnwindSafe(|| Pdf::new_with_password(data.clone(), password));
        catch_unwind(opened).unwrap_or(Err(LoadPdfError::Invalid))
    };
    let mut opened = opened_with("");
    let needs_password = opened.as_ref().is_err_and(|error| *error == locked);
    if needs_password {
        let mut tries = passwords.forms().map(|password| opened_with(&password));
        if let Some(found) = tries.find(Result::is_ok) {
            opened = found;
        }
    }
    let problem = match opened {
        Ok(pdf) if !pdf.pages().is_empty() => {
            let by_password = needs_password;
            return Ok(Opened { pdf, by_password });
        }
        Ok(_) => damaged("no_pages", "No page is left in the file").blocking(),
        Err(LoadPdfError::Decryption(DecryptionError::PasswordProtected)) => {
            Problem::needed_password()
        }
        Err(LoadPdfError::Decryption(_)) => {
            let message =
                "The document is encrypted in a way we cannot open; save a copy without protection";
            Problem::new(ProblemKind::Encrypted, "unsupported", message).blocking()
        }
        Err(LoadPdfError::Invalid) => {
            damaged("broken", "The file cannot be opened as PDF").blocking()
        }
    };
    Err(Box::new(problem))
}

/// Said of a document that opened: what a model gets is not the file, which would be closed to it.
fn opened_by_password() -> Problem {
    let message = "The document opened with a password; its text or its drawn pages are sent, never the file itself";
    Problem::new(ProblemKind::Encrypted, "opened", message)
}

fn damaged(case: &'static str, found: impl Into<String>) -> Problem {
    let message = format!(
        "{}; get the document again from where it came from",
        found.into()
    );
    Problem::new(ProblemKind::Damaged, case, message)
}

/// True without the mark every PDF ends with.
fn is_cut_off(bytes: &[u8]) -> bool {
    let tail = bytes
        .get(bytes.len().saturating_sub(4_096)..)
        .unwrap_or(bytes);
    memchr::memmem::find(tail, b"%%EOF").is_none()
}

/// What a page draws, or why it is not drawn: the end of a sentence.
pub(super) fn looked_at<'pdf>(
    pdf: &'pdf Pdf,
    cache: &InterpreterCache<'pdf>,
    page: &'pdf PdfPage<'pdf>,
) -> Result<Glyphs, &'static str> {
    let (width, height) = page.render_dimensions();
    let area = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
    // The interpreter promises not to panic; a document from outside must not be able to prove it wrong.
    let seen = catch_unwind(AssertUnwindSafe(|| {
        let transform = page.initial_transform(true).to_kurbo();
        let settings = InterpreterSettings::default();
        let mut context = Context::new(transform, area, cache, pdf.xref(), settings);
        let mut glyphs = Glyphs::new(area);
        interpret_page(page, &mut context, &mut glyphs);
        glyphs
    }));
    seen.map_err(|reason| {
        if reason.is::<TooMuch>() {
            "holds more than can be drawn"
        } else {
            "cannot be read"
        }
    })
}

fn read_page<'pdf>(page: &'pdf PdfPage<'pdf>, glyphs: &Glyphs, number: u32) -> Page {
    let text = laid_out(&glyphs.found, Look::Seen).text;
    let readable = text
        .chars()
        .filter(|character| character.is_alphanumeric())
        .count();
    let shows_something =
        glyphs.pictures > 0 || glyphs.shapes > 0 || glyphs.unknown > 0 || readable > 0;
    let scanned = readable < READABLE_CHARACTERS.max(glyphs.unknown)
        && shows_something
        && !is_short_page(glyphs, readable);
    let hidden_text = [Look::Invisible, Look::SameColour, Look::Tiny, Look::OffPage]
        .into_iter()
        .filter_map(|look| {
            let text = laid_out(&glyphs.found, look).text;
            (!text.trim().is_empty()).then(|| HiddenText {
                text,
                reason: look.code(),
            })
        })
        .collect();
    Page {
        number,
        text,
        scanned,
        hidden_text,
        size: page_size(page),
        parts: Vec::new(),
    }
}

/// In whole points; `None`: it claims a size nobody can draw.
fn page_size<'pdf>(page: &'pdf PdfPage<'pdf>) -> Option<PageSize> {
    let (width, height) = page.render_dimensions();
    let drawable = width.min(height) > 0.0 && width.max(height) < MAX_POINTS;
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "just compared with the bounds"
    )]
    let whole = |side: f32| side.round().max(1.0) as u32;
    drawable.then(|| PageSize {
        width: whole(width),
        height: whole(height),
    })
}

/// A page with a word or two and nothing else, such as a divider.
const fn is_short_page(glyphs: &Glyphs, readable: usize) -> bool {
    readable > 3 && glyphs.pictures == 0 && glyphs.shapes == 0 && glyphs.unknown == 0
}

fn page_problems(pages: &[Page]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let scanned = pages.iter().filter(|page| page.scanned).count();
    let readable = pages.len() - scanned;
    if scanned == pages.len() {
        let message = "No page has text: the document is a scan or drawn as shapes, and a text model would see nothing";
        problems.push(
            Problem::new(ProblemKind::Scanned, "all", message)
                .with("pages", pages.len())
                .blocking(),
        );
    } else if pages.iter().all(|page| page.text.trim().is_empty()) {
        problems.push(
            Problem::new(ProblemKind::Empty, "blank", "All pages are blank")
                .with("pages", pages.len())
                .blocking(),
        );
    } else if scanned > 0 {
        let message = format!(
            "{readable} of {} pages are readable; the others have no text",
            pages.len()
        );
        problems.push(
            Problem::new(ProblemKind::Scanned, "some", message)
                .with("readable", readable)
                .with("pages", pages.len()),
        );
        let line = |page: &Page| {
            Problem::new(
                ProblemKind::Scanned,
                "page",
                format!("Page {} has no text", page.number),
            )
            .at(page.number)
        };
        problems.extend(pages.iter().filter(|page| page.scanned).take(100).map(line));
    }
    for page in pages {
        for hidden in &page.hidden_text {
            let text = shortened(&hidden.text, 120);
            let message = format!(
                "Page {} has text a reader does not see; it was left out: {text}",
                page.number
            );
            problems.push(
                Problem::new(ProblemKind::HiddenText, "page", message)
                    .at(page.number)
                    .with("reason", hidden.reason)
                    .with("text", text),
            );
        }
    }
    problems
}
