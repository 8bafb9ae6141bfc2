//! One of several rules, or of several groups of rules: `anyof less r1c1 r1c2 | killer 5 r1c1 r1c2 & odd r1c1`.

use std::fmt;

use crate::geometry::{Cell, Geometry};
use crate::rule::words::Words;
use crate::rule::{Breach, Constrain, Digits, Lowered, ParseRuleError, Rule, RuleError};

/// The rules of one alternative at least hold.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AnyOf {
    /// The alternatives, each of them rules that hold together.
    pub alternatives: Vec<Vec<Rule>>,
}

impl AnyOf {
    pub(in crate::rule) fn read(words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        let mut alternatives = vec![Vec::new()];
        loop {
            if words.peek() == Some("anyof") {
                return Err(Words::unlike("a rule other than anyof", Some("anyof")));
            }
            let rule = Rule::read(words)?;
            if let Some(alternative) = alternatives.last_mut() {
                alternative.push(rule);
            }
            if words.skip("&") {
                continue;
            }
            if !words.skip("|") {
                return Ok(Self { alternatives });
            }
            alternatives.push(Vec::new());
        }
    }
}

impl fmt::Display for AnyOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("anyof")?;
        for (at, alternative) in self.alternatives.iter().enumerate() {
            f.write_str(if at > 0 { " |" } else { "" })?;
            for (at, rule) in alternative.iter().enumerate() {
                write!(f, "{} {rule}", if at > 0 { " &" } else { "" })?;
            }
        }
        Ok(())
    }
}

impl Constrain for AnyOf {
    fn cells(&self, board: &Geometry) -> Vec<Cell> {
        let mut cells: Vec<Cell> =
            self.alternatives.iter().flatten().flat_map(|rule| rule.as_constrain().cells(board)).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let breach = |rule: &Rule| rule.as_constrain().breach(board, digits);
        let mut cells = Vec::new();
        for alternative in &self.alternatives {
            cells.extend(alternative.iter().find_map(breach)?.cells);
        }
        cells.sort_unstable();
        cells.dedup();
        Some(Breach { cells, sentence: format!("{} are all broken", self.sentence()) })
    }

    fn sentence(&self) -> String {
        let each = |alternative: &Vec<Rule>| {
            let rules: Vec<String> = alternative.iter().map(|rule| rule.as_constrain().sentence()).collect();
            rules.join(" and ")
        };
        let alternatives: Vec<String> = self.alternatives.iter().map(each).collect();
        format!("the alternatives {}", alternatives.join(", "))
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        let mut alternatives = Vec::new();
        for rules in &self.alternatives {
            let mut alternative = to.alternative();
            rules.iter().try_for_each(|rule| rule.as_constrain().lower(board, &mut alternative))?;
            alternatives.push(alternative);
        }
        to.choice(alternatives)
    }

    fn bears_relabelling(&self) -> bool {
        self.alternatives.iter().flatten().all(|rule| rule.as_constrain().bears_relabelling())
    }
}
