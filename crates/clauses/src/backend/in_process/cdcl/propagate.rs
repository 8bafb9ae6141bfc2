//! Unit propagation: two literals of a clause are watched (M. Moskewicz et al., *Chaff*, DAC 2001); clauses of two are lists of
//! implied literals and go first.

use super::clauses::{HEAD, LENGTH, SEARCHED};
use super::state::{Assigned, Conflict, Reason, State, Value, Watch};
use crate::cnf::Lit;

/// The busiest data of propagation, borrowed as slices so that addresses stay in registers.
struct Assignment<'a> {
    values: &'a mut [Value],
    assigned: &'a mut [Assigned],
    trail: &'a mut Vec<Lit>,
    level: u32,
}

impl Assignment<'_> {
    #[inline]
    fn value(&self, lit: Lit) -> Value {
        self.values[lit.code()]
    }

    #[inline]
    fn assign(&mut self, lit: Lit, reason: Reason) {
        self.values[lit.code()] = 1;
        self.values[(!lit).code()] = -1;
        self.assigned[lit.var().index()] = Assigned { level: self.level, at: self.trail.len() as u32, reason };
        self.trail.push(lit);
    }
}

impl State {
    /// Propagates the literals of the trail along clauses; returns the first false clause, if any.
    pub(super) fn propagate_clauses(&mut self) -> Option<Conflict> {
        let level = self.level();
        let mut now =
            Assignment { values: &mut self.values, assigned: &mut self.assigned, trail: &mut self.trail, level };
        let (mut through_pairs, mut through_clauses) = (self.through_pairs, self.through_clauses);
        let conflict = loop {
            let found = along_pairs(&mut now, &self.implied, &mut through_pairs);
            if found.is_some() {
                break found;
            }
            let Some(&lit) = now.trail.get(through_clauses) else { break None };
            through_clauses += 1;
            let found = along_clauses(&mut now, lit, &mut self.watches, &mut self.clauses.words);
            if found.is_some() {
                break found;
            }
        };
        self.propagations += (through_clauses - self.through_clauses) as u64;
        (self.through_pairs, self.through_clauses) = (through_pairs, through_clauses);
        conflict
    }
}

/// Propagates along clauses of two.
#[inline]
fn along_pairs(now: &mut Assignment<'_>, implied: &[Vec<Lit>], through: &mut usize) -> Option<Conflict> {
    while let Some(&lit) = now.trail.get(*through) {
        *through += 1;
        for &other in &implied[lit.code()] {
            match now.value(other) {
                0 => now.assign(other, Reason::Pair(lit)),
                1 => {}
                _ => return Some(Conflict::Pair(!lit, other)),
            }
        }
    }
    None
}

/// Propagates along the longer clauses that watch the negation of a literal.
#[inline]
fn along_clauses(
    now: &mut Assignment<'_>,
    lit: Lit,
    watches: &mut [Vec<Watch>],
    words: &mut [u32],
) -> Option<Conflict> {
    let mut conflict = None;
    let mut mine = std::mem::take(&mut watches[lit.code()]);
    let looked_at = &mut mine[..];
    let (mut read, mut kept) = (0, 0);
    while read < looked_at.len() {
        let watch = looked_at[read];
        read += 1;
        looked_at[kept] = watch;
        kept += 1;
        if now.value(watch.blocker) > 0 {
            continue;
        }
        let clause = &mut words[watch.clause as usize..];
        let length = clause[LENGTH] as usize;
        let (head, lits) = clause[..HEAD + length].split_at_mut(HEAD);
        let other = Lit::from_code(lits[0] ^ lits[1] ^ (!lit).code() as u32);
        let value = now.value(other);
        if value > 0 {
            looked_at[kept - 1].blocker = other;
            continue;
        }
        let from = (head[SEARCHED] as usize).clamp(2, length);
        let is_open = |code: &u32| now.values[*code as usize] >= 0;
        let behind = lits[from..].iter().position(is_open).map(|at| at + from);
        if let Some(at) = behind.or_else(|| lits[2..from].iter().position(is_open).map(|at| at + 2)) {
            head[SEARCHED] = at as u32;
            let next = Lit::from_code(lits[at]);
            if now.value(next) > 0 {
                looked_at[kept - 1].blocker = next;
                continue;
            }
            (lits[0], lits[1], lits[at]) = (other.code() as u32, next.code() as u32, (!lit).code() as u32);
            watches[(!next).code()].push(Watch { clause: watch.clause, blocker: other });
            kept -= 1;
            continue;
        }
        if value < 0 {
            conflict = Some(Conflict::Clause(watch.clause));
            break;
        }
        now.assign(other, Reason::Clause(watch.clause));
    }
    if kept < read {
        let length = looked_at.len();
        looked_at.copy_within(read.., kept);
        mine.truncate(kept + length - read);
    }
    watches[lit.code()] = mine;
    conflict
}
