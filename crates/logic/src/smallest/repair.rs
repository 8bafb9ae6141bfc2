//! Fillings that violate few premises. An explanation of a candidate in a filling must contain at least one premise that the
//! filling violates.

use crate::candidate_graph::{NO_NODE, Node};
use crate::smallest::premises::{Id, Kind, Premises};

/// The cost of violating a premise that must hold.
const HELD: i32 = 1 << 16;

/// The cost of violating further premises: an empty cell helps no bound, since a cell has the lowest weight of all premises.
const CELL: i32 = 10;
const OTHER: i32 = 1;

/// The most moves, and the most moves in a row without improvement.
const MOVES: usize = 400;
const PATIENCE: usize = 40;

/// The number of moves for which a changed cell stays unchanged, so that moves are not undone at once (tabu search: Glover 1989).
const TENURE: usize = 8;

/// A change whose cost must be computed.
const UNKNOWN: i32 = i32::MIN;

fn cost(premises: &Premises<'_>, id: Id) -> i32 {
    match (premises.weight(id), premises.kind(id)) {
        (0, _) => 0,
        (_, Kind::Has(set)) if set < premises.graph.cells() => CELL,
        _ => OTHER,
    }
}

/// At most one digit in each cell, and the violated premises.
#[derive(Clone, Debug)]
pub(super) struct Model {
    /// By cell its candidate, or [`NO_NODE`].
    digits: Vec<Node>,
    /// The violated premises, ascending.
    pub(super) broken: Vec<Id>,
}

impl Model {
    /// Whether the filling has a candidate.
    pub(super) fn has(&self, premises: &Premises<'_>, node: Node) -> bool {
        self.digits[premises.graph.mark(node).cell()] == node
    }

    /// The candidates of the filling.
    pub(super) fn nodes(&self) -> impl Iterator<Item = Node> + '_ {
        self.digits.iter().copied().filter(|&node| node != NO_NODE)
    }
}

/// A set of numbers below a count, listed in arbitrary order.
struct Numbers {
    list: Vec<u32>,
    /// The place of each number in the list, or [`NOWHERE`].
    places: Vec<u32>,
}

const NOWHERE: u32 = u32::MAX;

impl Numbers {
    /// The empty set of numbers below a count.
    fn below(count: usize) -> Self {
        Self { list: Vec::new(), places: vec![NOWHERE; count] }
    }

    fn has(&self, number: usize) -> bool {
        self.places[number] != NOWHERE
    }

    /// Inserts or removes a number.
    fn set(&mut self, number: usize, is_in: bool) {
        match (self.places[number], is_in) {
            (NOWHERE, true) => {
                self.places[number] = self.list.len() as u32;
                self.list.push(number as u32);
            }
            (NOWHERE, false) | (_, true) => {}
            (place, false) => {
                self.list.swap_remove(place as usize);
                if let Some(&moved) = self.list.get(place as usize) {
                    self.places[moved as usize] = place;
                }
                self.places[number] = NOWHERE;
            }
        }
    }
}

/// Changes fillings cell by cell to violate fewer premises.
pub(super) struct LocalRepair<'a> {
    premises: &'a Premises<'a>,
    digits: Vec<Node>,
    /// The number of candidates of each set in the filling.
    counts: Vec<u8>,
    /// The sets that have no or several candidates in the filling, against a premise.
    wrong: Numbers,
    /// The cost of violating each premise.
    costs: Vec<i32>,
    /// The violated rules.
    broken: Numbers,
    /// By cell: the last move of the cell's tabu.
    until: Vec<usize>,
    /// By candidate and by cell: the cost change of writing the candidate, and of clearing the cell, or [`UNKNOWN`].
    writing: Vec<i32>,
    clearing: Vec<i32>,
}

impl<'a> LocalRepair<'a> {
    pub(super) fn new(premises: &'a Premises<'a>) -> Self {
        Self {
            premises,
            digits: vec![NO_NODE; premises.layout.cell_count()],
            counts: vec![0; premises.graph.masks().len()],
            wrong: Numbers::below(premises.graph.masks().len()),
            costs: (0..premises.count()).map(|id| cost(premises, id)).collect(),
            broken: Numbers::below(premises.ruled().len()),
            until: vec![0; premises.layout.cell_count()],
            writing: vec![UNKNOWN; premises.graph.len()],
            clearing: vec![UNKNOWN; premises.layout.cell_count()],
        }
    }

    /// A filling similar to `like` in which `held` holds, made from `nodes`, in which it does; the first of `nodes` stays.
    pub(super) fn repaired(&mut self, like: Option<&Model>, nodes: &[Node], held: &[Id]) -> Model {
        let premises = self.premises;
        self.counts.fill(0);
        (0..self.counts.len()).for_each(|set| self.wrong.set(set, premises.weight(Premises::has(set)) > 0));
        self.digits.fill(NO_NODE);
        for &node in nodes {
            self.digits[premises.graph.mark(node).cell()] = node;
            self.count(node, 1);
        }
        for &id in held {
            self.costs[id] = HELD;
        }
        for rule in 0..premises.ruled().len() {
            self.broken.set(rule, !self.holds(rule, None));
        }
        for node in like.into_iter().flat_map(Model::nodes) {
            let cell = premises.graph.mark(node).cell();
            if self.digits[cell] == NO_NODE && self.change(cell, node) < HELD / 2 {
                self.put(cell, node);
            }
        }
        let fixed = nodes.first().map_or(usize::MAX, |&node| premises.graph.mark(node).cell());
        self.until.fill(0);
        self.writing.fill(UNKNOWN);
        self.clearing.fill(UNKNOWN);
        let (mut change, mut least, mut idle) = (0, 0, 0);
        // The changes since the best filling.
        let mut since: Vec<(usize, Node)> = Vec::new();
        for now in 1..=MOVES {
            let Some((by, cell, node)) = self.best_move(fixed, now) else { break };
            if by > HELD / 2 || idle == PATIENCE {
                break;
            }
            self.until[cell] = now + TENURE;
            since.push((cell, self.digits[cell]));
            self.forget(cell, self.digits[cell], node);
            self.put(cell, node);
            change += by;
            idle += 1;
            if change < least {
                (least, idle) = (change, 0);
                since.clear();
            }
        }
        for (cell, node) in since.into_iter().rev() {
            self.put(cell, node);
        }
        for &id in held {
            self.costs[id] = cost(premises, id);
        }
        let broken: Vec<Id> = premises.all().filter(|&id| self.breaks(id)).collect();
        debug_assert!(!held.iter().any(|id| broken.binary_search(id).is_ok()), "what holds is never broken");
        Model { digits: self.digits.clone(), broken }
    }

    fn count(&mut self, node: Node, by: i8) {
        if node != NO_NODE {
            for &(set, _) in self.premises.graph.sets(node, true) {
                let set = usize::from(set);
                self.counts[set] = self.counts[set].wrapping_add_signed(by);
                let broken = match self.counts[set] {
                    0 => Some(Premises::has(set)),
                    1 => None,
                    _ => Some(self.premises.once(set)),
                };
                self.wrong.set(set, broken.is_some_and(|id| self.premises.weight(id) > 0));
            }
        }
    }

    fn breaks(&self, id: Id) -> bool {
        match self.premises.kind(id) {
            Kind::Has(set) => self.counts[set] == 0,
            Kind::Once(set) => self.counts[set] > 1,
            Kind::Rule(rule) => self.broken.has(rule),
        }
    }

    /// Whether a rule holds, optionally with another candidate in a cell.
    fn holds(&self, rule: usize, changed: Option<(usize, Node)>) -> bool {
        self.premises.ruled()[rule].holds(|cell| {
            let changed = changed.filter(|&(of, _)| of == cell).map(|(_, node)| node);
            let node = changed.unwrap_or(self.digits[cell]);
            let written = self.premises.board.value(cell);
            written.or_else(|| (node != NO_NODE).then(|| self.premises.graph.mark(node).digit()))
        })
    }

    fn put(&mut self, cell: usize, node: Node) {
        let old = std::mem::replace(&mut self.digits[cell], node);
        self.count(old, -1);
        self.count(node, 1);
        for &rule in self.premises.rules_of(cell) {
            self.broken.set(rule.into(), !self.holds(rule.into(), None));
        }
    }

    /// Forgets the costs of changes that a cell's change from one candidate to another affects.
    fn forget(&mut self, cell: usize, old: Node, new: Node) {
        let premises = self.premises;
        self.forget_cell(cell);
        for node in [old, new].into_iter().filter(|&node| node != NO_NODE) {
            for &(set, _) in premises.graph.sets(node, false) {
                for member in premises.graph.members(set.into(), premises.graph.masks()[usize::from(set)]) {
                    let of_member = premises.graph.mark(member).cell();
                    if self.digits[of_member] == member {
                        self.forget_cell(of_member);
                    } else {
                        self.writing[usize::from(member)] = UNKNOWN;
                    }
                }
            }
        }
        for &rule in premises.rules_of(cell) {
            for &other in premises.ruled()[usize::from(rule)].cells {
                self.forget_cell(other.into());
            }
        }
    }

    fn forget_cell(&mut self, cell: usize) {
        self.clearing[cell] = UNKNOWN;
        for node in self.premises.graph.members(cell, self.premises.graph.masks()[cell]) {
            self.writing[usize::from(node)] = UNKNOWN;
        }
    }

    /// The cost change of a cell's change, cached while valid.
    fn known_change(&mut self, cell: usize, node: Node) -> i32 {
        let known = if node == NO_NODE { self.clearing[cell] } else { self.writing[usize::from(node)] };
        if known != UNKNOWN {
            return known;
        }
        let change = self.change(cell, node);
        *(if node == NO_NODE { &mut self.clearing[cell] } else { &mut self.writing[usize::from(node)] }) = change;
        change
    }

    /// The cost change of a cell's change.
    fn change(&self, cell: usize, node: Node) -> i32 {
        let premises = self.premises;
        let old = self.digits[cell];
        let mut change = match (old == NO_NODE, node == NO_NODE) {
            (true, false) => -self.costs[Premises::has(cell)],
            (false, true) => self.costs[Premises::has(cell)],
            _ => 0,
        };
        if old != NO_NODE {
            for &(set, _) in premises.graph.sets(old, false) {
                let set = usize::from(set);
                match self.counts[set] {
                    1 => change += self.costs[Premises::has(set)],
                    2 => change -= self.costs[premises.once(set)],
                    _ => {}
                }
            }
        }
        if node != NO_NODE {
            for &(set, _) in premises.graph.sets(node, false) {
                let set = usize::from(set);
                match self.counts[set] {
                    0 => change -= self.costs[Premises::has(set)],
                    1 => change += self.costs[premises.once(set)],
                    _ => {}
                }
            }
        }
        for &rule in premises.rules_of(cell) {
            let rule = usize::from(rule);
            let cost = self.costs[premises.rule(rule)];
            let is_broken = !self.holds(rule, Some((cell, node)));
            change += cost * (i32::from(is_broken) - i32::from(self.broken.has(rule)));
        }
        change
    }

    /// The cheapest single-cell change that repairs a violated premise, with its cost.
    fn best_move(&mut self, fixed: usize, now: usize) -> Option<(i32, usize, Node)> {
        let premises = self.premises;
        let mut best = (i32::MAX, usize::MAX, NO_NODE);
        let mut look = |repair: &mut Self, cell: usize, node: Node| {
            if cell != fixed && now > repair.until[cell] && repair.digits[cell] != node {
                best = best.min((repair.known_change(cell, node), cell, node));
            }
        };
        for at in 0..self.wrong.list.len() {
            let set = self.wrong.list[at] as usize;
            if self.counts[set] == 0 {
                for node in premises.graph.members(set, premises.graph.masks()[set]) {
                    look(self, premises.graph.mark(node).cell(), node);
                }
            } else {
                for node in premises.graph.members(set, premises.graph.masks()[set]) {
                    let cell = premises.graph.mark(node).cell();
                    if self.digits[cell] == node {
                        look(self, cell, NO_NODE);
                        for other in premises.graph.members(cell, premises.graph.masks()[cell]) {
                            look(self, cell, other);
                        }
                    }
                }
            }
        }
        for at in 0..self.broken.list.len() {
            for &cell in premises.ruled()[self.broken.list[at] as usize].cells {
                let cell = usize::from(cell);
                for other in premises.graph.members(cell, premises.graph.masks()[cell]) {
                    look(self, cell, other);
                }
            }
        }
        (best.1 != usize::MAX).then_some(best)
    }
}
