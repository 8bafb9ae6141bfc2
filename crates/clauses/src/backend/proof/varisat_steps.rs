//! varisat's own format, read step by step, with a whole session: clauses added between two questions, and assumptions. The hashes
//! of the clauses from which a lemma follows are skipped: the checker finds the clauses by itself.

use crate::backend::in_process::varisat_screen::{Number, steps};
use crate::backend::proof::checker::Checker;
use crate::backend::proof::rejection::Rejection;
use crate::cnf::{Lit, Var};

/// The use of the literals at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LiteralUse {
    Derive,
    Forget,
    /// Skips a model, assumptions, or a clause that the checker already has from the caller of varisat.
    PassOver {
        has_hashes: bool,
    },
}

/// The meaning of the next number of a proof.
#[derive(Clone, Copy, Debug)]
enum Expected {
    Step,
    /// Numbers without meaning here, and how many are left.
    Skipped(u64),
    /// A variable, then the caller's name for the variable.
    Variable,
    Name(u64),
    Length(LiteralUse),
    Literals(u64, LiteralUse),
    Hashes,
    Units,
    /// The number of unit clauses left, pairs of a literal and a hash.
    UnitLiteral(u64),
    UnitHash(u64),
    Nothing,
}

/// A proof being read.
pub(super) struct VarisatSteps {
    number: Number,
    expected: Expected,
    clause: Vec<Lit>,
    steps: u64,
}

impl VarisatSteps {
    pub(super) fn new() -> Self {
        Self { number: Number::default(), expected: Expected::Step, clause: Vec::new(), steps: 0 }
    }

    /// How many steps were read.
    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    /// Reads on; the error is a fault of the step at hand, or the checker's rejection.
    pub(super) fn feed(&mut self, bytes: &[u8], checker: &mut Checker) -> Result<(), Result<&'static str, Rejection>> {
        for &byte in bytes {
            if let Some(value) = self.number.push(byte) {
                self.expected = self.next(value, checker)?;
            }
        }
        Ok(())
    }

    fn next(&mut self, value: u64, checker: &mut Checker) -> Result<Expected, Result<&'static str, Rejection>> {
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
                    steps::CLAUSE_REDUNDANT | steps::CLAUSE_IRREDUNDANT => Expected::Length(LiteralUse::Derive),
                    steps::DELETE_REDUNDANT | steps::DELETE_SIMPLIFIED | steps::DELETE_SATISFIED => {
                        Expected::Length(LiteralUse::Forget)
                    }
                    steps::MODEL | steps::ADD_CLAUSE | steps::ASSUMPTIONS => {
                        Expected::Length(LiteralUse::PassOver { has_hashes: false })
                    }
                    steps::FAILED_ASSUMPTIONS => Expected::Length(LiteralUse::PassOver { has_hashes: true }),
                    steps::UNIT_CLAUSES => Expected::Units,
                    steps::END => Expected::Nothing,
                    _ => return Err(Ok("an unknown step")),
                }
            }
            Expected::Skipped(left) => skipped(left - 1),
            Expected::Variable => Expected::Name(value),
            Expected::Name(variable) if variable == value => Expected::Step,
            Expected::Name(_) => return Err(Ok("a variable of another name")),
            Expected::Length(literal_use) => self.literals(value, literal_use, checker)?,
            Expected::Literals(left, literal_use) => {
                self.clause.push(literal(value)?);
                self.literals(left - 1, literal_use, checker)?
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

    /// The meaning of the next number, with `left` literals left.
    fn literals(
        &mut self,
        left: u64,
        literal_use: LiteralUse,
        checker: &mut Checker,
    ) -> Result<Expected, Result<&'static str, Rejection>> {
        if left > 0 {
            return Ok(Expected::Literals(left, literal_use));
        }
        match literal_use {
            LiteralUse::Derive => checker.derive(&self.clause).map_err(Err)?,
            LiteralUse::Forget => checker.forget(&self.clause),
            LiteralUse::PassOver { .. } => {}
        }
        self.clause.clear();
        let has_hashes = matches!(literal_use, LiteralUse::Derive | LiteralUse::PassOver { has_hashes: true });
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
fn literal(code: u64) -> Result<Lit, Result<&'static str, Rejection>> {
    let index = usize::try_from(code / 2).ok().filter(|&index| index <= Var::MAX_INDEX);
    index.map(|index| Var::new(index).lit(code.is_multiple_of(2))).ok_or(Ok("a variable that cannot be numbered"))
}
