//! The 9×9 kernel: bytes in, bytes out, many puzzles at once.
//!
//! # What it is
//! A puzzle is a [`Record`] of 81 ASCII bytes: digits, and `.`, `0`, `_` or `*` for an empty cell. One puzzle
//! is [`solve`]d, its solutions [`count`]ed, or its candidates [`propagate`]d; a [`Stream`] answers a
//! [`Question`] about millions. Clues that contradict each other are no error: such a puzzle has no solution.
//!
//! # Why it is built so
//! The fastest known programs handle one puzzle at a time. One family keeps 27 words, one for each digit and
//! band (`JCZSolve` by zhouyundong and others, the Rust crate `sudoku`); `tdoku` by Tom Dillon keeps boxes in vectors and
//! reasons on triads. Both wait most of their time: each deduction hangs on the one before, and each branch of
//! the program on a bit that cannot be foreseen. Here 4, 8 or 16 puzzles, or branches of one, lie side by side
//! in the lanes of vectors. A *sweep* applies every rule to all of them, without a branch; then the lanes in
//! which it found nothing new guess, and those that are done take the next puzzle.
//!
//! That pays only if a sweep is cheap. The candidates are a cube of six coordinates with three values each
//! (`layout.rs`), three of them choosing a word and three a bit, and they are chosen such that a sweep mostly
//! combines words and hardly moves bits: some 1,100 instructions for all lanes. The rules (`sweep.rs`) are naked
//! and hidden singles and, through triads, every elimination between a box and a line. The cell for a guess
//! falls out of the same sweep. Each lane has its own stack, so the first solution of a puzzle does not depend
//! on its neighbours; only where order does not matter do idle lanes take branches from busy ones.
//!
//! # What was tried
//! Thousand puzzles, and last thousand solutions of a sparse grid, per second; one thread of a Zen 5 server that
//! others used as well, so that only large differences mean something.
//!
//! | design | 17 clues | hard 11+ | counting |
//! | --- | ---: | ---: | ---: |
//! | the crate `sudoku` 0.8 | 490 | 17 | 6,000 |
//! | one puzzle at a time in plain integers, by the same rules | 520 | 13 | 1,900 |
//! | 4 lanes of plain Rust (SSE2) / 8 lanes of it | 800 / 630 | 20 / 15 | 2,800 / – |
//! | 8 lanes of AVX2 | 2,300 | 59 | 7,500 |
//! | 16 lanes of AVX-512 | 3,700 | 92 | 10,700 |
//! | the same with three-way instructions and fewer copies | 4,600 | 103 | 11,900 |
//! | the guess found by the sweep, not lane by lane; 16 lanes | 4,700 | 122 | 16,900 |
//! | sweeping until there are no new singles, not until nothing changes; 16 lanes | 4,300 | 100 | 13,500 |
//! | these two steps in 4 lanes | 770 → 1,100 | 17 → 26 | 2,500 → 3,700 |
//!
//! The last step saves sweeps but writes more when it guesses: a gain of half with 4 lanes, and none with 16, where
//! the time now goes into moving states between lanes and stacks; writing four states into their lanes at once, with
//! vector instructions, was no faster. It is kept for the machines without vectors. Guessing in the pair of candidates
//! whose digits are shared by most pairs around it would save a quarter of the guesses in hard puzzles; that was
//! counted, not built.
//!
//! # What it does not know
//! Grids, other sizes, threads. [`Budget`](crate::budget::Budget) limits it; one step is one puzzle that is
//! begun or one guess.

mod branch;
mod check;
mod dive;
mod engine;
mod lanes;
mod layout;
#[cfg(feature = "parallel")]
mod parallel;
mod question;
mod random;
#[cfg(target_arch = "x86_64")]
mod simd;
mod stream;
mod sweep;

use crate::budget::{Running, StopReason};
pub use crate::nine::check::is_solution;
pub use crate::nine::dive::Dives;
use crate::nine::lanes::Portable;
use crate::nine::layout::{FULL, candidates, read};
pub use crate::nine::layout::{InvalidByte, Record};
#[cfg(feature = "parallel")]
pub use crate::nine::parallel::par_answer;
pub use crate::nine::question::{Answer, Outcome, Question};
pub(crate) use crate::nine::random::Random;
pub use crate::nine::stream::{Interrupted, Path, Stream};
use crate::nine::sweep::{States, sweep};

/// The answer to [`solve`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solved {
    /// The first solution.
    Satisfiable(Record),
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
/// use satdoku::Budget;
/// use satdoku::nine::{Solved, solve};
///
/// let puzzle = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let solution = *b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// let mut running = Budget::unlimited().start();
/// assert_eq!(solve(puzzle, &mut running), Ok(Solved::Satisfiable(solution)));
/// ```
///
/// # Errors
/// The first byte that is neither a digit nor an empty cell.
pub fn solve(puzzle: &Record, running: &mut Running) -> Result<Solved, InvalidByte> {
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

/// Answers a question about one puzzle; with a reason to have stopped, there may be more than the answer says.
fn ask_alone(
    puzzle: &Record,
    question: Question,
    running: &mut Running,
) -> Result<(Answer, Option<StopReason>), InvalidByte> {
    let mut outcome = None;
    let mut deliver = |_, answer| outcome = Some(answer);
    let mut stream = Stream::fastest(question, 0);
    let stopped = match stream.feed(std::slice::from_ref(puzzle), running, &mut deliver) {
        Ok(()) => stream.finish(running, &mut deliver).err(),
        Err(interrupted) => Some(interrupted.reason),
    };
    let mut partial = 0;
    stream.abandon(|_, found| partial = found);
    let answer = outcome.unwrap_or(Ok(Answer { solutions: partial, solution: None }))?;
    Ok((answer, stopped))
}

/// A number of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
pub fn count(puzzle: &Record, limit: u64, running: &mut Running) -> Result<Counted, InvalidByte> {
    let limit = limit.max(1);
    let (Answer { solutions, .. }, stopped) = ask_alone(puzzle, Question::Count(limit), running)?;
    Ok(Counted { solutions, stopped: if solutions >= limit { Some(StopReason::Limit) } else { stopped } })
}

/// What [`propagate`] leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Propagated {
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
pub fn propagate(puzzle: &Record) -> Result<Propagated, InvalidByte> {
    let mut states = States::<1>::default();
    states.words = [[FULL]; 27];
    states.open = [[FULL]; 9];
    states.keep = [FULL];
    states.single = read(puzzle)?.map(|word| [word]);
    loop {
        let before = states.words;
        let signals = sweep(Portable::<1>, &mut states);
        if signals.dead != 0 {
            return Ok(Propagated::Unsatisfiable);
        }
        if states.words == before && signals.moving == 0 {
            return Ok(Propagated::Candidates(candidates(&states.words.map(|[word]| word))));
        }
    }
}
