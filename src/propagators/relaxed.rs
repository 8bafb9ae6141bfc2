//! Reasons by relaxation: candidates are given back as long as the constraint still fails.

use crate::bits::ones;
use crate::propagators::past::Past;

/// The domains of a reason: those of the past with as many candidates given back as can be, one by one, while `fails` holds. Whole
/// cells come first, the cell with the last loss first.
pub(super) fn relax(past: &Past, kept: &mut Vec<u64>, mut fails: impl FnMut(&[u64]) -> bool) {
    kept.clear();
    kept.extend_from_slice(&past.now);
    let target = past.target.map(|(slot, digit)| {
        kept[slot] = past.denied(slot, digit);
        slot
    });
    if let Some(slot) = target
        && !fails(kept)
    {
        // The filter struck the digit out by what it saw of all domains together.
        kept[slot] = past.now[slot];
        return;
    }
    let mut open = Vec::with_capacity(past.losses.len());
    let mut seen = vec![false; kept.len()];
    for &(_, slot, _) in &past.losses {
        if std::mem::replace(&mut seen[slot], true) || Some(slot) == target {
            continue;
        }
        let before = std::mem::replace(&mut kept[slot], past.base[slot]);
        if !fails(kept) {
            kept[slot] = before;
            open.push(slot);
        }
    }
    for slot in open {
        if past.now[slot].is_power_of_two() {
            continue;
        }
        let (now, lost) = (past.now[slot], past.base[slot] & !past.now[slot]);
        // The lost digits below the others, among them, and above them.
        let below = now.wrapping_sub(1) & !now;
        let above = !u64::MAX.checked_shr(now.leading_zeros()).unwrap_or_default();
        for side in [lost & below, lost & !below & !above, lost & above] {
            let mut give_back = |digits: u64, kept: &mut Vec<u64>| {
                kept[slot] |= digits;
                let fails = fails(kept);
                if !fails {
                    kept[slot] &= !digits;
                }
                fails
            };
            if side != 0 && !give_back(side, kept) && side.count_ones() > 1 {
                for digit in ones(side) {
                    give_back(1 << digit, kept);
                }
            }
        }
    }
}
