//! Fillings that break few premises: what they break is what any explanation of a candidate in them must have something of.

use crate::logic::net::{NOBODY, Node};
use crate::logic::smallest::premises::{Id, Kind, Premises};

/// What a premise counts that must hold.
const HELD: i32 = 1 << 16;

/// What another one counts: an empty cell helps no bound, for a cell counts least of all premises.
const CELL: i32 = 10;
const OTHER: i32 = 1;

/// How many moves are made at most, and how many in a row that lead to nothing better.
const MOVES: usize = 400;
const PATIENCE: usize = 40;

/// For so many moves a cell that was changed is left alone, so that moves are not undone at once (tabu search: Glover 1989).
const TENURE: usize = 8;

/// A change whose cost is not known yet, or not any more.
const UNKNOWN: i32 = i32::MIN;

fn cost(premises: &Premises<'_>, id: Id) -> i32 {
    match (premises.weight(id), premises.kind(id)) {
        (0, _) => 0,
        (_, Kind::Has(set)) if set < premises.net.cells() => CELL,
        _ => OTHER,
    }
}

/// A digit at most in each cell, and what it breaks.
#[derive(Clone, Debug)]
pub(super) struct Model {
    /// By cell its candidate, or [`NOBODY`].
    digits: Vec<Node>,
    /// The premises that do not hold, ascending.
    pub(super) broken: Vec<Id>,
}

impl Model {
    /// Whether a candidate is in it.
    pub(super) fn has(&self, premises: &Premises<'_>, node: Node) -> bool {
        self.digits[premises.net.mark(node).cell()] == node
    }

    /// The candidates in it.
    pub(super) fn nodes(&self) -> impl Iterator<Item = Node> + '_ {
        self.digits.iter().copied().filter(|&node| node != NOBODY)
    }
}

/// Some of the numbers below a count, listed in no order.
struct Numbers {
    list: Vec<u32>,
    /// By number its place in the list, or [`NOWHERE`].
    places: Vec<u32>,
}

const NOWHERE: u32 = u32::MAX;

impl Numbers {
    /// None of the numbers below a count.
    fn below(count: usize) -> Self {
        Self { list: Vec::new(), places: vec![NOWHERE; count] }
    }

    fn has(&self, number: usize) -> bool {
        self.places[number] != NOWHERE
    }

    /// Takes a number in, or out.
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

/// Changes fillings cell by cell so that they break less.
pub(super) struct Mender<'a> {
    premises: &'a Premises<'a>,
    digits: Vec<Node>,
    /// How many candidates of each set are in it.
    counts: Vec<u8>,
    /// The sets that have none or several in it against a premise.
    wrong: Numbers,
    /// What it costs to break each premise.
    costs: Vec<i32>,
    /// The rules that do not hold.
    broken: Numbers,
    /// By cell: it is left alone up to this move.
    until: Vec<usize>,
    /// By candidate and by cell: what it adds to the cost to write it, and to leave the cell empty, or [`UNKNOWN`].
    writing: Vec<i32>,
    clearing: Vec<i32>,
}

impl<'a> Mender<'a> {
    pub(super) fn new(premises: &'a Premises<'a>) -> Self {
        Self {
            premises,
            digits: vec![NOBODY; premises.layout.cell_count()],
            counts: vec![0; premises.net.masks().len()],
            wrong: Numbers::below(premises.net.masks().len()),
            costs: (0..premises.count()).map(|id| cost(premises, id)).collect(),
            broken: Numbers::below(premises.ruled().len()),
            until: vec![0; premises.layout.cell_count()],
            writing: vec![UNKNOWN; premises.net.len()],
            clearing: vec![UNKNOWN; premises.layout.cell_count()],
        }
    }

    /// A filling like another in which `held` holds, made of one in which it does; the first candidate of that stays.
    pub(super) fn mended(&mut self, like: Option<&Model>, nodes: &[Node], held: &[Id]) -> Model {
        let premises = self.premises;
        self.counts.fill(0);
        (0..self.counts.len()).for_each(|set| self.wrong.set(set, premises.weight(Premises::has(set)) > 0));
        self.digits.fill(NOBODY);
        for &node in nodes {
            self.digits[premises.net.mark(node).cell()] = node;
            self.count(node, 1);
        }
        for &id in held {
            self.costs[id] = HELD;
        }
        for rule in 0..premises.ruled().len() {
            self.broken.set(rule, !self.holds(rule, None));
        }
        for node in like.into_iter().flat_map(Model::nodes) {
            let cell = premises.net.mark(node).cell();
            if self.digits[cell] == NOBODY && self.change(cell, node) < HELD / 2 {
                self.put(cell, node);
            }
        }
        let fixed = nodes.first().map_or(usize::MAX, |&node| premises.net.mark(node).cell());
        self.until.fill(0);
        self.writing.fill(UNKNOWN);
        self.clearing.fill(UNKNOWN);
        let (mut change, mut least, mut idle) = (0, 0, 0);
        // The changes since the filling was best.
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
        if node != NOBODY {
            for &(set, _) in self.premises.net.sets(node, true) {
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

    /// Whether a rule holds, with another candidate in a cell.
    fn holds(&self, rule: usize, changed: Option<(usize, Node)>) -> bool {
        self.premises.ruled()[rule].holds(|cell| {
            let changed = changed.filter(|&(of, _)| of == cell).map(|(_, node)| node);
            let node = changed.unwrap_or(self.digits[cell]);
            let written = self.premises.board.value(cell);
            written.or_else(|| (node != NOBODY).then(|| self.premises.net.mark(node).digit()))
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

    /// Forgets what changes cost that a cell's change from one candidate to another makes cheaper or dearer.
    fn forget(&mut self, cell: usize, old: Node, new: Node) {
        let premises = self.premises;
        self.forget_cell(cell);
        for node in [old, new].into_iter().filter(|&node| node != NOBODY) {
            for &(set, _) in premises.net.sets(node, false) {
                for member in premises.net.members(set.into(), premises.net.masks()[usize::from(set)]) {
                    let of_member = premises.net.mark(member).cell();
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
        for node in self.premises.net.members(cell, self.premises.net.masks()[cell]) {
            self.writing[usize::from(node)] = UNKNOWN;
        }
    }

    /// What a cell's change adds to the cost, counted once as long as it stays so.
    fn known_change(&mut self, cell: usize, node: Node) -> i32 {
        let known = if node == NOBODY { self.clearing[cell] } else { self.writing[usize::from(node)] };
        if known != UNKNOWN {
            return known;
        }
        let change = self.change(cell, node);
        *(if node == NOBODY { &mut self.clearing[cell] } else { &mut self.writing[usize::from(node)] }) = change;
        change
    }

    /// What a cell's change adds to the cost.
    fn change(&self, cell: usize, node: Node) -> i32 {
        let premises = self.premises;
        let old = self.digits[cell];
        let mut change = match (old == NOBODY, node == NOBODY) {
            (true, false) => -self.costs[Premises::has(cell)],
            (false, true) => self.costs[Premises::has(cell)],
            _ => 0,
        };
        if old != NOBODY {
            for &(set, _) in premises.net.sets(old, false) {
                let set = usize::from(set);
                match self.counts[set] {
                    1 => change += self.costs[Premises::has(set)],
                    2 => change -= self.costs[premises.once(set)],
                    _ => {}
                }
            }
        }
        if node != NOBODY {
            for &(set, _) in premises.net.sets(node, false) {
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

    /// The change of one cell that costs least, of those that mend something, with what it costs.
    fn best_move(&mut self, fixed: usize, now: usize) -> Option<(i32, usize, Node)> {
        let premises = self.premises;
        let mut best = (i32::MAX, usize::MAX, NOBODY);
        let mut look = |mender: &mut Self, cell: usize, node: Node| {
            if cell != fixed && now > mender.until[cell] && mender.digits[cell] != node {
                best = best.min((mender.known_change(cell, node), cell, node));
            }
        };
        for at in 0..self.wrong.list.len() {
            let set = self.wrong.list[at] as usize;
            if self.counts[set] == 0 {
                for node in premises.net.members(set, premises.net.masks()[set]) {
                    look(self, premises.net.mark(node).cell(), node);
                }
            } else {
                for node in premises.net.members(set, premises.net.masks()[set]) {
                    let cell = premises.net.mark(node).cell();
                    if self.digits[cell] == node {
                        look(self, cell, NOBODY);
                        for other in premises.net.members(cell, premises.net.masks()[cell]) {
                            look(self, cell, other);
                        }
                    }
                }
            }
        }
        for at in 0..self.broken.list.len() {
            for &cell in premises.ruled()[self.broken.list[at] as usize].cells {
                let cell = usize::from(cell);
                for other in premises.net.members(cell, premises.net.masks()[cell]) {
                    look(self, cell, other);
                }
            }
        }
        (best.1 != usize::MAX).then_some(best)
    }
}
