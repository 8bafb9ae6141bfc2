//! A step of the dance: covering the items of an option, or removing an option.
//!
//! A search spends its time here. A step borrows all its data as one struct, so that the data stays in registers during the dance.

use std::ops::Range;

use crate::links::{DOWN, FIRST, ITEM, Node, SIZE, unlink};
use crate::width::Width;

/// The data that a step of the dance reads and writes.
pub(crate) struct Dance<'a, W: Width> {
    pub(crate) nodes: &'a mut W::Table<Node<W>>,
    /// The items left with one option, with room for one entry more than items.
    pub(crate) queue: &'a mut W::Table<W>,
    pub(crate) queued: usize,
    /// The trail of options that were removed, each by its first node.
    pub(crate) removed: &'a mut W::Table<W>,
    pub(crate) removals: usize,
    /// The number of primary items covered while they had other options, and so not in the queue.
    pub(crate) covered: usize,
    /// The smallest size reached by an item.
    pub(crate) least: usize,
    /// The greatest size watched: smaller than the sizes of secondary items, and 1 if items are so large that few ever come down to
    /// 1.
    pub(crate) watched: usize,
    /// The size of an item in conflict: 0, or a size out of reach for a search that does not look ahead.
    pub(crate) hopeless: usize,
}

impl<W: Width> Dance<'_, W> {
    /// Covers the items of an option, given by its nodes; stops early at a conflict.
    #[inline]
    pub(crate) fn commit(&mut self, option: Range<usize>) {
        for node in option {
            let item = self.nodes[node][ITEM].index();
            let size = self.nodes[item][SIZE];
            if size.index() > 1 {
                // Meanwhile the item's size looks secondary: a covered item is not forced.
                let away = if size.index() < W::SECONDARY.index() { W::SECONDARY.index() } else { 0 };
                self.covered += usize::from(away != 0);
                self.nodes[item][SIZE] = W::new(size.index() + away);
                let mut other = self.nodes[item][DOWN].index();
                while other != item {
                    let below = self.nodes[other][DOWN].index();
                    if other != node {
                        self.remove(self.nodes[other][FIRST]);
                        if self.least == self.hopeless {
                            break;
                        }
                    }
                    other = below;
                }
                self.nodes[item][SIZE] = W::new(self.nodes[item][SIZE].index() - away);
                if self.least == self.hopeless {
                    return;
                }
            }
        }
    }

    /// Removes the option with first node `first` from all of its items.
    #[inline]
    pub(crate) fn remove(&mut self, first: W) {
        self.removed[W::new(self.removals).index()] = first;
        self.removals += 1;
        let mut node = first.index();
        while self.nodes[node][FIRST] == first {
            self.unlink(node);
            node = W::new(node + 1).index();
        }
    }

    #[inline]
    fn unlink(&mut self, node: usize) {
        let (item, size) = unlink::<W>(self.nodes, node);
        if size > self.watched {
            return;
        }
        // A branch on a size of one could not be predicted, so the item is always written and seldom kept.
        self.queue[W::new(self.queued).index()] = item;
        self.queued += usize::from(size == 1);
        self.least = self.least.min(size);
    }
}
