//! Chains of candidates, or groups of them, of which each that is false makes the next true and each that is true makes the next false.
//!
//! A chain that begins with a candidate false and ends with one true says that one of the two is true: what sees both is out. Where
//! the two see each other the chain is a loop, and every pair of neighbours in it has one true.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use crate::logic::bits::{Cells, ones};
use crate::logic::field::Field;
use crate::logic::finder::{Found, Position};
use crate::logic::layout::{Literal, Mark, Set};
use crate::logic::patterns::order::hand_over;
use crate::logic::refute::{Base, step};
use crate::logic::step::{Figure, Link, Role, Step};
use crate::logic::technique::Technique;

macro_rules! chain {
    ($($name:ident $word:literal $title:literal $code:literal $aliases:expr, $summary:literal;)+) => {
        $(
            #[doc = concat!("The ", $title, ".")]
            pub static $name: Technique = Technique::unrated($word, $title, $aliases, $code, $summary);
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

/// Longer chains are not sought.
const LONGEST: usize = 20;

/// A candidate, or places of a digit in a box and a line.
#[derive(Clone, Copy, Debug)]
struct Node {
    digit: usize,
    cells: Cells,
}

impl Node {
    fn is_group(&self) -> bool {
        self.cells.count() > 1
    }

    fn marks(self) -> impl Iterator<Item = Mark> + Clone {
        Field::marks(self.cells, self.digit)
    }
}

/// Which links a chain may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Of one digit.
    X,
    /// From digit to digit of a cell when false, from cell to cell when true.
    Xy,
    /// Any.
    Any,
    /// Any, with groups.
    Grouped,
}

struct Graph<'a, 'f> {
    field: &'f Field<'a>,
    kind: Kind,
    nodes: Vec<Node>,
    /// For each node those that are true where it is false, by which set.
    strong: Vec<Vec<(usize, Set)>>,
    /// For each node those that are false where it is true.
    weak: Vec<Vec<usize>>,
}

impl<'a, 'f> Graph<'a, 'f> {
    fn of(field: &'f Field<'a>, kind: Kind) -> Self {
        let candidates = field
            .board
            .empty_cells()
            .flat_map(|cell| ones(field.board.digits(cell)).map(move |digit| Node { digit, cells: Cells::of([cell]) }));
        let mut nodes: Vec<Node> = candidates.collect();
        let units = 0..field.layout.unit_count();
        for digit in (0..field.layout.digit_count()).filter(|_| kind == Kind::Grouped) {
            for block in field.boxes() {
                for line in units.clone().filter(|&line| line != block) {
                    let cells = field.of_unit(block, digit).and(field.unit(line));
                    if cells.count() > 1 && !nodes.iter().any(|node| node.digit == digit && node.cells == cells) {
                        nodes.push(Node { digit, cells });
                    }
                }
            }
        }
        let mut graph = Self { field, kind, strong: vec![Vec::new(); nodes.len()], weak: Vec::new(), nodes };
        graph.link_strongly();
        graph.weak = (0..graph.nodes.len()).map(|at| graph.opponents(at)).collect();
        graph
    }

    fn link_strongly(&mut self) {
        let find = |nodes: &[Node], digit, cells| nodes.iter().position(|of| of.digit == digit && of.cells == cells);
        let layout = self.field.layout;
        if self.kind != Kind::Xy {
            for unit in (0..layout.unit_count()).filter(|&unit| layout.is_full(unit)) {
                for digit in 0..layout.digit_count() {
                    let places = self.field.of_unit(unit, digit);
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
            for cell in self.field.board.empty_cells() {
                let digits: Vec<usize> = ones(self.field.board.digits(cell)).collect();
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
            !one.cells.meets(other.cells) && other.cells.is_within(self.field.seen_by_all(one.cells))
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

    /// The candidates that cannot be true beside either of two nodes.
    fn hit(&self, one: usize, other: usize) -> Vec<Mark> {
        let (first, second) = (self.nodes[one], self.nodes[other]);
        let mut hit = Vec::new();
        if first.digit == second.digit {
            let seen = self.field.seen_by_all(first.cells).and(self.field.seen_by_all(second.cells));
            hit.extend(Field::marks(seen.and(self.field.places(first.digit)), first.digit));
        } else if !first.is_group() && !second.is_group() {
            let cells = [first, second].map(|node| node.cells.iter().next().unwrap_or_default());
            if cells[0] == cells[1] {
                let others = self.field.board.digits(cells[0]) & !(1 << first.digit | 1 << second.digit);
                hit.extend(ones(others).map(|digit| Mark::new(cells[0], digit)));
            } else if self.field.peers(cells[0]).contains(cells[1]) {
                hit.extend([Mark::new(cells[0], second.digit), Mark::new(cells[1], first.digit)]);
            }
        } else {
            // A group and a candidate: the candidate's cell has not the group's digit if it sees the group.
            let (group, single) = if first.is_group() { (first, second) } else { (second, first) };
            if !single.is_group() && single.cells.is_within(self.field.seen_by_all(group.cells)) {
                hit.extend(Field::marks(single.cells, group.digit));
            }
        }
        hit.retain(|mark| self.field.board.has(*mark));
        hit
    }

    /// The shortest chains from a node that is false, each with what it strikes out.
    fn search(&self, start: usize, steps: &mut Vec<Step>) {
        const NONE: usize = usize::MAX;
        // Twice the node, and 1 where it is true.
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
            // It is true: what its cell has beside it is out.
            let cell = first.cells.iter().next().unwrap_or_default();
            let others = self.field.board.digits(cell) & !(1 << first.digit);
            if first.is_group() { Vec::new() } else { ones(others).map(|digit| Mark::new(cell, digit)).collect() }
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
        steps.extend(step(self.field, technique, struck, &bases, figure));
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
    let Some(field) = Field::of(position.board) else { return ControlFlow::Continue(()) };
    let graph = Graph::of(&field, kind);
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
/// A break where `found` asks for it, as with all finders.
pub fn x_chains(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    chains(position, Kind::X, found)
}

/// XY-chains.
///
/// # Errors
/// A break where `found` asks for it, as with all finders.
pub fn xy_chains(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    chains(position, Kind::Xy, found)
}

/// Nice loops and alternating inference chains.
///
/// # Errors
/// A break where `found` asks for it, as with all finders.
pub fn nice_loops(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    chains(position, Kind::Any, found)
}

/// The same with groups.
///
/// # Errors
/// A break where `found` asks for it, as with all finders.
pub fn grouped_loops(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    chains(position, Kind::Grouped, found)
}
