//! The pairs of configurations below the outer band's middle box, by their classes.

use crate::counting::columns::band::{BandTable, Class, NO_CLASS};
use crate::counting::columns::configuration::{COUNT, Configurations, Id};

/// The pairs of configurations below the outer band's middle box, by their classes.
pub(super) struct InnerPairs {
    /// The classes that occur in band 1 and in band 2, that is, the rows.
    pub(super) rows: [Vec<Class>; 2],
    /// Row of band 1, row of band 2, and where its configurations of the middle box begin; in ascending order.
    pairs: Vec<(u16, u16, u32)>,
    /// Configurations of the middle box, pair by pair.
    middles: Vec<Id>,
}

impl InnerPairs {
    /// The configurations of the middle box above a pair of rows, each repeated for every pair of configurations below it in these
    /// classes.
    pub(super) fn middles(&self, one: u16, other: u16) -> &[Id] {
        let at = self.pairs.partition_point(|pair| (pair.0, pair.1) < (one, other));
        let end = self.pairs.get(at + 1).map_or(self.middles.len(), |pair| pair.2 as usize);
        &self.middles[self.pairs[at].2 as usize..end]
    }

    /// Each pair of rows with the middle boxes above it.
    pub(super) fn each(&self) -> impl Iterator<Item = (u16, u16, &[Id])> {
        let ends = self.pairs.iter().skip(1).map(|pair| pair.2).chain([self.middles.len() as u32]);
        self.pairs
            .iter()
            .zip(ends)
            .map(|(&(one, other, start), end)| (one, other, &self.middles[start as usize..end as usize]))
    }

    /// The pairs of configurations that the bands allow.
    pub(super) fn new(tables: &Configurations, allowed: &[Vec<bool>; 3], bands: &[BandTable; 2]) -> Self {
        let mut keys: Vec<u64> = Vec::new();
        for middle in (0..COUNT as Id).filter(|&id| allowed[0][usize::from(id)]) {
            for &(two, three) in tables.pairs(middle) {
                if allowed[1][usize::from(two)] && allowed[2][usize::from(three)] {
                    let (two, three) = (bands[0].middle.of(two), bands[1].middle.of(three));
                    debug_assert!(two != NO_CLASS && three != NO_CLASS);
                    keys.push(u64::from(two) << 32 | u64::from(three) << 16 | u64::from(middle));
                }
            }
        }
        keys.sort_unstable();
        let classes = |shift: u32| {
            let mut classes: Vec<Class> = keys.iter().map(|key| (key >> shift) as Class).collect();
            classes.sort_unstable();
            classes.dedup();
            classes
        };
        let rows = [classes(32), classes(16)];
        let place = |at: usize, class: Class| rows[at].binary_search(&class).expect("it is among them") as u16;
        let mut pairs = Vec::new();
        let mut start = 0;
        for keys in keys.chunk_by(|one, other| one >> 16 == other >> 16) {
            pairs.push((place(0, (keys[0] >> 32) as Class), place(1, (keys[0] >> 16) as Class), start));
            start += keys.len() as u32;
        }
        let middles = keys.iter().map(|&key| key as Id).collect();
        Self { rows, pairs, middles }
    }
}
