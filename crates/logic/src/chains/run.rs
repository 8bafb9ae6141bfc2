//! The consequences of an assertion, breadth first, each with its parents.

use crate::candidate_graph::{Assertion, CandidateGraph, Node, is_on, node, off, on};
use crate::proof::{Because, StepProof};

/// The deduction of an inner rule.
#[derive(Clone, Debug)]
pub(super) enum Deduction {
    /// k sets that must have a candidate lie in k sets that have at most one.
    Count {
        /// Sets that must have a candidate.
        bases: Vec<u16>,
        /// Sets that have at most one candidate.
        covers: Vec<u16>,
    },
    /// A rule's cells have no filling with the candidate.
    Rule(Because),
    /// A chain within the chain.
    Chain(NestedChain),
}

/// A chain over the remaining candidates of another chain.
#[derive(Clone, Debug)]
pub(super) struct NestedChain {
    /// Identifies the chain in all runs of a search.
    pub number: u32,
    /// The number of its assertions.
    pub complexity: u32,
    /// The run's eliminations that its proof rests on.
    pub needs: Vec<Node>,
    /// Its proof, including its eliminations; empty unless a proof was requested.
    pub proof: StepProof,
}

/// Rules that help when the chain has come to rest.
pub(super) trait Deduce {
    /// Adds to the run the consequences of its own eliminations since `masks`.
    fn deduce(&mut self, graph: &CandidateGraph, masks: &[u64], run: &mut Run);
}

/// Why an assertion holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// The assertion was assumed.
    Assumed,
    /// The set has another candidate that is on, or no further candidate.
    Set(u16),
    /// An inner rule, by its number in the run.
    Inner(u32),
}

/// The kind of chains to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mode {
    /// Whether consequences change the candidates that later consequences see.
    pub is_dynamic: bool,
    /// Whether cells are left out.
    pub is_nishio: bool,
    /// The level of the inner rules.
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
    /// Candidates that get on, in the order of discovery.
    pub on: Vec<Node>,
    /// Candidates that get off.
    pub off: Vec<Node>,
    records: Vec<Record>,
    parents: Vec<Assertion>,
    /// By assertion: whether it is among the consequences.
    has: Vec<u64>,
    /// A candidate both on and off.
    pub clash: Option<Node>,
    /// The deductions of inner rules.
    pub inner: Vec<Deduction>,
    masks: Vec<u64>,
}

impl Run {
    /// Whether the assertion is among the consequences.
    #[inline]
    pub(super) fn has(&self, assertion: Assertion) -> bool {
        self.has[usize::from(assertion >> 6)] >> (assertion & 63) & 1 == 1
    }

    /// The parents of an assertion.
    #[inline]
    pub(super) fn parents(&self, assertion: Assertion) -> &[Assertion] {
        let record = &self.records[usize::from(assertion)];
        &self.parents[record.first as usize..][..usize::from(record.count)]
    }

    /// The assertions that the proof of an assertion rests on.
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

    /// Finds all consequences of `source`, up to the first contradiction, over sets with the candidates of `masks`.
    ///
    /// Candidates that are on are followed before candidates that are off, each group in the order of discovery.
    pub(super) fn follow(
        &mut self,
        graph: &CandidateGraph,
        masks: &[u64],
        source: Assertion,
        mode: Mode,
        inner: &mut dyn Deduce,
    ) {
        self.begin(graph, masks, source);
        let is_helped = mode.level > 0 || graph.has_rules() && mode.is_dynamic && !mode.is_nishio;
        let (mut next_on, mut next_off) = (0, 0);
        loop {
            if next_on < self.on.len() {
                let from = self.on[next_on];
                next_on += 1;
                for &(other, set) in graph.opponents(from, !mode.is_nishio) {
                    if self.has(on(other)) {
                        self.note(off(other), Cause::Set(set), &[on(from)]);
                        self.clash = Some(other);
                        return;
                    }
                    if !self.has(off(other)) && graph.is_open(masks, other) {
                        self.add(off(other), Cause::Set(set), &[on(from)]);
                    }
                }
            } else if next_off < self.off.len() {
                let from = self.off[next_off];
                next_off += 1;
                if self.shut(graph, masks, from, mode) {
                    return;
                }
            } else {
                let before = self.off.len();
                if is_helped {
                    inner.deduce(graph, masks, self);
                }
                if self.off.len() == before || self.clash.is_some() {
                    return;
                }
            }
        }
    }

    fn begin(&mut self, graph: &CandidateGraph, masks: &[u64], source: Assertion) {
        self.on.clear();
        self.off.clear();
        self.parents.clear();
        self.inner.clear();
        self.records.resize(2 * graph.len(), NOTHING);
        self.has.clear();
        self.has.resize((2 * graph.len()).div_ceil(64), 0);
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

    /// Adds a new consequence.
    pub(super) fn add(&mut self, assertion: Assertion, cause: Cause, parents: &[Assertion]) {
        self.note(assertion, cause, parents);
        self.join(assertion);
    }

    /// Adds the eliminations of a puzzle's rule, up to the first contradiction.
    pub(super) fn rule_out(&mut self, struck: &[Node], from: &[Node], because: &Because) {
        self.conclude(struck, from, || Deduction::Rule(because.clone()));
        self.clash = struck.iter().copied().find(|&node| self.has(on(node)) && self.has(off(node)));
    }

    /// Adds the eliminations of an inner rule if they rest on the run, that is, on the run's own eliminations.
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

    /// Follows a candidate that is off; returns whether a contradiction follows.
    fn shut(&mut self, graph: &CandidateGraph, masks: &[u64], from: Node, mode: Mode) -> bool {
        for &(set, place) in graph.sets(from, !mode.is_nishio) {
            let Some(other) = graph.partner(&self.masks, set, place) else { continue };
            if self.has(on(other)) {
                continue;
            }
            let first = self.parents.len() as u32;
            self.parents.push(off(from));
            let gone = masks[usize::from(set)] & !self.masks[usize::from(set)];
            self.parents.extend(graph.members(usize::from(set), gone).map(off));
            self.finish(on(other), Cause::Set(set), first);
            if self.has(off(other)) {
                self.clash = Some(other);
                return true;
            }
            self.join(on(other));
        }
        if mode.is_dynamic {
            graph.strike(&mut self.masks, from);
        }
        false
    }

    /// The consequences as a set, a bit for each assertion.
    pub(super) fn words(&self) -> &[u64] {
        &self.has
    }

    /// The remaining candidates of the sets.
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
    /// The inner chains counted so far.
    nested: Vec<u32>,
}

impl Ancestors {
    /// Begins a chain.
    pub(super) fn begin(&mut self) {
        self.nested.clear();
    }

    /// The number of assertions that a target rests on, including itself and inner chains not yet counted for this chain;
    /// counting ends above `most`.
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

/// A target and its ancestors, parents first.
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
