//! Boards that are no plain squares: overlapping squares, Latin squares, canvases with other digits than cells in a row, regions
//! of any size, digits from 0. Everything that answers is held against brute force.
//!
//! `SATDOKU_KINDS=10000`, `SATDOKU_RULES=10000` and `SATDOKU_LAYERS=10000` ask about more boards than usual; build with `--release` for
//! that.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use satdoku::grid::format::Format;
use satdoku::reduction::{Reduction, Techniques};
use satdoku::{AtMostOne, Budget, Count, Encoding, Error, Formula, Grid, Options, Solver, StopReason, Verdict};

use crate::agreement::boards::{layered_puzzle, other_puzzle, ruled_puzzle};
use crate::agreement::brute_force;
use crate::common::replay::Replay;
use crate::common::{cases, say, solvers};

const BRUTE_FORCE: u64 = 30_000;
const MAX_SOLUTIONS: u64 = 4;

#[derive(Default)]
struct Record {
    by_count: [u64; 3],
    undecided: u64,
    refused: u64,
    answers: u64,
    wrong: Vec<String>,
}

impl Record {
    fn see(&mut self, number: u64, puzzle: &Grid, solvers: &[Solver]) {
        let Some(expected) = brute_force::count(puzzle, MAX_SOLUTIONS, BRUTE_FORCE) else {
            self.undecided += 1;
            return;
        };
        self.by_count[expected.min(2) as usize] += 1;
        let mut wrong = Vec::new();
        for solver in solvers {
            match ask(solver, puzzle) {
                Ok((count, has_solution)) => {
                    self.answers += 1;
                    let fits = match &count {
                        Count::Exact(count) => *count == expected,
                        Count::AtLeast(count, StopReason::Limit) => {
                            *count == MAX_SOLUTIONS && expected == MAX_SOLUTIONS
                        }
                        Count::AtLeast(count, _) => *count <= expected,
                    };
                    if !fits || has_solution.is_some_and(|has| has != (expected > 0)) {
                        wrong.push(format!("{solver}: {count}, {has_solution:?}"));
                    }
                }
                Err(
                    Error::UnknownBoard { .. }
                    | Error::OnlyCounts { .. }
                    | Error::UnknownRule { .. }
                    | Error::NoRules { .. },
                ) => self.refused += 1,
                Err(error) => wrong.push(format!("{solver}: {error}")),
            }
        }
        wrong.extend(reductions(puzzle, expected));
        wrong.extend(encodings(puzzle, expected));
        wrong.extend(texts(puzzle));
        if !wrong.is_empty() {
            let mut text = format!("board {number}, {expected} solutions by brute force: {}\n", wrong.join("; "));
            Format::Header.write(puzzle, &mut text).unwrap();
            self.wrong.push(text);
        }
    }

    fn add(&mut self, other: Self) {
        self.by_count.iter_mut().zip(other.by_count).for_each(|(all, more)| *all += more);
        self.undecided += other.undecided;
        self.refused += other.refused;
        self.answers += other.answers;
        self.wrong.extend(other.wrong);
    }
}

fn ask(solver: &Solver, puzzle: &Grid) -> Result<(Count, Option<bool>), Error> {
    let budget = Budget::unlimited().with_steps(20_000).with_time(std::time::Duration::from_secs(10));
    let mut session = solver.session(puzzle.geometry(), &Options::default().with_budget(budget))?;
    let count = session.count(puzzle, Some(MAX_SOLUTIONS))?;
    let has_solution = match session.solve(puzzle) {
        Ok(Verdict::Satisfiable(_)) => Some(true),
        Ok(Verdict::Unsatisfiable) => Some(false),
        Ok(Verdict::Unknown(_)) | Err(Error::OnlyCounts { .. }) => None,
        Err(error) => return Err(error),
    };
    Ok((count, has_solution))
}

/// Every technique keeps the solutions, and each step follows from its premises.
fn reductions(puzzle: &Grid, expected: u64) -> Vec<String> {
    let running = Budget::unlimited().start();
    let sets = [
        Techniques::SINGLES,
        Techniques::LOCKED,
        Techniques::SUBSETS,
        Techniques::MATCHING,
        Techniques::OVERLAPS,
        Techniques::ALL,
    ];
    // A replay tries all fillings of a rule.
    let can_replay = puzzle.rules().constraints().iter().all(|(_, constraint)| constraint.cells().len() < 16);
    let check = |techniques: &Techniques| match Reduction::new(*techniques).with_steps().run(puzzle, &running) {
        Err(contradiction) => {
            let said = contradiction.in_words(puzzle.geometry()).to_string();
            (expected > 0).then(|| format!("{techniques} sees a contradiction: {said}"))
        }
        Ok(reduced) => {
            // What is left is handed on as a formula, where candidates that were struck out stay so.
            let count = brute_force::count(reduced.grid(), MAX_SOLUTIONS, BRUTE_FORCE);
            let differs = count.is_some_and(|count| count != expected);
            let lost = reduced.struck_out().find(|&candidate| {
                let mut with = puzzle.clone();
                let is_open = with.get(candidate.cell).is_none();
                is_open
                    && with.set(candidate.cell, Some(candidate.digit)).is_ok()
                    && brute_force::count(&with, 1, BRUTE_FORCE) == Some(1)
            });
            match lost {
                Some(candidate) => Some(format!("{techniques} strikes out {candidate}")),
                None if differs => Some(format!("{techniques} leaves {count:?}")),
                None if can_replay => {
                    let mut replay = Replay::of(puzzle);
                    reduced.steps().iter().for_each(|step| replay.take(step));
                    None
                }
                None => None,
            }
        }
    };
    sets.iter().filter_map(check).collect()
}

/// Every encoding that takes the board has as many models.
fn encodings(puzzle: &Grid, expected: u64) -> Vec<String> {
    if !satdoku::Backend::Batsat.is_compiled() {
        return Vec::new();
    }
    let mut wrong = Vec::new();
    for encoding in [Encoding::Minimal, Encoding::Extended, Encoding::Modeller, Encoding::Reduced] {
        for form in [AtMostOne::Pairwise, AtMostOne::Auto] {
            let reduced = satdoku::reduction::Reduced::of(puzzle.clone());
            if let Err(error) = Formula::of(reduced, encoding, form) {
                if encoding != Encoding::Modeller
                    || !["box by box", "does not say rules"].iter().any(|part| error.to_string().contains(part))
                {
                    wrong.push(format!("{encoding}: {error}"));
                }
                continue;
            }
            let options = Options::default().with_encoding(encoding).with_at_most_one(form);
            let mut session = Solver::Sat(satdoku::Backend::Batsat).session(puzzle.geometry(), &options).unwrap();
            match session.count(puzzle, Some(MAX_SOLUTIONS)) {
                Ok(count) if count.value() == expected => {}
                other => wrong.push(format!("{encoding} {form}: {other:?}")),
            }
        }
    }
    wrong
}

/// The formats that carry every board read back what they write; what the others carry, too.
fn texts(puzzle: &Grid) -> Vec<String> {
    let mut wrong = Vec::new();
    for &format in Format::all() {
        let mut text = format.prologue().to_owned();
        let carries = format.carries(puzzle).is_ok();
        let is_written = format.write(puzzle, &mut text).is_ok();
        if matches!(format, Format::Header | Format::Json) && !carries || carries && !is_written {
            wrong.push(format!("{format} does not carry it"));
        }
        if !carries {
            continue;
        }
        match text.parse::<Grid>() {
            Ok(grid) if grid == *puzzle => {}
            // Other programs have the rules in another order, which makes another board.
            Ok(grid) if format.program().is_some() && grid.digits() == puzzle.digits() => {}
            // A text of few cells may look like another format, which then has to be named: `1` and `1` and `-1`, bars of dashes.
            other => {
                let options = satdoku::grid::format::ReadOptions::of(Some(format), None);
                let named: Vec<_> = satdoku::grid::format::Puzzles::new(text.as_bytes(), options).collect();
                let is_read = named.len() == 1 && named[0].as_ref().ok() == Some(puzzle);
                if puzzle.geometry().cell_count() > 25 || !is_read {
                    wrong.push(format!("{format}: {other:?} from\n{text}"));
                }
            }
        }
    }
    // The board that was named is read onto from characters and numbers.
    let is_plain = puzzle.geometry().square_side().is_some() && puzzle.geometry().first_digit().get() == 1;
    for format in [Format::Line, Format::Rows, Format::Chars] {
        let mut text = String::new();
        if is_plain || !puzzle.rules().is_empty() || format.write(puzzle, &mut text).is_err() {
            continue;
        }
        let board = Some(Arc::clone(puzzle.geometry()));
        let options = satdoku::grid::format::ReadOptions::default().with_geometry(board);
        let read: Vec<_> = satdoku::grid::format::Puzzles::new(text.as_bytes(), options).collect();
        if read.len() != 1 || read[0].as_ref().ok() != Some(puzzle) {
            wrong.push(format!("{format} onto the board: {read:?} from\n{text}"));
        }
    }
    wrong
}

#[test]
fn everything_that_answers_agrees_on_boards_of_other_kinds() {
    agree("SATDOKU_KINDS", 60, other_puzzle);
}

#[test]
fn everything_that_answers_agrees_on_puzzles_with_rules() {
    agree("SATDOKU_RULES", 60, ruled_puzzle);
}

#[test]
fn everything_that_answers_agrees_on_puzzles_with_cells_beside_the_grid() {
    agree("SATDOKU_LAYERS", 30, layered_puzzle);
}

/// Asks about puzzles by their numbers: as many as the variable says, or as many as the size of the tests has.
fn agree(variable: &str, few: u64, puzzle: fn(u64) -> Grid) {
    let asked = std::env::var(variable).ok();
    let boards: u64 = asked.map_or(cases(few, 400), |number| number.parse().expect("a number of boards"));
    let in_process = |solver: &Solver| {
        !matches!(solver, Solver::Sat(satdoku::Backend::External(_)) | Solver::Nine | Solver::Columns)
    };
    let solvers: Vec<Solver> = solvers().into_iter().filter(in_process).collect();
    let (next, record) = (AtomicU64::new(0), Mutex::new(Record::default()));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut seen = Record::default();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= boards {
                        break;
                    }
                    seen.see(number, &puzzle(number), &solvers);
                }
                record.lock().unwrap().add(seen);
            });
        }
    });
    let record = record.into_inner().unwrap();
    let [none, one, several] = record.by_count;
    say(&format!("{boards} boards: {none} without solution, {one} with one, {several} with several"));
    say(&format!("  {} undecided, {} answers, {} refused by name", record.undecided, record.answers, record.refused));
    assert!(record.wrong.is_empty(), "{}", record.wrong.join("\n"));
    let is_mixed = record.by_count.iter().all(|&count| 40 * count > boards);
    assert!(10 * record.undecided < boards && is_mixed, "{:?}", record.by_count);
}
