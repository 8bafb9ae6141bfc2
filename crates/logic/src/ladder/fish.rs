//! Fish: a digit's places in k rows lie in k columns, or vice versa.

use std::ops::ControlFlow;

use satdoku_puzzle::geometry::UnitKind;

use crate::bits::ones;
use crate::board::Board;
use crate::finder::{Found, Position};
use crate::ladder::subsets::{Words, tuples};
use crate::layout::BoardTables;
use crate::pencil_mark::{PencilMark, Set};
use crate::proof::ProofLine;
use crate::step::{Figure, Role, Step};
use crate::technique::Technique;

/// Two lines.
pub(crate) static X_WING: Technique = Technique {
    name: "x-wing",
    title: "X-wing",
    aliases: &[],
    rating: 32,
    highest: 32,
    hodoku: Some("0300"),
    needs_uniqueness: false,
    summary: "the places of a digit in two rows lie in two columns, which have it nowhere else; or columns and rows exchanged",
};

/// Three lines.
pub(crate) static SWORDFISH: Technique = Technique {
    name: "swordfish",
    title: "swordfish",
    aliases: &[],
    rating: 38,
    highest: 38,
    hodoku: Some("0301"),
    needs_uniqueness: false,
    summary: "the places of a digit in three rows lie in three columns, which have it nowhere else; or columns and rows exchanged",
};

/// Four lines.
pub(crate) static JELLYFISH: Technique = Technique {
    name: "jellyfish",
    title: "jellyfish",
    aliases: &[],
    rating: 52,
    highest: 52,
    hodoku: Some("0302"),
    needs_uniqueness: false,
    summary: "the places of a digit in four rows lie in four columns, which have it nowhere else; or columns and rows exchanged",
};

/// The units of a kind, if they partition the board's cells and each holds every digit, as rows and columns mostly do.
pub(crate) fn lines(layout: &BoardTables, kind: UnitKind) -> Option<std::ops::Range<usize>> {
    let mut of_kind = (0..layout.unit_count()).filter(|&unit| layout.kind(unit) == kind);
    let first = of_kind.next()?;
    let last = of_kind.next_back()?;
    let range = first..last + 1;
    let is_line = |unit: usize| layout.kind(unit) == kind && layout.is_full(unit) && layout.unit(unit).len() <= 64;
    let is_whole = range.clone().all(is_line) && range.len() * layout.digit_count() == layout.cell_count();
    is_whole.then_some(range)
}

fn fish(position: &Position<'_>, size: usize, technique: &'static Technique, found: Found<'_>) -> ControlFlow<()> {
    let (board, layout) = (position.board, &**position.board.layout());
    let (Some(rows), Some(columns)) = (lines(layout, UnitKind::Row), lines(layout, UnitKind::Column)) else {
        return ControlFlow::Continue(());
    };
    for digit in 0..layout.digit_count() {
        for (bases, covers) in [(&columns, &rows), (&rows, &columns)] {
            let mut words = Words::new();
            // A place in a line is the number of the crossing line, as a line's cells are in the order of reading.
            for (at, unit) in bases.clone().enumerate() {
                let places = board.places(unit, digit);
                if (2..=size as u32).contains(&places.count_ones()) {
                    words.push(at, places);
                }
            }
            tuples(words.as_slice(), size, &mut |chosen, crossed| {
                let of_bases: u64 = chosen.iter().fold(0, |word, at| word | 1 << at);
                if ones(crossed).all(|at| board.places(covers.start + at, digit) & !of_bases == 0) {
                    return ControlFlow::Continue(());
                }
                let bases: Vec<usize> = chosen.iter().map(|at| bases.start + at).collect();
                let covers: Vec<usize> = ones(crossed).map(|at| covers.start + at).collect();
                found(step(board, layout, digit, &bases, &covers, technique))
            })?;
        }
    }
    ControlFlow::Continue(())
}

fn step(
    board: &Board,
    layout: &BoardTables,
    digit: usize,
    bases: &[usize],
    covers: &[usize],
    of: &'static Technique,
) -> Step {
    let set = |units: &[usize]| units.iter().map(|&unit| Set::unit(unit, digit)).collect::<Vec<_>>();
    let marks_of = |unit: usize| {
        ones(board.places(unit, digit)).map(move |place| PencilMark::new(layout.unit(unit)[place].into(), digit))
    };
    let (base_sets, cover_sets) = (set(bases), set(covers));
    let is_base = |mark: &PencilMark| base_sets.iter().any(|&base| layout.contains(base, *mark));
    let struck: Vec<PencilMark> =
        covers.iter().flat_map(|&unit| marks_of(unit)).filter(|mark| !is_base(mark)).collect();
    Step {
        technique: of,
        rating: of.rating,
        placed: Vec::new(),
        proof: struck.iter().map(|&mark| ProofLine::count(mark, &base_sets, &cover_sets)).collect(),
        struck,
        figure: Figure {
            units: bases.iter().chain(covers).map(|&unit| unit as u16).collect(),
            marks: bases.iter().flat_map(|&unit| marks_of(unit)).map(|mark| (mark, Role::Base)).collect(),
            ..Figure::default()
        },
    }
}

/// X-wings.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn x_wings(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    fish(position, 2, &X_WING, found)
}

/// Swordfish.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn swordfish(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    fish(position, 3, &SWORDFISH, found)
}

/// Jellyfish.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn jellyfish(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    fish(position, 4, &JELLYFISH, found)
}
