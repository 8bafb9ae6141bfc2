//! Deduction without search: candidates that cannot be true are struck out until nothing more follows.
//!
//! [`Techniques`] says which techniques are used. Queues of changes drive each technique, so deduction takes time in the
//! candidates and in the eliminations, and never sweeps the board. Every technique works on any geometry.
//!
//! | step | what it sees | a look costs | source |
//! | --- | --- | --- | --- |
//! | `singles` | a cell with one digit left, a digit with one place left in a unit | what it strikes out | |
//! | `locked` | a digit's places in one unit that all lie in another | the places | *pointing*, *claiming* |
//! | `subsets` | two to four cells with as many digits, or the other way round | the nearly decided cells | |
//! | `matching` | everything that follows from one unit | N²/64 a unit | Régin 1994 |
//! | `overlaps` | what units that overlap imply for a digit | the places times the peers of one | *law of leftovers* |
//!
//! The constraints of a puzzle's rules are filtered with `locked`, unless the set of techniques is `none`.
//!
//! Digits that follow are written into the grid, and the remaining candidates are kept. On request each step is recorded with its
//! premises; a contradiction names its place. Knows no clauses and no solver.

mod bits;
mod candidates;
mod classic;
mod constraints;
mod deduction;
mod domains;
mod locked;
mod matching;
mod overlaps;
mod places;
mod propagation;
mod queue;
mod reduced;
mod state;
mod step;
mod subsets;
mod techniques;
mod used_digits;

pub(crate) use bits::{lowest, ones, take_lowest};
pub use candidates::Candidates;
pub use deduction::{Reduction, Refutation, memory, refute};
pub(crate) use domains::{Domains, Watch, Wipeout};
pub(crate) use propagation::{Failure, Propagation};
pub use reduced::Reduced;
pub use step::{Contradiction, Premises, ReductionStep, ReductionTechnique};
pub use techniques::{Techniques, UnknownTechnique};
pub(crate) use used_digits::UsedDigits;
