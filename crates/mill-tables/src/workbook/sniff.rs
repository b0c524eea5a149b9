//! What a file is, by its bytes and never by its name.

use infer::MatcherType;

use super::archive::Archive;
use crate::TableKind;
use crate::document::heic::is_heic;
use crate::text::utf16_without_mark;

/// What the bytes are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// Delimited or plain text, in whatever encoding.
    Text,
    /// A workbook.
    Workbook(TableKind),
    /// An Office file that opens with a password only.
    Encrypted,
    /// Something else.
    Other(Foreign),
}

/// What is no table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Foreign {
    /// A PDF document.
    Pdf,
    /// A picture in one of the usual formats.
    Picture,
    /// A picture that is not read.
    OtherPicture,
    /// A Word document of 2007 or later.
    Word,
    /// A Word document of before.
    OldWord,
    /// Slides.
    Presentation,
    /// `OpenDocument` text, slides or drawing.
    OpenDocument,
    /// A packed archive.
    Archive,
    /// HTML.
    WebPage,
    /// The XML spreadsheet of 2003.
    XmlSheet,
    /// Other XML.
    Xml,
    /// A program, or a part of one.
    Program,
    /// A recording to listen to.
    Sound,
    /// A recording to look at.
    Film,
    /// A font.
    Font,
    /// Bytes that are no text and of no format known here.
    Data,
}

impl Foreign {
    /// In words that go into a sentence.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::Pdf => "a PDF document",
            Self::Picture | Self::OtherPicture => "a picture",
            Self::Word | Self::OldWord => "a Word document",
            Self::Presentation => "a presentation",
            Self::OpenDocument => "an OpenDocument of another kind",
            Self::Archive => "an archive",
            Self::WebPage => "a web page",
            Self::XmlSheet => "an XML spreadsheet of 2003",
            Self::Xml => "an XML file",
            Self::Program => "a program",
            Self::Sound => "a sound recording",
            Self::Film => "a film",
            Self::Font => "a font",
            Self::Data => "data of another program",
        }
    }
}

/// Looks at the bytes.
pub(crate) fn sniff(bytes: &[u8]) -> Format {
    let starts = |magic: &[u8]| bytes.starts_with(magic);
    if starts(b"PK\x03\x04") || starts(b"PK\x05\x06") {
        return packed(bytes);
    }
    if starts(&[0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) {
        return compound(bytes);
    }
    let head = bytes.get(..bytes.len().min(1_024)).unwrap_or(bytes);
    if contains(head, b"%PDF-") {
        return Format::Other(Foreign::Pdf);
    }
    let is_picture = [
        &b"\x89PNG"[..],
        b"\xFF\xD8\xFF",
        b"GIF8",
        b"II*\0",
        b"MM\0*",
        b"BM",
    ]
    .into_iter()
    .any(starts)
        || (starts(b"RIFF") && contains(head, b"WEBP"))
        || is_heic(bytes);
    if is_picture && head.contains(&0) {
        return Format::Other(Foreign::Picture);
    }
    if starts(&[0x1F, 0x8B]) || starts(b"7z\xBC\xAF") || starts(b"Rar!") {
        return Format::Other(Foreign::Archive);
    }
    let start = String::from_utf8_lossy(head)
        .trim_start_matches(['\u{feff}', ' ', '\r', '\n', '\t'])
        .to_lowercase();
    if start.starts_with("<!doctype html")
        || start.starts_with("<html")
        || start.starts_with("<table")
    {
        return Format::Other(Foreign::WebPage);
    }
    if start.starts_with("<?xml") {
        let of_office = start.contains("urn:schemas-microsoft-com:office:spreadsheet");
        return Format::Other(if of_office {
            Foreign::XmlSheet
        } else {
            Foreign::Xml
        });
    }
    // Half of the bytes of UTF-16 may look like control bytes.
    let is_wide =
        starts(&[0xFF, 0xFE]) || starts(&[0xFE, 0xFF]) || utf16_without_mark(bytes).is_some();
    if !is_wide && has_control_bytes(head) {
        Format::Other(foreign(bytes))
    } else {
        Format::Text
    }
}

/// What bytes are that are no text.
fn foreign(bytes: &[u8]) -> Foreign {
    match infer::get(bytes).map(|known| known.matcher_type()) {
        Some(MatcherType::App) => Foreign::Program,
        Some(MatcherType::Archive) => Foreign::Archive,
        Some(MatcherType::Audio) => Foreign::Sound,
        Some(MatcherType::Video) => Foreign::Film,
        Some(MatcherType::Font) => Foreign::Font,
        Some(MatcherType::Image) => Foreign::OtherPicture,
        _ => Foreign::Data,
    }
}

fn packed(bytes: &[u8]) -> Format {
    // An archive that does not open is most often a workbook that was cut off; its reader says so by name.
    let Ok(mut archive) = Archive::open(bytes) else {
        return Format::Workbook(TableKind::Xlsx);
    };
    if archive.has("xl/workbook.bin") {
        return Format::Workbook(TableKind::Xlsb);
    }
    if archive.has("word/document.xml") {
        return Format::Other(Foreign::Word);
    }
    if archive.has("ppt/presentation.xml") {
        return Format::Other(Foreign::Presentation);
    }
    if let Some(kind) = archive.text("mimetype") {
        let is_sheet = kind
            .trim()
            .starts_with("application/vnd.oasis.opendocument.spreadsheet");
        return if is_sheet {
            Format::Workbook(TableKind::Ods)
        } else {
            Format::Other(Foreign::OpenDocument)
        };
    }
    if archive.has("[Content_Types].xml") {
        Format::Workbook(TableKind::Xlsx)
    } else {
        Format::Other(Foreign::Archive)
    }
}

fn compound(bytes: &[u8]) -> Format {
    let names = |name: &str| -> bool {
        let wide: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        contains(bytes, &wide)
    };
    if names("EncryptedPackage") {
        Format::Encrypted
    } else if names("WordDocument") && !names("Workbook") {
        Format::Other(Foreign::OldWord)
    } else {
        Format::Workbook(TableKind::Xls)
    }
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    memchr::memmem::find(bytes, part).is_some()
}

/// Bytes that no text has: a file with more than a few of them is no text.
fn has_control_bytes(head: &[u8]) -> bool {
    let controls = head
        .iter()
        .filter(|byte| matches!(byte, 0..=0x08 | 0x0E..=0x1A | 0x1C..=0x1F))
        .count();
    controls * 20 > head.len()
}
