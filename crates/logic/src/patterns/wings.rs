//! Cells with the same two digits, linked indirectly: W-wings and remote pairs.

use std::ops::ControlFlow;

use crate::bits::{Cells, lowest, ones};
use crate::finder::{Found, Position};
use crate::pencil_mark::PencilMark;
use crate::refute::{Base, step};
use crate::step::{Figure, Role};
use crate::technique::Technique;
use crate::visibility::Visibility;

/// Two cells and a unit.
pub(crate) static W_WING: Technique = Technique::unrated(
    "w-wing",
    "W-wing",
    &[],
    "0803",
    "two cells have the same two digits, and a unit's two places of one of them see one cell each: one of the cells has the other digit",
);

/// A chain of cells.
pub(crate) static REMOTE_PAIR: Technique = Technique::unrated(
    "remote-pair",
    "remote pair",
    &["remote-pairs"],
    "0703",
    "cells with the same two digits, each of which sees the next, have them by turns: what sees two of different turns has neither",
);

/// The cells with two digits, and their digits.
fn bivalue(visibility: &Visibility<'_>) -> Vec<(usize, u64)> {
    let cells = visibility.board.empty_cells().map(|cell| (cell, visibility.board.digits(cell)));
    cells.filter(|(_, digits)| digits.count_ones() == 2).collect()
}

/// W-wings.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn w_wings(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    let Some(visibility) = Visibility::of(position.board) else { return ControlFlow::Continue(()) };
    let cells = bivalue(&visibility);
    for (at, &(one, digits)) in cells.iter().enumerate() {
        for &(other, _) in cells[at + 1..].iter().filter(|(_, of)| *of == digits) {
            for linked in ones(digits) {
                let digit = lowest(digits & !(1 << linked));
                let hit = visibility.peers(one).and(visibility.peers(other)).and(visibility.places(digit));
                if hit.is_empty() {
                    continue;
                }
                for pair in visibility.pairs(linked) {
                    let [near, far] = pair.ends;
                    let meets =
                        |near, far| visibility.peers(one).contains(near) && visibility.peers(other).contains(far);
                    if !meets(near, far) && !meets(far, near) || pair.ends.iter().any(|end| [one, other].contains(end))
                    {
                        continue;
                    }
                    let of = |cell, digit, role| (PencilMark::new(cell, digit), role);
                    let figure = Figure {
                        units: vec![pair.unit as u16],
                        marks: vec![
                            of(one, digit, Role::On),
                            of(one, linked, Role::Base),
                            of(near, linked, Role::Other),
                            of(far, linked, Role::Other),
                            of(other, linked, Role::Base),
                            of(other, digit, Role::On),
                        ],
                        ..Figure::default()
                    };
                    let bases = [Base::cell(one), Base::cell(other), Base::unit(pair.unit, linked)];
                    let step = step(&visibility, &W_WING, Visibility::marks(hit, digit), &bases, figure);
                    step.map_or(ControlFlow::Continue(()), &mut *found)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Remote pairs of four cells or more.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn remote_pairs(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    let Some(visibility) = Visibility::of(position.board) else { return ControlFlow::Continue(()) };
    let cells = bivalue(&visibility);
    let mut known = Cells::default();
    for &(start, digits) in &cells {
        if known.contains(start) {
            continue;
        }
        let equals = Cells::of(cells.iter().filter(|(_, of)| *of == digits).map(|(cell, _)| *cell));
        let mut turns = [Cells::of([start]), Cells::default()];
        let mut front = vec![(start, 0)];
        while let Some((cell, turn)) = front.pop() {
            for next in visibility.peers(cell).and(equals).without(turns[1 - turn]).iter() {
                turns[1 - turn].insert(next);
                front.push((next, 1 - turn));
            }
        }
        let chain = turns[0].or(turns[1]);
        known = known.or(chain);
        if chain.count() < 4 {
            continue;
        }
        let seen = turns.map(|turn| turn.iter().fold(Cells::default(), |seen, cell| seen.or(visibility.peers(cell))));
        let hit = seen[0].and(seen[1]).without(chain);
        let struck = hit.iter().flat_map(|cell| ones(digits).map(move |digit| PencilMark::new(cell, digit)));
        let roles = [(turns[0], Role::Base), (turns[1], Role::Other)];
        let marks = roles.into_iter().flat_map(|(turn, role)| {
            turn.iter().flat_map(move |cell| ones(digits).map(move |digit| (PencilMark::new(cell, digit), role)))
        });
        let figure = Figure { marks: marks.collect(), ..Figure::default() };
        let bases: Vec<Base> = chain.iter().map(Base::cell).collect();
        step(&visibility, &REMOTE_PAIR, struck, &bases, figure).map_or(ControlFlow::Continue(()), &mut *found)?;
    }
    ControlFlow::Continue(())
}
