//! Chains that branch: from a candidate on and off, from all digits of a cell, from all places of a digit in a unit.

use crate::logic::bits::ones;
use crate::logic::chains::inner::Inner;
use crate::logic::chains::key::{Key, Kind};
use crate::logic::chains::run::{Ancestors, Mode, Run};
use crate::logic::net::{Assertion, Net, Node, node, off, on};

/// What implies the same in all its cases, or a contradiction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// The assertion implies that a candidate is on and off.
    Contradiction(Assertion, Node),
    /// A candidate, on and off, implies the assertion.
    Double(Node, Assertion),
    /// Each candidate of the set, a cell or a unit's digit, implies the assertion.
    Set(u16, Assertion),
}

/// The search for the first of all chains that branch.
pub(super) struct Multiples<'a> {
    net: &'a Net,
    masks: &'a [u64],
    mode: Mode,
    base: u16,
    best: Option<(Key, Source)>,
    /// What follows from each candidate that is on, once it was asked for.
    runs: Vec<Option<Box<Run>>>,
    opposite: Run,
    common: Vec<u64>,
    ancestors: Ancestors,
}

impl<'a> Multiples<'a> {
    /// A search of chains of a class whose rating without length is `base`.
    pub(super) fn new(net: &'a Net, masks: &'a [u64], mode: Mode, base: u16) -> Self {
        Self {
            net,
            masks,
            mode,
            base,
            best: None,
            runs: (0..net.len()).map(|_| None).collect(),
            opposite: Run::default(),
            common: Vec::new(),
            ancestors: Ancestors::default(),
        }
    }

    /// The chain that is taken first; `None` also where `go_on` says that the time is over.
    pub(super) fn first(mut self, inner: &mut Inner<'_>, go_on: &mut dyn FnMut() -> bool) -> Option<(Key, Source)> {
        let net = self.net;
        for cell in 0..net.cells() {
            let digits = self.masks[cell];
            let count = digits.count_ones();
            if count < 2 || count == 2 && !self.mode.is_dynamic {
                continue;
            }
            for candidate in net.members(cell, digits) {
                if !go_on() {
                    return None;
                }
                self.ensure(candidate, inner);
                if self.mode.is_dynamic {
                    self.binary(candidate, count > 2 && !self.mode.is_nishio, inner);
                }
                if !self.mode.is_nishio {
                    for &(set, _) in net.sets(candidate, false) {
                        let places = self.masks[usize::from(set)];
                        let is_first = net.members(usize::from(set), places).next() == Some(candidate);
                        if is_first && places.count_ones() > 1 && net.is_full(usize::from(set)) {
                            self.cases(set, Kind::Region, inner);
                        }
                    }
                }
            }
            if !self.mode.is_nishio {
                self.cases(cell as u16, Kind::Cell, inner);
            }
        }
        self.best
    }

    /// Makes what follows from a candidate that is on.
    fn ensure(&mut self, candidate: Node, inner: &mut Inner<'_>) {
        let at = usize::from(candidate);
        if self.runs[at].is_none() {
            let mut run = Box::<Run>::default();
            run.follow(self.net, self.masks, on(candidate), self.mode, inner);
            self.runs[at] = Some(run);
        }
    }

    fn run(&self, candidate: Node) -> &Run {
        self.runs[usize::from(candidate)].as_ref().expect("made before it is asked for")
    }

    /// The highest complexity that a chain of a kind may have to come before the best.
    fn most(&self, kind: Kind) -> u32 {
        self.best
            .map_or(u32::MAX, |(best, _)| if kind < best.kind() { best.complexity() } else { best.complexity() - 1 })
    }

    fn keep(&mut self, complexity: u32, kind: Kind, source: Source) {
        if complexity <= self.most(kind) {
            self.best = Some((Key::new(self.base, complexity, kind), source));
        }
    }

    /// Contradictions and conclusions from a candidate on and off.
    fn binary(&mut self, candidate: Node, with_double: bool, inner: &mut Inner<'_>) {
        let run = self.runs[usize::from(candidate)].take().expect("made before it is asked for");
        let mut opposite = std::mem::take(&mut self.opposite);
        self.contradiction(&run, on(candidate));
        opposite.follow(self.net, self.masks, off(candidate), self.mode, inner);
        self.contradiction(&opposite, off(candidate));
        if with_double {
            let both = run.on.iter().map(|&node| on(node)).chain(run.off.iter().map(|&node| off(node)));
            for target in both.filter(|&target| opposite.has(target)) {
                let most = self.most(Kind::Double);
                if !self.is_worth(target) || run.depth(target) + opposite.depth(target) > most {
                    continue;
                }
                let first = self.ancestors.count(&run, target, most);
                let complexity =
                    first.saturating_add(self.ancestors.count(&opposite, target, most.saturating_sub(first)));
                self.keep(complexity, Kind::Double, Source::Double(candidate, target));
            }
        }
        self.opposite = opposite;
        self.runs[usize::from(candidate)] = Some(run);
    }

    fn contradiction(&mut self, run: &Run, source: Assertion) {
        let Some(clash) = run.clash else { return };
        let most = self.most(Kind::Contradiction);
        if run.depth(on(clash)) + run.depth(off(clash)) > most
            || source == off(node(source)) && !self.is_worth(on(node(source)))
        {
            return;
        }
        let first = self.ancestors.count(run, on(clash), most);
        let complexity = first + self.ancestors.count(run, off(clash), most.saturating_sub(first));
        self.keep(complexity, Kind::Contradiction, Source::Contradiction(source, clash));
    }

    /// Whether an assertion strikes out something.
    fn is_worth(&self, target: Assertion) -> bool {
        let (cell, _) = self.net.sets(node(target), true)[0];
        target == off(node(target)) || self.masks[usize::from(cell)].count_ones() > 1
    }

    /// What all candidates of a set imply.
    fn cases(&mut self, set: u16, kind: Kind, inner: &mut Inner<'_>) {
        let net = self.net;
        let places = self.masks[usize::from(set)];
        let members = net.members(usize::from(set), places);
        let mut common = std::mem::take(&mut self.common);
        common.clear();
        for member in members.clone() {
            self.ensure(member, inner);
            let has = self.run(member).words();
            if common.is_empty() {
                common.extend_from_slice(has);
            } else {
                common.iter_mut().zip(has).for_each(|(common, has)| *common &= has);
            }
        }
        if common.iter().any(|&word| word != 0) {
            let is_common = |target: Assertion| common[usize::from(target >> 6)] >> (target & 63) & 1 == 1;
            let first = net.member(usize::from(set), places.trailing_zeros() as usize);
            let count = self.run(first).on.len() + self.run(first).off.len();
            for at in 0..count {
                let run = self.run(first);
                let target = run.on.get(at).map_or_else(|| off(run.off[at - run.on.len()]), |&node| on(node));
                if is_common(target) && self.is_worth(target) {
                    self.case(set, target, kind, members.clone());
                }
            }
        }
        self.common = common;
    }

    fn case(&mut self, set: u16, target: Assertion, kind: Kind, members: impl Iterator<Item = Node> + Clone) {
        let most = self.most(kind);
        let least: u32 = members.clone().map(|member| self.run(member).depth(target)).sum();
        if least > most {
            return;
        }
        let mut complexity = 0_u32;
        for member in members {
            let run = self.runs[usize::from(member)].as_ref().expect("made before it is asked for");
            complexity += self.ancestors.count(run, target, most.saturating_sub(complexity));
            if complexity > most {
                return;
            }
        }
        self.keep(complexity, kind, Source::Set(set, target));
    }
}

/// The candidates of a set that are open.
pub(super) fn members(net: &Net, masks: &[u64], set: u16) -> Vec<Node> {
    ones(masks[usize::from(set)]).map(|place| net.member(usize::from(set), place)).collect()
}
