//! Groups of cells with equal sums: rules often say only that each group of a line has the sum of the next group; any two of the
//! groups then have equal sums.

use std::collections::{BTreeMap, BTreeSet};

use crate::constraint::{Constraint, Sum};
use crate::geometry::Cell;
use crate::rule::id::RuleId;

/// The most sums whose groups of cells are compared: each pair of groups is looked at.
const MOST_COMPARED: usize = 128;
/// The most terms of the sums that are looked at; a puzzle for people has some hundred.
const MOST_TERMS_SEEN: usize = 1 << 15;

/// Cells, each times a factor, that add up to a total.
pub(super) struct Rest {
    pub(super) terms: BTreeMap<Cell, i64>,
    pub(super) total: i64,
    /// The constraints that, each times a factor, add up to this, beside units.
    pub(super) sums: Vec<(i64, usize)>,
}

/// Classes of groups of cells whose sums differ by known numbers.
pub(super) struct Groups(pub(super) Vec<Vec<Group>>);

/// A group of cells, and its sum above a base of its class.
pub(super) struct Group {
    cells: BTreeSet<Cell>,
    above: i64,
    /// The constraints that, each times a factor, add up to the difference.
    sums: BTreeMap<usize, i64>,
}

/// The sums of one list and those of another times a factor.
fn plus(one: &BTreeMap<usize, i64>, factor: i64, other: &BTreeMap<usize, i64>) -> BTreeMap<usize, i64> {
    let mut all = one.clone();
    for (&sum, &times) in other {
        *all.entry(sum).or_default() += factor * times;
    }
    all.retain(|_, times| *times != 0);
    all
}

impl Groups {
    /// The groups of the sums with some cells added and some subtracted.
    pub(super) fn of(constraints: &[(RuleId, Constraint)]) -> Self {
        let mut groups = Self(Vec::new());
        let differences = sums(constraints).filter(|(_, sum)| sum.terms().iter().any(|&(factor, _)| factor < 0));
        for (number, sum) in differences.take(MOST_COMPARED) {
            let with = |wanted: i64| {
                let cells = sum.terms().iter().filter(move |&&(factor, _)| factor == wanted);
                cells.map(|&(_, cell)| cell).collect::<BTreeSet<Cell>>()
            };
            let (added, subtracted) = (with(1), with(-1));
            if !added.is_empty() && !subtracted.is_empty() && added.len() + subtracted.len() == sum.terms().len() {
                groups.add(added, subtracted, sum.total(), number);
            }
        }
        groups
    }

    /// The sum of one group is the sum of another and a number, as a constraint says.
    fn add(&mut self, one: BTreeSet<Cell>, other: BTreeSet<Cell>, more: i64, by: usize) {
        let find = |cells: &BTreeSet<Cell>| {
            let places = self.0.iter().enumerate().flat_map(|(at, all)| all.iter().map(move |group| (at, group)));
            let found = places.into_iter().find(|(_, group)| group.cells == *cells);
            found.map(|(at, group)| (at, group.above, group.sums.clone()))
        };
        let link = BTreeMap::from([(by, 1)]);
        match (find(&one), find(&other)) {
            (None, None) => self.0.push(vec![
                Group { cells: one, above: more, sums: link },
                Group { cells: other, above: 0, sums: BTreeMap::new() },
            ]),
            (Some((at, above, sums)), None) => {
                self.0[at].push(Group { cells: other, above: above - more, sums: plus(&sums, -1, &link) });
            }
            (None, Some((at, above, sums))) => {
                self.0[at].push(Group { cells: one, above: above + more, sums: plus(&sums, 1, &link) });
            }
            (Some((at, ..)), Some((to, ..))) if at == to => {}
            (Some((at, of_one, sums_of_one)), Some((to, of_other, sums_of_other))) => {
                let moved = std::mem::take(&mut self.0[at]);
                let shift = of_other + more - of_one;
                let sums_of_shift = plus(&plus(&sums_of_other, 1, &link), -1, &sums_of_one);
                self.0[to].extend(moved.into_iter().map(|Group { cells, above, sums }| Group {
                    cells,
                    above: above + shift,
                    sums: plus(&sums, 1, &sums_of_shift),
                }));
            }
        }
    }

    /// The difference of the sums of any two groups.
    pub(super) fn differences(&self) -> impl Iterator<Item = Rest> + use<'_> {
        let pairs = self.0.iter().flat_map(|all| all.iter().enumerate().map(move |(at, one)| (one, &all[at + 1..])));
        pairs.flat_map(|(one, others)| others.iter().map(move |other| (one, other))).map(|(one, other)| {
            let mut terms: BTreeMap<Cell, i64> = BTreeMap::new();
            terms.extend(one.cells.difference(&other.cells).map(|&cell| (cell, 1)));
            terms.extend(other.cells.difference(&one.cells).map(|&cell| (cell, -1)));
            let sums = plus(&one.sums, -1, &other.sums).into_iter().map(|(sum, factor)| (factor, sum)).collect();
            Rest { terms, total: one.above - other.above, sums }
        })
    }
}

/// The sums among some constraints, with their indices, until they have very many terms.
pub(super) fn sums(constraints: &[(RuleId, Constraint)]) -> impl Iterator<Item = (usize, &Sum)> {
    let all = constraints.iter().enumerate().filter_map(|(index, (_, constraint))| match constraint {
        Constraint::Sum(sum) => Some((index, sum)),
        _ => None,
    });
    let mut terms = 0;
    all.take_while(move |(_, sum)| {
        terms += sum.terms().len();
        terms <= MOST_TERMS_SEEN
    })
}
