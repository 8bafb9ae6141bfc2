//! CaDiCaL 1.9.5 by Armin Biere and others, linked into this process through the crate `cadical`, which needs only a C++ compiler.
//! CaDiCaL can be stopped, asked again, and asked under assumptions.
//!
//! | setting | what it does |
//! | --- | --- |
//! | `sat`, `unsat`, `plain`, `default` | one of its configurations, as `--sat` of the program |
//! | `seed`, `walk`, `phase`, `elim` and what else [`OPTIONS`] lists | the option of that name; `no-walk` is `walk=0`, a bare `walk` is `walk=1` |
//! | `conflicts`, `decisions` | gives up after so many, in each solve |
//! | `preprocessing`, `localsearch` | so many rounds before the search, in each solve |
//!
//! The seed drives the random walks: the first walk comes after some thousand conflicts, or before the search with `localsearch`.
//!
//! The crate has no call that sets an option. But CaDiCaL takes options from the comments before a DIMACS header, so the adapter
//! sets options by having CaDiCaL read an empty formula with comments first.

use std::io::Write;

use cadical::{Callbacks, Solver};
use satdoku_base::budget::{Running, StopReason};
use satdoku_base::verdict::Verdict;

use crate::backend::CADICAL_LINKED as NAME;
use crate::backend::in_process::linked::catching;
use crate::backend::in_process::memory_account::{Footprint, MemoryAccount};
use crate::backend::{BackendError, Capabilities, OpenOptions, SatBackend};
use crate::cnf::{ClauseSink, Lit, Model, Var};

/// Measured over 2.8 and 8.3 million clauses, most of them binary, and over 10 million variables, and rounded up.
const FOOTPRINT: Footprint = Footprint { variable: 210, clause: 160, literal: 8 };

/// The named configurations of CaDiCaL.
const CONFIGURATIONS: [&str; 4] = ["default", "plain", "sat", "unsat"];

/// The limits of a single solve, set anew for every solve.
const LIMITS: [&str; 4] = ["conflicts", "decisions", "preprocessing", "localsearch"];

/// The options of search and simplification, with their least and greatest values.
const OPTIONS: [(&str, i32, i32); 50] = [
    ("block", 0, 1),
    ("bump", 0, 1),
    ("bumpreason", 0, 1),
    ("chrono", 0, 2),
    ("compact", 0, 1),
    ("condition", 0, 1),
    ("cover", 0, 1),
    ("decompose", 0, 1),
    ("deduplicate", 0, 1),
    ("eagersubsume", 0, 1),
    ("elim", 0, 1),
    ("elimboundmax", -1, 2_000_000),
    ("elimint", 1, 2_000_000_000),
    ("elimreleff", 1, 100_000),
    ("elimrounds", 1, 512),
    ("flush", 0, 1),
    ("forcephase", 0, 1),
    ("ilb", 0, 1),
    ("ilbassumptions", 0, 1),
    ("inprocessing", 0, 1),
    ("instantiate", 0, 1),
    ("lucky", 0, 1),
    ("minimize", 0, 1),
    ("otfs", 0, 1),
    ("phase", 0, 1),
    ("probe", 0, 1),
    ("probeint", 1, 2_000_000_000),
    ("reduce", 0, 1),
    ("reduceint", 10, 1_000_000),
    ("reducetarget", 10, 100),
    ("rephase", 0, 1),
    ("rephaseint", 1, 2_000_000_000),
    ("restart", 0, 1),
    ("restartint", 1, 2_000_000_000),
    ("reverse", 0, 1),
    ("score", 0, 1),
    ("scorefactor", 500, 1000),
    ("seed", 0, 2_000_000_000),
    ("shrink", 0, 3),
    ("shuffle", 0, 1),
    ("stabilize", 0, 1),
    ("stabilizefactor", 101, 2_000_000_000),
    ("stabilizeint", 1, 2_000_000_000),
    ("stabilizeonly", 0, 1),
    ("subsume", 0, 1),
    ("target", 0, 2),
    ("ternary", 0, 1),
    ("transred", 0, 1),
    ("vivify", 0, 1),
    ("walk", 0, 1),
];

pub(crate) struct CaDiCaL {
    /// `None` once its crate panicked.
    solver: Option<Solver<Clock>>,
    account: MemoryAccount,
    limits: Vec<(&'static str, i32)>,
    /// Literals as CaDiCaL's numbers, kept for their memory.
    numbers: Vec<i32>,
    failed: Vec<Lit>,
}

impl CaDiCaL {
    pub(crate) fn open(options: &OpenOptions) -> Result<Self, BackendError> {
        let account = MemoryAccount::open(NAME, FOOTPRINT, options)?;
        let settings = Settings::of(options)?;
        let mut solver = match settings.configuration {
            Some(name) => Solver::with_config(name).map_err(|error| failed(&error))?,
            None => Solver::new(),
        };
        if !settings.options.is_empty() {
            set_options(&mut solver, &settings.options)?;
        }
        let (solver, limits) = (Some(solver), settings.limits);
        Ok(Self { solver, account, limits, numbers: Vec::new(), failed: Vec::new() })
    }

    fn spent() -> BackendError {
        BackendError::Spent { backend: NAME.to_owned() }
    }
}

fn failed(error: &cadical::Error) -> BackendError {
    BackendError::Failed { backend: NAME.to_owned(), message: error.msg.clone() }
}

/// Sets options through the comments of an empty formula.
fn set_options(solver: &mut Solver<Clock>, options: &[(String, i32)]) -> Result<(), BackendError> {
    let io = |source| BackendError::Io { backend: NAME.to_owned(), context: "cannot write its options", source };
    let mut file = tempfile::Builder::new().prefix("satdoku-").suffix(".cnf").tempfile().map_err(io)?;
    options.iter().try_for_each(|(name, value)| writeln!(file, "c --{name}={value}")).map_err(io)?;
    writeln!(file, "p cnf 0 0").map_err(io)?;
    solver.read_dimacs(file.path()).map(drop).map_err(|error| failed(&error))
}

impl ClauseSink for CaDiCaL {
    type Error = BackendError;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), BackendError> {
        self.account.add(clause)?;
        let solver = self.solver.as_mut().ok_or_else(Self::spent)?;
        catching(NAME, || solver.add_clause(clause.iter().map(|lit| lit.to_dimacs())))
            .inspect_err(|_| self.solver = None)
    }

    fn add_pairwise(&mut self, lits: &[Lit]) -> Result<(), BackendError> {
        self.account.add_pairwise(lits)?;
        let solver = self.solver.as_mut().ok_or_else(Self::spent)?;
        let numbers = &mut self.numbers;
        numbers.clear();
        numbers.extend(lits.iter().map(|&lit| (!lit).to_dimacs()));
        let added = catching(NAME, || {
            for (i, &a) in numbers.iter().enumerate() {
                for &b in &numbers[i + 1..] {
                    solver.add_clause([a, b]);
                }
            }
        });
        added.inspect_err(|_| self.solver = None)
    }
}

impl SatBackend for CaDiCaL {
    fn name(&self) -> &'static str {
        NAME
    }

    fn solve_assuming(&mut self, assumptions: &[Lit], run: &Running) -> Result<Verdict<Model>, BackendError> {
        if let Err(reason) = run.check() {
            return Ok(Verdict::Unknown(reason));
        }
        self.account.assume(assumptions)?;
        let mut solver = self.solver.take().ok_or_else(Self::spent)?;
        let answer = catching(NAME, || {
            for (name, limit) in &self.limits {
                solver.set_limit(name, *limit)?;
            }
            solver.set_callbacks(Some(Clock(run.clone())));
            Ok(solver.solve_with(assumptions.iter().map(|lit| lit.to_dimacs())))
        })?;
        self.failed.clear();
        let verdict = match answer.map_err(|error| failed(&error))? {
            Some(true) => {
                let value = |number| Lit::from_dimacs(number).zip(solver.value(number));
                let lit = |(lit, value): (Lit, bool)| Var::lit(lit.var(), value);
                Verdict::Satisfiable((1..=solver.max_variable()).filter_map(value).map(lit).collect())
            }
            Some(false) => {
                let is_failed = |lit: &&Lit| solver.failed(lit.to_dimacs());
                self.failed.extend(assumptions.iter().filter(is_failed));
                Verdict::Unsatisfiable
            }
            // If the clock gives no reason, one of the limits stopped the solver.
            None => Verdict::Unknown(run.check().err().unwrap_or(StopReason::Incomplete)),
        };
        self.solver = Some(solver);
        Ok(verdict)
    }

    fn failed_assumptions(&mut self) -> &[Lit] {
        &self.failed
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            incremental: true,
            assumptions: true,
            failed: true,
            interruptible: true,
            ..Capabilities::default()
        }
    }
}

/// The clock that CaDiCaL looks at, in search and in simplification.
struct Clock(Running);

impl Callbacks for Clock {
    fn terminate(&mut self) -> bool {
        self.0.check().is_err()
    }
}

/// The seed and the settings, sorted by the way of setting them.
#[derive(Default)]
struct Settings {
    configuration: Option<&'static str>,
    limits: Vec<(&'static str, i32)>,
    /// The names and values of options.
    options: Vec<(String, i32)>,
}

impl Settings {
    fn of(options: &OpenOptions) -> Result<Self, BackendError> {
        let mut settings = Self::default();
        if let Some(seed) = options.seed {
            settings.set("seed", &(seed % SEEDS).to_string())?;
        }
        options.settings.iter().try_for_each(|(name, value)| settings.set(name, value))?;
        Ok(settings)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), BackendError> {
        let find = |names: &[&'static str]| names.iter().copied().find(|known| *known == name);
        let bad = |expected: String| BackendError::bad_setting(NAME, name, value, expected);
        if let Some(configuration) = find(&CONFIGURATIONS) {
            let is_first = self.configuration.replace(configuration).is_none_or(|earlier| earlier == configuration);
            return if is_first && value.is_empty() {
                Ok(())
            } else {
                Err(bad("no value and no second configuration".to_owned()))
            };
        }
        if let Some(limit) = find(&LIMITS) {
            let rounds = value.parse().ok().filter(|rounds| *rounds >= 0);
            self.limits.push((limit, rounds.ok_or_else(|| bad(format!("a whole number from 0 to {}", i32::MAX)))?));
            return Ok(());
        }
        let (option, value) = match name.strip_prefix("no-") {
            Some(option) if value.is_empty() => (option, "0"),
            _ if value.is_empty() => (name, "1"),
            _ => (name, value),
        };
        let Some((_, least, greatest)) = OPTIONS.iter().find(|(known, ..)| *known == option) else {
            return Err(BackendError::UnknownSetting { backend: NAME.to_owned(), setting: name.to_owned() });
        };
        let number = value.parse().ok().filter(|number: &i32| (*least..=*greatest).contains(number));
        let number = number.ok_or_else(|| bad(format!("a whole number from {least} to {greatest}")))?;
        self.options.push((option.to_owned(), number));
        Ok(())
    }
}

/// The number of seeds that CaDiCaL tells apart.
const SEEDS: u64 = 2_000_000_001;
