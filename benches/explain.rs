//! How long explanations take: proper puzzles with one digit changed, those in which that makes two clues clash told apart.
//!
//! `cargo bench --bench explain [-- FILE…]` takes 1,000 puzzles of the files named, or of `9x9/` where `SATDOKU_PUZZLES` names
//! a folder of puzzle files, or generated ones; of a puzzle above side 9 three digits are changed, one at a time, with a minute
//! for each, and each is told by itself. Time is also told as time of the processor, for machines with other work to do.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use satdoku::explain::{Explainer, Explanation, NoSolution};
use satdoku::generate::{Kind, Random, Recipe};
use satdoku::grid::format::{Puzzles, ReadOptions};
use satdoku::{Budget, Candidate, Digit, Grid, Options, Solver};

const PUZZLES: usize = 1000;
const LIMIT: Duration = Duration::from_mins(1);

/// The puzzle with one digit changed, so that clues clash or not, as is wanted; none where that cannot be.
fn changed(puzzle: &Grid, clashes: bool, random: &mut Random) -> Option<Grid> {
    let clues: Vec<Candidate> = puzzle.clues().collect();
    for _ in 0..1000 {
        let clue = clues[random.below(clues.len())];
        let digit = Digit::new((random.below(puzzle.geometry().digit_count())) as u16 + 1);
        let mut changed = puzzle.clone();
        changed.set(clue.cell, None).ok()?;
        if digit != clue.digit && changed.can_place(clue.cell, digit) != clashes {
            changed.set(clue.cell, Some(digit)).ok()?;
            return Some(changed);
        }
    }
    None
}

/// What an explanation is about, in a word or two.
fn kind(explanation: &Explanation) -> &'static str {
    match explanation {
        Explanation::Conflict(NoSolution::Clash(_)) => "clash",
        Explanation::Conflict(NoSolution::Core(core)) if core.is_minimal() => "minimal set",
        Explanation::Conflict(NoSolution::Core(_)) => "set, not shown minimal",
        Explanation::Ambiguity(_) => "several solutions",
        Explanation::Redundancy(_) => "one solution",
        Explanation::Unknown { .. } => "unknown",
    }
}

/// Processor time of this process so far, where the system tells it.
fn processor_time() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let after_name = stat.rsplit_once(')')?.1;
    let ticks: u64 = after_name.split_whitespace().skip(11).take(2).filter_map(|word| word.parse::<u64>().ok()).sum();
    Some(Duration::from_millis(10 * ticks))
}

fn read(file: &PathBuf) -> Vec<Grid> {
    let text = std::fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    Puzzles::new(&text[..], ReadOptions::default()).filter_map(Result::ok).take(PUZZLES).collect()
}

fn main() {
    let mut files: Vec<PathBuf> = std::env::args().skip(1).filter(|arg| arg != "--bench").map(PathBuf::from).collect();
    if let (true, Some(folder)) = (files.is_empty(), std::env::var_os("SATDOKU_PUZZLES")) {
        let names = ["17_clue.txt", "easy_naked_singles.txt", "magictour_top1465.txt", "forum_hardest_11plus.txt"];
        files = names.map(|name| PathBuf::from(&folder).join("9x9").join(name)).into();
    }
    if files.is_empty() {
        let board = std::sync::Arc::new(satdoku::Geometry::of_order(3).expect("a board"));
        let recipe = Recipe::new(&board, Kind::Minimal).with_seed(1);
        let made = recipe.puzzles(0..PUZZLES as u64, &Budget::unlimited()).expect("a recipe");
        measure("generated", &made.filter_map(|made| Some(made.ok()?.puzzle)).collect::<Vec<_>>());
    }
    for file in files {
        measure(&file.display().to_string(), &read(&file));
    }
}

fn measure(name: &str, puzzles: &[Grid]) {
    println!("{name}: {} puzzles", puzzles.len());
    let Some(first) = puzzles.first() else { return };
    let is_large = first.geometry().digit_count() > 9;
    let options = Options::default().with_budget(Budget::unlimited().with_time(LIMIT));
    let mut explainer = Explainer::new(&Solver::Auto, first.geometry(), &options).expect("an explainer");
    for clashes in [true, false] {
        let random = &mut Random::new(1, u64::from(clashes));
        let mut times: std::collections::BTreeMap<&str, Vec<(Duration, usize)>> = std::collections::BTreeMap::new();
        for puzzle in puzzles.iter().cycle().take(if is_large { 3 } else { PUZZLES }) {
            let Some(changed) = changed(puzzle, clashes, random) else { continue };
            let (start, before) = (Instant::now(), processor_time());
            let explanation = explainer.explain(&changed).expect("an explanation");
            let took = start.elapsed();
            let clues = match &explanation {
                Explanation::Conflict(NoSolution::Core(core)) => core.clues.len(),
                _ => 0,
            };
            if is_large {
                let used = processor_time().zip(before).map(|(after, before)| after.saturating_sub(before));
                println!("  {}, {clues} clues: {took:.2?}, processor {used:.2?}", kind(&explanation));
            }
            times.entry(kind(&explanation)).or_default().push((took, clues));
        }
        for (kind, mut times) in times.into_iter().filter(|_| !is_large) {
            times.sort_unstable();
            let at = |percent: usize| times[(times.len() - 1) * percent / 100].0;
            let mut sizes: Vec<usize> = times.iter().map(|&(_, clues)| clues).collect();
            sizes.sort_unstable();
            let (count, size) = (times.len(), sizes[sizes.len() / 2]);
            let group = if clashes { "with a clash" } else { "without a clash" };
            println!(
                "  {group}, {kind}: {count} puzzles, median {:.2?}, 99 % {:.2?}, longest {:.2?}; median {size} clues",
                at(50),
                at(99),
                at(100),
            );
        }
    }
}
