//! Every solver of this build on one puzzle: the answers compared, the times printed.

use std::time::{Duration, Instant};

use satdoku::backend::Availability;
use satdoku::solver::Ability;
use satdoku::{Budget, Grid, Options, Solver, Verdict};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A puzzle may be given: cargo run --release --example compare_solvers -- 53..7....6..195....98…
    let line = std::env::args().nth(1);
    // The sample board of "Graduate Project - Solving Sudoku" (Chastain, Wisnewski, Zahn 2021): 23 clues.
    let sample = "67........25.......9.56.2..3...8.9........8.1...47......86...9........1.1.6.5..7.";
    let puzzle: Grid = line.as_deref().unwrap_or(sample).parse()?;
    println!("{puzzle:#}");

    // No solver may hold up the others.
    let options = Options::default().with_budget(Budget::unlimited().with_time(Duration::from_secs(5)));
    let mut answers = Vec::new();
    for solver in Solver::all().into_iter().filter(|solver| solver.supports(Ability::Solve)) {
        if let Solver::Sat(backend) = &solver
            && let Availability::Missing(why) = backend.availability()
        {
            println!("{solver:>15}  skipped: {why}");
            continue;
        }
        let start = Instant::now();
        let verdict = solver.solve_with(&puzzle, &options)?;
        let took = start.elapsed().as_secs_f64() * 1000.0;
        match verdict {
            Verdict::Unknown(reason) => println!("{solver:>15} {took:9.2} ms  gave up: {reason}"),
            Verdict::Satisfiable(solution) => {
                println!("{solver:>15} {took:9.2} ms  {solution}");
                answers.push(Some(solution));
            }
            Verdict::Unsatisfiable => {
                println!("{solver:>15} {took:9.2} ms  no solution");
                answers.push(None);
            }
        }
    }

    // Every solution was checked against the clues already; with several solutions solvers may choose another one.
    let is_solvable = answers.first().is_some_and(Option::is_some);
    if answers.iter().any(|answer| answer.is_some() != is_solvable) {
        return Err("the solvers disagree on whether there is a solution".into());
    }
    let is_same = answers.windows(2).all(|pair| pair[0] == pair[1]);
    println!("{}", if is_same { "all answers are the same" } else { "several solutions: each found one of them" });
    Ok(())
}
