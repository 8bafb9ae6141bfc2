//! Singles to a fixed point: run by a search after every choice.
//!
//! Naked singles are seen when a candidate is struck out; hidden singles by sweeping the units that lost a candidate, with the
//! digits met once and twice as two sets. Sweeping is quicker here than the counted places of deduction: most candidates are
//! struck out before the places are needed, and a branch copies less.

use std::sync::Arc;

use crate::budget::{Running, StopReason};
use crate::geometry::Incidence;
use crate::reduction::bits::{lowest, ones};
use crate::reduction::constraints::domains_of;
use crate::reduction::domains::{Domains, Watch, Wipeout};
use crate::reduction::queue::Queue;
use crate::rule::Rules;

/// Domains and the queued work on them.
#[derive(Clone, Debug)]
pub(crate) struct Propagation {
    incidence: Arc<Incidence>,
    domains: Domains,
    agenda: Agenda,
    /// The rules of the puzzle.
    rules: Rules,
    /// The domains of a constraint's cells, before and after its filter; memory for the next constraint.
    before: Vec<u64>,
    after: Vec<u64>,
    /// The work of constraints since the last look at the clock.
    work: usize,
}

/// The work of constraints between two looks at the clock, some tenths of a millisecond.
const WORK_PER_LOOK: usize = 1 << 17;

/// Why propagation failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// A cell without a digit, or a unit without a place for a digit.
    Wipeout(Wipeout),
    /// A constraint, by its number, has no filling.
    Constraint(u32),
}

impl From<Wipeout> for Failure {
    fn from(wipeout: Wipeout) -> Self {
        Self::Wipeout(wipeout)
    }
}

#[derive(Clone, Debug)]
struct Agenda {
    /// Cells with one digit left.
    naked: Vec<u32>,
    /// Units that lost a candidate, without duplicates, last in first out.
    units: Vec<u32>,
    /// Whether a unit need not be queued: it already waits, or never will.
    is_waiting: Vec<bool>,
    /// The rules of the puzzle, and the constraints of which a cell lost a digit, without duplicates.
    rules: Rules,
    constraints: Queue,
    /// Constraints with this number or a greater number are slow: the slow constraints are filtered while no other constraint waits.
    first_slow: usize,
    slow: Queue,
}

impl Agenda {
    #[inline]
    fn soil(&mut self, unit: usize) {
        if !std::mem::replace(&mut self.is_waiting[unit], true) {
            self.units.push(unit as u32);
        }
    }

    #[inline]
    fn soil_rules(&mut self, cell: usize) {
        let Self { rules, constraints, first_slow, slow, .. } = self;
        for &number in rules.of_cell(cell) {
            let number = number as usize;
            if number < *first_slow { constraints.push(number) } else { slow.push(number) }
        }
    }

    /// Takes over the constraints of some rules, all of which wait; those from `first_slow` on wait for the others.
    fn take_rules(&mut self, rules: &Rules, first_slow: usize) {
        let count = rules.constraints().len();
        (self.rules, self.first_slow) = (rules.clone(), first_slow);
        (self.constraints, self.slow) = (Queue::new(count), Queue::new(count));
        self.soil_all_rules();
    }

    fn soil_all_rules(&mut self) {
        let Self { rules, constraints, first_slow, slow, .. } = self;
        (0..*first_slow).for_each(|number| constraints.push(number));
        (*first_slow..rules.constraints().len()).for_each(|number| slow.push(number));
    }

    fn next_constraint(&mut self) -> Option<usize> {
        self.constraints.pop().or_else(|| self.slow.pop())
    }

    fn clear(&mut self) {
        while self.next_constraint().is_some() {}
        self.naked.clear();
        self.units.drain(..).for_each(|unit| self.is_waiting[unit as usize] = false);
    }
}

impl Watch for Agenda {
    #[inline]
    fn lost(&mut self, incidence: &Incidence, cell: usize, _: usize, left: u16) -> Result<(), Wipeout> {
        if left == 1 {
            self.naked.push(cell as u32);
        }
        incidence.units(cell).iter().for_each(|&unit| self.soil(unit as usize));
        self.soil_rules(cell);
        Ok(())
    }

    #[inline]
    fn placed(&mut self, incidence: &Incidence, cell: usize, _: usize, _: &[u64]) -> Result<(), Wipeout> {
        self.soil_rules(cell);
        incidence.units(cell).iter().for_each(|&unit| self.soil(unit as usize));
        Ok(())
    }
}

impl Propagation {
    /// A propagation over a board, which begins with [`begin`](Self::begin).
    pub(crate) fn new(incidence: &Arc<Incidence>) -> Self {
        // A unit of fewer cells than digits has no hidden singles: it never waits to be looked at.
        let is_waiting = (0..incidence.unit_count()).map(|unit| !incidence.is_full(unit)).collect();
        let (rules, constraints, slow) = (Rules::default(), Queue::new(0), Queue::new(0));
        let agenda =
            Agenda { naked: Vec::new(), units: Vec::new(), is_waiting, rules, constraints, first_slow: 0, slow };
        let (domains, rules) = (Domains::default(), Rules::default());
        Self {
            incidence: Arc::clone(incidence),
            domains,
            agenda,
            rules,
            before: Vec::new(),
            after: Vec::new(),
            work: 0,
        }
    }

    /// The propagation with the rules of puzzles.
    pub(crate) fn with_rules(mut self, rules: &Rules) -> Self {
        self.rules = rules.clone();
        self.agenda.take_rules(rules, rules.constraints().len());
        self
    }

    /// Goes on with more constraints, which come behind the present ones and look when none of these waits.
    pub(crate) fn add_slow_rules(&mut self, rules: &Rules) {
        self.agenda.take_rules(rules, self.rules.constraints().len());
        self.rules = rules.clone();
    }

    /// Begins with clues without a conflict, by index + 1, 0 where a cell is open.
    pub(crate) fn begin(&mut self, clues: &[u16]) -> Result<(), Failure> {
        self.agenda.clear();
        let Self { incidence, domains, agenda, .. } = self;
        domains.refill(incidence, clues.iter().copied());
        for (cell, &left) in domains.left().iter().enumerate() {
            match left {
                0 if domains.is_open(cell) => return Err(Wipeout::Cell(cell as u32).into()),
                1 => agenda.naked.push(cell as u32),
                _ => {}
            }
        }
        (0..incidence.unit_count()).for_each(|unit| agenda.soil(unit));
        agenda.soil_all_rules();
        Ok(())
    }

    /// Continues with domains for which no work is queued.
    pub(crate) fn resume(&mut self, domains: &Domains) {
        self.agenda.clear();
        self.domains.copy_from(domains);
    }

    /// Continues with domains that are exchanged for the present ones.
    pub(crate) fn exchange(&mut self, domains: &mut Domains) {
        self.agenda.clear();
        std::mem::swap(&mut self.domains, domains);
    }

    pub(crate) fn domains(&self) -> &Domains {
        &self.domains
    }

    /// Strikes a live digit out of an open cell.
    pub(crate) fn strike(&mut self, cell: usize, digit: usize) -> Result<(), Failure> {
        Ok(self.domains.strike(&self.incidence, cell, digit, &mut self.agenda)?)
    }

    /// Writes a live digit into an open cell.
    pub(crate) fn place(&mut self, cell: usize, digit: usize) -> Result<(), Failure> {
        Ok(self.domains.place(&self.incidence, cell, digit, &mut self.agenda)?)
    }

    /// Fills singles to a fixed point.
    #[cfg(test)]
    pub(crate) fn singles(&mut self) -> Result<(), Failure> {
        let ended = self.singles_within(&Running::default());
        ended.expect("no limit").map_or(Ok(()), Err)
    }

    /// Fills singles and filters constraints to a fixed point, or up to the first failure, which it returns. If the budget ends
    /// first, the agenda keeps its entries for the next call.
    pub(crate) fn singles_within(&mut self, running: &Running) -> Result<Option<Failure>, StopReason> {
        loop {
            if let Err(failure) = self.singles_of_units() {
                return Ok(Some(failure));
            }
            let Some(number) = self.agenda.next_constraint() else { return Ok(None) };
            self.work += self.rules.constraints()[number].1.work();
            if let Err(failure) = self.filter(number) {
                return Ok(Some(failure));
            }
            if self.work >= WORK_PER_LOOK {
                self.work = 0;
                running.check()?;
            }
        }
    }

    /// Fills singles to a fixed point, without the rules.
    fn singles_of_units(&mut self) -> Result<(), Failure> {
        loop {
            while let Some(cell) = self.agenda.naked.pop() {
                let cell = cell as usize;
                // A cell that was filled since it was queued has no digits.
                if let Some(digit) = lowest(self.domains.digits(cell)) {
                    self.place(cell, digit)?;
                }
            }
            if let Some(unit) = self.agenda.units.pop() {
                self.agenda.is_waiting[unit as usize] = false;
                self.sweep(unit as usize)?;
            } else {
                return Ok(());
            }
        }
    }

    /// Strikes out digits that no filling of a constraint's cells has.
    fn filter(&mut self, number: usize) -> Result<(), Failure> {
        let Self { incidence, domains, agenda, rules, before, after, .. } = self;
        domains_of(rules, number, domains, before);
        after.clone_from(before);
        if rules.constraints()[number].1.filter(after).is_err() {
            return Err(Failure::Constraint(number as u32));
        }
        for ((&cell, before), after) in rules.cells(number).iter().zip(before).zip(after) {
            let cell = cell as usize;
            for digit in ones(&[*before & !*after]) {
                if domains.is_open(cell) && domains.is_live(cell, digit) {
                    domains.strike(incidence, cell, digit, agenda)?;
                }
            }
        }
        Ok(())
    }

    /// Fills the hidden singles of a unit.
    fn sweep(&mut self, unit: usize) -> Result<(), Wipeout> {
        let Self { incidence, domains, agenda, .. } = self;
        let cells = incidence.cells(unit);
        let slot = |word: usize, bits: u64| {
            let digit = 64 * word + bits.trailing_zeros() as usize;
            (digit, Wipeout::Place((unit * incidence.digit_count() + digit) as u32))
        };
        for word in 0..domains.words() {
            let missing = domains.missing(unit, word);
            if missing == 0 {
                continue;
            }
            let (mut once, mut twice) = (0, 0);
            for &cell in cells {
                let digits = domains.word(cell as usize, word);
                twice |= once & digits;
                once |= digits;
            }
            let without_place = missing & !once;
            if without_place != 0 {
                return Err(slot(word, without_place).1);
            }
            let mut hidden = once & !twice;
            for &cell in cells {
                if hidden == 0 {
                    break;
                }
                let here = domains.word(cell as usize, word) & hidden;
                if here == 0 {
                    continue;
                }
                hidden &= !here;
                let others = here & (here - 1);
                if others != 0 {
                    return Err(slot(word, others).1);
                }
                domains.place(incidence, cell as usize, slot(word, here).0, agenda)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::grid::Grid;
    use crate::reduction::deduction::Reduction;
    use crate::reduction::techniques::Techniques;

    #[test]
    fn sweeping_units_comes_to_what_counting_places_comes_to() {
        let puzzles = [
            ".4.2...1.....3..",
            "12..3.4.........",
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
            // The fourth cell has no digit left, and the digit 1 no place in the first row.
            "123........4....",
            "23....1.........",
        ];
        let mut ends = [0; 2];
        for puzzle in puzzles {
            let puzzle: Grid = puzzle.parse().unwrap();
            let running = Budget::unlimited().start();
            let deduced = Reduction::new(Techniques::SINGLES).with_steps().run(&puzzle, &running);
            let mut propagation = Propagation::new(puzzle.geometry().incidence());
            let clues: Vec<u16> = puzzle.ordinals().collect();
            let ended = propagation.begin(&clues).and_then(|()| propagation.singles());
            ends[usize::from(ended.is_ok())] += 1;
            assert_eq!(deduced.is_ok(), ended.is_ok(), "{puzzle}");
            if let Ok(deduced) = deduced {
                assert!(deduced.grid().ordinals().eq(propagation.domains().ordinals().iter().copied()), "{puzzle}");
                let left = deduced.candidates().all_words();
                assert_eq!(left, propagation.domains().clone().into_words(), "{puzzle}");
            }
        }
        assert!(ends[0] > 0 && ends[1] > 0, "{ends:?}");
    }
}
