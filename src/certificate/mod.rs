//! Certificates: answers that can be checked without trust in this program.
//!
//! A [`Claim`] about a puzzle is written down as a *bundle*, a flat set of non-empty files:
//!
//! | file | in a bundle that claims | what it is |
//! | --- | --- | --- |
//! | `puzzle.txt` | anything | the puzzle in the lossless format `header` |
//! | `solution.txt` | *solved*, *unique* | its solution, likewise |
//! | `lemmas.txt` | *unsatisfiable*, *unique*, if `cdcl` propagates rules | clauses that follow from rules, and from which of them |
//! | `formula.cnf` | anything | the puzzle's clauses as DIMACS; for *unique* one more that excludes the solution; then the lemmas |
//! | `model.txt` | *solved* | the model of these clauses, as a solver prints it |
//! | `proof.lrat`, `proof.drat`, `proof.varisat` | *unsatisfiable*, *unique* | that they have no model |
//! | `manifest.json` | anything | the [`Manifest`]: the claim, what the variables mean, who solved, SHA-256 of each file |
//!
//! The clauses are those of [`Encoding::Extended`](crate::Encoding::Extended), with pairwise at-most-one, for the puzzle as
//! given: no deduction comes before, so the clauses follow from the rules alone. Where a bundle has lemmas, rules of the kinds that
//! `cdcl` propagates have no other clauses.
//!
//! [`verify`] reads the puzzle, derives its clauses anew, compares them to the byte, checks each lemma against what it rests on, solution
//! and model against the rules and the clauses, and runs a checker on the proof that trusts no step ([`ProofFormat`](crate::backend::ProofFormat)). Digests
//! reveal damage and prove no truth: an attacker who rewrites a bundle can rewrite its digests, and gains nothing.
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

mod claim;
mod defect;
mod digest;
mod folder;
mod lemma;
mod manifest;
mod memory;
mod names;
mod prove;
mod statement;
mod store;
mod verify;

pub use claim::Claim;
pub use defect::{Defect, VerifyError};
pub use digest::Digest;
pub use folder::{Folder, NewFolder};
pub use manifest::{FileEntry, Manifest, ManifestError, SolverName};
pub use memory::Memory;
pub use prove::{FalseClaim, ProveError, ProveOptions, Proved, Prover};
pub use store::{BundleReader, BundleWriter, OpenFile, ReadSeek};
pub use verify::{Identification, Verification, VerifyOptions, identify, verify};
