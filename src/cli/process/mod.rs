//! The process: what it prints to a person, how it is stopped, what it may take, how it ends.

pub(crate) mod color;
pub(crate) mod failure;
pub(crate) mod file_name;
pub(crate) mod folder;
pub(crate) mod in_the_making;
pub(crate) mod interrupt;
pub(crate) mod memory;
pub(crate) mod messages;
pub(crate) mod status;
#[cfg(feature = "certificate")]
pub(crate) mod unfinished_folder;
