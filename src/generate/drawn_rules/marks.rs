//! Marks of cells, pairs and corners.

use std::cmp::Ordering;

use crate::generate::drawn_rules::drawing::Drawing;
use crate::geometry::Cell;
use crate::rule::{Contains, Indexer, IndexerKind, Negative, Pair, PairKind, Parity, Rule};

/// The number of cells for each quadruple.
const CELLS_PER_QUADRUPLE: usize = 10;

/// The number of cells for each mark of an odd or even cell.
const CELLS_PER_PARITY: usize = 3;

impl Drawing<'_> {
    /// The pairs of neighbours, row by row.
    fn neighbours(&mut self) -> Vec<[Cell; 2]> {
        let mut pairs = Vec::new();
        for cell in self.board.cells().collect::<Vec<_>>() {
            let behind = self.beside(cell, false).into_iter().filter(|next| *next > cell);
            pairs.extend(behind.map(|next| [cell, next]));
        }
        pairs
    }

    /// Half of the pairs of neighbours that a mark may stand between. Pairs of zeros get no ratio: 0 is every multiple of 0.
    pub(super) fn pairs(&mut self, kind: PairKind) -> Vec<Vec<Rule>> {
        let suits = |a: i64, b: i64| kind.allows(a, b) && !(matches!(kind, PairKind::Ratio(_)) && a * b == 0);
        self.pairs_with(|drawing, [a, b]| {
            suits(drawing.value(a), drawing.value(b)).then(|| Pair { kind, cells: [a, b] }.into())
        })
    }

    /// Half of the pairs of neighbours that a rule can be made for.
    fn pairs_with(&mut self, rule: impl Fn(&Self, [Cell; 2]) -> Option<Rule>) -> Vec<Vec<Rule>> {
        let mut orbits: Vec<Vec<Rule>> = Vec::new();
        for pair in self.neighbours() {
            let sorted = |cells: Vec<Cell>| rule(self, [cells[0].min(cells[1]), cells[0].max(cells[1])]);
            let Some(orbit) = self.repeated(&pair, sorted) else { continue };
            if self.is_drawn(2) && !self.is_repeated(&orbit[0], &orbits) {
                orbits.push(orbit);
            }
        }
        orbits
    }

    /// A mark on every pair of neighbours that one of the kinds allows, at random where several do, and the rules against such
    /// pairs without a mark.
    pub(super) fn all_pairs(&mut self, kinds: &[PairKind]) -> Vec<Vec<Rule>> {
        let mut rules: Vec<Rule> = Vec::new();
        for [cell, next] in self.neighbours() {
            let (a, b) = (self.value(cell), self.value(next));
            let suiting: Vec<PairKind> = kinds.iter().copied().filter(|kind| kind.allows(a, b)).collect();
            if !suiting.is_empty() {
                let kind = suiting[self.random.below(suiting.len())];
                rules.push(Pair { kind, cells: [cell, next] }.into());
            }
        }
        if rules.is_empty() {
            return Vec::new();
        }
        let except: Vec<[Cell; 2]> = rules.iter().filter_map(cells_of).collect();
        rules.extend(kinds.iter().map(|&kind| Negative { kind, except: except.clone() }.into()));
        vec![rules]
    }

    /// A sign of inequality on half of the pairs of neighbours.
    pub(super) fn inequalities(&mut self) -> Vec<Vec<Rule>> {
        self.pairs_with(|drawing, [a, b]| {
            let (cells, is_unequal) = match drawing.value(a).cmp(&drawing.value(b)) {
                Ordering::Less => ([a, b], true),
                Ordering::Equal => ([a, b], false),
                Ordering::Greater => ([b, a], true),
            };
            is_unequal.then(|| Pair { kind: PairKind::Less, cells }.into())
        })
    }

    /// Two to four of the digits round a corner, where no other quadruple has a cell.
    pub(super) fn quadruples(&mut self) -> Vec<Vec<Rule>> {
        let mut orbits = Vec::new();
        for corner in self.shuffled_cells() {
            let (row, column) = (corner.row() as u16, corner.column() as u16);
            let cells = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(down, right)| Cell::new(row + down, column + right));
            let is_free = |cell: &Cell| self.board.contains(*cell) && !self.is_taken.contains(cell);
            let drawn = orbits.iter().map(Vec::len).sum();
            if self.has_enough(drawn, CELLS_PER_QUADRUPLE) || !cells.iter().all(is_free) {
                continue;
            }
            let quadruple = |drawing: &mut Self, mut cells: Vec<Cell>| {
                cells.sort_unstable();
                let mut values: Vec<i64> = cells.iter().map(|&cell| drawing.value(cell)).collect();
                drawing.random.shuffle(&mut values);
                values.truncate(2 + drawing.random.below(3));
                values.sort_unstable();
                Some(Contains::at_least(values, cells).into())
            };
            if let Some(orbit) = self.orbit(&cells, quadruple) {
                self.is_taken.extend(orbit.cells);
                orbits.push(orbit.rules);
            }
        }
        orbits
    }

    /// Parity marks for a third of the cells, as single-cell rules.
    pub(super) fn parities(&mut self) -> Vec<Vec<Rule>> {
        let mut orbits: Vec<Vec<Rule>> = Vec::new();
        for cell in self.shuffled_cells() {
            if self.has_enough(orbits.iter().map(Vec::len).sum(), CELLS_PER_PARITY) {
                break;
            }
            let parity = |drawing: &mut Self, cells: Vec<Cell>| {
                Some(Parity { is_odd: drawing.value(cells[0]) % 2 == 1, cells }.into())
            };
            if let Some(orbit) = self.orbit(&[cell], parity)
                && !self.is_repeated(&orbit.rules[0], &orbits)
            {
                orbits.push(orbit.rules);
            }
        }
        orbits
    }

    /// The cells that are indexers in the grid.
    pub(super) fn indexers(&mut self, kind: IndexerKind) -> Vec<Vec<Rule>> {
        let indexer = |drawing: &mut Self, cells: Vec<Cell>| {
            let rule = Indexer { kind, cells }.into();
            drawing.holds(&rule).then_some(rule)
        };
        let mut orbits: Vec<Vec<Rule>> = Vec::new();
        for cell in self.board.cells() {
            if let Some(orbit) = self.orbit(&[cell], indexer)
                && !self.is_repeated(&orbit.rules[0], &orbits)
            {
                orbits.push(orbit.rules);
            }
        }
        if self.draws_one() && !orbits.is_empty() {
            let at = self.random.below(orbits.len());
            orbits.swap(0, at);
            orbits.truncate(1);
        }
        orbits
    }
}

fn cells_of(rule: &Rule) -> Option<[Cell; 2]> {
    if let Rule::Pair(pair) = rule { Some(pair.cells) } else { None }
}
