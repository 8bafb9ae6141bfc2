//! Which rules the places of their marks leave unclear: marks that cover each other, shapes that could be read in two ways.

use std::collections::{HashMap, HashSet};

use crate::draw::frame::place;
use crate::geometry::Cell;
use crate::rule::{End, Ink, LineWidth, Mark, OutlineForm, Rule, ShadeForm};

/// Where a mark is that covers another there.
#[derive(PartialEq, Eq, Hash)]
enum Place {
    Middle(Cell),
    Edge([Cell; 2]),
    /// The first and the last cell round a corner.
    Corner([Cell; 2]),
    Segment([Cell; 2], LineWidth),
}

/// What is there; what looks the same covers nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Thing<'a> {
    End(End, Ink),
    Pill(&'a [Cell]),
    Shade(ShadeForm, Ink),
    /// The ink of a line, its ends, and its cells up to the end of a segment.
    Stem(Ink, [End; 2], &'a [Cell]),
    Other(&'a Mark),
}

/// The numbers of the rules whose marks are covered, cover others, join those of others or could be read in another way.
pub(in crate::draw) fn unclear<'a>(rules: &[(&Rule, &'a [Mark])]) -> HashSet<usize> {
    let mut unclear = HashSet::new();
    let mut things: HashMap<Place, Vec<(usize, Thing<'a>)>> = HashMap::new();
    // By cell and look the lines there, and whether they end there.
    let mut lines: HashMap<(Cell, Ink), Vec<(usize, bool)>> = HashMap::new();
    for (number, &(rule, marks)) in rules.iter().enumerate() {
        for mark in marks {
            each_place(mark, |place, thing| things.entry(place).or_default().push((number, thing)));
            if let Mark::Line { cells, width: LineWidth::Medium, ink, ends: [End::Plain, End::Plain] } = mark {
                // It says the same of each two cells beside each other: where it is joined to another makes no difference.
                if rule.keyword() != "whispers" {
                    for (at, &cell) in cells.iter().enumerate() {
                        let is_end = at == 0 || at + 1 == cells.len();
                        lines.entry((cell, *ink)).or_default().push((number, is_end));
                    }
                }
            }
        }
        if marks.iter().any(is_ambiguous) || have_common_cells(marks) {
            unclear.insert(number);
        }
    }
    for there in things.values() {
        let (first, thing) = there[0];
        if there.iter().any(|&(number, other)| number != first && other != thing) {
            unclear.extend(there.iter().map(|&(number, _)| number));
        }
    }
    for there in lines.values() {
        let (first, _) = there[0];
        if there.iter().any(|&(number, _)| number != first) && there.iter().any(|&(_, is_end)| is_end) {
            unclear.extend(there.iter().map(|&(number, _)| number));
        }
    }
    unclear
}

fn each_place<'a>(mark: &'a Mark, mut push: impl FnMut(Place, Thing<'a>)) {
    match mark {
        Mark::Outline { cells, form: OutlineForm::Round, .. } => {
            for &cell in cells {
                push(Place::Middle(cell), Thing::Pill(cells));
            }
        }
        Mark::Line { cells, width, ink, ends } => {
            for (end, cell) in ends.iter().zip([cells.first(), cells.last()]) {
                if let (End::Bulb | End::Circle | End::Diamond, Some(&cell)) = (end, cell) {
                    push(Place::Middle(cell), Thing::End(*end, *ink));
                }
            }
            for (at, pair) in cells.windows(2).enumerate() {
                let stem = Thing::Stem(*ink, *ends, &cells[..at + 2]);
                push(Place::Segment(sorted([pair[0], pair[1]]), *width), stem);
            }
        }
        Mark::Dot { cells, .. } => push(Place::Edge(sorted(*cells)), Thing::Other(mark)),
        Mark::Corner { cells, .. } => {
            if let (Some(&first), Some(&last)) = (cells.iter().min(), cells.iter().max()) {
                push(Place::Corner([first, last]), Thing::Other(mark));
            }
        }
        Mark::Shade { cells, form, ink } if *form != ShadeForm::Cell => {
            for &cell in cells {
                push(Place::Middle(cell), Thing::Shade(*form, *ink));
            }
        }
        _ => {}
    }
}

/// Whether a mark by itself could be another's: a line over a cell that is not one of its own, a number in a pill that does not
/// go to the right and down, a cage in several pieces.
fn is_ambiguous(mark: &Mark) -> bool {
    match mark {
        Mark::Line { cells, .. } => {
            let is_far = |[a, b]: [[i32; 2]; 2]| (a[0] - b[0]).abs() > 1 || (a[1] - b[1]).abs() > 1;
            cells.windows(2).any(|pair| is_far([place(pair[0]), place(pair[1])]))
        }
        Mark::Outline { cells, form: OutlineForm::Round, .. } => !cells.is_sorted(),
        Mark::Outline { cells, form: OutlineForm::Dashed | OutlineForm::Dotted, .. } => !is_in_one_piece(cells),
        _ => false,
    }
}

/// Whether cages of one rule share cells.
fn have_common_cells(marks: &[Mark]) -> bool {
    let mut seen = HashSet::new();
    for mark in marks {
        if let Mark::Outline { cells, form: OutlineForm::Dashed | OutlineForm::Dotted, .. } = mark {
            let cells: HashSet<Cell> = cells.iter().copied().collect();
            if !seen.is_disjoint(&cells) {
                return true;
            }
            seen.extend(cells);
        }
    }
    false
}

/// Whether one can go from each cell to each other over sides.
pub(in crate::draw) fn is_in_one_piece(cells: &[Cell]) -> bool {
    let mut left: HashSet<[i32; 2]> = cells.iter().map(|&cell| place(cell)).collect();
    let mut waiting: Vec<[i32; 2]> = left.iter().next().copied().into_iter().collect();
    for at in &waiting {
        left.remove(at);
    }
    while let Some([row, column]) = waiting.pop() {
        let beside = [[row - 1, column], [row + 1, column], [row, column - 1], [row, column + 1]];
        waiting.extend(beside.into_iter().filter(|at| left.remove(at)));
    }
    left.is_empty()
}

pub(in crate::draw) fn sorted(mut cells: [Cell; 2]) -> [Cell; 2] {
    cells.sort_unstable();
    cells
}
