//! `satdoku sat`.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use satdoku::backend::{BackendError, OpenOptions};
use satdoku::cnf::dimacs;
use satdoku::{Backend, Budget, Cnf, FormulaSize, Model, StopReason, Var, Verdict};

use crate::cli::args::{parse_memory, parse_setting, parse_time};
use crate::cli::interrupt;
use crate::cli::listed::backend;
use crate::cli::output::say;
use crate::cli::status::Status;
use crate::cli::{Failure, exit_code, input};

/// Solve any DIMACS formula
///
/// Prints `s` and `v` lines and exits with 10 (satisfiable), 20 (unsatisfiable) or 0 (unknown), as SAT solvers do. The
/// model is checked against every clause before it is printed.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  satdoku sat formula.cnf
  satdoku sat formula.cnf --backend kissat --time-limit 1m
  satdoku sat formula.cnf --backend kissat --set sat --set phase=0
  satdoku sat formula.cnf --backend minisat=/opt/minisat/bin/minisat
  satdoku sat formula.cnf --backend 'external=nice kissat --sat {}'")]
pub(crate) struct Sat {
    /// The formula; `-` is standard input
    #[arg(value_name = "FILE.cnf")]
    file: PathBuf,

    /// The SAT solver; a program may be given as NAME=PROGRAM, such as kissat=/opt/kissat, and any other as
    /// external='COMMAND ARGS…', where {} is the formula's file
    #[arg(long, alias = "solver", value_name = "BACKEND", default_value_t = Backend::Varisat, value_parser = backend())]
    backend: Backend,

    /// Give up after so long, such as 10s, 500ms or 2m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time_limit: Option<Duration>,

    /// The seed of a randomised backend
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,

    /// Give the SAT solver so much memory at most, such as 512M or 4G: one in this process refuses a formula that needs more
    /// [default: 8G], a program gets no more address space, and the answer is unknown where it does not suffice
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
    memory: Option<u64>,

    /// An option of the SAT solver by its own name, without dashes, such as sat or phase=0; repeatable
    #[arg(long = "set", value_name = "NAME[=VALUE]", value_parser = parse_setting)]
    settings: Vec<(String, String)>,
}

const SATISFIABLE: u8 = 10;
const UNSATISFIABLE: u8 = 20;
const UNKNOWN: u8 = 0;

impl Sat {
    pub(crate) fn run(self) -> ExitCode {
        match self.answer() {
            Ok(code) => code.into(),
            Err(failure) => exit_code(Err(failure)),
        }
    }

    fn answer(&self) -> Result<u8, Failure> {
        let name = input::name(&self.file);
        let reader = input::open(&self.file).map_err(|error| format!("{name}: cannot open: {error}"))?;
        let cnf = dimacs::read(reader, |_| {}).map_err(|error| format!("{name}:{error}"))?;
        let verdict = match self.solve(&cnf) {
            Err(error @ BackendError::TooLarge { .. }) => {
                say(&format!("{name}: {error}\n"));
                Verdict::Unknown(StopReason::Memory)
            }
            verdict => verdict.map_err(|error| format!("{name}: {error}"))?,
        };
        let mut out = BufWriter::new(io::stdout().lock());
        let code = match verdict {
            Verdict::Satisfiable(model) => {
                if let Some(clause) = cnf.first_falsified(&model) {
                    let backend = &self.backend;
                    return Err(format!("{name}: the model of {backend} leaves clause {} false", clause + 1).into());
                }
                // A variable that no clause needs may have either value and is printed as false.
                let value = |var| model.value(var) == Some(true);
                let all = (0..cnf.variables()).map(Var::new).map(|var| var.lit(value(var)));
                dimacs::write_model(all, &mut out)?;
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

    fn solve(&self, cnf: &Cnf) -> Result<Verdict<Model>, BackendError> {
        let mut budget = Budget::unlimited().with_cancel(interrupt::cancel_on_signal());
        interrupt::end_in_time();
        if let Some(time) = self.time_limit {
            budget = budget.with_time(time);
        }
        // Variables that no clause has take no memory, however many are declared.
        let mut size = FormulaSize::default();
        let Ok(()) = cnf.write(&mut size);
        let expected = Some(size);
        let settings = self.settings.clone();
        let (seed, memory) = (self.seed, self.memory);
        let options = OpenOptions { stoppable: true, proof: None, seed, settings, expected, memory };
        let mut backend = self.backend.open(&options)?;
        let running = budget.start();
        cnf.write(&mut backend)?;
        backend.solve(&running)
    }
}
