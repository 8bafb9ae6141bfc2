//! Chains that branch: from a candidate on and off, from all digits of a cell, from all places of a digit in a unit.

use crate::bits::ones;
use crate::candidate_graph::{Assertion, CandidateGraph, Node, node, off, on};
use crate::chains::key::{Key, Kind};
use crate::chains::run::{Ancestors, Deduce, Mode, Run};

/// A set of cases that all imply one assertion, or a contradiction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// The assertion implies that a candidate is on and off.
    Contradiction(Assertion, Node),
    /// A candidate, on and off, implies the assertion.
    Double(Node, Assertion),
    /// Each candidate of the set, a cell or a unit's digit, implies the assertion.
    Set(u16, Assertion),
}

impl Source {
    /// The conclusion of the chain.
    pub(super) const fn concludes(self) -> Assertion {
        match self {
            Self::Contradiction(source, _) => source ^ 1,
            Self::Double(_, target) | Self::Set(_, target) => target,
        }
    }

    /// The chain's assumptions, case by case, with the consequences that it uses.
    pub(super) fn parts(self, graph: &CandidateGraph, masks: &[u64]) -> Vec<(Assertion, Vec<Assertion>)> {
        match self {
            Self::Contradiction(source, clash) => vec![(source, vec![on(clash), off(clash)])],
            Self::Double(candidate, target) => [on(candidate), off(candidate)].map(|of| (of, vec![target])).to_vec(),
            Self::Set(set, target) => {
                members(graph, masks, set).into_iter().map(|case| (on(case), vec![target])).collect()
            }
        }
    }
}

/// The chains that a search collects.
#[derive(Debug)]
enum Wanted {
    /// The first chain of all.
    First(Option<(Key, Source)>),
    /// For each assertion, the first chain that concludes it, and the number of chains found before.
    Each(Vec<Option<(Key, Source, u32)>>, u32),
}

/// Memory that one search leaves to the next.
#[derive(Debug, Default)]
pub(super) struct Workspace {
    /// The consequences of each candidate that is on, and whether they were computed.
    runs: Vec<(bool, Box<Run>)>,
    opposite: Run,
    common: Vec<u64>,
    ancestors: Ancestors,
}

/// The search for chains that branch.
pub(super) struct Multiples<'a> {
    graph: &'a CandidateGraph,
    masks: &'a [u64],
    mode: Mode,
    base: u16,
    wanted: Wanted,
    runs: &'a mut Vec<(bool, Box<Run>)>,
    opposite: &'a mut Run,
    common: &'a mut Vec<u64>,
    ancestors: &'a mut Ancestors,
}

impl<'a> Multiples<'a> {
    /// A search of chains of a class whose rating without length is `base`.
    fn new(
        graph: &'a CandidateGraph,
        masks: &'a [u64],
        (mode, base): (Mode, u16),
        wanted: Wanted,
        space: &'a mut Workspace,
    ) -> Self {
        let Workspace { runs, opposite, common, ancestors } = space;
        runs.resize_with(graph.len(), || (false, Box::default()));
        for (is_made, _) in runs.iter_mut() {
            *is_made = false;
        }
        Self { graph, masks, mode, base, wanted, runs, opposite, common, ancestors }
    }

    /// The first chain in the order; `None` also if `go_on` ends the search.
    pub(super) fn first(
        graph: &'a CandidateGraph,
        masks: &'a [u64],
        class: (Mode, u16),
        inner: &mut dyn Deduce,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<(Key, Source)> {
        let mut space = Workspace::default();
        let mut search = Multiples::new(graph, masks, class, Wanted::First(None), &mut space);
        let is_done = search.run(inner, go_on);
        let Wanted::First(best) = search.wanted else { return None };
        best.filter(|_| is_done)
    }

    /// The first chain for each assertion that follows, in the order of chains.
    pub(super) fn each(
        graph: &'a CandidateGraph,
        masks: &'a [u64],
        class: (Mode, u16),
        inner: &mut dyn Deduce,
        space: &'a mut Workspace,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Vec<(Key, Source)> {
        let wanted = Wanted::Each(vec![None; 2 * graph.len()], 0);
        let mut search = Self::new(graph, masks, class, wanted, space);
        search.run(inner, go_on);
        let Wanted::Each(best, _) = search.wanted else { return Vec::new() };
        let mut found: Vec<_> = best.into_iter().flatten().collect();
        let order = |&(key, _, number): &(Key, Source, u32)| (key, number);
        found.sort_by(|one, other| order(one).partial_cmp(&order(other)).expect("no key is undefined"));
        found.into_iter().map(|(key, source, _)| (key, source)).collect()
    }

    /// Searches chains from all candidates; returns whether the time sufficed.
    fn run(&mut self, inner: &mut dyn Deduce, go_on: &mut dyn FnMut() -> bool) -> bool {
        let graph = self.graph;
        for cell in 0..graph.cells() {
            let digits = self.masks[cell];
            let count = digits.count_ones();
            if count < 2 || count == 2 && !self.mode.is_dynamic {
                continue;
            }
            for candidate in graph.members(cell, digits) {
                if !go_on() {
                    return false;
                }
                self.ensure(candidate, inner);
                if self.mode.is_dynamic {
                    self.binary(candidate, count > 2 && !self.mode.is_nishio, inner);
                }
                if !self.mode.is_nishio {
                    for &(set, _) in graph.sets(candidate, false) {
                        let places = self.masks[usize::from(set)];
                        let is_first = graph.members(usize::from(set), places).next() == Some(candidate);
                        if is_first && places.count_ones() > 1 && graph.is_full(usize::from(set)) {
                            self.cases(set, Kind::Region, inner);
                        }
                    }
                }
            }
            if !self.mode.is_nishio {
                self.cases(cell as u16, Kind::Cell, inner);
            }
        }
        true
    }

    /// Computes the consequences of a candidate that is on.
    fn ensure(&mut self, candidate: Node, inner: &mut dyn Deduce) {
        let (is_made, run) = &mut self.runs[usize::from(candidate)];
        if !*is_made {
            run.follow(self.graph, self.masks, on(candidate), self.mode, inner);
            *is_made = true;
        }
    }

    fn of(&self, candidate: Node) -> &Run {
        &self.runs[usize::from(candidate)].1
    }

    /// The highest complexity with which a chain of a kind precedes the best chain so far.
    fn most(&self, kind: Kind, target: Assertion) -> u32 {
        let best = match &self.wanted {
            Wanted::First(best) => best.map(|(best, _)| best),
            Wanted::Each(best, _) => best[usize::from(target)].map(|(best, ..)| best),
        };
        best.map_or(u32::MAX, |best| if kind < best.kind() { best.complexity() } else { best.complexity() - 1 })
    }

    fn keep(&mut self, complexity: u32, kind: Kind, source: Source) {
        let target = source.concludes();
        if complexity <= self.most(kind, target) {
            let key = Key::new(self.base, complexity, kind);
            match &mut self.wanted {
                Wanted::First(best) => *best = Some((key, source)),
                Wanted::Each(best, found) => {
                    best[usize::from(target)] = Some((key, source, *found));
                    *found += 1;
                }
            }
        }
    }

    /// Contradictions and conclusions from a candidate on and off.
    fn binary(&mut self, candidate: Node, with_double: bool, inner: &mut dyn Deduce) {
        let run = std::mem::take(&mut self.runs[usize::from(candidate)].1);
        let mut opposite = std::mem::take(self.opposite);
        self.contradiction(&run, on(candidate));
        opposite.follow(self.graph, self.masks, off(candidate), self.mode, inner);
        self.contradiction(&opposite, off(candidate));
        if with_double {
            let both = run.on.iter().map(|&node| on(node)).chain(run.off.iter().map(|&node| off(node)));
            for target in both.filter(|&target| opposite.has(target)) {
                let most = self.most(Kind::Double, target);
                if !self.is_worth(target) || run.depth(target) + opposite.depth(target) > most {
                    continue;
                }
                self.ancestors.begin();
                let first = self.ancestors.count(&run, target, most);
                let complexity =
                    first.saturating_add(self.ancestors.count(&opposite, target, most.saturating_sub(first)));
                self.keep(complexity, Kind::Double, Source::Double(candidate, target));
            }
        }
        *self.opposite = opposite;
        self.runs[usize::from(candidate)].1 = run;
    }

    fn contradiction(&mut self, run: &Run, source: Assertion) {
        let Some(clash) = run.clash else { return };
        let most = self.most(Kind::Contradiction, source ^ 1);
        if run.depth(on(clash)) + run.depth(off(clash)) > most
            || source == off(node(source)) && !self.is_worth(on(node(source)))
        {
            return;
        }
        self.ancestors.begin();
        let first = self.ancestors.count(run, on(clash), most);
        let complexity = first + self.ancestors.count(run, off(clash), most.saturating_sub(first));
        self.keep(complexity, Kind::Contradiction, Source::Contradiction(source, clash));
    }

    /// Whether an assertion strikes out a candidate.
    fn is_worth(&self, target: Assertion) -> bool {
        let (cell, _) = self.graph.sets(node(target), true)[0];
        target == off(node(target)) || self.masks[usize::from(cell)].count_ones() > 1
    }

    /// The common consequences of all candidates of a set.
    fn cases(&mut self, set: u16, kind: Kind, inner: &mut dyn Deduce) {
        let graph = self.graph;
        let places = self.masks[usize::from(set)];
        let members = graph.members(usize::from(set), places);
        let mut common = std::mem::take(self.common);
        common.clear();
        for member in members.clone() {
            self.ensure(member, inner);
            let has = self.of(member).words();
            if common.is_empty() {
                common.extend_from_slice(has);
            } else {
                common.iter_mut().zip(has).for_each(|(common, has)| *common &= has);
            }
        }
        if common.iter().any(|&word| word != 0) {
            let is_common = |target: Assertion| common[usize::from(target >> 6)] >> (target & 63) & 1 == 1;
            let first = graph.member(usize::from(set), places.trailing_zeros() as usize);
            let count = self.of(first).on.len() + self.of(first).off.len();
            for at in 0..count {
                let run = self.of(first);
                let target = run.on.get(at).map_or_else(|| off(run.off[at - run.on.len()]), |&node| on(node));
                if is_common(target) && self.is_worth(target) {
                    self.case(set, target, kind, members.clone());
                }
            }
        }
        *self.common = common;
    }

    fn case(&mut self, set: u16, target: Assertion, kind: Kind, members: impl Iterator<Item = Node> + Clone) {
        let most = self.most(kind, target);
        let least: u32 = members.clone().map(|member| self.of(member).depth(target)).sum();
        if least > most {
            return;
        }
        let mut complexity = 0_u32;
        self.ancestors.begin();
        for member in members {
            let run = &self.runs[usize::from(member)].1;
            complexity += self.ancestors.count(run, target, most.saturating_sub(complexity));
            if complexity > most {
                return;
            }
        }
        self.keep(complexity, kind, Source::Set(set, target));
    }
}

/// The open candidates of a set.
pub(super) fn members(graph: &CandidateGraph, masks: &[u64], set: u16) -> Vec<Node> {
    ones(masks[usize::from(set)]).map(|place| graph.member(usize::from(set), place)).collect()
}
