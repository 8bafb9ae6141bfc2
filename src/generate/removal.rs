//! Taking clues out of a full grid while the solution stays unique, whoever it is that tests.
//!
//! Clues go in random order, sets of a symmetry together. At first nearly every clue can go, so many are tried in one
//! test; a test that fails is tried again with half as many, down to single ones. An adaptive group test, so to say; at
//! 9×9 it asks some 50 questions where one clue after another asks 81, and both end with the same puzzle.

use crate::generate::Random;
use crate::generate::grids::Values;

/// A puzzle on its way from a full grid to few clues.
#[derive(Clone, Debug)]
pub(in crate::generate) struct Removal {
    pub(in crate::generate) solution: Values,
    /// What is left; while a test is open, without what it tests.
    pub(in crate::generate) puzzle: Values,
    clues: usize,
    target: usize,
    /// Sets of cells that stand or fall together, in the order of their tests.
    orbits: Vec<Vec<u32>>,
    /// Those that were not decided and may be tried again.
    undecided: Vec<Vec<u32>>,
    /// The orbits of the present test.
    at: usize,
    until: usize,
    block: usize,
    largest: usize,
}

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::generate) enum Tested {
    /// The solution is still the only one.
    Unique,
    /// There are others.
    Several,
    /// It cannot tell, or not so quickly.
    Undecided,
}

/// Of all orbits, this share is tried in the first test.
const FIRST_BLOCK: (usize, usize) = (1, 2);

/// A block that could go is followed by one of this share of it.
const NEXT_BLOCK: usize = 4;

impl Removal {
    /// Begins with a full grid; removal ends at `target` clues.
    pub(in crate::generate) fn new(
        solution: Values,
        mut orbits: Vec<Vec<u32>>,
        target: usize,
        random: &mut Random,
    ) -> Self {
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
    pub(in crate::generate) fn is_met(&self) -> bool {
        self.clues == self.target
    }

    /// Takes the clues of the next test out of the puzzle; their cells, or none where nothing is left to test.
    pub(in crate::generate) fn next(&mut self) -> Option<&[Vec<u32>]> {
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
    pub(in crate::generate) fn answer(&mut self, tested: Tested) {
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
    pub(in crate::generate) fn waiting(&self) -> impl Iterator<Item = u32> + use<'_> {
        self.orbits[self.until.max(self.at)..].iter().flatten().copied()
    }

    /// Begins another round with what was not decided, one at a time; false where everything was.
    pub(in crate::generate) fn begin_again(&mut self) -> bool {
        self.orbits = std::mem::take(&mut self.undecided);
        (self.at, self.until, self.block, self.largest) = (0, 0, 1, 1);
        !self.orbits.is_empty()
    }
}
