//! Puzzles that are made.

use std::sync::Arc;

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyString;
use satdoku::generate::{
    Algorithm, Difficulty, GenerateError, Generated, Kind, Pattern, Recipe, RuleRequest, Symmetry,
};
use satdoku::geometry::Layout;
use satdoku::logic::GuideError;
use satdoku::{Geometry, StopReason};

use crate::args::{
    Clues, KindWord, LevelWord, Lines, Number, RatingWord, Seed, Skip, SolutionsWord, SymmetryWord, TechniqueName,
    wrong_value,
};
use crate::board::BoardLike;
use crate::errors::{engine_error, solver_error, stopped, value_error};
use crate::grid::Grid;
use crate::many::rows::{empty_value, places};
use crate::running::{Listing, listing};
use crate::timeout::{TimeoutLike, budget};

/// The number of puzzles that may be made ahead of the reader.
const AHEAD: usize = 64;

/// Puzzles one after another; made by generate().
#[pyclass(frozen, module = "satdoku", weakref)]
pub(crate) struct Puzzles {
    listing: Listing<Result<Generated, GenerateError>>,
    is_endless: bool,
}

impl Puzzles {
    fn take(&self, py: Python<'_>, listed: Result<Generated, GenerateError>) -> PyResult<Grid> {
        listed.map(|generated| Grid::from(generated.puzzle)).map_err(|error| match error {
            GenerateError::Stopped(reason) => stopped(py, reason),
            GenerateError::Unreached(error) if error.reason == StopReason::Time => stopped(py, error),
            GenerateError::Solver(error) | GenerateError::Guide(GuideError::Solver(error)) => engine_error(py, &error),
            error => solver_error(py, error),
        })
    }
}

listing! {
    Puzzles, Grid,
    /// The puzzles that follow as an array of NumPy: a row for each puzzle and a column for each cell of the board's rectangle, 0 where
    /// a cell is empty. Such an array is what solve_many() and its kin take. Puzzles with rules or with boards of their own do not fit
    /// an array.
    ///
    /// >>> import satdoku
    /// >>> satdoku.generate(1000, seed=7).to_numpy().shape
    /// (1000, 81)
    fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        if self.is_endless {
            return Err(value_error("to_numpy: expected a number of puzzles, found count=None, which goes on for ever"));
        }
        let mut board: Option<Arc<Geometry>> = None;
        let mut numbers: Vec<u8> = Vec::new();
        while let Some(listed) = self.listing.next(py)? {
            let Grid(puzzle) = self.take(py, listed)?;
            let own = puzzle.geometry();
            if *board.get_or_insert_with(|| Arc::clone(own)) != *own || !puzzle.rules().is_empty() {
                return Err(value_error("to_numpy: an array has one board and no rules; use a list of the puzzles"));
            }
            if own.last_digit().get() > u16::from(u8::MAX) {
                return Err(value_error("to_numpy: a row of bytes holds no digits beyond 255"));
            }
            let (width, first) = (own.rows() * own.columns(), numbers.len());
            numbers.resize(first + width, empty_value(own));
            for (at, digit) in places(own, width).zip(puzzle.digits()) {
                numbers[first + at] = digit.map_or(empty_value(own), |digit| digit.get() as u8);
            }
        }
        let width = board.map_or(0, |board| board.rows() * board.columns());
        let rows = numbers.len().checked_div(width).unwrap_or_default();
        PyArray1::from_vec(py, numbers).reshape([rows, width])
    }
}

/// Generate puzzles, one after another: puzzle k depends only on the recipe, the seed and k.
///
/// Parameters:
///     count: how many puzzles; None goes on for ever.
///     board: a Board, its name, such as '2x3' or 'windoku', or 'jigsaw', whose regions the seed draws; '3x3' by default.
///     seed: the seed of the random choices.
///     skip: the number of the first puzzle.
///     kind: 'unique' for one solution, 'minimal' for one solution without a redundant clue, 'holes' for a full grid with cells
///         emptied at random, 'none' for no solution, or 'several' for several solutions.
///     solutions: the number of solutions of the kind 'several', such as '2..5'.
///     clues: the number of clues.
///     symmetry: the symmetry of the clues: 'none', 'rotate180', 'rotate90', 'horizontal', 'vertical', 'diagonal', 'antidiagonal' or 'full'.
///     pattern: a grid whose filled cells are the places of the clues.
///     rules: lines of rules, or the names of families of rules such as 'killer'.
///     balanced: whether digits occur about equally often.
///     uniform: whether each full grid is as likely as any other.
///     algorithm: 'fast', or 'two', which asks a solver for two solutions.
///     difficulty: 'easy', 'medium', 'hard', 'unfair' or 'extreme': the range of ratings of that level.
///     rating: a range of ratings such as '4.5..5.0', in place of a difficulty.
///     needs: the names of techniques without which the puzzle cannot be solved; techniques() lists them.
///     timeout: a time in seconds, a timedelta, or a Timeout, after which Stopped is raised.
///
/// >>> import satdoku
/// >>> [satdoku.is_unique(puzzle) for puzzle in satdoku.generate(3, seed=7, symmetry="rotate180")]
/// [True, True, True]
#[pyfunction]
#[pyo3(
    signature = (
        count = Some(Number(1)), *, board = None, seed = Seed(0), skip = Skip(0), kind = None, solutions = None, clues = None,
        symmetry = None, pattern = None, rules = None, balanced = false, uniform = false, algorithm = "fast", difficulty = None,
        rating = None, needs = None, timeout = None
    ),
    text_signature = "(count=1, *, board=None, seed=0, skip=0, kind='unique', solutions=None, clues=None, symmetry='none', \
        pattern=None, rules=None, balanced=False, uniform=False, algorithm='fast', difficulty=None, rating=None, needs=None, timeout=None)"
)]
#[allow(clippy::too_many_arguments)] // Keywords.
pub(crate) fn generate(
    count: Option<Number>,
    board: Option<&Bound<'_, PyAny>>,
    seed: Seed,
    skip: Skip,
    kind: Option<KindWord>,
    solutions: Option<SolutionsWord>,
    clues: Option<Clues>,
    symmetry: Option<SymmetryWord>,
    pattern: Option<&Bound<'_, PyAny>>,
    rules: Option<Lines>,
    balanced: bool,
    uniform: bool,
    algorithm: &str,
    difficulty: Option<LevelWord>,
    rating: Option<RatingWord>,
    needs: Option<Vec<String>>,
    timeout: Option<TimeoutLike>,
) -> PyResult<Puzzles> {
    let pattern = pattern.map(crate::puzzles::puzzle).transpose()?;
    let (board, jigsaw): (Arc<Geometry>, bool) = match (board, &pattern) {
        (Some(board), _) => {
            match board.cast::<PyString>().ok().map(|word| word.to_str()).transpose()?.map(str::parse) {
                Some(Ok(Layout::Jigsaw(board))) => (Arc::new(board), true),
                _ => (board.extract::<BoardLike>()?.0, false),
            }
        }
        (None, Some(pattern)) => (Arc::clone(pattern.geometry()), false),
        (None, None) => (Arc::new(Geometry::nearly_square(9).map_err(value_error)?), false),
    };
    let kind = kind.map_or(Kind::Unique, |word| word.0);
    let Some(kind) = kind.asking(solutions.map(|word| word.0)) else {
        return Err(value_error(format!("solutions: a number of solutions cannot be combined with kind {kind}")));
    };
    let mut recipe = Recipe::new(&board, kind);
    recipe.algorithm = match algorithm {
        "fast" => Algorithm::Fast,
        "two" => Algorithm::Two(satdoku::Solver::Auto),
        other => return Err(value_error(format!("algorithm: expected fast or two, found '{other}'"))),
    };
    recipe.symmetry = symmetry.map_or(Symmetry::None, |word| word.0);
    recipe.pattern = pattern.as_ref().map(Pattern::of);
    recipe.jigsaw = jigsaw;
    recipe.clues = clues.map(|clues| clues.0);
    recipe.balanced = balanced;
    recipe.uniform = uniform;
    recipe.rules = rules
        .unwrap_or_default()
        .0
        .iter()
        .map(|rule| rule.parse::<RuleRequest>())
        .collect::<Result<_, _>>()
        .map_err(|error| wrong_value("rules", error))?;
    recipe.seed = seed.0;
    let named = |name: &String| {
        let technique: Result<TechniqueName, _> = name.parse();
        technique.map(|technique| technique.0).map_err(|error| wrong_value("needs", error))
    };
    let needs = needs.unwrap_or_default().iter().map(named).collect::<PyResult<Vec<_>>>()?;
    let ratings = match (difficulty, rating) {
        (Some(_), Some(_)) => return Err(value_error("difficulty: expected none beside rating")),
        (difficulty, rating) => difficulty.map(|level| level.0.into()).or(rating.map(|word| word.0)),
    };
    recipe.difficulty = Difficulty::of(ratings, needs);
    recipe.check().map_err(value_error)?;
    let numbers = skip.0..count.map_or(u64::MAX, |count| skip.0.saturating_add(count.0));
    let listing = Listing::begin(budget(timeout), AHEAD, move |budget, give| match recipe.puzzles(numbers, &budget) {
        Ok(puzzles) => {
            for puzzle in puzzles {
                if !give(puzzle) {
                    break;
                }
            }
        }
        Err(error) => drop(give(Err(error))),
    })?;
    Ok(Puzzles { listing, is_endless: count.is_none() })
}
