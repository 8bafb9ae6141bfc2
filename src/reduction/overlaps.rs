//! What units that overlap imply for a digit.
//!
//! *Common peers*: where all places of a digit in a unit are peers of a cell, the cell does not have the digit, which
//! would have no place left in the unit. Two units that share all but one cell so say that these two cells are equal:
//! the digit of the one must be in the other, and whatever rules it out there rules it out here.
//!
//! *Leftovers*: k rows or k columns hold each digit k times, and so do k regions. What the lines have beyond the regions
//! therefore holds the same digits as what the regions have beyond the lines (known to players as the *law of
//! leftovers*). A digit goes into a cell on one side only if it has a place on the other side that is no peer of the
//! cell. For a line and a region alone this is what common peers say.

use crate::geometry::{Candidate, Cell, Geometry, Regions, UnitId};
use crate::reduction::bits::ones;
use crate::reduction::state::State;
use crate::reduction::step::cells_beyond;
use crate::reduction::{Contradiction, Premises, Step, Technique};

/// So many lines side by side are held against regions, at most.
const MOST_LINES: usize = 8;

/// Looks at the peers of all places of a digit in a unit. Takes time in the places, the peers of one of them and what is
/// struck out.
pub(in crate::reduction) fn common_peers(state: &mut State, slot: usize) -> Result<(), Contradiction> {
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
            state.note(Step::elimination(Technique::CommonPeers, Some(unit), struck, because));
        }
    }
    struck.into_iter().try_for_each(|cell| state.strike_out(cell, digit))
}

/// The candidates of a digit that are struck out, put together by the peers that they have among some cells. With each set
/// come these peers: the digit must be ruled out of the other cells only.
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

/// Units and others, as many, with the cells that only the ones have and those that only the others have.
struct Leftover {
    units: Vec<UnitId>,
    others: Vec<UnitId>,
    cells: Vec<usize>,
    other_cells: Vec<usize>,
}

/// The leftovers of a board.
pub(in crate::reduction) struct Leftovers(Vec<Leftover>);

impl Leftovers {
    /// Holds up to [`MOST_LINES`] lines side by side against the regions that lie in them for the most part. Regions that
    /// are boxes leave nothing over. Takes time in N² and in what is left over.
    pub(in crate::reduction) fn of(board: &Geometry) -> Self {
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
    pub(in crate::reduction) fn look(&self, state: &mut State, digit: usize) -> Result<(), Contradiction> {
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
                    state.note(Step::elimination(Technique::Leftovers, None, struck, because));
                }
            }
            struck.into_iter().try_for_each(|cell| state.strike_out(cell, digit))?;
        }
        Ok(())
    }
}

/// What lines and the regions that lie in them for the most part leave over, seen from both sides; none where there are
/// not as many such regions, or where as much is left over as a unit has cells.
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
