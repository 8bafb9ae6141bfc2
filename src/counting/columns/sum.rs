//! The sum before its evaluation: the tables of the bands, and what the clues allow.
//!
//! An *orbit* is a pair of configurations in the outer band, of its first and of its last box, up to symmetry. For each the other
//! two bands contribute, for every configuration of the outer band's middle box, the sum over the pairs of configurations below
//! that box of a product of two rows: numbers of fills of band 1 and of band 2, one for each way to complete the first and the last
//! stack. The outer band contributes the weight of each product.

use crate::budget::{Running, StopReason};
use crate::counting::columns::band::{BandTable, Class};
use crate::counting::columns::board::{Bands, Board, View};
use crate::counting::columns::configuration::{COUNT, Configurations, Id, configurations};
use crate::counting::columns::dot::Machine;
use crate::counting::columns::inner::InnerPairs;
use crate::counting::columns::plan::Plan;
use crate::counting::columns::symmetry::Symmetry;

/// The roles of the stacks.
pub(super) const FIRST: usize = 0;
pub(super) const INNER: usize = 1;
pub(super) const LAST: usize = 2;

pub(super) const ALL_BANDS: Bands = [true; 3];

/// A sum before evaluation.
pub(super) struct Sum {
    pub(super) tables: &'static Configurations,
    pub(super) view: View,
    pub(super) board: Board,
    pub(super) symmetry: Symmetry,
    /// The allowed configurations, by stack and band.
    pub(super) allowed: [[Vec<bool>; 3]; 3],
    pub(super) outer: BandTable,
    pub(super) bands: [BandTable; 2],
    pub(super) inner: InnerPairs,
    /// Configurations of the outer band's middle box that the clues allow, with their classes.
    pub(super) middles: Vec<(Id, Class)>,
    pub(super) machine: Machine,
    pub(super) is_parallel: bool,
}

impl Sum {
    /// The sum in the cheapest way.
    ///
    /// # Errors
    /// The budget ran out.
    pub(super) fn new(
        values: &[u8; 81],
        machine: Machine,
        is_parallel: bool,
        running: &Running,
    ) -> Result<Self, StopReason> {
        let tables = configurations();
        let plan = Plan::new(tables, values);
        running.check()?;
        Self::planned(values, plan, machine, is_parallel, running)
    }

    /// The sum in a given way.
    ///
    /// # Errors
    /// The budget ran out.
    pub(super) fn planned(
        values: &[u8; 81],
        plan: Plan,
        machine: Machine,
        is_parallel: bool,
        running: &Running,
    ) -> Result<Self, StopReason> {
        let tables = configurations();
        let board = Board::new(values, &plan.view);
        let of_stack = |stack| [0, 1, 2].map(|band| board.allowed(tables, band, stack, plan.bands));
        let allowed = [FIRST, INNER, LAST].map(of_stack);
        let outer = BandTable::new(&board, 0, [FIRST, LAST, INNER], ALL_BANDS, is_parallel, running)?;
        let table = |band| BandTable::new(&board, band, [FIRST, INNER, LAST], plan.bands, is_parallel, running);
        let bands = [table(1)?, table(2)?];
        let inner = InnerPairs::new(tables, &allowed[INNER], &bands);
        let middle_allowed = board.allowed(tables, 0, INNER, ALL_BANDS);
        let middles = (0..COUNT as Id).filter(|&id| middle_allowed[usize::from(id)]).map(|id| (id, outer.last.of(id)));
        let middles = middles.collect();
        let symmetry = Symmetry::new(&board, plan.bands);
        let view = plan.view;
        Ok(Self { tables, view, board, symmetry, allowed, outer, bands, inner, middles, machine, is_parallel })
    }

    /// The pairs that complete a configuration of the outer band to a stack.
    pub(super) fn pairs(&self, stack: usize, id: Id) -> impl Iterator<Item = (Id, Id)> {
        let [_, one, other] = &self.allowed[stack];
        let pairs = self.tables.pairs(id).iter().copied();
        pairs.filter(|&(two, three)| one[usize::from(two)] && other[usize::from(three)])
    }
}
