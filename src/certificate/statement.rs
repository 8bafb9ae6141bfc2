//! The clauses of a certificate.

use std::io::Write;

use crate::budget::{Running, StopReason};
use crate::certificate::lemma::Lemmas;
use crate::cnf::dimacs::DimacsWriter;
use crate::cnf::{AtMostOne, ClauseSink, Completion, FormulaSize, Limited, LimitedError, Lit, Model};
use crate::constraint::Constraint;
use crate::encoding::{EncodeError, Encoding, Formula, Term, variables_in_words};
use crate::geometry::{Candidate, Geometry};
use crate::grid::{Grid, Solution};
use crate::reduction::Reduced;
use crate::solver::auto::is_eager;

/// The encoding of certificates.
pub(super) const ENCODING: Encoding = Encoding::Extended;

/// The at-most-one constraint of the encoding.
pub(super) const AT_MOST_ONE: AtMostOne = AtMostOne::Pairwise;

/// Clauses of which a model or the absence of models is claimed: the clauses of a puzzle, a clause that excludes a solution, and lemmas
/// of the rules that have no clauses.
pub(super) struct Statement {
    formula: Formula,
    /// The clause that an excluded solution breaks, if any.
    excluded: Vec<Vec<Lit>>,
    /// The lemmas, where not all rules have clauses.
    lemmas: Option<Lemmas>,
}

/// Which rules have clauses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Written {
    /// All.
    All,
    /// Those that a search with lemmas does not propagate.
    BesideLemmas,
}

impl Statement {
    pub(super) fn new(puzzle: &Grid, written: Written, running: &Running) -> Result<Self, EncodeError> {
        let is_written = match written {
            Written::All => |_: &Constraint| true,
            Written::BesideLemmas => is_eager,
        };
        let puzzle = Reduced::of(puzzle.clone());
        let formula = Formula::partly(puzzle, ENCODING, AT_MOST_ONE, is_written, running)?;
        Ok(Self { formula, excluded: Vec::new(), lemmas: None })
    }

    /// The statement with lemmas.
    pub(super) fn with_lemmas(self, lemmas: Lemmas) -> Self {
        Self { lemmas: Some(lemmas), ..self }
    }

    pub(super) fn lemmas(&self) -> Option<&Lemmas> {
        self.lemmas.as_ref()
    }

    /// The statement with a solution excluded.
    pub(super) fn excluding(mut self, solution: &Solution) -> Self {
        self.excluded = vec![self.formula.blocking_clause(solution)];
        self
    }

    /// The clauses of the puzzle.
    pub(super) fn formula(&self) -> &Formula {
        &self.formula
    }

    /// The clauses beyond the puzzle's.
    pub(super) fn excluded(&self) -> &[Vec<Lit>] {
        &self.excluded
    }

    pub(super) fn size(&self) -> FormulaSize {
        let mut size = self.formula.size();
        for clause in &self.excluded {
            size.clauses += 1;
            size.literals += clause.len() as u64;
        }
        if let Some(lemmas) = &self.lemmas {
            size.clauses += lemmas.clauses().size().clauses;
            size.literals += lemmas.clauses().size().literals;
        }
        size
    }

    /// Writes all clauses: behind those of the puzzle the clause that excludes a solution, and then the lemmas.
    pub(super) fn write<S: ClauseSink + ?Sized>(&self, sink: &mut S) -> Result<(), S::Error> {
        self.formula.write(sink)?;
        self.excluded.iter().try_for_each(|clause| sink.add_clause(clause))?;
        self.lemmas.iter().try_for_each(|lemmas| lemmas.clauses().write(sink))
    }

    /// Writes all clauses as DIMACS, header first.
    pub(super) fn write_dimacs(&self, out: impl Write, running: &Running) -> Result<(), LimitedError<std::io::Error>> {
        let mut writer = DimacsWriter::new(out);
        writer.header(self.size()).map_err(LimitedError::Sink)?;
        self.write(&mut Limited::new(&mut writer, running))?;
        writer.finish().map(drop).map_err(LimitedError::Sink)
    }

    /// The model of a solution, with values for the variables of the rules. If no values complete the model, against the rules'
    /// own checker, these variables get no values.
    pub(super) fn model(&self, solution: &Solution, running: &Running) -> Result<Model, StopReason> {
        let model = self.candidates(solution);
        if self.formula.puzzle().rules().is_empty() {
            return Ok(model);
        }
        let mut completion = Completion::of(model.clone());
        match self.write(&mut Limited::new(&mut completion, running)) {
            Ok(()) => Ok(completion.finish(self.formula.variables() as usize, running)?.unwrap_or(model)),
            Err(LimitedError::Stopped(reason)) => Err(reason),
        }
    }

    /// The values of the candidates in a solution.
    fn candidates(&self, solution: &Solution) -> Model {
        let geometry = solution.geometry();
        let cells = geometry.cells().zip(solution.digits());
        let candidates = cells.flat_map(|(cell, &found)| {
            geometry.digits().map(move |digit| (Candidate::new(cell, digit), found == Some(digit)))
        });
        let lit = |(candidate, is_true)| match self.formula.map().term(candidate) {
            Term::Lit(lit) if is_true => Some(lit),
            Term::Lit(lit) => Some(!lit),
            Term::True | Term::False => None,
        };
        candidates.filter_map(lit).collect()
    }
}

/// The least number of bytes of a board's clauses as DIMACS: a literal takes at least a digit and a blank. The board alone
/// determines the bound, so an impossible file causes no work.
pub(super) fn least_bytes(board: &Geometry) -> u64 {
    // Pairs of digits in a cell and pairs of places for a digit in a unit, two literals each, two bytes each.
    let pairs = |of: usize| (of as u64) * (of as u64).saturating_sub(1) / 2;
    let of_units: u64 = board.units().map(|unit| pairs(board.unit(unit).len())).sum();
    4 * (board.cell_count() as u64 * pairs(board.digit_count()) + board.digit_count() as u64 * of_units)
}

/// The meaning of the variables, in words.
pub(super) fn meaning(puzzle: &Grid) -> String {
    let candidates = variables_in_words(puzzle.geometry(), " says that");
    if puzzle.rules().is_empty() {
        candidates
    } else {
        candidates + "; the variables behind these are those of the rules"
    }
}
