//! Helpers of a dynamic chain that has come to rest: patterns and chains over its remaining candidates.

use std::collections::HashMap;

use satdoku_base::budget::Running;

use crate::board::Board;
use crate::candidate_graph::{Assertion, CandidateGraph, Node, is_on, node};
use crate::chains::chain::{Chain, Shape, mates};
use crate::chains::closure::Closure;
use crate::chains::multiple::{Multiples, Source, Workspace};
use crate::chains::patterns::Patterns;
use crate::chains::prove::{self, Prover};
use crate::chains::rules::Rules;
use crate::chains::run::{Cause, Deduce, Deduction, Mode, NestedChain, Run, lineage};
use crate::chains::single::Singles;
use crate::proof::{ProofLine, StepProof};

/// Static chains that branch.
const STATIC: Mode = Mode { is_dynamic: false, is_nishio: false, level: 0 };

/// The inner rules of a level.
///
/// At each level the puzzle's own rules come first.
///
/// | level | rules |
/// | --- | --- |
/// | 0 | none |
/// | 1 | locked candidates, pairs, X-wings |
/// | 2 | level 1 and forcing chains and cycles |
/// | 3 | level 2 and cell and region forcing chains |
/// | 4 | level 1 and dynamic chains |
/// | 5 | level 1 and dynamic chains with level 1 |
///
/// The first rule with an elimination that rests on the chain's own eliminations is taken, with all its eliminations.
#[derive(Debug)]
pub(super) struct Inner<'a> {
    level: u8,
    rules: Rules<'a>,
    patterns: Option<Patterns<'a>>,
    /// The rules within an inner dynamic chain.
    within: Option<Box<Inner<'a>>>,
    /// Ends a search; `None` while proving a chain that was found in time.
    running: Option<&'a Running>,
    closure: Closure,
    space: Workspace,
    scratch: Run,
    /// The numbers of chains, by their assertions.
    numbers: HashMap<Vec<Assertion>, u32>,
}

impl<'a> Inner<'a> {
    /// The rules of a level for a board.
    pub(super) fn new(board: &'a Board, level: u8, running: &'a Running) -> Self {
        Self {
            level,
            rules: Rules::new(board),
            patterns: (level > 0).then(|| Patterns::new(board)),
            within: (level > 2).then(|| Box::new(Self::new(board, level.saturating_sub(4), running))),
            running: Some(running),
            closure: Closure::default(),
            space: Workspace::default(),
            scratch: Run::default(),
            numbers: HashMap::new(),
        }
    }

    /// The rules for proving a chain they found: inner chains get proofs, and no time limit applies.
    pub(super) fn proving(mut self) -> Self {
        self.running = None;
        self.within = self.within.map(|within| Box::new(within.proving()));
        self
    }

    fn is_in_time(&self) -> bool {
        self.running.is_none_or(|running| running.check().is_ok())
    }

    fn is_proving(&self) -> bool {
        self.running.is_none()
    }

    /// The number of a chain; equal assertions have equal numbers.
    fn number(&mut self, assertions: Vec<Assertion>) -> u32 {
        let next = self.numbers.len() as u32;
        *self.numbers.entry(assertions).or_insert(next)
    }

    /// Forcing chains and cycles.
    fn single_chains(&mut self, graph: &CandidateGraph, masks: &[u64], run: &mut Run) {
        let left = run.left().to_vec();
        let lengths = self.closure.lengths(graph, &left);
        if lengths.is_empty() {
            return;
        }
        for chain in Singles::each(graph, &left, &lengths) {
            let by = chain.links[1..].iter().filter(|link| link.is_on).map(|link| link.set);
            let from = gone(graph, masks, &left, by);
            let struck = chain.strikes(graph, &left);
            let complexity = chain.key.complexity();
            run.conclude(&struck, &from, || {
                let number = self.number(assertions(&chain));
                let proof = if self.is_proving() {
                    proof(graph, &left, prove::single(graph, &chain))
                } else {
                    StepProof::new()
                };
                Deduction::Chain(NestedChain { number, complexity, needs: from.clone(), proof })
            });
        }
    }

    /// Chains that branch.
    fn branching_chains(&mut self, graph: &CandidateGraph, masks: &[u64], run: &mut Run, (mode, base): (Mode, u16)) {
        let left = run.left().to_vec();
        let (Some(mut within), mut space) = (self.within.take(), std::mem::take(&mut self.space)) else { return };
        let mut scratch = std::mem::take(&mut self.scratch);
        let found = Multiples::each(graph, &left, (mode, base), &mut *within, &mut space, &mut || self.is_in_time());
        for (key, source) in found {
            let target = source.concludes();
            let struck = strikes(graph, &left, target);
            let (mut by, mut bases, mut all) = (Vec::new(), Vec::new(), Vec::new());
            if let Source::Set(set, _) = source {
                by.push(set);
            }
            for (assumed, targets) in source.parts(graph, &left) {
                scratch.follow(graph, &left, assumed, mode, &mut *within);
                for target in targets {
                    let mut ancestors = lineage(&scratch, target);
                    for &assertion in &ancestors {
                        match scratch.cause(assertion) {
                            Cause::Set(set) if is_on(assertion) => by.push(set),
                            Cause::Inner(number) => match &scratch.inner[number as usize] {
                                Deduction::Count { bases: of, .. } => bases.extend_from_slice(of),
                                Deduction::Rule(because) => bases.extend_from_slice(self.rules.cells_of(because)),
                                Deduction::Chain(_) => {}
                            },
                            _ => {}
                        }
                    }
                    ancestors.sort_unstable();
                    all.push(target);
                    all.append(&mut ancestors);
                }
            }
            let from = gone(graph, masks, &left, by.iter().copied());
            run.conclude(&struck, &from, || {
                let proof = if self.is_proving() {
                    proof(graph, &left, Prover { graph, masks: &left, mode, inner: &mut *within }.multiple(source))
                } else {
                    StepProof::new()
                };
                // Premises of patterns and rules within the inner chain are no parents, but the proof needs them.
                let needs = gone(graph, masks, &left, by.iter().chain(&bases).copied());
                Deduction::Chain(NestedChain { number: self.number(all), complexity: key.complexity(), needs, proof })
            });
        }
        (self.within, self.space, self.scratch) = (Some(within), space, scratch);
    }
}

impl Deduce for Inner<'_> {
    /// Adds to the run the eliminations of the first rule that has any based on the run's own eliminations since `masks`.
    fn deduce(&mut self, graph: &CandidateGraph, masks: &[u64], run: &mut Run) {
        let before = run.off.len();
        self.rules.deduce(graph, masks, run);
        if run.off.len() > before {
            return;
        }
        let Some(patterns) = &mut self.patterns else { return };
        patterns.deduce(graph, masks, run);
        if run.off.len() > before || self.level < 2 || !self.is_in_time() {
            return;
        }
        if self.level > 3 {
            let mode = Mode { is_dynamic: true, is_nishio: false, level: self.level - 4 };
            self.branching_chains(graph, masks, run, (mode, 85));
            return;
        }
        self.single_chains(graph, masks, run);
        if self.level == 3 && run.off.len() == before && self.closure.empties(graph, run.left()) {
            self.branching_chains(graph, masks, run, (STATIC, 80));
        }
    }
}

/// The candidates of some sets that a chain has struck out, without duplicates.
fn gone(graph: &CandidateGraph, masks: &[u64], left: &[u64], sets: impl Iterator<Item = u16>) -> Vec<Node> {
    let of_set = |set: u16| graph.members(usize::from(set), masks[usize::from(set)] & !left[usize::from(set)]);
    let mut gone: Vec<Node> = sets.flat_map(of_set).collect();
    gone.sort_unstable();
    gone.dedup();
    gone
}

/// The candidates that a conclusion strikes out.
fn strikes(graph: &CandidateGraph, left: &[u64], target: Assertion) -> Vec<Node> {
    if is_on(target) { mates(graph, left, node(target)).collect() } else { vec![node(target)] }
}

/// The assertions of a chain in order.
fn assertions(chain: &Chain) -> Vec<Assertion> {
    // Equal links in different shapes are different chains.
    let shape = match chain.shape {
        Shape::Cycle => 0,
        Shape::Off => 1,
        Shape::On => 2,
    };
    let links = chain.links.iter().map(|link| link.node << 1 | Assertion::from(link.is_on));
    std::iter::once(shape).chain(links).collect()
}

/// The proof of a chain, with the candidates struck out beside its placements.
fn proof(graph: &CandidateGraph, left: &[u64], of: prove::Found) -> StepProof {
    let mut lines = of.proof;
    for &placed in &of.placed {
        let cell = graph.name(graph.sets(placed, true)[0].0);
        lines.extend(mates(graph, left, placed).map(|mate| ProofLine::once(graph.mark(mate), cell)));
    }
    lines
}
