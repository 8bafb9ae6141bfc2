//! Sums that follow from cages and units together: *innies and outies*.
//!
//! Full units that share no cell make a known total: k units k times the sum of the digits. Taking away the cages that lie in them
//! leaves a sum of the other cells of the units and, taken off, of the cells of those cages that lie outside. Such sums only help a
//! search: solutions are the same without them.

use std::collections::{BTreeMap, BTreeSet};

use crate::constraint::{Constraint, Sum};
use crate::geometry::{Cell, Geometry, UnitKind};
use crate::rule::RuleId;
use crate::rule::constrain::number;

/// Terms of a derived sum; longer ones filter nothing.
const MOST_TERMS: usize = 8;
/// Units that are taken together.
const MOST_UNITS: usize = 4;
/// Derived sums of a puzzle.
const MOST_SUMS: usize = 512;

/// The sums that follow from full units, and unions of them, and the sums among some constraints. Each has the rule of one sum
/// that it comes from.
pub(in crate::rule) fn derived(board: &Geometry, constraints: &[(RuleId, Constraint)]) -> Vec<(RuleId, Constraint)> {
    let plain = |(rule, constraint): &(RuleId, Constraint)| match constraint {
        Constraint::Sum(sum) if sum.terms().iter().all(|&(factor, _)| factor == 1) => {
            let cells: BTreeSet<Cell> = sum.terms().iter().map(|&(_, cell)| cell).collect();
            Some((*rule, cells, sum.total()))
        }
        _ => None,
    };
    let sums: Vec<(RuleId, BTreeSet<Cell>, i64)> = constraints.iter().filter_map(plain).collect();
    if sums.is_empty() {
        return Vec::new();
    }
    let digits: Vec<i64> = board.digits().map(|digit| i64::from(digit.get())).collect();
    let of_unit: i64 = digits.iter().sum();
    let differ = |a: Cell, b: Cell| board.shared_unit(a, b).is_some();
    let mut known: BTreeSet<BTreeMap<Cell, i64>> = BTreeSet::new();
    let mut found = Vec::new();
    for (cells, total) in unions(board, of_unit) {
        let Some((rule, terms, total)) = rest(&cells, total, &sums) else { continue };
        if found.len() == MOST_SUMS {
            break;
        }
        if known.insert(terms.clone()) {
            let terms: Vec<(i64, Cell)> = terms.into_iter().map(|(cell, factor)| (factor, cell)).collect();
            found.push((rule, Constraint::Sum(Sum::new(terms, total, digits[0], digits.len(), differ))));
        }
    }
    found
}

/// Full units, and neighbouring ones of a kind up to four together, with what their cells make.
fn unions(board: &Geometry, of_unit: i64) -> Vec<(BTreeSet<Cell>, i64)> {
    let mut unions = Vec::new();
    for kind in [UnitKind::Row, UnitKind::Column, UnitKind::Box, UnitKind::Region] {
        let full = |cells: &&[Cell]| cells.len() == board.digit_count();
        let units: Vec<&[Cell]> = board.units_of_kind(kind).map(|unit| board.unit(unit)).filter(full).collect();
        for from in 0..units.len() {
            let mut cells = BTreeSet::new();
            for (more, unit) in units[from..].iter().take(MOST_UNITS).enumerate() {
                // Units that overlap make no known total.
                if unit.iter().any(|&cell| !cells.insert(cell)) {
                    break;
                }
                unions.push((cells.clone(), of_unit * (number(more) + 1)));
            }
        }
    }
    unions
}

/// What is left of a total once the sums within its cells are taken away, where few terms are left. Each sum that shares cells is
/// taken if more of its cells are inside than outside.
fn rest(
    cells: &BTreeSet<Cell>,
    total: i64,
    sums: &[(RuleId, BTreeSet<Cell>, i64)],
) -> Option<(RuleId, BTreeMap<Cell, i64>, i64)> {
    let mut terms: BTreeMap<Cell, i64> = cells.iter().map(|&cell| (cell, 1)).collect();
    let (mut total, mut rule) = (total, None);
    for (of, sum, made) in sums {
        // A cell that another sum has taken away already would come in twice.
        let is_free =
            |cell: &Cell| if cells.contains(cell) { terms.contains_key(cell) } else { !terms.contains_key(cell) };
        let inside = sum.iter().filter(|cell| cells.contains(cell)).count();
        if 2 * inside <= sum.len() || !sum.iter().all(is_free) {
            continue;
        }
        for &cell in sum {
            if terms.remove(&cell).is_none() {
                terms.insert(cell, -1);
            }
        }
        total -= made;
        rule = Some(*of);
    }
    let rule = rule?;
    (!terms.is_empty() && terms.len() <= MOST_TERMS).then_some((rule, terms, total))
}
