//! The formula of a puzzle: described, not stored.

use std::convert::Infallible;
use std::io;
use std::ops::Range;

use crate::budget::{Running, StopReason};
use crate::cnf::dimacs::DimacsWriter;
use crate::cnf::{AtMostOne, ClauseSink, FormulaSize, Guarded, Limited, LimitedError, Lit, Model, Var, VarPool};
use crate::constraint::Constraint;
use crate::encoding::any_sink::{Halted, write_into};
use crate::encoding::constraints::{Constraints, Group};
use crate::encoding::errors::{DecodeError, EncodeError};
use crate::encoding::{Encoding, Term, VarMap, constraint, extended, minimal, modeller, own, reduced};
use crate::geometry::{Candidate, Geometry, UnitKind};
use crate::grid::{Grid, Solution};
use crate::reduction::Reduced;
use crate::rule::{RuleId, Rules, SeparateRules};

impl Selectors {
    fn of(&self, rule: RuleId) -> Lit {
        Var::new(self.first.index() + rule.index()).positive()
    }

    /// The rules, each with its literal and the resulting board.
    fn each(&self) -> impl Iterator<Item = (Lit, (&Geometry, &Rules))> {
        self.rules.ids().map(|rule| self.of(rule)).zip(self.rules.each())
    }
}

/// The clauses of a puzzle under an encoding.
///
/// A formula writes itself into any [`ClauseSink`] as often as wanted and holds no clause.
///
/// ```
/// use satdoku::{Encoding, Formula, Grid};
///
/// let puzzle: Grid = "................".parse()?;
/// let size = Formula::new(&puzzle, Encoding::Minimal)?.size();
/// assert_eq!((size.variables, size.clauses), (64, 160));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Formula {
    reduced: Reduced,
    encoding: Encoding,
    at_most_one: AtMostOne,
    map: VarMap,
    pool: VarPool,
    /// Auxiliary variables come after the map's, from this index on.
    first_auxiliary: u64,
    /// Whether some auxiliary variable is no function of the candidates.
    has_free: bool,
    selectors: Option<Selectors>,
    /// Which constraints of the rules are written.
    is_written: fn(&Constraint) -> bool,
}

/// What was told of auxiliary variables while clauses were written.
struct Auxiliaries {
    /// The index behind the last.
    next: u64,
    /// Whether an auxiliary variable is no function of the candidates.
    has_free: bool,
}

/// Rules with literals; each rule holds if its literal is true.
#[derive(Clone, Debug)]
struct Selectors {
    rules: SeparateRules,
    /// The variable of the first rule; the variables of later rules follow.
    first: Var,
}

impl Formula {
    /// The formula of a puzzle with pairwise at-most-one constraints.
    ///
    /// # Errors
    /// If the board has more candidates than variables can be numbered, beyond side 1,290, or is none for the encoding.
    pub fn new(puzzle: &Grid, encoding: Encoding) -> Result<Self, EncodeError> {
        Self::of(Reduced::of(puzzle.clone()), encoding, AtMostOne::Pairwise)
    }

    /// The formula of a puzzle after deduction.
    ///
    /// `reduced` writes the remaining candidates and nothing else. Other encodings keep their variables and clauses, and state the
    /// known digits and the candidates struck out by deduction as unit clauses.
    ///
    /// # Errors
    /// If there are more candidates and auxiliary variables than can be numbered, or the board is none for the encoding.
    pub fn of(reduced: Reduced, encoding: Encoding, at_most_one: AtMostOne) -> Result<Self, EncodeError> {
        Self::counted(
            reduced,
            encoding,
            at_most_one,
            |_| true,
            |formula| {
                let Ok(auxiliaries) = formula.write_board::<FormulaSize>(&mut FormulaSize::default());
                Ok(auxiliaries)
            },
        )
    }

    /// The same within a budget: rules may have many clauses, and all are gone through once to number their variables.
    ///
    /// Constraints of the rules that `is_written` leaves out have no clauses: the caller propagates them otherwise.
    ///
    /// # Errors
    /// As of [`of`](Self::of), and [`EncodeError::Stopped`].
    pub(crate) fn partly(
        reduced: Reduced,
        encoding: Encoding,
        at_most_one: AtMostOne,
        is_written: fn(&Constraint) -> bool,
        running: &Running,
    ) -> Result<Self, EncodeError> {
        Self::counted(reduced, encoding, at_most_one, is_written, |formula| formula.auxiliaries_within(running))
    }

    fn auxiliaries_within(&self, running: &Running) -> Result<Auxiliaries, StopReason> {
        self.write_board(&mut Limited::new(FormulaSize::default(), running)).map_err(|error| match error {
            LimitedError::Stopped(reason) => reason,
            LimitedError::Sink(never) => match never {},
        })
    }

    fn counted(
        reduced: Reduced,
        encoding: Encoding,
        at_most_one: AtMostOne,
        is_written: fn(&Constraint) -> bool,
        count: impl FnOnce(&Self) -> Result<Auxiliaries, StopReason>,
    ) -> Result<Self, EncodeError> {
        let mut pool = VarPool::new();
        let geometry = reduced.grid().geometry();
        if let (Encoding::Modeller, Some(rule)) = (encoding, reduced.grid().rules().as_slice().first()) {
            return Err(EncodeError::Rule { rule: rule.beginning() });
        }
        let map = match encoding {
            Encoding::Minimal | Encoding::Extended | Encoding::Own(_) => VarMap::by_row(geometry, &mut pool)?,
            Encoding::Modeller => VarMap::by_region(geometry, &mut pool)?,
            Encoding::Reduced => VarMap::live(&reduced, &mut pool)?,
        };
        let first_auxiliary = pool.len() as u64;
        let mut formula = Self {
            reduced,
            encoding,
            at_most_one,
            map,
            pool,
            first_auxiliary,
            has_free: false,
            selectors: None,
            is_written,
        };
        let has_auxiliaries = at_most_one != AtMostOne::Pairwise || encoding.is_own();
        if has_auxiliaries || !formula.puzzle().rules().is_empty() {
            let auxiliaries = count(&formula)?;
            formula.has_free = auxiliaries.has_free;
            formula.pool.fresh_block(auxiliaries.next - first_auxiliary)?;
        }
        Ok(formula)
    }

    /// The formula of an empty board, by [`Encoding::Reduced`], and of rules each of which holds where its
    /// [selector](Self::selector) is true, without the constraints that `is_written` leaves out. Nothing was deduced before.
    ///
    /// # Errors
    /// If there are more candidates, rules and auxiliary variables than can be numbered, and [`EncodeError::Stopped`].
    pub(crate) fn with_selectors(
        rules: SeparateRules,
        is_written: fn(&Constraint) -> bool,
        running: &Running,
    ) -> Result<Self, EncodeError> {
        let board = Grid::empty(rules.board());
        let mut formula = Self::of(Reduced::of(board), Encoding::Reduced, AtMostOne::Pairwise)?;
        let first = formula.pool.fresh_block(rules.count() as u64)?;
        formula.first_auxiliary = formula.pool.len() as u64;
        formula.selectors = Some(Selectors { rules, first });
        formula.is_written = is_written;
        let auxiliaries = formula.auxiliaries_within(running)?;
        formula.pool.fresh_block(auxiliaries.next - formula.first_auxiliary)?;
        Ok(formula)
    }

    /// The literal under which a rule holds; `None` if the formula has no selectors and its rules always hold.
    pub(crate) fn selector(&self, rule: RuleId) -> Option<Lit> {
        self.selectors.as_ref().map(|selectors| selectors.of(rule))
    }

    /// The puzzle after the deduction that preceded the encoding.
    #[must_use]
    pub fn puzzle(&self) -> &Grid {
        self.reduced.grid()
    }

    /// The encoding.
    #[must_use]
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The form of at-most-one constraints.
    #[must_use]
    pub fn at_most_one(&self) -> AtMostOne {
        self.at_most_one
    }

    /// The variables of the candidates.
    #[must_use]
    pub fn map(&self) -> &VarMap {
        &self.map
    }

    /// Number of variables, including variables taken from the [pool](Self::pool).
    #[must_use]
    pub fn variables(&self) -> u64 {
        self.pool.len() as u64
    }

    /// How many variables, from the first on, tell solutions apart, where models have to be projected on these to count solutions:
    /// the variables of the candidates. `None` if each solution has exactly one model.
    ///
    /// ```
    /// use satdoku::{Encoding, Formula, Grid};
    ///
    /// let puzzle: Grid = "................".parse()?;
    /// let either = puzzle.with_rules(vec!["anyof odd r1c1 | less r1c1 r1c2".parse()?])?;
    /// assert_eq!(Formula::new(&puzzle, Encoding::Minimal)?.projection(), None);
    /// assert_eq!(Formula::new(&either, Encoding::Minimal)?.projection(), Some(64));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn projection(&self) -> Option<u64> {
        self.has_free.then_some(self.first_auxiliary)
    }

    /// The source of further variables that do not clash with the formula's.
    pub fn pool(&mut self) -> &mut VarPool {
        &mut self.pool
    }

    /// The ranges of auxiliary variables of the rules, by index; a rule may have several ranges or none.
    #[must_use]
    pub fn rule_variables(&self) -> Vec<(RuleId, Range<u64>)> {
        let mut found = Vec::new();
        let mut took = |rule, range| found.push((rule, range));
        let counted: Result<Auxiliaries, Infallible> =
            self.write_board_and_tell(&mut FormulaSize::default(), &mut took);
        let Ok(_) = counted;
        found
    }

    /// How large the formula is, exactly: it writes itself into a counter.
    ///
    /// At-most-one constraints over open places are counted at once, so an empty board takes time in the number of literals, N³.
    /// [`Encoding::Reduced`] counts the new pairs of a partly filled box one by one: up to N⁴/2 pairs, minutes on boards of some
    /// hundred digits. See [`size_within`](Self::size_within).
    #[must_use]
    pub fn size(&self) -> FormulaSize {
        let mut size = FormulaSize::default();
        let counted: Result<(), Infallible> = self.write(&mut size);
        let Ok(()) = counted;
        self.with_all_variables(size)
    }

    /// How large the formula is, where the budget suffices to count it.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn size_within(&self, running: &Running) -> Result<FormulaSize, StopReason> {
        let mut size = FormulaSize::default();
        match self.write(&mut Limited::new(&mut size, running)) {
            Ok(()) => Ok(self.with_all_variables(size)),
            Err(LimitedError::Stopped(reason)) => Err(reason),
        }
    }

    fn with_all_variables(&self, size: FormulaSize) -> FormulaSize {
        FormulaSize { variables: size.variables.max(self.variables()), ..size }
    }

    /// Writes the clauses of the board, then one unit clause for each clue.
    ///
    /// # Errors
    /// The sink's.
    pub fn write<S: ClauseSink + ?Sized>(&self, sink: &mut S) -> Result<(), S::Error> {
        self.write_board(sink)?;
        self.write_known(sink)
    }

    /// Writes the unit clauses of the clues, and of what was struck out, by themselves.
    pub(crate) fn write_known<S: ClauseSink + ?Sized>(&self, sink: &mut S) -> Result<(), S::Error> {
        self.known_lits(&self.reduced).try_for_each(|lit| sink.add_clause(&[lit]))
    }

    /// Writes the formula as a DIMACS file and flushes it; `out` needs no buffer. Where a solution may have several models, the
    /// file says what to [project](Self::projection) on.
    ///
    /// ```
    /// use satdoku::{Encoding, Formula, Grid};
    ///
    /// let puzzle: Grid = "1...............".parse()?;
    /// let mut file = Vec::new();
    /// Formula::new(&puzzle, Encoding::Minimal)?.write_dimacs(&mut file)?;
    /// assert!(file.starts_with(b"p cnf 64 161\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn write_dimacs(&self, out: impl io::Write) -> io::Result<()> {
        let mut writer = DimacsWriter::new(out);
        writer.header(self.size())?;
        writer.show(self.projection())?;
        self.write(&mut writer)?;
        writer.finish().map(drop)
    }

    /// Writes the constraints of the board.
    fn write_board<S: ClauseSink + ?Sized>(&self, sink: &mut S) -> Result<Auxiliaries, S::Error> {
        self.write_board_and_tell(sink, &mut |_, _| {})
    }

    /// Writes the constraints of the board, and reports the auxiliary variables of each rule by index.
    fn write_board_and_tell<S: ClauseSink + ?Sized>(
        &self,
        sink: &mut S,
        took: &mut dyn FnMut(RuleId, Range<u64>),
    ) -> Result<Auxiliaries, S::Error> {
        write_into(sink, |sink| self.write_board_into(sink, took))
    }

    fn write_board_into(
        &self,
        sink: &mut dyn ClauseSink<Error = Halted>,
        took: &mut dyn FnMut(RuleId, Range<u64>),
    ) -> Result<Auxiliaries, Halted> {
        let geometry = self.puzzle().geometry();
        let constraints = &mut Constraints::new(geometry, &self.map, self.at_most_one, self.first_auxiliary, sink);
        match self.encoding {
            Encoding::Minimal => minimal::write(constraints)?,
            Encoding::Extended => extended::write(constraints)?,
            Encoding::Modeller => modeller::write(constraints)?,
            Encoding::Reduced => reduced::write(constraints)?,
            Encoding::Own(encoding) => own::write(encoding, constraints),
        }
        constraint::write(constraints, self.puzzle().rules(), self.is_written, took)?;
        let (mut next, mut has_free) = (constraints.next_auxiliary(), constraints.has_free());
        for (rule, (board, rules)) in self.selectors.iter().flat_map(Selectors::each) {
            let sink: &mut dyn ClauseSink<Error = Halted> = &mut Guarded::new(sink, rule);
            let constraints = &mut Constraints::new(board, &self.map, self.at_most_one, next, sink);
            let units = board.units_of_kind(UnitKind::Rule);
            let groups = units.flat_map(|unit| board.digits().map(move |digit| Group::Unit(unit, digit)));
            groups.into_iter().try_for_each(|group| constraints.exactly_one(group))?;
            constraint::write(constraints, rules, self.is_written, took)?;
            next = constraints.next_auxiliary();
            has_free = true;
        }
        Ok(Auxiliaries { next, has_free })
    }

    /// The literals that state a puzzle's known digits and its candidates struck out beyond the digits' consequences: assumptions
    /// that turn the formula of the empty board into the formula of the puzzle.
    pub fn known_lits<'a>(&'a self, reduced: &'a Reduced) -> impl Iterator<Item = Lit> + use<'a> {
        let digits = reduced.grid().clues().filter_map(|clue| self.lit(clue));
        digits.chain(reduced.struck_out().filter_map(|candidate| Some(!self.lit(candidate)?)))
    }

    /// The literal of an open candidate.
    fn lit(&self, candidate: Candidate) -> Option<Lit> {
        match self.map.term(candidate) {
            Term::Lit(lit) => Some(lit),
            Term::True | Term::False => None,
        }
    }

    /// The checked solution of a model.
    ///
    /// # Errors
    /// The fault of the model.
    pub fn decode(&self, model: &Model) -> Result<Solution, DecodeError> {
        self.decode_for(self.puzzle(), model)
    }

    /// The checked solution, from a model, of another puzzle on this board.
    ///
    /// # Errors
    /// The fault of the model.
    pub(crate) fn decode_for(&self, puzzle: &Grid, model: &Model) -> Result<Solution, DecodeError> {
        let is_true = |term| match term {
            Term::True => true,
            Term::False => false,
            Term::Lit(lit) => model.is_true(lit),
        };
        // With selectors the puzzle's board depends on which rules hold.
        let is_selected = self.selectors.is_some() && puzzle.digits().len() == self.puzzle().digits().len();
        let mut answer = if is_selected { puzzle.emptied() } else { Grid::empty(self.puzzle().geometry()) };
        let digits = self.puzzle().geometry().cells().map(|cell| {
            let mut digits = self.map.terms(cell).filter(|&(_, term)| is_true(term)).map(|(digit, _)| digit);
            match (digits.next(), digits.next()) {
                (None, _) => Err(DecodeError::NoDigit(cell)),
                (Some(first), Some(second)) => Err(DecodeError::TwoDigits { cell, first, second }),
                (digit, None) => Ok(digit),
            }
        });
        answer.fill(digits)?;
        Ok(Solution::check(puzzle, answer)?)
    }

    /// The clause that exactly the models of a solution violate: an open cell has a different digit.
    #[must_use]
    pub fn blocking_clause(&self, solution: &Solution) -> Vec<Lit> {
        self.blocking_clause_for(self.puzzle(), solution)
    }

    /// The blocking clause for another puzzle on the board.
    #[must_use]
    pub(crate) fn blocking_clause_for(&self, puzzle: &Grid, solution: &Solution) -> Vec<Lit> {
        let in_open_cells = solution.clues().zip(puzzle.digits()).filter(|(_, clue)| clue.is_none());
        in_open_cells.filter_map(|(candidate, _)| Some(!self.lit(candidate)?)).collect()
    }
}
