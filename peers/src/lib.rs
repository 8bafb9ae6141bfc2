//! Benchmarks of satdoku beside other people's crates: the problems that the contestants share.

pub mod problems;
