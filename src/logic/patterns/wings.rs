//! Cells with the same two digits that see each other through something: W-wings and remote pairs.

use std::ops::ControlFlow;

use crate::logic::bits::{Cells, lowest, ones};
use crate::logic::field::Field;
use crate::logic::finder::{Found, Position};
use crate::logic::layout::Mark;
use crate::logic::refute::{Base, step};
use crate::logic::step::{Figure, Role};
use crate::logic::technique::Technique;

/// Two cells and a unit.
pub static W_WING: Technique = Technique::unrated(
    "w-wing",
    "W-wing",
    &[],
    "0803",
    "two cells have the same two digits, and a unit's two places of one of them see one cell each: one of the cells has the other digit",
);

/// A chain of cells.
pub static REMOTE_PAIR: Technique = Technique::unrated(
    "remote-pair",
    "remote pair",
    &["remote-pairs"],
    "0703",
    "cells with the same two digits, each of which sees the next, have them by turns: what sees two of different turns has neither",
);

/// The cells with two digits, with those.
fn bivalue(field: &Field<'_>) -> Vec<(usize, u64)> {
    let cells = field.board.empty_cells().map(|cell| (cell, field.board.digits(cell)));
    cells.filter(|(_, digits)| digits.count_ones() == 2).collect()
}

/// W-wings.
///
/// # Errors
/// A break where `found` asks for it, as with all finders.
pub fn w_wings(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    let Some(field) = Field::of(position.board) else { return ControlFlow::Continue(()) };
    let cells = bivalue(&field);
    for (at, &(one, digits)) in cells.iter().enumerate() {
        for &(other, _) in cells[at + 1..].iter().filter(|(_, of)| *of == digits) {
            for linked in ones(digits) {
                let digit = lowest(digits & !(1 << linked));
                let hit = field.peers(one).and(field.peers(other)).and(field.places(digit));
                if hit.is_empty() {
                    continue;
                }
                for pair in field.pairs(linked) {
                    let [near, far] = pair.ends;
                    let meets = |near, far| field.peers(one).contains(near) && field.peers(other).contains(far);
                    if !meets(near, far) && !meets(far, near) || pair.ends.iter().any(|end| [one, other].contains(end))
                    {
                        continue;
                    }
                    let of = |cell, digit, role| (Mark::new(cell, digit), role);
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
                    let step = step(&field, &W_WING, Field::marks(hit, digit), &bases, figure);
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
/// A break where `found` asks for it, as with all finders.
pub fn remote_pairs(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    let Some(field) = Field::of(position.board) else { return ControlFlow::Continue(()) };
    let cells = bivalue(&field);
    let mut known = Cells::default();
    for &(start, digits) in &cells {
        if known.contains(start) {
            continue;
        }
        let equals = Cells::of(cells.iter().filter(|(_, of)| *of == digits).map(|(cell, _)| *cell));
        let mut turns = [Cells::of([start]), Cells::default()];
        let mut front = vec![(start, 0)];
        while let Some((cell, turn)) = front.pop() {
            for next in field.peers(cell).and(equals).without(turns[1 - turn]).iter() {
                turns[1 - turn].insert(next);
                front.push((next, 1 - turn));
            }
        }
        let chain = turns[0].or(turns[1]);
        known = known.or(chain);
        if chain.count() < 4 {
            continue;
        }
        let seen = turns.map(|turn| turn.iter().fold(Cells::default(), |seen, cell| seen.or(field.peers(cell))));
        let hit = seen[0].and(seen[1]).without(chain);
        let struck = hit.iter().flat_map(|cell| ones(digits).map(move |digit| Mark::new(cell, digit)));
        let roles = [(turns[0], Role::Base), (turns[1], Role::Other)];
        let marks = roles.into_iter().flat_map(|(turn, role)| {
            turn.iter().flat_map(move |cell| ones(digits).map(move |digit| (Mark::new(cell, digit), role)))
        });
        let figure = Figure { marks: marks.collect(), ..Figure::default() };
        let bases: Vec<Base> = chain.iter().map(Base::cell).collect();
        step(&field, &REMOTE_PAIR, struck, &bases, figure).map_or(ControlFlow::Continue(()), &mut *found)?;
    }
    ControlFlow::Continue(())
}
