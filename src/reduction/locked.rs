//! Locked candidates: all places of a digit in one unit lie in a second unit, whose further places for the digit are struck out.
//!
//! Known to players as *pointing* (the places of a box lie in one line) and *claiming* (the places of a line lie in one box). The
//! rule here holds for any two units, so irregular regions and extra units need no rule of their own.

use crate::geometry::Cell;
use crate::reduction::bits::ones;
use crate::reduction::state::State;
use crate::reduction::step::{Contradiction, Premises, ReductionStep, ReductionTechnique};

/// Looks at a digit of a unit. Takes time in the digit's places and in the eliminations.
pub(super) fn look(state: &mut State, slot: usize) -> Result<(), Contradiction> {
    let (unit, digit) = (slot / state.digit_count, slot % state.digit_count);
    let Some(left) = state.places.left_in_unit(unit, digit) else { return Ok(()) };
    let cell_at = |state: &State, unit, position| state.incidence.cells(unit)[position] as usize;
    let Some(first) = ones(state.places.positions(unit, digit)).next() else { return Ok(()) };
    let first = cell_at(state, unit, first);
    for at in state.incidence.range(first) {
        let other = state.incidence.place(at).unit;
        // The other unit may have fewer cells than digits: its places are then not counted.
        let has_more = match state.places.left_in_unit(other, digit) {
            Some(there) => there > left,
            None => !state.incidence.is_full(other),
        };
        let is_there = |position| state.incidence.is_in(cell_at(state, unit, position), other);
        if !has_more || !ones(state.places.positions(unit, digit)).all(is_there) {
            continue;
        }
        let elsewhere = ones(state.places.positions(other, digit)).map(|at| cell_at(state, other, at));
        let struck: Vec<usize> = elsewhere.filter(|&cell| !state.incidence.is_in(cell, unit)).collect();
        if struck.is_empty() {
            continue;
        }
        if state.steps.is_some() {
            let candidates = struck.iter().map(|&cell| state.candidate(cell, digit)).collect();
            let shared =
                state.incidence.cells(unit).iter().filter(|&&cell| state.incidence.is_in(cell as usize, other));
            let cells: Vec<Cell> = shared.map(|&cell| state.cell(cell as usize)).collect();
            let (within, also) = (state.unit_id(unit), state.unit_id(other));
            let because = Premises::Places { unit: within, digits: vec![state.geometry.digit(digit)], cells };
            state.note(ReductionStep::elimination(ReductionTechnique::Locked, Some(also), candidates, because));
        }
        struck.into_iter().try_for_each(|cell| state.strike_out(cell, digit))?;
    }
    Ok(())
}
