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
    BundleWriter, Claim, Folder, Identification, Memory, ProveError, ProveOptions, Proved, Prover, identify,
};
use satdoku::{Backend, Budget, Grid};

use crate::Failure;
use crate::args::named::{one_of, prover};
use crate::args::{Input, parse_memory, parse_setting, parse_time};
use crate::commands::certificates::{Counts, seconds};
use crate::process::file_name::name;
use crate::process::interrupt;
use crate::process::messages::print;
use crate::process::status::Status;
use crate::process::unfinished_folder::UnfinishedFolder;
use crate::show::summary::Kind;
use crate::stream::answers::{Answers, Puzzle, Task, Unread};
use crate::stream::batch::Batch;
use crate::stream::batch_context::BatchContext;
use crate::stream::destination::{Destination, PartialFile};

/// Write certificates: answers with a proof that independent checkers can verify
///
/// One puzzle's certificate is DIR itself; those of several are DIR/000001 and so on. A false claim is
/// reported, gets no certificate, and makes the exit status 1. Each certificate is verified before it is written;
/// `satdoku verify DIR` checks it again, with nothing to install.
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

    /// Keep only the certificates that fail to verify, as each is before it is written
    #[arg(long)]
    discard: bool,

    /// Continue after an interruption: skip puzzles whose certificate is in DIR
    ///
    /// A folder in a certificate's place that is no certificate, or belongs to another puzzle or claim, is an error and is
    /// not changed.
    #[arg(long, conflicts_with = "discard")]
    resume: bool,
}

/// Largest side at which discarded certificates are kept in memory and never reach a disk; at 16×16 a certificate takes 1.3 MB and
/// its proof.
const SIDE_IN_MEMORY: usize = 16;

impl Prove {
    pub(crate) fn run(self) -> Result<Status, Failure> {
        let folder = |error: io::Error| format!("{}: {error}", name(&self.dir));
        let was_there = self.dir.try_exists().map_err(folder)?;
        if was_there && !self.resume && self.dir.read_dir().map_err(folder)?.next().is_some() {
            let dir = name(&self.dir);
            return Err(format!("{dir}: expected a folder that is empty, or none; --resume goes on with one").into());
        }
        // An error in opening the backend is reported once, before any puzzle is read.
        Prover::new(self.options(&Budget::unlimited(), None)).map_err(|error| error.to_string())?;
        let counts = Mutex::new(Counts::default());
        let batch = Batch {
            reader: self.input.reader_within(self.time_limit),
            jobs: self.jobs,
            is_listing: false,
            bulk: None,
            table: None,
            wants_stored: false,
            destination: Destination::Nowhere,
            kept: PartialFile::default(),
            has_summary: false,
            hint: (!self.discard).then_some("--resume goes on with the others"),
        };
        let start = Stopwatch::start();
        let status = batch.run(|context| ProveTask::new(&self, context, &counts))?;
        if self.discard && !was_there {
            // The folder was made for failures; a folder with failures is not removed.
            let _ = std::fs::remove_dir(&self.dir);
        }
        let counts = counts.into_inner().unwrap_or_else(PoisonError::into_inner);
        print(&self.summary(&counts, start.elapsed()))?;
        Ok(status)
    }

    fn options(&self, budget: &Budget, threads: Option<NonZeroUsize>) -> ProveOptions {
        ProveOptions::default()
            .with_backend(self.backend.clone())
            .with_format(self.proof)
            .with_budget(budget.clone())
            .with_seed(self.seed)
            .with_settings(self.settings.clone())
            .with_memory(self.memory)
            .with_threads(threads)
    }

    /// A summary line of the certificates.
    fn summary(&self, counts: &Counts, time: Duration) -> String {
        let what = if self.discard { "verified and discarded" } else { "written" };
        let mut line = counts.line(what);
        let _ = write!(line, "; {}", seconds(time));
        if let Some(each) = time.checked_div(counts.good()) {
            let _ = write!(line, ", {} each", seconds(each));
            let prove = counts.proving.checked_div(counts.good()).unwrap_or_default();
            let verify = counts.verifying.checked_div(counts.good()).unwrap_or_default();
            let _ = write!(line, " ({} to prove and {} to verify on a thread)", seconds(prove), seconds(verify));
        }
        line + "\n"
    }
}

struct ProveTask<'a> {
    prove: &'a Prove,
    is_single: bool,
    options: ProveOptions,
    /// Opened with the first puzzle.
    prover: Option<Prover>,
    /// The counts of all workers.
    counts: &'a Mutex<Counts>,
}

/// The outcome of a puzzle, with its exit status and message.
enum Outcome {
    Good(Claim),
    PassedOver,
    Bad(Status, String),
    /// The proof was refused.
    Rejected(String),
}

impl<'a> ProveTask<'a> {
    fn new(prove: &'a Prove, context: &BatchContext, counts: &'a Mutex<Counts>) -> Self {
        interrupt::end_in_time();
        // An incomplete certificate is removed by its thread, if the thread ends in time.
        interrupt::take_time();
        let budget = Budget::unlimited().with_cancel(context.cancel.clone());
        let budget = prove.time_limit.map_or(budget.clone(), |time| budget.with_time(time));
        let threads = if context.is_single { prove.jobs } else { Some(NonZeroUsize::MIN) };
        let options = prove.options(&budget, threads);
        Self { prove, is_single: context.is_single, options, prover: None, counts }
    }

    fn path(&self, number: u64) -> PathBuf {
        let dir = &self.prove.dir;
        if self.is_single { dir.clone() } else { dir.join(format!("{number:06}")) }
    }

    fn work(&mut self, grid: &Grid, path: &Path) -> Result<Outcome, String> {
        // Folders appear only when complete, but this folder may hold a foreign certificate.
        if self.prove.resume && path.read_dir().is_ok_and(|mut entries| entries.next().is_some()) {
            return self.pass_over(grid, path);
        }
        if self.prove.discard && grid.geometry().comparable_side() <= SIDE_IN_MEMORY {
            let mut bundle = Memory::new();
            let outcome = self.certify(grid, &mut bundle)?;
            if matches!(outcome, Outcome::Rejected(_)) {
                let mut folder = UnfinishedFolder::create(path).map_err(cannot(path))?;
                bundle.write(folder.files()).map_err(cannot(path))?;
            }
            return Ok(outcome);
        }
        let mut folder = UnfinishedFolder::create(path).map_err(cannot(path))?;
        let outcome = self.certify(grid, folder.files())?;
        match &outcome {
            Outcome::Good(_) if self.prove.discard => folder.discard().map_err(cannot(path))?,
            Outcome::Rejected(_) if self.prove.discard => folder.files().finish().map_err(cannot(path))?,
            _ => {}
        }
        Ok(outcome)
    }

    /// An existing folder: passed over if it is a certificate of the puzzle and the claim.
    fn pass_over(&self, puzzle: &Grid, path: &Path) -> Result<Outcome, String> {
        let place = name(path);
        let found = identify(&Folder::new(path)).map_err(|error| format!("{place}: {error}"))?;
        let (manifest, found) = match found {
            Identification::Complete(manifest, found) => (manifest, found),
            Identification::Invalid(defect) => {
                return Err(format!("{place}: expected a certificate to resume: {defect}"));
            }
        };
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
        let verifying = prover.verifying();
        self.note(|counts| {
            counts.proving += watch.elapsed().saturating_sub(verifying);
            counts.verifying += verifying;
        });
        if let Err(error @ ProveError::Rejected { .. }) = &answer {
            return Ok(Outcome::Rejected(error.to_string()));
        }
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

    fn note(&self, change: impl FnOnce(&mut Counts)) {
        change(&mut self.counts.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

fn cannot(path: &Path) -> impl FnOnce(io::Error) -> String {
    move |error| format!("{}: cannot write: {error}", name(path))
}

impl Task for ProveTask<'_> {
    fn answer(&mut self, puzzle: Puzzle<'_>, answers: &mut Answers) {
        let grid = match &puzzle.grid {
            Ok(grid) => grid,
            Err(error) => {
                answers.summary.add(Unread::of(error).kind, 1);
                return self.note(|counts| counts.bad += 1);
            }
        };
        let path = self.path(puzzle.number);
        let outcome = self.work(grid, &path).unwrap_or_else(|error| {
            // A failed prover is not used again.
            self.prover = None;
            Outcome::Bad(Status::Bad, error)
        });
        let (status, message) = match outcome {
            Outcome::Bad(status, message) => (status, message),
            Outcome::Rejected(message) => (Status::Bad, message),
            Outcome::Good(claim) => {
                answers.summary.add(kind(claim), 1);
                return self.note(|counts| counts.add(claim));
            }
            Outcome::PassedOver => {
                answers.summary.add(Kind::Valid, 1);
                return self.note(|counts| counts.passed_over += 1);
            }
        };
        answers.status.worsen(status);
        answers.summary.add(Kind::Unknown, 1);
        self.note(|counts| counts.bad += 1);
        let _ = writeln!(answers.stderr, "{}: {message}", puzzle.place());
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
