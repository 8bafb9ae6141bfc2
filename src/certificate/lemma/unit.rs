//! Cells that differ: they have a filling if each can have a digit of its own.

use crate::bits::ones;
use crate::geometry::{Cell, Geometry};

/// Whether two cells are not the same and share a unit.
pub(super) fn differ(board: &Geometry, one: Cell, other: Cell) -> bool {
    one != other && board.shared_unit(one, other).is_some()
}

/// Whether cells with these digits, a bit each, can all differ: each cell in turn takes a digit, and cells before it move (C. Berge,
/// *Two theorems in graph theory*, 1957).
pub(super) fn can_differ(domains: &[u64]) -> bool {
    let mut taken_by = [None; 64];
    (0..domains.len()).all(|cell| takes_digit(domains, cell, &mut taken_by, &mut 0))
}

fn takes_digit(domains: &[u64], cell: usize, taken_by: &mut [Option<usize>; 64], tried: &mut u64) -> bool {
    for digit in ones(domains[cell]) {
        if *tried >> digit & 1 == 1 {
            continue;
        }
        *tried |= 1 << digit;
        if taken_by[digit].is_none_or(|other| takes_digit(domains, other, taken_by, tried)) {
            taken_by[digit] = Some(cell);
            return true;
        }
    }
    false
}
