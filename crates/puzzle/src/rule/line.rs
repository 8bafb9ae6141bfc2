//! Lines: `palindrome …`, `whispers 5 …`, `renban …`, `nabner …`, `modular 3 …`, `entropic …`, `zipper …`, `regionsum …`.

use std::fmt;

use crate::geometry::{Cell, Geometry};
use crate::rule::check::{self, Taken};
use crate::rule::constrain::{Breach, Constrain, Digits, all_pairs, repeated, unlike_groups, value, write_words};
use crate::rule::error::{ParseRuleError, RuleError};
use crate::rule::lowered::Lowered;
use crate::rule::mark::{Ink, LineEnd, LineWidth, Mark};
use crate::rule::words::Words;

/// A line with a condition on its cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Line {
    /// The condition.
    pub kind: LineKind,
    /// The cells in order.
    pub cells: Vec<Cell>,
}

/// The condition of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LineKind {
    /// The line reads the same from both ends.
    Palindrome,
    /// Neighbours differ by at least the number: 5 for German whispers, 4 for Dutch ones.
    Whispers(i64),
    /// The digits are consecutive, in any order, without repetition.
    Renban,
    /// No digit repeats, and no two digits are consecutive.
    Nabner,
    /// As many consecutive cells as the number have all residues by the number.
    Modular(i64),
    /// Any three consecutive cells have a low, a middle and a high digit.
    Entropic,
    /// All pairs of cells equally far from the middle have one sum, the digit of the middle cell if the line has one.
    Zipper,
    /// Boxes or regions cut the line into parts with equal sums.
    RegionSum,
}

impl LineKind {
    /// Refuses a number outside the range of the kind.
    fn check(self) -> Result<(), RuleError> {
        match self {
            Self::Whispers(least) => check::number(least),
            Self::Modular(modulus) => check::within(modulus, 2, WIDEST),
            _ => Ok(()),
        }
    }

    /// A line with a condition on neighbours, on mirrored cells or on a window of consecutive cells may return to a cell; in the
    /// remaining kinds cells do not repeat.
    fn taken(self) -> Taken {
        match self {
            Self::Whispers(_) | Self::Palindrome | Self::Modular(_) | Self::Entropic => Taken::Path,
            Self::Renban | Self::Nabner | Self::Zipper | Self::RegionSum => Taken::Once,
        }
    }

    /// The keyword and its number.
    pub(super) fn words(self) -> (&'static str, Option<i64>) {
        match self {
            Self::Palindrome => ("palindrome", None),
            Self::Whispers(least) => ("whispers", Some(least)),
            Self::Renban => ("renban", None),
            Self::Nabner => ("nabner", None),
            Self::Modular(modulus) => ("modular", Some(modulus)),
            Self::Entropic => ("entropic", None),
            Self::Zipper => ("zipper", None),
            Self::RegionSum => ("regionsum", None),
        }
    }

    fn ink(self) -> Ink {
        match self {
            Self::Palindrome => Ink::Grey,
            Self::Whispers(4) => Ink::Orange,
            Self::Whispers(_) => Ink::Green,
            Self::Renban => Ink::Purple,
            Self::Nabner => Ink::Olive,
            Self::Modular(_) => Ink::Teal,
            Self::Entropic => Ink::Peach,
            Self::Zipper => Ink::Lilac,
            Self::RegionSum => Ink::Blue,
        }
    }
}

/// The third of the digits that a value is in: low, middle or high. If three does not divide the digits, the middle third is one
/// larger, or the low and the high third are.
pub(crate) fn third(board: &Geometry, value: i64) -> i64 {
    let (first, last) = board.grid_digits();
    let digits = i64::from(last - first) + 1;
    let low = digits / 3 + i64::from(digits % 3 == 2);
    let at = value - i64::from(first);
    if at < low {
        0
    } else if at < digits - low {
        1
    } else {
        2
    }
}

/// The widest window of a line on the widest board.
const WIDEST: i64 = 64;

impl Line {
    pub(super) fn read(kind: LineKind, words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        kind.check()?;
        let line = Self { kind, cells: words.cells(kind.taken(), 2)? };
        line.check()?;
        Ok(line)
    }

    /// A cell to which the line returns within a window of cells that must differ.
    fn again_in_a_window(&self) -> Option<Cell> {
        if !matches!(self.kind, LineKind::Modular(_) | LineKind::Entropic) {
            return None;
        }
        let again = |window: &[Cell]| {
            let (last, before) = window.split_last()?;
            before.contains(last).then_some(*last)
        };
        // Each cell ends a window; before the first full window these are shorter.
        let width = self.class_width();
        (1..=self.cells.len()).find_map(|end| again(&self.cells[end.saturating_sub(width)..end]))
    }

    /// The parts between changes of region.
    fn parts(&self, board: &Geometry) -> Vec<&[Cell]> {
        self.cells.chunk_by(|&a, &b| board.region(a) == board.region(b)).collect()
    }

    /// Windows of `width` cells in which the classes of all digits differ; the whole line if it is shorter.
    fn windows(&self, width: usize) -> impl Iterator<Item = &[Cell]> {
        self.cells.windows(width.min(self.cells.len()).max(1))
    }

    fn class(&self, board: &Geometry, value: i64) -> i64 {
        match self.kind {
            LineKind::Modular(modulus) => value.rem_euclid(modulus),
            _ => third(board, value),
        }
    }

    fn class_width(&self) -> usize {
        match self.kind {
            LineKind::Modular(modulus) => usize::try_from(modulus).unwrap_or(usize::MAX),
            _ => 3,
        }
    }

    /// Two cells that show a breach of the line.
    fn broken_pair(&self, board: &Geometry, digits: Digits<'_>) -> Option<Vec<Cell>> {
        let value = |cell: Cell| value(board, digits, cell);
        let pair_breaks = |a: Cell, b: Cell, breaks: &dyn Fn(i64, i64) -> bool| {
            value(a).zip(value(b)).is_some_and(|(x, y)| breaks(x, y)).then(|| vec![a, b])
        };
        let cells = &self.cells;
        let pairs = || cells.iter().enumerate().flat_map(|(at, &a)| cells[at + 1..].iter().map(move |&b| (a, b)));
        match self.kind {
            LineKind::Palindrome => {
                let mirrored = cells.iter().zip(cells.iter().rev());
                mirrored.into_iter().find_map(|(&a, &b)| pair_breaks(a, b, &|x, y| x != y))
            }
            LineKind::Whispers(least) => {
                cells.windows(2).find_map(|pair| pair_breaks(pair[0], pair[1], &|x, y| (x - y).abs() < least))
            }
            LineKind::Renban => {
                let span = i64::from(cells.len() as u32);
                let far = pairs().find_map(|(a, b)| pair_breaks(a, b, &|x, y| (x - y).abs() >= span));
                repeated(board, digits, cells).map(|pair| pair.to_vec()).or(far)
            }
            LineKind::Nabner => pairs().find_map(|(a, b)| pair_breaks(a, b, &|x, y| (x - y).abs() < 2)),
            LineKind::Modular(_) | LineKind::Entropic => self.windows(self.class_width()).find_map(|window| {
                let pairs =
                    window.iter().enumerate().flat_map(|(at, &a)| window[at + 1..].iter().map(move |&b| (a, b)));
                let same = |x: i64, y: i64| self.class(board, x) == self.class(board, y);
                pairs.into_iter().find_map(|(a, b)| pair_breaks(a, b, &same))
            }),
            LineKind::Zipper | LineKind::RegionSum => None,
        }
    }

    /// The groups of cells with equal sums.
    fn equal_sums(&self, board: &Geometry) -> Vec<Vec<Cell>> {
        match self.kind {
            LineKind::RegionSum => self.parts(board).into_iter().map(<[Cell]>::to_vec).collect(),
            LineKind::Zipper => {
                let count = self.cells.len();
                let pair = |at: usize| if at == count - 1 - at { vec![at] } else { vec![at, count - 1 - at] };
                let cells = |places: Vec<usize>| places.into_iter().map(|at| self.cells[at]).collect();
                (0..count.div_ceil(2)).map(pair).map(cells).collect()
            }
            _ => Vec::new(),
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_words(f, self.kind.words(), &self.cells)
    }
}

impl Constrain for Line {
    fn check(&self) -> Result<(), RuleError> {
        self.kind.check()?;
        check::cells(&self.cells, self.kind.taken(), 2)?;
        self.again_in_a_window().map_or(Ok(()), |cell| Err(RuleError::Twice(cell)))
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.cells.clone()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        if let Some(cells) = self.broken_pair(board, digits) {
            return Some(Breach { cells, sentence: format!("{} is broken", self.sentence()) });
        }
        let groups = self.equal_sums(board);
        let ([one, other], cells) = unlike_groups(board, digits, &groups, |values| values.into_iter().sum::<i64>())?;
        Some(Breach { cells, sentence: format!("{} makes {one} and {other}", self.sentence()) })
    }

    fn sentence(&self) -> String {
        format!("the {} line at {}", self.kind.words().0, self.cells[0])
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        let cells = &self.cells;
        match self.kind {
            LineKind::Palindrome => {
                let same = to.table(board, |a, b| a == b);
                let half = cells.len() / 2;
                let pairs = cells.iter().zip(cells.iter().rev()).take(half);
                pairs.filter(|(a, b)| a != b).try_for_each(|(&a, &b)| to.relation([a, b], &same))
            }
            LineKind::Whispers(least) => {
                let apart = to.table(board, |a, b| (a - b).abs() >= least);
                cells.windows(2).try_for_each(|pair| to.relation([pair[0], pair[1]], &apart))
            }
            LineKind::Renban => {
                // A line of more cells than digits is refused as a set.
                let width = cells.len().min(board.digit_count());
                let window = |from: usize| (from..from + width).fold(0, |window, digit| window | 1 << digit);
                let windows = (0..=board.digit_count() - width).map(window);
                to.one_of_sets(cells, windows)
            }
            LineKind::Nabner => {
                let apart = to.table(board, |a, b| (a - b).abs() > 1);
                all_pairs(cells).try_for_each(|pair| to.relation(pair, &apart))
            }
            LineKind::Modular(_) | LineKind::Entropic => {
                let width = self.class_width();
                let differ = to.table(board, |a, b| self.class(board, a) != self.class(board, b));
                let alike = to.table(board, |a, b| self.class(board, a) == self.class(board, b));
                for (at, &cell) in cells.iter().enumerate() {
                    let next = cells[at + 1..].iter().take(width - 1);
                    next.filter(|&&other| other != cell).try_for_each(|&other| to.relation([cell, other], &differ))?;
                    if let Some(&other) = cells.get(at + width).filter(|&&other| other != cell) {
                        to.relation([cell, other], &alike)?;
                    }
                }
                Ok(())
            }
            LineKind::Zipper | LineKind::RegionSum => {
                let groups = self.equal_sums(board);
                groups.windows(2).try_for_each(|pair| {
                    let first = pair[0].iter().map(|&cell| (1, cell));
                    to.sum(first.chain(pair[1].iter().map(|&cell| (-1, cell))), 0)
                })
            }
        }
    }

    fn marks(&self, _: &Geometry) -> Vec<Mark> {
        let (ink, ends) = (self.kind.ink(), [LineEnd::Plain; 2]);
        vec![Mark::Line { cells: self.cells.clone(), width: LineWidth::Medium, ink, ends }]
    }
}
