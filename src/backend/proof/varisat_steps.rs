//! varisat's own format, step by step as it comes, with all of a session: clauses that came between two questions, and
//! assumptions. The hashes that tell what a lemma follows from are passed over: the checker finds that out by itself.

use crate::backend::in_process::varisat_screen::{Number, steps};
use crate::backend::proof::checker::Checker;
use crate::backend::proof::refusal::Refusal;
use crate::cnf::{Lit, Var};

/// What is done with the literals at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Deed {
    Derive,
    Forget,
    /// They tell a model, assumptions, or a clause that the checker was given by whoever gave it to varisat.
    PassOver {
        has_hashes: bool,
    },
}

/// What the next number of a proof is.
#[derive(Clone, Copy, Debug)]
enum Expected {
    Step,
    /// Numbers without meaning here, so many.
    Skipped(u64),
    /// A variable, then the name that a caller knows it by.
    Variable,
    Name(u64),
    Length(Deed),
    Literals(u64, Deed),
    Hashes,
    Units,
    /// So many unit clauses, each a literal and a hash.
    UnitLiteral(u64),
    UnitHash(u64),
    Nothing,
}

/// A proof that is being read.
pub(in crate::backend::proof) struct VarisatSteps {
    number: Number,
    expected: Expected,
    clause: Vec<Lit>,
    steps: u64,
}

impl VarisatSteps {
    pub(in crate::backend::proof) fn new() -> Self {
        Self { number: Number::default(), expected: Expected::Step, clause: Vec::new(), steps: 0 }
    }

    /// How many steps were read.
    pub(in crate::backend::proof) fn steps(&self) -> u64 {
        self.steps
    }

    /// Reads on; what is wrong with the step at hand, or why it was not taken.
    pub(in crate::backend::proof) fn feed(
        &mut self,
        bytes: &[u8],
        checker: &mut Checker,
    ) -> Result<(), Result<&'static str, Refusal>> {
        for &byte in bytes {
            if let Some(value) = self.number.push(byte) {
                self.expected = self.next(value, checker)?;
            }
        }
        Ok(())
    }

    fn next(&mut self, value: u64, checker: &mut Checker) -> Result<Expected, Result<&'static str, Refusal>> {
        Ok(match self.expected {
            Expected::Step => {
                self.steps += 1;
                match value {
                    steps::NAME_VARIABLE => Expected::Skipped(2),
                    steps::UNNAME_VARIABLE
                    | steps::UNNAME_FOR_USER
                    | steps::DELETE_VARIABLE
                    | steps::SAMPLE
                    | steps::WITNESS
                    | steps::HASH_BITS => Expected::Skipped(1),
                    steps::NAME_FOR_USER => Expected::Variable,
                    steps::CLAUSE_REDUNDANT | steps::CLAUSE_IRREDUNDANT => Expected::Length(Deed::Derive),
                    steps::DELETE_REDUNDANT | steps::DELETE_SIMPLIFIED | steps::DELETE_SATISFIED => {
                        Expected::Length(Deed::Forget)
                    }
                    steps::MODEL | steps::ADD_CLAUSE | steps::ASSUMPTIONS => {
                        Expected::Length(Deed::PassOver { has_hashes: false })
                    }
                    steps::FAILED_ASSUMPTIONS => Expected::Length(Deed::PassOver { has_hashes: true }),
                    steps::UNIT_CLAUSES => Expected::Units,
                    steps::END => Expected::Nothing,
                    _ => return Err(Ok("an unknown step")),
                }
            }
            Expected::Skipped(left) => skipped(left - 1),
            Expected::Variable => Expected::Name(value),
            Expected::Name(variable) if variable == value => Expected::Step,
            Expected::Name(_) => return Err(Ok("a variable of another name")),
            Expected::Length(deed) => self.literals(value, deed, checker)?,
            Expected::Literals(left, deed) => {
                self.clause.push(literal(value)?);
                self.literals(left - 1, deed, checker)?
            }
            Expected::Hashes => skipped(value),
            Expected::Units => units(value),
            Expected::UnitLiteral(left) => {
                checker.derive(&[literal(value)?]).map_err(Err)?;
                Expected::UnitHash(left)
            }
            Expected::UnitHash(left) => units(left - 1),
            Expected::Nothing => return Err(Ok("something follows its end")),
        })
    }

    /// What follows a literal, so many of which are left.
    fn literals(
        &mut self,
        left: u64,
        deed: Deed,
        checker: &mut Checker,
    ) -> Result<Expected, Result<&'static str, Refusal>> {
        if left > 0 {
            return Ok(Expected::Literals(left, deed));
        }
        match deed {
            Deed::Derive => checker.derive(&self.clause).map_err(Err)?,
            Deed::Forget => checker.forget(&self.clause),
            Deed::PassOver { .. } => {}
        }
        self.clause.clear();
        let has_hashes = matches!(deed, Deed::Derive | Deed::PassOver { has_hashes: true });
        Ok(if has_hashes { Expected::Hashes } else { Expected::Step })
    }
}

fn skipped(left: u64) -> Expected {
    if left == 0 { Expected::Step } else { Expected::Skipped(left) }
}

fn units(left: u64) -> Expected {
    if left == 0 { Expected::Step } else { Expected::UnitLiteral(left) }
}

/// varisat numbers literals as this crate does.
fn literal(code: u64) -> Result<Lit, Result<&'static str, Refusal>> {
    let index = usize::try_from(code / 2).ok().filter(|&index| index <= Var::MAX_INDEX);
    index.map(|index| Var::new(index).lit(code.is_multiple_of(2))).ok_or(Ok("a variable that cannot be numbered"))
}
