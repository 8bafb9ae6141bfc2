//! Puzzles of every kind, for boards of several shapes: `cargo run --release --example generate [SEED]`.

use std::error::Error;
use std::sync::Arc;

use satdoku::generate::{Algorithm, Kind, Recipe, SolutionsWanted, Symmetry};
use satdoku::{Budget, Geometry, Options, Solver};

fn main() -> Result<(), Box<dyn Error>> {
    let seed = std::env::args().nth(1).map_or(Ok(1), |word| word.parse())?;
    let board = |name: &str| name.parse::<Geometry>().map(Arc::new);
    let (classic, six, large) = (board("3x3")?, board("2x3")?, board("4x4")?);
    let several = Kind::Several(SolutionsWanted::Exactly(3));
    let recipes = [
        ("proper and symmetric", Recipe::new(&classic, Kind::Unique).with_symmetry(Symmetry::HalfTurn)),
        ("minimal", Recipe::new(&classic, Kind::Minimal)),
        ("with diagonals", Recipe::new(&board("3x3+diagonals")?, Kind::Unique)),
        ("three solutions", Recipe::new(&six, several)),
        ("none", Recipe::new(&six, Kind::None)),
        ("Algorithm 2", Recipe::new(&six, Kind::Unique).with_algorithm(Algorithm::Two(Solver::Mrv))),
        ("balanced holes", Recipe::new(&six, Kind::Holes).with_clues(18).with_balanced(true)),
        ("100 clues", Recipe::new(&large, Kind::Unique).with_clues(100)),
    ];
    for (name, recipe) in recipes {
        let recipe = recipe.with_seed(seed);
        // Puzzle 5 of a seed is the same whether or not those before it are made.
        for generated in recipe.puzzles(5..6, &Budget::unlimited())? {
            let puzzle = generated?.puzzle;
            let count = Solver::Auto.count_with(&puzzle, Some(1000), &Options::default())?;
            println!("{name}: {} clues, solutions: {count}\n{puzzle:#}\n", puzzle.clue_count());
        }
    }
    Ok(())
}
