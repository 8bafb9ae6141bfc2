//! The horse race: entrants × instances × repetitions, every run limited, every answer checked, and what came of it as
//! tables, plots and a report.
//!
//! | file | what it is |
//! | --- | --- |
//! | `instance` | on what; who takes part is a [`Choice`] |
//! | `run` | the race: the order of runs, answers held against each other |
//! | `ask`, `worker` | one question in this process, and in one of its own that is limited in memory |
//! | `record`, `journal` | a run as a row; the folder in which rows are kept, so that a race can be resumed |
//! | `machine` | what it was run on |
//! | `statistics` | medians, PAR-2, solved |
//! | `plot` | the pictures, as SVG and PNG |
//! | `report` | tables, pictures and the method in words, as HTML, Markdown and LaTeX |
//! | `preset` | races worth running |
//!
//! The scores are those of solver competitions: PAR-2 counts a run without an answer as twice the time limit (SAT
//! Competitions), a cactus plot shows how many instances each entrant answers within a time.

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

use crate::printable::printable_path;
use crate::protocol::Choice;

pub use instance::Instance;
pub use plot::PlotError;
pub use preset::Preset;
pub use record::{Outcome, Record};
pub use report::Report;
pub use run::{Ended, Options, Race, Results, Watch};
pub use statistics::{Effort, Score, scores, seconds};
pub use worker::{Worker, answer};

/// Who takes part: a solver with all that is chosen beside it.
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
        /// What went wrong.
        source: io::Error,
    },
    /// The worker could not be started.
    #[error("the worker cannot be started: {0}")]
    Worker(io::Error),
    /// A line of the rows is none.
    #[error("{}:{line}: expected a run of a race", printable_path(path))]
    Row {
        /// The file.
        path: PathBuf,
        /// Its line, from 1.
        line: usize,
    },
    /// The folder holds a race with other limits, or on another machine, whose times do not belong beside the new ones.
    #[error("{}: holds another race: {what}; name another folder", printable_path(folder))]
    AnotherRace {
        /// The folder.
        folder: PathBuf,
        /// What differs.
        what: String,
    },
    /// Two entrants contradict each other, so that one of them is wrong.
    #[error("{one} and {other} contradict each other on {instance}, which was saved as {}", printable_path(saved))]
    Disagreement {
        /// Who found a solution.
        one: String,
        /// Who found that there is none.
        other: String,
        /// The instance's set and name.
        instance: String,
        /// Where it was saved.
        saved: PathBuf,
    },
    /// An entrant returned something that is no solution.
    #[error("{entrant} on {instance}, which was saved as {}: {what}", printable_path(saved))]
    WrongAnswer {
        /// The entrant.
        entrant: String,
        /// The instance's set and name.
        instance: String,
        /// Where it was saved.
        saved: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// A plot could not be drawn.
    #[error(transparent)]
    Plot(#[from] PlotError),
}
