//! The 9×9 kernel: bytes in, bytes out, many puzzles at once.
//!
//! # What it is
//! A puzzle is a [`GridBytes`] of 81 ASCII bytes: digits, and `.`, `0`, `_` or `*` for an empty cell. [`solve`] finds a solution of a
//! single puzzle, [`count`] counts its solutions, and [`propagate`] reduces its candidates; a [`Stream`] answers a [`Question`]
//! about millions of puzzles. Contradictory clues are no error: the puzzle has no solution.
//!
//! # Why it is built so
//! The fastest known programs handle one puzzle at a time. One family keeps 27 words, a word for each digit and band (`JCZSolve` by
//! zhouyundong and others, the Rust crate `sudoku`); `tdoku` by Tom Dillon keeps boxes in vectors and reasons on triads. Both
//! families wait most of their time: each deduction depends on the last one, and each branch of the program on an unpredictable
//! bit. Here 4, 8 or 16 puzzles, or branches of a puzzle, lie side by side in the lanes of vectors. A *sweep* applies every rule to
//! the lanes together, without a branch; afterwards, lanes without progress guess, and finished lanes take the next puzzle.
//!
//! This design pays only if a sweep is cheap. The candidates are a cube of six coordinates with three values each (`layout.rs`);
//! three coordinates choose a word and three a bit, chosen such that a sweep mostly combines words and hardly moves bits: some
//! 1,100 instructions for all lanes together. The rules (`sweep.rs`) are naked and hidden singles and, through triads, every
//! elimination between a box and a line. The cell for a guess falls out of the same sweep. Each lane has its own stack, so the
//! first solution of a puzzle does not depend on its neighbours; idle lanes take branches from busy lanes only where order does not
//! matter.
//!
//! # What was tried
//! The units are a thousand puzzles, and in the last column a thousand solutions of a sparse grid, per second, on one thread of a
//! shared Zen 5 server, so only large differences are meaningful.
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
//! The last step saves sweeps but writes more when it guesses: a gain of half with 4 lanes, and none with 16, where the time now
//! goes into moving states between lanes and stacks; writing four states into their lanes at once, with vector instructions, was no
//! faster. This step is kept for machines without vectors. Guessing in the pair of candidates whose digits are shared by most pairs
//! around it would save a quarter of the guesses in hard puzzles; that was counted, not built.
//!
//! # What it does not know
//! Grids, boards of other sizes, threads. A [`Budget`](satdoku_base::budget::Budget) limits the kernel; a step is a begun puzzle or a
//! guess.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(missing_debug_implementations)]

mod alone;
mod branch;
mod check;
mod dive;
mod engine;
mod lanes;
mod layout;
#[cfg(feature = "parallel")]
mod parallel;
mod question;
#[cfg(target_arch = "x86_64")]
mod simd;
mod stream;
mod sweep;

pub use crate::alone::{Counted, Fixpoint, Solved, count, count_candidates, propagate, solve, solve_candidates};
pub use crate::check::is_solution;
pub use crate::dive::Dives;
pub use crate::layout::{GridBytes, InvalidByte};
#[cfg(feature = "parallel")]
pub use crate::parallel::par_answer;
pub use crate::question::{Answer, Outcome, Question};
pub use crate::stream::{InstructionSet, Interrupted, Stream};
