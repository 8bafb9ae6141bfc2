//! Forcing chains and cycles: sequences of assertions, each with a single parent.
//!
//! One search from a candidate that is on finds its cycles and whether it implies its opposite; a second search, from the
//! candidate off, finds whether that implies its opposite. A search ends at the length beyond which it cannot improve on the best
//! chain so far.

use crate::candidate_graph::{CandidateGraph, NO_NODE, Node};
use crate::chains::chain::{Chain, ChainLink, Links, Shape, mates};
use crate::chains::key::{Key, Kind};
use crate::chains::strong::Strong;

/// The chains that a search collects.
#[derive(Debug)]
struct Wanted {
    /// Whether only the first chain of all is wanted.
    is_one: bool,
    /// By candidate: an upper bound for the key of the first chain that strikes it out; `None` if no chain does.
    most: Vec<Option<Key>>,
    /// The last useful key.
    last: Key,
    found: Vec<Chain>,
}

/// A candidate that is off, reached from `parent`.
#[derive(Clone, Copy, Debug)]
struct Entry {
    node: Node,
    /// The candidate before, which is on.
    parent: Node,
    set: u16,
}

/// The search for single chains.
pub(super) struct Singles<'a> {
    graph: &'a CandidateGraph,
    masks: &'a [u64],
    strong: Strong,
    /// Whether no candidate of the graph is struck out.
    is_whole: bool,
    wanted: Wanted,
    /// For each candidate that is on, the entry before.
    from: Vec<(u32, u16)>,
    on_at: Vec<u32>,
    off_at: Vec<u32>,
    near_at: Vec<u32>,
    closing_at: Vec<u32>,
    round: u32,
    entries: Vec<Entry>,
    wave: Vec<Node>,
    next: Vec<Node>,
}

/// The entry before the first candidate.
const ROOT: u32 = u32::MAX;

impl<'a> Singles<'a> {
    /// A search over sets with the candidates of `masks`.
    fn new(graph: &'a CandidateGraph, masks: &'a [u64], wanted: Wanted) -> Self {
        let count = graph.len();
        Self {
            graph,
            masks,
            strong: Strong::of(graph, masks),
            is_whole: masks == graph.masks(),
            wanted,
            from: vec![(ROOT, 0); count],
            on_at: vec![0; count],
            off_at: vec![0; count],
            near_at: vec![0; count],
            closing_at: vec![0; count],
            round: 0,
            entries: Vec::new(),
            wave: Vec::new(),
            next: Vec::new(),
        }
    }

    /// The first chain in the order; `None` also if `go_on` ends the search.
    pub(super) fn first(graph: &'a CandidateGraph, masks: &'a [u64], go_on: &mut dyn FnMut() -> bool) -> Option<Chain> {
        // A key beyond every chain. Finding the refutable candidates first would take more time here than it saves.
        let last = Key::new(u16::MAX, 0, Kind::Contradiction);
        let most = vec![Some(last); graph.len()];
        let mut search = Self::new(graph, masks, Wanted { is_one: true, most, last, found: Vec::new() });
        search.run(go_on);
        search.wanted.found.pop().filter(|_| go_on())
    }

    /// The first chain that strikes out each candidate of `lengths`, in the order of chains. `lengths` bounds the length of the
    /// chain by candidate.
    pub(super) fn each(graph: &'a CandidateGraph, masks: &'a [u64], lengths: &[(Node, u32)]) -> Vec<Chain> {
        let mut most = vec![None; graph.len()];
        for &(node, length) in lengths {
            most[usize::from(node)] = Some(Key::new(Links::Xy.of_chain(), length, Kind::Xy));
        }
        let last = latest(&most);
        let mut search = Self::new(graph, masks, Wanted { is_one: false, most, last, found: Vec::new() });
        search.run(&mut || true);
        let mut found = search.wanted.found;
        found.sort_by(|one, other| one.key.partial_cmp(&other.key).expect("no key is undefined"));
        found
    }

    /// Searches chains of all kinds from all candidates, until `go_on` ends the search.
    fn run(&mut self, go_on: &mut dyn FnMut() -> bool) {
        for links in Links::ALL {
            for node in 0..self.graph.len() as Node {
                let (cell, _) = self.graph.sets(node, true)[0];
                let digits = self.masks[usize::from(cell)].count_ones();
                if digits < 2 || links == Links::Y && digits > 2 || !self.graph.is_open(self.masks, node) {
                    continue;
                }
                if !go_on() {
                    return;
                }
                if self.admits(links.of_cycle(), 4, links) || self.admits(links.of_chain(), 4, links) {
                    self.search_on(node, links);
                    let is_wanted = mates(self.graph, self.masks, node).any(|mate| self.wants(mate));
                    if links.has_units() && is_wanted {
                        self.search_off(node, links);
                    }
                }
            }
        }
    }

    #[inline]
    fn is_open(&self, node: Node) -> bool {
        self.is_whole || self.graph.is_open(self.masks, node)
    }

    /// Whether a chain that strikes a candidate out is wanted.
    fn wants(&self, node: Node) -> bool {
        self.wanted.most[usize::from(node)].is_some()
    }

    /// Whether a chain of a complexity is wanted.
    fn admits(&self, base: u16, complexity: u32, links: Links) -> bool {
        let key = Key::new(base, complexity, links.kind());
        let Wanted { is_one, last, found, .. } = &self.wanted;
        if *is_one && !found.is_empty() { key < *last } else { key <= *last }
    }

    /// Keeps a wanted chain if it is the first so far for one of its eliminations.
    fn keep(&mut self, chain: Chain) {
        let Wanted { is_one, most, last, found } = &mut self.wanted;
        if *is_one {
            *last = chain.key;
            *found = vec![chain];
            return;
        }
        let mut is_first = false;
        for node in chain.strikes(self.graph, self.masks) {
            let most = &mut most[usize::from(node)];
            if most.is_some_and(|most| chain.key <= most) {
                *most = Some(chain.key);
                is_first = true;
            }
        }
        if is_first {
            *last = latest(most);
            found.push(chain);
        }
    }

    /// Begins a search: marks the candidates that oppose the first, and the candidates that imply the first when off.
    fn begin(&mut self, source: Node, links: Links) {
        self.round += 1;
        self.entries.clear();
        self.wave.clear();
        let graph = self.graph;
        for &(other, _) in graph.opponents(source, links.has_cells()) {
            self.near_at[usize::from(other)] = self.round;
        }
        for &(other, _) in self.strong.of_node(source, links) {
            self.closing_at[usize::from(other)] = self.round;
        }
    }

    /// Finds cycles through a candidate that is on, and whether it implies its opposite.
    fn search_on(&mut self, source: Node, links: Links) {
        self.begin(source, links);
        self.on_at[usize::from(source)] = self.round;
        self.from[usize::from(source)] = (ROOT, 0);
        self.wave.push(source);
        let graph = self.graph;
        let (mut depth, mut opposite, mut cycles) = (1, None, Vec::new());
        while !self.wave.is_empty() {
            let is_chain_open = opposite.is_none()
                && links.has_units()
                && self.wants(source)
                && self.admits(links.of_chain(), depth + 1, links);
            let betters = |&(_, of): &(Node, u32)| {
                Key::new(links.of_cycle(), depth + 1, links.kind()) < Key::new(links.of_chain(), of, links.kind())
            };
            let is_cycle_open = self.admits(links.of_cycle(), depth + 1, links)
                && (!self.wanted.is_one || opposite.as_ref().is_none_or(betters));
            if !is_chain_open && !is_cycle_open {
                break;
            }
            let first = self.entries.len();
            for at in 0..self.wave.len() {
                let from = self.wave[at];
                if opposite.is_none() && links.has_units() && self.near_at[usize::from(from)] == self.round {
                    opposite = Some((from, depth + 1));
                }
                for &(other, set) in graph.opponents(from, links.has_cells()) {
                    let entry = Entry { node: other, parent: from, set };
                    if self.off_at[usize::from(other)] != self.round {
                        if other != source && self.is_open(other) {
                            self.off_at[usize::from(other)] = self.round;
                            self.entries.push(entry);
                        }
                    } else if self.closing_at[usize::from(other)] == self.round && !self.is_before(from, other) {
                        self.entries.push(entry);
                    }
                }
            }
            self.next.clear();
            for at in first..self.entries.len() {
                let entry = self.entries[at];
                for &(other, set) in self.strong.of_node(entry.node, links) {
                    if other == source && depth + 1 >= 4 {
                        cycles.push((at as u32, set, depth + 1));
                    }
                    if self.on_at[usize::from(other)] != self.round {
                        self.on_at[usize::from(other)] = self.round;
                        self.from[usize::from(other)] = (at as u32, set);
                        self.next.push(other);
                    }
                }
            }
            std::mem::swap(&mut self.wave, &mut self.next);
            depth += 2;
            // Later rounds find only cycles at least as long.
            for (entry, set, complexity) in cycles.drain(..) {
                self.cycle(source, (entry, set), complexity, links);
            }
        }
        let Some((last, complexity)) = opposite else { return };
        if self.wants(source) && self.admits(links.of_chain(), complexity, links) {
            let key = Key::new(links.of_chain(), complexity, links.kind());
            let mut chain = self.chain(last);
            let joins = |&&(other, _): &&(Node, u16)| other == source;
            let set = graph.opponents(last, links.has_cells()).iter().find(joins).map_or(0, |&(_, set)| set);
            chain.push(ChainLink { node: source, is_on: false, set });
            self.keep(Chain { key, shape: Shape::Off, links: chain, struck: Vec::new() });
        }
    }

    /// Finds whether a candidate that is off implies its opposite.
    fn search_off(&mut self, source: Node, links: Links) {
        self.begin(source, links);
        self.off_at[usize::from(source)] = self.round;
        self.entries.push(Entry { node: source, parent: NO_NODE, set: 0 });
        let graph = self.graph;
        let (mut depth, mut first) = (1, 0);
        while first < self.entries.len() && self.admits(links.of_chain(), depth + 1, links) {
            self.next.clear();
            for at in first..self.entries.len() {
                let entry = self.entries[at];
                if at > 0 && self.closing_at[usize::from(entry.node)] == self.round {
                    let key = Key::new(links.of_chain(), depth + 1, links.kind());
                    let mut chain = self.chain_to(at as u32);
                    let joins = |&&(other, _): &&(Node, u16)| other == source;
                    let set = self.strong.of_node(entry.node, links).iter().find(joins).map_or(0, |&(_, set)| set);
                    chain.push(ChainLink { node: source, is_on: true, set });
                    self.keep(Chain { key, shape: Shape::On, links: chain, struck: Vec::new() });
                    return;
                }
                for &(other, set) in self.strong.of_node(entry.node, links) {
                    if self.on_at[usize::from(other)] != self.round {
                        self.on_at[usize::from(other)] = self.round;
                        self.from[usize::from(other)] = (at as u32, set);
                        self.next.push(other);
                    }
                }
            }
            first = self.entries.len();
            for at in 0..self.next.len() {
                let from = self.next[at];
                for &(other, set) in graph.opponents(from, links.has_cells()) {
                    if self.off_at[usize::from(other)] != self.round && self.is_open(other) {
                        self.off_at[usize::from(other)] = self.round;
                        self.entries.push(Entry { node: other, parent: from, set });
                    }
                }
            }
            depth += 2;
        }
    }

    /// Whether a candidate is off before another gets on.
    fn is_before(&self, on: Node, off: Node) -> bool {
        let mut at = self.from[usize::from(on)].0;
        while at != ROOT {
            let entry = self.entries[at as usize];
            if entry.node == off {
                return true;
            }
            if entry.parent == NO_NODE {
                break;
            }
            at = self.from[usize::from(entry.parent)].0;
        }
        false
    }

    /// The assertions up to a candidate that is on.
    fn chain(&self, last: Node) -> Vec<ChainLink> {
        let (entry, set) = self.from[usize::from(last)];
        let mut links = if entry == ROOT { Vec::new() } else { self.chain_to(entry) };
        links.push(ChainLink { node: last, is_on: true, set });
        links
    }

    /// The assertions up to a candidate that is off.
    fn chain_to(&self, entry: u32) -> Vec<ChainLink> {
        let mut links = Vec::new();
        let mut at = entry;
        while at != ROOT {
            let entry = self.entries[at as usize];
            links.push(ChainLink { node: entry.node, is_on: false, set: entry.set });
            if entry.parent == NO_NODE {
                break;
            }
            let (before, set) = self.from[usize::from(entry.parent)];
            links.push(ChainLink { node: entry.parent, is_on: true, set });
            at = before;
        }
        links.reverse();
        links
    }

    /// Keeps a cycle that is wanted and has eliminations.
    fn cycle(&mut self, source: Node, (entry, set): (u32, u16), complexity: u32, links: Links) {
        if !self.admits(links.of_cycle(), complexity, links) {
            return;
        }
        let key = Key::new(links.of_cycle(), complexity, links.kind());
        let mut chain = self.chain_to(entry);
        chain.push(ChainLink { node: source, is_on: true, set });
        let struck = self.struck_by(&chain);
        if !struck.is_empty() {
            self.keep(Chain { key, shape: Shape::Cycle, links: chain, struck });
        }
    }

    /// The candidates outside the cycle's cells that have, for their own digit, both an on and an off candidate of the cycle
    /// among their opponents.
    fn struck_by(&self, chain: &[ChainLink]) -> Vec<Node> {
        let graph = self.graph;
        let cell = |node| graph.mark(node).cell();
        let in_cycle = |node: Node| chain.iter().any(|link| cell(link.node) == cell(node));
        let sees = |of_on: bool| -> Vec<Node> {
            let ends = chain[1..].iter().filter(|link| link.is_on == of_on);
            let all = ends.flat_map(|link| graph.opponents(link.node, false)).map(|&(other, _)| other);
            all.filter(|&other| graph.is_open(self.masks, other) && !in_cycle(other)).collect()
        };
        let (mut forth, back) = (sees(true), sees(false));
        forth.retain(|other| back.contains(other));
        forth.sort_unstable();
        forth.dedup();
        forth
    }
}

/// The latest of some keys.
fn latest(keys: &[Option<Key>]) -> Key {
    let nothing = Key::new(0, 0, Kind::X);
    keys.iter().flatten().fold(nothing, |last, &key| if key > last { key } else { last })
}
