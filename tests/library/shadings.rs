//! Shadings that setters name, against all shadings of small grids.

use satdoku::{Backend, Cell, Count, Digit, Grid, Solver, Verdict};

use crate::common::board;
use crate::connected::is_piece;

const SOLUTION: &str = "1234341221434321";

/// A full grid of 4×4 with a rule that brings a layer.
fn filled(line: &str) -> Grid {
    let rule = line.parse().unwrap_or_else(|error| panic!("{error}: {line}"));
    let mut grid = Grid::empty(&board("2x2")).with_rules(vec![rule]).unwrap();
    for (at, digit) in SOLUTION.bytes().enumerate() {
        let digit = Digit::new(u16::from(digit - b'0'));
        grid.set(Cell::new(at as u16 / 4, at as u16 % 4), Some(digit)).unwrap();
    }
    grid
}

fn is_shaded(shading: u32, row: u32, column: u32) -> bool {
    row < 4 && column < 4 && shading >> (4 * row + column) & 1 == 1
}

/// The shaded neighbours of each shaded cell.
fn degrees(shading: u32) -> Vec<u32> {
    let cells = (0..4).flat_map(|row| (0..4).map(move |column| (row, column)));
    let beside = |(row, column): (u32, u32)| {
        let around =
            [(row + 1, column), (row.wrapping_sub(1), column), (row, column + 1), (row, column.wrapping_sub(1))];
        around.iter().filter(|&&(row, column)| is_shaded(shading, row, column)).count() as u32
    };
    cells.filter(|&(row, column)| is_shaded(shading, row, column)).map(beside).collect()
}

/// The squares of two by two, each as the numbers of its shaded cells and of those on its diagonals.
fn squares(shading: u32) -> impl Iterator<Item = (u32, [u32; 2])> {
    let corners = (0..3).flat_map(|row| (0..3).map(move |column| (row, column)));
    corners.map(move |(row, column)| {
        let at = |down: u32, right: u32| u32::from(is_shaded(shading, row + down, column + right));
        (at(0, 0) + at(0, 1) + at(1, 0) + at(1, 1), [at(0, 0) + at(1, 1), at(0, 1) + at(1, 0)])
    })
}

fn is_yin_yang(shading: u32) -> bool {
    let is_one = |shading| is_piece(shading, (4, 4));
    is_one(shading) && is_one(!shading & 0xFFFF) && squares(shading).all(|(shaded, _)| (1..=3).contains(&shaded))
}

fn is_loop(shading: u32) -> bool {
    is_piece(shading, (4, 4)) && degrees(shading).iter().all(|&degree| degree == 2)
}

fn is_snake(shading: u32) -> bool {
    let degrees = degrees(shading);
    let ends = degrees.iter().filter(|&&degree| degree == 1).count();
    is_piece(shading, (4, 4)) && ends == 2 && degrees.iter().all(|&degree| degree <= 2)
}

fn is_snake_apart(shading: u32) -> bool {
    is_snake(shading) && squares(shading).all(|(shaded, diagonals)| shaded != 2 || !diagonals.contains(&2))
}

fn are_doublers(shading: u32) -> bool {
    let cells: Vec<usize> = (0..16).filter(|at| shading >> at & 1 == 1).collect();
    let differ = |of: &dyn Fn(usize) -> usize| {
        let mut seen: Vec<usize> = cells.iter().map(|&at| of(at)).collect();
        seen.sort_unstable();
        seen == [0, 1, 2, 3]
    };
    let digit = |at: usize| usize::from(SOLUTION.as_bytes()[at] - b'1');
    differ(&|at| at / 4) && differ(&|at| at % 4) && differ(&|at| at / 8 * 2 + at % 4 / 2) && differ(&digit)
}

/// The pieces of the shaded cells.
fn pieces(shading: u32) -> Vec<u32> {
    let (mut left, mut found) = (shading, Vec::new());
    while left != 0 {
        let mut piece = left & left.wrapping_neg();
        loop {
            // A step to each side, but not round the edges.
            let steps = piece << 4 | piece >> 4 | (piece & 0x7777) << 1 | (piece & 0xEEEE) >> 1;
            let grown = piece | steps & left;
            if grown == piece {
                break;
            }
            piece = grown;
        }
        found.push(piece);
        left &= !piece;
    }
    found
}

fn digit(at: usize) -> u32 {
    u32::from(SOLUTION.as_bytes()[at] - b'0')
}

/// The cells that are seen from a cell along its row and column, up to the first shaded one.
fn seen(shading: u32, row: u32, column: u32) -> u32 {
    let along = |down: u32, right: u32| {
        let places = (1..4).map(move |step| {
            (row.wrapping_add(down.wrapping_mul(step)), column.wrapping_add(right.wrapping_mul(step)))
        });
        places.take_while(|&(row, column)| row < 4 && column < 4 && !is_shaded(shading, row, column)).count() as u32
    };
    1 + along(0, 1) + along(1, 0) + along(0, u32::MAX) + along(u32::MAX, 0)
}

/// A cave with clues in `r1c2` and `r1c4`.
fn is_cave(shading: u32) -> bool {
    let border = 0xF99F;
    let is_right = |column: u32| !is_shaded(shading, 0, column) && seen(shading, 0, column) == digit(column as usize);
    pieces(!shading & 0xFFFF).len() == 1
        && pieces(shading).iter().all(|piece| piece & border != 0)
        && is_right(1)
        && is_right(3)
}

fn are_stars(shading: u32) -> bool {
    let count = |mask: u32| (shading & mask).count_ones();
    let touch = (0..16).any(|at| {
        let around =
            (0..16_u32).filter(|&other| other > at && at / 4 + 1 >= other / 4 && (at % 4).abs_diff(other % 4) <= 1);
        shading >> at & 1 == 1 && around.into_iter().any(|other| shading >> other & 1 == 1)
    });
    let masks = (0..4).flat_map(|at| [0xF << (4 * at), 0x1111 << at, 0x33 << (at / 2 * 8 + at % 2 * 2)]);
    !touch && masks.into_iter().all(|mask| count(mask) == 1)
}

/// Islands with clues in `r1c1`, `r3c1` and `r3c3`; the shaded cells are the land.
fn are_islands(shading: u32) -> bool {
    let clues: [usize; 3] = [0, 8, 10];
    let islands = pieces(shading);
    let is_island = |piece: &u32| {
        let own: Vec<usize> = clues.iter().copied().filter(|at| piece >> at & 1 == 1).collect();
        matches!(own[..], [clue] if piece.count_ones() == digit(clue))
    };
    islands.len() == 3
        && islands.iter().all(is_island)
        && pieces(!shading & 0xFFFF).len() == 1
        && squares(shading).all(|(shaded, _)| shaded > 0)
}

/// Whether the bits of a square of 4×4 are a shading of a kind.
type IsShading = fn(u32) -> bool;

#[test]
fn named_shadings_are_those_of_brute_force() {
    let kinds: [(&str, IsShading); 8] = [
        ("yinyang shade", is_yin_yang),
        ("loop way", is_loop),
        ("snake body", is_snake),
        ("snake body apart", is_snake_apart),
        ("doublers flag value", are_doublers),
        ("stars star 1", are_stars),
        ("cave shade frame r1c2 r1c4", is_cave),
        ("nurikabe island r1c1 r3c1 r3c3", are_islands),
    ];
    for (line, is_wanted) in kinds {
        let puzzle = filled(line);
        let expected: Vec<u32> = (0..1 << 16).filter(|&shading| is_wanted(shading)).collect();
        assert!(expected.len() > 1, "{line}");
        for solver in [Solver::Auto, Solver::Propagating, Solver::Sat(Backend::Cdcl)] {
            let count = solver.count(&puzzle).unwrap();
            assert_eq!(count, Count::Exact((expected.len() as u64).into()), "{line}: {solver}");
        }
        // The judge, on every shading that is wanted and on many others.
        let (geometry, rule) = (puzzle.geometry(), puzzle.rules().as_slice()[0].as_constrain());
        let others = (0..1 << 16).step_by(37).filter(|&shading| !is_wanted(shading));
        for shading in expected.iter().copied().chain(others) {
            let is_broken = rule.breach(geometry, shaded(&puzzle, line, shading).digits()).is_some();
            assert_eq!(!is_broken, is_wanted(shading), "{line}: {shading:016b}");
        }
    }
}

/// The grid with the flags of a shading, and what else the rule's layers need.
fn shaded(puzzle: &Grid, line: &str, shading: u32) -> Grid {
    let geometry = puzzle.geometry();
    let value = |value: u32| geometry.digits().find(|digit| u32::from(digit.get()) == value);
    let mut grid = puzzle.clone();
    let flags = geometry.layer_cells(&geometry.layers()[0]);
    for (at, &flag) in flags.iter().enumerate() {
        let is_in = shading >> at & 1;
        let (row, column) = (at as u32 / 4, at as u32 % 4);
        let around = [(1, 0), (u32::MAX, 0), (0, 1), (0, u32::MAX)];
        let beside = around
            .iter()
            .filter(|(down, right)| is_shaded(shading, row.wrapping_add(*down), column.wrapping_add(*right)));
        let is_end = line.starts_with("snake") && is_in == 1 && beside.count() == 1;
        // Land has the number of the first clue in its piece, or that of the first clue.
        let island = || {
            let piece = pieces(shading).into_iter().find(|piece| piece >> at & 1 == 1).unwrap();
            (1..).zip([0, 8, 10]).find(|&(_, clue)| piece >> clue & 1 == 1).map_or(1, |(number, _)| number)
        };
        let number = if line.starts_with("nurikabe") && is_in == 1 { island() } else { is_in + u32::from(is_end) };
        grid.set(flag, value(number)).unwrap();
    }
    if line.starts_with("cave") {
        for cell in geometry.layer_cells(&geometry.layers()[1]) {
            let (row, column) = (cell.row() as u32, cell.column() as u32);
            let is_rock = [row, column].iter().any(|at| [0, 5].contains(at)) || is_shaded(shading, row - 1, column - 1);
            grid.set(cell, value(u32::from(is_rock))).unwrap();
        }
    } else if let Some(second) = geometry.layers().get(1) {
        for (at, cell) in geometry.layer_cells(second).into_iter().enumerate() {
            let digit = u32::from(SOLUTION.as_bytes()[at] - b'0');
            grid.set(cell, value(digit * (1 + (shading >> at & 1)))).unwrap();
        }
    }
    grid
}

#[test]
fn sums_may_be_over_doubled_values() {
    let rules = ["doublers flag value", "sum 14 value:r1c1-r1c4"].map(|line| line.parse().unwrap());
    let puzzle = Grid::empty(&board("2x2")).with_rules(rules.to_vec()).unwrap();
    let Verdict::Satisfiable(solution) = Solver::Auto.solve(&puzzle).unwrap() else {
        panic!("the doubler of the first row is a 4")
    };
    let geometry = puzzle.geometry();
    let doubled = (0..4).map(|column| Cell::new(0, column)).find(|&cell| {
        let flag = Cell::in_layer("flag".parse().unwrap(), 0, cell.column() as u16);
        solution.get(flag) == geometry.digits().find(|digit| digit.get() == 1)
    });
    assert_eq!(solution.get(doubled.unwrap()).map(Digit::get), Some(4));
}

/// All fillings of 3×3 and of 2×4 cells with the sizes 1 to 4: those whose pieces are as large as their values.
#[test]
fn fillomino_pieces_are_those_of_brute_force() {
    let mut counts = Vec::new();
    for (word, rows, columns) in [("3x3/4+boxes:none", 3_usize, 3_usize), ("2x4/4+boxes:none", 2, 4)] {
        let count = rows * columns;
        let piece = |values: &[u16], first: usize| {
            let (mut reached, mut open) = (vec![first], vec![first]);
            while let Some(at) = open.pop() {
                let (row, column) = (at / columns, at % columns);
                for other in
                    (0..count).filter(|other| row.abs_diff(other / columns) + column.abs_diff(other % columns) == 1)
                {
                    if values[other] == values[first] && !reached.contains(&other) {
                        reached.push(other);
                        open.push(other);
                    }
                }
            }
            reached.len()
        };
        let values = |number: usize| -> Vec<u16> {
            (0..count as u32).map(|at| (number / 4_usize.pow(at) % 4) as u16 + 1).collect()
        };
        let all: Vec<Vec<u16>> = (0..4_usize.pow(count as u32))
            .map(values)
            .filter(|values| (0..count).all(|at| piece(values, at) == usize::from(values[at])))
            .collect();
        let board = board(word);
        let Verdict::Satisfiable(solution) = Solver::Auto.solve(&Grid::empty(&board)).unwrap() else {
            panic!("a grid")
        };
        for line in ["fillomino size", "fillomino size r1c1", "fillomino size r1c2 r2c3"] {
            let mut puzzle = Grid::empty(&board).with_rule(line.parse().unwrap()).unwrap();
            for cell in board.cells() {
                puzzle.set(cell, solution.get(cell)).unwrap();
            }
            let clues: Vec<Cell> = line.split(' ').skip(2).map(|cell| cell.parse().unwrap()).collect();
            let is_right = |values: &&Vec<u16>| {
                clues.iter().all(|&clue| {
                    solution.get(clue).map(Digit::get) == Some(values[clue.row() * columns + clue.column()])
                })
            };
            let expected = all.iter().filter(is_right).count() as u64;
            for solver in [
                Solver::Auto,
                Solver::Propagating,
                Solver::Mrv,
                Solver::Sat(Backend::Cdcl),
                Solver::Sat(Backend::Varisat),
            ] {
                let count = solver.count(&puzzle).unwrap();
                assert_eq!(count, Count::Exact(expected.into()), "{word}: {line}: {solver}");
            }
            counts.push(expected);
        }
    }
    assert!(counts.iter().any(|&count| count > 1) && counts.contains(&0), "{counts:?}");
}

/// All numberings of the cells of 3×4 by three centres: the regions that a half turn maps to themselves.
#[test]
fn galaxies_are_those_of_brute_force() {
    let place = |row: usize, column: usize| (row < 3 && column < 4).then(|| 4 * row + column);
    let around = |at: usize| {
        let (row, column) = (at / 4, at % 4);
        let steps =
            [(row + 1, column), (row.wrapping_sub(1), column), (row, column + 1), (row, column.wrapping_sub(1))];
        steps.into_iter().filter_map(move |(row, column)| place(row, column))
    };
    let mut counts = Vec::new();
    // Each centre by its cells and by twice its row and column.
    let kinds: [(&str, [(usize, usize); 3]); 4] = [
        ("galaxies star r1c2 r1c3 : r3c2 r3c3 : r2c2", [(0, 3), (4, 3), (2, 2)]),
        ("galaxies star r1c2 r2c2 : r2c4 : r3c2", [(1, 2), (2, 6), (4, 2)]),
        ("galaxies star r2c1 : r2c2 r2c3 : r2c4", [(2, 0), (2, 3), (2, 6)]),
        ("galaxies star r1c1 r1c2 r2c1 r2c2 : r1c3 r2c3 r1c4 r2c4 : r3c2 r3c3", [(1, 1), (1, 5), (4, 3)]),
    ];
    for (line, centres) in kinds {
        let turned = |at: usize, (row, column): (usize, usize)| {
            place(usize::checked_sub(row, at / 4)?, usize::checked_sub(column, at % 4)?)
        };
        let is_division = |labels: &[usize; 12]| {
            centres.iter().enumerate().all(|(label, &(row, column))| {
                let own: Vec<usize> = (0..12).filter(|&at| labels[at] == label).collect();
                let rows = [row / 2, row.div_ceil(2)];
                let has_centre = rows.iter().all(|&row| {
                    [column / 2, column.div_ceil(2)].iter().all(|&column| labels[4 * row + column] == label)
                });
                let is_even = || own.iter().all(|&at| turned(at, (row, column)).is_some_and(|at| labels[at] == label));
                let is_one = || {
                    let (mut reached, mut open) = (vec![own[0]], vec![own[0]]);
                    while let Some(at) = open.pop() {
                        for other in around(at).filter(|&other| labels[other] == label) {
                            if !reached.contains(&other) {
                                reached.push(other);
                                open.push(other);
                            }
                        }
                    }
                    reached.len() == own.len()
                };
                has_centre && is_even() && is_one()
            })
        };
        let labels = |number: usize| std::array::from_fn::<usize, 12, _>(|at| number / 3_usize.pow(at as u32) % 3);
        let expected = (0..3_usize.pow(12)).map(labels).filter(is_division).count();
        let board = board("3x4/4+boxes:none");
        let puzzle = Grid::empty(&board).with_rule(line.parse().unwrap()).unwrap();
        let Verdict::Satisfiable(solution) = Solver::Auto.solve(&Grid::empty(&board)).unwrap() else {
            panic!("a grid")
        };
        let mut puzzle = puzzle;
        for cell in board.cells() {
            puzzle.set(cell, solution.get(cell)).unwrap();
        }
        for solver in [Solver::Auto, Solver::Propagating, Solver::Sat(Backend::Cdcl)] {
            let count = solver.count(&puzzle).unwrap();
            assert_eq!(count, Count::Exact((expected as u64).into()), "{line}: {solver}");
        }
        counts.push(expected);
    }
    assert!(counts.iter().any(|&count| count > 1) && counts.contains(&0), "{counts:?}");
}

#[test]
fn cells_with_two_digits_need_a_further_digit() {
    let rule = || "schrodinger second value".parse().unwrap();
    for word in ["3x3", "2x2+digits:0..3", "3x3+digits:0..8"] {
        let refused = Grid::empty(&board(word)).with_rule(rule()).unwrap_err().to_string();
        assert!(refused.contains("expected one digit more than a row has cells, such as 3x3+digits:0..9"), "{refused}");
    }
    Grid::empty(&board("3x3+digits:0..9")).with_rule(rule()).unwrap();
}

/// All ways to put a second digit into one cell of each row, column and box of squares of 2×2 boxes with the digits 0 to 4.
#[test]
fn cells_with_two_digits_are_those_of_brute_force() {
    let board = board("2x2+digits:0..4");
    // Two rows of clues leave few grids.
    let mut clues = Grid::empty(&board);
    for (cell, digit) in board.cells().zip([0, 1, 2, 3, 2, 3, 4, 0]) {
        clues.set(cell, Some(Digit::new(digit))).unwrap();
    }
    let puzzle = clues.clone().with_rule("schrodinger second value".parse().unwrap()).unwrap();
    // Places of the double cells: one of each row, column and box. The second digit is the one that row, column and box lack.
    let mut expected = 0_u64;
    let grids = Solver::Mrv.solutions(&clues).unwrap();
    for solution in grids {
        let solution = solution.unwrap();
        let digits: Vec<u16> = board.cells().map(|cell| solution.get(cell).unwrap().get()).collect();
        let lack = |of: &dyn Fn(usize) -> usize, number: usize| -> u16 {
            let sum: u16 = (0..16).filter(|&at| of(at) == number).map(|at| digits[at]).sum();
            10 - sum
        };
        let (rows, columns, boxes) = (|at: usize| at / 4, |at: usize| at % 4, |at: usize| at / 8 * 2 + at % 4 / 2);
        for columns_of in 0..256_usize {
            let at: Vec<usize> = (0..4).map(|row| 4 * row + (columns_of >> (2 * row) & 3)).collect();
            let is_each = |of: &dyn Fn(usize) -> usize| (0..4).all(|number| at.iter().any(|&at| of(at) == number));
            let is_right = |&at: &usize| {
                let second = lack(&rows, rows(at));
                second == lack(&columns, columns(at)) && second == lack(&boxes, boxes(at)) && second > digits[at]
            };
            expected += u64::from(is_each(&columns) && is_each(&boxes) && at.iter().all(is_right));
        }
    }
    assert!(expected > 0);
    for solver in [Solver::Auto, Solver::Sat(Backend::Cdcl)] {
        assert_eq!(solver.count(&puzzle).unwrap(), Count::Exact(expected.into()), "{solver}");
    }
}
