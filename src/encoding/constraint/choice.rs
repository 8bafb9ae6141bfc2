//! A choice: one of several alternatives holds.

use crate::cnf::ClauseSink;
use crate::constraint::{Choice, Constraint};
use crate::encoding::Term;
use crate::encoding::constraint::Writer;

impl<S: ClauseSink + ?Sized> Writer<'_, '_, S> {
    pub(super) fn choice(&mut self, choice: &Choice) -> Result<(), S::Error> {
        // Where each alternative is the digits of one cell, one of these candidates is true, and nothing has to be selected.
        let domain = |alternative: &Vec<Constraint>| match alternative[..] {
            [Constraint::Domain { cell, digits }] => Some((cell, digits)),
            _ => None,
        };
        if let Some(domains) = choice.alternatives().iter().map(domain).collect::<Option<Vec<_>>>() {
            let candidates: Vec<Term> = domains
                .into_iter()
                .flat_map(|(cell, digits)| {
                    self.terms(cell).into_iter().enumerate().filter(move |(digit, _)| digits >> digit & 1 == 1)
                })
                .map(|(_, term)| term)
                .collect();
            return self.clause(candidates);
        }
        let selectors: Vec<Term> = choice.alternatives().iter().map(|_| self.fresh()).collect();
        self.clause(selectors.iter().copied())?;
        for (alternative, &selector) in choice.alternatives().iter().zip(&selectors) {
            let Term::Lit(selector) = selector else { continue };
            // The guard of the choice itself is spared: who falsifies it may falsify all selectors.
            let mut writer = Writer { to: &mut *self.to, guard: vec![selector] };
            alternative.iter().try_for_each(|constraint| writer.constraint(constraint))?;
        }
        Ok(())
    }
}
