//! The interface between techniques and the users of their steps.

use std::ops::ControlFlow;

use satdoku_base::budget::Running;

use crate::board::Board;
use crate::step::Step;
use crate::technique::{Score, Technique};
use crate::walk_cache::WalkCache;

/// The input of a finder.
#[derive(Clone, Copy, Debug)]
pub struct Position<'a> {
    /// Digits and candidates.
    pub board: &'a Board,
    /// The remaining budget. A long search checks it now and then, and breaks once it is spent.
    pub running: &'a Running,
    /// State that earlier steps of the walk left for reuse.
    pub cache: &'a WalkCache,
}

/// Takes a step that was found; a break ends the search.
pub type Found<'a> = &'a mut dyn FnMut(Step) -> ControlFlow<()>;

/// Finds steps in the order in which they should be taken; breaks if the search ended early.
///
/// A finder does not know the solution. It finds only steps that write a digit or strike out a candidate, and builds proofs only
/// for the steps that it passes to `Found`.
pub type Finder = fn(&Position<'_>, Found<'_>) -> ControlFlow<()>;

/// A row of a ladder: techniques with a common finder.
#[derive(Clone, Copy, Debug)]
pub struct LadderRow {
    /// The techniques of its steps.
    pub techniques: &'static [&'static Technique],
    /// The finder.
    pub find: Finder,
    /// The score of a step, on scales that add scores up.
    pub score: Option<Score>,
}
