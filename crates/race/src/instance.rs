//! The puzzles of a race.

use std::collections::HashSet;
use std::sync::Arc;

use satdoku::budget::Budget;
use satdoku::generate::{GenerateError, Kind, Recipe};
use satdoku::geometry::Geometry;
use satdoku::grid::Grid;

/// A puzzle with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// The name of the instance's set: its file, or the way it was generated.
    pub set: String,
    /// The instance's name within the set.
    pub name: String,
    /// The puzzle.
    pub puzzle: Grid,
}

impl Instance {
    /// The names of set and instance.
    pub(crate) fn title(&self) -> String {
        format!("{} {}", self.set, self.name)
    }

    /// A number that identifies the puzzle by content: 16 hexadecimal digits of FNV-1a (G. Fowler, L. C. Noll and K.-P. Vo) over
    /// the board and the cells.
    #[must_use]
    pub fn digest(&self) -> String {
        const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
        const PRIME: u64 = 0x0100_0000_01b3;
        let text = format!("{} {}", self.puzzle.geometry(), self.puzzle);
        format!("{:016x}", text.bytes().fold(BASIS, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME)))
    }

    /// Generates `count` puzzles for each order or, if shares of clues are given in percent, for each order and share.
    ///
    /// Puzzles with shares are random full grids with random holes, so each has a solution; without shares they are proper. Equal
    /// seeds give equal puzzles.
    ///
    /// # Errors
    /// If the board is too large, or the budget for all puzzles together ran out.
    pub fn generate(
        orders: impl IntoIterator<Item = usize>,
        shares: &[u8],
        count: u64,
        seed: u64,
        budget: &Budget,
    ) -> Result<Vec<Self>, GenerateError> {
        let mut instances = Vec::new();
        for order in orders {
            let board =
                Arc::new(Geometry::of_order(order).map_err(|error| GenerateError::NoFullGrid(error.to_string()))?);
            let side = board.digit_count();
            let holes = |&share: &u8| {
                let clues = board.cell_count() * usize::from(share.min(100)) / 100;
                (
                    format!("{side}x{side} with {share} % clues"),
                    Recipe::new(&board, Kind::Holes).with_clues(clues).with_seed(seed),
                )
            };
            let mut recipes: Vec<_> = shares.iter().map(holes).collect();
            if recipes.is_empty() {
                recipes.push((format!("{side}x{side} proper"), Recipe::new(&board, Kind::Unique).with_seed(seed)));
            }
            for (set, recipe) in recipes {
                for generated in recipe.puzzles(0..count, budget)? {
                    let generated = generated?;
                    let name = format!("{}", generated.number + 1);
                    instances.push(Self { set: set.clone(), name, puzzle: generated.puzzle });
                }
            }
        }
        Ok(instances)
    }

    /// The instances without repeated puzzles, with their digests.
    pub(crate) fn distinct(instances: &[Self]) -> Vec<(String, &Self)> {
        let mut seen = HashSet::new();
        let with_digest = instances.iter().map(|instance| (instance.digest(), instance));
        with_digest.filter(|(digest, _)| seen.insert(digest.clone())).collect()
    }
}
