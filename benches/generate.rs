//! Generators by themselves: `cargo bench --bench generate`.
//!
//! Algorithm 2 of the seed document with several oracles, up to n = 4 by SAT, whose puzzle is printed; and the fast
//! algorithm by board and kind. Beside other people's generators: `peers`, binary `generate`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use satdoku::generate::{Algorithm, Kind, Recipe, SolutionsWanted};
use satdoku::{Backend, Budget, Geometry, Grid, ItemChoice, Options, Solver};

const SEED: u64 = 20_261_120;

fn main() {
    println!("{:44}{:>9}{:>14}{:>8}", "", "puzzles", "ms each", "clues");
    let sat = || Solver::Sat(Backend::Varisat);
    let links = || Solver::DancingLinks(ItemChoice::Smallest);
    for (order, solver, count) in
        [(2, links(), 100), (2, sat(), 100), (3, Solver::Nine, 20), (3, links(), 20), (3, sat(), 20), (4, sat(), 1)]
    {
        let name = format!("{0}x{0}, algorithm two, {solver}", order * order);
        let made = measure(&name, &recipe(order, Kind::Unique).with_algorithm(Algorithm::Two(solver)), count);
        if order == 4 {
            for puzzle in &made {
                println!("{puzzle:#}");
            }
        }
    }
    let several = |solutions| Kind::Several(solutions);
    for (order, kind, count) in [
        (3, Kind::Unique, 10_000),
        (3, Kind::Minimal, 10_000),
        (3, Kind::None, 10_000),
        (3, several(SolutionsWanted::AtLeast(2)), 1000),
        (3, several(SolutionsWanted::Exactly(5)), 300),
        (4, Kind::Unique, 50),
        (4, Kind::Minimal, 20),
        (5, Kind::Unique, 10),
    ] {
        measure(&format!("{0}x{0}, {kind}", order * order), &recipe(order, kind), count);
    }
    for order in [3_usize, 4, 5, 6, 7, 10, 20] {
        let clues = Some(order.pow(4) * 2 / 5);
        let count = if order < 10 { 20 } else { 3 };
        measure(&format!("{0}x{0}, holes", order * order), &recipe(order, Kind::Holes).with_clues(clues), count);
    }
}

fn recipe(order: usize, kind: Kind) -> Recipe {
    let board = Arc::new(Geometry::of_order(order).expect("the board fits"));
    Recipe::new(&board, kind).with_seed(SEED)
}

/// Makes puzzles, prints what they took, and checks the proper ones among the small.
fn measure(name: &str, recipe: &Recipe, count: u64) -> Vec<Grid> {
    let start = Instant::now();
    let stream = recipe.puzzles(0..count, &Budget::unlimited()).expect("the recipe can be followed");
    let made: Vec<Grid> = stream.map(|made| made.expect("no limit").puzzle).collect();
    row(name, start.elapsed(), &made);
    if matches!(recipe.kind, Kind::Unique | Kind::Minimal) {
        let mut session = Solver::Auto.session(&recipe.board, &Options::default()).expect("a session");
        for puzzle in made.iter().take(20) {
            assert_eq!(session.is_unique(puzzle).expect("an answer"), Some(true), "{puzzle}");
        }
    }
    made
}

#[allow(clippy::cast_precision_loss)] // Figures for a person to read.
fn row(name: &str, time: Duration, made: &[Grid]) {
    let count = made.len() as f64;
    let clues = made.iter().map(Grid::clue_count).sum::<usize>() as f64 / count;
    println!("{name:44}{count:9}{:14.3}{clues:8.1}", time.as_secs_f64() * 1e3 / count);
}
