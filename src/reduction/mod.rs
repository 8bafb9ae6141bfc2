//! Deduction without search: candidates that cannot be true are struck out until nothing more follows.
//!
//! [`Reduce::Singles`] is naked singles (a cell with one candidate left) and hidden singles (a digit with one place left
//! in a unit), on any geometry. It takes time in the cells, the units and the candidates that are struck out, each once
//! for each of its units. What follows is written into the grid, the steps are told when asked for, and a contradiction
//! tells its place. Knows no clauses and no solver.

mod candidates;
mod classic;

use std::fmt;
use std::str::FromStr;

use crate::geometry::{Candidate, Cell, Digit, Regions, UnitId, UnitName};
use crate::grid::{Conflict, Grid};
use crate::reduction::candidates::Candidates;

/// How much is deduced before a solver is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reduce {
    /// Nothing.
    #[default]
    None,
    /// Naked and hidden singles until quiet.
    Singles,
}

impl Reduce {
    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Singles => "singles",
        }
    }
}

impl fmt::Display for Reduce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A word that names no reduction.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected none or singles, found {0:?}")]
pub struct UnknownReduction(pub String);

impl FromStr for Reduce {
    type Err = UnknownReduction;

    fn from_str(name: &str) -> Result<Self, UnknownReduction> {
        match name {
            "none" => Ok(Self::None),
            "singles" => Ok(Self::Singles),
            _ => Err(UnknownReduction(name.to_owned())),
        }
    }
}

/// Why a digit follows; prints as `r1c1=5, the only digit left` or `r1c1=5, the only place in row 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// The cell has no other candidate.
    NakedSingle(Candidate),
    /// The unit has no other place for the digit.
    HiddenSingle(Candidate, UnitName),
}

impl Step {
    /// The digit that follows, and where.
    #[must_use]
    pub fn candidate(self) -> Candidate {
        match self {
            Self::NakedSingle(candidate) | Self::HiddenSingle(candidate, _) => candidate,
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NakedSingle(candidate) => write!(f, "{candidate}, the only digit left"),
            Self::HiddenSingle(candidate, unit) => write!(f, "{candidate}, the only place in {unit}"),
        }
    }
}

/// Why a puzzle has no solution, as far as deduction sees.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Contradiction {
    /// Two clues clash.
    Clues(Conflict),
    /// A cell has no candidate left.
    NoDigit(Cell),
    /// A unit has no place left for a digit.
    NoPlace(Digit, UnitId, UnitName),
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clues(conflict) => conflict.fmt(f),
            Self::NoDigit(cell) => write!(f, "no digit is left for {cell}"),
            Self::NoPlace(digit, _, unit) => write!(f, "no place is left for {digit} in {unit}"),
        }
    }
}

/// A puzzle after deduction: it has the same solutions as before.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// The puzzle with every digit that follows.
    pub grid: Grid,
    /// The steps in their order, if they were asked for.
    pub steps: Vec<Step>,
}

/// Fills naked and hidden singles until none is left.
///
/// ```
/// use satdoku::Grid;
/// use satdoku::reduction;
///
/// let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let reduced = reduction::singles(&puzzle, true).expect("no contradiction");
/// assert!(reduced.grid.is_solved());
/// assert_eq!(reduced.steps[0].to_string(), "r8c8=3, the only digit left");
/// # Ok::<(), satdoku::grid::format::ParseError>(())
/// ```
///
/// # Errors
/// The contradiction, with its place, if the puzzle is seen to have no solution.
pub fn singles(puzzle: &Grid, with_steps: bool) -> Result<Reduced, Contradiction> {
    if let Some(conflict) = puzzle.first_conflict() {
        return Err(Contradiction::Clues(conflict));
    }
    if !with_steps && let Some(grid) = classic_singles(puzzle) {
        return Ok(Reduced { grid, steps: Vec::new() });
    }
    let mut candidates = Candidates::of(puzzle)?;
    let mut steps = Vec::new();
    while let Some(step) = candidates.next_single() {
        candidates.place(step.candidate())?;
        if with_steps {
            steps.push(step);
        }
    }
    Ok(Reduced { grid: candidates.into_grid(), steps })
}

/// The same on the classic board, without steps; none on another board or where there is a contradiction.
fn classic_singles(puzzle: &Grid) -> Option<Grid> {
    let mut digits = [0; 81];
    let board = puzzle.geometry();
    let is_classic = board.shape() == Regions::Boxes { rows: 3, columns: 3 } && board.extra_units().len() == 0;
    if !is_classic {
        return None;
    }
    for (value, digit) in digits.iter_mut().zip(puzzle.digits()) {
        *value = digit.map_or(0, |digit| digit.get() as u8);
    }
    let digits = classic::singles(&digits)?;
    let mut grid = puzzle.clone();
    let filled = grid.fill(digits.iter().map(|&digit| Ok::<_, Contradiction>(Digit::new(u16::from(digit)))));
    filled.ok().map(|()| grid)
}
