//! Where a candidate lives: 729 candidates are six coordinates of three values each.
//!
//! A row is a band `b` and a row `r` within it, a column a stack `s` and a column `c` within it, a digit a
//! trio `g` and a place `e` within it. Three coordinates choose one of 27 words, three a bit of the word:
//!
//! ```text
//! word (g, r, c) = 9g + 3r + c                bit (e, b, s) = 9e + 3b + s
//!
//!   cells of word (0, 0, ·)           bits of one word, highest first
//!   ┌───────┬───────┬───────┐         26                               0
//!   │ 0 · · │ 1 · · │ 2 · · │         ┌──────────┬──────────┬──────────┐
//!   │ · · · │ · · · │ · · · │         │  e = 2   │  e = 1   │  e = 0   │   digit 3g + e
//!   ├───────┼───────┼───────┤  (b=0)  │ 876543210│ 876543210│ 876543210│   place 3b + s
//!   │ 3 · · │ 4 · · │ 5 · · │         └──────────┴──────────┴──────────┘
//!   │ · · · │ · · · │ · · · │  (b=1)
//!   ├───────┼───────┼───────┤         place 3b + s is the box in which the
//!   │ 6 · · │ 7 · · │ 8 · · │         word's one cell stands
//!   └───────┴───────┴───────┘  (b=2)
//! ```
//!
//! So a word holds nine cells, one in every box. What joins the cells of a box's row (its *triad*), those of a box's column, or the
//! digits of a cell is an operation *between* words; only steps from box to box and within a digit's trio shift bits.

/// Words of a state.
pub(crate) const WORDS: usize = 27;

/// A word with all 27 bits.
pub(crate) const FULL: u32 = (1 << 27) - 1;

/// The words of a puzzle.
pub(crate) type Words = [u32; WORDS];

/// A puzzle or a solution: 81 ASCII bytes, row by row.
pub type GridBytes = [u8; 81];

/// Why 81 bytes are no puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("byte {byte:#04x} at position {position} is neither a digit nor an empty cell")]
pub struct InvalidByte {
    /// Index of the byte, 0 to 80.
    pub position: usize,
    /// The offending byte.
    pub byte: u8,
}

/// Where the cell stands that belongs to bit `place` of words `cell`, `9 + cell` and `18 + cell`.
const fn position(cell: usize, place: usize) -> usize {
    let row = place / 3 * 3 + cell / 3;
    let column = place % 3 * 3 + cell % 3;
    9 * row + column
}

/// The meaning of a byte for its cell: bit `9e` of the word of its digit's trio. The first two words share a number, the third
/// shares a number with the mark of an invalid byte.
const MEANINGS: [(u64, u64); 256] = {
    let mut meanings = [(0, 1 << 32); 256];
    let empty = [b'.', b'0', b'_', b'*'];
    let mut i = 0;
    while i < empty.len() {
        meanings[empty[i] as usize] = (0, 0);
        i += 1;
    }
    let mut digit = 0;
    while digit < 9 {
        let bit = 1 << (9 * (digit % 3));
        meanings[b'1' as usize + digit] = match digit / 3 {
            0 => (bit, 0),
            1 => (bit << 32, 0),
            _ => (0, bit),
        };
        digit += 1;
    }
    meanings
};

/// The words that hold exactly the candidates of the clues.
#[inline]
pub(crate) fn read(record: &GridBytes) -> Result<Words, InvalidByte> {
    let mut words = [0; WORDS];
    let mut marks = 0;
    for cell in 0..9 {
        let (mut first, mut second) = (0, 0);
        for place in (0..9).rev() {
            let meaning = MEANINGS[usize::from(record[position(cell, place)])];
            first = first << 1 | meaning.0;
            second = second << 1 | meaning.1;
        }
        words[cell] = first as u32;
        words[9 + cell] = (first >> 32) as u32;
        words[18 + cell] = second as u32;
        marks |= second >> 32;
    }
    if marks == 0 { Ok(words) } else { Err(find_invalid(record)) }
}

/// The first invalid byte.
#[cold]
fn find_invalid(record: &GridBytes) -> InvalidByte {
    let invalid = |&(_, &byte): &(usize, &u8)| MEANINGS[usize::from(byte)].1 >> 32 != 0;
    let (position, &byte) = record.iter().enumerate().find(invalid).unwrap_or((0, &record[0]));
    InvalidByte { position, byte }
}

/// The words of the candidates of every cell; bit `d - 1` stands for digit `d`.
pub(crate) fn words(candidates: &[u16; 81]) -> Words {
    let mut words = [0; WORDS];
    for cell in 0..9 {
        for place in 0..9 {
            let digits = u32::from(candidates[position(cell, place)]);
            for trio in 0..3 {
                let three = digits >> (3 * trio);
                words[9 * trio + cell] |= ((three & 1) | (three & 2) << 8 | (three & 4) << 16) << place;
            }
        }
    }
    words
}

/// The candidates of every cell; bit `d - 1` stands for digit `d`.
pub(crate) fn candidates(words: &Words) -> [u16; 81] {
    let mut digits = [0; 81];
    for cell in 0..9 {
        for place in 0..9 {
            for trio in 0..3 {
                let bits = words[9 * trio + cell] >> place;
                let three = (bits & 1) | (bits >> 8 & 2) | (bits >> 16 & 4);
                digits[position(cell, place)] |= (three as u16) << (3 * trio);
            }
        }
    }
    digits
}

/// The digits of a state with a single candidate in every cell.
#[inline]
pub(crate) fn write(words: &Words) -> GridBytes {
    let mut record = [b'1'; 81];
    for cell in 0..9 {
        let (second, third) = (words[9 + cell], words[18 + cell]);
        let any = words[cell] | second | third;
        // A digit is 1 + e + 3g: two masks of places give e, two more give g.
        let parts = [(1, any >> 9), (2, any >> 18), (3, fold(second)), (6, fold(third))];
        let mut eight = [0; 8];
        let mut ninth = 0;
        for (times, places) in parts {
            eight = (u64::from_le_bytes(eight) + times * spread(places)).to_le_bytes();
            ninth += times as u8 * (places >> 8 & 1) as u8;
        }
        for place in 0..8 {
            record[position(cell, place)] += eight[place];
        }
        record[position(cell, 8)] += ninth;
    }
    record
}

/// The places of a word whatever the digit, in the lowest nine bits.
fn fold(word: u32) -> u32 {
    word | word >> 9 | word >> 18
}

/// Bits 0 to 7 as bytes 0 to 7.
fn spread(bits: u32) -> u64 {
    let one_bit_each = (u64::from(bits & 0xff) * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    ((one_bit_each + 0x7f7f_7f7f_7f7f_7f7f) >> 7) & 0x0101_0101_0101_0101
}
