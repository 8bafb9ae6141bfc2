//! A row of the table of rules: form of the line, title, reader, meaning and example.

use std::fmt;

use crate::rule::any::Rule;
use crate::rule::error::ParseRuleError;
use crate::rule::words::Words;

/// Reads the words after the keyword of a rule.
type Read = fn(&mut Words<'_>) -> Result<Rule, ParseRuleError>;

/// A row of the table of rules.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct RuleForm {
    /// The form of the line: the keyword, further words and the cells; `[…]` may be left out.
    pub form: &'static str,
    /// The rule's name above a puzzle: `Killer cage`.
    pub title: &'static str,
    /// The rule as puzzle books print it, without a capital and a full stop.
    pub sentence: &'static str,
    /// Further names, each with the first words of a line that the name stands for.
    pub aliases: &'static [(&'static str, &'static str)],
    /// A line for a puzzle on the board of the example.
    pub example: &'static str,
    /// The word of the board of the example: `3x3`, if the rule needs no other.
    pub board: &'static str,
    /// Reads the words after the keyword.
    pub(crate) read: Read,
}

/// A row whose example is on the classic board.
pub(super) const fn row(
    form: &'static str,
    title: &'static str,
    read: Read,
    sentence: &'static str,
    aliases: &'static [(&'static str, &'static str)],
    example: &'static str,
) -> RuleForm {
    RuleForm { form, title, sentence, aliases, example, board: "3x3", read }
}

impl RuleForm {
    /// The row with another board for the example.
    pub(super) const fn on(self, board: &'static str) -> Self {
        Self { board, ..self }
    }

    /// The first word of the rule's line.
    #[must_use]
    pub fn keyword(&self) -> &'static str {
        self.form.split(' ').next().unwrap_or_default()
    }
}

impl fmt::Debug for RuleForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RuleForm").field(&self.form).finish()
    }
}

/// Rows belong to one table, in which every keyword is unique.
impl PartialEq for RuleForm {
    fn eq(&self, other: &Self) -> bool {
        self.keyword() == other.keyword()
    }
}

impl Eq for RuleForm {}
