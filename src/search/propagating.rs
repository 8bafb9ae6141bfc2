//! Search that propagates: singles until quiet, then a choice in a cell with as few candidates as possible.
//!
//! Both sides of a choice are tried: the digit, and the cell without it. What the second begins with is copied, in memory
//! that is kept, so that a step back costs nothing. Which cell and which digit comes first is up to the caller.

use std::sync::Arc;

use crate::budget::{Running, StopReason};
use crate::geometry::Incidence;
use crate::reduction::{Domains, Failure, Propagation};
use crate::rule::Rules;

/// Above so many words of digits a choice takes a good part of a millisecond or more: the clock is looked at before each.
const QUICK_WORDS: usize = 1 << 14;

/// A search over a board, for one puzzle after another.
pub(crate) struct Propagating {
    now: Propagation,
    /// Why the present state has no filling, or no further one.
    end: Option<End>,
    /// The other sides of the choices.
    waiting: Vec<Waiting>,
    /// How many of them wait; the others are memory for the next.
    depth: usize,
    /// Bytes that they may take.
    memory: u64,
    /// The cell of the last choice or of its other side.
    chosen: Option<usize>,
    /// What part of all states the present one stands for, and what part of them is behind it.
    part: f64,
    behind: f64,
}

/// A state as it was before a digit was chosen, which is to go without the digit.
#[derive(Default)]
struct Waiting {
    domains: Domains,
    cell: usize,
    digit: usize,
    part: f64,
}

/// Why a state is left.
#[derive(Clone, Copy)]
enum End {
    /// It was filled, or never begun.
    Seen,
    /// It failed.
    Failed(Failure),
}

/// What chooses the next candidate of a cell that has several.
pub(crate) trait Choose {
    /// The cell and the digit.
    fn choose(&mut self, domains: &Domains) -> (usize, usize);

    /// A state failed: at once behind a choice in a cell, if there was one.
    fn see(&mut self, _: Failure, _: Option<usize>) {}
}

impl<F: FnMut(&Domains) -> (usize, usize)> Choose for F {
    fn choose(&mut self, domains: &Domains) -> (usize, usize) {
        self(domains)
    }
}

/// Where a search stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reached {
    /// On the next filling.
    Filled,
    /// At its end: there are no more.
    Exhausted,
    /// Short of both: that would have taken more choices than allowed.
    Undecided,
}

impl Propagating {
    pub(crate) fn new(incidence: &Arc<Incidence>) -> Self {
        Self::over(Propagation::new(incidence))
    }

    /// The same for puzzles with rules.
    pub(crate) fn with_rules(incidence: &Arc<Incidence>, rules: &Rules) -> Self {
        Self::over(Propagation::new(incidence).with_rules(rules))
    }

    fn over(now: Propagation) -> Self {
        let (end, waiting, memory) = (Some(End::Seen), Vec::new(), u64::MAX);
        Self { now, end, waiting, depth: 0, memory, chosen: None, part: 1.0, behind: 0.0 }
    }

    /// The same; what waits may take so many bytes.
    pub(crate) fn within_memory(self, memory: u64) -> Self {
        Self { memory, ..self }
    }

    /// Begins with clues of which no two are in conflict, by index + 1, 0 where a cell is open.
    pub(crate) fn begin(&mut self, clues: &[u16]) {
        (self.depth, self.chosen, self.part, self.behind) = (0, None, 1.0, 0.0);
        self.end = self.now.begin(clues).err().map(End::Failed);
    }

    /// The digits that are written and left.
    pub(crate) fn domains(&self) -> &Domains {
        self.now.domains()
    }

    /// What part of the search is behind, from 0 to 1, as if all digits of a cell took equally long.
    ///
    /// P. Kilby, J. Slaney, S. Thiébaux, T. Walsh, *Estimating search tree size*, AAAI 2006, look at such estimates.
    pub(crate) fn explored(&self) -> f64 {
        self.behind
    }

    /// Looks only for fillings without a digit in a cell. To be said before any choice.
    pub(crate) fn rule_out(&mut self, cell: usize, digit: usize) {
        if self.end.is_none() && self.now.domains().is_live(cell, digit) {
            self.end = self.now.strike(cell, digit).err().map(End::Failed);
        }
    }

    /// Fills singles; whether that fills the grid.
    pub(crate) fn is_filled_by_singles(&mut self) -> bool {
        if self.end.is_none() {
            self.end = self.now.singles().err().map(End::Failed);
        }
        self.end.is_none() && self.now.domains().open() == 0
    }

    /// Goes on to the next filling. Each choice is a candidate of a cell that has several, and takes one of `choices`.
    ///
    /// # Errors
    /// The reason to stop: one of the budget's, or that what waits would take more memory than allowed.
    pub(crate) fn next(
        &mut self,
        choices: &mut u64,
        running: &mut Running,
        chooser: &mut impl Choose,
    ) -> Result<Reached, StopReason> {
        let of_waiting = self.domains().bytes();
        let is_quick = self.domains().left().len() * self.domains().words() <= QUICK_WORDS;
        loop {
            running.tick()?;
            if !is_quick {
                running.check()?;
            }
            if self.is_filled_by_singles() {
                // The next search goes on behind it.
                self.end = Some(End::Seen);
                return Ok(Reached::Filled);
            }
            let Some(end) = self.end else {
                if *choices == 0 {
                    return Ok(Reached::Undecided);
                }
                if of_waiting.saturating_mul(self.depth as u64 + 1) > self.memory {
                    return Err(StopReason::Memory);
                }
                *choices -= 1;
                let (cell, digit) = chooser.choose(self.now.domains());
                self.branch(cell, digit);
                continue;
            };
            if let End::Failed(failure) = end {
                chooser.see(failure, self.chosen);
            }
            self.behind += std::mem::take(&mut self.part);
            if self.depth == 0 {
                return Ok(Reached::Exhausted);
            }
            self.step_back();
        }
    }

    fn branch(&mut self, cell: usize, digit: usize) {
        if self.waiting.len() == self.depth {
            self.waiting.push(Waiting::default());
        }
        let waiting = &mut self.waiting[self.depth];
        waiting.domains.copy_from(self.now.domains());
        (waiting.cell, waiting.digit) = (cell, digit);
        let of_digit = self.part / f64::from(self.now.domains().left()[cell]);
        (waiting.part, self.part) = (self.part - of_digit, of_digit);
        self.depth += 1;
        self.chosen = Some(cell);
        self.end = self.now.place(cell, digit).err().map(End::Failed);
    }

    fn step_back(&mut self) {
        self.depth -= 1;
        let Waiting { domains, cell, digit, part } = &mut self.waiting[self.depth];
        self.part = *part;
        self.chosen = Some(*cell);
        self.now.exchange(domains);
        self.end = self.now.strike(*cell, *digit).err().map(End::Failed);
    }
}

/// The first open cell with as few candidates as possible, looking from a cell on, where singles are filled.
pub(crate) fn narrowest(domains: &Domains, from: usize) -> usize {
    let (mut best, mut fewest) = (0, u16::MAX);
    let (before, behind) = domains.left().split_at(from);
    for (at, &left) in behind.iter().chain(before).enumerate() {
        if left > 1 && left < fewest {
            (best, fewest) = (at, left);
            if left == 2 {
                break;
            }
        }
    }
    (from + best) % domains.left().len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{Budget, CancelToken};
    use crate::geometry::Geometry;
    use crate::reduction::lowest;

    /// Stops after so many choices on an empty board.
    fn choices_before_a_stop(board: &str, memory: u64, cancelled_at: u64) -> (u64, StopReason) {
        let incidence = Arc::clone(board.parse::<Geometry>().unwrap().incidence());
        let mut search = Propagating::new(&incidence).within_memory(memory);
        search.begin(&vec![0; incidence.cell_count()]);
        let token = CancelToken::new();
        let running = &mut Budget::unlimited().with_cancel(token.clone()).start();
        let mut choices = 0;
        let mut choose = |domains: &Domains| {
            choices += 1;
            if choices == cancelled_at {
                token.cancel();
            }
            let cell = narrowest(domains, 0);
            (cell, lowest(domains.digits(cell)).unwrap())
        };
        let reason = search.next(&mut { u64::MAX }, running, &mut choose).unwrap_err();
        (choices, reason)
    }

    #[test]
    fn on_a_large_board_it_stops_before_the_next_choice() {
        assert_eq!(choices_before_a_stop("11x12", u64::MAX, 3), (3, StopReason::Cancelled));
    }

    #[test]
    fn what_waits_takes_no_more_memory_than_allowed() {
        // Two bytes for the digit of a cell, two for the number of its digits and eight for a word of them; eight for a unit.
        let each = 81 * (2 + 2 + 8) + 27 * 8;
        assert_eq!(choices_before_a_stop("3x3", 7 * each + 1, u64::MAX), (7, StopReason::Memory));
    }
}
