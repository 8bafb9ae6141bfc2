//! The public face of the dance, for both widths of the indices.

use std::convert::Infallible;
use std::fmt;

use satdoku_base::budget::{Running, StopReason};
use satdoku_base::verdict::Verdict;

use crate::driver::Driver;
use crate::item_choice::ItemChoice;
use crate::problem::ExactCover;
use crate::search::CoverSearch;
use crate::width::Width;

/// Dancing links over a problem: depth-first search on a linked matrix whose nodes remember their neighbours.
///
/// The method is Knuth's (arXiv:cs/0011047, TAOCP 7.2.2.1); the [module](crate) lists the differences. Linking takes
/// time and memory linear in the items *n* and incidences *m* of the problem, apart from sorting the items. A step takes time in
/// the nodes unlinked, at most *m*, and the choice of an item at most *n*. The depth is bounded by the options, not by a call
/// stack. The order of the covers is deterministic.
///
/// The links are built once and serve many questions: [`select`](Self::select) gives an option, [`reset`](Self::reset) takes the
/// given options back. `{}` prints the matrix as linked at the moment; a long search leaves the links at its root.
///
/// ```
/// use satdoku_cover::{CoverSearch, DancingLinks, ExactCover, ItemChoice};
/// use satdoku_base::{Budget, Count};
///
/// let cover: ExactCover = "items: a b c | x\na x\na\nb c\nb x\nc".parse()?;
/// let mut search = DancingLinks::new(&cover, ItemChoice::Smallest);
/// let budget = Budget::unlimited();
/// assert_eq!(search.count(None, &budget), Count::exact(3));
/// search.select(0);
/// assert_eq!(search.solutions(&budget).collect::<Vec<_>>(), [Ok(vec![0, 2])]);
/// search.reset();
/// assert_eq!(search.count(Some(2), &budget).to_string(), ">=2");
/// # Ok::<(), satdoku_cover::CoverTextError>(())
/// ```
pub struct DancingLinks(Inner);

enum Inner {
    Narrow(Driver<u16>),
    Wide(Driver<u32>),
}

/// The same call for both widths.
macro_rules! either {
    ($inner:expr, $driver:ident => $call:expr) => {
        match $inner {
            Inner::Narrow($driver) => $call,
            Inner::Wide($driver) => $call,
        }
    };
}

impl DancingLinks {
    /// Links the problem, in time and memory linear in its items and incidences.
    #[must_use]
    pub fn new(cover: &ExactCover, choice: ItemChoice) -> Self {
        let Ok(links) = Self::build(cover, choice, &mut || Ok::<(), Infallible>(()));
        links
    }

    /// The same within a budget.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn new_within(cover: &ExactCover, choice: ItemChoice, running: &Running) -> Result<Self, StopReason> {
        Self::build(cover, choice, &mut || running.check())
    }

    fn build<E>(
        cover: &ExactCover,
        choice: ItemChoice,
        goes_on: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<Self, E> {
        let nodes = cover.items() as usize + cover.incidences() + 1;
        Ok(Self(if u16::fits(cover.options() as usize, nodes) {
            Inner::Narrow(Driver::new(cover, choice, goes_on)?)
        } else {
            Inner::Wide(Driver::new(cover, choice, goes_on)?)
        }))
    }

    /// Gives an option: every later cover contains it. A search in progress is taken back first.
    ///
    /// An option in conflict with a given option leaves no cover.
    ///
    /// # Panics
    /// If there is no such option.
    pub fn select(&mut self, option: u32) {
        either!(&mut self.0, driver => driver.select(option));
    }

    /// Takes back the last given option, together with the search; false if no option is given.
    pub fn undo_given(&mut self) -> bool {
        either!(&mut self.0, driver => driver.undo_given())
    }

    /// Takes back the search and all given options; the links are then as built.
    pub fn reset(&mut self) {
        either!(&mut self.0, driver => driver.reset());
    }

    /// Takes back the search but keeps the given options.
    pub fn rewind(&mut self) {
        either!(&mut self.0, driver => driver.rewind());
    }
}

impl CoverSearch for DancingLinks {
    fn advance(&mut self, running: &mut Running) -> Verdict<()> {
        either!(&mut self.0, driver => driver.advance(running))
    }

    fn cover(&mut self) -> &[u32] {
        either!(&mut self.0, driver => driver.cover())
    }
}

/// The matrix as it is linked now.
impl fmt::Display for DancingLinks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        either!(&self.0, driver => driver.search.links.fmt(f))
    }
}

impl fmt::Debug for DancingLinks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DancingLinks {{\n{self}}}")
    }
}
