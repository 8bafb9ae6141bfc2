//! Dancing links: depth-first search over a linked matrix, undone by linking again what was unlinked.

use std::fmt;

use crate::budget::Running;
use crate::exact_cover::links::Links;
use crate::exact_cover::problem::ExactCover;
use crate::exact_cover::search::CoverSearch;
use crate::verdict::Verdict;

/// Which item is covered next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ItemChoice {
    /// An item with the fewest options left, the leftmost of those; items with a single option are forced at once.
    #[default]
    Smallest,
    /// The leftmost item, whatever its size: no heuristic at all.
    Leftmost,
}

/// What the trails were long when something was decided.
#[derive(Clone, Copy, Debug)]
struct Mark {
    removed: usize,
    decided: usize,
    chosen: usize,
    conflict: bool,
}

/// An option that was chosen while its item had others.
#[derive(Clone, Copy, Debug)]
struct Level {
    option: u32,
    mark: Mark,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Options may be given; nothing has been searched.
    Ready,
    /// Somewhere in the tree.
    Searching,
    /// On a cover.
    OnCover,
    /// The whole tree was seen.
    Exhausted,
}

/// Dancing links over a problem.
#[derive(Clone, Debug)]
pub struct DancingLinks {
    links: Links,
    choice: ItemChoice,
    stage: Stage,
    /// A primary item has no option left, or a given option was gone.
    conflict: bool,
    /// The trail of options that were removed.
    removed: Vec<u32>,
    /// The trail of items whose headers were unlinked; from `settled` on it is the queue of forced items.
    decided: Vec<u32>,
    settled: usize,
    chosen: Vec<u32>,
    given: Vec<Mark>,
    levels: Vec<Level>,
    /// Before the search began.
    begin: Option<Mark>,
}

impl DancingLinks {
    /// Links the problem, in time and memory linear in its items and incidences.
    #[must_use]
    pub fn new(cover: &ExactCover, choice: ItemChoice) -> Self {
        Self {
            links: Links::new(cover),
            choice,
            stage: Stage::Ready,
            conflict: false,
            removed: Vec::with_capacity(cover.options() as usize),
            decided: Vec::with_capacity(cover.primary_items() as usize),
            settled: 0,
            chosen: Vec::new(),
            given: Vec::new(),
            levels: Vec::new(),
            begin: None,
        }
    }

    /// Gives an option: every cover found from now on contains it. A search that had begun is taken back first.
    ///
    /// An option that contradicts those given before leaves no cover at all.
    ///
    /// # Panics
    /// If there is no such option.
    pub fn select(&mut self, option: u32) {
        self.rewind();
        self.given.push(self.mark());
        if self.links.nodes(option).all(|node| self.links.is_linked(node)) {
            self.commit(option);
            let asked_for = self.links.nodes(option).next().is_some_and(|node| self.links.is_primary(self.links.item(node)));
            if !asked_for && !self.chosen.contains(&option) {
                self.chosen.push(option);
            }
        } else {
            self.conflict = true;
        }
    }

    /// Takes back the option that was given last, and with it the search; false if none was.
    pub fn undo_given(&mut self) -> bool {
        self.rewind();
        let mark = self.given.pop();
        mark.inspect(|&mark| self.undo(mark)).is_some()
    }

    /// Takes back the search and all given options; the links are then as they were built.
    pub fn reset(&mut self) {
        self.rewind();
        if let Some(&mark) = self.given.first() {
            self.undo(mark);
            self.given.clear();
        }
    }

    /// Takes back the search but not the given options.
    pub fn rewind(&mut self) {
        if let Some(mark) = self.begin.take() {
            self.undo(mark);
            self.levels.clear();
            self.settled = 0;
        }
        self.stage = Stage::Ready;
    }

    fn mark(&self) -> Mark {
        Mark {
            removed: self.removed.len(),
            decided: self.decided.len(),
            chosen: self.chosen.len(),
            conflict: self.conflict,
        }
    }

    fn undo(&mut self, mark: Mark) {
        for &option in self.removed[mark.removed..].iter().rev() {
            for node in self.links.nodes(option).rev() {
                self.links.link(node);
            }
        }
        self.removed.truncate(mark.removed);
        for &item in self.decided[mark.decided..].iter().rev() {
            self.links.link_header(item);
        }
        self.decided.truncate(mark.decided);
        self.settled = self.settled.min(mark.decided);
        self.chosen.truncate(mark.chosen);
        self.conflict = mark.conflict;
    }

    /// Removes an option from all of its items.
    #[inline]
    fn remove(&mut self, option: u32) {
        self.removed.push(option);
        for node in self.links.nodes(option) {
            let (item, size) = self.links.unlink(node);
            if size <= 1 && self.links.is_primary(item) && self.choice == ItemChoice::Smallest {
                if size == 1 {
                    self.decide(item);
                } else {
                    self.conflict = true;
                }
            }
        }
    }

    #[inline]
    fn decide(&mut self, item: u32) {
        self.links.unlink_header(item);
        self.decided.push(item);
    }

    /// Removes every option that shares an item with this one; stops early at a conflict.
    #[inline]
    fn commit(&mut self, option: u32) {
        if self.choice == ItemChoice::Leftmost {
            for node in self.links.nodes(option) {
                let item = self.links.item(node);
                if self.links.is_primary(item) && self.links.is_header_linked(item) {
                    self.decide(item);
                    if self.links.nodes(option).start == node {
                        self.chosen.push(option);
                    }
                }
            }
        }
        for node in self.links.nodes(option) {
            let item = self.links.item(node);
            if self.links.size(item) > 1 {
                let mut other = self.links.down(item);
                while other != item {
                    let next = self.links.down(other);
                    if other != node {
                        self.remove(self.links.option(other));
                        if self.conflict {
                            return;
                        }
                    }
                    other = next;
                }
            }
        }
    }

    /// Works off the queue of forced items; false at a conflict.
    fn propagate(&mut self) -> bool {
        while !self.conflict {
            if self.links.right(self.links.root()) == self.links.root() && !self.links.has_secondary() {
                return true;
            }
            let Some(&item) = self.decided.get(self.settled) else { return true };
            self.settled += 1;
            let node = self.links.down(item);
            let option = self.links.option(node);
            if self.links.nodes(option).start == node {
                self.chosen.push(option);
            }
            self.commit(option);
        }
        false
    }

    fn begin(&mut self) {
        self.begin = Some(self.mark());
        self.stage = Stage::Searching;
        if self.choice == ItemChoice::Smallest {
            let mut item = self.links.right(self.links.root());
            while item != self.links.root() {
                match self.links.size(item) {
                    0 => self.conflict = true,
                    1 => self.decide(item),
                    _ => {}
                }
                item = self.links.right(item);
            }
        }
    }

    /// The item to branch on: none if all are covered.
    fn choose(&self) -> Option<u32> {
        let root = self.links.root();
        let first = self.links.right(root);
        if first == root {
            return None;
        }
        if self.choice == ItemChoice::Leftmost {
            return Some(first);
        }
        let (mut best, mut least) = (first, self.links.size(first));
        let mut item = first;
        // Every linked item has at least two options, or it would have been forced.
        while least > 2 {
            item = self.links.right(item);
            if item == root {
                break;
            }
            let size = self.links.size(item);
            if size < least {
                (best, least) = (item, size);
            }
        }
        Some(best)
    }

    /// Takes back the last choice and removes its option; false if there is none.
    fn backtrack(&mut self) -> bool {
        let Some(Level { option, mark }) = self.levels.pop() else { return false };
        self.undo(mark);
        self.remove(option);
        true
    }
}

impl CoverSearch for DancingLinks {
    fn advance(&mut self, running: &mut Running) -> Verdict<()> {
        match self.stage {
            Stage::Ready => self.begin(),
            Stage::Searching => {}
            Stage::OnCover => {
                self.stage = Stage::Searching;
                if !self.backtrack() {
                    self.stage = Stage::Exhausted;
                }
            }
            Stage::Exhausted => {}
        }
        if self.stage == Stage::Exhausted {
            return Verdict::Unsatisfiable;
        }
        loop {
            let consistent = match self.choice {
                ItemChoice::Smallest => self.propagate(),
                ItemChoice::Leftmost => !self.conflict,
            };
            if consistent {
                let Some(item) = self.choose() else {
                    self.stage = Stage::OnCover;
                    return Verdict::Satisfiable(());
                };
                if self.links.size(item) > 0 {
                    if let Err(reason) = running.tick() {
                        return Verdict::Unknown(reason);
                    }
                    let option = self.links.option(self.links.down(item));
                    self.levels.push(Level { option, mark: self.mark() });
                    self.commit(option);
                    continue;
                }
            }
            if !self.backtrack() {
                self.stage = Stage::Exhausted;
                return Verdict::Unsatisfiable;
            }
        }
    }

    fn cover(&mut self) -> &[u32] {
        if self.choice == ItemChoice::Smallest {
            // What is still in the queue shares no item with anything that is left.
            while let Some(&item) = self.decided.get(self.settled) {
                self.settled += 1;
                let node = self.links.down(item);
                let option = self.links.option(node);
                if self.links.nodes(option).start == node {
                    self.chosen.push(option);
                }
            }
        }
        &self.chosen
    }
}

/// The matrix as it is linked now.
impl fmt::Display for DancingLinks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.links.fmt(f)
    }
}
