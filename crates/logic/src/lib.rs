//! Steps as people make them, each with a proof that a small checker accepts.
//!
//! A [`board::Board`] holds what a person keeps: written digits and candidates. A [`finder::Finder`] sees one
//! [`technique::Technique`], or a few that belong together, and makes [`step::Step`]s; what a step follows from is its
//! [`proof::StepProof`], which the [`checker`] reads before anybody sees the step. Candidates, cells and units are numbers of a
//! [`layout::BoardTables`] here; names are made when something is printed. The rooms `ladder`, `chains` and `patterns` have
//! the techniques, the [`profile`]s their order; where no technique goes on, [`smallest`] finds the smallest explanation there is.
//!
//! A [`Reasoner`] takes the steps; what it asks a solver goes through an [`Umpire`].
//!
//! The crate promises no stability of its own; `satdoku` re-exports the public part as `satdoku::logic`.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(missing_debug_implementations)]

#[macro_use]
extern crate satdoku_base;

mod bits;
pub mod board;
mod bottleneck;
mod candidate_graph;
mod chains;
pub mod checker;
pub mod finder;
mod hint;
mod ladder;
pub mod layout;
mod patterns;
mod pencil_mark;
pub mod profile;
pub mod proof;
mod rating;
mod reasoner;
mod refute;
mod ruled;
mod score;
pub mod smallest;
pub mod step;
mod step_bounds;
pub mod technique;
mod too_large;
pub mod trial;
pub mod umpire;
mod visibility;
pub mod walk;
mod walk_cache;
mod why;
mod words;

pub use bottleneck::Width;
pub use hint::{HintAnswer, HintRequest, Hints, Marks, MarksError};
pub use profile::{Profile, technique as technique_named};
pub use rating::{Rated, Rating};
pub use reasoner::{Path, Reasoner};
pub use score::Scored;
pub use step::{Explained, Premise, Step};
pub use technique::{Level, Score, Technique, tenths, tenths_of};
pub use trial::{Backdoor, Trial};
pub use umpire::Umpire;
pub use walk::PathEnd;
pub use words::{StepInWords, literal, set};
