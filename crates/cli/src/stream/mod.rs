//! Millions of puzzles: from files to answers in the order of the input, in constant memory.
//!
//! ```text
//! files ─ open, compression ─▶ input ─┬─ records ──────────────┐
//!                                     ├─ line_blocks ──────────┼─▶ chunk ─▶ worker ─▶ ordered_output ─▶ destination
//!                                     └─ rows of a table ──────┘              │
//!                                                           one puzzle: session_cache, then a command's answer
//!                                                           a block of 9×9 lines: kernel_blocks
//! ```
//!
//! `batch` runs the threads. `resumed` passes over puzzles that an interrupted run answered. `classic_lines` is `convert`'s way for
//! lines of 81 characters that need no parser.

pub(crate) mod answers;
pub(crate) mod batch;
pub(crate) mod batch_context;
pub(crate) mod chunk;
pub(crate) mod classic_lines;
pub(crate) mod compression;
pub(crate) mod destination;
pub(crate) mod input;
pub(crate) mod json;
pub(crate) mod kernel_blocks;
pub(crate) mod line_blocks;
pub(crate) mod open;
pub(crate) mod ordered_output;
pub(crate) mod patience;
pub(crate) mod records;
pub(crate) mod resumed;
pub(crate) mod session_cache;
pub(crate) mod stored;
pub(crate) mod table;
pub(crate) mod target;
pub(crate) mod worker;
