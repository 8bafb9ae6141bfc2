//! What follows from one assertion, breadth first, each consequence with its parents.

use crate::logic::net::{Assertion, Net, Node, is_on, node, off, on};
use crate::logic::proof::{Because, Proof};

/// What an inner rule saw.
#[derive(Clone, Debug)]
pub(super) enum Deduction {
    /// So many sets that must have a candidate lie in as many that have one at most.
    Count {
        /// Sets that must have one.
        bases: Vec<u16>,
        /// Sets that have one at most.
        covers: Vec<u16>,
    },
    /// A rule's cells have no filling with it.
    Rule(Because),
    /// A chain within the chain.
    Chain(NestedChain),
}

/// A chain on what a chain has left.
#[derive(Clone, Debug)]
pub(super) struct NestedChain {
    /// The same number for the same chain in all runs of a search.
    pub number: u32,
    /// How many assertions it has.
    pub complexity: u32,
    /// All that the run has struck out and its proof rests on.
    pub needs: Vec<Node>,
    /// Its proof, down to what it strikes out; empty where no proof was asked for.
    pub proof: Proof,
}

/// Rules that help where nothing else follows.
pub(super) trait Deduce {
    /// Adds to the run what follows from what it has struck out since `masks`.
    fn deduce(&mut self, net: &Net, masks: &[u64], run: &mut Run);
}

/// Why an assertion holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// It was assumed.
    Assumed,
    /// The set has another that is on, or no other left.
    Set(u16),
    /// An inner rule, by its number in the run.
    Inner(u32),
}

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mode {
    /// Whether consequences change the candidates that later ones see.
    pub is_dynamic: bool,
    /// Whether cells take no part.
    pub is_nishio: bool,
    /// Which inner rules help where nothing else follows.
    pub level: u8,
}

#[derive(Clone, Copy, Debug)]
struct Record {
    first: u32,
    count: u16,
    depth: u16,
    cause: Cause,
}

const NOTHING: Record = Record { first: 0, count: 0, depth: 0, cause: Cause::Assumed };

/// The consequences of one assertion.
#[derive(Debug, Default)]
pub(super) struct Run {
    /// Candidates that get on, in the order in which they are found.
    pub on: Vec<Node>,
    /// Candidates that get off.
    pub off: Vec<Node>,
    records: Vec<Record>,
    parents: Vec<Assertion>,
    /// By assertion: whether it is among the consequences.
    has: Vec<u64>,
    /// A candidate that would be both.
    pub clash: Option<Node>,
    /// What inner rules found.
    pub inner: Vec<Deduction>,
    masks: Vec<u64>,
}

impl Run {
    /// Whether the assertion is among the consequences.
    #[inline]
    pub(super) fn has(&self, assertion: Assertion) -> bool {
        self.has[usize::from(assertion >> 6)] >> (assertion & 63) & 1 == 1
    }

    /// What an assertion follows from.
    #[inline]
    pub(super) fn parents(&self, assertion: Assertion) -> &[Assertion] {
        let record = &self.records[usize::from(assertion)];
        &self.parents[record.first as usize..][..usize::from(record.count)]
    }

    /// What the proof of an assertion rests on.
    fn premises(&self, assertion: Assertion) -> Vec<Assertion> {
        let mut premises = self.parents(assertion).to_vec();
        if let Cause::Inner(number) = self.cause(assertion)
            && let Deduction::Chain(chain) = &self.inner[number as usize]
        {
            premises.extend(chain.needs.iter().map(|&node| off(node)));
        }
        premises
    }

    /// Why an assertion holds.
    pub(super) fn cause(&self, assertion: Assertion) -> Cause {
        self.records[usize::from(assertion)].cause
    }

    /// The length of the longest chain of parents: at most the number of ancestors.
    #[inline]
    pub(super) fn depth(&self, assertion: Assertion) -> u32 {
        u32::from(self.records[usize::from(assertion)].depth)
    }

    /// Finds all that follows from `source`, up to the first contradiction, where the sets have the candidates of `masks`.
    ///
    /// An assertion that is on is followed before one that is off, and each in the order in which it was found.
    pub(super) fn follow(&mut self, net: &Net, masks: &[u64], source: Assertion, mode: Mode, inner: &mut dyn Deduce) {
        self.begin(net, masks, source);
        let is_helped = mode.level > 0 || net.has_rules() && mode.is_dynamic && !mode.is_nishio;
        let (mut next_on, mut next_off) = (0, 0);
        loop {
            if next_on < self.on.len() {
                let from = self.on[next_on];
                next_on += 1;
                for &(other, set) in net.opponents(from, !mode.is_nishio) {
                    if self.has(on(other)) {
                        self.note(off(other), Cause::Set(set), &[on(from)]);
                        self.clash = Some(other);
                        return;
                    }
                    if !self.has(off(other)) && net.is_open(masks, other) {
                        self.add(off(other), Cause::Set(set), &[on(from)]);
                    }
                }
            } else if next_off < self.off.len() {
                let from = self.off[next_off];
                next_off += 1;
                if self.shut(net, masks, from, mode) {
                    return;
                }
            } else {
                let before = self.off.len();
                if is_helped {
                    inner.deduce(net, masks, self);
                }
                if self.off.len() == before || self.clash.is_some() {
                    return;
                }
            }
        }
    }

    fn begin(&mut self, net: &Net, masks: &[u64], source: Assertion) {
        self.on.clear();
        self.off.clear();
        self.parents.clear();
        self.inner.clear();
        self.records.resize(2 * net.len(), NOTHING);
        self.has.clear();
        self.has.resize((2 * net.len()).div_ceil(64), 0);
        self.clash = None;
        self.masks.clear();
        self.masks.extend_from_slice(masks);
        self.add(source, Cause::Assumed, &[]);
    }

    fn note(&mut self, assertion: Assertion, cause: Cause, parents: &[Assertion]) {
        let first = self.parents.len() as u32;
        self.parents.extend_from_slice(parents);
        self.finish(assertion, cause, first);
    }

    /// Records an assertion whose parents are the last of the list, from `first` on.
    #[inline]
    fn finish(&mut self, assertion: Assertion, cause: Cause, first: u32) {
        let count = (self.parents.len() - first as usize) as u16;
        let of = |&parent: &Assertion| self.records[usize::from(parent)].depth;
        let depth = self.parents[first as usize..].iter().map(of).max().unwrap_or(0) + 1;
        self.records[usize::from(assertion)] = Record { first, count, depth, cause };
    }

    #[inline]
    fn join(&mut self, assertion: Assertion) {
        self.has[usize::from(assertion >> 6)] |= 1 << (assertion & 63);
        if is_on(assertion) { self.on.push(node(assertion)) } else { self.off.push(node(assertion)) }
    }

    /// Adds a consequence that is not yet there.
    pub(super) fn add(&mut self, assertion: Assertion, cause: Cause, parents: &[Assertion]) {
        self.note(assertion, cause, parents);
        self.join(assertion);
    }

    /// Adds what a rule of the puzzle strikes out, up to the first contradiction.
    pub(super) fn rule_out(&mut self, struck: &[Node], from: &[Node], because: &Because) {
        self.conclude(struck, from, || Deduction::Rule(because.clone()));
        self.clash = struck.iter().copied().find(|&node| self.has(on(node)) && self.has(off(node)));
    }

    /// Adds what an inner rule strikes out where that rests on the run, that is, on candidates that it has struck out.
    pub(super) fn conclude(&mut self, struck: &[Node], from: &[Node], deduction: impl FnOnce() -> Deduction) {
        if from.is_empty() || struck.iter().all(|&node| self.has(off(node))) {
            return;
        }
        let parents: Vec<Assertion> = from.iter().map(|&node| off(node)).collect();
        let number = self.inner.len() as u32;
        for &node in struck {
            if !self.has(off(node)) {
                self.add(off(node), Cause::Inner(number), &parents);
            }
        }
        self.inner.push(deduction());
    }

    /// Follows a candidate that is off; whether that is a contradiction.
    fn shut(&mut self, net: &Net, masks: &[u64], from: Node, mode: Mode) -> bool {
        for &(set, place) in net.sets(from, !mode.is_nishio) {
            let Some(other) = net.partner(&self.masks, set, place) else { continue };
            if self.has(on(other)) {
                continue;
            }
            let first = self.parents.len() as u32;
            self.parents.push(off(from));
            let gone = masks[usize::from(set)] & !self.masks[usize::from(set)];
            self.parents.extend(net.members(usize::from(set), gone).map(off));
            self.finish(on(other), Cause::Set(set), first);
            if self.has(off(other)) {
                self.clash = Some(other);
                return true;
            }
            self.join(on(other));
        }
        if mode.is_dynamic {
            net.strike(&mut self.masks, from);
        }
        false
    }

    /// The consequences as a set, a bit for each assertion.
    pub(super) fn words(&self) -> &[u64] {
        &self.has
    }

    /// The candidates that are left to the sets.
    pub(super) fn left(&self) -> &[u64] {
        &self.masks
    }
}

/// Counts the assertions of a chain.
#[derive(Debug, Default)]
pub(super) struct Ancestors {
    seen: Vec<u32>,
    round: u32,
    todo: Vec<Assertion>,
    /// The chains within the chain, each counted once.
    nested: Vec<u32>,
}

impl Ancestors {
    /// Begins a chain.
    pub(super) fn begin(&mut self) {
        self.nested.clear();
    }

    /// How many assertions a target rests on, with itself and those of chains within that this chain has not yet; counting ends
    /// above `most`.
    pub(super) fn count(&mut self, run: &Run, target: Assertion, most: u32) -> u32 {
        self.seen.resize(run.records.len(), 0);
        self.round += 1;
        self.todo.clear();
        self.todo.push(target);
        self.seen[usize::from(target)] = self.round;
        let mut count = 1;
        while let Some(assertion) = self.todo.pop() {
            for &parent in run.parents(assertion) {
                if self.seen[usize::from(parent)] != self.round {
                    self.seen[usize::from(parent)] = self.round;
                    self.todo.push(parent);
                    count += 1;
                }
            }
            if let Cause::Inner(number) = run.cause(assertion)
                && let Deduction::Chain(chain) = &run.inner[number as usize]
                && !self.nested.contains(&chain.number)
            {
                self.nested.push(chain.number);
                count += chain.complexity;
            }
            if count > most {
                break;
            }
        }
        count
    }
}

/// What a target follows from and itself, parents first.
pub(super) fn lineage(run: &Run, target: Assertion) -> Vec<Assertion> {
    let mut seen = vec![false; run.records.len()];
    let mut listed = Vec::new();
    let mut stack = vec![(target, run.premises(target).into_iter())];
    seen[usize::from(target)] = true;
    while let Some((assertion, premises)) = stack.last_mut() {
        if let Some(premise) = premises.next() {
            if !seen[usize::from(premise)] {
                seen[usize::from(premise)] = true;
                stack.push((premise, run.premises(premise).into_iter()));
            }
        } else {
            listed.push(*assertion);
            stack.pop();
        }
    }
    listed
}
