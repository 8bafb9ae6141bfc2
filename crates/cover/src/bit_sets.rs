//! A search without links, for long questions whose items have too many options for bit fields: sets of options.
//!
//! The live options are a bit set, and so are the options met by an option, so a choice is a single *and not*. The items of an
//! option are a bit set too. Adding up the items of the live options in *bit planes* counts all items at once: plane k holds digit
//! k of the size of every item (Knuth's *bitslices*, TAOCP 7.1.3). The planes, read from the highest down, yield the smallest item.
//!
//! Sets make looking ahead cheap: an option that meets every option of an item without covering the item is *hopeless*, it can be
//! in no cover. The [pruner](crate::prune) removes hopeless options once, before the search; here they are removed in
//! every node, at the items that lost options since the last look. For the pentominoes in a 6×10 box, 143,253 of 2,812,355 branches
//! remain (measured in a prototype). The tree therefore differs from the tree of links, though its items are chosen by the same
//! rule, and covers come in another order.
//!
//! On the way down fewer and fewer options live, so the search renumbers them now and then: a *table* holds the sets for the
//! options live in a node, and serves the nodes below.

use satdoku_base::budget::Running;
use satdoku_base::verdict::Verdict;

use crate::links::Links;
use crate::width::Width;

/// The most items, and a set of items.
const MOST_ITEMS: usize = Items::BITS as usize;
type Items = u128;

/// The size of each item in binary: bit i of plane k is digit k for item i. The highest size also stands for larger sizes.
type Planes = [Items; 6];

/// Items with 2^`PLANES_LOOKED_AT` options or more are not searched for hopeless options: few would be found.
const PLANES_LOOKED_AT: usize = 5;

/// The most options: their sets of met options then take eight megabytes.
const MOST_OPTIONS: usize = 1 << 13;

/// A table with at most this many words a set is not renumbered.
const FEW_WORDS: usize = 4;

/// The outcome of a node after all forced and hopeless options.
enum Outcome {
    Conflict,
    Cover,
    /// The item to branch on.
    Branch(usize),
}

/// The sets for the options live in a node.
struct Table {
    /// How many words a set of options has.
    words: usize,
    /// The problem's number of each option.
    names: Vec<u32>,
    /// The items of each option.
    items: Vec<Items>,
    /// The options of each item, set after set.
    options: Vec<u64>,
    /// The options met by each option, itself included, set after set.
    met: Vec<u64>,
}

impl Table {
    fn new(names: Vec<u32>, items: Vec<Items>) -> Self {
        let words = items.len().div_ceil(64);
        let used = items.iter().fold(0, |all, set| all | set);
        let mut table = Self {
            words,
            options: vec![0; (Items::BITS - used.leading_zeros()) as usize * words],
            met: vec![0; items.len() * words],
            names,
            items,
        };
        for (option, &items) in table.items.iter().enumerate() {
            for item in members(items) {
                insert(&mut table.options[item * words..], option);
            }
        }
        for (option, &items) in table.items.iter().enumerate() {
            let met = &mut table.met[option * words..][..words];
            for item in members(items) {
                let options = &table.options[item * words..][..words];
                met.iter_mut().zip(options).for_each(|(met, options)| *met |= options);
            }
        }
        table
    }

    /// The options of an item.
    #[inline]
    fn options(&self, item: usize) -> &[u64] {
        &self.options[item * self.words..][..self.words]
    }

    /// The options that an option meets.
    #[inline]
    fn met(&self, option: usize) -> &[u64] {
        &self.met[option * self.words..][..self.words]
    }

    /// The sizes of all items. Options are added up by fours before they carry into the higher planes. Collecting them in
    /// `summands` first avoids an unpredictable branch.
    fn sizes(&self, live: &[u64], summands: &mut Vec<Items>) -> Planes {
        summands.clear();
        for (&word, items) in live.iter().zip(self.items.chunks(64)) {
            summands.extend(bits(word).map(|bit| items[bit]));
        }
        summands.resize(summands.len().next_multiple_of(4), 0);
        let (mut ones, mut twos, mut higher, mut over) = (0, 0, [0; 4], 0);
        for four in summands.chunks_exact(4) {
            let (sum, some_twos) = add(ones, four[0], four[1]);
            let (sum, more_twos) = add(sum, four[2], four[3]);
            let (sum_of_twos, mut carry) = add(twos, some_twos, more_twos);
            (ones, twos) = (sum, sum_of_twos);
            for plane in &mut higher {
                (*plane, carry) = (*plane ^ carry, *plane & carry);
            }
            over |= carry;
        }
        let [fours, eights, sixteens, highest] = higher;
        [ones, twos, fours, eights, sixteens, highest].map(|plane| plane | over)
    }

    /// Removes the live options that meet all options of an item without covering the item; false if no option does.
    fn remove_hopeless(&self, live: &mut [u64], hopeless: &mut [u64], item: usize) -> bool {
        let own = self.options(item);
        for ((hopeless, live), own) in hopeless.iter_mut().zip(&*live).zip(own) {
            *hopeless = live & !own;
        }
        for (at, (&live, &own)) in live.iter().zip(own).enumerate() {
            for bit in bits(live & own) {
                let mut any = 0;
                for (hopeless, met) in hopeless.iter_mut().zip(self.met(64 * at + bit)) {
                    *hopeless &= met;
                    any |= *hopeless;
                }
                if any == 0 {
                    return false;
                }
            }
        }
        remove(live, hopeless);
        true
    }
}

/// A node of the tree and its remaining work.
struct Node {
    /// Index of the table that numbers its options.
    table: usize,
    /// The start of its live options.
    start: usize,
    /// The items still to be covered.
    open: Items,
    /// The sizes of the items at the last look for hopeless options.
    looked_at: Planes,
    /// The number of options chosen before the branch.
    chosen: usize,
    /// The item to branch on; `None` in a level pushed from outside, where backtracking chooses an item.
    item: Option<usize>,
    /// The tried option of the item.
    tried: usize,
}

/// The search.
pub(crate) struct BitSets {
    primary: Items,
    /// The tables of the nodes on the way down, the largest first.
    tables: Vec<Table>,
    /// The live options of the levels and of the node, one set after the other.
    live: Vec<u64>,
    /// The nodes above, each with a tried option.
    levels: Vec<Node>,
    /// The last node.
    node: Node,
    /// The chosen options, by their names.
    chosen: Vec<u32>,
    hopeless: Vec<u64>,
    summands: Vec<Items>,
    is_on_cover: bool,
    is_exhausted: bool,
}

/// Whether a problem is small enough.
pub(crate) fn fits<W: Width>(links: &Links<W>) -> bool {
    links.items() <= MOST_ITEMS && links.options() <= MOST_OPTIONS
}

impl BitSets {
    /// Sets for the linked items that have a choice left. Levels must be pushed before a search.
    pub(crate) fn new<W: Width>(links: &Links<W>) -> Self {
        let open: Vec<usize> = links.linked_items().filter(|&item| links.size(item) > 1).collect();
        let primary = open.len();
        // Ties go to the first item, so items keep the order of the headers; secondary items follow.
        let mut place_of = vec![None; links.items()];
        let secondary = (0..links.items()).filter(|&item| !links.is_primary(item));
        for (place, item) in open.iter().copied().chain(secondary).enumerate() {
            place_of[item] = Some(place);
        }
        let mut is_named = vec![false; links.options()];
        let (mut names, mut items) = (Vec::new(), Vec::new());
        for option in open.iter().flat_map(|&item| links.options_of(item)) {
            if !std::mem::replace(&mut is_named[option as usize], true) {
                let places = links.nodes(option).filter_map(|node| place_of[links.item(node)]);
                names.push(option);
                items.push(places.fold(0, |set, place| set | 1 << place));
            }
        }
        let table = Table::new(names, items);
        Self {
            primary: Items::MAX.checked_shr((MOST_ITEMS - primary) as u32).unwrap_or(0),
            hopeless: vec![0; table.words],
            tables: vec![table],
            live: Vec::new(),
            levels: Vec::new(),
            node: Node { table: 0, start: 0, open: 0, looked_at: [0; 6], chosen: 0, item: None, tried: 0 },
            chosen: Vec::new(),
            summands: Vec::new(),
            is_on_cover: false,
            is_exhausted: false,
        }
    }

    /// Pushes a level: the options left there, chosen options included, and, except for the last level, the tried option.
    pub(crate) fn push(&mut self, is_left: impl Fn(u32) -> bool, tried: Option<u32>) {
        let table = &self.tables[0];
        let start = self.live.len();
        self.live.resize(start + table.words, 0);
        let left = table.names.iter().enumerate().filter(|&(_, &name)| is_left(name));
        left.for_each(|(option, _)| insert(&mut self.live[start..], option));
        // The chosen options cover their items again: those items have no other option left.
        self.node = Node { start, open: self.primary, ..self.node };
        if let Some(tried) = tried.and_then(|tried| table.names.iter().position(|&name| name == tried)) {
            self.levels.push(Node { tried, ..self.node });
        }
    }

    /// Goes on to the next cover.
    pub(crate) fn advance(&mut self, running: &mut Running) -> Verdict<()> {
        if self.is_exhausted || std::mem::replace(&mut self.is_on_cover, false) && !self.backtrack() {
            return Verdict::Unsatisfiable;
        }
        loop {
            match self.settle() {
                Outcome::Conflict => {
                    if !self.backtrack() {
                        return Verdict::Unsatisfiable;
                    }
                }
                Outcome::Cover => {
                    self.is_on_cover = true;
                    return Verdict::Satisfiable(());
                }
                Outcome::Branch(item) => {
                    if let Err(reason) = running.tick() {
                        return Verdict::Unknown(reason);
                    }
                    self.renumber();
                    (self.node.item, self.node.chosen) = (Some(item), self.chosen.len());
                    self.branch(item);
                }
            }
        }
    }

    /// The options of the cover.
    pub(crate) fn cover(&self) -> impl Iterator<Item = u32> {
        self.chosen.iter().copied()
    }

    /// Chooses forced options and removes hopeless options up to a fixed point.
    fn settle(&mut self) -> Outcome {
        let Self { tables, live, node, chosen, hopeless, summands, .. } = self;
        let table = &tables[node.table];
        let live = &mut live[node.start..];
        let hopeless = &mut hopeless[..table.words];
        loop {
            let sizes = table.sizes(live, summands);
            let several = at_least(&sizes, 1);
            if node.open & !(sizes[0] | several) != 0 {
                return Outcome::Conflict;
            }
            if node.open == 0 {
                return Outcome::Cover;
            }
            let mut forced = node.open & !several;
            if forced != 0 {
                while forced != 0 {
                    let Some(option) = first_of_both(live, table.options(forced.trailing_zeros() as usize)) else {
                        return Outcome::Conflict;
                    };
                    remove(live, table.met(option));
                    chosen.push(table.names[option]);
                    node.open &= !table.items[option];
                    forced &= node.open;
                }
                continue;
            }
            let changed = sizes.iter().zip(&node.looked_at).fold(0, |all, (new, old)| all | new ^ old);
            node.looked_at = sizes;
            let mut is_settled = true;
            for item in members(node.open & changed & !at_least(&sizes, PLANES_LOOKED_AT)) {
                is_settled &= !table.remove_hopeless(live, hopeless, item);
            }
            if is_settled {
                return Outcome::Branch(smallest(node.open, &sizes));
            }
        }
    }

    /// Tries the first option of the item that the node branches on.
    fn branch(&mut self, item: usize) {
        let table = &self.tables[self.node.table];
        let (start, end) = (self.node.start, self.live.len());
        let tried = first_of_both(&self.live[start..], table.options(item)).expect("the item has options");
        self.live.extend_from_within(start..);
        remove(&mut self.live[end..], table.met(tried));
        self.chosen.push(table.names[tried]);
        self.node.tried = tried;
        let below = Node { start: end, open: self.node.open & !table.items[tried], item: None, ..self.node };
        self.levels.push(std::mem::replace(&mut self.node, below));
    }

    /// Undoes the last choice and removes its option instead; false if no choice is left. A node keeps the item of its first
    /// branch: looking at all items again between its options takes longer than it saves.
    fn backtrack(&mut self) -> bool {
        while let Some(level) = self.levels.pop() {
            self.node = level;
            self.tables.truncate(self.node.table + 1);
            let table = &self.tables[self.node.table];
            self.live.truncate(self.node.start + table.words);
            self.chosen.truncate(self.node.chosen);
            let live = &mut self.live[self.node.start..];
            live[self.node.tried / 64] &= !(1 << (self.node.tried % 64));
            let Some(item) = self.node.item else { return true };
            if first_of_both(live, table.options(item)).is_some() {
                self.branch(item);
                return true;
            }
        }
        self.is_exhausted = true;
        false
    }

    /// Gives the node a table of its own if its sets become half as long.
    fn renumber(&mut self) {
        let table = &self.tables[self.node.table];
        let live = &self.live[self.node.start..];
        let count: usize = live.iter().map(|word| word.count_ones() as usize).sum();
        if table.words <= FEW_WORDS || 2 * count.div_ceil(64) > table.words {
            return;
        }
        let options = live.iter().enumerate().flat_map(|(at, &word)| bits(word).map(move |bit| 64 * at + bit));
        let (names, items) = options.map(|option| (table.names[option], table.items[option])).unzip();
        let table = Table::new(names, items);
        self.live.truncate(self.node.start);
        self.live.resize(self.node.start + table.words, 0);
        (0..count).for_each(|option| insert(&mut self.live[self.node.start..], option));
        self.node.table = self.tables.len();
        self.tables.push(table);
    }
}

/// The items whose size has a digit in `plane` or a higher plane.
#[inline]
fn at_least(sizes: &Planes, plane: usize) -> Items {
    sizes[plane..].iter().fold(0, |all, plane| all | plane)
}

/// The first item with the fewest options.
fn smallest(mut items: Items, sizes: &Planes) -> usize {
    for plane in sizes.iter().rev() {
        let smaller = items & !plane;
        if smaller != 0 {
            items = smaller;
        }
    }
    items.trailing_zeros() as usize
}

/// Adds three digits of all items at once: the sums and the carries.
#[inline]
fn add(a: Items, b: Items, c: Items) -> (Items, Items) {
    let either = a ^ b;
    (either ^ c, a & b | either & c)
}

fn insert(set: &mut [u64], member: usize) {
    set[member / 64] |= 1 << (member % 64);
}

#[inline]
fn remove(set: &mut [u64], others: &[u64]) {
    set.iter_mut().zip(others).for_each(|(word, others)| *word &= !others);
}

#[inline]
fn first_of_both(some: &[u64], others: &[u64]) -> Option<usize> {
    let mut both = some.iter().zip(others).map(|(some, others)| some & others).enumerate();
    both.find(|&(_, word)| word != 0).map(|(at, word)| 64 * at + word.trailing_zeros() as usize)
}

#[inline]
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        bit
    })
}

#[inline]
fn members(mut items: Items) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let item = (items != 0).then(|| items.trailing_zeros() as usize);
        items &= items.wrapping_sub(1);
        item
    })
}
