//! Locked candidates: all places of a digit in one unit lie in a second unit.

use std::ops::ControlFlow;

use satdoku_puzzle::geometry::UnitKind;

use crate::bits::ones;
use crate::board::Board;
use crate::finder::{Found, Position};
use crate::layout::BoardTables;
use crate::pencil_mark::{PencilMark, Set};
use crate::proof::ProofLine;
use crate::step::{Figure, Role, Step};
use crate::technique::Technique;

/// From a box into a line.
pub(crate) static POINTING: Technique = Technique {
    name: "pointing",
    title: "pointing",
    aliases: &["locked-candidates-1", "locked-1"],
    rating: 26,
    highest: 26,
    hodoku: Some("0100"),
    needs_uniqueness: false,
    summary: "all places of a digit in a box lie in one line, which has it nowhere else",
};

/// From a line, or another unit, into a box or another unit.
pub(crate) static CLAIMING: Technique = Technique {
    name: "claiming",
    title: "claiming",
    aliases: &["locked-candidates-2", "locked-2", "box-line-reduction"],
    rating: 28,
    highest: 28,
    hodoku: Some("0101"),
    needs_uniqueness: false,
    summary: "all places of a digit in a line lie in one box, which has it nowhere else",
};

/// Pointing that leaves a hidden single.
pub(crate) static DIRECT_POINTING: Technique = Technique {
    name: "direct-pointing",
    title: "direct pointing",
    aliases: &[],
    rating: 17,
    highest: 17,
    hodoku: None,
    needs_uniqueness: false,
    summary: "pointing that leaves a unit one place for the digit",
};

/// Claiming that leaves a hidden single.
pub(crate) static DIRECT_CLAIMING: Technique = Technique {
    name: "direct-claiming",
    title: "direct claiming",
    aliases: &[],
    rating: 19,
    highest: 19,
    hodoku: None,
    needs_uniqueness: false,
    summary: "claiming that leaves a unit one place for the digit",
};

/// A digit whose places in one unit all lie in a second unit, which has further places.
struct Lock {
    base: usize,
    cover: usize,
    digit: usize,
}

impl Lock {
    fn base_marks(&self, board: &Board, layout: &BoardTables) -> Vec<PencilMark> {
        let cells = layout.unit(self.base);
        ones(board.places(self.base, self.digit))
            .map(|place| PencilMark::new(cells[place].into(), self.digit))
            .collect()
    }

    fn struck(&self, board: &Board, layout: &BoardTables) -> Vec<PencilMark> {
        let cells = layout.unit(self.cover);
        let marks =
            ones(board.places(self.cover, self.digit)).map(|place| PencilMark::new(cells[place].into(), self.digit));
        marks.filter(|mark| !layout.contains(Set::unit(self.base, self.digit), *mark)).collect()
    }

    fn line(&self, mark: PencilMark) -> ProofLine {
        ProofLine::count(mark, &[Set::unit(self.base, self.digit)], &[Set::unit(self.cover, self.digit)])
    }

    fn step(&self, board: &Board, layout: &BoardTables) -> Step {
        let technique = if is_pointing(layout, self) { &POINTING } else { &CLAIMING };
        let struck = self.struck(board, layout);
        Step {
            technique,
            rating: technique.rating,
            placed: Vec::new(),
            proof: struck.iter().map(|&mark| self.line(mark)).collect(),
            struck,
            figure: figure(self, board, layout),
        }
    }
}

/// The passes over kinds of unit: from boxes into columns and rows, from columns and rows into boxes; then all others.
const PASSES: usize = 5;

const fn is_box(kind: UnitKind) -> bool {
    matches!(kind, UnitKind::Box | UnitKind::Region)
}

fn is_in_pass(pass: usize, base: UnitKind, cover: UnitKind) -> bool {
    match (base, cover) {
        (base, UnitKind::Column) if is_box(base) => pass == 0,
        (base, UnitKind::Row) if is_box(base) => pass == 1,
        (UnitKind::Column, cover) if is_box(cover) => pass == 2,
        (UnitKind::Row, cover) if is_box(cover) => pass == 3,
        _ => pass == 4,
    }
}

/// The units looked at between two looks at the clock: boards of rows, columns and boxes have fewer in all.
const UNITS_PER_LOOK: usize = 1 << 14;

/// Looks at the clock where some more units were looked at; breaks when the budget is spent.
fn look(position: &Position<'_>, looked: &mut usize, units: usize) -> ControlFlow<()> {
    *looked += units;
    if *looked < UNITS_PER_LOOK {
        return ControlFlow::Continue(());
    }
    *looked = 0;
    if position.running.check().is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// Calls a function with every lock in Sudoku Explainer's order.
fn locks(position: &Position<'_>, mut see: impl FnMut(&Lock) -> ControlFlow<()>) -> ControlFlow<()> {
    let bases = position.board.layout().searched();
    (0..PASSES).try_for_each(|pass| locks_of(position, bases, |base, cover| is_in_pass(pass, base, cover), &mut see))
}

/// Calls a function with every lock of units of some kinds, in the order of `bases`.
fn locks_of(
    position: &Position<'_>,
    bases: &[u16],
    is_wanted: impl Fn(UnitKind, UnitKind) -> bool,
    mut see: impl FnMut(&Lock) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (board, layout) = (position.board, &**position.board.layout());
    let mut looked = 0;
    for base in bases.iter().map(|&unit| usize::from(unit)).filter(|&unit| layout.is_full(unit)) {
        for digit in 0..layout.digit_count() {
            let places = board.places(base, digit);
            if places.count_ones() < 2 {
                continue;
            }
            let cells = layout.unit(base);
            let mut marks = ones(places).map(|place| usize::from(cells[place]));
            let first = marks.next().expect("two places at least");
            look(position, &mut looked, layout.units_of(first).len())?;
            for &(cover, _) in layout.units_of(first) {
                let cover = usize::from(cover);
                if cover == base
                    || !is_wanted(layout.kind(base), layout.kind(cover))
                    || board.places(cover, digit).count_ones() <= places.count_ones()
                    || !marks.clone().all(|cell| layout.contains(Set::unit(cover, digit), PencilMark::new(cell, digit)))
                {
                    continue;
                }
                see(&Lock { base, cover, digit })?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn is_pointing(layout: &BoardTables, lock: &Lock) -> bool {
    is_box(layout.kind(lock.base))
}

fn figure(lock: &Lock, board: &Board, layout: &BoardTables) -> Figure {
    let marks = lock.base_marks(board, layout).into_iter().map(|mark| (mark, Role::Base)).collect();
    Figure { units: vec![lock.base as u16, lock.cover as u16], marks, ..Figure::default() }
}

/// Pointing and claiming.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn locked(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    let (board, layout) = (position.board, &**position.board.layout());
    locks(position, |lock| found(lock.step(board, layout)))
}

/// Pointing, box by box, without claiming.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn pointing(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    let (board, layout) = (position.board, &**position.board.layout());
    locks_of(position, layout.read(), |base, _| is_box(base), |lock| found(lock.step(board, layout)))
}

/// Claiming, row by row and then column by column, without pointing.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn claiming(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    let (board, layout) = (position.board, &**position.board.layout());
    locks_of(position, layout.read(), |base, _| !is_box(base), |lock| found(lock.step(board, layout)))
}

/// Pointing and claiming that immediately leave a hidden single.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn direct_locked(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    let (board, layout) = (position.board, &**position.board.layout());
    let mut looked = 0;
    locks(position, |lock| {
        look(position, &mut looked, layout.searched().len())?;
        // Sudoku Explainer looks only at units of the base's kind.
        let kind = layout.kind(lock.base);
        for unit in layout.searched().iter().map(|&unit| usize::from(unit)).filter(|&unit| layout.kind(unit) == kind) {
            let places = board.places(unit, lock.digit);
            if unit == lock.cover || !layout.is_full(unit) || places.count_ones() < 2 {
                continue;
            }
            let cells = layout.unit(unit);
            let is_struck = |cell: usize| {
                let mark = PencilMark::new(cell, lock.digit);
                layout.contains(Set::unit(lock.cover, lock.digit), mark)
                    && !layout.contains(Set::unit(lock.base, lock.digit), mark)
            };
            let mut left = ones(places).map(|place| usize::from(cells[place])).filter(|&cell| !is_struck(cell));
            let (Some(cell), None) = (left.next(), left.next()) else { continue };
            let technique = if is_pointing(layout, lock) { &DIRECT_POINTING } else { &DIRECT_CLAIMING };
            let single = PencilMark::new(cell, lock.digit);
            let struck = ones(places).map(|place| PencilMark::new(cells[place].into(), lock.digit));
            let mut proof: Vec<ProofLine> = struck.filter(|&mark| mark != single).map(|mark| lock.line(mark)).collect();
            proof.push(ProofLine::has(single, Set::unit(unit, lock.digit)));
            let mut figure = figure(lock, board, layout);
            figure.units.push(unit as u16);
            found(Step {
                technique,
                rating: technique.rating,
                placed: vec![single],
                struck: Vec::new(),
                proof,
                figure,
            })?;
        }
        ControlFlow::Continue(())
    })
}
