//! The check of a solution, independent of the search.

use crate::layout::GridBytes;

/// The digits of three adjacent cells, nine bits for each: entry `[place][byte]`.
const DIGITS: [[u32; 256]; 3] = {
    let mut digits = [[0; 256]; 3];
    let mut place = 0;
    while place < 3 {
        let mut digit = 0;
        while digit < 9 {
            digits[place][b'1' as usize + digit] = 1 << (9 * place + digit);
            digit += 1;
        }
        place += 1;
    }
    digits
};

const NINE: u32 = 0o777;

/// Whether `solution` has a digit in every cell, breaks no rule, and keeps every clue of `puzzle`.
///
/// An answer is checked, not believed. The check takes some ten nanoseconds and has no branch before the end.
///
/// ```
/// use satdoku_nine::is_solution;
///
/// let puzzle = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let mut solution = *b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// assert!(is_solution(puzzle, &solution));
/// solution.swap(0, 1);
/// assert!(!is_solution(puzzle, &solution));
/// ```
#[must_use]
pub fn is_solution(puzzle: &GridBytes, solution: &GridBytes) -> bool {
    // The results are bytes, so that the compiler vectorises the loop.
    let is_lost = |clue: u8, digit: u8| u8::from(clue != digit) & u8::from(clue.wrapping_sub(b'1') < 9);
    let lost = puzzle.iter().zip(solution).fold(0, |any, (&clue, &digit)| any | is_lost(clue, digit));
    let mut columns = [0; 3];
    let mut units = NINE;
    for band in solution.as_chunks::<27>().0 {
        let mut boxes = [0; 3];
        for row in band.as_chunks::<9>().0 {
            let mut across = 0;
            for (cells, digits) in row.as_chunks::<3>().0.iter().zip(&mut boxes) {
                let [a, b, c] = cells.map(usize::from);
                let triad = DIGITS[0][a] | DIGITS[1][b] | DIGITS[2][c];
                across |= triad;
                *digits |= triad;
            }
            units &= together(across);
        }
        for (down, digits) in columns.iter_mut().zip(boxes) {
            *down |= digits;
            units &= together(digits);
        }
    }
    // Nine cells with nine digits contain each digit once.
    lost == 0 && units == NINE && columns == [(1 << 27) - 1; 3]
}

/// The union of the digits of three places.
fn together(digits: u32) -> u32 {
    digits | digits >> 9 | digits >> 18
}
