//! Candidates as bits, and singles until quiet.
//!
//! Naked singles are seen when a candidate is struck out; hidden ones by sweeping the units that lost a candidate, with
//! the digits that were met once and twice as two sets. That is quicker than counting places, since most candidates are
//! struck out before anybody asks.

use std::sync::Arc;

use crate::geometry::Incidence;

/// A set of digits, the digit's index as the bit.
pub(in crate::generate) type Digits<const W: usize> = [u64; W];

/// Digits by cell, from 1; 0 where a cell is open.
pub(in crate::generate) type Values = Vec<u16>;

/// What a search copies when it branches.
#[derive(Clone, Debug, Default)]
pub(in crate::generate) struct State<const W: usize> {
    /// Of open cells; a filled cell has none.
    pub(in crate::generate) candidates: Vec<Digits<W>>,
    pub(in crate::generate) values: Values,
    /// The digits that each unit has.
    used: Vec<Digits<W>>,
    pub(in crate::generate) open: usize,
}

impl<const W: usize> State<W> {
    /// Copies another state into the memory at hand.
    pub(in crate::generate) fn copy_from(&mut self, other: &Self) {
        self.candidates.clone_from(&other.candidates);
        self.values.clone_from(&other.values);
        self.used.clone_from(&other.used);
        self.open = other.open;
    }
}

/// A state and what is still to be looked at in it.
#[derive(Clone, Debug)]
pub(in crate::generate) struct Deduction<const W: usize> {
    pub(in crate::generate) incidence: Arc<Incidence>,
    pub(in crate::generate) state: State<W>,
    all: Digits<W>,
    naked: Vec<u32>,
    dirty: Vec<u32>,
    is_dirty: Vec<bool>,
}

/// A cell without a digit or a digit without a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::generate) struct Contradiction;

pub(in crate::generate) fn count<const W: usize>(digits: Digits<W>) -> u32 {
    digits.iter().map(|word| word.count_ones()).sum()
}

pub(in crate::generate) fn bit<const W: usize>(value: u16) -> Digits<W> {
    let mut digits = [0; W];
    digits[usize::from(value - 1) / 64] = 1 << ((value - 1) % 64);
    digits
}

/// The smallest digit of a set, or 0.
pub(in crate::generate) fn lowest<const W: usize>(digits: Digits<W>) -> u16 {
    let word = digits.iter().position(|&word| word != 0);
    word.map_or(0, |word| 64 * word as u16 + digits[word].trailing_zeros() as u16 + 1)
}

pub(in crate::generate) fn both<const W: usize>(a: Digits<W>, b: Digits<W>) -> Digits<W> {
    std::array::from_fn(|word| a[word] & b[word])
}

fn either<const W: usize>(a: Digits<W>, b: Digits<W>) -> Digits<W> {
    std::array::from_fn(|word| a[word] | b[word])
}

pub(in crate::generate) fn without<const W: usize>(a: Digits<W>, b: Digits<W>) -> Digits<W> {
    std::array::from_fn(|word| a[word] & !b[word])
}

impl<const W: usize> Deduction<W> {
    pub(in crate::generate) fn new(incidence: &Arc<Incidence>) -> Self {
        let mut all = [0; W];
        (0..incidence.side()).for_each(|digit| all[digit / 64] |= 1 << (digit % 64));
        let is_dirty = vec![false; incidence.unit_count()];
        let state = State::default();
        Self { incidence: Arc::clone(incidence), state, all, naked: Vec::new(), dirty: Vec::new(), is_dirty }
    }

    /// Begins with clues of which no two are in conflict.
    pub(in crate::generate) fn begin(&mut self, clues: &[u16]) -> Result<(), Contradiction> {
        self.quieten();
        let Self { incidence, state, all, naked, .. } = self;
        state.values.clear();
        state.values.extend_from_slice(clues);
        state.used.clear();
        state.used.resize(incidence.unit_count(), [0; W]);
        state.open = 0;
        for (cell, &value) in clues.iter().enumerate() {
            if value == 0 {
                state.open += 1;
                continue;
            }
            let bit = bit::<W>(value);
            for &unit in incidence.units(cell) {
                let used = &mut state.used[unit as usize];
                *used = either(*used, bit);
            }
        }
        state.candidates.clear();
        for (cell, &value) in clues.iter().enumerate() {
            let mut candidates = [0; W];
            if value == 0 {
                candidates = *all;
                for &unit in incidence.units(cell) {
                    candidates = without(candidates, state.used[unit as usize]);
                }
                match count(candidates) {
                    0 => return Err(Contradiction),
                    1 => naked.push(cell as u32),
                    _ => {}
                }
            }
            state.candidates.push(candidates);
        }
        (0..self.incidence.unit_count()).for_each(|unit| self.soil(unit));
        Ok(())
    }

    /// Forgets what was to be looked at.
    pub(in crate::generate) fn quieten(&mut self) {
        self.naked.clear();
        self.dirty.drain(..).for_each(|unit| self.is_dirty[unit as usize] = false);
    }

    fn soil(&mut self, unit: usize) {
        if !std::mem::replace(&mut self.is_dirty[unit], true) {
            self.dirty.push(unit as u32);
        }
    }

    fn soil_around(&mut self, cell: usize) {
        let Self { incidence, dirty, is_dirty, .. } = self;
        for &unit in incidence.units(cell) {
            if !std::mem::replace(&mut is_dirty[unit as usize], true) {
                dirty.push(unit);
            }
        }
    }

    /// Strikes out candidates of an open cell.
    pub(in crate::generate) fn strike_out(&mut self, cell: usize, digits: Digits<W>) -> Result<(), Contradiction> {
        let candidates = &mut self.state.candidates[cell];
        *candidates = without(*candidates, digits);
        match count(*candidates) {
            0 => return Err(Contradiction),
            1 => self.naked.push(cell as u32),
            _ => {}
        }
        self.soil_around(cell);
        Ok(())
    }

    /// Writes a candidate of an open cell.
    pub(in crate::generate) fn place(&mut self, cell: usize, value: u16) -> Result<(), Contradiction> {
        let bit = bit::<W>(value);
        self.state.values[cell] = value;
        self.state.open -= 1;
        self.state.candidates[cell] = [0; W];
        self.soil_around(cell);
        let Self { incidence, state, naked, dirty, is_dirty, .. } = self;
        for &unit in incidence.units(cell) {
            let used = &mut state.used[unit as usize];
            *used = either(*used, bit);
            for &other in incidence.cells(unit as usize) {
                let candidates = &mut state.candidates[other as usize];
                if both(*candidates, bit) == [0; W] {
                    continue;
                }
                *candidates = without(*candidates, bit);
                match count(*candidates) {
                    0 => return Err(Contradiction),
                    1 => naked.push(other),
                    _ => {}
                }
                for &unit in incidence.units(other as usize) {
                    if !std::mem::replace(&mut is_dirty[unit as usize], true) {
                        dirty.push(unit);
                    }
                }
            }
        }
        Ok(())
    }

    /// Fills singles until there is none.
    pub(in crate::generate) fn singles(&mut self) -> Result<(), Contradiction> {
        loop {
            while let Some(cell) = self.naked.pop() {
                let cell = cell as usize;
                if self.state.values[cell] == 0 {
                    self.place(cell, lowest(self.state.candidates[cell]))?;
                }
            }
            let Some(unit) = self.dirty.pop() else { return Ok(()) };
            self.is_dirty[unit as usize] = false;
            self.sweep(unit as usize)?;
        }
    }

    /// Fills the hidden singles of a unit.
    fn sweep(&mut self, unit: usize) -> Result<(), Contradiction> {
        let (mut once, mut twice) = ([0; W], [0; W]);
        for &cell in self.incidence.cells(unit) {
            let candidates = self.state.candidates[cell as usize];
            twice = either(twice, both(once, candidates));
            once = either(once, candidates);
        }
        if either(once, self.state.used[unit]) != self.all {
            return Err(Contradiction);
        }
        let mut hidden = without(once, twice);
        for at in 0..self.incidence.side() {
            if hidden == [0; W] {
                break;
            }
            let cell = self.incidence.cells(unit)[at] as usize;
            let here = both(self.state.candidates[cell], hidden);
            match count(here) {
                0 => {}
                1 => {
                    hidden = without(hidden, here);
                    self.place(cell, lowest(here))?;
                }
                _ => return Err(Contradiction),
            }
        }
        Ok(())
    }
}
