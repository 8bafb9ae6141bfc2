//! Solvers that run as programs: a DIMACS file in, an answer and an exit status out. [`profile`](crate::backend::program::profile)
//! describes the command line of each solver.
//!
//! Clauses are streamed to a temporary file behind a header of fixed width, patched before each run. A second solve appends;
//! assumptions are unit clauses, cut off after the run. The program is not believed: its exit status (10, 20 or 0, as in the SAT
//! competitions) and its `s` line must agree, and the model must be whole.

use std::collections::BTreeMap;
use std::env;
use std::ffi::{OsStr, OsString};
use std::io::{self};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Command, ExitStatus};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use satdoku_base::budget::{Budget, Running, StopReason};
use satdoku_base::printable::printable_path;
use satdoku_base::verdict::Verdict;

use crate::backend::program::clause_file::ClauseFile;
use crate::backend::program::conflicts::Conflicts;
use crate::backend::program::known::External;
use crate::backend::program::process;
use crate::backend::program::process::{Ended, Limits, TempFile};
use crate::backend::program::programs::{find, is_program};
use crate::backend::program::proof_file::{CopyError, ProofWay};
use crate::backend::program::result_file::ResultError;
use crate::backend::program::{command, mallob, profile, result_file};
use crate::backend::{Availability, BackendError, Capabilities, OpenOptions, ProofFormat, ProofSink, SatBackend};
use crate::cnf::dimacs::{OutputParser, SolverOutput};
use crate::cnf::{ClauseSink, Lit, Model};

/// How long a program may take to tell its version.
const VERSION_TIME: Duration = Duration::from_secs(2);

/// The most bytes that a program may print about its version.
const VERSION_LENGTH: usize = 64 << 10;

impl External {
    /// The program of a path with unquoted blanks, which was split into words.
    fn unquoted(&self) -> Option<PathBuf> {
        let path = PathBuf::from(self.words()?.join(" "));
        (path.components().count() > 1 && is_program(&path)).then_some(path)
    }

    fn find(&self) -> Result<PathBuf, BackendError> {
        if let Some(path) = self.unquoted() {
            return Ok(path);
        }
        let named = self.variable().and_then(env::var_os).filter(|name| !name.is_empty());
        find(&named.unwrap_or_else(|| OsString::from(self.program_name())), self.variable())
    }
}

/// Whether the program exists.
pub(crate) fn is_present(external: &External) -> bool {
    external.find().is_ok()
}

/// Whether the program exists, and its version if known.
pub(crate) fn availability(external: &External) -> Availability {
    let program = match external.find() {
        Ok(program) => program,
        Err(error) => return Availability::Missing(error.to_string()),
    };
    let Some(argument) = external.version_argument() else {
        return Availability::Ready("version unknown".to_owned());
    };
    let mut command = Command::new(&program);
    command.arg(argument);
    let running = Budget::unlimited().with_time(VERSION_TIME).start();
    let mut output = Vec::new();
    let limits = Limits { grace: process::GRACE, memory: None };
    let ended = process::run(command, limits, &running, |piece| {
        output.extend_from_slice(piece);
        if output.len() > VERSION_LENGTH { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match ended {
        Ok(Ended::Exited(status, _)) if status.success() && !output.trim_ascii().is_empty() => {
            Availability::Ready(profile::version(&output))
        }
        Ok(_) => Availability::Missing(format!("{} does not tell its version", printable_path(&program))),
        Err(error) => Availability::Missing(format!("{}: {error}", printable_path(&program))),
    }
}

/// Whether the program's version is `least`, of two numbers, or later. A program is asked once.
pub(crate) fn is_at_least(external: &External, least: (u32, u32)) -> bool {
    static TOLD: Mutex<BTreeMap<PathBuf, Option<(u32, u32)>>> = Mutex::new(BTreeMap::new());
    let Ok(program) = external.find() else { return false };
    let mut told = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
    let version = told.entry(program).or_insert_with(|| match availability(external) {
        Availability::Ready(version) => first_numbers(&version),
        Availability::Missing(_) => None,
    });
    version.is_some_and(|version| version >= least)
}

/// The first two numbers of a version such as `1.9.5`.
fn first_numbers(version: &str) -> Option<(u32, u32)> {
    let mut numbers = version.split('.').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

pub(crate) struct ExternalSolver {
    external: External,
    name: String,
    start: Start,
    arguments: Vec<String>,
    file: ClauseFile,
    /// The file for the answer, if the program does not print the answer.
    result: Option<TempFile>,
    /// The program's address space in bytes, if limited.
    memory: Option<u64>,
    /// Conflicts over all runs, if the program counts them.
    conflicts: Option<u64>,
    /// The place and the format of the proof, if a proof is wanted.
    proof: Option<ProofSink>,
    format: ProofFormat,
    /// Whether the proof is wanted while the program is at work.
    is_streamed: bool,
    /// Whether the solver cannot be asked again, because it answered with a proof or failed.
    is_spent: bool,
}

impl ExternalSolver {
    pub(crate) fn open(external: &External, options: &OpenOptions) -> Result<Self, BackendError> {
        let name = external.name().to_owned();
        let program = external.find()?;
        let mut arguments = external.arguments(options)?;
        if external.unquoted().is_some() {
            arguments.clear();
        }
        let io = |source| BackendError::Io { backend: name.clone(), context: "cannot create a temporary file", source };
        let file = ClauseFile::create().map_err(io)?;
        let result = external.has_result_file().then(result_file::create).transpose().map_err(io)?;
        let mut start = Start { program, leading: Vec::new(), folder: None, environment: &[], grace: process::GRACE };
        if external.is_mallob() {
            start.launch_mallob(options, &mut arguments)?;
        }
        let (proof, memory, is_streamed) = (options.proof.clone(), options.memory, options.certified);
        Ok(Self {
            external: external.clone(),
            name,
            start,
            arguments,
            file,
            result,
            memory,
            conflicts: None,
            proof,
            format: options.proof_format.unwrap_or(ProofFormat::Drat),
            is_streamed,
            is_spent: false,
        })
    }

    fn io(&self, context: &'static str) -> impl FnOnce(io::Error) -> BackendError + use<> {
        let backend = self.name.clone();
        move |source| BackendError::Io { backend, context, source }
    }

    fn run(&mut self, running: &Running) -> Result<Verdict<Model>, BackendError> {
        if let Some(result) = &self.result {
            // An earlier run's answer is no answer to the present question.
            result.as_file().set_len(0).map_err(self.io("cannot empty the file of its answer"))?;
        }
        let way = self.proof.is_some().then(|| ProofWay::open(self.is_streamed, self.format)).transpose();
        let mut way = way.map_err(self.io("cannot create a place for its proof"))?;
        let mut command = self.start.command();
        let written = self.result.as_ref().map(|file| file.path()).or(way.as_ref().map(ProofWay::path));
        command.args(self.external.with_files(&self.arguments, self.file.path(), written));
        let variables = self.file.size.variables as usize;
        let mut parser = OutputParser::new(variables);
        let mut nonsense = None;
        let is_printed = self.result.is_none();
        let mut conflicts = Conflicts::default();
        let limits = Limits { grace: self.start.grace, memory: self.memory };
        let on_output = |piece: &[u8]| {
            conflicts.feed(piece);
            match is_printed.then(|| parser.feed(piece)) {
                None | Some(Ok(())) => ControlFlow::Continue(()),
                Some(Err(error)) => {
                    nonsense = Some(error);
                    ControlFlow::Break(())
                }
            }
        };
        let ended = match (&mut way, &mut self.proof) {
            (Some(way), Some(sink)) => {
                way.run(sink, |beside| process::run_beside(command, limits, running, beside, on_output))
            }
            _ => process::run(command, limits, running, on_output),
        };
        if let Some(number) = conflicts.last() {
            self.conflicts = Some(self.conflicts.unwrap_or_default().saturating_add(number));
        }
        let program = self.name.clone();
        let (status, stderr) = match ended.map_err(self.io("cannot run the program"))? {
            Ended::Stopped(reason) => return Ok(Verdict::Unknown(reason)),
            Ended::Exited(status, stderr) if nonsense.is_none() => (status, stderr),
            Ended::Exited(..) | Ended::Unwanted => {
                // The reader of the proof reports by itself why it wants no more.
                let Some(source) = nonsense else { return Ok(Verdict::Unknown(StopReason::Incomplete)) };
                return Err(BackendError::Output { program, source });
            }
        };
        // The end of a killed or failed program says more than its output so far.
        if !matches!(status.code(), Some(0 | 10 | 20)) {
            let stderr = String::from_utf8_lossy(&stderr);
            if self.memory.is_some() && tells_of_memory(&stderr) {
                return Ok(Verdict::Unknown(StopReason::Memory));
            }
            let stderr = stderr.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
            return Err(BackendError::Ended { program, status: describe(status), stderr: stderr.trim().to_owned() });
        }
        let output = match &self.result {
            Some(result) => match result_file::read(result, variables) {
                Ok(output) => Ok(output),
                Err(ResultError::Output(error)) => Err(error),
                Err(ResultError::Io(error)) => return Err(self.io("cannot read its answer")(error)),
            },
            None => match parser.foreign().filter(|_| status.code() == Some(0)) {
                Some(error) => Err(error),
                None => parser.finish(),
            },
        };
        let output = output.map_err(|source| BackendError::Output { program: program.clone(), source })?;
        let is_silent = self.external.is_mallob();
        let says = |code| status.code() == Some(code) || is_silent && status.code() == Some(0);
        let disagrees = |printed| BackendError::Disagrees { program, printed, status: describe(status) };
        match output {
            SolverOutput::Satisfiable(model) if says(10) => match model.first_unassigned(variables) {
                Some(var) => Err(BackendError::HalfAModel { backend: self.name.clone(), variable: var.index() + 1 }),
                None => Ok(Verdict::Satisfiable(model)),
            },
            SolverOutput::Unsatisfiable if says(20) => match (&way, &mut self.proof) {
                (Some(way), Some(sink)) => match way.end(sink, running) {
                    Ok(()) => Ok(Verdict::Unsatisfiable),
                    Err(CopyError::Stopped(reason)) => Ok(Verdict::Unknown(reason)),
                    Err(CopyError::Io(error)) => Err(self.io("cannot hand on the proof")(error)),
                },
                _ => Ok(Verdict::Unsatisfiable),
            },
            SolverOutput::Unknown if says(0) => Ok(Verdict::Unknown(StopReason::Incomplete)),
            SolverOutput::Satisfiable(_) => Err(disagrees("s SATISFIABLE")),
            SolverOutput::Unsatisfiable => Err(disagrees("s UNSATISFIABLE")),
            SolverOutput::Unknown => Err(disagrees("no answer")),
        }
    }
}

/// How a program is started.
struct Start {
    program: PathBuf,
    /// Words before the arguments: with a launcher, its options and the program itself.
    leading: Vec<OsString>,
    /// The working folder, if not the present folder.
    folder: Option<PathBuf>,
    /// Environment variables set for the program, unless set already.
    environment: &'static [(&'static str, &'static str)],
    /// The time for the program to end after a request.
    grace: Duration,
}

impl Start {
    /// Puts the launcher before Mallob; a single process can be started without a launcher.
    fn launch_mallob(&mut self, options: &OpenOptions, arguments: &mut Vec<String>) -> Result<(), BackendError> {
        let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let launch = mallob::Launch::of(options, cores)?;
        arguments.insert(0, format!("-t={}", launch.threads));
        // Mallob's helper programs lie beside the file itself, not beside a link to it.
        self.program = self.program.canonicalize().unwrap_or_else(|_| self.program.clone());
        self.folder = mallob::home(&self.program);
        self.environment = &mallob::ENVIRONMENT;
        self.grace = mallob::GRACE;
        let named = env::var(mallob::LAUNCHER_VARIABLE).ok().filter(|text| !text.trim().is_empty());
        let is_named = named.is_some();
        let text = named.unwrap_or_else(|| mallob::LAUNCHER.to_owned());
        let words = command::split(&text).unwrap_or_else(|| vec![text]);
        match find(OsStr::new(&words[0]), Some(mallob::LAUNCHER_VARIABLE)) {
            Ok(launcher) => {
                // The launcher is started in another folder.
                let launcher = std::path::absolute(&launcher).unwrap_or(launcher);
                let program = std::mem::replace(&mut self.program, launcher);
                self.leading.extend(words[1..].iter().map(OsString::from));
                self.leading.extend(["-n".into(), launch.processes.to_string().into(), program.into()]);
                Ok(())
            }
            Err(_) if launch.processes == 1 && !is_named => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.leading);
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        command.envs(self.environment.iter().copied().filter(|(name, _)| env::var_os(name).is_none()));
        command
    }
}

/// Whether a failed program reports a lack of memory: `bad_alloc` in C++, words about memory elsewhere.
fn tells_of_memory(stderr: &str) -> bool {
    let stderr = stderr.to_ascii_lowercase();
    stderr.contains("memory") || stderr.contains("bad_alloc")
}

fn describe(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit status {code}"),
        (None, Some(signal)) => format!("signal {signal}"),
        (None, None) => status.to_string(),
    }
}

impl ClauseSink for ExternalSolver {
    type Error = BackendError;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), BackendError> {
        self.file.add_clause(clause).map_err(self.io("cannot write the formula"))
    }

    fn add_pairwise(&mut self, lits: &[Lit]) -> Result<(), BackendError> {
        self.file.add_pairwise(lits).map_err(self.io("cannot write the formula"))
    }
}

impl SatBackend for ExternalSolver {
    fn name(&self) -> &str {
        &self.name
    }

    fn solve_assuming(&mut self, assumptions: &[Lit], run: &Running) -> Result<Verdict<Model>, BackendError> {
        // The solver is spent while the assumptions stand in the file as clauses; with a proof, for good.
        if std::mem::replace(&mut self.is_spent, true) {
            return Err(BackendError::Spent { backend: self.name.clone() });
        }
        let clauses = self.file.mark().map_err(self.io("cannot write the formula"))?;
        assumptions.iter().try_for_each(|&lit| self.add_clause(&[lit]))?;
        self.file.patch_header().map_err(self.io("cannot write the formula"))?;
        let verdict = self.run(run);
        self.file.cut(&clauses).map_err(self.io("cannot write the formula"))?;
        self.is_spent = self.proof.is_some();
        verdict
    }

    fn conflicts(&self) -> Option<u64> {
        self.conflicts
    }

    fn capabilities(&self) -> Capabilities {
        let proof = self.proof.is_some();
        let is_open = !proof;
        Capabilities {
            incremental: is_open,
            assumptions: is_open,
            interruptible: true,
            proof,
            ..Capabilities::default()
        }
    }
}
