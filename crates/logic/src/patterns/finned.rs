//! Fish with fins, and fish with boxes among their bases and covers.
//!
//! k covers contain the digit's places in k bases, except for some places: the fins. A candidate in the covers and outside the
//! bases is out if it sees all fins. A finned fish is *sashimi* if a base has fewer than two places beside its fins, and
//! *Franken* if boxes stand among rows or columns.

use std::ops::ControlFlow;

use satdoku_puzzle::geometry::UnitKind;

use crate::bits::Cells;
use crate::finder::{Found, Position};
use crate::patterns::order::hand_over;
use crate::pencil_mark::{Literal, PencilMark, Set};
use crate::proof::ProofLine;
use crate::step::{Figure, Role, Step};
use crate::technique::Technique;
use crate::visibility::Visibility;

macro_rules! fish {
    ($($name:ident $word:literal $title:literal $code:literal $summary:literal;)+) => {
        $(
            #[doc = concat!("The ", $title, ".")]
            pub(crate) static $name: Technique = Technique::unrated($word, $title, &[], $code, $summary);
        )+
    };
}

fish! {
    FINNED_X_WING "finned-x-wing" "finned X-wing" "0310"
        "an X-wing but for some places of the digit, the fins: what is out by the X-wing and sees all of them is out";
    FINNED_SWORDFISH "finned-swordfish" "finned swordfish" "0311"
        "a swordfish but for some places of the digit, the fins: what is out by the swordfish and sees all of them is out";
    FINNED_JELLYFISH "finned-jellyfish" "finned jellyfish" "0312"
        "a jellyfish but for some places of the digit, the fins: what is out by the jellyfish and sees all of them is out";
    SASHIMI_X_WING "sashimi-x-wing" "sashimi X-wing" "0320"
        "a finned X-wing with one place in a line beside the fins";
    SASHIMI_SWORDFISH "sashimi-swordfish" "sashimi swordfish" "0321"
        "a finned swordfish with one place in a line beside the fins";
    SASHIMI_JELLYFISH "sashimi-jellyfish" "sashimi jellyfish" "0322"
        "a finned jellyfish with one place in a line beside the fins";
    FRANKEN_X_WING "franken-x-wing" "Franken X-wing" "0330"
        "an X-wing of which some lines are boxes";
    FRANKEN_SWORDFISH "franken-swordfish" "Franken swordfish" "0331"
        "a swordfish of which some lines are boxes";
    FINNED_FRANKEN_X_WING "finned-franken-x-wing" "finned Franken X-wing" "0340"
        "a Franken X-wing with fins: what is out by it and sees all fins is out";
    FINNED_FRANKEN_SWORDFISH "finned-franken-swordfish" "finned Franken swordfish" "0341"
        "a Franken swordfish with fins: what is out by it and sees all fins is out";
}

/// The most fins in the search.
const MOST_FINS: usize = 5;

/// The kind of fish in the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Only lines, with fins; every line has two places beside the fins.
    Finned,
    /// Only lines, with fins; some line has fewer places.
    Sashimi,
    /// With boxes, with or without fins.
    Franken { has_fins: bool },
}

/// The cells in at least one, at least two, and at least three of some units.
type Levels = [Cells; 3];

fn levels(visibility: &Visibility<'_>, digit: usize, units: &[usize]) -> Levels {
    let mut levels = Levels::default();
    for &unit in units {
        let cells = visibility.of_unit(unit, digit);
        levels[2] = levels[2].or(levels[1].and(cells));
        levels[1] = levels[1].or(levels[0].and(cells));
        levels[0] = levels[0].or(cells);
    }
    levels
}

/// The cells that are in more units of `one` than of `other`.
fn beyond(one: &Levels, other: &Levels) -> Cells {
    (0..3).fold(Cells::default(), |cells, level| cells.or(one[level].without(other[level])))
}

struct Search<'a, 'f> {
    visibility: &'f Visibility<'a>,
    kind: Kind,
    technique: &'static Technique,
    digit: usize,
    bases: Vec<usize>,
    levels: Levels,
    /// The units that may be covers.
    covers: &'f [usize],
    chosen: Vec<usize>,
    steps: Vec<Step>,
}

impl Search<'_, '_> {
    /// Covers the first uncovered place of the bases, or makes it a fin.
    fn cover(&mut self, fins: Cells) {
        let covered = levels(self.visibility, self.digit, &self.chosen);
        let open = beyond(&self.levels, &covered).without(fins);
        let is_full = self.chosen.len() == self.bases.len();
        let seen =
            || if fins.is_empty() { self.visibility.places(self.digit) } else { self.visibility.seen_by_all(fins) };
        match open.iter().next() {
            Some(cell) => {
                if !is_full {
                    for &cover in self.covers {
                        let cells = self.visibility.unit(cover);
                        let takes_fin = cells.meets(fins.without(self.levels[1]));
                        if cells.contains(cell) && !takes_fin && !self.is_taken(cover) {
                            self.chosen.push(cover);
                            self.cover(fins);
                            self.chosen.pop();
                        }
                    }
                }
                let mut more = fins;
                more.insert(cell);
                let has_fins = self.kind != Kind::Franken { has_fins: false };
                let is_seen = || self.visibility.seen_by_all(more).meets(self.visibility.places(self.digit));
                if has_fins && more.count() <= MOST_FINS && is_seen() {
                    self.cover(more);
                }
            }
            None if is_full => self.close(&covered),
            None => {
                let reach = seen().and(self.visibility.places(self.digit));
                for &cover in self.covers {
                    let cells = self.visibility.unit(cover);
                    if cells.meets(reach) && !cells.meets(fins.without(self.levels[1])) && !self.is_taken(cover) {
                        self.chosen.push(cover);
                        self.cover(fins);
                        self.chosen.pop();
                    }
                }
            }
        }
    }

    fn is_taken(&self, cover: usize) -> bool {
        self.chosen.contains(&cover) || self.bases.contains(&cover)
    }

    fn close(&mut self, covered: &Levels) {
        let (visibility, digit) = (self.visibility, self.digit);
        let fins = beyond(&self.levels, covered);
        let hit = beyond(covered, &self.levels).and(visibility.places(digit));
        let hit = if fins.is_empty() { hit } else { hit.and(visibility.seen_by_all(fins)) };
        let is_box = |unit: &usize| !is_line(visibility.layout.kind(*unit));
        let left = |unit: &usize| visibility.of_unit(*unit, digit).and(covered[0]).without(fins).count();
        let is_wanted = match self.kind {
            Kind::Finned => !fins.is_empty() && self.bases.iter().all(|base| left(base) > 1),
            Kind::Sashimi => {
                !fins.is_empty()
                    && self.bases.iter().all(|base| left(base) > 0)
                    && self.bases.iter().any(|base| left(base) == 1)
            }
            Kind::Franken { has_fins } => {
                fins.is_empty() != has_fins && self.bases.iter().chain(&self.chosen).any(is_box)
            }
        };
        if hit.is_empty() || !is_wanted {
            return;
        }
        let struck: Vec<PencilMark> = Visibility::marks(hit, digit).collect();
        if self.steps.iter().any(|step| step.struck == struck) {
            return;
        }
        let sets = |units: &[usize]| units.iter().map(|&unit| Set::unit(unit, digit)).collect::<Vec<Set>>();
        let (bases, covers) = (sets(&self.bases), sets(&self.chosen));
        let line = |&mark: &PencilMark| {
            let count = ProofLine::count(mark, &bases, &covers);
            if fins.is_empty() {
                return count;
            }
            let of_fin = |fin| {
                let set = Visibility::shared(visibility.layout, mark, fin).expect("what is struck out sees all fins");
                ProofLine::once(fin, set)
            };
            ProofLine::refuted(Literal::off(mark), Visibility::marks(fins, digit).map(of_fin).chain([count]).collect())
        };
        let body = Visibility::marks(self.levels[0].without(fins), digit).map(|mark| (mark, Role::Base));
        let of_fins = Visibility::marks(fins, digit).map(|mark| (mark, Role::Fin));
        self.steps.push(Step {
            technique: self.technique,
            rating: self.technique.rating,
            placed: Vec::new(),
            proof: struck.iter().map(line).collect(),
            struck,
            figure: Figure {
                units: self.bases.iter().chain(&self.chosen).map(|&unit| unit as u16).collect(),
                marks: body.chain(of_fins).collect(),
                ..Figure::default()
            },
        });
    }
}

fn is_line(kind: UnitKind) -> bool {
    matches!(kind, UnitKind::Row | UnitKind::Column)
}

/// Calls a function with every choice of `size` units.
fn choices(units: &[usize], size: usize, chosen: &mut Vec<usize>, see: &mut dyn FnMut(&[usize])) {
    if size == 0 {
        return see(chosen);
    }
    for (at, &unit) in units.iter().enumerate() {
        chosen.push(unit);
        choices(&units[at + 1..], size - 1, chosen, see);
        chosen.pop();
    }
}

fn fish(
    position: &Position<'_>,
    size: usize,
    kind: Kind,
    technique: &'static Technique,
    found: Found<'_>,
) -> ControlFlow<()> {
    let Some(visibility) = Visibility::of(position.board) else { return ControlFlow::Continue(()) };
    let has_boxes = matches!(kind, Kind::Franken { .. });
    let mut steps = Vec::new();
    for digit in 0..visibility.layout.digit_count() {
        for [own, other] in [[UnitKind::Row, UnitKind::Column], [UnitKind::Column, UnitKind::Row]] {
            if position.running.check().is_err() {
                return ControlFlow::Break(());
            }
            let units = |kind: UnitKind| -> Vec<usize> {
                let lines = visibility.units_of_kind(kind).chain(visibility.boxes().filter(|_| has_boxes));
                lines.filter(|&unit| !visibility.of_unit(unit, digit).is_empty()).collect()
            };
            let (bases, covers) = (units(own), units(other));
            let bases: Vec<usize> =
                bases.into_iter().filter(|&unit| visibility.of_unit(unit, digit).count() > 1).collect();
            let mut search = Search {
                visibility: &visibility,
                kind,
                technique,
                digit,
                bases: Vec::new(),
                levels: Levels::default(),
                covers: &covers,
                chosen: Vec::new(),
                steps: std::mem::take(&mut steps),
            };
            choices(&bases, size, &mut Vec::new(), &mut |chosen| {
                search.bases = chosen.to_vec();
                search.levels = levels(&visibility, digit, chosen);
                search.cover(Cells::default());
            });
            steps = search.steps;
        }
    }
    hand_over(steps, found)
}

macro_rules! finders {
    ($($name:ident = $size:literal $kind:expr, $technique:ident;)+) => {
        $(
            #[doc = concat!("Fish of size ", $size, " of one kind, what strikes out most first.")]
            ///
            /// # Errors
            /// A break when `found` breaks, as for every finder.
            pub(crate) fn $name(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
                fish(position, $size, $kind, &$technique, found)
            }
        )+
    };
}

finders! {
    finned_x_wings = 2 Kind::Finned, FINNED_X_WING;
    finned_swordfish = 3 Kind::Finned, FINNED_SWORDFISH;
    finned_jellyfish = 4 Kind::Finned, FINNED_JELLYFISH;
    sashimi_x_wings = 2 Kind::Sashimi, SASHIMI_X_WING;
    sashimi_swordfish = 3 Kind::Sashimi, SASHIMI_SWORDFISH;
    sashimi_jellyfish = 4 Kind::Sashimi, SASHIMI_JELLYFISH;
    franken_x_wings = 2 Kind::Franken { has_fins: false }, FRANKEN_X_WING;
    franken_swordfish = 3 Kind::Franken { has_fins: false }, FRANKEN_SWORDFISH;
    finned_franken_x_wings = 2 Kind::Franken { has_fins: true }, FINNED_FRANKEN_X_WING;
    finned_franken_swordfish = 3 Kind::Franken { has_fins: true }, FINNED_FRANKEN_SWORDFISH;
}
