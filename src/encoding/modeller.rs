//! `modeller`: a digit in every cell and none twice, numbered box by box.
//!
//! The encoding of a homework of the University of Cincinnati (ECES 228, 2007), generalised to any board. No constraint is written
//! twice: two cells of a box in a common row or column are covered there.
//!
//! | constraint, in this order | clauses | 9×9 |
//! | --- | --- | --- |
//! | each cell at least one digit | N² | 81 |
//! | each cell at most one digit, pairwise | N²·N(N−1)/2 | 2,916 |
//! | each digit in each row at most once, pairwise | N²·N(N−1)/2 | 2,916 |
//! | each digit in each column at most once, pairwise | N²·N(N−1)/2 | 2,916 |
//! | the same for the pairs of a box (or extra unit) that share no earlier unit | N³(R−1)(C−1)/2 | 1,458 |
//!
//! Only for boards whose regions have N cells each and cover the board.
//!
//! N³ variables: element e of box b, both from 0, holding digit k is variable N²b + Ne + k. The 9×9 grid has 10,287
//! clauses and a unit clause for each clue.

use crate::cnf::ClauseSink;
use crate::encoding::constraints::{Constraints, Group};

pub(super) fn write<S: ClauseSink + ?Sized>(constraints: &mut Constraints<'_, S>) -> Result<(), S::Error> {
    let geometry = constraints.geometry();
    let cells = || geometry.region_units().flat_map(|region| geometry.unit(region)).map(|&cell| Group::Cell(cell));
    let lines = geometry.rows() + geometry.columns();
    cells().try_for_each(|cell| constraints.at_least_one(cell))?;
    cells().try_for_each(|cell| constraints.at_most_one(cell))?;
    Constraints::<S>::unit_groups(geometry)
        .take(lines * geometry.digit_count())
        .try_for_each(|group| constraints.at_most_one(group))?;
    geometry.units().skip(lines).try_for_each(|unit| constraints.at_most_one_again(unit))
}
