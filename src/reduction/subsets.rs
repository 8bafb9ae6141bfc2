//! Naked and hidden subsets of two to four.
//!
//! In a *naked* subset, k cells of a unit have only k digits: no further cell of the unit has these digits. In a *hidden* subset,
//! k digits have only k places: these places have no further digits. One search finds both kinds. Its items are cells with their
//! digits, or digits with their places, of at most four members each. It joins items that share a member while their union has at
//! most four members, so a crowded unit costs no more than its nearly decided cells or digits.

use crate::reduction::bits::ones;
use crate::reduction::state::State;
use crate::reduction::step::{Contradiction, ReductionStep};

/// The largest subset.
const MAX_SUBSET_SIZE: usize = 4;

/// Up to four members in ascending order.
#[derive(Clone, Copy, Default)]
struct Few {
    members: [u16; MAX_SUBSET_SIZE],
    len: usize,
}

impl Few {
    fn as_slice(&self) -> &[u16] {
        &self.members[..self.len]
    }

    /// `None` for more than four members.
    fn from(members: impl Iterator<Item = usize>) -> Option<Self> {
        members.map(|member| member as u16).try_fold(Self::default(), Self::with)
    }

    fn with(mut self, member: u16) -> Option<Self> {
        if self.as_slice().contains(&member) {
            return Some(self);
        }
        *self.members.get_mut(self.len)? = member;
        self.len += 1;
        self.members[..self.len].sort_unstable();
        Some(self)
    }

    fn union(self, other: &Self) -> Option<Self> {
        other.as_slice().iter().copied().try_fold(self, Self::with)
    }

    fn meets(&self, other: &Self) -> bool {
        self.as_slice().iter().any(|member| other.as_slice().contains(member))
    }
}

/// Cells with digits, or digits with places.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Naked,
    Hidden,
}

/// Items of a unit and the union of their members.
#[derive(Clone, Copy)]
struct Subset {
    things: Few,
    members: Few,
}

struct Search<'a> {
    state: &'a State,
    unit: usize,
    kind: Kind,
    items: Vec<(u16, Few)>,
}

/// Looks at a unit and takes the first subset with eliminations; the unit is then queued again.
pub(super) fn look(state: &mut State, unit: usize) -> Result<(), Contradiction> {
    for kind in [Kind::Naked, Kind::Hidden] {
        let search = Search { state, unit, kind, items: items(state, unit, kind) };
        let Some(subset) = search.run() else { continue };
        let struck = search.struck(&subset);
        let cells = if kind == Kind::Naked { subset.things } else { subset.members };
        let digits = if kind == Kind::Naked { subset.members } else { subset.things };
        let cell = |&position: &u16| state.cell(state.incidence.cells(unit)[usize::from(position)] as usize);
        if state.steps.is_some() {
            let candidates = struck.iter().map(|&(cell, digit)| state.candidate(cell, digit)).collect();
            let cells = cells.as_slice().iter().map(cell).collect();
            let digits = digits.as_slice().iter().map(|&digit| state.geometry.digit(digit.into())).collect();
            state.note(ReductionStep::subset(kind == Kind::Naked, state.unit_id(unit), cells, digits, candidates));
        }
        return struck.into_iter().try_for_each(|(cell, digit)| state.strike_out(cell, digit));
    }
    Ok(())
}

fn items(state: &State, unit: usize, kind: Kind) -> Vec<(u16, Few)> {
    let few = |index: usize| match kind {
        Kind::Naked => {
            let cell = state.incidence.cells(unit)[index] as usize;
            let is_few = (1..=MAX_SUBSET_SIZE).contains(&state.domains.left()[cell].into());
            if is_few { Few::from(ones(state.domains.digits(cell))) } else { None }
        }
        Kind::Hidden => {
            let is_few = state.places.left_in_unit(unit, index).is_some_and(|left| left <= MAX_SUBSET_SIZE);
            if is_few { Few::from(ones(state.places.positions(unit, index))) } else { None }
        }
    };
    let items = match kind {
        Kind::Naked => state.incidence.cells(unit).len(),
        Kind::Hidden => state.digit_count,
    };
    (0..items).filter_map(|index| Some((index as u16, few(index)?))).collect()
}

impl Search<'_> {
    fn run(&self) -> Option<Subset> {
        (0..self.items.len()).find_map(|first| {
            let things = Few::default().with(self.items[first].0)?;
            self.grow(first, Subset { things, members: self.items[first].1 })
        })
    }

    /// Joins further items to the first.
    fn grow(&self, first: usize, subset: Subset) -> Option<Subset> {
        let (things, members) = (subset.things.len, subset.members.len);
        if things >= 2 && members == things && !self.struck(&subset).is_empty() {
            return Some(subset);
        }
        // A tight subset is not extended: it strikes its members out of every further item.
        if things == MAX_SUBSET_SIZE || members == things {
            return None;
        }
        self.items[first + 1..].iter().find_map(|(thing, members)| {
            if subset.things.as_slice().contains(thing) || !subset.members.meets(members) {
                return None;
            }
            let members = subset.members.union(members)?;
            self.grow(first, Subset { things: subset.things.with(*thing)?, members })
        })
    }

    /// The candidates that a subset strikes out, as cells and digits.
    fn struck(&self, subset: &Subset) -> Vec<(usize, usize)> {
        let cells = self.state.incidence.cells(self.unit);
        let rest = |index: &usize| !subset.things.as_slice().contains(&(*index as u16));
        let of = |&member: &u16| -> Vec<(usize, usize)> {
            let member = usize::from(member);
            match self.kind {
                Kind::Naked => {
                    let positions = ones(self.state.places.positions(self.unit, member)).filter(rest);
                    positions.map(|position| (cells[position] as usize, member)).collect()
                }
                Kind::Hidden => {
                    let cell = cells[member] as usize;
                    ones(self.state.domains.digits(cell)).filter(rest).map(|digit| (cell, digit)).collect()
                }
            }
        };
        subset.members.as_slice().iter().flat_map(of).collect()
    }
}
