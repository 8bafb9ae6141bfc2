//! Pattern rules that help a dynamic chain at rest: locked candidates, pairs and X-wings of its remaining candidates. Module
//! `nested` has the inner chains.

use satdoku_puzzle::geometry::UnitKind;

use crate::bits::ones;
use crate::board::Board;
use crate::candidate_graph::{CandidateGraph, Node};
use crate::chains::run::{Deduction, Run};
use crate::layout::BoardTables;

/// Two units that share several cells, and the shared places in each unit.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    base: u16,
    cover: u16,
    shared: u64,
    shared_of_cover: u64,
}

/// Patterns with their tables.
#[derive(Debug)]
pub(super) struct Patterns<'a> {
    layout: &'a BoardTables,
    /// In the order of searching locked candidates.
    crossings: Vec<Crossing>,
    /// The number of empty cells of each unit at the start of the search.
    empty: Vec<u32>,
    /// How often each digit is written.
    written: Vec<usize>,
    lines: [Vec<u16>; 2],
    found: Vec<Node>,
    from: Vec<Node>,
}

/// The rank of a pair of unit kinds in the search of locked candidates.
fn rank(base: UnitKind, cover: UnitKind) -> Option<u8> {
    let kind = |kind| match kind {
        UnitKind::Box | UnitKind::Region => 0,
        UnitKind::Column => 1,
        UnitKind::Row => 2,
        _ => 3,
    };
    match (kind(base), kind(cover)) {
        (0, 1) => Some(0),
        (0, 2) => Some(1),
        (1, 0) => Some(2),
        (2, 0) => Some(3),
        (1 | 2, 1 | 2) => None,
        _ => Some(4),
    }
}

impl<'a> Patterns<'a> {
    /// The rules for a board.
    pub(super) fn new(board: &'a Board) -> Self {
        let layout = &**board.layout();
        let mut patterns = Self {
            layout,
            crossings: Vec::new(),
            empty: Vec::new(),
            written: vec![0; layout.digit_count()],
            lines: [Vec::new(), Vec::new()],
            found: Vec::new(),
            from: Vec::new(),
        };
        let units = 0..layout.unit_count() as u16;
        for base in units.clone().filter(|&base| layout.is_full(usize::from(base))) {
            for cover in units.clone().filter(|&cover| cover != base) {
                let shared = places_in(layout, base, cover);
                if shared.count_ones() > 1 && rank(layout.kind(base.into()), layout.kind(cover.into())).is_some() {
                    let shared_of_cover = places_in(layout, cover, base);
                    patterns.crossings.push(Crossing { base, cover, shared, shared_of_cover });
                }
            }
        }
        patterns.crossings.sort_by_key(|of| rank(layout.kind(of.base.into()), layout.kind(of.cover.into())));
        let is_empty = |&&cell: &&u16| board.value(usize::from(cell)).is_none();
        patterns.empty =
            units.clone().map(|unit| layout.unit(usize::from(unit)).iter().filter(is_empty).count() as u32).collect();
        for digit in (0..layout.cell_count()).filter_map(|cell| board.value(cell)) {
            patterns.written[digit] += 1;
        }
        let of = |kind| units.clone().filter(|&unit| layout.kind(usize::from(unit)) == kind).collect();
        patterns.lines = [of(UnitKind::Column), of(UnitKind::Row)];
        patterns
    }

    /// Adds `found` to the run if the deduction rests on the run, that is, has parents in `from`.
    fn conclude(&mut self, run: &mut Run, deduction: impl FnOnce() -> Deduction) {
        self.found.sort_unstable();
        run.conclude(&self.found, &self.from, deduction);
        self.found.clear();
        self.from.clear();
    }

    /// Records the members of a set at the places as found.
    fn find(&mut self, graph: &CandidateGraph, set: usize, places: u64) {
        self.found.extend(graph.members(set, places));
    }

    /// Records the run's eliminations in a set at the places as premises.
    fn rest(&mut self, graph: &CandidateGraph, set: usize, places: u64) {
        self.from.extend(graph.members(set, places));
    }

    fn locked(&mut self, graph: &CandidateGraph, masks: &[u64], run: &mut Run) {
        let digits = self.layout.digit_count();
        for at in 0..self.crossings.len() {
            let of = self.crossings[at];
            for digit in 0..digits {
                let base = graph.of_unit(usize::from(of.base), digit, digits);
                let left = run.left()[base];
                if left & !of.shared != 0 || left.count_ones() < 2 {
                    continue;
                }
                let cover = graph.of_unit(usize::from(of.cover), digit, digits);
                let struck = run.left()[cover] & !of.shared_of_cover;
                let gone = masks[base] & !left & !of.shared;
                if struck == 0 || gone == 0 {
                    continue;
                }
                self.find(graph, cover, struck);
                self.rest(graph, base, gone);
                self.conclude(run, || Deduction::Count { bases: vec![base as u16], covers: vec![cover as u16] });
            }
        }
    }

    fn hidden_pairs(&mut self, graph: &CandidateGraph, masks: &[u64], run: &mut Run) {
        let digits = self.layout.digit_count();
        for at in 0..graph.searched().len() {
            let unit = usize::from(graph.searched()[at]);
            if self.empty[unit] <= 4 || !self.layout.is_full(unit) {
                continue;
            }
            for second in 0..digits {
                for first in 0..second {
                    let sets = [first, second].map(|digit| graph.of_unit(unit, digit, digits));
                    let left = sets.map(|set| run.left()[set]);
                    let both = left[0] | left[1];
                    if both.count_ones() != 2 || left.iter().any(|left| left.count_ones() < 2) {
                        continue;
                    }
                    let cells: Vec<usize> =
                        ones(both).map(|place| usize::from(self.layout.unit(unit)[place])).collect();
                    for &cell in &cells {
                        self.find(graph, cell, run.left()[cell] & !(1 << first | 1 << second));
                    }
                    for set in sets {
                        self.rest(graph, set, masks[set] & !both);
                    }
                    let bases = sets.map(|set| set as u16).to_vec();
                    let covers = cells.iter().map(|&cell| cell as u16).collect();
                    self.conclude(run, || Deduction::Count { bases, covers });
                }
            }
        }
    }

    fn naked_pairs(&mut self, graph: &CandidateGraph, masks: &[u64], run: &mut Run) {
        let digits = self.layout.digit_count();
        for at in 0..graph.searched().len() {
            let unit = usize::from(graph.searched()[at]);
            if self.empty[unit] < 4 {
                continue;
            }
            let cells = self.layout.unit(unit);
            for second in 0..cells.len() {
                let cell = usize::from(cells[second]);
                if run.left()[cell].count_ones() != 2 {
                    continue;
                }
                for (first, &other) in cells[..second].iter().enumerate() {
                    let pair = [usize::from(other), cell];
                    let both = run.left()[cell];
                    if run.left()[pair[0]] != both {
                        continue;
                    }
                    let sets: Vec<usize> = ones(both).map(|digit| graph.of_unit(unit, digit, digits)).collect();
                    for &set in &sets {
                        self.find(graph, set, run.left()[set] & !(1 << first | 1 << second));
                    }
                    for cell in pair {
                        self.rest(graph, cell, masks[cell] & !both);
                    }
                    let bases = pair.map(|cell| cell as u16).to_vec();
                    let covers = sets.iter().map(|&set| set as u16).collect();
                    self.conclude(run, || Deduction::Count { bases, covers });
                }
            }
        }
    }

    fn wings(&mut self, graph: &CandidateGraph, masks: &[u64], run: &mut Run) {
        let digits = self.layout.digit_count();
        for [bases, covers] in [[0, 1], [1, 0]] {
            for second in 0..self.lines[bases].len() {
                for first in 0..second {
                    let units = [first, second].map(|at| usize::from(self.lines[bases][at]));
                    for digit in 0..digits {
                        let sets = units.map(|unit| graph.of_unit(unit, digit, digits));
                        let left = run.left()[sets[0]];
                        let is_wing = self.written[digit] + 4 <= digits
                            && left.count_ones() == 2
                            && run.left()[sets[1]] == left
                            && units.iter().all(|&unit| self.layout.is_full(unit));
                        if !is_wing {
                            continue;
                        }
                        self.wing(graph, masks, run, sets, (units, digit, covers));
                    }
                }
            }
        }
    }

    fn wing(
        &mut self,
        graph: &CandidateGraph,
        masks: &[u64],
        run: &mut Run,
        sets: [usize; 2],
        of: ([usize; 2], usize, usize),
    ) {
        let (units, digit, covers) = of;
        let digits = self.layout.digit_count();
        let left = run.left()[sets[0]];
        let mut all_covers = Vec::new();
        for place in ones(left) {
            let cells = units.map(|unit| usize::from(self.layout.unit(unit)[place]));
            let is_cover = |&&unit: &&u16| {
                let unit = self.layout.unit(usize::from(unit));
                cells.iter().all(|&cell| unit.contains(&(cell as u16)))
            };
            // If lines do not cross at equal places, no such unit exists.
            let Some(&cover) = self.lines[covers].iter().find(is_cover) else {
                self.found.clear();
                return;
            };
            let cover = graph.of_unit(usize::from(cover), digit, digits);
            let places = ones(run.left()[cover])
                .filter(|&place| !cells.contains(&graph.mark(graph.member(cover, place)).cell()))
                .fold(0, |places, place| places | 1 << place);
            self.find(graph, cover, places);
            all_covers.push(cover as u16);
        }
        for set in sets {
            self.rest(graph, set, masks[set] & !run.left()[set] & !left);
        }
        let bases = sets.map(|set| set as u16).to_vec();
        self.conclude(run, || Deduction::Count { bases, covers: all_covers });
    }

    /// Adds to the run the eliminations of the first pattern that has any based on the run's own eliminations since `masks`.
    pub(super) fn deduce(&mut self, graph: &CandidateGraph, masks: &[u64], run: &mut Run) {
        let rules = [Self::locked, Self::hidden_pairs, Self::naked_pairs, Self::wings];
        for rule in rules {
            let before = run.off.len();
            rule(self, graph, masks, run);
            if run.off.len() > before {
                return;
            }
        }
    }
}

/// The places of a unit whose cells lie in another.
fn places_in(layout: &BoardTables, unit: u16, other: u16) -> u64 {
    let other = layout.unit(usize::from(other));
    let cells = layout.unit(usize::from(unit)).iter().enumerate();
    cells.filter(|(_, cell)| other.contains(cell)).fold(0, |places, (place, _)| places | 1 << place)
}
