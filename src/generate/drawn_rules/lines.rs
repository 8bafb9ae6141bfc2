//! Lines and arrows.

use crate::generate::drawn_rules::drawing::Drawing;
use crate::geometry::Cell;
use crate::rule::{Arrow, Line, LineKind, Rule};

/// The fewest and the most cells of a line.
const LINE: (usize, usize) = (3, 6);

/// The number of cells for each line, and for each arrow.
const CELLS_PER_LINE: usize = 10;
const CELLS_PER_ARROW: usize = 12;

/// The number of random paths tried from a cell.
const PATHS: usize = 6;

impl Drawing<'_> {
    /// Lines without common cells, each extended while the next value suits the values so far.
    pub(super) fn lines(&mut self, suits: impl Fn(&[i64], i64) -> bool) -> Vec<Vec<Cell>> {
        let mut lines = Vec::new();
        for first in self.shuffled_cells() {
            if self.has_enough(lines.len(), CELLS_PER_LINE) {
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

    /// Lines without common cells that the judge of their rule accepts: random paths, shortened until the rule holds.
    pub(super) fn judged_lines(&mut self, rule: impl Fn(Vec<Cell>) -> Rule) -> Vec<Rule> {
        self.judged_lines_from(LINE.0, rule, |_, _| true)
    }

    /// Lines that cross a border between regions, with equal sums on both sides.
    pub(super) fn region_sums(&mut self) -> Vec<Rule> {
        let crosses = |drawing: &Self, cells: &[Cell]| {
            let first = drawing.board.region(cells[0]);
            first.is_some() && cells.iter().any(|&cell| drawing.board.region(cell) != first)
        };
        self.judged_lines_from(2, |cells| Line { kind: LineKind::RegionSum, cells }.into(), crosses)
    }

    fn judged_lines_from(
        &mut self,
        least: usize,
        rule: impl Fn(Vec<Cell>) -> Rule,
        suits: impl Fn(&Self, &[Cell]) -> bool,
    ) -> Vec<Rule> {
        let mut rules = Vec::new();
        for first in self.shuffled_cells() {
            if self.has_enough(rules.len(), CELLS_PER_LINE) {
                break;
            }
            let mut best: Option<(Vec<Cell>, Rule)> = None;
            for _ in 0..PATHS {
                let mut path = self.path(first, LINE.1, |_, _| true);
                while path.len() >= least && best.as_ref().is_none_or(|(found, _)| found.len() < path.len()) {
                    let made = rule(path.clone());
                    if suits(self, &path) && self.holds(&made) {
                        best = Some((path, made));
                        break;
                    }
                    path.pop();
                }
            }
            if let Some((path, made)) = best {
                self.is_taken.extend(path);
                rules.push(made);
            }
        }
        rules
    }

    /// Lines that grow from a middle cell at both ends by equal digits.
    pub(super) fn palindromes(&mut self) -> Vec<Rule> {
        let mut rules = Vec::new();
        for middle in self.shuffled_cells() {
            if self.has_enough(rules.len(), CELLS_PER_LINE) {
                break;
            }
            if self.is_taken.contains(&middle) {
                continue;
            }
            let mut line = std::collections::VecDeque::from([middle]);
            while line.len() + 2 <= LINE.1 {
                let (before, behind) = (line[0], line[line.len() - 1]);
                let near = [self.beside(before, true), self.beside(behind, true)];
                let is_free = |cell: &Cell| !self.is_taken.contains(cell) && !line.contains(cell);
                let pairs = near[0].iter().flat_map(|&a| near[1].iter().map(move |&b| (a, b)));
                let equal = pairs
                    .filter(|(a, b)| a != b && is_free(a) && is_free(b))
                    .find(|&(a, b)| self.value(a) == self.value(b));
                let Some((a, b)) = equal else { break };
                line.push_front(a);
                line.push_back(b);
            }
            if line.len() >= LINE.0 {
                self.is_taken.extend(&line);
                rules.push(Line { kind: LineKind::Palindrome, cells: line.into() }.into());
            }
        }
        rules
    }

    /// Arrows of two cells or more behind the circle.
    pub(super) fn arrows(&mut self) -> Vec<Rule> {
        let mut rules = Vec::new();
        for circle in self.shuffled_cells() {
            if self.has_enough(rules.len(), CELLS_PER_ARROW) {
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
}
