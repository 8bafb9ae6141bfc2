//! What threads make and would be left half done if the process ended now.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// A list of it, for a static of whoever makes such things.
pub(crate) struct InTheMaking<T>(Mutex<Vec<T>>);

impl<T> InTheMaking<T> {
    /// Nothing yet.
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// The list, which is held while something is begun or ends: what exists and what is listed then agree.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Vec<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives all of it up: for a process that is about to exit and will not wait for its threads.
    pub(crate) fn give_up_all(&self, give_up: impl FnMut(T)) {
        let mut list = self.lock();
        list.drain(..).for_each(give_up);
        // A thread that would begin or finish something now waits until the process has ended.
        std::mem::forget(list);
    }
}
