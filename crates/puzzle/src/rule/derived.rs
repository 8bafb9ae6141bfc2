//! What follows from the rules' constraints and the units together. It only helps a search: the solutions stay unchanged.
//!
//! *Settled units*: the cells of a unit have, by their layers and by the rules, as many digits as the unit has cells. So the unit
//! has each of these digits, also on a board with more digits than cells in a row.
//!
//! *Innies and outies*: settled units without a common cell add up to a known total. Subtracting the cages that lie mostly inside
//! leaves a sum over the units' remaining cells, minus the cells of these cages outside.
//!
//! *Different digits*: an automaton over cells that all differ reads no digit twice, although its states forget the digits read.
//!
//! *Equal groups* are in `equal_groups`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use satdoku_base::budget::Running;

use crate::constraint::{Constraint, Distinct, MOST_DIGITS, Sum};
use crate::geometry::{Cell, Digit, Geometry, UnitId, UnitKind};
use crate::rule::equal_groups::{Groups, Rest, sums};
use crate::rule::id::RuleId;

/// The most terms of a derived sum; longer sums filter nothing.
const MOST_TERMS: usize = 8;
/// The most units in a union.
const MOST_UNITS: usize = 4;
/// The most derived sums of a puzzle.
const MOST_SUMS: usize = 512;
/// The most terms that are looked up in unions: some milliseconds.
const MOST_LOOKUPS: usize = 1 << 18;

/// A sum that follows from units and further sums.
#[derive(Debug)]
#[doc(hidden)]
pub struct DerivedSum {
    /// The sum of the remaining cells.
    pub constraint: Constraint,
    /// The units whose totals are added.
    pub units: Vec<UnitId>,
    /// The constraints whose sums are added, by index, each times a factor; at least one.
    pub sums: Vec<(i64, usize)>,
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

/// The digits of a settled unit.
pub(super) struct SettledUnit {
    pub(super) unit: UnitId,
    /// The index of a constraint that says which digits a cell of the unit may have, if any.
    pub(super) by: Option<usize>,
    pub(super) constraint: Constraint,
}

/// The consequences of constraints and units together.
#[derive(Default)]
pub(super) struct Derived {
    pub(super) sums: Vec<DerivedSum>,
    /// The digits of settled units that are shorter than the number of the board's digits.
    pub(super) settled: Vec<SettledUnit>,
    /// A sum without a cell that is not 0, and a cell of its units: sums fill units completely, with another total.
    pub(super) contradiction: Option<(DerivedSum, Cell)>,
}

/// The consequences of settled units, their unions, and the sums among some constraints.
pub(super) fn derived(board: &Geometry, constraints: &[(RuleId, Constraint)]) -> Derived {
    let plain = plain_sums(constraints);
    let has_sums = constraints.iter().any(|(_, constraint)| matches!(constraint, Constraint::Sum(_)));
    if !has_sums && board.has_full_units_only() || board.digit_count() > MOST_DIGITS {
        return Derived::default();
    }
    let settled = Settled::of(board, constraints);
    let mut derived = Derived { settled: settled.short_units(board), ..Derived::default() };
    let groups = Groups::of(constraints);
    let stated = if groups.0.is_empty() { BTreeSet::new() } else { stated(constraints) };
    let equal: Vec<Rest> = groups.differences().filter(|rest| !stated.contains(&rest.terms)).collect();
    if plain.is_empty() && equal.is_empty() {
        return derived;
    }
    let digits: Vec<i64> = board.digits().map(|digit| i64::from(digit.get())).collect();
    let differ = |a: Cell, b: Cell| board.shared_unit(a, b).is_some();
    let constraint = |terms: BTreeMap<Cell, i64>, total: i64| {
        let terms: Vec<(i64, Cell)> = terms.into_iter().map(|(cell, factor)| (factor, cell)).collect();
        Constraint::Sum(Sum::new(terms, total, digits[0], digits.len(), differ))
    };
    let mut known: BTreeSet<BTreeMap<Cell, i64>> = BTreeSet::new();
    let lookups: usize = plain.iter().map(|sum| sum.cells.len()).sum();
    for union in unions(board, &settled).into_iter().take(MOST_LOOKUPS / lookups.max(1)) {
        let Rest { terms, total, sums } = rest(&union, &plain);
        if sums.is_empty() {
            continue;
        }
        if terms.is_empty() {
            if let Some(&cell) = union.cells.first().filter(|_| total != 0 && derived.contradiction.is_none()) {
                let constraint = constraint(terms, total);
                derived.contradiction = Some((DerivedSum { constraint, units: union.units, sums }, cell));
            }
        } else if terms.len() <= MOST_TERMS && derived.sums.len() < MOST_SUMS && known.insert(terms.clone()) {
            let constraint = constraint(terms, total);
            derived.sums.push(DerivedSum { constraint, units: union.units, sums });
        }
    }
    for Rest { terms, total, sums } in equal {
        if terms.len() <= MOST_TERMS && derived.sums.len() < MOST_SUMS && known.insert(terms.clone()) {
            derived.sums.push(DerivedSum { constraint: constraint(terms, total), units: Vec::new(), sums });
        }
    }
    derived
}

/// The most automata of different digits of a puzzle: each takes up to some milliseconds and some hundred kilobytes.
const MOST_AUTOMATA: usize = 64;

/// The first automata over cells that all differ, each with the index of its constraint, without the sequences that hold a digit
/// twice. Those that would be too large are left out, and all others once the budget is spent.
pub(super) fn different_digits(
    board: &Geometry,
    constraints: &[(RuleId, Constraint)],
    running: &Running,
) -> Vec<(usize, Constraint)> {
    let different = |(number, (_, constraint)): (usize, &(RuleId, Constraint))| {
        let Constraint::Automaton { cells, automaton } = constraint else { return None };
        let automaton = Arc::new(automaton.of_different_digits()?);
        Some((number, Constraint::Automaton { cells: cells.clone(), automaton }))
    };
    let all = constraints.iter().enumerate();
    let automata = all.filter(|(_, (_, constraint))| reads_different_cells(board, constraint)).take(MOST_AUTOMATA);
    automata.take_while(|_| running.check().is_ok()).filter_map(different).collect()
}

/// Whether a constraint is an automaton over cells that all differ.
fn reads_different_cells(board: &Geometry, constraint: &Constraint) -> bool {
    let Constraint::Automaton { cells, .. } = constraint else { return false };
    let differ = |one: Cell, other: Cell| one != other && board.shared_unit(one, other).is_some();
    cells.iter().enumerate().all(|(at, &one)| cells[..at].iter().all(|&other| differ(one, other)))
}

/// The terms of the sums that rules state, both ways.
fn stated(constraints: &[(RuleId, Constraint)]) -> BTreeSet<BTreeMap<Cell, i64>> {
    let terms = |sum: &Sum, sign: i64| sum.terms().iter().map(|&(factor, cell)| (cell, sign * factor)).collect();
    sums(constraints).flat_map(|(_, sum)| [terms(sum, 1), terms(sum, -1)]).collect()
}

/// The constraints that are plain sums.
fn plain_sums(constraints: &[(RuleId, Constraint)]) -> Vec<PlainSum> {
    let plain = sums(constraints).filter(|(_, sum)| sum.terms().iter().all(|&(factor, _)| factor == 1));
    let cells = |sum: &Sum| sum.terms().iter().map(|&(_, cell)| cell).collect();
    plain.map(|(index, sum)| PlainSum { index, cells: cells(sum), total: sum.total() }).collect()
}

/// The units that have each digit of a known set.
struct Settled {
    /// By unit its digits by index, a bit each.
    digits: Vec<Option<u64>>,
    /// By cell the last constraint that says which digits it may have.
    by: Vec<Option<usize>>,
}

impl Settled {
    fn of(board: &Geometry, constraints: &[(RuleId, Constraint)]) -> Self {
        let digits_of = |cell: &Cell| {
            let (first, last) = board.values(*cell);
            let [first, last] = [first, last].map(|digit| board.digit_index(Digit::new(digit)));
            (u64::MAX >> (63 - last)) & (u64::MAX << first)
        };
        let cells: Vec<Cell> = board.cells().collect();
        let mut of_cell: Vec<u64> = cells.iter().map(digits_of).collect();
        let mut by = vec![None; cells.len()];
        for (number, (_, constraint)) in constraints.iter().enumerate() {
            if let Constraint::Domain { cell, digits } = constraint {
                let index = board.index(*cell);
                of_cell[index] &= digits;
                by[index] = Some(number);
            }
        }
        let of_unit = |unit: UnitId| {
            let cells = board.unit(unit);
            let digits = cells.iter().fold(0, |all, &cell| all | of_cell[board.index(cell)]);
            (digits.count_ones() as usize == cells.len()).then_some(digits)
        };
        Self { digits: board.units().map(of_unit).collect(), by }
    }

    /// The sum of a unit.
    fn total(&self, board: &Geometry, unit: UnitId) -> Option<i64> {
        let digits = self.digits[unit.index()]?;
        let values = board.digits().enumerate().filter(|(index, _)| digits >> index & 1 == 1);
        Some(values.map(|(_, digit)| i64::from(digit.get())).sum())
    }

    /// The units that the board does not know as full.
    fn short_units(&self, board: &Geometry) -> Vec<SettledUnit> {
        let short = board.units().filter(|&unit| !board.is_full_unit(unit));
        let settled = |unit: UnitId| {
            let (cells, digits) = (board.unit(unit), self.digits[unit.index()]?);
            let by = cells.iter().find_map(|&cell| self.by[board.index(cell)]);
            Some(SettledUnit { unit, by, constraint: Constraint::Distinct(Distinct::new(cells, [digits])) })
        };
        short.filter_map(settled).collect()
    }
}

/// Settled units, and up to four neighbouring units of a kind together, with the sum of their cells.
fn unions(board: &Geometry, settled: &Settled) -> Vec<Union> {
    let mut unions = Vec::new();
    for kind in [UnitKind::Row, UnitKind::Column, UnitKind::Box, UnitKind::Region] {
        let units: Vec<(UnitId, i64)> =
            board.units_of_kind(kind).filter_map(|unit| Some((unit, settled.total(board, unit)?))).collect();
        for from in 0..units.len() {
            let (mut cells, mut total) = (BTreeSet::new(), 0);
            for (more, &(unit, of_unit)) in units[from..].iter().take(MOST_UNITS).enumerate() {
                // Overlapping units have no known total.
                if board.unit(unit).iter().any(|&cell| !cells.insert(cell)) {
                    break;
                }
                total += of_unit;
                let units = units[from..=from + more].iter().map(|&(unit, _)| unit).collect();
                unions.push(Union { units, cells: cells.clone(), total });
            }
        }
    }
    unions
}

/// The remainder of a union after subtracting the sums that lie mostly inside it: more cells inside than outside.
fn rest(union: &Union, sums: &[PlainSum]) -> Rest {
    let cells = &union.cells;
    let mut terms: BTreeMap<Cell, i64> = BTreeMap::new();
    terms.extend(cells.iter().map(|&cell| (cell, 1)));
    let (mut total, mut subtracted) = (union.total, Vec::new());
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
        subtracted.push((-1, sum.index));
    }
    Rest { terms, total, sums: subtracted }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::{Rule, Rules};

    /// What follows on a board of 4×4 with the digits 1 to 6.
    fn derived_of(rules: &[String]) -> (Geometry, Derived) {
        let board: Geometry = "2x2".parse().unwrap();
        let board = board.with_digits(1..=6).unwrap();
        let rules: Vec<Rule> = rules.iter().map(|rule| rule.parse().unwrap()).collect();
        let (board, rules) = Rules::on(&board, rules).unwrap();
        let derived = derived(&board, rules.constraints());
        (board, derived)
    }

    /// The digits 2, 3, 5 and 6 for each cell, but for one.
    fn four_digits(but: &str) -> Vec<String> {
        let cells = (1..=4).flat_map(|row| (1..=4).map(move |column| format!("r{row}c{column}")));
        cells.map(|cell| format!("allowed {} {cell}", if cell == but { "1,2,3" } else { "2,3,5,6" })).collect()
    }

    /// A cage in each row, and sums over the whole board: the more of these, the fewer unions are looked at.
    #[test]
    fn very_many_terms_are_not_looked_at() {
        let board: Geometry = "3x3".parse().unwrap();
        let cell = |at: usize| format!("r{}c{}", at / 9 + 1, at % 9 + 1);
        let all: Vec<String> = (0..81).map(cell).collect();
        let units_with = |wide: usize| {
            let cages = (1..=9).map(|row| format!("killer 17 r{row}c1 r{row}c2"));
            let sums = (0..wide).map(|total| format!("sum {total} {}", all.join(" ")));
            let rules: Vec<Rule> = cages.chain(sums).map(|rule| rule.parse().unwrap()).collect();
            let (board, rules) = Rules::on(&board, rules).unwrap();
            let derived = derived(&board, rules.constraints());
            let rows: Vec<UnitId> = board.units_of_kind(UnitKind::Row).collect();
            derived.sums.iter().filter(|sum| matches!(sum.units[..], [unit] if rows.contains(&unit))).count()
        };
        assert_eq!([units_with(0), units_with(150), units_with(400), units_with(500)], [9, 6, 2, 2]);
    }

    #[test]
    fn units_of_as_many_digits_as_cells_have_each_of_them() {
        let (board, derived) = derived_of(&four_digits(""));
        assert_eq!(derived.settled.len(), board.unit_count());
        let digits = |constraint: &Constraint| match constraint {
            Constraint::Distinct(distinct) => distinct.sets().to_vec(),
            other => panic!("{other:?}"),
        };
        assert!(derived.settled.iter().all(|unit| unit.by.is_some() && digits(&unit.constraint) == [0b11_0110]));
        // The row, the column and the box of a cell with a fifth digit are not settled.
        assert_eq!(derived_of(&four_digits("r2c3")).1.settled.len(), board.unit_count() - 3);
        assert!(derived_of(&[]).1.settled.is_empty());
    }

    #[test]
    fn settled_units_add_up_to_their_digits() {
        let cage = ["killer 13 r1c1 r1c2 r1c3".to_owned()];
        let (_, derived) = derived_of(&[&four_digits("")[..], &cage].concat());
        let sums = derived.sums.iter().filter(|sum| sum.units.len() == 1).map(|sum| &sum.constraint);
        let sums: Vec<(usize, i64)> = sums
            .map(|sum| match sum {
                Constraint::Sum(sum) => (sum.terms().len(), sum.total()),
                other => panic!("{other:?}"),
            })
            .collect();
        // The fourth cell of the row; the other two cells of the box less the third cell of the cage.
        assert_eq!(sums, [(1, 3), (3, 3)]);
        assert!(derived_of(&[&four_digits("r1c4")[..], &cage].concat()).1.sums.iter().all(
            |sum| sum.units.len() > 1 || matches!(&sum.constraint, Constraint::Sum(sum) if sum.terms().len() == 3)
        ));
    }

    #[test]
    fn the_outer_and_the_middle_group_of_a_zipper_are_equal() {
        let (_, derived) = derived_of(&["zipper r1c1 r2c2 r3c3 r4c2 r3c1".to_owned()]);
        let sums: Vec<(i64, Vec<(i64, String)>)> = derived
            .sums
            .iter()
            .map(|sum| match &sum.constraint {
                Constraint::Sum(sum) => {
                    let terms = sum.terms().iter().map(|&(factor, cell)| (factor, cell.to_string()));
                    (sum.total(), terms.collect())
                }
                other => panic!("{other:?}"),
            })
            .collect();
        let [(0, terms)] = &sums[..] else { panic!("{sums:?}") };
        let of_middle = terms.iter().find(|(_, cell)| cell == "r3c3").unwrap().0;
        for (factor, cell) in terms.iter().filter(|(_, cell)| cell != "r3c3") {
            assert!(["r1c1", "r3c1"].contains(&cell.as_str()));
            assert_eq!(*factor, -of_middle);
        }
        assert_eq!(terms.len(), 3);
    }

    #[test]
    fn only_automata_over_cells_that_all_differ_are_derived() {
        let board: Geometry = "3x3".parse().unwrap();
        let derived_of = |rule: &str| {
            let (board, rules) = Rules::on(&board, vec![rule.parse::<Rule>().unwrap()]).unwrap();
            different_digits(&board, rules.constraints(), &Running::default()).len()
        };
        assert_eq!(derived_of("sandwich 20 row 1"), 1);
        assert_eq!(derived_of("regex 1.*2 : r1c1 r1c2 r2c2 r2c4"), 0);
        assert_eq!(derived_of("killer 10 r1c1 r1c2 r1c3"), 0);
        // A cell that is read twice has one digit.
        assert_eq!(derived_of("regex ... : r1c1 r1c2 r1c1"), 0);
    }
}
