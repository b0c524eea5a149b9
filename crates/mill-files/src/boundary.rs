//! The folder that files must lie in, links followed.

use std::io;
use std::path::{Component, Path, PathBuf};

use thiserror::Error;

/// A folder, by its real place: links on the way to it are followed once, here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Boundary {
    root: PathBuf,
}

/// A name that leads out of the folder. Trying again does not help.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{name}` points outside the folder `{}`", folder.display())]
pub struct OutsideBoundary {
    /// The name as it was given.
    pub name: String,
    /// The folder it must lie in.
    pub folder: PathBuf,
}

impl Boundary {
    /// The boundary of a folder that exists.
    /// # Errors
    /// What the system says if there is no such folder or it may not be looked at.
    pub fn of(folder: &Path) -> io::Result<Self> {
        Ok(Self {
            root: folder.canonicalize()?,
        })
    }

    /// The path a name means inside the folder. The file need not exist; whatever of the path does exist lies inside,
    /// also where it is a link.
    /// # Errors
    /// [`OutsideBoundary`] for a whole path, a name with `..`, or a link that leads out.
    pub fn resolve(&self, name: &str) -> Result<PathBuf, OutsideBoundary> {
        let outside = || OutsideBoundary {
            name: name.to_owned(),
            folder: self.root.clone(),
        };
        let relative = Path::new(name.trim());
        let is_plain =
            |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
        if relative.as_os_str().is_empty() || !relative.components().all(is_plain) {
            return Err(outside());
        }
        let whole = self.root.join(relative);
        let existing = whole.ancestors().find_map(|path| path.canonicalize().ok());
        match existing {
            Some(real) if real.starts_with(&self.root) => Ok(whole),
            Some(_) | None => Err(outside()),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn plain_names_stay_inside_and_everything_else_is_refused_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let boundary = Boundary::of(folder.path()).unwrap();
        let inside = boundary.resolve(" in/invoice 7.pdf ").unwrap();
        assert!(inside.ends_with("in/invoice 7.pdf"));
        for name in [
            "../secret.pdf",
            "/etc/passwd",
            "a/../../b.pdf",
            "",
            "  ",
            "a/..",
        ] {
            let refused = boundary.resolve(name).unwrap_err();
            assert_eq!(refused.name, name);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_out_is_refused_also_for_files_that_do_not_exist() {
        let (folder, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        std::fs::write(outside.path().join("secret.txt"), "secret").unwrap();
        std::os::unix::fs::symlink(outside.path(), folder.path().join("docs")).unwrap();
        let boundary = Boundary::of(folder.path()).unwrap();
        assert!(boundary.resolve("docs/secret.txt").is_err());
        assert!(boundary.resolve("docs/not-there.txt").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_that_is_itself_a_link_is_a_folder() {
        let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        std::fs::write(folder.path().join("a.txt"), "a").unwrap();
        let link = elsewhere.path().join("link");
        std::os::unix::fs::symlink(folder.path(), &link).unwrap();
        assert!(Boundary::of(&link).unwrap().resolve("a.txt").is_ok());
    }

    proptest! {
        #[test]
        fn whatever_a_cell_says_the_path_lies_in_the_folder(name in r"[./\\a-c ]{0,24}") {
            let folder = tempfile::tempdir().unwrap();
            let boundary = Boundary::of(folder.path()).unwrap();
            if let Ok(path) = boundary.resolve(&name) {
                prop_assert!(path.starts_with(folder.path().canonicalize().unwrap()));
                prop_assert!(!path.components().any(|part| part == Component::ParentDir));
            }
        }
    }
}
