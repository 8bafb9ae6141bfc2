//! Two units in which a digit has two places each, or one such unit and a box whose places form a cross.

use std::ops::ControlFlow;

use satdoku_puzzle::geometry::UnitKind;

use crate::bits::Cells;
use crate::finder::{Found, Position};
use crate::patterns::order::hand_over_as_found;
use crate::pencil_mark::{PencilMark, Set};
use crate::refute::{Base, step};
use crate::step::{Figure, Role, Step};
use crate::technique::Technique;
use crate::visibility::{Pair, Visibility};

/// Two parallel lines.
pub(crate) static SKYSCRAPER: Technique = Technique::unrated(
    "skyscraper",
    "skyscraper",
    &[],
    "0400",
    "a digit has two places in each of two rows, two of them in one column: one of the other two has it; or columns and rows exchanged",
);

/// A row and a column.
pub(crate) static KITE: Technique = Technique::unrated(
    "two-string-kite",
    "two-string kite",
    &["2-string-kite", "kite"],
    "0401",
    "a digit has two places in a row and two in a column, one of each in the same box: one of the other two has it",
);

/// Any two units.
pub(crate) static TURBOT_FISH: Technique = Technique::unrated(
    "turbot-fish",
    "turbot fish",
    &["turbot"],
    "0403",
    "a digit has two places in each of two units, two of them in a third unit: one of the other two has it",
);

/// A box and a line.
pub(crate) static EMPTY_RECTANGLE: Technique = Technique::unrated(
    "empty-rectangle",
    "empty rectangle",
    &[],
    "0402",
    "a digit's places in a box make a cross, one arm of which ends at a line with two places: the digit is at the line's end or on the other arm",
);

fn is_line(kind: UnitKind) -> bool {
    matches!(kind, UnitKind::Row | UnitKind::Column)
}

/// The technique of two pairs whose near ends see each other in the unit `by`.
fn name(visibility: &Visibility<'_>, one: &Pair, other: &Pair, by: usize) -> &'static Technique {
    let kind = |unit| visibility.layout.kind(unit);
    let (first, second, weak) = (kind(one.unit), kind(other.unit), kind(by));
    if first == second && is_line(first) && is_line(weak) && weak != first {
        &SKYSCRAPER
    } else if is_line(first) && is_line(second) && first != second && matches!(weak, UnitKind::Box | UnitKind::Region) {
        &KITE
    } else {
        &TURBOT_FISH
    }
}

fn pairs(position: &Position<'_>, technique: &'static Technique, found: Found<'_>) -> ControlFlow<()> {
    let Some(visibility) = Visibility::of(position.board) else { return ControlFlow::Continue(()) };
    let mut steps: Vec<Step> = Vec::new();
    for digit in 0..visibility.layout.digit_count() {
        let pairs = visibility.pairs(digit);
        for (at, one) in pairs.iter().enumerate() {
            for other in &pairs[at + 1..] {
                for turn in 0..4 {
                    let [far, near] = turned(one.ends, turn & 1 == 1);
                    let [end, next] = turned(other.ends, turn & 2 == 2);
                    if [far, near].contains(&next) || [far, near].contains(&end) {
                        continue;
                    }
                    let by =
                        visibility.units_with(Cells::of([near, next])).find(|&by| by != one.unit && by != other.unit);
                    let Some(by) = by.filter(|&by| *name(&visibility, one, other, by) == *technique) else { continue };
                    let hit = visibility.peers(far).and(visibility.peers(end)).and(visibility.places(digit));
                    if hit.is_empty() {
                        continue;
                    }
                    let of = |cell, role| (PencilMark::new(cell, digit), role);
                    let figure = Figure {
                        units: [one.unit, other.unit, by].map(|unit| unit as u16).to_vec(),
                        marks: vec![
                            of(far, Role::Base),
                            of(near, Role::Other),
                            of(next, Role::Other),
                            of(end, Role::Base),
                        ],
                        ..Figure::default()
                    };
                    let bases = [Base::unit(one.unit, digit), Base::unit(other.unit, digit)];
                    let new = step(&visibility, technique, Visibility::marks(hit, digit), &bases, figure);
                    steps.extend(new.filter(|new| steps.iter().all(|known| known.struck != new.struck)));
                }
            }
        }
    }
    hand_over_as_found(steps, found)
}

fn turned(ends: [usize; 2], is_turned: bool) -> [usize; 2] {
    if is_turned { [ends[1], ends[0]] } else { ends }
}

/// Skyscrapers.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn skyscrapers(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    pairs(position, &SKYSCRAPER, found)
}

/// Two-string kites.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn kites(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    pairs(position, &KITE, found)
}

/// Turbot fish that are neither skyscrapers nor kites.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn turbot_fish(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    pairs(position, &TURBOT_FISH, found)
}

/// Empty rectangles.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn empty_rectangles(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    let Some(visibility) = Visibility::of(position.board) else { return ControlFlow::Continue(()) };
    let mut steps = Vec::new();
    for digit in 0..visibility.layout.digit_count() {
        let pairs = visibility.pairs(digit);
        for block in visibility.boxes() {
            let places = visibility.of_unit(block, digit);
            for row in visibility.units_of_kind(UnitKind::Row) {
                for column in visibility.units_of_kind(UnitKind::Column) {
                    let arms = [row, column].map(|line| places.and(visibility.unit(line)));
                    let is_cross = places.is_within(arms[0].or(arms[1]))
                        && places.count() > 2
                        && !arms[0].without(arms[1]).is_empty()
                        && !arms[1].without(arms[0]).is_empty();
                    if is_cross {
                        for [along, across] in [[row, column], [column, row]] {
                            let lines = pairs
                                .iter()
                                .filter(|pair| visibility.layout.kind(pair.unit) == visibility.layout.kind(across));
                            steps.extend(
                                lines.filter_map(|pair| rectangle(&visibility, digit, block, [along, across], pair)),
                            );
                        }
                    }
                }
            }
        }
    }
    hand_over_as_found(steps, found)
}

/// The step of a cross whose arm `along` meets one end of a pair: the pair's other end strikes out candidates on the arm
/// `across`.
fn rectangle(visibility: &Visibility<'_>, digit: usize, block: usize, arms: [usize; 2], pair: &Pair) -> Option<Step> {
    let [along, across] = arms.map(|arm| visibility.unit(arm).without(visibility.unit(block)));
    let (near, far) = match pair.ends.map(|end| along.contains(end)) {
        [true, false] => (pair.ends[0], pair.ends[1]),
        [false, true] => (pair.ends[1], pair.ends[0]),
        _ => return None,
    };
    if visibility.unit(block).contains(far) {
        return None;
    }
    let hit = visibility.peers(far).and(across).and(visibility.places(digit)).without(Cells::of([near]));
    let of = |cells: Cells, role| Visibility::marks(cells, digit).map(move |mark| (mark, role));
    let ends = of(Cells::of([near]), Role::Other).chain(of(Cells::of([far]), Role::Base));
    let figure = Figure {
        units: [block, pair.unit].map(|unit| unit as u16).to_vec(),
        marks: of(visibility.of_unit(block, digit), Role::Base).chain(ends).collect(),
        ..Figure::default()
    };
    let bases = [Base::Set(Set::unit(block, digit)), Base::unit(pair.unit, digit)];
    step(visibility, &EMPTY_RECTANGLE, Visibility::marks(hit, digit), &bases, figure)
}
