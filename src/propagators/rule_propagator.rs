//! The constraints of a puzzle as one propagator: the domains of the cells, and a queue of the constraints that have to look again.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use crate::backend::propagator::{Falsified, Propagated, Propagator};
use crate::bits::ones;
use crate::cnf::Lit;
use crate::constraint::Constraint;
use crate::encoding::VarMap;
use crate::geometry::Geometry;
use crate::propagators::board::Board;
use crate::propagators::kind::{Item, RANKS};
use crate::propagators::past::Past;

/// Constraints over the candidates of a formula.
#[derive(Clone)]
pub(crate) struct RulePropagator {
    board: Arc<Board>,
    items: Arc<[Item]>,
    /// By cell its constraints.
    of_cell: Arc<[Vec<u32>]>,
    /// By cell the digits left, a bit each.
    domains: Vec<u64>,
    /// By constraint the literal under which it holds, if it does not always.
    conditions: Arc<[Option<Lit>]>,
    of_condition: Arc<HashMap<Lit, Vec<u32>>>,
    /// The constraints that hold now.
    is_active: Vec<bool>,
    /// The constraints that have to look again, by rank.
    queues: [VecDeque<u32>; RANKS],
    is_queued: Vec<bool>,
    /// Working memory.
    left: Vec<u64>,
    by_place: Vec<u64>,
    past: Past,
}

impl RulePropagator {
    /// Constraints over the candidates of a formula's map; `None` if there are no constraints.
    pub(crate) fn new<'a>(
        geometry: &Geometry,
        map: &VarMap,
        constraints: impl IntoIterator<Item = &'a Constraint>,
    ) -> Option<Self> {
        Self::with_conditions(geometry, map, constraints.into_iter().map(|constraint| (None, constraint.clone())))
    }

    /// The same for constraints each of which holds where a literal is true, or always.
    pub(crate) fn with_conditions(
        geometry: &Geometry,
        map: &VarMap,
        constraints: impl IntoIterator<Item = (Option<Lit>, Constraint)>,
    ) -> Option<Self> {
        let place = |cell| geometry.index(cell) as u32;
        let item = |(condition, constraint): (Option<Lit>, Constraint)| {
            let places = constraint.cells().into_iter().map(place).collect();
            (condition, Item::new(constraint, places))
        };
        let (conditions, items): (Vec<Option<Lit>>, Vec<Item>) = constraints.into_iter().map(item).unzip();
        if items.is_empty() {
            return None;
        }
        let board = Board::new(geometry, map);
        let mut of_cell = vec![Vec::new(); geometry.cell_count()];
        let mut queues = [const { VecDeque::new() }; RANKS];
        for (number, item) in items.iter().enumerate() {
            for &cell in &item.cells {
                of_cell[cell as usize].push(number as u32);
            }
            if conditions[number].is_none() {
                queues[item.rank].push_back(number as u32);
            }
        }
        let mut of_condition: HashMap<Lit, Vec<u32>> = HashMap::new();
        for (number, condition) in conditions.iter().enumerate() {
            if let Some(lit) = condition {
                of_condition.entry(*lit).or_default().push(number as u32);
            }
        }
        let is_active: Vec<bool> = conditions.iter().map(Option::is_none).collect();
        Some(Self {
            domains: board.domains.clone(),
            board: Arc::new(board),
            is_queued: is_active.clone(),
            is_active,
            conditions: conditions.into(),
            of_condition: of_condition.into(),
            items: items.into(),
            of_cell: of_cell.into(),
            queues,
            left: Vec::new(),
            by_place: Vec::new(),
            past: Past::default(),
        })
    }

    /// Filters by one constraint, and writes the lost candidates; false if it fails.
    fn filter(&mut self, number: u32, implied: &mut Vec<Lit>) -> bool {
        let item = &self.items[number as usize];
        if !item.filter(&self.domains, &mut self.left, &mut self.by_place) {
            return false;
        }
        let is_gained = |digit: &usize, cell: u32, left: u64| left == 1 << digit && self.domains[cell as usize] != left;
        for (&cell, &left) in item.cells.iter().zip(&self.left) {
            let gained = item.placed_digit().filter(|digit| is_gained(digit, cell, left));
            if let Some(lit) = gained.and_then(|digit| self.board.lit(cell, digit)) {
                implied.push(lit);
                continue;
            }
            for digit in ones(self.domains[cell as usize] & !left) {
                // A settled candidate has no literal.
                let Some(lit) = self.board.lit(cell, digit) else { return false };
                implied.push(!lit);
            }
        }
        true
    }
}

impl RulePropagator {
    /// The constraints that hold where a literal is true hold from now on, or no more.
    fn activate(&mut self, lit: Lit, is_true: bool) {
        for &number in self.of_condition.get(&lit).into_iter().flatten() {
            let at = number as usize;
            self.is_active[at] = is_true;
            if is_true && !std::mem::replace(&mut self.is_queued[at], true) {
                self.queues[self.items[at].rank].push_back(number);
            }
        }
    }
}

impl Propagator for RulePropagator {
    fn variables(&self) -> usize {
        let conditions = self.conditions.iter().flatten().map(|lit| lit.var().index() + 1);
        conditions.max().unwrap_or_default().max(self.board.variables())
    }

    fn assign(&mut self, lit: Lit) {
        let Some((cell, digit)) = self.board.denied(lit) else { return self.activate(lit, true) };
        let domain = &mut self.domains[cell as usize];
        *domain &= !(1 << digit);
        let domain = *domain;
        for &number in &self.of_cell[cell as usize] {
            let is_queued = &mut self.is_queued[number as usize];
            if !*is_queued && self.is_active[number as usize] && self.items[number as usize].sees(digit.into(), domain)
            {
                *is_queued = true;
                self.queues[self.items[number as usize].rank].push_back(number);
            }
        }
    }

    fn unassign(&mut self, lit: Lit) {
        match self.board.denied(lit) {
            Some((cell, digit)) => self.domains[cell as usize] |= 1 << digit,
            None => self.activate(lit, false),
        }
        // All of the levels below was propagated before the level began.
        for queue in &mut self.queues {
            for number in queue.drain(..) {
                self.is_queued[number as usize] = false;
            }
        }
    }

    fn propagate(&mut self, implied: &mut Vec<Lit>) -> Propagated {
        while let Some(number) = self.queues.iter_mut().find_map(VecDeque::pop_front) {
            self.is_queued[number as usize] = false;
            if !self.filter(number, implied) {
                return Propagated::Conflict(number);
            }
            if !implied.is_empty() {
                return Propagated::Literals(number);
            }
        }
        Propagated::Nothing
    }

    fn explain(&mut self, by: u32, implied: Option<Lit>, falsified: &dyn Fn(Lit) -> Falsified, reason: &mut Vec<Lit>) {
        let item = &self.items[by as usize];
        self.past.see(&self.board, &item.cells, implied, falsified);
        item.explain(&self.past, &mut self.left);
        self.past.write(&self.board, &item.cells, &self.left, reason);
        let condition = self.conditions[by as usize].map(|lit| !lit);
        reason.extend(condition.filter(|&lit| matches!(falsified(lit), Falsified::At(_))));
    }

    fn fork(&self) -> Box<dyn Propagator> {
        Box::new(self.clone())
    }
}
