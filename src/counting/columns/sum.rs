//! The sum itself, orbit by orbit.
//!
//! An *orbit* is a pair of configurations in the outer band, of its first and of its last box, up to symmetry. For each the other
//! two bands contribute, for every configuration of the outer band's middle box, the sum over the pairs of configurations below
//! that box of a product of two rows: numbers of fills of band 1 and of band 2, one for each way to complete the first and the last
//! stack. The outer band contributes the weight of each product.

use crate::budget::{Running, StopReason};
use crate::counting::columns::band::{BandTable, Class};
use crate::counting::columns::band_rows::{BandRows, Buffer};
use crate::counting::columns::board::{Bands, Board, View};
use crate::counting::columns::configuration::{COUNT, Configurations, Id, Renaming, configurations, digits};
use crate::counting::columns::dot::{LONGEST, Machine};
use crate::counting::columns::inner::InnerPairs;
use crate::counting::columns::plan::Plan;
use crate::counting::columns::rows::{LINE, Pair, Rows};
use crate::counting::columns::symmetry::{Stabiliser, Symmetry};
use crate::counting::parallel;

/// The roles of the stacks.
pub(super) const FIRST: usize = 0;
pub(super) const INNER: usize = 1;
pub(super) const LAST: usize = 2;

pub(super) const ALL_BANDS: Bands = [true; 3];

/// Approximate length of the pieces into which rows are cut, so that the rows of both bands stay in the cache.
const PIECE: usize = 512;

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

/// Buffers that a thread reuses from orbit to orbit.
pub(super) struct Scratch {
    pub(super) weights: Vec<u64>,
    pub(super) pairs: Vec<(u16, u16, u64)>,
    weighted: Vec<Pair>,
    rows: [Buffer; 2],
}

impl Scratch {
    pub(super) fn new() -> Self {
        Self { weights: vec![0; COUNT], pairs: Vec::new(), weighted: Vec::new(), rows: Default::default() }
    }
}

/// A piece of an orbit's rows in both bands, and its first way to complete the first stack.
pub(super) struct Piece<'a> {
    pub(super) first: usize,
    pub(super) rows: [Rows<'a>; 2],
}

impl Sum {
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

    /// The number of solutions, or the partial sum with the reason for stopping.
    pub(super) fn value(&self, running: &mut Running) -> (u128, Option<StopReason>) {
        let mut total = 0;
        let families = match self.families(running) {
            Ok(families) => families,
            Err(reason) => return (0, Some(reason)),
        };
        for family in &families {
            let parts = match self.parts(family, running) {
                Ok(parts) => parts,
                Err(reason) => return (total, Some(reason)),
            };
            for part in parts {
                match part {
                    Ok(part) => total += part,
                    Err(reason) => return (total, Some(reason)),
                }
            }
        }
        (total, None)
    }

    /// The contribution of each orbit of a family, or the reason why it was not worked out. An orbit is a step.
    pub(super) fn parts(
        &self,
        family: &Family,
        running: &mut Running,
    ) -> Result<Vec<Result<u128, StopReason>>, StopReason> {
        family.orbits.iter().try_for_each(|_| running.tick())?;
        running.check()?;
        let running = &*running;
        let band_rows = self.gather(family, &family.orbits.iter().collect::<Vec<_>>(), running)?;
        Ok(parallel::map(family.orbits.iter().collect(), self.is_parallel, Scratch::new, |scratch, orbit| {
            running.check().map(|()| self.orbit(family.last, orbit, &band_rows, scratch))
        }))
    }

    /// The numbers of both bands for a last configuration and a selection of its orbits.
    ///
    /// # Errors
    /// The budget ran out.
    pub(super) fn gather(
        &self,
        family: &Family,
        orbits: &[&Orbit],
        running: &Running,
    ) -> Result<[BandRows; 2], StopReason> {
        let mut is_needed = [0, 1].map(|at| vec![false; self.bands[at].first.len()]);
        for orbit in orbits {
            for (two, three) in self.pairs(FIRST, orbit.first) {
                is_needed[0][usize::from(self.bands[0].first.of(two))] = true;
                is_needed[1][usize::from(self.bands[1].first.of(three))] = true;
            }
        }
        let band_rows = |at: usize| {
            let band = &self.bands[at];
            let lasts: Vec<Class> =
                self.pairs(LAST, family.last).map(|pair| band.last.of([pair.0, pair.1][at])).collect();
            let firsts: Vec<usize> = (0..band.first.len()).filter(|&class| is_needed[at][class]).collect();
            let mut places = vec![0; band.first.len()];
            firsts.iter().enumerate().for_each(|(place, &class)| places[class] = place);
            let names: Vec<_> = firsts
                .iter()
                .map(|&class| {
                    let lookup = band.lookup(class as Class);
                    (lookup, lasts.iter().map(|&last| usize::from(lookup.last(last))).collect::<Vec<usize>>())
                })
                .collect();
            let (ways, rows) = (lasts.len(), &self.inner.rows[at]);
            let size = rows.len() * ways;
            let mut numbers = vec![0; firsts.len() * size];
            let parts: Vec<_> = names.iter().zip(numbers.chunks_mut(size.max(1))).collect();
            parallel::for_each(parts, self.is_parallel, running, |((lookup, lasts), numbers)| {
                for (&middle, numbers) in rows.iter().zip(numbers.chunks_mut(ways)) {
                    let row = band.row(lookup, middle);
                    numbers.iter_mut().zip(lasts).for_each(|(number, &last)| *number = row[last]);
                }
            })?;
            Ok(BandRows { places, ways, numbers })
        };
        Ok([band_rows(0)?, band_rows(1)?])
    }

    /// The contribution of an orbit.
    fn orbit(&self, last: Id, orbit: &Orbit, band_rows: &[BandRows; 2], scratch: &mut Scratch) -> u128 {
        self.weigh(orbit, &mut scratch.weights);
        self.fold(last, orbit.first, &mut scratch.weights);
        self.weigh_pairs(scratch);
        // Weights beyond 32 bits go in two parts.
        let is_heavy = scratch.pairs.iter().any(|pair| pair.2 > u32::MAX.into());
        let mut total = 0;
        let mut weighted = std::mem::take(&mut scratch.weighted);
        self.for_each_piece(orbit, band_rows, scratch, |pairs, Piece { rows: [one, other], .. }| {
            for shift in [0, 32] {
                if shift == 32 && !is_heavy {
                    continue;
                }
                weighted.clear();
                weighted.extend(pairs.iter().filter_map(|&(one, other, weight)| {
                    let weight = (weight >> shift) as u32;
                    (weight != 0).then_some(Pair { one, other, weight })
                }));
                total += self.machine.sum(&weighted, &one, &other) << shift;
            }
        });
        scratch.weighted = weighted;
        total
    }

    /// Visits the weighted pairs of an orbit with each piece of the rows; without weighted pairs, visits no piece.
    pub(super) fn for_each_piece(
        &self,
        orbit: &Orbit,
        band_rows: &[BandRows; 2],
        scratch: &mut Scratch,
        mut visit: impl FnMut(&[(u16, u16, u64)], Piece<'_>),
    ) {
        if scratch.pairs.is_empty() {
            return;
        }
        let firsts: Vec<[usize; 2]> = self
            .pairs(FIRST, orbit.first)
            .map(|(two, three)| {
                let place = |at: usize, id: Id| band_rows[at].places[usize::from(self.bands[at].first.of(id))];
                [place(0, two), place(1, three)]
            })
            .collect();
        let length = (PIECE / band_rows[0].ways).max(1);
        for (number, firsts) in firsts.chunks(length).enumerate() {
            let lines = (firsts.len() * band_rows[0].ways).div_ceil(LINE);
            // Longer rows could overflow the sums of the vectors.
            assert!(lines * LINE <= LONGEST, "a row of {lines} lines");
            for at in 0..2 {
                let places = firsts.iter().map(|pair| pair[at]);
                scratch.rows[at].copy(&band_rows[at], places, self.inner.rows[at].len(), lines);
            }
            let rows = scratch.rows.each_ref().map(Buffer::rows);
            visit(&scratch.pairs, Piece { first: number * length, rows });
        }
    }

    /// For each configuration of the outer band's middle box, the fills of the outer band, summed over all members.
    pub(super) fn weigh(&self, orbit: &Orbit, weights: &mut [u64]) {
        weights.fill(0);
        for member in &orbit.members {
            let lookup = self.outer.lookup(self.outer.first.of(member.first));
            let row = self.outer.row(lookup, self.outer.middle.of(member.last));
            let times = u64::from(member.times);
            let number = |class: Class| row[usize::from(lookup.last(class))];
            if member.renaming == Renaming::IDENTITY {
                for &(id, class) in &self.middles {
                    weights[usize::from(id)] += times * u64::from(number(class).cast_unsigned());
                }
            } else {
                let sets = member.renaming.of_sets();
                for &(id, class) in &self.middles {
                    let number = number(class);
                    if number != 0 {
                        weights[usize::from(sets.of(self.tables, id))] += times * u64::from(number.cast_unsigned());
                    }
                }
            }
        }
    }

    /// Merges the weights of configurations that differ by digits which may be exchanged without changing the orbit's pair.
    pub(super) fn fold(&self, last: Id, first: Id, weights: &mut [u64]) {
        for set in self.exchangeable(last, first) {
            let digits: Vec<usize> = digits(set).collect();
            // A sorting network for three digits, or for two.
            let exchanges: &[[usize; 2]] = match digits.len() {
                0 | 1 => continue,
                2 => &[[0, 1]],
                _ => &[[0, 1], [1, 2], [0, 1]],
            };
            for exchange in exchanges {
                let [low, high] = exchange.map(|at| 1_u16 << digits[at]);
                self.exchange(low, high, weights);
            }
        }
    }

    /// The configurations that [`fold`](Self::fold) maps to `of`, with `of` itself, each with the renaming from `of` to it.
    pub(super) fn images(&self, last: Id, first: Id, of: Id) -> Vec<(Id, Renaming)> {
        let mut images = vec![(of, Renaming::IDENTITY)];
        for set in self.exchangeable(last, first) {
            let digits: Vec<usize> = digits(set).collect();
            let mut at = 0;
            while at < images.len() {
                for pair in digits.windows(2) {
                    let exchange = Renaming::between([(1 << pair[0], 1 << pair[1]), (1 << pair[1], 1 << pair[0])]);
                    let (id, renaming) = images[at];
                    let image = exchange.of_id(self.tables, id);
                    if images.iter().all(|known| known.0 != image) {
                        images.push((image, renaming.then(exchange)));
                    }
                }
                at += 1;
            }
        }
        images
    }

    /// The sets of digits that may be exchanged without changing two configurations.
    fn exchangeable(&self, last: Id, first: Id) -> impl Iterator<Item = u16> + use<> {
        let (lasts, firsts) = (self.tables.columns(last), self.tables.columns(first));
        let free = self.symmetry.free;
        lasts.into_iter().flat_map(move |last| firsts.map(|first| last & first & free))
    }

    /// Moves the weight of each configuration with `low` in a later column than `high` to the configuration with both exchanged.
    fn exchange(&self, low: u16, high: u16, weights: &mut [u64]) {
        for id in 0..COUNT as Id {
            let weight = weights[usize::from(id)];
            if weight == 0 {
                continue;
            }
            let columns = self.tables.columns(id);
            let column = |digit: u16| columns.iter().position(|column| column & digit != 0);
            if column(low) > column(high) {
                let both = low | high;
                let exchanged =
                    columns.map(|column| if (column & both).is_power_of_two() { column ^ both } else { column });
                weights[usize::from(id)] = 0;
                weights[usize::from(self.tables.id(exchanged))] += weight;
            }
        }
    }

    /// The weights of the pairs below the middle box.
    pub(super) fn weigh_pairs(&self, scratch: &mut Scratch) {
        let Scratch { weights, pairs, .. } = scratch;
        pairs.clear();
        for (one, other, middles) in self.inner.each() {
            let weight: u64 = middles.iter().map(|&id| weights[usize::from(id)]).sum();
            if weight != 0 {
                pairs.push((one, other, weight));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;

    fn values(puzzle: &str) -> [u8; 81] {
        let bytes: [u8; 81] = puzzle.as_bytes().try_into().expect("81 cells");
        bytes.map(|byte| if byte.is_ascii_digit() { byte - b'0' } else { 0 })
    }

    fn value(values: &[u8; 81], plan: Plan, machine: Machine, is_parallel: bool) -> u128 {
        let running = &mut Budget::unlimited().start();
        let sum =
            Sum::planned(values, plan, machine, is_parallel, running).unwrap_or_else(|_| unreachable!("no limit"));
        let (number, stopped) = sum.value(running);
        assert_eq!(stopped, None);
        number
    }

    /// A puzzle with clues all over the grid, and a puzzle with clues of few digits, so that digits may be exchanged.
    const PUZZLES: [&str; 2] = [
        "5..6...1.....9..4..8........3..2.....6....7.......8.2..7....5....9..4......1....3",
        "1...2...33...1...22...3...1......4.7....7.9.......4.......7......41..3.9..2......",
    ];

    #[test]
    fn all_plans_machines_and_threads_have_the_same_sum() {
        let tables = configurations();
        for puzzle in PUZZLES {
            let values = values(puzzle);
            let plans = Plan::all(tables, &values);
            let best = value(&values, *plans.iter().min_by_key(|plan| plan.time()).unwrap(), Machine::Portable, false);
            for machine in Machine::all() {
                assert_eq!(value(&values, Plan::new(tables, &values), machine, true), best, "{machine:?}");
            }
            // The remaining plans may take long.
            let mut others: Vec<Plan> = plans.into_iter().filter(|plan| plan.time().as_millis() < 10).collect();
            others.sort_by_key(Plan::time);
            for plan in others.into_iter().step_by(9) {
                assert_eq!(value(&values, plan, Machine::all()[0], true), best, "{puzzle} {plan:?}");
            }
        }
    }
}
