//! One round of deductions on every lane at once, without a branch.
//!
//! The rules are known from paper and pencil, applied to all 729 candidates of a lane at a time:
//!
//! 1. A *triad* is the three cells in which a box and a line meet. The triads that hold a digit are three of the nine in a band or
//!    stack, no two in a common line or box. A triad in no *matching* of this kind loses the digit (pointing and claiming); a triad
//!    in every matching is *sure*. A single makes its triad sure.
//! 2. The only candidate of a sure triad is *placed*: a hidden single.
//! 3. A placed digit removes the cell's other candidates; the only candidate of a cell is a naked single.
//!
//! So one sweep leads from singles to singles: it applies the singles of the last sweep, each to its row, column and box at once. A
//! search may branch when a sweep finds no new singles, though a further sweep might still remove candidates; waiting for it costs
//! more sweeps than it saves branches.
//!
//! Triads as the unit of reasoning are Tom Dillon's (`tdoku`).
#![allow(clippy::inline_always, reason = "vector instructions are enabled for the outermost function only")]

use crate::branch::CELL_SHIFT;
use crate::lanes::{Machine, Portable};
use crate::layout::{FULL, WORDS};

/// The states of `N` puzzles: word `w` of lane `l` is `words[w][l]`.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct States<const N: usize> {
    /// Live candidates.
    pub(crate) words: [[u32; N]; WORDS],
    /// Candidates that became the only candidates of their cells in the last sweep and are not yet propagated.
    pub(crate) single: [[u32; N]; WORDS],
    /// [`FULL`] in lanes where `single` is valid, 0 elsewhere; after a sweep `single` is valid in every lane.
    pub(crate) keep: [u32; N],
    /// One further single in each lane, as word and bit; the sweep clears the bit.
    pub(crate) chosen_word: [u32; N],
    pub(crate) chosen_bit: [u32; N],
    /// Bits of cells with several candidates, by the place e of their candidates.
    pub(crate) open: [[u32; N]; 9],
    /// A cell with two candidates, for [`choose`](crate::branch::choose).
    pub(crate) pair: [u32; N],
    /// Between the halves of a sweep, the hidden singles.
    placed: [[u32; N]; WORDS],
}

impl<const N: usize> Default for States<N> {
    fn default() -> Self {
        let none = [[0; N]; WORDS];
        let zero = [0; N];
        Self {
            words: none,
            single: none,
            keep: zero,
            chosen_word: zero,
            chosen_bit: zero,
            open: [zero; 9],
            pair: zero,
            placed: none,
        }
    }
}

/// An array of three values by index. A closure for `std::array::from_fn` would be a separate function, which has the machine's
/// instructions only if the compiler inlines it; otherwise a puzzle took four times as long.
macro_rules! three {
    ($i:ident => $value:expr) => {
        [
            {
                let $i = 0;
                $value
            },
            {
                let $i = 1;
                $value
            },
            {
                let $i = 2;
                $value
            },
        ]
    };
}

/// The findings of a sweep, one bit per lane.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Signals {
    /// New singles exist that are not yet propagated.
    pub(crate) moving: u32,
    /// The lane has no solution.
    pub(crate) dead: u32,
    /// Some cell had several candidates before the sweep. A lane that is neither open nor dead is solved: every cell has one, and
    /// the sweep found every digit in every row, column and box.
    pub(crate) open: u32,
}

/// A machine that sweeps `N` lanes together.
pub(crate) trait Sweep<const N: usize>: Copy {
    /// Applies every rule once to every lane.
    fn sweep(self, states: &mut States<N>) -> Signals;
}

impl<const N: usize> Sweep<N> for Portable<N> {
    fn sweep(self, states: &mut States<N>) -> Signals {
        sweep(self, states)
    }
}

/// Applies every rule once to every lane; to be inlined where the machine's instructions are enabled.
#[inline(always)]
pub(crate) fn sweep<M: Machine<Lanes = [u32; N]>, const N: usize>(m: M, states: &mut States<N>) -> Signals {
    let (zero, full) = (m.splat(0), m.splat(FULL));
    let mut notes = Notes { moving: zero, open: zero, alive: full, pair: zero };
    let new_digits =
        NewDigits { keep: m.load(&states.keep), word: m.load(&states.chosen_word), bit: m.load(&states.chosen_bit) };
    for trio in 0..3 {
        digits(m, states, trio, &new_digits, &mut notes);
    }
    for cell in 0..9 {
        cells(m, states, cell, &mut notes);
    }
    m.store(&mut states.keep, full);
    m.store(&mut states.chosen_bit, zero);
    m.store(&mut states.pair, notes.pair);
    Signals {
        moving: m.differ(notes.moving, zero),
        dead: m.differ(notes.alive, full),
        open: m.differ(notes.open, zero),
    }
}

/// What was written into the lanes since the last sweep, as in [`States`].
struct NewDigits<W> {
    keep: W,
    word: W,
    bit: W,
}

/// Notes of a sweep in progress.
struct Notes<W> {
    /// New singles.
    moving: W,
    /// Cells with several candidates before the sweep.
    open: W,
    /// Bits found alive in every place where they must be.
    alive: W,
    /// The candidates of a two-candidate cell, with the cell's number above them.
    pair: W,
}

/// Rule 3, for a cell in every box.
#[inline(always)]
fn cells<M: Machine<Lanes = [u32; N]>, const N: usize>(
    m: M,
    states: &mut States<N>,
    cell: usize,
    notes: &mut Notes<M::Word>,
) {
    let at = |trio| 9 * trio + cell;
    let old: [M::Word; 3] = three!(g => m.load(&states.words[at(g)]));
    let placed: [M::Word; 3] = three!(g => m.load(&states.placed[at(g)]));
    let (before, after) = other_places(m, m.or3(placed[0], placed[1], placed[2]));
    let new: [M::Word; 3] = three!(g => {
        let kept = m.without_either(old[g], placed[(g + 1) % 3], placed[(g + 2) % 3]);
        m.without_either(kept, before, after)
    });

    // At each place e: the bits in at least one, two and three trios; then at the other places; then the cells with more than two
    // in total.
    let one = m.or3(new[0], new[1], new[2]);
    let two = m.two_of(new[0], new[1], new[2]);
    let three = m.and(m.and(new[0], new[1]), new[2]);
    let (before, after) = other_places(m, one);
    let elsewhere = m.or(before, after);
    let several = m.or(elsewhere, two);
    let open = m.and(one, several);
    let many = m.or_both(m.or_both(three, two, elsewhere), one, m.and(before, after));
    let (many_before, many_after) = other_places(m, many);
    let pair = m.without_either(m.without(open, many), many_before, many_after);

    notes.alive = m.and_either(notes.alive, one, elsewhere);
    notes.pair = m.replace(notes.pair, pair, m.splat((cell as u32) << CELL_SHIFT));
    let was_open = m.load(&states.open[cell]);
    let closed = m.without(was_open, several);
    notes.open = m.or(notes.open, was_open);
    notes.moving = m.or_both(notes.moving, one, closed);
    m.store(&mut states.open[cell], open);
    for (g, new) in new.into_iter().enumerate() {
        m.store(&mut states.words[at(g)], new);
        m.store(&mut states.single[at(g)], m.and(new, closed));
    }
}

/// The bits of the two other places e, moved to the place of comparison; bits above the word are meaningless.
#[inline(always)]
fn other_places<M: Machine>(m: M, a: M::Word) -> (M::Word, M::Word) {
    (m.or(m.up::<9>(a), m.down::<18>(a)), m.or(m.up::<18>(a), m.down::<9>(a)))
}

/// Rules 1 and 2, for the three digits of a trio.
#[inline(always)]
fn digits<M: Machine<Lanes = [u32; N]>, const N: usize>(
    m: M,
    states: &mut States<N>,
    trio: usize,
    new_digits: &NewDigits<M::Word>,
    notes: &mut Notes<M::Word>,
) {
    let at = |r, c| 9 * trio + 3 * r + c;
    let old: [[M::Word; 3]; 3] = three!(r => three!(c => m.load(&states.words[at(r, c)])));
    let single: [[M::Word; 3]; 3] = three!(r => {
        three!(c => {
            let single = m.and(new_digits.keep, m.load(&states.single[at(r, c)]));
            m.or_where(single, new_digits.bit, new_digits.word, m.splat(at(r, c) as u32))
        })
    });

    // Boxes in a row are a bit apart, boxes in a column three.
    let rows = triads::<M, 1, 2>(
        m,
        three!(r => m.or3(old[r][0], old[r][1], old[r][2])),
        three!(r => m.or3(single[r][0], single[r][1], single[r][2])),
        &Ends { first: m.splat(0o111_111_111), last: m.splat(0o444_444_444) },
    );
    let kept: [[M::Word; 3]; 3] = three!(r => three!(c => m.and(old[r][c], rows.live[r])));

    let columns = triads::<M, 3, 6>(
        m,
        three!(c => m.or3(kept[0][c], kept[1][c], kept[2][c])),
        three!(c => m.or3(single[0][c], single[1][c], single[2][c])),
        &Ends { first: m.splat(0o007_007_007), last: m.splat(0o700_700_700) },
    );
    let new: [[M::Word; 3]; 3] = three!(r => three!(c => m.and(kept[r][c], columns.live[c])));

    notes.alive = m.and(notes.alive, m.and(rows.alive, columns.alive));
    for r in 0..3 {
        for c in 0..3 {
            let alone_in_row = m.without_either(rows.sure[r], new[r][(c + 1) % 3], new[r][(c + 2) % 3]);
            let alone_in_column = m.without_either(columns.sure[c], new[(r + 1) % 3][c], new[(r + 2) % 3][c]);
            let placed = m.and_either(new[r][c], alone_in_row, alone_in_column);
            m.store(&mut states.words[at(r, c)], new[r][c]);
            m.store(&mut states.placed[at(r, c)], placed);
        }
    }
}

/// The triads of a digit along rows or columns, one word for each line within its band or stack.
struct Triads<W> {
    /// The triads in some matching.
    live: [W; 3],
    /// The triads in every matching.
    sure: [W; 3],
    /// Full if every box still has a live triad.
    alive: W,
}

/// The bits of the first and of the last box of a band or stack.
struct Ends<W> {
    first: W,
    last: W,
}

/// Rule 1. The bits of a box are `NEAR` below the bits of the next box, and `FAR`, twice as much, below the bits of the box after
/// next; `fixed` triads are known to contain their digit.
#[inline(always)]
fn triads<M: Machine, const NEAR: u32, const FAR: u32>(
    m: M,
    possible: [M::Word; 3],
    fixed: [M::Word; 3],
    ends: &Ends<M::Word>,
) -> Triads<M::Word> {
    let possible: [M::Word; 3] = three!(i => m.without_either(possible[i], fixed[(i + 1) % 3], fixed[(i + 2) % 3]));
    // The bits of the following and of the preceding box, moved to the place of comparison.
    let following: [M::Word; 3] =
        three!(i => m.select(ends.last, m.up::<FAR>(possible[i]), m.down::<NEAR>(possible[i])));
    let preceding: [M::Word; 3] =
        three!(i => m.select(ends.first, m.down::<FAR>(possible[i]), m.up::<NEAR>(possible[i])));
    let live: [M::Word; 3] = three!(i => {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        let one_way = m.and(following[j], preceding[k]);
        m.and(possible[i], m.or_both(one_way, preceding[j], following[k]))
    });
    let sure = three!(i => m.without_either(live[i], live[(i + 1) % 3], live[(i + 2) % 3]));
    Triads { live, sure, alive: m.or3(live[0], live[1], live[2]) }
}
