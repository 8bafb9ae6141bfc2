//! Deduction on the classic 9×9 board: for each digit the set of its cells in 81 bits.
//!
//! Carrying through the nine sets finds the naked singles of all cells; a hidden single is a set that shares one cell with a
//! unit; locked candidates are two differences of a box and a line. Subsets are searched among all sets of a unit's open cells,
//! few once singles are written: k cells with k digits reserve these digits (P. Hall, *On representatives of subsets*, 1935).
//! With nine cells the search finds every consequence of the unit, since a hidden subset is the complement of a naked one.
//! Deduction here allocates no memory and records no steps. [`State`](crate::reduction::state::State) reaches the same grid and
//! candidates, and supplies the steps and the place of a contradiction.

use crate::grid::ClassicGrid;
use crate::reduction::techniques::Techniques;

const SIDE: usize = 9;
const CELLS: usize = SIDE * SIDE;
const ALL: u128 = (1 << CELLS) - 1;

/// The techniques that are known here; matching and subsets give equal results.
const KNOWN: Techniques =
    Techniques::SINGLES.union(Techniques::LOCKED).union(Techniques::SUBSETS).union(Techniques::MATCHING);

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

/// The peers of each cell.
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

/// The number of members of each set of up to nine.
const COUNT: [u8; 1 << SIDE] = {
    let mut count = [0; 1 << SIDE];
    let mut set = 1;
    while set < count.len() {
        count[set] = count[set >> 1] + (set & 1) as u8;
        set += 1;
    }
    count
};

/// The rows and columns that cross each box.
const LINES_OF_BOX: [[u128; 6]; SIDE] = {
    let mut lines = [[0; 6]; SIDE];
    let mut at = 0;
    while at < SIDE {
        let mut line = 0;
        while line < 3 {
            lines[at][line] = UNITS[at / 3 * 3 + line];
            lines[at][3 + line] = UNITS[SIDE + at % 3 * 3 + line];
            line += 1;
        }
        at += 1;
    }
    lines
};

/// A puzzle after deduction.
pub(super) struct Left {
    /// The digits of the 81 cells, from 1, 0 where a cell is empty.
    pub digits: [u8; CELLS],
    /// The remaining digits of each empty cell, a bit for each from 0; a filled cell has no bits.
    pub candidates: [u16; CELLS],
}

struct Classic {
    /// The cells that have or may have each digit.
    places: [u128; SIDE],
    filled: u128,
    digits: [u8; CELLS],
}

/// Whether these techniques are known here.
pub(super) fn knows(techniques: Techniques) -> bool {
    techniques.contains(Techniques::SINGLES) && KNOWN.contains(techniques)
}

/// Deduces by techniques that are [known](knows) until nothing more follows; `None` at a contradiction.
pub(super) fn deduce(puzzle: ClassicGrid<'_>, techniques: Techniques) -> Option<Left> {
    let mut classic = Classic { places: [ALL; SIDE], filled: 0, digits: [0; CELLS] };
    for (cell, digit) in puzzle.values().into_iter().enumerate().filter(|&(_, digit)| digit > 0) {
        classic.place(usize::from(digit) - 1, 1 << cell)?;
    }
    let has_locked = techniques.contains(Techniques::LOCKED);
    let has_subsets = techniques.contains(Techniques::SUBSETS) || techniques.contains(Techniques::MATCHING);
    while classic.naked()? || classic.hidden()? || has_locked && classic.locked() || has_subsets && classic.subsets()? {
    }
    Some(Left { candidates: classic.candidates(), digits: classic.digits })
}

impl Classic {
    /// Writes a digit into the cell of a bit; `None` if the digit cannot stand there.
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

    /// Fills the cells that have one digit left; false if no cell has.
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

    /// Fills hidden singles; false if no unit has any.
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

    /// Strikes out the eliminations of locked candidates; false if nothing was struck out.
    fn locked(&mut self) -> bool {
        let mut is_any = false;
        for places in &mut self.places {
            for (&square, lines) in UNITS[2 * SIDE..].iter().zip(&LINES_OF_BOX) {
                for line in lines {
                    let (in_square, in_line) = (*places & square & !line, *places & line & !square);
                    // If both or neither have other places, nothing follows.
                    if (in_square == 0) != (in_line == 0) && *places & square & line != 0 {
                        *places &= !(in_square | in_line);
                        is_any = true;
                    }
                }
            }
        }
        is_any
    }

    /// Strikes out the eliminations of subsets; false if nothing was struck out, `None` if some cells of a unit have too few
    /// digits.
    fn subsets(&mut self) -> Option<bool> {
        if self.filled == ALL {
            return Some(false);
        }
        let mut left = self.candidates();
        let mut is_any = false;
        for unit in UNITS {
            is_any |= subsets_of(&mut left, unit & !self.filled)?;
        }
        if is_any {
            self.places = self.places.map(|places| places & self.filled);
            for (cell, &digits) in left.iter().enumerate() {
                let mut digits = digits;
                while digits != 0 {
                    self.places[digits.trailing_zeros() as usize] |= 1 << cell;
                    digits &= digits - 1;
                }
            }
        }
        Some(is_any)
    }

    /// The remaining digits of each empty cell.
    fn candidates(&self) -> [u16; CELLS] {
        let mut left = [0; CELLS];
        for (digit, places) in self.places.iter().enumerate() {
            let mut cells = places & !self.filled;
            while cells != 0 {
                left[cells.trailing_zeros() as usize] |= 1 << digit;
                cells &= cells - 1;
            }
        }
        left
    }
}

/// Takes the digits of each subset of a unit's open cells from the unit's remaining cells; false if nothing was struck out,
/// `None` if k cells have fewer than k digits.
fn subsets_of(left: &mut [u16; CELLS], open: u128) -> Option<bool> {
    let (mut cells, mut count) = ([0; SIDE], 0);
    let mut rest = open;
    while rest != 0 {
        cells[count] = rest.trailing_zeros() as usize;
        count += 1;
        rest &= rest - 1;
    }
    let cells = &cells[..count];
    // The digits of each set of cells: the digits of its first cell, united with the digits of the set without that cell.
    let mut digits = [0_u16; 1 << SIDE];
    let mut is_any = false;
    for set in 1..(1_usize << count) {
        let of_set = digits[set & (set - 1)] | left[cells[set.trailing_zeros() as usize]];
        digits[set] = of_set;
        let (things, members) = (COUNT[set], COUNT[usize::from(of_set)]);
        if members > things {
            continue;
        }
        if members < things {
            return None;
        }
        for (at, &cell) in cells.iter().enumerate() {
            if set & (1 << at) == 0 && left[cell] & of_set != 0 {
                left[cell] &= !of_set;
                is_any = true;
            }
        }
    }
    Some(is_any)
}
