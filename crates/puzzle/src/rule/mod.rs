//! Rules that setters add to the units of a board: cages, lines, dots, chess moves. One file a family.
//!
//! A [`Rule`] is written, read, compared and sent as a line such as `killer 15 r1c1 r1c2`. [`breach`](Constrain::breach) judges
//! it and shares no code with the engines' side: [`lower`](Constrain::lower) translates the rule into sets of cells that differ
//! and [`Constraint`](crate::constraint::Constraint)s. The rules of a puzzle are [`Rules`].

mod any;
mod arrow;
mod as_machines;
mod cage;
mod cell;
mod chaos;
mod check;
mod chess;
mod connected;
mod constrain;
mod contents;
mod derived;
mod ends;
mod equal_cells;
mod error;
mod expression;
mod forms;
mod global;
mod helper_cells;
mod id;
mod indexer;
mod line;
mod lowered;
mod mark;
mod mark_places;
mod marked;
mod names;
mod negative;
mod open_sum;
mod outside;
mod pair;
mod pairs;
mod pairwise;
mod parse;
mod pattern;
mod rank;
mod relation;
mod rules;
mod scan;
mod separate_rules;
mod shading;
mod special_cage;
mod state_machine;
mod sum;
mod thermometer;
mod user_rule;
mod words;

pub use any::{AnyOf, Rule};
pub use arrow::{Arrow, DoubleArrow};
pub(crate) use as_machines::as_machines;
pub use cage::{Killer, LittleKiller};
pub use cell::{Allowed, Extremum, Parity};
pub use chaos::Chaos;
pub use chess::{Chess, NonConsecutive};
pub use connected::Connected;
pub(crate) use constrain::is_full_unit;
pub use constrain::{Breach, Constrain, Digits};
pub use contents::{Contains, CountDistinct, CountingCircles, SameDigits};
#[doc(hidden)]
pub use derived::DerivedSum;
pub use ends::{Ends, EndsKind};
pub use equal_cells::EqualCells;
pub use error::{ParseRuleError, RuleError};
pub use forms::RuleForm;
pub use global::Global;
pub use helper_cells::HelperCells;
pub use id::RuleId;
pub use indexer::{Indexer, IndexerKind, ValueIndexer};
pub(crate) use line::third;
pub use line::{Line, LineKind};
pub use lowered::Lowered;
pub use mark::{End, Ink, LineWidth, Mark, OutlineForm, ShadeForm, Sign};
pub use mark_places::MarkPlaces;
pub use negative::Negative;
pub(crate) use negative::in_order;
pub use open_sum::{OpenSum, OpenTotal};
pub use outside::{Outside, OutsideKind, Side, View};
pub use pair::{Copies, Pair, PairKind};
pub use pairwise::Pairwise;
pub use pattern::Regex;
pub use rank::FullRank;
pub use relation::Relation;
pub use rules::{RuleNotAllowed, Rules};
pub use scan::Scan;
#[doc(hidden)]
pub use separate_rules::SeparateRules;
pub use shading::{Shading, ShadingKind};
pub use special_cage::{SpecialCage, SpecialCageKind};
pub use state_machine::StateMachine;
pub use sum::{EqualSums, SumLine, WeightedSum};
pub use thermometer::Thermometer;
pub use user_rule::UserRule;
