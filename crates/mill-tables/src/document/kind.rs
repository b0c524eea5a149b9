//! What a document is.

use std::path::Path;

use crate::workbook::{Foreign, Format, sniff};
use crate::{Problem, ProblemKind};

/// What a document is; the words are those of the `kind` column of a list of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DocumentKind {
    /// A PDF document.
    Pdf,
    /// A picture: PNG, JPEG, HEIC, GIF, TIFF, BMP or `WebP`.
    Image,
    /// Plain text.
    Text,
    /// Delimited text.
    Csv,
    /// A Word document of 2007 or later.
    Docx,
    /// A workbook of a spreadsheet program, read sheet by sheet.
    Workbook,
    /// A saved mail.
    Eml,
    /// Anything else.
    Other,
}

impl DocumentKind {
    /// The word as printed and stored.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Image => "image",
            Self::Text => "text",
            Self::Csv => "csv",
            Self::Docx => "docx",
            Self::Workbook => "workbook",
            Self::Eml => "eml",
            Self::Other => "other",
        }
    }

    /// By the bytes; names only tell apart the kinds of text.
    pub(crate) fn of(path: &Path, bytes: &[u8]) -> Self {
        match sniff(bytes) {
            Format::Other(Foreign::Pdf) => Self::Pdf,
            Format::Other(Foreign::Picture) => Self::Image,
            Format::Other(Foreign::Word) => Self::Docx,
            Format::Text => match Self::by_name(path) {
                kind @ (Self::Csv | Self::Eml) => kind,
                _ => Self::Text,
            },
            Format::Other(Foreign::WebPage | Foreign::Xml | Foreign::XmlSheet)
                if Self::by_name(path) == Self::Text =>
            {
                Self::Text
            }
            Format::Workbook(_) => Self::Workbook,
            Format::Encrypted | Format::Other(_) => Self::Other,
        }
    }

    /// By the name alone, for a file without bytes.
    pub(crate) fn by_name(path: &Path) -> Self {
        match extension(path).as_str() {
            "pdf" => Self::Pdf,
            "png" | "jpg" | "jpeg" | "heic" | "heif" | "hif" | "gif" | "webp" | "tif" | "tiff"
            | "bmp" => Self::Image,
            "txt" | "md" | "text" | "log" | "html" | "htm" | "xml" | "json" => Self::Text,
            "csv" | "tsv" | "tab" => Self::Csv,
            "docx" => Self::Docx,
            "xlsx" | "xlsm" | "xls" | "xlsb" | "ods" => Self::Workbook,
            "eml" => Self::Eml,
            _ => Self::Other,
        }
    }
}

/// The fault of a file whose bytes are not what its name says, as a web page saved under `.pdf`.
pub(super) fn wrong_name(path: &Path, kind: DocumentKind, bytes: &[u8]) -> Option<Problem> {
    let named = DocumentKind::by_name(path);
    let claims = matches!(
        named,
        DocumentKind::Pdf | DocumentKind::Image | DocumentKind::Docx
    );
    // Programs write delimited text under such names; what is neither is a page that came instead of the file.
    let claims = claims || (named == DocumentKind::Workbook && kind == DocumentKind::Other);
    if !claims || named == kind {
        return None;
    }
    if sniff(bytes) == Format::Encrypted {
        let message = "The document is protected with a password; save a copy without one";
        return Some(Problem::new(ProblemKind::Encrypted, "office", message));
    }
    let found = match sniff(bytes) {
        Format::Other(found) => found.words(),
        Format::Workbook(_) => "a workbook",
        Format::Text | Format::Encrypted => "text",
    };
    let message = format!(
        "The file is called .{} but it is {found}; get it again from where it came from",
        extension(path)
    );
    Some(
        Problem::new(ProblemKind::Damaged, "wrong_kind", message)
            .with("named", named.code())
            .with("found", found),
    )
}

/// A picture by its name, of a kind that is not read.
pub(super) fn is_other_picture(path: &Path) -> bool {
    let known = [
        "avif", "jxl", "jp2", "svg", "psd", "dng", "cr2", "cr3", "nef", "arw",
    ];
    known.contains(&extension(path).as_str())
}

fn extension(path: &Path) -> String {
    path.extension()
        .map(|extension| extension.to_string_lossy().to_lowercase())
        .unwrap_or_default()
}
