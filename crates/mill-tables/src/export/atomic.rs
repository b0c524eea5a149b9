//! A file is there whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::Builder;

use crate::TableError;

/// Writes beside the target, makes it durable, then takes the target's place in one step. If anything fails, what was
/// at the path before is untouched and nothing of ours is left in the folder.
pub(super) fn write_whole(path: &Path, content: &[u8]) -> Result<(), TableError> {
    replace(path, content).map_err(|source| TableError::writing(path, source))
}

/// Writes a text so that the file is there whole or not at all.
/// # Errors
/// [`TableError::NotWritten`] with the reason, the old file being whole.
pub fn write_text(path: &Path, text: &str) -> Result<(), TableError> {
    write_whole(path, text.as_bytes())
}

fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    // Through a link the file it points to is replaced, not the link.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if target.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let folder = folder_of(&target);
    let mut builder = Builder::new();
    builder.prefix(".stampmill-").suffix(".part");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    // A file that may not be changed must not be replaced either, though the folder would allow it.
    let existing = fs::metadata(&target).ok();
    if existing
        .as_ref()
        .is_some_and(|facts| facts.permissions().readonly())
    {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let mut part = builder.tempfile_in(&folder)?;
    part.write_all(content)?;
    if let Some(facts) = existing {
        part.as_file().set_permissions(facts.permissions())?;
    }
    part.as_file().sync_all()?;
    part.persist(&target).map_err(|error| error.error)?;
    sync_folder(&folder);
    Ok(())
}

fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// Makes the new name durable where the system can; where it cannot, the file itself still is.
fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        drop(folder.sync_all());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::WriteFault;

    #[test]
    fn a_missing_folder_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("none").join("out.xlsx");
        let error = write_whole(&path, b"x").unwrap_err();
        assert!(
            matches!(
                error,
                TableError::NotWritten {
                    fault: WriteFault::NoFolder,
                    ..
                }
            ),
            "{error}"
        );
        assert!(error.to_string().contains("out.xlsx"));
    }

    #[test]
    fn a_refused_write_leaves_the_old_file_and_no_litter() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.csv");
        fs::write(&path, "old").unwrap();
        let mut rights = fs::metadata(&path).unwrap().permissions();
        rights.set_readonly(true);
        fs::set_permissions(&path, rights).unwrap();
        let error = write_whole(&path, b"new").unwrap_err();
        assert!(
            matches!(
                error,
                TableError::NotWritten {
                    fault: WriteFault::OpenOrForbidden,
                    ..
                }
            ),
            "{error}"
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_folder_in_the_way_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let error = write_whole(folder.path(), b"x").unwrap_err();
        assert!(
            matches!(
                error,
                TableError::NotWritten {
                    fault: WriteFault::IsFolder,
                    ..
                }
            ),
            "{error}"
        );
    }

    #[test]
    fn a_full_disk_is_called_a_full_disk() {
        let error = TableError::writing(Path::new("out.xlsx"), io::ErrorKind::StorageFull.into());
        assert_eq!(
            error.to_string(),
            "`out.xlsx` was not written: the disk is full"
        );
        assert_eq!(error.code(), "not_written");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_keeps_pointing_to_the_file_it_names() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (
            folder.path().join("real.csv"),
            folder.path().join("link.csv"),
        );
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write_whole(&link, b"new").unwrap();
        assert!(
            fs::symlink_metadata(&link)
                .unwrap()
                .file_type()
                .is_symlink()
        );
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
    }
}
