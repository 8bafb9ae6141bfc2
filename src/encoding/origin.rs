//! The origin of a formula, and its DIMACS comments: from the file alone, satdoku can rebuild the formula and decode a model.
//!
//! | comment | says |
//! | --- | --- |
//! | `satdoku 0.2.0` | which version wrote the file |
//! | `encoding reduced` | the encoding, left out where the clauses are a caller's: their models can be decoded alone |
//! | `at-most-one product` | how at-most-one constraints are written, where not in pairs |
//! | `reduce singles,locked` | what was deduced before, if anything was |
//! | `puzzle`, …, `end` | between them the puzzle in the `header` format |
//! | anything else | for people: what the variables mean |

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::budget::Running;
use crate::cnf::AtMostOne;
use crate::encoding::{EncodeError, Encoding, Formula, Term};
use crate::geometry::{Candidate, Geometry};
use crate::grid::Grid;
use crate::grid::format::{self, ParseError};
use crate::names::UnknownName;
use crate::reduction::{Reduced, Reduction, Techniques, UnknownTechnique};
use crate::rule::RuleId;

const ENCODING: &str = "encoding";
const AT_MOST_ONE: &str = "at-most-one";
const REDUCE: &str = "reduce";
const PUZZLE: &str = "puzzle";
const END: &str = "end";
/// Stands before a row of the puzzle that begins with `-`.
const BAR: &str = "| ";

/// The origin of a formula.
///
/// ```
/// use satdoku::encoding::{CommentReader, Origin};
/// use satdoku::{AtMostOne, Budget, Encoding, Grid, Techniques};
///
/// let puzzle: Grid = "1..............2".parse()?;
/// let origin = Origin { puzzle, techniques: Techniques::NONE, encoding: Encoding::Minimal, at_most_one: AtMostOne::Pairwise };
/// let formula = origin.formula(&Budget::unlimited().start())?;
///
/// let mut reader = CommentReader::default();
/// origin.comments(&formula).lines().for_each(|line| reader.line(line));
/// let read = reader.finish()?;
/// assert_eq!((read.puzzle, read.encoding), (Some(origin.puzzle), Some(Encoding::Minimal)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Origin {
    /// The puzzle.
    pub puzzle: Grid,
    /// The deduction before clauses are written.
    pub techniques: Techniques,
    /// The encoding.
    pub encoding: Encoding,
    /// The form of at-most-one constraints.
    pub at_most_one: AtMostOne,
}

impl Origin {
    /// The formula of the puzzle after as much deduction as the budget allows, or of the puzzle as it stands where deduction
    /// finds a contradiction: its clauses have no model either.
    ///
    /// # Errors
    /// If the formula needs more variables than literals can name, or the encoding cannot express the board.
    pub fn formula(&self, running: &Running) -> Result<Formula, EncodeError> {
        let reduced = Reduction::new(self.techniques).run(&self.puzzle, running);
        let reduced = reduced.unwrap_or_else(|_| Reduced::of(self.puzzle.clone()));
        Formula::of(reduced, self.encoding, self.at_most_one)
    }

    /// The comment lines for [`CommentReader`], without the `c` of DIMACS; `formula` must come from [`formula`](Self::formula).
    #[must_use]
    pub fn comments(&self, formula: &Formula) -> String {
        let mut text = format!("satdoku {}\n", env!("CARGO_PKG_VERSION"));
        // Nobody else can write the clauses of the caller's; without a name of an encoding a reader decodes models nevertheless.
        if !self.encoding.is_own() {
            let _ = writeln!(text, "{ENCODING} {}", self.encoding);
        }
        if self.at_most_one != AtMostOne::default() {
            let _ = writeln!(text, "{AT_MOST_ONE} {}", self.at_most_one);
        }
        if self.techniques != Techniques::NONE {
            let _ = writeln!(text, "{REDUCE} {}", self.techniques);
        }
        let _ = writeln!(text, "{PUZZLE}");
        for line in format::stated(&self.puzzle).lines() {
            // Rows of a canvas may begin with the sign of no cell, and comments must not look like options of solvers.
            let _ = writeln!(text, "{}{line}", if line.starts_with('-') { BAR } else { "" });
        }
        let _ = writeln!(text, "{END}");
        text + &numbering(&self.puzzle, formula) + &of_rules(formula) + &models(formula)
    }
}

/// The meaning of the candidates' variables.
fn numbering(puzzle: &Grid, formula: &Formula) -> String {
    let geometry = puzzle.geometry();
    let side = geometry.digit_count();
    let square = side * side;
    match formula.encoding() {
        Encoding::Modeller => {
            let d = digit_in_words(geometry);
            format!(
                "variable {square}b + {side}e + {d} is true where element e of box b, both from 0, has the digit d\n"
            )
        }
        encoding if encoding.has_clue_literals() => variables_in_words(geometry, " is true where") + "\n",
        _ => {
            let mut text = "a candidate has a variable where it is open:\n".to_owned();
            for cell in geometry.cells() {
                let open: Vec<_> = geometry
                    .digits()
                    .filter_map(|digit| match formula.map().term(Candidate { cell, digit }) {
                        Term::Lit(lit) => Some(format!("{lit} is {digit}")),
                        Term::True | Term::False => None,
                    })
                    .collect();
                if !open.is_empty() {
                    let _ = writeln!(text, "{cell}: {}", open.join(", "));
                }
            }
            text
        }
    }
}

/// The variables of the rules.
fn of_rules(formula: &Formula) -> String {
    let rules = formula.puzzle().rules();
    let mut ranges: BTreeMap<RuleId, Vec<String>> = BTreeMap::new();
    for (rule, range) in formula.rule_variables() {
        // In DIMACS variables begin with 1.
        let words = if range.end - range.start == 1 {
            range.end.to_string()
        } else {
            format!("{} to {}", range.start + 1, range.end)
        };
        ranges.entry(rule).or_default().push(words);
    }
    let line = |(rule, ranges): (&RuleId, &Vec<String>)| {
        format!("variables {} are of the rule {}\n", ranges.join(", "), rules.get(*rule))
    };
    ranges.iter().map(line).collect()
}

/// How to count models as solutions, if a solution may have several models.
fn models(formula: &Formula) -> String {
    formula.projection().map_or_else(String::new, |variables| {
        format!("a solution may have several models: they are to be projected on variables 1 to {variables}\n")
    })
}

/// A digit's summand in the number of a variable.
fn digit_in_words(geometry: &Geometry) -> &'static str {
    if geometry.first_digit().get() == 0 { "(d + 1)" } else { "d" }
}

/// The meaning of the variables that number the candidates cell by cell, in words; `verb` introduces the statement.
pub(crate) fn variables_in_words(geometry: &Geometry, verb: &str) -> String {
    let (digits, d) = (geometry.digit_count(), digit_in_words(geometry));
    let columns = geometry.columns();
    if geometry.cell_count() < geometry.rows() * columns {
        return format!(
            "variable {digits}i + {d}{verb} cell i, counted from 0 in the order of reading, has the digit d"
        );
    }
    format!("variable {}(r - 1) + {digits}(c - 1) + {d}{verb} row r, column c has the digit d", digits * columns)
}

/// What the comments of a DIMACS file say of a formula's origin.
#[derive(Clone, Debug, Default)]
pub struct Comments {
    /// The puzzle.
    pub puzzle: Option<Grid>,
    /// The deduction before the encoding.
    pub techniques: Option<Techniques>,
    /// The encoding.
    pub encoding: Option<Encoding>,
    /// The form of at-most-one constraints.
    pub at_most_one: Option<AtMostOne>,
}

/// Why comments do not tell a formula's origin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CommentError {
    /// Unknown name of an encoding.
    #[error("the comments name no encoding: {0}")]
    Encoding(UnknownName),
    /// Unknown name of an at-most-one form.
    #[error("the comments name no form of at-most-one: {0}")]
    AtMostOne(UnknownName),
    /// Unknown name of a technique.
    #[error("the comments name no reduction: {0}")]
    Techniques(UnknownTechnique),
    /// The puzzle cannot be read; lines are counted from the puzzle's first.
    #[error("the puzzle in the comments: {0}")]
    Puzzle(ParseError),
}

/// Reads comments, line by line, in the order of the file.
#[derive(Debug, Default)]
pub struct CommentReader {
    encoding: Option<String>,
    at_most_one: Option<String>,
    techniques: Option<String>,
    puzzle: Option<String>,
    is_in_puzzle: bool,
}

impl CommentReader {
    /// Reads a comment line, without the `c` of DIMACS.
    pub fn line(&mut self, line: &str) {
        match line.split_once(' ') {
            _ if line == END => self.is_in_puzzle = false,
            _ if self.is_in_puzzle => {
                let puzzle = self.puzzle.get_or_insert_default();
                puzzle.push_str(line.strip_prefix(BAR).unwrap_or(line));
                puzzle.push('\n');
            }
            Some((ENCODING, word)) => self.encoding = Some(word.to_owned()),
            Some((AT_MOST_ONE, word)) => self.at_most_one = Some(word.to_owned()),
            Some((REDUCE, word)) => self.techniques = Some(word.to_owned()),
            None if line == PUZZLE => {
                self.is_in_puzzle = true;
                self.puzzle = Some(String::new());
            }
            _ => {}
        }
    }

    /// The content of the lines.
    ///
    /// # Errors
    /// If the lines name an unknown encoding, form or technique, or if their puzzle cannot be read.
    pub fn finish(self) -> Result<Comments, CommentError> {
        Ok(Comments {
            encoding: self.encoding.map(|word| word.parse()).transpose().map_err(CommentError::Encoding)?,
            at_most_one: self.at_most_one.map(|word| word.parse()).transpose().map_err(CommentError::AtMostOne)?,
            techniques: self.techniques.map(|word| word.parse()).transpose().map_err(CommentError::Techniques)?,
            puzzle: self.puzzle.map(|text| text.parse()).transpose().map_err(CommentError::Puzzle)?,
        })
    }
}
