//! Marks between cells, and rules about all pairs without a mark, in the same puzzle.

use std::collections::HashSet;

use crate::geometry::Cell;
use crate::rule::any::Rule;
use crate::rule::negative::{Negative, in_order};
use crate::rule::pair::PairKind;

impl Negative {
    /// Has each such rule except the pairs between which other rules of the puzzle are marks, as setters' programs do.
    pub(crate) fn except_marked(rules: &mut [Rule]) {
        let marks = rules.iter().filter_map(|rule| match rule {
            Rule::Pair(mark) => Some((mark.kind, in_order(mark.cells))),
            _ => None,
        });
        let mut marks: Vec<(PairKind, [Cell; 2])> = marks.collect();
        marks.sort_unstable_by_key(|&(_, pair)| pair);
        Self::except_all(rules, &marks);
    }

    fn except_all(rules: &mut [Rule], marks: &[(PairKind, [Cell; 2])]) {
        for rule in rules {
            match rule {
                Rule::Negative(negative) => {
                    let mut known: HashSet<[Cell; 2]> = negative.except.iter().map(|&pair| in_order(pair)).collect();
                    let about = marks.iter().filter(|(kind, _)| negative.is_about(*kind)).map(|&(_, pair)| pair);
                    let missing: Vec<[Cell; 2]> = about.filter(|&pair| known.insert(pair)).collect();
                    negative.except.extend(missing);
                }
                Rule::Combination(combination) => {
                    combination.alternatives.iter_mut().for_each(|alternative| Self::except_all(alternative, marks));
                }
                _ => {}
            }
        }
    }
}
