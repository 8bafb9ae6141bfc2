//! `minimal`: the fewest constraints that define a Sudoku.
//!
//! Every digit is somewhere in every unit, every cell has a digit, and no cell has two. That no digit stands twice in a unit
//! follows by counting, which a solver must find out again and again: good to study, slow to solve. See I. Lynce and J. Ouaknine,
//! *Sudoku as a SAT problem*, AIMATH 2006 (with at-most-one over units instead).
//!
//! | constraint | clauses |
//! | --- | --- |
//! | each digit in each row, column and box at least once | 3N² (and N for each extra unit) |
//! | each cell at least one digit | N² |
//! | each cell at most one digit, pairwise | N²·N(N−1)/2 |
//!
//! In a unit of fewer cells than digits each digit is at most once, pairwise, in place of at least once.
//!
//! N³ variables, 4N² + (N⁴−N³)/2 clauses, and a unit clause for each clue.

use crate::cnf::ClauseSink;
use crate::encoding::constraints::{Constraints, Group};

pub(super) fn write<S: ClauseSink + ?Sized>(constraints: &mut Constraints<'_, S>) -> Result<(), S::Error> {
    let geometry = constraints.geometry();
    Constraints::<S>::unit_groups(geometry).try_for_each(|group| {
        constraints.at_least_one(group)?;
        // At-most-one follows by counting only in units where each digit must stand.
        constraints.at_most_one_if_short(group)
    })?;
    geometry.cells().try_for_each(|cell| constraints.at_least_one(Group::Cell(cell)))?;
    geometry.cells().try_for_each(|cell| constraints.at_most_one(Group::Cell(cell)))
}
