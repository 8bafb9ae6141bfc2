//! Why a puzzle has no solution, why it has more than one, and which parts of a proper puzzle are superfluous.
//!
//! | puzzle | explanation | how |
//! | --- | --- | --- |
//! | no solution | [`NoSolution`]: clues that clash or break a rule, or a minimal set of clues and rules and the [`Chain`] to the contradiction | `conflict`, `chain` |
//! | several | [`Ambiguity`]: where two differ, and the digits that would leave one | `ambiguity`, `solution_pool` |
//! | exactly one | [`Redundancy`]: the clues and the rules that can be removed | `redundancy` |
//! | any | [`TrueCandidates`]: the digits that are in some solution | `candidates`, `solution_pool` |
//!
//! Any solver answers the questions (`oracle`); a SAT solver that can be kept is asked under assumptions
//! ([`Instance`](crate::sat::Instance)). Solutions are checked by [`Solution::check`](crate::Solution::check); a chain is shown only if every premise of
//! a step was ruled out before the step.
//!
//! If parts of a puzzle are in question, its clues and rules, each rule is lowered by itself (`parts`): the consequences of a
//! rule do not depend on another rule.

mod ambiguity;
mod candidates;
mod chain;
mod conflict;
mod explainer;
mod oracle;
mod parts;
mod redundancy;
mod solution_pool;

pub use ambiguity::{Ambiguity, Deciding};
pub use candidates::{CandidateStatus, TrueCandidates};
pub use chain::{Chain, Gap};
pub use conflict::{Clash, Core, NoSolution};
pub use explainer::{Explainer, Explanation};
pub use redundancy::Redundancy;
