//! Algorithm X over plain maps and sets, the form often told for languages with dictionaries.

use std::collections::{BTreeMap, BTreeSet};

use satdoku_base::budget::Running;
use satdoku_base::verdict::Verdict;

use crate::problem::{ExactCover, OPTIONS_PER_LOOK};
use crate::search::CoverSearch;

/// Covered items, each with the options removed with it, in the order of removal.
type Taken = Vec<(u32, BTreeSet<u32>)>;

/// The options of one item that wait for their turn, and what the one tried now took out.
#[derive(Clone, Debug)]
struct Branch {
    untried: Vec<u32>,
    taken: Option<Taken>,
}

#[derive(Clone, Debug)]
pub(super) struct SetSearch {
    /// The items of each option.
    items: Vec<Vec<u32>>,
    /// The options of each item that is not covered.
    options: BTreeMap<u32, BTreeSet<u32>>,
    primary: u32,
    branches: Vec<Branch>,
    chosen: Vec<u32>,
    /// The next step tries another option at the last branch, because the last step ended in a cover or was stopped.
    turning: bool,
}

impl SetSearch {
    /// Takes a problem in, and asks now and then whether to go on.
    ///
    /// # Errors
    /// The answer, where it is not to go on.
    pub(super) fn new<E>(cover: &ExactCover, mut goes_on: impl FnMut() -> Result<(), E>) -> Result<Self, E> {
        let mut items = Vec::with_capacity(cover.options() as usize);
        let mut options: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
        options.extend((0..cover.items()).map(|item| (item, BTreeSet::new())));
        for option in 0..cover.options() {
            if option % OPTIONS_PER_LOOK == OPTIONS_PER_LOOK - 1 {
                goes_on()?;
            }
            insert(&mut options, cover.option(option), option);
            items.push(cover.option(option).to_vec());
        }
        let primary = cover.primary_items();
        Ok(Self { items, options, primary, branches: Vec::new(), chosen: Vec::new(), turning: false })
    }

    /// The options of the smallest item, the last first; none if all primary items are covered.
    fn smallest(&self) -> Option<Vec<u32>> {
        let smallest = self.options.range(..self.primary).min_by_key(|(_, options)| options.len());
        smallest.map(|(_, options)| options.iter().rev().copied().collect())
    }

    /// Takes the option's items out, and out of the other items the options that share one with it.
    fn select(&mut self, option: u32) -> Taken {
        let mut taken = Taken::new();
        for &item in &self.items[option as usize] {
            let rivals = self.options.remove(&item).unwrap_or_default();
            for rival in &rivals {
                for other in &self.items[*rival as usize] {
                    self.options.get_mut(other).map(|options| options.remove(rival));
                }
            }
            taken.push((item, rivals));
        }
        taken
    }

    /// Puts back what [`select`](Self::select) took out, the last first.
    fn deselect(&mut self, taken: Taken) {
        for (item, rivals) in taken.into_iter().rev() {
            for &rival in &rivals {
                insert(&mut self.options, &self.items[rival as usize], rival);
            }
            self.options.insert(item, rivals);
        }
    }
}

/// Adds an option to the set of each of its items that is not covered.
fn insert(options: &mut BTreeMap<u32, BTreeSet<u32>>, items: &[u32], option: u32) {
    for item in items {
        options.get_mut(item).map(|options| options.insert(option));
    }
}

impl CoverSearch for SetSearch {
    fn advance(&mut self, running: &mut Running) -> Verdict<()> {
        loop {
            if !std::mem::replace(&mut self.turning, true) {
                let Some(untried) = self.smallest() else { return Verdict::Satisfiable(()) };
                self.branches.push(Branch { untried, taken: None });
            }
            let Some(branch) = self.branches.last_mut() else { return Verdict::Unsatisfiable };
            if let Some(taken) = branch.taken.take() {
                self.chosen.pop();
                self.deselect(taken);
                continue;
            }
            let Some(&option) = branch.untried.last() else {
                self.branches.pop();
                continue;
            };
            if let Err(reason) = running.tick() {
                return Verdict::Unknown(reason);
            }
            branch.untried.pop();
            self.chosen.push(option);
            let taken = self.select(option);
            if let Some(branch) = self.branches.last_mut() {
                branch.taken = Some(taken);
            }
            self.turning = false;
        }
    }

    fn cover(&mut self) -> &[u32] {
        &self.chosen
    }
}
