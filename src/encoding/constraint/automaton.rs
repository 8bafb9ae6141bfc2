//! Automata, with a variable for each state of each layer.
//!
//! In each layer exactly one state is reached, determined by the earlier candidates. A state and a digit imply the next state. A
//! state reached by a digit implies one of its predecessors under the digit. Each state has an outgoing digit and an incoming
//! digit; each digit has a supporting state on either side. Unit propagation is then close to that of edge variables (F. Bacchus,
//! *GAC via unit propagation*, 2007) at a fraction of their number.

use std::collections::BTreeMap;

use crate::cnf::ClauseSink;
use crate::constraint::Automaton;
use crate::encoding::Term;
use crate::encoding::constraint::{Writer, not};
use crate::geometry::Cell;

/// An edge: source state, number of the symbol, target state.
pub(super) type Edge = (usize, usize, usize);

impl<S: ClauseSink + ?Sized> Writer<'_, '_, S> {
    pub(super) fn automaton_over(&mut self, cells: &[Cell], automaton: &Automaton) -> Result<(), S::Error> {
        let symbols: Vec<Vec<Term>> = cells.iter().map(|&cell| self.terms(cell)).collect();
        let edges: Vec<Vec<Edge>> = (0..cells.len()).map(|layer| automaton.edges(layer).collect()).collect();
        self.layers(&symbols, edges)
    }

    /// Writes a layered automaton over symbols; in each layer exactly one symbol is true. The automaton starts in state 0 and
    /// accepts in any state behind the last layer.
    pub(super) fn layers(&mut self, symbols: &[Vec<Term>], mut edges: Vec<Vec<Edge>>) -> Result<(), S::Error> {
        trim(symbols, &mut edges);
        if edges.iter().any(Vec::is_empty) {
            return if edges.is_empty() { Ok(()) } else { self.clause([]) };
        }
        let mut before: BTreeMap<usize, Term> = BTreeMap::from([(0, Term::True)]);
        let last = edges.len() - 1;
        for (layer, edges) in edges.iter().enumerate() {
            let mut behind: BTreeMap<usize, Term> = BTreeMap::new();
            behind.extend(edges.iter().map(|&(_, _, to)| (to, Term::True)));
            // Behind the last layer any state will do, and a single state is known to be reached.
            if layer < last && behind.len() > 1 {
                for state in behind.values_mut() {
                    *state = self.fresh();
                }
            }
            let is_last = layer == last;
            self.layer(&symbols[layer], edges, &before, (&behind, is_last))?;
            before = behind;
        }
        Ok(())
    }

    fn layer(
        &mut self,
        symbols: &[Term],
        edges: &[Edge],
        before: &BTreeMap<usize, Term>,
        (behind, is_last): (&BTreeMap<usize, Term>, bool),
    ) -> Result<(), S::Error> {
        let mut onwards: BTreeMap<usize, Vec<Term>> = BTreeMap::new();
        let mut inwards: BTreeMap<usize, Vec<Term>> = BTreeMap::new();
        let mut origins: BTreeMap<(usize, usize), Vec<Term>> = BTreeMap::new();
        let mut bearing: Vec<Vec<Term>> = vec![Vec::new(); symbols.len()];
        let mut leading: Vec<Vec<Term>> = vec![Vec::new(); symbols.len()];
        for &(from, symbol, to) in edges {
            onwards.entry(from).or_default().push(symbols[symbol]);
            inwards.entry(to).or_default().push(symbols[symbol]);
            origins.entry((to, symbol)).or_default().push(before[&from]);
            bearing[symbol].push(before[&from]);
            leading[symbol].push(behind[&to]);
            if !is_last {
                self.clause([not(before[&from]), not(symbols[symbol]), behind[&to]])?;
            }
        }
        for (state, symbols) in onwards {
            self.clause([not(before[&state])].into_iter().chain(symbols))?;
        }
        if !is_last {
            for (state, symbols) in inwards {
                self.clause([not(behind[&state])].into_iter().chain(symbols))?;
            }
            // Without these clauses, unreachable states could be true as well, and a filling would have many models.
            for ((state, symbol), from) in origins {
                self.clause([not(behind[&state]), not(symbols[symbol])].into_iter().chain(from))?;
            }
        }
        for (symbol, (bearing, leading)) in bearing.into_iter().zip(leading).enumerate() {
            if symbols[symbol] == Term::False {
                continue;
            }
            self.clause([not(symbols[symbol])].into_iter().chain(bearing))?;
            if !is_last {
                self.clause([not(symbols[symbol])].into_iter().chain(leading))?;
            }
        }
        Ok(())
    }
}

/// Keeps the edges on a path from start to end over possible symbols.
fn trim(symbols: &[Vec<Term>], edges: &mut [Vec<Edge>]) {
    let mut reached = std::collections::HashSet::from([0]);
    for (symbols, edges) in symbols.iter().zip(edges.iter_mut()) {
        edges.retain(|&(from, symbol, _)| reached.contains(&from) && symbols[symbol] != Term::False);
        reached = edges.iter().map(|&(_, _, to)| to).collect();
    }
    for edges in edges.iter_mut().rev() {
        edges.retain(|&(_, _, to)| reached.contains(&to));
        reached = edges.iter().map(|&(from, ..)| from).collect();
    }
}
