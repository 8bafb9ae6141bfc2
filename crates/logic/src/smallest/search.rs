//! Best-first search for the candidate with the smallest explanation.
//!
//! Each candidate has a lower bound: the cost of hitting, for every known filling with the candidate, the set of violated
//! premises. The search takes the candidate with the lowest bound. If the hitting premises refute it, no explanation of any
//! candidate is smaller. If not, a filling that fulfils them and violates little else raises the bound of every candidate in the
//! filling (hitting sets: Reiter 1987; Ignatiev et al. 2015). Refutations by all premises, minimised by deletion, give upper
//! bounds: where the bounds meet, the search ends.

use satdoku_base::budget::{Running, StopReason};

use crate::candidate_graph::Node;
use crate::smallest::hitting::{Hit, Sets, cheapest};
use crate::smallest::premises::{Id, Premises};
use crate::smallest::refuter::{Outcome, Refutation, Refuter};
use crate::smallest::repair::{LocalRepair, Model};
use crate::walk_cache::{Filling, WalkCache};

/// The limits of cases with a few premises, and with all of them.
const CASES: u32 = 500;
const CASES_WITH_ALL: u32 = 2_000;

/// The sizes of the chunks in which premises are deleted, and the limit of cases for chunks of several.
const SIZES: [usize; 3] = [16, 4, 1];
const CASES_WITHOUT_MANY: u32 = 30;

/// An earlier refutation is not minimised again if it costs at least this many times the best explanation.
const TOO_DEAR: u32 = 2;

/// The limits of work for a step: fillings, and nodes of the searches for hitting sets.
const FILLINGS: usize = 1_500;

/// After this many fillings with a candidate it is tested against all premises, as a candidate of a solution has no explanation.
const FILLINGS_BEFORE_ALL: usize = 8;
const NODES: u32 = 600_000;

/// A candidate that cannot be true, and the premises that refute it.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) node: Node,
    pub(super) premises: Vec<Id>,
    pub(super) refutation: Refutation,
    /// Whether no explanation of a requested candidate is smaller.
    pub(super) is_smallest: bool,
}

/// A candidate that may turn out false.
struct Asked {
    node: Node,
    /// The premises that each filling with the candidate violates.
    broken: Sets,
    /// The number of fillings.
    fillings: usize,
    /// A lower bound of the cost of every explanation.
    least: u32,
    /// Premises that hit all sets of `broken`; `None` once they do not.
    hit: Option<Vec<Id>>,
    /// Whether a test against all premises (or against those that refuted it earlier) was made; it ended refuted or undecided,
    /// never consistent.
    is_tried: bool,
    /// Premises that refuted it in an earlier position.
    known: Option<Vec<Id>>,
}

impl Asked {
    /// Adds the violated premises of another filling with the candidate.
    fn take(&mut self, broken: &[Id]) {
        if self.hit.as_ref().is_some_and(|hit| !hit.iter().any(|id| broken.binary_search(id).is_ok())) {
            self.hit = None;
        }
        self.broken.add(broken);
        self.fillings += 1;
    }
}

/// The search of one position.
pub(super) struct Search<'a> {
    premises: &'a Premises<'a>,
    running: &'a Running,
    cache: &'a WalkCache,
    refuter: Refuter<'a>,
    repair: LocalRepair<'a>,
    all: Vec<Id>,
    /// A filling that violates no premise, if one was found.
    filling: Option<Model>,
    asked: Vec<Asked>,
    fillings: usize,
    nodes: u32,
    /// The smallest explanation found by deletion, with its cost.
    best: Option<(u32, Found)>,
}

impl<'a> Search<'a> {
    /// A search among candidates.
    ///
    /// # Errors
    /// If the budget runs out.
    pub(super) fn new(
        premises: &'a Premises<'a>,
        asked: &[Node],
        running: &'a Running,
        cache: &'a WalkCache,
    ) -> Result<Self, StopReason> {
        let mut search = Self {
            refuter: Refuter::new(premises, running),
            repair: LocalRepair::new(premises),
            all: premises.all().collect(),
            filling: None,
            asked: Vec::new(),
            fillings: 0,
            nodes: NODES,
            best: None,
            premises,
            running,
            cache,
        };
        if let Outcome::Model(nodes) = search.refuter.try_with(&search.all, None, CASES_WITH_ALL)? {
            search.filling = Some(search.repair.repaired(None, &nodes, &search.all));
        }
        let is_true = |&&node: &&Node| search.filling.as_ref().is_some_and(|filling| filling.has(premises, node));
        let false_ones: Vec<Node> = asked.iter().filter(|node| !is_true(node)).copied().collect();
        let ask = |node| Asked {
            node,
            broken: Sets::new(premises.count()),
            fillings: 0,
            least: 0,
            hit: Some(Vec::new()),
            is_tried: false,
            known: cache.refuted(premises.graph.mark(node)).map(|mut known| {
                // Some concern digits that are written now.
                known.retain(|&id| premises.weight(id) > 0);
                known
            }),
        };
        search.asked = false_ones.into_iter().map(ask).collect();
        let mut at_node = vec![None; premises.graph.len()];
        for (at, asked) in search.asked.iter().enumerate() {
            at_node[usize::from(asked.node)] = Some(at);
        }
        cache.each(premises.board, |filling| {
            let nodes = filling.marks().filter_map(|mark| premises.node(mark));
            for at in nodes.filter_map(|node| at_node[usize::from(node)]) {
                search.asked[at].take(&filling.broken);
            }
        });
        Ok(search)
    }

    /// The smallest explanation of a candidate; `None` if no candidate can be refuted.
    ///
    /// # Errors
    /// If the budget runs out.
    pub(super) fn run(&mut self) -> Result<Option<Found>, StopReason> {
        let cost_of_known = |asked: &Asked| asked.known.as_ref().map(|known| self.premises.cost(known));
        let known = (0..self.asked.len()).filter_map(|at| Some((cost_of_known(&self.asked[at])?, at)));
        if let Some((_, at)) = known.min() {
            self.try_once(at)?;
        }
        while let Some(at) = (0..self.asked.len()).min_by_key(|&at| (self.asked[at].least, at)) {
            self.running.check()?;
            if let Some((_, found)) = self.best.take_if(|(cost, _)| *cost <= self.asked[at].least) {
                return Ok(Some(Found { is_smallest: true, ..found }));
            }
            if self.fillings >= FILLINGS || self.nodes == 0 {
                return self.any();
            }
            let asked = &self.asked[at];
            let is_ripe = asked.known.is_some() || asked.fillings >= FILLINGS_BEFORE_ALL || self.asked.len() == 1;
            if is_ripe && !asked.is_tried {
                self.try_once(at)?;
                continue;
            }
            let asked = &mut self.asked[at];
            if asked.hit.is_none() {
                match cheapest(&asked.broken, self.premises, asked.least, asked.least + 1, &mut self.nodes) {
                    Hit::Cheapest(hit, cost) => {
                        asked.hit = Some(hit);
                        let is_raised = cost > asked.least;
                        asked.least = cost;
                        if is_raised {
                            continue;
                        }
                    }
                    Hit::Dearer => {
                        asked.least += 2;
                        continue;
                    }
                    Hit::Unknown => return self.any(),
                }
            }
            let node = asked.node;
            let hit = asked.hit.clone().unwrap_or_default();
            match self.refuter.try_with(&hit, Some(node), CASES)? {
                Outcome::Refuted(refutation) => {
                    return Ok(Some(Found { node, premises: hit, refutation, is_smallest: true }));
                }
                Outcome::Model(mut nodes) => {
                    self.fillings += 1;
                    let first = nodes.iter().position(|&of| of == node).unwrap_or_default();
                    nodes.swap(0, first);
                    let model = self.repair.repaired(self.filling.as_ref(), &nodes, &hit);
                    if model.broken.is_empty() {
                        self.asked.remove(at);
                        continue;
                    }
                    for asked in self.asked.iter_mut().filter(|asked| model.has(self.premises, asked.node)) {
                        asked.take(&model.broken);
                    }
                    let marks = model.nodes().map(|node| self.premises.graph.mark(node));
                    self.cache.keep(Filling::of(self.premises.board, marks, model.broken.clone()));
                }
                Outcome::Unknown => return self.any(),
            }
        }
        Ok(None)
    }

    /// Tests a candidate against the premises that refuted it earlier, or against all premises, and minimises a refutation.
    fn try_once(&mut self, at: usize) -> Result<(), StopReason> {
        let node = self.asked[at].node;
        self.asked[at].is_tried = true;
        if let Some(known) = self.asked[at].known.take()
            && let Outcome::Refuted(refutation) = self.refuter.try_with(&known, Some(node), CASES_WITH_ALL)?
        {
            let is_hopeless = self.premises.cost(&refutation.used) / TOO_DEAR >= self.least_found();
            return if is_hopeless { Ok(()) } else { self.lessen(node, refutation) };
        }
        match self.refuter.try_with(&self.all, Some(node), CASES_WITH_ALL)? {
            Outcome::Model(nodes) => self.asked.retain(|asked| !nodes.contains(&asked.node)),
            Outcome::Refuted(refutation) => self.lessen(node, refutation)?,
            Outcome::Unknown => {}
        }
        Ok(())
    }

    /// A small explanation that may not be the smallest.
    fn any(&mut self) -> Result<Option<Found>, StopReason> {
        for _ in 0..20 {
            let untried = (0..self.asked.len()).filter(|&at| !self.asked[at].is_tried);
            let Some(at) = untried.min_by_key(|&at| (self.asked[at].least, at)) else { break };
            self.try_once(at)?;
        }
        Ok(self.best.take().map(|(_, found)| found))
    }

    /// Deletes unneeded premises of a refutation, in two orders, the last first and the heaviest first, and keeps the cheaper
    /// result if it is the best so far.
    fn lessen(&mut self, node: Node, refutation: Refutation) -> Result<(), StopReason> {
        let mut by_weight = refutation.used.clone();
        by_weight.sort_by_key(|&id| (std::cmp::Reverse(self.premises.weight(id)), id));
        let last_first: Vec<Id> = refutation.used.iter().rev().copied().collect();
        let (mut least, is_dear) = self.without(node, refutation.clone(), &last_first)?;
        if !is_dear {
            let (left, _) = self.without(node, refutation, &by_weight)?;
            if self.premises.cost(&left.used) < self.premises.cost(&least.used) {
                least = left;
            }
        }
        self.cache.keep_refuted(self.premises.graph.mark(node), least.used.clone());
        let cost = self.premises.cost(&least.used);
        if cost < self.least_found() {
            self.best =
                Some((cost, Found { node, premises: least.used.clone(), refutation: least, is_smallest: false }));
        }
        Ok(())
    }

    /// The cost of the smallest explanation found so far.
    fn least_found(&self) -> u32 {
        self.best.as_ref().map_or(u32::MAX, |(cost, _)| *cost)
    }

    /// Deletes premises of a refutation in this order while the candidate stays refuted. Also returns whether deletion ended
    /// early, because the needed premises already cost as much as the best explanation.
    fn without(&mut self, node: Node, refutation: Refutation, order: &[Id]) -> Result<(Refutation, bool), StopReason> {
        let mut left = refutation;
        let mut needed = 0;
        for size in SIZES {
            let cases = if size == 1 { CASES } else { CASES_WITHOUT_MANY };
            for ids in order.chunks(size) {
                let rest: Vec<Id> = left.used.iter().copied().filter(|id| !ids.contains(id)).collect();
                if rest.len() == left.used.len() {
                    continue;
                }
                if let Outcome::Refuted(refutation) = self.refuter.try_with(&rest, Some(node), cases)? {
                    left = refutation;
                } else if let [id] = *ids {
                    needed += self.premises.weight(id);
                    if needed >= self.least_found() {
                        return Ok((left, true));
                    }
                }
            }
        }
        Ok((left, false))
    }

    /// The further candidates that these premises refute.
    ///
    /// # Errors
    /// If the budget runs out.
    pub(super) fn refuted_by(&mut self, premises: &[Id], beside: Node) -> Result<Vec<(Node, Refutation)>, StopReason> {
        let mut nodes: Vec<Node> = premises.iter().flat_map(|&id| self.premises.nodes(id)).collect();
        let graph = &self.premises.graph;
        // Also the candidates that share a cell with them.
        let cells: Vec<usize> = nodes.iter().map(|&node| graph.mark(node).cell()).collect();
        nodes.extend(cells.into_iter().flat_map(|cell| graph.members(cell, graph.masks()[cell])));
        nodes.sort_unstable();
        nodes.dedup();
        let mut refuted = Vec::new();
        for node in nodes.into_iter().filter(|&node| node != beside) {
            if self.filling.as_ref().is_some_and(|filling| filling.has(self.premises, node)) {
                continue;
            }
            if let Outcome::Refuted(refutation) = self.refuter.try_with(premises, Some(node), CASES)? {
                refuted.push((node, refutation));
            }
        }
        Ok(refuted)
    }
}
