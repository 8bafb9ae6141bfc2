//! The candidates of a constraint's cells at the time of a loss, and the clause of a reason.

use crate::backend::propagator::Falsified;
use crate::bits::ones;
use crate::cnf::Lit;
use crate::propagators::board::Board;

/// What a constraint saw when a candidate was lost, by slot: the place of a cell among the different cells of the constraint.
#[derive(Clone, Default)]
pub(super) struct Past {
    /// The digits that the cell can have at all.
    pub(super) base: Vec<u64>,
    /// The digits that were left.
    pub(super) now: Vec<u64>,
    /// The lost digits of all slots with the times of their losses, the last loss first.
    pub(super) losses: Vec<(u32, usize, usize)>,
    /// By slot whether the only digit left was known to be true.
    is_fixed: Vec<bool>,
    /// The slot and the digit of the candidate whose loss or gain is explained.
    pub(super) target: Option<(usize, usize)>,
    /// Whether the candidate became true.
    is_gain: bool,
}

impl Past {
    /// Looks at the past of some cells.
    pub(super) fn see(
        &mut self,
        board: &Board,
        cells: &[u32],
        implied: Option<Lit>,
        falsified: &dyn Fn(Lit) -> Falsified,
    ) {
        self.base.clear();
        self.now.clear();
        self.losses.clear();
        self.is_fixed.clear();
        let target = implied.and_then(|lit| board.candidate(lit));
        self.target = None;
        self.is_gain = implied.is_some_and(|lit| !lit.is_negative());
        for (slot, &cell) in cells.iter().enumerate() {
            let (mut base, mut now) = (board.domains[cell as usize], board.domains[cell as usize]);
            for digit in ones(base) {
                let Some(lit) = board.lit(cell, digit) else { continue };
                match falsified(lit) {
                    Falsified::Not => {}
                    Falsified::ForGood => {
                        base &= !(1 << digit);
                        now &= !(1 << digit);
                    }
                    Falsified::At(time) => {
                        now &= !(1 << digit);
                        self.losses.push((time, slot, digit));
                    }
                }
            }
            let is_fixed = now.is_power_of_two() && now != base && {
                let lit = board.lit(cell, now.trailing_zeros() as usize);
                lit.is_some_and(|lit| falsified(!lit) != Falsified::Not)
            };
            self.base.push(base);
            self.now.push(now);
            self.is_fixed.push(is_fixed);
            if let Some((of, digit)) = target.filter(|&(of, _)| of == cell) {
                debug_assert_eq!(of, cell);
                self.target = Some((slot, digit as usize));
            }
        }
        self.losses.sort_unstable_by_key(|&(time, ..)| std::cmp::Reverse(time));
    }

    /// The digits of the target's slot if the target did not follow.
    pub(super) fn denied(&self, slot: usize, digit: usize) -> u64 {
        if self.is_gain { self.base[slot] & !(1 << digit) } else { 1 << digit }
    }

    /// Writes the false literals of a reason: the digits of each slot that are not in `kept`.
    pub(super) fn write(&self, board: &Board, cells: &[u32], kept: &[u64], reason: &mut Vec<Lit>) {
        for (slot, &cell) in cells.iter().enumerate() {
            let lost = self.base[slot] & !kept[slot];
            if self.target.is_some_and(|(target, digit)| target == slot && kept[slot] == self.denied(slot, digit)) {
                // The clause says of the cell what the target says.
                continue;
            }
            if self.is_fixed[slot] && lost.count_ones() > 1 {
                reason.extend(board.lit(cell, self.now[slot].trailing_zeros() as usize).map(|lit| !lit));
            } else {
                reason.extend(ones(lost).filter_map(|digit| board.lit(cell, digit)));
            }
        }
    }
}
