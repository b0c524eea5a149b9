//! A packed workbook or document, opened with limits.

use std::io::{Cursor, Read};

use quick_xml::events::BytesStart;
use zip::ZipArchive;

/// The most bytes an archive may unpack to.
pub(crate) const MAX_UNPACKED_BYTES: u64 = 4 << 30;

/// The most entries of an archive.
const MAX_ENTRIES: usize = 20_000;

/// A zip archive in memory.
pub(crate) struct Archive<'bytes> {
    zip: ZipArchive<Cursor<&'bytes [u8]>>,
}

impl<'bytes> Archive<'bytes> {
    /// Opens it. Nothing is unpacked yet.
    /// # Errors
    /// What is wrong with it, in words.
    pub(crate) fn open(bytes: &'bytes [u8]) -> Result<Self, String> {
        let zip = ZipArchive::new(Cursor::new(bytes)).map_err(|error| error.to_string())?;
        if zip.len() > MAX_ENTRIES {
            return Err(format!("it holds {} parts", zip.len()));
        }
        Ok(Self { zip })
    }

    /// What it says it unpacks to, in bytes; 0 if it does not say.
    pub(crate) fn unpacked_bytes(&self) -> u64 {
        self.zip
            .decompressed_size()
            .map_or(0, |size| u64::try_from(size).unwrap_or(u64::MAX))
    }

    /// True if it has that entry.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.zip.index_for_name(name).is_some()
    }

    /// A reader over an entry that stops at the limit; `None` if there is no such entry.
    pub(crate) fn entry(&mut self, name: &str) -> Option<impl Read + '_> {
        Some(self.zip.by_name(name).ok()?.take(MAX_UNPACKED_BYTES))
    }

    /// The names of all entries.
    pub(crate) fn names(&self) -> Vec<String> {
        let names = self.zip.file_names().flatten();
        names.map(std::borrow::Cow::into_owned).collect()
    }

    /// A whole entry as text, however large; `None` if there is none or it is no text.
    pub(crate) fn part(&mut self, name: &str) -> Option<String> {
        let mut text = String::new();
        self.entry(name)?.read_to_string(&mut text).ok()?;
        Some(text)
    }

    /// A whole small entry as text; `None` if there is none or it is no text.
    pub(crate) fn text(&mut self, name: &str) -> Option<String> {
        let mut text = String::new();
        self.entry(name)?
            .take(64 << 20)
            .read_to_string(&mut text)
            .ok()?;
        Some(text)
    }
}

/// The value of an attribute by its name without prefix.
pub(crate) fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    let found = element
        .attributes()
        .flatten()
        .find(|attribute| attribute.key.local_name().as_ref() == name)?;
    Some(unescaped(&found.value))
}

/// The text with its entities resolved; as it stands if one is unknown.
pub(crate) fn unescaped(raw: &str) -> String {
    quick_xml::escape::unescape(raw).map_or_else(|_| raw.to_owned(), std::borrow::Cow::into_owned)
}
