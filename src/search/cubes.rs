//! Cubes: a puzzle split into parts that have no solution in common and all solutions together.
//!
//! A cube is a list of digits that are assumed. Starting from the puzzle, the largest part is split again and again: by
//! the digits of a cell or by the places of a digit in a unit, of which every solution has exactly one. Among the splits
//! with the fewest ways the one is taken after which the least is left in all, as a look-ahead solver would (M. Heule,
//! O. Kullmann, S. Wieringa and A. Biere, *Cube and conquer*, HVC 2011). Parts that deduction refutes are dropped.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::budget::{Running, StopReason};
use crate::geometry::Candidate;
use crate::grid::Grid;
use crate::reduction::{Candidates, Reduced, Reduction, Techniques};

/// Digits that are assumed.
pub type Cube = Vec<Candidate>;

/// What is deduced in a part: cheap, and enough to see the easy contradictions.
const DEDUCED: Techniques = Techniques::SINGLES;

/// So many splits are tried before one is taken.
const LOOKED_AT: usize = 8;

/// A part that may be split further; the largest is the greatest.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    candidates: usize,
    /// Of parts of the same size the one that was made first.
    made: Reverse<usize>,
    cube: Cube,
}

/// Splits a puzzle into `least` cubes, in the order of their digits, or a few more where the last split has more ways than
/// were missing. There are fewer only where the puzzle has no more choices, and none where deduction refutes it.
///
/// Takes the time of some twenty deductions for each cube.
///
/// ```
/// use satdoku::{Budget, Grid, search};
///
/// let puzzle: Grid = ".1..............".parse()?;
/// let cubes = search::cubes(&puzzle, 5, &Budget::unlimited().start())?;
/// assert!((5..5 + 4).contains(&cubes.len()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Why it was stopped.
pub fn cubes(puzzle: &Grid, least: usize, running: &Running) -> Result<Vec<Cube>, StopReason> {
    let mut parts = BinaryHeap::new();
    let mut whole = Vec::new();
    let mut made = 0;
    let mut add = |parts: &mut BinaryHeap<Part>, reduced: &Reduced, cube: Cube| {
        made += 1;
        parts.push(Part { candidates: reduced.candidates().len(), made: Reverse(made), cube });
    };
    if let Some(reduced) = deduce(puzzle, &[], running)? {
        add(&mut parts, &reduced, Cube::new());
    }
    while parts.len() + whole.len() < least {
        let Some(part) = parts.pop() else { break };
        // What was deduced once is deduced again rather than kept, so that a part takes no more room than its cube.
        let Some(reduced) = deduce(puzzle, &part.cube, running)? else { continue };
        match split(&reduced, running)? {
            None => whole.push(part.cube),
            Some(ways) => {
                for (candidate, reduced) in ways {
                    add(&mut parts, &reduced, part.cube.iter().copied().chain([candidate]).collect());
                }
            }
        }
    }
    whole.extend(parts.into_iter().map(|part| part.cube));
    whole.sort_unstable();
    Ok(whole)
}

/// What follows from the puzzle and some digits; none where they contradict it.
fn deduce(puzzle: &Grid, cube: &[Candidate], running: &Running) -> Result<Option<Reduced>, StopReason> {
    let mut grid = puzzle.clone();
    for candidate in cube {
        // A candidate is in range.
        let _ = grid.set(candidate.cell, Some(candidate.digit));
    }
    let reduced = Reduction::new(DEDUCED).run(&grid, running).ok();
    reduced.map(|reduced| reduced.stopped().map_or(Ok(reduced), Err)).transpose()
}

/// The ways of the best split of a part that are not refuted, each with what follows; none where there is no choice left.
fn split(part: &Reduced, running: &Running) -> Result<Option<Vec<(Candidate, Reduced)>>, StopReason> {
    let mut best: Option<(usize, Vec<(Candidate, Reduced)>)> = None;
    for choice in smallest_choices(part.candidates()) {
        let mut ways = Vec::with_capacity(choice.len());
        let mut left = 0;
        for candidate in choice {
            if let Some(reduced) = deduce(part.grid(), &[candidate], running)? {
                left += reduced.candidates().len();
                ways.push((candidate, reduced));
            }
        }
        if best.as_ref().is_none_or(|(least, _)| left < *least) {
            best = Some((left, ways));
        }
    }
    Ok(best.map(|(_, ways)| ways))
}

/// The cells with the fewest digits and the digits with the fewest places in a unit, two at least.
fn smallest_choices(candidates: &Candidates) -> Vec<Vec<Candidate>> {
    let geometry = candidates.geometry();
    let of_cells = geometry
        .cells()
        .map(|cell| candidates.digits(cell).map(|digit| Candidate::new(cell, digit)).collect::<Vec<_>>());
    let of_units = geometry.units().flat_map(|unit| {
        geometry.digits().map(move |digit| {
            let places = geometry.unit(unit).iter().map(|&cell| Candidate::new(cell, digit));
            places.filter(|&candidate| candidates.is_live(candidate)).collect()
        })
    });
    let mut choices: Vec<Vec<Candidate>> = of_cells.chain(of_units).filter(|choice| choice.len() > 1).collect();
    choices.sort_by_key(Vec::len);
    choices.truncate(LOOKED_AT);
    choices
}
