//! Certificates: answers that can be checked without trust in this program.
//!
//! A [`Claim`] about a puzzle is written down as a *bundle*, a flat set of non-empty files:
//!
//! | file | in a bundle that claims | what it is |
//! | --- | --- | --- |
//! | `puzzle.txt` | anything | the puzzle in the lossless format `header` |
//! | `solution.txt` | *solved*, *unique* | its solution, likewise |
//! | `formula.cnf` | anything | the puzzle's clauses as DIMACS; for *unique* one more that excludes the solution |
//! | `model.txt` | *solved* | the model of these clauses, as a solver prints it |
//! | `proof.lrat`, `proof.drat`, `proof.varisat` | *unsatisfiable*, *unique* | that they have no model |
//! | `manifest.json` | anything | the [`Manifest`]: the claim, what the variables mean, who solved, SHA-256 of each file |
//!
//! The clauses are all of [`Encoding::Extended`](crate::Encoding::Extended), at-most-one in pairs, of the puzzle as it
//! stands: nothing is deduced before, so that they follow from the rules alone.
//!
//! [`verify`] reads the puzzle, derives its clauses anew, compares them to the byte, checks solution and model against the
//! rules and the clauses, and has the proof checked by a checker that believes nothing
//! ([`ProofFormat`](crate::backend::ProofFormat)). Digests show damage, never truth: who can rewrite a bundle can rewrite
//! its digests, and gains nothing by it.
//!
//! ```
//! use satdoku::certificate::{Claim, Verification, Memory, Proved, Prover, ProveOptions, VerifyOptions, verify};
//! use satdoku::Grid;
//!
//! let puzzle: Grid = ".4.2...1.....3..".parse()?;
//! let mut bundle = Memory::new();
//! let proved = Prover::new(ProveOptions::default())?.prove(&puzzle, None, &mut bundle)?;
//! assert!(matches!(proved, Proved::Certified(manifest) if manifest.claim == Claim::Unique));
//! assert!(matches!(verify(&bundle, &VerifyOptions::default())?, Verification::Valid(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod defect;
mod digest;
mod folder;
mod manifest;
mod memory;
mod prove;
mod statement;
mod store;
mod verify;

pub use defect::{Defect, VerifyError};
pub use digest::Digest;
pub use folder::{Folder, NewFolder};
pub use manifest::{FileEntry, Manifest, ManifestError, SolverName};
pub use memory::Memory;
pub use prove::{FalseClaim, ProveError, ProveOptions, Proved, Prover};
pub use store::{BundleReader, BundleWriter, OpenFile, ReadSeek};
pub use verify::{Verification, VerifyOptions, identify, verify};

/// What a certificate says of its puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Claim {
    /// It has this solution.
    Solved,
    /// It has none.
    Unsatisfiable,
    /// It has this solution and no other.
    Unique,
}

names! {
    pub Claim {
        Solved = "solved", "the puzzle has this solution";
        Unsatisfiable = "unsatisfiable", "the puzzle has no solution";
        Unique = "unique", "the puzzle has this solution and no other";
    }
}

impl Claim {
    /// Whether it comes with a solution.
    #[must_use]
    pub fn has_solution(self) -> bool {
        self != Self::Unsatisfiable
    }

    /// Whether it needs a proof.
    #[must_use]
    pub fn has_proof(self) -> bool {
        self != Self::Solved
    }
}

/// The names of a bundle's files.
pub(in crate::certificate) mod names {
    pub(in crate::certificate) const PUZZLE: &str = "puzzle.txt";
    pub(in crate::certificate) const SOLUTION: &str = "solution.txt";
    pub(in crate::certificate) const FORMULA: &str = "formula.cnf";
    pub(in crate::certificate) const MODEL: &str = "model.txt";
    pub(in crate::certificate) const MANIFEST: &str = "manifest.json";
}
