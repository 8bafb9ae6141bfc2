//! The candidates of a board as a net: which share a cell or a unit's digit, by small numbers.

use crate::geometry::UnitKind;
use crate::logic::bits::ones;
use crate::logic::board::Board;
use crate::logic::layout::{Literal, Mark, Set};
use crate::logic::proof::{Because, Line};
use crate::logic::ruled::Ruled;

/// The number of a candidate of the net.
pub(in crate::logic) type Node = u16;

/// No candidate.
pub(in crate::logic) const NOBODY: Node = Node::MAX;

/// The most candidates that a net numbers: an assertion is a candidate and a bit.
const MOST: usize = 1 << 15;

/// Of rules with more cells no pairs of candidates are made: there are many, and few exclude each other.
const CELLS_OF_RULE: usize = 4;

/// A candidate that is on or off: twice the node, and 1 where it is on.
pub(in crate::logic) type Assertion = u16;

/// The candidate is on.
#[inline]
pub(in crate::logic) const fn on(node: Node) -> Assertion {
    node << 1 | 1
}

/// The candidate is off.
#[inline]
pub(in crate::logic) const fn off(node: Node) -> Assertion {
    node << 1
}

/// Whether it is on.
#[inline]
pub(in crate::logic) const fn is_on(assertion: Assertion) -> bool {
    assertion & 1 == 1
}

/// The candidate.
#[inline]
pub(in crate::logic) const fn node(assertion: Assertion) -> Node {
    assertion >> 1
}

/// The candidates that are open when a search begins, in the order of reading, and the sets that they are in.
#[derive(Debug)]
pub(in crate::logic) struct Net {
    marks: Vec<Mark>,
    /// For each node where its sets begin in `places`.
    starts: Vec<u32>,
    /// Set and place: the cell first, then the units of boxes, rows and columns, then the others.
    places: Vec<(u16, u8)>,
    members: Vec<Node>,
    width: usize,
    /// For each set the places of its candidates.
    masks: Vec<u64>,
    /// Whether a set must have a true candidate.
    full: Vec<bool>,
    names: Vec<Set>,
    /// What says that two candidates exclude each other that no set does: numbered behind the sets.
    rules: Vec<Because>,
    cells: usize,
    /// For each node where its opponents begin in `opponents`, and where those of other digits end.
    weak: Vec<(u32, u32)>,
    opponents: Vec<(Node, u16)>,
    /// The units in the order in which inner rules look at them: boxes, columns, rows, then the others.
    searched: Vec<u16>,
}

/// Where a unit stands among those of a cell: boxes, rows, columns, others.
fn rank(kind: UnitKind) -> u8 {
    match kind {
        UnitKind::Box | UnitKind::Region => 0,
        UnitKind::Row => 1,
        UnitKind::Column => 2,
        _ => 3,
    }
}

impl Net {
    /// The net of a board by its cells and units; none where it has too many candidates.
    pub(in crate::logic) fn of(board: &Board) -> Option<Self> {
        Self::with(board, &[])
    }

    /// The same with the pairs of candidates that a rule of few cells excludes.
    pub(in crate::logic) fn with_rules(board: &Board) -> Option<Self> {
        Self::with(board, &Ruled::of(board.layout()))
    }

    fn with(board: &Board, ruled: &[Ruled<'_>]) -> Option<Self> {
        let layout = board.layout();
        let (cells, digits) = (layout.cell_count(), layout.digit_count());
        let width = (0..layout.unit_count()).map(|unit| layout.unit(unit).len()).max().unwrap_or(0).max(digits);
        let sets = cells + layout.unit_count() * digits;
        let count: usize = board.all_digits().iter().map(|digits| digits.count_ones() as usize).sum();
        if count >= MOST || sets + ruled.len() >= usize::from(u16::MAX) {
            return None;
        }
        let mut net = Self {
            marks: Vec::with_capacity(count),
            starts: vec![0],
            places: Vec::with_capacity(4 * count),
            members: vec![NOBODY; sets * width],
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
                net.full[cells + unit * digits + digit] = layout.is_full(unit);
                net.names.push(Set::unit(unit, digit));
            }
        }
        let mut units = Vec::new();
        for cell in board.empty_cells() {
            units.clear();
            units.extend_from_slice(layout.units_of(cell));
            units.sort_by_key(|&(unit, _)| rank(layout.kind(usize::from(unit))));
            for digit in ones(board.digits(cell)) {
                let node = net.marks.len() as Node;
                net.marks.push(Mark::new(cell, digit));
                net.enter(node, cell, digit as u8);
                for &(unit, place) in &units {
                    net.enter(node, cells + usize::from(unit) * digits + digit, place);
                }
                net.starts.push(net.places.len() as u32);
            }
        }
        net.rules = ruled.iter().map(|rule| rule.because.clone()).collect();
        let excluded = net.excluded(board, ruled);
        net.oppose(&excluded);
        Some(net)
    }

    fn enter(&mut self, node: Node, set: usize, place: u8) {
        self.places.push((set as u16, place));
        self.members[set * self.width + usize::from(place)] = node;
        self.masks[set] |= 1 << place;
    }

    /// For each node those that a rule of few cells excludes, with the rule's number.
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

    /// Lists for each node those that it excludes, each once, by the first set that they share, or else by a rule: first those of other
    /// digits.
    fn oppose(&mut self, excluded: &[Vec<(Node, u16)>]) {
        let mut seen = vec![NOBODY; self.marks.len()];
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

    /// How many candidates there are.
    pub(in crate::logic) fn len(&self) -> usize {
        self.marks.len()
    }

    /// The candidate of a number.
    #[inline]
    pub(in crate::logic) fn mark(&self, node: Node) -> Mark {
        self.marks[usize::from(node)]
    }

    /// The candidates that cannot be true beside a node, each with the set, or the rule, that says so; those of other digits only
    /// `with_others`.
    #[inline]
    pub(in crate::logic) fn opponents(&self, node: Node, with_others: bool) -> &[(Node, u16)] {
        let (begin, others_end) = self.weak[usize::from(node)];
        let (end, _) = self.weak[usize::from(node) + 1];
        &self.opponents[if with_others { begin } else { others_end } as usize..end as usize]
    }

    /// The sets of a node with its place in each; the cell is first and is there only `with_cell`.
    #[inline]
    pub(in crate::logic) fn sets(&self, node: Node, with_cell: bool) -> &[(u16, u8)] {
        let (begin, end) = (self.starts[usize::from(node)], self.starts[usize::from(node) + 1]);
        &self.places[begin as usize + usize::from(!with_cell)..end as usize]
    }

    /// The candidate at a place of a set.
    #[inline]
    pub(in crate::logic) fn member(&self, set: usize, place: usize) -> Node {
        self.members[set * self.width + place]
    }

    /// The candidates of a set at these places.
    pub(in crate::logic) fn members(&self, set: usize, places: u64) -> impl Iterator<Item = Node> + Clone + '_ {
        ones(places).map(move |place| self.member(set, place))
    }

    /// The places of the candidates of each set when the search began.
    pub(in crate::logic) fn masks(&self) -> &[u64] {
        &self.masks
    }

    /// Whether a set must have a true candidate.
    #[inline]
    pub(in crate::logic) fn is_full(&self, set: usize) -> bool {
        self.full[set]
    }

    /// The set as proofs name it.
    pub(in crate::logic) fn name(&self, set: u16) -> Set {
        self.names[usize::from(set)]
    }

    /// The line that says that a candidate is on or off because of a set or a rule.
    pub(in crate::logic) fn line(&self, node: Node, is_on: bool, by: u16) -> Line {
        let mark = self.mark(node);
        match usize::from(by).checked_sub(self.names.len()) {
            Some(rule) => Line { says: Literal { mark, is_true: is_on }, because: self.rules[rule].clone() },
            None if is_on => Line::has(mark, self.name(by)),
            None => Line::once(mark, self.name(by)),
        }
    }

    /// The set of a number; none where that is a rule's.
    pub(in crate::logic) fn set(&self, by: u16) -> Option<Set> {
        self.names.get(usize::from(by)).copied()
    }

    /// Whether there are rules beside cells and units.
    #[inline]
    pub(in crate::logic) fn has_rules(&self) -> bool {
        !self.rules.is_empty()
    }

    /// How many sets are cells: they come first, by index.
    pub(in crate::logic) fn cells(&self) -> usize {
        self.cells
    }

    /// The set of a unit's digit.
    #[inline]
    pub(in crate::logic) fn of_unit(&self, unit: usize, digit: usize, digits: usize) -> usize {
        self.cells + unit * digits + digit
    }

    /// The units as inner rules look at them.
    pub(in crate::logic) fn searched(&self) -> &[u16] {
        &self.searched
    }

    /// Strikes a node out of the places of its sets.
    #[inline]
    pub(in crate::logic) fn strike(&self, masks: &mut [u64], node: Node) {
        for &(set, place) in self.sets(node, true) {
            masks[usize::from(set)] &= !(1 << place);
        }
    }

    /// Whether a node is among the places.
    #[inline]
    pub(in crate::logic) fn is_open(&self, masks: &[u64], node: Node) -> bool {
        let (set, place) = self.sets(node, true)[0];
        masks[usize::from(set)] >> place & 1 == 1
    }

    /// The other candidate of a set that has but two places left, and must have one.
    #[inline]
    pub(in crate::logic) fn partner(&self, masks: &[u64], set: u16, place: u8) -> Option<Node> {
        let left = masks[usize::from(set)];
        // Two places: counting all takes longer where the machine has no instruction for it.
        let but_one = left & left.wrapping_sub(1);
        let is_strong = but_one.is_power_of_two() && self.full[usize::from(set)];
        is_strong.then(|| self.member(usize::from(set), (left & !(1 << place)).trailing_zeros() as usize))
    }
}
