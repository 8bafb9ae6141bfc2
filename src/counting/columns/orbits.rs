//! The orbits of the sum: pairs of configurations in the first and the last box of the outer band, up to symmetry.

use crate::budget::{Running, StopReason};
use crate::counting::columns::configuration::{COUNT, Id, Renaming};
use crate::counting::columns::sum::{ALL_BANDS, FIRST, LAST, Sum};
use crate::counting::columns::symmetry::{Stabiliser, Symmetry};
use crate::counting::parallel;

/// A pair of first and last configurations in the sum, standing for all pairs that the clues cannot distinguish.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    pub(super) first: Id,
    pub(super) last: Id,
    /// The number of pairs that it stands for.
    pub(super) times: u32,
    /// The renaming to the orbit's pair, before columns are put in order.
    pub(super) renaming: Renaming,
}

/// An orbit with its members.
#[derive(Clone, Debug)]
pub(super) struct Orbit {
    pub(super) first: Id,
    pub(super) members: Vec<Member>,
}

/// The orbits with a common last configuration.
#[derive(Clone, Debug)]
pub(super) struct Family {
    pub(super) last: Id,
    pub(super) orbits: Vec<Orbit>,
}

impl Sum {
    /// The orbits that have members.
    ///
    /// # Errors
    /// The budget ran out.
    pub(super) fn families(&self, running: &Running) -> Result<Vec<Family>, StopReason> {
        let tables = self.tables;
        let all = Symmetry::new(&self.board, ALL_BANDS);
        let allowed = |stack| -> Vec<Id> {
            let allowed = self.board.allowed(tables, 0, stack, ALL_BANDS);
            (0..COUNT as Id).filter(|&id| allowed[usize::from(id)]).collect()
        };
        let (firsts, lasts) = (allowed(FIRST), allowed(LAST));
        let mut forms: Vec<Id> = lasts.iter().map(|&id| all.form(tables, LAST, id).id).collect();
        forms.sort_unstable();
        let mut lasts: Vec<(Id, Renaming, Id, u32)> = Vec::new();
        for forms in forms.chunk_by(Id::eq) {
            let form = self.symmetry.form(tables, LAST, forms[0]);
            if self.pairs(LAST, form.id).next().is_some() {
                lasts.push((form.id, form.renaming, forms[0], forms.len() as u32));
            }
        }
        lasts.sort_unstable_by_key(|&(form, _, id, _)| (form, id));
        let families: Vec<_> = lasts.chunk_by(|one, other| one.0 == other.0).map(<[_]>::to_vec).collect();
        let families = parallel::map(
            families,
            self.is_parallel,
            || (),
            |(), lasts| {
                running.check()?;
                let last = lasts[0].0;
                let stabiliser = self.symmetry.stabiliser(tables, LAST, last);
                let mut members = Vec::new();
                for &(_, renaming, id, times) in &lasts {
                    self.add_members((id, renaming, times), &all, &firsts, &stabiliser, &mut members);
                }
                members.sort_by_key(|&(form, Member { first, last, .. })| (form, last, first));
                let orbits = members.chunk_by(|one, other| one.0 == other.0).map(|members| Orbit {
                    first: members[0].0,
                    members: members.iter().map(|member| member.1).collect(),
                });
                Ok(Family { last, orbits: orbits.collect() })
            },
        );
        families.into_iter().collect()
    }

    /// Adds the members with a given last configuration, each with its orbit.
    fn add_members(
        &self,
        (last, renaming, times): (Id, Renaming, u32),
        all: &Symmetry,
        firsts: &[Id],
        stabiliser: &Stabiliser,
        members: &mut Vec<(Id, Member)>,
    ) {
        let tables = self.tables;
        let alike = all.stabiliser(tables, LAST, last);
        let mut forms: Vec<Id> = firsts.iter().map(|&id| alike.form(tables, &all.orders[FIRST], id).id).collect();
        forms.sort_unstable();
        let sets = renaming.of_sets();
        for forms in forms.chunk_by(Id::eq) {
            let first = forms[0];
            let form = stabiliser.form(tables, &self.symmetry.orders[FIRST], sets.of(tables, first));
            if self.pairs(FIRST, form.id).next().is_some() {
                let times = times * forms.len() as u32;
                members.push((form.id, Member { first, last, times, renaming: renaming.then(form.renaming) }));
            }
        }
    }
}
