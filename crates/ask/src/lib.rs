//! Every question to satdoku, and its answer, as JSON.
//!
//! [`ask`] answers a question by its name: the command line (`satdoku ask`), the server, the page in the browser and bindings are shells
//! around it. [`Questions`] has the questions, and takes those of other crates; [`Work`] has limits, stops a question and receives its
//! events; [`Problem`] says why there is no answer; [`schema_of`] makes the JSON Schema of all questions and answers.
//!
//! ```
//! use satdoku_ask::{Work, ask};
//!
//! let question = br#"{"puzzle": "1.34...2..4.....", "limit": 2}"#;
//! assert_eq!(ask("count", question, &Work::default())?["uniqueness"], "several");
//! let problem = ask("cuont", b"{}", &Work::default()).unwrap_err();
//! assert_eq!(problem.sentence(), "no question is called \"cuont\"; did you mean count?");
//! # Ok::<(), satdoku_ask::Problem>(())
//! ```
//!
//! *Ask a solver a question within a budget*, [`Question`] with [`Answer`], is the form in which race workers and the cluster read and
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
//! `null` counts as a missing key; an unknown key of a question is an error. Knows no files, no threads and no network.

#![warn(missing_debug_implementations)]

mod answer;
mod board;
mod choice;
mod declared;
mod document;
mod explanation;
mod fields;
mod grids;
mod limits;
mod names;
mod operation;
mod palette;
mod problem;
mod puzzle;
mod question;
mod questions;
mod reader;
mod registry;
pub mod schema;
mod sources;
mod steps;
mod unique;
pub mod words;
mod work;

pub use answer::{Answer, Failure, Reply, count_reason, stats, verdict_word};
pub use choice::Choice;
pub use declared::{Declared, Described, Field};
pub use document::{SCHEMA_VERSION, schema_of};
pub use explanation::{best_clues, candidate_counts, candidates, candidates_to, count_to, explanation};
pub use fields::{FieldError, Fields, parse_time};
pub use grids::grid_value;
pub use limits::Limits;
pub use names::typos;
pub use operation::Operation;
pub use problem::{Place, Placed, Problem, ProblemKind};
pub use question::{Ask, Question};
pub use questions::encode::Clauses;
pub use reader::{BOARD, FORMAT, OF_A_PUZZLE, PUZZLE, RULES, Reader, TIME_LIMIT};
pub use registry::{MOST_BYTES, Posed, Questions, ask};
pub use steps::{end_of_path, hint, path, rated_in_words, rating, step};
pub use work::{Threads, Work};
