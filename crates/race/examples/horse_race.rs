//! A small race with its report: `cargo run --release -p satdoku-race --example horse_race [FOLDER]`.
//!
//! It runs in this process. `satdoku race` does the same in a process for each run, which can be limited in memory.

use std::error::Error;
use std::path::PathBuf;
use std::time::Duration;

use satdoku::{Backend, Budget, ItemChoice, Solver};
use satdoku_race::{Entrant, Instance, Options, Race, Report, scores, seconds};

fn main() -> Result<(), Box<dyn Error>> {
    let named = std::env::args().nth(1).map(PathBuf::from);
    let kept = tempfile::tempdir()?;
    let folder = named.unwrap_or_else(|| kept.path().to_owned());

    let mut instances = Instance::generate(2..=4, &[], 3, 1, &Budget::unlimited())?;
    instances.extend(Instance::generate([4], &[30, 45, 60], 2, 1, &Budget::unlimited())?);
    let mut entrants: Vec<Entrant> =
        [Solver::Backtracking, Solver::Mrv, Solver::AlgorithmX, Solver::DancingLinks(ItemChoice::Smallest)]
            .map(Entrant::from)
            .into();
    let backends = Backend::all().into_iter().filter(Backend::is_present);
    entrants.extend(backends.map(|backend| Entrant::from(Solver::Sat(backend))));

    let options = Options { repetitions: 2, time: Duration::from_millis(200), ..Options::default() };
    let results = Race { instances, entrants, options }.run(&folder, |watch| {
        if let Some(run) = watch.last {
            let (made, all) = (watch.made, watch.all);
            eprintln!("{made:3} of {all}  {} {}  {}: {}", run.set, run.instance, run.entrant, run.outcome);
        }
    })?;
    for score in scores(&results) {
        let (median, par2) = (score.median.map_or("–".to_owned(), seconds), seconds(score.par2));
        println!("{:20} {:20} {:2} of {:2} {median:>8} {par2:>8}", score.set, score.entrant, score.solved, score.runs);
    }
    Report::new(&results)?.write(&folder)?;
    println!("{}", folder.join("report.html").display());
    Ok(())
}
