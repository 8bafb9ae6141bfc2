//! Rules lowered to constraints.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use satdoku_base::budget::Running;

use crate::constraint::{
    Automaton, Choice, ConnectedCells, Constraint, Distinct, Partition, Polyominoes, RelationMatrix, Runs, Sum,
};
use crate::geometry::{Cell, Geometry, Layer};
use crate::rule::error::RuleError;
use crate::rule::pairs::{all_pairs, number};

/// The most constraints of a puzzle. A board with fewer pairs of cells allows only as many as there are pairs, but at least
/// [`MIN_CONSTRAINT_LIMIT`].
const MAX_CONSTRAINTS: usize = 1 << 19;

/// The number of constraints allowed on any board.
const MIN_CONSTRAINT_LIMIT: usize = 1 << 18;

/// The most steps of work on the rules of a puzzle; rules that take more are refused. A step takes some tens of nanoseconds.
const MOST_STEPS: u64 = 1 << 25;

/// The steps between two looks at the clock.
const STEPS_PER_LOOK: u64 = 1 << 10;

/// The most edges of all automata of a puzzle: an edge takes four bytes.
const MOST_EDGES: usize = 1 << 23;

/// The steps of testing two values, possibly by an expression.
const STEPS_OF_TEST: u64 = 16;

/// The steps of finding the neighbours of a cell.
const STEPS_OF_NEIGHBOURS: u64 = 16;

/// The shared state of lowering a puzzle's rules.
#[derive(Debug)]
struct Work {
    running: Running,
    /// The most constraints.
    most: usize,
    /// The steps so far, alternatives included.
    steps: AtomicU64,
    automata: Mutex<Automata>,
}

impl Default for Work {
    fn default() -> Self {
        Self {
            running: Running::default(),
            most: MAX_CONSTRAINTS,
            steps: AtomicU64::default(),
            automata: Mutex::default(),
        }
    }
}

/// The automata of a puzzle.
#[derive(Debug, Default)]
struct Automata {
    edges: usize,
    /// Automata for several rules to read, by the text of their key.
    shared: HashMap<String, Arc<Automaton>>,
}

/// A sum still to be built: its rule, its terms and its total.
type PendingSum = (usize, Vec<(i64, Cell)>, i64);

/// A choice still to be built: its rule and its alternatives.
type PendingChoice = (usize, Vec<Lowered>);

/// Sets of cells that differ, and constraints, each with the rule that it comes from.
#[derive(Clone, Debug, Default)]
pub struct Lowered {
    pub(super) rule: usize,
    pub(super) sets: Vec<(usize, Vec<Cell>)>,
    pub(super) constraints: Vec<(usize, Constraint)>,
    /// Sums, and choices because of sums within them, are built once it is known which cells differ.
    pub(super) sums: Vec<PendingSum>,
    pub(super) choices: Vec<PendingChoice>,
    /// The number of constraints in the alternatives of choices.
    pub(super) in_choices: usize,
    work: Arc<Work>,
}

/// The digits by their values, a bit each.
fn bits(board: &Geometry, allows: impl Fn(i64) -> bool) -> u64 {
    let values = board.digits().zip(0..).filter(|(digit, _)| allows(i64::from(digit.get())));
    values.fold(0, |digits, (_, bit)| digits | 1 << bit)
}

impl Lowered {
    /// No constraints so far, on a board and within a budget.
    pub(crate) fn within(board: &Geometry, running: &Running) -> Self {
        let most = board.cell_count().saturating_pow(2).clamp(MIN_CONSTRAINT_LIMIT, MAX_CONSTRAINTS);
        Self { work: Arc::new(Work { running: running.clone(), most, ..Work::default() }), ..Self::default() }
    }

    /// Checks the budget.
    pub(crate) fn look(&self) -> Result<(), RuleError> {
        self.work.running.check().map_err(RuleError::Stopped)
    }

    /// Counts steps of work, each of some tens of nanoseconds.
    ///
    /// # Errors
    /// If the rules have taken too many steps, or the budget is spent.
    pub fn pay(&self, steps: u64) -> Result<(), RuleError> {
        let before = self.work.steps.fetch_add(steps, Ordering::Relaxed);
        if before + steps > MOST_STEPS {
            return Err(RuleError::TooLong(MOST_STEPS));
        }
        if before / STEPS_PER_LOOK == (before + steps) / STEPS_PER_LOOK { Ok(()) } else { self.look() }
    }

    pub(super) fn count(&self) -> usize {
        self.sets.len() + self.constraints.len() + self.sums.len() + self.choices.len() + self.in_choices
    }

    pub(super) fn check(&self) -> Result<(), RuleError> {
        self.check_further(0)
    }

    /// Refuses so many more constraints if there would be too many.
    pub(super) fn check_further(&self, more: usize) -> Result<(), RuleError> {
        let most = self.work.most;
        if self.count() + more >= most { Err(RuleError::TooMany(most)) } else { self.pay(1) }
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
        self.constraints.push((self.rule, Constraint::Domain { cell, digits: bits(board, allows) }));
        Ok(())
    }

    /// The cells that have some values make one connected piece, with a size of exactly so many cells.
    ///
    /// # Errors
    /// If there are too many constraints or cells.
    pub fn connected(
        &mut self,
        board: &Geometry,
        cells: &[Cell],
        has_value: impl Fn(i64) -> bool,
        size: Option<usize>,
    ) -> Result<(), RuleError> {
        self.check()?;
        self.pay(STEPS_OF_NEIGHBOURS * cells.len() as u64)?;
        let connected = ConnectedCells::new(cells, bits(board, has_value), size);
        self.constraints.push((self.rule, Constraint::Connected(connected)));
        Ok(())
    }

    /// The labels of a layer divide the cells of the grid into regions.
    ///
    /// # Errors
    /// If there are too many constraints or cells.
    pub(super) fn partition(
        &mut self,
        board: &Geometry,
        labels: &[Cell],
        digits: &[Cell],
        layer: &Layer,
    ) -> Result<(), RuleError> {
        self.check()?;
        let regions = usize::from(layer.last - layer.first) + 1;
        self.pay(STEPS_OF_NEIGHBOURS * (labels.len() * regions) as u64)?;
        let (first, last) = board.grid_digits();
        let allowed = bits(board, |value| (i64::from(first)..=i64::from(last)).contains(&value));
        let first_label = usize::from(layer.first - board.first_digit().get());
        let partition = Partition::new(labels, digits, first_label, regions, allowed);
        self.constraints.push((self.rule, Constraint::Partition(partition)));
        Ok(())
    }

    /// The cells fall into connected pieces of equal values, each with as many cells as its value.
    ///
    /// # Errors
    /// If there are too many constraints or cells.
    pub(super) fn polyominoes(&mut self, board: &Geometry, cells: &[Cell]) -> Result<(), RuleError> {
        self.check()?;
        self.pay(STEPS_OF_NEIGHBOURS * cells.len() as u64)?;
        let sizes = board.digits().map(|digit| usize::from(digit.get())).map(|size| (size > 0).then_some(size));
        self.constraints.push((self.rule, Constraint::Polyominoes(Polyominoes::new(cells, sizes.collect()))));
        Ok(())
    }

    /// A total is the length of runs of equal cells.
    ///
    /// # Errors
    /// If there are too many constraints.
    pub(super) fn runs(&mut self, runs: Runs) -> Result<(), RuleError> {
        self.check()?;
        self.pay(runs.cells().len() as u64)?;
        self.constraints.push((self.rule, Constraint::Runs(runs)));
        Ok(())
    }

    /// A table of values for a board, for [`relation`](Self::relation).
    pub fn table(&self, board: &Geometry, allows: impl Fn(i64, i64) -> bool) -> Arc<RelationMatrix> {
        let (first, last) = (i64::from(board.first_digit().get()), i64::from(board.last_digit().get()));
        // A table that was cut short is never used: lowering then ends with an error.
        Arc::new(RelationMatrix::of(first..=last, |a, b| self.pay(STEPS_OF_TEST).is_ok() && allows(a, b)))
    }

    /// The pairs of digits that two cells may have.
    ///
    /// # Errors
    /// If there are too many constraints.
    pub fn relation(&mut self, cells: [Cell; 2], allowed: &Arc<RelationMatrix>) -> Result<(), RuleError> {
        self.check()?;
        self.constraints.push((self.rule, Constraint::Relation { cells, allowed: Arc::clone(allowed) }));
        Ok(())
    }

    /// The values of cells, each times a factor, add up to a total. The factors of a repeated cell are added.
    ///
    /// # Errors
    /// If there are too many constraints.
    pub fn sum(&mut self, terms: impl IntoIterator<Item = (i64, Cell)>, total: i64) -> Result<(), RuleError> {
        self.check()?;
        let mut added: Vec<(i64, Cell)> = Vec::new();
        let mut places: HashMap<Cell, usize> = HashMap::new();
        for (factor, cell) in terms {
            let place = *places.entry(cell).or_insert(added.len());
            match added.get_mut(place) {
                Some((known, _)) => *known += factor,
                None => added.push((factor, cell)),
            }
        }
        added.retain(|(factor, _)| *factor != 0);
        self.sums.push((self.rule, added, total));
        Ok(())
    }

    /// An automaton accepts the values of cells in order; see [`Automaton::layered`]. A cell may come several times.
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
    /// If the automaton has too many states.
    pub fn automaton_of<S: Clone + Eq + Hash>(
        &self,
        board: &Geometry,
        length: usize,
        start: S,
        step: impl Fn(&S, usize, i64) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Result<Arc<Automaton>, RuleError> {
        let first = i64::from(board.first_digit().get());
        let failed = RefCell::new(None);
        let step = |state: &S, place: usize, digit: usize| {
            if failed.borrow().is_some() {
                return None;
            }
            match self.pay(1) {
                Ok(()) => step(state, place, first + number(digit)),
                Err(error) => {
                    *failed.borrow_mut() = Some(error);
                    None
                }
            }
        };
        let automaton = Automaton::layered(length, board.digit_count(), start, step, accepts)?;
        if let Some(error) = failed.into_inner() {
            return Err(error);
        }
        let mut automata = self.automata();
        automata.edges += automaton.table_len();
        if automata.edges > MOST_EDGES { Err(RuleError::TooManyEdges(MOST_EDGES)) } else { Ok(Arc::new(automaton)) }
    }

    /// The automaton of a key, built once: equal keys must mean equal automata.
    ///
    /// # Errors
    /// The errors of `make`.
    pub fn shared_automaton(
        &self,
        key: String,
        make: impl FnOnce() -> Result<Arc<Automaton>, RuleError>,
    ) -> Result<Arc<Automaton>, RuleError> {
        if let Some(known) = self.automata().shared.get(&key) {
            return Ok(Arc::clone(known));
        }
        let automaton = make()?;
        self.automata().shared.insert(key, Arc::clone(&automaton));
        Ok(automaton)
    }

    fn automata(&self) -> std::sync::MutexGuard<'_, Automata> {
        self.work.automata.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An automaton over as many digits accepts the values of cells in order.
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
        Self { rule: self.rule, work: Arc::clone(&self.work), ..Self::default() }
    }

    /// At least one alternative holds. An alternative without constraints always holds; a choice without alternatives never does.
    ///
    /// # Errors
    /// If there are too many constraints.
    pub fn choice(&mut self, alternatives: Vec<Self>) -> Result<(), RuleError> {
        self.in_choices += alternatives.iter().map(|alternative| alternative.count() + 1).sum::<usize>();
        self.check()?;
        self.choices.push((self.rule, alternatives));
        Ok(())
    }

    /// The first cell outside the board, with the rule that names it.
    pub(super) fn first_outside(&self, board: &Geometry) -> Option<(usize, Cell)> {
        let outside = |cells: Vec<Cell>| cells.into_iter().find(|&cell| !board.contains(cell));
        let sets = self.sets.iter().map(|(rule, cells)| (rule, cells.clone()));
        let constraints = self.constraints.iter().map(|(rule, constraint)| (rule, constraint.cells()));
        let sums = self.sums.iter().map(|(rule, terms, _)| (rule, terms.iter().map(|&(_, cell)| cell).collect()));
        let mut named = sets.chain(constraints).chain(sums);
        named.find_map(|(&rule, cells)| Some((rule, outside(cells)?))).or_else(|| {
            let alternatives = self.choices.iter().flat_map(|(_, alternatives)| alternatives);
            alternatives.into_iter().find_map(|alternative| alternative.first_outside(board))
        })
    }

    /// Builds the sums and the choices, now that the differing cells of the board are known.
    ///
    /// # Errors
    /// The current rule, if the work on all rules takes too long.
    pub(crate) fn finish(self, board: &Geometry) -> Result<Vec<(usize, Constraint)>, (usize, RuleError)> {
        // `differ` is called for possibly many pairs of cells; once the budget is spent it returns false.
        let payer = Self { work: Arc::clone(&self.work), ..Self::default() };
        let failed = RefCell::new(None);
        let differ = |a: Cell, b: Cell| {
            let mut failed = failed.borrow_mut();
            if failed.is_none() {
                *failed = payer.pay(1).err();
            }
            failed.is_none() && board.shared_unit(a, b).is_some()
        };
        let last = self.rule;
        let finished = self.finish_with(board, &differ, &|rule| match failed.borrow_mut().take() {
            Some(error) => Err((rule, error)),
            None => payer.pay(1).map_err(|error| (rule, error)),
        })?;
        // Any work that was cut short ends here at the latest.
        payer.pay(0).and_then(|()| payer.look()).map_err(|error| (last, error))?;
        Ok(finished)
    }

    fn finish_with(
        self,
        board: &Geometry,
        differ: &dyn Fn(Cell, Cell) -> bool,
        look: &dyn Fn(usize) -> Result<(), (usize, RuleError)>,
    ) -> Result<Vec<(usize, Constraint)>, (usize, RuleError)> {
        let (first, digits) = (i64::from(board.first_digit().get()), board.digit_count());
        let mut constraints = self.constraints;
        for (rule, terms, total) in self.sums {
            constraints.push((rule, Constraint::Sum(Sum::new(terms, total, first, digits, differ))));
            look(rule)?;
        }
        let unequal = Arc::new(RelationMatrix::of(0..=number(digits) - 1, |a, b| a != b));
        for (rule, alternatives) in self.choices {
            let finish = |mut alternative: Self| {
                let sets: Vec<Vec<Cell>> =
                    std::mem::take(&mut alternative.sets).into_iter().map(|(_, set)| set).collect();
                let relations = sets.iter().flat_map(|set| all_pairs(set)).filter(|&[a, b]| a != b && !differ(a, b));
                let mut constraints: Vec<Constraint> =
                    relations.map(|cells| Constraint::Relation { cells, allowed: Arc::clone(&unequal) }).collect();
                let both_in = |a: Cell, b: Cell| sets.iter().any(|set| set.contains(&a) && set.contains(&b));
                let own = alternative.finish_with(board, &|a, b| differ(a, b) || a != b && both_in(a, b), look)?;
                constraints.extend(own.into_iter().map(|(_, constraint)| constraint));
                look(rule)?;
                Ok(constraints)
            };
            let alternatives = alternatives.into_iter().map(finish).collect::<Result<_, _>>()?;
            constraints.push((rule, Constraint::Choice(Choice::new(alternatives))));
        }
        Ok(constraints)
    }
}
