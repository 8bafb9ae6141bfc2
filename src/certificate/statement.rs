//! The clauses that a certificate is about.

use std::io::Write;

use crate::budget::{Running, StopReason};
use crate::cnf::dimacs::DimacsWriter;
use crate::cnf::{AtMostOne, ClauseSink, Completion, FormulaSize, Limited, LimitedError, Lit, Model};
use crate::encoding::{EncodeError, Encoding, Formula, Term, variables_in_words};
use crate::geometry::{Candidate, Geometry};
use crate::grid::{Grid, Solution};
use crate::reduction::Reduced;

/// The encoding that certificates are about.
pub(in crate::certificate) const ENCODING: Encoding = Encoding::Extended;

/// How it says that at most one of some candidates is true.
pub(in crate::certificate) const AT_MOST_ONE: AtMostOne = AtMostOne::Pairwise;

/// What is claimed to have a model, or none: the clauses of a puzzle, and the clause that excludes a solution.
pub(in crate::certificate) struct Statement {
    formula: Formula,
    /// The clause that a solution breaks, if one is excluded.
    excluded: Vec<Vec<Lit>>,
}

impl Statement {
    pub(in crate::certificate) fn new(puzzle: &Grid) -> Result<Self, EncodeError> {
        let formula = Formula::of(Reduced::of(puzzle.clone()), ENCODING, AT_MOST_ONE)?;
        Ok(Self { formula, excluded: Vec::new() })
    }

    /// The same puzzle, with a solution excluded.
    pub(in crate::certificate) fn excluding(mut self, solution: &Solution) -> Self {
        self.excluded = vec![self.formula.blocking_clause(solution)];
        self
    }

    /// The clauses of the puzzle.
    pub(in crate::certificate) fn formula(&self) -> &Formula {
        &self.formula
    }

    /// What is claimed beyond them.
    pub(in crate::certificate) fn excluded(&self) -> &[Vec<Lit>] {
        &self.excluded
    }

    pub(in crate::certificate) fn size(&self) -> FormulaSize {
        let mut size = self.formula.size();
        for clause in &self.excluded {
            size.clauses += 1;
            size.literals += clause.len() as u64;
        }
        size
    }

    /// Writes all clauses, the one that excludes the solution last.
    pub(in crate::certificate) fn write<S: ClauseSink + ?Sized>(&self, sink: &mut S) -> Result<(), S::Error> {
        self.formula.write(sink)?;
        self.excluded.iter().try_for_each(|clause| sink.add_clause(clause))
    }

    /// Writes them as DIMACS, header first.
    pub(in crate::certificate) fn write_dimacs(
        &self,
        out: impl Write,
        running: &Running,
    ) -> Result<(), LimitedError<std::io::Error>> {
        let mut writer = DimacsWriter::new(out);
        writer.header(self.size()).map_err(LimitedError::Sink)?;
        self.write(&mut Limited::new(&mut writer, running))?;
        writer.finish().map(drop).map_err(LimitedError::Sink)
    }

    /// The model that a solution is, with values for the variables of the rules. Where there are no such values, which would
    /// contradict the judge of the rules, these have none.
    pub(in crate::certificate) fn model(&self, solution: &Solution, running: &Running) -> Result<Model, StopReason> {
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

    /// What a solution says of the candidates.
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

/// How few bytes the clauses of a board can take as DIMACS: each literal is a digit and a blank at least. Known from the
/// board alone, so that no work is done for a file that cannot be right.
pub(in crate::certificate) fn least_bytes(board: &Geometry) -> u64 {
    // Pairs of each cell's digits and of the places of each digit in each unit, two literals each, two bytes each.
    let pairs = |of: usize| (of as u64) * (of as u64).saturating_sub(1) / 2;
    let of_units: u64 = board.units().map(|unit| pairs(board.unit(unit).len())).sum();
    4 * (board.cell_count() as u64 * pairs(board.digit_count()) + board.digit_count() as u64 * of_units)
}

/// What the variables mean, in words.
pub(in crate::certificate) fn meaning(puzzle: &Grid) -> String {
    let candidates = variables_in_words(puzzle.geometry(), " says that");
    if puzzle.rules().is_empty() {
        candidates
    } else {
        candidates + "; the variables behind these are those of the rules"
    }
}
