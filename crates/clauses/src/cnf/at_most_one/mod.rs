//! At most one of some literals: one form a file.
//!
//! | form | clauses for n literals | auxiliary variables | source |
//! | --- | --- | --- | --- |
//! | `pairwise` | n(n−1)/2 | 0 | |
//! | `product` | 2n + 4√n + O(⁴√n) | 2√n + O(⁴√n) | Chen 2010 |
//! | `sequential` | 3n − 4 | n − 1 | Sinz 2005; the ladder of Gent and Nightingale 2004 |
//! | `commander` | about 7n/2 | about n/2 | Klieber and Kwon 2007 |
//! | `bimander` | about n√n/2 + n log₂(√n) | log₂(√n) | Nguyen and Mai 2015 |
//! | `binary` | n log₂ n | log₂ n | Frisch, Peugniez, Doggett and Nightingale 2005 |
//!
//! Logarithms and groups are rounded up; [`AtMostOne::clauses`] and [`AtMostOne::auxiliaries`] are exact. Every form
//! writes pairs where that takes no more clauses. All propagate as the pairs do: once a
//! literal is true, unit propagation makes the others false. Any assignment with at most one true literal extends to
//! the auxiliary variables, often in several ways, so
//! models are counted over the literals alone.

mod bimander;
mod binary;
mod commander;
mod product;
mod sequential;

use crate::cnf::{ClauseSink, Lit, Var};

/// How it is said in clauses that at most one of some literals is true.
///
/// ```
/// # extern crate satdoku_clauses as satdoku;
/// use satdoku::cnf::{AtMostOne, Cnf, Lit, VarPool};
///
/// let mut pool = VarPool::new();
/// let lits: Vec<Lit> = (0..16).map(|_| Ok(pool.fresh()?.positive())).collect::<Result<_, satdoku::cnf::TooManyVariables>>()?;
/// let auxiliaries = pool.fresh_block(AtMostOne::Product.auxiliaries(lits.len()))?;
/// let mut cnf = Cnf::new();
/// AtMostOne::Product.write(&lits, auxiliaries, &mut cnf)?;
/// assert_eq!((cnf.len(), cnf.variables()), (44, 16 + 8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AtMostOne {
    /// No two of them: no auxiliary variable, and the most clauses.
    #[default]
    Pairwise,
    /// The literals are laid out as a rectangle: at most one row and at most one column of it.
    Product,
    /// A counter runs along the literals and goes from 0 to 1 once.
    Sequential,
    /// Each group of three has a commander, and at most one commander is true.
    Commander,
    /// Each group spells its number in bits; within a group pairs.
    Bimander,
    /// Each literal spells its number in bits.
    Binary,
    /// [`Pairwise`](Self::Pairwise) for up to [`PAIRS_UP_TO`](Self::PAIRS_UP_TO) literals,
    /// [`Product`](Self::Product) beyond.
    Auto,
}

names! {
    pub AtMostOne {
        Pairwise = "pairwise", "no two of them: the most clauses, no further variables";
        Product = "product", "one row and one column of a rectangle";
        Sequential = "sequential", "a counter that runs along them";
        Commander = "commander", "groups of three, each with a commander";
        Bimander = "bimander", "groups that are numbered in bits";
        Binary = "binary", "each numbered in bits";
        Auto = "auto", "pairwise up to 24 of them, product beyond";
    }
}

#[cfg(feature = "serde")]
serialized_as_text!(AtMostOne);

impl AtMostOne {
    /// Up to so many literals [`Auto`](Self::Auto) writes pairs.
    pub const PAIRS_UP_TO: usize = 24;

    /// The form that so many literals get: never [`Auto`](Self::Auto), and pairs where they are as few clauses.
    #[must_use]
    pub fn for_size(self, lits: usize) -> Self {
        match self {
            Self::Auto if lits <= Self::PAIRS_UP_TO => Self::Pairwise,
            Self::Auto => Self::Product.for_size(lits),
            form if lits > MAX_LITERALS_IN_PAIRS && form.size(lits).0 < pairs(lits) => form,
            _ => Self::Pairwise,
        }
    }

    /// How many clauses so many literals get.
    #[must_use]
    pub fn clauses(self, lits: usize) -> u64 {
        self.for_size(lits).size(lits).0
    }

    /// How many auxiliary variables so many literals need.
    #[must_use]
    pub fn auxiliaries(self, lits: usize) -> u64 {
        self.for_size(lits).size(lits).1
    }

    /// Clauses and auxiliary variables of the form itself, for more than [`MAX_LITERALS_IN_PAIRS`] literals.
    fn size(self, lits: usize) -> (u64, u64) {
        match self {
            Self::Pairwise | Self::Auto => (pairs(lits), 0),
            Self::Product => product::size(lits),
            Self::Sequential => sequential::size(lits),
            Self::Commander => commander::size(lits),
            Self::Bimander => bimander::size(lits),
            Self::Binary => binary::size(lits),
        }
    }

    /// Writes the constraint. The auxiliary variables are `first` and those that follow it, as many as
    /// [`auxiliaries`](Self::auxiliaries) says: a block that the caller took from its [`VarPool`](crate::cnf::VarPool).
    ///
    /// # Errors
    /// The sink's.
    ///
    /// # Panics
    /// If there are not so many variables from `first` on.
    pub fn write<S: ClauseSink + ?Sized>(self, lits: &[Lit], first: Var, sink: &mut S) -> Result<(), S::Error> {
        self.write_from(lits, &mut Auxiliaries { next: first.index() }, sink)
    }

    fn write_from<S: ClauseSink + ?Sized>(
        self,
        lits: &[Lit],
        auxiliaries: &mut Auxiliaries,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        match self.for_size(lits.len()) {
            Self::Pairwise | Self::Auto => sink.add_pairwise(lits),
            Self::Product => product::write(lits, auxiliaries, sink),
            Self::Sequential => sequential::write(lits, auxiliaries, sink),
            Self::Commander => commander::write(lits, auxiliaries, sink),
            Self::Bimander => bimander::write(lits, auxiliaries, sink),
            Self::Binary => binary::write(lits, auxiliaries, sink),
        }
    }
}

/// So few literals are pairs in every form.
const MAX_LITERALS_IN_PAIRS: usize = 4;

/// n(n−1)/2.
fn pairs(lits: usize) -> u64 {
    (lits as u64 * (lits as u64).saturating_sub(1)) / 2
}

/// The bits that tell so many things apart.
fn bits(things: usize) -> usize {
    things.next_power_of_two().trailing_zeros() as usize
}

/// Hands out the variables of a block, one after another.
struct Auxiliaries {
    next: usize,
}

impl Auxiliaries {
    fn lit(&mut self) -> Lit {
        let lit = Var::new(self.next).positive();
        self.next += 1;
        lit
    }

    fn lits(&mut self, count: usize) -> Vec<Lit> {
        (0..count).map(|_| self.lit()).collect()
    }
}

/// Says that a literal makes the bits spell a number: one clause a bit.
fn spell<S: ClauseSink + ?Sized>(lit: Lit, number: usize, bits: &[Lit], sink: &mut S) -> Result<(), S::Error> {
    let is_one = |place: usize| number >> place & 1 == 1;
    bits.iter()
        .enumerate()
        .try_for_each(|(place, &bit)| sink.add_clause(&[!lit, if is_one(place) { bit } else { !bit }]))
}
