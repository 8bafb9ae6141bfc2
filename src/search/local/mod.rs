//! Local search: focused annealing over partial assignments, for large grids that have solutions.
//!
//! The puzzle is taken as an exact cover problem: its *items* are the empty cells and, for each unit, the digits it lacks. A
//! state is a set of candidates that break no rule; the items that no candidate covers are *open*. A move takes an open
//! item and one of its candidates at random, writes it and drops what clashes with it. That leaves the state without a
//! clash, whatever the shape of the board, and treats "which digit goes here?" and "where does this digit go?" alike. A move
//! that drops k candidates makes the state worse by k − 1; it is made with the probability exp(−(k − 1)/T), so that a
//! free place is always taken and an exchange of one for one always made. T falls in a geometric sequence around the
//! temperature where such puzzles freeze, which follows from the candidates per cell; a run that freezes away from a
//! solution is followed by another, longer one.
//!
//! Partial assignments are those of I. Blöchliger and N. Zufferey, *A graph coloring heuristic using partial solutions and a
//! reactive tabu scheme* (2008); open items as the focus of Metropolis moves are those of S. Seitz, M. Alava and P.
//! Orponen, *Focused local search for random 3-satisfiability* (2005); annealing goes back to S. Kirkpatrick, C. Gelatt and
//! M. Vecchi (1983), on Sudoku to R. Lewis, *Metaheuristics can solve Sudoku puzzles* (2007). Knows no proof: it finds
//! solutions or gives up.

mod annealing;
mod random;
mod schedule;
mod tables;
mod uncovered;
mod walk;

pub use annealing::Local;
