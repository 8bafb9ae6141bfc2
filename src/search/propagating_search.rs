//! The propagating search over one puzzle: singles and filtered rules, then a choice where failures gather.

use std::fmt;
use std::sync::Arc;

use crate::budget::Running;
use crate::geometry::Incidence;
use crate::grid::Grid;
use crate::reduction::{Domains, Failure, Wipeout, lowest, ones};
use crate::rule::Rules;
use crate::search::grid_search::GridSearch;
use crate::search::propagating::{Choose, Propagating, Reached};
use crate::verdict::Verdict;

/// A propagating search over one puzzle, with its rules.
///
/// The cell with the greatest weight per remaining digit comes next, and its digits in ascending order; or a digit with two places
/// in a unit, if half the weight of one place is greater. A cell's weight begins with the number of its constraints and units and
/// grows whenever the cell takes part in a failure (F. Boussemart, F. Hemery, C. Lecoutre, L. Sais, *Boosting systematic search by
/// weighting constraints*, 2004), and once more if the last choice was in the cell. After some choices, automata that read no digit
/// twice join the automata over cells that all differ. Memory is N²·⌈N/64⌉ words for each open choice.
pub struct PropagatingSearch {
    puzzle: Grid,
    search: Propagating,
    weights: Weights,
    /// The choices left before stronger automata join the search; `None` once they have.
    quick_choices: Option<u64>,
    is_over: bool,
}

/// The choices before automata of different digits join the search. Making an automaton takes milliseconds, in which most puzzles end.
const QUICK_CHOICES: u64 = 50;

impl fmt::Debug for PropagatingSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PropagatingSearch").field("puzzle", &self.puzzle).finish_non_exhaustive()
    }
}

impl PropagatingSearch {
    /// A search over a puzzle.
    #[must_use]
    pub fn new(puzzle: &Grid) -> Self {
        let incidence = puzzle.geometry().incidence();
        let rules = &puzzle.rules().with_derived(puzzle.geometry());
        let is_over = puzzle.first_violation().is_some();
        let mut search = Propagating::with_rules(incidence, rules);
        if !is_over {
            search.begin(&puzzle.ordinals().collect::<Vec<_>>());
        }
        let weights = Weights::new(incidence, rules);
        Self { puzzle: puzzle.clone(), search, weights, quick_choices: Some(QUICK_CHOICES), is_over }
    }

    /// Limits the memory of the open choices, in bytes; a search that needs more ends as unknown.
    #[must_use]
    pub fn within_memory(self, bytes: u64) -> Self {
        Self { search: self.search.within_memory(bytes), ..self }
    }

    /// Adds automata that read no digit twice, for automata over cells that all differ.
    fn strengthen(&mut self, running: &Running) {
        self.quick_choices = None;
        let rules = self.weights.rules.with_different_digits(self.puzzle.geometry(), running);
        if let Some(rules) = rules {
            self.search.add_slow_rules(&rules);
            self.weights.rules = rules;
        }
    }

    /// The estimated share of the search explored, from 0 to 1.
    pub(crate) fn explored(&self) -> f64 {
        self.search.explored()
    }
}

impl GridSearch for PropagatingSearch {
    fn advance(&mut self, running: &mut Running) -> Verdict<()> {
        if self.is_over {
            return Verdict::Unsatisfiable;
        }
        loop {
            let choices = self.quick_choices.as_mut();
            match self.search.next(choices.unwrap_or(&mut { u64::MAX }), running, &mut self.weights) {
                Ok(Reached::Filled) => return Verdict::Satisfiable(()),
                Ok(Reached::Undecided) => self.strengthen(running),
                Ok(Reached::Exhausted) => {
                    self.is_over = true;
                    return Verdict::Unsatisfiable;
                }
                Err(reason) => return Verdict::Unknown(reason),
            }
        }
    }

    fn grid(&self) -> Grid {
        self.puzzle.with_ordinals(self.search.domains().ordinals().iter().copied())
    }
}

/// The failure weights of the cells.
struct Weights {
    of_cell: Vec<u64>,
    /// The weight that a failure adds; it grows, so that older failures count less.
    gain: u64,
    failures: u32,
    incidence: Arc<Incidence>,
    rules: Rules,
}

/// The weight that a failure adds at first, and the initial weight of each constraint and unit of a cell.
const FIRST_GAIN: u64 = 1 << 4;
/// The number of failures after which the gain grows by a sixteenth.
const FAILURES: u32 = 16;
/// The gain beyond which all weights are divided.
const MOST_GAIN: u64 = 1 << 40;

impl Weights {
    fn new(incidence: &Arc<Incidence>, rules: &Rules) -> Self {
        let degree = |cell: usize| (incidence.units(cell).len() + rules.of_cell(cell).len()) as u64;
        let of_cell = (0..incidence.cell_count()).map(|cell| 1 + FIRST_GAIN * degree(cell)).collect();
        Self { of_cell, gain: FIRST_GAIN, failures: 0, incidence: Arc::clone(incidence), rules: rules.clone() }
    }

    fn add(&mut self, cells: &[u32]) {
        for &cell in cells {
            self.of_cell[cell as usize] += self.gain;
        }
    }
}

/// A choice, rated by its weight per way.
#[derive(Clone, Copy)]
struct Weighed {
    cell: usize,
    digit: usize,
    weight: u64,
    ways: u64,
}

impl Weighed {
    fn beats(self, other: Self) -> bool {
        u128::from(self.weight) * u128::from(other.ways) > u128::from(other.weight) * u128::from(self.ways)
    }
}

impl Weights {
    /// The best cell, with its lowest digit.
    fn best_cell(&self, domains: &Domains) -> Weighed {
        let mut best = Weighed { cell: 0, digit: 0, weight: 0, ways: 1 };
        for (cell, &left) in domains.left().iter().enumerate().filter(|&(_, &left)| left > 1) {
            let this = Weighed { cell, digit: 0, weight: self.of_cell[cell], ways: left.into() };
            if this.beats(best) {
                best = this;
            }
        }
        Weighed { digit: lowest(domains.digits(best.cell)).unwrap_or_default(), ..best }
    }

    /// A better choice than `best`, if any: a digit with two places in a unit, in the heavier place. The second side of the choice
    /// puts the digit into the lighter place.
    fn two_places(&self, domains: &Domains, mut best: Weighed) -> Weighed {
        for unit in (0..self.incidence.unit_count()).filter(|&unit| self.incidence.is_full(unit)) {
            let cells = self.incidence.cells(unit);
            let open = || cells.iter().map(|&cell| cell as usize).filter(|&cell| domains.is_open(cell));
            let (mut once, mut twice, mut more) = (0_u64, 0, 0);
            for cell in open() {
                let digits = domains.digits(cell)[0];
                more |= twice & digits;
                twice |= once & digits;
                once |= digits;
            }
            for digit in ones(&[twice & !more]) {
                let places = open().filter(|&cell| domains.is_live(cell, digit));
                let Some(cell) = places.max_by_key(|&cell| self.of_cell[cell]) else { continue };
                let this = Weighed { cell, digit, weight: self.of_cell[cell], ways: 2 };
                if this.beats(best) {
                    best = this;
                }
            }
        }
        best
    }
}

impl Choose for Weights {
    fn choose(&mut self, domains: &Domains) -> (usize, usize) {
        let mut best = self.best_cell(domains);
        // Digits in one word: a board with rules has no more.
        if best.ways > 2 && domains.words() == 1 {
            best = self.two_places(domains, best);
        }
        (best.cell, best.digit)
    }

    fn see(&mut self, failure: Failure, chosen: Option<usize>) {
        if let Some(cell) = chosen {
            self.of_cell[cell] += self.gain;
        }
        match failure {
            Failure::Wipeout(Wipeout::Cell(cell)) => self.add(&[cell]),
            Failure::Wipeout(Wipeout::Place(slot)) => {
                let incidence = Arc::clone(&self.incidence);
                self.add(incidence.cells(slot as usize / incidence.digit_count()));
            }
            Failure::Constraint(number) => {
                let rules = self.rules.clone();
                self.add(rules.cells(number as usize));
            }
        }
        self.failures += 1;
        if self.failures.is_multiple_of(FAILURES) {
            self.gain += self.gain / 16;
        }
        if self.gain > MOST_GAIN {
            let divisor = self.gain / FIRST_GAIN;
            for weight in &mut self.of_cell {
                *weight = 1 + *weight / divisor;
            }
            self.gain = FIRST_GAIN;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Geometry;
    use crate::rule::Rule;

    /// The solutions of a puzzle, listed by a search that stronger automata join after some choices, and the constraints at the end.
    fn solutions(puzzle: &Grid, quick_choices: Option<u64>) -> (Vec<Vec<u16>>, usize) {
        let mut search = PropagatingSearch { quick_choices, ..PropagatingSearch::new(puzzle) };
        let mut running = Running::default();
        let mut found = Vec::new();
        while let Verdict::Satisfiable(()) = search.advance(&mut running) {
            found.push(search.grid().ordinals().collect());
        }
        found.sort();
        (found, search.weights.rules.constraints().len())
    }

    #[test]
    fn stronger_automata_change_no_solution() {
        let rules = [
            "sandwich 9 row 1",
            "skyscraper 3 row 3 left",
            "sandwich 5 column 2",
            "xsum 9 column 5 top",
            "regex ... : r6c1 r6c2 r6c1",
        ];
        let rules: Vec<Rule> = rules.iter().map(|rule| rule.parse().unwrap()).collect();
        let board: Geometry = "2x3".parse().unwrap();
        let puzzle = Grid::empty(&Arc::new(board)).with_rules(rules).unwrap();
        let (plain, constraints) = solutions(&puzzle, None);
        assert!(plain.len() > 1_000);
        for quick_choices in [0, 1, 50, 500] {
            let (stronger, more_constraints) = solutions(&puzzle, Some(quick_choices));
            assert!(stronger == plain, "{} for {} solutions", stronger.len(), plain.len());
            // An X-sum is a choice of sums, and r6c1 does not differ from itself.
            assert_eq!(more_constraints, constraints + 3);
        }
    }
}
