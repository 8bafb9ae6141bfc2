//! Marks of cells, pairs and corners.

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
    pub(super) fn pairs(&mut self, kind: PairKind) -> Vec<Rule> {
        let suits = |a: i64, b: i64| kind.allows(a, b) && !(matches!(kind, PairKind::Ratio(_)) && a * b == 0);
        let mut rules = Vec::new();
        for [cell, next] in self.neighbours() {
            if suits(self.value(cell), self.value(next)) && self.is_drawn() {
                rules.push(Pair { kind, cells: [cell, next] }.into());
            }
        }
        rules
    }

    /// A mark on every pair of neighbours that one of the kinds allows, at random where several do, and the rules against such
    /// pairs without a mark.
    pub(super) fn all_pairs(&mut self, kinds: &[PairKind]) -> Vec<Rule> {
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
            return rules;
        }
        let except: Vec<[Cell; 2]> = rules.iter().filter_map(cells_of).collect();
        rules.extend(kinds.iter().map(|&kind| Negative { kind, except: except.clone() }.into()));
        rules
    }

    /// A sign of inequality on half of the pairs of neighbours.
    pub(super) fn inequalities(&mut self) -> Vec<Rule> {
        let mut rules = Vec::new();
        for [a, b] in self.neighbours() {
            if self.is_drawn() && self.value(a) != self.value(b) {
                let cells = if self.value(a) < self.value(b) { [a, b] } else { [b, a] };
                rules.push(Pair { kind: PairKind::Less, cells }.into());
            }
        }
        rules
    }

    /// Two to four of the digits round a corner, where no other quadruple has a cell.
    pub(super) fn quadruples(&mut self) -> Vec<Rule> {
        let mut rules = Vec::new();
        for corner in self.shuffled_cells() {
            let (row, column) = (corner.row() as u16, corner.column() as u16);
            let cells = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(down, right)| Cell::new(row + down, column + right));
            let is_free = |cell: &Cell| self.board.contains(*cell) && !self.is_taken.contains(cell);
            if self.has_enough(rules.len(), CELLS_PER_QUADRUPLE) || !cells.iter().all(is_free) {
                continue;
            }
            let mut values: Vec<i64> = cells.iter().map(|&cell| self.value(cell)).collect();
            self.random.shuffle(&mut values);
            values.truncate(2 + self.random.below(3));
            values.sort_unstable();
            self.is_taken.extend(cells);
            rules.push(Contains::at_least(values, cells.to_vec()).into());
        }
        rules
    }

    /// Parity marks for a third of the cells, as single-cell rules.
    pub(super) fn parities(&mut self) -> Vec<Rule> {
        let mut rules: Vec<Rule> = Vec::new();
        for cell in self.shuffled_cells() {
            if self.has_enough(rules.len(), CELLS_PER_PARITY) {
                break;
            }
            if !self.is_taken.contains(&cell) {
                rules.push(Parity { is_odd: self.value(cell) % 2 == 1, cells: vec![cell] }.into());
            }
        }
        rules
    }

    /// The cells that are indexers in the grid.
    pub(super) fn indexers(&mut self, kind: IndexerKind) -> Vec<Rule> {
        let free = self.board.cells().filter(|cell| !self.is_taken.contains(cell));
        let rules = free.map(|cell| Indexer { kind, cells: vec![cell] }.into());
        let mut rules: Vec<Rule> = rules.filter(|rule| self.holds(rule)).collect();
        if self.draws_one() && !rules.is_empty() {
            let at = self.random.below(rules.len());
            rules.swap(0, at);
            rules.truncate(1);
        }
        rules
    }
}

fn cells_of(rule: &Rule) -> Option<[Cell; 2]> {
    if let Rule::Pair(pair) = rule { Some(pair.cells) } else { None }
}
