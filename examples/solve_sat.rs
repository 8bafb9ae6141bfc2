//! Solves one puzzle by SAT: with varisat, then with splr, then with kissat where it is found.

use satdoku::backend::Availability;
use satdoku::{Backend, Grid, Solver, Verdict};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The sample board of "Graduate Project - Solving Sudoku" (Chastain, Wisnewski, Zahn 2021): 23 clues.
    let puzzle: Grid = "67........25.......9.56.2..3...8.9........8.1...47......86...9........1.1.6.5..7.".parse()?;
    println!("{puzzle:#}");
    for backend in [Backend::Varisat, Backend::Splr, Backend::kissat()] {
        if let Availability::Missing(why) = backend.availability() {
            println!("{backend}: skipped, {why}");
            continue;
        }
        match Solver::Sat(backend.clone()).solve(&puzzle)? {
            Verdict::Satisfiable(solution) => println!("{backend}:\n{solution:#}"),
            Verdict::Unsatisfiable => println!("{backend}: no solution"),
            Verdict::Unknown(reason) => println!("{backend}: gave up: {reason}"),
        }
    }
    Ok(())
}
