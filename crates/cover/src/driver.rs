//! Which machine searches, and when links hand a search over.

use satdoku_base::budget::Running;
use satdoku_base::verdict::Verdict;

use crate::bit_fields::{self, BitFields};
use crate::bit_sets::{self, BitSets};
use crate::item_choice::ItemChoice;
use crate::links_search::LinksSearch;
use crate::problem::ExactCover;
use crate::width::Width;

/// A search that takes so many steps goes on in bits where they can hold the problem.
const LONG: usize = 1 << 10;

/// Where a long search can go on, what suits most problems first.
const SUCCESSORS: &[Successor] = &[Successor::Fields, Successor::Sets];

/// Where a long search goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Successor {
    /// In bit fields, which see the same tree.
    Fields,
    /// In sets of options, which suit crowded problems: their tree is smaller.
    Sets,
}

/// What a search was handed over to.
enum Bits {
    Fields(BitFields),
    Sets(BitSets),
}

/// The same call for both.
macro_rules! either {
    ($bits:expr, $search:ident => $call:expr) => {
        match $bits {
            Bits::Fields($search) => $call,
            Bits::Sets($search) => $call,
        }
    };
}

/// The search: in links at first, and where it is long in bits.
pub(crate) struct Driver<W: Width> {
    pub(crate) search: LinksSearch<W>,
    /// How many steps links take before the search is handed over.
    long: usize,
    /// Where it may be handed over to.
    successors: &'static [Successor],
    /// What the search was handed over to. The links then stay as they were at its root.
    bits: Option<Bits>,
    /// How many options were chosen at the root.
    begun: usize,
}

impl<W: Width> Driver<W> {
    pub(crate) fn new<E>(
        cover: &ExactCover,
        choice: ItemChoice,
        goes_on: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<Self, E> {
        Ok(Self {
            search: LinksSearch::new(cover, choice, goes_on)?,
            long: if choice == ItemChoice::Smallest { LONG } else { usize::MAX },
            successors: SUCCESSORS,
            bits: None,
            begun: 0,
        })
    }

    pub(crate) fn select(&mut self, option: u32) {
        self.bits = None;
        self.search.select(option);
    }

    pub(crate) fn undo_given(&mut self) -> bool {
        self.bits = None;
        self.search.undo_given()
    }

    pub(crate) fn reset(&mut self) {
        self.bits = None;
        self.search.reset();
    }

    pub(crate) fn rewind(&mut self) {
        self.bits = None;
        self.search.rewind();
    }

    pub(crate) fn advance(&mut self, running: &mut Running) -> Verdict<()> {
        if let Some(bits) = &mut self.bits {
            return either!(bits, search => search.advance(running));
        }
        if let Some(verdict) = self.search.advance(self.long, running) {
            return verdict;
        }
        if let Some(successor) = self.successor() {
            return either!(self.hand_over(successor), search => search.advance(running));
        }
        self.search.advance(usize::MAX, running).expect("no search takes so many steps")
    }

    pub(crate) fn cover(&mut self) -> &[u32] {
        match &self.bits {
            Some(bits) => either!(bits, search => self.search.cover_with(self.begun, search.cover())),
            None => self.search.cover(),
        }
    }

    /// Where the search goes on, if it can elsewhere.
    fn successor(&self) -> Option<Successor> {
        let mut successors = self.successors.iter().copied();
        successors.find(|successor| match successor {
            Successor::Fields => bit_fields::fits(&self.search.links, self.search.removed()),
            Successor::Sets => self.search.is_crowded && bit_sets::fits(&self.search.links),
        })
    }

    /// Hands the branches that are open over: the links are taken back level by level, and what each has left is noted on
    /// the way.
    fn hand_over(&mut self, successor: Successor) -> &mut Bits {
        let levels = self.search.take_back();
        self.begun = self.search.chosen_count();
        let mut bits = match successor {
            Successor::Fields => Bits::Fields(BitFields::new(&self.search.links)),
            Successor::Sets => Bits::Sets(BitSets::new(&self.search.links)),
        };
        for (left, tried) in levels.into_iter().rev() {
            either!(&mut bits, search => search.push(|option| left[option as usize], tried));
        }
        self.bits.insert(bits)
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use proptest::prelude::*;

    use super::*;
    use satdoku_base::budget::Budget;

    fn driver_of(cover: &ExactCover, choice: ItemChoice) -> Driver<u16> {
        let Ok(driver) = Driver::new(cover, choice, &mut || Ok::<(), Infallible>(()));
        driver
    }

    fn covers(mut driver: Driver<u16>) -> Vec<Vec<u32>> {
        let mut running = Budget::unlimited().start();
        let mut found = Vec::new();
        while driver.advance(&mut running).is_satisfiable() {
            found.push(driver.cover().to_vec());
            found.last_mut().unwrap().sort_unstable();
        }
        found.sort();
        found
    }

    proptest! {
        /// Few problems are crowded, so the small ones are only said to be.
        #[test]
        fn pruning_loses_no_cover(
            primary in 1..7_u32,
            secondary in 0..4_u32,
            sets in proptest::collection::vec(1..1024_u32, 0..14),
        ) {
            let mut cover = ExactCover::new(primary, secondary).unwrap();
            for set in sets {
                let items: Vec<u32> = (0..primary + secondary).filter(|item| set >> item & 1 == 1).collect();
                cover.add_option(&items).unwrap();
            }
            let mut crowded = driver_of(&cover, ItemChoice::Smallest);
            crowded.search.is_crowded = true;
            prop_assert_eq!(covers(crowded), covers(driver_of(&cover, ItemChoice::Leftmost)));
        }

        /// Links and bit fields see one tree, in one order, wherever the first hand it over.
        #[test]
        fn handing_over_changes_nothing(
            primary in 1..9_u32,
            secondary in 0..4_u32,
            long in 0..12_usize,
            sets in proptest::collection::vec(1..4096_u32, 0..40),
        ) {
            let mut cover = ExactCover::new(primary, secondary).unwrap();
            for set in sets {
                let sparse = set & set >> 1 | 1 << (set % primary);
                let items: Vec<u32> = (0..primary + secondary).filter(|item| sparse >> item & 1 == 1).collect();
                cover.add_option(&items).unwrap();
            }
            let in_order = |long| {
                let mut driver = driver_of(&cover, ItemChoice::Smallest);
                driver.long = long;
                let printed = driver.search.links.to_string();
                let mut running = Budget::unlimited().with_steps(1 << 20).start();
                let mut found = Vec::new();
                while driver.advance(&mut running).is_satisfiable() {
                    assert!(cover.is_solution(driver.cover()));
                    found.push(driver.cover().to_vec());
                    found.last_mut().unwrap().sort_unstable();
                }
                driver.reset();
                assert_eq!(driver.search.links.to_string(), printed);
                (found, running.steps_left())
            };
            prop_assert_eq!(in_order(long), in_order(usize::MAX));
        }

        /// Sets of options see a smaller tree with the same covers, wherever links hand theirs over, and go on where a budget ended.
        #[test]
        fn sets_lose_no_cover(
            primary in 1..9_u32,
            secondary in 0..4_u32,
            long in 0..12_usize,
            sets in proptest::collection::vec(1..4096_u32, 0..40),
        ) {
            let mut cover = ExactCover::new(primary, secondary).unwrap();
            for set in sets {
                let sparse = set & set >> 1 | 1 << (set % primary);
                let items: Vec<u32> = (0..primary + secondary).filter(|item| sparse >> item & 1 == 1).collect();
                cover.add_option(&items).unwrap();
            }
            let mut driver = driver_of(&cover, ItemChoice::Smallest);
            (driver.search.is_crowded, driver.long, driver.successors) = (true, long, &[Successor::Sets]);
            let printed = driver.search.links.to_string();
            let mut found = Vec::new();
            loop {
                match driver.advance(&mut Budget::unlimited().with_steps(1).start()) {
                    Verdict::Satisfiable(()) => {
                        prop_assert!(cover.is_solution(driver.cover()));
                        found.push(driver.cover().to_vec());
                        found.last_mut().unwrap().sort_unstable();
                    }
                    Verdict::Unsatisfiable => break,
                    Verdict::Unknown(_) => {}
                }
            }
            driver.reset();
            prop_assert_eq!(driver.search.links.to_string(), printed);
            found.sort();
            prop_assert_eq!(found, covers(driver_of(&cover, ItemChoice::Leftmost)));
        }
    }
}
