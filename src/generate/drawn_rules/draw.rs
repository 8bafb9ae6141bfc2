//! The rules of each family, drawn with the room that the families share.

use crate::generate::drawn_rules::drawing::{Amount, Drawing, Room};
use crate::generate::drawn_rules::family::Family;
use crate::generate::drawn_rules::wish::DrawnRules;
use crate::generate::symmetry::Symmetry;
use crate::grid::Grid;
use crate::random::Pcg32 as Random;
use crate::rule::{Ends, EndsKind, IndexerKind, Line, LineKind, OutsideKind, PairKind, Rule, Thermometer};

/// The rules of each family that a full grid keeps, in sets of those that the symmetry carries into one another; of a family for which
/// the grid has no place, or not as many places as are wished for, none.
///
/// A family that marks cells leaves the other families their share of the cells. Where the rules must fill the grid, these families draw
/// one rule in turn until none has room: the first would otherwise leave no cell.
pub(crate) fn draw(
    wishes: &[DrawnRules],
    symmetry: Symmetry,
    full: &Grid,
    is_filled: bool,
    random: &mut Random,
) -> Vec<Vec<Vec<Rule>>> {
    let sharing = wishes.iter().filter(|wish| wish.family.marks_cells()).count();
    let mut room = Room::default();
    let amount = if is_filled { Amount::All } else { Amount::Share(sharing.max(1)) };
    let in_turn = |wish: &DrawnRules| is_filled && sharing > 1 && wish.family.marks_cells();
    let mut drawn = vec![Vec::new(); wishes.len()];
    for (wish, orbits) in wishes.iter().zip(&mut drawn).filter(|(wish, _)| !in_turn(wish)) {
        *orbits = Drawing::new(full, &room, amount, wish, symmetry, random).draw(wish.family);
        room.take(wish.family, orbits, full.geometry());
    }
    let mut has_room = true;
    while std::mem::take(&mut has_room) {
        for (wish, orbits) in wishes.iter().zip(&mut drawn).filter(|(wish, _)| in_turn(wish)) {
            let left = wish.count.map(|count| count - orbits.iter().map(Vec::len).sum::<usize>());
            if left == Some(0) {
                continue;
            }
            let rest = DrawnRules { count: left, ..*wish };
            let next = Drawing::new(full, &room, Amount::One, &rest, symmetry, random).draw(wish.family);
            room.take(wish.family, &next, full.geometry());
            has_room |= !next.is_empty();
            orbits.extend(next);
        }
    }
    for (wish, orbits) in wishes.iter().zip(&mut drawn) {
        if wish.count.is_some_and(|count| orbits.iter().map(Vec::len).sum::<usize>() != count) {
            orbits.clear();
        }
    }
    drawn
}

impl Drawing<'_> {
    /// Rules of a family that the full grid keeps, in the room that other families leave, in sets of those that the symmetry carries into
    /// one another; empty if the grid has no place for the family.
    pub(super) fn draw(&mut self, family: Family) -> Vec<Vec<Rule>> {
        let [first, last] = self.ends();
        let line_of = |kind: LineKind| move |cells: Vec<_>| Line { kind, cells }.into();
        let mut orbits: Vec<Vec<Rule>> = match family {
            Family::Killer => self.cages(),
            Family::Thermometer => {
                let rises = |values: &[i64], next| next > values[values.len() - 1];
                self.lines(|cells| Thermometer { is_slow: false, cells }.into(), rises)
            }
            Family::Whispers => {
                // Half of the number of digits, rounded up.
                let by = (last - first) / 2 + 1;
                let differs = |values: &[i64], next: i64| (next - values[values.len() - 1]).abs() >= by;
                self.lines(line_of(LineKind::Whispers(by)), differs)
            }
            Family::Renban => {
                let is_next = |values: &[i64], next| {
                    let (low, high) = values.iter().fold((i64::MAX, i64::MIN), |(a, b), &v| (a.min(v), b.max(v)));
                    next == low - 1 || next == high + 1
                };
                self.lines(line_of(LineKind::Renban), is_next)
            }
            Family::Nabner => {
                let differs = |values: &[i64], next: i64| values.iter().all(|value| (value - next).abs() > 1);
                self.lines(line_of(LineKind::Nabner), differs)
            }
            Family::Palindrome => self.palindromes(),
            Family::Between => self.judged_lines(|cells| Ends { kind: EndsKind::Between, cells }.into()),
            Family::RegionSum => self.region_sums(),
            Family::Entropic => self.judged_lines(line_of(LineKind::Entropic)),
            Family::Modular => self.judged_lines(line_of(LineKind::Modular(3))),
            Family::Zipper => self.judged_lines(line_of(LineKind::Zipper)),
            Family::Arrow => self.arrows(),
            Family::Difference => self.pairs(PairKind::Difference(1)),
            Family::Ratio => self.pairs(PairKind::Ratio(2)),
            Family::Pairsum => self.pairs(PairKind::Sum(first + last)),
            Family::Less => self.inequalities(),
            Family::Consecutive => self.all_pairs(&[PairKind::Difference(1)]),
            Family::Kropki => self.all_pairs(&[PairKind::Difference(1), PairKind::Ratio(2)]),
            Family::Xv => self.all_pairs(&[PairKind::Sum(first + last), PairKind::Sum(i64::midpoint(first, last))]),
            Family::Quadruple => self.quadruples(),
            Family::Parity => self.parities(),
            Family::LittleKiller => self.diagonals(),
            Family::Sandwich => self.clues(OutsideKind::Sandwich),
            Family::XSum => self.clues(OutsideKind::XSum),
            Family::Skyscraper => self.clues(OutsideKind::Skyscraper),
            Family::NumberedRoom => self.clues(OutsideKind::NumberedRoom),
            Family::RowIndexer => self.indexers(IndexerKind::Row),
            Family::ColumnIndexer => self.indexers(IndexerKind::Column),
        };
        // Whatever the grid breaks is left out: the judge of the rule decides. A part of all marks would say too little.
        let holds = |orbit: &Vec<Rule>| orbit.iter().all(|rule| self.is_kept(rule));
        if family.is_whole() && !orbits.iter().all(holds) {
            return Vec::new();
        }
        orbits.retain(holds);
        self.counted(orbits)
    }
}
