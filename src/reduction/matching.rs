//! All-different filtering of a unit by matching: strikes out every candidate that occurs in no filling of the unit.
//!
//! The open cells of a unit and the digits it lacks are the two sides of a bipartite graph, the candidates its edges. Fillings
//! are matchings of all cells. An edge outside a given matching is in another matching if and only if it lies on an alternating
//! cycle: if both its ends are in one strongly connected component once matched edges lead from digits to cells and unmatched
//! edges from cells to digits. So one matching and one pass over components find every consequence of the unit alone, including
//! naked and hidden subsets of every size. J.-C. Régin, *A filtering algorithm for constraints of difference in CSPs*, AAAI 1994.
//!
//! A unit may have fewer cells than there are digits. Then some digits stay unmatched. If an alternating path leads from a digit
//! to an unmatched digit, the edges of the first digit are in another matching too.
//!
//! The matching of each unit is kept and only repaired. Both the reachable cells and the components (Kosaraju, Sharir) are found
//! over bit sets, which visit each node once and look at N/64 words for each: O(N²/64) a unit, not O(N²).

use crate::geometry::{Cell, Digit};
use crate::reduction::bits::{ones, place_of};
use crate::reduction::state::State;
use crate::reduction::step::{Contradiction, ReductionStep};

const NONE: u16 = u16::MAX;

/// The matchings of all units, and the working memory of a look at a unit.
pub(super) struct Matching {
    digit_count: usize,
    /// The digit of each position, and the position of each digit, unit by unit.
    digit_at: Vec<u16>,
    position_of: Vec<u16>,
    /// Open positions, missing digits and unvisited nodes of the current unit.
    open: Vec<u64>,
    missing: Vec<u64>,
    unvisited: Vec<u64>,
    /// The visited positions, in their order; a depth-first search keeps its path on the stack.
    visited: Vec<u16>,
    stack: Vec<u16>,
    /// The position from which a digit was reached.
    reached_from: Vec<u16>,
    /// The digits of a component, and the digits that a cell can exchange for an unmatched one.
    digits: Vec<u64>,
    free: Vec<u64>,
    struck: Vec<(u16, u16)>,
}

impl Matching {
    pub(super) fn new(state: &State) -> Self {
        let (digit_count, words) = (state.digit_count, state.words);
        let entries = state.geometry.unit_count() * digit_count;
        Self {
            digit_count,
            digit_at: vec![NONE; entries],
            position_of: vec![NONE; entries],
            open: vec![0; words],
            missing: vec![0; words],
            unvisited: vec![0; words],
            visited: Vec::with_capacity(digit_count),
            stack: Vec::with_capacity(digit_count),
            reached_from: vec![NONE; digit_count],
            digits: vec![0; words],
            free: vec![0; words],
            struck: Vec::new(),
        }
    }

    /// Looks at a unit.
    pub(super) fn look(&mut self, state: &mut State, unit: usize) -> Result<(), Contradiction> {
        self.repair(state, unit);
        for position in 0..state.incidence.cells(unit).len() {
            let (word, bit) = place_of(position);
            if self.open[word] & bit != 0 && self.digit_at[unit * self.digit_count + position] == NONE {
                self.augment(state, unit, position)?;
            }
        }
        self.find_struck(state, unit);
        self.note(state, unit);
        for &(position, digit) in &self.struck {
            let cell = state.incidence.cells(unit)[usize::from(position)] as usize;
            state.strike_out(cell, digit.into())?;
        }
        // After these eliminations the unit alone implies nothing more.
        state.places.matching.forget(unit);
        Ok(())
    }

    /// Collects open positions and missing digits, and removes the matched pairs that are no longer candidates.
    fn repair(&mut self, state: &State, unit: usize) {
        self.open.fill(0);
        let cells = state.incidence.cells(unit);
        for (position, &cell) in cells.iter().enumerate() {
            let cell = cell as usize;
            if state.domains.is_open(cell) {
                let (word, bit) = place_of(position);
                self.open[word] |= bit;
            }
            let digit = self.digit_at[unit * self.digit_count + position];
            // A filled cell has no live candidate.
            if digit != NONE && !state.domains.is_live(cell, digit.into()) {
                self.digit_at[unit * self.digit_count + position] = NONE;
                self.position_of[unit * self.digit_count + usize::from(digit)] = NONE;
            }
        }
        for (word, missing) in self.missing.iter_mut().enumerate() {
            *missing = state.domains.missing(unit, word);
        }
    }

    /// Visits all nodes that alternating paths reach from a position, breadth first. With `stop_at_unmatched` the search ends at
    /// the first unmatched digit and returns it.
    fn reach(&mut self, state: &State, unit: usize, from: usize, stop_at_unmatched: bool) -> Option<usize> {
        self.unvisited.copy_from_slice(&self.missing);
        self.visited.clear();
        self.visited.push(from as u16);
        let mut next = 0;
        while let Some(&position) = self.visited.get(next) {
            next += 1;
            let cell = state.incidence.cells(unit)[usize::from(position)] as usize;
            for (word, &digits) in state.domains.digits(cell).iter().enumerate() {
                let fresh = digits & self.unvisited[word];
                self.unvisited[word] &= !fresh;
                for digit in ones(&[fresh]).map(|bit| 64 * word + bit) {
                    self.reached_from[digit] = position;
                    let at = self.position_of[unit * self.digit_count + digit];
                    if at == NONE && stop_at_unmatched {
                        return Some(digit);
                    }
                    if usize::from(at) != from {
                        self.visited.push(at);
                    }
                }
            }
        }
        None
    }

    /// Matches one more position by an alternating path. Without an alternating path, the k visited positions have fewer than k
    /// digits.
    fn augment(&mut self, state: &State, unit: usize, position: usize) -> Result<(), Contradiction> {
        let Some(mut digit) = self.reach(state, unit, position, true) else {
            return Err(self.contradiction(state, unit));
        };
        loop {
            let at = usize::from(self.reached_from[digit]);
            let before = std::mem::replace(&mut self.digit_at[unit * self.digit_count + at], digit as u16);
            self.position_of[unit * self.digit_count + digit] = at as u16;
            if at == position {
                return Ok(());
            }
            digit = before.into();
        }
    }

    fn contradiction(&self, state: &State, unit: usize) -> Contradiction {
        let id = state.unit_id(unit);
        match self.visited_or_rest(state, unit) {
            (true, cells, digits) => Contradiction::TooFewDigits { unit: id, cells, digits },
            (false, cells, digits) => Contradiction::TooFewPlaces { unit: id, digits, cells },
        }
    }

    /// The visited cells and digits, and true; or the unvisited ones and false, if these are fewer.
    fn visited_or_rest(&self, state: &State, unit: usize) -> (bool, Vec<Cell>, Vec<Digit>) {
        let mut visited = vec![0; state.words];
        for &position in &self.visited {
            let (word, bit) = place_of(position.into());
            visited[word] |= bit;
        }
        let open = ones(&self.open).count();
        // The unvisited nodes are tight as well only if every digit has a place.
        let is_visited = 2 * self.visited.len() <= open + 1 || !state.incidence.is_full(unit);
        let wanted = |bits: &[u64], marked: &[u64], is_marked: bool| -> Vec<usize> {
            let words = bits.iter().zip(marked).map(|(bits, marked)| bits & if is_marked { *marked } else { !marked });
            ones(&words.collect::<Vec<_>>()).collect()
        };
        let cells = wanted(&self.open, &visited, is_visited);
        let digits = wanted(&self.missing, &self.unvisited, !is_visited);
        let cell = |position: usize| state.cell(state.incidence.cells(unit)[position] as usize);
        (
            is_visited,
            cells.into_iter().map(cell).collect(),
            digits.into_iter().map(|digit| state.geometry.digit(digit)).collect(),
        )
    }

    /// Collects in `free` the digits from which an alternating path leads to an unmatched digit: a cell can exchange its own
    /// digit for any of them. `free` is empty if the unit has as many cells as there are digits.
    fn find_free(&mut self, state: &State, unit: usize) {
        self.free.fill(0);
        if state.incidence.is_full(unit) {
            return;
        }
        let unmatched = |&digit: &usize| self.position_of[unit * self.digit_count + digit] == NONE;
        let mut queue: Vec<usize> = ones(&self.missing).filter(unmatched).collect();
        for &digit in &queue {
            let (word, bit) = place_of(digit);
            self.free[word] |= bit;
        }
        while let Some(digit) = queue.pop() {
            for position in ones(state.places.positions(unit, digit)) {
                let own = self.digit_at[unit * self.digit_count + position];
                if own != NONE && !is_set(&self.free, own.into()) {
                    let (word, bit) = place_of(own.into());
                    self.free[word] |= bit;
                    queue.push(own.into());
                }
            }
        }
    }

    /// Collects the candidates between two components, except candidates of free digits.
    fn find_struck(&mut self, state: &State, unit: usize) {
        self.struck.clear();
        self.find_free(state, unit);
        self.order_by_finish(state, unit);
        self.unvisited.copy_from_slice(&self.open);
        let matched =
            |digit_at: &[u16], position: u16| usize::from(digit_at[unit * state.digit_count + usize::from(position)]);
        // Backwards over the edges, starting from the node finished last: each search visits one component.
        while let Some(position) = self.visited.pop() {
            let (word, bit) = place_of(position.into());
            if self.unvisited[word] & bit == 0 {
                continue;
            }
            self.unvisited[word] &= !bit;
            self.digits.copy_from_slice(&self.free);
            self.stack.clear();
            self.stack.push(position);
            let mut next = 0;
            while let Some(&position) = self.stack.get(next) {
                next += 1;
                let digit = matched(&self.digit_at, position);
                let (word, bit) = place_of(digit);
                self.digits[word] |= bit;
                for (word, &positions) in state.places.positions(unit, digit).iter().enumerate() {
                    let fresh = positions & self.unvisited[word];
                    self.unvisited[word] &= !fresh;
                    self.stack.extend(ones(&[fresh]).map(|bit| (64 * word + bit) as u16));
                }
            }
            for &position in &self.stack {
                let cell = state.incidence.cells(unit)[usize::from(position)] as usize;
                for (word, (&has, &keeps)) in state.domains.digits(cell).iter().zip(&self.digits).enumerate() {
                    self.struck.extend(ones(&[has & !keeps]).map(|bit| (position, (64 * word + bit) as u16)));
                }
            }
        }
    }

    /// Visits all open positions depth first and lists them in order of leaving.
    fn order_by_finish(&mut self, state: &State, unit: usize) {
        self.unvisited.copy_from_slice(&self.missing);
        if !state.incidence.is_full(unit) {
            // No path continues from an unmatched digit.
            let places = &self.position_of[unit * self.digit_count..][..self.digit_count];
            for (digit, _) in places.iter().enumerate().filter(|&(_, &place)| place == NONE) {
                take(&mut self.unvisited, digit);
            }
        }
        self.visited.clear();
        self.stack.clear();
        for start in 0..state.incidence.cells(unit).len() {
            let digit = self.digit_at[unit * self.digit_count + start];
            if digit == NONE || !take(&mut self.unvisited, digit.into()) {
                continue;
            }
            self.stack.push(start as u16);
            while let Some(&position) = self.stack.last() {
                let cell = state.incidence.cells(unit)[usize::from(position)] as usize;
                let fresh =
                    state.domains.digits(cell).iter().zip(&self.unvisited).map(|(has, unvisited)| has & unvisited);
                let first = fresh.enumerate().find(|(_, bits)| *bits != 0);
                if let Some((word, bits)) = first {
                    let digit = 64 * word + bits.trailing_zeros() as usize;
                    take(&mut self.unvisited, digit);
                    self.stack.push(self.position_of[unit * self.digit_count + digit]);
                } else {
                    self.visited.push(position);
                    self.stack.pop();
                }
            }
        }
    }

    /// Records the eliminations if steps are recorded: one step for each set of cells that reserves its digits.
    fn note(&mut self, state: &mut State, unit: usize) {
        if state.steps.is_none() {
            return;
        }
        let mut rest = self.struck.clone();
        rest.sort_unstable();
        while let Some(&(_, digit)) = rest.first() {
            // The cells reached from the digit's cell have no digits but the reached ones. The struck candidate's cell is not
            // reached: otherwise cell and digit would be in one component.
            let from = self.position_of[unit * self.digit_count + usize::from(digit)];
            self.reach(state, unit, from.into(), false);
            let keeps = |&(position, digit): &(u16, u16)| {
                let (word, bit) = place_of(digit.into());
                self.unvisited[word] & bit == 0 && !self.visited.contains(&position)
            };
            let (told, untold): (Vec<_>, Vec<_>) = rest.iter().partition(|struck| keeps(struck));
            rest = untold;
            let cells = state.incidence.cells(unit);
            let candidate =
                |&(position, digit): &(u16, u16)| state.candidate(cells[usize::from(position)] as usize, digit.into());
            let candidates = told.iter().map(candidate).collect();
            let (is_naked, cells, digits) = self.visited_or_rest(state, unit);
            state.note(ReductionStep::subset(is_naked, state.unit_id(unit), cells, digits, candidates));
        }
    }
}

fn is_set(words: &[u64], index: usize) -> bool {
    let (word, bit) = place_of(index);
    words[word] & bit != 0
}

/// Clears a bit; returns whether it was set.
fn take(words: &mut [u64], index: usize) -> bool {
    let (word, bit) = place_of(index);
    let was_there = words[word] & bit != 0;
    words[word] &= !bit;
    was_there
}
