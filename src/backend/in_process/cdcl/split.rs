//! One search made two: what each supposes the other denies, and both go on with all that was learnt so far.

use super::state::{Reason, State};
use crate::cnf::{Lit, Var};

/// So many variables are tried, those of the highest scores.
const TRIED: usize = 50;

impl State {
    /// The literal to split at: of all tried, it and its negation settle the most variables (the largest product, as in look-ahead
    /// solvers: M. Heule and H. van Maaren, *Handbook of Satisfiability*, 2009). None where nothing is open or the search is over.
    pub(super) fn literal_to_split_at(&mut self) -> Option<Lit> {
        self.back_to(0);
        self.load_given();
        // What was learnt last may not have been propagated yet; no probe goes before that.
        self.settle();
        let phases = self.phases.clone();
        let open = (0..self.variables()).filter(|&variable| self.value(Var::new(variable).positive()) == 0).collect();
        let mut best = None;
        for variable in self.order.highest(open, TRIED) {
            let lit = Var::new(variable).positive();
            let settled = [lit, !lit].map(|lit| {
                let is_open = self.is_consistent && self.value(lit) == 0;
                is_open.then(|| self.probe_one(lit)).flatten()
            });
            if let [Some(one), Some(other)] = settled
                && best.is_none_or(|(most, _)| one * other > most)
            {
                best = Some((one * other, lit));
            }
        }
        self.phases = phases;
        best.map(|(_, lit)| lit).filter(|&lit| self.is_consistent && self.value(lit) == 0)
    }

    /// Another search that goes on from here. What both have neither drops in the proof from now on.
    pub(super) fn fork(&mut self) -> Self {
        self.flush_proof();
        if let Some(proof) = &mut self.proof {
            proof.share(self.last_id);
        }
        self.clone()
    }

    /// Goes on where a literal is true.
    pub(super) fn suppose(&mut self, lit: Lit) {
        self.back_to(0);
        if let Some(proof) = &mut self.proof {
            proof.suppose(lit);
        }
        self.assign(lit, Reason::None);
        self.settle();
    }
}
