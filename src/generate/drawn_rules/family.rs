//! The families of rules that may be drawn.

use crate::generate::drawn_rules::drawing::{Amount, Drawing, Room};
use crate::grid::Grid;
use crate::random::Pcg32 as Random;
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

    /// Rules of the family that a full grid keeps, in the room that other families leave; empty if the grid has no place for the family.
    pub(super) fn draw(self, full: &Grid, room: &mut Room, amount: Amount, random: &mut Random) -> Vec<Rule> {
        let mut drawing = Drawing::new(full, room, amount, self.marks_cells(), random);
        let [first, last] = drawing.ends();
        let lines_of = |kind: LineKind| move |cells: Vec<_>| Line { kind, cells }.into();
        let mut rules: Vec<Rule> = match self {
            Self::Killer => drawing.cages(),
            Self::Thermometer => {
                let lines = drawing.lines(|values, next| next > values[values.len() - 1]);
                lines.into_iter().map(|cells| Thermometer { is_slow: false, cells }.into()).collect()
            }
            Self::Whispers => {
                // Half of the number of digits, rounded up.
                let by = (last - first) / 2 + 1;
                let lines = drawing.lines(|values, next| (next - values[values.len() - 1]).abs() >= by);
                lines.into_iter().map(lines_of(LineKind::Whispers(by))).collect()
            }
            Self::Renban => {
                let lines = drawing.lines(|values, next| {
                    let (low, high) = values.iter().fold((i64::MAX, i64::MIN), |(a, b), &v| (a.min(v), b.max(v)));
                    next == low - 1 || next == high + 1
                });
                lines.into_iter().map(lines_of(LineKind::Renban)).collect()
            }
            Self::Nabner => {
                let lines = drawing.lines(|values, next| values.iter().all(|value| (value - next).abs() > 1));
                lines.into_iter().map(lines_of(LineKind::Nabner)).collect()
            }
            Self::Palindrome => drawing.palindromes(),
            Self::Between => drawing.judged_lines(|cells| Ends { kind: EndsKind::Between, cells }.into()),
            Self::RegionSum => drawing.region_sums(),
            Self::Entropic => drawing.judged_lines(lines_of(LineKind::Entropic)),
            Self::Modular => drawing.judged_lines(lines_of(LineKind::Modular(3))),
            Self::Zipper => drawing.judged_lines(lines_of(LineKind::Zipper)),
            Self::Arrow => drawing.arrows(),
            Self::Difference => drawing.pairs(PairKind::Difference(1)),
            Self::Ratio => drawing.pairs(PairKind::Ratio(2)),
            Self::Pairsum => drawing.pairs(PairKind::Sum(first + last)),
            Self::Less => drawing.inequalities(),
            Self::Consecutive => drawing.all_pairs(&[PairKind::Difference(1)]),
            Self::Kropki => drawing.all_pairs(&[PairKind::Difference(1), PairKind::Ratio(2)]),
            Self::Xv => drawing.all_pairs(&[PairKind::Sum(first + last), PairKind::Sum(i64::midpoint(first, last))]),
            Self::Quadruple => drawing.quadruples(),
            Self::Parity => drawing.parities(),
            Self::LittleKiller => drawing.diagonals(),
            Self::Sandwich => drawing.clues(OutsideKind::Sandwich),
            Self::XSum => drawing.clues(OutsideKind::XSum),
            Self::Skyscraper => drawing.clues(OutsideKind::Skyscraper),
            Self::NumberedRoom => drawing.clues(OutsideKind::NumberedRoom),
            Self::RowIndexer => drawing.indexers(IndexerKind::Row),
            Self::ColumnIndexer => drawing.indexers(IndexerKind::Column),
        };
        // Whatever the grid breaks is left out: the judge of the rule decides. A part of all marks would say too little.
        let holds = |rule: &Rule| rule.as_constrain().breach(full.geometry(), full.digits()).is_none();
        if self.is_whole() && !rules.iter().all(holds) {
            return Vec::new();
        }
        rules.retain(holds);
        if self.marks_cells() {
            room.take(&rules, full.geometry());
        }
        rules
    }
}
