//! One hard puzzle as cubes: each cube is answered by itself, with a proof on request, and a last proof shows that the cubes cover
//! the puzzle.
//!
//! Varisat writes the proofs, and `varisat-checker`, a crate of other authors, checks them. A proof is about the clauses of
//! [`Encoding::Extended`], with pairwise at-most-one, of the unreduced puzzle; the checking side derives the clauses anew. The
//! proof of a cube refutes these clauses with one unit clause for each digit of the cube. The proof of the cover refutes them
//! with one clause for each cube, which forbids the cube. The proofs of the cubes and of the cover together show that the puzzle
//! has no solution.

use std::io::Write;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use satdoku::backend::{Checked, Clauses, OpenOptions, Proof, ProofFormat, ProofSink};
use satdoku::cnf::{FormulaSize, LimitedError};
use satdoku::encoding::Term;
use satdoku::reduction::Reduced;
use satdoku::sat::Instance;
use satdoku::{
    AtMostOne, Backend, Budget, Candidate, ClauseSink, Encoding, Formula, Grid, Lit, Options, Running, Solver, Verdict,
};

use crate::digits::digits;

/// Digits that are assumed.
pub type Cube = Vec<Candidate>;

/// The result for a cube.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// The digits of a solution, checked.
    Solution(String),
    /// The cube has no solution; holds the proof if a proof was requested.
    Refuted(Option<Vec<u8>>),
    /// Undecided, with the reason: a limit was reached or the run was cancelled.
    Unknown(String),
}

/// The answer to a cube.
#[derive(Clone, Debug, PartialEq)]
pub struct CubeAnswer {
    /// The result.
    pub found: Found,
    /// The time that the cube took.
    pub seconds: f64,
}

/// Writes a cube as `r1c1=5 r1c2=3`.
#[must_use]
pub fn cube_text(cube: &[Candidate]) -> String {
    let words: Vec<String> = cube.iter().map(ToString::to_string).collect();
    words.join(" ")
}

/// Reads a cube.
///
/// # Errors
/// The first word that is no candidate such as `r1c1=5`.
pub fn parse_cube(text: &str) -> Result<Cube, String> {
    text.split_whitespace().map(|word| word.parse::<Candidate>().map_err(|error| error.to_string())).collect()
}

/// The puzzle with the digits of a cube as further clues.
fn assumed(puzzle: &Grid, cube: &[Candidate]) -> Result<Grid, satdoku::grid::GridError> {
    let mut grid = puzzle.clone();
    for &Candidate { cell, digit } in cube {
        grid.set(cell, Some(digit))?;
    }
    Ok(grid)
}

/// Why a cube or a cover has no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CubeError {
    /// A solver failed.
    #[error(transparent)]
    Solver(#[from] Box<satdoku::Error>),
    /// The cube is of another board.
    #[error("not a cube of this puzzle: {0}")]
    Foreign(String),
}

impl From<satdoku::Error> for CubeError {
    fn from(error: satdoku::Error) -> Self {
        Self::Solver(Box::new(error))
    }
}

/// Answers one cube on one thread.
///
/// # Errors
/// If the solver fails, or the cube is of another board.
pub fn answer(puzzle: &Grid, cube: &[Candidate], budget: &Budget, proves: bool) -> Result<CubeAnswer, CubeError> {
    let start = Instant::now();
    let grid = assumed(puzzle, cube).map_err(|error| CubeError::Foreign(error.to_string()))?;
    let verdict = if proves {
        let statement = Statement::of_cube(puzzle, cube)?;
        match statement.refute(puzzle, &budget.start())? {
            (Verdict::Unsatisfiable, proof) => {
                return Ok(CubeAnswer { found: Found::Refuted(Some(proof)), seconds: start.elapsed().as_secs_f64() });
            }
            (verdict, _) => verdict,
        }
    } else {
        let mut options = Options::default().with_budget(budget.clone());
        options.portfolio.threads = Some(NonZeroUsize::MIN);
        Solver::Auto.solve_with(&grid, &options)?
    };
    let found = match verdict {
        Verdict::Satisfiable(solution) => Found::Solution(digits(&solution)),
        Verdict::Unsatisfiable => Found::Refuted(None),
        Verdict::Unknown(reason) => Found::Unknown(reason.to_string()),
    };
    Ok(CubeAnswer { found, seconds: start.elapsed().as_secs_f64() })
}

/// The clauses of a puzzle and more clauses, which a proof has to refute together.
pub struct Statement {
    formula: Formula,
    more: Vec<Vec<Lit>>,
}

impl Statement {
    fn of(puzzle: &Grid) -> Result<Self, CubeError> {
        let formula = Formula::of(Reduced::of(puzzle.clone()), Encoding::Extended, AtMostOne::Pairwise)
            .map_err(|error| CubeError::from(satdoku::Error::from(error)))?;
        Ok(Self { formula, more: Vec::new() })
    }

    /// The literal of a candidate.
    fn lit(&self, candidate: Candidate) -> Result<Lit, CubeError> {
        let geometry = self.formula.puzzle().geometry();
        if geometry.contains(candidate.cell)
            && geometry.has_digit(candidate.digit)
            && let Term::Lit(lit) = self.formula.map().term(candidate)
        {
            return Ok(lit);
        }
        Err(CubeError::Foreign(candidate.to_string()))
    }

    /// The statement that a puzzle has no solution with the digits of a cube.
    ///
    /// # Errors
    /// If the puzzle is too large for clauses or the cube is of another board.
    pub fn of_cube(puzzle: &Grid, cube: &[Candidate]) -> Result<Self, CubeError> {
        let mut statement = Self::of(puzzle)?;
        for &candidate in cube {
            let lit = statement.lit(candidate)?;
            statement.more.push(vec![lit]);
        }
        Ok(statement)
    }

    /// The statement that a puzzle has no solution outside of its cubes.
    ///
    /// # Errors
    /// If the puzzle is too large for clauses or a cube is of another board.
    pub fn of_cover(puzzle: &Grid, cubes: &[Cube]) -> Result<Self, CubeError> {
        let mut statement = Self::of(puzzle)?;
        for cube in cubes {
            let clause = cube.iter().map(|&candidate| statement.lit(candidate).map(|lit| !lit));
            let clause = clause.collect::<Result<_, _>>()?;
            statement.more.push(clause);
        }
        Ok(statement)
    }

    /// Has varisat refute the clauses; if the verdict is *unsatisfiable*, the bytes are the proof.
    ///
    /// # Errors
    /// If the solver fails.
    pub fn refute(&self, puzzle: &Grid, running: &Running) -> Result<(Verdict<satdoku::Solution>, Vec<u8>), CubeError> {
        let proof = Arc::new(Mutex::new(Vec::new()));
        let options = OpenOptions::default().with_stoppable(true).with_proof(ProofSink::new(Arc::clone(&proof)));
        let verdict = {
            let opened = Instance::open(&Backend::Varisat, &options, self.formula.clone(), &self.more, running);
            match opened {
                Err(satdoku::Error::Stopped(reason)) => Verdict::Unknown(reason),
                opened => opened?.solve(puzzle, [], running)?,
            }
        };
        let mut proof = proof.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = proof.flush();
        Ok((verdict, std::mem::take(&mut proof)))
    }

    fn size(&self) -> FormulaSize {
        let mut size = self.formula.size();
        for clause in &self.more {
            size.clauses += 1;
            size.literals += clause.len() as u64;
        }
        size
    }

    /// Whether a proof refutes the clauses.
    ///
    /// # Errors
    /// If the checker fails, as opposed to rejecting the proof.
    pub fn check(&self, proof: &[u8], running: &Running) -> Result<Checked, CubeError> {
        let mut write = |sink: &mut dyn ClauseSink<Error = LimitedError<satdoku::backend::BackendError>>| {
            self.formula.write(sink)?;
            self.more.iter().try_for_each(|clause| sink.add_clause(clause))
        };
        let mut clauses = Clauses { size: self.size(), write: &mut write };
        let mut reader = proof;
        let mut proof = Proof { bytes: reader.len() as u64, reader: &mut reader };
        let checked = ProofFormat::Varisat.check(&mut clauses, &mut proof, MEMORY, running);
        checked.map_err(|error| CubeError::from(satdoku::Error::from(error)))
    }
}

/// The bytes of memory that the checker may be expected to need.
const MEMORY: u64 = 8 << 30;
