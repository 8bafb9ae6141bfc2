//! `extended`: exactly one, both ways, for every cell and every unit.
//!
//! The redundant constraints make hidden singles unit clauses as well as naked singles, so that unit propagation solves easy
//! puzzles without a decision. See I. Lynce and J. Ouaknine, *Sudoku as a SAT problem*, AIMATH 2006.
//!
//! | constraint | clauses |
//! | --- | --- |
//! | each digit in each row, column and box at least once | 3N² (and N for each extra unit) |
//! | each digit in each row, column and box at most once, pairwise | 3N²·N(N−1)/2 (and N·N(N−1)/2) |
//! | each cell at least one digit | N² |
//! | each cell at most one digit, pairwise | N²·N(N−1)/2 |
//!
//! In a unit with fewer cells than digits, at-least-one is left out.
//!
//! N³ variables, 4N²·(1 + N(N−1)/2) clauses, 11,988 for the 9×9 grid, and a unit clause for each clue.

use crate::cnf::ClauseSink;
use crate::encoding::constraints::{Constraints, Group};

pub(super) fn write<S: ClauseSink + ?Sized>(constraints: &mut Constraints<'_, S>) -> Result<(), S::Error> {
    let geometry = constraints.geometry();
    Constraints::<S>::unit_groups(geometry).try_for_each(|group| constraints.exactly_one(group))?;
    geometry.cells().try_for_each(|cell| constraints.exactly_one(Group::Cell(cell)))
}
