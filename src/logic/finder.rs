//! The seam between techniques and what takes their steps.

use std::ops::ControlFlow;

use crate::budget::Running;
use crate::logic::board::Board;
use crate::logic::memory::Memory;
use crate::logic::step::Step;
use crate::logic::technique::{Score, Technique};

/// What a finder looks at.
#[derive(Clone, Copy, Debug)]
pub struct Position<'a> {
    /// Digits and candidates.
    pub board: &'a Board,
    /// What the search may still take. A long one looks at it now and then, and breaks where it is spent.
    pub running: &'a Running,
    /// What earlier steps of the same walk left to go on with.
    pub memory: &'a Memory,
}

/// Takes a step that was found; a break ends the search.
pub type Found<'a> = &'a mut dyn FnMut(Step) -> ControlFlow<()>;

/// Finds steps in the order in which they are to be taken, and says whether it was ended before it had found all.
///
/// A finder knows nothing of the solution. It finds only steps that write a digit or strike something out, and makes the proof
/// of those alone that it hands over.
pub type Finder = fn(&Position<'_>, Found<'_>) -> ControlFlow<()>;

/// A row of a ladder: techniques that are looked for together, and what finds them.
#[derive(Clone, Copy, Debug)]
pub struct Rung {
    /// The techniques that its steps can have.
    pub techniques: &'static [&'static Technique],
    /// What finds them.
    pub find: Finder,
    /// What a step of the row counts, on scales that add steps up.
    pub score: Option<Score>,
}
