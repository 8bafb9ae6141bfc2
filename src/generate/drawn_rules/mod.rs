//! Rules that a full grid keeps, drawn at random: cages, lines, marks and clues whose numbers are read off the grid.

mod cages;
mod clues;
mod drawing;
mod family;
mod lines;
mod marks;

pub use family::Family;

use crate::generate::drawn_rules::drawing::{Amount, Room};
use crate::grid::Grid;
use crate::random::Pcg32 as Random;
use crate::rule::Rule;

/// The rules of each family that a full grid keeps; of a family for which the grid has no place, none.
///
/// A family that marks cells leaves the other families their share of the cells. Where the rules must fill the grid, these families draw
/// one rule in turn until none has room: the first would otherwise leave no cell.
pub(crate) fn draw(families: &[Family], full: &Grid, is_filled: bool, random: &mut Random) -> Vec<Vec<Rule>> {
    let sharing = families.iter().filter(|family| family.marks_cells()).count();
    let mut room = Room::default();
    let amount = if is_filled { Amount::All } else { Amount::Share(sharing.max(1)) };
    let in_turn = is_filled && sharing > 1;
    let mut drawn = vec![Vec::new(); families.len()];
    for (family, rules) in families.iter().zip(&mut drawn) {
        if !(in_turn && family.marks_cells()) {
            *rules = family.draw(full, &mut room, amount, random);
        }
    }
    let mut has_room = in_turn;
    while has_room {
        has_room = false;
        for (family, rules) in families.iter().zip(&mut drawn).filter(|(family, _)| family.marks_cells()) {
            let next = family.draw(full, &mut room, Amount::One, random);
            has_room |= !next.is_empty();
            rules.extend(next);
        }
    }
    drawn
}
