//! Polyominoes: each cell has the *root* of its piece, the first of its cells, and each root counts the cells that have it.
//!
//! A cell's root is at most as many steps away as the largest piece has cells beyond it. Neighbours of one value have one root, and
//! a cell is reached from a root along neighbours of one value in fewer steps than its value says. So a piece has one root, and the
//! cells that have it are the piece. All terms are functions of the values.

use std::collections::BTreeMap;

use crate::cnf::ClauseSink;
use crate::constraint::Polyominoes;
use crate::encoding::Term;
use crate::encoding::constraint::{Writer, not};

/// Whether a cell has each root; both by their places.
type Roots = Vec<BTreeMap<usize, Term>>;

/// The neighbours of each cell, with whether they are equal.
type Edges = Vec<Vec<(usize, Term)>>;

/// The terms and the sizes of polyominoes.
struct Pieces {
    /// Whether a cell has a digit, by place and digit index.
    values: Vec<Vec<Term>>,
    /// The digits that some cell may have, each with the size of its pieces.
    sizes: Vec<(usize, usize)>,
    largest: usize,
}

impl<S: ClauseSink + ?Sized> Writer<'_, '_, S> {
    pub(super) fn polyominoes(&mut self, of: &Polyominoes) -> Result<(), S::Error> {
        let values: Vec<Vec<Term>> = of.cells().iter().map(|&cell| self.terms(cell)).collect();
        let is_possible = |&(digit, _): &(usize, usize)| values.iter().any(|terms| terms[digit] != Term::False);
        let sizes: Vec<(usize, usize)> = of.sizes().filter(is_possible).collect();
        let largest = sizes.iter().map(|&(_, size)| size).max().unwrap_or(0);
        let reach: Vec<Vec<(usize, usize)>> = (0..of.cells().len()).map(|root| behind(of, root, largest)).collect();
        let pairs: usize = reach.iter().map(Vec::len).sum();
        if self.to.skip_if_too_many((pairs * largest) as u64) {
            // Only counting gets here.
            return Ok(());
        }
        for terms in &values {
            let without_size = terms.iter().enumerate().filter(|&(digit, _)| of.size(digit).is_none());
            without_size.into_iter().try_for_each(|(_, &term)| self.clause([not(term)]))?;
        }
        let pieces = Pieces { values, sizes, largest };
        let roots = self.roots(&pieces, &reach)?;
        let edges = self.edges(of, &roots)?;
        self.distances(&pieces, &roots, &edges)?;
        for (root, cells) in reach.iter().enumerate() {
            let others = cells.iter().filter(|&&(cell, _)| cell != root).map(|(cell, _)| vec![roots[*cell][&root]]);
            let further = self.unary_total(others.collect(), largest)?;
            // Whether more cells than so many have the root beyond itself.
            let more = |than: usize| further.get(than).copied().unwrap_or(Term::False);
            let is_root = roots[root][&root];
            for &(digit, size) in &pieces.sizes {
                let is_piece = [not(is_root), not(pieces.values[root][digit])];
                if size > 1 {
                    self.clause(is_piece.into_iter().chain([more(size - 2)]))?;
                }
                self.clause(is_piece.into_iter().chain([not(more(size - 1))]))?;
            }
        }
        Ok(())
    }

    /// Each cell has one root that is near enough, and a root has itself.
    fn roots(&mut self, pieces: &Pieces, reach: &[Vec<(usize, usize)>]) -> Result<Roots, S::Error> {
        let mut roots: Roots = vec![BTreeMap::new(); reach.len()];
        for (root, cells) in reach.iter().enumerate() {
            for &(cell, steps) in cells {
                let has_root = if cell == 0 { Term::True } else { self.fresh() };
                roots[cell].insert(root, has_root);
                // A piece of so few cells does not reach from one to the other.
                for &(digit, _) in pieces.sizes.iter().filter(|&&(_, size)| size <= steps) {
                    self.clause([not(has_root), not(pieces.values[cell][digit])])?;
                }
            }
        }
        for (cell, of_cell) in roots.iter().enumerate() {
            self.clause(of_cell.values().copied())?;
            let mut before = Term::False;
            for (&root, &has_root) in of_cell {
                self.clause([not(has_root), not(before)])?;
                self.clause([not(has_root), roots[root][&root]])?;
                before = if root == cell { before } else { self.either(before, has_root)? };
            }
        }
        Ok(roots)
    }

    /// Neighbours have one root if they are equal, and only then.
    fn edges(&mut self, of: &Polyominoes, roots: &Roots) -> Result<Edges, S::Error> {
        let mut edges: Edges = Vec::with_capacity(roots.len());
        for place in 0..roots.len() {
            let mut around = Vec::new();
            for &other in of.neighbours(place) {
                let equal = self.equal(of.cells()[place], of.cells()[other])?;
                around.push((other, equal));
                for (root, &has_root) in &roots[place] {
                    let other_has = roots[other].get(root).copied().unwrap_or(Term::False);
                    self.clause([not(equal), not(has_root), other_has])?;
                    if place < other {
                        self.clause([not(has_root), not(other_has), equal])?;
                    }
                }
            }
            edges.push(around);
        }
        Ok(edges)
    }

    /// Each cell is reached from a root along equal neighbours in fewer steps than its value says.
    fn distances(&mut self, pieces: &Pieces, roots: &Roots, edges: &Edges) -> Result<(), S::Error> {
        let Pieces { values, sizes, largest } = pieces;
        let mut reached: Vec<Term> = roots.iter().enumerate().map(|(place, roots)| roots[&place]).collect();
        for steps in 0..*largest {
            if steps > 0 {
                let is_last = steps + 1 == *largest;
                let of_place =
                    |(place, edges): (usize, &Vec<(usize, Term)>)| self.reached(&reached, place, edges, is_last);
                reached = edges.iter().enumerate().map(of_place).collect::<Result<_, _>>()?;
            }
            for &(digit, _) in sizes.iter().filter(|&&(_, size)| size == steps + 1) {
                values
                    .iter()
                    .zip(&reached)
                    .try_for_each(|(terms, &reached)| self.clause([not(terms[digit]), reached]))?;
            }
        }
        // A piece of several cells goes on from each.
        for (terms, edges) in values.iter().zip(edges) {
            for &(digit, _) in sizes.iter().filter(|&&(_, size)| size > 1) {
                self.clause([not(terms[digit])].into_iter().chain(edges.iter().map(|&(_, equal)| equal)))?;
            }
        }
        Ok(())
    }
}

/// The cells that have a root at a place or behind it, with the steps from there, fewer than the largest piece has cells. The
/// way leads over places behind the root alone.
fn behind(of: &Polyominoes, root: usize, largest: usize) -> Vec<(usize, usize)> {
    let mut found = vec![(root, 0)];
    let mut seen = vec![false; of.cells().len()];
    seen[root] = true;
    let mut next = 0;
    while let Some(&(place, steps)) = found.get(next) {
        next += 1;
        for &other in of.neighbours(place) {
            if steps + 1 < largest && other > root && !std::mem::replace(&mut seen[other], true) {
                found.push((other, steps + 1));
            }
        }
    }
    found
}
