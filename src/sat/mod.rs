//! A formula in a SAT solver: opened, loaded within a budget, asked under assumptions, decoded, blocked.
//!
//! All code that asks a SAT solver about a grid uses an [`Instance`]: the SAT engine, explanations, the proof that a generated
//! puzzle is minimal, certificates. An instance knows neither the purpose of a question nor earlier questions.

mod instance;

pub use instance::Instance;
