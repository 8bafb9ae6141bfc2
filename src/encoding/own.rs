//! Clauses of the caller's own for a board, in place of the encodings that are here.

use std::fmt;

use crate::cnf::{ClauseSink, Lit, Var};
use crate::encoding::Term;
use crate::encoding::any_sink::Halted;
use crate::encoding::constraints::Constraints;
use crate::geometry::{Candidate, Geometry};

/// An encoding of your own: clauses that say that each cell of a board has one digit and no unit a digit twice.
///
/// A candidate has a variable, numbered row by row as under [`Encoding::Minimal`](super::Encoding::Minimal); further variables are
/// [made](OwnClauses::fresh_lit) on the way. Unit clauses for the clues, and the clauses of a puzzle's rules, are added behind the
/// board's: the [units](Geometry::units) of the board include those that rules bring, so `write` says all of them. `write` is called
/// once to number its variables and then once for each formula: it must write the same clauses each time.
///
/// Models are checked as those of any encoding: clauses that allow too much give an error. Clauses that allow too little would lose
/// solutions, so *unsatisfiable* is doubted where a short search can tell, and is never
/// [certified](crate::Options::certified).
///
/// ```
/// use satdoku::encoding::{Halted, OwnClauses, OwnEncoding};
/// use satdoku::{Backend, Candidate, Encoding, Grid, Options, Solver};
///
/// /// Each cell has a digit, and no digit stands twice in a unit.
/// fn write(clauses: &mut OwnClauses<'_>) -> Result<(), Halted> {
///     let board = clauses.board();
///     for cell in board.cells() {
///         let lits: Vec<_> = board.digits().map(|digit| clauses.lit(Candidate::new(cell, digit))).collect();
///         clauses.add_clause(&lits)?;
///     }
///     for unit in board.units() {
///         for digit in board.digits() {
///             let lits: Vec<_> = board.unit(unit).iter().map(|&cell| clauses.lit(Candidate::new(cell, digit))).collect();
///             clauses.at_most_one(&lits)?;
///         }
///     }
///     Ok(())
/// }
///
/// let puzzle: Grid = "12..............".parse()?;
/// let encoding = Some(Encoding::Own(OwnEncoding::new("sparse", write)));
/// let solver = Solver::Sat(Backend::Cdcl);
/// let options = Options::default().with_encoding(encoding);
/// assert_eq!(solver.count_with(&puzzle, None, &options)?, solver.count(&puzzle)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct OwnEncoding {
    name: &'static str,
    write: Write,
}

/// Writes the clauses of a board.
type Write = fn(&mut OwnClauses<'_>) -> Result<(), Halted>;

impl OwnEncoding {
    /// An encoding by its name in results and the function that writes its clauses.
    #[must_use]
    pub const fn new(name: &'static str, write: Write) -> Self {
        Self { name, write }
    }

    pub(super) const fn name(self) -> &'static str {
        self.name
    }
}

impl fmt::Debug for OwnEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnEncoding").field("name", &self.name).finish_non_exhaustive()
    }
}

impl PartialEq for OwnEncoding {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && std::ptr::fn_addr_eq(self.write, other.write)
    }
}

impl Eq for OwnEncoding {}

impl std::hash::Hash for OwnEncoding {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

/// The board of an [`OwnEncoding`], and the place for its clauses.
pub struct OwnClauses<'a> {
    board: &'a Geometry,
    place: &'a mut dyn Place,
}

impl<'a> OwnClauses<'a> {
    /// The board.
    #[must_use]
    pub fn board(&self) -> &'a Geometry {
        self.board
    }

    /// The literal that is true where a cell has a digit.
    ///
    /// # Panics
    /// If the cell or the digit is not on the board.
    #[must_use]
    pub fn lit(&self, candidate: Candidate) -> Lit {
        let is_on_board = self.board.contains(candidate.cell) && self.board.has_digit(candidate.digit);
        assert!(is_on_board, "{candidate} is not on the board");
        self.place.lit(candidate)
    }

    /// The literal of a new variable. Since its values may not follow from the digits, a model count of the formula is to be
    /// [projected](crate::Formula::projection).
    pub fn fresh_lit(&mut self) -> Lit {
        self.place.fresh_lit()
    }

    /// Adds a clause.
    ///
    /// # Errors
    /// If no more clauses are wanted: `write` then ends.
    pub fn add_clause(&mut self, lits: &[Lit]) -> Result<(), Halted> {
        self.place.add_clause(lits)
    }

    /// At most one of some literals is true, in the formula's [form](crate::Formula::at_most_one).
    ///
    /// # Errors
    /// If no more clauses are wanted: `write` then ends.
    pub fn at_most_one(&mut self, lits: &[Lit]) -> Result<(), Halted> {
        self.place.at_most_one(lits)
    }
}

impl fmt::Debug for OwnClauses<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnClauses").field("board", &self.board).finish_non_exhaustive()
    }
}

/// Where clauses go, whatever kind of sink takes them.
trait Place {
    fn lit(&self, candidate: Candidate) -> Lit;
    fn fresh_lit(&mut self) -> Lit;
    fn add_clause(&mut self, lits: &[Lit]) -> Result<(), Halted>;
    fn at_most_one(&mut self, lits: &[Lit]) -> Result<(), Halted>;
}

impl<S: ClauseSink<Error = Halted> + ?Sized> Place for Constraints<'_, S> {
    fn lit(&self, candidate: Candidate) -> Lit {
        match self.map().term(candidate) {
            Term::Lit(lit) => lit,
            Term::True | Term::False => unreachable!("a map by rows has a variable for each candidate"),
        }
    }

    fn fresh_lit(&mut self) -> Lit {
        self.leave_free();
        // Beyond the last index only counting gets here: a formula of this size is never written.
        Var::new((self.take_auxiliary() as usize).min(Var::MAX_INDEX)).positive()
    }

    fn add_clause(&mut self, lits: &[Lit]) -> Result<(), Halted> {
        self.sink().add_clause(lits)
    }

    fn at_most_one(&mut self, lits: &[Lit]) -> Result<(), Halted> {
        self.at_most_one_of(lits, false)
    }
}

/// Writes the clauses of the caller's encoding.
pub(super) fn write(own: OwnEncoding, constraints: &mut Constraints<'_, dyn ClauseSink<Error = Halted> + '_>) {
    let board = constraints.geometry();
    // `write_into` keeps the error of the sink. A function that halts without an error has written all its clauses.
    let _ = (own.write)(&mut OwnClauses { board, place: constraints });
}
