//! Options that can be in no cover, found before the search.
//!
//! An option is hopeless if it meets every option of an item that it does not cover: a pentomino that cuts off a corner of its box.
//! Knuth removes hopeless options beforehand (TAOCP 7.2.2.1, *preprocessing*), because a search would meet them again in every
//! branch. The pruner looks for them item by item: first the options that meet one option of the item, of these the options that
//! meet a second option, and so on until no option is left. The pruner ends soon if it takes the item's options from both ends in
//! turn, where they tend to lie far apart. Of the 2,056 pentominoes in a 6×10 box 1,912 stay.

use itertools::Itertools;

use crate::links::Links;
use crate::width::Width;

/// Finds hopeless options, one item after the other.
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
    /// Takes time in the options that meet the item's first few options.
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
    use std::convert::Infallible;

    use super::*;
    use crate::item_choice::ItemChoice;
    use crate::problem::ExactCover;

    #[test]
    fn what_leaves_an_item_nothing_is_found() {
        // {a,d,g} and {a,d} both meet {d,e,g}, which does not cover a; all other items keep something.
        let mut cover = ExactCover::new(7, 0).unwrap();
        for option in [&[2, 4, 5][..], &[0, 3, 6], &[1, 2, 5], &[0, 3], &[1, 6], &[3, 4, 6]] {
            cover.add_option(option).unwrap();
        }
        let Ok(links) = Links::<u16>::new(&cover, ItemChoice::Smallest, &mut || Ok::<(), Infallible>(()));
        let mut pruner = Pruner::new(&links);
        assert_eq!(pruner.hopeless(&links, 0), [5], "a");
        assert_eq!(pruner.hopeless(&links, 0), [5], "a again");
        assert!(pruner.hopeless(&links, 3).is_empty(), "d");
    }
}
