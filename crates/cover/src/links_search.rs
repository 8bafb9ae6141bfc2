//! The search that dances: branch, force, undo, for one width of indices.

use satdoku_base::budget::Running;
use satdoku_base::verdict::Verdict;

use crate::item_choice::ItemChoice;
use crate::links::{Links, is_crowded, restore};
use crate::problem::ExactCover;
use crate::prune::Pruner;
use crate::step::Dance;
use crate::width::Width;

/// Problems with more options than this are searched as they are: pruning would take longer than it saves.
const PRUNABLE: usize = 1 << 13;

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

/// The search in links, and its trail. An item is *settled* when it is covered, or has one option left and stands in the queue.
pub(crate) struct LinksSearch<W: Width> {
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
    pub(crate) is_crowded: bool,
    steps: usize,
}

impl<W: Width> LinksSearch<W> {
    pub(crate) fn new<E>(
        cover: &ExactCover,
        choice: ItemChoice,
        goes_on: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<Self, E> {
        Ok(Self {
            links: Links::new(cover, choice, goes_on)?,
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
            steps: 0,
        })
    }

    /// Gives an option; the search is taken back first.
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

    /// Takes back the option that was given last, and the search; false if none was.
    pub(crate) fn undo_given(&mut self) -> bool {
        self.rewind();
        self.given.pop().inspect(|&mark| self.undo(mark)).is_some()
    }

    /// Takes back the search and all given options.
    pub(crate) fn reset(&mut self) {
        self.rewind();
        if let Some(&mark) = self.given.first() {
            self.undo(mark);
            self.given.clear();
        }
    }

    /// Takes back the search.
    pub(crate) fn rewind(&mut self) {
        if let Some(mark) = self.begin.take() {
            self.undo(mark);
            self.levels.clear();
        }
        (self.stage, self.steps) = (Stage::Ready, 0);
    }

    /// Goes on to the next cover; none where a branch is due after exactly so many steps, and then the next call goes on with it.
    pub(crate) fn advance(&mut self, long: usize, running: &mut Running) -> Option<Verdict<()>> {
        let mut consistent = match self.stage {
            Stage::Ready => {
                self.begin();
                true
            }
            Stage::Searching => true,
            Stage::OnCover => false,
            Stage::Exhausted => return Some(Verdict::Unsatisfiable),
        };
        self.stage = Stage::Searching;
        loop {
            if !consistent && !self.backtrack() {
                self.stage = Stage::Exhausted;
                return Some(Verdict::Unsatisfiable);
            }
            consistent = self.force();
            if !consistent {
                continue;
            }
            let Some(item) = self.choose() else {
                self.stage = Stage::OnCover;
                return Some(Verdict::Satisfiable(()));
            };
            consistent = self.links.size(item) > 0;
            if consistent {
                if self.steps == long {
                    return None;
                }
                if let Err(reason) = running.tick() {
                    return Some(Verdict::Unknown(reason));
                }
                self.steps += 1;
                let node = self.links.down(item);
                self.levels.push(Level { node, queued: self.queued, mark: self.mark() });
                self.commit(self.links.option(node));
            }
        }
    }

    /// The options of the cover on which the search stands, the given ones first.
    pub(crate) fn cover(&mut self) -> &[u32] {
        if self.choice == ItemChoice::Smallest {
            // What is still in the queue on a cover shares no item with anything that is left.
            while self.force_next() {}
        }
        &self.chosen
    }

    /// The first `begun` chosen options, with the options `others` behind them.
    pub(crate) fn cover_with(&mut self, begun: usize, others: impl Iterator<Item = u32>) -> &[u32] {
        self.chosen.truncate(begun);
        self.chosen.extend(others);
        &self.chosen
    }

    /// How many options are chosen.
    pub(crate) fn chosen_count(&self) -> usize {
        self.chosen.len()
    }

    /// The options that were removed since the search began.
    pub(crate) fn removed(&self) -> impl Iterator<Item = u32> {
        let removed = self.begin.map_or(0, |mark| mark.removals)..self.removals;
        removed.map(|at| self.links.option(self.removed[at].index()))
    }

    /// Takes the links back to the root of the search. For each branch that is open, the deepest first, which options are left there,
    /// and which one was tried there, none at the end of the branches.
    pub(crate) fn take_back(&mut self) -> Vec<(Vec<bool>, Option<u32>)> {
        let mut levels = vec![(self.links.linked_options(), None)];
        while let Some(Level { node, mark, .. }) = self.levels.pop() {
            self.undo(mark);
            levels.push((self.links.linked_options(), Some(self.links.option(node))));
        }
        levels
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

    /// Removes every option whose choice would leave an item without options, repeated to a fixed point.
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
