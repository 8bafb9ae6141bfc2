//! Where plain backtracking dies: the share of puzzles that it and MRV answer within a limit, over sizes and clues.
//!
//! `cargo bench --bench backtracking`: random holes in relabelled and shuffled full grids, a fixed seed.

use std::sync::Arc;
use std::time::{Duration, Instant};

use satdoku::{Budget, Geometry, Grid, Options, Reduce, Solver};

const LIMIT: Duration = Duration::from_millis(200);
const PUZZLES: usize = 10;
const SHARES: [usize; 6] = [20, 30, 40, 50, 60, 80];

fn main() {
    println!("{PUZZLES} puzzles each, {LIMIT:?} a puzzle: how many were answered, and their median time\n");
    for (solver, reduce) in [
        (Solver::Backtracking, Reduce::NONE),
        (Solver::Backtracking, Reduce::SINGLES),
        (Solver::Mrv, Reduce::NONE),
        (Solver::Mrv, Reduce::SINGLES),
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
                print!("{:>16}", cell(&board, (rows, columns), share, &solver, reduce));
            }
            println!();
        }
        println!();
    }
}

/// One cell of the table.
fn cell(board: &Arc<Geometry>, boxes: (usize, usize), share: usize, solver: &Solver, reduce: Reduce) -> String {
    let budget = Budget::unlimited().with_time(LIMIT);
    let options = Options { budget, reduce: Some(reduce), ..Options::default() };
    let mut random = Random(0x5eed + share as u64);
    let mut times = Vec::new();
    for _ in 0..PUZZLES {
        let puzzle = holes(board, boxes, share, &mut random);
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

/// A full grid, shuffled, of which a share of the cells is kept.
fn holes(board: &Arc<Geometry>, (rows, columns): (usize, usize), share: usize, random: &mut Random) -> Grid {
    let side = board.side();
    let row_order = random.shuffled_in_bands(side, rows);
    let column_order = random.shuffled_in_bands(side, columns);
    let digits = random.shuffled(side);
    let is_kept = random.shuffled(side * side);
    let values: Vec<u16> = (0..side * side)
        .map(|index| {
            let (row, column) = (row_order[index / side], column_order[index % side]);
            let digit = (row % rows * columns + row / rows + column) % side;
            if is_kept[index] < side * side * share / 100 { digits[digit] as u16 + 1 } else { 0 }
        })
        .collect();
    Grid::from_values(board, &values).expect("digits in range")
}

/// A small generator that gives the same numbers on every machine (splitmix64, Steele, Lea and Flood 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn shuffled(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        for i in (1..count).rev() {
            order.swap(i, (self.next() % (i as u64 + 1)) as usize);
        }
        order
    }

    /// An order of lines in which bands of so many stay together.
    fn shuffled_in_bands(&mut self, side: usize, width: usize) -> Vec<usize> {
        let bands = self.shuffled(side / width);
        bands
            .into_iter()
            .flat_map(|band| self.shuffled(width).into_iter().map(move |line| band * width + line))
            .collect()
    }
}
