//! Sudoku of any size through SAT: a grid becomes clauses, a SAT solver finds a model, and the model becomes a grid again, checked
//! before it is returned. Dancing links, Algorithm X, MRV and backtracking solve the same puzzles without clauses.
//!
//! ```
//! use satdoku::{Backend, Grid, Solver, Verdict};
//!
//! let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! match Solver::Auto.solve(&puzzle)? {
//!     Verdict::Satisfiable(solution) => println!("{solution:#}"),
//!     Verdict::Unsatisfiable => println!("no solution"),
//!     Verdict::Unknown(reason) => println!("gave up: {reason}"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! * [`Grid`] and [`Geometry`]: puzzles of any size and shape; [`grid::format`] reads and writes them.
//! * [`Solver`], [`Options`], [`Budget`] and [`Session`]: the method, its settings, its limits, and a solver kept for many puzzles.
//! * [`Formula`], [`Encoding`], [`ClauseSink`], [`SatBackend`]: clauses, their destinations, and a solver of your own; [`sat`]: a
//!   formula in a solver.
//! * [`draw`]: pictures of puzzles.
//! * [`counting`]: the number of solutions where listing would take too long.
//! * [`exact_cover`], [`search`], [`reduction`]: solving without clauses, and deduction before any solver.
//! * [`explain`]: why a puzzle has no solution or more than one, which clues can be removed, true candidates.
//! * [`logic`]: steps as people make them, with checked proofs.
//! * [`generate`]: puzzles of every kind, for boards of any shape.
//! * `certificate`, a feature: answers that a stranger's checker can verify.
//! * `serde`, a feature: values, options and answers in other people's data. What has a text of its own is that text: boards, cells,
//!   candidates, grids, rules, solvers, encodings and all other names; a digit is its number. Options, recipes, counts, verdicts,
//!   steps, ratings and explanations have their fields; an option that is not given has its default, and an unknown one is refused.
//!   A solution is checked on reading, a step by [`logic::checker::check`]. A part of one's own is written by its name and not read
//!   back.
//! * `tracing`, a feature: spans of the crate `tracing` around questions and their parts.
//!
//! The crates `satdoku-ask` (questions and answers as JSON), `satdoku-race` (solvers against one another), `satdoku-serve` (the page)
//! and `satdoku-cli` (the program) stand on this one.
//!
//! * `guide`: [which solver for which puzzle](guide::choosing), and [the encodings with their counts](guide::encodings).

#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(missing_debug_implementations)]

#[cfg(all(not(unix), any(feature = "certificate", feature = "external")))]
compile_error!(
    "the features certificate and external need a Unix system, such as Linux or macOS; the library without them \
     (`default-features = false`) builds anywhere"
);

#[macro_use]
extern crate satdoku_base;

#[cfg(feature = "certificate")]
pub mod certificate;
pub mod counting;
pub mod encoding;
pub mod error;
pub mod explain;
pub mod generate;
mod guidance;
mod propagators;
pub mod reduction;
pub mod sat;
pub mod search;
pub mod solver;

// The rooms below the library are crates of their own; their public paths are here.
#[doc(inline)]
pub use satdoku_base::{budget, names, natural, printable, verdict};
#[doc(inline)]
pub use satdoku_clauses::{backend, cnf};
#[doc(inline)]
pub use satdoku_puzzle::{constraint, geometry, grid, rule, sentences};
#[doc(inline)]
pub use {satdoku_cover as exact_cover, satdoku_draw as draw, satdoku_nine as nine};

use satdoku_base::bits;
use satdoku_base::random;
#[cfg(target_arch = "x86_64")]
use satdoku_base::vectors;

pub mod logic {
    //! Steps as people make them, each with a proof that a small checker accepts.
    //!
    //! A [`Guide`] answers the questions that people ask: the next step, the whole path, how hard it is. It has an [`Umpire`] that
    //! solves the puzzle, and a [`Reasoner`] that takes the steps. The rooms of `logic` have the techniques and their proofs.

    #[doc(inline)]
    pub use satdoku_logic::*;

    pub use crate::guidance::{Guide, GuideError};
}

pub use backend::{Backend, BackendError, Capabilities, OpenOptions, SatBackend};
pub use budget::{Budget, CancelToken, Progress, Running, StopReason};
pub use cnf::{AtMostOne, ClauseSink, Cnf, FormulaSize, Lit, Model, Var};
pub use counting::Estimate;
pub use encoding::{Encoding, Formula};
pub use error::{Error, WrongAnswer};
pub use exact_cover::{AlgorithmX, CoverSearch, DancingLinks, ExactCover, ItemChoice};
pub use geometry::{Candidate, Cell, Digit, Geometry};
pub use grid::{Grid, Solution};
pub use natural::Natural;
pub use reduction::Techniques;
pub use rule::{Rule, Rules};
pub use solver::{Member, Mode, Options, Portfolio, SendSession, Session, Solutions, Solver, Stats};
pub use verdict::{Count, Verdict};

pub mod prelude {
    //! What programs name daily: puzzles, questions, limits and answers, and the traits whose methods they call.
    //!
    //! ```
    //! use satdoku::prelude::*;
    //!
    //! let puzzle: Grid = ".4.2...1.....3..".parse()?;
    //! let solution = Solver::Auto.solve(&puzzle)?.unwrap();
    //! assert_eq!(solution[Cell::new(0, 0)], Some(Digit::new(1)));
    //! assert!(Solver::Auto.count(&puzzle)? == 1);
    //! # Ok::<(), Box<dyn std::error::Error>>(())
    //! ```

    pub use crate::{
        Backend, BackendError, Budget, CancelToken, Candidate, Capabilities, Cell, ClauseSink, Cnf, Count, CoverSearch,
        Digit, Encoding, Error, Formula, Geometry, Grid, Lit, Member, Model, Options, Portfolio, Rule, Running,
        SatBackend, Session, Solution, Solver, StopReason, Var, Verdict,
    };
}

/// Two essays of the guide in `docs/`; its other pages are about the command line.
// Only rustdoc reads the pages: a changed page recompiles no code.
#[cfg(doc)]
pub mod guide {
    #[doc = include_str!("../docs/choosing.md")]
    pub mod choosing {}

    #[doc = include_str!("../docs/encodings.md")]
    pub mod encodings {}
}

/// The code in these documents is compiled and run.
#[cfg(all(doctest, feature = "varisat"))]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../ARCHITECTURE.md")]
#[doc = include_str!("../CONTRIBUTING.md")]
#[doc = include_str!("../docs/README.md")]
#[doc = include_str!("../docs/batches.md")]
#[doc = include_str!("../docs/benchmarks.md")]
#[doc = include_str!("../docs/boards.md")]
#[doc = include_str!("../docs/browser.md")]
#[doc = include_str!("../docs/certificates.md")]
#[doc = include_str!("../docs/cluster.md")]
#[doc = include_str!("../docs/command-line.md")]
#[doc = include_str!("../docs/counting.md")]
#[doc = include_str!("../docs/drawing.md")]
#[doc = include_str!("../docs/exchange.md")]
#[doc = include_str!("../docs/explaining.md")]
#[doc = include_str!("../docs/features.md")]
#[doc = include_str!("../docs/formats.md")]
#[doc = include_str!("../docs/formulas.md")]
#[doc = include_str!("../docs/generating.md")]
#[doc = include_str!("../docs/json.md")]
#[doc = include_str!("../docs/library.md")]
#[doc = include_str!("../docs/python.md")]
#[doc = include_str!("../docs/racing.md")]
#[doc = include_str!("../docs/ratings.md")]
#[doc = include_str!("../docs/reliability.md")]
#[doc = include_str!("../docs/rules.md")]
#[doc = include_str!("../docs/solvers.md")]
struct Documents;
