//! Where plain backtracking dies: the share of puzzles that it and MRV answer within a limit, over sizes and clues.
//!
//! `cargo bench --bench backtracking`: random holes in random full grids, a fixed seed.

use std::sync::Arc;
use std::time::{Duration, Instant};

use satdoku::generate::{Kind, Recipe};
use satdoku::{Budget, Geometry, Options, Solver, Techniques};

const LIMIT: Duration = Duration::from_millis(200);
const PUZZLES: u64 = 10;
const SEED: u64 = 0x5eed;
const SHARES: [usize; 6] = [20, 30, 40, 50, 60, 80];

fn main() {
    println!("{PUZZLES} puzzles each, {LIMIT:?} a puzzle: how many were answered, and their median time\n");
    for (solver, reduce) in [
        (Solver::Backtracking, Techniques::NONE),
        (Solver::Backtracking, Techniques::SINGLES),
        (Solver::Mrv, Techniques::NONE),
        (Solver::Mrv, Techniques::SINGLES),
    ] {
        println!("{solver}, reduction {reduce}");
        print!("{:>10}", "clues");
        for share in SHARES {
            print!("{share:>14} %");
        }
        println!();
        for (rows, columns) in [(2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (5, 5)] {
            let board = Arc::new(Geometry::boxes(rows, columns).expect("the board fits"));
            print!("{:>10}", board.to_string());
            for share in SHARES {
                print!("{:>16}", cell(&board, share, &solver, reduce));
            }
            println!();
        }
        println!();
    }
}

/// One cell of the table.
fn cell(board: &Arc<Geometry>, share: usize, solver: &Solver, reduce: Techniques) -> String {
    let budget = Budget::unlimited().with_time(LIMIT);
    let options = Options::default().with_budget(budget).with_reduce(reduce);
    let clues = Some(board.cell_count() * share / 100);
    let recipe = Recipe::new(board, Kind::Holes).with_clues(clues).with_seed(SEED);
    let made = recipe.puzzles(0..PUZZLES, &Budget::unlimited()).expect("the recipe can be followed");
    let mut times = Vec::new();
    for made in made {
        let puzzle = made.expect("no limit").puzzle;
        let start = Instant::now();
        if let Some(solution) = solver.solve_with(&puzzle, &options).expect("an answer").satisfiable() {
            assert!(solution.is_solved());
            times.push(start.elapsed());
        }
    }
    times.sort();
    match times.get(times.len() / 2) {
        Some(median) => format!("{} {:.1?}", times.len(), median),
        None => "0".to_owned(),
    }
}
