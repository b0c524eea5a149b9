//! The file a task list was read from, so that results can go into a copy of it.

use std::fs::File;
use std::io::{self, BufReader, Read as _};
use std::path::{Path, PathBuf};

use mill_tables::{HeaderChoice, ReadOptions, Table, TableKind};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// The file a task list was read from, and how. Stored with a job and its runs as JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OriginalFile {
    /// Where it was.
    pub path: PathBuf,
    /// `csv`, `xlsx`, `xls`, `xlsb` or `ods`.
    pub kind: String,
    /// The SHA-256 of its bytes in hexadecimal; empty where no copy could be made of it.
    pub sha256: String,
    /// The sheet that was read, for workbooks.
    pub sheet: Option<String>,
    /// The header's row; `None` without one.
    pub header_row: Option<u32>,
    /// True if hidden sheets, rows and columns were read like the others.
    pub include_hidden: bool,
    /// True if the values of merged cells were repeated.
    pub repeat_merged: bool,
    /// The decimal mark; `None`: unknown.
    pub decimal: Option<char>,
}

impl OriginalFile {
    /// The file of a table that was just read. `None` if it cannot be read once more.
    pub(super) fn of(path: &Path, table: &Table, options: &ReadOptions) -> Option<Self> {
        let sha256 = match table.kind {
            TableKind::Xlsx => sha256_of(path).ok()?,
            // No copy is made of these, so nobody asks whether they changed.
            TableKind::Csv | TableKind::Xls | TableKind::Xlsb | TableKind::Ods => String::new(),
            TableKind::Files => return None,
        };
        Some(Self {
            path: std::path::absolute(path).unwrap_or_else(|_| path.to_owned()),
            kind: table.kind.code().to_owned(),
            sha256,
            sheet: table.sheet.clone(),
            header_row: table.header_row,
            include_hidden: options.include_hidden,
            repeat_merged: options.repeat_merged,
            decimal: table.decimal,
        })
    }

    /// How it was read, with nothing left to guess.
    pub(crate) fn options(&self) -> ReadOptions {
        ReadOptions {
            sheet: self.sheet.clone(),
            header: self
                .header_row
                .map_or(HeaderChoice::None, HeaderChoice::Row),
            decimal: self.decimal,
            include_hidden: self.include_hidden,
            repeat_merged: self.repeat_merged,
            ..ReadOptions::default()
        }
    }

    /// Its name.
    pub(crate) fn name(&self) -> String {
        self.path
            .file_name()
            .unwrap_or(self.path.as_os_str())
            .to_string_lossy()
            .into_owned()
    }
}

/// The SHA-256 of a file in hexadecimal.
fn sha256_of(path: &Path) -> io::Result<String> {
    let mut file = BufReader::new(File::open(path)?);
    let mut sum = Sha256::new();
    let mut part = vec![0; 1 << 16];
    loop {
        match file.read(&mut part)? {
            0 => return Ok(hex(&sum.finalize())),
            read => sum.update(part.get(..read).unwrap_or_default()),
        }
    }
}

/// The SHA-256 of bytes in hexadecimal.
pub(crate) fn sha256_of_bytes(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(sum: &[u8]) -> String {
    sum.iter()
        .map(|byte| format!("{byte:02x}"))
        .collect::<Vec<_>>()
        .concat()
}
