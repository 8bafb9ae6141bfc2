//! Configurations up to what the clues cannot tell apart: digits without a clue, and columns of a stack without one.
//!
//! A canonical form is always a member of the orbit that it represents. Usually all members have one form; otherwise work is done
//! twice, but no count is wrong.

use crate::counting::columns::board::{Bands, Board};
use crate::counting::columns::configuration::{ALL, Configurations, Id, Renaming};

/// What may be exchanged without a change in the number of solutions.
#[derive(Clone, Debug)]
pub(super) struct Symmetry {
    /// The digits without a clue.
    pub(super) free: u16,
    /// The free orders of each stack's columns.
    pub(super) orders: [Vec<usize>; 3],
}

/// A configuration of a stack's box as the form of others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Canonical {
    pub(super) id: Id,
    /// The renaming from the original to the form, before its columns are put in order.
    pub(super) renaming: Renaming,
}

/// The sets of digits that may be exchanged among themselves.
type Classes = [u16; 3];

impl Symmetry {
    /// The symmetries that the clues of these bands leave.
    pub(super) fn new(board: &Board, bands: Bands) -> Self {
        let orders = [0, 1, 2].map(|stack| board.free_orders(stack, bands));
        Self { free: board.free_digits(bands), orders }
    }

    /// The form of a configuration by itself.
    pub(super) fn form(&self, tables: &Configurations, stack: usize, id: Id) -> Canonical {
        form(tables, id, &self.orders[stack], [self.free, 0, 0])
    }

    /// The stabiliser of a canonical configuration of a stack: renamings that an order of its columns undoes, one for each order,
    /// up to renamings that keep every column.
    pub(super) fn stabiliser(&self, tables: &Configurations, stack: usize, id: Id) -> Stabiliser {
        let renamings = self.orders[stack].iter().filter_map(|&order| {
            let sorted = sort(tables, tables.ordered(id, order), [self.free, 0, 0]);
            (sorted.0 == id).then_some(sorted.1)
        });
        Stabiliser { renamings: renamings.collect(), classes: tables.columns(id).map(|column| column & self.free) }
    }
}

/// The symmetries that are left once a configuration is fixed.
pub(super) struct Stabiliser {
    /// Renamings that an order of the fixed configuration's columns undoes.
    pub(super) renamings: Vec<Renaming>,
    classes: Classes,
}

impl Stabiliser {
    /// The form of a second configuration, whose columns may be reordered by `orders`.
    pub(super) fn form(&self, tables: &Configurations, orders: &[usize], id: Id) -> Canonical {
        let forms = self.renamings.iter().map(|renaming| {
            let renamed = if *renaming == Renaming::IDENTITY { id } else { renaming.of_sets().of(tables, id) };
            let form = form(tables, renamed, orders, self.classes);
            Canonical { renaming: renaming.then(form.renaming), id: form.id }
        });
        forms.min_by_key(|form| form.id).expect("the identity is among them")
    }
}

/// The least configuration reachable by orders and exchanges.
fn form(tables: &Configurations, id: Id, orders: &[usize], classes: Classes) -> Canonical {
    let sorted = |&order: &usize| (sorted_id(tables, tables.ordered(id, order), classes), order);
    let (least, order) = orders.iter().map(sorted).min().expect("the identity is among them");
    let (_, renaming) = sort(tables, tables.ordered(id, order), classes);
    Canonical { id: least, renaming }
}

/// The lowest `count` digits of a set.
fn lowest(mut set: u16, count: u32) -> u16 {
    let all = set;
    for _ in 0..count {
        set &= set.wrapping_sub(1);
    }
    all & !set
}

/// The columns after redistributing the digits of each class in ascending order.
fn sorted_columns(columns: [u16; 3], classes: Classes) -> [u16; 3] {
    let kept = ALL & !(classes[0] | classes[1] | classes[2]);
    let mut sorted = columns.map(|column| column & kept);
    for class in classes {
        let first = lowest(class, (class & columns[0]).count_ones());
        let second = lowest(class & !first, (class & columns[1]).count_ones());
        sorted[0] |= first;
        sorted[1] |= second;
        sorted[2] |= class & !first & !second;
    }
    sorted
}

fn sorted_id(tables: &Configurations, id: Id, classes: Classes) -> Id {
    tables.id(sorted_columns(tables.columns(id), classes))
}

/// The sorted configuration and the renaming to it.
fn sort(tables: &Configurations, id: Id, classes: Classes) -> (Id, Renaming) {
    let columns = tables.columns(id);
    let sorted = sorted_columns(columns, classes);
    let sets = classes.into_iter().flat_map(|class| (0..3).map(move |at| (class & columns[at], class & sorted[at])));
    (tables.id(sorted), Renaming::between(sets))
}
