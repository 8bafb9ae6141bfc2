//! Random puzzles of mixed shapes with none, one and many solutions: puzzle k is always the same.

use std::sync::Arc;

use satdoku::generate::{Kind, Random, Recipe, SolutionsWanted};
use satdoku::{Budget, Candidate, Digit, Geometry, Grid};

use crate::common::board;

/// How puzzles are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// By the generators.
    Made(Kind),
    /// A proper puzzle with one digit changed.
    Spoiled,
    /// A few digits anywhere.
    Scattered,
}

/// Small boards often, since most is asked of them in the time; a `jigsaw` is another one each time.
const SHAPES: [&str; 16] = [
    "2x2",
    "2x3",
    "3x2",
    "2x4",
    "3x3",
    "3x3",
    "3x3",
    "3x4",
    "4x4",
    "2x2+diagonals",
    "3x3+diagonals",
    "jigsaw 5",
    "jigsaw 6",
    "jigsaw 7",
    "jigsaw 9",
    "2x3+unit:r1c1,r1c2,r3c3,r4c4,r5c5,r6c6",
];

const WAYS: [Way; 8] = [
    Way::Made(Kind::Unique),
    Way::Made(Kind::Minimal),
    Way::Made(Kind::None),
    Way::Made(Kind::Several(SolutionsWanted::Exactly(2))),
    Way::Made(Kind::Several(SolutionsWanted::AtLeast(5))),
    Way::Made(Kind::Holes),
    Way::Spoiled,
    Way::Scattered,
];

/// Puzzles that are made in one go.
pub(crate) const IN_A_BLOCK: usize = 10;

/// A block of puzzles on one board, made in one way.
pub(crate) fn block(number: u64) -> (Way, Vec<Grid>) {
    let random = &mut Random::new(number, 0);
    // Shapes come in turn, and each meets each way once in 128 blocks.
    let round = number as usize / SHAPES.len();
    let shape = SHAPES[number as usize % SHAPES.len()];
    let way = WAYS[(number as usize + round) % WAYS.len()];
    let board = match shape.strip_prefix("jigsaw ") {
        Some(side) => jigsaw(side.parse().unwrap(), random),
        None => board(shape),
    };
    let puzzles = match way {
        Way::Made(kind) => made(&board, kind, number, random),
        Way::Spoiled => {
            let proper = made(&board, Kind::Unique, number, random);
            proper.into_iter().map(|puzzle| spoiled(puzzle, random)).collect()
        }
        Way::Scattered => (0..IN_A_BLOCK).map(|_| scattered(&board, random)).collect(),
    };
    (way, puzzles)
}

/// Puzzles by a recipe, as far as it finds them.
fn made(board: &Arc<Geometry>, kind: Kind, seed: u64, random: &mut Random) -> Vec<Grid> {
    let cells = board.cell_count();
    let clues = (kind == Kind::Holes).then(|| cells * (35 + random.below(50)) / 100);
    let recipe = Recipe::new(board, kind).with_seed(seed).with_clues(clues);
    let puzzles = recipe.puzzles(0..IN_A_BLOCK as u64, &Budget::unlimited());
    // A small or odd board may have no puzzle with so many solutions.
    puzzles.into_iter().flatten().map_while(|made| made.ok().map(|made| made.puzzle)).collect()
}

fn spoiled(mut puzzle: Grid, random: &mut Random) -> Grid {
    let clues: Vec<Candidate> = puzzle.clues().collect();
    if let Some(clue) = clues.get(random.below(clues.len().max(1))) {
        let digit = Digit::new((random.below(puzzle.geometry().digit_count())) as u16 + 1);
        puzzle.set(clue.cell, Some(digit)).unwrap();
    }
    puzzle
}

fn scattered(board: &Arc<Geometry>, random: &mut Random) -> Grid {
    let mut grid = Grid::empty(board);
    for _ in 0..board.cell_count() / 4 {
        let cell = board.cell(random.below(board.cell_count()));
        let digit = Digit::new(random.below(board.digit_count()) as u16 + 1);
        if grid.can_place(cell, digit) {
            grid.set(cell, Some(digit)).unwrap();
        }
    }
    grid
}

/// Random regions in one piece each: from rows, neighbouring regions trade cells while each stays connected.
pub(crate) fn jigsaw(side: usize, random: &mut Random) -> Arc<Geometry> {
    let mut region: Vec<usize> = (0..side * side).map(|cell| cell / side).collect();
    for _ in 0..20 * side * side {
        let mut traded = region.clone();
        let [one, other] = [random.below(side * side), random.below(side * side)];
        let touches = |cell: usize, wanted: usize| neighbours(cell, side).any(|next| region[next] == wanted);
        if region[one] != region[other] && touches(one, region[other]) && touches(other, region[one]) {
            traded.swap(one, other);
            if is_connected(&traded, region[one], side) && is_connected(&traded, region[other], side) {
                region = traded;
            }
        }
    }
    let numbers: Vec<u32> = region.iter().map(|&region| region as u32 + 1).collect();
    Arc::new(Geometry::regions(side, &numbers).unwrap())
}

fn neighbours(cell: usize, side: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (cell / side, cell % side);
    let up = row.checked_sub(1).map(|_| cell - side);
    let down = (row + 1 < side).then_some(cell + side);
    let left = column.checked_sub(1).map(|_| cell - 1);
    let right = (column + 1 < side).then_some(cell + 1);
    [up, down, left, right].into_iter().flatten()
}

fn is_connected(region: &[usize], wanted: usize, side: usize) -> bool {
    let cells: Vec<usize> = (0..region.len()).filter(|&cell| region[cell] == wanted).collect();
    let mut reached = vec![cells[0]];
    let mut next = 0;
    while let Some(&cell) = reached.get(next) {
        next += 1;
        for neighbour in neighbours(cell, side).filter(|&neighbour| region[neighbour] == wanted) {
            if !reached.contains(&neighbour) {
                reached.push(neighbour);
            }
        }
    }
    reached.len() == cells.len()
}
