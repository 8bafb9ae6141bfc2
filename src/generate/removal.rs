//! Removal of clues from a full grid while the solution stays unique, independent of the tester.
//!
//! Clues go in random order, sets of a symmetry together. At first nearly every clue is redundant, so a test covers many clues;
//! after a failed test the block is halved, down to single sets. This is an adaptive group test: at 9×9 some 50 questions replace
//! the 81 of testing clue by clue, with an identical resulting puzzle.

use crate::generate::grids::Values;
use crate::random::Pcg32 as Random;

/// A puzzle on its way from a full grid to few clues.
#[derive(Clone, Debug)]
pub(super) struct Removal {
    pub(super) solution: Values,
    /// The remaining clues; during a test, without the tested clues.
    pub(super) puzzle: Values,
    clues: usize,
    target: usize,
    /// Sets of cells that are kept or removed together, in the order of their tests.
    orbits: Vec<Vec<u32>>,
    /// Undecided sets, which may be tested again.
    undecided: Vec<Vec<u32>>,
    /// The orbits of the present test.
    at: usize,
    until: usize,
    block: usize,
    largest: usize,
}

/// The result of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tested {
    /// The solution is still unique.
    Unique,
    /// Further solutions exist.
    Several,
    /// The tester cannot tell, or not soon enough.
    Undecided,
}

/// The share of all orbits in the first test.
const FIRST_BLOCK: (usize, usize) = (1, 2);

/// The divisor of the block size after a block was removed.
const NEXT_BLOCK: usize = 4;

impl Removal {
    /// Begins with a full grid; removal ends at `target` clues.
    pub(super) fn new(solution: Values, mut orbits: Vec<Vec<u32>>, target: usize, random: &mut Random) -> Self {
        random.shuffle(&mut orbits);
        let block = (orbits.len() * FIRST_BLOCK.0 / FIRST_BLOCK.1).max(1);
        Self {
            puzzle: solution.clone(),
            clues: solution.len(),
            solution,
            target,
            orbits,
            undecided: Vec::new(),
            at: 0,
            until: 0,
            block,
            largest: block,
        }
    }

    /// Whether the target is met.
    pub(super) fn is_met(&self) -> bool {
        self.clues == self.target
    }

    /// Takes the clues of the next test out of the puzzle and returns their cells; `None` at the end.
    pub(super) fn next(&mut self) -> Option<&[Vec<u32>]> {
        let mut excess = self.clues - self.target;
        // A set that is too large would miss the target.
        while self.orbits.get(self.at)?.len() > excess {
            self.at += 1;
        }
        self.until = self.at;
        while self.until < self.orbits.len().min(self.at + self.block) && self.orbits[self.until].len() <= excess {
            excess -= self.orbits[self.until].len();
            self.until += 1;
        }
        let test = &self.orbits[self.at..self.until];
        test.iter().flatten().for_each(|&cell| self.puzzle[cell as usize] = 0);
        Some(test)
    }

    /// Takes the answer to the test.
    pub(super) fn answer(&mut self, tested: Tested) {
        let test = &self.orbits[self.at..self.until];
        if tested == Tested::Unique {
            self.clues -= test.iter().map(Vec::len).sum::<usize>();
            self.block = self.block.div_ceil(NEXT_BLOCK).min(self.largest);
            self.at = self.until;
            return;
        }
        for &cell in test.iter().flatten() {
            self.puzzle[cell as usize] = self.solution[cell as usize];
        }
        if self.until - self.at > 1 {
            self.block = (self.until - self.at) / 2;
            self.largest = self.block;
        } else {
            if tested == Tested::Undecided {
                let orbit = std::mem::take(&mut self.orbits[self.at]);
                self.undecided.push(orbit);
            }
            self.at += 1;
        }
    }

    /// The cells that are still to be tested after the present test.
    pub(super) fn waiting(&self) -> impl Iterator<Item = u32> + use<'_> {
        self.orbits[self.until.max(self.at)..].iter().flatten().copied()
    }

    /// Begins another round with the undecided sets, one at a time; false if every set was decided.
    pub(super) fn begin_again(&mut self) -> bool {
        self.orbits = std::mem::take(&mut self.undecided);
        (self.at, self.until, self.block, self.largest) = (0, 0, 1, 1);
        !self.orbits.is_empty()
    }
}
