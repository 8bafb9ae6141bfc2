//! The names of a bundle's files.

pub(super) const PUZZLE: &str = "puzzle.txt";
pub(super) const SOLUTION: &str = "solution.txt";
pub(super) const LEMMAS: &str = "lemmas.txt";
pub(super) const FORMULA: &str = "formula.cnf";
pub(super) const MODEL: &str = "model.txt";
pub(super) const MANIFEST: &str = "manifest.json";
