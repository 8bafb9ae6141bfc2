//! The horse race: entrants × instances × repetitions, every run limited, every answer checked, and what came of it as
//! tables, plots and a report.
//!
//! | file | what it is |
//! | --- | --- |
//! | `instance` | on what; who takes part is a [`Choice`] |
//! | `run` | the race: the order of runs, answers held against each other |
//! | `answer`, `worker` | one question in this process, and in one of its own that is limited in memory |
//! | `record`, `journal` | a run as a row; the folder in which rows are kept, so that a race can be resumed |
//! | `machine` | what it was run on |
//! | `statistics` | medians, PAR-2, solved |
//! | `plot` | the pictures, as SVG and PNG |
//! | `report` | tables, pictures and the method in words, as HTML, Markdown and LaTeX |
//! | `preset` | races worth running |
//!
//! The scores follow solver competitions: PAR-2 counts a run without an answer as twice the time limit (SAT Competitions), a cactus
//! plot shows how many instances each entrant answers within a time.

#![warn(missing_debug_implementations)]

#[macro_use]
extern crate satdoku_base;

mod answer;
mod instance;
mod journal;
mod machine;
mod plot;
mod preset;
mod record;
mod report;
mod run;
mod statistics;
mod worker;

use std::io;
use std::path::PathBuf;

use satdoku::printable::printable_path;
use satdoku_ask::Choice;

pub use instance::Instance;
pub use plot::PlotError;
pub use preset::Preset;
pub use record::{Outcome, Record};
pub use report::Report;
pub use run::{Ended, Options, Race, Results, Watch};
pub use statistics::{Effort, Score, scores, seconds};
pub use worker::{Worker, answer};

/// An entrant: a solver with its options.
pub type Entrant = Choice;

/// Why a race cannot go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RaceError {
    /// A file or a folder could not be worked with.
    #[error("{}: {source}", printable_path(path))]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The worker could not be started.
    #[error("the worker cannot be started: {0}")]
    Worker(io::Error),
    /// A line of the rows is no run.
    #[error("{}:{line}: expected a run of a race", printable_path(path))]
    Row {
        /// The file.
        path: PathBuf,
        /// The line's number, from 1.
        line: usize,
    },
    /// The folder holds a race with different limits, or from another machine, whose times are not comparable.
    #[error("{}: holds another race: {what}; name another folder", printable_path(folder))]
    AnotherRace {
        /// The folder.
        folder: PathBuf,
        /// The difference.
        what: String,
    },
    /// Two entrants returned contradictory answers.
    #[error("{one} and {other} contradict each other on {instance}, which was saved as {}", printable_path(saved))]
    Disagreement {
        /// The entrant that found a solution.
        one: String,
        /// The entrant that answered *unsatisfiable*.
        other: String,
        /// The instance's set and name.
        instance: String,
        /// The file of the saved instance.
        saved: PathBuf,
    },
    /// An entrant returned a grid that is no solution.
    #[error("{entrant} on {instance}, which was saved as {}: {what}", printable_path(saved))]
    WrongAnswer {
        /// The entrant.
        entrant: String,
        /// The instance's set and name.
        instance: String,
        /// The file of the saved instance.
        saved: PathBuf,
        /// The fault of the answer.
        what: String,
    },
    /// A plot could not be drawn.
    #[error(transparent)]
    Plot(#[from] PlotError),
}
