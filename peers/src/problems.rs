//! Exact cover problems that the benchmarks run: Sudoku, pentominoes, queens.

use satdoku::ExactCover;

const SPARSE: &str = "...8......63.....8......4........8.1....7......1...5.2....3.....9...2..65.....9..";

/// A problem as plain data, from which every contestant builds its own form.
#[derive(Clone, Debug)]
pub struct Plain {
    /// How many items must be covered; they come first.
    pub primary: u32,
    /// How many items may be covered.
    pub secondary: u32,
    /// The items of each option.
    pub options: Vec<Vec<u32>>,
}

impl Plain {
    /// The same problem for our engines.
    ///
    /// # Panics
    /// If the problem is ill-formed, which would be a mistake in this file.
    #[must_use]
    pub fn cover(&self) -> ExactCover {
        let mut cover = ExactCover::new(self.primary, self.secondary).expect("few items");
        for option in &self.options {
            cover.add_option(option).expect("a well-formed option");
        }
        cover
    }
}

/// The four items that a digit in a cell covers: the cell, and the digit in its row, column and box.
#[must_use]
pub fn placement(rows: u32, columns: u32, cell: u32, digit: u32) -> [u32; 4] {
    let side = rows * columns;
    let (row, column) = (cell / side, cell % side);
    let in_box = row / rows * rows + column / columns;
    let area = side * side;
    [cell, area + row * side + digit, 2 * area + column * side + digit, 3 * area + in_box * side + digit]
}

/// A Sudoku grid of boxes with so many rows and columns; `clues` holds a digit from 1 for each cell, 0 where it is
/// empty. Options that a clue contradicts are left out.
#[must_use]
pub fn sudoku(rows: u32, columns: u32, clues: &[u32]) -> Plain {
    let side = rows * columns;
    let mut taken = vec![false; 4 * (side * side) as usize];
    for (cell, &clue) in (0..).zip(clues).filter(|&(_, &clue)| clue > 0) {
        for item in placement(rows, columns, cell, clue - 1) {
            taken[item as usize] = true;
        }
    }
    let mut options = Vec::new();
    for cell in 0..side * side {
        let clue = clues.get(cell as usize).copied().unwrap_or(0);
        for digit in 0..side {
            let items = placement(rows, columns, cell, digit);
            if clue == digit + 1 || clue == 0 && !items.iter().any(|&item| taken[item as usize]) {
                options.push(items.to_vec());
            }
        }
    }
    Plain { primary: 4 * side * side, secondary: 0, options }
}

/// The clues of a puzzle in one line, anything but 1 to 9 empty.
#[must_use]
pub fn clues(line: &str) -> Vec<u32> {
    line.chars().map(|sign| sign.to_digit(10).unwrap_or(0)).collect()
}

/// The clues of a 9×9 puzzle that has 1,758,008 solutions.
#[must_use]
pub fn sparse_clues() -> Vec<u32> {
    clues(SPARSE)
}

/// A regular filled grid of boxes with side `order`, of which `share` per cent of the cells are kept as clues.
#[must_use]
pub fn pattern_clues(order: u32, share: u32) -> Vec<u32> {
    let side = order * order;
    let digit = |row: u32, column: u32| (row % order * order + row / order + column) % side + 1;
    let is_kept = |cell: u32| cell.wrapping_mul(2_654_435_761) >> 16 < share * 65_536 / 100;
    let cell_clue = |cell: u32| if is_kept(cell) { digit(cell / side, cell % side) } else { 0 };
    (0..side * side).map(cell_clue).collect()
}

/// The twelve pentominoes in a rectangle: items are the pieces, then the cells.
#[must_use]
pub fn pentominoes(height: i32, width: i32) -> Plain {
    const PIECES: [[&str; 3]; 12] = [
        ["OOOOO", "", ""],
        [".OO", "OO.", ".O."],
        ["OOOO", "O...", ""],
        ["OOO.", "..OO", ""],
        ["OOO", "OO.", ""],
        ["OOO", ".O.", ".O."],
        ["O.O", "OOO", ""],
        ["O..", "O..", "OOO"],
        ["O..", "OO.", ".OO"],
        [".O.", "OOO", ".O."],
        ["OOOO", ".O..", ""],
        ["OO.", ".O.", ".OO"],
    ];
    let mut options = Vec::new();
    for (piece, picture) in PIECES.iter().enumerate() {
        let mut cells = Vec::new();
        for (y, line) in (0..).zip(picture) {
            cells.extend((0..).zip(line.chars()).filter(|&(_, sign)| sign == 'O').map(|(x, _)| (y, x)));
        }
        let mut shapes: Vec<Vec<(i32, i32)>> = Vec::new();
        for turn in 0..8 {
            if turn == 4 {
                cells = cells.iter().map(|&(y, x)| (y, -x)).collect();
            }
            cells = cells.iter().map(|&(y, x)| (x, -y)).collect();
            let (top, left) = (cells.iter().map(|c| c.0).min(), cells.iter().map(|c| c.1).min());
            let mut shape: Vec<_> = cells.iter().map(|&(y, x)| (y - top.unwrap_or(0), x - left.unwrap_or(0))).collect();
            shape.sort_unstable();
            if !shapes.contains(&shape) {
                shapes.push(shape);
            }
        }
        for shape in shapes {
            for (top, left) in (0..height).flat_map(|top| (0..width).map(move |left| (top, left))) {
                let inside = shape.iter().all(|&(y, x)| top + y < height && left + x < width);
                if inside {
                    let cells = shape.iter().map(|&(y, x)| 12 + ((top + y) * width + left + x).cast_unsigned());
                    options.push(std::iter::once(piece as u32).chain(cells).collect());
                }
            }
        }
    }
    Plain { primary: 12 + (height * width).cast_unsigned(), secondary: 0, options }
}

/// So many queens on a board: rows and columns are primary, diagonals secondary items.
#[must_use]
pub fn queens(count: u32) -> Plain {
    let diagonals = 2 * count - 1;
    let options = (0..count * count).map(|square| {
        let (row, column) = (square / count, square % count);
        let rising = 2 * count + row + column;
        let falling = 2 * count + diagonals + row + count - 1 - column;
        vec![row, count + column, rising, falling]
    });
    Plain { primary: 2 * count, secondary: 2 * diagonals, options: options.collect() }
}
