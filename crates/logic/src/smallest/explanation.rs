//! The technique, and the search from small explanations to large ones.

use std::borrow::Cow;
use std::ops::ControlFlow;

use satdoku_base::budget::{Running, StopReason};

use crate::board::Board;
use crate::candidate_graph::Node;
use crate::finder::{Found, Position};
use crate::pencil_mark::{Literal, PencilMark};
use crate::proof::ProofLine;
use crate::smallest::premises::Premises;
use crate::smallest::search::Search;
use crate::smallest::shape;
use crate::step::{Explained, Figure, Premise, Role, Step};
use crate::technique::Technique;
use crate::walk_cache::WalkCache;

/// What follows from few premises.
pub static EXPLANATION: Technique = Technique {
    name: "smallest-explanation",
    title: "smallest explanation",
    aliases: &["mus"],
    rating: 0,
    highest: 0,
    hodoku: None,
    needs_uniqueness: false,
    summary: "few units, cells and rules together leave a candidate no way to be true",
};

/// The smallest explanation of any candidate.
///
/// # Errors
/// A break where `found` asks for it, as with all finders.
pub fn explanations(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    match explain(position.board, None, position.running, position.cache) {
        Ok(Some(step)) => found(step),
        Ok(None) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    }
}

/// The smallest explanation of one candidate, or of any; none where there is none, or the board has too many candidates.
///
/// # Errors
/// If the budget runs out.
pub fn explain(
    board: &Board,
    asked: Option<PencilMark>,
    running: &Running,
    cache: &WalkCache,
) -> Result<Option<Step>, StopReason> {
    let Some(premises) = Premises::of(board) else { return Ok(None) };
    let all = 0..premises.graph.len() as Node;
    let asked: Vec<Node> = all.filter(|&node| asked.is_none_or(|mark| premises.graph.mark(node) == mark)).collect();
    let mut search = Search::new(&premises, &asked, running, cache)?;
    let Some(found) = search.run()? else { return Ok(None) };
    let mut refuted = search.refuted_by(&found.premises, found.node)?;
    refuted.push((found.node, found.refutation));
    refuted.sort_by_key(|(node, _)| premises.graph.mark(*node));
    let struck: Vec<PencilMark> = refuted.iter().map(|(node, _)| premises.graph.mark(*node)).collect();
    let lines = refuted
        .into_iter()
        .map(|(node, refutation)| ProofLine::refuted(Literal::off(premises.graph.mark(node)), refutation.lines));
    let mut marks: Vec<PencilMark> =
        found.premises.iter().flat_map(|&id| premises.nodes(id)).map(|node| premises.graph.mark(node)).collect();
    marks.sort_unstable();
    marks.dedup();
    marks.retain(|mark| !struck.contains(mark));
    let mut units: Vec<u16> = found.premises.iter().filter_map(|&id| premises.unit(id)).collect();
    units.sort_unstable();
    units.dedup();
    let cost = premises.cost(&found.premises);
    let named: Vec<Premise> = found.premises.iter().map(|&id| premises.named(id)).collect();
    let name = shape::name(premises.layout, &named).map(Cow::Borrowed);
    let explained = Explained { name, premises: named, cost, is_smallest: found.is_smallest };
    Ok(Some(Step {
        technique: &EXPLANATION,
        rating: rating(cost),
        placed: Vec::new(),
        proof: lines.collect(),
        struck,
        figure: Figure {
            units,
            marks: marks.into_iter().map(|mark| (mark, Role::Base)).collect(),
            links: Vec::new(),
            explained: Some(explained),
        },
    }))
}

/// What an explanation of so many halves is estimated to be on Sudoku Explainer's scale, in tenths.
///
/// The table is what that scale says of the techniques whose conclusions need so much (a pair or locked candidates 2, an X-wing 4, a
/// swordfish 5 or 6, a jellyfish 8); beyond it each doubling counts 1.5 more.
pub(super) fn rating(halves: u32) -> u16 {
    const TABLE: [u16; 17] = [20, 20, 20, 24, 26, 32, 36, 40, 44, 52, 60, 63, 66, 68, 69, 70, 72];
    let is_reached = |tenths: &u16| 16.0 * (f64::from(*tenths) / 15.0).exp2() <= f64::from(halves);
    TABLE.get(halves as usize).copied().unwrap_or_else(|| 72 + (1..=150).take_while(is_reached).count() as u16)
}
