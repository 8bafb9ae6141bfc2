//! The families of rules that may be drawn.

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
