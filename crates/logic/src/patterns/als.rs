//! Almost locked sets: k cells of a unit with k + 1 digits.
//!
//! Two almost locked sets that cannot both have a digit, the *restricted common* digit, leave at least one of them locked.

use std::ops::ControlFlow;

use crate::bits::{Cells, ones};
use crate::finder::{Found, Position};
use crate::patterns::order::hand_over;
use crate::pencil_mark::PencilMark;
use crate::refute::{Base, step};
use crate::step::{Figure, Role, Step};
use crate::technique::Technique;
use crate::visibility::Visibility;

/// Two sets.
pub(crate) static ALS_XZ: Technique = Technique::unrated(
    "als-xz",
    "ALS-XZ",
    &[],
    "0901",
    "two almost locked sets cannot both have a digit: one of them has all its others, so another common digit is in one of them",
);

/// Three sets.
pub(crate) static ALS_XY_WING: Technique = Technique::unrated(
    "als-xy-wing",
    "ALS-XY-wing",
    &["als-wing"],
    "0902",
    "an almost locked set shares a digit with each of two others that cannot be in both: a digit common to these is in one of them",
);

/// Four sets or more.
pub(crate) static ALS_CHAIN: Technique = Technique::unrated(
    "als-xy-chain",
    "ALS-XY-chain",
    &["als-chain"],
    "0903",
    "almost locked sets each share a digit with the next that cannot be in both: a digit common to the first and the last is in one of them",
);

/// The most digits of a set in the search.
const MOST_DIGITS: u32 = 9;
/// The most sets of a chain in the search.
const LONGEST: usize = 6;

struct Als {
    unit: usize,
    cells: Cells,
    digits: u64,
    /// For each digit, its cells in the set, and the places outside that see every such cell.
    places: Vec<Cells>,
    seen: Vec<Cells>,
}

/// Two sets, and the digits that cannot be in both.
#[derive(Clone, Copy)]
struct Link {
    to: usize,
    restricted: u64,
}

struct Sets<'a, 'f> {
    visibility: &'f Visibility<'a>,
    all: Vec<Als>,
    links: Vec<Vec<Link>>,
}

fn grow(visibility: &Visibility<'_>, unit: usize, left: &[usize], cells: Cells, digits: u64, all: &mut Vec<Als>) {
    for (at, &cell) in left.iter().enumerate() {
        let mut more = cells;
        more.insert(cell);
        let joined = digits | visibility.board.digits(cell);
        if joined.count_ones() > MOST_DIGITS {
            continue;
        }
        if joined.count_ones() as usize == more.count() + 1 && all.iter().all(|als| als.cells != more) {
            let places: Vec<Cells> =
                (0..visibility.layout.digit_count()).map(|digit| more.and(visibility.places(digit))).collect();
            let seen = places.iter().enumerate();
            let seen = seen
                .map(|(digit, &of)| visibility.seen_by_all(of).and(visibility.places(digit)).without(more))
                .collect();
            all.push(Als { unit, cells: more, digits: joined, places, seen });
        }
        grow(visibility, unit, &left[at + 1..], more, joined, all);
    }
}

impl<'a, 'f> Sets<'a, 'f> {
    fn of(visibility: &'f Visibility<'a>) -> Self {
        let mut all = Vec::new();
        for unit in (0..visibility.layout.unit_count()).filter(|&unit| visibility.layout.unit(unit).len() <= 9) {
            let open: Vec<usize> =
                visibility.unit(unit).iter().filter(|&cell| visibility.board.digits(cell) != 0).collect();
            grow(visibility, unit, &open, Cells::default(), 0, &mut all);
        }
        let link = |one: &Als, to: usize, other: &Als| {
            let common = one.digits & other.digits;
            if common == 0 || one.cells.meets(other.cells) {
                return None;
            }
            let is_restricted = |digit: &usize| other.places[*digit].is_within(one.seen[*digit]);
            let restricted = ones(common).filter(is_restricted).fold(0, |digits, digit| digits | 1_u64 << digit);
            (restricted != 0).then_some(Link { to, restricted })
        };
        let links = all
            .iter()
            .map(|one| all.iter().enumerate().filter_map(|(to, other)| link(one, to, other)).collect::<Vec<_>>());
        let links = links.collect();
        Self { visibility, all, links }
    }

    /// The places of a digit that see all its places in two sets.
    fn hit(&self, one: usize, other: usize, digit: usize) -> Cells {
        self.all[one].seen[digit].and(self.all[other].seen[digit])
    }

    fn step(&self, technique: &'static Technique, sets: &[usize], struck: Vec<PencilMark>) -> Option<Step> {
        let bases: Vec<Base> = sets.iter().map(|&at| Base::Cells(self.all[at].unit, self.all[at].cells)).collect();
        let role = |at: usize| if at.is_multiple_of(2) { Role::Base } else { Role::Other };
        let marks = sets.iter().enumerate().flat_map(|(at, &of)| {
            let cells = self.all[of].cells.iter();
            cells.flat_map(move |cell| {
                ones(self.visibility.board.digits(cell)).map(move |digit| (PencilMark::new(cell, digit), role(at)))
            })
        });
        let figure = Figure { marks: marks.collect(), ..Figure::default() };
        step(self.visibility, technique, struck, &bases, figure)
    }

    /// The eliminations of two sets with one or two restricted common digits.
    fn pair(&self, one: usize, link: Link) -> Vec<PencilMark> {
        let (first, second) = (&self.all[one], &self.all[link.to]);
        let is_double = link.restricted.count_ones() > 1;
        let mut struck: Vec<PencilMark> = Vec::new();
        for digit in ones(first.digits & second.digits) {
            if is_double || link.restricted >> digit & 1 == 0 {
                struck.extend(Visibility::marks(self.hit(one, link.to, digit), digit));
            }
        }
        if is_double {
            // Each set is locked except for the restricted digits, of which each set has one.
            for als in [first, second] {
                for digit in ones(als.digits & !link.restricted) {
                    struck.extend(Visibility::marks(als.seen[digit], digit));
                }
            }
        }
        struck.sort_unstable();
        struck.dedup();
        struck
    }

    fn extend(&self, chain: &mut Vec<usize>, by: u64, first: u64, steps: &mut Vec<Step>) {
        let last = chain[chain.len() - 1];
        for &Link { to, restricted } in &self.links[last] {
            // A set is left by another digit than the digit that led to it.
            let by_next = if by.is_power_of_two() { restricted & !by } else { restricted };
            if by_next == 0 || chain.contains(&to) {
                continue;
            }
            let first_by = if chain.len() == 1 { restricted } else { first };
            chain.push(to);
            if chain.len() >= 4 {
                self.close(chain, first_by, by_next, steps);
            }
            if chain.len() < LONGEST {
                self.extend(chain, by_next, first_by, steps);
            }
            chain.pop();
        }
    }

    fn close(&self, chain: &[usize], first: u64, last: u64, steps: &mut Vec<Step>) {
        let (start, end) = (chain[0], chain[chain.len() - 1]);
        if start > end {
            return;
        }
        let common = self.all[start].digits & self.all[end].digits & !(first | last);
        let struck: Vec<PencilMark> =
            ones(common).flat_map(|digit| Visibility::marks(self.hit(start, end, digit), digit)).collect();
        if !struck.is_empty() && steps.iter().all(|step| step.struck != struck) {
            steps.extend(self.step(&ALS_CHAIN, chain, struck));
        }
    }
}

/// ALS-XZ.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn als_xz(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    let Some(visibility) = Visibility::of(position.board) else { return ControlFlow::Continue(()) };
    let sets = Sets::of(&visibility);
    let mut steps: Vec<Step> = Vec::new();
    for one in 0..sets.all.len() {
        for link in sets.links[one].iter().filter(|link| link.to > one) {
            let struck = sets.pair(one, *link);
            if !struck.is_empty() && steps.iter().all(|step| step.struck != struck) {
                steps.extend(sets.step(&ALS_XZ, &[one, link.to], struck));
            }
        }
    }
    hand_over(steps, found)
}

/// ALS-XY-wings.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn als_xy_wings(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    let Some(visibility) = Visibility::of(position.board) else { return ControlFlow::Continue(()) };
    let sets = Sets::of(&visibility);
    let mut steps: Vec<Step> = Vec::new();
    for pivot in 0..sets.all.len() {
        for one in &sets.links[pivot] {
            for other in sets.links[pivot].iter().filter(|other| other.to > one.to) {
                if sets.all[one.to].cells.meets(sets.all[other.to].cells) {
                    continue;
                }
                let (first, second) = (one.restricted, other.restricted);
                // Each side needs its own digit.
                if (first | second).count_ones() < 2 || first == 0 || second == 0 {
                    continue;
                }
                let mut struck: Vec<PencilMark> = Vec::new();
                let common = sets.all[one.to].digits & sets.all[other.to].digits;
                for digit in ones(common) {
                    // Some choice of two different restricted digits leaves this digit free.
                    let (left, right) = (first & !(1 << digit), second & !(1 << digit));
                    if left != 0 && right != 0 && (left | right).count_ones() > 1 {
                        struck.extend(Visibility::marks(sets.hit(one.to, other.to, digit), digit));
                    }
                }
                if !struck.is_empty() && steps.iter().all(|step| step.struck != struck) {
                    steps.extend(sets.step(&ALS_XY_WING, &[one.to, pivot, other.to], struck));
                }
            }
        }
    }
    hand_over(steps, found)
}

/// ALS-XY-chains.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn als_chains(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    let Some(visibility) = Visibility::of(position.board) else { return ControlFlow::Continue(()) };
    let sets = Sets::of(&visibility);
    let mut steps: Vec<Step> = Vec::new();
    for start in 0..sets.all.len() {
        if position.running.check().is_err() {
            return ControlFlow::Break(());
        }
        sets.extend(&mut vec![start], 0, 0, &mut steps);
    }
    hand_over(steps, found)
}
