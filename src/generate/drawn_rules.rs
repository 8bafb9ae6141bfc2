//! Rules that a full grid keeps, drawn at random: cages, lines and marks whose numbers are read off the grid.

use std::collections::BTreeSet;

use crate::generate::Random;
use crate::geometry::{Cell, Geometry};
use crate::grid::Grid;
use crate::rule::Rule;

/// A family of rules that are drawn from a full grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Family {
    /// Cages with totals over nearly all cells.
    Killer,
    /// Thermometers on some cells.
    Thermometer,
    /// Arrows on some cells.
    Arrow,
    /// Lines whose neighbours differ by more than half of the digits.
    Whispers,
    /// Lines of consecutive digits.
    Renban,
    /// Pairs of neighbours that differ by one.
    Difference,
    /// Pairs of neighbours of which one is twice the other.
    Ratio,
    /// Pairs of neighbours that make as much as the lowest and the highest digit.
    Pairsum,
    /// Some cells are odd or even.
    Parity,
}

names! {
    pub Family {
        Killer = "killer", "cages with totals over nearly all cells";
        Thermometer = "thermometer", "thermometers";
        Arrow = "arrow", "arrows";
        Whispers = "whispers", "lines whose neighbours differ by more than half of the digits";
        Renban = "renban", "lines of consecutive digits";
        Difference = "difference", "pairs of neighbours that differ by one";
        Ratio = "ratio", "pairs of neighbours of which one is twice the other";
        Pairsum = "pairsum", "pairs of neighbours that make the lowest and the highest digit together";
        Parity = "parity", "odd and even cells";
    }
}

/// The fewest and the most cells of a line and of a cage.
const LINE: (usize, usize) = (3, 6);
const CAGE: (usize, usize) = (2, 5);

impl Family {
    /// Rules of the family that a full grid keeps; none where the grid has no place for any.
    pub(in crate::generate) fn draw(self, full: &Grid, random: &mut Random) -> Vec<Rule> {
        let mut drawing = Drawing { full, board: full.geometry(), random, is_taken: BTreeSet::new() };
        let digits = i64::from(drawing.board.last_digit().get() - drawing.board.first_digit().get()) + 1;
        let ends = i64::from(drawing.board.first_digit().get()) + i64::from(drawing.board.last_digit().get());
        let lines = match self {
            Self::Killer => drawing.cages(),
            Self::Thermometer => drawing.lines("thermometer", |values, next| next > values[values.len() - 1]),
            Self::Whispers => {
                let least = (digits + 1) / 2;
                let differs = move |values: &[i64], next: i64| (next - values[values.len() - 1]).abs() >= least;
                drawing.lines(&format!("whispers {least}"), differs)
            }
            Self::Renban => drawing.lines("renban", |values, next| {
                let (least, most) = values.iter().fold((i64::MAX, i64::MIN), |(a, b), &v| (a.min(v), b.max(v)));
                next == least - 1 || next == most + 1
            }),
            Self::Arrow => drawing.arrows(),
            Self::Difference => drawing.pairs("difference 1", |a, b| (a - b).abs() == 1),
            Self::Ratio => drawing.pairs("ratio 2", |a, b| a > 0 && b > 0 && (a == 2 * b || b == 2 * a)),
            Self::Pairsum => drawing.pairs(&format!("pairsum {ends}"), |a, b| a + b == ends),
            Self::Parity => drawing.parities(),
        };
        // Whatever the grid breaks is left out: the judge of the rule decides.
        let is_kept = |rule: &Rule| rule.as_constrain().breach(full.geometry(), full.digits()).is_none();
        lines.into_iter().filter_map(|line| line.parse().ok()).filter(is_kept).collect()
    }
}

struct Drawing<'a> {
    full: &'a Grid,
    board: &'a Geometry,
    random: &'a mut Random,
    /// The cells of the rules so far.
    is_taken: BTreeSet<Cell>,
}

impl Drawing<'_> {
    fn value(&self, cell: Cell) -> i64 {
        self.full.get(cell).map_or(0, |digit| digit.get().into())
    }

    fn shuffled_cells(&mut self) -> Vec<Cell> {
        let order = self.random.shuffled(self.board.cell_count());
        order.into_iter().map(|cell| self.board.cell(cell)).collect()
    }

    /// The cells beside another in random order, with the diagonal ones where they are wanted.
    fn beside(&mut self, cell: Cell, with_diagonals: bool) -> Vec<Cell> {
        let mut found = Vec::new();
        for (down, right) in (0..9).map(|i| (i / 3 - 1, i % 3 - 1)) {
            let is_straight = (down == 0) != (right == 0);
            let place = |at: usize, by: isize| at.checked_add_signed(by).and_then(|at| u16::try_from(at).ok());
            let (Some(row), Some(column)) = (place(cell.row(), down), place(cell.column(), right)) else { continue };
            let next = Cell::new(row, column);
            if next != cell && (is_straight || with_diagonals) && self.board.contains(next) {
                found.push(next);
            }
        }
        self.random.shuffle(&mut found);
        found
    }

    /// A cage at each cell that is in none yet, of neighbours with different digits; a cell that is left alone has none.
    fn cages(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        for first in self.shuffled_cells() {
            if self.is_taken.contains(&first) {
                continue;
            }
            let size = CAGE.0 + self.random.below(CAGE.1 - CAGE.0 + 1);
            let mut cage = vec![first];
            while cage.len() < size {
                let values: Vec<i64> = cage.iter().map(|&cell| self.value(cell)).collect();
                let order = self.random.shuffled(cage.len());
                let near: Vec<Cell> = order.into_iter().flat_map(|at| self.beside(cage[at], false)).collect();
                let is_free = |cell: &Cell| {
                    !self.is_taken.contains(cell) && !cage.contains(cell) && !values.contains(&self.value(*cell))
                };
                match near.into_iter().find(is_free) {
                    Some(next) => cage.push(next),
                    None => break,
                }
            }
            if cage.len() >= CAGE.0 {
                let total: i64 = cage.iter().map(|&cell| self.value(cell)).sum();
                cage.sort_unstable();
                self.is_taken.extend(&cage);
                lines.push(format!("killer {total} {}", words(&cage)));
            }
        }
        lines
    }

    /// Lines that share no cell, each prolonged as long as the next value suits those so far.
    fn lines(&mut self, keyword: &str, suits: impl Fn(&[i64], i64) -> bool) -> Vec<String> {
        let mut lines = Vec::new();
        for first in self.shuffled_cells() {
            if lines.len() * 10 >= self.board.cell_count() {
                break;
            }
            let length = LINE.0 + self.random.below(LINE.1 - LINE.0 + 1);
            let line = self.path(first, length, &suits);
            if line.len() >= LINE.0 {
                self.is_taken.extend(&line);
                lines.push(format!("{keyword} {}", words(&line)));
            }
        }
        lines
    }

    /// A path of free cells from one that is free.
    fn path(&mut self, first: Cell, length: usize, suits: impl Fn(&[i64], i64) -> bool) -> Vec<Cell> {
        let mut path = Vec::new();
        if self.is_taken.contains(&first) {
            return path;
        }
        path.push(first);
        let mut values = vec![self.value(first)];
        while path.len() < length {
            let near = self.beside(path[path.len() - 1], true);
            let is_next = |cell: &Cell| {
                !self.is_taken.contains(cell) && !path.contains(cell) && suits(&values, self.value(*cell))
            };
            let Some(next) = near.into_iter().find(is_next) else { break };
            path.push(next);
            values.push(self.value(next));
        }
        path
    }

    /// Arrows of two cells or more behind the circle.
    fn arrows(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        for circle in self.shuffled_cells() {
            if lines.len() * 12 >= self.board.cell_count() {
                break;
            }
            let total = self.value(circle);
            let path = self.path(circle, LINE.1, |values, next| values[1..].iter().sum::<i64>() + next <= total);
            if path.len() >= 3 && path[1..].iter().map(|&cell| self.value(cell)).sum::<i64>() == total {
                self.is_taken.extend(&path);
                lines.push(format!("arrow {circle} : {}", words(&path[1..])));
            }
        }
        lines
    }

    /// Half of the pairs of neighbours that suit.
    fn pairs(&mut self, keyword: &str, suits: impl Fn(i64, i64) -> bool) -> Vec<String> {
        let mut lines = Vec::new();
        for cell in self.board.cells().collect::<Vec<_>>() {
            for next in self.beside(cell, false) {
                if next > cell && suits(self.value(cell), self.value(next)) && self.random.below(2) == 0 {
                    lines.push(format!("{keyword} {cell} {next}"));
                }
            }
        }
        lines
    }

    /// A third of the cells, each by itself.
    fn parities(&mut self) -> Vec<String> {
        let cells = self.shuffled_cells();
        let word = |value: i64| if value % 2 == 0 { "even" } else { "odd" };
        cells.iter().take(cells.len() / 3).map(|&cell| format!("{} {cell}", word(self.value(cell)))).collect()
    }
}

fn words(cells: &[Cell]) -> String {
    cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
