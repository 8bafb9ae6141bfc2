//! Digits that stand twice in a unit.

use std::fmt;

use crate::geometry::{Cell, Digit, UnitId, UnitKind, UnitName};
use crate::grid::Grid;
use crate::rule::Breach;

/// What the digits of a grid break; prints like what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Violation {
    /// A digit stands more than once in a unit.
    Conflict(Conflict),
    /// A rule is broken.
    Rule(Breach),
}

impl Violation {
    /// The cells that show it.
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
pub struct Conflict {
    /// The unit.
    pub unit: UnitId,
    /// The unit's name.
    pub name: UnitName,
    /// The digit that repeats.
    pub digit: Digit,
    /// The cells of the unit that hold it, two or more.
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
    /// All that the filled cells break: conflicts, then rules.
    #[must_use]
    pub fn violations(&self) -> Vec<Violation> {
        let conflicts = self.conflicts().into_iter().map(Violation::Conflict);
        let breaches = self.rules().breaches(self.geometry(), self.digits()).into_iter().map(Violation::Rule);
        conflicts.chain(breaches).collect()
    }

    /// The first of them, if there is one.
    #[must_use]
    pub fn first_violation(&self) -> Option<Violation> {
        let breach = || Some(Violation::Rule(self.rules().first_breach(self.geometry(), self.digits())?.1));
        self.first_conflict().map(Violation::Conflict).or_else(breach)
    }

    /// All conflicts, unit by unit and within a unit by digit. Takes time linear in the cells of all units.
    #[must_use]
    pub fn conflicts(&self) -> Vec<Conflict> {
        let mut conflicts = Vec::new();
        self.visit_repeated(|unit, digits| {
            conflicts.extend(digits.iter().map(|&digit| self.conflict(unit, digit)));
            true
        });
        conflicts
    }

    /// The first conflict, if there is one: what [`conflicts`](Self::conflicts) would list first.
    #[must_use]
    pub fn first_conflict(&self) -> Option<Conflict> {
        let mut first = None;
        self.visit_repeated(|unit, digits| {
            first = digits.first().map(|&digit| self.conflict(unit, digit));
            false
        });
        first
    }

    /// Calls `visit` with each unit that repeats digits, and with these in ascending order, until it says false.
    fn visit_repeated(&self, mut visit: impl FnMut(UnitId, &[Digit]) -> bool) {
        let geometry = self.geometry();
        // A digit was seen in the unit if its stamp is the unit's number plus one, so nothing is ever cleared.
        let mut stamps = vec![0_usize; geometry.digit_count()];
        let mut repeated = Vec::new();
        // What a rule says of its cells, the rule is asked.
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
