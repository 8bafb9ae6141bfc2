//! *Ask a solver a question within a budget*, and the answer, as JSON: the common form in which race workers and the API read and
//! write solvers, options, limits, verdicts, counts and statistics.
//!
//! | key of a question | is |
//! | --- | --- |
//! | `puzzle` | the puzzle in the `header` format, which carries every board |
//! | `cube` | digits that are assumed: `r1c1=5 r2c3=7`; none if not given |
//! | `ask` | `solve` or `count`; `solve` if not given |
//! | `limit` | how many solutions are counted at most |
//! | `solver`, `encoding`, `at_most_one`, `reduce`, `certified`, `seed` | a [`Choice`], by the names of the command line |
//! | `time_limit`, `steps`, `memory` | the budget: seconds or a text such as `500ms`, steps, bytes |
//!
//! | key of an answer | is |
//! | --- | --- |
//! | `verdict`, `solution` | `satisfiable` with a solution in the `header` format, `unsatisfiable` or `unknown` |
//! | `count` | `288`, or `>=2` where counting ended before |
//! | `reason` | why the answer is not known or the count not exact; none where a count reached its limit |
//! | `error`, `is_wrong` | instead of all these: why there is no answer, and whether a solver gave a wrong one |
//! | `winner` | which of several solvers answered |
//! | `stats` | [`stats`], and the whole time as `seconds` |
//!
//! [`explanation`], [`candidates`], [`hint`], [`path`], [`rating`] and [`words`] are answers that people ask for: the command line
//! and the API print the same. Their grids are texts of one character a cell, or rows of numbers.
//!
//! `null` counts as a missing key; an unknown key of a question is an error. Knows no files and no network.

#![warn(missing_debug_implementations)]

mod answer;
mod board;
mod choice;
mod explanation;
mod fields;
mod grids;
mod palette;
mod question;
mod steps;
pub mod words;

pub use answer::{Answer, Failure, Reply, count_reason, stats, verdict_word};
pub use board::board;
pub use choice::Choice;
pub use explanation::{best_clues, candidate_counts, candidates, explanation};
pub use fields::{FieldError, Fields, parse_time};
pub use grids::grid_value;
pub use palette::palette;
pub use question::{Ask, Question};
pub use steps::{end_of_path, hint, path, rated_in_words, rating, step};
