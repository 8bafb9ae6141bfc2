//! In how many ways a band can be filled whose boxes have given columns.
//!
//! The number depends neither on the names of digits that are no clue of the band nor on the order of columns without a clue of
//! their box. So boxes are grouped into *classes*, and only one representative is kept for all first boxes that renaming turns into
//! each other: some ten thousand numbers instead of five thousand million.

use crate::budget::{Running, StopReason};
use crate::counting::columns::board::{Bands, Board};
use crate::counting::columns::configuration::{COUNT, Configurations, Id, RenamedSets, Renaming, configurations};
use crate::counting::columns::symmetry::Symmetry;
use crate::counting::parallel;

/// The largest number of fills of a band; reached if all three boxes have equal columns.
pub(super) const MAX_FILLS: u32 = 1728;

/// The number of a class within its box.
pub(super) type Class = u16;

/// No class: the configuration breaks a clue.
pub(super) const NO_CLASS: Class = Class::MAX;

/// The configurations of a box up to the order of its columns without a clue.
pub(super) struct Classes {
    /// The class of each configuration.
    of: Vec<Class>,
    /// A representative of each class.
    members: Vec<Id>,
}

impl Classes {
    fn new(tables: &Configurations, allowed: &[bool], orders: &[usize]) -> Self {
        let mut of = vec![NO_CLASS; COUNT];
        let mut members = Vec::new();
        for id in 0..COUNT as Id {
            if !allowed[usize::from(id)] {
                continue;
            }
            let least = orders.iter().map(|&order| tables.ordered(id, order)).min().expect("the identity is one");
            let class = &mut of[usize::from(least)];
            if *class == NO_CLASS {
                *class = members.len() as Class;
                members.push(id);
            }
            of[usize::from(id)] = of[usize::from(least)];
        }
        // The least configuration of a class may be marked without being allowed.
        (0..COUNT).filter(|&id| !allowed[id]).for_each(|id| of[id] = NO_CLASS);
        Self { of, members }
    }

    /// The class of a configuration; [`NO_CLASS`] if the configuration breaks a clue.
    pub(super) fn of(&self, id: Id) -> Class {
        self.of[usize::from(id)]
    }

    /// The number of classes.
    pub(super) fn len(&self) -> usize {
        self.members.len()
    }
}

/// How to look up a class of the first box: the rows of its representative, and the renamed classes of the second and third box.
pub(super) struct Lookup {
    /// Where the representative's numbers begin.
    start: usize,
    middle: Vec<Class>,
    last: Vec<Class>,
}

/// The numbers of fills of one band. Its boxes are called first, middle and last; the caller chooses the stack of each.
pub(super) struct BandTable {
    pub(super) first: Classes,
    pub(super) middle: Classes,
    pub(super) last: Classes,
    lookups: Vec<Lookup>,
    numbers: Vec<i16>,
}

/// For each row configuration, whether a box's clues allow it.
pub(super) fn allowed_rows(tables: &Configurations, board: &Board, band: usize, stack: usize) -> Vec<bool> {
    let is_allowed =
        |id: usize| board.of_box(band, stack).all(|clue| tables.columns(id as Id)[clue.row] & clue.digit != 0);
    (0..COUNT).map(is_allowed).collect()
}

impl BandTable {
    /// The table of a band, the stacks of its boxes in the order first, middle, last.
    ///
    /// `pruned` names the bands whose clues the configurations must keep, for a table without renaming of digits: with many clues
    /// few configurations remain, and all are kept.
    ///
    /// # Errors
    /// The budget ran out.
    pub(super) fn new(
        board: &Board,
        band: usize,
        stacks: [usize; 3],
        pruned: Bands,
        is_parallel: bool,
        running: &Running,
    ) -> Result<Self, StopReason> {
        let tables = configurations();
        let own = [0, 1, 2].map(|other| other == band);
        let classes = |stack: usize, bands: Bands| {
            let allowed = board.allowed(tables, band, stack, bands);
            Classes::new(tables, &allowed, &board.free_orders_of_box(band, stack))
        };
        let boxes = stacks.map(|stack| classes(stack, own));
        let symmetry = own_symmetry(board, band);
        let form = |&id: &Id| {
            let form = symmetry.form(tables, stacks[0], id);
            (form.id, form.renaming)
        };
        let forms: Vec<(Id, Renaming)> = boxes[0].members.iter().map(form).collect();
        let mut representatives: Vec<Id> = forms.iter().map(|form| form.0).collect();
        representatives.sort_unstable();
        representatives.dedup();
        let rows = stacks.map(|stack| allowed_rows(tables, board, band, stack));
        let few = stacks.map(|stack| classes(stack, pruned));
        let size = |boxes: &[Classes; 3], firsts: usize| firsts * boxes[1].len() * boxes[2].len();
        if size(&few, few[0].len()) <= size(&boxes, representatives.len()) {
            let forms: Vec<_> = few[0].members.iter().map(|&id| (id, Renaming::IDENTITY)).collect();
            let pairs =
                few[0].members.iter().flat_map(|&first| few[1].members.iter().map(move |&middle| (first, middle)));
            let pairs: Vec<(Id, Id)> = pairs.collect();
            let numbers = Filler::new(tables, &few[2], &rows).numbers(&pairs, is_parallel, running)?;
            let firsts: Vec<Id> = pairs.iter().map(|pair| pair.0).collect();
            return Ok(Self::looked_up(tables, few, &forms, &firsts, numbers));
        }
        // A row of numbers is computed once for all middle configurations that a representative's stabiliser turns into each other.
        let orders = &symmetry.orders[stacks[1]];
        let pairs = representatives.iter().flat_map(|&first| {
            let stabiliser = symmetry.stabiliser(tables, stacks[0], first);
            let forms = boxes[1].members.iter().map(move |&middle| {
                let form = stabiliser.form(tables, orders, middle);
                ((first, form.id), form.renaming)
            });
            forms.collect::<Vec<_>>()
        });
        let pairs: Vec<((Id, Id), Renaming)> = pairs.collect();
        let mut few: Vec<(Id, Id)> = pairs.iter().map(|pair| pair.0).collect();
        few.sort_unstable();
        few.dedup();
        let known = Filler::new(tables, &boxes[2], &rows).numbers(&few, is_parallel, running)?;
        let width = boxes[2].len();
        let mut numbers = vec![0; pairs.len() * width];
        let parts: Vec<_> = pairs.iter().zip(numbers.chunks_mut(width.max(1))).collect();
        parallel::for_each(parts, is_parallel, running, |((pair, renaming), row)| {
            let at = few.binary_search(pair).expect("it is among them");
            let known = &known[at * width..][..width];
            let names = renamed(tables, &boxes[2], &renaming.of_sets());
            row.iter_mut().zip(names).for_each(|(number, name)| *number = known[usize::from(name)]);
        })?;
        let firsts: Vec<Id> = pairs.iter().map(|pair| pair.0.0).collect();
        Ok(Self::looked_up(tables, boxes, &forms, &firsts, numbers))
    }

    /// The table over numbers stored row by row for these first configurations.
    fn looked_up(
        tables: &Configurations,
        [first, middle, last]: [Classes; 3],
        forms: &[(Id, Renaming)],
        firsts: &[Id],
        numbers: Vec<i16>,
    ) -> Self {
        let lookup = |&(representative, renaming): &(Id, Renaming)| {
            let at = firsts.partition_point(|&first| first < representative);
            let sets = renaming.of_sets();
            Lookup {
                start: at * last.len(),
                middle: renamed(tables, &middle, &sets),
                last: renamed(tables, &last, &sets),
            }
        };
        let lookups = forms.iter().map(lookup).collect();
        Self { first, middle, last, lookups, numbers }
    }

    /// The lookup for a class of the first box.
    pub(super) fn lookup(&self, first: Class) -> &Lookup {
        &self.lookups[usize::from(first)]
    }

    /// The numbers for a first and a middle box, by the [`name`](Lookup::last) of the last box's class.
    pub(super) fn row(&self, lookup: &Lookup, middle: Class) -> &[i16] {
        let start = lookup.start + usize::from(lookup.middle[usize::from(middle)]) * self.last.len();
        &self.numbers[start..start + self.last.len()]
    }
}

impl Lookup {
    /// What a class of the last box is called in the rows.
    pub(super) fn last(&self, class: Class) -> Class {
        self.last[usize::from(class)]
    }
}

fn renamed(tables: &Configurations, classes: &Classes, sets: &RenamedSets) -> Vec<Class> {
    classes.members.iter().map(|&id| classes.of(sets.of(tables, id))).collect()
}

/// The symmetries of a band by itself.
fn own_symmetry(board: &Board, band: usize) -> Symmetry {
    Symmetry {
        free: board.free_digits([0, 1, 2].map(|other| other == band)),
        orders: [0, 1, 2].map(|stack| board.free_orders_of_box(band, stack)),
    }
}

/// Counts the fills.
struct Filler<'a> {
    tables: &'a Configurations,
    rows: &'a [Vec<bool>; 3],
    /// For each class of the last box, the row configurations of its fills.
    last: Vec<Vec<Id>>,
}

impl<'a> Filler<'a> {
    fn new(tables: &'a Configurations, last: &Classes, rows: &'a [Vec<bool>; 3]) -> Self {
        let fills = |&id: &Id| -> Vec<Id> {
            tables.fills(id).iter().copied().filter(|&fill| rows[2][usize::from(fill)]).collect()
        };
        Self { tables, rows, last: last.members.iter().map(fills).collect() }
    }

    /// The numbers for pairs of a first and a middle configuration, one row for each pair.
    fn numbers(&self, pairs: &[(Id, Id)], is_parallel: bool, running: &Running) -> Result<Vec<i16>, StopReason> {
        let width = self.last.len();
        let mut numbers = vec![0; pairs.len() * width];
        let rows: Vec<_> = pairs.iter().zip(numbers.chunks_mut(width.max(1))).collect();
        parallel::for_each(rows, is_parallel, running, |(&(first, middle), row)| self.fill(first, middle, row))?;
        Ok(numbers)
    }

    fn fill(&self, first: Id, middle: Id, row: &mut [i16]) {
        let mut is_middle = [false; COUNT];
        for &fill in self.tables.fills(middle) {
            is_middle[usize::from(fill)] = self.rows[1][usize::from(fill)];
        }
        let mut counts = [0_u16; COUNT];
        for &fill in self.tables.fills(first) {
            if !self.rows[0][usize::from(fill)] {
                continue;
            }
            for &(middle, last) in self.tables.pairs(fill) {
                counts[usize::from(last)] += u16::from(is_middle[usize::from(middle)]);
            }
        }
        for (number, fills) in row.iter_mut().zip(&self.last) {
            let fills: u32 = fills.iter().map(|&fill| u32::from(counts[usize::from(fill)])).sum();
            assert!(fills <= MAX_FILLS, "a band with {fills} fills");
            *number = fills as i16;
        }
    }
}
