//! Subsets unit by unit in `HoDoKu`'s order: boxes, rows, columns. Subsets in two units at once have their own names.

use std::ops::ControlFlow;

use crate::bits::{Cells, ones};
use crate::finder::{Found, Position};
use crate::ladder::subsets::{
    HIDDEN_PAIR, HIDDEN_QUAD, HIDDEN_TRIPLE, NAKED_PAIR, NAKED_QUAD, NAKED_TRIPLE, Words, indirect_of, of_cell, tuples,
};
use crate::pencil_mark::{PencilMark, Set};
use crate::proof::ProofLine;
use crate::step::{Figure, Role, Step};
use crate::technique::Technique;
use crate::visibility::Visibility;

/// A naked pair with eliminations in a box and a line.
pub(crate) static LOCKED_PAIR: Technique = Technique::unrated(
    "locked-pair",
    "locked pair",
    &[],
    "0110",
    "two cells of a box and a line have the same two digits, which neither has elsewhere",
);

/// A naked triple with eliminations in a box and a line.
pub(crate) static LOCKED_TRIPLE: Technique = Technique::unrated(
    "locked-triple",
    "locked triple",
    &["locked-triplet"],
    "0111",
    "three cells of a box and a line have three digits between them, which neither has elsewhere",
);

/// Naked subsets; `is_locked` selects subsets with eliminations in two units.
fn naked(
    position: &Position<'_>,
    size: usize,
    is_locked: bool,
    technique: &'static Technique,
    found: Found<'_>,
) -> ControlFlow<()> {
    let Some(visibility) = Visibility::of(position.board) else { return ControlFlow::Continue(()) };
    let (board, layout) = (visibility.board, visibility.layout);
    for unit in layout.read().iter().map(|&unit| usize::from(unit)) {
        let mut words = Words::new();
        for cell in visibility.unit(unit).iter() {
            if (2..=size as u32).contains(&board.digits(cell).count_ones()) {
                words.push(cell, board.digits(cell));
            }
        }
        tuples(words.as_slice(), size, &mut |cells, digits| {
            let base = Cells::of(cells.iter().copied());
            let hit = |unit: usize| {
                let others = visibility.unit(unit).without(base);
                others
                    .iter()
                    .flat_map(|cell| ones(board.digits(cell) & digits).map(move |digit| PencilMark::new(cell, digit)))
            };
            let units: Vec<usize> = visibility.units_with(base).filter(|&unit| hit(unit).next().is_some()).collect();
            if units.is_empty() || (units.len() > 1) != is_locked {
                return ControlFlow::Continue(());
            }
            let bases: Vec<Set> = base.iter().map(Set::cell).collect();
            let mut proof: Vec<ProofLine> = Vec::new();
            for &unit in &units {
                let covers: Vec<Set> = ones(digits).map(|digit| Set::unit(unit, digit)).collect();
                let lines = hit(unit).map(|mark| ProofLine::count(mark, &bases, &covers));
                proof
                    .extend(lines.filter(|line| proof.iter().all(|known| known.says != line.says)).collect::<Vec<_>>());
            }
            found(Step {
                technique,
                rating: technique.rating,
                placed: Vec::new(),
                struck: proof.iter().map(|line| line.says.mark).collect(),
                proof,
                figure: Figure {
                    units: units.iter().map(|&unit| unit as u16).collect(),
                    marks: base.iter().flat_map(|cell| of_cell(board, cell, u64::MAX, Role::Base)).collect(),
                    ..Figure::default()
                },
            })
        })?;
    }
    ControlFlow::Continue(())
}

macro_rules! finders {
    ($($(#[$doc:meta])* $name:ident = $by:ident($($with:expr),+);)+) => {
        $(
            $(#[$doc])*
            ///
            /// # Errors
            /// A break when `found` breaks, as for every finder.
            pub(crate) fn $name(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
                $by(position, $($with),+, found)
            }
        )+
    };
}

fn hidden(position: &Position<'_>, size: usize, technique: &'static Technique, found: Found<'_>) -> ControlFlow<()> {
    indirect_of(position, position.board.layout().read(), size, size + 1, technique, found)
}

finders! {
    /// Naked pairs with eliminations in two units.
    locked_pairs = naked(2, true, &LOCKED_PAIR);
    /// Naked triples with eliminations in two units.
    locked_triples = naked(3, true, &LOCKED_TRIPLE);
    /// Naked pairs with eliminations in one unit.
    naked_pairs = naked(2, false, &NAKED_PAIR);
    /// Naked triples with eliminations in one unit.
    naked_triples = naked(3, false, &NAKED_TRIPLE);
    /// Naked quads.
    naked_quads = naked(4, false, &NAKED_QUAD);
    /// Hidden pairs.
    hidden_pairs = hidden(2, &HIDDEN_PAIR);
    /// Hidden triples.
    hidden_triples = hidden(3, &HIDDEN_TRIPLE);
    /// Hidden quads.
    hidden_quads = hidden(4, &HIDDEN_QUAD);
}
