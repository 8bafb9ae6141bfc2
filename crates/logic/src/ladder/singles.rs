//! Singles: the last place of a digit in a unit, the last digit of a cell.

use std::ops::ControlFlow;

use crate::bits::{lowest, ones};
use crate::board::Board;
use crate::finder::{Found, Position};
use crate::layout::BoardTables;
use crate::pencil_mark::{PencilMark, Set};
use crate::proof::ProofLine;
use crate::step::{Figure, Role, Step};
use crate::technique::Technique;

/// The last empty cell of a unit.
pub(crate) static FULL_HOUSE: Technique = Technique {
    name: "full-house",
    title: "full house",
    aliases: &["last-digit", "last-cell"],
    rating: 10,
    highest: 10,
    hodoku: Some("0000"),
    needs_uniqueness: false,
    summary: "a unit has one empty cell left, and it takes the digit that is missing",
};

/// The last place of a digit in a unit.
pub(crate) static HIDDEN_SINGLE: Technique = Technique {
    name: "hidden-single",
    title: "hidden single",
    aliases: &["pinned-digit"],
    rating: 12,
    highest: 15,
    hodoku: Some("0002"),
    needs_uniqueness: false,
    summary: "a unit has one place left for a digit",
};

/// The last digit of a cell.
pub(crate) static NAKED_SINGLE: Technique = Technique {
    name: "naked-single",
    title: "naked single",
    aliases: &["sole-candidate", "forced-digit"],
    rating: 23,
    highest: 23,
    hodoku: Some("0003"),
    needs_uniqueness: false,
    summary: "a cell has one digit left",
};

/// A step that writes a digit into its only place in a unit.
fn last_place(layout: &BoardTables, unit: usize, place: usize, digit: usize, technique: &'static Technique) -> Step {
    let mark = PencilMark::new(usize::from(layout.unit(unit)[place]), digit);
    let is_box = matches!(
        layout.kind(unit),
        satdoku_puzzle::geometry::UnitKind::Box | satdoku_puzzle::geometry::UnitKind::Region
    );
    let rating = if *technique == FULL_HOUSE {
        10
    } else if is_box {
        12
    } else {
        15
    };
    Step {
        technique,
        rating,
        placed: vec![mark],
        struck: Vec::new(),
        proof: vec![ProofLine::has(mark, Set::unit(unit, digit))],
        figure: Figure { units: vec![unit as u16], marks: vec![(mark, Role::Base)], ..Figure::default() },
    }
}

/// The step named for a board: a full house is a hidden single if its unit has further empty cells.
pub(crate) fn as_told_on(board: &Board, step: Step) -> Step {
    let unit = usize::from(step.figure.units.first().copied().unwrap_or_default());
    let unit_cells = || board.layout().unit(unit).iter();
    if *step.technique != FULL_HOUSE
        || unit_cells().filter(|&&cell| board.value(usize::from(cell)).is_none()).count() == 1
    {
        return step;
    }
    let mark = step.placed[0];
    let place = unit_cells().position(|&cell| usize::from(cell) == mark.cell()).expect("the cell is in the unit");
    last_place(board.layout(), unit, place, mark.digit(), &HIDDEN_SINGLE)
}

/// Full houses.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn full_houses(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    let (board, layout) = (position.board, &**position.board.layout());
    for unit in layout.searched().iter().map(|&unit| usize::from(unit)).filter(|&unit| layout.is_full(unit)) {
        let mut empty =
            layout.unit(unit).iter().enumerate().filter(|(_, cell)| board.value(usize::from(**cell)).is_none());
        if let (Some((place, &cell)), None) = (empty.next(), empty.next()) {
            let digits = board.digits(usize::from(cell));
            for digit in ones(digits).filter(|&digit| !board.is_written(unit, digit)) {
                found(last_place(layout, unit, place, digit, &FULL_HOUSE))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Hidden singles: full houses first.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn hidden_singles(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    let (board, layout) = (position.board, &**position.board.layout());
    full_houses(position, found)?;
    for unit in layout.searched().iter().map(|&unit| usize::from(unit)).filter(|&unit| layout.is_full(unit)) {
        for digit in 0..layout.digit_count() {
            let places = board.places(unit, digit);
            if !places.is_power_of_two() {
                continue;
            }
            let is_open = |cell: &&u16| board.value(usize::from(**cell)).is_none();
            if layout.unit(unit).iter().filter(is_open).take(2).count() > 1 {
                found(last_place(layout, unit, lowest(places), digit, &HIDDEN_SINGLE))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Naked singles.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn naked_singles(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    for (cell, &digits) in position.board.all_digits().iter().enumerate() {
        if digits.is_power_of_two() {
            found(last_digit(PencilMark::new(cell, lowest(digits))))?;
        }
    }
    ControlFlow::Continue(())
}

/// A step that writes the last digit of a cell.
fn last_digit(mark: PencilMark) -> Step {
    Step {
        technique: &NAKED_SINGLE,
        rating: 23,
        placed: vec![mark],
        struck: Vec::new(),
        proof: vec![ProofLine::has(mark, Set::cell(mark.cell()))],
        figure: Figure { marks: vec![(mark, Role::Base)], ..Figure::default() },
    }
}

/// Naked singles, the oldest first.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn queued_naked_singles(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    let board = position.board;
    board.naked_singles().try_for_each(|cell| found(last_digit(PencilMark::new(cell, lowest(board.digits(cell))))))
}

/// Hidden singles, the oldest first.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn queued_hidden_singles(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    let (board, layout) = (position.board, &**position.board.layout());
    for mark in board.last_places() {
        let is_last = |unit: u16| board.places(unit.into(), mark.digit()).is_power_of_two();
        let units = layout.units_of(mark.cell()).iter();
        let unit = units.filter(|(unit, _)| layout.is_full((*unit).into())).find(|(unit, _)| is_last(*unit));
        if let Some(&(unit, place)) = unit {
            found(last_place(layout, unit.into(), place.into(), mark.digit(), &HIDDEN_SINGLE))?;
        }
    }
    ControlFlow::Continue(())
}
