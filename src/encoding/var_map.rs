//! The numbering of the candidates' variables. No other module knows a variable's number.

use std::sync::Arc;

use crate::cnf::{Lit, TooManyVariables, Var, VarPool};
use crate::encoding::EncodeError;
use crate::geometry::{Candidate, Cell, Digit, Geometry};
use crate::grid::Grid;
use crate::reduction::{Candidates, Reduced};

/// A candidate in a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// It is settled: true in every solution, and has no variable.
    True,
    /// It is dead: false in every solution, and has no variable.
    False,
    /// Open: expressed by this literal.
    Lit(Lit),
}

/// The variables of a board's candidates.
///
/// A full map computes the numbers of all N³ candidates without a table. A live map gives variables only to the candidates that
/// deduction left open and keeps one bit for each.
///
/// ```
/// use std::sync::Arc;
/// use satdoku::cnf::VarPool;
/// use satdoku::encoding::{Term, VarMap};
/// use satdoku::{Candidate, Geometry};
///
/// let board = Arc::new(Geometry::of_order(3)?);
/// let map = VarMap::by_row(&board, &mut VarPool::new())?;
/// let candidate: Candidate = "r1c2=3".parse()?;
/// let Term::Lit(lit) = map.term(candidate) else { panic!("every candidate is open") };
/// assert_eq!(lit.to_string(), "12");
/// assert_eq!(map.candidate(lit.var()), Some(candidate));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct VarMap {
    geometry: Arc<Geometry>,
    first: Var,
    numbering: Numbering,
}

#[derive(Clone, Debug)]
enum Numbering {
    /// x(i, j, k) = (i−1)N² + (j−1)N + k on a square; on any board N for each cell, in the order of reading.
    ByRow,
    /// w(b, e, k) = N²b + Ne + k for element e of region b, both from 0; the place N·b + e of each cell.
    ByRegion(Vec<u32>),
    /// The open candidates in the order of `ByRow`.
    Live(Live),
}

#[derive(Clone, Debug)]
struct Live {
    settled: Grid,
    open: Arc<Candidates>,
    words_per_cell: usize,
    /// The number of open candidates before each cell, and the total at the end.
    before: Vec<u32>,
    /// The precomputed term of each candidate of a small board: [`DEAD`], [`SETTLED`], or [`OPEN`] and its number; empty for a
    /// large board.
    table: Vec<u32>,
}

const DEAD: u32 = 0;
const SETTLED: u32 = 1;
const OPEN: u32 = 2;

/// Largest number of candidates with a table.
const CANDIDATES_IN_TABLE: usize = 1 << 16;

impl VarMap {
    /// The map with all candidates numbered row by row: x(i, j, k) = (i−1)N² + (j−1)N + k.
    ///
    /// # Errors
    /// If the board has more candidates than there are numbers left in the pool.
    pub fn by_row(geometry: &Arc<Geometry>, pool: &mut VarPool) -> Result<Self, TooManyVariables> {
        Self::full(geometry, pool, Numbering::ByRow)
    }

    /// The map that numbers all candidates region by region: element e of region b with digit k, e and b from 0, is
    /// N²b + Ne + k.
    ///
    /// # Errors
    /// If the board has more candidates than there are numbers left in the pool, or a cell that is in no region of N cells.
    pub(crate) fn by_region(geometry: &Arc<Geometry>, pool: &mut VarPool) -> Result<Self, EncodeError> {
        let digits = geometry.digit_count();
        let are_full = geometry.region_units().all(|region| geometry.is_full_unit(region));
        let is_partition =
            geometry.squares().is_none() && geometry.region_units().count() * digits == geometry.cell_count();
        if !are_full || !is_partition {
            return Err(EncodeError::Regions { board: geometry.to_string() });
        }
        let mut places = vec![0; geometry.cell_count()];
        let in_regions = geometry.region_units().flat_map(|region| geometry.unit(region));
        for (place, &cell) in in_regions.enumerate() {
            places[geometry.index(cell)] = place as u32;
        }
        Ok(Self::full(geometry, pool, Numbering::ByRegion(places))?)
    }

    fn full(geometry: &Arc<Geometry>, pool: &mut VarPool, numbering: Numbering) -> Result<Self, TooManyVariables> {
        let first = pool.fresh_block((geometry.cell_count() * geometry.digit_count()) as u64)?;
        Ok(Self { geometry: Arc::clone(geometry), first, numbering })
    }

    /// The map of the candidates that deduction left open; filled cells are settled.
    ///
    /// # Errors
    /// If more candidates are open than there are numbers left in the pool.
    pub fn live(reduced: &Reduced, pool: &mut VarPool) -> Result<Self, TooManyVariables> {
        let geometry = reduced.grid().geometry();
        let open = Arc::clone(reduced.candidates());
        let words_per_cell = geometry.digit_count().div_ceil(64);
        let mut before = Vec::with_capacity(geometry.cell_count() + 1);
        before.push(0);
        let mut count = 0_u64;
        for words in open.all_words().chunks(words_per_cell) {
            count += words.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
            before.push(count as u32);
        }
        let first = pool.fresh_block(count)?;
        let mut live = Live { settled: reduced.grid().clone(), open, words_per_cell, before, table: Vec::new() };
        live.fill_table();
        Ok(Self { geometry: Arc::clone(geometry), first, numbering: Numbering::Live(live) })
    }

    /// The term of a candidate. Takes constant time, for a live map N/64.
    #[must_use]
    #[inline]
    pub fn term(&self, candidate: Candidate) -> Term {
        self.term_at(self.geometry.index(candidate.cell), self.geometry.digit_index(candidate.digit))
    }

    /// The same for a cell and a digit by index.
    #[inline]
    pub(super) fn term_at(&self, cell: usize, digit: usize) -> Term {
        let offset = match &self.numbering {
            Numbering::ByRow => cell * self.geometry.digit_count() + digit,
            Numbering::ByRegion(places) => places[cell] as usize * self.geometry.digit_count() + digit,
            Numbering::Live(live) if !live.table.is_empty() => {
                match live.table[cell * self.geometry.digit_count() + digit] {
                    DEAD => return Term::False,
                    SETTLED => return Term::True,
                    open => (open - OPEN) as usize,
                }
            }
            Numbering::Live(live) => match live.rank(cell, digit) {
                Some(rank) => rank,
                None if live.settled.digits()[cell] == Some(self.geometry.digit(digit)) => return Term::True,
                None => return Term::False,
            },
        };
        Term::Lit(Var::new(self.first.index() + offset).positive())
    }

    /// The candidate of a variable; `None` for auxiliary variables.
    #[must_use]
    pub fn candidate(&self, var: Var) -> Option<Candidate> {
        let digits = self.geometry.digit_count();
        let offset = var.index().checked_sub(self.first.index())?;
        let (cell, digit) = match &self.numbering {
            Numbering::ByRow => {
                let cell = offset / digits;
                ((cell < self.geometry.cell_count()).then(|| self.geometry.cell(cell))?, offset % digits)
            }
            Numbering::ByRegion(_) => {
                let region = self.geometry.region_units().nth(offset / digits / digits)?;
                (self.geometry.unit(region)[offset / digits % digits], offset % digits)
            }
            Numbering::Live(live) => {
                let cell = live.before.partition_point(|&before| before as usize <= offset).checked_sub(1)?;
                let digit = (0..digits).find(|&digit| live.rank(cell, digit) == Some(offset))?;
                (self.geometry.cell(cell), digit)
            }
        };
        Some(Candidate::new(cell, self.geometry.digit(digit)))
    }

    /// The term of each digit of a cell.
    pub(super) fn terms(&self, cell: Cell) -> impl Iterator<Item = (Digit, Term)> + use<'_> {
        self.geometry.digits().map(move |digit| (digit, self.term(Candidate::new(cell, digit))))
    }
}

impl Live {
    /// Fills the table of a small board.
    fn fill_table(&mut self) {
        let geometry = self.settled.geometry();
        let digits = geometry.digit_count();
        // A single word holds the digits of a small board's cell.
        if self.words_per_cell > 1 || self.settled.digits().len() * digits > CANDIDATES_IN_TABLE {
            return;
        }
        self.table = vec![DEAD; self.settled.digits().len() * digits];
        let cells = self.open.all_words().iter().zip(self.settled.digits());
        let mut next = OPEN;
        for ((&open, digit), table) in cells.zip(self.table.chunks_mut(digits)) {
            if let Some(digit) = digit {
                table[geometry.digit_index(*digit)] = SETTLED;
            }
            let mut open = open;
            while open != 0 {
                table[open.trailing_zeros() as usize] = next;
                next += 1;
                open &= open - 1;
            }
        }
    }

    /// The number of an open candidate among the open ones.
    fn rank(&self, cell: usize, digit: usize) -> Option<usize> {
        let words = self.open.all_words().get(cell * self.words_per_cell..)?.get(..self.words_per_cell)?;
        let (word, bit) = (digit / 64, 1_u64 << (digit % 64));
        if words[word] & bit == 0 {
            return None;
        }
        let below = words[..word].iter().map(|word| word.count_ones()).sum::<u32>();
        let within = (words[word] & (bit - 1)).count_ones();
        Some((self.before[cell] + below + within) as usize)
    }
}
