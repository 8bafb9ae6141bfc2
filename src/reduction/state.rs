//! A grid and its live candidates, seen from the cells and from the units, while deduction is at work on them.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::geometry::{Candidate, Cell, Digit, Geometry, Incidence, UnitId};
use crate::grid::Grid;
use crate::reduction::candidates::{ones, place_of};
use crate::reduction::{Candidates, Contradiction, Reduced, Step, Techniques};

/// Each thing waits in it at most once; first in, first out.
pub(in crate::reduction) struct Queue {
    waiting: VecDeque<u32>,
    /// A bit for each thing that may wait; empty where nobody asks for this queue.
    is_waiting: Vec<u64>,
}

impl Queue {
    fn new(is_asked: bool, things: usize) -> Self {
        Self { waiting: VecDeque::new(), is_waiting: vec![0; if is_asked { things.div_ceil(64) } else { 0 }] }
    }

    fn push(&mut self, thing: usize) {
        let (word, bit) = place_of(thing);
        if let Some(word) = self.is_waiting.get_mut(word)
            && *word & bit == 0
        {
            *word |= bit;
            self.waiting.push_back(thing as u32);
        }
    }

    pub(in crate::reduction) fn pop(&mut self) -> Option<usize> {
        loop {
            let thing = self.waiting.pop_front()? as usize;
            if self.forget(thing) {
                return Some(thing);
            }
        }
    }

    /// Lets a thing wait no longer; whether it did.
    pub(in crate::reduction) fn forget(&mut self, thing: usize) -> bool {
        let (word, bit) = place_of(thing);
        let Some(word) = self.is_waiting.get_mut(word) else { return false };
        let did_wait = *word & bit != 0;
        *word &= !bit;
        did_wait
    }
}

/// The digit has its place in the unit: nobody waits for another.
const PLACED: u16 = u16::MAX;

/// The state of deduction. Each candidate is struck out at most once, which takes time in the units of its cell.
///
/// A unit's digit is numbered `unit * side + digit`. What comes down to one is queued, and so is what the wanted steps
/// must look at again.
pub(in crate::reduction) struct State {
    pub geometry: Arc<Geometry>,
    pub incidence: Arc<Incidence>,
    pub side: usize,
    /// Words for a cell's digits, and for a digit's positions in a unit.
    pub words: usize,
    grid: Grid,
    in_cell: Vec<u64>,
    in_unit: Vec<u64>,
    left_in_cell: Vec<u16>,
    left_in_unit: Vec<u16>,
    naked: Vec<u32>,
    hidden: Vec<u32>,
    /// The most cells that each unit shares with another; empty unless locked candidates are wanted.
    most_shared: Vec<u16>,
    /// Digits of units whose places became few enough to be locked.
    pub locked: Queue,
    /// Units that lost a candidate.
    pub subsets: Queue,
    pub matching: Queue,
    /// The most places of a digit that may all be peers of a cell outside; 0 unless overlaps are wanted.
    most_seen: Vec<u16>,
    /// Digits of units whose places became few enough to have a common peer.
    pub common_peers: Queue,
    /// Digits that lost a place.
    pub leftovers: Queue,
    /// The steps taken, where they are asked for.
    pub steps: Option<Vec<Step>>,
}

impl State {
    /// The candidates that the clues leave. The clues must not clash.
    pub(in crate::reduction) fn of(
        puzzle: &Grid,
        techniques: Techniques,
        with_steps: bool,
    ) -> Result<Self, Contradiction> {
        let geometry = puzzle.geometry();
        let (side, units) = (geometry.side(), geometry.unit_count());
        let words = side.div_ceil(64);
        let incidence = geometry.incidence();
        let wants_locked = techniques.contains(Techniques::LOCKED);
        let wants_overlaps = techniques.contains(Techniques::OVERLAPS);
        // A cell sees no more of a unit through each of its own units than that shares with it.
        let units_of_cell = incidence.most_units() as u16;
        let seen = || incidence.most_shared().iter().map(|&shared| shared.saturating_mul(units_of_cell)).collect();
        let mut state = Self {
            geometry: Arc::clone(geometry),
            most_seen: if wants_overlaps { seen() } else { Vec::new() },
            most_shared: if wants_locked { incidence.most_shared().to_vec() } else { Vec::new() },
            incidence: Arc::clone(incidence),
            side,
            words,
            grid: puzzle.clone(),
            in_cell: Candidates::of(puzzle).into_words(),
            in_unit: vec![0; units * side * words],
            left_in_cell: vec![0; geometry.cell_count()],
            left_in_unit: vec![0; units * side],
            naked: Vec::new(),
            hidden: Vec::new(),
            locked: Queue::new(wants_locked, units * side),
            subsets: Queue::new(techniques.contains(Techniques::SUBSETS), units),
            matching: Queue::new(techniques.contains(Techniques::MATCHING), units),
            common_peers: Queue::new(wants_overlaps, units * side),
            leftovers: Queue::new(wants_overlaps, side),
            steps: with_steps.then(Vec::new),
        };
        state.see_all()?;
        Ok(state)
    }

    fn see_all(&mut self) -> Result<(), Contradiction> {
        for clue in self.grid.clues() {
            for place in self.incidence.places(self.geometry.index(clue.cell)) {
                self.left_in_unit[place.unit * self.side + clue.digit.index()] = PLACED;
            }
        }
        for cell in 0..self.left_in_cell.len() {
            if self.grid.digits()[cell].is_some() {
                continue;
            }
            for digit in ones(&self.in_cell[cell * self.words..][..self.words]) {
                self.left_in_cell[cell] += 1;
                for place in self.incidence.places(cell) {
                    let slot = place.unit * self.side + digit;
                    let (word, bit) = place_of(place.position);
                    self.in_unit[slot * self.words + word] |= bit;
                    self.left_in_unit[slot] += 1;
                }
            }
            self.see_cell(cell)?;
        }
        (0..self.left_in_unit.len()).try_for_each(|slot| self.see_slot(slot))?;
        (0..self.geometry.unit_count()).for_each(|unit| self.see_unit(unit));
        Ok(())
    }

    pub(in crate::reduction) fn into_reduced(self, has_eliminations: bool) -> Reduced {
        let candidates = Candidates::from_words(&self.geometry, self.in_cell);
        let reduced = Reduced::with_candidates(self.grid, candidates, has_eliminations);
        Reduced { steps: self.steps.unwrap_or_default(), ..reduced }
    }

    /// Records a step, where steps are asked for.
    pub(in crate::reduction) fn note(&mut self, step: Step) {
        if let Some(steps) = &mut self.steps {
            steps.push(step);
        }
    }

    /// The next digit that follows, with the unit in which it has one place left; naked singles, which need none, first.
    pub(in crate::reduction) fn next_single(&mut self) -> Option<(Candidate, Option<UnitId>)> {
        while let Some(cell) = self.naked.pop() {
            let cell = cell as usize;
            if self.is_open(cell)
                && let Some(digit) = ones(self.digits(cell)).next()
            {
                return Some((self.candidate(cell, digit), None));
            }
        }
        while let Some(slot) = self.hidden.pop() {
            let (unit, digit) = (slot as usize / self.side, slot as usize % self.side);
            // The digit may have been placed in the unit since it was queued; then it has no place left.
            let position = ones(self.positions(unit, digit)).next();
            if let Some(position) = position {
                let cell = self.incidence.cells(unit)[position] as usize;
                return Some((self.candidate(cell, digit), Some(self.unit_id(unit))));
            }
        }
        None
    }

    pub(in crate::reduction) fn is_open(&self, cell: usize) -> bool {
        self.grid.digits()[cell].is_none()
    }

    /// The digits of a cell as bits.
    pub(in crate::reduction) fn digits(&self, cell: usize) -> &[u64] {
        &self.in_cell[cell * self.words..][..self.words]
    }

    /// The places of a digit in a unit as bits.
    pub(in crate::reduction) fn positions(&self, unit: usize, digit: usize) -> &[u64] {
        &self.in_unit[(unit * self.side + digit) * self.words..][..self.words]
    }

    /// How many digits a cell has left.
    pub(in crate::reduction) fn left_in_cell(&self, cell: usize) -> usize {
        self.left_in_cell[cell].into()
    }

    /// How many places a unit has left for a digit; none where the digit is placed.
    pub(in crate::reduction) fn left_in_unit(&self, unit: usize, digit: usize) -> Option<usize> {
        let left = self.left_in_unit[unit * self.side + digit];
        (left != PLACED).then_some(left.into())
    }

    pub(in crate::reduction) fn is_live(&self, cell: usize, digit: usize) -> bool {
        let (word, bit) = place_of(digit);
        self.in_cell[cell * self.words + word] & bit != 0
    }

    pub(in crate::reduction) fn is_filled_with(&self, cell: usize, digit: usize) -> bool {
        self.grid.digits()[cell].is_some_and(|filled| filled.index() == digit)
    }

    pub(in crate::reduction) fn cell(&self, index: usize) -> Cell {
        self.geometry.cell(index)
    }

    pub(in crate::reduction) fn candidate(&self, cell: usize, digit: usize) -> Candidate {
        Candidate::new(self.cell(cell), Digit::from_index(digit))
    }

    pub(in crate::reduction) fn unit_id(&self, unit: usize) -> UnitId {
        self.geometry.unit_id(unit)
    }

    /// Writes a live candidate into the grid and strikes out what it rules out.
    pub(in crate::reduction) fn place(&mut self, candidate: Candidate) -> Result<(), Contradiction> {
        let (cell, digit) = (self.geometry.index(candidate.cell), candidate.digit.index());
        // A live candidate is in range.
        let _ = self.grid.set(candidate.cell, Some(candidate.digit));
        for word in 0..self.words {
            let bits = std::mem::take(&mut self.in_cell[cell * self.words + word]);
            for other in ones(&[bits]).map(|bit| 64 * word + bit).filter(|&other| other != digit) {
                self.leave_units(cell, other)?;
            }
        }
        self.left_in_cell[cell] = 0;
        for at in self.incidence.range(cell) {
            let slot = self.incidence.place(at).unit * self.side + digit;
            self.left_in_unit[slot] = PLACED;
        }
        for at in self.incidence.range(cell) {
            let unit = self.incidence.place(at).unit;
            for word in 0..self.words {
                let bits = std::mem::take(&mut self.in_unit[(unit * self.side + digit) * self.words + word]);
                for position in ones(&[bits]) {
                    let peer = self.incidence.cells(unit)[64 * word + position] as usize;
                    if peer != cell && self.is_live(peer, digit) {
                        self.strike_out(peer, digit)?;
                    }
                }
            }
            self.see_unit(unit);
        }
        Ok(())
    }

    /// Strikes out a live candidate.
    pub(in crate::reduction) fn strike_out(&mut self, cell: usize, digit: usize) -> Result<(), Contradiction> {
        let (word, bit) = place_of(digit);
        self.in_cell[cell * self.words + word] &= !bit;
        self.left_in_cell[cell] -= 1;
        self.see_cell(cell)?;
        self.leave_units(cell, digit)
    }

    /// Takes a place of a digit from the units of the cell.
    fn leave_units(&mut self, cell: usize, digit: usize) -> Result<(), Contradiction> {
        for at in self.incidence.range(cell) {
            let place = self.incidence.place(at);
            let slot = place.unit * self.side + digit;
            let (word, bit) = place_of(place.position);
            self.in_unit[slot * self.words + word] &= !bit;
            if self.left_in_unit[slot] != PLACED {
                self.left_in_unit[slot] -= 1;
                self.see_slot(slot)?;
            }
            self.see_unit(place.unit);
        }
        Ok(())
    }

    fn see_cell(&mut self, cell: usize) -> Result<(), Contradiction> {
        match self.left_in_cell[cell] {
            0 => return Err(Contradiction::NoDigit(self.cell(cell))),
            1 => self.naked.push(cell as u32),
            _ => {}
        }
        Ok(())
    }

    fn see_slot(&mut self, slot: usize) -> Result<(), Contradiction> {
        let left = self.left_in_unit[slot];
        match left {
            0 => {
                let (unit, digit) = (self.unit_id(slot / self.side), Digit::from_index(slot % self.side));
                return Err(Contradiction::NoPlace(digit, unit));
            }
            1 => self.hidden.push(slot as u32),
            _ => {}
        }
        if self.most_shared.get(slot / self.side).is_some_and(|&most| left <= most) {
            self.locked.push(slot);
        }
        if self.most_seen.get(slot / self.side).is_some_and(|&most| left <= most) {
            self.common_peers.push(slot);
        }
        self.leftovers.push(slot % self.side);
        Ok(())
    }

    fn see_unit(&mut self, unit: usize) {
        self.subsets.push(unit);
        self.matching.push(unit);
    }
}
