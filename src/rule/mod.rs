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
mod line;
mod lowered;
mod mark;
mod pair;
mod parse;
mod rules;
mod thermometer;

pub use any::Rule;
pub(crate) use apart::RulesApart;
pub use arrow::{Arrow, DoubleArrow};
pub use cage::{Killer, LittleKiller};
pub use cell::{Allowed, Extremum, Parity};
pub use chess::{Chess, NonConsecutive};
pub use constrain::{Breach, Constrain, Digits};
pub use line::{Line, LineKind};
pub use lowered::{Lowered, RuleError};
pub use mark::{End, Ink, LineWidth, Mark, OutlineForm, ShadeForm, Sign};
pub use pair::{Copies, Pair, PairKind};
pub use parse::ParseRuleError;
pub use rules::{Misplaced, RuleId, Rules};
pub use thermometer::Thermometer;
