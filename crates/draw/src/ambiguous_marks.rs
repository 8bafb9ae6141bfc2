//! Finds the rules whose marks are unclear: marks that hide each other, or shapes with two possible readings.

use std::collections::{HashMap, HashSet};

use satdoku_puzzle::geometry::Cell;
use satdoku_puzzle::rule::{Ink, LineEnd, LineKind, LineWidth, Mark, OutlineForm, Rule, ShadeForm};

use crate::frame::place;

/// A place where marks can hide each other.
#[derive(PartialEq, Eq, Hash)]
enum Spot {
    Middle(Cell),
    Edge([Cell; 2]),
    /// The first and the last cell round a corner.
    Corner([Cell; 2]),
    Segment([Cell; 2], LineWidth),
}

/// The drawing at a place. Two equal drawings do not hide one another.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Figure<'a> {
    End(LineEnd, Ink),
    Pill(&'a [Cell]),
    Shade(ShadeForm, Ink),
    /// The ink of a line, its ends, and its cells up to the end of a segment.
    Stem(Ink, [LineEnd; 2], &'a [Cell]),
    Other(&'a Mark),
}

/// The numbers of the rules whose marks hide, are hidden by or join marks of further rules, or have a second reading.
pub(crate) fn ambiguous_rules<'a>(rules: &[(&Rule, &'a [Mark])]) -> HashSet<usize> {
    let mut unclear = HashSet::new();
    let mut figures: HashMap<Spot, Vec<(usize, Figure<'a>)>> = HashMap::new();
    // The lines through each cell, by ink, and whether each line ends in the cell.
    let mut lines: HashMap<(Cell, Ink), Vec<(usize, bool)>> = HashMap::new();
    for (number, &(rule, marks)) in rules.iter().enumerate() {
        for mark in marks {
            each_spot(mark, |spot, figure| figures.entry(spot).or_default().push((number, figure)));
            if let Mark::Line { cells, width: LineWidth::Medium, ink, ends: [LineEnd::Plain, LineEnd::Plain] } = mark {
                // Whispers constrain each adjacent pair separately, so two joined lines read the same.
                if !matches!(rule, Rule::Line(line) if matches!(line.kind, LineKind::Whispers(_))) {
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
    for there in figures.values() {
        let (first, figure) = there[0];
        if there.iter().any(|&(number, other)| number != first && other != figure) {
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

fn each_spot<'a>(mark: &'a Mark, mut push: impl FnMut(Spot, Figure<'a>)) {
    match mark {
        Mark::Outline { cells, form: OutlineForm::Round, .. } => {
            for &cell in cells {
                push(Spot::Middle(cell), Figure::Pill(cells));
            }
        }
        Mark::Line { cells, width, ink, ends } => {
            for (end, cell) in ends.iter().zip([cells.first(), cells.last()]) {
                if let (LineEnd::Bulb | LineEnd::Circle | LineEnd::Diamond, Some(&cell)) = (end, cell) {
                    push(Spot::Middle(cell), Figure::End(*end, *ink));
                }
            }
            for (at, pair) in cells.windows(2).enumerate() {
                let stem = Figure::Stem(*ink, *ends, &cells[..at + 2]);
                push(Spot::Segment(sorted([pair[0], pair[1]]), *width), stem);
            }
        }
        Mark::Dot { cells, .. } => push(Spot::Edge(sorted(*cells)), Figure::Other(mark)),
        Mark::Corner { cells, .. } => {
            if let (Some(&first), Some(&last)) = (cells.iter().min(), cells.iter().max()) {
                push(Spot::Corner([first, last]), Figure::Other(mark));
            }
        }
        Mark::Shade { cells, form, ink } if *form != ShadeForm::Cell => {
            for &cell in cells {
                push(Spot::Middle(cell), Figure::Shade(*form, *ink));
            }
        }
        _ => {}
    }
}

/// Whether a mark is ambiguous by itself: a line over a foreign cell, a pill whose number does not read to the right and down, a
/// cage in several pieces.
fn is_ambiguous(mark: &Mark) -> bool {
    match mark {
        Mark::Line { cells, .. } => {
            let is_far = |[a, b]: [[i32; 2]; 2]| (a[0] - b[0]).abs() > 1 || (a[1] - b[1]).abs() > 1;
            cells.windows(2).any(|pair| is_far([place(pair[0]), place(pair[1])]))
        }
        Mark::Outline { cells, form: OutlineForm::Round, .. } => !cells.is_sorted(),
        Mark::Outline { cells, form, .. } if form.is_cage() => !is_in_one_piece(cells),
        _ => false,
    }
}

/// Whether two cages of one rule share cells.
fn have_common_cells(marks: &[Mark]) -> bool {
    let mut seen = HashSet::new();
    for mark in marks {
        if let Mark::Outline { cells, form, .. } = mark
            && form.is_cage()
        {
            let cells: HashSet<Cell> = cells.iter().copied().collect();
            if !seen.is_disjoint(&cells) {
                return true;
            }
            seen.extend(cells);
        }
    }
    false
}

/// Whether the cells are connected through sides.
pub(crate) fn is_in_one_piece(cells: &[Cell]) -> bool {
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

pub(crate) fn sorted(mut cells: [Cell; 2]) -> [Cell; 2] {
    cells.sort_unstable();
    cells
}
