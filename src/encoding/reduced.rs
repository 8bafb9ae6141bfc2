//! `reduced`: variables only for the candidates that are left open, by the clues or by deduction.
//!
//! Exactly one, both ways, for every cell and every unit, over open candidates, without repetition: units with equal open places
//! for a digit state at-least-one once. An at-least-one constraint with no candidate left becomes the empty clause: dropping it
//! would make an unsatisfiable puzzle satisfiable. See G. Kwon and H. Jain, *Optimized CNF encoding for Sudoku puzzles*, LPAR 2006.
//!
//! | constraint, over open candidates | clauses at most |
//! | --- | --- |
//! | each digit in each unit at least once, unless it has its place there | 3N² |
//! | each empty cell at least one digit | N² |
//! | each empty cell at most one digit, each digit in each row and column at most once | 3N²·N(N−1)/2 |
//! | the same for the pairs of a box (or extra unit) that share no earlier unit | N³(R−1)(C−1)/2 |
//!
//! As many variables as candidates are open, and no clause for a clue.

use crate::cnf::ClauseSink;
use crate::encoding::constraints::{Constraints, Group};
use crate::geometry::{UnitId, UnitKind};

pub(super) fn write<S: ClauseSink + ?Sized>(constraints: &mut Constraints<'_, S>) -> Result<(), S::Error> {
    let geometry = constraints.geometry();
    geometry.cells().try_for_each(|cell| constraints.exactly_one(Group::Cell(cell)))?;
    let is_line = |unit: UnitId| matches!(geometry.unit_name(unit).kind, UnitKind::Row | UnitKind::Column);
    for unit in geometry.units() {
        for group in geometry.digits().map(|digit| Group::Unit(unit, digit)) {
            if is_line(unit) {
                constraints.at_least_one_again_and_at_most_one(group)?;
            } else {
                constraints.at_least_one_again(group)?;
            }
        }
    }
    geometry.units().filter(|&unit| !is_line(unit)).try_for_each(|unit| constraints.at_most_one_again(unit))
}
