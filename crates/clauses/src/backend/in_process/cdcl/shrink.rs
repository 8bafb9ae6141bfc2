//! Shortens a learnt clause: one literal of a level replaces all literals of the level, if it implies them with lower literals of
//! the clause alone (M. Fleury and A. Biere, *Efficient all-UIP learned clause minimization*, SAT 2021); otherwise literals implied
//! by the others are removed (N. Eén and N. Sörensson; A. Van Gelder, SAT 2009).

use super::state::{POISON, REMOVABLE, Reason, SEEN, SHRINKS, State};
use crate::cnf::Lit;

/// The depth to which a literal's reasons are followed to show that the literal is removable.
const DEPTH: u32 = 500;

impl State {
    /// Shortens [`State::learnt`], whose first literal is the only one of the present level.
    pub(super) fn shrink(&mut self) {
        let mut lits = std::mem::take(&mut self.learnt);
        lits[1..].sort_unstable_by_key(|lit| std::cmp::Reverse(self.assigned[lit.var().index()].at));
        let (mut read, mut kept) = (1, 1);
        while read < lits.len() {
            let level = self.assigned(lits[read]).level;
            let of_level = lits[read..].iter().take_while(|&&lit| self.assigned(lit).level == level).count();
            let end = read + of_level;
            if let Some(lit) = self.block_uip(&lits[read..end]) {
                lits[kept] = !lit;
                kept += 1;
            } else {
                for at in read..end {
                    if !self.is_removable(lits[at], 0) {
                        lits[kept] = lits[at];
                        kept += 1;
                    }
                }
            }
            read = end;
        }
        lits.truncate(kept);
        self.learnt = lits;
    }

    /// The last true literal of a level that makes `lits` false, together with lower literals of the clause. `lits` are of the
    /// level, the last assigned first. `None` if other literals are needed, or `lits` has fewer than two literals.
    fn block_uip(&mut self, lits: &[Lit]) -> Option<Lit> {
        if lits.len() < 2 {
            return None;
        }
        let last = self.assigned(lits[0]);
        for &lit in lits {
            self.see_to_shrink(lit);
        }
        let mut open = lits.len() as u32;
        let mut at = last.at as usize + 1;
        let uip = loop {
            at -= 1;
            let lit = self.trail[at];
            if self.marks[lit.var().index()] & SHRINKS == 0 {
                continue;
            }
            if open == 1 {
                break Some(lit);
            }
            open -= 1;
            match self.open_in_reason(lit, last.level) {
                Some(more) => open += more,
                None => break None,
            }
        };
        if let Some(lit) = uip {
            let seen = &mut self.level_seen[last.level as usize];
            seen.first = seen.first.min(self.assigned[lit.var().index()].at);
        }
        // The UIP and lower literals of the clause imply the shrunk literals; the UIP is in the clause.
        for variable in self.shrunk.drain(..) {
            let marks = &mut self.marks[variable as usize];
            *marks &= !SHRINKS;
            if uip.is_some() {
                *marks = (*marks & !POISON) | REMOVABLE;
                self.marked.push(variable);
            }
        }
        uip
    }

    /// The number of further literals of the level in the reason of `lit`; `None` if the reason has a lower literal that the clause
    /// does not imply.
    fn open_in_reason(&mut self, lit: Lit, level: u32) -> Option<u32> {
        let mut open = 0;
        let is_implied = self.assigned(lit).reason != Reason::None
            && self.all_behind(lit, |state, other| {
                let more = state.open_in_block(other, level);
                open += more.unwrap_or_default();
                more.is_some()
            });
        is_implied.then_some(open)
    }

    fn open_in_block(&mut self, lit: Lit, level: u32) -> Option<u32> {
        let variable = lit.var().index();
        if self.assigned[variable].level == level {
            let is_new = self.marks[variable] & SHRINKS == 0;
            if is_new {
                self.see_to_shrink(lit);
            }
            Some(u32::from(is_new))
        } else {
            self.is_removable(lit, 1).then_some(0)
        }
    }

    fn see_to_shrink(&mut self, lit: Lit) {
        self.marks[lit.var().index()] |= SHRINKS;
        self.shrunk.push(lit.var().index() as u32);
    }

    /// Whether a false literal follows from the false literals of the clause, without itself at depth 0.
    fn is_removable(&mut self, lit: Lit, depth: u32) -> bool {
        let variable = lit.var().index();
        let (assigned, marks) = (self.assigned[variable], self.marks[variable]);
        if assigned.level == 0 || marks & REMOVABLE != 0 || (depth > 0 && marks & SEEN != 0) {
            return true;
        }
        let seen = self.level_seen[assigned.level as usize];
        // Its removal would take an earlier literal of its level.
        let is_earliest = seen.count == 0 || assigned.at <= seen.first;
        if assigned.reason == Reason::None || marks & POISON != 0 || is_earliest || depth > DEPTH {
            return false;
        }
        let is_removable = self.all_behind(!lit, |state, other| state.is_removable(other, depth + 1));
        self.marks[variable] |= if is_removable { REMOVABLE } else { POISON };
        self.marked.push(variable as u32);
        is_removable
    }
}
