//! A step of the dance: covering the items of an option, or removing an option.
//!
//! This is where a search spends its time. What such a step reads and writes is lent to it as a whole, so that it stays
//! in registers while it is danced.

use std::ops::Range;

use crate::exact_cover::links::{DOWN, FIRST, ITEM, Node, SIZE, unlink};
use crate::exact_cover::width::Width;

/// What a step of the dance reads and writes.
pub(crate) struct Dance<'a, W: Width> {
    pub(crate) nodes: &'a mut W::Table<Node<W>>,
    /// Items that were left with one option. There is room for one more than there are.
    pub(crate) queue: &'a mut W::Table<W>,
    pub(crate) queued: usize,
    /// The trail of options that were removed, each by its first node.
    pub(crate) removed: &'a mut W::Table<W>,
    pub(crate) removals: usize,
    /// How many primary items were covered while they had other options, so that they are not in the queue.
    pub(crate) covered: usize,
    /// The smallest size that an item came to.
    pub(crate) least: usize,
    /// Sizes above this one are passed over: those of secondary items at least, and all above 1 where items are so
    /// large that few ever come down to it.
    pub(crate) watched: usize,
    /// The size at which an item is a conflict: 0, or none where there is no looking ahead.
    pub(crate) hopeless: usize,
}

impl<W: Width> Dance<'_, W> {
    /// Covers the items of an option that has these nodes; stops early at a conflict.
    #[inline]
    pub(crate) fn commit(&mut self, option: Range<usize>) {
        for node in option {
            let item = self.nodes[node][ITEM].index();
            let size = self.nodes[item][SIZE];
            if size.index() > 1 {
                // Meanwhile the item looks like a secondary one: it is covered, so it is not forced.
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

    /// Removes the option that begins with this node from all of its items.
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
        // Whether an item is left with one option cannot be predicted, so it is always written and seldom kept.
        self.queue[W::new(self.queued).index()] = item;
        self.queued += usize::from(size == 1);
        self.least = self.least.min(size);
    }
}
