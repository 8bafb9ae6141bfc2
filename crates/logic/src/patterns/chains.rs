//! Chains of candidates or groups of candidates: if one is false the next is true, and if that is true the one after is false.
//!
//! In a chain from a false candidate to a true one, at least one of the two ends is true: a candidate that sees both ends is out.
//! If the ends see each other the chain is a loop, and in every pair of neighbours one is true.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use crate::bits::{Cells, ones};
use crate::finder::{Found, Position};
use crate::patterns::order::hand_over;
use crate::pencil_mark::{Literal, PencilMark, Set};
use crate::refute::{Base, step};
use crate::step::{Figure, Link, Role, Step};
use crate::technique::Technique;
use crate::visibility::Visibility;

macro_rules! chain {
    ($($name:ident $word:literal $title:literal $code:literal $aliases:expr, $summary:literal;)+) => {
        $(
            #[doc = concat!("The ", $title, ".")]
            pub(crate) static $name: Technique = Technique::unrated($word, $title, $aliases, $code, $summary);
        )+
    };
}

chain! {
    X_CHAIN "x-chain" "X-chain" "0701" &[],
        "a chain of places of one digit, in units with two of them by turns: its first or its last place has the digit";
    XY_CHAIN "xy-chain" "XY-chain" "0702" &[],
        "a chain of cells with two digits: the first or the last of them has a digit that both have";
    CONTINUOUS_LOOP "continuous-nice-loop" "continuous nice loop" "0706" &[],
        "a loop of candidates that are true and false by turns: what sees two neighbours is out";
    DISCONTINUOUS_LOOP "discontinuous-nice-loop" "discontinuous nice loop" "0707" &[],
        "a loop of candidates that ends where it began, and shows what its first cell has or has not";
    AIC "aic" "alternating inference chain" "0708" &["alternating-inference-chain"],
        "a chain of candidates of which the first or the last is true: what sees both is out";
    GROUPED_CONTINUOUS_LOOP "grouped-continuous-nice-loop" "grouped continuous nice loop" "0709" &[],
        "a continuous nice loop in which places of a digit in a box and a line stand together";
    GROUPED_DISCONTINUOUS_LOOP "grouped-discontinuous-nice-loop" "grouped discontinuous nice loop" "0710" &[],
        "a discontinuous nice loop in which places of a digit in a box and a line stand together";
    GROUPED_AIC "grouped-aic" "grouped alternating inference chain" "0711" &["grouped-alternating-inference-chain"],
        "an alternating inference chain in which places of a digit in a box and a line stand together";
}

/// The most links of a chain in the search.
const LONGEST: usize = 20;

/// A candidate, or the places of a digit in both a box and a line.
#[derive(Clone, Copy, Debug)]
struct Node {
    digit: usize,
    cells: Cells,
}

impl Node {
    fn is_group(&self) -> bool {
        self.cells.count() > 1
    }

    fn marks(self) -> impl Iterator<Item = PencilMark> + Clone {
        Visibility::marks(self.cells, self.digit)
    }
}

/// The links that a chain may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Links of one digit.
    X,
    /// A false candidate leads to another digit of its cell, a true one to another cell.
    Xy,
    /// All links.
    Any,
    /// All links, and groups.
    Grouped,
}

struct Graph<'a, 'f> {
    visibility: &'f Visibility<'a>,
    kind: Kind,
    nodes: Vec<Node>,
    /// For each node, the nodes that are true if it is false, with the set responsible.
    strong: Vec<Vec<(usize, Set)>>,
    /// For each node, the nodes that are false if it is true.
    weak: Vec<Vec<usize>>,
}

impl<'a, 'f> Graph<'a, 'f> {
    fn of(visibility: &'f Visibility<'a>, kind: Kind) -> Self {
        let candidates = visibility.board.empty_cells().flat_map(|cell| {
            ones(visibility.board.digits(cell)).map(move |digit| Node { digit, cells: Cells::of([cell]) })
        });
        let mut nodes: Vec<Node> = candidates.collect();
        let units = 0..visibility.layout.unit_count();
        for digit in (0..visibility.layout.digit_count()).filter(|_| kind == Kind::Grouped) {
            for block in visibility.boxes() {
                for line in units.clone().filter(|&line| line != block) {
                    let cells = visibility.of_unit(block, digit).and(visibility.unit(line));
                    if cells.count() > 1 && !nodes.iter().any(|node| node.digit == digit && node.cells == cells) {
                        nodes.push(Node { digit, cells });
                    }
                }
            }
        }
        let mut graph = Self { visibility, kind, strong: vec![Vec::new(); nodes.len()], weak: Vec::new(), nodes };
        graph.link_strongly();
        graph.weak = (0..graph.nodes.len()).map(|at| graph.opponents(at)).collect();
        graph
    }

    fn link_strongly(&mut self) {
        let find = |nodes: &[Node], digit, cells| nodes.iter().position(|of| of.digit == digit && of.cells == cells);
        let layout = self.visibility.layout;
        if self.kind != Kind::Xy {
            for unit in (0..layout.unit_count()).filter(|&unit| layout.is_full(unit)) {
                for digit in 0..layout.digit_count() {
                    let places = self.visibility.of_unit(unit, digit);
                    for at in 0..self.nodes.len() {
                        let node = self.nodes[at];
                        if node.digit != digit || !node.cells.is_within(places) {
                            continue;
                        }
                        let others = places.without(node.cells);
                        let partner = find(&self.nodes, digit, others).filter(|_| !others.is_empty());
                        let is_new = |other: &usize| self.strong[at].iter().all(|(known, _)| known != other);
                        if let Some(other) = partner.filter(is_new) {
                            self.strong[at].push((other, Set::unit(unit, digit)));
                        }
                    }
                }
            }
        }
        if self.kind != Kind::X {
            for cell in self.visibility.board.empty_cells() {
                let digits: Vec<usize> = ones(self.visibility.board.digits(cell)).collect();
                if let [one, other] = *digits {
                    let ends = [one, other].map(|digit| find(&self.nodes, digit, Cells::of([cell])));
                    if let [Some(one), Some(other)] = ends {
                        self.strong[one].push((other, Set::cell(cell)));
                        self.strong[other].push((one, Set::cell(cell)));
                    }
                }
            }
        }
    }

    /// Whether two nodes cannot both be true.
    fn excludes(&self, one: Node, other: Node) -> bool {
        if one.digit == other.digit {
            !one.cells.meets(other.cells) && other.cells.is_within(self.visibility.seen_by_all(one.cells))
        } else {
            one.cells == other.cells && !one.is_group()
        }
    }

    fn opponents(&self, at: usize) -> Vec<usize> {
        let node = self.nodes[at];
        let is_linked = |&other: &usize| {
            let other = self.nodes[other];
            let is_wanted = self.kind != Kind::X && self.kind != Kind::Xy || node.digit == other.digit;
            is_wanted && self.excludes(node, other)
        };
        (0..self.nodes.len()).filter(is_linked).collect()
    }

    /// The candidates that both of two nodes exclude.
    fn hit(&self, one: usize, other: usize) -> Vec<PencilMark> {
        let (first, second) = (self.nodes[one], self.nodes[other]);
        let mut hit = Vec::new();
        if first.digit == second.digit {
            let seen = self.visibility.seen_by_all(first.cells).and(self.visibility.seen_by_all(second.cells));
            hit.extend(Visibility::marks(seen.and(self.visibility.places(first.digit)), first.digit));
        } else if !first.is_group() && !second.is_group() {
            let cells = [first, second].map(|node| node.cells.iter().next().unwrap_or_default());
            if cells[0] == cells[1] {
                let others = self.visibility.board.digits(cells[0]) & !(1 << first.digit | 1 << second.digit);
                hit.extend(ones(others).map(|digit| PencilMark::new(cells[0], digit)));
            } else if self.visibility.peers(cells[0]).contains(cells[1]) {
                hit.extend([PencilMark::new(cells[0], second.digit), PencilMark::new(cells[1], first.digit)]);
            }
        } else {
            // A group and a candidate: the candidate's cell does not have the group's digit if it sees the group.
            let (group, single) = if first.is_group() { (first, second) } else { (second, first) };
            if !single.is_group() && single.cells.is_within(self.visibility.seen_by_all(group.cells)) {
                hit.extend(Visibility::marks(single.cells, group.digit));
            }
        }
        hit.retain(|mark| self.visibility.board.has(*mark));
        hit
    }

    /// Finds the shortest chains from a false node, with their eliminations.
    fn search(&self, start: usize, steps: &mut Vec<Step>) {
        const NONE: usize = usize::MAX;
        // Twice the node, plus 1 if it is true.
        let mut parents = vec![NONE; 2 * self.nodes.len()];
        let mut depths = vec![0_usize; 2 * self.nodes.len()];
        let mut queue = VecDeque::from([2 * start]);
        parents[2 * start] = 2 * start;
        while let Some(state) = queue.pop_front() {
            if depths[state] >= LONGEST {
                continue;
            }
            let (node, is_on) = (state / 2, state % 2 == 1);
            let mut go = |to: usize| {
                if parents[to] == NONE {
                    (parents[to], depths[to]) = (state, depths[state] + 1);
                    queue.push_back(to);
                }
            };
            if is_on {
                self.weak[node].iter().for_each(|&to| go(2 * to));
            } else {
                self.strong[node].iter().for_each(|&(to, _)| go(2 * to + 1));
            }
        }
        for end in (0..self.nodes.len()).filter(|&end| parents[2 * end + 1] != NONE && depths[2 * end + 1] >= 3) {
            if end < start {
                continue;
            }
            let mut path = vec![2 * end + 1];
            while path[path.len() - 1] != 2 * start {
                path.push(parents[path[path.len() - 1]]);
            }
            path.reverse();
            self.close(&path, steps);
        }
    }

    fn close(&self, path: &[usize], steps: &mut Vec<Step>) {
        let (start, end) = (path[0] / 2, path[path.len() - 1] / 2);
        let has_group = path.iter().any(|state| self.nodes[state / 2].is_group());
        if (self.kind == Kind::Grouped) != has_group {
            return;
        }
        let (first, last) = (self.nodes[start], self.nodes[end]);
        let is_loop = start != end && self.excludes(first, last);
        let mut struck = if start == end {
            // The node is true: the remaining candidates of its cell are out.
            let cell = first.cells.iter().next().unwrap_or_default();
            let others = self.visibility.board.digits(cell) & !(1 << first.digit);
            if first.is_group() { Vec::new() } else { ones(others).map(|digit| PencilMark::new(cell, digit)).collect() }
        } else if (self.kind == Kind::X || self.kind == Kind::Xy) && first.digit != last.digit {
            Vec::new()
        } else {
            self.hit(start, end)
        };
        if is_loop && matches!(self.kind, Kind::Any | Kind::Grouped) {
            for pair in path.windows(2).filter(|pair| pair[0] % 2 == 1) {
                struck.extend(self.hit(pair[0] / 2, pair[1] / 2));
            }
        }
        struck.sort_unstable();
        struck.dedup();
        if struck.is_empty() || steps.iter().any(|step| step.struck == struck) {
            return;
        }
        let technique = self.name(start == end, is_loop, first.digit == last.digit);
        let mut figure = Figure::default();
        let mut bases = Vec::new();
        for pair in path.windows(2) {
            let (from, to) = (pair[0] / 2, pair[1] / 2);
            let set = self.strong[from].iter().find(|(node, _)| *node == to && pair[0] % 2 == 0).map(|(_, set)| *set);
            bases.extend(set.map(Base::Set));
            let says = |state: usize| {
                let mark = self.nodes[state / 2].marks().next().expect("a node has a candidate");
                Literal { mark, is_true: state % 2 == 1 }
            };
            figure.links.push(Link { from: says(pair[0]), to: says(pair[1]), by: set });
        }
        for &state in path {
            let role = if state % 2 == 1 { Role::On } else { Role::Off };
            figure.marks.extend(self.nodes[state / 2].marks().map(|mark| (mark, role)));
        }
        figure.marks.sort_unstable();
        figure.marks.dedup_by_key(|(mark, _)| *mark);
        steps.extend(step(self.visibility, technique, struck, &bases, figure));
    }

    fn name(&self, is_closed: bool, is_loop: bool, is_same_digit: bool) -> &'static Technique {
        match (self.kind, is_closed, is_loop, is_same_digit) {
            (Kind::X, ..) => &X_CHAIN,
            (Kind::Xy, ..) => &XY_CHAIN,
            (Kind::Any, _, true, _) => &CONTINUOUS_LOOP,
            (Kind::Any, false, _, true) => &AIC,
            (Kind::Any, ..) => &DISCONTINUOUS_LOOP,
            (Kind::Grouped, _, true, _) => &GROUPED_CONTINUOUS_LOOP,
            (Kind::Grouped, false, _, true) => &GROUPED_AIC,
            (Kind::Grouped, ..) => &GROUPED_DISCONTINUOUS_LOOP,
        }
    }
}

fn chains(position: &Position<'_>, kind: Kind, found: Found<'_>) -> ControlFlow<()> {
    let Some(visibility) = Visibility::of(position.board) else { return ControlFlow::Continue(()) };
    let graph = Graph::of(&visibility, kind);
    let mut steps = Vec::new();
    for start in 0..graph.nodes.len() {
        if position.running.check().is_err() {
            return ControlFlow::Break(());
        }
        graph.search(start, &mut steps);
    }
    hand_over(steps, found)
}

/// X-chains.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn x_chains(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    chains(position, Kind::X, found)
}

/// XY-chains.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn xy_chains(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    chains(position, Kind::Xy, found)
}

/// Nice loops and alternating inference chains.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn nice_loops(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    chains(position, Kind::Any, found)
}

/// Nice loops and alternating inference chains with groups.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn grouped_loops(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    chains(position, Kind::Grouped, found)
}
