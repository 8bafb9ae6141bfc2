//! Random descents, one in each lane, that estimate the number of solutions.
//!
//! D. E. Knuth, *Estimating the efficiency of backtrack programs*, Mathematics of Computation 29 (1975): go down a search tree by
//! choosing among the branches of each node with the same chance, and multiply their numbers. If the path ends at a solution, the
//! product is an estimate of the number of solutions, and at a contradiction the estimate is zero; the mean is unbiased. Sweeps
//! between the choices keep contradictions rare.

use std::array::from_fn;

use satdoku_base::budget::{Running, StopReason};
use satdoku_base::random::SplitMix64;
#[cfg(target_arch = "x86_64")]
use satdoku_base::vectors::{Avx2, Avx512};

use crate::branch::{Candidate, choose};
use crate::lanes::Portable;
use crate::layout::{FULL, GridBytes, InvalidByte, Words, read};
use crate::sweep::{Signals, States, Sweep};

/// The common start of the dives into a puzzle: its state after propagation.
#[derive(Clone, Debug)]
pub struct Dives {
    words: Words,
    open: [u32; 9],
    pair: u32,
    /// The outcome if no choice is needed: whether the puzzle is solved.
    settled: Option<bool>,
}

impl Dives {
    /// The dives into a puzzle.
    ///
    /// # Errors
    /// The first byte that is neither a digit nor an empty cell.
    pub fn new(puzzle: &GridBytes) -> Result<Self, InvalidByte> {
        let mut states = States::<1>::default();
        states.words = [[FULL]; 27];
        states.open = [[FULL]; 9];
        states.keep = [FULL];
        states.single = read(puzzle)?.map(|word| [word]);
        let settled = loop {
            let Signals { moving, dead, open } = Portable::<1>.sweep(&mut states);
            if dead != 0 {
                break Some(false);
            }
            if open == 0 {
                break Some(true);
            }
            if moving == 0 {
                break None;
            }
        };
        let words = states.words.map(|[word]| word);
        Ok(Self { words, open: states.open.map(|[open]| open), pair: states.pair[0], settled })
    }

    /// The outcomes of the dives from number `first` on: for each the logarithm of the product of its numbers of choices, or minus
    /// infinity after a contradiction. A dive depends on the puzzle, the seed and its number alone. A step of the budget is a
    /// choice.
    ///
    /// # Errors
    /// The budget ran out; then some of the dives were not made.
    pub fn dive(&self, seed: u64, first: u64, outcomes: &mut [f64], running: &mut Running) -> Result<(), StopReason> {
        if let Some(is_solved) = self.settled {
            outcomes.fill(if is_solved { 0.0 } else { f64::NEG_INFINITY });
            return running.check();
        }
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(machine) = Avx512::detect() {
                return self.with(machine, seed, first, outcomes, running);
            }
            if let Some(machine) = Avx2::detect() {
                return self.with(machine, seed, first, outcomes, running);
            }
        }
        self.with(Portable::<4>, seed, first, outcomes, running)
    }

    fn with<M: Sweep<N>, const N: usize>(
        &self,
        machine: M,
        seed: u64,
        first: u64,
        outcomes: &mut [f64],
        running: &mut Running,
    ) -> Result<(), StopReason> {
        let mut states = States::<N>::default();
        let mut lanes: [Lane; N] = from_fn(|_| Lane { dive: 0, product: 0.0, random: SplitMix64::of_stream(seed, 0) });
        let mut next = 0;
        let mut live = 0_u32;
        for (lane, at) in lanes.iter_mut().enumerate().take(outcomes.len()) {
            *at = self.begin(lane, &mut states, seed, first, &mut next);
            choose_one(lane, &mut states, at);
            live |= 1 << lane;
        }
        while live != 0 {
            let Signals { moving, dead, open } = machine.sweep(&mut states);
            let mut settled = live & (dead | !open | !moving);
            while settled != 0 {
                let lane = settled.trailing_zeros() as usize;
                settled &= settled - 1;
                let is_dead = dead >> lane & 1 != 0;
                if is_dead || open >> lane & 1 == 0 {
                    let Lane { dive, product, .. } = lanes[lane];
                    outcomes[dive] = if is_dead { f64::NEG_INFINITY } else { product };
                    if next == outcomes.len() {
                        live &= !(1 << lane);
                        continue;
                    }
                    lanes[lane] = self.begin(lane, &mut states, seed, first, &mut next);
                }
                running.tick()?;
                choose_one(lane, &mut states, &mut lanes[lane]);
            }
        }
        Ok(())
    }

    /// Puts the puzzle into a lane, for the next dive.
    fn begin<const N: usize>(
        &self,
        lane: usize,
        states: &mut States<N>,
        seed: u64,
        first: u64,
        next: &mut usize,
    ) -> Lane {
        states.words.iter_mut().zip(self.words).for_each(|(to, word)| to[lane] = word);
        states.open.iter_mut().zip(self.open).for_each(|(to, open)| to[lane] = open);
        states.single.iter_mut().for_each(|to| to[lane] = 0);
        states.pair[lane] = self.pair;
        states.keep[lane] = FULL;
        let dive = *next;
        *next += 1;
        Lane { dive, product: 0.0, random: SplitMix64::of_stream(seed, first + dive as u64) }
    }
}

/// Takes a uniformly random candidate of a cell.
fn choose_one<const N: usize>(lane: usize, states: &mut States<N>, at: &mut Lane) {
    let choice = choose(|word| states.words[word][lane], states.pair[lane]).expect("a lane that is open has a choice");
    let bits = [0, 9, 18].map(|trio| states.words[choice.cell + trio][lane] & choice.column);
    let count = bits.iter().map(|bits| bits.count_ones()).sum();
    at.product += LOGARITHMS[count as usize];
    let mut left = at.random.below(count);
    let mut taken = Candidate { word: choice.cell, bit: 0 };
    for (trio, mut bits) in bits.into_iter().enumerate() {
        let here = bits.count_ones();
        if left < here {
            (0..left).for_each(|_| bits &= bits - 1);
            taken = Candidate { word: choice.cell + 9 * trio, bit: bits & bits.wrapping_neg() };
            break;
        }
        left -= here;
    }
    for word in [choice.cell, choice.cell + 9, choice.cell + 18] {
        states.words[word][lane] &= !choice.column;
    }
    states.words[taken.word][lane] |= taken.bit;
    states.open[choice.cell][lane] &= !choice.column;
    states.chosen_word[lane] = taken.word as u32;
    states.chosen_bit[lane] = taken.bit;
}

/// A dive under way.
#[derive(Clone, Copy)]
struct Lane {
    dive: usize,
    /// The logarithm of the product of the dive's numbers of choices.
    product: f64,
    random: SplitMix64,
}

/// The natural logarithms of 0 (which is not asked for) to 9.
const LOGARITHMS: [f64; 10] = [
    f64::NEG_INFINITY,
    0.0,
    std::f64::consts::LN_2,
    1.098_612_288_668_109_8,
    1.386_294_361_119_890_6,
    1.609_437_912_434_100_3,
    1.791_759_469_228_055,
    1.945_910_149_055_313_2,
    2.079_441_541_679_835_7,
    2.197_224_577_336_219_6,
];
