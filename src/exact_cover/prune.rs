//! Options that can be in no cover, found before the search.
//!
//! An option that meets every option of an item that it does not cover itself leaves that item nothing: a pentomino
//! that cuts off a corner of its box. Knuth takes such options out beforehand (TAOCP 7.2.2.1, *preprocessing*), because
//! a search would meet them again in every branch. They are looked for item by item: the options that meet one option of
//! the item, those of them that meet another one, and so on until none is left. That is soon if the options are taken
//! from both ends in turn, where they tend to lie far apart. Of the 2,056 pentominoes in a 6×10 box 1,912 stay.

use itertools::Itertools;

use crate::exact_cover::links::Links;
use crate::exact_cover::width::Width;

/// Finds such options, one item after the other.
pub(crate) struct Pruner {
    /// The turn at which an option was seen last.
    seen: Vec<u64>,
    /// The turn at which an item was met last.
    met: Vec<u64>,
    turn: u64,
}

impl Pruner {
    pub(crate) fn new<W: Width>(links: &Links<W>) -> Self {
        Self { seen: vec![0; links.options()], met: vec![0; links.items()], turn: 0 }
    }

    /// The linked options that meet every option of a linked item and do not cover it.
    ///
    /// Takes time in the options that meet the first few of the item's.
    pub(crate) fn hopeless<W: Width>(&mut self, links: &Links<W>, item: usize) -> Vec<u32> {
        let own: Vec<u32> = links.options_of(item).collect();
        let Some((&first, others)) = own.split_first() else { return Vec::new() };
        self.turn += 1;
        for &option in &own {
            self.seen[option as usize] = self.turn;
        }
        let neighbours = links.nodes(first).flat_map(|node| links.options_of(links.item(node)));
        let turn = self.turn;
        let mut found: Vec<u32> =
            neighbours.filter(|&option| std::mem::replace(&mut self.seen[option as usize], turn) != turn).collect();
        for &option in others.iter().rev().interleave(others).take(others.len()) {
            if found.is_empty() {
                break;
            }
            self.turn += 1;
            for node in links.nodes(option) {
                self.met[links.item(node)] = self.turn;
            }
            found.retain(|&option| links.nodes(option).any(|node| self.met[links.item(node)] == self.turn));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact_cover::item_choice::ItemChoice;
    use crate::exact_cover::problem::ExactCover;

    #[test]
    fn what_leaves_an_item_nothing_is_found() {
        // {a,d,g} and {a,d} both meet {d,e,g}, which does not cover a; all other items keep something.
        let mut cover = ExactCover::new(7, 0).unwrap();
        for option in [&[2, 4, 5][..], &[0, 3, 6], &[1, 2, 5], &[0, 3], &[1, 6], &[3, 4, 6]] {
            cover.add_option(option).unwrap();
        }
        let links = Links::<u16>::new(&cover, ItemChoice::Smallest);
        let mut pruner = Pruner::new(&links);
        assert_eq!(pruner.hopeless(&links, 0), [5], "a");
        assert_eq!(pruner.hopeless(&links, 0), [5], "a again");
        assert!(pruner.hopeless(&links, 3).is_empty(), "d");
    }
}
