//! Lines and arrows.

use crate::generate::drawn_rules::drawing::{Drawing, Orbit};
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
    pub(super) fn lines(
        &mut self,
        rule: impl Fn(Vec<Cell>) -> Rule,
        suits: impl Fn(&[i64], i64) -> bool,
    ) -> Vec<Vec<Rule>> {
        let (least, most) = self.sizes.unwrap_or(LINE);
        let mut orbits = Vec::new();
        for first in self.shuffled_cells() {
            if self.has_enough(count(&orbits), CELLS_PER_LINE) {
                break;
            }
            let length = least + self.random.below(most - least + 1);
            let mut line = self.path(first, length, &suits);
            while line.len() >= least {
                if let Some(orbit) = self.orbit(&line, |drawing, cells| drawing.either_way(cells, &rule)) {
                    self.take(orbit, &mut orbits);
                    break;
                }
                line.pop();
            }
        }
        orbits
    }

    /// The rule of a line, or of the line from its other end, if the full grid keeps one of them.
    fn either_way(&self, cells: Vec<Cell>, rule: impl Fn(Vec<Cell>) -> Rule) -> Option<Rule> {
        let turned = cells.iter().rev().copied().collect();
        [cells, turned].into_iter().map(rule).find(|rule| self.holds(rule))
    }

    fn take(&mut self, orbit: Orbit, orbits: &mut Vec<Vec<Rule>>) {
        self.is_taken.extend(orbit.cells);
        orbits.push(orbit.rules);
    }

    /// Lines without common cells that the judge of their rule accepts: random paths, shortened until the rule holds.
    pub(super) fn judged_lines(&mut self, rule: impl Fn(Vec<Cell>) -> Rule) -> Vec<Vec<Rule>> {
        self.judged_lines_from(LINE, rule, |_, _| true)
    }

    /// Lines that cross a border between regions, with equal sums on both sides.
    pub(super) fn region_sums(&mut self) -> Vec<Vec<Rule>> {
        let crosses = |drawing: &Self, cells: &[Cell]| {
            let first = drawing.board.region(cells[0]);
            first.is_some() && cells.iter().any(|&cell| drawing.board.region(cell) != first)
        };
        self.judged_lines_from((2, LINE.1), |cells| Line { kind: LineKind::RegionSum, cells }.into(), crosses)
    }

    fn judged_lines_from(
        &mut self,
        sizes: (usize, usize),
        rule: impl Fn(Vec<Cell>) -> Rule,
        suits: impl Fn(&Self, &[Cell]) -> bool,
    ) -> Vec<Vec<Rule>> {
        let (least, most) = self.sizes.unwrap_or(sizes);
        let mut orbits = Vec::new();
        for first in self.shuffled_cells() {
            if self.has_enough(count(&orbits), CELLS_PER_LINE) {
                break;
            }
            let mut best: Option<(usize, Orbit)> = None;
            for _ in 0..PATHS {
                let mut path = self.path(first, most, |_, _| true);
                while path.len() >= least && best.as_ref().is_none_or(|(length, _)| *length < path.len()) {
                    if suits(self, &path)
                        && let Some(orbit) = self.orbit(&path, |drawing, cells| drawing.either_way(cells, &rule))
                    {
                        best = Some((path.len(), orbit));
                        break;
                    }
                    path.pop();
                }
            }
            if let Some((_, orbit)) = best {
                self.take(orbit, &mut orbits);
            }
        }
        orbits
    }

    /// Lines that grow from a middle cell at both ends by equal digits.
    pub(super) fn palindromes(&mut self) -> Vec<Vec<Rule>> {
        let (least, most) = self.sizes.unwrap_or(LINE);
        let mut orbits = Vec::new();
        for middle in self.shuffled_cells() {
            if self.has_enough(count(&orbits), CELLS_PER_LINE) {
                break;
            }
            if self.is_taken.contains(&middle) {
                continue;
            }
            let mut line = std::collections::VecDeque::from([middle]);
            while line.len() + 2 <= most {
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
            let rule = |cells: Vec<Cell>| Line { kind: LineKind::Palindrome, cells }.into();
            while line.len() >= least {
                if let Some(orbit) =
                    self.orbit(line.make_contiguous(), |drawing, cells| drawing.either_way(cells, rule))
                {
                    self.take(orbit, &mut orbits);
                    break;
                }
                line.pop_front();
                line.pop_back();
            }
        }
        orbits
    }

    /// Arrows, by default of two cells or more behind the circle.
    pub(super) fn arrows(&mut self) -> Vec<Vec<Rule>> {
        let (least, most) = self.sizes.unwrap_or(LINE);
        let mut orbits = Vec::new();
        let arrow = |cells: Vec<Cell>| Arrow { circle: vec![cells[0]], shaft: cells[1..].to_vec() }.into();
        for circle in self.shuffled_cells() {
            if self.has_enough(count(&orbits), CELLS_PER_ARROW) {
                break;
            }
            let total = self.value(circle);
            let path = self.path(circle, most, |values, next| values[1..].iter().sum::<i64>() + next <= total);
            if path.len() >= least
                && let Some(orbit) = self.orbit(&path, |drawing, cells| drawing.either_way(cells, arrow))
            {
                self.take(orbit, &mut orbits);
            }
        }
        orbits
    }
}

/// The number of rules.
fn count(orbits: &[Vec<Rule>]) -> usize {
    orbits.iter().map(Vec::len).sum()
}
