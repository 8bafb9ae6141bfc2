//! Rules that a full grid keeps, drawn at random: cages, lines and marks whose numbers are read off the grid.

use std::collections::BTreeSet;

use crate::geometry::{Cell, Geometry};
use crate::grid::Grid;
use crate::random::Pcg32 as Random;
use crate::rule::{Arrow, Killer, Line, LineKind, Pair, PairKind, Parity, Rule, Thermometer};

/// A family of rules that are drawn from a full grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Family {
    /// Cages with totals, covering nearly all cells.
    Killer,
    /// Thermometers, covering part of the grid.
    Thermometer,
    /// Arrows, covering part of the grid.
    Arrow,
    /// Lines whose neighbours differ by more than half of the digits.
    Whispers,
    /// Lines of consecutive digits.
    Renban,
    /// Pairs of neighbours that differ by 1.
    Difference,
    /// Pairs of neighbours in the ratio 1 : 2.
    Ratio,
    /// Pairs of neighbours that make as much as the lowest and the highest digit.
    Pairsum,
    /// Marks for odd or even cells.
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
        Pairsum = "pairsum", "pairs of neighbours that add up to what the lowest and the highest digit do";
        Parity = "parity", "odd and even cells";
    }
}

/// The fewest and the most cells of a line and of a cage.
const LINE: (usize, usize) = (3, 6);
const CAGE: (usize, usize) = (2, 5);

impl Family {
    /// Rules of the family that a full grid keeps; empty if the grid has no place for the family.
    pub(super) fn draw(self, full: &Grid, random: &mut Random) -> Vec<Rule> {
        let mut drawing = Drawing { full, board: full.geometry(), random, is_taken: BTreeSet::new() };
        let digits = i64::from(drawing.board.last_digit().get() - drawing.board.first_digit().get()) + 1;
        let ends = i64::from(drawing.board.first_digit().get()) + i64::from(drawing.board.last_digit().get());
        let mut rules: Vec<Rule> = match self {
            Self::Killer => drawing.cages(),
            Self::Thermometer => {
                let lines = drawing.lines(|values, next| next > values[values.len() - 1]);
                lines.into_iter().map(|cells| Thermometer { is_slow: false, cells }.into()).collect()
            }
            Self::Whispers => {
                let least = (digits + 1) / 2;
                let lines = drawing.lines(|values, next| (next - values[values.len() - 1]).abs() >= least);
                lines.into_iter().map(|cells| Line { kind: LineKind::Whispers(least), cells }.into()).collect()
            }
            Self::Renban => {
                let lines = drawing.lines(|values, next| {
                    let (least, most) = values.iter().fold((i64::MAX, i64::MIN), |(a, b), &v| (a.min(v), b.max(v)));
                    next == least - 1 || next == most + 1
                });
                lines.into_iter().map(|cells| Line { kind: LineKind::Renban, cells }.into()).collect()
            }
            Self::Arrow => drawing.arrows(),
            Self::Difference => drawing.pairs(PairKind::Difference(1)),
            Self::Ratio => drawing.pairs(PairKind::Ratio(2)),
            Self::Pairsum => drawing.pairs(PairKind::Sum(ends)),
            Self::Parity => drawing.parities(),
        };
        // Whatever the grid breaks is left out: the judge of the rule decides.
        rules.retain(|rule| rule.as_constrain().breach(full.geometry(), full.digits()).is_none());
        rules
    }
}

struct Drawing<'a> {
    full: &'a Grid,
    board: &'a Geometry,
    random: &'a mut Random,
    /// The cells of the rules drawn so far.
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

    /// The neighbours of a cell in random order, on request with the diagonal neighbours.
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

    /// Cages of neighbouring cells with different digits, grown from the cells in random order; a cell that finds no partner stays
    /// without a cage.
    fn cages(&mut self) -> Vec<Rule> {
        let mut rules = Vec::new();
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
                rules.push(Killer { total: Some(total), cells: cage }.into());
            }
        }
        rules
    }

    /// Lines without common cells, each extended while the next value suits the values so far.
    fn lines(&mut self, suits: impl Fn(&[i64], i64) -> bool) -> Vec<Vec<Cell>> {
        let mut lines = Vec::new();
        for first in self.shuffled_cells() {
            if lines.len() * 10 >= self.board.cell_count() {
                break;
            }
            let length = LINE.0 + self.random.below(LINE.1 - LINE.0 + 1);
            let line = self.path(first, length, &suits);
            if line.len() >= LINE.0 {
                self.is_taken.extend(&line);
                lines.push(line);
            }
        }
        lines
    }

    /// A path of free cells that begins at `first`; empty if `first` is taken.
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
    fn arrows(&mut self) -> Vec<Rule> {
        let mut rules = Vec::new();
        for circle in self.shuffled_cells() {
            if rules.len() * 12 >= self.board.cell_count() {
                break;
            }
            let total = self.value(circle);
            let path = self.path(circle, LINE.1, |values, next| values[1..].iter().sum::<i64>() + next <= total);
            if path.len() >= 3 && path[1..].iter().map(|&cell| self.value(cell)).sum::<i64>() == total {
                self.is_taken.extend(&path);
                rules.push(Arrow { circle: vec![circle], shaft: path[1..].to_vec() }.into());
            }
        }
        rules
    }

    /// Half of the pairs of neighbours that a mark may stand between. Pairs of zeros get no ratio: 0 is every multiple of 0.
    fn pairs(&mut self, kind: PairKind) -> Vec<Rule> {
        let suits = |a: i64, b: i64| kind.allows(a, b) && !(matches!(kind, PairKind::Ratio(_)) && a * b == 0);
        let mut rules = Vec::new();
        for cell in self.board.cells().collect::<Vec<_>>() {
            for next in self.beside(cell, false) {
                if next > cell && suits(self.value(cell), self.value(next)) && self.random.below(2) == 0 {
                    rules.push(Pair { kind, cells: [cell, next] }.into());
                }
            }
        }
        rules
    }

    /// Parity marks for a third of the cells, as single-cell rules.
    fn parities(&mut self) -> Vec<Rule> {
        let cells = self.shuffled_cells();
        let parity = |&cell: &Cell| Parity { is_odd: self.value(cell) % 2 == 1, cells: vec![cell] }.into();
        cells.iter().take(cells.len() / 3).map(parity).collect()
    }
}
