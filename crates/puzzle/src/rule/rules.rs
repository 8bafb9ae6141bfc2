//! The rules of a puzzle.

use std::collections::HashSet;
use std::convert::Infallible;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use satdoku_base::budget::Running;

use crate::constraint::{Constraint, MOST_DIGITS};
use crate::geometry::{Cell, Geometry, Layer, UnitId, UnitKind};
use crate::rule::any::Rule;
use crate::rule::constrain::{Breach, Digits};
use crate::rule::derived::{Derived, DerivedSum, derived, different_digits};
use crate::rule::error::{ParseRuleError, RuleError};
use crate::rule::grounds::Grounds;
use crate::rule::id::RuleId;
use crate::rule::lowered::Lowered;
use crate::rule::negative::Negative;
use crate::rule::pieces::pieces;

/// The steps of comparing a set of cells with the units of its first cell.
const STEPS_OF_SET: u64 = 16;

/// The rules of a puzzle, and what they are to engines. Shared by the grids of a puzzle.
///
/// ```
/// # extern crate satdoku_puzzle as satdoku;
/// use satdoku::{Grid, Rules};
///
/// let rules = Rules::parse(["killer 7 r1c1 r1c2 # a cage", "antiknight"]).map_err(|(line, why)| format!("{line}: {why}"))?;
/// let puzzle = "................".parse::<Grid>()?.with_rules(rules)?;
/// let printed: Vec<String> = puzzle.rules().iter().map(ToString::to_string).collect();
/// assert_eq!(printed, ["killer 7 r1c1 r1c2", "antiknight"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct Rules(Option<Arc<Inner>>);

struct Inner {
    rules: Vec<Rule>,
    /// The rules without later duplicates.
    distinct: Vec<RuleId>,
    constraints: Vec<(RuleId, Constraint)>,
    /// The cells of each constraint, by index.
    cells: Vec<Vec<u32>>,
    /// The constraints of each cell.
    of_cell: Vec<Vec<u32>>,
}

/// A rule that cannot be on a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{rule}: {source}")]
pub struct RuleNotAllowed {
    /// The number of the rule, from 0.
    pub number: usize,
    /// The [beginning](Rule::beginning) of the rule's line.
    pub rule: String,
    /// The reason.
    pub source: RuleError,
}

impl<'a> IntoIterator for &'a Rules {
    type Item = &'a Rule;
    type IntoIter = std::slice::Iter<'a, Rule>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Rules {
    /// The rules of a puzzle on a board, and the puzzle's board: the given one with the sets of differing cells as units.
    /// [`Negative`] rules exempt the marked pairs from then on.
    ///
    /// # Errors
    /// If a rule cannot be on the board, looks at a cell outside the board, has too few or too many cells, or a number out of
    /// range.
    pub fn on(board: &Geometry, rules: Vec<Rule>) -> Result<(Geometry, Self), RuleNotAllowed> {
        Self::on_within(board, rules, &Running::default())
    }

    /// As [`on`](Self::on), within a budget.
    ///
    /// # Errors
    /// The errors of [`on`](Self::on), and [`RuleError::Stopped`] with the current rule if the budget runs out.
    pub fn on_within(
        board: &Geometry,
        mut rules: Vec<Rule>,
        running: &Running,
    ) -> Result<(Geometry, Self), RuleNotAllowed> {
        if rules.is_empty() {
            return Ok((board.clone(), Self::default()));
        }
        Negative::except_marked(&mut rules);
        let not_allowed = |number: usize, source| RuleNotAllowed { number, rule: rules[number].beginning(), source };
        let board = &with_helper_cells(board, &rules).map_err(|(number, error)| not_allowed(number, error))?;
        let found = board.digit_count();
        if found > MOST_DIGITS {
            return Err(not_allowed(0, RuleError::Digits { most: MOST_DIGITS, found }));
        }
        let mut lowered = Lowered::within(board, running);
        // A repeated rule adds nothing.
        let mut known = HashSet::with_capacity(rules.len());
        for (number, rule) in rules.iter().enumerate().filter(|(_, rule)| known.insert(*rule)) {
            lowered.rule = number;
            lowered.look().map_err(|error| not_allowed(number, error))?;
            rule.as_constrain().check().map_err(|error| not_allowed(number, error))?;
            let outside = rule.as_constrain().cells(board).into_iter().find(|&cell| !board.contains(cell));
            if let Some(cell) = outside {
                return Err(not_allowed(number, RuleError::Outside(cell)));
            }
            rule.as_constrain().lower(board, &mut lowered).map_err(|error| not_allowed(number, error))?;
        }
        if let Some((number, cell)) = lowered.first_outside(board) {
            return Err(not_allowed(number, RuleError::Outside(cell)));
        }
        let sets = std::mem::take(&mut lowered.sets);
        let too_long = sets.iter().find(|(_, cells)| cells.len() > found);
        if let Some((rule, cells)) = too_long {
            let error = RuleError::Cells { expected: format!("at most {found}"), found: cells.len() };
            return Err(not_allowed(*rule, error));
        }
        let mut look = |rule: usize| lowered.pay(STEPS_OF_SET).map_err(|error| not_allowed(rule, error));
        let board = board.clone().with_rule_sets(sets, &mut look)?;
        let constraints: Vec<(RuleId, Constraint)> = lowered
            .finish(&board)
            .map_err(|(rule, error)| not_allowed(rule, error))?
            .into_iter()
            .filter_map(|(rule, constraint)| {
                let constraint = on_cells(&board, &rules[rule], constraint)?;
                Some((RuleId(rule as u32), constraint))
            })
            .collect();
        let rules = Self::stated(&board, rules, constraints);
        Ok((board, rules))
    }

    /// Rules and their constraints, on the board with the rules' units.
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
        let mut known = HashSet::with_capacity(rules.len());
        let is_new = |id: &RuleId| known.insert(&rules[id.index()]);
        let distinct = RuleId::first(rules.len()).filter(is_new).collect();
        Self(Some(Arc::new(Inner { rules, distinct, constraints, cells, of_cell })))
    }

    /// Some rules, each lowered by itself on the board without rules, and the board with their units.
    pub(super) fn joined<'a>(
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
        let Ok(board) = board.clone().with_rule_sets(sets, &mut |_| Ok::<_, Infallible>(()));
        let rules = Self::stated(&board, rules, constraints);
        (board, rules)
    }

    /// The numbers of the rules.
    #[must_use]
    pub fn ids(&self) -> impl ExactSizeIterator<Item = RuleId> + use<> {
        RuleId::first(self.as_slice().len())
    }

    /// The rule that brought a unit, if any.
    #[must_use]
    pub fn of_unit(&self, board: &Geometry, unit: UnitId) -> Option<RuleId> {
        let name = board.unit_name(unit);
        (name.kind == UnitKind::Rule).then(|| RuleId(name.number - 1))
    }

    /// The rule with a number.
    ///
    /// # Panics
    /// If the number is out of range.
    #[must_use]
    pub fn get(&self, rule: RuleId) -> &Rule {
        &self.as_slice()[rule.index()]
    }

    /// The rules in their order.
    pub fn iter(&self) -> std::slice::Iter<'_, Rule> {
        self.as_slice().iter()
    }

    /// The rules in their order.
    #[must_use]
    pub fn as_slice(&self) -> &[Rule] {
        self.0.as_ref().map_or(&[], |stated| &stated.rules)
    }

    /// Whether the puzzle has no rules.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// The constraints of the rules for engines, beside the units of the board.
    #[must_use]
    pub fn constraints(&self) -> &[(RuleId, Constraint)] {
        self.0.as_ref().map_or(&[], |stated| &stated.constraints)
    }

    /// The cells of a constraint, by index.
    #[doc(hidden)]
    #[must_use]
    pub fn cells(&self, constraint: usize) -> &[u32] {
        self.0.as_ref().map_or(&[], |stated| &stated.cells[constraint])
    }

    /// The constraints of a cell.
    #[inline]
    #[doc(hidden)]
    #[must_use]
    pub fn of_cell(&self, cell: usize) -> &[u32] {
        self.0.as_ref().map_or(&[], |stated| &stated.of_cell[cell])
    }

    /// The rules with constraints that follow from their own constraints and the board's units, or with a cell without digits if
    /// these are contradictory: for searches that need no reasons.
    #[doc(hidden)]
    #[must_use]
    pub fn with_derived(&self, board: &Geometry) -> Self {
        let Some((first, _)) = self.constraints().first() else { return self.clone() };
        let Derived { sums, settled, contradiction } = derived(board, self.constraints());
        if sums.is_empty() && settled.is_empty() && contradiction.is_none() {
            return self.clone();
        }
        // Each derived sum belongs to the rule of one of its sums.
        let rule_of = |sum: usize| self.constraints()[sum].0;
        let rule_of_sum = |sum: &DerivedSum| rule_of(sum.sums[sum.sums.len() - 1].1);
        let nothing = contradiction.map(|(sum, cell)| (rule_of_sum(&sum), Constraint::Domain { cell, digits: 0 }));
        let sums = sums.into_iter().map(|sum| (rule_of_sum(&sum), sum.constraint));
        let settled = settled.into_iter().map(|unit| (unit.by.map_or(*first, rule_of), unit.constraint));
        let derived = sums.chain(settled).chain(nothing);
        Self::stated(board, self.as_slice().to_vec(), self.constraints().iter().cloned().chain(derived).collect())
    }

    /// The rules with the automata over cells that all differ once more, without the sequences that hold a digit twice; `None` if
    /// there are no such automata.
    #[doc(hidden)]
    #[must_use]
    pub fn with_different_digits(&self, board: &Geometry, running: &Running) -> Option<Self> {
        let derived = different_digits(board, self.constraints(), running);
        let derived: Vec<_> =
            derived.into_iter().map(|(number, constraint)| (self.constraints()[number].0, constraint)).collect();
        let all = |derived| self.constraints().iter().cloned().chain(derived).collect();
        (!derived.is_empty()).then(|| Self::stated(board, self.as_slice().to_vec(), all(derived)))
    }

    /// The sums that follow from the rules' sums and from full units of their board.
    #[doc(hidden)]
    pub fn derived_sums(&self, board: &Geometry) -> Vec<DerivedSum> {
        let sums = derived(board, self.constraints()).sums;
        sums.into_iter()
            .filter(|sum| !sum.units.is_empty() && sum.units.iter().all(|&unit| board.is_full_unit(unit)))
            .collect()
    }

    /// The constraints that a search propagates which has the others as clauses, with what each rests on: the constraints that
    /// `is_lazy` names, and those that follow from the rules and the units of their board. Automata are made until the budget ends.
    #[doc(hidden)]
    pub fn propagated(
        &self,
        board: &Geometry,
        is_lazy: impl Fn(&Constraint) -> bool,
        running: &Running,
    ) -> Vec<(Grounds, Constraint)> {
        let constraints = self.constraints();
        let own = |(number, (_, constraint)): (usize, &(RuleId, Constraint))| {
            // Pieces come with their sizes.
            let is_own = is_lazy(constraint) && !matches!(constraint, Constraint::Connected(_));
            is_own.then(|| (Grounds::Constraint(number), constraint.clone()))
        };
        let Derived { sums, settled, contradiction } = derived(board, constraints);
        let sums = sums.into_iter().chain(contradiction.map(|(sum, _)| sum));
        let sums = sums.map(|DerivedSum { constraint, units, sums }| (Grounds::Sums { units, sums }, constraint));
        let settled = settled.into_iter().map(|unit| (Grounds::Unit(unit.unit), unit.constraint));
        let different = different_digits(board, constraints, running).into_iter();
        let different = different.map(|(number, constraint)| (Grounds::Different(number), constraint));
        let pieces = pieces(constraints).into_iter().map(|(grounds, piece)| (grounds, Constraint::Connected(piece)));
        let own = constraints.iter().enumerate().filter_map(own);
        own.chain(sums).chain(settled).chain(different).chain(pieces).collect()
    }

    /// The first rule that the filled cells break.
    #[must_use]
    pub fn first_breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<(RuleId, Breach)> {
        let breach = |&id: &RuleId| Some((id, self.get(id).as_constrain().breach(board, digits)?));
        self.distinct().iter().find_map(breach)
    }

    /// The rules without later duplicates.
    fn distinct(&self) -> &[RuleId] {
        self.0.as_ref().map_or(&[], |stated| &stated.distinct)
    }

    /// Every rule that the filled cells break, repeated rules only once.
    #[must_use]
    pub fn breaches(&self, board: &Geometry, digits: Digits<'_>) -> Vec<Breach> {
        self.distinct().iter().filter_map(|&id| self.get(id).as_constrain().breach(board, digits)).collect()
    }

    /// Whether filled cells fulfil what the rules are lowered to: their units, and the constraints whose cells are all filled.
    pub(crate) fn are_constraints_fulfilled(&self, board: &Geometry, digits: Digits<'_>) -> bool {
        let digit = |&cell: &Cell| digits[board.index(cell)];
        let holds = |constraint: &Constraint| {
            let digits = constraint.cells().into_iter().map(|cell| Some(board.digit_index(digit(&cell)?)));
            digits.collect::<Option<Vec<usize>>>().is_none_or(|digits| constraint.holds(&digits))
        };
        let has_no_digit_twice = |unit: UnitId| {
            let mut seen = HashSet::new();
            board.unit(unit).iter().filter_map(digit).all(|digit| seen.insert(digit))
        };
        board.units_of_kind(UnitKind::Rule).all(has_no_digit_twice)
            && self.constraints().iter().all(|(_, constraint)| holds(constraint))
    }

    /// Whether a rule, or an alternative of a rule, is a library user's own: nothing here ensures that its judge and its
    /// constraints agree.
    #[must_use]
    pub fn has_own(&self) -> bool {
        self.as_slice().iter().any(Rule::is_own)
    }

    /// The first rule with a constraint, which engines that know only units refuse.
    #[must_use]
    pub fn first_constrained(&self) -> Option<&Rule> {
        self.constraints().first().map(|(rule, _)| &self.as_slice()[rule.index()])
    }

    /// The rules of some lines.
    ///
    /// # Errors
    /// The error of the first line that is not a rule, and the line's number, from 0.
    pub fn parse<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Vec<Rule>, (usize, ParseRuleError)> {
        Self::parse_within(lines, &Running::default())
    }

    /// As [`parse`](Self::parse), within a budget.
    ///
    /// # Errors
    /// The errors of [`parse`](Self::parse), and [`ParseRuleError::Stopped`] if the budget runs out.
    pub fn parse_within<'a>(
        lines: impl IntoIterator<Item = &'a str>,
        running: &Running,
    ) -> Result<Vec<Rule>, (usize, ParseRuleError)> {
        let read = |(at, line)| Rule::read_within(line, running).map_err(|(_, error)| (at, error));
        lines.into_iter().enumerate().map(read).collect()
    }
}

/// The board with the layers of some rules that it does not have yet.
pub(super) fn with_helper_cells(board: &Geometry, rules: &[Rule]) -> Result<Geometry, (usize, RuleError)> {
    let mut layers: Vec<Layer> = Vec::new();
    let mut last = 0;
    for (number, rule) in rules.iter().enumerate() {
        if rule.brings_cells().is_none() {
            continue;
        }
        let checked = rule.as_constrain().check().and_then(|()| rule.layers(board));
        for layer in checked.map_err(|error| (number, error))? {
            if board.layer(layer.name) != Some(&layer) && !rules[..number].contains(rule) {
                layers.push(layer);
                last = number;
            }
        }
    }
    let error = |error| (last, RuleError::Layer(error));
    if layers.is_empty() { Ok(board.clone()) } else { board.clone().with_layers(layers, MOST_DIGITS).map_err(error) }
}

/// A constraint without cells either always holds and is dropped, or never holds and becomes an empty domain of a cell of its
/// rule.
fn on_cells(board: &Geometry, rule: &Rule, constraint: Constraint) -> Option<Constraint> {
    if !constraint.cells().is_empty() {
        return Some(constraint);
    }
    // All cells of the rule may be many, and so may constraints that always hold.
    (!constraint.holds(&[])).then(|| {
        let cell = rule.as_constrain().cells(board).first().copied();
        Constraint::Domain { cell: cell.unwrap_or_else(|| board.cell(0)), digits: 0 }
    })
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
