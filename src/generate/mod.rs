//! Seeded, streaming puzzle generators for boards of any shape.
//!
//! A [`Recipe`] describes the wanted puzzles; [`puzzles`](Recipe::puzzles) generates them one by one. Puzzle k depends on the
//! recipe and k alone, so that a run can be cut in parts, continued and spread over threads and machines, and gives the same
//! puzzles.
//!
//! | file | what it is |
//! | --- | --- |
//! | `recipe` | what is wanted, and whether it can be had |
//! | `puzzles`, `generated` | the stream of puzzles; a generated puzzle with its solution |
//! | `classic` | many 9×9 puzzles at once, tested in the lanes of the kernel |
//! | `attempt` | one full grid and what becomes of it |
//! | `full_grid`, `uniform` | random full grids; the same, each as likely as any other |
//! | `removal`, `removal_by_search`, `refutation` | which clues are tried together; who tests them; the proof that no more can go |
//! | `several_solutions`, `unsolvable` | puzzles with several solutions and with none |
//! | `holes` | random and balanced holes |
//! | `pattern`, `in_pattern` | places of clues; puzzles with their clues there |
//! | `difficulty`, `rater` | ratings and techniques that are wanted; puzzles that have them |
//! | `jigsaw` | boards with irregular regions, drawn at random |
//! | `jacob_karppa` | Algorithm 2 with any solver |
//! | `ruled`, `rule_request`, `drawn_rules` | puzzles with rules, fixed ones and such as are drawn from a full grid |
//! | `error` | why a recipe cannot be followed, and why there are no more puzzles |
//! | `search`, `oracle` | what the generator asks a propagating search, and a solver |
//! | `symmetry`, `relabelling` | patterns of clues, the symmetry group of a board |
//!
//! The field's usual way (S. Tatham's `solo`, S. Ostermiller's `QQWing`, D. Hoel's crate `sudoku`) takes clues out of a full grid
//! one at a time. Here the first tests take many clues at once. A test does not search for the solution: it strikes out a cell's
//! known digit and asks whether the cell can hold another, which mostly leads to a contradiction within a few singles.

mod attempt;
mod by_technique;
mod classic;
mod difficulty;
mod drawn_rules;
mod error;
mod full_grid;
mod generated;
mod grids;
mod holes;
mod in_pattern;
mod jacob_karppa;
mod jigsaw;
mod oracle;
mod pattern;
mod puzzles;
mod rater;
mod recipe;
mod refutation;
mod relabelling;
mod removal;
mod removal_by_search;
mod rule_request;
mod ruled;
mod search;
mod several_solutions;
mod symmetry;
mod uniform;
mod unsolvable;
mod workspace;

pub use crate::random::Pcg32 as Random;
pub use difficulty::{Difficulty, RatingRange, UnknownRatings};
pub use drawn_rules::{DrawnRules, Family, UnknownDrawnRules};
pub use error::{GenerateError, RecipeError};
pub use generated::{Generated, Unreached};
pub use pattern::{Pattern, PatternError};
pub use puzzles::GeneratedPuzzles;
pub use recipe::{Algorithm, Kind, Recipe, SolutionsWanted, UnknownSolutions};
pub use relabelling::{RelabelError, Relabelling};
pub use rule_request::{RuleRequest, UnknownRuleRequest};
pub use symmetry::Symmetry;
