//! The package of a workbook, copied part by part.

use std::collections::BTreeMap;
use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use super::Original;
use crate::TableError;

/// The bytes of the copy: parts by name take the place of those of the same name, the others are added; everything else
/// is copied as it is packed.
pub(super) fn copied(
    original: &Original<'_>,
    mut parts: BTreeMap<String, String>,
) -> Result<Vec<u8>, TableError> {
    let damaged = |error: zip::result::ZipError| TableError::damaged(original.path, error);
    let written = |error: std::io::Error| TableError::writing(original.path, error);
    let mut source = ZipArchive::new(Cursor::new(original.bytes)).map_err(damaged)?;
    let mut copy = ZipWriter::new(Cursor::new(Vec::with_capacity(original.bytes.len() * 2)));
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
    for index in 0..source.len() {
        let part = source.by_index_raw(index).map_err(damaged)?;
        let name = part.name().map_err(damaged)?.into_owned();
        match parts.remove(&name) {
            Some(text) => {
                copy.start_file(name, options).map_err(damaged)?;
                copy.write_all(text.as_bytes()).map_err(written)?;
            }
            None => copy.raw_copy_file(part).map_err(damaged)?,
        }
    }
    for (name, text) in parts {
        copy.start_file(name, options).map_err(damaged)?;
        copy.write_all(text.as_bytes()).map_err(written)?;
    }
    Ok(copy.finish().map_err(damaged)?.into_inner())
}
