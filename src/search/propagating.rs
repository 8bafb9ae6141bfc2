//! Propagating search: singles up to a fixed point, then a choice in a cell with as few candidates as possible.
//!
//! Both sides of a choice are searched: the cell with the digit, and the cell without it. The start of the second side is copied
//! into reused memory, so that a step back costs nothing. The caller chooses the cell and the digit.

use std::sync::Arc;

use crate::budget::{Running, StopReason};
use crate::geometry::Incidence;
use crate::reduction::{Domains, Failure, Propagation};
use crate::rule::Rules;

/// On boards of more words of digits a choice takes a good part of a millisecond or more: the clock is read before each.
const QUICK_WORDS: usize = 1 << 14;

/// A search over a board, for one puzzle after another.
pub(crate) struct Propagating {
    now: Propagation,
    /// The reason to leave the present state: no filling, or no further filling.
    end: Option<End>,
    /// The second sides of the choices.
    waiting: Vec<Waiting>,
    /// The number of open choices; later entries of `waiting` are spare memory.
    depth: usize,
    /// Memory limit of the open choices, in bytes.
    memory: u64,
    /// The cell of the last choice or of its other side.
    chosen: Option<usize>,
    /// The share of the search that the present state stands for, and the share explored before it.
    part: f64,
    behind: f64,
}

/// The state before a choice, to be resumed without the chosen digit.
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

/// Chooses the next candidate, in a cell with several.
pub(crate) trait Choose {
    /// The cell and the digit.
    fn choose(&mut self, domains: &Domains) -> (usize, usize);

    /// Sees a state fail, and the cell of the last choice, if any.
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
    /// Neither: the allowed choices ran out.
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

    /// Goes on with more constraints, which come behind the present ones and look when none of these waits.
    pub(crate) fn add_slow_rules(&mut self, rules: &Rules) {
        self.now.add_slow_rules(rules);
    }

    /// Limits the memory of the open choices, in bytes.
    pub(crate) fn within_memory(self, memory: u64) -> Self {
        Self { memory, ..self }
    }

    /// Begins with clues without a conflict, by index + 1, 0 for an open cell.
    pub(crate) fn begin(&mut self, clues: &[u16]) {
        (self.depth, self.chosen, self.part, self.behind) = (0, None, 1.0, 0.0);
        self.end = self.now.begin(clues).err().map(End::Failed);
    }

    /// The written digits and the candidates left.
    pub(crate) fn domains(&self) -> &Domains {
        self.now.domains()
    }

    /// The share of the search explored, from 0 to 1, as if all digits of a cell took equally long.
    ///
    /// P. Kilby, J. Slaney, S. Thiébaux, T. Walsh, *Estimating search tree size*, AAAI 2006, study estimates of this kind.
    pub(crate) fn explored(&self) -> f64 {
        self.behind
    }

    /// Excludes fillings with a digit in a cell. To be called before any choice.
    pub(crate) fn rule_out(&mut self, cell: usize, digit: usize) {
        if self.end.is_none() && self.now.domains().is_live(cell, digit) {
            self.end = self.now.strike(cell, digit).err().map(End::Failed);
        }
    }

    /// Fills singles; true if singles fill the grid.
    pub(crate) fn is_filled_by_singles(&mut self, running: &Running) -> Result<bool, StopReason> {
        if self.end.is_none() {
            self.end = self.now.singles_within(running)?.map(End::Failed);
        }
        Ok(self.end.is_none() && self.now.domains().open() == 0)
    }

    /// Goes on to the next filling. Each choice is a candidate of a cell with several, and takes one of `choices`.
    ///
    /// # Errors
    /// The reason to stop: a limit of the budget, or of the memory for open choices.
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
            if self.is_filled_by_singles(running)? {
                // The next call goes on behind this filling.
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

/// The first open cell with the fewest candidates, scanning cyclically from a cell; singles must be filled.
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

    /// The number of choices made on an empty board until the search stops, and the reason.
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
