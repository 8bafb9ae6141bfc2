//! What answers without clauses (deduction, direct search, exact cover), and all ways to solve against one another.

mod counts;
mod cover;
mod facade;
mod local;
mod puzzles;
mod reduction;
mod relations;
mod search;
mod steps;
