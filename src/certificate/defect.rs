//! What can be wrong with a bundle.

use std::io;

use crate::backend::BackendError;
use crate::certificate::{Digest, ManifestError};
use crate::encoding::EncodeError;
use crate::grid::CheckError;
use crate::grid::format::ParseError;

/// What is wrong with a bundle.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Defect {
    /// A file is not there.
    #[error("{0}: missing")]
    Missing(String),
    /// There is something that does not belong to the bundle.
    #[error("{0}: not part of the certificate")]
    Stray(String),
    /// What stands in a file's place is none.
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
        /// What the manifest says.
        expected: u64,
        /// How many it has.
        found: u64,
    },
    /// A file has other bytes than the manifest says.
    #[error("{file}: damaged: its SHA-256 is {found}, the manifest says {said}")]
    Damaged {
        /// The file.
        file: &'static str,
        /// What the manifest says.
        said: Digest,
        /// What it is.
        found: Digest,
    },
    /// A file is longer than any that could be right.
    #[error("{file}: expected at most {most} bytes, found {found}")]
    TooLong {
        /// The file.
        file: &'static str,
        /// The most it could have.
        most: u64,
        /// How many it has.
        found: u64,
    },
    /// The manifest is none.
    #[error("manifest.json: {0}")]
    Manifest(#[from] ManifestError),
    /// The manifest does not say of the bundle what is so.
    #[error("manifest.json: expected {expected} as the field {field}")]
    Field {
        /// The field.
        field: &'static str,
        /// What it should say.
        expected: String,
    },
    /// A grid cannot be read.
    #[error("{file}:{source}")]
    Grid {
        /// The file.
        file: &'static str,
        /// What is wrong, and where.
        source: ParseError,
    },
    /// A file says what it should in other bytes than it should.
    #[error("{0}: expected the same in the form that satdoku writes")]
    Form(&'static str),
    /// The board is too large to have clauses.
    #[error("puzzle.txt: {0}")]
    Board(#[from] EncodeError),
    /// The solution is none.
    #[error("solution.txt: {0}")]
    Solution(#[from] CheckError),
    /// A file is too short for the board.
    #[error("{file}: expected at least {least} bytes for this board")]
    TooShort {
        /// The file.
        file: &'static str,
        /// The least it could have.
        least: u64,
    },
    /// The clauses are not those of the puzzle, or the model is not that of the solution.
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
    /// The checker does not accept the proof.
    #[error("{file}: rejected ({checker}): {why}")]
    Proof {
        /// The file.
        file: &'static str,
        /// The checker.
        checker: &'static str,
        /// What it says.
        why: String,
    },
}

/// Why a bundle could not be checked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// It cannot be read.
    #[error("{file}: cannot read: {source}")]
    Read {
        /// The file, or nothing for the bundle as a whole.
        file: &'static str,
        /// What went wrong.
        source: io::Error,
    },
    /// The checker is missing or failed by itself.
    #[error(transparent)]
    Checker(#[from] BackendError),
}
