//! Consequences of overlapping units for a digit.
//!
//! *Common peers*: if all places of a digit in a unit are peers of a cell, the cell does not have the digit: the unit would have
//! no place for it. If two units share all but one cell, the two remaining cells are equal: the digit of the first cell must be
//! in the second unit, and a digit ruled out of the second cell is ruled out of the first.
//!
//! *Leftovers*: k rows or k columns hold each digit k times, and so do k regions. The cells only in the lines therefore hold the
//! same digits as the cells only in the regions (known to players as the *law of leftovers*). A digit goes into a cell on one
//! side only if it has a place on the opposite side that is no peer of the cell. Common peers imply the law for one line and one
//! region.

use crate::geometry::{Candidate, Cell, Geometry, Regions, UnitId};
use crate::reduction::bits::ones;
use crate::reduction::state::State;
use crate::reduction::step::cells_beyond;
use crate::reduction::step::{Contradiction, Premises, ReductionStep, ReductionTechnique};

/// The most lines side by side that are compared with regions.
const MOST_LINES: usize = 8;

/// Looks at the peers of all places of a digit in a unit. Takes time in the places, in the peers of one place and in the
/// eliminations.
pub(super) fn common_peers(state: &mut State, slot: usize) -> Result<(), Contradiction> {
    let (unit, digit) = (slot / state.digit_count, slot % state.digit_count);
    if state.places.left_in_unit(unit, digit).is_none() {
        return Ok(());
    }
    let cell_at = |unit: usize, position: usize| state.incidence.cells(unit)[position] as usize;
    let places: Vec<usize> =
        ones(state.places.positions(unit, digit)).map(|position| cell_at(unit, position)).collect();
    let Some((&first, others)) = places.split_first() else { return Ok(()) };
    let mut struck = Vec::new();
    for place in state.incidence.places(first) {
        for cell in ones(state.places.positions(place.unit, digit)).map(|at| cell_at(place.unit, at)) {
            let is_outside = !state.incidence.is_in(cell, unit);
            if is_outside
                && !struck.contains(&cell)
                && others.iter().all(|&other| state.incidence.are_peers(cell, other))
            {
                struck.push(cell);
            }
        }
    }
    if struck.is_empty() {
        return Ok(());
    }
    if state.steps.is_some() {
        let unit_cells: Vec<usize> = state.incidence.cells(unit).iter().map(|&cell| cell as usize).collect();
        let unit = state.unit_id(unit);
        for (cells, struck) in by_peers(state, &unit_cells, &struck, digit) {
            let because = Premises::Places { unit, digits: vec![state.geometry.digit(digit)], cells };
            state.note(ReductionStep::elimination(ReductionTechnique::CommonPeers, Some(unit), struck, because));
        }
    }
    struck.into_iter().try_for_each(|cell| state.strike_out(cell, digit))
}

/// Groups the struck out candidates of a digit by their peers among `cells`. Each group comes with these peers: its premise is
/// that the digit is ruled out of the remaining cells.
fn by_peers(state: &State, cells: &[usize], struck: &[usize], digit: usize) -> Vec<(Vec<Cell>, Vec<Candidate>)> {
    let mut sets: Vec<(Vec<Cell>, Vec<Candidate>)> = Vec::new();
    for &lost in struck {
        let peers = cells.iter().filter(|&&cell| state.incidence.are_peers(lost, cell));
        let peers: Vec<Cell> = peers.map(|&cell| state.cell(cell)).collect();
        let candidate = state.candidate(lost, digit);
        match sets.iter_mut().find(|(cells, _)| *cells == peers) {
            Some((_, candidates)) => candidates.push(candidate),
            None => sets.push((peers, vec![candidate])),
        }
    }
    sets
}

/// Two lists of equally many units, the cells only in the first and the cells only in the second.
struct Leftover {
    units: Vec<UnitId>,
    others: Vec<UnitId>,
    cells: Vec<usize>,
    other_cells: Vec<usize>,
}

/// The leftovers of a board.
pub(super) struct Leftovers(Vec<Leftover>);

impl Leftovers {
    /// Compares up to [`MOST_LINES`] lines side by side with the regions that lie mostly in them. Boxes leave nothing over. Takes
    /// time in N² and in the leftover cells.
    pub(super) fn of(board: &Geometry) -> Self {
        let Some(side) = board.square_side().filter(|_| board.shape() == Regions::Irregular) else {
            return Self(Vec::new());
        };
        let lines: Vec<UnitId> = board.units().take(2 * side).collect();
        let [rows, columns] = [&lines[..side], &lines[side..]];
        let spans = [rows, columns].into_iter().flat_map(|lines| {
            (0..side).flat_map(move |first| (2..=MOST_LINES.min(side - first)).map(move |k| &lines[first..first + k]))
        });
        Self(spans.filter_map(|lines| leftover(board, lines)).flatten().collect())
    }

    /// Looks at a digit.
    pub(super) fn look(&self, state: &mut State, digit: usize) -> Result<(), Contradiction> {
        for leftover in &self.0 {
            let has_place = |cell: &usize| state.domains.is_live(*cell, digit);
            if leftover.cells.iter().any(|&cell| usize::from(state.domains.ordinals()[cell]) == digit + 1) {
                continue;
            }
            let places: Vec<usize> = leftover.cells.iter().copied().filter(has_place).collect();
            let sees_all = |cell: usize| places.iter().all(|&place| state.incidence.are_peers(cell, place));
            let other_places = leftover.other_cells.iter().copied().filter(has_place);
            let struck: Vec<usize> = other_places.filter(|&cell| sees_all(cell)).collect();
            if struck.is_empty() {
                continue;
            }
            if state.steps.is_some() {
                for (cells, struck) in by_peers(state, &leftover.cells, &struck, digit) {
                    let (within, beyond) = (leftover.units.clone(), leftover.others.clone());
                    let because = Premises::Leftovers { digit: state.geometry.digit(digit), within, beyond, cells };
                    state.note(ReductionStep::elimination(ReductionTechnique::Leftovers, None, struck, because));
                }
            }
            struck.into_iter().try_for_each(|cell| state.strike_out(cell, digit))?;
        }
        Ok(())
    }
}

/// The leftovers of lines and of the regions that lie mostly in them, seen from both sides; `None` unless there are as many
/// regions as lines, and fewer leftover cells than a unit has cells.
fn leftover(board: &Geometry, lines: &[UnitId]) -> Option<[Leftover; 2]> {
    let side = board.digit_count();
    let mut inside = vec![0; board.region_units().count()];
    for region in lines.iter().flat_map(|&line| board.unit(line)).filter_map(|&cell| board.region(cell)) {
        inside[region] += 1;
    }
    let is_full = |region: usize| board.is_full_unit(board.unit_id(2 * side + region));
    let regions: Vec<usize> =
        (0..inside.len()).filter(|&region| 2 * inside[region] > side && is_full(region)).collect();
    let left = lines.len() * side - regions.iter().map(|&region| inside[region]).sum::<usize>();
    if regions.len() != lines.len() || !(1..side).contains(&left) {
        return None;
    }
    let regions: Vec<UnitId> = regions.into_iter().map(|region| board.unit_id(2 * side + region)).collect();
    let beyond = |units: &[UnitId], others: &[UnitId]| -> Vec<usize> {
        cells_beyond(board, units, others).into_iter().map(|cell| board.index(cell)).collect()
    };
    let (cells, other_cells) = (beyond(lines, &regions), beyond(&regions, lines));
    let turned = Leftover {
        units: regions.clone(),
        others: lines.to_vec(),
        cells: other_cells.clone(),
        other_cells: cells.clone(),
    };
    Some([Leftover { units: lines.to_vec(), others: regions, cells, other_cells }, turned])
}
