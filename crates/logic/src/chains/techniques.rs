//! The techniques, from one kind of chain to chains nested in chains.

use std::ops::ControlFlow;

use crate::board::Board;
use crate::candidate_graph::{CandidateGraph, Node};
use crate::chains::chain::Shape;
use crate::chains::key::{Key, Kind};
use crate::chains::multiple::{Multiples, Source};
use crate::chains::nested::Inner;
use crate::chains::prove::{Found as Proved, Prover, single as prove_single};
use crate::chains::run::Mode;
use crate::chains::single::Singles;
use crate::finder::{Found, Position};
use crate::step::Step;
use crate::technique::Technique;

const fn technique(
    name: &'static str,
    title: &'static str,
    rating: u16,
    highest: u16,
    summary: &'static str,
) -> Technique {
    Technique { name, title, aliases: &[], rating, highest, hodoku: None, needs_uniqueness: false, summary }
}

/// A continuous loop of links of one digit, or of cells of two candidates.
pub(crate) static CYCLE: Technique = technique(
    "forcing-cycle",
    "forcing cycle",
    65,
    90,
    "a loop of candidates that are on and off by turns: what sees one of each is out",
);
/// A chain of candidates of one digit whose end contradicts the beginning.
pub(crate) static X_CHAIN: Technique = technique(
    "forcing-x-chain",
    "forcing X-chain",
    66,
    90,
    "a chain of places of one digit whose end is the opposite of its beginning",
);
/// A chain of candidates of several digits whose end contradicts the beginning.
pub(crate) static CHAIN: Technique = technique(
    "forcing-chain",
    "forcing chain",
    70,
    95,
    "a chain of candidates whose end is the opposite of its beginning",
);
/// A digit in a cell would break its own units.
pub(crate) static NISHIO: Technique = technique(
    "nishio",
    "Nishio forcing chain",
    75,
    90,
    "a digit in a cell leaves no room for the same digit elsewhere",
);
/// All digits of a cell imply the same.
pub(crate) static CELL: Technique =
    technique("cell-forcing-chain", "cell forcing chain", 80, 100, "all digits of a cell imply the same");
/// All places of a digit in a unit imply the same.
pub(crate) static REGION: Technique = technique(
    "region-forcing-chain",
    "region forcing chain",
    80,
    100,
    "all places of a digit in a unit imply the same",
);
/// A dynamic chain from a candidate to a contradiction.
pub(crate) static CONTRADICTION: Technique = technique(
    "dynamic-contradiction",
    "dynamic contradiction forcing chain",
    85,
    120,
    "a candidate and all that follows from it end in a contradiction",
);
/// A candidate on and off implies the same.
pub(crate) static DOUBLE: Technique = technique(
    "dynamic-double",
    "dynamic double forcing chain",
    85,
    120,
    "a candidate, true or false, implies the same",
);
/// A dynamic chain from all digits of a cell.
pub(crate) static DYNAMIC_CELL: Technique = technique(
    "dynamic-cell",
    "dynamic cell forcing chain",
    85,
    120,
    "all digits of a cell and what follows from them imply the same",
);
/// A dynamic chain from all places of a digit in a unit.
pub(crate) static DYNAMIC_REGION: Technique = technique(
    "dynamic-region",
    "dynamic region forcing chain",
    85,
    120,
    "all places of a digit in a unit and what follows from them imply the same",
);

/// A dynamic chain that uses locked candidates, pairs or X-wings on its way.
pub(crate) static PLUS: Technique = technique(
    "dynamic-plus",
    "dynamic forcing chain with patterns",
    90,
    120,
    "a dynamic forcing chain that uses locked candidates, pairs or X-wings on its way",
);

/// A dynamic chain that uses forcing chains and cycles on its way.
pub(crate) static NESTED: Technique = technique(
    "nested-forcing-chain",
    "dynamic forcing chain with forcing chains",
    95,
    130,
    "a dynamic forcing chain that uses forcing chains and cycles on its way",
);
/// A dynamic chain that uses cell and region forcing chains on its way.
pub(crate) static NESTED_MULTIPLE: Technique = technique(
    "nested-multiple",
    "dynamic forcing chain with cell and region forcing chains",
    100,
    130,
    "a dynamic forcing chain that uses cell and region forcing chains on its way",
);
/// A dynamic chain that uses dynamic chains on its way.
pub(crate) static NESTED_DYNAMIC: Technique = technique(
    "nested-dynamic",
    "dynamic forcing chain with dynamic forcing chains",
    105,
    130,
    "a dynamic forcing chain that uses dynamic forcing chains on its way",
);
/// A dynamic chain that uses dynamic chains with patterns on its way.
pub(crate) static NESTED_DYNAMIC_PLUS: Technique = technique(
    "nested-dynamic-plus",
    "dynamic forcing chain with dynamic forcing chains with patterns",
    110,
    130,
    "a dynamic forcing chain that uses dynamic forcing chains with patterns on its way",
);

/// Finds the first of forcing chains and cycles, from 6.5.
///
/// Like the finders below it hands over one step: the one that is taken.
pub(crate) fn forcing_chains(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    let Some(graph) = CandidateGraph::with_rules(position.board) else { return ControlFlow::Continue(()) };
    let mut go_on = || position.running.check().is_ok();
    let Some(chain) = Singles::first(&graph, graph.masks(), &mut go_on) else { return ended(position) };
    let technique = match (chain.shape, chain.key.kind()) {
        (Shape::Cycle, _) => &CYCLE,
        (_, Kind::X) => &X_CHAIN,
        _ => &CHAIN,
    };
    found(step(position.board, &graph, technique, chain.key, prove_single(&graph, &chain)))
}

/// Finds the first Nishio forcing chain, from 7.5.
pub(crate) fn nishio(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    branching(position, Mode { is_dynamic: true, is_nishio: true, level: 0 }, 75, found)
}

/// Finds the first of cell and region forcing chains, from 8.0.
pub(crate) fn multiple(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    branching(position, Mode { is_dynamic: false, is_nishio: false, level: 0 }, 80, found)
}

/// Finds the first dynamic forcing chain, from 8.5.
pub(crate) fn dynamic(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    branching(position, Mode { is_dynamic: true, is_nishio: false, level: 0 }, 85, found)
}

/// Finds the first dynamic forcing chain with locked candidates, pairs and X-wings within, from 9.0.
pub(crate) fn dynamic_plus(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    branching(position, Mode { is_dynamic: true, is_nishio: false, level: 1 }, 90, found)
}

/// Finds the first dynamic forcing chain with forcing chains and cycles within, from 9.5.
pub(crate) fn nested(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    branching(position, Mode { is_dynamic: true, is_nishio: false, level: 2 }, 95, found)
}

/// Finds the first dynamic forcing chain with cell and region forcing chains within, from 10.0.
pub(crate) fn nested_multiple(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    branching(position, Mode { is_dynamic: true, is_nishio: false, level: 3 }, 100, found)
}

/// Finds the first dynamic forcing chain with dynamic forcing chains within, from 10.5.
pub(crate) fn nested_dynamic(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    branching(position, Mode { is_dynamic: true, is_nishio: false, level: 4 }, 105, found)
}

/// Finds the first dynamic forcing chain with dynamic forcing chains with patterns within, from 11.0.
pub(crate) fn nested_dynamic_plus(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    branching(position, Mode { is_dynamic: true, is_nishio: false, level: 5 }, 110, found)
}

fn branching(position: &Position<'_>, mode: Mode, base: u16, found: Found<'_>) -> ControlFlow<()> {
    let Some(graph) = CandidateGraph::with_rules(position.board) else { return ControlFlow::Continue(()) };
    let mut inner = Inner::new(position.board, mode.level, position.running);
    let mut go_on = || position.running.check().is_ok();
    let Some((key, source)) = Multiples::first(&graph, graph.masks(), (mode, base), &mut inner, &mut go_on) else {
        return ended(position);
    };
    let technique = match source {
        _ if mode.level > 0 => {
            [&PLUS, &NESTED, &NESTED_MULTIPLE, &NESTED_DYNAMIC, &NESTED_DYNAMIC_PLUS][usize::from(mode.level) - 1]
        }
        Source::Contradiction(..) if mode.is_nishio => &NISHIO,
        Source::Contradiction(..) => &CONTRADICTION,
        Source::Double(..) => &DOUBLE,
        Source::Set(set, _) => match (usize::from(set) < graph.cells(), mode.is_dynamic) {
            (true, false) => &CELL,
            (false, false) => &REGION,
            (true, true) => &DYNAMIC_CELL,
            (false, true) => &DYNAMIC_REGION,
        },
    };
    let proved = Prover { graph: &graph, masks: graph.masks(), mode, inner: &mut inner.proving() }.multiple(source);
    found(step(position.board, &graph, technique, key, proved))
}

/// Nothing was found: because there is nothing, or because the time is over.
fn ended(position: &Position<'_>) -> ControlFlow<()> {
    if position.running.check().is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

fn step(board: &Board, graph: &CandidateGraph, technique: &'static Technique, key: Key, proved: Proved) -> Step {
    let marks = |nodes: &[Node]| nodes.iter().map(|&node| graph.mark(node)).collect::<Vec<_>>();
    let (placed, struck) = (marks(&proved.placed), marks(&proved.struck));
    debug_assert!(placed.iter().chain(&struck).all(|&mark| board.has(mark)), "a chain concludes about open candidates");
    Step { technique, rating: key.tenths(), placed, struck, proof: proved.proof, figure: proved.figure }
}
