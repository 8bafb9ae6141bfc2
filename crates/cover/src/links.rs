//! The linked matrix: a torus of nodes that remember their neighbours after they were unlinked.
//!
//! The idea is Hitotumatu and Noshita's (1979), the name and its use in exact cover Knuth's (arXiv:cs/0011047). As in his later
//! programs (TAOCP 7.2.2.1) the nodes of an option stand side by side in one array, so left and right neighbours within an option
//! never change and need no links. The rings that change are linked both ways: the nodes of an item through the item's header, and
//! the headers through the root.

use std::collections::HashSet;
use std::fmt;
use std::ops::Range;

use itertools::Itertools;

use crate::item_choice::ItemChoice;
use crate::order;
use crate::problem::{ExactCover, OPTIONS_PER_LOOK};
use crate::width::Width;

/// A node of the matrix or, at an item's index, the header of the item.
pub(crate) type Node<W> = [W; 4];

/// The node above in the item's ring.
const UP: usize = 0;
/// The node below in the item's ring.
pub(crate) const DOWN: usize = 1;
/// The item, which is also the index of its header.
pub(crate) const ITEM: usize = 2;
/// The first node of the option.
pub(crate) const FIRST: usize = 3;
/// In a header: the number of nodes in its ring, plus [`Width::SECONDARY`] if the item is secondary.
pub(crate) const SIZE: usize = 3;

/// The average number of options per item above which a problem is crowded.
const CROWDED: usize = 32;

/// A header's place in the ring of headers.
#[derive(Clone, Copy)]
struct Header {
    left: u32,
    right: u32,
}

/// A matrix in links. The header of item *i* is node *i*; the nodes of the options follow, option after option, and
/// then a sentinel. The root of the ring of headers has the index after the last item.
pub(crate) struct Links<W: Width> {
    nodes: Box<W::Table<Node<W>>>,
    /// The headers and, last, the root. Every secondary item is in a ring of its own.
    headers: Vec<Header>,
    /// The first node of each option, and one past the last node.
    starts: Vec<u32>,
    /// The option of each node, headers left out.
    options: Vec<u32>,
    primary: usize,
    names: Vec<String>,
}

impl<W: Width> Links<W> {
    /// Links a problem in time and memory linear in its items and incidences. The headers keep the problem's order or, for a choice
    /// by size, go from the heaviest item to the lightest. In a [crowded](is_crowded) problem the nodes of an option then go from
    /// the smallest item to the largest, because a small item shows a conflict sooner.
    /// Asks now and then whether to go on.
    ///
    /// # Errors
    /// The answer, where it is not to go on.
    pub(crate) fn new<E>(
        cover: &ExactCover,
        choice: ItemChoice,
        goes_on: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<Self, E> {
        let items = cover.items() as usize;
        let mut links = Self {
            nodes: W::table([W::new(0); 4], items + cover.incidences() + 1),
            headers: (0..=cover.items()).map(|item| Header { left: item, right: item }).collect(),
            starts: Vec::with_capacity(cover.options() as usize + 1),
            options: Vec::with_capacity(cover.incidences()),
            primary: cover.primary_items() as usize,
            names: (0..cover.items()).map_while(|item| cover.name(item).map(str::to_owned)).collect(),
        };
        for item in 0..items {
            let size = if item < links.primary { W::new(0) } else { W::SECONDARY };
            links.nodes[item] = [W::new(item), W::new(item), W::new(item), size];
        }
        let sizes = order::sizes(cover);
        let headers = match choice {
            ItemChoice::Smallest => order::heaviest_first(cover, &sizes, goes_on)?,
            ItemChoice::Leftmost => (0..cover.primary_items()).collect(),
        };
        for item in headers {
            links.hook_header_left(items, item as usize);
        }
        let mut node = items;
        let mut in_order = Vec::new();
        for option in 0..cover.options() {
            if option % OPTIONS_PER_LOOK == 0 {
                goes_on()?;
            }
            links.starts.push(node as u32);
            let first = node;
            in_order.clear();
            in_order.extend_from_slice(cover.option(option));
            if choice == ItemChoice::Smallest && is_crowded(cover) {
                in_order.sort_by_key(|&item| sizes[item as usize]);
            }
            for &item in &in_order {
                links.hook_node_above(item as usize, node, first);
                links.options.push(option);
                node += 1;
            }
        }
        links.starts.push(node as u32);
        // The sentinel begins no option, so the last option ends like the others.
        links.nodes[node][FIRST] = W::new(node);
        Ok(links)
    }

    /// The table of nodes, to dance on.
    pub(crate) fn nodes_mut(&mut self) -> &mut W::Table<Node<W>> {
        &mut self.nodes
    }

    /// The root of the ring of headers.
    pub(crate) fn root(&self) -> usize {
        self.headers.len() - 1
    }

    /// The header to the right, or the root.
    pub(crate) fn right(&self, header: usize) -> usize {
        self.headers[header].right as usize
    }

    pub(crate) fn is_primary(&self, item: usize) -> bool {
        item < self.primary
    }

    pub(crate) fn primary_items(&self) -> usize {
        self.primary
    }

    /// How many options of a primary item are linked.
    pub(crate) fn size(&self, item: usize) -> usize {
        self.nodes[item][SIZE].index()
    }

    /// The node below a node or header.
    pub(crate) fn down(&self, node: usize) -> usize {
        self.nodes[node][DOWN].index()
    }

    /// The item of a node.
    pub(crate) fn item(&self, node: usize) -> usize {
        self.nodes[node][ITEM].index()
    }

    /// The option of a node that is no header.
    pub(crate) fn option(&self, node: usize) -> u32 {
        self.options[node - self.root()]
    }

    /// How many items there are, linked or not.
    pub(crate) fn items(&self) -> usize {
        self.root()
    }

    /// How many options there are, linked or not.
    pub(crate) fn options(&self) -> usize {
        self.starts.len() - 1
    }

    /// The linked options of an item from top to bottom.
    pub(crate) fn options_of(&self, item: usize) -> impl Iterator<Item = u32> {
        ring(item, |node| self.down(node)).map(|node| self.option(node))
    }

    /// The nodes of an option.
    pub(crate) fn nodes(&self, option: u32) -> Range<usize> {
        let option = option as usize;
        self.starts[option] as usize..self.starts[option + 1] as usize
    }

    /// The first node of a node's option.
    pub(crate) fn first(&self, node: usize) -> W {
        self.nodes[node][FIRST]
    }

    /// Whether the node is linked up and down.
    pub(crate) fn is_linked(&self, node: usize) -> bool {
        self.down(self.nodes[node][UP].index()) == node
    }

    /// For each option, whether it is linked.
    pub(crate) fn linked_options(&self) -> Vec<bool> {
        (0..self.options() as u32).map(|option| self.nodes(option).any(|node| self.is_linked(node))).collect()
    }

    /// Unlinks a header left and right.
    pub(crate) fn unlink_header(&mut self, item: usize) {
        let Header { left, right } = self.headers[item];
        self.headers[left as usize].right = right;
        self.headers[right as usize].left = left;
    }

    /// Links a header again where it was.
    pub(crate) fn link_header(&mut self, item: usize) {
        let Header { left, right } = self.headers[item];
        self.headers[right as usize].left = item as u32;
        self.headers[left as usize].right = item as u32;
    }

    /// Hooks a new header into the ring, to the left of a header or of the root.
    fn hook_header_left(&mut self, right: usize, item: usize) {
        let left = self.headers[right].left;
        self.headers[item] = Header { left, right: right as u32 };
        self.link_header(item);
    }

    /// Hooks a new node of an option into its item's ring above the header, that is, at the bottom.
    fn hook_node_above(&mut self, item: usize, node: usize, first: usize) {
        let up = self.nodes[item][UP];
        self.nodes[node] = [up, W::new(item), W::new(item), W::new(first)];
        link::<W>(&mut self.nodes, node);
    }

    /// The linked items in the order of their ring.
    pub(crate) fn linked_items(&self) -> impl Iterator<Item = usize> {
        ring(self.root(), |item| self.right(item))
    }
}

/// Whether items have so many options on average that few items ever come down to one, and a branch can predict it.
pub(crate) fn is_crowded(cover: &ExactCover) -> bool {
    cover.incidences() > CROWDED * cover.items() as usize
}

/// The members of a ring after `start`, once around.
fn ring(start: usize, next: impl Fn(usize) -> usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(next(start)), move |&at| Some(next(at))).take_while(move |&at| at != start)
}

/// Unlinks a node up and down; returns its item and the item's remaining size.
#[inline]
pub(crate) fn unlink<W: Width>(nodes: &mut W::Table<Node<W>>, node: usize) -> (W, usize) {
    let [up, down, item, _] = nodes[node];
    nodes[up.index()][DOWN] = down;
    nodes[down.index()][UP] = up;
    let size = nodes[item.index()][SIZE].index() - 1;
    nodes[item.index()][SIZE] = W::new(size);
    (item, size)
}

/// Links a node again in its old place; nodes must come back in the reverse order of unlinking.
#[inline]
fn link<W: Width>(nodes: &mut W::Table<Node<W>>, node: usize) {
    let [up, down, item, _] = nodes[node];
    nodes[item.index()][SIZE] = W::new(nodes[item.index()][SIZE].index() + 1);
    nodes[down.index()][UP] = W::new(node);
    nodes[up.index()][DOWN] = W::new(node);
}

/// Links all nodes of an option again, in any order, because they are in different rings.
#[inline]
pub(crate) fn restore<W: Width>(nodes: &mut W::Table<Node<W>>, first: W) {
    let mut node = first.index();
    while nodes[node][FIRST] == first {
        link::<W>(nodes, node);
        node = W::new(node + 1).index();
    }
}

/// Prints the matrix from its links alone: the linked items, then each linked option once, found by going down every item's ring,
/// items in the order of the problem. A problem can be read back from the text; nameless items print as their numbers from 1.
impl<W: Width> fmt::Display for Links<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |item: usize| self.names.get(item).cloned().unwrap_or_else(|| (item + 1).to_string());
        let in_order = |items: &mut dyn Iterator<Item = usize>| items.sorted_unstable();
        write!(f, "items:")?;
        let linked = in_order(&mut self.linked_items());
        for item in linked.clone() {
            write!(f, " {}", name(item))?;
        }
        for (index, item) in (self.primary..self.root()).enumerate() {
            let bar = if index == 0 { " |" } else { "" };
            write!(f, "{bar} {}", name(item))?;
        }
        writeln!(f)?;
        let mut printed = HashSet::new();
        for header in linked {
            for option in self.options_of(header) {
                if printed.insert(option) {
                    let names: Vec<_> =
                        in_order(&mut self.nodes(option).map(|node| self.item(node))).map(name).collect();
                    writeln!(f, "{}", names.join(" "))?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    fn links(primary: u32, options: &[&[u32]]) -> Links<u16> {
        let mut cover = ExactCover::new(primary, 0).unwrap();
        for option in options {
            cover.add_option(option).unwrap();
        }
        let Ok(links) = Links::new(&cover, ItemChoice::Smallest, &mut || Ok::<(), Infallible>(()));
        links
    }

    fn ring_of(links: &Links<u16>, item: usize) -> (Vec<usize>, Vec<usize>) {
        let down = ring(item, |node| links.down(node)).collect();
        (down, ring(item, |node| links.nodes[node][UP].index()).collect())
    }

    #[test]
    fn hooking_builds_a_ring_both_ways() {
        let mut links = links(3, &[]);
        let left = |links: &Links<u16>| ring(3, |item| links.headers[item].left as usize).collect::<Vec<_>>();
        assert_eq!(links.linked_items().collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(left(&links), [2, 1, 0]);
        links.unlink_header(1);
        assert_eq!(links.linked_items().collect::<Vec<_>>(), [0, 2]);
        assert_eq!(left(&links), [2, 0]);
        assert_eq!((links.headers[1].left, links.headers[1].right), (0, 2), "it remembers its neighbours");
        links.link_header(1);
        assert_eq!(links.linked_items().collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(left(&links), [2, 1, 0]);
    }

    #[test]
    fn an_unlinked_node_comes_back_where_it_was() {
        // The node of option k has index 1 + k, after the one header.
        let mut links = links(1, &[&[0], &[0], &[0]]);
        assert_eq!(ring_of(&links, 0), (vec![1, 2, 3], vec![3, 2, 1]));
        assert_eq!(unlink::<u16>(links.nodes_mut(), 2), (0, 2));
        assert_eq!(ring_of(&links, 0), (vec![1, 3], vec![3, 1]));
        assert!(!links.is_linked(2) && links.is_linked(1) && links.is_linked(3));
        assert_eq!(unlink::<u16>(links.nodes_mut(), 1), (0, 1));
        assert_eq!(unlink::<u16>(links.nodes_mut(), 3), (0, 0));
        assert_eq!(ring_of(&links, 0), (vec![], vec![]));
        for node in [3, 1, 2] {
            link::<u16>(links.nodes_mut(), node);
        }
        assert_eq!(ring_of(&links, 0), (vec![1, 2, 3], vec![3, 2, 1]));
        assert_eq!(links.size(0), 3);
    }
}
