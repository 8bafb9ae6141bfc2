//! Rules in the words of engines.

use std::hash::Hash;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::constraint::{Automaton, AutomatonError, Choice, Constraint, Distinct, Relation, Sum};
use crate::geometry::{Cell, Geometry};
use crate::rule::pairs::{all_pairs, number};
use crate::rule::words::ParseRuleError;

/// Why a rule cannot be on a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RuleError {
    /// It names a place that is no cell.
    #[error("{0} is no cell of the board")]
    Outside(Cell),
    /// It names a cell twice.
    #[error("{0} is named twice")]
    Twice(Cell),
    /// It has too few or too many cells.
    #[error("expected {expected} cells, found {found}")]
    Cells {
        /// How many it may have.
        expected: String,
        /// How many it has.
        found: usize,
    },
    /// Its values make no rule: its line cannot be read.
    #[error(transparent)]
    Unread(ParseRuleError),
    /// Its values make no rule: its line is that of another one.
    #[error("its line says {0}")]
    Unlike(String),
    /// The board has more digits than rules are worked out for.
    #[error("rules are worked out for boards of at most {most} digits, found {found}")]
    Digits {
        /// The most.
        most: usize,
        /// How many the board has.
        found: usize,
    },
    /// A number is out of range.
    #[error("expected a number {expected}, found {found}")]
    Number {
        /// The range.
        expected: String,
        /// The number.
        found: i64,
    },
    /// The board has no such row or column, or it has a gap.
    #[error("{0} is no line of the board")]
    Line(String),
    /// It is for other boards.
    #[error("expected {0}")]
    Board(&'static str),
    /// It is too large for the board.
    #[error(transparent)]
    Automaton(#[from] AutomatonError),
    /// A pattern has no automaton.
    #[error("{0}")]
    Pattern(String),
    /// The automata of the rules take too long to make.
    #[error("the automata of the rules take more than {0} steps to make")]
    TooLong(u64),
    /// The rules make more constraints than are worked on.
    #[error("the rules make more than {0} constraints")]
    TooMany(usize),
}

/// More constraints than this are refused.
const MOST: usize = 1 << 20;

/// Steps of automata that are made; with more the rules are refused. A step takes some tens of nanoseconds.
const MOST_STEPS: u64 = 1 << 25;

/// A sum that is to be made: its rule, its terms and its total.
type PendingSum = (usize, Vec<(i64, Cell)>, i64);

/// A choice that is to be made: its rule and its alternatives.
type PendingChoice = (usize, Vec<Lowered>);

/// Sets of cells that differ, and constraints; each with the rule that it comes from.
#[derive(Clone, Debug, Default)]
pub struct Lowered {
    pub(in crate::rule) rule: usize,
    pub(in crate::rule) sets: Vec<(usize, Vec<Cell>)>,
    pub(in crate::rule) constraints: Vec<(usize, Constraint)>,
    /// Sums, and choices for the sums in them, are made once it is known which cells differ.
    sums: Vec<PendingSum>,
    choices: Vec<PendingChoice>,
    /// How many constraints the alternatives of choices have.
    in_choices: usize,
    /// Steps that automata took, those of alternatives too.
    steps: Arc<AtomicU64>,
}

impl Lowered {
    fn count(&self) -> usize {
        self.sets.len() + self.constraints.len() + self.sums.len() + self.choices.len() + self.in_choices
    }

    fn check(&self) -> Result<(), RuleError> {
        if self.count() >= MOST { Err(RuleError::TooMany(MOST)) } else { Ok(()) }
    }

    /// No digit twice in some cells.
    ///
    /// # Errors
    /// If there are too many constraints.
    pub fn distinct(&mut self, cells: &[Cell]) -> Result<(), RuleError> {
        self.check()?;
        if cells.len() > 1 {
            self.sets.push((self.rule, cells.to_vec()));
        }
        Ok(())
    }

    /// No digit twice in some cells, and the sets of digits that they may have together, by index.
    ///
    /// # Errors
    /// If there are too many constraints.
    pub fn one_of_sets(&mut self, cells: &[Cell], sets: impl IntoIterator<Item = u64>) -> Result<(), RuleError> {
        self.distinct(cells)?;
        self.constraints.push((self.rule, Constraint::Distinct(Distinct::new(cells, sets))));
        Ok(())
    }

    /// The digits that a cell may have, by their values.
    ///
    /// # Errors
    /// If there are too many constraints.
    pub fn domain(&mut self, board: &Geometry, cell: Cell, allows: impl Fn(i64) -> bool) -> Result<(), RuleError> {
        self.check()?;
        let values = board.digits().zip(0..).filter(|(digit, _)| allows(i64::from(digit.get())));
        let digits = values.fold(0, |digits, (_, bit)| digits | 1 << bit);
        self.constraints.push((self.rule, Constraint::Domain { cell, digits }));
        Ok(())
    }

    /// A table of values for a board, for [`relation`](Self::relation).
    pub fn table(&self, board: &Geometry, allows: impl Fn(i64, i64) -> bool) -> Arc<Relation> {
        let (first, last) = (i64::from(board.first_digit().get()), i64::from(board.last_digit().get()));
        Arc::new(Relation::of(first..=last, allows))
    }

    /// The pairs of digits that two cells may have.
    ///
    /// # Errors
    /// If there are too many constraints.
    pub fn relation(&mut self, cells: [Cell; 2], allowed: &Arc<Relation>) -> Result<(), RuleError> {
        self.check()?;
        self.constraints.push((self.rule, Constraint::Relation { cells, allowed: Arc::clone(allowed) }));
        Ok(())
    }

    /// The values of cells, each times a factor, make a total. A cell may come twice: its factors are added.
    ///
    /// # Errors
    /// If there are too many constraints.
    pub fn sum(&mut self, terms: impl IntoIterator<Item = (i64, Cell)>, total: i64) -> Result<(), RuleError> {
        self.check()?;
        let mut added: Vec<(i64, Cell)> = Vec::new();
        for (factor, cell) in terms {
            match added.iter_mut().find(|(_, known)| *known == cell) {
                Some((known, _)) => *known += factor,
                None => added.push((factor, cell)),
            }
        }
        added.retain(|(factor, _)| *factor != 0);
        self.sums.push((self.rule, added, total));
        Ok(())
    }

    /// The values of cells in order are accepted by an automaton; see [`Automaton::layered`]. A cell may come several times.
    ///
    /// # Errors
    /// If the automaton has too many states, or there are too many constraints.
    pub fn automaton<S: Clone + Eq + Hash>(
        &mut self,
        board: &Geometry,
        cells: Vec<Cell>,
        start: S,
        step: impl Fn(&S, usize, i64) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Result<(), RuleError> {
        let automaton = self.automaton_of(board, cells.len(), start, step, accepts)?;
        self.reads(cells, &automaton)
    }

    /// An automaton for several sequences of cells, for [`reads`](Self::reads).
    ///
    /// # Errors
    /// If it has too many states.
    pub fn automaton_of<S: Clone + Eq + Hash>(
        &self,
        board: &Geometry,
        length: usize,
        start: S,
        step: impl Fn(&S, usize, i64) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Result<Arc<Automaton>, RuleError> {
        let first = i64::from(board.first_digit().get());
        let mut taken = self.steps.load(Ordering::Relaxed);
        let step = |state: &S, place: usize, digit: usize| {
            taken += 1;
            if taken > MOST_STEPS { None } else { step(state, place, first + number(digit)) }
        };
        let automaton = Automaton::layered(length, board.digit_count(), start, step, accepts)?;
        self.steps.store(taken, Ordering::Relaxed);
        if taken > MOST_STEPS { Err(RuleError::TooLong(MOST_STEPS)) } else { Ok(Arc::new(automaton)) }
    }

    /// The values of cells in order are accepted by an automaton for as many.
    ///
    /// # Errors
    /// If there are too many constraints.
    pub fn reads(&mut self, cells: Vec<Cell>, automaton: &Arc<Automaton>) -> Result<(), RuleError> {
        self.check()?;
        self.constraints.push((self.rule, Constraint::Automaton { cells, automaton: Arc::clone(automaton) }));
        Ok(())
    }

    /// An alternative of the same rule, for [`choice`](Self::choice).
    #[must_use]
    pub fn alternative(&self) -> Self {
        Self { rule: self.rule, steps: Arc::clone(&self.steps), ..Self::default() }
    }

    /// One of several alternatives holds. One without anything always does, and none at all never.
    ///
    /// # Errors
    /// If there are too many constraints.
    pub fn choice(&mut self, alternatives: Vec<Self>) -> Result<(), RuleError> {
        self.in_choices += alternatives.iter().map(|alternative| alternative.count() + 1).sum::<usize>();
        self.check()?;
        self.choices.push((self.rule, alternatives));
        Ok(())
    }

    /// Makes the sums and the choices, now that it is known which cells of the board differ.
    pub(in crate::rule) fn finish(self, board: &Geometry) -> Vec<(usize, Constraint)> {
        let differ = |a: Cell, b: Cell| board.shared_unit(a, b).is_some();
        self.finish_with(board, &differ)
    }

    fn finish_with(self, board: &Geometry, differ: &dyn Fn(Cell, Cell) -> bool) -> Vec<(usize, Constraint)> {
        let (first, digits) = (i64::from(board.first_digit().get()), board.digit_count());
        let mut constraints = self.constraints;
        let sum = |(rule, terms, total)| (rule, Constraint::Sum(Sum::new(terms, total, first, digits, differ)));
        constraints.extend(self.sums.into_iter().map(sum));
        let unequal = Arc::new(Relation::of(0..=number(digits) - 1, |a, b| a != b));
        for (rule, alternatives) in self.choices {
            let finish = |mut alternative: Self| {
                let sets: Vec<Vec<Cell>> =
                    std::mem::take(&mut alternative.sets).into_iter().map(|(_, set)| set).collect();
                let relations = sets.iter().flat_map(|set| all_pairs(set)).filter(|&[a, b]| a != b && !differ(a, b));
                let mut constraints: Vec<Constraint> =
                    relations.map(|cells| Constraint::Relation { cells, allowed: Arc::clone(&unequal) }).collect();
                let both_in = |a: Cell, b: Cell| sets.iter().any(|set| set.contains(&a) && set.contains(&b));
                let own = alternative.finish_with(board, &|a, b| differ(a, b) || a != b && both_in(a, b));
                constraints.extend(own.into_iter().map(|(_, constraint)| constraint));
                constraints
            };
            let alternatives = alternatives.into_iter().map(finish).collect();
            constraints.push((rule, Constraint::Choice(Choice::new(alternatives))));
        }
        constraints
    }
}
