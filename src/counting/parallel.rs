//! Work in parts, on one thread or, with the feature `parallel`, on several.

use std::num::NonZeroUsize;

use crate::budget::{Running, StopReason};

#[cfg(feature = "parallel")]
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// Runs `work` on a number of threads, by default on all cores; its argument says whether there are several.
pub(super) fn within<R: Send>(threads: Option<NonZeroUsize>, work: impl FnOnce(bool) -> R + Send) -> R {
    #[cfg(feature = "parallel")]
    match threads.map_or(0, NonZeroUsize::get) {
        0 => return work(true),
        1 => {}
        threads => {
            if let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
                return pool.install(|| work(true));
            }
        }
    }
    let _ = threads;
    work(false)
}

/// Runs `work` on each part until the budget runs out.
///
/// # Errors
/// The reason to stop: some parts were left out then.
pub(crate) fn for_each<T: Send>(
    parts: Vec<T>,
    is_parallel: bool,
    running: &Running,
    work: impl Fn(T) + Send + Sync,
) -> Result<(), StopReason> {
    let work = |part| running.check().map(|()| work(part));
    #[cfg(feature = "parallel")]
    if is_parallel {
        return parts.into_par_iter().try_for_each(work);
    }
    let _ = is_parallel;
    parts.into_iter().try_for_each(work)
}

/// The results of the parts, in order; each thread builds its own state once.
pub(super) fn map<T: Send, S, R: Send>(
    parts: Vec<T>,
    is_parallel: bool,
    new: impl Fn() -> S + Send + Sync,
    work: impl Fn(&mut S, T) -> R + Send + Sync,
) -> Vec<R> {
    #[cfg(feature = "parallel")]
    if is_parallel {
        return parts.into_par_iter().map_init(new, |own, part| work(own, part)).collect();
    }
    let _ = is_parallel;
    let mut own = new();
    parts.into_iter().map(|part| work(&mut own, part)).collect()
}
