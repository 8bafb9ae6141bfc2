//! What a session of the SAT road does a second on 17-clue puzzles: a solution, and the proof that it is the only one.
//!
//! `cargo bench --bench sessions [-- PUZZLES]`: the file of puzzles (one a line) is the argument, else
//! `9x9/17_clue.txt` below the folder that `SATDOKU_PUZZLES` names or below `../shared/puzzles`, else a handful of
//! puzzles of the project's own. CPU time of the process, every answer checked.

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use satdoku::{Backend, Count, Encoding, Grid, Mode, Options, Solver};

fn main() {
    let named = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).map(PathBuf::from);
    let folder = std::env::var_os("SATDOKU_PUZZLES").map_or_else(|| PathBuf::from("../shared/puzzles"), PathBuf::from);
    let file = named.unwrap_or_else(|| folder.join("9x9/17_clue.txt"));
    let text = fs::read_to_string(&file).unwrap_or_else(|_| {
        println!("{} is missing: puzzles of the project's own instead", file.display());
        include_str!("../tests/data/minimal.txt").to_owned()
    });
    let puzzles: Vec<Grid> = text.lines().filter_map(|line| line.parse().ok()).collect();
    println!("{:<10} {:<9} {:<7} {:>8} {:>10}", "backend", "encoding", "mode", "puzzles", "unique/s");
    let cases = [
        (Backend::Varisat, Encoding::Extended, Mode::Shared, 20_000),
        (Backend::Varisat, Encoding::Extended, Mode::Fresh, 5_000),
        (Backend::Varisat, Encoding::Reduced, Mode::Fresh, 10_000),
        (Backend::Varisat, Encoding::Modeller, Mode::Fresh, 2_000),
        (Backend::Splr, Encoding::Extended, Mode::Fresh, 300),
        (Backend::Splr, Encoding::Reduced, Mode::Fresh, 1_000),
    ];
    for (backend, encoding, mode, most) in cases.into_iter().filter(|(backend, ..)| backend.is_compiled()) {
        let options = Options { encoding: Some(encoding), mode, ..Options::default() };
        let solver = Solver::Sat(backend.clone());
        let mut session = solver.session(puzzles[0].geometry(), &options).expect("the solver is in this build");
        let start = Instant::now();
        let taken = puzzles.iter().take(most);
        let count = taken.len();
        for puzzle in taken {
            assert_eq!(session.count(puzzle, Some(2)).expect("an answer"), Count::Exact(1), "{puzzle}");
        }
        #[allow(clippy::cast_precision_loss)] // A rate for a person to read.
        let rate = count as f64 / start.elapsed().as_secs_f64();
        println!(
            "{:<10} {:<9} {:<7} {count:>8} {rate:>10.0}",
            backend.to_string(),
            encoding.to_string(),
            format!("{mode:?}")
        );
    }
}
