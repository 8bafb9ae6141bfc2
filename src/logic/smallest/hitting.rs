//! The cheapest premises of which each of some sets has one.
//!
//! Branch and bound: a set that has none yet is chosen, the one with the fewest that may still be taken, and each of them tried; those
//! tried before are not tried again behind it. Sets without a common premise give the bound.

use std::cmp::Reverse;

use crate::logic::smallest::premises::{Id, Premises};

/// Of so many sets, the smallest, it is looked at which premises hit most.
const SAMPLE: usize = 64;

/// Sets of premises of which none has all of another.
#[derive(Clone, Debug, Default)]
pub(super) struct Sets {
    words: usize,
    /// The bits of each set.
    bits: Vec<u64>,
    lists: Vec<Vec<u32>>,
}

impl Sets {
    /// No sets of premises whose numbers are below a count.
    pub(super) fn new(count: usize) -> Self {
        Self { words: count.div_ceil(64), ..Self::default() }
    }

    /// Adds a set, and takes those away that have all of it.
    pub(super) fn add(&mut self, set: &[Id]) {
        let mut bits = vec![0; self.words];
        for &id in set {
            bits[id / 64] |= 1 << (id % 64);
        }
        let is_within = |one: &[u64], other: &[u64]| one.iter().zip(other).all(|(one, other)| one & !other == 0);
        if (0..self.lists.len()).any(|at| is_within(self.bits_of(at), &bits)) {
            return;
        }
        for at in (0..self.lists.len()).rev() {
            if is_within(&bits, self.bits_of(at)) {
                self.lists.swap_remove(at);
                let last = self.bits.len() - self.words;
                self.bits.copy_within(last.., at * self.words);
                self.bits.truncate(last);
            }
        }
        self.bits.extend(bits);
        self.lists.push(set.iter().map(|&id| id as u32).collect());
    }

    fn bits_of(&self, set: usize) -> &[u64] {
        &self.bits[set * self.words..][..self.words]
    }

    fn has(&self, set: usize, id: Id) -> bool {
        self.bits[set * self.words + id / 64] >> (id % 64) & 1 == 1
    }
}

/// What was found.
pub(super) enum Hit {
    /// The cheapest, with what they cost.
    Cheapest(Vec<Id>, u32),
    /// They cost more than was allowed.
    Dearer,
    /// More was looked at than was allowed.
    Unknown,
}

/// The cheapest premises that hit each set, which are known to cost `least` at least; they may cost `most`.
///
/// `nodes` is how much may be looked at, and what is left of it.
pub(super) fn cheapest(sets: &Sets, premises: &Premises<'_>, least: u32, most: u32, nodes: &mut u32) -> Hit {
    let mut unhit: Vec<u32> = (0..sets.lists.len() as u32).collect();
    unhit.sort_by_key(|&set| sets.lists[set as usize].len());
    let costs: Vec<u32> = (0..premises.count()).map(|id| premises.weight(id)).collect();
    let (banned, uncounted) = (vec![false; costs.len()], costs.clone());
    let mut search = Search { sets, taken: Vec::new(), banned, costs, uncounted, nodes };
    for cost in least..=most {
        let is_hit = search.hit(&unhit, cost);
        if *search.nodes == 0 {
            return Hit::Unknown;
        }
        if is_hit {
            return Hit::Cheapest(search.taken, cost);
        }
    }
    Hit::Dearer
}

struct Search<'a> {
    sets: &'a Sets,
    taken: Vec<Id>,
    /// What was tried already, and need not be again.
    banned: Vec<bool>,
    /// What each premise costs, and what is left of that once the bound has counted some.
    costs: Vec<u32>,
    uncounted: Vec<u32>,
    nodes: &'a mut u32,
}

impl Search<'_> {
    /// Whether sets, the smallest first, can be hit for so much.
    fn hit(&mut self, unhit: &[u32], left: u32) -> bool {
        if unhit.is_empty() {
            return true;
        }
        *self.nodes = self.nodes.saturating_sub(1);
        let Some(chosen) = (*self.nodes > 0).then(|| self.chosen(unhit, left)).flatten() else { return false };
        let list = self.sets.lists[chosen as usize].iter().map(|&id| id as usize);
        let hits = |id: Id| unhit.iter().take(SAMPLE).filter(|&&set| self.sets.has(set as usize, id)).count();
        let mut choices: Vec<(Reverse<usize>, Id)> = list
            .filter(|&id| !self.banned[id] && self.costs[id] <= left)
            .map(|id| (Reverse(60 * hits(id) / self.costs[id] as usize), id))
            .collect();
        choices.sort_unstable();
        let mut is_hit = false;
        for &(_, id) in &choices {
            let rest: Vec<u32> = unhit.iter().copied().filter(|&set| !self.sets.has(set as usize, id)).collect();
            self.taken.push(id);
            if self.hit(&rest, left - self.costs[id]) {
                is_hit = true;
                break;
            }
            self.taken.pop();
            self.banned[id] = true;
        }
        for (_, id) in choices {
            self.banned[id] = false;
        }
        is_hit
    }

    /// The set with the fewest premises that may be taken; none where the sets cost more than is left.
    fn chosen(&mut self, unhit: &[u32], left: u32) -> Option<u32> {
        self.uncounted.copy_from_slice(&self.costs);
        let (mut bound, mut fewest) = (0, (usize::MAX, 0));
        for &set in unhit {
            let list = &self.sets.lists[set as usize];
            let open = list.iter().map(|&id| id as usize).filter(|&id| !self.banned[id]);
            let (mut count, mut cheapest) = (0, u32::MAX);
            for id in open.clone() {
                count += 1;
                cheapest = cheapest.min(self.uncounted[id]);
            }
            if count == 0 {
                return None;
            }
            fewest = fewest.min((count, set));
            if cheapest > 0 {
                open.for_each(|id| self.uncounted[id] -= cheapest);
                bound += cheapest;
                if bound > left {
                    return None;
                }
            }
        }
        Some(fewest.1)
    }
}
