//! From grids to clauses and back: the constraints, their variables, and the meaning of a model. Knows no solver and no process.
//!
//! The constraints of each encoding (A: at least one, M: at most one), and the clauses of the empty grid of side N with boxes of
//! R×C, with pairwise at-most-one constraints, where P = N(N−1)/2:
//!
//! | name | cells | rows, columns | boxes | variables | clauses | at 9×9 |
//! | --- | --- | --- | --- | --- | --- | ---: |
//! | `minimal` | A M | A | A | N³, row by row | 4N² + N²P | 3,240 |
//! | `extended` | A M | A M | A M | N³, row by row | 4N² + 4N²P | 11,988 |
//! | `modeller` | A M | M | M¹ | N³, box by box | N² + 3N²P + N³(R−1)(C−1)/2 | 10,287 |
//! | `reduced` | A M | A M | A M¹ | one for each open candidate | 4N² + 3N²P + N³(R−1)(C−1)/2 at most | 10,530 at most |
//!
//! ¹ Without pairs in a common row or column, which are written there. The first three add a unit clause for each clue and for each
//! candidate that deduction struck out; `reduced` omits these candidates and the clauses satisfied by them.
//!
//! Every encoding can write its at-most-one constraints in any [form](crate::cnf::AtMostOne); forms beyond pairs add auxiliary
//! variables, numbered behind the candidates, whose number in each group is
//! [`AtMostOne::auxiliaries`](crate::cnf::AtMostOne::auxiliaries). In a box they cover the open places, unless these lie in a
//! single row or column.
//!
//! Each file names the origin of its encoding and counts its clauses. The encodings have equal solutions. [`SudokuCover`] is the
//! counterpart for exact cover: options in place of clauses.

mod any_sink;
mod constraint;
mod constraints;
mod errors;
mod exact_cover;
mod extended;
mod formula;
mod minimal;
mod modeller;
mod origin;
mod own;
mod reduced;
mod var_map;

pub use any_sink::Halted;
pub use errors::{DecodeError, EncodeError};
pub use exact_cover::SudokuCover;
pub use formula::Formula;
#[cfg(feature = "certificate")]
pub(crate) use origin::variables_in_words;
pub use origin::{CommentError, CommentReader, Comments, Origin};
pub use own::{OwnClauses, OwnEncoding};
pub use var_map::{Term, VarMap};

/// The constraints of a formula, and their variables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Encoding {
    /// The reference to dump, count and study: 4N² + N³(N−1)/2 clauses.
    Minimal,
    /// Both directions for every cell and unit; the default for solving up to side 9.
    #[default]
    Extended,
    /// A digit in every cell and none twice, numbered box by box.
    Modeller,
    /// Both directions over the open candidates only; the default for solving beyond side 9.
    Reduced,
    /// Clauses of the caller's own, which no text names.
    Own(OwnEncoding),
}

names! {
    pub Encoding {
        Minimal = "minimal", "the fewest constraints: the reference to dump, count and study";
        Extended = "extended", "both directions for every cell and unit";
        Modeller = "modeller", "a digit in every cell and none twice, numbered box by box";
        Reduced = "reduced", "open candidates only: the shortest";
    } beside {
        Own(own) => own.name(), "the caller's own";
    }
}

#[cfg(feature = "serde")]
serialized_as_text!(Encoding);

impl Encoding {
    /// Whether every clue has a literal, so that the clauses of the empty board serve every puzzle on it.
    #[must_use]
    pub fn has_clue_literals(self) -> bool {
        !matches!(self, Self::Reduced)
    }

    /// Whether the clauses are the caller's.
    #[must_use]
    pub fn is_own(self) -> bool {
        matches!(self, Self::Own(_))
    }
}
