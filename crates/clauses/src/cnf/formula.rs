//! A formula held in memory.

use std::convert::Infallible;
use std::fmt;
use std::io;
use std::ops::Range;

use crate::cnf::dimacs::DimacsWriter;
use crate::cnf::{ClauseSink, FormulaSize, Lit, Model};

/// A formula in conjunctive normal form, held in memory: its literals in one array, the clauses' ends in another.
///
/// ```
/// # extern crate satdoku_clauses as satdoku;
/// use satdoku::{Cnf, Lit, Var};
///
/// let [a, b] = [0, 1].map(|index| Var::new(index).positive());
/// let mut cnf: Cnf = [vec![a, b], vec![!a, !b]].into_iter().collect();
/// cnf.extend([[a]]);
/// let clauses: Vec<&[Lit]> = (&cnf).into_iter().collect();
/// assert_eq!(clauses, [&[a, b][..], &[!a, !b], &[a]]);
/// let mut file = Vec::new();
/// cnf.write_dimacs(&mut file)?;
/// assert_eq!(file, b"p cnf 2 3\n1 2 0\n-1 -2 0\n1 0\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Cnf {
    variables: usize,
    lits: Vec<Lit>,
    ends: Vec<usize>,
}

impl Cnf {
    /// The formula without clauses over no variables; it is true.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of variables: as declared, or the largest number used.
    #[must_use]
    pub fn variables(&self) -> usize {
        self.variables
    }

    /// Declares variables that need not occur in any clause.
    pub fn declare_variables(&mut self, count: usize) {
        self.variables = self.variables.max(count);
    }

    /// How many clauses there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no clause.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The clauses in their order.
    #[must_use]
    pub fn clauses(&self) -> CnfClauses<'_> {
        CnfClauses { cnf: self, left: 0..self.len() }
    }

    /// The formula's size.
    #[must_use]
    pub fn size(&self) -> FormulaSize {
        FormulaSize {
            variables: self.variables as u64,
            clauses: self.ends.len() as u64,
            literals: self.lits.len() as u64,
        }
    }

    /// Writes all clauses into a sink.
    ///
    /// # Errors
    /// The sink's.
    pub fn write<S: ClauseSink + ?Sized>(&self, sink: &mut S) -> Result<(), S::Error> {
        self.clauses().try_for_each(|clause| sink.add_clause(clause))
    }

    /// Writes the formula as a DIMACS file and flushes it; `out` needs no buffer.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn write_dimacs(&self, out: impl io::Write) -> io::Result<()> {
        let mut writer = DimacsWriter::new(out);
        writer.header(self.size())?;
        self.write(&mut writer)?;
        writer.finish().map(drop)
    }

    /// The 0-based index of the first clause that a model does not satisfy; `None` if the model satisfies all.
    #[must_use]
    pub fn first_falsified(&self, model: &Model) -> Option<usize> {
        self.clauses().position(|clause| !clause.iter().any(|&lit| model.is_true(lit)))
    }
}

/// The clauses of a formula in their order, see [`Cnf::clauses`].
#[derive(Clone, Debug)]
pub struct CnfClauses<'a> {
    cnf: &'a Cnf,
    left: Range<usize>,
}

impl<'a> Iterator for CnfClauses<'a> {
    type Item = &'a [Lit];

    fn next(&mut self) -> Option<&'a [Lit]> {
        let number = self.left.next()?;
        let ends = &self.cnf.ends;
        let start = number.checked_sub(1).map_or(0, |before| ends[before]);
        Some(&self.cnf.lits[start..ends[number]])
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.left.size_hint()
    }
}

impl ExactSizeIterator for CnfClauses<'_> {}

// The iterator is called `clauses`.
#[allow(clippy::into_iter_without_iter)]
impl<'a> IntoIterator for &'a Cnf {
    type Item = &'a [Lit];
    type IntoIter = CnfClauses<'a>;

    fn into_iter(self) -> CnfClauses<'a> {
        self.clauses()
    }
}

impl ClauseSink for Cnf {
    type Error = Infallible;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Infallible> {
        self.lits.extend_from_slice(clause);
        self.ends.push(self.lits.len());
        self.variables = clause.iter().fold(self.variables, |most, lit| most.max(lit.var().index() + 1));
        Ok(())
    }
}

impl<C: AsRef<[Lit]>> Extend<C> for Cnf {
    fn extend<I: IntoIterator<Item = C>>(&mut self, clauses: I) {
        for clause in clauses {
            let Ok(()) = self.add_clause(clause.as_ref());
        }
    }
}

impl<C: AsRef<[Lit]>> FromIterator<C> for Cnf {
    fn from_iter<I: IntoIterator<Item = C>>(clauses: I) -> Self {
        let mut cnf = Self::new();
        cnf.extend(clauses);
        cnf
    }
}

impl fmt::Debug for Cnf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clauses()).finish()
    }
}
