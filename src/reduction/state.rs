//! A grid during deduction: the domains of its cells, the places of its digits, the steps taken.

use std::sync::Arc;

use crate::budget::Running;
use crate::geometry::{Candidate, Cell, Geometry, Incidence, UnitId};
use crate::grid::Grid;
use crate::reduction::bits::ones;
use crate::reduction::candidates::Candidates;
use crate::reduction::domains::{Domains, Wipeout};
use crate::reduction::places::{NotBegun, Places};
use crate::reduction::reduced::Reduced;
use crate::reduction::step::{Contradiction, ReductionStep};
use crate::reduction::techniques::Techniques;

/// The state of deduction. Each candidate is struck out at most once, at a cost of the number of its cell's units.
pub(super) struct State {
    pub puzzle: Grid,
    pub geometry: Arc<Geometry>,
    pub incidence: Arc<Incidence>,
    pub digit_count: usize,
    /// Words for a cell's digits, and for a digit's positions in a unit.
    pub words: usize,
    pub domains: Domains,
    /// The domains from the units' side, and the queues of the techniques.
    pub places: Places,
    /// The steps taken, if they are recorded.
    pub steps: Option<Vec<ReductionStep>>,
}

impl State {
    /// The candidates that the clues leave. The clues must not clash.
    pub(super) fn of(
        puzzle: &Grid,
        techniques: Techniques,
        with_steps: bool,
        running: &Running,
    ) -> Result<Self, NotBegun<Contradiction>> {
        let geometry = puzzle.geometry();
        let incidence = geometry.incidence();
        let domains = Domains::of(puzzle);
        let places = Places::of(&domains, incidence, puzzle.rules(), techniques, running);
        let places = places.map_err(|end| match end {
            NotBegun::Contradiction(wipeout) => NotBegun::Contradiction(named(geometry, wipeout)),
            NotBegun::Stopped(reason) => NotBegun::Stopped(reason),
        })?;
        Ok(Self {
            puzzle: puzzle.clone(),
            geometry: Arc::clone(geometry),
            incidence: Arc::clone(incidence),
            digit_count: geometry.digit_count(),
            words: domains.words(),
            domains,
            places,
            steps: with_steps.then(Vec::new),
        })
    }

    pub(super) fn into_reduced(self, has_eliminations: bool) -> Reduced {
        let grid = self.puzzle.with_ordinals(self.domains.ordinals().iter().copied());
        let candidates = Candidates::from_words(&self.geometry, self.domains.into_words());
        Reduced::with_candidates(grid, candidates, has_eliminations).with_steps(self.steps.unwrap_or_default())
    }

    /// Records a step, if steps are recorded.
    pub(super) fn note(&mut self, step: ReductionStep) {
        if let Some(steps) = &mut self.steps {
            steps.push(step);
        }
    }

    /// The next digit that follows. A naked single comes first and has no unit; a hidden single comes with the unit of its only
    /// place.
    pub(super) fn next_single(&mut self) -> Option<(Candidate, Option<UnitId>)> {
        while let Some(cell) = self.places.naked.pop() {
            let cell = cell as usize;
            if self.domains.is_open(cell)
                && let Some(digit) = ones(self.domains.digits(cell)).next()
            {
                return Some((self.candidate(cell, digit), None));
            }
        }
        while let Some(slot) = self.places.hidden.pop() {
            let (unit, digit) = (slot as usize / self.digit_count, slot as usize % self.digit_count);
            // If the digit was placed in the unit after it was queued, it has no place left.
            let position = ones(self.places.positions(unit, digit)).next();
            if let Some(position) = position {
                let cell = self.incidence.cells(unit)[position] as usize;
                return Some((self.candidate(cell, digit), Some(self.unit_id(unit))));
            }
        }
        None
    }

    pub(super) fn cell(&self, index: usize) -> Cell {
        self.geometry.cell(index)
    }

    pub(super) fn candidate(&self, cell: usize, digit: usize) -> Candidate {
        Candidate::new(self.cell(cell), self.geometry.digit(digit))
    }

    pub(super) fn unit_id(&self, unit: usize) -> UnitId {
        self.geometry.unit_id(unit)
    }

    /// Writes a live candidate into the grid and strikes out the candidates that it rules out.
    pub(super) fn place(&mut self, candidate: Candidate) -> Result<(), Contradiction> {
        let Self { geometry, incidence, domains, places, .. } = self;
        let placed =
            domains.place(incidence, geometry.index(candidate.cell), geometry.digit_index(candidate.digit), places);
        placed.map_err(|wipeout| named(geometry, wipeout))
    }

    /// Strikes out a live candidate.
    pub(super) fn strike_out(&mut self, cell: usize, digit: usize) -> Result<(), Contradiction> {
        let Self { geometry, incidence, domains, places, .. } = self;
        domains.strike(incidence, cell, digit, places).map_err(|wipeout| named(geometry, wipeout))
    }
}

/// Names the cell or the unit's digit of a wipeout.
fn named(geometry: &Geometry, wipeout: Wipeout) -> Contradiction {
    match wipeout {
        Wipeout::Cell(cell) => Contradiction::NoDigit(geometry.cell(cell as usize)),
        Wipeout::Place(slot) => {
            let (unit, digit) = (slot as usize / geometry.digit_count(), slot as usize % geometry.digit_count());
            Contradiction::NoPlace(geometry.digit(digit), geometry.unit_id(unit))
        }
    }
}
