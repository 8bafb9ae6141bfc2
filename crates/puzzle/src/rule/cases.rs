//! Choices of so many alternatives, case by case.

use crate::geometry::Geometry;
use crate::rule::error::RuleError;
use crate::rule::lowered::Lowered;

/// The most rules in the cases into which *so many of these* is multiplied out: each case has every alternative, held or denied.
const MOST_RULES: usize = 1 << 14;

impl Lowered {
    /// From `least` to `most` of some alternatives hold.
    ///
    /// # Errors
    /// If there are too many cases, or an alternative that may be denied has no opposite.
    pub(super) fn some_of(
        &mut self,
        board: &Geometry,
        held: Vec<Self>,
        least: usize,
        most: usize,
    ) -> Result<(), RuleError> {
        let count = held.len();
        if least == 1 && most == count {
            return self.choice(held);
        }
        // A case has held alternatives and denied ones.
        let sizes = match (least, most) {
            (0, most) => most..=most,
            (least, most) if most == count => least..=least,
            (least, most) => least..=most,
        };
        let (has_held, has_denied) = (least > 0, most < count);
        let cases = sizes.clone().fold(0_usize, |cases, size| cases.saturating_add(subsets_count(count, size)));
        if cases.saturating_mul(count) > MOST_RULES {
            return Err(RuleError::Unlike {
                expected: "fewer rules, since every choice of those that hold is a case of its own",
                found: format!("{cases} cases of {count} rules"),
            });
        }
        let mut denied = Vec::new();
        if has_denied {
            for alternative in &held {
                let mut denial = self.alternative();
                denial.either(alternative.denied(board)?)?;
                denied.push(denial);
            }
        }
        let (mut alternatives, mut constraints) = (Vec::with_capacity(cases), 0);
        for size in sizes {
            let mut chosen: Vec<usize> = (0..size).collect();
            loop {
                let mut case = self.alternative();
                for at in 0..count {
                    let is_held = chosen.binary_search(&at).is_ok();
                    if is_held && has_held {
                        case.join(&held[at])?;
                    } else if !is_held && has_denied {
                        case.join(&denied[at])?;
                    }
                }
                constraints += case.count() + 1;
                self.check_further(constraints)?;
                alternatives.push(case);
                if !next_subset(&mut chosen, count) {
                    break;
                }
            }
        }
        self.either(alternatives)
    }
}

/// The number of subsets of a size, or the largest number.
fn subsets_count(of: usize, size: usize) -> usize {
    (0..size.min(of - size))
        .try_fold(1_usize, |count, at| Some(count.checked_mul(of - at)? / (at + 1)))
        .unwrap_or(usize::MAX)
}

/// The next subset of the numbers below `of` in ascending order; returns whether there is another one.
fn next_subset(chosen: &mut [usize], of: usize) -> bool {
    let size = chosen.len();
    let Some(at) = (0..size).rev().find(|&at| chosen[at] < of - size + at) else { return false };
    chosen[at] += 1;
    for next in at + 1..size {
        chosen[next] = chosen[next - 1] + 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_are_counted_and_listed() {
        for of in 0..8 {
            for size in 0..=of {
                let mut chosen: Vec<usize> = (0..size).collect();
                let mut listed = vec![chosen.clone()];
                while next_subset(&mut chosen, of) {
                    listed.push(chosen.clone());
                }
                let by_bits: Vec<usize> =
                    (0..1_usize << of).filter(|bits| bits.count_ones() as usize == size).collect();
                assert_eq!(listed.len(), by_bits.len());
                assert_eq!(subsets_count(of, size), by_bits.len());
                assert!(listed.windows(2).all(|pair| pair[0] < pair[1]));
            }
        }
        assert_eq!(subsets_count(300, 150), usize::MAX);
    }
}
