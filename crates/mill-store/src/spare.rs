//! Room kept free for endings: a file that is given up when the disk is full, so that what was paid for can be stored.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Enough for the ends of a full pool of calls and of their run, several times over.
const SIZE_BYTES: usize = 2 * 1024 * 1024;

/// A file of zeros beside the database. Owned by the writer.
#[derive(Debug)]
pub(crate) struct SpareRoom {
    path: PathBuf,
    is_there: bool,
}

impl SpareRoom {
    /// Takes the room, if the disk has it.
    pub(crate) fn beside(database: &Path) -> Self {
        let path = database.with_extension("spare");
        let is_there = std::fs::metadata(&path).is_ok_and(|file| file.len() == SIZE_BYTES as u64);
        let mut spare = Self { path, is_there };
        spare.refill();
        spare
    }

    /// Whether the room is there, taking it again if it is not. False: the disk is full, and only endings should go on.
    pub(crate) fn refill(&mut self) -> bool {
        if !self.is_there {
            self.is_there = self.fill().is_ok();
            if !self.is_there {
                // A part of it would only be in the way of the endings.
                drop(std::fs::remove_file(&self.path));
            }
        }
        self.is_there
    }

    /// Gives the room up; false if it was not there.
    pub(crate) fn give_up(&mut self) -> bool {
        let given = self.is_there && std::fs::remove_file(&self.path).is_ok();
        self.is_there = false;
        if given {
            tracing::warn!("the disk is full: the room kept for endings is used now");
        }
        given
    }

    /// Written out, not only announced: a file with holes holds no room. Synced, because a disk may say late that it is full.
    fn fill(&self) -> std::io::Result<()> {
        let mut file = File::create(&self.path)?;
        file.write_all(&vec![0; SIZE_BYTES])?;
        file.sync_data()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_room_is_taken_given_up_once_and_taken_again() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("stampmill.db");
        let mut spare = SpareRoom::beside(&database);
        let file = folder.path().join("stampmill.spare");
        assert_eq!(std::fs::metadata(&file).unwrap().len(), SIZE_BYTES as u64);

        assert!(spare.give_up());
        assert!(!file.exists());
        assert!(!spare.give_up(), "there is nothing left to give");
        assert!(spare.refill());
        assert!(file.exists());
    }

    #[test]
    fn where_nothing_can_be_written_there_is_no_room_and_no_part_of_it() {
        let mut spare = SpareRoom::beside(Path::new("/nowhere/at/all/stampmill.db"));
        assert!(!spare.refill());
        assert!(!spare.give_up());
    }
}
