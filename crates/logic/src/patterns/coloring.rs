//! Colours: the places of a digit in units with two places alternate between true and false.

use std::ops::ControlFlow;

use crate::bits::Cells;
use crate::finder::{Found, Position};
use crate::refute::{Base, step};
use crate::step::{Figure, Role, Step};
use crate::technique::Technique;
use crate::visibility::{Pair, Visibility};

/// One set of colours.
pub(crate) static SIMPLE_COLORS: Technique = Technique::unrated(
    "simple-colors",
    "simple colours",
    &["simple-colouring", "simple-coloring"],
    "0500",
    "a digit's places in units with two of them take two colours: what sees both is out, and a colour that sees itself",
);

/// Two sets of colours.
pub(crate) static MULTI_COLORS: Technique = Technique::unrated(
    "multi-colors",
    "multi-colours",
    &["multi-colouring", "multi-coloring"],
    "0502",
    "two sets of two colours of a digit see each other: what sees the colours that are left is out, and a colour that sees both of another set",
);

/// Places linked by units with two places, divided into two colours.
struct Cluster {
    colors: [Cells; 2],
    pairs: Vec<Pair>,
}

fn clusters(visibility: &Visibility<'_>, digit: usize) -> Vec<Cluster> {
    let pairs = visibility.pairs(digit);
    let mut clusters: Vec<Cluster> = Vec::new();
    let mut is_used = vec![false; pairs.len()];
    for start in 0..pairs.len() {
        if is_used[start] {
            continue;
        }
        let mut cluster = Cluster { colors: [Cells::of([pairs[start].ends[0]]), Cells::default()], pairs: Vec::new() };
        let mut has_grown = true;
        while has_grown {
            has_grown = false;
            for (at, pair) in pairs.iter().enumerate().filter(|(at, _)| *at >= start) {
                let [one, other] = pair.ends;
                let color = |cell| cluster.colors.iter().position(|cells| cells.contains(cell));
                let (known, end) = match (color(one), color(other)) {
                    _ if is_used[at] => continue,
                    (Some(known), _) => (known, other),
                    (None, Some(known)) => (known, one),
                    (None, None) => continue,
                };
                cluster.colors[1 - known].insert(end);
                cluster.pairs.push(*pair);
                is_used[at] = true;
                has_grown = true;
            }
        }
        clusters.push(cluster);
    }
    clusters
}

/// The cells that see at least one cell of a set.
fn seen(visibility: &Visibility<'_>, cells: Cells) -> Cells {
    cells.iter().fold(Cells::default(), |seen, cell| seen.or(visibility.peers(cell)))
}

fn colored(
    visibility: &Visibility<'_>,
    digit: usize,
    technique: &'static Technique,
    clusters: &[&Cluster],
    struck: Cells,
) -> Option<Step> {
    let bases: Vec<Base> =
        clusters.iter().flat_map(|cluster| &cluster.pairs).map(|pair| Base::unit(pair.unit, digit)).collect();
    let roles = [[Role::Base, Role::Other], [Role::On, Role::Off]];
    let marks = clusters.iter().zip(roles).flat_map(|(cluster, roles)| {
        let of_color = |at: usize| Visibility::marks(cluster.colors[at], digit).map(move |mark| (mark, roles[at]));
        of_color(0).chain(of_color(1))
    });
    let figure = Figure { marks: marks.collect(), ..Figure::default() };
    step(visibility, technique, Visibility::marks(struck, digit), &bases, figure)
}

/// Simple colours.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn simple_colors(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    let Some(visibility) = Visibility::of(position.board) else { return ControlFlow::Continue(()) };
    for digit in 0..visibility.layout.digit_count() {
        for cluster in clusters(&visibility, digit).iter().filter(|cluster| cluster.pairs.len() > 1) {
            let seen = cluster.colors.map(|color| seen(&visibility, color));
            let clashing = (0..2).filter(|&at| cluster.colors[at].meets(seen[at])).map(|at| cluster.colors[at]);
            let trapped = seen[0].and(seen[1]).and(visibility.places(digit));
            let trapped = trapped.without(cluster.colors[0].or(cluster.colors[1]));
            for struck in clashing.chain([trapped]) {
                colored(&visibility, digit, &SIMPLE_COLORS, &[cluster], struck)
                    .map_or(ControlFlow::Continue(()), &mut *found)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Multi-colours.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn multi_colors(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    let Some(visibility) = Visibility::of(position.board) else { return ControlFlow::Continue(()) };
    for digit in 0..visibility.layout.digit_count() {
        let clusters = clusters(&visibility, digit);
        for (at, one) in clusters.iter().enumerate() {
            for (_, other) in clusters.iter().enumerate().filter(|(other, _)| *other != at) {
                let seen_other = other.colors.map(|color| seen(&visibility, color));
                // A colour that sees both colours of the other cluster.
                let clashing = one.colors.iter().filter(|color| seen_other.iter().all(|seen| color.meets(*seen)));
                let clashing: Vec<Cells> = clashing.copied().collect();
                let mut struck = clashing;
                for (turn, color) in one.colors.iter().enumerate() {
                    for also in (0..2).filter(|&also| color.meets(seen_other[also])) {
                        let left = [one.colors[1 - turn], other.colors[1 - also]].map(|color| seen(&visibility, color));
                        let own = [one, other]
                            .iter()
                            .fold(Cells::default(), |cells, cluster| cells.or(cluster.colors[0]).or(cluster.colors[1]));
                        struck.push(left[0].and(left[1]).and(visibility.places(digit)).without(own));
                    }
                }
                for cells in struck {
                    colored(&visibility, digit, &MULTI_COLORS, &[one, other], cells)
                        .map_or(ControlFlow::Continue(()), &mut *found)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}
