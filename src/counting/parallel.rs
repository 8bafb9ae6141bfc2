//! Work that falls into parts, on one thread or, with the feature `parallel`, on all.

use std::num::NonZeroUsize;

#[cfg(feature = "parallel")]
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// Does some work on so many threads, on all cores if it is not said; the work is told whether there are several.
pub(in crate::counting) fn within<R: Send>(threads: Option<NonZeroUsize>, work: impl FnOnce(bool) -> R + Send) -> R {
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

/// Does something with each part.
pub(in crate::counting) fn for_each<T: Send>(parts: Vec<T>, is_parallel: bool, work: impl Fn(T) + Send + Sync) {
    #[cfg(feature = "parallel")]
    if is_parallel {
        return parts.into_par_iter().for_each(work);
    }
    let _ = is_parallel;
    parts.into_iter().for_each(work);
}

/// What comes of each part, in their order; a thread makes what it needs for its parts once.
pub(in crate::counting) fn map<T: Send, S, R: Send>(
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
