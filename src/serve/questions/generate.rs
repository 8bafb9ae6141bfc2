//! `/api/generate`: a puzzle.

use satdoku::budget::Stopwatch;

use satdoku::generate::{Difficulty, GenerateError, Generated, Kind, RatingRange, Recipe, RuleWish, Symmetry};
use satdoku::grid::format::keys;
use satdoku::logic::technique_named;
use satdoku::protocol::grid_value;
use serde_json::{Value, json};

use crate::serve::App;
use crate::serve::fields::Fields;
use crate::serve::jobs::Work;
use crate::serve::problem::Problem;
use crate::serve::respond::Question;

pub(crate) struct Generate;

impl Question for Generate {
    fn answer(mut fields: Fields, _app: &App, work: &Work) -> Result<Value, Problem> {
        let started = Stopwatch::start();
        let board = fields.board()?.ok_or_else(|| Problem::question("expected a board"))?;
        let kind = fields.word::<Kind>("kind")?.unwrap_or_default();
        let kind = kind
            .asking(fields.word("solutions")?)
            .ok_or_else(|| Problem::field("solutions", "needs the kind several"))?;
        let ratings = fields.word::<RatingRange>("rating")?;
        let named = |name: &String| {
            technique_named(name).ok_or_else(|| Problem::field("needs", format!("no technique is called {name:?}")))
        };
        let needs = fields.texts("needs")?.iter().map(named).collect::<Result<Vec<_>, _>>()?;
        let recipe = Recipe {
            difficulty: Difficulty::of(ratings, needs),
            symmetry: fields.word::<Symmetry>("symmetry")?.unwrap_or_default(),
            clues: fields.number("clues")?.map(|clues| usize::try_from(clues).unwrap_or(usize::MAX)),
            balanced: fields.flag("balanced")?,
            rules: fields.each::<RuleWish>(keys::RULES)?,
            seed: fields.number("seed")?.unwrap_or_default(),
            ..Recipe::new(&board, kind)
        };
        let number = fields.number(keys::NUMBER)?.unwrap_or(1);
        let number = number.checked_sub(1).ok_or_else(|| Problem::field(keys::NUMBER, "expected a number from 1"))?;
        fields.end()?;
        let mut puzzles = recipe.puzzles([number], &work.budget()).map_err(problem)?;
        let Generated { puzzle, solution, .. } = match puzzles.next() {
            Some(generated) => generated.map_err(problem)?,
            None => return Err(Problem::internal("there is no puzzle of that number")),
        };
        let mut answer = json!({
            keys::NUMBER: number + 1,
            keys::BOARD: puzzle.geometry().to_string(),
            keys::PUZZLE: grid_value(&puzzle),
            keys::SOLUTION: solution.map(|solution| grid_value(&solution)),
            keys::CLUES: puzzle.clue_count(),
            keys::SEED: recipe.seed,
            "seconds": started.elapsed().as_secs_f64(),
        });
        if !puzzle.rules().is_empty() {
            answer[keys::RULES] = puzzle.rules().as_slice().iter().map(ToString::to_string).collect();
        }
        Ok(answer)
    }
}

fn problem(error: GenerateError) -> Problem {
    match error {
        GenerateError::Stopped(reason) => Problem::stopped(reason),
        GenerateError::Solver(error) => error.into(),
        // A wish that cannot be met.
        error => Problem::question(error.to_string()),
    }
}
