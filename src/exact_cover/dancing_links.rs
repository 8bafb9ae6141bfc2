//! The public face of the dance, whatever the width of the indices.

use std::fmt;

use crate::budget::Running;
use crate::exact_cover::dance::Search;
use crate::exact_cover::item_choice::ItemChoice;
use crate::exact_cover::problem::ExactCover;
use crate::exact_cover::search::CoverSearch;
use crate::exact_cover::width::Width;
use crate::verdict::Verdict;

/// Dancing links over a problem: depth-first search on a linked matrix whose nodes remember their neighbours.
///
/// The method is Knuth's (arXiv:cs/0011047, TAOCP 7.2.2.1); the [module](crate::exact_cover) tells where this one
/// differs. Linking takes time and memory linear in the items *n* and incidences *m* of the problem, but for the
/// sorting of the items; a step takes time in the nodes that it unlinks, *m* at most, and the choice of an item *n* at
/// most; the depth is bounded by the options, not by a call stack. The order of the covers is always the same.
///
/// The links are built once and serve many questions: options are given with [`select`](Self::select), and
/// [`reset`](Self::reset) takes them back. Printed with `{}` it shows the matrix as it is linked at the moment;
/// a long search leaves the links at its root.
///
/// ```
/// use satdoku::exact_cover::{CoverSearch, DancingLinks, ExactCover, ItemChoice};
/// use satdoku::{Budget, Count};
///
/// let cover: ExactCover = "items: a b c | x\na x\na\nb c\nb x\nc".parse()?;
/// let mut search = DancingLinks::new(&cover, ItemChoice::Smallest);
/// let budget = Budget::unlimited();
/// assert_eq!(search.count(None, &mut budget.start()), Count::exact(3));
/// search.select(0);
/// assert_eq!(search.solutions(&budget).collect::<Vec<_>>(), [Ok(vec![0, 2])]);
/// search.reset();
/// assert_eq!(search.count(Some(2), &mut budget.start()).to_string(), ">=2");
/// # Ok::<(), satdoku::exact_cover::CoverTextError>(())
/// ```
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
