//! The subcommands, one file each.

pub(crate) mod backends;
pub(crate) mod candidates;
#[cfg(feature = "certificate")]
pub(crate) mod certificates;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod count;
pub(crate) mod cover;
pub(crate) mod decode;
pub(crate) mod draw;
pub(crate) mod encode;
pub(crate) mod explain;
pub(crate) mod generate;
pub(crate) mod hint;
pub(crate) mod man;
#[cfg(not(all(feature = "race", feature = "serve")))]
pub(crate) mod not_built;
pub(crate) mod path;
#[cfg(feature = "certificate")]
pub(crate) mod prove;
#[cfg(feature = "race")]
pub(crate) mod race;
#[cfg(feature = "race")]
pub(crate) mod race_worker;
pub(crate) mod rate;
pub(crate) mod rules;
pub(crate) mod sample;
pub(crate) mod sat;
#[cfg(feature = "serve")]
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod techniques;
#[cfg(feature = "certificate")]
pub(crate) mod verify;
