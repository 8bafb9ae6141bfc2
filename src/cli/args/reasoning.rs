//! How steps are looked for.

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::Args;
use satdoku::logic::{Guide, GuideError, Profile, Technique, technique_named};
use satdoku::{Budget, Options};

use crate::cli::args::named::one_of;
use crate::cli::args::parse_time;
use crate::cli::process::status::Status;
use crate::cli::stream::setting::Setting;

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

    /// What a worker asks.
    pub(crate) fn guide(&self, setting: &Setting) -> Guide {
        let mut budget =
            Budget::unlimited().with_cancel(setting.cancel.clone()).with_progress(setting.progress.clone());
        if let Some(time) = self.time_limit {
            budget = budget.with_time(time);
        }
        let mut guide = Guide::default();
        guide.profile = self.profile();
        guide.has_uniqueness = !self.no_uniqueness;
        guide.options = Options { budget, ..Options::default() };
        guide
    }
}

/// The status of a question that has no answer.
pub(crate) fn status_of(error: &GuideError) -> Status {
    match error {
        GuideError::Solver(error) => Status::of(error),
        _ => Status::Bad,
    }
}

/// Reads the name of a technique.
pub(crate) fn parse_technique(name: &str) -> Result<&'static Technique, String> {
    technique_named(name).ok_or_else(|| format!("no technique is called {name:?}; `satdoku techniques` lists them"))
}
