//! People's names for explanations of some shapes.

use satdoku_puzzle::geometry::UnitKind;

use crate::layout::BoardTables;
use crate::pencil_mark::Set;
use crate::step::Premise;

/// A digit of a unit.
type Place = (u16, u8);

/// The name of an explanation by these premises, if its shape has one.
pub(super) fn name(layout: &BoardTables, premises: &[Premise]) -> Option<&'static str> {
    let (mut cells, mut has, mut once): (usize, Vec<Place>, Vec<Place>) = (0, Vec::new(), Vec::new());
    for premise in premises {
        match *premise {
            Premise::Has(Set::Cell(_)) => cells += 1,
            Premise::Has(Set::Unit { unit, digit }) => has.push((unit, digit)),
            Premise::Once(Set::Unit { unit, digit }) => once.push((unit, digit)),
            _ => return None,
        }
    }
    let digit = has.iter().chain(&once).map(|(_, digit)| digit).min()?;
    let is_of_one_digit = has.iter().chain(&once).all(|(_, of)| of == digit);
    match (cells, has.len(), once.len()) {
        (0, 1, 1) => Some("locked candidates"),
        (0, size, 0) if are_of_one_unit(&has) => named(size, ["hidden pair", "hidden triple", "hidden quad"]),
        (size, 0, count) if size == count && are_of_one_unit(&once) => {
            named(size, ["naked pair", "naked triple", "naked quad"])
        }
        (0, size, count) if size == count && is_of_one_digit && are_crossing(layout, &has, &once) => {
            named(size, ["X-wing", "swordfish", "jellyfish"])
        }
        (0, 2, 1) if is_of_one_digit => Some("turbot fish"),
        _ => None,
    }
}

fn named(size: usize, names: [&'static str; 3]) -> Option<&'static str> {
    names.get(size.checked_sub(2)?).copied()
}

fn are_of_one_unit(places: &[Place]) -> bool {
    places.iter().all(|(unit, _)| *unit == places[0].0)
}

/// Whether one list has rows and the other columns.
fn are_crossing(layout: &BoardTables, ones: &[Place], others: &[Place]) -> bool {
    let are = |places: &[Place], kind| places.iter().all(|(unit, _)| layout.kind(usize::from(*unit)) == kind);
    let (rows, columns) = (UnitKind::Row, UnitKind::Column);
    are(ones, rows) && are(others, columns) || are(ones, columns) && are(others, rows)
}
