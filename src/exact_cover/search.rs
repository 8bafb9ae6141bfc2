//! What every exact cover search can do: be advanced, be stopped, be resumed, and count.

use crate::budget::{Budget, Running, StopReason};
use crate::verdict::{Count, Verdict};

/// A search that lists exact covers one after the other.
///
/// The state between two covers is a plain value, not a stack of calls: a search that was stopped goes on
/// where it was when it is advanced again, and finds exactly what it would have found without the stop.
pub trait CoverSearch {
    /// Goes on to the next cover: satisfiable when it stands on one, unsatisfiable when there is none left.
    fn advance(&mut self, running: &mut Running) -> Verdict<()>;

    /// The options of the cover on which the search stands, the given ones included and first.
    fn cover(&mut self) -> &[u32];

    /// Goes on to the next cover and shows its options.
    fn next(&mut self, running: &mut Running) -> Verdict<&[u32]> {
        match self.advance(running) {
            Verdict::Satisfiable(()) => Verdict::Satisfiable(self.cover()),
            Verdict::Unsatisfiable => Verdict::Unsatisfiable,
            Verdict::Unknown(reason) => Verdict::Unknown(reason),
        }
    }

    /// Counts the covers that are left, `limit` of them at most.
    fn count(&mut self, limit: Option<u64>, running: &mut Running) -> Count {
        Count::by(limit, || self.advance(running))
    }

    /// The covers that are left, each with its options in ascending order.
    fn solutions(&mut self, budget: &Budget) -> Covers<'_, Self>
    where
        Self: Sized,
    {
        Covers { search: self, running: budget.start(), is_over: false }
    }
}

/// The covers of a problem one after the other; made by [`CoverSearch::solutions`].
///
/// A listing that was stopped ends with the reason as its error, so that it cannot pass for complete. The search
/// may then be asked again and goes on where it stopped.
#[derive(Debug)]
pub struct Covers<'a, S> {
    search: &'a mut S,
    running: Running,
    is_over: bool,
}

impl<S: CoverSearch> Iterator for Covers<'_, S> {
    type Item = Result<Vec<u32>, StopReason>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        match self.search.next(&mut self.running) {
            Verdict::Satisfiable(options) => {
                let mut options = options.to_vec();
                options.sort_unstable();
                Some(Ok(options))
            }
            Verdict::Unsatisfiable => {
                self.is_over = true;
                None
            }
            Verdict::Unknown(reason) => {
                self.is_over = true;
                Some(Err(reason))
            }
        }
    }
}

impl<S: CoverSearch> std::iter::FusedIterator for Covers<'_, S> {}
