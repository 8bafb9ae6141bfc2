//! The questions, in files by subject.

pub(crate) mod board;
pub(crate) mod check;
pub(crate) mod convert;
pub(crate) mod count;
pub(crate) mod draw;
pub(crate) mod encode;
pub(crate) mod explain;
pub(crate) mod generate;
pub(crate) mod judge;
#[cfg(feature = "certificate")]
pub(crate) mod prove;
pub(crate) mod race;
pub(crate) mod solve;
pub(crate) mod solvers;
mod solving;
pub(crate) mod steps;
pub(crate) mod techniques;
