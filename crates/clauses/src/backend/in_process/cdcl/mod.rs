//! satdoku's own clause-learning search, built for what a Sudoku's formula is like: most clauses have two literals, and hard
//! questions are whether there is none.
//!
//! It is CDCL as in MiniSat and CaDiCaL. Of what these do, it has what shortened proofs that a 25×25 Sudoku has one solution
//! only: rare restarts, learnt clauses shrunk level by level, scores that also go to the reasons of a learnt clause's literals,
//! and failed literals. What made no difference it leaves out: preprocessing, vivification, other phases than the last one.
//!
//! | file | what it is |
//! | --- | --- |
//! | `state` | what the search knows: clauses, assignment, and room for its work |
//! | `add_clause` | takes clauses in, keeps them short, frees them |
//! | `clauses` | the table of clauses of three literals and more, and which are dropped |
//! | `decision_order` | the variables by score |
//! | `propagate` | unit propagation |
//! | `lazy` | propagation beyond clauses, and reasons on request |
//! | `reasons` | goes through what made a clause false or a literal true |
//! | `analyze` | what a conflict teaches, and what it bumps |
//! | `shrink` | makes a learnt clause shorter |
//! | `probe` | failed literals |
//! | `search` | the search |
//! | `split`, `parallel` | a search made two; one question on several threads |
//! | `hints` | from which clauses a lemma follows |
//! | `proof_log` | the numbers of the clauses, and the lemma that is being written |
//! | `proof` | the proof, as it is written |
//!
//! A seed gives each variable a first score; without one all begin with the same. The setting `threads` says on how many threads a
//! question without assumptions is worked on, 1 if not given.

mod add_clause;
mod analyze;
mod clauses;
mod decision_order;
mod hints;
mod lazy;
mod parallel;
mod probe;
mod proof;
mod proof_log;
mod propagate;
mod reasons;
mod search;
mod shrink;
mod split;
mod state;

use std::num::NonZeroUsize;

use satdoku_base::budget::{Running, StopReason};
use satdoku_base::verdict::Verdict;

use crate::backend::in_process::memory_account::{Footprint, MemoryAccount};
use crate::backend::propagator::Propagator;
use crate::backend::{BackendError, CDCL, Capabilities, MOST_THREADS, OpenOptions, ProofFormat, SatBackend, THREADS};
use crate::cnf::{ClauseSink, Lit, Model};
use lazy::Lazy;
use parallel::{Found, Parts};
use proof::Proof;
use search::Answer;
use state::State;

/// Measured over 2.8 and 8.3 million clauses, most of them binary, and over 10 million variables, and rounded up: the vectors
/// grow by doubling.
const FOOTPRINT: Footprint = Footprint { variable: 210, clause: 90, literal: 8 };

/// The default format of a proof.
const DEFAULT_FORMAT: ProofFormat = ProofFormat::Lrat;

pub(crate) struct Cdcl {
    state: State,
    /// The search on several threads, if it was split.
    parts: Parts,
    threads: NonZeroUsize,
    seed: Option<u64>,
    account: MemoryAccount,
    /// The clause being added, kept for its memory.
    clause: Vec<Lit>,
    failed: Vec<Lit>,
    /// Whether the solver stops after the proof of one answer.
    ends_with_proof: bool,
    /// Whether the proof was given, or could not be written.
    is_spent: bool,
}

impl Cdcl {
    pub(crate) fn open(options: &OpenOptions) -> Result<Self, BackendError> {
        let threads = threads(options)?;
        let account = MemoryAccount::open(CDCL, FOOTPRINT, options)?;
        let format = options.proof_format.unwrap_or(DEFAULT_FORMAT);
        let reasons = options.reasons.clone();
        let proof = options.proof.clone().map(|sink| Proof::new(sink, format, reasons));
        let ends_with_proof = proof.is_some() && !options.certified;
        let state = State::new(options.seed, proof);
        Ok(Self {
            state,
            parts: Parts::default(),
            threads,
            seed: options.seed,
            account,
            clause: Vec::new(),
            failed: Vec::new(),
            ends_with_proof,
            is_spent: false,
        })
    }

    /// Splits a search at once, and a part after `conflicts` conflicts if a thread is idle.
    #[cfg(test)]
    pub(crate) fn splitting_after(mut self, conflicts: u64) -> Self {
        self.parts.split_schedule = parallel::SplitSchedule { first: 0, further: conflicts };
        self
    }

    fn make_room(&mut self, lits: &[Lit], further_levels: usize) {
        let variables = lits.iter().map(|lit| lit.var().index() + 1).max().unwrap_or_default();
        self.state.grow(variables, further_levels);
    }

    /// Adds a clause for whose variables there is room.
    fn add(&mut self, clause: &[Lit]) {
        self.clause.clear();
        self.clause.extend_from_slice(clause);
        let number = self.state.add(&mut self.clause);
        self.parts.add(clause, self.state.variables(), number);
    }

    /// Searches on several threads if wished, without assumptions and with enough memory for the searches; otherwise on one.
    fn search(&mut self, assumptions: &[Lit], run: &Running) -> Found {
        if assumptions.is_empty() && self.threads.get() > 1 && self.account.has_room_for(Parts::most(self.threads)) {
            return self.parts.search(&mut self.state, self.threads, run);
        }
        self.parts.forget();
        match self.state.search(assumptions, run, None) {
            Answer::Model => Found::Model(self.state.model()),
            Answer::None(failed) => {
                self.failed = failed;
                Found::None
            }
            Answer::Stopped(reason) => Found::Stopped(reason),
            // The search was not asked to split.
            Answer::Split => Found::Stopped(StopReason::Incomplete),
        }
    }
}

impl ClauseSink for Cdcl {
    type Error = BackendError;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), BackendError> {
        self.account.add(clause)?;
        self.make_room(clause, 0);
        self.add(clause);
        Ok(())
    }

    fn add_pairwise(&mut self, lits: &[Lit]) -> Result<(), BackendError> {
        self.account.add_pairwise(lits)?;
        self.make_room(lits, 0);
        for (i, &one) in lits.iter().enumerate() {
            for &other in &lits[i + 1..] {
                self.add(&[!one, !other]);
            }
        }
        Ok(())
    }
}

impl SatBackend for Cdcl {
    fn name(&self) -> &'static str {
        CDCL
    }

    fn solve_assuming(&mut self, assumptions: &[Lit], run: &Running) -> Result<Verdict<Model>, BackendError> {
        if self.is_spent {
            return Err(BackendError::Spent { backend: CDCL.to_owned() });
        }
        self.account.assume(assumptions)?;
        self.make_room(assumptions, assumptions.len());
        self.failed.clear();
        let found = self.search(assumptions, run);
        let goes_on = match found {
            Found::Model(_) => self.state.keeps_number(),
            Found::Stopped(_) => true,
            Found::None => false,
        };
        self.is_spent = self.ends_with_proof && !goes_on;
        if let Some(proof) = &mut self.state.log.proof {
            proof.flush();
            if let Some(source) = proof.take_failure() {
                // A gap in the proof stays for good.
                self.is_spent = true;
                // The sink may refuse because time is up.
                if let Err(reason) = run.check() {
                    return Ok(Verdict::Unknown(reason));
                }
                return Err(BackendError::Io { backend: CDCL.to_owned(), context: "cannot write the proof", source });
            }
        }
        Ok(match found {
            Found::Model(model) => Verdict::Satisfiable(model),
            Found::None => Verdict::Unsatisfiable,
            Found::Stopped(reason) => Verdict::Unknown(reason),
        })
    }

    fn failed_assumptions(&mut self) -> &[Lit] {
        &self.failed
    }

    fn conflicts(&self) -> Option<u64> {
        Some(self.state.conflicts + self.parts.conflicts)
    }

    fn capabilities(&self) -> Capabilities {
        let has_proof = self.state.log.has_proof();
        Capabilities {
            incremental: !self.ends_with_proof,
            assumptions: !self.ends_with_proof,
            failed: !self.ends_with_proof,
            interruptible: true,
            proof: has_proof,
            certified: false,
        }
    }

    fn keep_place_for_clause(&mut self) -> bool {
        let can_keep = self.parts.is_whole() && !self.state.keeps_number();
        if can_keep {
            self.state.keep_number();
        }
        can_keep
    }

    fn set_propagator(&mut self, propagator: Box<dyn Propagator>) -> bool {
        if !self.state.log.takes_reasons() || !self.parts.is_whole() {
            return false;
        }
        self.state.back_to(0);
        self.state.grow(propagator.variables(), 0);
        self.state.lazy = Some(Box::new(Lazy::new(propagator)));
        true
    }

    fn clear(&mut self) -> bool {
        if self.state.log.has_proof() {
            return false;
        }
        self.state.clear(self.seed);
        self.parts = Parts::default();
        self.account.clear();
        self.failed.clear();
        true
    }
}

/// The number of threads for a question.
fn threads(options: &OpenOptions) -> Result<NonZeroUsize, BackendError> {
    let mut threads = NonZeroUsize::MIN;
    for (setting, value) in &options.settings {
        if setting != THREADS {
            return Err(BackendError::UnknownSetting { backend: CDCL.to_owned(), setting: setting.clone() });
        }
        let number = value.parse().ok().filter(|number: &NonZeroUsize| number.get() <= MOST_THREADS);
        let expected = || format!("a number from 1 to {MOST_THREADS}");
        threads = number.ok_or_else(|| BackendError::bad_setting(CDCL, setting, value, expected()))?;
    }
    Ok(threads)
}
