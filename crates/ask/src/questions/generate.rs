//! `generate`: a puzzle.

use satdoku::budget::Stopwatch;
use satdoku::generate::{
    Difficulty, GenerateError, Generated, Kind, RatingRange, Recipe, RuleRequest, SolutionsWanted, Symmetry,
};
use satdoku::grid::format::keys;
use satdoku::logic::technique_named;
use serde_json::{Value, json};

use crate::declared::Field;
use crate::grids::grid_value;
use crate::operation::Operation;
use crate::problem::Problem;
use crate::reader::Reader;
use crate::schema::{grid, names, number, seconds, text, texts};
use crate::work::Work;

const BOARD: Field<Option<Value>> = Field::value("board", |_| text("the board as --box takes it")).required();
const KIND: Field<Option<Kind>> = Field::word("kind", |_| names(Kind::all()), "which puzzles");
const SOLUTIONS: Field<Option<SolutionsWanted>> =
    Field::parsed("solutions", "with the kind several: 5 exactly, 5+ at least");
const SYMMETRY: Field<Option<Symmetry>> =
    Field::word("symmetry", |_| names(Symmetry::all()), "the symmetry of the clues");
const CLUES: Field<Option<u64>> = Field::number("clues", "how many clues");
const BALANCED: Field<bool> = Field::flag(
    "balanced",
    "with the kind holes: as many in each unit; all rows, columns and boxes have a cell for each digit",
);
const RULES: Field<Vec<String>> = Field::texts(
    keys::RULES,
    "families of rules that are drawn, such as killer, and lines of rules; as --rules takes them",
);
const RATING: Field<Option<RatingRange>> = Field::parsed("rating", "ratings of the hardest step, such as 4.5..5.0");
const NEEDS: Field<Vec<String>> = Field::texts("needs", "techniques that the path has a step of");
const SEED: Field<Option<u64>> = Field::number("seed", "the seed");
const NUMBER: Field<Option<u64>> = Field::number(keys::NUMBER, "which puzzle of the seed, from 1");

fn answer(mut fields: Reader, work: &Work) -> Result<Value, Problem> {
    let started = Stopwatch::start();
    let board = fields.board(&BOARD)?.ok_or_else(|| Problem::question("expected a board"))?;
    let kind = fields.read(&KIND)?.unwrap_or_default();
    let kind = kind
        .asking(fields.read(&SOLUTIONS)?)
        .ok_or_else(|| Problem::field(SOLUTIONS.name, "needs the kind several"))?;
    let ratings = fields.read(&RATING)?;
    let named = |name: &String| {
        technique_named(name).ok_or_else(|| Problem::field(NEEDS.name, format!("no technique is called {name:?}")))
    };
    let needs = fields.read(&NEEDS)?.iter().map(named).collect::<Result<Vec<_>, _>>()?;
    let recipe = Recipe::new(&board, kind)
        .with_difficulty(Difficulty::of(ratings, needs))
        .with_symmetry(fields.read(&SYMMETRY)?.unwrap_or_default())
        .with_clues(fields.read(&CLUES)?.map(|clues| usize::try_from(clues).unwrap_or(usize::MAX)))
        .with_balanced(fields.read(&BALANCED)?)
        .with_rules(fields.each::<RuleRequest>(&RULES)?)
        .with_seed(fields.read(&SEED)?.unwrap_or_default());
    let number = fields.read(&NUMBER)?.unwrap_or(1);
    let number = number.checked_sub(1).ok_or_else(|| Problem::field(NUMBER.name, "expected a number from 1"))?;
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

fn problem(error: GenerateError) -> Problem {
    match error {
        GenerateError::Stopped(reason) => Problem::stopped(reason),
        GenerateError::Solver(error) => error.into(),
        // The recipe cannot be met.
        error => Problem::question(error.to_string()),
    }
}

pub(crate) fn operation() -> Operation {
    Operation::new("generate", "A puzzle; the same question has the same answer", answer, members).with_fields(&[&[
        &BOARD, &KIND, &SOLUTIONS, &SYMMETRY, &CLUES, &BALANCED, &RULES, &RATING, &NEEDS, &SEED, &NUMBER,
    ]])
}

fn members() -> Vec<(&'static str, Value)> {
    vec![
        ("board", text("the board")),
        ("number", number("which puzzle of the seed, from 1")),
        ("puzzle", grid("the puzzle")),
        ("rules", texts("its rules, if it has any")),
        ("clues", number("how many clues it has")),
        ("solution", grid("the solution it was made from, or null")),
        ("seed", number("the seed")),
        ("seconds", seconds()),
    ]
}
