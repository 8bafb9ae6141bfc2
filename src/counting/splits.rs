//! The grids of an empty board whose boxes have two rows or two columns, counted by how its bands are split.
//!
//! # What it is
//! If boxes have two rows and n columns, the board has n bands, and two stacks of n columns. In a band the first row has n of the
//! 2n digits in its first box; the second row has the complement there, and the second box vice versa. The two stacks share only
//! these *splits*, and exchanging the rows of each band turns the task of one stack into the task of the second. So the number of
//! grids is the sum, over all ways to split the n bands, of the square of the number of fillings of one stack.
//!
//! Within a stack, a band's split fixes the row of each digit. A column contains each digit once and so assigns a band to each, no
//! row twice: a perfect matching of digits and rows. The n columns together use each digit in each band once: a regular bipartite
//! graph is decomposed into n perfect matchings, and the decompositions are counted.
//!
//! # How it is short
//! * Neither the names of digits nor the order of bands and of the rows in a band change the number of fillings: for n = 5 there are 355
//!   classes of 10¹² splits.
//! * The same symmetries apply after the first column is filled: of 446,132 remaining graphs, 16,467 differ.
//! * With two columns left the graph consists of cycles, and each cycle except one has two ways.
//!
//! # Whose idea it is
//! Counting full grids by classes of what the columns of a band hold is B. Felgenhauer's and F. Jarvis's, *Enumerating possible
//! Sudoku grids*, 2005, who use the method for 3×3; the numbers for 2×n are known since then (K. F. Pettersen), and were counted
//! again by others by rows in canonical form.
//!
//! Keys are complete and sums have 128 bits, so a count is exact.

use std::collections::HashMap;
use std::num::NonZeroUsize;

use itertools::Itertools;

use crate::budget::{Running, StopReason};
use crate::counting::parallel;
use crate::geometry::Geometry;
use crate::grid::Grid;
use crate::verdict::Count;

/// The most bands; with six there would be 10¹⁵ times as many splits as can be listed.
const MOST_BANDS: usize = 5;
const MOST_DIGITS: usize = 2 * MOST_BANDS;

/// Between two looks at the budget so many parts are worked out.
const CLASSES_AT_ONCE: usize = 8;
const FORMS_AT_ONCE: usize = 64;

/// For each digit a set of bands: the bands whose second row holds it, or the bands where it is still to be placed.
type Bands = [u8; MOST_DIGITS];

/// A canonical form of a graph without one column, up to names and order: for each digit the band of the removed column and, from
/// bit [`BAND_SHIFT`] down, its rows in the remaining bands; in ascending order.
type Form = [u8; MOST_DIGITS];
const BAND_SHIFT: u8 = 5;

/// Counts the grids of an empty board with boxes of 2 × n or n × 2, n up to 5; none if the puzzle is another.
///
/// With the feature `parallel` all cores take part, or as many threads as are asked for. A step of the budget is one of the graphs
/// without one column: 16,467 for n = 5, half a minute on one core. If the budget runs out, the count is unknown.
///
/// ```
/// use satdoku::counting::splits;
/// use satdoku::{Budget, Count, Geometry, Grid};
///
/// let empty = Grid::empty(&std::sync::Arc::new(Geometry::boxes(2, 4)?));
/// let count = splits::count(&empty, None, &mut Budget::unlimited().start());
/// assert_eq!(count, Some(Count::Exact(29_136_487_207_403_520_u64.into())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn count(puzzle: &Grid, threads: Option<NonZeroUsize>, running: &mut Running) -> Option<Count> {
    let bands = bands(puzzle.geometry())?;
    if puzzle.clue_count() > 0 || !puzzle.rules().constraints().is_empty() {
        return None;
    }
    let number = parallel::within(threads, |is_parallel| grids(bands, is_parallel, running));
    Some(number.map_or_else(|reason| Count::at_least(0, reason), |number| Count::Exact(number.into())))
}

/// Whether the empty grid of a board can be counted so.
#[must_use]
pub fn knows(board: &Geometry) -> bool {
    bands(board).is_some()
}

/// The bands, or stacks, of a board whose boxes have two rows, or columns.
fn bands(board: &Geometry) -> Option<usize> {
    let ((2, bands) | (bands, 2)) = board.plain_boxes()? else { return None };
    (bands <= MOST_BANDS).then_some(bands)
}

/// The number of grids.
fn grids(bands: usize, is_parallel: bool, running: &mut Running) -> Result<u128, StopReason> {
    let classes = classes(bands);
    let orders: Vec<Vec<usize>> = (0..bands).permutations(bands).collect();
    let mut forms_of_class = Vec::with_capacity(classes.len());
    for part in classes.chunks(CLASSES_AT_ONCE) {
        running.check()?;
        let forms = |(rows, _): &(Bands, u128)| Stack { bands, rows: *rows }.forms(&orders);
        forms_of_class.extend(parallel::map(part.iter().collect(), is_parallel, || (), |(), class| forms(class)));
    }
    let all: Vec<Form> = forms_of_class.iter().flat_map(HashMap::keys).copied().sorted_unstable().dedup().collect();
    let mut ways = HashMap::with_capacity(all.len());
    for part in all.chunks(FORMS_AT_ONCE) {
        for _ in part {
            running.tick()?;
        }
        let counted = parallel::map(part.to_vec(), is_parallel, || (), |(), form| (form, ways_to_fill(&form, bands)));
        ways.extend(counted);
    }
    let orders_of_columns: u128 = (1..=bands as u128).product();
    let grids = classes.iter().zip(&forms_of_class).map(|((_, splits), forms)| {
        let sets: u128 = forms.iter().map(|(form, number)| u128::from(ways[form]) * u128::from(*number)).sum();
        splits * (orders_of_columns * sets).pow(2)
    });
    Ok(grids.sum())
}

/// The classes of splits up to the names of digits, the order of bands and of their rows: for each digit the bands whose second row
/// holds it, with the number of splits in the class.
fn classes(bands: usize) -> Vec<(Bands, u128)> {
    let mut classes: Vec<(Bands, u128)> = vec![([0; MOST_DIGITS], 1)];
    // Band by band: all splits of a class are extended by a further band to equal classes, equally often.
    for width in 1..=bands {
        let orders: Vec<Vec<usize>> = (0..width).permutations(width).collect();
        let mut number_of: HashMap<Bands, usize> = HashMap::new();
        let mut wider: Vec<(Bands, u128)> = Vec::new();
        for (rows, splits) in &classes {
            for (rows, ways) in split(&rows[..2 * bands], bands) {
                let number = *number_of.entry(rows).or_insert_with(|| {
                    wider.push((rows, 0));
                    wider.len() - 1
                });
                if wider[number].1 == 0 {
                    let images = orders.iter().cartesian_product(0..1 << width);
                    number_of.extend(images.map(|(order, flip)| (image(&rows, 2 * bands, order, flip), number)));
                }
                wider[number].1 += splits * ways;
            }
        }
        classes = wider;
    }
    classes
}

/// The ways to split one more band, digits with equal rows being alike: the rows then, and how many ways they stand for.
fn split(rows: &[u8], in_second: usize) -> Vec<(Bands, u128)> {
    let mut splits = vec![(Vec::new(), 1)];
    for (row, alike) in rows.iter().copied().dedup_with_count().map(|(count, row)| (row, count)) {
        splits = splits
            .into_iter()
            .cartesian_product(0..=alike)
            .map(|((rows, ways), second): ((Vec<u8>, u128), usize)| {
                let further = (0..alike).map(|digit| row << 1 | u8::from(digit < second));
                (rows.into_iter().chain(further).collect(), ways * binomial(alike, second))
            })
            .collect();
    }
    let is_half = |rows: &[u8]| rows.iter().filter(|&&row| row & 1 == 1).count() == in_second;
    splits.into_iter().filter(|(rows, _)| is_half(rows)).map(|(rows, ways)| (sorted(rows), ways)).collect()
}

fn binomial(of: usize, chosen: usize) -> u128 {
    (0..chosen).fold(1, |ways, k| ways * (of - k) as u128 / (k + 1) as u128)
}

/// The rows with reordered bands, after exchanging the two rows of the bands in `flip`.
fn image(rows: &Bands, digits: usize, order: &[usize], flip: u8) -> Bands {
    sorted(rows[..digits].iter().map(|&row| reordered(row ^ flip, order)))
}

/// A set of bands where band k is called `order[k]`.
fn reordered(bands: u8, order: &[usize]) -> u8 {
    order.iter().enumerate().map(|(band, &name)| (bands >> band & 1) << name).sum()
}

/// The rows in ascending order, followed by zeros beyond the digits.
fn sorted(rows: impl IntoIterator<Item = u8>) -> Bands {
    let mut all = [0; MOST_DIGITS];
    let mut digits = 0;
    for (at, row) in rows.into_iter().enumerate() {
        all[at] = row;
        digits = at + 1;
    }
    all[..digits].sort_unstable();
    all
}

/// The ways to fill the columns that a form has left, in no order.
fn ways_to_fill(form: &Form, bands: usize) -> u64 {
    let all = (1_u8 << bands) - 1;
    let mut left = form.map(|digit| all & !(1 << (digit >> BAND_SHIFT)));
    Stack { bands, rows: form.map(|digit| digit & ((1 << BAND_SHIFT) - 1)) }.ways(&mut left, bands - 1)
}

/// A stack with known splits.
struct Stack {
    bands: usize,
    /// For each digit, the bands with the digit in their second row.
    rows: Bands,
}

impl Stack {
    fn digits(&self) -> usize {
        2 * self.bands
    }

    /// The forms that remain after filling the column with the first digit in the first band, with their multiplicities.
    fn forms(&self, orders: &[Vec<usize>]) -> HashMap<Form, u32> {
        let mut forms = HashMap::new();
        let all = (1_u8 << self.bands) - 1;
        self.each_column(&mut [all; MOST_DIGITS], &mut |left| {
            *forms.entry(self.form(left, orders)).or_insert(0) += 1;
        });
        forms
    }

    /// The least representation of the remaining graph, over all orders of the bands and of their rows.
    fn form(&self, left: &Bands, orders: &[Vec<usize>]) -> Form {
        let all = (1_u8 << self.bands) - 1;
        let digits: Vec<(u8, u8)> = (0..self.digits()).map(|digit| (all & !left[digit], self.rows[digit])).collect();
        // A digit with the rarest likeness, which no order changes, is made the first: in the first band, and in first rows.
        let likeness = |digit: usize| {
            let (band, rows) = digits[digit];
            let mut like = [0_u8; MOST_BANDS + 1];
            for (other, (its_band, its_rows)) in digits.iter().enumerate() {
                let common = all & !(band | its_band);
                like[(!(rows ^ its_rows) & common).count_ones() as usize] += u8::from(other != digit);
            }
            like
        };
        let likeness: Vec<_> = (0..digits.len()).map(likeness).collect();
        let rare = likeness.iter().min_by_key(|like| (likeness.iter().filter(|other| other == like).count(), **like));
        let firsts = digits.iter().zip(&likeness).filter(|(_, like)| Some(*like) == rare);
        let ways = firsts.flat_map(|(&(band, rows), _)| {
            let orders = orders.iter().filter(move |order| order[band.trailing_zeros() as usize] == 0);
            // The rows of its own band can be either way.
            [rows & !band, rows | band].into_iter().cartesian_product(orders)
        });
        let written = ways.map(|(flip, order)| {
            sorted(digits.iter().map(|&(band, rows)| {
                let name = order[band.trailing_zeros() as usize] as u8;
                name << BAND_SHIFT | reordered((rows ^ flip) & !band, order)
            }))
        });
        written.min().expect("a board has digits")
    }

    /// The ways to fill so many columns, in no order.
    fn ways(&self, left: &mut Bands, columns: usize) -> u64 {
        match columns {
            0 | 1 => 1,
            // The two columns of a cycle may be exchanged, except in the cycle of the first digit.
            2 => 1 << (self.cycles(left) - 1),
            _ => {
                let mut ways = 0;
                self.each_column(left, &mut |left| ways += self.ways(left, columns - 1));
                ways
            }
        }
    }

    /// Fills one column in each way that has the first digit in the first band left to it.
    fn each_column(&self, left: &mut Bands, found: &mut impl FnMut(&mut Bands)) {
        let band = left[0] & left[0].wrapping_neg();
        left[0] ^= band;
        self.each_rest(left, 1, 1 << self.row(0, band), found);
        left[0] ^= band;
    }

    /// Fills the column from a digit on, with some rows taken.
    fn each_rest(&self, left: &mut Bands, digit: usize, taken: u32, found: &mut impl FnMut(&mut Bands)) {
        if digit == self.digits() {
            return found(left);
        }
        let mut bands = left[digit];
        while bands != 0 {
            let band = bands & bands.wrapping_neg();
            bands ^= band;
            let row = 1 << self.row(digit, band);
            if taken & row == 0 {
                left[digit] ^= band;
                self.each_rest(left, digit + 1, taken | row, found);
                left[digit] ^= band;
            }
        }
    }

    /// The row of a digit in a band, given as a singleton set.
    fn row(&self, digit: usize, band: u8) -> usize {
        2 * band.trailing_zeros() as usize + usize::from(self.rows[digit] & band != 0)
    }

    /// The number of cycles in a graph where each digit has two rows and each row two digits.
    fn cycles(&self, left: &Bands) -> u32 {
        // The XOR of the two digits of a row: either digit gives the second.
        let mut both = [0_u8; MOST_DIGITS];
        for digit in 0..self.digits() {
            let first = left[digit] & left[digit].wrapping_neg();
            both[self.row(digit, first)] ^= digit as u8;
            both[self.row(digit, left[digit] ^ first)] ^= digit as u8;
        }
        let (mut seen, mut cycles) = (0_u32, 0);
        for start in 0..self.digits() {
            if seen >> start & 1 == 1 {
                continue;
            }
            cycles += 1;
            let mut digit = start;
            let mut band = left[start] & left[start].wrapping_neg();
            loop {
                seen |= 1 << digit;
                digit = usize::from(both[self.row(digit, band)] ^ digit as u8);
                band ^= left[digit];
                if digit == start {
                    break;
                }
            }
        }
        cycles
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;

    #[test]
    fn classes_make_up_all_splits() {
        for (bands, known) in [(2, 2), (3, 4), (4, 26), (5, 355)] {
            let classes = classes(bands);
            assert_eq!(classes.len(), known);
            let splits: u128 = classes.iter().map(|class| class.1).sum();
            assert_eq!(splits, binomial(2 * bands, bands).pow(bands as u32));
        }
    }

    #[test]
    fn grids_are_those_known() {
        // OEIS A107739 for 2 and Wikipedia, *Mathematics of Sudoku*, for the others.
        let mut running = Budget::unlimited().start();
        for (bands, known) in [(1, 2), (2, 288), (3, 28_200_960), (4, 29_136_487_207_403_520)] {
            assert_eq!(grids(bands, false, &mut running), Ok(known));
            assert_eq!(grids(bands, true, &mut running), Ok(known));
        }
    }
}
