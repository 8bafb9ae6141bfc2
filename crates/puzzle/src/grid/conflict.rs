//! Digits repeated in a unit.

use std::fmt;

use crate::geometry::{Cell, Digit, UnitId, UnitKind, UnitName};
use crate::grid::cells::Grid;
use crate::rule::Breach;

/// A unit conflict or a broken rule; prints as the conflict or breach that it wraps.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub enum Violation {
    /// A digit stands more than once in a unit.
    Conflict(Conflict),
    /// A rule is broken.
    Rule(Breach),
}

impl Violation {
    /// The cells that show the violation.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        match self {
            Self::Conflict(conflict) => &conflict.cells,
            Self::Rule(breach) => &breach.cells,
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Conflict(conflict) => fmt::Display::fmt(conflict, f),
            Self::Rule(breach) => fmt::Display::fmt(breach, f),
        }
    }
}

/// A digit that stands more than once in a unit; prints as `5 twice in row 1: r1c1 r1c4`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[non_exhaustive]
pub struct Conflict {
    /// The unit.
    pub unit: UnitId,
    /// The unit's name.
    pub name: UnitName,
    /// The repeated digit.
    pub digit: Digit,
    /// The cells of the unit that hold the digit, two or more.
    pub cells: Vec<Cell>,
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cells.len() {
            2 => write!(f, "{} twice in {}:", self.digit, self.name)?,
            times => write!(f, "{} {times} times in {}:", self.digit, self.name)?,
        }
        self.cells.iter().try_for_each(|cell| write!(f, " {cell}"))
    }
}

impl Grid {
    /// The violations among the filled cells: conflicts, then broken rules.
    #[must_use]
    pub fn violations(&self) -> Vec<Violation> {
        let conflicts = self.conflicts().into_iter().map(Violation::Conflict);
        let breaches = self.rules().breaches(self.geometry(), self.digits()).into_iter().map(Violation::Rule);
        conflicts.chain(breaches).collect()
    }

    /// The first of the [`violations`](Self::violations), if any.
    #[must_use]
    pub fn first_violation(&self) -> Option<Violation> {
        let breach = || Some(Violation::Rule(self.rules().first_breach(self.geometry(), self.digits())?.1));
        self.first_conflict().map(Violation::Conflict).or_else(breach)
    }

    /// The conflicts, unit by unit and within a unit by digit. Takes time linear in the total length of the units.
    #[must_use]
    pub fn conflicts(&self) -> Vec<Conflict> {
        let mut conflicts = Vec::new();
        if self.is_classic_without_repeats() {
            return conflicts;
        }
        self.visit_repeated(|unit, digits| {
            conflicts.extend(digits.iter().map(|&digit| self.conflict(unit, digit)));
            true
        });
        conflicts
    }

    /// The first of the [`conflicts`](Self::conflicts), if any.
    #[must_use]
    pub fn first_conflict(&self) -> Option<Conflict> {
        if self.is_classic_without_repeats() {
            return None;
        }
        let mut first = None;
        self.visit_repeated(|unit, digits| {
            first = digits.first().map(|&digit| self.conflict(unit, digit));
            false
        });
        first
    }

    /// Whether the grid is on the classic board and repeats no digit there: known in a fraction of the time.
    fn is_classic_without_repeats(&self) -> bool {
        self.geometry().as_classic().is_some() && is_without_repeats(self.digits())
    }

    /// Calls `visit` with each unit that repeats digits and with the repeated digits in ascending order, until `visit` returns
    /// false.
    fn visit_repeated(&self, mut visit: impl FnMut(UnitId, &[Digit]) -> bool) {
        let geometry = self.geometry();
        // A digit's stamp is the number of the last unit that held it, plus one, so stamps are never cleared.
        let mut stamps = vec![0_usize; geometry.digit_count()];
        let mut repeated = Vec::new();
        // Units of rules are skipped: the rules themselves check their cells.
        for unit in geometry.units().filter(|&unit| geometry.unit_name(unit).kind != UnitKind::Rule) {
            for &cell in geometry.unit(unit) {
                let Some(digit) = self.digits[geometry.index(cell)] else { continue };
                if std::mem::replace(&mut stamps[geometry.digit_index(digit)], unit.index() + 1) == unit.index() + 1 {
                    repeated.push(digit);
                }
            }
            if !repeated.is_empty() {
                repeated.sort_unstable();
                repeated.dedup();
                if !visit(unit, &repeated) {
                    return;
                }
                repeated.clear();
            }
        }
    }

    fn conflict(&self, unit: UnitId, digit: Digit) -> Conflict {
        let geometry = self.geometry();
        let cells = geometry.unit(unit).iter().copied().filter(|&cell| self.get(cell) == Some(digit)).collect();
        Conflict { unit, name: geometry.unit_name(unit), digit, cells }
    }
}

/// Whether no row, column or box of 3 × 3 cells repeats a digit, the check of millions of solutions.
fn is_without_repeats(digits: &[Option<Digit>]) -> bool {
    let mut seen = [[0_u16; 9]; 3];
    digits.iter().enumerate().all(|(at, digit)| {
        let Some(digit) = digit else { return true };
        let (row, column, bit) = (at / 9, at % 9, 1 << digit.get());
        [row, column, row / 3 * 3 + column / 3].into_iter().zip(&mut seen).all(|(unit, seen)| {
            let is_new = seen[unit] & bit == 0;
            seen[unit] |= bit;
            is_new
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_short_check_of_a_classic_grid_agrees_with_its_units() {
        let puzzle: Grid =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
        let mut repeats = 0;
        for at in 0..81 {
            for digit in 1..=9 {
                let mut grid = puzzle.clone();
                grid.digits[at] = Some(Digit::new(digit));
                assert_eq!(is_without_repeats(grid.digits()), grid.conflicts().is_empty(), "{digit} at {at}");
                repeats += usize::from(grid.first_conflict().is_some());
            }
        }
        assert!((100..700).contains(&repeats), "{repeats}");
    }
}
