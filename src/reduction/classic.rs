//! Singles on the classic 9×9 board: for each digit the set of its cells in 81 bits.
//!
//! Naked singles of all cells fall out of nine steps of carrying; hidden singles are sets that share one cell with a unit.
//! Nothing is allocated and no step is noted. Steps and the place of a contradiction come from
//! [`State`](crate::reduction::state::State), which comes to the same grid.

use crate::grid::ClassicGrid;

const SIDE: usize = 9;
const ALL: u128 = (1 << (SIDE * SIDE)) - 1;

/// The cells of rows, columns and boxes.
const UNITS: [u128; 3 * SIDE] = {
    let mut units = [0; 3 * SIDE];
    let mut cell = 0;
    while cell < SIDE * SIDE {
        let (row, column) = (cell / SIDE, cell % SIDE);
        units[row] |= 1 << cell;
        units[SIDE + column] |= 1 << cell;
        units[2 * SIDE + row / 3 * 3 + column / 3] |= 1 << cell;
        cell += 1;
    }
    units
};

/// The cells that share a unit with each cell, without itself.
const PEERS: [u128; SIDE * SIDE] = {
    let mut peers = [0; SIDE * SIDE];
    let mut cell = 0;
    while cell < SIDE * SIDE {
        let (row, column) = (cell / SIDE, cell % SIDE);
        let units = UNITS[row] | UNITS[SIDE + column] | UNITS[2 * SIDE + row / 3 * 3 + column / 3];
        peers[cell] = units & !(1 << cell);
        cell += 1;
    }
    peers
};

/// The digits of the 81 cells, from 1, 0 where a cell is empty.
type Digits = [u8; SIDE * SIDE];

struct Classic {
    /// The cells that may have each digit, or have it.
    places: [u128; SIDE],
    filled: u128,
    digits: Digits,
}

/// Fills naked and hidden singles until none is left; none where that meets a contradiction.
pub(in crate::reduction) fn singles(puzzle: ClassicGrid<'_>) -> Option<Digits> {
    let mut classic = Classic { places: [ALL; SIDE], filled: 0, digits: [0; SIDE * SIDE] };
    for (cell, digit) in puzzle.values().into_iter().enumerate().filter(|&(_, digit)| digit > 0) {
        classic.place(usize::from(digit) - 1, 1 << cell)?;
    }
    while classic.naked()? || classic.hidden()? {}
    Some(classic.digits)
}

impl Classic {
    /// Writes a digit into the cell of a bit; none where it cannot stand there.
    fn place(&mut self, digit: usize, bit: u128) -> Option<()> {
        if self.places[digit] & bit == 0 {
            return None;
        }
        let cell = bit.trailing_zeros() as usize;
        let at_home = self.places[digit] & !PEERS[cell];
        self.places.iter_mut().for_each(|places| *places &= !bit);
        self.places[digit] = at_home;
        self.filled |= bit;
        self.digits[cell] = digit as u8 + 1;
        Some(())
    }

    /// Fills the cells that have one digit left; false where there is none.
    fn naked(&mut self) -> Option<bool> {
        let (mut once, mut twice) = (0, 0);
        for places in self.places {
            twice |= once & places;
            once |= places;
        }
        if once != ALL {
            return None;
        }
        let naked = once & !twice & !self.filled;
        for digit in 0..SIDE {
            let mut cells = naked & self.places[digit];
            while cells != 0 {
                self.place(digit, cells & cells.wrapping_neg())?;
                cells &= cells - 1;
            }
        }
        Some(naked != 0)
    }

    /// Fills the only places of digits in units; false where there is none.
    fn hidden(&mut self) -> Option<bool> {
        let mut is_any = false;
        for digit in 0..SIDE {
            for unit in UNITS {
                let places = self.places[digit] & unit;
                if places == 0 {
                    return None;
                }
                if places.is_power_of_two() && places & self.filled == 0 {
                    self.place(digit, places)?;
                    is_any = true;
                }
            }
        }
        Some(is_any)
    }
}
