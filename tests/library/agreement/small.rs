//! The default solver on random small boards, many of which have no solution: it agrees with brute force and comes to an
//! end within few steps.
//!
//! `SATDOKU_BOARDS=10000` asks about more boards than usual and tells what they took; build with `--release` for that.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use satdoku::grid::format::Format;
use satdoku::{Budget, Count, Grid, Options, Solver, StopReason, Verdict};

use crate::agreement::boards::puzzle;
use crate::agreement::brute_force;
use crate::common::{board, say};

/// Boards that are asked about where nobody says how many.
const DEFAULT: u64 = 1_000;

/// So many steps brute force may take; what it cannot decide is counted.
const BRUTE_FORCE: u64 = 100_000;

/// So many steps the default solver may take, and so many conflicts its SAT solver may have, for each question.
const STEPS: u64 = 110_000;
const CONFLICTS: u64 = 40_000;

/// What was asked and what it took.
#[derive(Default)]
struct Record {
    by_count: [u64; 3],
    undecided: u64,
    /// Milliseconds of this thread's CPU for the slower of two questions, where the system tells, with the board.
    times: Vec<(f64, u64)>,
    wrong: Vec<String>,
}

/// The milliseconds of CPU that this thread has taken, where the system tells.
fn cpu() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split(' ').next()?.parse::<f64>().ok()? / 1e6)
}

fn took<T>(ask: impl FnOnce() -> T) -> (T, f64) {
    let before = cpu();
    let answer = ask();
    (answer, cpu().zip(before).map_or(0.0, |(after, before)| after - before))
}

impl Record {
    fn see(&mut self, number: u64, is_limited: bool) {
        let puzzle = puzzle(number);
        let budget = if is_limited { Budget::unlimited().with_steps(STEPS) } else { Budget::unlimited() };
        let mut session = Solver::Auto.session(puzzle.geometry(), &Options::default().with_budget(budget)).unwrap();
        let (verdict, to_solve) = took(|| session.solve(&puzzle).unwrap());
        let conflicts = session.stats().conflicts.unwrap_or_default();
        let (count, to_count) = took(|| session.count(&puzzle, Some(2)).unwrap());
        let conflicts = conflicts.max(session.stats().conflicts.unwrap_or_default());
        self.times.push((to_solve.max(to_count), number));
        let agrees = match &verdict {
            Verdict::Unsatisfiable => count == Count::exact(0),
            Verdict::Satisfiable(_) => [Count::exact(1), Count::at_least(2, StopReason::Limit)].contains(&count),
            Verdict::Unknown(_) => false,
        };
        let expected = brute_force::count(&puzzle, 2, BRUTE_FORCE);
        self.undecided += u64::from(expected.is_none());
        if agrees && expected.is_none_or(|expected| count.value() == expected) {
            self.by_count[usize::from(count.is_more_than(0) == Some(true))
                + usize::from(count.is_more_than(1) == Some(true))] += 1;
        } else {
            self.tell_wrong(number, &puzzle, &format!("{verdict:?}, {count}, brute force {expected:?}"));
        }
        if is_limited && conflicts > CONFLICTS {
            self.tell_wrong(number, &puzzle, &format!("{conflicts} conflicts"));
        }
    }

    fn tell_wrong(&mut self, number: u64, puzzle: &Grid, what: &str) {
        let mut text = format!("board {number}: {what}\n");
        Format::Header.write(puzzle, &mut text).unwrap();
        self.wrong.push(text);
    }

    fn tell(&mut self) {
        self.times.sort_by(|a, b| b.0.total_cmp(&a.0));
        let [none, one, several] = self.by_count;
        let boards = self.times.len();
        say(&format!("{boards} boards: {none} without solution, {one} with one, {several} with several"));
        say(&format!("  brute force undecided: {}", self.undecided));
        for (share, name) in [(2, "one of 2"), (10, "9 of 10"), (100, "99 of 100"), (1_000, "999 of 1,000")] {
            say(&format!("  {name} within {:.2} ms", self.times.get(boards / share).map_or(0.0, |time| time.0)));
        }
        let above = self.times.iter().filter(|(time, _)| *time > 100.0).count();
        say(&format!("  above 100 ms: {above}; the slowest: {:.1?}", &self.times[..boards.min(12)]));
    }
}

#[test]
fn the_default_solver_decides_small_boards_within_few_steps() {
    let asked = std::env::var("SATDOKU_BOARDS").ok();
    let boards = asked.as_ref().map_or(DEFAULT, |number| number.parse().expect("SATDOKU_BOARDS is a number of boards"));
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
                    seen.see(number, asked.is_none());
                }
                let mut record = record.lock().unwrap();
                record.by_count.iter_mut().zip(seen.by_count).for_each(|(all, seen)| *all += seen);
                record.undecided += seen.undecided;
                record.times.extend(seen.times);
                record.wrong.extend(seen.wrong);
            });
        }
    });
    let mut record = record.into_inner().unwrap();
    if asked.is_some() {
        record.tell();
    }
    assert!(record.wrong.is_empty(), "{}", record.wrong.join("\n"));
    assert!(record.by_count.iter().all(|&count| 10 * count > boards), "{:?}", record.by_count);
}

#[test]
fn boards_whose_units_nearly_agree_are_refuted_at_once() {
    // Row 1 and region 1 share all but one cell each, and these are in one column. Dancing links took 16.7 s for the first.
    let six = "regions:111121222212333333444444555555666666";
    let seven = "regions:1112111222122233333334444444555555566666667777777+diagonals";
    for shape in [six, seven] {
        let puzzle = Grid::empty(&board(shape));
        let options = Options::default().with_budget(Budget::unlimited().with_steps(STEPS));
        let mut session = Solver::Auto.session(puzzle.geometry(), &options).unwrap();
        assert!(session.solve(&puzzle).unwrap().is_unsatisfiable(), "{shape}");
        assert_eq!(session.count(&puzzle, None).unwrap(), Count::exact(0), "{shape}");
        assert_eq!(session.is_unique(&puzzle).unwrap(), Some(false), "{shape}");
        assert_eq!(session.solutions(&puzzle).unwrap().count(), 0, "{shape}");
    }
}

#[test]
fn many_solutions_are_counted_by_dancing_links() {
    for shape in ["2x2", "regions:1122112233443344", "regions:1111122222333334444455555"] {
        let puzzle = Grid::empty(&board(shape));
        let links: Solver = "dlx".parse().unwrap();
        let mut session = Solver::Auto.session(puzzle.geometry(), &Options::default()).unwrap();
        let count = session.count(&puzzle, None).unwrap();
        assert_eq!(count, links.count(&puzzle).unwrap(), "{shape}");
        assert!(count.value() > 100 && session.stats().conflicts.is_none(), "{shape}: a SAT solver was asked");
    }
}
