//! Defects of bundles, and failures to check them.

use std::io;

use crate::backend::BackendError;
use crate::certificate::digest::Digest;
use crate::certificate::manifest::ManifestError;
use crate::encoding::EncodeError;
use crate::grid::CheckError;
use crate::grid::format::ParseError;

/// A defect of a bundle.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Defect {
    /// A file is missing.
    #[error("{0}: missing")]
    Missing(String),
    /// A file does not belong to the bundle.
    #[error("{0}: not part of the certificate")]
    Stray(String),
    /// A name in the bundle stands for a folder, a link or a pipe instead of a file.
    #[error("{0}: not a file")]
    NoFile(String),
    /// A file is empty.
    #[error("{0}: empty")]
    Empty(String),
    /// A file has another length than the manifest says.
    #[error("{file}: damaged: expected {expected} bytes, found {found}")]
    Length {
        /// The file.
        file: String,
        /// The length in the manifest.
        expected: u64,
        /// The length of the file.
        found: u64,
    },
    /// A file's digest differs from the manifest's.
    #[error("{file}: damaged: its SHA-256 is {found}, the manifest says {said}")]
    Damaged {
        /// The file.
        file: &'static str,
        /// The digest in the manifest.
        said: Digest,
        /// The digest of the file.
        found: Digest,
    },
    /// A file is longer than any valid one.
    #[error("{file}: expected at most {most} bytes, found {found}")]
    TooLong {
        /// The file.
        file: &'static str,
        /// The greatest length.
        most: u64,
        /// The length of the file.
        found: u64,
    },
    /// The manifest is not valid.
    #[error("manifest.json: {0}")]
    Manifest(#[from] ManifestError),
    /// A field of the manifest contradicts the bundle.
    #[error("manifest.json: expected {expected} as the field {field}")]
    Field {
        /// The field.
        field: &'static str,
        /// The right value.
        expected: String,
    },
    /// A grid cannot be read.
    #[error("{file}:{source}")]
    Grid {
        /// The file.
        file: &'static str,
        /// The problem and its place.
        source: ParseError,
    },
    /// A file has the right content in another form.
    #[error("{0}: expected the same in the form that satdoku writes")]
    Form(&'static str),
    /// The board is too large to have clauses.
    #[error("puzzle.txt: {0}")]
    Board(#[from] EncodeError),
    /// The solution is not valid.
    #[error("solution.txt: {0}")]
    Solution(#[from] CheckError),
    /// A file is too short for the board.
    #[error("{file}: expected at least {least} bytes for this board")]
    TooShort {
        /// The file.
        file: &'static str,
        /// The least length.
        least: u64,
    },
    /// The clauses are not the puzzle's clauses, or the model is not the solution's model.
    #[error("{file}: differs from what follows from the puzzle at byte {byte}")]
    Differs {
        /// The file.
        file: &'static str,
        /// The first byte that differs, from 1.
        byte: u64,
    },
    /// The model of the solution leaves a clause false.
    #[error("model.txt: leaves clause {0} false")]
    FalseClause(u64),
    /// A lemma does not follow from the rules, or cannot be read.
    #[error("lemmas.txt:{line}: expected {expected}")]
    Lemma {
        /// The line, from 1.
        line: usize,
        /// What was expected there.
        expected: &'static str,
    },
    /// The checker does not accept the proof.
    #[error("{file}: rejected ({checker}): {why}")]
    Proof {
        /// The file.
        file: &'static str,
        /// The checker.
        checker: &'static str,
        /// The checker's message.
        why: String,
    },
}

/// Why a bundle could not be checked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The bundle cannot be read.
    #[error("{file}: cannot read: {source}")]
    Read {
        /// The file, or nothing for the bundle as a whole.
        file: &'static str,
        /// The cause.
        source: io::Error,
    },
    /// The checker is missing or failed by itself.
    #[error(transparent)]
    Checker(#[from] BackendError),
}
