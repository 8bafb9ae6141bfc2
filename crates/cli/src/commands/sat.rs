//! `satdoku sat`.

use satdoku::budget::Stopwatch;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use clap::Args;
use satdoku::backend::{BackendError, OpenOptions, ProofFormat, ProofSink, SatBackend};
use satdoku::cnf::dimacs::{self, Split};
use satdoku::{Backend, Budget, CancelToken, ClauseSink, FormulaSize, Lit, Model, Running, StopReason, Var, Verdict};

use crate::args::named::backend;
use crate::args::{parse_memory, parse_setting, parse_time};
use crate::process::file_name;
use crate::process::interrupt;
use crate::process::messages::say;
use crate::process::status::Status;
use crate::stream::destination::{Destination, Inputs};
use crate::stream::open;
use crate::stream::patience::Patience;
use crate::{Failure, exit_code};

/// Solve any DIMACS formula
///
/// Prints `s` and `v` lines. The model is checked against every clause before it is printed. A formula with cubes (`p inccnf`
/// with `a` lines, as `encode --cubes` writes it) is solved cube by cube, and last without all of them.
#[derive(Args, Debug)]
#[command(after_help = "\
Exit status: 10 satisfiable, 20 unsatisfiable, 0 unknown, as SAT solvers do. With several files: 0 all decided, 3 some \
unknown, 2 some cannot be read or the solver fails.

Examples:
  satdoku sat formula.cnf
  satdoku encode puzzle.txt | satdoku sat
  satdoku sat formula.cnf --solver kissat --time-limit 1m
  satdoku sat formula.cnf --solver kissat --proof formula.drat
  satdoku sat formula.cnf --solver kissat --set sat --set phase=0
  satdoku sat formula.cnf --solver minisat=/opt/minisat/bin/minisat
  satdoku sat formula.cnf --solver 'external=nice kissat --sat {}'")]
pub(crate) struct Sat {
    /// Read these formulas; `-` or none is standard input
    #[arg(value_name = "FILE.cnf")]
    files: Vec<PathBuf>,

    /// Choose the SAT solver. NAME=PROGRAM gives the file of its program, such as kissat=/opt/kissat; external='COMMAND
    /// ARGS…' runs any other program, with the formula's file for {}
    #[arg(long = "solver", visible_alias = "backend", value_name = "BACKEND", default_value_t = Backend::Cdcl,
        value_parser = backend())]
    backend: Backend,

    /// Limit the time for each formula, such as 10s, 500ms or 2m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time_limit: Option<Duration>,

    /// Seed a randomised solver with this number
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,

    /// Limit the memory of the SAT solver, such as 512M or 4G; where that is not enough, the answer is unknown. A solver in
    /// this process refuses a formula that needs more [default: 8G]; a program gets no more address space
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
    memory: Option<u64>,

    /// Set an option of the SAT solver, by the solver's own name without dashes, such as sat or phase=0; repeatable
    #[arg(long = "set", value_name = "NAME[=VALUE]", value_parser = parse_setting)]
    settings: Vec<(String, String)>,

    /// Write the proof of an unsatisfiable answer to this file: LRAT as text from cdcl, DRAT as text from kissat and cadical,
    /// varisat's own format from varisat; compressed if the name ends in .gz or .zst
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,

    /// Print the formula's size, times and the solver's conflicts as comments before the answer
    #[arg(long)]
    stats: bool,
}

const SATISFIABLE: u8 = 10;
const UNSATISFIABLE: u8 = 20;
const UNKNOWN: u8 = 0;

/// Beyond this number of variables, a printed model omits variables that occur in no clause.
const MOST_NEEDLESS: usize = 1 << 20;

/// The variables that occur in a clause or cube, in ascending order.
fn vars_of(split: &Split) -> Vec<Var> {
    let mut vars: Vec<Var> =
        split.cnf.clauses().chain(split.cubes.iter().map(Vec::as_slice)).flatten().map(|lit| lit.var()).collect();
    vars.sort_unstable();
    vars.dedup();
    vars
}

/// The answer to a formula.
struct Answer {
    verdict: Verdict<Model>,
    conflicts: Option<u64>,
    /// Further comments.
    notes: Vec<String>,
}

/// An answer, or the message of a failure. A formula that needs more memory than allowed has no answer, and that is said.
fn settled(file: &Path, answer: Result<Answer, BackendError>) -> Result<Answer, Failure> {
    match answer {
        Err(error @ BackendError::TooLarge { .. }) => {
            say(&format!("{}: {error}\n", file_name::name(file)));
            let verdict = Verdict::Unknown(StopReason::Memory);
            Ok(Answer { verdict, conflicts: None, notes: Vec::new() })
        }
        answer => Ok(answer.map_err(|error| error.to_string())?),
    }
}

impl Sat {
    pub(crate) fn run(mut self) -> u8 {
        if self.files.is_empty() {
            self.files.push(PathBuf::from("-"));
        }
        if self.files.len() > 1 && self.proof.is_some() {
            return exit_code(Err("--proof takes one formula, found several".to_owned().into()));
        }
        let cancel = interrupt::cancel_on_signal();
        interrupt::end_in_time();
        let [file] = self.files.as_slice() else { return exit_code(self.answer_all(&cancel)) };
        match self.answer(file, &cancel) {
            Ok(code) => code,
            Err(failure) => exit_code(Err(failure)),
        }
    }

    /// Answers several files, each under its name.
    fn answer_all(&self, cancel: &CancelToken) -> Result<Status, Failure> {
        let mut status = Status::Fine;
        for file in &self.files {
            let mut out = io::stdout().lock();
            writeln!(out, "c {}", file_name::name(file))?;
            out.flush()?;
            drop(out);
            match self.answer(file, cancel) {
                Ok(SATISFIABLE | UNSATISFIABLE) => {}
                Ok(_) if cancel.is_cancelled() => return Ok(Status::Interrupted),
                Ok(_) => status.worsen(Status::Budget),
                Err(Failure::Closed) => return Err(Failure::Closed),
                Err(failure) => status.worsen(failure.report()),
            }
        }
        Ok(status)
    }

    fn answer(&self, file: &Path, cancel: &CancelToken) -> Result<u8, Failure> {
        let name = file_name::name(file);
        let watch = Stopwatch::start();
        let patience = Patience::new(self.time_limit);
        let reader = open::open_within(file, &patience);
        let reader = reader.map_err(|error| format!("{name}: cannot open: {error}"))?;
        let split = match dimacs::read_split(reader, |_| {}) {
            Err(error) if error.is_timed_out() => {
                writeln!(io::stdout(), "c {} while the formula was read\ns UNKNOWN", StopReason::Time)?;
                return Ok(UNKNOWN);
            }
            split => split.map_err(|error| Failure::located(&name, error))?,
        };
        let read = watch.elapsed();
        let watch = Stopwatch::start();
        let answer = match self.solve(file, &split, patience.left(), cancel) {
            Err(Failure::Message(message)) => return Err(format!("{name}: {message}").into()),
            answer => answer?,
        };
        let mut out = BufWriter::new(io::stdout().lock());
        if self.stats {
            let (variables, clauses) = (split.cnf.variables(), split.cnf.len());
            writeln!(out, "c {variables} variables, {clauses} clauses, {} literals", split.cnf.size().literals)?;
            let seconds = |time: Duration| time.as_secs_f64();
            writeln!(
                out,
                "c read in {:.3} s, solved in {:.3} s by {}",
                seconds(read),
                seconds(watch.elapsed()),
                self.backend
            )?;
            if let Some(conflicts) = answer.conflicts {
                writeln!(out, "c {conflicts} conflicts")?;
            }
        }
        for note in &answer.notes {
            writeln!(out, "c {note}")?;
        }
        let code = match answer.verdict {
            Verdict::Satisfiable(model) => {
                if let Some(clause) = split.cnf.first_falsified(&model) {
                    let backend = &self.backend;
                    return Err(format!("{name}: the model of {backend} leaves clause {} false", clause + 1).into());
                }
                // A variable that no clause needs may have either value and is printed as false.
                let value = |var| model.value(var) == Some(true);
                let declared = split.cnf.variables();
                let needed = if declared > MOST_NEEDLESS { vars_of(&split) } else { Vec::new() };
                if declared > MOST_NEEDLESS {
                    let left_out = declared - needed.len();
                    writeln!(
                        out,
                        "c {left_out} variables that no clause has are left out: each may have either value"
                    )?;
                    dimacs::write_model(needed.into_iter().map(|var| var.lit(value(var))), &mut out)?;
                } else {
                    let all = (0..declared).map(Var::new).map(|var| var.lit(value(var)));
                    dimacs::write_model(all, &mut out)?;
                }
                SATISFIABLE
            }
            Verdict::Unsatisfiable => {
                writeln!(out, "s UNSATISFIABLE")?;
                UNSATISFIABLE
            }
            Verdict::Unknown(reason) => {
                writeln!(out, "c {reason}\ns UNKNOWN")?;
                if reason == StopReason::Cancelled { Status::Interrupted.code() } else { UNKNOWN }
            }
        };
        out.flush()?;
        Ok(code)
    }

    /// Opens the solver and adds the clauses.
    fn open(&self, split: &Split, proof: Option<ProofSink>) -> Result<Box<dyn SatBackend>, BackendError> {
        // Variables that no clause has take no memory, however many are declared.
        let mut size = FormulaSize::default();
        let Ok(()) = split.cnf.write(&mut size);
        let options = OpenOptions::default()
            .with_stoppable(true)
            .with_proof(proof)
            .with_seed(self.seed)
            .with_settings(self.settings.clone())
            .with_expected(size)
            .with_memory(self.memory);
        let mut backend = self.backend.open(&options)?;
        split.cnf.write(&mut backend)?;
        Ok(backend)
    }

    fn solve(
        &self,
        file: &Path,
        split: &Split,
        time: Option<Duration>,
        cancel: &CancelToken,
    ) -> Result<Answer, Failure> {
        let mut budget = Budget::unlimited().with_cancel(cancel.clone());
        if let Some(time) = time {
            budget = budget.with_time(time);
        }
        let running = budget.start();
        let answer = match &self.proof {
            Some(proof) if split.cubes.is_empty() => return self.prove(file, split, proof, &running),
            Some(_) => return Err("--proof takes a formula without cubes".to_owned().into()),
            None if split.cubes.is_empty() => self.open(split, None).and_then(|mut backend| {
                let verdict = backend.solve(&running)?;
                Ok(Answer { verdict, conflicts: backend.conflicts(), notes: Vec::new() })
            }),
            None => self.conquer(split, &running),
        };
        settled(file, answer)
    }

    /// Solves with a proof; the proof of an unsatisfiable formula is kept.
    fn prove(&self, file: &Path, split: &Split, path: &Path, running: &Running) -> Result<Answer, Failure> {
        let Some(format) = self.backend.proof_format() else {
            let refusal = BackendError::NoProof { backend: self.backend.to_string() };
            return Err(format!("--proof: {refusal}").into());
        };
        if path == Path::new("-") {
            return Err("--proof: expected a file, found -: the answer goes to standard output".to_owned().into());
        }
        let destination = Destination::to(Some(path), &Inputs::of(&[file.to_owned()]))?;
        let cannot = |error: io::Error| format!("{}: cannot write: {error}", file_name::name(path));
        let shared = Arc::new(Mutex::new(BufWriter::new(destination)));
        let answer = self.open(split, Some(ProofSink::new(Arc::clone(&shared)))).and_then(|mut backend| {
            let verdict = backend.solve(running)?;
            Ok(Answer { verdict, conflicts: backend.conflicts(), notes: Vec::new() })
        });
        let mut proof = shared.lock().unwrap_or_else(PoisonError::into_inner);
        match answer {
            Ok(mut answer) if answer.verdict.is_unsatisfiable() => {
                proof.flush().map_err(cannot)?;
                proof.get_mut().finish().map_err(cannot)?;
                let checker = format.checker();
                let what = match format {
                    ProofFormat::Varisat => "varisat's own format",
                    ProofFormat::Lrat => "LRAT, as text",
                    _ => "DRAT, as text",
                };
                answer.notes.push(format!("proof in {}: {what}; {checker} checks it", file_name::name(path)));
                Ok(answer)
            }
            mut answer => {
                proof.get_mut().remove();
                if let Ok(answer) = &mut answer {
                    answer.notes.push(format!("no proof: {} is not written", file_name::name(path)));
                }
                settled(file, answer)
            }
        }
    }

    /// Tries each cube, then the formula without cubes: only the last refutation shows that no model exists.
    fn conquer(&self, split: &Split, running: &Running) -> Result<Answer, BackendError> {
        let mut kept: Option<Box<dyn SatBackend>> = None;
        let mut conflicts = None;
        let refuted = |cubes: usize| format!("{cubes} of {} cubes have no model", split.cubes.len());
        for (number, cube) in split.cubes.iter().enumerate() {
            let mut backend = match kept.take() {
                Some(backend) => backend,
                None => self.open(split, None)?,
            };
            let can = backend.capabilities();
            let verdict = if can.assumptions && can.incremental {
                backend.solve_assuming(cube, running)?
            } else {
                cube.iter().try_for_each(|&lit| backend.add_clause(&[lit]))?;
                backend.solve(running)?
            };
            conflicts = backend.conflicts().or(conflicts);
            match verdict {
                Verdict::Unsatisfiable => {}
                Verdict::Satisfiable(model) => {
                    let notes = vec![refuted(number), format!("cube {} has a model", number + 1)];
                    return Ok(Answer { verdict: Verdict::Satisfiable(model), conflicts, notes });
                }
                Verdict::Unknown(reason) => {
                    let notes = vec![refuted(number)];
                    return Ok(Answer { verdict: Verdict::Unknown(reason), conflicts, notes });
                }
            }
            if can.assumptions && can.incremental {
                backend.add_clause(&cube.iter().map(|&lit| !lit).collect::<Vec<Lit>>())?;
                kept = Some(backend);
            }
        }
        let mut backend = if let Some(backend) = kept {
            backend
        } else {
            let mut backend = self.open(split, None)?;
            for cube in &split.cubes {
                backend.add_clause(&cube.iter().map(|&lit| !lit).collect::<Vec<Lit>>())?;
            }
            backend
        };
        let verdict = backend.solve(running)?;
        let mut notes = vec![refuted(split.cubes.len())];
        if verdict.is_satisfiable() {
            notes.push("the cubes do not cover the formula: its model is in none of them".to_owned());
        }
        Ok(Answer { verdict, conflicts: backend.conflicts().or(conflicts), notes })
    }
}
