//! From clues to a contradiction by forced steps, and no step that does not lead there.
//!
//! Deduction takes every step it finds. Here the way is walked backwards: what cannot be needs candidates to be ruled out,
//! each of them was ruled out by a clue or a step, and that step needs others to be ruled out before it. Where there is a
//! choice, what is needed anyway is taken, then a clue, then the earliest step. So the chain is short, not the shortest.

use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use crate::budget::Running;
use crate::geometry::{Candidate, Cell, Digit, Geometry, UnitId, UnitName};
use crate::grid::Grid;
use crate::reduction::{Contradiction, Reason, Reduce, Refuted, Step, refute};

/// Why clues cannot stand together, where no search is needed to see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The clues it starts from, in the order of reading.
    pub clues: Vec<Candidate>,
    /// The steps that are needed, in their order; an elimination has only the candidates that are.
    pub steps: Vec<Step>,
    /// Where it ends.
    pub contradiction: Contradiction,
}

/// What is deduced, the means that people find easiest first.
const MEANS: [Reduce; 4] = [
    Reduce::SINGLES,
    Reduce::SINGLES.and(Reduce::LOCKED),
    Reduce::SINGLES.and(Reduce::LOCKED).and(Reduce::SUBSETS),
    Reduce::ALL,
];

impl Chain {
    /// The chain from a puzzle's clues, by the easiest means that show one.
    pub(in crate::explain) fn of(puzzle: &Grid, running: &Running) -> Option<Self> {
        MEANS.iter().find_map(|&means| Self::by(means, puzzle, running))
    }

    /// The chain from a puzzle's clues by certain means.
    pub(in crate::explain) fn by(means: Reduce, puzzle: &Grid, running: &Running) -> Option<Self> {
        let Refuted { steps, contradiction } = refute(puzzle, means, running)?;
        let mut backwards = Backwards::new(puzzle, &steps);
        backwards.end(&contradiction);
        while let Some(step) = backwards.waiting.pop() {
            backwards.step(step, &steps[step]);
        }
        let Backwards { clues, needed, eliminated, .. } = backwards;
        let step = |&at: &usize| match &steps[at] {
            Step::Elimination { reason, .. } => {
                let candidates = eliminated.get(&at).into_iter().flatten().copied().collect();
                Step::Elimination { candidates, reason: reason.clone() }
            }
            placement => placement.clone(),
        };
        Some(Self { clues: clues.into_iter().collect(), steps: needed.iter().map(step).collect(), contradiction })
    }
}

/// What stands in a cell: the digit, and the step that wrote it; none for a clue.
type Filled = (Digit, Option<usize>);

struct Backwards<'a> {
    board: &'a Geometry,
    filled: Vec<Option<Filled>>,
    /// The step that struck a candidate out.
    struck: BTreeMap<Candidate, usize>,
    clues: BTreeSet<Candidate>,
    needed: BTreeSet<usize>,
    /// The candidates that are needed of an elimination.
    eliminated: BTreeMap<usize, BTreeSet<Candidate>>,
    /// Steps that are needed and whose own needs were not looked at, the latest first.
    waiting: BinaryHeap<usize>,
}

impl<'a> Backwards<'a> {
    fn new(puzzle: &'a Grid, steps: &[Step]) -> Self {
        let board = puzzle.geometry();
        let mut filled: Vec<_> = puzzle.digits().iter().map(|digit| Some((digit.as_ref().copied()?, None))).collect();
        let mut struck = BTreeMap::new();
        for (at, step) in steps.iter().enumerate() {
            if let Some(Candidate { cell, digit }) = step.placement() {
                filled[board.index(cell)] = Some((digit, Some(at)));
            }
            for &candidate in step.eliminated() {
                struck.entry(candidate).or_insert(at);
            }
        }
        Self {
            board,
            filled,
            struck,
            clues: BTreeSet::new(),
            needed: BTreeSet::new(),
            eliminated: BTreeMap::new(),
            waiting: BinaryHeap::new(),
        }
    }

    /// Needs what the contradiction needs.
    fn end(&mut self, contradiction: &Contradiction) {
        let always = usize::MAX;
        match contradiction {
            Contradiction::Clues(conflict) => {
                self.clues.extend(conflict.cells.iter().map(|&cell| Candidate::new(cell, conflict.digit)));
            }
            Contradiction::NoDigit(cell) => self.only_digits(&[*cell], &[], always),
            Contradiction::NoPlace(digit, unit, _) => self.only_places(*unit, &[*digit], &[], always),
            Contradiction::TooFewDigits { cells, digits, .. } => self.only_digits(cells, digits, always),
            Contradiction::TooFewPlaces { unit, digits, cells, .. } => self.only_places(*unit, digits, cells, always),
        }
    }

    /// Needs what a step needs.
    fn step(&mut self, at: usize, step: &Step) {
        match step {
            Step::NakedSingle(Candidate { cell, digit }) => self.only_digits(&[*cell], &[*digit], at),
            Step::HiddenSingle(Candidate { cell, digit }, unit) => {
                self.only_places(self.unit(*unit), &[*digit], &[*cell], at);
            }
            Step::Elimination { reason, .. } => match reason {
                Reason::Locked { digit, within, also } => {
                    let also = self.board.unit(self.unit(*also));
                    self.only_places(self.unit(*within), &[*digit], also, at);
                }
                Reason::Naked { cells, digits, .. } => self.only_digits(cells, digits, at),
                Reason::Hidden { unit, cells, digits } => self.only_places(self.unit(*unit), digits, cells, at),
                Reason::CommonPeers { digit, unit } => self.no_place_but_peers(at, *digit, &[*unit], &[]),
                Reason::Leftovers { digit, within, outside } => self.no_place_but_peers(at, *digit, within, outside),
            },
        }
    }

    fn unit(&self, name: UnitName) -> UnitId {
        let named = self.board.units().find(|&unit| self.board.unit_name(unit) == name);
        named.expect("a step names units of its board")
    }

    /// The cells can have these digits only.
    fn only_digits(&mut self, cells: &[Cell], digits: &[Digit], before: usize) {
        for &cell in cells {
            for digit in self.board.digits().filter(|digit| !digits.contains(digit)) {
                self.need(Candidate::new(cell, digit), before);
            }
        }
    }

    /// The digits can be in these cells of the unit only.
    fn only_places(&mut self, unit: UnitId, digits: &[Digit], cells: &[Cell], before: usize) {
        for &digit in digits {
            for &cell in self.board.unit(unit).iter().filter(|cell| !cells.contains(cell)) {
                self.need(Candidate::new(cell, digit), before);
            }
        }
    }

    /// The digit has no place in units outside others but the peers of those cells whose loss of it is needed.
    fn no_place_but_peers(&mut self, step: usize, digit: Digit, within: &[UnitName], outside: &[UnitName]) {
        let ids = |names: &[UnitName]| names.iter().map(|&name| self.unit(name)).collect::<Vec<_>>();
        let (within, outside) = (ids(within), ids(outside));
        let board = self.board;
        let is_outside = |cell: &&Cell| !board.units_of(**cell).any(|unit| outside.contains(&unit));
        let struck: Vec<Cell> = self.eliminated.get(&step).into_iter().flatten().map(|lost| lost.cell).collect();
        for &cell in within.iter().flat_map(|&unit| board.unit(unit)).filter(is_outside) {
            if struck.iter().any(|&lost| lost != cell && board.shared_unit(lost, cell).is_none()) {
                self.need(Candidate::new(cell, digit), step);
            }
        }
    }

    /// The candidate was ruled out before a step.
    fn need(&mut self, candidate: Candidate, before: usize) {
        let Candidate { cell, digit } = candidate;
        let here = std::iter::once(cell).filter(|&cell| self.digit(cell).is_some_and(|other| other != digit));
        let peers = self.board.peers(cell).filter(|&peer| self.digit(peer) == Some(digit));
        let by_digit = here.chain(peers).filter_map(|cell| {
            let (digit, step) = self.filled[self.board.index(cell)]?;
            Some((step, Candidate::new(cell, digit)))
        });
        let by_step = self.struck.get(&candidate).map(|&step| (Some(step), candidate));
        let because = by_digit.chain(by_step).filter(|(step, _)| step.is_none_or(|step| step < before));
        let cost = |&(step, by): &(Option<usize>, Candidate)| match step {
            None => (!self.clues.contains(&by), 0),
            Some(step) if self.needed.contains(&step) => (false, 0),
            Some(step) => (true, step + 1),
        };
        match because.min_by_key(cost) {
            Some((None, clue)) => drop(self.clues.insert(clue)),
            Some((Some(step), _)) => {
                if self.needed.insert(step) {
                    self.waiting.push(step);
                }
                if self.struck.get(&candidate) == Some(&step) {
                    self.eliminated.entry(step).or_default().insert(candidate);
                }
            }
            None => debug_assert!(false, "nothing ruled out {candidate}"),
        }
    }

    fn digit(&self, cell: Cell) -> Option<Digit> {
        self.filled[self.board.index(cell)].map(|(digit, _)| digit)
    }
}
