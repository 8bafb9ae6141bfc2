//! Naked and hidden subsets: k cells of a unit with k digits.

use std::ops::ControlFlow;

use crate::bits::{lowest, ones};
use crate::board::Board;
use crate::finder::{Found, Position};
use crate::layout::BoardTables;
use crate::pencil_mark::{PencilMark, Set};
use crate::proof::ProofLine;
use crate::step::{Figure, Role, Step};
use crate::technique::Technique;

macro_rules! subset {
    ($(#[$doc:meta])* $name:ident, $word:literal, $title:literal, $rating:literal, $code:expr, $summary:literal, $aliases:expr) => {
        $(#[$doc])*
        pub(crate) static $name: Technique = Technique {
            name: $word,
            title: $title,
            aliases: $aliases,
            rating: $rating,
            highest: $rating,
            hodoku: $code,
            needs_uniqueness: false,
            summary: $summary,
        };
    };
}

subset!(
    /// Two cells with two digits.
    NAKED_PAIR, "naked-pair", "naked pair", 30, Some("0200"),
    "two cells of a unit have the same two digits, which no other cell of it has", &[]
);
subset!(
    /// Three cells with three digits.
    NAKED_TRIPLE, "naked-triple", "naked triple", 36, Some("0201"),
    "three cells of a unit have three digits between them, which no other cell of it has", &["naked-triplet"]
);
subset!(
    /// Four cells with four digits.
    NAKED_QUAD, "naked-quad", "naked quad", 50, Some("0202"),
    "four cells of a unit have four digits between them, which no other cell of it has", &["naked-quadruple"]
);
subset!(
    /// Two digits with two places.
    HIDDEN_PAIR, "hidden-pair", "hidden pair", 34, Some("0210"),
    "two digits have the same two places in a unit, which take no other digit", &[]
);
subset!(
    /// Three digits with three places.
    HIDDEN_TRIPLE, "hidden-triple", "hidden triple", 40, Some("0211"),
    "three digits have three places in a unit between them, which take no other digit", &["hidden-triplet"]
);
subset!(
    /// Four digits with four places.
    HIDDEN_QUAD, "hidden-quad", "hidden quad", 54, Some("0212"),
    "four digits have four places in a unit between them, which take no other digit", &["hidden-quadruple"]
);
subset!(
    /// A hidden pair that leaves a hidden single.
    DIRECT_HIDDEN_PAIR, "direct-hidden-pair", "direct hidden pair", 20, None,
    "a hidden pair that leaves its unit one place for a third digit", &[]
);
subset!(
    /// A hidden triple that leaves a hidden single.
    DIRECT_HIDDEN_TRIPLE, "direct-hidden-triple", "direct hidden triple", 25, None,
    "a hidden triple that leaves its unit one place for a fourth digit", &["direct-hidden-triplet"]
);

/// The sets of `size` items whose words have a union of `size` bits, with the union.
///
/// `words` has few entries: those of one unit.
pub(crate) fn tuples(
    words: &[(usize, u64)],
    size: usize,
    see: &mut dyn FnMut(&[usize], u64) -> ControlFlow<()>,
) -> ControlFlow<()> {
    tuples_with(words, 0, size, size, see)
}

/// The sets of `count` items whose words, united with `extra`, have `size` bits, with the union.
pub(super) fn tuples_with(
    words: &[(usize, u64)],
    extra: u64,
    count: usize,
    size: usize,
    see: &mut dyn FnMut(&[usize], u64) -> ControlFlow<()>,
) -> ControlFlow<()> {
    fn grow(
        words: &[(usize, u64)],
        [count, size]: [usize; 2],
        chosen: &mut [usize; 8],
        at: usize,
        union: u64,
        see: &mut dyn FnMut(&[usize], u64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if at == count {
            let is_full = union.count_ones() as usize == size;
            return if is_full { see(&chosen[..count], union) } else { ControlFlow::Continue(()) };
        }
        for (next, &(item, word)) in words.iter().enumerate() {
            let grown = union | word;
            if grown.count_ones() as usize <= size {
                chosen[at] = item;
                grow(&words[next + 1..], [count, size], chosen, at + 1, grown, see)?;
            }
        }
        ControlFlow::Continue(())
    }
    if words.len() < count {
        return ControlFlow::Continue(());
    }
    grow(words, [count, size], &mut [0; 8], 0, extra, see)
}

/// The number of open cells of a unit.
fn open_cells(board: &Board, cells: &[u16]) -> usize {
    cells.iter().filter(|&&cell| board.value(usize::from(cell)).is_none()).count()
}

/// Words of a unit in an array, so that a search without result allocates no memory.
pub(crate) struct Words {
    words: [(usize, u64); 64],
    count: usize,
}

impl Words {
    pub(crate) fn new() -> Self {
        Self { words: [(0, 0); 64], count: 0 }
    }

    pub(crate) fn push(&mut self, item: usize, word: u64) {
        self.words[self.count] = (item, word);
        self.count += 1;
    }

    pub(crate) fn as_slice(&self) -> &[(usize, u64)] {
        &self.words[..self.count]
    }
}

fn naked(position: &Position<'_>, size: usize, technique: &'static Technique, found: Found<'_>) -> ControlFlow<()> {
    let (board, layout) = (position.board, &**position.board.layout());
    for unit in layout.searched().iter().map(|&unit| usize::from(unit)) {
        let cells = layout.unit(unit);
        if layout.is_full(unit) && open_cells(board, cells) < 2 * size {
            continue;
        }
        let mut words = Words::new();
        for (place, &cell) in cells.iter().enumerate() {
            let digits = board.digits(usize::from(cell));
            if (2..=size as u32).contains(&digits.count_ones()) {
                words.push(place, digits);
            }
        }
        tuples(words.as_slice(), size, &mut |places, digits| {
            let is_base = |place: usize| places.contains(&place);
            let outside: u64 = places.iter().fold(0, |word, place| word | 1 << place);
            if ones(digits).all(|digit| board.places(unit, digit) & !outside == 0) {
                return ControlFlow::Continue(());
            }
            let bases: Vec<Set> = places.iter().map(|&place| Set::cell(cells[place].into())).collect();
            let covers: Vec<Set> = ones(digits).map(|digit| Set::unit(unit, digit)).collect();
            let mut struck = Vec::new();
            for (_, &cell) in cells.iter().enumerate().filter(|(place, _)| !is_base(*place)) {
                let cell = usize::from(cell);
                struck.extend(ones(board.digits(cell) & digits).map(|digit| PencilMark::new(cell, digit)));
            }
            let marks =
                places.iter().flat_map(|&place| of_cell(board, usize::from(cells[place]), u64::MAX, Role::Base));
            found(Step {
                technique,
                rating: technique.rating,
                placed: Vec::new(),
                proof: struck.iter().map(|&mark| ProofLine::count(mark, &bases, &covers)).collect(),
                struck,
                figure: Figure { units: vec![unit as u16], marks: marks.collect(), ..Figure::default() },
            })
        })?;
    }
    ControlFlow::Continue(())
}

/// The candidates of a cell with a role.
pub(crate) fn of_cell(board: &Board, cell: usize, of: u64, role: Role) -> impl Iterator<Item = (PencilMark, Role)> {
    ones(board.digits(cell) & of).map(move |digit| (PencilMark::new(cell, digit), role))
}

/// Calls a function with every hidden subset's unit, digits and places, whether or not it has eliminations.
fn hidden(
    board: &Board,
    units: &[u16],
    size: usize,
    fewest: usize,
    mut see: impl FnMut(usize, &[usize], u64) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let layout = &**board.layout();
    for unit in units.iter().map(|&unit| usize::from(unit)).filter(|&unit| layout.is_full(unit)) {
        if open_cells(board, layout.unit(unit)) < fewest {
            continue;
        }
        let mut words = Words::new();
        for digit in 0..layout.digit_count() {
            let places = board.places(unit, digit);
            if (2..=size as u32).contains(&places.count_ones()) {
                words.push(digit, places);
            }
        }
        tuples(words.as_slice(), size, &mut |digits, places| see(unit, digits, places))?;
    }
    ControlFlow::Continue(())
}

/// The sets of a hidden subset: its bases and its covers.
fn sets_of_hidden(layout: &BoardTables, unit: usize, digits: &[usize], places: u64) -> (Vec<Set>, Vec<Set>) {
    let covers = ones(places).map(|place| Set::cell(layout.unit(unit)[place].into())).collect();
    (digits.iter().map(|&digit| Set::unit(unit, digit)).collect(), covers)
}

fn figure_of_hidden(board: &Board, layout: &BoardTables, unit: usize, digits: &[usize], places: u64) -> Figure {
    let of: u64 = digits.iter().fold(0, |word, digit| word | 1 << digit);
    let cells = ones(places).map(|place| usize::from(layout.unit(unit)[place]));
    let marks = cells.flat_map(|cell| of_cell(board, cell, of, Role::Base)).collect();
    Figure { units: vec![unit as u16], marks, ..Figure::default() }
}

fn indirect(position: &Position<'_>, size: usize, technique: &'static Technique, found: Found<'_>) -> ControlFlow<()> {
    indirect_of(position, position.board.layout().searched(), size, 2 * size + 1, technique, found)
}

/// Hidden subsets in the order of `units`, for units with at least `fewest` empty cells.
pub(crate) fn indirect_of(
    position: &Position<'_>,
    units: &[u16],
    size: usize,
    fewest: usize,
    technique: &'static Technique,
    found: Found<'_>,
) -> ControlFlow<()> {
    let (board, layout) = (position.board, &**position.board.layout());
    hidden(board, units, size, fewest, |unit, digits, places| {
        let of: u64 = digits.iter().fold(0, |word, digit| word | 1 << digit);
        let cells = || ones(places).map(|place| usize::from(layout.unit(unit)[place]));
        if cells().all(|cell| board.digits(cell) & !of == 0) {
            return ControlFlow::Continue(());
        }
        let (bases, covers) = sets_of_hidden(layout, unit, digits, places);
        let others = |cell| ones(board.digits(cell) & !of).map(move |digit| PencilMark::new(cell, digit));
        let struck: Vec<PencilMark> = cells().flat_map(others).collect();
        found(Step {
            technique,
            rating: technique.rating,
            placed: Vec::new(),
            proof: struck.iter().map(|&mark| ProofLine::count(mark, &bases, &covers)).collect(),
            struck,
            figure: figure_of_hidden(board, layout, unit, digits, places),
        })
    })
}

fn direct(position: &Position<'_>, size: usize, technique: &'static Technique, found: Found<'_>) -> ControlFlow<()> {
    let (board, layout) = (position.board, &**position.board.layout());
    hidden(board, layout.searched(), size, size + 1, |unit, digits, places| {
        for digit in (0..layout.digit_count()).filter(|digit| !digits.contains(digit)) {
            let all = board.places(unit, digit);
            let left = all & !places;
            if all.count_ones() < 2 || !left.is_power_of_two() {
                continue;
            }
            let (bases, covers) = sets_of_hidden(layout, unit, digits, places);
            let cells = layout.unit(unit);
            let placed = PencilMark::new(cells[lowest(left)].into(), digit);
            let struck = ones(all & places).map(|place| PencilMark::new(cells[place].into(), digit));
            let mut proof: Vec<ProofLine> = struck.map(|mark| ProofLine::count(mark, &bases, &covers)).collect();
            proof.push(ProofLine::has(placed, Set::unit(unit, digit)));
            let figure = figure_of_hidden(board, layout, unit, digits, places);
            let (placed, struck) = (vec![placed], Vec::new());
            found(Step { technique, rating: technique.rating, placed, struck, proof, figure })?;
        }
        ControlFlow::Continue(())
    })
}

macro_rules! finders {
    ($($(#[$doc:meta])* $name:ident = $by:ident($size:literal, $technique:ident);)+) => {
        $(
            $(#[$doc])*
            ///
            /// # Errors
            /// A break when `found` breaks, as for every finder.
            pub(crate) fn $name(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
                $by(position, $size, &$technique, found)
            }
        )+
    };
}

finders! {
    /// Naked pairs.
    naked_pairs = naked(2, NAKED_PAIR);
    /// Naked triples.
    naked_triples = naked(3, NAKED_TRIPLE);
    /// Naked quads.
    naked_quads = naked(4, NAKED_QUAD);
    /// Hidden pairs.
    hidden_pairs = indirect(2, HIDDEN_PAIR);
    /// Hidden triples.
    hidden_triples = indirect(3, HIDDEN_TRIPLE);
    /// Hidden quads.
    hidden_quads = indirect(4, HIDDEN_QUAD);
    /// Hidden pairs that leave a hidden single.
    direct_hidden_pairs = direct(2, DIRECT_HIDDEN_PAIR);
    /// Hidden triples that leave a hidden single.
    direct_hidden_triples = direct(3, DIRECT_HIDDEN_TRIPLE);
}
