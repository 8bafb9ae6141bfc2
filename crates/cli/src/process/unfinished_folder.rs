//! Unfinished folders of certificates, which are removed when the process ends.

use std::fs;
use std::io;
use std::path::PathBuf;

use satdoku::certificate::NewFolder;

use crate::process::cleanup_list::CleanupList;

/// The temporary places of unfinished folders.
static FOLDERS: CleanupList<PathBuf> = CleanupList::new();

/// An unfinished folder, which is removed if the process ends before it is complete.
pub(crate) struct UnfinishedFolder(Option<NewFolder>);

impl UnfinishedFolder {
    pub(crate) fn create(path: impl Into<PathBuf>) -> io::Result<Self> {
        let mut list = FOLDERS.lock();
        let folder = NewFolder::create(path)?;
        list.push(folder.partial().to_owned());
        Ok(Self(Some(folder)))
    }

    /// Where the files are written; gone once the folder is discarded.
    pub(crate) fn files(&mut self) -> &mut NewFolder {
        self.0.as_mut().expect("only discarding takes it")
    }

    /// Removes the folder, complete or not.
    pub(crate) fn discard(mut self) -> io::Result<()> {
        self.end(NewFolder::discard)
    }

    fn end(&mut self, end: impl FnOnce(NewFolder) -> io::Result<()>) -> io::Result<()> {
        let mut list = FOLDERS.lock();
        let Some(folder) = self.0.take() else { return Ok(()) };
        list.retain(|partial| partial != folder.partial());
        end(folder)
    }
}

impl Drop for UnfinishedFolder {
    fn drop(&mut self) {
        let _ = self.end(|folder| {
            drop(folder);
            Ok(())
        });
    }
}

/// Removes the unfinished folders.
pub(crate) fn give_up_all() {
    // A thread may still write into the folder, so that a first attempt meets a new file; a second attempt succeeds because no file
    // can be created in a removed folder.
    FOLDERS.give_up_all(|partial| drop(fs::remove_dir_all(&partial).or_else(|_| fs::remove_dir_all(&partial))));
}
