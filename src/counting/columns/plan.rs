//! The choice of the shortest among equivalent sums.
//!
//! A grid may be transposed, and any band may be the outer one, any stack the inner one. Configurations that the outer band's clues
//! forbid may be left out early (few configurations remain) or late (the other bands keep more symmetries, and their sum is worked
//! out once for many). The costs are in nanoseconds of one thread and meant to be compared.

#![allow(clippy::cast_precision_loss, reason = "costs are rough")]

use std::time::Duration;

use crate::counting::columns::board::{Bands, Board, View};
use crate::counting::columns::configuration::{COUNT, Configurations, Id, PAIRS};
use crate::counting::columns::symmetry::Symmetry;

/// A way to sum.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub(super) view: View,
    /// The bands, in the view, whose clues prune and break symmetries from the start: all three, or the two inner bands.
    pub(super) bands: Bands,
    /// The estimated cost, in nanoseconds of one thread.
    cost: f64,
}

/// The orders of bands and stacks that differ: the outer band first, the inner stack in the middle.
const BANDS: [[usize; 3]; 3] = [[0, 1, 2], [1, 0, 2], [2, 0, 1]];
const STACKS: [[usize; 3]; 6] = [[0, 1, 2], [2, 1, 0], [1, 0, 2], [2, 0, 1], [0, 2, 1], [1, 2, 0]];

/// How a stack is restricted by the clues of some bands.
#[derive(Clone, Copy)]
struct Restricted {
    /// Number of configurations of each band's box.
    boxes: [f64; 3],
    /// Triples of configurations.
    triples: f64,
    /// Number of orders of the stack's columns.
    orders: f64,
}

impl Restricted {
    fn new(tables: &Configurations, board: &Board, stack: usize, bands: Bands) -> Self {
        let allowed = [0, 1, 2].map(|band| board.allowed(tables, band, stack, bands));
        let is_allowed = |band: usize, id: Id| allowed[band][usize::from(id)];
        let triples = (0..COUNT as Id).filter(|&id| is_allowed(0, id)).map(|id| {
            tables.pairs(id).iter().filter(|&&(one, other)| is_allowed(1, one) && is_allowed(2, other)).count()
        });
        Self {
            triples: triples.sum::<usize>() as f64,
            boxes: [0, 1, 2].map(|band| allowed[band].iter().filter(|&&is| is).count() as f64),
            orders: board.free_orders(stack, bands).len() as f64,
        }
    }
}

/// The stacks of a grid, plain or transposed, restricted by the clues of all bands, or of all bands but one.
struct Side {
    all: [Restricted; 3],
    without: [[Restricted; 3]; 3],
    /// The number of renamings.
    names: [f64; 4],
}

impl Side {
    fn new(tables: &Configurations, board: &Board) -> Self {
        let stacks = |bands| [0, 1, 2].map(|stack| Restricted::new(tables, board, stack, bands));
        let names = |bands| factorial(Symmetry::new(board, bands).free.count_ones());
        let without = [0, 1, 2].map(|left_out| [0, 1, 2].map(|band| band != left_out));
        let all = [true; 3];
        Self {
            all: stacks(all),
            without: without.map(stacks),
            names: [names(without[0]), names(without[1]), names(without[2]), names(all)],
        }
    }

    /// The cost of a sum.
    fn cost(&self, outer: usize, stacks: [usize; 3], is_late: bool) -> f64 {
        let all = stacks.map(|stack| self.all[stack]);
        let [a, b, c] = if is_late { stacks.map(|stack| self.without[outer][stack]) } else { all };
        let names = self.names[if is_late { outer } else { 3 }];
        let ways = |stack: &Restricted| (stack.triples / stack.boxes[outer].max(1.0)).min(PAIRS as f64);
        let members =
            (all[0].boxes[outer] * all[2].boxes[outer] / (self.names[3] * all[0].orders * all[2].orders)).max(1.0);
        let orbits = (a.boxes[outer] * c.boxes[outer] / (names * a.orders * c.orders)).max(1.0).min(members);
        let length = ways(&a) * ways(&c);
        let rows = |stack: &Restricted| stack.boxes.iter().sum::<f64>() - stack.boxes[outer];
        let pair = 2.0 + (length / 32.0).ceil().max(1.0);
        let orbit = 500.0 + b.triples * (1.0 + pair / b.orders) + 0.7 * rows(&b) / b.orders * ways(&a);
        let member = 200.0 + all[1].boxes[outer] * if is_late { 3.0 } else { 1.5 };
        let firsts = (c.boxes[outer] / (names * c.orders)).max(1.0);
        let gather = 0.2 * rows(&b) / b.orders * rows(&a) / a.orders * ways(&c);
        orbits * orbit + members * member + firsts * gather
    }
}

fn factorial(number: u32) -> f64 {
    (1..=number).map(f64::from).product()
}

impl Plan {
    /// The estimated time on one thread.
    pub(super) fn time(&self) -> Duration {
        Duration::try_from_secs_f64(self.cost * 1e-9).unwrap_or(Duration::MAX)
    }

    /// The plan with the least cost.
    pub(super) fn new(tables: &Configurations, values: &[u8; 81]) -> Self {
        let plans = Self::all(tables, values).into_iter();
        plans.min_by(|one, other| one.cost.total_cmp(&other.cost)).expect("there are plans")
    }

    /// All plans; their sums have equal values.
    pub(super) fn all(tables: &Configurations, values: &[u8; 81]) -> Vec<Self> {
        let mut plans = Vec::new();
        for is_transposed in [false, true] {
            let plain = View { is_transposed, bands: [0, 1, 2], stacks: [0, 1, 2] };
            let side = Side::new(tables, &Board::new(values, &plain));
            for bands in BANDS {
                for stacks in STACKS {
                    for is_late in [false, true] {
                        let view = View { is_transposed, bands, stacks };
                        let cost = side.cost(bands[0], stacks, is_late);
                        plans.push(Self { view, bands: [!is_late, true, true], cost });
                    }
                }
            }
        }
        plans
    }
}
