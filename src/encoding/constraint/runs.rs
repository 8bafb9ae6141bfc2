//! Runs of equal cells: whether each cell of an arm is in the run, and the number of all of these in unary.

use crate::cnf::ClauseSink;
use crate::constraint::Runs;
use crate::encoding::Term;
use crate::encoding::constraint::{Writer, not};

impl<S: ClauseSink + ?Sized> Writer<'_, '_, S> {
    pub(super) fn runs(&mut self, runs: &Runs) -> Result<(), S::Error> {
        let mut numbers: Vec<Vec<Term>> = Vec::new();
        for arm in runs.arms() {
            let (mut before, mut is_in) = (runs.cells()[1], Term::True);
            let mut run = Vec::with_capacity(arm.len());
            for &cell in &runs.cells()[arm] {
                let equal = self.equal(before, cell)?;
                is_in = self.both(is_in, equal)?;
                if is_in == Term::False {
                    break;
                }
                run.push(is_in);
                before = cell;
            }
            numbers.push(run);
        }
        let beyond_first = self.unary_total(numbers, usize::MAX)?;
        // Whether there are more than so many cells beyond the first.
        let more = |than: usize| beyond_first.get(than).copied().unwrap_or(Term::False);
        let totals = self.terms(runs.cells()[0]);
        for (digit, &total) in totals.iter().enumerate() {
            match runs.count(digit).and_then(|count| count.checked_sub(1)) {
                None => self.clause([not(total)])?,
                Some(count) => {
                    if count > 0 {
                        self.clause([not(total), more(count - 1)])?;
                    }
                    self.clause([not(total), not(more(count))])?;
                }
            }
        }
        for count in 0..=beyond_first.len() {
            let with_count = totals.iter().enumerate().filter(|&(digit, _)| runs.count(digit) == Some(count + 1));
            let at_least = if count > 0 { more(count - 1) } else { Term::True };
            self.clause([not(at_least), more(count)].into_iter().chain(with_count.map(|(_, &total)| total)))?;
        }
        Ok(())
    }
}
