//! The search that dances: branch, force, undo, for one width of indices.

use crate::budget::Running;
use crate::exact_cover::bit_fields::{self, BitFields};
use crate::exact_cover::bit_sets::{self, BitSets};
use crate::exact_cover::item_choice::ItemChoice;
use crate::exact_cover::links::{Links, is_crowded, restore};
use crate::exact_cover::problem::ExactCover;
use crate::exact_cover::prune::Pruner;
use crate::exact_cover::step::Dance;
use crate::exact_cover::width::Width;
use crate::verdict::Verdict;

/// Problems with more options than this are searched as they are: pruning would take longer than it saves.
const PRUNABLE: usize = 1 << 13;

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

/// How long the trails were when something was decided, and what else must come back.
#[derive(Clone, Copy)]
struct Mark {
    removals: usize,
    chosen: usize,
    unlinked: usize,
    covered: usize,
    conflict: bool,
}

/// A choice among several options: its node in the item that was branched on.
struct Level {
    node: usize,
    queued: usize,
    mark: Mark,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Nothing has been searched.
    Ready,
    /// Somewhere in the tree.
    Searching,
    /// On a cover.
    OnCover,
    /// The whole tree was seen.
    Exhausted,
}

/// The search. An item is *settled* when it is covered, or has one option left and stands in the queue.
pub(crate) struct Search<W: Width> {
    pub(crate) links: Links<W>,
    choice: ItemChoice,
    stage: Stage,
    /// A primary item has no option left, or a given option was gone.
    conflict: bool,
    /// The trail of options that were removed, each by its first node.
    removed: Box<W::Table<W>>,
    removals: usize,
    /// Items that were left with one option: a queue, and until it is undone a trail.
    queue: Box<W::Table<W>>,
    queued: usize,
    /// So much of the queue was worked off.
    forced: usize,
    /// How many primary items are covered without ever having been in the queue.
    covered: usize,
    /// The trail of chosen options, the given ones first.
    chosen: Vec<u32>,
    is_chosen: Vec<bool>,
    /// The trail of items whose headers were unlinked.
    unlinked: Vec<u32>,
    given: Vec<Mark>,
    /// Where the search began.
    begin: Option<Mark>,
    levels: Vec<Level>,
    /// Whether items have so many options that few come down to one.
    is_crowded: bool,
    /// How many steps links take before the search is handed over.
    long: usize,
    steps: usize,
    /// Where it may be handed over to.
    successors: &'static [Successor],
    /// What the search was handed over to. The links then stay as they were at its root.
    bits: Option<Bits>,
    /// How many options were chosen at the root.
    begun: usize,
}

impl<W: Width> Search<W> {
    pub(crate) fn new(cover: &ExactCover, choice: ItemChoice) -> Self {
        Self {
            links: Links::new(cover, choice),
            choice,
            stage: Stage::Ready,
            conflict: false,
            removed: W::table(W::new(0), cover.options() as usize),
            removals: 0,
            queue: W::table(W::new(0), cover.primary_items() as usize + 1),
            queued: 0,
            forced: 0,
            covered: 0,
            chosen: Vec::new(),
            is_chosen: vec![false; cover.options() as usize],
            unlinked: Vec::new(),
            given: Vec::new(),
            begin: None,
            levels: Vec::new(),
            is_crowded: is_crowded(cover),
            long: if choice == ItemChoice::Smallest { LONG } else { usize::MAX },
            steps: 0,
            successors: SUCCESSORS,
            bits: None,
            begun: 0,
        }
    }

    pub(crate) fn select(&mut self, option: u32) {
        self.rewind();
        self.given.push(self.mark());
        self.queued = 0;
        if self.is_chosen[option as usize] {
            return;
        }
        if self.links.nodes(option).all(|node| self.links.is_linked(node)) {
            self.commit(option);
            for node in self.links.nodes(option) {
                self.unlink_header(self.links.item(node));
            }
        } else {
            self.conflict = true;
        }
    }

    pub(crate) fn undo_given(&mut self) -> bool {
        self.rewind();
        self.given.pop().inspect(|&mark| self.undo(mark)).is_some()
    }

    pub(crate) fn reset(&mut self) {
        self.rewind();
        if let Some(&mark) = self.given.first() {
            self.undo(mark);
            self.given.clear();
        }
    }

    pub(crate) fn rewind(&mut self) {
        if let Some(mark) = self.begin.take() {
            self.undo(mark);
            self.levels.clear();
        }
        (self.stage, self.steps, self.bits) = (Stage::Ready, 0, None);
    }

    pub(crate) fn advance(&mut self, running: &mut Running) -> Verdict<()> {
        if let Some(bits) = &mut self.bits {
            return either!(bits, search => search.advance(running));
        }
        let mut consistent = match self.stage {
            Stage::Ready => {
                self.begin();
                true
            }
            Stage::Searching => true,
            Stage::OnCover => false,
            Stage::Exhausted => return Verdict::Unsatisfiable,
        };
        self.stage = Stage::Searching;
        loop {
            if !consistent && !self.backtrack() {
                self.stage = Stage::Exhausted;
                return Verdict::Unsatisfiable;
            }
            consistent = self.force();
            if !consistent {
                continue;
            }
            let Some(item) = self.choose() else {
                self.stage = Stage::OnCover;
                return Verdict::Satisfiable(());
            };
            consistent = self.links.size(item) > 0;
            if consistent {
                if self.steps == self.long
                    && let Some(successor) = self.successor()
                {
                    return either!(self.hand_over(successor), search => search.advance(running));
                }
                if let Err(reason) = running.tick() {
                    return Verdict::Unknown(reason);
                }
                self.steps += 1;
                let node = self.links.down(item);
                self.levels.push(Level { node, queued: self.queued, mark: self.mark() });
                self.commit(self.links.option(node));
            }
        }
    }

    pub(crate) fn cover(&mut self) -> &[u32] {
        if let Some(bits) = &self.bits {
            self.chosen.truncate(self.begun);
            either!(bits, search => self.chosen.extend(search.cover()));
        } else if self.choice == ItemChoice::Smallest {
            // What is still in the queue on a cover shares no item with anything that is left.
            while self.force_next() {}
        }
        &self.chosen
    }

    /// Where the search goes on, if it can elsewhere.
    fn successor(&self) -> Option<Successor> {
        let removed = self.begin.map_or(0, |mark| mark.removals)..self.removals;
        let mut successors = self.successors.iter().copied();
        successors.find(|successor| match successor {
            Successor::Fields => {
                let removed = removed.clone().map(|at| self.links.option(self.removed[at].index()));
                bit_fields::fits(&self.links, removed)
            }
            Successor::Sets => self.is_crowded && bit_sets::fits(&self.links),
        })
    }

    /// Hands the branches that are open over: the links are taken back level by level, and what each has left is noted on
    /// the way.
    fn hand_over(&mut self, successor: Successor) -> &mut Bits {
        let mut levels = vec![(self.links.linked_options(), None)];
        while let Some(Level { node, mark, .. }) = self.levels.pop() {
            self.undo(mark);
            levels.push((self.links.linked_options(), Some(self.links.option(node))));
        }
        self.begun = self.chosen.len();
        let mut bits = match successor {
            Successor::Fields => Bits::Fields(BitFields::new(&self.links)),
            Successor::Sets => Bits::Sets(BitSets::new(&self.links)),
        };
        for (left, tried) in levels.into_iter().rev() {
            either!(&mut bits, search => search.push(|option| left[option as usize], tried));
        }
        self.bits.insert(bits)
    }

    /// Counts the linked items anew and queues those that have a single option from the start.
    fn begin(&mut self) {
        self.begin = Some(self.mark());
        (self.queued, self.forced) = (0, 0);
        self.covered = self.links.primary_items();
        let mut item = self.links.right(self.links.root());
        while item != self.links.root() {
            self.covered -= 1;
            match self.links.size(item) {
                0 => self.conflict |= self.choice == ItemChoice::Smallest,
                1 => {
                    self.queue[self.queued] = W::new(item);
                    self.queued += 1;
                }
                _ => {}
            }
            item = self.links.right(item);
        }
        if self.is_crowded && self.choice == ItemChoice::Smallest && self.links.options() <= PRUNABLE {
            self.prune();
        }
    }

    /// Removes the options that leave some item with none, and those that do so after that.
    fn prune(&mut self) {
        let mut pruner = Pruner::new(&self.links);
        let items: Vec<usize> = self.links.linked_items().collect();
        let mut removals = usize::MAX;
        while removals != self.removals {
            removals = self.removals;
            for &item in &items {
                for option in pruner.hopeless(&self.links, item) {
                    if self.conflict {
                        return;
                    }
                    let first = W::new(self.links.nodes(option).start);
                    self.dance(|dance| dance.remove(first));
                }
            }
        }
    }

    /// Works off the queue; false at a conflict.
    fn force(&mut self) -> bool {
        if self.choice == ItemChoice::Leftmost {
            // Without a heuristic there is no looking ahead: an item that is left with one option is seen in its turn.
            self.queued = 0;
            return !self.conflict;
        }
        while !self.conflict && !self.is_settled() && self.force_next() {}
        !self.conflict
    }

    /// Chooses the option of the next item in the queue; false if there is none.
    fn force_next(&mut self) -> bool {
        if self.forced >= self.queued {
            return false;
        }
        let item = self.queue[self.forced].index();
        self.forced += 1;
        let option = self.links.option(self.links.down(item));
        if !self.is_chosen[option as usize] {
            self.commit(option);
        }
        true
    }

    /// Whether every item is covered or has one option left that shares no item with another.
    fn is_settled(&self) -> bool {
        self.links.primary_items() == self.links.root() && self.covered + self.queued == self.links.root()
    }

    /// The item to branch on: none if all are settled.
    fn choose(&mut self) -> Option<usize> {
        if self.choice == ItemChoice::Smallest && self.is_settled() {
            return None;
        }
        let root = self.links.root();
        let (mut best, mut least) = (None, usize::MAX);
        let mut item = self.links.right(root);
        // Where single options are forced, an item that is not covered has two at least: the first such will do.
        while least > 2 && item != root {
            let size = self.links.size(item);
            if size == 1 && self.is_chosen[self.links.option(self.links.down(item)) as usize] {
                self.unlink_header(item);
            } else if self.choice == ItemChoice::Leftmost {
                return Some(item);
            } else if size < least {
                (best, least) = (Some(item), size);
            }
            item = self.links.right(item);
        }
        best
    }

    fn commit(&mut self, option: u32) {
        self.chosen.push(option);
        self.is_chosen[option as usize] = true;
        let nodes = self.links.nodes(option);
        self.dance(|dance| dance.commit(nodes));
    }

    #[inline]
    fn dance(&mut self, step: impl FnOnce(&mut Dance<W>)) {
        let mut dance = Dance {
            nodes: self.links.nodes_mut(),
            queue: &mut *self.queue,
            queued: self.queued,
            removed: &mut *self.removed,
            removals: self.removals,
            covered: self.covered,
            least: usize::MAX - 1,
            watched: if self.is_crowded { 1 } else { W::SECONDARY.index() - 1 },
            hopeless: if self.choice == ItemChoice::Smallest { 0 } else { usize::MAX },
        };
        step(&mut dance);
        let Dance { queued, removals, covered, least, hopeless, .. } = dance;
        (self.queued, self.removals, self.covered) = (queued, removals, covered);
        self.conflict |= least == hopeless;
    }

    /// Takes back the last choice and removes its option instead; false if there is none.
    fn backtrack(&mut self) -> bool {
        let Some(Level { node, queued, mark }) = self.levels.pop() else { return false };
        self.undo(mark);
        (self.queued, self.forced) = (queued, queued);
        let first = self.links.first(node);
        self.dance(|dance| dance.remove(first));
        true
    }

    fn mark(&self) -> Mark {
        Mark {
            removals: self.removals,
            chosen: self.chosen.len(),
            unlinked: self.unlinked.len(),
            covered: self.covered,
            conflict: self.conflict,
        }
    }

    fn undo(&mut self, mark: Mark) {
        let nodes = self.links.nodes_mut();
        while self.removals > mark.removals {
            self.removals -= 1;
            restore::<W>(nodes, self.removed[W::new(self.removals).index()]);
        }
        for &item in self.unlinked[mark.unlinked..].iter().rev() {
            self.links.link_header(item as usize);
        }
        self.unlinked.truncate(mark.unlinked);
        for &option in &self.chosen[mark.chosen..] {
            self.is_chosen[option as usize] = false;
        }
        self.chosen.truncate(mark.chosen);
        (self.covered, self.conflict) = (mark.covered, mark.conflict);
    }

    /// Unlinks the header of an item that is covered; secondary items have none that is linked.
    fn unlink_header(&mut self, item: usize) {
        if self.links.is_primary(item) {
            self.links.unlink_header(item);
            self.unlinked.push(item as u32);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::budget::Budget;

    fn covers(mut search: Search<u16>) -> Vec<Vec<u32>> {
        let mut running = Budget::unlimited().start();
        let mut found = Vec::new();
        while search.advance(&mut running).is_satisfiable() {
            found.push(search.cover().to_vec());
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
            let mut crowded = Search::new(&cover, ItemChoice::Smallest);
            crowded.is_crowded = true;
            prop_assert_eq!(covers(crowded), covers(Search::new(&cover, ItemChoice::Leftmost)));
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
                let mut search = Search::<u16>::new(&cover, ItemChoice::Smallest);
                search.long = long;
                let printed = search.links.to_string();
                let mut running = Budget::unlimited().with_steps(1 << 20).start();
                let mut found = Vec::new();
                while search.advance(&mut running).is_satisfiable() {
                    assert!(cover.is_solution(search.cover()));
                    found.push(search.cover().to_vec());
                    found.last_mut().unwrap().sort_unstable();
                }
                search.reset();
                assert_eq!(search.links.to_string(), printed);
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
            let mut search = Search::<u16>::new(&cover, ItemChoice::Smallest);
            (search.is_crowded, search.long, search.successors) = (true, long, &[Successor::Sets]);
            let printed = search.links.to_string();
            let mut found = Vec::new();
            loop {
                match search.advance(&mut Budget::unlimited().with_steps(1).start()) {
                    Verdict::Satisfiable(()) => {
                        prop_assert!(cover.is_solution(search.cover()));
                        found.push(search.cover().to_vec());
                        found.last_mut().unwrap().sort_unstable();
                    }
                    Verdict::Unsatisfiable => break,
                    Verdict::Unknown(_) => {}
                }
            }
            search.reset();
            prop_assert_eq!(search.links.to_string(), printed);
            found.sort();
            prop_assert_eq!(found, covers(Search::new(&cover, ItemChoice::Leftmost)));
        }
    }
}
