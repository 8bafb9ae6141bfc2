//! A choice: at least one of several alternatives holds.

use crate::cnf::ClauseSink;
use crate::constraint::{Choice, Constraint};
use crate::encoding::Term;
use crate::encoding::constraint::Writer;

impl<S: ClauseSink + ?Sized> Writer<'_, '_, S> {
    pub(super) fn choice(&mut self, choice: &Choice) -> Result<(), S::Error> {
        // If each alternative restricts the digits of one cell, the clause over these candidates says it without selectors.
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
        // Several alternatives may hold, and the variables of an alternative are free if its selector is false.
        self.to.leave_free();
        let selectors: Vec<Term> = choice.alternatives().iter().map(|_| self.fresh()).collect();
        self.clause(selectors.iter().copied())?;
        for (alternative, &selector) in choice.alternatives().iter().zip(&selectors) {
            let Term::Lit(selector) = selector else { continue };
            // The guard of the choice itself is omitted: when it is false, all selectors may be false.
            let mut writer = Writer { to: &mut *self.to, guard: vec![selector] };
            alternative.iter().try_for_each(|constraint| writer.constraint(constraint))?;
        }
        Ok(())
    }
}
