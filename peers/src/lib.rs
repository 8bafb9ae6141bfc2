//! Problems for the benchmarks.
pub mod problems;
