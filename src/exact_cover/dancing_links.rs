//! Dancing links.

use std::fmt;

use crate::budget::Running;
use crate::exact_cover::dance::Search;
use crate::exact_cover::problem::ExactCover;
use crate::exact_cover::search::CoverSearch;
use crate::exact_cover::width::Width;
use crate::verdict::Verdict;

/// Which item is covered next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ItemChoice {
    /// An item with the fewest options left, the leftmost of those; items with a single option are forced at once.
    #[default]
    Smallest,
    /// The leftmost item, whatever its size: no heuristic at all.
    Leftmost,
}

/// Dancing links over a problem.
pub struct DancingLinks(Inner);

enum Inner {
    Narrow(Search<u16>),
    Wide(Search<u32>),
}

/// The same call for both widths.
macro_rules! either {
    ($inner:expr, $search:ident => $call:expr) => {
        match $inner {
            Inner::Narrow($search) => $call,
            Inner::Wide($search) => $call,
        }
    };
}

impl DancingLinks {
    /// Links the problem, in time and memory linear in its items and incidences.
    #[must_use]
    pub fn new(cover: &ExactCover, choice: ItemChoice) -> Self {
        let nodes = cover.items() as usize + cover.incidences() + 1;
        Self(if u16::fits(cover.options() as usize, nodes) {
            Inner::Narrow(Search::new(cover, choice))
        } else {
            Inner::Wide(Search::new(cover, choice))
        })
    }

    /// Gives an option: every cover found from now on contains it. A search that had begun is taken back first.
    ///
    /// An option that contradicts those given before leaves no cover at all.
    ///
    /// # Panics
    /// If there is no such option.
    pub fn select(&mut self, option: u32) {
        either!(&mut self.0, search => search.select(option));
    }

    /// Takes back the option that was given last, and with it the search; false if none was.
    pub fn undo_given(&mut self) -> bool {
        either!(&mut self.0, search => search.undo_given())
    }

    /// Takes back the search and all given options; the links are then as they were built.
    pub fn reset(&mut self) {
        either!(&mut self.0, search => search.reset());
    }

    /// Takes back the search but not the given options, so that it begins anew.
    pub fn rewind(&mut self) {
        either!(&mut self.0, search => search.rewind());
    }
}

impl CoverSearch for DancingLinks {
    fn advance(&mut self, running: &mut Running) -> Verdict<()> {
        either!(&mut self.0, search => search.advance(running))
    }

    fn cover(&mut self) -> &[u32] {
        either!(&mut self.0, search => search.cover())
    }
}

/// The matrix as it is linked now.
impl fmt::Display for DancingLinks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        either!(&self.0, search => search.links.fmt(f))
    }
}

impl fmt::Debug for DancingLinks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DancingLinks {{\n{self}}}")
    }
}
