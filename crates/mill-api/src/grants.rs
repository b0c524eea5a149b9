//! Files the person chose. The window holds a name for each, never a power over paths.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;
use ts_rs::TS;
use uuid::Uuid;

use crate::ApiError;

/// A file the person chose in a dialog or dropped on the window.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct FileGrant {
    /// What the window calls it; it means nothing outside this start of the program.
    pub grant: String,
    /// The file's name, for people.
    pub name: String,
    /// What it can be used as, by its name.
    pub kind: GrantKind,
}

/// What a chosen path can be used as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum GrantKind {
    /// A folder: of documents, or a skill.
    Folder,
    /// A table, such as a workbook or CSV.
    Table,
    /// Plain text: a table where it stands alone, a document among others.
    Text,
    /// Anything else: a document, a skill in a zip.
    Document,
}

impl GrantKind {
    fn of(path: &Path) -> Self {
        if path.is_dir() {
            return Self::Folder;
        }
        let ending = path
            .extension()
            .map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("csv" | "tsv" | "tab" | "xlsx" | "xlsm" | "xls" | "xlsb" | "ods") => Self::Table,
            Some("txt") | None => Self::Text,
            Some(_) => Self::Document,
        }
    }
}

/// What may be done with a granted path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Power {
    Read,
    Write,
}

/// Every grant of this start of the program. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub(crate) struct Grants {
    /// Plain mutex: nothing is awaited under it.
    paths: Arc<Mutex<HashMap<String, (PathBuf, Power)>>>,
}

impl Grants {
    pub(crate) fn give(&self, path: &Path, power: Power) -> FileGrant {
        let grant = Uuid::new_v4().to_string();
        let name = path
            .file_name()
            .unwrap_or(path.as_os_str())
            .to_string_lossy()
            .into_owned();
        let mut paths = self.paths.lock().unwrap_or_else(PoisonError::into_inner);
        paths.insert(grant.clone(), (path.to_owned(), power));
        FileGrant {
            grant,
            name,
            kind: GrantKind::of(path),
        }
    }

    /// The path behind a grant.
    pub(crate) fn path(&self, grant: &str, power: Power) -> Result<PathBuf, ApiError> {
        let paths = self.paths.lock().unwrap_or_else(PoisonError::into_inner);
        match paths.get(grant) {
            Some((path, given)) if *given == power => Ok(path.clone()),
            Some(_) | None => Err(ApiError::new(
                "grant_unknown",
                "this file was not chosen in a dialog",
            )
            .hint("Choose the file again.")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grant_to_read_is_no_grant_to_write() {
        let grants = Grants::default();
        let given = grants.give(Path::new("/home/ada/lines.csv"), Power::Read);
        assert_eq!(
            (given.name.as_str(), given.kind),
            ("lines.csv", GrantKind::Table)
        );
        assert_eq!(
            grants.path(&given.grant, Power::Read).unwrap(),
            PathBuf::from("/home/ada/lines.csv")
        );
        assert_eq!(
            grants.path(&given.grant, Power::Write).unwrap_err().code,
            "grant_unknown"
        );
        assert_eq!(
            grants.path("/etc/passwd", Power::Read).unwrap_err().code,
            "grant_unknown"
        );
    }
}
