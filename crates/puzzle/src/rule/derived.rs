//! Sums that follow from cages and units together: *innies and outies*.
//!
//! k full units without a common cell add up to a known total: k times the sum of the digits. Subtracting the cages that lie
//! mostly inside leaves a sum over the units' remaining cells, minus the cells of these cages outside. Derived sums only help a
//! search: the solutions stay unchanged.

use std::collections::{BTreeMap, BTreeSet};

use crate::constraint::{Constraint, Sum};
use crate::geometry::{Cell, Geometry, UnitId, UnitKind};
use crate::rule::constrain::number;
use crate::rule::id::RuleId;

/// The most terms of a derived sum; longer sums filter nothing.
const MOST_TERMS: usize = 8;
/// The most units in a union.
const MOST_UNITS: usize = 4;
/// The most derived sums of a puzzle.
const MOST_SUMS: usize = 512;

/// A sum that follows from units and further sums.
#[derive(Debug)]
#[doc(hidden)]
pub struct DerivedSum {
    /// The sum of the remaining cells.
    pub constraint: Constraint,
    /// The units whose totals the sum starts from.
    pub units: Vec<UnitId>,
    /// The subtracted constraints, by index; at least one.
    pub without: Vec<usize>,
}

/// A constraint that is a plain sum.
struct PlainSum {
    index: usize,
    cells: BTreeSet<Cell>,
    total: i64,
}

/// Units without a common cell.
struct Union {
    units: Vec<UnitId>,
    cells: BTreeSet<Cell>,
    /// The sum of the cells.
    total: i64,
}

/// The remainder of a union.
struct Rest {
    terms: BTreeMap<Cell, i64>,
    total: i64,
    without: Vec<usize>,
}

/// The consequences of cages and units together.
#[derive(Default)]
pub(super) struct Derived {
    pub(super) sums: Vec<DerivedSum>,
    /// The index of a sum, and a cell, of units that sums fill completely with another total: the sums contradict the units.
    pub(super) contradiction: Option<(usize, Cell)>,
}

/// The consequences of full units, their unions, and the sums among some constraints.
pub(super) fn derived(board: &Geometry, constraints: &[(RuleId, Constraint)]) -> Derived {
    let sums = plain_sums(constraints);
    let mut derived = Derived::default();
    if sums.is_empty() {
        return derived;
    }
    let digits: Vec<i64> = board.digits().map(|digit| i64::from(digit.get())).collect();
    let differ = |a: Cell, b: Cell| board.shared_unit(a, b).is_some();
    let mut known: BTreeSet<BTreeMap<Cell, i64>> = BTreeSet::new();
    for union in unions(board, digits.iter().sum()) {
        let Rest { terms, total, without } = rest(&union, &sums);
        let Some(&sum) = without.last() else { continue };
        if terms.is_empty() {
            if let Some(&cell) = union.cells.first().filter(|_| total != 0) {
                derived.contradiction.get_or_insert((sum, cell));
            }
        } else if terms.len() <= MOST_TERMS && derived.sums.len() < MOST_SUMS && known.insert(terms.clone()) {
            let terms: Vec<(i64, Cell)> = terms.into_iter().map(|(cell, factor)| (factor, cell)).collect();
            let constraint = Constraint::Sum(Sum::new(terms, total, digits[0], digits.len(), differ));
            derived.sums.push(DerivedSum { constraint, units: union.units, without });
        }
    }
    derived
}

/// The constraints that are plain sums.
fn plain_sums(constraints: &[(RuleId, Constraint)]) -> Vec<PlainSum> {
    let plain = |(index, (_, constraint)): (usize, &(RuleId, Constraint))| match constraint {
        Constraint::Sum(sum) if sum.terms().iter().all(|&(factor, _)| factor == 1) => {
            let cells: BTreeSet<Cell> = sum.terms().iter().map(|&(_, cell)| cell).collect();
            Some(PlainSum { index, cells, total: sum.total() })
        }
        _ => None,
    };
    constraints.iter().enumerate().filter_map(plain).collect()
}

/// Full units, and up to four neighbouring units of a kind together, with the sum of their cells.
fn unions(board: &Geometry, of_unit: i64) -> Vec<Union> {
    let mut unions = Vec::new();
    for kind in [UnitKind::Row, UnitKind::Column, UnitKind::Box, UnitKind::Region] {
        let full = |unit: &UnitId| board.unit(*unit).len() == board.digit_count();
        let units: Vec<UnitId> = board.units_of_kind(kind).filter(full).collect();
        for from in 0..units.len() {
            let mut cells = BTreeSet::new();
            for (more, &unit) in units[from..].iter().take(MOST_UNITS).enumerate() {
                // Overlapping units have no known total.
                if board.unit(unit).iter().any(|&cell| !cells.insert(cell)) {
                    break;
                }
                let units = units[from..=from + more].to_vec();
                unions.push(Union { units, cells: cells.clone(), total: of_unit * (number(more) + 1) });
            }
        }
    }
    unions
}

/// The remainder of a union after subtracting the sums that lie mostly inside it: more cells inside than outside.
fn rest(union: &Union, sums: &[PlainSum]) -> Rest {
    let cells = &union.cells;
    let mut terms: BTreeMap<Cell, i64> = cells.iter().map(|&cell| (cell, 1)).collect();
    let (mut total, mut without) = (union.total, Vec::new());
    for sum in sums {
        // A cell that an earlier sum has already subtracted would be subtracted twice.
        let is_free =
            |cell: &Cell| if cells.contains(cell) { terms.contains_key(cell) } else { !terms.contains_key(cell) };
        let inside = sum.cells.iter().filter(|cell| cells.contains(cell)).count();
        if 2 * inside <= sum.cells.len() || !sum.cells.iter().all(is_free) {
            continue;
        }
        for &cell in &sum.cells {
            if terms.remove(&cell).is_none() {
                terms.insert(cell, -1);
            }
        }
        total -= sum.total;
        without.push(sum.index);
    }
    Rest { terms, total, without }
}
