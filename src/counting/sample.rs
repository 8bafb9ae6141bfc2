//! Uniformly drawn solutions.

use std::fmt;
use std::num::NonZeroUsize;

use crate::budget::{Running, StopReason};
use crate::counting::columns::{self, Draws};
use crate::counting::frontier::{self, Walks};
use crate::counting::parallel;
use crate::grid::{CheckError, ClassicGrid, Grid, Solution};
use crate::natural::Natural;
use crate::random::Pcg64;

/// A puzzle whose solutions were counted or listed, from which solutions can be drawn uniformly, with repetition.
///
/// Sample `k` depends on the puzzle, the seed and `k` alone, not on what else is drawn nor on the number of threads.
///
/// ```
/// use satdoku::{Budget, Grid, counting::Sampler};
///
/// let puzzle: Grid = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...".parse()?;
/// let running = &mut Budget::unlimited().start();
/// let sampler = Sampler::by_columns(puzzle.as_classic().expect("boxes of 3x3"), None, running)?;
/// let solutions = sampler.draw(7, 0, 3, running)?;
/// assert!(sampler.count() == 1 && solutions[1] == solutions[2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Sampler {
    puzzle: Grid,
    threads: Option<NonZeroUsize>,
    way: Way,
}

impl fmt::Debug for Sampler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sampler").field("puzzle", &self.puzzle).finish_non_exhaustive()
    }
}

/// How solutions are drawn.
enum Way {
    /// From the sum over columns.
    Columns(Box<Draws>),
    /// From the states of the cells.
    Walks(Box<dyn Walks>),
    /// From a list, as index + 1 of each digit.
    Listed(Vec<Box<[u16]>>),
}

/// The reason why no samples exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SampleError {
    /// The puzzle has no solution.
    #[error("the puzzle has no solution")]
    None,
    /// The budget ran out.
    #[error("stopped: {0}")]
    Stopped(#[from] StopReason),
    /// A drawn grid is no solution.
    #[error("a sample is no solution: {0}")]
    Wrong(#[from] CheckError),
}

impl Sampler {
    /// A sampler of a classic puzzle's solutions from the sum over columns, however many: see [`columns`]. With the feature
    /// `parallel` all cores work, or as many threads as are asked for.
    ///
    /// # Errors
    /// The budget ran out.
    pub fn by_columns(
        puzzle: ClassicGrid<'_>,
        threads: Option<NonZeroUsize>,
        running: &mut Running,
    ) -> Result<Self, StopReason> {
        let way = Way::Columns(Box::new(columns::draws(puzzle, threads, running)?));
        Ok(Self { puzzle: puzzle.grid().clone(), threads, way })
    }

    /// A sampler of a small board's solutions from the states of the cells, with a limited memory: see [`frontier`]. `None` if the
    /// memory does not suffice or the method does not apply to the puzzle.
    ///
    /// # Errors
    /// The budget ran out.
    pub fn by_cells(
        puzzle: &Grid,
        memory: u64,
        threads: Option<NonZeroUsize>,
        running: &mut Running,
    ) -> Result<Option<Self>, StopReason> {
        let walks = frontier::walks(puzzle, memory, running)?;
        Ok(walks.map(|walks| Self { puzzle: puzzle.clone(), threads, way: Way::Walks(walks) }))
    }

    /// A sampler over a list of solutions; uniform over all solutions only if the list is complete.
    ///
    /// # Panics
    /// If a listed grid is no solution on the puzzle's board.
    pub fn listed(puzzle: &Grid, solutions: impl IntoIterator<Item = Solution>) -> Self {
        let ordinals = |solution: Solution| -> Box<[u16]> {
            assert!(solution.geometry() == puzzle.geometry(), "a solution on another board");
            solution.ordinals().collect()
        };
        let way = Way::Listed(solutions.into_iter().map(ordinals).collect());
        Self { puzzle: puzzle.clone(), threads: Some(NonZeroUsize::MIN), way }
    }

    /// The approximate memory for each listed solution, in bytes.
    #[must_use]
    pub(crate) fn listed_bytes(puzzle: &Grid) -> u64 {
        let cells = puzzle.geometry().cell_count();
        (size_of::<Box<[u16]>>() + cells * size_of::<u16>()) as u64
    }

    /// The number of solutions.
    #[must_use]
    pub fn count(&self) -> Natural {
        match &self.way {
            Way::Columns(draws) => draws.total().into(),
            Way::Walks(walks) => walks.total().into(),
            Way::Listed(all) => all.len().into(),
        }
    }

    /// The samples of a seed from number `first` on, so many.
    ///
    /// # Errors
    /// If there is no solution, or the budget ran out.
    pub fn draw(&self, seed: u64, first: u64, count: usize, running: &Running) -> Result<Vec<Solution>, SampleError> {
        if self.count() == 0 {
            return Err(SampleError::None);
        }
        let checked = |ordinals: &mut dyn Iterator<Item = u16>| {
            Ok(Solution::check(&self.puzzle, self.puzzle.with_ordinals(ordinals))?)
        };
        match &self.way {
            Way::Columns(draws) => {
                let checked_parts = parallel::within(self.threads, |is_parallel| {
                    let grids = draws.draw(seed, first, count, running)?;
                    let parts: Vec<_> = grids.chunks(256).collect();
                    let check = |(): &mut (), part: &[[u8; 81]]| -> Result<Vec<Solution>, SampleError> {
                        part.iter().map(|values| checked(&mut values.iter().map(|&value| value.into()))).collect()
                    };
                    Ok(parallel::map(parts, is_parallel, || (), check))
                });
                let parts: Result<Vec<_>, SampleError> = checked_parts.and_then(|parts| parts.into_iter().collect());
                Ok(parts?.concat())
            }
            Way::Walks(walks) => {
                let numbers: Vec<u64> = (0..count as u64).map(|number| first.wrapping_add(number)).collect();
                let draw = |(): &mut (), numbers: &[u64]| -> Result<Vec<Solution>, SampleError> {
                    running.check()?;
                    let drawn = numbers.iter().map(|&number| walks.draw(&mut Pcg64::new(seed, number)));
                    drawn.map(|ordinals| checked(&mut ordinals.into_iter())).collect()
                };
                let parts = parallel::within(self.threads, |is_parallel| {
                    parallel::map(numbers.chunks(256).collect(), is_parallel, || (), draw)
                });
                Ok(parts.into_iter().collect::<Result<Vec<_>, _>>()?.concat())
            }
            Way::Listed(all) => {
                running.check()?;
                let numbers = (0..count as u64).map(|number| first.wrapping_add(number));
                let drawn = numbers.map(|number| Pcg64::new(seed, number).one_of(all).clone());
                drawn.map(|ordinals| checked(&mut ordinals.iter().copied())).collect()
            }
        }
    }
}
