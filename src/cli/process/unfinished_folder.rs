//! Folders of certificates that are not complete when the process ends: they are removed.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use satdoku::certificate::NewFolder;

/// A folder in the making, which is removed where the process ends before it is complete.
pub(crate) struct UnfinishedFolder(Option<NewFolder>);

impl UnfinishedFolder {
    pub(crate) fn create(path: impl Into<PathBuf>) -> io::Result<Self> {
        let mut list = unfinished();
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
        let mut list = unfinished();
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

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all folders that are not complete: for a process that is about to exit and will not wait for its threads.
pub(crate) fn give_up_all() {
    let mut list = unfinished();
    for partial in list.drain(..) {
        // A thread may still write into it, so that a first attempt finds a new file; no file can be made once it is gone.
        let _ = fs::remove_dir_all(&partial).or_else(|_| fs::remove_dir_all(&partial));
    }
    // A thread that would begin or complete another one now waits until the process has ended.
    std::mem::forget(list);
}
