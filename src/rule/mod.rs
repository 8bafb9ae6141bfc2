//! What a setter says beyond the units of a board: cages, lines, dots, chess moves. One file a family.
//!
//! A [`Rule`] has a line, such as `killer 15 r1c1 r1c2`, which is how it is written, read, compared and sent. It is judged by
//! [`breach`](Constrain::breach), which shares nothing with what engines use: [`lower`](Constrain::lower) says the same as sets
//! of cells that differ and as [`Constraint`](crate::constraint::Constraint)s. The rules of a puzzle are [`Rules`].

mod any;
mod apart;
mod arrow;
mod cage;
mod cell;
mod chess;
mod constrain;
mod contents;
mod custom;
mod derived;
mod ends;
mod expression;
mod global;
mod indexer;
mod line;
mod lowered;
mod mark;
mod negative;
mod outside;
mod own;
mod pair;
mod pairs;
mod parse;
mod rank;
mod rules;
mod special_cage;
mod sum;
mod thermometer;
mod words;

pub use any::{AnyOf, Rule};
pub(crate) use apart::RulesApart;
pub use arrow::{Arrow, DoubleArrow};
pub use cage::{Killer, LittleKiller};
pub use cell::{Allowed, Extremum, Parity};
pub use chess::{Chess, NonConsecutive};
pub use constrain::{Breach, Constrain, Digits};
pub use contents::{Contains, CountDistinct, CountingCircles, SameDigits};
pub use custom::{Pairwise, Regex, StateMachine};
pub(crate) use derived::DerivedSum;
pub use ends::{Ends, EndsKind};
pub use global::Global;
pub use indexer::{Indexer, IndexerKind, ValueIndexer};
pub use line::{Line, LineKind};
pub use lowered::{Lowered, RuleError};
pub use mark::{End, Ink, LineWidth, Mark, OutlineForm, ShadeForm, Sign};
pub use negative::Negative;
pub use outside::{Outside, OutsideKind, Side, View};
pub use own::Own;
pub use pair::{Copies, Pair, PairKind};
pub use rank::FullRank;
pub use rules::{Misplaced, RuleId, Rules};
pub use special_cage::{SpecialCage, SpecialCageKind};
pub use sum::{EqualSums, SumLine, WeightedSum};
pub use thermometer::Thermometer;
pub use words::ParseRuleError;
