//! Local search: focused annealing over partial assignments, for large grids that have solutions.
//!
//! The puzzle is taken as an exact cover problem: its *items* are the empty cells and, for each unit, the missing digits. A state
//! is a set of candidates without a clash; the items covered by no candidate are *open*. A move picks an open item and one of its
//! candidates at random, writes the candidate and drops the candidates that clash with it. The state stays without a clash on
//! boards of any shape, and "which digit goes here?" and "where does this digit go?" are treated alike. A move that drops k
//! candidates makes the state worse by k − 1 and is made with the probability exp(−(k − 1)/T), so that a free place is always taken
//! and an exchange of one for one always made. T falls in a geometric sequence around the temperature where Sudoku puzzles freeze,
//! which follows from the candidates per cell. If a run freezes away from a solution, a longer run follows.
//!
//! Partial assignments are those of I. Blöchliger and N. Zufferey, *A graph coloring heuristic using partial solutions and a
//! reactive tabu scheme* (2008); open items as the focus of Metropolis moves are those of S. Seitz, M. Alava and P.
//! Orponen, *Focused local search for random 3-satisfiability* (2005); annealing goes back to S. Kirkpatrick, C. Gelatt and
//! M. Vecchi (1983), on Sudoku to R. Lewis, *Metaheuristics can solve Sudoku puzzles* (2007). Knows no proof: it finds
//! solutions or gives up.

mod annealing;
mod schedule;
mod tables;
mod uncovered;
mod walk;

pub use annealing::Local;
