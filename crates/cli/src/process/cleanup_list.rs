//! What threads make and would be left half done if the process ended now.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// A list of unfinished objects, for a static variable of the module that makes them.
pub(crate) struct CleanupList<T>(Mutex<Vec<T>>);

impl<T> CleanupList<T> {
    /// An empty list.
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// The list, locked while an object is begun or finished, so that objects and list agree.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Vec<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives up every object, in a process that is about to exit and will not wait for its threads.
    pub(crate) fn give_up_all(&self, give_up: impl FnMut(T)) {
        let mut list = self.lock();
        list.drain(..).for_each(give_up);
        // The lock is never released, so threads that begin or finish an object now wait for the end of the process.
        std::mem::forget(list);
    }
}
