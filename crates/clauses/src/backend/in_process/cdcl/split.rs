//! Splits a search in two: the halves suppose opposite literals, and both keep all learnt clauses.

use super::state::{Reason, State};
use crate::cnf::{Lit, Var};

/// The number of variables tried, those of the highest scores.
const TRIED: usize = 50;

impl State {
    /// The literal to split at: of the tried variables, the literal and its negation settle the most variables (the largest
    /// product, as in look-ahead solvers: M. Heule and H. van Maaren, *Handbook of Satisfiability*, 2009). `None` if no variable is
    /// open or the search is over.
    pub(super) fn literal_to_split_at(&mut self) -> Option<Lit> {
        self.back_to(0);
        self.load_given();
        // The last learnt clause may not have been propagated yet, which must precede every probe.
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

    /// A second search that goes on from here. From now on neither search drops a common clause from the proof.
    pub(super) fn fork(&mut self) -> Self {
        self.log.flush();
        self.log.share();
        self.clone()
    }

    /// Makes a literal true from here on.
    pub(super) fn suppose(&mut self, lit: Lit) {
        self.back_to(0);
        if let Some(proof) = &mut self.log.proof {
            proof.suppose(lit);
        }
        self.assign(lit, Reason::None);
        self.settle();
    }
}
