//! One round of deductions on every lane at once, without a branch.
//!
//! The rules are those of paper and pencil, on all 729 candidates of a lane at a time:
//!
//! 1. A *triad* is the three cells in which a box and a line meet. Those that hold a digit are three of the nine
//!    of a band or stack, no two in the same line or box. A triad that is in no such *matching* loses the digit
//!    (pointing and claiming); one that is in all of them is *sure*. A single makes its own triad sure.
//! 2. The only candidate of a sure triad is *placed*: a hidden single.
//! 3. A placed digit leaves its cell no other digit; the only candidate of a cell is a naked single.
//!
//! So one sweep goes from singles to singles: it applies those that the sweep before has found, each to its row,
//! column and box at once. A search may branch when a sweep finds no new ones, though another might still remove
//! candidates; to wait for that costs more sweeps than it saves branches.
//!
//! Triads as the unit of reasoning are Tom Dillon's (`tdoku`).
#![allow(clippy::inline_always, reason = "vector instructions are enabled for the outermost function only")]

use crate::nine::branch::CELL_SHIFT;
use crate::nine::lanes::{Machine, Portable};
use crate::nine::layout::{FULL, WORDS};

/// The states of `N` puzzles: word `w` of lane `l` is `words[w][l]`.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct States<const N: usize> {
    /// Live candidates.
    pub(crate) words: [[u32; N]; WORDS],
    /// Candidates that became the only ones of their cells in the last sweep, so that the rest of the grid does
    /// not know yet.
    pub(crate) single: [[u32; N]; WORDS],
    /// [`FULL`] in the lanes whose `single` counts, 0 in the others; a sweep leaves all to count.
    pub(crate) keep: [u32; N],
    /// One more single in each lane: its word, and its bit, which a sweep takes away.
    pub(crate) chosen_word: [u32; N],
    pub(crate) chosen_bit: [u32; N],
    /// For the places e of a cell with several candidates, whether it has some there.
    pub(crate) open: [[u32; N]; 9],
    /// A cell with two candidates, for [`choose`](crate::nine::branch::choose).
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

/// An array of three by their indices. A closure for `std::array::from_fn` would be a function of its own, which has the machine's
/// instructions only where the compiler chooses to inline it; where it did not, a puzzle took four times as long.
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

/// What a sweep learnt, one bit per lane.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Signals {
    /// There are new singles, of which the rest of the grid does not know yet.
    pub(crate) moving: u32,
    /// There is no solution.
    pub(crate) dead: u32,
    /// Some cell had several candidates before the sweep. A lane that is neither open nor dead is solved: every
    /// cell has one, and the sweep found every digit in every row, column and box.
    pub(crate) open: u32,
}

/// A machine that sweeps `N` lanes at a time.
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
    let entered =
        Entered { keep: m.load(&states.keep), word: m.load(&states.chosen_word), bit: m.load(&states.chosen_bit) };
    for trio in 0..3 {
        digits(m, states, trio, &entered, &mut notes);
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
struct Entered<W> {
    keep: W,
    word: W,
    bit: W,
}

/// What is noted on the way.
struct Notes<W> {
    /// New singles.
    moving: W,
    /// What was open before.
    open: W,
    /// Bits that were found alive wherever they should be.
    alive: W,
    /// The candidates of a cell with two, and above them its number.
    pair: W,
}

/// Rule 3, in one cell of every box.
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

    // At each place e: in at least one, two, three trios; then at the other places; then of more than two in all.
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

/// The bits of the other two places e, each moved to where it is compared; what stands above the word has no
/// meaning.
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
    entered: &Entered<M::Word>,
    notes: &mut Notes<M::Word>,
) {
    let at = |r, c| 9 * trio + 3 * r + c;
    let old: [[M::Word; 3]; 3] = three!(r => three!(c => m.load(&states.words[at(r, c)])));
    let single: [[M::Word; 3]; 3] = three!(r => {
        three!(c => {
            let single = m.and(entered.keep, m.load(&states.single[at(r, c)]));
            m.or_where(single, entered.bit, entered.word, m.splat(at(r, c) as u32))
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

/// The triads of a digit along rows or along columns, one word for each line within its band or stack.
struct Triads<W> {
    /// Those in some matching.
    live: [W; 3],
    /// Those in every matching.
    sure: [W; 3],
    /// Full where every box still has one.
    alive: W,
}

/// The bits of the first and of the last box of a band or stack.
struct Ends<W> {
    first: W,
    last: W,
}

/// Rule 1. The bits of a box are `NEAR` below those of the next one, and `FAR`, twice as much, below those of the one after; of
/// `fixed` triads it is known that their digit is in them.
#[inline(always)]
fn triads<M: Machine, const NEAR: u32, const FAR: u32>(
    m: M,
    possible: [M::Word; 3],
    fixed: [M::Word; 3],
    ends: &Ends<M::Word>,
) -> Triads<M::Word> {
    let possible: [M::Word; 3] = three!(i => m.without_either(possible[i], fixed[(i + 1) % 3], fixed[(i + 2) % 3]));
    // The bits of the box that follows, and that precedes, moved to where they are compared.
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
