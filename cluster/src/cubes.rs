//! One hard puzzle as cubes: each is answered by itself, with a proof where one is wanted, and a last proof shows that the cubes
//! leave nothing out.
//!
//! The proofs are varisat's and are checked by `varisat-checker`, which others wrote. They are about the clauses of
//! [`Encoding::Extended`], at most one in pairs, of the puzzle as it stands, which whoever checks derives anew: a proof of a cube
//! refutes them together with one unit clause for each digit of the cube, the proof of the cover refutes them together with one
//! clause for each cube that forbids it. From both together it follows that the puzzle has no solution.

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

use crate::functions::solution_digits;

/// Digits that are assumed.
pub type Cube = Vec<Candidate>;

/// What was found of a cube.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// The digits of a solution, checked.
    Solution(String),
    /// There is none; the proof, where one was wanted.
    Refuted(Option<Vec<u8>>),
    /// The limit was reached before that was known.
    Unknown(String),
}

/// The answer to a cube.
#[derive(Clone, Debug, PartialEq)]
pub struct CubeAnswer {
    /// What was found.
    pub found: Found,
    /// How long it took.
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
/// Which word is no digit in a cell.
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
        let mut options = Options { budget: budget.clone(), ..Options::default() };
        options.portfolio.threads = Some(NonZeroUsize::MIN);
        Solver::Auto.solve_with(&grid, &options)?
    };
    let found = match verdict {
        Verdict::Satisfiable(solution) => Found::Solution(solution_digits(&solution)),
        Verdict::Unsatisfiable => Found::Refuted(None),
        Verdict::Unknown(reason) => Found::Unknown(reason.to_string()),
    };
    Ok(CubeAnswer { found, seconds: start.elapsed().as_secs_f64() })
}

/// The clauses of a puzzle and some more, all of which are to be refuted.
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

    /// The literal that says a candidate of the board is the digit of its cell.
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

    /// That a puzzle has no solution with the digits of a cube.
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

    /// That a puzzle has no solution outside of cubes.
    ///
    /// # Errors
    /// As above.
    pub fn of_cover(puzzle: &Grid, cubes: &[Cube]) -> Result<Self, CubeError> {
        let mut statement = Self::of(puzzle)?;
        for cube in cubes {
            let clause = cube.iter().map(|&candidate| statement.lit(candidate).map(|lit| !lit));
            let clause = clause.collect::<Result<_, _>>()?;
            statement.more.push(clause);
        }
        Ok(statement)
    }

    /// Has the clauses refuted; the bytes are the proof where they are.
    ///
    /// # Errors
    /// If the solver fails.
    pub fn refute(&self, puzzle: &Grid, running: &Running) -> Result<(Verdict<satdoku::Solution>, Vec<u8>), CubeError> {
        let proof = Arc::new(Mutex::new(Vec::new()));
        let options =
            OpenOptions { stoppable: true, proof: Some(ProofSink::new(Arc::clone(&proof))), ..OpenOptions::default() };
        let verdict = {
            let opened = Instance::open(&Backend::Varisat, &options, self.formula.clone(), &self.more, running)?;
            match opened {
                Ok(mut instance) => instance.solve(puzzle, [], running)?,
                Err(reason) => Verdict::Unknown(reason),
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
    /// If the checker fails by itself.
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

/// Bytes that the checker may be expected to take.
const MEMORY: u64 = 8 << 30;
