//! What rules that are automata cost: states, edges and clauses at sides of 9, 16, 25 and 36.
//!
//! `cargo run --release -p satdoku-peers --bin automata [WORD…]` prints the rows whose line contains a word, as a table for a page. A
//! rule stands alone on an empty board; its clauses are those of the `minimal` encoding beyond the board's own. Where the largest state
//! of a rule depends on a number, the number is the worst or near it.

use std::sync::Arc;
use std::time::Instant;

use satdoku::constraint::Constraint;
use satdoku::{Encoding, Formula, FormulaSize, Geometry, Grid, Rule};

/// The orders of the boards.
const ORDERS: [usize; 4] = [3, 4, 5, 6];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    println!("| rule, at a side of N | N | states | edges | clauses | variables | ms |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    for (name, line) in rules() {
        if words.is_empty() || words.iter().any(|word| name.contains(word.as_str())) {
            for order in ORDERS {
                row(name, order, &line(order * order));
            }
        }
    }
}

type Line = Box<dyn Fn(usize) -> String>;

/// Rules that are automata, each with its line at a side.
fn rules() -> Vec<(&'static str, Line)> {
    // Half of what all digits but the lowest and the highest make.
    let half = |side: usize| (side * (side + 1) / 2 - side - 1) / 2;
    let row = |cells: usize| (1..=cells).map(|column| format!(" r1c{column}")).collect::<Vec<_>>().concat();
    let diagonal = |cells: usize| (1..=cells).map(|at| format!(" r{at}c{at}")).collect::<Vec<_>>().concat();
    vec![
        ("sandwich of half of the sum", Box::new(move |side| format!("sandwich {} row 1", half(side)))),
        ("lunchbox of half of the sum, N cells", Box::new(move |side| format!("lunchbox {}{}", half(side), row(side)))),
        ("xsum of half of the sum", Box::new(move |side| format!("xsum {} row 1 left", half(side)))),
        ("skyscraper N/2", Box::new(|side| format!("skyscraper {} row 1 left", side / 2))),
        ("hiddenskyscraper N/2", Box::new(|side| format!("hiddenskyscraper {} row 1 left", side / 2))),
        ("fullrank 2N", Box::new(|side| format!("fullrank {} row 1 left", 2 * side))),
        ("contains 1,2,2 in N cells", Box::new(move |side| format!("contains 1,2,2{}", diagonal(side)))),
        ("exactly 1*2,2*3 in N cells", Box::new(move |side| format!("exactly 1*2,2*3{}", diagonal(side)))),
        ("countdistinct of 6 cells", Box::new(move |_| format!("countdistinct r1c9 :{}", diagonal(6)))),
        ("countingcircles of N cells", Box::new(move |side| format!("countingcircles{}", diagonal(side)))),
        ("sumline N, N cells", Box::new(move |side| format!("sumline {side}{}", diagonal(side)))),
        ("rellik N, 4 cells", Box::new(move |side| format!("rellik {side}{}", row(4)))),
        ("equality of 6 cells", Box::new(move |_| format!("equality{}", diagonal(6)))),
        ("doublearrow of N cells", Box::new(move |side| format!("doublearrow{}", diagonal(side)))),
        ("regionsum, the diagonal", Box::new(move |side| format!("regionsum{}", diagonal(side)))),
        ("entropic of N cells", Box::new(move |side| format!("entropic{}", diagonal(side)))),
        ("regex .*1..*2.* of N cells", Box::new(move |side| format!("regex .*1..*2.* :{}", diagonal(side)))),
    ]
}

fn row(name: &str, order: usize, line: &str) {
    let board = Arc::new(Geometry::of_order(order).expect("the board fits"));
    let side = order * order;
    let empty = Grid::empty(&board);
    let rule: Rule = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
    let start = Instant::now();
    let sizes = empty.with_rules(vec![rule]).map_err(|error| error.to_string()).and_then(|ruled| {
        let (states, edges) = automata(ruled.rules().constraints().iter().map(|(_, constraint)| constraint));
        let (plain, with) = (size(&empty)?, size(&ruled)?);
        Ok((states, edges, with.clauses - plain.clauses, with.variables - plain.variables))
    });
    let time = 1e3 * start.elapsed().as_secs_f64();
    match sizes {
        Ok((states, edges, clauses, variables)) => {
            println!("| {name} | {side} | {states} | {edges} | {clauses} | {variables} | {time:.1} |");
        }
        Err(problem) => println!("| {name} | {side} | {problem} | | | | {time:.1} |"),
    }
}

fn size(grid: &Grid) -> Result<FormulaSize, String> {
    Formula::new(grid, Encoding::Minimal).map(|formula| formula.size()).map_err(|error| error.to_string())
}

/// The states and edges of all automata among constraints.
fn automata<'a>(constraints: impl Iterator<Item = &'a Constraint>) -> (usize, usize) {
    let size = |constraint: &Constraint| match constraint {
        Constraint::Automaton { automaton, .. } => (
            (0..=automaton.len()).map(|layer| automaton.states(layer)).sum(),
            (0..automaton.len()).map(|layer| automaton.edges(layer).count()).sum(),
        ),
        Constraint::Choice(choice) => automata(choice.alternatives().iter().flatten()),
        _ => (0, 0),
    };
    constraints.map(size).fold((0, 0), |sum, size| (sum.0 + size.0, sum.1 + size.1))
}
