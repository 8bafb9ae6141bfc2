//! Regions to be found: labels in order, houses by permutations, and distances within a region from its root.
//!
//! Where each region has every digit and each row does, the *row of a digit in a region* is a permutation for each digit, and so is
//! the column: 2·N³ variables instead of N⁴ for all pairs of a label and a digit in a cell. The root of a region is its cell with a
//! digit that all regions have, or else its first cell; every cell is reached from it in fewer steps than the region has cells, over
//! neighbours with one label (see [`connected`](super::connected)). Cells that are too far apart have different labels.

use crate::cnf::ClauseSink;
use crate::constraint::Partition;
use crate::encoding::Term;
use crate::encoding::constraint::{Writer, not};
use crate::geometry::{Cell, UnitKind};

/// Clauses of distant cells are written where there are no more pairs of cells, each with all labels, than these: up to side 16.
const MAX_DISTANT: usize = 1 << 21;

/// The terms of a partition's cells.
struct Terms {
    /// Whether a cell has a label, by place and region.
    labels: Vec<Vec<Term>>,
    /// Whether a cell has a digit, by place and digit index.
    digits: Vec<Vec<Term>>,
}

impl<S: ClauseSink + ?Sized> Writer<'_, '_, S> {
    pub(super) fn partition(&mut self, partition: &Partition) -> Result<(), S::Error> {
        let count = partition.cell_count();
        let (label_cells, digit_cells) = partition.cells().split_at(count);
        let label = |terms: Vec<Term>| (0..partition.region_count()).map(|at| terms[partition.label(at)]).collect();
        let terms = Terms {
            labels: label_cells.iter().map(|&cell| label(self.terms(cell))).collect(),
            digits: digit_cells.iter().map(|&cell| self.terms(cell)).collect(),
        };
        if self.to.skip_if_too_many(count as u64 * (partition.size() + partition.region_count()) as u64) {
            // Only counting gets here.
            return Ok(());
        }
        let root = root_digit(partition, &terms);
        let first = self.order(&terms, root.is_none())?;
        if !self.permutations(partition, &terms)? {
            self.houses(partition, &terms)?;
        }
        self.distant(partition, &terms)?;
        let root = match root {
            Some(digit) => terms.digits.iter().map(|digits| digits[digit]).collect(),
            None => first,
        };
        self.regions(partition, root)
    }

    /// A label comes first behind the first cell with the label before it. Returns whether each cell is the first with its label,
    /// if that is asked for.
    fn order(&mut self, terms: &Terms, is_asked_for_first: bool) -> Result<Vec<Term>, S::Error> {
        self.clause([terms.labels[0][0]])?;
        // Whether some cell so far has each label.
        let mut seen = vec![Term::False; terms.labels[0].len()];
        let mut first = Vec::with_capacity(terms.labels.len());
        for labels in &terms.labels {
            for (label, seen) in labels[1..].iter().zip(&seen) {
                self.clause([not(*label), *seen])?;
            }
            let mut is_first = Term::False;
            for (&label, seen) in labels.iter().zip(&mut seen) {
                if is_asked_for_first {
                    let is_new = self.both(label, not(*seen))?;
                    is_first = self.either(is_first, is_new)?;
                }
                *seen = self.either(*seen, label)?;
            }
            first.push(is_first);
        }
        Ok(first)
    }

    /// Each digit once in each region, by the rows and by the columns of the digit, where every row or column has it. Returns
    /// whether either says it.
    fn permutations(&mut self, partition: &Partition, terms: &Terms) -> Result<bool, S::Error> {
        let mut is_said = false;
        for kind in [UnitKind::Row, UnitKind::Column] {
            let Some(lines) = self.full_lines(partition, kind).filter(|_| partition.is_full()) else { continue };
            is_said = true;
            for digit in (0..64).filter(|digit| partition.digits() >> digit & 1 == 1) {
                // Whether the digit of a line is in a region.
                let mut table: Vec<Vec<Term>> = Vec::with_capacity(lines.len());
                for line in &lines {
                    let row: Vec<Term> = (0..partition.region_count()).map(|_| self.fresh()).collect();
                    for &place in line {
                        let has_digit = terms.digits[place][digit];
                        for (region, &in_region) in row.iter().enumerate() {
                            let has_label = terms.labels[place][region];
                            self.clause([not(has_digit), not(has_label), in_region])?;
                            self.clause([not(has_digit), has_label, not(in_region)])?;
                        }
                    }
                    self.one(&row)?;
                    table.push(row);
                }
                for region in 0..partition.region_count() {
                    let column: Vec<Term> = table.iter().map(|row| row[region]).collect();
                    self.one(&column)?;
                }
            }
        }
        Ok(is_said)
    }

    /// The lines of a kind by the places of their cells, if these are all cells and each line has every digit.
    fn full_lines(&self, partition: &Partition, kind: UnitKind) -> Option<Vec<Vec<usize>>> {
        let board = self.to.geometry();
        let digit_cells = &partition.cells()[partition.cell_count()..];
        let place = |cell: &Cell| digit_cells.binary_search(cell).ok();
        let units = board.units_of_kind(kind).filter(|&unit| board.is_full_unit(unit));
        let lines: Option<Vec<Vec<usize>>> = units.map(|unit| board.unit(unit).iter().map(place).collect()).collect();
        let has_all = |lines: &Vec<Vec<usize>>| lines.iter().map(Vec::len).sum::<usize>() == digit_cells.len();
        lines.filter(|lines| digit_cells.is_sorted() && has_all(lines))
    }

    /// Exactly one of a few terms.
    fn one(&mut self, terms: &[Term]) -> Result<(), S::Error> {
        self.clause(terms.iter().copied())?;
        for (at, &a) in terms.iter().enumerate() {
            terms[at + 1..].iter().try_for_each(|&b| self.clause([not(a), not(b)]))?;
        }
        Ok(())
    }

    /// No digit twice in a region of so many cells, pair by pair of a label and a digit.
    fn houses(&mut self, partition: &Partition, terms: &Terms) -> Result<(), S::Error> {
        for region in 0..partition.region_count() {
            let of_region: Vec<Term> = terms.labels.iter().map(|labels| labels[region]).collect();
            self.exactly(partition.size(), &of_region)?;
            for digit in (0..64).filter(|digit| partition.digits() >> digit & 1 == 1) {
                let mut seen = Term::False;
                for (labels, digits) in terms.labels.iter().zip(&terms.digits) {
                    let has_both = self.both(labels[region], digits[digit])?;
                    self.clause([not(seen), not(has_both)])?;
                    seen = self.either(seen, has_both)?;
                }
                if partition.is_full() {
                    self.clause([seen])?;
                }
            }
        }
        Ok(())
    }

    /// Cells that are further apart than a region reaches have different labels. The other clauses imply these clauses, and large
    /// boards have too many of them.
    fn distant(&mut self, partition: &Partition, terms: &Terms) -> Result<(), S::Error> {
        let cells = &partition.cells()[..partition.cell_count()];
        if cells.len().pow(2) * partition.region_count() > MAX_DISTANT {
            return Ok(());
        }
        for (at, a) in cells.iter().enumerate() {
            for (other, b) in cells.iter().enumerate().skip(at + 1) {
                if a.row().abs_diff(b.row()) + a.column().abs_diff(b.column()) < partition.size() {
                    continue;
                }
                let pairs = terms.labels[at].iter().zip(&terms.labels[other]);
                pairs.into_iter().try_for_each(|(&a, &b)| self.clause([not(a), not(b)]))?;
            }
        }
        Ok(())
    }

    /// Each cell is reached from the root of its region; given is whether each cell is a root.
    fn regions(&mut self, partition: &Partition, root: Vec<Term>) -> Result<(), S::Error> {
        let count = partition.cell_count();
        let mut edges: Vec<Vec<(usize, Term)>> = Vec::with_capacity(count);
        for place in 0..count {
            let around: Result<Vec<(usize, Term)>, S::Error> = partition
                .neighbours(place)
                .iter()
                .map(|&other| Ok((other, self.equal(partition.cells()[place], partition.cells()[other])?)))
                .collect();
            edges.push(around?);
        }
        let mut reached = root;
        for step in 1..partition.size() {
            let is_last = step + 1 == partition.size();
            let mut next = Vec::with_capacity(count);
            for (place, edges) in edges.iter().enumerate() {
                next.push(self.reached(&reached, place, edges, is_last)?);
            }
            reached = next;
        }
        if partition.size() == 1 {
            reached.into_iter().try_for_each(|reached| self.clause([reached]))?;
        }
        Ok(())
    }

    /// Whether a cell is reached in one step more; in the last step it must be.
    pub(super) fn reached(
        &mut self,
        before: &[Term],
        place: usize,
        edges: &[(usize, Term)],
        is_last: bool,
    ) -> Result<Term, S::Error> {
        let edges: Vec<[Term; 2]> = edges.iter().map(|&(other, equal)| [equal, before[other]]).collect();
        let edges: Vec<[Term; 2]> = edges.into_iter().filter(|edge| !edge.contains(&Term::False)).collect();
        if !is_last && (edges.is_empty() || before[place] == Term::True) {
            return Ok(before[place]);
        }
        let reached = if is_last { Term::True } else { self.fresh() };
        self.clause([not(before[place]), reached])?;
        for &[equal, other] in &edges {
            self.clause([not(equal), not(other), reached])?;
        }
        // The cell is reached only if it was before, or along an edge: one term of each edge, in every combination.
        for choice in 0..1_usize << edges.len() {
            let some = edges.iter().enumerate().map(|(at, edge)| edge[choice >> at & 1]);
            self.clause([not(reached), before[place]].into_iter().chain(some))?;
        }
        Ok(reached)
    }
}

/// The digit whose cells are the roots of the regions, if every region has each digit: the one of which most cells are known.
fn root_digit(partition: &Partition, terms: &Terms) -> Option<usize> {
    let digits = (0..64).filter(|digit| partition.is_full() && partition.digits() >> digit & 1 == 1);
    let known = |digit: &usize| terms.digits.iter().filter(|digits| digits[*digit] == Term::True).count();
    digits.rev().max_by_key(known)
}
