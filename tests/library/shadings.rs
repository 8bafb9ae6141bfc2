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

/// Whether the bits of a square of 4×4 are a shading of a kind.
type IsShading = fn(u32) -> bool;

#[test]
fn named_shadings_are_those_of_brute_force() {
    let kinds: [(&str, IsShading); 5] = [
        ("yinyang shade", is_yin_yang),
        ("loop way", is_loop),
        ("snake body", is_snake),
        ("snake body apart", is_snake_apart),
        ("doublers flag value", are_doublers),
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
        grid.set(flag, value(is_in + u32::from(is_end))).unwrap();
    }
    if let Some(second) = geometry.layers().get(1) {
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
