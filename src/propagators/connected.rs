//! Connected cells: a reason is a cut.
//!
//! A loss is explained by its opposite: with it, the piece has no place. Where two cells that must be in the piece are apart, the
//! reason is these two and cells between them that are not in the piece, none of which could be left out. Where the piece has a size, cells
//! are given back to it one by one, the cells that were lost last first, as long as the room is too small: the cells that can be
//! reached in as many steps as the size allows. C. Bessiere, E. Hebrard, G. Katsirelos and T. Walsh, *Reasoning about connectivity
//! constraints*, 2015, explain by cuts as well.

use crate::constraint::ConnectedCells;
use crate::propagators::past::Past;

/// What a domain says of a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The cell is not in the piece.
    Out,
    /// The cell may be in the piece.
    Open,
    /// The cell is in the piece.
    In,
}

/// The digit of the cells of a piece, if there is one only.
pub(super) fn only_digit(piece: &ConnectedCells) -> Option<usize> {
    piece.values().is_power_of_two().then(|| piece.values().trailing_zeros() as usize)
}

/// Whether it says anything of a piece that a cell, whose domain is left, lost a digit.
pub(super) fn sees(piece: &ConnectedCells, digit: usize, left: u64) -> bool {
    if piece.values() >> digit & 1 == 1 { left & piece.values() == 0 } else { left & !piece.values() == 0 }
}

fn place(piece: &ConnectedCells, domain: u64) -> Place {
    match (domain & piece.values(), domain & !piece.values()) {
        (0, _) => Place::Out,
        (_, 0) => Place::In,
        _ => Place::Open,
    }
}

/// Writes the domains of a reason; false if the room for the piece does not tell the reason.
pub(super) fn explain(piece: &ConnectedCells, past: &Past, kept: &mut Vec<u64>) -> bool {
    let mut places: Vec<Place> = past.now.iter().map(|&domain| place(piece, domain)).collect();
    let target = past.target.map(|(slot, digit)| {
        places[slot] = place(piece, past.denied(slot, digit));
        slot
    });
    let mut room = Room { piece, places, reached: vec![0; past.now.len()], time: 0, cells: Vec::new() };
    if room.is_enough() {
        return false;
    }
    // What the places were before any loss that a reason would name.
    let mut before: Vec<Place> = past.base.iter().map(|&domain| place(piece, domain)).collect();
    if let Some(slot) = target {
        before[slot] = room.places[slot];
    }
    let mut seen = vec![false; before.len()];
    let last_first = past.losses.iter().map(|&(_, slot, _)| slot);
    let lost: Vec<usize> = last_first.filter(|&slot| !std::mem::replace(&mut seen[slot], true)).collect();
    match piece.size() {
        None => room.cut(&before, &lost, target),
        Some(_) => room.give_back(&before, &lost),
    }
    kept.clear();
    kept.extend(past.base.iter().zip(&room.places).zip(&before).map(|((&domain, place), before)| match place {
        _ if place == before => domain,
        Place::Out => domain & !piece.values(),
        Place::In => domain & piece.values(),
        Place::Open => domain,
    }));
    if let Some((slot, digit)) = past.target {
        kept[slot] = past.denied(slot, digit);
    }
    true
}

/// The room for a piece.
struct Room<'p> {
    piece: &'p ConnectedCells,
    places: Vec<Place>,
    /// The number of the last flood that reached a cell, and the cells that it reached.
    reached: Vec<u32>,
    time: u32,
    cells: Vec<usize>,
}

impl Room<'_> {
    /// Whether the piece may have a place. Where it has none, the cells that were reached last are too few, or lack a cell that must be
    /// in the piece.
    fn is_enough(&mut self) -> bool {
        let musts: Vec<usize> = (0..self.places.len()).filter(|&slot| self.places[slot] == Place::In).collect();
        let least = self.piece.size().unwrap_or(1);
        let Some(&first) = musts.first() else { return self.has_component(least) };
        let Some(size) = self.piece.size() else { return self.flood([first], usize::MAX, Place::Open) == musts.len() };
        let Some(further) = size.checked_sub(musts.len()) else { return false };
        if self.flood([first], size - 1, Place::Open) < musts.len() || self.cells.len() < size {
            return false;
        }
        self.flood(musts.iter().copied(), further, Place::Open);
        self.cells.len() >= size && self.gaps_are_within(&musts, further)
    }

    /// Whether some component has so many cells.
    fn has_component(&mut self, least: usize) -> bool {
        let mut is_known = vec![false; self.places.len()];
        for first in 0..self.places.len() {
            if self.places[first] == Place::Out || is_known[first] {
                continue;
            }
            self.flood([first], usize::MAX, Place::Open);
            if self.cells.len() >= least {
                return true;
            }
            self.cells.iter().for_each(|&cell| is_known[cell] = true);
        }
        // Any cell that is given back may make a component large enough.
        self.cells.clear();
        self.cells.extend(0..is_known.len());
        self.mark();
        false
    }

    /// Whether each group of cells that must be in the piece has another group behind at most so many other cells.
    fn gaps_are_within(&mut self, musts: &[usize], further: usize) -> bool {
        let mut is_known = vec![false; self.places.len()];
        for &first in musts {
            if is_known[first] {
                continue;
            }
            self.flood([first], usize::MAX, Place::In);
            self.cells.iter().for_each(|&cell| is_known[cell] = true);
            if self.cells.len() == musts.len() {
                return true;
            }
            let group = std::mem::take(&mut self.cells);
            let reached = self.flood(group.iter().copied(), further + 1, Place::Open);
            if reached == group.len() {
                return false;
            }
        }
        true
    }

    /// Reaches cells from some in at most so many steps, over cells that are as sure to be in the piece; the number of reached cells
    /// that must be in it.
    fn flood(&mut self, from: impl IntoIterator<Item = usize>, steps: usize, least: Place) -> usize {
        self.cells.clear();
        self.cells.extend(from);
        self.mark();
        let (mut begin, mut step) = (0, 0);
        while begin < self.cells.len() && step < steps {
            let end = self.cells.len();
            for at in begin..end {
                for &other in self.piece.neighbours(self.cells[at]) {
                    let is_way = match self.places[other] {
                        Place::Out => false,
                        Place::Open => least == Place::Open,
                        Place::In => true,
                    };
                    if is_way && self.reached[other] != self.time {
                        self.reached[other] = self.time;
                        self.cells.push(other);
                    }
                }
            }
            (begin, step) = (end, step + 1);
        }
        self.cells.iter().filter(|&&cell| self.places[cell] == Place::In).count()
    }

    /// Marks the cells as reached by a further flood.
    fn mark(&mut self) {
        self.time += 1;
        self.cells.iter().for_each(|&cell| self.reached[cell] = self.time);
    }

    fn is_reached(&self, slot: usize) -> bool {
        self.reached[slot] == self.time
    }

    fn is_beside_reached(&self, slot: usize) -> bool {
        self.piece.neighbours(slot).iter().any(|&other| self.is_reached(other))
    }

    /// Gives back all cells beyond the border of those that were reached last, and then cell by cell, `lost` in order, as many as the
    /// room stays too small for.
    fn give_back(&mut self, before: &[Place], lost: &[usize]) {
        for (slot, &place) in before.iter().enumerate() {
            if self.places[slot] == Place::Out && !self.is_beside_reached(slot) {
                self.places[slot] = place;
            }
        }
        for &slot in lost {
            let known = std::mem::replace(&mut self.places[slot], before[slot]);
            if known != before[slot] && self.is_enough() {
                self.places[slot] = known;
            }
        }
    }

    /// Gives back all cells but two that must be in the piece and are apart, and the cells of the border of the part with one of them
    /// that can be reached from the other. `lost` are the cells with losses, the last first.
    fn cut(&mut self, before: &[Place], lost: &[usize], target: Option<usize>) {
        let is_must = |slot: &usize| self.places[*slot] == Place::In;
        // Cells that were known earlier make a reason that goes back further; what needs no reason is best.
        let free = (0..before.len()).filter(|&slot| before[slot] == Place::In);
        let musts: Vec<usize> =
            target.into_iter().chain(free).chain(lost.iter().rev().copied()).filter(is_must).collect();
        let Some(&one) = musts.first() else { return };
        self.flood([one], usize::MAX, Place::Open);
        let Some(&other) = musts.iter().find(|&&must| !self.is_reached(must)) else { return };
        let border = (0..before.len()).filter(|&slot| !self.is_reached(slot) && self.is_beside_reached(slot));
        let border: Vec<usize> = border.collect();
        // Every cell beyond the border may be a way to it, but for those of which no reason is needed.
        self.places.copy_from_slice(before);
        for &slot in &border {
            self.places[slot] = Place::Out;
        }
        self.flood([other], usize::MAX, Place::Open);
        self.places.copy_from_slice(before);
        self.places[one] = Place::In;
        self.places[other] = Place::In;
        for slot in border {
            if self.is_beside_reached(slot) {
                self.places[slot] = Place::Out;
            }
        }
    }
}
