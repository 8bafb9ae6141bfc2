//! The domains seen from the units: the places left for each digit, and the resulting queues of the techniques.

use crate::budget::{Running, StopReason};
use crate::geometry::Incidence;
use crate::reduction::bits::{ones, place_of};
use crate::reduction::domains::{Domains, Watch, Wipeout};
use crate::reduction::queue::Queue;
use crate::reduction::techniques::Techniques;
use crate::rule::Rules;

/// The count for a digit that is written in the unit or need not occur in it: in a unit of fewer cells than digits a digit may
/// have no place.
const NOT_COUNTED: u16 = u16::MAX;

/// Open cells between two looks at the clock: some milliseconds on a board of hundreds of digits. A small board has no look.
const CELLS_PER_LOOK: usize = 1024;

/// Why deduction does not begin.
pub(super) enum NotBegun<C> {
    /// The contradiction.
    Contradiction(C),
    /// The budget ended.
    Stopped(StopReason),
}

impl From<Wipeout> for NotBegun<Wipeout> {
    fn from(wipeout: Wipeout) -> Self {
        Self::Contradiction(wipeout)
    }
}

impl<C> From<StopReason> for NotBegun<C> {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason)
    }
}

/// The places of each digit in each unit, and a queue for each technique.
///
/// A unit's digit is numbered `unit * digit_count + digit`. A cell's last digit, a digit's last place and the work of the wanted
/// techniques are queued.
pub(super) struct Places {
    digit_count: usize,
    words: usize,
    /// The positions that each digit of a unit has left, a bit each.
    in_unit: Vec<u64>,
    left_in_unit: Vec<u16>,
    /// Cells with one digit left, and digits of units with one place left.
    pub naked: Vec<u32>,
    pub hidden: Vec<u32>,
    /// The most cells that each unit shares with another; empty unless locked candidates are wanted.
    most_shared: Vec<u16>,
    /// Digits of units whose places became few enough to be locked.
    pub locked: Queue,
    /// Units that lost a candidate.
    pub subsets: Queue,
    pub matching: Queue,
    /// The most places of a digit that may all be peers of a cell outside; empty unless overlaps are wanted.
    most_seen: Vec<u16>,
    /// Digits of units whose places became few enough to have a common peer.
    pub common_peers: Queue,
    /// Digits that lost a place.
    pub leftovers: Queue,
    /// The rules of the puzzle, and which of their constraints had a cell that lost a digit.
    rules: Rules,
    pub constraints: Queue,
}

impl Places {
    /// What the domains leave, all of it queued.
    pub(super) fn of(
        domains: &Domains,
        incidence: &Incidence,
        rules: &Rules,
        techniques: Techniques,
        running: &Running,
    ) -> Result<Self, NotBegun<Wipeout>> {
        let (digit_count, units, words) = (incidence.digit_count(), incidence.unit_count(), domains.words());
        let wants = |technique, things| if techniques.contains(technique) { things } else { 0 };
        // A cell sees a unit through the cell's own units, and through each only the cells that both units share.
        let units_of_cell = incidence.most_units().min(u16::MAX.into()) as u16;
        let seen = || incidence.most_shared().iter().map(|&shared| shared.saturating_mul(units_of_cell)).collect();
        let mut places = Self {
            digit_count,
            words,
            in_unit: vec![0; units * digit_count * words],
            left_in_unit: vec![0; units * digit_count],
            naked: Vec::new(),
            hidden: Vec::new(),
            most_shared: if techniques.contains(Techniques::LOCKED) {
                incidence.most_shared().to_vec()
            } else {
                Vec::new()
            },
            most_seen: if techniques.contains(Techniques::OVERLAPS) { seen() } else { Vec::new() },
            locked: Queue::new(wants(Techniques::LOCKED, units * digit_count)),
            subsets: Queue::new(wants(Techniques::SUBSETS, units)),
            matching: Queue::new(wants(Techniques::MATCHING, units)),
            common_peers: Queue::new(wants(Techniques::OVERLAPS, units * digit_count)),
            leftovers: Queue::new(wants(Techniques::OVERLAPS, digit_count)),
            rules: rules.clone(),
            constraints: Queue::new(rules.constraints().len()),
        };
        (0..rules.constraints().len()).for_each(|number| places.constraints.push(number));
        places.see_all(domains, incidence, running)?;
        Ok(places)
    }

    fn see_all(
        &mut self,
        domains: &Domains,
        incidence: &Incidence,
        running: &Running,
    ) -> Result<(), NotBegun<Wipeout>> {
        for unit in (0..incidence.unit_count()).filter(|&unit| !incidence.is_full(unit)) {
            self.left_in_unit[unit * self.digit_count..][..self.digit_count].fill(NOT_COUNTED);
        }
        for (cell, &ordinal) in domains.ordinals().iter().enumerate().filter(|&(_, &ordinal)| ordinal != 0) {
            for place in incidence.places(cell) {
                self.left_in_unit[place.unit * self.digit_count + usize::from(ordinal) - 1] = NOT_COUNTED;
            }
        }
        for (seen, cell) in (1..).zip((0..incidence.cell_count()).filter(|&cell| domains.is_open(cell))) {
            if seen % CELLS_PER_LOOK == 0 {
                running.check()?;
            }
            for digit in ones(domains.digits(cell)) {
                for place in incidence.places(cell) {
                    let slot = place.unit * self.digit_count + digit;
                    let (word, bit) = place_of(place.position);
                    self.in_unit[slot * self.words + word] |= bit;
                    if self.left_in_unit[slot] != NOT_COUNTED {
                        self.left_in_unit[slot] += 1;
                    }
                }
            }
            match domains.left()[cell] {
                0 => return Err(Wipeout::Cell(cell as u32).into()),
                1 => self.naked.push(cell as u32),
                _ => {}
            }
        }
        (0..self.left_in_unit.len()).try_for_each(|slot| self.see_slot(slot))?;
        (0..incidence.unit_count()).for_each(|unit| self.see_unit(unit));
        Ok(())
    }

    /// The places of a digit in a unit as bits.
    pub(super) fn positions(&self, unit: usize, digit: usize) -> &[u64] {
        &self.in_unit[(unit * self.digit_count + digit) * self.words..][..self.words]
    }

    /// The number of places a unit has left for a digit; `None` if the digit is placed or need not occur.
    pub(super) fn left_in_unit(&self, unit: usize, digit: usize) -> Option<usize> {
        let left = self.left_in_unit[unit * self.digit_count + digit];
        (left != NOT_COUNTED).then_some(left.into())
    }

    fn see_cell(&mut self, cell: usize) {
        let Self { rules, constraints, .. } = self;
        rules.of_cell(cell).iter().for_each(|&number| constraints.push(number as usize));
    }

    /// Takes a place of a digit from the units of the cell.
    fn leave_units(&mut self, incidence: &Incidence, cell: usize, digit: usize) -> Result<(), Wipeout> {
        for place in incidence.places(cell) {
            let slot = place.unit * self.digit_count + digit;
            let (word, bit) = place_of(place.position);
            self.in_unit[slot * self.words + word] &= !bit;
            if self.left_in_unit[slot] != NOT_COUNTED {
                self.left_in_unit[slot] -= 1;
                self.see_slot(slot)?;
            }
            self.see_unit(place.unit);
        }
        Ok(())
    }

    fn see_slot(&mut self, slot: usize) -> Result<(), Wipeout> {
        let left = self.left_in_unit[slot];
        match left {
            0 => return Err(Wipeout::Place(slot as u32)),
            1 => self.hidden.push(slot as u32),
            _ => {}
        }
        if self.most_shared.get(slot / self.digit_count).is_some_and(|&most| left <= most) {
            self.locked.push(slot);
        }
        if self.most_seen.get(slot / self.digit_count).is_some_and(|&most| left <= most) {
            self.common_peers.push(slot);
        }
        self.leftovers.push(slot % self.digit_count);
        Ok(())
    }

    fn see_unit(&mut self, unit: usize) {
        self.subsets.push(unit);
        self.matching.push(unit);
    }
}

impl Watch for Places {
    fn lost(&mut self, incidence: &Incidence, cell: usize, digit: usize, left: u16) -> Result<(), Wipeout> {
        if left == 1 {
            self.naked.push(cell as u32);
        }
        self.see_cell(cell);
        self.leave_units(incidence, cell, digit)
    }

    fn placed(&mut self, incidence: &Incidence, cell: usize, digit: usize, before: &[u64]) -> Result<(), Wipeout> {
        self.see_cell(cell);
        for other in ones(before).filter(|&other| other != digit) {
            self.leave_units(incidence, cell, other)?;
        }
        // A unit that loses only the further places of a written digit gives no technique new work.
        for place in incidence.places(cell) {
            let slot = place.unit * self.digit_count + digit;
            let (word, bit) = place_of(place.position);
            self.in_unit[slot * self.words + word] &= !bit;
            self.left_in_unit[slot] = NOT_COUNTED;
        }
        Ok(())
    }
}
