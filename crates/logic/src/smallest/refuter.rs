//! Decides whether a candidate can be true if some premises hold: the result is a refutation with a proof, or a model.
//!
//! Propagates consequences, then branches on the set with the fewest places left. A refutation keeps only the lines that it rests
//! on.

use satdoku_base::budget::{Running, StopReason};

use crate::candidate_graph::{Assertion, NO_NODE, Node, is_on, node, off, on};
use crate::pencil_mark::Literal;
use crate::proof::{Because, ProofLine};
use crate::smallest::premises::{Id, Kind, Premises};

/// No premise: a fact by definition of a grid.
const FREE: Id = Id::MAX;

/// The reason of an assertion.
#[derive(Clone, Copy, Debug)]
enum Why {
    Assumed,
    /// The last candidate of a set that must have one, by a premise.
    Has(usize, Id),
    /// Another candidate of the set is true, by a premise.
    Once(usize, Id),
    /// A rule has no filling otherwise.
    Rule(usize),
}

/// A proof that ends with a contradiction.
#[derive(Clone, Debug, Default)]
pub(super) struct Refutation {
    /// The lines under the assumption.
    pub(super) lines: Vec<ProofLine>,
    /// The premises that the lines rest on.
    pub(super) used: Vec<Id>,
    /// The candidates known before the assumption that the lines rest on, and the assumption itself.
    rests_on: Vec<Node>,
}

/// The outcome for a candidate.
pub(super) enum Outcome {
    /// The candidate cannot be true.
    Refuted(Refutation),
    /// The candidate can be true, together with these, at most one in a cell.
    Model(Vec<Node>),
    /// Too many cases were tried.
    Unknown,
}

/// Tests candidates against premises.
pub(super) struct Refuter<'a> {
    premises: &'a Premises<'a>,
    running: &'a Running,
    is_active: Vec<bool>,
    active: Vec<Id>,
    /// By set: the premise by which it must have a true candidate, or [`FREE`].
    must: Vec<Id>,
    /// The sets that must have a true candidate.
    full: Vec<usize>,
    /// The places of each set's candidates that are not false.
    masks: Vec<u64>,
    /// The number of true candidates of each set.
    true_ones: Vec<u8>,
    trail: Vec<(Assertion, Why)>,
    /// By candidate: its place on the trail, or [`NOWHERE`].
    place: Vec<u32>,
    head: usize,
    dirty: Vec<usize>,
    is_dirty: Vec<bool>,
    /// The number of cases left.
    cases: u32,
}

const NOWHERE: u32 = u32::MAX;

impl<'a> Refuter<'a> {
    pub(super) fn new(premises: &'a Premises<'a>, running: &'a Running) -> Self {
        let sets = premises.graph.masks().len();
        Self {
            premises,
            running,
            is_active: vec![false; premises.count()],
            active: Vec::new(),
            must: vec![FREE; sets],
            full: Vec::new(),
            masks: premises.graph.masks().to_vec(),
            true_ones: vec![0; sets],
            trail: Vec::new(),
            place: vec![NOWHERE; premises.graph.len()],
            head: 0,
            dirty: Vec::new(),
            is_dirty: vec![false; premises.ruled().len()],
            cases: 0,
        }
    }

    fn activate(&mut self, ids: &[Id]) {
        for id in self.active.drain(..) {
            self.is_active[id] = false;
        }
        self.full.drain(..).for_each(|set| self.must[set] = FREE);
        for &id in ids {
            self.is_active[id] = true;
            self.active.push(id);
            match self.premises.kind(id) {
                Kind::Has(set) => self.require(set, id),
                Kind::Rule(at) => {
                    for &cell in self.premises.ruled()[at].cells {
                        if self.premises.graph.masks()[usize::from(cell)] != 0 {
                            self.require(cell.into(), id);
                        }
                    }
                }
                Kind::Once(_) => {}
            }
        }
    }

    fn require(&mut self, set: usize, id: Id) {
        if self.must[set] == FREE {
            self.full.push(set);
            self.must[set] = id;
        }
    }

    /// Whether a candidate can be true if these premises hold; without a candidate, whether the premises can hold.
    ///
    /// After `cases` cases the outcome is unknown.
    ///
    /// # Errors
    /// If the budget runs out.
    pub(super) fn try_with(&mut self, premises: &[Id], tried: Option<Node>, cases: u32) -> Result<Outcome, StopReason> {
        self.activate(premises);
        self.cases = cases;
        for &id in premises {
            if let Kind::Rule(at) = self.premises.kind(id) {
                self.soil(at);
            }
        }
        self.under(tried.map(on))
    }

    /// The outcome of an assumption; the state is restored afterwards.
    fn under(&mut self, assumed: Option<Assertion>) -> Result<Outcome, StopReason> {
        let start = self.trail.len();
        let ended = self.below(assumed, start);
        for at in (start..self.trail.len()).rev() {
            self.take_back(at);
        }
        self.trail.truncate(start);
        self.head = start;
        self.dirty.drain(..).for_each(|at| self.is_dirty[at] = false);
        ended
    }

    fn below(&mut self, assumed: Option<Assertion>, start: usize) -> Result<Outcome, StopReason> {
        if let Some(assumed) = assumed {
            let _ = self.note(assumed, Why::Assumed);
        }
        let root = start == 0;
        let conflict = match if root { self.last_places() } else { Ok(()) } {
            Ok(()) => self.propagate(),
            Err(conflict) => Err(conflict),
        };
        if let Err((says, why)) = conflict {
            return Ok(Outcome::Refuted(self.refutation(says, why, start)));
        }
        let Some(set) = self.branching() else {
            return Ok(Outcome::Model(
                self.trail.iter().filter(|(says, _)| is_on(*says)).map(|(says, _)| node(*says)).collect(),
            ));
        };
        self.running.check()?;
        let open: Vec<Node> = self.premises.graph.members(set, self.masks[set]).collect();
        let mut cases = Vec::with_capacity(open.len());
        let mut of_cases = Refutation::default();
        for case in open {
            if self.cases == 0 {
                return Ok(Outcome::Unknown);
            }
            self.cases -= 1;
            let refutation = match self.under(Some(on(case)))? {
                Outcome::Refuted(refutation) => refutation,
                ended => return Ok(ended),
            };
            if !refutation.rests_on.contains(&case) {
                // The refutation does not use the case.
                return Ok(Outcome::Refuted(self.behind(refutation, start)));
            }
            of_cases.used.extend(refutation.used);
            of_cases.rests_on.extend(refutation.rests_on.into_iter().filter(|&of| of != case));
            cases.push((self.premises.graph.mark(case), refutation.lines));
        }
        of_cases.used.push(self.must[set]);
        let gone = self.premises.graph.masks()[set] & !self.masks[set];
        of_cases.rests_on.extend(self.premises.graph.members(set, gone));
        let opposite = assumed.map_or_else(|| on(self.premises.graph.member(set, 0)), |assumed| assumed ^ 1);
        of_cases.lines.push(ProofLine {
            says: self.literal(opposite),
            because: Because::Cases(self.premises.graph.name(set as u16), cases),
        });
        if let Some(assumed) = assumed {
            of_cases.rests_on.push(node(assumed));
        }
        Ok(Outcome::Refuted(self.behind(of_cases, start)))
    }

    fn literal(&self, says: Assertion) -> Literal {
        Literal { mark: self.premises.graph.mark(node(says)), is_true: is_on(says) }
    }

    /// Records an assertion; an error if its opposite is known.
    fn note(&mut self, says: Assertion, why: Why) -> Result<(), (Assertion, Why)> {
        let at = self.place[usize::from(node(says))];
        if at != NOWHERE {
            return if self.trail[at as usize].0 == says { Ok(()) } else { Err((says, why)) };
        }
        self.place[usize::from(node(says))] = self.trail.len() as u32;
        self.trail.push((says, why));
        let premises = self.premises;
        for &(set, place) in premises.graph.sets(node(says), true) {
            let set = usize::from(set);
            if is_on(says) {
                self.true_ones[set] += 1;
            } else {
                self.masks[set] &= !(1 << place);
            }
        }
        Ok(())
    }

    fn take_back(&mut self, at: usize) {
        let (says, _) = self.trail[at];
        self.place[usize::from(node(says))] = NOWHERE;
        let premises = self.premises;
        for &(set, place) in premises.graph.sets(node(says), true) {
            let set = usize::from(set);
            if is_on(says) {
                self.true_ones[set] -= 1;
            } else {
                self.masks[set] |= 1 << place;
            }
        }
    }

    /// Queues a rule.
    fn soil(&mut self, at: usize) {
        if !self.is_dirty[at] {
            self.is_dirty[at] = true;
            self.dirty.push(at);
        }
    }

    /// Writes the candidates of sets with a single place from the start.
    fn last_places(&mut self) -> Result<(), (Assertion, Why)> {
        for at in 0..self.full.len() {
            self.look(self.full[at])?;
        }
        Ok(())
    }

    /// Checks whether a set that must have a true candidate has one place left, or no place.
    #[inline]
    fn look(&mut self, set: usize) -> Result<(), (Assertion, Why)> {
        let (left, why) = (self.masks[set], Why::Has(set, self.must[set]));
        if left & left.wrapping_sub(1) != 0 {
            return Ok(());
        }
        let places = if left == 0 { self.premises.graph.masks()[set] } else { left };
        self.note(on(self.premises.graph.member(set, places.trailing_zeros() as usize)), why)
    }

    fn propagate(&mut self) -> Result<(), (Assertion, Why)> {
        let premises = self.premises;
        loop {
            while let Some(&(says, _)) = self.trail.get(self.head) {
                self.head += 1;
                for &(set, _) in premises.graph.sets(node(says), true) {
                    let set = usize::from(set);
                    if !is_on(says) {
                        if self.must[set] != FREE {
                            self.look(set)?;
                        }
                        continue;
                    }
                    let id = if set < premises.graph.cells() { FREE } else { premises.once(set) };
                    if id == FREE || self.is_active[id] {
                        for other in premises.graph.members(set, premises.graph.masks()[set]) {
                            if other != node(says) {
                                self.note(off(other), Why::Once(set, id))?;
                            }
                        }
                    }
                }
                for &rule in premises.rules_of(premises.graph.mark(node(says)).cell()) {
                    if self.is_active[premises.rule(rule.into())] {
                        self.soil(rule.into());
                    }
                }
            }
            let Some(rule) = self.dirty.pop() else { return Ok(()) };
            self.is_dirty[rule] = false;
            self.filter(rule)?;
        }
    }

    /// The digits that a cell of a rule may have.
    fn domain(&self, cell: usize) -> u64 {
        if let Some(digit) = self.premises.board.value(cell) {
            return 1 << digit;
        }
        if self.true_ones[cell] > 0 {
            let is_true = |&place: &usize| {
                let at = self.place[usize::from(self.premises.graph.member(cell, place))];
                at != NOWHERE && is_on(self.trail[at as usize].0)
            };
            return crate::bits::ones(self.premises.graph.masks()[cell]).find(is_true).map_or(0, |place| 1 << place);
        }
        self.masks[cell]
    }

    /// Strikes out candidates with which a rule has no filling.
    fn filter(&mut self, rule: usize) -> Result<(), (Assertion, Why)> {
        let premises = self.premises;
        let ruled = &premises.ruled()[rule];
        let before: Vec<u64> = ruled.cells.iter().map(|&cell| self.domain(cell.into())).collect();
        let why = Why::Rule(rule);
        let Ok(struck) = ruled.struck(&before) else {
            // The contradiction refutes the last assertion as well as any other.
            let last = self.trail.last().map_or(on(0), |&(says, _)| says);
            return Err((last ^ 1, why));
        };
        for mark in struck {
            let node = premises.graph.member(mark.cell(), mark.digit());
            if node != NO_NODE {
                self.note(off(node), why)?;
            }
        }
        Ok(())
    }

    /// The set with the fewest places left, among the sets that must have a true candidate and do not have one yet.
    fn branching(&self) -> Option<usize> {
        let open = self.full.iter().copied().filter(|&set| self.true_ones[set] == 0);
        open.min_by_key(|&set| (self.masks[set].count_ones(), set))
    }

    /// The candidates that a line rests on, among those before a place on the trail.
    fn rests_on(&self, says: Assertion, why: Why, before: usize, into: &mut Vec<Node>) {
        let graph = &self.premises.graph;
        let is_known = |of: Node| (self.place[usize::from(of)] as usize) < before && of != node(says);
        match why {
            Why::Assumed => {}
            Why::Has(set, _) => into.extend(graph.members(set, graph.masks()[set]).filter(|&of| is_known(of))),
            Why::Once(set, _) => {
                let is_true = |&of: &Node| is_known(of) && is_on(self.trail[self.place[usize::from(of)] as usize].0);
                into.extend(graph.members(set, graph.masks()[set]).find(is_true));
            }
            Why::Rule(rule) => {
                for &cell in self.premises.ruled()[rule].cells {
                    let cell = usize::from(cell);
                    into.extend(graph.members(cell, graph.masks()[cell]).filter(|&of| is_known(of)));
                }
            }
        }
    }

    fn line(&self, says: Assertion, why: Why, used: &mut Vec<Id>) -> ProofLine {
        let graph = &self.premises.graph;
        let (because, id) = match why {
            Why::Has(set, id) => (Because::Has(graph.name(set as u16)), id),
            Why::Once(set, id) => (Because::Once(graph.name(set as u16)), id),
            Why::Rule(rule) => (self.premises.ruled()[rule].because.clone(), self.premises.rule(rule)),
            Why::Assumed => unreachable!("an assumption is no line"),
        };
        if id != FREE {
            used.push(id);
        }
        ProofLine { says: self.literal(says), because }
    }

    /// The proof of a contradiction: a line whose opposite is known.
    fn refutation(&self, says: Assertion, why: Why, start: usize) -> Refutation {
        let mut end = Refutation::default();
        self.rests_on(says, why, self.trail.len(), &mut end.rests_on);
        end.rests_on.push(node(says));
        let line = self.line(says, why, &mut end.used);
        end.lines.push(line);
        self.behind(end, start)
    }

    /// The proof of an end, preceded by the lines that it rests on.
    fn behind(&self, end: Refutation, start: usize) -> Refutation {
        let mut is_needed = vec![false; self.trail.len()];
        let mut rests_on = Vec::new();
        let need = |nodes: &mut Vec<Node>, is_needed: &mut Vec<bool>| {
            for of in nodes.drain(..) {
                match self.place[usize::from(of)] as usize {
                    at if at < is_needed.len() => is_needed[at] = true,
                    _ => {}
                }
            }
        };
        let Refutation { lines, mut used, rests_on: mut of_end } = end;
        need(&mut of_end, &mut is_needed);
        let mut before = Vec::new();
        let mut from = Vec::new();
        for at in (0..self.trail.len()).rev() {
            if !is_needed[at] {
                continue;
            }
            let (says, why) = self.trail[at];
            if at < start || matches!(why, Why::Assumed) {
                rests_on.push(node(says));
                continue;
            }
            before.push(self.line(says, why, &mut used));
            self.rests_on(says, why, at, &mut from);
            need(&mut from, &mut is_needed);
        }
        before.reverse();
        before.extend(lines);
        used.sort_unstable();
        used.dedup();
        Refutation { lines: before, used, rests_on }
    }
}
