//! Random full grids.
//!
//! Up to side 36, and on boards with irregular regions or extra units, the search fills the empty board: the cell with the fewest
//! candidates, looking from a random cell on, a random digit of it, and a new start where that took too many branches. Every grid
//! can come, but not all are as likely: a grid in which few choices were open is met more often. A solver fills the board around
//! randomly drawn digits where many starts of the search have failed (16×16 with windows), and where the grid must keep rules.
//! Larger boards of boxes begin with the cyclic grid, relabelled by the symmetry group of the board, and then exchange two digits
//! along chains of cells that share units (A. Kempe's, 1879). An exchange is as likely as its reverse, so very many exchanges would
//! tend to a uniform distribution over all reachable grids. The reachable set is not known, and eight exchanges for each digit are
//! far from many: the grid still resembles the cyclic grid.

use std::sync::Arc;

use crate::budget::{Budget, Running, StopReason};
use crate::generate::error::GenerateError;
use crate::generate::grids::Values;
use crate::generate::oracle::SolverOracle;
use crate::generate::relabelling::Relabelling;
use crate::generate::search::{Filled, Search};
use crate::geometry::Geometry;
use crate::grid::Grid;
use crate::random::Pcg32 as Random;

/// Largest side at which search fills boards of boxes, in some 0.1 s.
const MAX_SIDE_TO_SEARCH: usize = 36;

/// Branches before the first new start; each later start has an eighth more.
const BRANCHES: u64 = 200;

/// Starts before a drawn board is given up for another.
const STARTS: usize = 5;

/// Starts before a board is left to a solver: two seconds at 16×16.
const MOST_STARTS: usize = 20;

/// Number of exchanges for each digit.
const EXCHANGES: usize = 8;

/// Whether a board is filled without search.
pub(super) fn is_patterned(board: &Geometry) -> bool {
    board.digit_count() > MAX_SIDE_TO_SEARCH && board.plain_boxes().is_some()
}

/// Fills a board by search, if it takes few enough starts.
pub(super) fn searched(search: &mut Search, random: &mut Random, running: &mut Running) -> Result<Filled, StopReason> {
    let mut branches = BRANCHES;
    for _ in 0..MOST_STARTS {
        match search.fill(random, branches, running)? {
            Filled::Undecided => branches += branches / 8,
            filled => return Ok(filled),
        }
    }
    Ok(Filled::Undecided)
}

/// A full grid that keeps the digits and rules of `begun`. Draws digits for as many cells as the board has digits, keeping the
/// puzzle solvable after each; a solver fills the other cells. The distribution is not uniform.
pub(super) fn solved(
    begun: &Grid,
    budget: &Budget,
    random: &mut Random,
    running: &mut Running,
) -> Result<Grid, GenerateError> {
    let board = begun.geometry();
    let mut oracle = SolverOracle::new(board, budget)?;
    let mut grid = begun.clone();
    let none = || GenerateError::NoFullGrid(board.to_string());
    let mut full = oracle.solve(&grid, running)?.ok_or_else(none)?;
    for cell in random.shuffled(board.cell_count()).into_iter().take(board.digit_count()) {
        let cell = board.cell(cell);
        for digit in random.shuffled(board.digit_count()) {
            // A digit of the board in a cell of the board.
            let _ = grid.set(cell, Some(board.digit(digit)));
            if grid.first_violation().is_some() {
                continue;
            }
            if let Some(found) = oracle.solve(&grid, running)? {
                full = found;
                break;
            }
        }
        let _ = grid.set(cell, full.get(cell));
    }
    Ok(full.grid().clone())
}

/// Whether a full grid is found within a few starts. False does not prove that the board has no full grid.
pub(super) fn is_fillable(search: &mut Search, random: &mut Random, running: &mut Running) -> Result<bool, StopReason> {
    for _ in 0..STARTS {
        match search.fill(random, BRANCHES, running)? {
            Filled::Grid(_) => return Ok(true),
            Filled::None => return Ok(false),
            Filled::Undecided => {}
        }
    }
    Ok(false)
}

/// Fills a board of boxes of this shape without search.
pub(super) fn patterned(
    board: &Arc<Geometry>,
    (rows, columns): (usize, usize),
    random: &mut Random,
    running: &mut Running,
) -> Result<Values, StopReason> {
    let side = board.digit_count();
    let digit = |row: usize, column: usize| (row % rows * columns + row / rows + column) % side;
    let cyclic: Values = (0..side * side).map(|cell| digit(cell / side, cell % side) as u16 + 1).collect();
    let relabelled = Relabelling::random(board, random).ordinals(&cyclic).collect();
    let mut chains = Chains::new(relabelled, side);
    let box_of = |row: usize, column: usize| row / rows * rows + column / columns;
    for _ in 0..EXCHANGES * side {
        running.tick()?;
        let (a, b) = (random.below(side), random.below(side));
        let row = random.below(side);
        if a != b {
            chains.exchange(a, b, row, box_of);
        }
    }
    Ok(chains.values)
}

/// A full grid, indexed by the places of each digit.
struct Chains {
    values: Values,
    side: usize,
    /// The column of digit d in row r at `d * side + r`.
    column_of: Vec<u16>,
}

impl Chains {
    fn new(values: Values, side: usize) -> Self {
        let mut column_of = vec![0; side * side];
        for (cell, &value) in values.iter().enumerate() {
            column_of[usize::from(value - 1) * side + cell / side] = (cell % side) as u16;
        }
        Self { values, side, column_of }
    }

    /// Exchanges digits `a` and `b` along the Kempe chain that contains the `a` of a row.
    fn exchange(&mut self, a: usize, b: usize, row: usize, box_of: impl Fn(usize, usize) -> usize) {
        let side = self.side;
        let columns = [a, b].map(|digit| &self.column_of[digit * side..][..side]);
        // The row of each of the two digits by column and by box.
        let mut by_column = [vec![0; side], vec![0; side]];
        let mut by_box = by_column.clone();
        for which in 0..2 {
            for row in 0..side {
                let column = usize::from(columns[which][row]);
                by_column[which][column] = row;
                by_box[which][box_of(row, column)] = row;
            }
        }
        let mut is_seen = [vec![false; side], vec![false; side]];
        let mut waiting = vec![(0, row)];
        is_seen[0][row] = true;
        while let Some((which, row)) = waiting.pop() {
            let column = usize::from(columns[which][row]);
            let other = 1 - which;
            for row in [row, by_column[other][column], by_box[other][box_of(row, column)]] {
                if !std::mem::replace(&mut is_seen[other][row], true) {
                    waiting.push((other, row));
                }
            }
        }
        for row in (0..side).filter(|&row| is_seen[0][row]) {
            // A row with one of the two digits has the other, so a chain contains both or neither.
            let (at_a, at_b) = (usize::from(columns[0][row]), usize::from(columns[1][row]));
            self.values.swap(row * side + at_a, row * side + at_b);
        }
        let (low, high) = self.column_of.split_at_mut(a.max(b) * side);
        let (low, high) = (&mut low[a.min(b) * side..][..side], &mut high[..side]);
        for row in (0..side).filter(|&row| is_seen[0][row]) {
            std::mem::swap(&mut low[row], &mut high[row]);
        }
    }
}
