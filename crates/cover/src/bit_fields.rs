//! A search without links, for long questions about small problems: the live options of all items in a few words.
//!
//! Every item is a field of a word: a bit for each of its options, and a top bit that marks the item as uncovered. An option has a
//! row as long as the state; *and* with the row removes all options met by the option and marks its items covered. A subtraction
//! and an addition find the empty fields, single options and pairs in all fields of a word at once, as in Knuth's broadword tricks
//! (TAOCP 7.1.3). Fields may have any width, because the top bit confines borrows and carries. Nothing is undone: a branch is a
//! copy of the state.
//!
//! The tree equals the tree of [`ItemChoice::Smallest`](crate::ItemChoice): equal items, options and steps in equal
//! order. The rows take a moment to write and grow with the square of the problem, so a search begins with links and hands its
//! branches over if it goes on.

use satdoku_base::budget::Running;
use satdoku_base::verdict::Verdict;

use crate::links::Links;
use crate::width::Width;

/// The most options of an item: with the top bit they fill a word.
const LONGEST: usize = 63;

/// The most words of all rows together, half a megabyte.
const MOST_WORDS: usize = 1 << 16;

/// No option.
const NONE: u32 = u32::MAX;

/// The outcome of a state after all forced options.
enum Outcome {
    Conflict,
    Cover,
    /// The option to branch on.
    Branch(u32),
}

/// The search. It numbers the remaining options consecutively, apart from the problem's numbers.
pub(crate) struct BitFields {
    words: usize,
    /// The top bit of each field.
    tops: Vec<u64>,
    /// The lowest bit of each field.
    ones: Vec<u64>,
    /// For each option a row: the bits that stay when the option is chosen.
    rows: Vec<u64>,
    /// The option of each bit.
    option_of: Vec<u32>,
    /// The bits of each option.
    bits_of: Vec<Vec<usize>>,
    /// The problem's number of each option.
    names: Vec<u32>,
    has_secondary: bool,
    /// The states of all levels, one after the other, and room for the next.
    states: Vec<u64>,
    /// The tried option of each level but the last.
    tried: Vec<u32>,
    is_on_cover: bool,
    is_exhausted: bool,
}

/// Whether a problem is small enough, counting linked options and removed options.
pub(crate) fn fits<W: Width>(links: &Links<W>, removed: impl Iterator<Item = u32>) -> bool {
    let mut sizes: Vec<usize> = (0..links.primary_items()).map(|item| links.size(item)).collect();
    for option in removed {
        for item in links.nodes(option).map(|node| links.item(node)).filter(|&item| links.is_primary(item)) {
            sizes[item] += 1;
        }
    }
    let bits: usize = sizes.iter().map(|size| size + 1).sum();
    // A field that does not fit begins in the next word, so every word is at least half full.
    let words = bits / 32 + 1;
    sizes.iter().all(|&size| size <= LONGEST) && words.saturating_mul(links.options()) <= MOST_WORDS
}

impl BitFields {
    /// Fields for the linked items that have a choice left.
    pub(crate) fn new<W: Width>(links: &Links<W>) -> Self {
        let mut fields = Self {
            words: 0,
            tops: Vec::new(),
            ones: Vec::new(),
            rows: Vec::new(),
            option_of: Vec::new(),
            bits_of: Vec::new(),
            names: Vec::new(),
            has_secondary: links.items() > links.primary_items(),
            states: Vec::new(),
            tried: Vec::new(),
            is_on_cover: false,
            is_exhausted: false,
        };
        let number_of = fields.lay_out(links);
        for number in 0..fields.names.len() {
            fields.add_row(links, &number_of, number);
        }
        fields
    }

    /// Gives each item a field and each option its bits; returns the number of each option of the problem.
    fn lay_out<W: Width>(&mut self, links: &Links<W>) -> Vec<u32> {
        let mut number_of = vec![NONE; links.options()];
        let mut used = 64;
        for item in links.linked_items().filter(|&item| links.size(item) > 1) {
            let size = links.size(item);
            if used + size + 1 > 64 {
                used = 0;
                self.tops.push(0);
                self.ones.push(0);
                self.option_of.resize(64 * self.tops.len(), NONE);
            }
            let word = self.tops.len() - 1;
            self.ones[word] |= 1 << used;
            for option in links.options_of(item) {
                let number = &mut number_of[option as usize];
                if *number == NONE {
                    *number = self.names.len() as u32;
                    self.names.push(option);
                    self.bits_of.push(Vec::new());
                }
                self.option_of[64 * word + used] = *number;
                self.bits_of[*number as usize].push(64 * word + used);
                used += 1;
            }
            self.tops[word] |= 1 << used;
            used += 1;
        }
        self.words = self.tops.len();
        number_of
    }

    /// Writes the row of an option: the bits that stay when the option is chosen.
    fn add_row<W: Width>(&mut self, links: &Links<W>, number_of: &[u32], number: usize) {
        let start = self.rows.len();
        self.rows.resize(start + self.words, u64::MAX);
        for node in links.nodes(self.names[number]) {
            for met in links.options_of(links.item(node)).map(|option| number_of[option as usize]) {
                if met != NONE && met as usize != number {
                    clear(&mut self.rows[start..], &self.bits_of[met as usize]);
                }
            }
        }
        for &bit in &self.bits_of[number] {
            let above = self.tops[bit / 64] & (u64::MAX << (bit % 64));
            self.rows[start + bit / 64] &= !(above & above.wrapping_neg());
        }
    }

    /// Pushes a level: the options left there and, except for the last level, the tried option.
    pub(crate) fn push(&mut self, is_left: impl Fn(u32) -> bool, tried: Option<u32>) {
        let start = self.states.len();
        self.states.extend_from_slice(&self.tops);
        for (&name, bits) in self.names.iter().zip(&self.bits_of) {
            if is_left(name) {
                for bit in bits {
                    self.states[start + bit / 64] |= 1 << (bit % 64);
                }
            }
        }
        self.tried
            .extend(tried.and_then(|option| self.names.iter().position(|&name| name == option)).map(|at| at as u32));
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
                Outcome::Branch(option) => {
                    if let Err(reason) = running.tick() {
                        return Verdict::Unknown(reason);
                    }
                    self.branch(option);
                }
            }
        }
    }

    /// The options of the cover beyond the options already chosen, from its first item to its last.
    pub(crate) fn cover(&self) -> impl Iterator<Item = u32> {
        let state = &self.states[self.tried.len() * self.words..][..self.words];
        let mut seen = vec![false; self.names.len()];
        let bits = (0..64 * self.words).filter(|bit| (state[bit / 64] & !self.tops[bit / 64]) >> (bit % 64) & 1 == 1);
        bits.map(|bit| self.option_of[bit] as usize)
            .filter(move |&option| !std::mem::replace(&mut seen[option], true))
            .map(|option| self.names[option])
    }

    fn branch(&mut self, option: u32) {
        let start = self.tried.len() * self.words;
        self.tried.push(option);
        if self.states.len() < start + 2 * self.words {
            self.states.resize(start + 2 * self.words, 0);
        }
        let (parent, child) = self.states[start..start + 2 * self.words].split_at_mut(self.words);
        let row = &self.rows[option as usize * self.words..][..self.words];
        for ((child, parent), row) in child.iter_mut().zip(parent).zip(row) {
            *child = *parent & row;
        }
    }

    /// Undoes the last choice and removes its option instead; false if no choice is left.
    fn backtrack(&mut self) -> bool {
        let Some(option) = self.tried.pop() else {
            self.is_exhausted = true;
            return false;
        };
        let start = self.tried.len() * self.words;
        clear(&mut self.states[start..start + self.words], &self.bits_of[option as usize]);
        true
    }

    /// Chooses forced options in the last state up to a fixed point.
    fn settle(&mut self) -> Outcome {
        let words = self.words;
        let start = self.tried.len() * words;
        let state = &mut self.states[start..start + words];
        let (tops, ones) = (&self.tops[..words], &self.ones[..words]);
        loop {
            let (mut empty, mut several, mut single) = (0, 0, 0);
            for ((&word, &top), &one) in state.iter().zip(tops).zip(ones) {
                let options = word & !top;
                let more = any(without_lowest(options, top, one), top, one);
                empty |= top & !any(options, top, one);
                several |= more;
                single |= word & top & !more;
            }
            if empty != 0 {
                return Outcome::Conflict;
            }
            if several == 0 && (single == 0 || !self.has_secondary) {
                // Every item has one option, so no two options share an item that must be covered.
                return Outcome::Cover;
            }
            if single == 0 {
                return Outcome::Branch(self.option_of[smallest(state, tops, ones)]);
            }
            for at in 0..words {
                let (top, one) = (tops[at], ones[at]);
                let more = any(without_lowest(state[at] & !top, top, one), top, one);
                let mut forced = state[at] & top & !more;
                while forced != 0 {
                    let left = field(state[at], forced, one);
                    if left == 0 {
                        return Outcome::Conflict;
                    }
                    let option = self.option_of[64 * at + left.trailing_zeros() as usize] as usize;
                    let row = &self.rows[option * words..][..words];
                    state.iter_mut().zip(row).for_each(|(word, row)| *word &= row);
                    // Items covered by the option need no option any more.
                    forced &= (forced - 1) & state[at];
                }
            }
        }
    }
}

/// The bit of the option to try: the lowest of the first field with the fewest options, at least two.
fn smallest(state: &[u64], tops: &[u64], ones: &[u64]) -> usize {
    for size in 2..=LONGEST {
        for (at, ((&word, &top), &one)) in state.iter().zip(tops).zip(ones).enumerate() {
            let mut options = word & !top;
            for _ in 1..size {
                options = without_lowest(options, top, one);
            }
            let fields = any(options, top, one) & !any(without_lowest(options, top, one), top, one);
            if fields != 0 {
                return 64 * at + field(word, fields, one).trailing_zeros() as usize;
            }
        }
    }
    unreachable!("some field has several options")
}

/// All fields without their lowest option; an empty field stays empty.
#[inline]
fn without_lowest(options: u64, tops: u64, ones: u64) -> u64 {
    options & ((options | tops) - ones)
}

/// The top bits of the fields that have an option.
#[inline]
fn any(options: u64, tops: u64, ones: u64) -> u64 {
    (options + (tops - ones)) & tops
}

/// The options of the field with the lowest top bit in `tops`.
#[inline]
fn field(word: u64, tops: u64, ones: u64) -> u64 {
    let top = tops & tops.wrapping_neg();
    let lowest = ones & (top - 1);
    word & (top - (1 << lowest.ilog2()))
}

fn clear(words: &mut [u64], bits: &[usize]) {
    for bit in bits {
        words[bit / 64] &= !(1 << (bit % 64));
    }
}
