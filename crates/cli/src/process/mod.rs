//! The process: its messages, signals, memory and exit status.

pub(crate) mod cleanup_list;
pub(crate) mod color;
pub(crate) mod columns;
pub(crate) mod failure;
pub(crate) mod file_name;
pub(crate) mod folder;
pub(crate) mod interrupt;
pub(crate) mod memory;
pub(crate) mod messages;
pub(crate) mod repeated;
pub(crate) mod screened;
pub(crate) mod status;
pub(crate) mod unfinished_folder;
