//! Where a formula meets a SAT solver: opened, loaded within a budget, asked under assumptions, decoded, blocked.
//!
//! Everything that asks a SAT solver about a grid does so through an [`Instance`]: the engine of the SAT road, explanations,
//! the proof that a generated puzzle can spare no clue, certificates. It does not know which question is asked, nor what
//! was asked before.

mod instance;

pub use instance::Instance;
