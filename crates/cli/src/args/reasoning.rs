//! How steps are looked for.

use std::fmt::Write;
use std::num::NonZeroUsize;
use std::time::Duration;

use clap::Args;
use satdoku::grid::format::keys;
use satdoku::logic::walk::Fault;
use satdoku::logic::{Guide, GuideError, Profile, Technique, technique_named};
use satdoku::{Budget, Grid, Options};

use crate::args::named::one_of;
use crate::args::parse_time;
use crate::process::status::Status;
use crate::show::summary::Kind;
use crate::stream::answers::{Answers, Puzzle, Unread};
use crate::stream::batch_context::BatchContext;
use crate::stream::json;

/// How steps are looked for.
#[derive(Args, Debug)]
pub(crate) struct Reasoning {
    /// Choose the order of the techniques and the scale of the ratings
    #[arg(long, value_name = "SCALE", default_value_t = Profile::Se, value_parser = one_of::<Profile>())]
    pub(crate) scale: Profile,

    /// Take the smallest explanation of each step instead of a named technique: the same as --scale own
    #[arg(long, conflicts_with = "scale")]
    pub(crate) smallest: bool,

    /// Use no technique that rests on the puzzle's having one solution
    #[arg(long)]
    pub(crate) no_uniqueness: bool,

    /// Limit the time for each puzzle, such as 10s, 500ms or 2m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(crate) time_limit: Option<Duration>,

    /// Work on N puzzles at once [default: one on each core]
    #[arg(short, long, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,
}

impl Reasoning {
    /// The order of the techniques.
    pub(crate) fn profile(&self) -> Profile {
        if self.smallest { Profile::Own } else { self.scale }
    }

    /// The guide of a worker.
    pub(crate) fn guide(&self, context: &BatchContext) -> Guide {
        let mut budget =
            Budget::unlimited().with_cancel(context.cancel.clone()).with_progress(context.progress.clone());
        if let Some(time) = self.time_limit {
            budget = budget.with_time(time).with_since(context.since.clone());
        }
        let mut guide = Guide::default();
        guide.profile = self.profile();
        guide.has_uniqueness = !self.no_uniqueness;
        guide.options = Options::default().with_budget(budget);
        guide
    }
}

/// The exit status of a question without an answer.
pub(crate) fn status_of(error: &GuideError) -> Status {
    match error {
        GuideError::Solver(error) => Status::of(error),
        _ => Status::Bad,
    }
}

/// A readable puzzle with the result of `find`, or the word printed in place of an answer. Errors and withheld steps are reported.
pub(crate) fn ask<'a, T>(
    puzzle: &'a Puzzle<'_>,
    answers: &mut Answers,
    find: impl FnOnce(&Grid) -> Result<T, GuideError>,
    faults: impl FnOnce(&T) -> &[Fault],
) -> Result<(&'a Grid, T), &'static str> {
    let grid = match &puzzle.grid {
        Ok(grid) => grid,
        Err(error) => {
            let Unread { word, kind, .. } = Unread::of(error);
            answers.summary.add(kind, 1);
            return Err(word);
        }
    };
    match find(grid) {
        Ok(found) => {
            for fault in faults(&found) {
                answers.status.worsen(Status::Bad);
                let _ = writeln!(answers.stderr, "{}: {fault}", puzzle.place());
            }
            Ok((grid, found))
        }
        Err(error) => {
            answers.status.worsen(status_of(&error));
            let _ = writeln!(answers.stderr, "{}: {error}", puzzle.place());
            answers.summary.add(Kind::Unknown, 1);
            Err("unknown")
        }
    }
}

/// Prints a word in place of an answer, as an object or a line.
pub(crate) fn print_word(puzzle: &Puzzle<'_>, word: &str, is_json: bool, out: &mut String) {
    if is_json {
        json::begin(puzzle, out);
        json::push_word(keys::VERDICT, word, out);
        json::end(out);
    } else {
        let _ = writeln!(out, "{word}");
    }
}

/// Reads the name of a technique.
pub(crate) fn parse_technique(name: &str) -> Result<&'static Technique, String> {
    technique_named(name).ok_or_else(|| format!("no technique is called {name:?}; `satdoku techniques` lists them"))
}
