//! Connected pieces: a lemma holds if, without its candidates, the piece has no place.

use std::collections::VecDeque;

use crate::budget::{Running, StopReason};
use crate::constraint::ConnectedCells;

/// What is known of a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    /// It is in the piece.
    In,
    /// It is not.
    Out,
    /// It may be.
    Open,
}

/// Whether a piece can have no place, by floods: where its cells are too few or too far apart, and where each way of settling a cell
/// shows so.
pub(super) fn has_no_place(piece: &ConnectedCells, domains: &[u64], running: &Running) -> Result<bool, StopReason> {
    let known = |&domain: &u64| match (domain & piece.values(), domain & !piece.values()) {
        (0, _) => Known::Out,
        (_, 0) => Known::In,
        _ => Known::Open,
    };
    let mut cells: Vec<Known> = domains.iter().map(known).collect();
    loop {
        if is_hopeless(piece, &cells) {
            return Ok(true);
        }
        let before = cells.clone();
        for cell in 0..cells.len() {
            running.check()?;
            if cells[cell] != Known::Open {
                continue;
            }
            for (tried, other) in [(Known::Out, Known::In), (Known::In, Known::Out)] {
                cells[cell] = tried;
                if is_hopeless(piece, &cells) {
                    cells[cell] = other;
                    break;
                }
                cells[cell] = Known::Open;
            }
        }
        if cells == before {
            return Ok(false);
        }
    }
}

fn is_hopeless(piece: &ConnectedCells, cells: &[Known]) -> bool {
    let inside: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] == Known::In).collect();
    let least = piece.size().unwrap_or(1);
    let Some(&first) = inside.first() else {
        // Nothing is known to be inside: some part must be large enough.
        let mut seen = vec![false; cells.len()];
        return !(0..cells.len()).any(|cell| {
            if seen[cell] || cells[cell] == Known::Out {
                return false;
            }
            let part = steps(piece, cells, &[cell], |known| known != Known::Out);
            part.iter().enumerate().filter(|(_, steps)| steps.is_some()).for_each(|(cell, _)| seen[cell] = true);
            part.iter().flatten().count() >= least
        });
    };
    let from_first = steps(piece, cells, &[first], |known| known != Known::Out);
    if inside.iter().any(|&cell| from_first[cell].is_none()) {
        return true;
    }
    let Some(size) = piece.size() else { return false };
    let Some(further) = size.checked_sub(inside.len()) else { return true };
    // A cell of the piece is reached from another within it.
    let is_far = |&cell: &usize| from_first[cell].is_none_or(|steps| steps >= size);
    if inside.iter().any(is_far) {
        return true;
    }
    let from_all = steps(piece, cells, &inside, |known| known != Known::Out);
    let in_reach = from_all.iter().flatten().filter(|&&steps| steps <= further).count();
    in_reach < size || is_too_far_apart(piece, cells, &inside, further)
}

/// Whether some known part of the piece is more than `further` cells away from all others.
fn is_too_far_apart(piece: &ConnectedCells, cells: &[Known], inside: &[usize], further: usize) -> bool {
    inside.iter().any(|&cell| {
        let part = steps(piece, cells, &[cell], |known| known == Known::In);
        let part: Vec<usize> = (0..cells.len()).filter(|&cell| part[cell].is_some()).collect();
        let around = steps(piece, cells, &part, |known| known != Known::Out);
        let mut others = inside.iter().filter(|cell| !part.contains(cell)).peekable();
        others.peek().is_some() && others.all(|&other| around[other].is_none_or(|steps| steps > further + 1))
    })
}

/// The least number of steps to each cell from some, over cells of which `is_way` holds.
fn steps(
    piece: &ConnectedCells,
    cells: &[Known],
    from: &[usize],
    is_way: impl Fn(Known) -> bool,
) -> Vec<Option<usize>> {
    let mut steps = vec![None; cells.len()];
    for &cell in from {
        steps[cell] = Some(0);
    }
    let mut queue: VecDeque<usize> = from.iter().copied().collect();
    while let Some(cell) = queue.pop_front() {
        let next = steps[cell].map(|steps| steps + 1);
        for &other in piece.neighbours(cell) {
            if steps[other].is_none() && is_way(cells[other]) {
                steps[other] = next;
                queue.push_back(other);
            }
        }
    }
    steps
}
