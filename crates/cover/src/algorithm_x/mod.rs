//! Algorithm X without links, in two forms: the baselines that dancing links are raced against.
//!
//! The algorithm is Knuth's (arXiv:cs/0011047, TAOCP 7.2.2.1): take an item that is not covered, try each option that
//! covers it, and go on with what shares no item with that option. How *going on* is done is the whole difference
//! between the forms. [`Storage::Sets`] keeps, for every item, the set of its options, and takes sets out and puts
//! them back; it covers the smallest item first. [`Storage::Matrix`] does what the textbook procedure says and no more:
//! it copies the matrix without the rows and columns that are covered and takes the columns as they come.

mod matrix;
mod sets;

use satdoku_base::budget::{Running, StopReason};
use satdoku_base::verdict::Verdict;

use crate::algorithm_x::matrix::MatrixSearch;
use crate::algorithm_x::sets::SetSearch;
use crate::problem::{CoverError, ExactCover};
use crate::search::CoverSearch;

/// What [`AlgorithmX`] keeps the problem in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Storage {
    /// Maps from items to sets of options; the smallest item first.
    #[default]
    Sets,
    /// A binary matrix that is copied for every option tried; the first column first.
    Matrix,
}

/// Algorithm X over maps and sets, or over copies of a matrix.
///
/// Lists the same covers as [`DancingLinks`](crate::DancingLinks), in an order of its own that is always
/// the same. A step takes time in the incidences that are touched, with a logarithm (sets), or in the whole matrix
/// (matrix).
#[derive(Clone, Debug)]
pub struct AlgorithmX(Inner);

#[derive(Clone, Debug)]
enum Inner {
    Sets(SetSearch),
    Matrix(MatrixSearch),
}

impl AlgorithmX {
    /// Takes a problem in.
    ///
    /// # Errors
    /// [`CoverError::MatrixTooLarge`] if a dense matrix was asked for and would be too large.
    pub fn new(cover: &ExactCover, storage: Storage) -> Result<Self, CoverError> {
        Self::build(cover, storage, || Ok(()))
    }

    /// The same within a budget, at which [`Storage::Sets`] looks now and then; a matrix is bounded in size instead.
    ///
    /// # Errors
    /// As of [`new`](Self::new), and [`CoverError::Stopped`].
    pub fn new_within(cover: &ExactCover, storage: Storage, running: &Running) -> Result<Self, CoverError> {
        Self::build(cover, storage, || running.check())
    }

    fn build(
        cover: &ExactCover,
        storage: Storage,
        goes_on: impl FnMut() -> Result<(), StopReason>,
    ) -> Result<Self, CoverError> {
        Ok(Self(match storage {
            Storage::Sets => Inner::Sets(SetSearch::new(cover, goes_on)?),
            Storage::Matrix => Inner::Matrix(MatrixSearch::new(cover)?),
        }))
    }
}

impl CoverSearch for AlgorithmX {
    fn advance(&mut self, running: &mut Running) -> Verdict<()> {
        match &mut self.0 {
            Inner::Sets(search) => search.advance(running),
            Inner::Matrix(search) => search.advance(running),
        }
    }

    fn cover(&mut self) -> &[u32] {
        match &mut self.0 {
            Inner::Sets(search) => search.cover(),
            Inner::Matrix(search) => search.cover(),
        }
    }
}
