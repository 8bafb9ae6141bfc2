//! Tables of a board: its cells, units, peers and constraints by number.

use std::sync::Arc;

use satdoku_puzzle::constraint::{Constraint, RelationMatrix};
use satdoku_puzzle::geometry::{Candidate, Geometry, UnitId, UnitKind};
use satdoku_puzzle::grid::Grid;
use satdoku_puzzle::rule::DerivedSum;

use crate::bits::{low, ones};
pub use crate::pencil_mark::{Literal, PencilMark, Set};
pub use crate::too_large::TooLarge;

/// The sum of some cells: the totals of units minus the sums of rules inside.
#[derive(Debug)]
pub struct UnitSum {
    /// The sum of the remaining cells; cells of a rule's sum outside the units count negatively.
    pub constraint: Constraint,
    /// Its cells by index.
    pub cells: Vec<u16>,
    /// The units, which share no cells.
    pub units: Vec<u16>,
    /// The subtracted constraints, by number.
    pub without: Vec<u16>,
    /// The pairs of digits that the sum allows, if it has two cells.
    pub(crate) pairs: Option<RelationMatrix>,
}

/// Tables of one board with its rules, shared by all its [`Board`](crate::board::Board)s.
#[derive(Debug)]
pub struct BoardTables {
    /// The board and the rules without a digit.
    grid: Grid,
    digits: usize,
    units: Vec<Vec<u16>>,
    full: Vec<bool>,
    /// The units of each cell, and the cell's place in each.
    of_cell: Vec<Vec<(u16, u8)>>,
    peers: Vec<Vec<u16>>,
    /// Whether two cells share a unit, a bit for each pair.
    sees: Vec<u64>,
    words: usize,
    /// The units in Sudoku Explainer's order: boxes, columns, rows, then extra units.
    searched: Vec<u16>,
    /// The units with rows before columns.
    read: Vec<u16>,
    kinds: Vec<UnitKind>,
    /// The cells of each constraint of the rules, by index.
    constraints: Vec<Vec<u16>>,
    /// The allowed pairs of digits of each constraint over two cells.
    pairs: Vec<Option<RelationMatrix>>,
    /// Sums that follow from the rules' sums and the units.
    sums: Vec<UnitSum>,
}

impl BoardTables {
    /// The tables for the puzzles on a board with rules.
    ///
    /// # Errors
    /// If the board is too large: it has more than 64 digits, or the puzzle too many cells, units or constraints.
    pub fn of(puzzle: &Grid) -> Result<Arc<Self>, TooLarge> {
        let grid = puzzle.emptied();
        let board = Arc::clone(grid.geometry());
        let (count, digits) = (board.cell_count(), board.digit_count());
        TooLarge::check(&board, grid.rules().constraints().len())?;
        let index = |cells: &[satdoku_puzzle::geometry::Cell]| {
            cells.iter().map(|&cell| board.index(cell) as u16).collect::<Vec<u16>>()
        };
        let units: Vec<Vec<u16>> = board.units().map(|unit| index(board.unit(unit))).collect();
        let mut of_cell = vec![Vec::new(); count];
        let words = count.div_ceil(64);
        let mut sees = vec![0_u64; count * words];
        for (unit, cells) in units.iter().enumerate() {
            for (place, &cell) in cells.iter().enumerate() {
                of_cell[usize::from(cell)].push((unit as u16, place as u8));
                for &other in cells.iter().filter(|&&other| other != cell) {
                    sees[usize::from(cell) * words + usize::from(other) / 64] |= 1 << (other % 64);
                }
            }
        }
        let peers_of = |cell: usize| {
            let words = sees[cell * words..][..words].iter().enumerate();
            words.flat_map(|(at, &word)| ones(word).map(move |bit| (at * 64 + bit) as u16)).collect()
        };
        let kinds: Vec<UnitKind> = board.units().map(|unit| board.unit_name(unit).kind).collect();
        let rank = |unit: &u16| match kinds[usize::from(*unit)] {
            UnitKind::Box | UnitKind::Region => 0,
            UnitKind::Column => 1,
            UnitKind::Row => 2,
            _ => 3,
        };
        let mut searched: Vec<u16> = (0..units.len() as u16).collect();
        searched.sort_by_key(rank);
        let mut read = searched.clone();
        read.sort_by_key(|&unit| match kinds[usize::from(unit)] {
            UnitKind::Column => 3,
            _ if rank(&unit) == 3 => 4,
            _ => rank(&unit),
        });
        let unit_sum = |sum: DerivedSum| UnitSum {
            pairs: pairs(&sum.constraint, digits),
            cells: index(&sum.constraint.cells()),
            constraint: sum.constraint,
            units: sum.units.iter().map(|unit| unit.index() as u16).collect(),
            without: sum.sums.iter().map(|&(_, index)| index as u16).collect(),
        };
        let mut sums: Vec<UnitSum> = grid.rules().derived_sums(&board).into_iter().map(unit_sum).collect();
        sums.sort_by_key(|sum| (sum.units.len(), sum.cells.len()));
        Ok(Arc::new(Self {
            sums,
            digits,
            full: board.units().map(|unit| board.is_full_unit(unit)).collect(),
            peers: (0..count).map(peers_of).collect(),
            units,
            of_cell,
            sees,
            words,
            searched,
            read,
            kinds,
            constraints: grid.rules().constraints().iter().map(|(_, of)| index(&of.cells())).collect(),
            pairs: grid.rules().constraints().iter().map(|(_, of)| pairs(of, digits)).collect(),
            grid,
        }))
    }

    /// The board and its rules, without a digit.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The board.
    #[must_use]
    pub fn geometry(&self) -> &Arc<Geometry> {
        self.grid.geometry()
    }

    /// The number of cells.
    #[must_use]
    #[inline]
    pub fn cell_count(&self) -> usize {
        self.of_cell.len()
    }

    /// N, the number of digits.
    #[must_use]
    #[inline]
    pub fn digit_count(&self) -> usize {
        self.digits
    }

    /// The number of units.
    #[must_use]
    #[inline]
    pub fn unit_count(&self) -> usize {
        self.units.len()
    }

    /// All digits as a set of indices.
    #[must_use]
    #[inline]
    pub(crate) fn all_digits(&self) -> u64 {
        low(self.digits)
    }

    /// The cells of a unit by place.
    #[must_use]
    #[inline]
    pub fn unit(&self, unit: usize) -> &[u16] {
        &self.units[unit]
    }

    /// Whether a unit holds each digit once: it has as many cells as there are digits.
    #[must_use]
    #[inline]
    pub fn is_full(&self, unit: usize) -> bool {
        self.full[unit]
    }

    /// The kind of a unit.
    #[must_use]
    #[inline]
    pub fn kind(&self, unit: usize) -> UnitKind {
        self.kinds[unit]
    }

    /// The units of a cell, with the cell's place in each: row, column, box, then extra units.
    #[must_use]
    #[inline]
    pub fn units_of(&self, cell: usize) -> &[(u16, u8)] {
        &self.of_cell[cell]
    }

    /// The peers of a cell, ascending.
    #[must_use]
    #[inline]
    pub fn peers(&self, cell: usize) -> &[u16] {
        &self.peers[cell]
    }

    /// The peers of a cell as a set: a bit for each cell, 64 a word.
    #[must_use]
    #[inline]
    pub(crate) fn peer_words(&self, cell: usize) -> &[u64] {
        &self.sees[cell * self.words..][..self.words]
    }

    /// Whether two cells share a unit; false for a cell and itself.
    #[must_use]
    #[inline]
    pub fn sees(&self, cell: usize, other: usize) -> bool {
        self.sees[cell * self.words + other / 64] >> (other % 64) & 1 == 1
    }

    /// The units in the order of search: boxes, columns, rows, then extra units.
    #[must_use]
    pub fn searched(&self) -> &[u16] {
        &self.searched
    }

    /// The units in `HoDoKu`'s order of search: boxes, rows, columns, then extra units.
    #[must_use]
    pub fn read(&self) -> &[u16] {
        &self.read
    }

    /// The candidates of a set.
    pub fn members(&self, set: Set) -> impl Iterator<Item = PencilMark> + Clone + use<'_> {
        let (cells, count): (&[u16], usize) = match set {
            Set::Cell(_) => (&[], self.digits),
            Set::Unit { unit, .. } => (self.unit(usize::from(unit)), self.unit(usize::from(unit)).len()),
        };
        (0..count).map(move |at| match set {
            Set::Cell(cell) => PencilMark::new(usize::from(cell), at),
            Set::Unit { digit, .. } => PencilMark::new(usize::from(cells[at]), usize::from(digit)),
        })
    }

    /// Whether a candidate is in a set.
    #[must_use]
    pub fn contains(&self, set: Set, mark: PencilMark) -> bool {
        match set {
            Set::Cell(cell) => usize::from(cell) == mark.cell(),
            Set::Unit { unit, digit } => {
                let units = self.units_of(mark.cell());
                usize::from(digit) == mark.digit() && units.iter().any(|&(other, _)| other == unit)
            }
        }
    }

    /// Whether one of a set's candidates is true: a cell has a digit, a unit of N cells a place for every digit.
    #[must_use]
    pub fn must_have(&self, set: Set) -> bool {
        match set {
            Set::Cell(_) => true,
            Set::Unit { unit, .. } => self.is_full(usize::from(unit)),
        }
    }

    /// The cells of a rule's constraint.
    #[must_use]
    pub fn constraint(&self, number: usize) -> &[u16] {
        &self.constraints[number]
    }

    /// The pairs of digits that a constraint of two cells allows; `None` for more cells.
    pub(crate) fn pairs(&self, number: usize) -> Option<&RelationMatrix> {
        self.pairs[number].as_ref()
    }

    /// The sums that follow from the rules' sums and the units, ordered by their numbers of units and cells.
    #[must_use]
    pub fn sums(&self) -> &[UnitSum] {
        &self.sums
    }

    /// The number of constraints of the rules.
    #[must_use]
    pub(crate) fn constraint_count(&self) -> usize {
        self.constraints.len()
    }

    /// The candidate as a named cell and digit.
    #[must_use]
    pub fn candidate(&self, mark: PencilMark) -> Candidate {
        let board = self.geometry();
        Candidate::new(board.cell(mark.cell()), board.digit(mark.digit()))
    }

    /// The candidate by number.
    ///
    /// # Panics
    /// If the candidate is not on the board.
    #[must_use]
    pub fn mark(&self, candidate: Candidate) -> PencilMark {
        let board = self.geometry();
        assert!(board.contains(candidate.cell) && board.has_digit(candidate.digit), "{candidate} is not on the board");
        PencilMark::new(board.index(candidate.cell), board.digit_index(candidate.digit))
    }

    /// The id of a unit.
    #[must_use]
    pub fn unit_id(&self, unit: usize) -> UnitId {
        self.geometry().unit_id(unit)
    }
}

/// The pairs of digits that a constraint of two cells allows; `None` for more cells.
fn pairs(constraint: &Constraint, digits: usize) -> Option<RelationMatrix> {
    let [one, other] = constraint.cells()[..] else { return None };
    let holds = |first: i64, second: i64| constraint.holds(&[first, second].map(|digit| digit.unsigned_abs() as usize));
    (one != other).then(|| RelationMatrix::of(0..=digits.cast_signed() as i64 - 1, holds))
}
