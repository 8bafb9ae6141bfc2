//! Grids of candidates: each cell lists its candidates, or has a place for each.

use crate::grid::format::alphabet::{Alphabet, numeral};

/// The candidates of each cell, a bit for each digit, if every cell lists its candidates in ascending order and some cell lists
/// several.
///
/// # Errors
/// The first cell that is not such a list, if most cells list several candidates.
pub(crate) fn candidates(cells: &[&[u8]], side: usize) -> Result<Vec<u32>, Option<usize>> {
    if side > Alphabet::MAX_DECIMAL {
        return Err(None);
    }
    let set = |word: &&[u8]| {
        let is_digit = |byte: &u8| (b'1'..=b'9').contains(byte) && usize::from(byte - b'0') <= side;
        let is_list = !word.is_empty() && word.iter().all(is_digit) && word.is_sorted_by(|one, next| one < next);
        is_list.then(|| word.iter().fold(0, |set, byte| set | 1 << (byte - b'0')))
    };
    let sets: Vec<Option<u32>> = cells.iter().map(set).collect();
    let lists = sets.iter().flatten().filter(|set| set.count_ones() > 1).count();
    match sets.iter().position(Option::is_none) {
        Some(cell) => Err((2 * lists > cells.len()).then_some(cell)),
        None if lists == 0 => Err(None),
        None => Ok(sets.into_iter().flatten().collect()),
    }
}

/// The sides whose candidates are written in a line: N characters for each of N² cells, a digit in each place.
const LISTED_SIDES: [usize; 3] = [4, 9, 16];

/// The side and the candidates of each cell in a line with a place for each candidate. A place holds its digit, or a common sign
/// for missing candidates.
pub(crate) fn candidate_line(line: &[u8]) -> Option<(usize, Vec<u32>)> {
    let side = LISTED_SIDES.into_iter().find(|side| side.pow(3) == line.len())?;
    let mut missing = None;
    let mut sets = vec![0; side * side];
    for (at, &byte) in line.iter().enumerate() {
        let value = at % side + 1;
        if numeral(byte).is_some_and(|number| usize::from(number) == value) {
            sets[at / side] |= 1 << value;
        } else if *missing.get_or_insert(byte) != byte || byte.is_ascii_alphanumeric() && byte != b'0' {
            return None;
        }
    }
    sets.iter().any(|&set| set > 0).then_some((side, sets))
}
