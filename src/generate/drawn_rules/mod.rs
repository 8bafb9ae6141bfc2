//! Rules that a full grid keeps, drawn at random: cages, lines, marks and clues whose numbers are read off the grid.

mod cages;
mod clues;
mod drawing;
mod family;
mod lines;
mod marks;
mod wish;

pub use family::Family;
pub use wish::{DrawnRules, UnknownDrawnRules};

use crate::generate::drawn_rules::drawing::{Amount, Drawing, Room};
use crate::generate::symmetry::Symmetry;
use crate::grid::Grid;
use crate::random::Pcg32 as Random;
use crate::rule::Rule;

/// The rules of each family that a full grid keeps, in sets of those that the symmetry carries into one another; of a family for which
/// the grid has no place, or not as many places as are wished for, none.
///
/// A family that marks cells leaves the other families their share of the cells. Where the rules must fill the grid, these families draw
/// one rule in turn until none has room: the first would otherwise leave no cell.
pub(crate) fn draw(
    wishes: &[DrawnRules],
    symmetry: Symmetry,
    full: &Grid,
    is_filled: bool,
    random: &mut Random,
) -> Vec<Vec<Vec<Rule>>> {
    let sharing = wishes.iter().filter(|wish| wish.family.marks_cells()).count();
    let mut room = Room::default();
    let amount = if is_filled { Amount::All } else { Amount::Share(sharing.max(1)) };
    let in_turn = |wish: &DrawnRules| is_filled && sharing > 1 && wish.family.marks_cells();
    let mut drawn = vec![Vec::new(); wishes.len()];
    for (wish, orbits) in wishes.iter().zip(&mut drawn).filter(|(wish, _)| !in_turn(wish)) {
        *orbits = Drawing::new(full, &room, amount, wish, symmetry, random).draw(wish.family);
        room.take(wish.family, orbits, full.geometry());
    }
    let mut has_room = true;
    while std::mem::take(&mut has_room) {
        for (wish, orbits) in wishes.iter().zip(&mut drawn).filter(|(wish, _)| in_turn(wish)) {
            let left = wish.count.map(|count| count - orbits.iter().map(Vec::len).sum::<usize>());
            if left == Some(0) {
                continue;
            }
            let rest = DrawnRules { count: left, ..*wish };
            let next = Drawing::new(full, &room, Amount::One, &rest, symmetry, random).draw(wish.family);
            room.take(wish.family, &next, full.geometry());
            has_room |= !next.is_empty();
            orbits.extend(next);
        }
    }
    for (wish, orbits) in wishes.iter().zip(&mut drawn) {
        if wish.count.is_some_and(|count| orbits.iter().map(Vec::len).sum::<usize>() != count) {
            orbits.clear();
        }
    }
    drawn
}
