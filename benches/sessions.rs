//! What a session of the SAT road does a second on 17-clue puzzles: a solution, and the proof that it is the only one;
//! with deduction before, also the share of the puzzles that reached the solver, and the rate over those alone. The linked
//! CaDiCaL takes part with `--features cadical`; splr answers once, so it is never shared.
//!
//! `cargo bench --bench sessions [--features cadical] [-- PUZZLES]`: the file of puzzles (one a line) is the argument, else
//! `9x9/17_clue.txt` below the folder that `SATDOKU_PUZZLES` names or below `../shared/puzzles`, else a handful of
//! puzzles of the project's own. CPU time of the thread (Linux only: it comes from `/proc`), every answer checked. The
//! times below each line are wall clock, and of the second pass.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use satdoku::{Backend, Count, Encoding, Grid, Mode, Options, Solver, Stats, Techniques};

fn main() {
    let named = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).map(PathBuf::from);
    let folder = std::env::var_os("SATDOKU_PUZZLES").map_or_else(|| PathBuf::from("../shared/puzzles"), PathBuf::from);
    let file = named.unwrap_or_else(|| folder.join("9x9/17_clue.txt"));
    let text = fs::read_to_string(&file).unwrap_or_else(|_| {
        println!("{} is missing: puzzles of the project's own instead", file.display());
        include_str!("../tests/data/minimal.txt").to_owned()
    });
    let puzzles: Vec<Grid> = text.lines().filter_map(|line| line.parse().ok()).collect();
    println!(
        "{:<14} {:<9} {:<22} {:<7} {:>8} {:>9} {:>8} {:>9} {:>8}",
        "backend", "encoding", "reduce", "mode", "puzzles", "solved/s", "unique/s", "reached", "these/s"
    );
    let deduced = Techniques::SINGLES | Techniques::LOCKED | Techniques::SUBSETS;
    let solvers = [
        (Backend::Cdcl, 5_000),
        (Backend::Varisat, 5_000),
        (Backend::Batsat, 5_000),
        (Backend::CaDiCaL, 5_000),
        (Backend::Splr, 500),
    ];
    let cases = solvers.into_iter().flat_map(|(backend, few)| {
        [
            (Encoding::Extended, Techniques::NONE, Mode::Shared, 4 * few),
            (Encoding::Extended, Techniques::NONE, Mode::Fresh, few),
            (Encoding::Reduced, Techniques::NONE, Mode::Fresh, few),
            (Encoding::Modeller, Techniques::NONE, Mode::Fresh, few / 2),
            (Encoding::Extended, Techniques::SINGLES, Mode::Shared, 10 * few),
            (Encoding::Reduced, Techniques::SINGLES, Mode::Fresh, 10 * few),
            (Encoding::Reduced, deduced, Mode::Fresh, 10 * few),
        ]
        .map(|(encoding, reduce, mode, most)| (backend.clone(), encoding, reduce, mode, most))
    });
    for (backend, encoding, reduce, mode, most) in cases.filter(|(backend, ..)| backend.is_compiled()) {
        let options = Options::default().with_encoding(encoding).with_reduce(reduce).with_mode(mode);
        let puzzles = &puzzles[..puzzles.len().min(most)];
        let mut session =
            Solver::Sat(backend.clone()).session(puzzles[0].geometry(), &options).expect("the solver is in this build");
        let start = cpu_time();
        for puzzle in puzzles {
            assert!(session.solve(puzzle).expect("an answer").is_satisfiable(), "{puzzle}");
        }
        let solving = cpu_time().saturating_sub(start);
        let start = cpu_time();
        let wall = Instant::now();
        let (mut reached, mut in_reached) = (0, Duration::ZERO);
        let mut sum = Stats::default();
        for puzzle in puzzles {
            let start = Instant::now();
            assert_eq!(session.count(puzzle, Some(2)).expect("an answer"), Count::exact(1), "{puzzle}");
            let stats = session.stats();
            if stats.clauses > 0 {
                reached += 1;
                in_reached += start.elapsed();
            }
            sum += stats;
        }
        let proving = cpu_time().saturating_sub(start);
        // The clock of each puzzle is the wall's; the machine gave us this share of it.
        let share = proving.as_secs_f64() / wall.elapsed().as_secs_f64();
        let in_reached = in_reached.mul_f64(share);
        println!(
            "{:<14} {:<9} {:<22} {:<7} {:>8} {:>9.0} {:>8.0} {:>7.1} % {:>8.0}",
            backend.to_string(),
            encoding.to_string(),
            reduce.to_string(),
            format!("{mode:?}"),
            puzzles.len(),
            rate(puzzles.len(), solving),
            rate(puzzles.len(), proving),
            100.0 * rate(reached, Duration::from_secs(puzzles.len() as u64)),
            rate(reached, in_reached),
        );
        println!(
            "{:9}reduce {:?}, encode {:?}, solve {:?}, decode {:?}",
            "", sum.reduce, sum.encode, sum.solve, sum.decode
        );
    }
}

/// CPU time of this thread.
fn cpu_time() -> Duration {
    let text = fs::read_to_string("/proc/thread-self/schedstat").expect("the time of this thread");
    let nanoseconds = text.split(' ').next().and_then(|time| time.parse().ok()).expect("a number");
    Duration::from_nanos(nanoseconds)
}

fn rate(count: usize, time: Duration) -> f64 {
    #[allow(clippy::cast_precision_loss)] // A rate for a person to read.
    let count = count as f64;
    count / time.as_secs_f64()
}
