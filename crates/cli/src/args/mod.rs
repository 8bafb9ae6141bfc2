//! Arguments shared by several subcommands.

pub(crate) mod named;
pub(crate) mod reasoning;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use clap::Args;
use satdoku::backend::OpenOptions;
use satdoku::grid::format::{Alphabet, Column, Format, ReadOptions, TableOptions, keys};
use satdoku::solver::Ability;
use satdoku::{AtMostOne, Budget, Encoding, Geometry, Options, Portfolio, Solver, Techniques};
pub(crate) use satdoku_ask::parse_time;

use crate::Failure;
use crate::args::named::{one_of, reduction, solver};
use crate::stream::batch_context::BatchContext;
use crate::stream::input::Reader;
use crate::stream::session_cache::SessionCache;

/// Where puzzles come from and how they are written.
#[derive(Args, Debug)]
pub(crate) struct Input {
    /// Read these files; `-` or no FILE is standard input. Files compressed by gzip, zstd or xz are unpacked. A puzzle
    /// itself, such as 53..7… of 81 characters, is read where there is no file of that name
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Read the input in this format [default: the first puzzle decides]
    #[arg(long, value_name = "FORMAT", value_parser = one_of::<Format>())]
    pub(crate) format: Option<Format>,

    /// Set the board: boxes of rows x columns such as 2x3, windoku, latin9 or regions:1122…, each with +diagonals or
    /// +windows behind it; `satdoku generate --help` explains all
    #[arg(long = "box", value_name = "RxC")]
    pub(crate) board: Option<Geometry>,

    #[command(flatten)]
    columns: Columns,
}

/// Which columns of a table, and keys of JSON, are read.
#[derive(Args, Debug)]
pub(crate) struct Columns {
    #[arg(long, value_name = "NAME|K", help = PUZZLE_COLUMN.as_str())]
    column: Option<Column>,

    #[arg(long, value_name = "NAME|K", help = SOLUTION_COLUMN.as_str())]
    solution_column: Option<Column>,

    /// Read a table whose first line has a puzzle, not the names of columns; --column tells where it stands [default: the
    /// first column]
    #[arg(long)]
    no_header: bool,

    /// Read the digits in this alphabet: numerals 1 to 9 and A on, hex 0 to 9 and A on, letters from A, or pairs of decimals
    /// [default: the one that explains the text; a text that two explain is refused]
    #[arg(long, value_name = "ALPHABET", value_parser = one_of::<Alphabet>())]
    digits: Option<Alphabet>,

    /// Pass over unknown JSON keys and report them on standard error; without this option they are errors
    #[arg(long)]
    lenient: bool,
}

static PUZZLE_COLUMN: LazyLock<String> = LazyLock::new(|| {
    format!(
        "Read the puzzles from this column of a table, or key of JSON: its name, or its number from 1 [default: the one \
         called {}; case, blanks, _ and - make no difference]",
        keys::PUZZLES.join(", ")
    )
});

static SOLUTION_COLUMN: LazyLock<String> = LazyLock::new(|| {
    format!("Read stored solutions from this column of a table [default: the one called {}]", keys::STORED.join(", "))
});

impl Input {
    pub(crate) fn read_options(&self) -> ReadOptions {
        self.columns.read_options(self.format, self.board.as_ref())
    }

    /// The options within a budget; reading counts against the time for each puzzle.
    pub(crate) fn read_options_within(&self, time: Option<Duration>) -> ReadOptions {
        self.read_options().with_budget(reading_budget(time))
    }

    /// The reader of the files, likewise.
    pub(crate) fn reader_within(&self, time: Option<Duration>) -> Reader {
        Reader::new(&self.files, self.read_options_within(time))
    }
}

/// The budget for reading a puzzle with a time limit.
pub(crate) fn reading_budget(time: Option<Duration>) -> Budget {
    time.map_or_else(Budget::unlimited, |time| Budget::unlimited().with_time(time))
}

impl Columns {
    /// The options for reading an input with these columns.
    pub(crate) fn read_options(&self, format: Option<Format>, board: Option<&Geometry>) -> ReadOptions {
        let Self { column, solution_column, no_header, digits, lenient } = self;
        let table = TableOptions::default()
            .with_column(column.clone())
            .with_solution_column(solution_column.clone())
            .with_no_names(*no_header);
        let options = ReadOptions::of(format, board.cloned().map(Arc::new));
        options.with_table(table).with_lenient(*lenient).with_alphabet(*digits)
    }
}

/// How puzzles are solved.
#[derive(Args, Debug)]
pub(crate) struct Solving {
    /// Choose the solver. NAME=PROGRAM gives the file of its program, such as kissat=/opt/kissat; external='COMMAND ARGS…'
    /// runs any other program. The name of a SAT solver may have `sat:` before it; `sat` alone is cdcl
    #[arg(long, value_name = "SOLVER", default_value_t, value_parser = solver())]
    pub(crate) solver: Solver,

    /// Choose the clauses that a SAT solver gets [default: extended up to 9x9, reduced beyond]
    #[arg(long, value_name = "ENCODING", value_parser = one_of::<Encoding>())]
    pub(crate) encoding: Option<Encoding>,

    /// Choose how clauses state that at most one of several candidates is true [default: by solver and size]
    #[arg(long, value_name = "FORM", value_parser = one_of::<AtMostOne>())]
    pub(crate) at_most_one: Option<AtMostOne>,

    /// Deduce with these steps before the solver is asked; several with commas between [default: singles,locked,matching
    /// before reduced clauses and local search, else none]
    #[arg(long, value_name = "STEPS", value_parser = reduction())]
    pub(crate) reduce: Option<Techniques>,

    /// Limit the time for each puzzle, such as 10s, 500ms or 2m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(crate) time_limit: Option<Duration>,

    /// Seed randomised solvers with this number
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<u64>,

    /// Limit the memory of the solver, such as 512M or 4G; where that is not enough, the answer is `unknown`. A solver in
    /// this process takes no formula or tables, and keeps no more of its search, than fit [default: 8G]; a program gets no more
    /// address space
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
    pub(crate) memory: Option<u64>,

    /// Ask again, up to K times, where the solver fails or does not decide; the time limit holds for each try. A listing is
    /// not repeated
    #[arg(long, value_name = "K", default_value_t = 0, hide_default_value = true)]
    pub(crate) retries: u32,

    /// Set an option of the SAT solver, by the solver's own name without dashes, such as sat or phase=0; repeatable
    #[arg(long = "set", value_name = "NAME[=VALUE]", value_parser = parse_setting)]
    pub(crate) settings: Vec<(String, String)>,

    /// Work on N puzzles at once, or on N solvers or cubes of one puzzle [default: one on each core]
    #[arg(short, long, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,

    /// Split each puzzle into about K cubes and work on them at once, puzzle after puzzle
    #[arg(long, value_name = "K")]
    pub(crate) cubes: Option<NonZeroUsize>,

    /// Whether negative answers are certified.
    #[arg(skip)]
    is_certified: bool,
}

/// Whether negative answers are believed.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Certifying {
    /// Have each `no` proved (no solution, no other, no more), check the proof while the SAT solver writes it, and say
    /// `certified` behind the answer
    #[arg(long)]
    pub(crate) certified: bool,
}

impl Solving {
    /// Requires answers to be certified, if the option says so.
    pub(crate) fn certify(&mut self, certifying: Certifying) {
        self.is_certified = certifying.certified;
    }

    /// Refuses an option that the solver ignores, a missing solver, and unknown settings of a solver, once and before any puzzle is
    /// read.
    pub(crate) fn check_solver(&self) -> Result<(), Failure> {
        self.check_solver_beside(false)
    }

    /// As [`check_solver`](Self::check_solver), where a second consumer may take the seed.
    pub(crate) fn check_solver_beside(&self, takes_seed: bool) -> Result<(), Failure> {
        self.check_options(takes_seed)?;
        check_backend(&self.solver, self.seed, &self.settings)
    }

    /// Refuses an option that the solver would ignore.
    fn check_options(&self, takes_seed: bool) -> Result<(), Failure> {
        if self.is_certified && !self.solver.supports(Ability::Certify) {
            let solver = &self.solver;
            return Err(format!(
                "--certified: {solver} writes no proof; add --solver sat, or leave the choice to auto"
            )
            .into());
        }
        let options = Options::default()
            .with_encoding(self.encoding)
            .with_at_most_one(self.at_most_one)
            .with_settings(self.settings.clone())
            .with_seed(self.seed.filter(|_| !takes_seed));
        let option = match options.ignored_by(&self.solver) {
            None => return Ok(()),
            Some("settings") => "--set".to_owned(),
            Some(option) => format!("--{}", option.replace('_', "-")),
        };
        let why = match &self.solver {
            Solver::Auto => "auto may choose a solver that ignores it".to_owned(),
            solver => format!("{solver} ignores it"),
        };
        Err(format!("{option}: {why}; add --solver sat, or another SAT solver").into())
    }

    /// The sessions of a worker.
    pub(crate) fn sessions(&self, context: &BatchContext) -> SessionCache {
        SessionCache::new(&self.solver, self.options(context), self.retries)
    }

    /// The options of a worker's sessions.
    pub(crate) fn options(&self, context: &BatchContext) -> Options {
        let mut budget =
            Budget::unlimited().with_cancel(context.cancel.clone()).with_progress(context.progress.clone());
        if let Some(time) = self.time_limit {
            budget = budget.with_time(time).with_since(context.since.clone());
        }
        // The cores serve several puzzles, or several solvers of a single puzzle.
        let is_alone = context.is_single || self.cubes.is_some();
        let threads = if is_alone { self.jobs } else { Some(NonZeroUsize::MIN) };
        Options::default()
            .with_encoding(self.encoding)
            .with_at_most_one(self.at_most_one)
            .with_reduce(self.reduce)
            .with_budget(budget)
            .with_seed(self.seed)
            .with_settings(self.settings.clone())
            .with_memory(self.memory)
            .with_cubes(self.cubes)
            .with_certified(self.is_certified)
            .with_portfolio(Portfolio::default().with_threads(threads))
    }

    /// How many puzzles are worked on at once.
    pub(crate) fn jobs(&self) -> Option<NonZeroUsize> {
        if self.cubes.is_some() { Some(NonZeroUsize::MIN) } else { self.jobs }
    }

    /// Whether 9×9 puzzles may be answered in bulk: by the kernel, without a time limit for each.
    pub(crate) fn may_bulk(&self) -> bool {
        let is_kernel = matches!(self.solver, Solver::Auto | Solver::Nine);
        is_kernel && !self.is_certified && self.time_limit.is_none() && self.reduce.is_none() && self.cubes.is_none()
    }
}

/// Refuses a SAT solver that is missing or lacks a setting.
pub(crate) fn check_backend(solver: &Solver, seed: Option<u64>, settings: &[(String, String)]) -> Result<(), Failure> {
    let Solver::Sat(backend) = solver else { return Ok(()) };
    if settings.is_empty() && backend.is_present() {
        return Ok(());
    }
    let options = OpenOptions::default().with_seed(seed).with_settings(settings.to_vec());
    backend.open(&options).map(drop).map_err(|error| Failure::from(error.to_string()))
}

/// Reads an option of a solver: a name, or a name and its value.
pub(crate) fn parse_setting(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    let has_value = name.len() == text.len() || !value.is_empty();
    let is_name = name.starts_with(|c: char| c.is_ascii_alphanumeric()) && !name.contains(char::is_whitespace);
    if is_name && has_value {
        Ok((name.to_owned(), value.to_owned()))
    } else {
        Err(format!("expected NAME or NAME=VALUE, the name without dashes before it, found {text:?}"))
    }
}

/// Reads an amount of memory: bytes, or a number with `K`, `M`, `G` or `T`, powers of 1,024.
pub(crate) fn parse_memory(text: &str) -> Result<u64, String> {
    let wrong = || format!("expected an amount of memory such as 512M or 8G, found {text:?}");
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_uppercase().trim_end_matches('B').trim_end_matches('I') {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        _ => return Err(wrong()),
    };
    digits.parse::<u64>().ok().and_then(|number| number.checked_mul(1 << shift)).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_names_with_and_without_values() {
        let pair = |name: &str, value: &str| Ok((name.to_owned(), value.to_owned()));
        assert_eq!(parse_setting("sat"), pair("sat", ""));
        assert_eq!(parse_setting("no-walk"), pair("no-walk", ""));
        assert_eq!(parse_setting("phase=0"), pair("phase", "0"));
        assert_eq!(parse_setting("a=b=c d"), pair("a", "b=c d"));
        for text in ["", "=1", "phase=", "--sat", "a b=1"] {
            assert!(parse_setting(text).is_err(), "{text}");
        }
    }

    #[test]
    fn amounts_of_memory_are_read_with_their_units() {
        for (text, bytes) in
            [("0", 0), ("17", 17), ("3K", 3 << 10), ("512M", 512 << 20), ("8GiB", 8 << 30), ("1tb", 1 << 40)]
        {
            assert_eq!(parse_memory(text), Ok(bytes), "{text}");
        }
        for text in ["", "M", "-1", "1.5G", "7 M", "9X", "99999999999T", "1GM"] {
            assert!(parse_memory(text).is_err(), "{text}");
        }
    }
}
