//! Constraints, which engines know in place of rules: a few kinds over cells, their checkers and their filtering of domains.
//!
//! A setter's rule is lowered to these kinds, and no engine knows a rule. Cells that differ are a unit of fewer cells than
//! digits; the sets of digits that the cells can have are a constraint. This room knows no clauses, no search and no words of
//! Sudoku; digits are values, and a domain is a set of digit indices, a bit each.
//!
//! | kind | says | filtering | source |
//! | --- | --- | --- | --- |
//! | [`Domain`](Constraint::Domain) | which digits a cell may have | complete | |
//! | [`Distinct`](Constraint::Distinct) | which sets of digits cells that differ may have | by the possible sets | |
//! | [`Relation`](Constraint::Relation) | which pairs of digits two cells may have | complete | Mackworth 1977 |
//! | [`Sum`](Constraint::Sum) | a weighted sum of cells | by the possible sets of cells that differ, and bounds | Trick 2003 |
//! | [`Automaton`](Constraint::Automaton) | which sequences of digits cells may have | complete | Pesant 2004 |
//! | [`Connected`](Constraint::Connected) | the cells with some values make one connected piece | complete without a size | Bessiere et al. 2015 |
//! | [`Partition`](Constraint::Partition) | the labels of cells are connected regions of one size, without a digit twice | region by region | |
//! | [`Polyominoes`](Constraint::Polyominoes) | connected pieces of equal values, each with as many cells as its value | value by value | |
//! | [`Runs`](Constraint::Runs) | how many cells along arms have the value of a first cell, up to another value | complete | Trick 2003 |
//! | [`Choice`](Constraint::Choice) | one of several alternatives holds | what any possible alternative leaves | Van Hentenryck 1998 |

mod any;
mod automaton;
mod choice;
mod connected;
mod distinct;
mod domain;
mod partition;
mod polyominoes;
mod relation;
mod runs;
mod sum;

pub use any::{Choice, Constraint};
pub use automaton::{Automaton, AutomatonError};
pub use connected::ConnectedCells;
pub use distinct::Distinct;
#[doc(hidden)]
pub use distinct::subsets;
pub use domain::{EmptyDomain, MOST_DIGITS};
pub use partition::Partition;
pub use polyominoes::Polyominoes;
pub use relation::RelationMatrix;
pub(crate) use runs::MOST_ARM_CELLS;
pub use runs::Runs;
pub use sum::Sum;
