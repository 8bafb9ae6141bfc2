//! Puzzles that are built, not read: full grids by a formula, permuted and emptied at random.

use std::sync::Arc;

use satdoku::search::{GridSearch, Mrv};
use satdoku::{Budget, Cell, Digit, Geometry, Grid};

use crate::common::{board, corpus};

/// Random numbers by splitmix64: the same on every machine.
pub(crate) struct Random(pub u64);

impl Random {
    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }

    fn order(&mut self, length: usize) -> Vec<usize> {
        let mut order: Vec<_> = (0..length).collect();
        self.shuffle(&mut order);
        order
    }

    /// An order of the lines of a board that keeps groups of `size` lines together.
    pub(crate) fn lines(&mut self, groups: usize, size: usize) -> Vec<usize> {
        self.order(groups)
            .into_iter()
            .flat_map(|group| self.order(size).into_iter().map(move |i| group * size + i))
            .collect()
    }
}

/// The cell at a row and a column, counted from 0.
pub(crate) fn cell(row: usize, column: usize) -> Cell {
    Cell::new(u16::try_from(row).unwrap(), u16::try_from(column).unwrap())
}

/// The same digits elsewhere: what `to` gets stands in `from(to)`.
pub(crate) fn moved(grid: &Grid, geometry: &Arc<Geometry>, from: impl Fn(Cell) -> Cell) -> Grid {
    let mut moved = Grid::empty(geometry);
    for to in geometry.cells() {
        moved.set(to, grid.get(from(to))).unwrap();
    }
    moved
}

/// The digit with index i becomes the one with index `names[i]`.
pub(crate) fn relabelled(grid: &Grid, names: &[usize]) -> Grid {
    let mut relabelled = grid.clone();
    for clue in grid.clues() {
        relabelled.set(clue.cell, Some(Digit::new(names[usize::from(clue.digit.get()) - 1] as u16 + 1))).unwrap();
    }
    relabelled
}

/// New names for the digits.
pub(crate) fn names(grid: &Grid, random: &mut Random) -> Vec<usize> {
    random.order(grid.geometry().digit_count())
}

/// A full grid of boxes with `rows` × `columns` cells: a shifted pattern whose lines and digits are permuted.
pub(crate) fn full(rows: usize, columns: usize, random: &mut Random) -> Grid {
    let geometry = Arc::new(Geometry::boxes(rows, columns).unwrap());
    let side = geometry.digit_count();
    let (row_order, column_order) = (random.lines(columns, rows), random.lines(rows, columns));
    let names = random.order(side);
    let mut grid = Grid::empty(&geometry);
    for to in geometry.cells() {
        let (row, column) = (row_order[to.row()], column_order[to.column()]);
        let pattern = (columns * (row % rows) + row / rows + column) % side;
        grid.set(to, Some(Digit::new(names[pattern] as u16 + 1))).unwrap();
    }
    grid
}

/// The same grid with so many cells of a hundred left filled.
pub(crate) fn thinned(full: &Grid, percent: usize, random: &mut Random) -> Grid {
    let mut grid = full.clone();
    for cell in full.geometry().cells() {
        if random.below(100) >= percent {
            grid.set(cell, None).unwrap();
        }
    }
    grid
}

/// A full grid on one of these shapes of boxes or, behind them in number, on one of the other boards.
pub(crate) fn full_on(boxes: &[(usize, usize)], number: usize, random: &mut Random) -> Grid {
    match boxes.get(number) {
        Some(&(rows, columns)) => full(rows, columns, random),
        None => full_on_other_boards(random).swap_remove(number - boxes.len()),
    }
}

/// A jigsaw, a diagonal board and two with a unit of their own, each with a full grid that has its digits permuted.
pub(crate) fn full_on_other_boards(random: &mut Random) -> Vec<Grid> {
    let solved = |shape| {
        let mut grid = Grid::empty(&board(shape));
        let first = random.below(grid.geometry().cell_count());
        grid.set(grid.geometry().cell(first), Digit::or_empty(1)).unwrap();
        let mut search = Mrv::new(&grid);
        let mut solution = None;
        for _ in 0..=random.below(8) {
            if search.advance(&mut Budget::unlimited().start()).is_satisfiable() {
                solution = Some(search.grid());
            }
        }
        let names = names(&grid, random);
        relabelled(&solution.unwrap_or_else(|| panic!("{shape} has solutions")), &names)
    };
    OTHER_BOARDS.map(solved).into()
}

/// Boards with regions or units of their own, which have solutions wherever one digit is given.
const OTHER_BOARDS: [&str; 4] = [
    "regions:1112211322333254435544455",
    "3x3+diagonals",
    "2x2+unit:r1c1,r2c3,r3c2,r4c4",
    "2x3+unit:r1c1,r1c2,r3c3,r4c4,r5c5,r6c6",
];

/// The corpus as far as its boards have a side of at most `side`.
pub(crate) fn small_corpus(side: usize) -> impl Iterator<Item = crate::common::Case> {
    corpus().into_iter().filter(move |case| case.puzzle.geometry().digit_count() <= side)
}
