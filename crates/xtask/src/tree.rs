//! The repository as a list of files, without what git ignores.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use ignore::WalkBuilder;

/// Every file of a repository, by its path from the root with forward slashes, in order.
pub(crate) struct Tree {
    root: PathBuf,
    files: Vec<String>,
}

impl Tree {
    /// Lists the files below `root`.
    ///
    /// # Errors
    /// If a folder cannot be read.
    pub(crate) fn read(root: &Path) -> Result<Self> {
        let mut files = Vec::new();
        let walk = WalkBuilder::new(root)
            .hidden(false)
            .require_git(false)
            .filter_entry(|entry| entry.file_name() != ".git")
            .build();
        for entry in walk {
            let entry = entry.context("cannot list the repository")?;
            if entry.file_type().is_some_and(|kind| kind.is_file()) {
                let path = entry.path().strip_prefix(root)?;
                files.push(path.to_string_lossy().replace('\\', "/"));
            }
        }
        files.sort();
        Ok(Self {
            root: root.to_owned(),
            files,
        })
    }

    /// The repository's root folder.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Paths for which `wanted` holds.
    pub(crate) fn files<'a>(
        &'a self,
        wanted: impl Fn(&str) -> bool + 'a,
    ) -> impl Iterator<Item = &'a str> {
        self.files
            .iter()
            .map(String::as_str)
            .filter(move |file| wanted(file))
    }

    /// Whether there is such a file.
    pub(crate) fn has(&self, file: &str) -> bool {
        self.files
            .binary_search_by(|known| known.as_str().cmp(file))
            .is_ok()
    }

    /// The text of a file.
    ///
    /// # Errors
    /// If it cannot be read as UTF-8.
    pub(crate) fn text(&self, file: &str) -> Result<String> {
        std::fs::read_to_string(self.root.join(file)).with_context(|| format!("cannot read {file}"))
    }
}

/// Whether a file's ending, without the dot, is one of these.
pub(crate) fn ends_in(file: &str, endings: &[&str]) -> bool {
    let ending = Path::new(file).extension().unwrap_or_default();
    endings
        .iter()
        .any(|wanted| ending.eq_ignore_ascii_case(wanted))
}
