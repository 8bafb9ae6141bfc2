//! The bivalue universal grave: all cells would have two digits and every digit two places in each of its units.
//!
//! The state has an even number of fillings, so in a puzzle with one solution a candidate beyond it is true. The types are those
//! of unique rectangles.

use std::ops::ControlFlow;

use crate::bits::{lowest, ones};
use crate::board::Board;
use crate::finder::{Found, Position};
use crate::ladder::rich_cells::RichCells;
use crate::ladder::subsets::{Words, of_cell, tuples_with};
use crate::layout::BoardTables;
use crate::pencil_mark::{Literal, PencilMark, Set};
use crate::proof::{Because, ProofLine, StepProof};
use crate::step::{Figure, Role, Step};
use crate::technique::Technique;

/// One cell with more than two digits, or several.
pub(crate) static BUG: Technique = Technique {
    name: "bug",
    title: "bivalue universal grave",
    aliases: &["bug+1", "bivalue-universal-grave"],
    rating: 56,
    highest: 63,
    hodoku: Some("0610"),
    needs_uniqueness: true,
    summary: "but for a few candidates every cell would have two digits and every digit two places: one of these candidates is true",
};

struct Bug {
    /// The cells with more than two digits, with the digits beyond two.
    rich: Vec<(usize, u64)>,
    pattern: Vec<(u16, [u8; 2])>,
}

impl Bug {
    fn of(board: &Board, layout: &BoardTables) -> Option<Self> {
        let is_poor = |cell: &usize| board.digits(*cell).count_ones() <= 2;
        let mut rich: Vec<(usize, u64)> = Vec::new();
        // A BUG has few rich cells, so most positions are rejected at once.
        for cell in board.empty_cells().filter(|cell| !is_poor(cell)) {
            if rich.len() == layout.digit_count() {
                return None;
            }
            rich.push((cell, 0));
        }
        if rich.is_empty() {
            return None;
        }
        for unit in 0..layout.unit_count() {
            for digit in 0..layout.digit_count() {
                match board.places(unit, digit).count_ones() {
                    0 | 2 => {}
                    1 => return None,
                    _ => {
                        let mut of_unit = rich
                            .iter_mut()
                            .filter(|(cell, _)| layout.contains(Set::unit(unit, digit), PencilMark::new(*cell, digit)))
                            .filter(|(cell, _)| board.has(PencilMark::new(*cell, digit)));
                        let (Some(only), None) = (of_unit.next(), of_unit.next()) else { continue };
                        only.1 |= 1 << digit;
                    }
                }
            }
        }
        let left = |cell: usize| {
            let extra = rich.iter().find(|(of, _)| *of == cell).map_or(0, |(_, extra)| *extra);
            board.digits(cell) & !extra
        };
        let mut pattern = Vec::new();
        for cell in board.empty_cells() {
            if left(cell).count_ones() != 2 {
                return None;
            }
            pattern.push((cell as u16, [lowest(left(cell)) as u8, 63 - left(cell).leading_zeros() as u8]));
        }
        let is_even = |unit: usize| {
            (0..layout.digit_count()).all(|digit| {
                let cells = layout.unit(unit);
                let places =
                    ones(board.places(unit, digit)).filter(|&place| left(cells[place].into()) >> digit & 1 == 1);
                matches!(places.count(), 0 | 2)
            })
        };
        (0..layout.unit_count()).all(is_even).then_some(Self { rich, pattern })
    }

    fn deadly(&self, says: Literal) -> ProofLine {
        ProofLine { says, because: Because::Deadly(self.pattern.clone()) }
    }

    fn end(&self) -> [ProofLine; 2] {
        let (cell, [digit, _]) = self.pattern[0];
        let says = Literal::on(PencilMark::new(cell.into(), digit.into()));
        [self.deadly(says), self.deadly(says.negated())]
    }

    fn rich_cells<'a>(&'a self, board: &'a Board, layout: &'a BoardTables) -> RichCells<'a> {
        RichCells { board, layout, cells: &self.rich, end: self.end() }
    }

    fn step(&self, board: &Board, rating: u16, unit: Option<usize>, lines: StepProof, others: &[usize]) -> Step {
        let of_rich = |&(cell, extra): &(usize, u64)| of_cell(board, cell, extra, Role::Fin);
        let of_others = others.iter().flat_map(|&cell| of_cell(board, cell, u64::MAX, Role::Other));
        Step {
            technique: &BUG,
            rating,
            placed: Vec::new(),
            struck: lines.iter().map(|line| line.says.mark).collect(),
            proof: lines,
            figure: Figure {
                units: unit.into_iter().map(|unit| unit as u16).collect(),
                marks: self.rich.iter().flat_map(of_rich).chain(of_others).collect(),
                ..Figure::default()
            },
        }
    }

    /// Type 1: the cell has one of its digits beyond two.
    fn one_cell(&self, board: &Board, found: Found<'_>) -> ControlFlow<()> {
        let (cell, extra) = self.rich[0];
        let poor = board.digits(cell) & !extra;
        let lines: StepProof =
            ones(poor).map(|digit| self.deadly(Literal::off(PencilMark::new(cell, digit)))).collect();
        found(self.step(board, 56, None, lines, &[]))
    }

    /// Type 4: two cells of a unit are the only places of a digit, so they have this digit and one of the digits beyond two.
    fn locked_pair(&self, board: &Board, layout: &BoardTables, unit: usize, found: Found<'_>) -> ControlFlow<()> {
        let [(one, extra), (other, also)] = self.rich[..] else { return ControlFlow::Continue(()) };
        let poor = [board.digits(one) & !extra, board.digits(other) & !also];
        for digit in ones(poor[0] & poor[1]) {
            if !layout.is_full(unit) || board.places(unit, digit).count_ones() != 2 {
                continue;
            }
            let mut lines = Vec::new();
            for (cell, partner, poor) in [(one, other, poor[0]), (other, one, poor[1])] {
                for struck in ones(poor & !(1 << digit)) {
                    let off = ProofLine::once(PencilMark::new(cell, digit), Set::cell(cell));
                    let has = ProofLine::has(PencilMark::new(partner, digit), Set::unit(unit, digit));
                    let inner = [off, has].into_iter().chain(self.end()).collect();
                    lines.push(ProofLine::refuted(Literal::off(PencilMark::new(cell, struck)), inner));
                }
            }
            if !lines.is_empty() {
                found(self.step(board, 57, Some(unit), lines, &[]))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Type 3: the digits beyond two form a subset with further cells of a unit.
    fn naked_set(&self, board: &Board, layout: &BoardTables, unit: usize, found: Found<'_>) -> ControlFlow<()> {
        let extra = self.rich.iter().fold(0, |digits, (_, extra)| digits | extra);
        let is_rich = |cell: usize| self.rich.iter().any(|&(of, _)| of == cell);
        let cells = layout.unit(unit);
        let mut words = Words::new();
        for cell in
            cells.iter().map(|&cell| usize::from(cell)).filter(|&cell| !is_rich(cell) && board.digits(cell) != 0)
        {
            words.push(cell, board.digits(cell));
        }
        for size in (extra.count_ones() as usize).max(2)..=8 {
            tuples_with(words.as_slice(), extra, size - 1, size, &mut |members, digits| {
                let lines = self.rich_cells(board, layout).subset(unit, members, digits);
                if lines.is_empty() {
                    return ControlFlow::Continue(());
                }
                found(self.step(board, 57 + size as u16 - 1, Some(unit), lines, members))
            })?;
        }
        ControlFlow::Continue(())
    }
}

/// Bivalue universal graves.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn bugs(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    let (board, layout) = (position.board, &**position.board.layout());
    let Some(bug) = Bug::of(board, layout) else { return ControlFlow::Continue(()) };
    if let [_] = bug.rich[..] {
        return bug.one_cell(board, found);
    }
    let extra = bug.rich.iter().fold(0, |digits, (_, extra)| digits | extra);
    if extra.is_power_of_two() {
        let lines = bug.rich_cells(board, layout).same_extra(lowest(extra));
        let step = (!lines.is_empty()).then(|| bug.step(board, 57, None, lines, &[]));
        return step.map_or(ControlFlow::Continue(()), found);
    }
    let in_common = |unit: &u16| {
        let holds = |&(cell, _): &(usize, u64)| layout.units_of(cell).iter().any(|(of, _)| of == unit);
        bug.rich.iter().all(holds)
    };
    for &unit in layout.searched().iter().filter(|unit| in_common(unit)) {
        bug.locked_pair(board, layout, unit.into(), found)?;
        bug.naked_set(board, layout, unit.into(), found)?;
    }
    ControlFlow::Continue(())
}

/// Graves with one candidate too many, which is true.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn bug_plus_one(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    match Bug::of(position.board, position.board.layout()) {
        Some(bug) if bug.rich.len() == 1 && bug.rich[0].1.is_power_of_two() => bug.one_cell(position.board, found),
        _ => ControlFlow::Continue(()),
    }
}
