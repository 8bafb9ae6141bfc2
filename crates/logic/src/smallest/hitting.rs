//! Cheapest hitting sets of premises.
//!
//! Branch and bound: chooses an unhit set with the fewest premises still allowed and tries each of them; a premise tried before
//! is not allowed in later branches. Sets without a common premise give the bound.

use std::cmp::Reverse;

use crate::smallest::premises::{Id, Premises};

/// The number of smallest sets in which hits of a premise are counted.
const SAMPLE: usize = 64;

/// Sets of premises, none a subset of another.
#[derive(Clone, Debug, Default)]
pub(super) struct Sets {
    words: usize,
    /// The bits of each set.
    bits: Vec<u64>,
    lists: Vec<Vec<u32>>,
}

impl Sets {
    /// No sets, of premises with numbers below a count.
    pub(super) fn new(count: usize) -> Self {
        Self { words: count.div_ceil(64), ..Self::default() }
    }

    /// Adds a set and removes its supersets.
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

/// The result of the search.
pub(super) enum Hit {
    /// The cheapest premises, and their cost.
    Cheapest(Vec<Id>, u32),
    /// The cost exceeds the limit.
    Dearer,
    /// The search exceeded its limit of nodes.
    Unknown,
}

/// The cheapest premises that hit all sets. Their cost is known to be at least `least`, and may be at most `most`.
///
/// `nodes` is the limit of search nodes, and afterwards the number left.
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
    /// Premises that were tried already.
    banned: Vec<bool>,
    /// The cost of each premise, and the part that the bound has not counted yet.
    costs: Vec<u32>,
    uncounted: Vec<u32>,
    nodes: &'a mut u32,
}

impl Search<'_> {
    /// Whether sets, the smallest first, can be hit at a cost of at most `left`.
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

    /// The set with the fewest allowed premises; `None` if the sets cost more than `left`.
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
