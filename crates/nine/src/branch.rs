//! Where a search goes on when the rules have nothing more to say.

use crate::layout::Words;

/// A waiting branch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Branch {
    pub(crate) words: Words,
    /// As in [`States`](crate::sweep::States).
    pub(crate) open: [u32; 9],
    /// The single with which the branch starts; its bit is 0 if there is none.
    pub(crate) single: Candidate,
}

/// A candidate, given by its word and bit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) word: usize,
    pub(crate) bit: u32,
}

/// A guess and the alternative.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    /// The word of the cell's first trio.
    pub(crate) cell: usize,
    /// The bits of the cell in its three words.
    pub(crate) column: u32,
    pub(crate) guess: Candidate,
    /// The cell's second candidate; its bit is 0 if the cell has more than two.
    pub(crate) other: Candidate,
}

/// The encoding of a two-candidate cell in a sweep: the candidates' bits, and the cell's word from this bit on.
pub(crate) const CELL_SHIFT: u32 = 28;

/// A candidate of the cell that the sweep named; without a named cell, of a cell with the fewest candidates. `None` if every cell
/// has a single candidate.
#[inline]
pub(crate) fn choose(words: impl Fn(usize) -> u32, pair: u32) -> Option<Choice> {
    if pair == 0 {
        return choose_wide(words);
    }
    let cell = (pair >> CELL_SHIFT) as usize;
    let bit = pair & pair.wrapping_neg();
    let column = column_of(bit);
    let mut bits = [cell, cell + 9, cell + 18].map(|word| words(word) & column);
    let guess = Candidate { word: first_with(cell, bits.map(|bits| bits & bit)), bit };
    bits[guess.word / 9] ^= bit;
    let other = Candidate { word: first_with(cell, bits), bit: bits[0] | bits[1] | bits[2] };
    Some(Choice { cell, column, guess, other })
}

/// The bits of a cell in a word, given one of its bits.
fn column_of(bit: u32) -> u32 {
    0o001_001_001 << (bit.trailing_zeros() % 9)
}

/// The first of a cell's words that has a bit.
fn first_with(cell: usize, bits: [u32; 3]) -> usize {
    cell + 9 * (usize::from(bits[0] == 0) + usize::from(bits[0] | bits[1] == 0))
}

/// The first candidate of the first cell with as few as possible, at least two.
fn choose_wide(words: impl Fn(usize) -> u32) -> Option<Choice> {
    let mut best = None;
    let mut fewest = u32::MAX;
    for cell in 0..9 {
        let trios = [words(cell), words(9 + cell), words(18 + cell)];
        for place in 0..9 {
            let column = 0o001_001_001 << place;
            let bits = trios.map(|word| word & column);
            let count = bits.iter().map(|bits| bits.count_ones()).sum();
            if (2..fewest).contains(&count) {
                fewest = count;
                let word = first_with(cell, bits);
                let bit = bits[word / 9] & bits[word / 9].wrapping_neg();
                let other = Candidate { word, bit: 0 };
                best = Some(Choice { cell, column, guess: Candidate { word, bit }, other });
            }
        }
    }
    best
}
