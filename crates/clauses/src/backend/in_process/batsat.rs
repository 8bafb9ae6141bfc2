//! batsat 0.6: `MiniSat` carried over to Rust, in process. A callback before each decision says whether to stop, and a stopped
//! solver can be asked again.
//!
//! The settings are the fields of `SolverOpts`, by their names: `var_decay`, `clause_decay`, `random_var_freq`, `random_seed`,
//! `luby_restart`, `ccmin_mode`, `phase_saving`, `rnd_pol`, `rnd_init_act`, `garbage_frac`, `min_learnts_lim`, `restart_first`,
//! `restart_inc`, `learntsize_factor`, `learntsize_inc`; a bare name switches a field on. Without a seed batsat draws no random
//! number; a seed makes batsat begin with random activities, so that seeds differ.

use std::cell::Cell;
use std::str::FromStr;

use batsat::{Callbacks, Solver, SolverInterface, SolverOpts, lbool};
use satdoku_base::budget::{Running, StopReason};
use satdoku_base::verdict::Verdict;

use crate::backend::in_process::linked::catching;
use crate::backend::in_process::memory_account::{Footprint, MemoryAccount};
use crate::backend::{BackendError, Capabilities, OpenOptions, SatBackend};
use crate::cnf::{ClauseSink, Lit, Model, Var};

const NAME: &str = "batsat";

/// Measured over 2.8 and 8.3 million clauses, most of them binary, and over 10 million variables, and rounded up: the vectors
/// grow by doubling.
const FOOTPRINT: Footprint = Footprint { variable: 90, clause: 90, literal: 8 };

/// Decisions between two looks at the clock.
const DECISIONS_PER_LOOK: u32 = 32;

/// batsat's generator of random numbers stays at 0 for multiples of `SEEDS`.
const SEEDS: u32 = 0x7fff_ffff;

pub(crate) struct Batsat {
    /// `None` once the solver panicked.
    solver: Option<Solver<Clock>>,
    account: MemoryAccount,
    /// A clause in batsat's literals, kept for its memory.
    lits: Vec<batsat::Lit>,
    failed: Vec<Lit>,
}

impl Batsat {
    pub(crate) fn open(options: &OpenOptions) -> Result<Self, BackendError> {
        let account = MemoryAccount::open(NAME, FOOTPRINT, options)?;
        let solver = Solver::new(solver_options(options)?, Clock::default());
        Ok(Self { solver: Some(solver), account, lits: Vec::new(), failed: Vec::new() })
    }

    fn spent() -> BackendError {
        BackendError::Spent { backend: NAME.to_owned() }
    }
}

/// batsat's literal; a missing variable is created.
fn translate(solver: &mut Solver<Clock>, lit: Lit) -> batsat::Lit {
    // Variables are numbered in 32 bits on both sides.
    batsat::Lit::new(solver.var_of_int(lit.var().index() as u32), !lit.is_negative())
}

impl ClauseSink for Batsat {
    type Error = BackendError;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), BackendError> {
        self.account.add(clause)?;
        let solver = self.solver.as_mut().ok_or_else(Self::spent)?;
        let lits = &mut self.lits;
        // The returned flag, whether the clauses are still satisfiable, is not needed: the next answer tells.
        let added = catching(NAME, || {
            lits.clear();
            lits.extend(clause.iter().map(|&lit| translate(solver, lit)));
            solver.add_clause_reuse(lits);
        });
        added.inspect_err(|_| self.solver = None)
    }

    fn add_pairwise(&mut self, lits: &[Lit]) -> Result<(), BackendError> {
        self.account.add_pairwise(lits)?;
        let solver = self.solver.as_mut().ok_or_else(Self::spent)?;
        let clause = &mut self.lits;
        let added = catching(NAME, || {
            for (i, &a) in lits.iter().enumerate() {
                for &b in &lits[i + 1..] {
                    clause.clear();
                    clause.extend([translate(solver, !a), translate(solver, !b)]);
                    solver.add_clause_reuse(clause);
                }
            }
        });
        added.inspect_err(|_| self.solver = None)
    }
}

impl SatBackend for Batsat {
    fn name(&self) -> &'static str {
        NAME
    }

    fn solve_assuming(&mut self, assumptions: &[Lit], run: &Running) -> Result<Verdict<Model>, BackendError> {
        if let Err(reason) = run.check() {
            return Ok(Verdict::Unknown(reason));
        }
        self.account.assume(assumptions)?;
        let mut solver = self.solver.take().ok_or_else(Self::spent)?;
        let lits = &mut self.lits;
        let answer = catching(NAME, || {
            lits.clear();
            lits.extend(assumptions.iter().map(|&lit| translate(&mut solver, lit)));
            solver.cb_mut().start(run);
            solver.solve_limited(lits)
        })?;
        self.failed.clear();
        let verdict = if answer == lbool::TRUE {
            let value = |(index, &value): (usize, &lbool)| Var::new(index).lit(value == lbool::TRUE);
            Verdict::Satisfiable(solver.get_model().iter().enumerate().map(value).collect())
        } else if answer == lbool::FALSE {
            // The core is an implied clause: the negations of assumptions that cannot be true together.
            let is_failed = |&(_, &lit): &(&Lit, &batsat::Lit)| solver.unsat_core_contains_lit(!lit);
            let pairs = assumptions.iter().zip(lits.iter());
            self.failed.extend(pairs.filter(is_failed).map(|(&assumption, _)| assumption));
            Verdict::Unsatisfiable
        } else {
            Verdict::Unknown(solver.cb().stopped.get().unwrap_or(StopReason::Incomplete))
        };
        self.solver = Some(solver);
        Ok(verdict)
    }

    fn failed_assumptions(&mut self) -> &[Lit] {
        &self.failed
    }

    fn conflicts(&self) -> Option<u64> {
        self.solver.as_ref().map(Solver::num_conflicts)
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

/// The clock that batsat looks at.
#[derive(Default)]
struct Clock {
    run: Option<Running>,
    until_look: Cell<u32>,
    /// The first reason to stop, kept because batsat asks again before it stops.
    stopped: Cell<Option<StopReason>>,
}

impl Clock {
    fn start(&mut self, run: &Running) {
        *self = Self { run: Some(run.clone()), ..Self::default() };
    }
}

impl Callbacks for Clock {
    fn stop(&self) -> bool {
        match self.until_look.get() {
            0 => {
                self.until_look.set(DECISIONS_PER_LOOK);
                let reason = self.run.as_ref().and_then(|run| run.check().err());
                self.stopped.set(self.stopped.get().or(reason));
            }
            decisions => self.until_look.set(decisions - 1),
        }
        self.stopped.get().is_some()
    }
}

/// The settings and the seed as batsat's options.
fn solver_options(options: &OpenOptions) -> Result<SolverOpts, BackendError> {
    let mut opts = SolverOpts::default();
    if let Some(seed) = options.seed {
        opts.random_seed = f64::from((seed % u64::from(SEEDS - 1)) as u32 + 1);
        opts.rnd_init_act = true;
    }
    for (name, value) in &options.settings {
        let fraction = "a number above 0 and below 1";
        let growth = "a number above 1";
        match name.as_str() {
            "var_decay" => opts.var_decay = number(name, value, fraction, |x| 0.0 < x && x < 1.0)?,
            "clause_decay" => opts.clause_decay = number(name, value, fraction, |x| 0.0 < x && x < 1.0)?,
            "random_var_freq" => {
                opts.random_var_freq = number(name, value, "a number from 0 to 1", |x| (0.0..=1.0).contains(&x))?;
            }
            "random_seed" => {
                let limit = f64::from(SEEDS);
                let expected = "a number above 0 and below 2147483647";
                opts.random_seed = number(name, value, expected, |x| 0.0 < x && x < limit)?;
            }
            "luby_restart" => opts.luby_restart = switch(name, value)?,
            "ccmin_mode" => opts.ccmin_mode = number(name, value, "0, 1 or 2", |x| (0..=2).contains(&x))?,
            "phase_saving" => opts.phase_saving = number(name, value, "0, 1 or 2", |x| (0..=2).contains(&x))?,
            "rnd_pol" => opts.rnd_pol = switch(name, value)?,
            "rnd_init_act" => opts.rnd_init_act = switch(name, value)?,
            "garbage_frac" => opts.garbage_frac = number(name, value, "a number above 0", is_above_zero)?,
            "min_learnts_lim" => {
                opts.min_learnts_lim = number(name, value, "a whole number from 0 on", |x| x >= 0)?;
            }
            "restart_first" => opts.restart_first = number(name, value, "a whole number from 1 on", |x| x >= 1)?,
            "restart_inc" => opts.restart_inc = number(name, value, growth, |x| 1.0 < x && x < f64::INFINITY)?,
            "learntsize_factor" => opts.learntsize_factor = number(name, value, "a number above 0", is_above_zero)?,
            "learntsize_inc" => opts.learntsize_inc = number(name, value, growth, |x| 1.0 < x && x < f64::INFINITY)?,
            _ => return Err(BackendError::UnknownSetting { backend: NAME.to_owned(), setting: name.clone() }),
        }
    }
    Ok(opts)
}

fn is_above_zero(x: f64) -> bool {
    0.0 < x && x < f64::INFINITY
}

fn number<T: FromStr + Copy>(
    setting: &str,
    value: &str,
    expected: &'static str,
    is_fine: impl Fn(T) -> bool,
) -> Result<T, BackendError> {
    value.parse().ok().filter(|&x| is_fine(x)).ok_or_else(|| BackendError::bad_setting(NAME, setting, value, expected))
}

fn switch(setting: &str, value: &str) -> Result<bool, BackendError> {
    match value {
        "" | "1" | "true" => Ok(true),
        "0" | "false" => Ok(false),
        _ => Err(BackendError::bad_setting(NAME, setting, value, "0 or 1")),
    }
}
