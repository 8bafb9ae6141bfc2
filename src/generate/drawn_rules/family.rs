//! The families of rules that may be drawn.

use crate::generate::drawn_rules::drawing::Drawing;
use crate::rule::{Ends, EndsKind, IndexerKind, Line, LineKind, OutsideKind, PairKind, Rule, Thermometer};

/// A family of rules that are drawn from a full grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Family {
    /// Cages with totals, covering all cells.
    Killer,
    /// Thermometers, covering part of the grid.
    Thermometer,
    /// Arrows, covering part of the grid.
    Arrow,
    /// Lines whose neighbours differ by at least half of the digits.
    Whispers,
    /// Lines of consecutive digits.
    Renban,
    /// Lines without equal or consecutive digits.
    Nabner,
    /// Lines that read the same from both ends.
    Palindrome,
    /// Lines between circles whose digits bound the line's digits.
    Between,
    /// Lines that box borders cut into parts of one sum.
    RegionSum,
    /// Lines of which three successive digits are low, middle and high.
    Entropic,
    /// Lines of which three successive digits differ modulo 3.
    Modular,
    /// Lines whose cells equally far from the middle have one sum.
    Zipper,
    /// Pairs of neighbours that differ by 1.
    Difference,
    /// Pairs of neighbours in the ratio 1 : 2.
    Ratio,
    /// Pairs of neighbours that make as much as the lowest and the highest digit.
    Pairsum,
    /// Signs of inequality between neighbours.
    Less,
    /// A dot on every pair of neighbours that differ by 1, and no such pair without a dot.
    Consecutive,
    /// A dot on every pair of neighbours that differ by 1 or are in the ratio 1 : 2, and no such pair without a dot.
    Kropki,
    /// A sign on every pair of neighbours that add up to one of two sums, and no such pair without a sign.
    Xv,
    /// Digits where four cells meet, which are among those of the four.
    Quadruple,
    /// Marks for odd or even cells.
    Parity,
    /// Totals of diagonals.
    LittleKiller,
    /// Sums between the lowest and the highest digit of every row and column.
    Sandwich,
    /// Sums of the first digits of rows and columns, as many as the first digit says.
    XSum,
    /// Numbers of digits of rows and columns that are higher than all before them.
    Skyscraper,
    /// The digits of rows and columns in the place that the first digit says.
    NumberedRoom,
    /// Cells whose digit is the row with the number of the cell's row.
    RowIndexer,
    /// Cells whose digit is the column with the number of the cell's column.
    ColumnIndexer,
}

names! {
    pub Family {
        Killer = "killer", "cages with totals over all cells";
        Thermometer = "thermometer", "thermometers";
        Arrow = "arrow", "arrows";
        Whispers = "whispers", "lines whose neighbours differ by at least half of the digits";
        Renban = "renban", "lines of consecutive digits";
        Nabner = "nabner", "lines without equal or consecutive digits";
        Palindrome = "palindrome", "lines that read the same from both ends";
        Between = "between", "lines whose digits lie between those of their ends";
        RegionSum = "regionsum", "lines that box borders cut into parts of one sum";
        Entropic = "entropic", "lines of low, middle and high digits in turn";
        Modular = "modular", "lines whose digits differ modulo 3, any three in a row";
        Zipper = "zipper", "lines whose cells equally far from the middle have one sum";
        Difference = "difference", "pairs of neighbours that differ by one";
        Ratio = "ratio", "pairs of neighbours of which one is twice the other";
        Pairsum = "pairsum", "pairs of neighbours that add up to what the lowest and the highest digit do";
        Less = "less", "signs of inequality between neighbours";
        Consecutive = "consecutive", "all pairs of consecutive neighbours, and none unmarked";
        Kropki = "kropki", "all white and black dots, and no such pair unmarked";
        Xv = "xv", "all pairs that add up to one of two sums, and none unmarked";
        Quadruple = "quadruple", "digits of the four cells round a corner";
        Parity = "parity", "odd and even cells";
        LittleKiller = "littlekiller", "totals of diagonals";
        Sandwich = "sandwich", "sums between the lowest and the highest digit of every row and column";
        XSum = "xsum", "sums of as many first digits as the first says";
        Skyscraper = "skyscraper", "numbers of digits that are higher than all before them";
        NumberedRoom = "numberedroom", "the digit in the place that the first digit says";
        RowIndexer = "rowindexer", "cells whose digit is the row with the number of their row";
        ColumnIndexer = "columnindexer", "cells whose digit is the column with the number of their column";
    }
}

impl Family {
    /// Whether the marks of the family are all that the grid has: without any of them the others would say less than they do.
    #[must_use]
    pub const fn is_whole(self) -> bool {
        matches!(self, Self::Consecutive | Self::Kropki | Self::Xv)
    }

    /// Whether the family draws lines through cells or marks in them, which hide others there. Cages, signs between cells and numbers
    /// outside the grid hide nothing.
    pub(super) const fn marks_cells(self) -> bool {
        match self {
            Self::Thermometer
            | Self::Arrow
            | Self::Whispers
            | Self::Renban
            | Self::Nabner
            | Self::Palindrome
            | Self::Between
            | Self::RegionSum
            | Self::Entropic
            | Self::Modular
            | Self::Zipper
            | Self::Parity
            | Self::RowIndexer
            | Self::ColumnIndexer => true,
            Self::Killer
            | Self::Difference
            | Self::Ratio
            | Self::Pairsum
            | Self::Less
            | Self::Consecutive
            | Self::Kropki
            | Self::Xv
            | Self::Quadruple
            | Self::LittleKiller
            | Self::Sandwich
            | Self::XSum
            | Self::Skyscraper
            | Self::NumberedRoom => false,
        }
    }

    /// The fewest cells that can be wished for of a cage, a line or an arrow with its circle; `None` for marks, signs and numbers outside
    /// the grid, whose rules have one size.
    #[must_use]
    pub const fn least_size(self) -> Option<usize> {
        match self {
            Self::Killer
            | Self::Thermometer
            | Self::Whispers
            | Self::Renban
            | Self::Nabner
            | Self::RegionSum
            | Self::Zipper => Some(2),
            Self::Arrow | Self::Palindrome | Self::Between | Self::Entropic | Self::Modular => Some(3),
            _ => None,
        }
    }
}

impl Drawing<'_> {
    /// Rules of a family that the full grid keeps, in the room that other families leave, in sets of those that the symmetry carries into
    /// one another; empty if the grid has no place for the family.
    pub(super) fn draw(&mut self, family: Family) -> Vec<Vec<Rule>> {
        let [first, last] = self.ends();
        let line_of = |kind: LineKind| move |cells: Vec<_>| Line { kind, cells }.into();
        let mut orbits: Vec<Vec<Rule>> = match family {
            Family::Killer => self.cages(),
            Family::Thermometer => {
                let rises = |values: &[i64], next| next > values[values.len() - 1];
                self.lines(|cells| Thermometer { is_slow: false, cells }.into(), rises)
            }
            Family::Whispers => {
                // Half of the number of digits, rounded up.
                let by = (last - first) / 2 + 1;
                let differs = |values: &[i64], next: i64| (next - values[values.len() - 1]).abs() >= by;
                self.lines(line_of(LineKind::Whispers(by)), differs)
            }
            Family::Renban => {
                let is_next = |values: &[i64], next| {
                    let (low, high) = values.iter().fold((i64::MAX, i64::MIN), |(a, b), &v| (a.min(v), b.max(v)));
                    next == low - 1 || next == high + 1
                };
                self.lines(line_of(LineKind::Renban), is_next)
            }
            Family::Nabner => {
                let differs = |values: &[i64], next: i64| values.iter().all(|value| (value - next).abs() > 1);
                self.lines(line_of(LineKind::Nabner), differs)
            }
            Family::Palindrome => self.palindromes(),
            Family::Between => self.judged_lines(|cells| Ends { kind: EndsKind::Between, cells }.into()),
            Family::RegionSum => self.region_sums(),
            Family::Entropic => self.judged_lines(line_of(LineKind::Entropic)),
            Family::Modular => self.judged_lines(line_of(LineKind::Modular(3))),
            Family::Zipper => self.judged_lines(line_of(LineKind::Zipper)),
            Family::Arrow => self.arrows(),
            Family::Difference => self.pairs(PairKind::Difference(1)),
            Family::Ratio => self.pairs(PairKind::Ratio(2)),
            Family::Pairsum => self.pairs(PairKind::Sum(first + last)),
            Family::Less => self.inequalities(),
            Family::Consecutive => self.all_pairs(&[PairKind::Difference(1)]),
            Family::Kropki => self.all_pairs(&[PairKind::Difference(1), PairKind::Ratio(2)]),
            Family::Xv => self.all_pairs(&[PairKind::Sum(first + last), PairKind::Sum(i64::midpoint(first, last))]),
            Family::Quadruple => self.quadruples(),
            Family::Parity => self.parities(),
            Family::LittleKiller => self.diagonals(),
            Family::Sandwich => self.clues(OutsideKind::Sandwich),
            Family::XSum => self.clues(OutsideKind::XSum),
            Family::Skyscraper => self.clues(OutsideKind::Skyscraper),
            Family::NumberedRoom => self.clues(OutsideKind::NumberedRoom),
            Family::RowIndexer => self.indexers(IndexerKind::Row),
            Family::ColumnIndexer => self.indexers(IndexerKind::Column),
        };
        // Whatever the grid breaks is left out: the judge of the rule decides. A part of all marks would say too little.
        let holds = |orbit: &Vec<Rule>| orbit.iter().all(|rule| self.is_kept(rule));
        if family.is_whole() && !orbits.iter().all(holds) {
            return Vec::new();
        }
        orbits.retain(holds);
        self.counted(orbits)
    }
}
