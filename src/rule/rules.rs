//! The rules of a puzzle.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::constraint::{Constraint, MOST_DIGITS};
use crate::geometry::{Cell, Geometry, UnitId, UnitKind};
use crate::rule::derived::{Derived, DerivedSum, derived};
use crate::rule::{Breach, Digits, Lowered, ParseRuleError, Rule, RuleError};

/// The number of a rule among those of a puzzle, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId(u32);

impl RuleId {
    /// The number, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The first numbers.
    pub(in crate::rule) fn first(count: usize) -> impl ExactSizeIterator<Item = Self> + use<> {
        (0..count as u32).map(Self)
    }
}

/// The rules of a puzzle, and what they are to engines. Shared by the grids of a puzzle; equal if their lines are.
#[derive(Clone, Default)]
pub struct Rules(Option<Arc<Stated>>);

struct Stated {
    rules: Vec<Rule>,
    constraints: Vec<(RuleId, Constraint)>,
    /// The cells of each constraint, by index.
    cells: Vec<Vec<u32>>,
    /// The constraints of each cell.
    of_cell: Vec<Vec<u32>>,
}

/// A rule that cannot be on a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{rule}: {source}")]
pub struct Misplaced {
    /// Which of the rules it is, from 0.
    pub number: usize,
    /// The rule's line.
    pub rule: String,
    /// Why.
    pub source: RuleError,
}

impl Rules {
    /// The rules of a puzzle on a board, and the board with the sets of cells that differ as units, on which the puzzle is.
    ///
    /// # Errors
    /// If a rule cannot be on the board, or has not the cells that it needs or a number out of range.
    pub fn on(board: &Geometry, rules: Vec<Rule>) -> Result<(Geometry, Self), Misplaced> {
        if rules.is_empty() {
            return Ok((board.clone(), Self::default()));
        }
        let misplaced = |number: usize, source| Misplaced { number, rule: rules[number].to_string(), source };
        let found = board.digit_count();
        if found > MOST_DIGITS {
            return Err(misplaced(0, RuleError::Digits { most: MOST_DIGITS, found }));
        }
        let mut lowered = Lowered::default();
        for (number, rule) in rules.iter().enumerate() {
            lowered.rule = number;
            rule.check().map_err(|error| misplaced(number, error))?;
            let outside = rule.as_constrain().cells(board).into_iter().find(|&cell| !board.contains(cell));
            if let Some(cell) = outside {
                return Err(misplaced(number, RuleError::Outside(cell)));
            }
            rule.as_constrain().lower(board, &mut lowered).map_err(|error| misplaced(number, error))?;
        }
        let sets = std::mem::take(&mut lowered.sets);
        let too_long = sets.iter().find(|(_, cells)| cells.len() > found);
        if let Some((rule, cells)) = too_long {
            let error = RuleError::Cells { expected: format!("at most {found}"), found: cells.len() };
            return Err(misplaced(*rule, error));
        }
        let board = board.clone().with_rule_sets(sets);
        let constraints: Vec<(RuleId, Constraint)> = lowered
            .finish(&board)
            .into_iter()
            .filter_map(|(rule, constraint)| {
                let constraint = on_cells(&board, &rules[rule], constraint)?;
                Some((RuleId(rule as u32), constraint))
            })
            .collect();
        let rules = Self::stated(&board, rules, constraints);
        Ok((board, rules))
    }

    /// Rules and what they are to engines, on the board that they made.
    fn stated(board: &Geometry, rules: Vec<Rule>, constraints: Vec<(RuleId, Constraint)>) -> Self {
        let index = |cell: Cell| board.index(cell) as u32;
        let cells: Vec<Vec<u32>> =
            constraints.iter().map(|(_, constraint)| constraint.cells().into_iter().map(index).collect()).collect();
        let mut of_cell = vec![Vec::new(); board.cell_count()];
        for (number, cells) in cells.iter().enumerate() {
            for &cell in cells {
                of_cell[cell as usize].push(number as u32);
            }
        }
        Self(Some(Arc::new(Stated { rules, constraints, cells, of_cell })))
    }

    /// Those of some rules, each of which was worked out by itself, on the board without any; and the board that they make.
    pub(in crate::rule) fn joined<'a>(
        board: &Geometry,
        each: impl IntoIterator<Item = (&'a Geometry, &'a Self)>,
    ) -> (Geometry, Self) {
        let (mut rules, mut constraints, mut sets) = (Vec::new(), Vec::new(), Vec::new());
        for (single_board, single) in each {
            let number = rules.len();
            let units = single_board.units_of_kind(UnitKind::Rule);
            sets.extend(units.map(|unit| (number, single_board.unit(unit).to_vec())));
            let with_number = |(_, constraint): &(RuleId, Constraint)| (RuleId(number as u32), constraint.clone());
            constraints.extend(single.constraints().iter().map(with_number));
            rules.extend_from_slice(single.as_slice());
        }
        if rules.is_empty() {
            return (board.clone(), Self::default());
        }
        let board = board.clone().with_rule_sets(sets);
        let rules = Self::stated(&board, rules, constraints);
        (board, rules)
    }

    /// The numbers of the rules.
    #[must_use]
    pub fn ids(&self) -> impl ExactSizeIterator<Item = RuleId> + use<> {
        RuleId::first(self.as_slice().len())
    }

    /// The rule that brought a unit, if one did.
    #[must_use]
    pub fn of_unit(&self, board: &Geometry, unit: UnitId) -> Option<RuleId> {
        let name = board.unit_name(unit);
        (name.kind == UnitKind::Rule).then(|| RuleId(name.number - 1))
    }

    /// The rule with a number.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn get(&self, rule: RuleId) -> &Rule {
        &self.as_slice()[rule.index()]
    }

    /// The rules in their order.
    #[must_use]
    pub fn as_slice(&self) -> &[Rule] {
        self.0.as_ref().map_or(&[], |stated| &stated.rules)
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// What the rules are to engines, beside the units of the board.
    #[must_use]
    pub fn constraints(&self) -> &[(RuleId, Constraint)] {
        self.0.as_ref().map_or(&[], |stated| &stated.constraints)
    }

    /// The cells of a constraint, by index.
    pub(crate) fn cells(&self, constraint: usize) -> &[u32] {
        self.0.as_ref().map_or(&[], |stated| &stated.cells[constraint])
    }

    /// The constraints of a cell.
    #[inline]
    pub(crate) fn of_cell(&self, cell: usize) -> &[u32] {
        self.0.as_ref().map_or(&[], |stated| &stated.of_cell[cell])
    }

    /// The same with sums that follow from them and from the units of their board, or with a cell that can have no digit where such
    /// a sum cannot hold: for searches that need no reasons.
    pub(crate) fn with_derived_sums(&self, board: &Geometry) -> Self {
        let Derived { sums, contradiction } = derived(board, self.constraints());
        if sums.is_empty() && contradiction.is_none() {
            return self.clone();
        }
        // Each has the rule of one sum that it comes from.
        let rule_of = |sum: usize| self.constraints()[sum].0;
        let nothing = contradiction.map(|(sum, cell)| (rule_of(sum), Constraint::Domain { cell, digits: 0 }));
        let sums = sums.into_iter().map(|sum| (rule_of(sum.without[sum.without.len() - 1]), sum.constraint));
        let derived = sums.chain(nothing);
        Self::stated(board, self.as_slice().to_vec(), self.constraints().iter().cloned().chain(derived).collect())
    }

    /// The sums that follow from the rules' sums and from the units of their board.
    pub(crate) fn derived_sums(&self, board: &Geometry) -> Vec<DerivedSum> {
        derived(board, self.constraints()).sums
    }

    /// The first rule that filled cells break.
    #[must_use]
    pub fn first_breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<(RuleId, Breach)> {
        let breach =
            |(number, rule): (usize, &Rule)| Some((RuleId(number as u32), rule.as_constrain().breach(board, digits)?));
        self.as_slice().iter().enumerate().find_map(breach)
    }

    /// Every rule that filled cells break.
    #[must_use]
    pub fn breaches(&self, board: &Geometry, digits: Digits<'_>) -> Vec<Breach> {
        self.as_slice().iter().filter_map(|rule| rule.as_constrain().breach(board, digits)).collect()
    }

    /// Whether all mean the same under other names for the digits.
    #[must_use]
    pub fn bear_relabelling(&self) -> bool {
        self.as_slice().iter().all(|rule| rule.as_constrain().bears_relabelling())
    }

    /// The first rule with a constraint: what an engine that knows units alone refuses.
    #[must_use]
    pub fn first_constrained(&self) -> Option<&Rule> {
        self.constraints().first().map(|(rule, _)| &self.as_slice()[rule.index()])
    }

    /// The lines of the rules, one after another.
    ///
    /// # Errors
    /// What is wrong with the first line that is no rule, and which it is, from 0.
    pub fn parse<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Vec<Rule>, (usize, ParseRuleError)> {
        lines.into_iter().enumerate().map(|(at, line)| line.parse().map_err(|error| (at, error))).collect()
    }
}

/// A constraint that looks at no cell holds always, and is not needed, or never, and is said of a cell of its rule.
fn on_cells(board: &Geometry, rule: &Rule, constraint: Constraint) -> Option<Constraint> {
    if !constraint.cells().is_empty() {
        return Some(constraint);
    }
    let cell = rule.as_constrain().cells(board).first().copied();
    (!constraint.holds(&[])).then(|| Constraint::Domain { cell: cell.unwrap_or_else(|| board.cell(0)), digits: 0 })
}

impl PartialEq for Rules {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Rules {}

impl Hash for Rules {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_slice().hash(state);
    }
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice().iter().map(ToString::to_string)).finish()
    }
}
