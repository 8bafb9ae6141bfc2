//! Hard and huge grids: solvers and encodings beside one another and beside what was published.
//!
//! `cargo bench --bench large -- [--set 36@50,49@40] [--solver auto --solver sat:kissat@extended@none] [--copies 10]
//! [--limit 100s]`. Puzzles come from the folder `--puzzles`, from the one that `SATDOKU_PUZZLES` names, or from
//! `../shared/puzzles`; without any, random holes are made on the spot by relabelling a pattern. Each puzzle is asked in
//! as many relabelled copies as `--copies` says, by all contenders one after another, so that a noisy machine is noisy
//! for all. Every solution is checked by the library; an answer that contradicts another ends the run.

mod puzzles;
mod report;
mod run;

use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;

use crate::puzzles::Set;
use crate::report::Report;
use crate::run::Contender;

/// What can be chosen.
#[derive(Parser)]
struct Arguments {
    /// Sets by name, separated by commas [default: all but 81@60]
    #[arg(long, value_delimiter = ',')]
    set: Vec<String>,

    /// Who is asked: SOLVER, SOLVER@ENCODING or SOLVER@ENCODING@REDUCTION; may be given several times
    #[arg(long, default_value = "auto")]
    solver: Vec<Contender>,

    /// Seconds for each puzzle [default: the set's]
    #[arg(long)]
    limit: Option<u64>,

    /// Relabelled copies of each file
    #[arg(long, default_value_t = 10)]
    copies: u64,

    /// The seed of the relabellings; the same for the solvers where they take one
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// The folder with the sets [default: what `SATDOKU_PUZZLES` names, or ../shared/puzzles]
    #[arg(long)]
    puzzles: Option<PathBuf>,

    /// What cargo passes to every bench
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() {
    let arguments = Arguments::parse();
    let is_wanted = |set: &&Set| match arguments.set.as_slice() {
        [] => !set.is_open(),
        names => names.iter().any(|name| name == set.name()),
    };
    let sets: Vec<&Set> = Set::ALL.iter().filter(is_wanted).collect();
    if sets.len() < arguments.set.len() {
        let names: Vec<&str> = Set::ALL.iter().map(Set::name).collect();
        eprintln!("no such set among {:?}; there are {}", arguments.set, names.join(", "));
        std::process::exit(2);
    }
    let named = arguments.puzzles.or_else(|| std::env::var_os("SATDOKU_PUZZLES").map(PathBuf::from));
    let folder = named.unwrap_or_else(|| "../shared/puzzles".into());
    if !folder.is_dir() {
        eprintln!("{}: no such folder; random holes are made on the spot", folder.display());
    }
    println!("{}", Report::HEAD);
    for set in sets {
        let limit = arguments.limit.map_or(set.limit(), Duration::from_secs);
        let puzzles = set.puzzles(&folder, arguments.copies, arguments.seed);
        if puzzles.is_empty() {
            println!("| {} | skipped: its files are not here | | | | |", set.name());
            continue;
        }
        for (contender, times) in run::all(set, &puzzles, &arguments.solver, limit, arguments.seed) {
            println!("{}", Report::new(set, &contender, times, limit));
        }
    }
}
