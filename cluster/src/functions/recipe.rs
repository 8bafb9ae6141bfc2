//! `sudoku_generate`: puzzle `k` of a recipe in words, which depends on the recipe and on `k` alone.

use std::collections::HashMap;
use std::sync::Arc;

use satdoku::Geometry;
use satdoku::generate::{Algorithm, Difficulty, Kind, RatingRange, Recipe, RuleRequest, SolutionsWanted, Symmetry};
use satdoku::geometry::Layout;
use satdoku::logic::technique_named;

use crate::functions::USUAL_SECONDS;
use crate::functions::arguments::Given;
use crate::functions::columns::{Columns, Row, Value};
use crate::functions::single::{guarded, within};
use crate::functions::status::{INVALID, UNKNOWN};

/// Reads a recipe: `name=value` words with blanks between, or with semicolons where a value has blanks, such as
/// `kind=minimal seed=7 symmetry=rotate180`.
pub(super) fn parse(text: &str) -> Result<Recipe, String> {
    let separator = if text.contains(';') { ';' } else { ' ' };
    let mut words = HashMap::new();
    for word in text.split(separator).map(str::trim).filter(|word| !word.is_empty()) {
        let (name, value) = word.split_once('=').ok_or_else(|| format!("expected name=value, found {word:?}"))?;
        if words.insert(name.trim(), value.trim()).is_some() {
            return Err(format!("{name} is given twice"));
        }
    }
    let (board, jigsaw) = match words.remove("box").unwrap_or("3x3").parse() {
        Ok(Layout::Given(board)) => (board, false),
        Ok(Layout::Jigsaw(board)) => (board, true),
        Err(error) => return Err(format!("box: {error}")),
    };
    let board: Arc<Geometry> = Arc::new(board);
    let kind: Kind = value(&mut words, "kind")?.unwrap_or(Kind::Unique);
    let solutions: Option<SolutionsWanted> = value(&mut words, "solutions")?;
    let kind = kind.asking(solutions).ok_or("solutions needs kind=several")?;
    let mut recipe = Recipe::new(&board, kind);
    recipe.jigsaw = jigsaw;
    recipe.seed = value(&mut words, "seed")?.unwrap_or(0);
    recipe.clues = value(&mut words, "clues")?;
    recipe.symmetry = value::<Symmetry>(&mut words, "symmetry")?.unwrap_or(recipe.symmetry);
    recipe.balanced = value(&mut words, "balanced")?.unwrap_or(false);
    recipe.uniform = value(&mut words, "uniform")?.unwrap_or(false);
    recipe.algorithm = match words.remove("algorithm") {
        None | Some("fast") => Algorithm::Fast,
        Some("two") => Algorithm::Two(satdoku::Solver::Auto),
        Some(other) => return Err(format!("algorithm: expected fast or two, found {other:?}")),
    };
    if let Some(rules) = words.remove("rules") {
        let parts: Vec<&str> = if rules.contains(' ') { vec![rules] } else { rules.split(',').collect() };
        let requests =
            parts.into_iter().map(|rule| rule.parse::<RuleRequest>().map_err(|error| format!("rules: {error}")));
        recipe.rules = requests.collect::<Result<_, _>>()?;
    }
    let ratings: Option<RatingRange> = value(&mut words, "rating")?;
    let named = |name: &str| technique_named(name).ok_or_else(|| format!("no technique is called {name:?}"));
    let needs = words.remove("needs").map(|names| names.split(',').map(named).collect::<Result<Vec<_>, _>>());
    let needs = needs.transpose()?.unwrap_or_default();
    if ratings.is_some() || !needs.is_empty() {
        recipe.difficulty = Some(Difficulty::default().with_ratings(ratings.unwrap_or_default()).with_needs(needs));
    }
    if let Some(name) = words.keys().next() {
        return Err(format!("a recipe has no {name:?}"));
    }
    recipe.check().map_err(|error| error.to_string())?;
    Ok(recipe)
}

fn value<T: std::str::FromStr<Err: std::fmt::Display>>(
    words: &mut HashMap<&str, &str>,
    name: &str,
) -> Result<Option<T>, String> {
    let word = words.remove(name).map(|word| word.parse::<T>().map_err(|error| format!("{name}: {error}")));
    word.transpose()
}

pub(super) fn answer(given: &[Given<'_>], rows: usize, columns: &mut Columns) {
    let mut made: HashMap<u64, String> = HashMap::new();
    let mut recipe: Option<(&str, Result<Recipe, String>)> = None;
    let is_null = |row: usize| given.iter().any(|argument| argument.is_null(row));
    for row in 0..rows {
        if is_null(row) {
            columns.push_null();
            continue;
        }
        let text = given[0].text(row);
        let seconds = given.get(2).map_or(USUAL_SECONDS, |seconds| seconds.number(row));
        if recipe.as_ref().is_none_or(|(known, _)| *known != text) {
            let parsed = parse(text);
            made.clear();
            if let Ok(parsed) = &parsed {
                // Makes the puzzles of successive rows with the same recipe together, which is faster.
                let same = (row..rows).take_while(|&row| is_null(row) || given[0].text(row) == text);
                let numbers =
                    same.filter(|&row| !is_null(row)).filter_map(|row| u64::try_from(given[1].whole(row)).ok());
                made = make_together(parsed, numbers.collect(), seconds);
            }
            recipe = Some((text, parsed));
        }
        columns.push(&match (&recipe, u64::try_from(given[1].whole(row))) {
            (Some((_, Err(problem))), _) => Row::bare(INVALID, problem.clone()),
            (Some((_, Ok(recipe))), Ok(number)) => match made.get(&number) {
                Some(puzzle) => Row::new("made", vec![Value::Text(puzzle.clone())]),
                None => guarded(|| make(recipe, number, seconds)),
            },
            _ => Row::bare(INVALID, "the number of a puzzle is 0 or more".to_owned()),
        });
    }
}

/// Makes puzzles together; the caller makes missing puzzles singly.
fn make_together(recipe: &Recipe, numbers: Vec<u64>, seconds: f64) -> HashMap<u64, String> {
    let count = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
    let budget = within(seconds * f64::from(count)).budget;
    let mut made = HashMap::with_capacity(numbers.len());
    let work = std::panic::AssertUnwindSafe(|| {
        if let Ok(puzzles) = recipe.puzzles(numbers, &budget) {
            for puzzle in puzzles.map_while(Result::ok) {
                made.insert(puzzle.number, puzzle.puzzle.to_string().trim_end().to_owned());
            }
        }
    });
    // Ignores a panic: making the puzzle singly reports it at the right row.
    let _ = std::panic::catch_unwind(work);
    made
}

fn make(recipe: &Recipe, number: u64, seconds: f64) -> Row {
    let puzzles = recipe.puzzles([number], &within(seconds).budget);
    match puzzles.map(|mut puzzles| puzzles.next()) {
        Ok(Some(Ok(made))) => Row::new("made", vec![Value::Text(made.puzzle.to_string().trim_end().to_owned())]),
        Ok(Some(Err(error))) | Err(error) => Row::bare(UNKNOWN, error.to_string()),
        Ok(None) => Row::bare(UNKNOWN, None),
    }
}
