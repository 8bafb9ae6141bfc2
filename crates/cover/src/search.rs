//! The interface of every exact cover search: advance, stop, resume, and count.

use satdoku_base::budget::{Budget, Running, StopReason};
use satdoku_base::verdict::{Count, Verdict};

/// A search that lists exact covers.
///
/// The state between two covers is a plain value, not a call stack: a stopped search resumes where it was, and finds exactly the
/// covers of an unstopped search.
///
/// ```
/// use satdoku_base::Budget;
/// use satdoku_cover::{CoverSearch, DancingLinks, ExactCover, ItemChoice};
///
/// let mut problem = ExactCover::new(3, 0)?;
/// for option in [&[0, 1][..], &[2], &[0], &[1, 2]] {
///     problem.add_option(option)?;
/// }
/// let mut search = DancingLinks::new(&problem, ItemChoice::Smallest);
/// let covers: Vec<Vec<u32>> = search.solutions(&Budget::unlimited()).collect::<Result<_, _>>()?;
/// assert_eq!(covers, [[0, 1], [2, 3]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait CoverSearch {
    /// Goes on to the next cover: satisfiable on a cover, unsatisfiable if no cover is left.
    fn advance(&mut self, running: &mut Running) -> Verdict<()>;

    /// The options of the present cover, the given options first.
    fn cover(&mut self) -> &[u32];

    /// Goes on to the next cover and shows its options.
    fn next(&mut self, running: &mut Running) -> Verdict<&[u32]> {
        match self.advance(running) {
            Verdict::Satisfiable(()) => Verdict::Satisfiable(self.cover()),
            Verdict::Unsatisfiable => Verdict::Unsatisfiable,
            Verdict::Unknown(reason) => Verdict::Unknown(reason),
        }
    }

    /// Counts the remaining covers, at most `limit` of them.
    fn count(&mut self, limit: Option<u64>, budget: &Budget) -> Count {
        self.count_within(limit, &mut budget.start())
    }

    /// The same as a part of a longer question.
    fn count_within(&mut self, limit: Option<u64>, running: &mut Running) -> Count {
        Count::by(limit, || self.advance(running))
    }

    /// The remaining covers, with their options in ascending order.
    fn solutions(&mut self, budget: &Budget) -> Covers<'_, Self>
    where
        Self: Sized,
    {
        Covers { search: self, running: budget.start(), is_over: false }
    }
}

/// The covers of a problem one after the other; made by [`CoverSearch::solutions`].
///
/// A stopped listing ends with the reason as its error, so that it cannot pass for complete. The search can then be resumed where
/// it stopped.
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
