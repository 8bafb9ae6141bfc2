//! One puzzle by itself: solved, its solutions counted, its candidates propagated.

use std::cell::Cell;

use satdoku_base::budget::{Running, StopReason};

use crate::lanes::Portable;
use crate::layout::{FULL, GridBytes, InvalidByte, Words, candidates, read, words};
use crate::question::{Answer, Question};
use crate::stream::Stream;
use crate::sweep::{States, sweep};

/// The answer to [`solve`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solved {
    /// The first solution.
    Satisfiable(GridBytes),
    /// There is none.
    Unsatisfiable,
    /// The budget ran out before it was decided.
    Unknown(StopReason),
}

/// Finds the first solution of one puzzle, the one that [`Question::First`] finds as well.
///
/// This is the form for a single puzzle and takes some microseconds; for many puzzles a [`Stream`] is several
/// times faster. All lanes first look for the only solution; where there are several, one lane then looks for
/// the first in order.
///
/// ```
/// use satdoku_base::Budget;
/// use satdoku_nine::{Solved, solve};
///
/// let puzzle = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let solution = *b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// let mut running = Budget::unlimited().start();
/// assert_eq!(solve(puzzle, &mut running), Ok(Solved::Satisfiable(solution)));
/// ```
///
/// # Errors
/// The first byte that is neither a digit nor an empty cell.
pub fn solve(puzzle: &GridBytes, running: &mut Running) -> Result<Solved, InvalidByte> {
    solve_alone(Given::Record(puzzle), running)
}

/// Finds the first solution of one puzzle that is given by the candidates of its cells, row by row; bit `d - 1` stands for digit `d`.
#[must_use]
pub fn solve_candidates(candidates: &[u16; 81], running: &mut Running) -> Solved {
    // Candidates have no invalid bytes.
    solve_alone(Given::Candidates(&words(candidates)), running).unwrap_or(Solved::Unsatisfiable)
}

/// How a puzzle is given.
#[derive(Clone, Copy)]
enum Given<'p> {
    Record(&'p GridBytes),
    Candidates(&'p Words),
}

fn solve_alone(puzzle: Given<'_>, running: &mut Running) -> Result<Solved, InvalidByte> {
    let (mut answer, mut stopped) = ask_alone(puzzle, Question::Unique, running)?;
    if answer.solutions > 1 {
        (answer, stopped) = ask_alone(puzzle, Question::First, running)?;
    }
    Ok(match (answer.solution, stopped) {
        (_, Some(reason)) => Solved::Unknown(reason),
        (Some(solution), None) => Solved::Satisfiable(solution),
        (None, None) => Solved::Unsatisfiable,
    })
}

thread_local! {
    /// The stream of this thread's last single puzzle, without records: to open one takes a sixth of the time of an easy puzzle.
    static AT_REST: Cell<Option<Stream>> = const { Cell::new(None) };
}

/// Answers a question about one puzzle; with a reason to have stopped, there may be more than the answer says.
fn ask_alone(
    puzzle: Given<'_>,
    question: Question,
    running: &mut Running,
) -> Result<(Answer, Option<StopReason>), InvalidByte> {
    let mut outcome = None;
    let mut deliver = |_, answer| outcome = Some(answer);
    let at_rest = AT_REST.try_with(Cell::take).ok().flatten();
    let mut stream = at_rest.map_or_else(|| Stream::fastest(question, 0), |stream| stream.asking(question));
    let begun = match puzzle {
        Given::Record(record) => stream.feed(std::slice::from_ref(record), running, &mut deliver),
        Given::Candidates(words) => {
            stream.begin(words);
            Ok(())
        }
    };
    let stopped = match begun {
        Ok(()) => stream.finish(running, &mut deliver).err(),
        Err(interrupted) => Some(interrupted.reason),
    };
    let mut partial = 0;
    stream.abandon(|_, found| partial = found);
    // Where the thread is ending, the stream goes with it.
    let _ = AT_REST.try_with(|at_rest| at_rest.set(Some(stream)));
    let answer = outcome.unwrap_or(Ok(Answer { solutions: partial, solution: None }))?;
    Ok((answer, stopped))
}

/// A number of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counted {
    /// Solutions that were counted.
    pub solutions: u64,
    /// Why there may be more: the limit was reached or the budget ran out.
    pub stopped: Option<StopReason>,
}

/// Counts the solutions of one puzzle, all lanes at work on its branches, and stops at `limit` (0 counts as 1).
///
/// Sparse grids go at some ten million solutions a second.
///
/// # Errors
/// The first byte that is neither a digit nor an empty cell.
pub fn count(puzzle: &GridBytes, limit: u64, running: &mut Running) -> Result<Counted, InvalidByte> {
    count_alone(Given::Record(puzzle), limit, running)
}

/// Counts the solutions of one puzzle that is given by its candidates, as [`solve_candidates`] takes them, like [`count`].
#[must_use]
pub fn count_candidates(candidates: &[u16; 81], limit: u64, running: &mut Running) -> Counted {
    let nothing = Counted { solutions: 0, stopped: None };
    // Candidates have no invalid bytes.
    count_alone(Given::Candidates(&words(candidates)), limit, running).unwrap_or(nothing)
}

fn count_alone(puzzle: Given<'_>, limit: u64, running: &mut Running) -> Result<Counted, InvalidByte> {
    let limit = limit.max(1);
    let (Answer { solutions, .. }, stopped) = ask_alone(puzzle, Question::Count(limit), running)?;
    Ok(Counted { solutions, stopped: if solutions >= limit { Some(StopReason::Limit) } else { stopped } })
}

/// What [`propagate`] leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fixpoint {
    /// The candidates of every cell, row by row; bit `d - 1` stands for digit `d`. No cell is without; cells
    /// with one are settled, and where all are this is the only solution.
    Candidates([u16; 81]),
    /// The rules show that there is no solution.
    Unsatisfiable,
}

/// Applies the rules until they have nothing more to say, without a guess.
///
/// The rules are naked and hidden singles and locked candidates, both pointing and claiming. They only remove
/// candidates and do so in any order, so what is left is the same for every program that has these rules.
///
/// # Errors
/// The first byte that is neither a digit nor an empty cell.
pub fn propagate(puzzle: &GridBytes) -> Result<Fixpoint, InvalidByte> {
    let mut states = States::<1>::default();
    states.words = [[FULL]; 27];
    states.open = [[FULL]; 9];
    states.keep = [FULL];
    states.single = read(puzzle)?.map(|word| [word]);
    loop {
        let before = states.words;
        let signals = sweep(Portable::<1>, &mut states);
        if signals.dead != 0 {
            return Ok(Fixpoint::Unsatisfiable);
        }
        if states.words == before && signals.moving == 0 {
            return Ok(Fixpoint::Candidates(candidates(&states.words.map(|[word]| word))));
        }
    }
}
