//! The candidates of a board as a graph, by small numbers, linked by common cells and by the digits of common units.

use satdoku_puzzle::geometry::UnitKind;

use crate::bits::ones;
use crate::board::Board;
use crate::pencil_mark::{Literal, PencilMark, Set};
use crate::proof::{Because, ProofLine};
use crate::ruled::Ruled;

/// The number of a candidate of the graph.
pub(crate) type Node = u16;

/// No candidate.
pub(crate) const NO_NODE: Node = Node::MAX;

/// The most candidates that a graph numbers: an assertion is a candidate and a bit.
const MAX_NODES: usize = 1 << 15;

/// The most cells of a rule for which pairs of candidates are listed: larger rules have many pairs and exclude few.
const CELLS_OF_RULE: usize = 4;

/// A candidate that is on or off: twice the node, plus 1 if it is on.
pub(crate) type Assertion = u16;

/// The candidate is on.
#[inline]
pub(crate) const fn on(node: Node) -> Assertion {
    node << 1 | 1
}

/// The candidate is off.
#[inline]
pub(crate) const fn off(node: Node) -> Assertion {
    node << 1
}

/// Whether the candidate is on.
#[inline]
pub(crate) const fn is_on(assertion: Assertion) -> bool {
    assertion & 1 == 1
}

/// The candidate.
#[inline]
pub(crate) const fn node(assertion: Assertion) -> Node {
    assertion >> 1
}

/// The candidates that are open at the start of a search, in the order of reading, and their sets.
#[derive(Debug)]
pub(crate) struct CandidateGraph {
    marks: Vec<PencilMark>,
    /// For each node, the start of its sets in `places`.
    starts: Vec<u32>,
    /// Set and place: the cell first, then boxes, rows, columns and extra units.
    places: Vec<(u16, u8)>,
    members: Vec<Node>,
    width: usize,
    /// For each set, the places of its candidates.
    masks: Vec<u64>,
    /// Whether a set must have a true candidate.
    full: Vec<bool>,
    names: Vec<Set>,
    /// Rules that exclude pairs of candidates beyond the sets, numbered after the sets.
    rules: Vec<Because>,
    cells: usize,
    /// For each node, the start of its opponents in `opponents`, and the end of those with another digit.
    weak: Vec<(u32, u32)>,
    opponents: Vec<(Node, u16)>,
    /// The units in the order of inner rules: boxes, columns, rows, then extra units.
    searched: Vec<u16>,
}

/// The rank of a unit among the units of a cell: boxes, rows, columns, extra units.
fn rank(kind: UnitKind) -> u8 {
    match kind {
        UnitKind::Box | UnitKind::Region => 0,
        UnitKind::Row => 1,
        UnitKind::Column => 2,
        _ => 3,
    }
}

impl CandidateGraph {
    /// The graph of a board's cells and units; `None` for too many candidates.
    pub(crate) fn of(board: &Board) -> Option<Self> {
        Self::with(board, &[])
    }

    /// The graph, with the pairs of candidates that rules of few cells exclude.
    pub(crate) fn with_rules(board: &Board) -> Option<Self> {
        Self::with(board, &Ruled::of(board.layout()))
    }

    fn with(board: &Board, ruled: &[Ruled<'_>]) -> Option<Self> {
        let layout = board.layout();
        let (cells, digits) = (layout.cell_count(), layout.digit_count());
        let width = (0..layout.unit_count()).map(|unit| layout.unit(unit).len()).max().unwrap_or(0).max(digits);
        let sets = cells + layout.unit_count() * digits;
        let count: usize = board.all_digits().iter().map(|digits| digits.count_ones() as usize).sum();
        if count >= MAX_NODES || sets + ruled.len() >= usize::from(u16::MAX) {
            return None;
        }
        let mut graph = Self {
            marks: Vec::with_capacity(count),
            starts: vec![0],
            places: Vec::with_capacity(4 * count),
            members: vec![NO_NODE; sets * width],
            width,
            masks: vec![0; sets],
            full: vec![true; sets],
            names: (0..cells).map(Set::cell).collect(),
            rules: Vec::new(),
            cells,
            weak: Vec::with_capacity(count + 1),
            opponents: Vec::with_capacity(24 * count),
            searched: layout.searched().to_vec(),
        };
        for unit in 0..layout.unit_count() {
            for digit in 0..digits {
                graph.full[cells + unit * digits + digit] = layout.is_full(unit);
                graph.names.push(Set::unit(unit, digit));
            }
        }
        let mut units = Vec::new();
        for cell in board.empty_cells() {
            units.clear();
            units.extend_from_slice(layout.units_of(cell));
            units.sort_by_key(|&(unit, _)| rank(layout.kind(usize::from(unit))));
            for digit in ones(board.digits(cell)) {
                let node = graph.marks.len() as Node;
                graph.marks.push(PencilMark::new(cell, digit));
                graph.enter(node, cell, digit as u8);
                for &(unit, place) in &units {
                    graph.enter(node, cells + usize::from(unit) * digits + digit, place);
                }
                graph.starts.push(graph.places.len() as u32);
            }
        }
        graph.rules = ruled.iter().map(|rule| rule.because.clone()).collect();
        let excluded = graph.excluded(board, ruled);
        graph.oppose(&excluded);
        Some(graph)
    }

    fn enter(&mut self, node: Node, set: usize, place: u8) {
        self.places.push((set as u16, place));
        self.members[set * self.width + usize::from(place)] = node;
        self.masks[set] |= 1 << place;
    }

    /// For each node, the nodes that a rule of few cells excludes, with the rule's number.
    fn excluded(&self, board: &Board, ruled: &[Ruled<'_>]) -> Vec<Vec<(Node, u16)>> {
        let mut excluded = vec![Vec::new(); if ruled.is_empty() { 0 } else { self.len() }];
        for (at, rule) in ruled.iter().enumerate() {
            let mut cells = rule.cells.to_vec();
            cells.sort_unstable();
            cells.dedup();
            cells.retain(|&cell| board.value(cell.into()).is_none());
            if cells.len() < 2 || rule.cells.len() > CELLS_OF_RULE {
                continue;
            }
            let domains = rule.domains(board, |cell| board.digits(cell));
            let nodes = |cell: u16| self.members(cell.into(), self.masks[usize::from(cell)]);
            for (number, &one) in cells.iter().enumerate() {
                for &other in &cells[..number] {
                    for (one, other) in nodes(one).flat_map(|one| nodes(other).map(move |other| (one, other))) {
                        if rule.refutes(&domains, &[self.mark(one), self.mark(other)]) {
                            let by = (self.names.len() + at) as u16;
                            excluded[usize::from(one)].push((other, by));
                            excluded[usize::from(other)].push((one, by));
                        }
                    }
                }
            }
        }
        excluded
    }

    /// Lists the opponents of each node without duplicates, with the first set that both share, or else the rule. Opponents with
    /// another digit come first.
    fn oppose(&mut self, excluded: &[Vec<(Node, u16)>]) {
        let mut seen = vec![NO_NODE; self.marks.len()];
        for node in 0..self.marks.len() as Node {
            let begin = self.opponents.len() as u32;
            let mut others_end = begin;
            let of_rules = excluded.get(usize::from(node)).map_or(&[][..], Vec::as_slice);
            for at in self.starts[usize::from(node)]..self.starts[usize::from(node) + 1] {
                let (set, _) = self.places[at as usize];
                for place in ones(self.masks[usize::from(set)]) {
                    let other = self.members[usize::from(set) * self.width + place];
                    self.add_opponent(&mut seen, node, (other, set));
                }
                if usize::from(set) < self.cells {
                    let digit = self.mark(node).digit();
                    let of_others =
                        of_rules.iter().filter(|(other, _)| self.marks[usize::from(*other)].digit() != digit);
                    for &by in &of_others.copied().collect::<Vec<_>>() {
                        self.add_opponent(&mut seen, node, by);
                    }
                    others_end = self.opponents.len() as u32;
                }
            }
            for &by in of_rules {
                self.add_opponent(&mut seen, node, by);
            }
            self.weak.push((begin, others_end));
        }
        self.weak.push((self.opponents.len() as u32, self.opponents.len() as u32));
    }

    fn add_opponent(&mut self, seen: &mut [Node], node: Node, (other, by): (Node, u16)) {
        if other != node && seen[usize::from(other)] != node {
            seen[usize::from(other)] = node;
            self.opponents.push((other, by));
        }
    }

    /// The number of candidates.
    pub(crate) fn len(&self) -> usize {
        self.marks.len()
    }

    /// The candidate of a number.
    #[inline]
    pub(crate) fn mark(&self, node: Node) -> PencilMark {
        self.marks[usize::from(node)]
    }

    /// The candidates that a node excludes, each with the responsible set or rule; opponents with another digit only
    /// `with_others`.
    #[inline]
    pub(crate) fn opponents(&self, node: Node, with_others: bool) -> &[(Node, u16)] {
        let (begin, others_end) = self.weak[usize::from(node)];
        let (end, _) = self.weak[usize::from(node) + 1];
        &self.opponents[if with_others { begin } else { others_end } as usize..end as usize]
    }

    /// The sets of a node with its place in each; the cell comes first, but only `with_cell`.
    #[inline]
    pub(crate) fn sets(&self, node: Node, with_cell: bool) -> &[(u16, u8)] {
        let (begin, end) = (self.starts[usize::from(node)], self.starts[usize::from(node) + 1]);
        &self.places[begin as usize + usize::from(!with_cell)..end as usize]
    }

    /// The candidate at a place of a set.
    #[inline]
    pub(crate) fn member(&self, set: usize, place: usize) -> Node {
        self.members[set * self.width + place]
    }

    /// The candidates of a set at these places.
    pub(crate) fn members(&self, set: usize, places: u64) -> impl Iterator<Item = Node> + Clone + '_ {
        ones(places).map(move |place| self.member(set, place))
    }

    /// The places of each set's candidates at the start of the search.
    pub(crate) fn masks(&self) -> &[u64] {
        &self.masks
    }

    /// Whether a set must have a true candidate.
    #[inline]
    pub(crate) fn is_full(&self, set: usize) -> bool {
        self.full[set]
    }

    /// The set as named in proofs.
    pub(crate) fn name(&self, set: u16) -> Set {
        self.names[usize::from(set)]
    }

    /// The proof line for a candidate that is on or off because of a set or a rule.
    pub(crate) fn line(&self, node: Node, is_on: bool, by: u16) -> ProofLine {
        let mark = self.mark(node);
        match usize::from(by).checked_sub(self.names.len()) {
            Some(rule) => ProofLine { says: Literal { mark, is_true: is_on }, because: self.rules[rule].clone() },
            None if is_on => ProofLine::has(mark, self.name(by)),
            None => ProofLine::once(mark, self.name(by)),
        }
    }

    /// The set of a number; `None` for the number of a rule.
    pub(crate) fn set(&self, by: u16) -> Option<Set> {
        self.names.get(usize::from(by)).copied()
    }

    /// Whether the graph has rules beside cells and units.
    #[inline]
    pub(crate) fn has_rules(&self) -> bool {
        !self.rules.is_empty()
    }

    /// The number of cells: as sets they come first, by index.
    pub(crate) fn cells(&self) -> usize {
        self.cells
    }

    /// The set of a unit's digit.
    #[inline]
    pub(crate) fn of_unit(&self, unit: usize, digit: usize, digits: usize) -> usize {
        self.cells + unit * digits + digit
    }

    /// The units in the order of inner rules.
    pub(crate) fn searched(&self) -> &[u16] {
        &self.searched
    }

    /// Strikes a node out of the places of its sets.
    #[inline]
    pub(crate) fn strike(&self, masks: &mut [u64], node: Node) {
        for &(set, place) in self.sets(node, true) {
            masks[usize::from(set)] &= !(1 << place);
        }
    }

    /// Whether a node is among the places.
    #[inline]
    pub(crate) fn is_open(&self, masks: &[u64], node: Node) -> bool {
        let (set, place) = self.sets(node, true)[0];
        masks[usize::from(set)] >> place & 1 == 1
    }

    /// The second candidate of a set that must have a candidate and has exactly two places left.
    #[inline]
    pub(crate) fn partner(&self, masks: &[u64], set: u16, place: u8) -> Option<Node> {
        let left = masks[usize::from(set)];
        // Two places: a full count takes longer on machines without an instruction for it.
        let but_one = left & left.wrapping_sub(1);
        let is_strong = but_one.is_power_of_two() && self.full[usize::from(set)];
        is_strong.then(|| self.member(usize::from(set), (left & !(1 << place)).trailing_zeros() as usize))
    }
}
