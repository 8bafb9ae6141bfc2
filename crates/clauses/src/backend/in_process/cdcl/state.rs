//! The state of a search: the clauses, the assignment, and working memory.

use satdoku_base::random::Pcg64;

use super::clauses::{Clauses, Place};
use super::decision_order::DecisionOrder;
use super::lazy::Lazy;
use super::proof::Proof;
use super::proof_log::ProofLog;
use crate::cnf::{Lit, Model, Var};

/// Why a literal is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    /// The literal was decided or assumed, or is true for good.
    None,
    /// A clause of two literals: the given true literal implies the other.
    Pair(Lit),
    Clause(Place),
    /// The propagator has the reason: the number of the propagation.
    Lazy(u32),
}

impl Reason {
    pub(super) fn clause(self) -> Option<Place> {
        if let Self::Clause(clause) = self { Some(clause) } else { None }
    }
}

/// A clause that is false.
#[derive(Clone, Copy)]
pub(super) enum Conflict {
    Pair(Lit, Lit),
    Clause(Place),
}

/// A clause to look at when a literal becomes true, unless the *blocker*, another literal of the clause, is true.
#[derive(Clone, Copy)]
pub(super) struct Watch {
    pub(super) clause: Place,
    pub(super) blocker: Lit,
}

/// The assignment of a variable.
#[derive(Clone, Copy)]
pub(super) struct Assigned {
    /// The number of decisions before the assignment.
    pub(super) level: u32,
    /// Its place on the trail.
    pub(super) at: u32,
    pub(super) reason: Reason,
}

/// The literals of a level in the clause being learnt.
#[derive(Clone, Copy, Default)]
pub(super) struct LevelSeen {
    pub(super) count: u32,
    /// The first place of these literals on the trail.
    pub(super) first: u32,
}

/// A value by literal: 1 true, -1 false, 0 open.
pub(super) type Value = i8;

/// The variable is in the clause being learnt, or was resolved away.
pub(super) const SEEN: u8 = 1;
/// The literal is false where the other literals of the clause are false, so the clause can do without.
pub(super) const REMOVABLE: u8 = 2;
/// The literal is not removable.
pub(super) const POISON: u8 = 4;
/// The variable is in the piece of a level being shrunk.
pub(super) const SHRINKS: u8 = 8;
/// The variable is in the lemma being proved.
pub(super) const KEPT: u8 = 16;
/// The hints of the lemma account for the variable's value.
pub(super) const CHAINED: u8 = 32;

#[derive(Clone)]
pub(super) struct State {
    /// Whether the clauses may have a model.
    pub(super) is_consistent: bool,
    /// Whether a clause was left out for want of room.
    pub(super) is_full: bool,
    /// By literal, the literals that it implies by clauses of two. This table and the next may be longer than the number of
    /// literals.
    pub(super) implied: Vec<Vec<Lit>>,
    /// By literal, the longer clauses to look at when it becomes true.
    pub(super) watches: Vec<Vec<Watch>>,
    pub(super) clauses: Clauses,

    pub(super) values: Vec<Value>,
    /// The true literals in the order of assignment.
    pub(super) trail: Vec<Lit>,
    /// Where on the trail each level begins.
    pub(super) levels: Vec<u32>,
    pub(super) assigned: Vec<Assigned>,
    /// The lengths of the trail propagated along clauses of two, and along longer clauses.
    pub(super) through_pairs: usize,
    pub(super) through_clauses: usize,

    pub(super) order: DecisionOrder,
    /// The last value of each variable.
    pub(super) phases: Vec<bool>,
    /// For a new variable's first score; all are 0 without a seed.
    random: Option<Pcg64>,

    /// By variable, marks for the conflict being analysed, such as [`SEEN`].
    pub(super) marks: Vec<u8>,
    /// Working memory of the analysis.
    pub(super) met: Vec<u32>,
    pub(super) marked: Vec<u32>,
    pub(super) shrunk: Vec<u32>,
    pub(super) learnt: Vec<Lit>,
    pub(super) levels_seen: Vec<u32>,
    pub(super) level_seen: Vec<LevelSeen>,
    pub(super) stamps: Vec<u32>,
    pub(super) stamp: u32,
    /// The number of conflicts without bumped reasons, after too many reasons.
    pub(super) reasons_wait: u32,
    pub(super) reasons_delay: u32,

    /// The number of literals true for good when clauses were last freed of them.
    pub(super) freed_of: usize,
    /// By literal, the number of literals true for good at the last probe without a conflict.
    pub(super) probed_at: Vec<u32>,

    pub(super) log: ProofLog,
    /// The propagator beside the clauses, if any.
    pub(super) lazy: Option<Box<Lazy>>,

    pub(super) conflicts: u64,
    pub(super) propagations: u64,
    pub(super) reductions: u64,
    pub(super) next_reduction: u64,
    pub(super) probings: u64,
    pub(super) next_probing: u64,
    pub(super) propagated_at_last_probing: u64,
}

impl State {
    pub(super) fn new(seed: Option<u64>, proof: Option<Proof>) -> Self {
        Self {
            is_consistent: true,
            is_full: false,
            implied: Vec::new(),
            watches: Vec::new(),
            clauses: Clauses::new(),
            values: Vec::new(),
            trail: Vec::new(),
            levels: Vec::new(),
            assigned: Vec::new(),
            through_pairs: 0,
            through_clauses: 0,
            order: DecisionOrder::new(),
            phases: Vec::new(),
            random: seed.map(Pcg64::unmixed),
            marks: Vec::new(),
            met: Vec::new(),
            marked: Vec::new(),
            shrunk: Vec::new(),
            learnt: Vec::new(),
            levels_seen: Vec::new(),
            level_seen: Vec::new(),
            stamps: Vec::new(),
            stamp: 0,
            reasons_wait: 0,
            reasons_delay: 0,
            freed_of: 0,
            probed_at: Vec::new(),
            log: ProofLog::new(proof),
            lazy: None,
            conflicts: 0,
            propagations: 0,
            reductions: 0,
            next_reduction: 0,
            probings: 0,
            next_probing: 0,
            propagated_at_last_probing: 0,
        }
    }

    /// Begins anew without a proof, in the existing tables.
    pub(super) fn clear(&mut self, seed: Option<u64>) {
        let old = std::mem::replace(self, Self::new(seed, None));
        self.implied = cleared(old.implied);
        self.watches = cleared(old.watches);
        self.clauses = old.clauses.cleared();
        self.order = old.order.cleared();
        self.values = emptied(old.values);
        self.trail = emptied(old.trail);
        self.levels = emptied(old.levels);
        self.assigned = emptied(old.assigned);
        self.phases = emptied(old.phases);
        self.marks = emptied(old.marks);
        self.met = emptied(old.met);
        self.marked = emptied(old.marked);
        self.shrunk = emptied(old.shrunk);
        self.learnt = emptied(old.learnt);
        self.levels_seen = emptied(old.levels_seen);
        self.level_seen = emptied(old.level_seen);
        self.stamps = emptied(old.stamps);
        self.log = old.log.cleared();
        self.probed_at = emptied(old.probed_at);
    }

    pub(super) fn variables(&self) -> usize {
        self.phases.len()
    }

    /// Makes room for `variables` variables, and for `further_levels` levels beyond one for each variable.
    pub(super) fn grow(&mut self, variables: usize, further_levels: usize) {
        let variables = variables.max(self.variables());
        let levels = (variables + further_levels + 1).max(self.stamps.len());
        self.stamps.resize(levels, 0);
        self.level_seen.resize(levels, LevelSeen::default());
        if variables == self.variables() {
            return;
        }
        self.values.resize(2 * variables, 0);
        self.assigned.resize(variables, Assigned { level: 0, at: 0, reason: Reason::None });
        for _ in self.implied.len()..2 * variables {
            self.implied.push(Vec::new());
            self.watches.push(Vec::new());
        }
        // A candidate tried as true settles more variables than a candidate tried as false.
        self.phases.resize(variables, true);
        self.log.grow(variables, self.implied.len());
        self.marks.resize(variables, 0);
        self.probed_at.resize(2 * variables, u32::MAX);
        // Below the first step.
        let random = &mut self.random;
        self.order.grow(variables, || random.as_mut().map_or(0.0, |random| random.fraction() / 2.0));
    }

    #[inline]
    pub(super) fn value(&self, lit: Lit) -> Value {
        self.values[lit.code()]
    }

    /// The model, when all variables have a value.
    pub(super) fn model(&self) -> Model {
        let value = |variable| Var::new(variable).lit(self.value(Var::new(variable).positive()) > 0);
        (0..self.variables()).map(value).collect()
    }

    #[inline]
    pub(super) fn level(&self) -> u32 {
        self.levels.len() as u32
    }

    #[inline]
    pub(super) fn assigned(&self, lit: Lit) -> Assigned {
        self.assigned[lit.var().index()]
    }

    pub(super) fn assign(&mut self, lit: Lit, reason: Reason) {
        self.values[lit.code()] = 1;
        self.values[(!lit).code()] = -1;
        self.assigned[lit.var().index()] = Assigned { level: self.level(), at: self.trail.len() as u32, reason };
        self.trail.push(lit);
    }

    pub(super) fn decide(&mut self, lit: Lit) {
        self.levels.push(self.trail.len() as u32);
        self.assign(lit, Reason::None);
    }

    /// Takes back all levels above `level`.
    pub(super) fn back_to(&mut self, level: u32) {
        let Some(&start) = self.levels.get(level as usize) else { return };
        let start = start as usize;
        if let Some(lazy) = &mut self.lazy {
            lazy.back_to(start, &self.trail);
        }
        for lit in self.trail.drain(start..).rev() {
            self.values[lit.code()] = 0;
            self.values[(!lit).code()] = 0;
            self.phases[lit.var().index()] = !lit.is_negative();
            self.order.insert(lit.var().index());
        }
        self.levels.truncate(level as usize);
        (self.through_pairs, self.through_clauses) = (start, start);
    }
}

fn emptied<T>(mut list: Vec<T>) -> Vec<T> {
    list.clear();
    list
}

fn cleared<T>(mut lists: Vec<Vec<T>>) -> Vec<Vec<T>> {
    lists.iter_mut().for_each(Vec::clear);
    lists
}
