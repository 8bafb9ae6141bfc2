//! The proof and the figure of a chain that is taken.

use crate::candidate_graph::{Assertion, CandidateGraph, Node, is_on, node, off, on};
use crate::chains::chain::{Chain, ChainLink, Shape};
use crate::chains::multiple::{Source, members};
use crate::chains::run::{Cause, Deduce, Deduction, Mode, Run, lineage};
use crate::pencil_mark::Literal;
use crate::proof::{Because, ProofLine, StepProof};
use crate::step::{Figure, Link, Role};

/// The parts of a step that come from a chain.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// The candidates that it writes.
    pub placed: Vec<Node>,
    /// The candidates that it strikes out.
    pub struck: Vec<Node>,
    /// The proof.
    pub proof: StepProof,
    /// The figure.
    pub figure: Figure,
}

fn literal(graph: &CandidateGraph, assertion: Assertion) -> Literal {
    Literal { mark: graph.mark(node(assertion)), is_true: is_on(assertion) }
}

fn show(figure: &mut Figure, says: Literal) {
    let role = if says.is_true { Role::On } else { Role::Off };
    if !figure.marks.contains(&(says.mark, role)) {
        figure.marks.push((says.mark, role));
    }
}

/// The proof of a chain or cycle.
pub(super) fn single(graph: &CandidateGraph, chain: &Chain) -> Found {
    let links = &chain.links;
    let prove = |links: &[ChainLink]| -> StepProof {
        links[1..].iter().map(|link| graph.line(link.node, link.is_on, link.set)).collect()
    };
    let mut found = Found::default();
    let as_literal = |link: &ChainLink| Literal { mark: graph.mark(link.node), is_true: link.is_on };
    for (at, link) in links.iter().enumerate() {
        show(&mut found.figure, as_literal(link));
        if at > 0 {
            let (from, to) = (as_literal(&links[at - 1]), as_literal(link));
            found.figure.links.push(Link { from, to, by: graph.set(link.set) });
        }
    }
    let source = links[0].node;
    match chain.shape {
        Shape::Off => {
            found.struck.push(source);
            found.proof.push(ProofLine::refuted(Literal::off(graph.mark(source)), prove(links)));
        }
        Shape::On => {
            found.placed.push(source);
            found.proof.push(ProofLine::refuted(Literal::on(graph.mark(source)), prove(links)));
        }
        Shape::Cycle => {
            // Backwards each assertion turns into its opposite: with the first candidate off, every off candidate of the cycle
            // gets on.
            let forth = &links[..links.len() - 1];
            let back =
                (1..links.len() - 1).rev().map(|at| graph.line(links[at].node, !links[at].is_on, links[at + 1].set));
            let back: StepProof = back.collect();
            for &struck in &chain.struck {
                let by = |of_on: bool| {
                    let ends = links[1..].iter().filter(|link| link.is_on == of_on);
                    let sets = ends.flat_map(|link| graph.opponents(link.node, false));
                    let set = sets.filter(|&&(other, _)| other == struck).map(|&(_, set)| set).next();
                    graph.line(struck, false, set.expect("what a cycle strikes out sees both its ends"))
                };
                let mut on_side = prove(forth);
                on_side.push(by(true));
                let mut off_side = back.clone();
                off_side.push(by(false));
                let says = Literal::off(graph.mark(struck));
                let because = Because::Either(graph.mark(source), on_side, off_side);
                found.proof.push(ProofLine { says, because });
            }
            found.struck.clone_from(&chain.struck);
        }
    }
    found
}

/// Proofs of chains that branch: the consequences are computed again.
pub(super) struct Prover<'a> {
    /// The candidates.
    pub graph: &'a CandidateGraph,
    /// The remaining candidates of the sets.
    pub masks: &'a [u64],
    /// The mode of the search.
    pub mode: Mode,
    /// The rules within dynamic chains.
    pub inner: &'a mut dyn Deduce,
}

impl Prover<'_> {
    /// The proof of a chain that branches.
    pub(super) fn multiple(&mut self, source: Source) -> Found {
        let mut found = Found::default();
        let graph = self.graph;
        let (concluded, because) = match source {
            Source::Contradiction(source, clash) => {
                let lines = self.lines(source, &[on(clash), off(clash)], &mut found.figure);
                (source ^ 1, Because::Refuted(lines))
            }
            Source::Double(candidate, target) => {
                let on_side = self.lines(on(candidate), &[target], &mut found.figure);
                let off_side = self.lines(off(candidate), &[target], &mut found.figure);
                (target, Because::Either(graph.mark(candidate), on_side, off_side))
            }
            Source::Set(set, target) => {
                let cases = members(graph, self.masks, set).into_iter();
                let cases =
                    cases.map(|case| (graph.mark(case), self.lines(on(case), &[target], &mut found.figure))).collect();
                (target, Because::Cases(graph.name(set), cases))
            }
        };
        found.proof.push(ProofLine { says: literal(graph, concluded), because });
        let conclusion = if is_on(concluded) { &mut found.placed } else { &mut found.struck };
        conclusion.push(node(concluded));
        found
    }

    /// The lines from an assumption to its consequences.
    fn lines(&mut self, source: Assertion, targets: &[Assertion], figure: &mut Figure) -> StepProof {
        let graph = self.graph;
        let mut run = Run::default();
        run.follow(graph, self.masks, source, self.mode, self.inner);
        let mut listed: Vec<Assertion> = Vec::new();
        for &target in targets {
            let ancestors = lineage(&run, target).into_iter();
            let new: Vec<Assertion> = ancestors.filter(|assertion| !listed.contains(assertion)).collect();
            listed.extend(new);
        }
        let mut lines = StepProof::new();
        let mut told = Vec::new();
        for assertion in listed {
            let to = literal(graph, assertion);
            show(figure, to);
            let by = match run.cause(assertion) {
                Cause::Assumed => continue,
                Cause::Set(set) => {
                    lines.push(graph.line(node(assertion), is_on(assertion), set));
                    graph.set(set)
                }
                Cause::Inner(number) => {
                    match &run.inner[number as usize] {
                        Deduction::Count { bases, covers } => {
                            let [bases, covers] =
                                [bases, covers].map(|sets| sets.iter().map(|&set| graph.name(set)).collect::<Vec<_>>());
                            lines.push(ProofLine::count(to.mark, &bases, &covers));
                        }
                        Deduction::Rule(because) => lines.push(ProofLine { says: to, because: because.clone() }),
                        Deduction::Chain(chain) if !told.contains(&number) => {
                            told.push(number);
                            lines.extend_from_slice(&chain.proof);
                        }
                        Deduction::Chain(_) => {}
                    }
                    None
                }
            };
            for &parent in run.parents(assertion) {
                let link = Link { from: literal(graph, parent), to, by };
                if !figure.links.contains(&link) {
                    figure.links.push(link);
                }
            }
        }
        lines
    }
}
