//! Puzzles that are made.

use std::sync::Arc;

use pyo3::prelude::*;
use satdoku::generate::{
    Algorithm, Difficulty, GenerateError, Generated, Kind, Pattern, RatingRange, Recipe, RuleRequest, Solutions,
    Symmetry,
};
use satdoku::geometry::Layout;
use satdoku::logic::{GuideError, technique_named};
use satdoku::{Geometry, StopReason};

use crate::board::BoardLike;
use crate::choice::budget;
use crate::errors::{engine_error, solver_error, stopped, value_error};
use crate::grid::Grid;
use crate::running::Listing;

/// The number of puzzles that may be made ahead of the reader.
const AHEAD: usize = 64;

/// Puzzles one after another; made by generate().
#[pyclass(frozen, module = "satdoku")]
pub(crate) struct Puzzles(Listing<Result<Generated, GenerateError>>);

#[pymethods]
impl Puzzles {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Grid>> {
        match self.0.next(py)? {
            None => Ok(None),
            Some(Ok(generated)) => Ok(Some(Grid(generated.puzzle))),
            Some(Err(GenerateError::Stopped(reason))) => Err(stopped(py, reason)),
            Some(Err(GenerateError::Unreached(error))) if error.reason == StopReason::Time => Err(stopped(py, error)),
            Some(Err(GenerateError::Solver(error) | GenerateError::Guide(GuideError::Solver(error)))) => {
                Err(engine_error(py, &error))
            }
            Some(Err(error)) => Err(solver_error(py, error)),
        }
    }

    /// End the listing.
    fn close(&self) {
        self.0.end();
    }
}

/// Generate puzzles, one after another: puzzle k depends only on the recipe, the seed and k.
///
/// The arguments are the options of `satdoku generate`; `rating` is a range such as '4.5..5.0', `needs` names of techniques, `rules`
/// are lines of rules or families such as 'killer', `pattern` is a grid whose filled cells are the places of the clues, count=None goes on for ever.
///
/// >>> import satdoku
/// >>> [satdoku.is_unique(puzzle) for puzzle in satdoku.generate(3, seed=7, symmetry="rotate180")]
/// [True, True, True]
#[pyfunction]
#[pyo3(signature = (
    count = 1, *, board = None, seed = 0, skip = 0, kind = "unique", solutions = None, clues = None, symmetry = "none",
    pattern = None, rules = Vec::new(), balanced = false, uniform = false, algorithm = "fast", rating = None,
    needs = Vec::new(), timeout = None
))]
#[allow(clippy::too_many_arguments)] // Keywords.
pub(crate) fn generate(
    py: Python<'_>,
    count: Option<u64>,
    board: Option<BoardLike<'_>>,
    seed: u64,
    skip: u64,
    kind: &str,
    solutions: Option<&str>,
    clues: Option<usize>,
    symmetry: &str,
    pattern: Option<&Bound<'_, PyAny>>,
    rules: Vec<String>,
    balanced: bool,
    uniform: bool,
    algorithm: &str,
    rating: Option<&str>,
    needs: Vec<String>,
    timeout: Option<f64>,
) -> PyResult<Puzzles> {
    let pattern = pattern.map(crate::grid::puzzle).transpose()?;
    let (board, jigsaw): (Arc<Geometry>, bool) = match (board, &pattern) {
        (Some(BoardLike::Board(board)), _) => (Arc::clone(&board.0), false),
        (Some(BoardLike::Word(word)), _) => match word.parse() {
            Ok(Layout::Given(board)) => (Arc::new(board), false),
            Ok(Layout::Jigsaw(board)) => (Arc::new(board), true),
            Err(error) => return Err(crate::errors::parse_error(py, &error.to_string(), None, None)),
        },
        (None, Some(pattern)) => (Arc::clone(pattern.geometry()), false),
        (None, None) => (BoardLike::Word("3x3".to_owned()).board(py)?, false),
    };
    let kind: Kind = kind.parse().map_err(value_error)?;
    let asked: Option<Solutions> = solutions.map(str::parse).transpose().map_err(value_error)?;
    let Some(kind) = kind.asking(asked) else {
        return Err(value_error(format!("a number of solutions cannot be combined with kind {kind}")));
    };
    let symmetry: Symmetry = symmetry.parse().map_err(value_error)?;
    let mut recipe = Recipe::new(&board, kind);
    recipe.algorithm = match algorithm {
        "fast" => Algorithm::Fast,
        "two" => Algorithm::Two(satdoku::Solver::Auto),
        other => return Err(value_error(format!("algorithm: expected fast or two, found '{other}'"))),
    };
    recipe.symmetry = symmetry;
    recipe.pattern = pattern.as_ref().map(Pattern::of);
    recipe.jigsaw = jigsaw;
    recipe.clues = clues;
    recipe.balanced = balanced;
    recipe.uniform = uniform;
    recipe.rules =
        rules.iter().map(|rule| rule.parse::<RuleRequest>()).collect::<Result<_, _>>().map_err(value_error)?;
    recipe.seed = seed;
    let ratings: Option<RatingRange> = rating.map(str::parse).transpose().map_err(value_error)?;
    let named =
        |name: &String| technique_named(name).ok_or_else(|| value_error(format!("no technique is called '{name}'")));
    let needs = needs.iter().map(named).collect::<PyResult<Vec<_>>>()?;
    recipe.difficulty = Difficulty::of(ratings, needs);
    recipe.check().map_err(value_error)?;
    let numbers = skip..count.map_or(u64::MAX, |count| skip.saturating_add(count));
    let listing =
        Listing::begin(budget(timeout)?, AHEAD, move |budget, give| match recipe.puzzles(numbers, &budget) {
            Ok(puzzles) => {
                for puzzle in puzzles {
                    if !give(puzzle) {
                        break;
                    }
                }
            }
            Err(error) => drop(give(Err(error))),
        })?;
    Ok(Puzzles(listing))
}
