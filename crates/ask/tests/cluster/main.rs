//! The parts of `cluster/` that know no engine, compiled against the library and asked once each.
//!
//! The engines take 45 minutes of CPU to build, so `.ci/run` tests the whole cluster only where its files changed. These files make all
//! calls of the cluster to the library about single puzzles. Columns of arguments and of answers are plain values here.

#![allow(dead_code, unreachable_pub)] // The cluster has further callers of its files.

#[path = "../../../../cluster/src/cubes.rs"]
mod cubes;
#[path = "../../../../cluster/src/digits.rs"]
mod digits;
mod functions;
