//! The value of the sum, orbit by orbit.

use crate::budget::{Running, StopReason};
use crate::counting::columns::band::Class;
use crate::counting::columns::band_rows::{BandRows, Buffer};
use crate::counting::columns::configuration::{COUNT, Id, Renaming};
use crate::counting::columns::dot::LONGEST;
use crate::counting::columns::orbits::{Family, Orbit};
use crate::counting::columns::rows::{LINE, Pair, Rows};
use crate::counting::columns::sum::{FIRST, LAST, Sum};
use crate::counting::parallel;

/// Approximate length of the pieces into which rows are cut, so that the rows of both bands stay in the cache.
const PIECE: usize = 512;

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
    use crate::counting::columns::configuration::configurations;
    use crate::counting::columns::dot::Machine;
    use crate::counting::columns::plan::Plan;

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
