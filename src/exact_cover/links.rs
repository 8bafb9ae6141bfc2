//! The linked matrix: a torus of nodes that remember their neighbours after they were unlinked.
//!
//! The idea is Hitotumatu and Noshita's (1979), the name and its use in exact cover Knuth's (arXiv:cs/0011047). As in
//! his later programs (TAOCP 7.2.2.1) the nodes of an option stand side by side in one array, so left and right
//! neighbours within an option need no links: they never change. What changes is linked both ways: the nodes of an item
//! in a ring through the item's header, and the headers in a ring through the root.

use std::collections::HashSet;
use std::fmt;

use crate::exact_cover::problem::ExactCover;

/// A node of the matrix or, at an item's index, the header of the item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    up: u32,
    down: u32,
    /// The item, which is also the index of its header.
    item: u32,
    /// The option of a node; the number of nodes below a header.
    option_or_size: u32,
}

/// A header's place in the ring of headers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Header {
    left: u32,
    right: u32,
}

/// A matrix in links. The header of item *i* is node *i*; the root of the ring of headers has the index after the last
/// item; the nodes of the options follow the headers, option after option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Links {
    nodes: Vec<Node>,
    /// The headers and, last, the root. Secondary items are each in a ring of their own.
    headers: Vec<Header>,
    /// The first node of each option, and one past the last node.
    starts: Vec<u32>,
    primary: u32,
    names: Vec<String>,
}

impl Links {
    /// Links a problem in time and memory linear in its items and incidences. The nodes of an option begin with a
    /// primary item if it has one.
    pub(crate) fn new(cover: &ExactCover) -> Self {
        let items = cover.items();
        let root = items;
        let mut links = Self {
            nodes: Vec::with_capacity(items as usize + cover.incidences()),
            headers: Vec::with_capacity(items as usize + 1),
            starts: Vec::with_capacity(cover.options() as usize + 1),
            primary: cover.primary_items(),
            names: (0..items).map_while(|item| cover.name(item).map(str::to_owned)).collect(),
        };
        links.nodes.extend((0..items).map(|item| Node { up: item, down: item, item, option_or_size: 0 }));
        links.headers.extend((0..=items).map(|item| Header { left: item, right: item }));
        for item in 0..links.primary {
            links.hook_left(root, item);
        }
        links.starts.push(items);
        for option in 0..cover.options() {
            let items = cover.option(option);
            let first = items.iter().position(|&item| cover.is_primary(item)).unwrap_or(0);
            for &item in items[first..].iter().chain(&items[..first]) {
                links.hook_node(item, option);
            }
            links.starts.push(links.nodes.len() as u32);
        }
        links
    }

    /// The items that are linked, from left to right.
    pub(crate) fn items(&self) -> impl Iterator<Item = u32> {
        let root = self.root();
        std::iter::successors(Some(self.right(root)), |&item| Some(self.right(item))).take_while(move |&item| item != root)
    }

    /// The header to the right, or the root.
    #[inline]
    pub(crate) fn right(&self, header: u32) -> u32 {
        self.headers[header as usize].right
    }

    /// The root of the ring of headers.
    #[inline]
    pub(crate) fn root(&self) -> u32 {
        self.headers.len() as u32 - 1
    }

    #[inline]
    pub(crate) fn is_primary(&self, item: u32) -> bool {
        item < self.primary
    }

    #[inline]
    pub(crate) fn has_secondary(&self) -> bool {
        self.primary != self.root()
    }

    pub(crate) fn options(&self) -> u32 {
        self.starts.len() as u32 - 1
    }

    /// How many options of the item are linked.
    #[inline]
    pub(crate) fn size(&self, item: u32) -> u32 {
        self.nodes[item as usize].option_or_size
    }

    /// The node below.
    #[inline]
    pub(crate) fn down(&self, node: u32) -> u32 {
        self.nodes[node as usize].down
    }

    /// The item of a node.
    #[inline]
    pub(crate) fn item(&self, node: u32) -> u32 {
        self.nodes[node as usize].item
    }

    /// The option of a node that is no header.
    #[inline]
    pub(crate) fn option(&self, node: u32) -> u32 {
        self.nodes[node as usize].option_or_size
    }

    /// The nodes of an option.
    #[inline]
    pub(crate) fn nodes(&self, option: u32) -> std::ops::Range<u32> {
        self.starts[option as usize]..self.starts[option as usize + 1]
    }

    /// Whether the node is linked up and down.
    pub(crate) fn is_linked(&self, node: u32) -> bool {
        self.down(self.nodes[node as usize].up) == node
    }

    /// Unlinks a node up and down and returns how many nodes its item is left with.
    #[inline]
    pub(crate) fn unlink(&mut self, node: u32) -> (u32, u32) {
        let Node { up, down, item, .. } = self.nodes[node as usize];
        self.nodes[up as usize].down = down;
        self.nodes[down as usize].up = up;
        let size = &mut self.nodes[item as usize].option_or_size;
        *size -= 1;
        (item, *size)
    }

    /// Links a node again where it was; links must come back in the reverse order of their going.
    #[inline]
    pub(crate) fn link(&mut self, node: u32) {
        let Node { up, down, item, .. } = self.nodes[node as usize];
        self.nodes[item as usize].option_or_size += 1;
        self.nodes[down as usize].up = node;
        self.nodes[up as usize].down = node;
    }

    /// Whether the header is linked left and right.
    #[inline]
    pub(crate) fn is_header_linked(&self, item: u32) -> bool {
        self.right(self.headers[item as usize].left) == item
    }

    /// Unlinks a header left and right.
    #[inline]
    pub(crate) fn unlink_header(&mut self, item: u32) {
        let Header { left, right } = self.headers[item as usize];
        self.headers[left as usize].right = right;
        self.headers[right as usize].left = left;
    }

    /// Links a header again where it was.
    #[inline]
    pub(crate) fn link_header(&mut self, item: u32) {
        let Header { left, right } = self.headers[item as usize];
        self.headers[right as usize].left = item;
        self.headers[left as usize].right = item;
    }

    /// Hooks a header into the ring to the left of another one, or of the root.
    fn hook_left(&mut self, right: u32, item: u32) {
        let left = self.headers[right as usize].left;
        self.headers[item as usize] = Header { left, right };
        self.link_header(item);
    }

    /// Hooks a new node of an option at the bottom of its item, above the header.
    fn hook_node(&mut self, item: u32, option: u32) {
        let node = self.nodes.len() as u32;
        let up = self.nodes[item as usize].up;
        self.nodes.push(Node { up, down: item, item, option_or_size: option });
        self.link(node);
    }
}

/// Prints the matrix from its links alone: the linked items, then each linked option once, found by going down every
/// item's ring. The form is the one that [`ExactCover`] is read from; nameless items print as their numbers from 1.
impl fmt::Display for Links {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |item: u32| match self.names.get(item as usize) {
            Some(name) => name.clone(),
            None => (item + 1).to_string(),
        };
        let line = |items: &mut dyn Iterator<Item = u32>| items.map(name).collect::<Vec<_>>().join(" ");
        write!(f, "items: {}", line(&mut self.items()))?;
        let mut secondary = (self.primary..self.root()).filter(|&item| self.size(item) > 0).peekable();
        if secondary.peek().is_some() {
            write!(f, " | {}", line(&mut secondary))?;
        }
        writeln!(f)?;
        let mut printed = HashSet::new();
        for header in self.items() {
            let below = std::iter::successors(Some(self.down(header)), |&node| Some(self.down(node)));
            for node in below.take_while(|&node| node != header) {
                let option = self.option(node);
                if printed.insert(option) {
                    writeln!(f, "{}", line(&mut self.nodes(option).map(|node| self.item(node))))?;
                }
            }
        }
        Ok(())
    }
}
