//! `satdoku prove`.

use satdoku::budget::Stopwatch;
use std::fmt::Write as _;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use clap::Args;
use satdoku::backend::ProofFormat;
use satdoku::certificate::{
    BundleReader, BundleWriter, Claim, Folder, Memory, ProveError, ProveOptions, Proved, Prover, Verification,
    VerifyOptions, identify, verify,
};
use satdoku::{Backend, Budget, Grid};

use crate::cli::Failure;
use crate::cli::args::named::{one_of, prover};
use crate::cli::args::{Input, parse_memory, parse_setting, parse_time};
use crate::cli::commands::certificates::{Counts, seconds};
use crate::cli::process::file_name::name;
use crate::cli::process::interrupt;
use crate::cli::process::messages::{print, say};
use crate::cli::process::status::Status;
use crate::cli::process::unfinished_folder::UnfinishedFolder;
use crate::cli::show::summary::Kind;
use crate::cli::stream::answers::{Answers, Puzzle, Task};
use crate::cli::stream::batch::Batch;
use crate::cli::stream::destination::{Destination, Kept};
use crate::cli::stream::input::Reader;
use crate::cli::stream::setting::Setting;

/// Write certificates: answers with a proof that independent checkers can verify
///
/// One puzzle's certificate is DIR itself; those of several are DIR/000001 and so on. A false claim is
/// reported, gets no certificate, and makes the exit status 1. `satdoku verify DIR` checks them, with nothing
/// to install.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  satdoku prove puzzle.txt --dir certificate
  satdoku prove puzzle.txt --dir certificate --claim unique --backend kissat
  satdoku prove puzzles.txt --dir certificates --time-limit 1m
  satdoku prove puzzles.txt --dir failures --claim unique --discard")]
pub(crate) struct Prove {
    #[command(flatten)]
    input: Input,

    /// Write the certificates into this folder, which is empty or does not exist yet
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,

    /// Prove this claim [default: unsatisfiable or unique where it is true, else solved]
    #[arg(long, value_name = "CLAIM", value_parser = one_of::<Claim>())]
    claim: Option<Claim>,

    /// Choose the SAT solver that writes the proof; NAME=PROGRAM gives the file of its program, such as kissat=/opt/kissat
    #[arg(long, alias = "solver", value_name = "BACKEND", default_value_t = Backend::Cdcl, value_parser = prover())]
    backend: Backend,

    /// Write proofs in this format, if the solver can [default: lrat of cdcl, varisat's own of varisat, drat of the others]
    #[arg(long, value_name = "FORMAT", value_parser = one_of::<ProofFormat>())]
    proof: Option<ProofFormat>,

    /// Limit the time for each puzzle, such as 10s, 500ms or 2m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time_limit: Option<Duration>,

    /// Refuse a puzzle for which a solver or checker in this process would need more memory, such as 512M or 8G
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
    memory: Option<u64>,

    /// Seed a randomised solver with this number
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,

    /// Set an option of the SAT solver, by the solver's own name without dashes, such as unsat; repeatable
    #[arg(long = "set", value_name = "NAME[=VALUE]", value_parser = parse_setting)]
    settings: Vec<(String, String)>,

    /// Work on N puzzles at once, or with N threads on one [default: one on each core]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,

    /// Verify each certificate at once and keep only those that fail
    #[arg(long)]
    discard: bool,

    /// Continue after an interruption: skip puzzles whose certificate is in DIR
    ///
    /// A folder in a certificate's place that is no certificate, or belongs to another puzzle or claim, is an error and is
    /// not changed.
    #[arg(long, conflicts_with = "discard")]
    resume: bool,
}

/// Up to this side certificates that are discarded are kept in memory and never seen by a disk; at 16×16 one takes
/// 1.3 MB and its proof.
const SIDE_IN_MEMORY: usize = 16;

impl Prove {
    pub(crate) fn run(self) -> Result<Status, Failure> {
        let folder = |error: io::Error| format!("{}: {error}", name(&self.dir));
        let was_there = self.dir.try_exists().map_err(folder)?;
        if was_there && !self.resume && self.dir.read_dir().map_err(folder)?.next().is_some() {
            let dir = name(&self.dir);
            return Err(format!("{dir}: expected a folder that is empty, or none; --resume goes on with one").into());
        }
        // What keeps the backend from being opened is reported once, before any puzzle is read.
        Prover::new(self.options(&Budget::unlimited(), None)).map_err(|error| error.to_string())?;
        if let Some(Err(error)) = self.proof.or(self.backend.proof_format()).map(ProofFormat::find_checker) {
            if self.discard {
                return Err(format!("--discard verifies each certificate: {error}").into());
            }
            if self.claim != Some(Claim::Solved) {
                say(&format!("the proofs cannot be verified on this machine: {error}\n"));
            }
        }
        let counts = Mutex::new(Counts::default());
        let batch = Batch {
            reader: Reader::new(&self.input.files, self.input.read_options()),
            jobs: self.jobs,
            is_listing: false,
            bulk: None,
            table: None,
            wants_stored: false,
            destination: Destination::Nowhere,
            kept: Kept::default(),
            has_summary: false,
            hint: (!self.discard).then_some("--resume goes on with the others"),
        };
        let start = Stopwatch::start();
        let status = batch.run(|setting| ProveTask::new(&self, setting, &counts))?;
        if self.discard && !was_there {
            // It was made for failures; a folder that has some is not removed.
            let _ = std::fs::remove_dir(&self.dir);
        }
        let counts = counts.into_inner().unwrap_or_else(PoisonError::into_inner);
        print(&self.summary(&counts, start.elapsed()))?;
        Ok(status)
    }

    fn options(&self, budget: &Budget, threads: Option<NonZeroUsize>) -> ProveOptions {
        ProveOptions {
            backend: self.backend.clone(),
            format: self.proof,
            budget: budget.clone(),
            seed: self.seed,
            settings: self.settings.clone(),
            memory: self.memory,
            threads,
        }
    }

    /// One line about all of them.
    fn summary(&self, counts: &Counts, time: Duration) -> String {
        let what = if self.discard { "verified and discarded" } else { "written" };
        let mut line = counts.line(what);
        let _ = write!(line, "; {}", seconds(time));
        if let Some(each) = time.checked_div(counts.good()) {
            let _ = write!(line, ", {} each", seconds(each));
            let prove = counts.proving.checked_div(counts.good()).unwrap_or_default();
            let verify = counts.verifying.checked_div(counts.good()).unwrap_or_default();
            let _ = if self.discard {
                write!(line, " ({} to prove and {} to verify on a thread)", seconds(prove), seconds(verify))
            } else {
                write!(line, " ({} on a thread)", seconds(prove))
            };
        }
        line + "\n"
    }
}

struct ProveTask<'a> {
    prove: &'a Prove,
    is_single: bool,
    options: ProveOptions,
    verify: VerifyOptions,
    /// Opened with the first puzzle.
    prover: Option<Prover>,
    /// Where the counts of all workers meet.
    counts: &'a Mutex<Counts>,
}

/// What became of a puzzle, for its exit status, and what there is to say of it.
enum Outcome {
    Good(Claim),
    PassedOver,
    Bad(Status, String),
}

impl<'a> ProveTask<'a> {
    fn new(prove: &'a Prove, setting: &Setting, counts: &'a Mutex<Counts>) -> Self {
        interrupt::end_in_time();
        // A certificate that is not complete is removed by the thread that makes it, where that ends in time.
        interrupt::take_time();
        let budget = Budget::unlimited().with_cancel(setting.cancel.clone());
        let budget = prove.time_limit.map_or(budget.clone(), |time| budget.with_time(time));
        let threads = if setting.is_single { prove.jobs } else { Some(NonZeroUsize::MIN) };
        let options = prove.options(&budget, threads);
        let memory = prove.memory.unwrap_or(VerifyOptions::default().memory);
        let verify = VerifyOptions { budget, memory };
        Self { prove, is_single: setting.is_single, options, verify, prover: None, counts }
    }

    fn path(&self, number: u64) -> PathBuf {
        let dir = &self.prove.dir;
        if self.is_single { dir.clone() } else { dir.join(format!("{number:06}")) }
    }

    fn work(&mut self, grid: &Grid, path: &Path) -> Result<Outcome, String> {
        // Folders are complete once they are seen, but this one may be another's.
        if self.prove.resume && path.read_dir().is_ok_and(|mut entries| entries.next().is_some()) {
            return self.pass_over(grid, path);
        }
        if self.prove.discard && grid.geometry().comparable_side() <= SIDE_IN_MEMORY {
            let mut bundle = Memory::new();
            let outcome = self.certify(grid, &mut bundle)?;
            if !matches!(outcome, Outcome::Good(_)) {
                return Ok(outcome);
            }
            let judged = self.verify(&bundle, path);
            if !matches!(judged, Ok(None)) {
                let mut folder = UnfinishedFolder::create(path).map_err(cannot(path))?;
                bundle.write(folder.files()).map_err(cannot(path))?;
            }
            return Ok(judged?.unwrap_or(outcome));
        }
        let mut folder = UnfinishedFolder::create(path).map_err(cannot(path))?;
        let outcome = self.certify(grid, folder.files())?;
        if !self.prove.discard || !matches!(outcome, Outcome::Good(_)) {
            return Ok(outcome);
        }
        let bad = self.verify(&Folder::new(path), path)?;
        if bad.is_none() {
            folder.discard().map_err(cannot(path))?;
        }
        Ok(bad.unwrap_or(outcome))
    }

    /// A folder that was there before: passed over if it is a certificate of the puzzle and of what is claimed.
    fn pass_over(&self, puzzle: &Grid, path: &Path) -> Result<Outcome, String> {
        let place = name(path);
        let found = identify(&Folder::new(path)).map_err(|error| format!("{place}: {error}"))?;
        let (manifest, found) =
            found.map_err(|defect| format!("{place}: expected a certificate to resume: {defect}"))?;
        if found != *puzzle {
            return Err(format!("{place}: expected the certificate of this puzzle to resume, found one of another"));
        }
        match self.prove.claim {
            Some(claim) if claim != manifest.claim => {
                Err(format!("{place}: expected a certificate of {claim} to resume, found {}", manifest.claim))
            }
            _ => Ok(Outcome::PassedOver),
        }
    }

    fn certify(&mut self, grid: &Grid, bundle: &mut dyn BundleWriter) -> Result<Outcome, String> {
        let prover = match &mut self.prover {
            Some(prover) => prover,
            None => self.prover.insert(Prover::new(self.options.clone()).map_err(|error| error.to_string())?),
        };
        let watch = Stopwatch::start();
        let answer = prover.prove(grid, self.prove.claim, bundle);
        self.note(|counts| counts.proving += watch.elapsed());
        if let Err(ProveError::Solver(error)) = &answer
            && error.is_memory_limit()
        {
            return Ok(Outcome::Bad(Status::Budget, error.to_string()));
        }
        Ok(match answer.map_err(|error| error.to_string())? {
            Proved::Certified(manifest) => Outcome::Good(manifest.claim),
            Proved::False(why) => {
                let claim = self.prove.claim.map_or_else(String::new, |claim| format!("not {claim}: "));
                Outcome::Bad(Status::Negative, format!("{claim}{why}"))
            }
            Proved::Unknown(reason) => Outcome::Bad(Status::Budget, reason.to_string()),
        })
    }

    /// Checks a certificate; what is wrong with it, if something is.
    fn verify(&self, bundle: &dyn BundleReader, path: &Path) -> Result<Option<Outcome>, String> {
        let watch = Stopwatch::start();
        let judgement = verify(bundle, &self.verify);
        self.note(|counts| counts.verifying += watch.elapsed());
        let place = name(path);
        Ok(match judgement.map_err(|error| format!("{place}: {error}"))? {
            Verification::Valid(_) => None,
            Verification::Invalid(defect) => Some(Outcome::Bad(Status::Negative, format!("{place}: {defect}"))),
            Verification::Unknown(reason) => {
                Some(Outcome::Bad(Status::Budget, format!("{place}: not verified: {reason}")))
            }
        })
    }

    fn note(&self, change: impl FnOnce(&mut Counts)) {
        change(&mut self.counts.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

fn cannot(path: &Path) -> impl FnOnce(io::Error) -> String {
    move |error| format!("{}: cannot write: {error}", name(path))
}

impl Task for ProveTask<'_> {
    fn answer(&mut self, puzzle: Puzzle<'_>, answers: &mut Answers) {
        let Ok(grid) = &puzzle.grid else {
            answers.summary.add(Kind::Invalid, 1);
            return self.note(|counts| counts.bad += 1);
        };
        let path = self.path(puzzle.number);
        let outcome = self.work(grid, &path).unwrap_or_else(|error| {
            // A prover that failed is not asked again.
            self.prover = None;
            Outcome::Bad(Status::Bad, error)
        });
        match outcome {
            Outcome::Good(claim) => {
                answers.summary.add(kind(claim), 1);
                self.note(|counts| counts.add(claim));
            }
            Outcome::PassedOver => {
                answers.summary.add(Kind::Valid, 1);
                self.note(|counts| counts.passed_over += 1);
            }
            Outcome::Bad(status, message) => {
                answers.status.worsen(status);
                answers.summary.add(Kind::Unknown, 1);
                self.note(|counts| counts.bad += 1);
                let _ = writeln!(answers.stderr, "{}: {message}", puzzle.place());
            }
        }
    }
}

/// How a claim is counted on the progress bar.
fn kind(claim: Claim) -> Kind {
    match claim {
        Claim::Solved => Kind::Solved,
        Claim::Unsatisfiable => Kind::None,
        Claim::Unique => Kind::One,
    }
}
