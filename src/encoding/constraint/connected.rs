//! One piece: order-encoded distances of its cells from its first cell.
//!
//! The *root* is a cell that is known to have a value, or else the first cell that has one. A cell is *reached at level k* if it has
//! a value and is the root, or it or a neighbour is reached at level k − 1. Each cell with a value is reached at the last level.
//! Levels are written in both directions, so they are functions of the candidates. Distances connect subgraphs also in N.-F. Zhou,
//! *Modeling and solving graph synthesis problems using SAT-encoded reachability constraints in Picat*, 2021.
//!
//! A shortest path through the piece is an *induced* path: only consecutive cells of it are neighbours, or there were a shorter one.
//! That bounds the last level. Let an induced path have L of the N cells that may have a value; let B be the sides of cells, of four
//! each, without such a neighbour. The neighbours of the path's cells are 4L less the path's part of B, of which 2(L − 1) are on the
//! path; the others, one for each side of a cell beside the path, are at most 4(N − L). So 6L ≤ 4N + B − 2. A rectangle of 9×9 has
//! induced paths of 53 cells (OEIS A331968), and the bound is 59: 4,719 variables and 30,541 clauses, and with a size of 9 cells 1,447
//! and 8,765.

use std::collections::BTreeMap;

use crate::cnf::ClauseSink;
use crate::constraint::ConnectedCells;
use crate::encoding::Term;
use crate::encoding::constraint::{Writer, not};

impl<S: ClauseSink + ?Sized> Writer<'_, '_, S> {
    pub(super) fn connected(&mut self, connected: &ConnectedCells) -> Result<(), S::Error> {
        let count = connected.cells().len();
        let has = (0..count).map(|place| self.has_value(connected, place)).collect::<Result<Vec<Term>, _>>()?;
        match connected.size() {
            None => self.clause(has.iter().copied())?,
            Some(size) => self.exactly(size, &has)?,
        }
        let last = last_level(connected, &has);
        if self.to.skip_if_too_many(count as u64 * last as u64) {
            // Only counting gets here.
            return Ok(());
        }
        let mut reached = self.root(&has)?;
        for _ in 1..last {
            reached = self.level(connected, &has, &reached)?;
        }
        for (place, &has_value) in has.iter().enumerate() {
            let around = if last > 0 { connected.neighbours(place) } else { &[] };
            let sources = around.iter().map(|&other| reached[other]);
            self.clause([not(has_value), reached[place]].into_iter().chain(sources))?;
        }
        Ok(())
    }

    /// Whether a cell has one of the values.
    fn has_value(&mut self, connected: &ConnectedCells, place: usize) -> Result<Term, S::Error> {
        let terms = self.terms(connected.cells()[place]);
        let open = terms.into_iter().enumerate().filter(|(_, term)| *term != Term::False);
        let (inside, outside): (Vec<_>, Vec<_>) = open.partition(|(digit, _)| connected.values() >> digit & 1 == 1);
        match (&inside[..], &outside[..]) {
            ([], _) => return Ok(Term::False),
            (_, []) => return Ok(Term::True),
            (&[(_, only)], _) => return Ok(only),
            (_, &[(_, only)]) => return Ok(not(only)),
            _ => {}
        }
        let has_value = self.fresh();
        inside.into_iter().try_for_each(|(_, term)| self.clause([not(term), has_value]))?;
        outside.into_iter().try_for_each(|(_, term)| self.clause([not(term), not(has_value)]))?;
        Ok(has_value)
    }

    /// Exactly so many terms are true.
    pub(super) fn exactly(&mut self, size: usize, terms: &[Term]) -> Result<(), S::Error> {
        let known = terms.iter().filter(|&&term| term == Term::True).count();
        let open: Vec<Term> = terms.iter().copied().filter(|term| matches!(term, Term::Lit(_))).collect();
        let Some(further) = size.checked_sub(known).filter(|&further| further <= open.len()) else {
            return self.clause([]);
        };
        if further == 0 || further == open.len() {
            return open.into_iter().try_for_each(|term| self.clause([if further == 0 { not(term) } else { term }]));
        }
        // A count is a state between two terms.
        let states = open.len() as u64 * (further.min(open.len() - further) as u64 + 1);
        if self.to.skip_if_too_many(states) {
            return Ok(());
        }
        let step = |term: Term| BTreeMap::from([(0, vec![not(term)]), (1, vec![term])]);
        let steps: Vec<BTreeMap<i64, Vec<Term>>> = open.into_iter().map(step).collect();
        self.totals(&steps, i64::try_from(further).unwrap_or(i64::MAX))
    }

    /// Level 0: whether each cell is the root.
    fn root(&mut self, has: &[Term]) -> Result<Vec<Term>, S::Error> {
        if let Some(known) = middle(has) {
            return Ok((0..has.len()).map(|place| if place == known { Term::True } else { Term::False }).collect());
        }
        let mut root = vec![Term::False; has.len()];
        // Whether a cell before has a value.
        let mut before = Term::False;
        let last = has.iter().rposition(|&has_value| has_value != Term::False);
        for (place, &has_value) in has.iter().enumerate().filter(|(_, has_value)| **has_value != Term::False) {
            if before == Term::False {
                (root[place], before) = (has_value, has_value);
                continue;
            }
            root[place] = self.fresh();
            self.clause([not(root[place]), has_value])?;
            self.clause([not(root[place]), not(before)])?;
            self.clause([not(has_value), before, root[place]])?;
            if Some(place) != last {
                let behind = self.fresh();
                self.clause([not(before), behind])?;
                self.clause([not(has_value), behind])?;
                self.clause([not(behind), before, has_value])?;
                before = behind;
            }
        }
        Ok(root)
    }

    /// The next level: whether each cell is reached in one step more.
    fn level(&mut self, connected: &ConnectedCells, has: &[Term], reached: &[Term]) -> Result<Vec<Term>, S::Error> {
        let cell = |place: usize| {
            let has_value = has[place];
            let around = connected.neighbours(place).iter().map(|&other| reached[other]);
            let around: Vec<Term> = around.filter(|term| *term != Term::False).collect();
            let before = reached[place];
            if has_value == Term::False || around.is_empty() || before == has_value {
                return Ok(before);
            }
            if around.contains(&Term::True) {
                return Ok(has_value);
            }
            let behind = self.fresh();
            self.clause([not(before), behind])?;
            around.iter().try_for_each(|&other| self.clause([not(other), not(has_value), behind]))?;
            self.clause([not(behind), has_value])?;
            self.clause([not(behind), before].into_iter().chain(around))?;
            Ok(behind)
        };
        (0..has.len()).map(cell).collect()
    }
}

/// Of the terms that are known to be true, the one in the middle: from there the way to other cells is rather short.
fn middle(has: &[Term]) -> Option<usize> {
    let known: Vec<usize> = (0..has.len()).filter(|&place| has[place] == Term::True).collect();
    known.get(known.len() / 2).copied()
}

/// The steps of the longest shortest path from one cell of the piece to another, or more.
fn last_level(connected: &ConnectedCells, has: &[Term]) -> usize {
    let may = |place: usize| has[place] != Term::False;
    let cells = (0..has.len()).filter(|&place| may(place));
    let (mut count, mut sides) = (0, 0);
    for place in cells {
        count += 1;
        sides += 4 - connected.neighbours(place).iter().filter(|&&other| may(other)).count();
    }
    let longest = ((4 * count + sides).saturating_sub(2) / 6).min(count);
    connected.size().map_or(longest, |size| size.min(longest)).saturating_sub(1)
}
