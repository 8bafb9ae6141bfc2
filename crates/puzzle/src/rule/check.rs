//! Checks of a rule that need no board: enough cells, no repeated ones where the rule excludes them, and numbers in range.

use std::collections::HashSet;

use satdoku_base::printable::commands;

use crate::geometry::Cell;
use crate::rule::error::RuleError;

/// The largest number in a rule.
pub(crate) const MAX_NUMBER: i64 = 1_000_000;

/// The most cells of a rule, counted with repetition: no board has a longer line.
pub(crate) const MOST_CELLS: usize = 1 << 20;

/// The expectation of an error about too many cells.
pub(crate) const TOO_MANY: &str = "at most 1048576 cells";

/// How a rule takes its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Taken {
    /// Without repetition or order: a range may be a rectangle.
    Set,
    /// In order, without repetition.
    Once,
    /// In order; the line may return to a cell, but not immediately.
    Path,
    /// In order, with any repetition.
    Any,
}

/// Refuses fewer cells than `least`, more than a line holds, or a repetition that `taken` excludes.
pub(super) fn cells(cells: &[Cell], taken: Taken, least: usize) -> Result<(), RuleError> {
    if cells.len() < least {
        return Err(RuleError::Cells { expected: format!("{least} or more"), found: cells.len() });
    }
    if cells.len() > MOST_CELLS {
        return Err(RuleError::Unlike { expected: TOO_MANY, found: cells.len().to_string() });
    }
    let mut seen = HashSet::with_capacity(cells.len());
    let again = match taken {
        Taken::Set | Taken::Once => cells.iter().find(|&&cell| !seen.insert(cell)),
        Taken::Path => cells.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| &pair[0]),
        Taken::Any => None,
    };
    again.map_or(Ok(()), |&cell| Err(RuleError::Twice(cell)))
}

/// Refuses an empty list of groups, and a group that is empty or repeats a cell.
pub(super) fn groups(groups: &[Vec<Cell>]) -> Result<(), RuleError> {
    if groups.is_empty() {
        return Err(RuleError::Cells { expected: "1 or more".to_owned(), found: 0 });
    }
    groups.iter().try_for_each(|group| cells(group, Taken::Set, 1))
}

/// Refuses a number outside the range of rules.
pub(super) fn number(number: i64) -> Result<(), RuleError> {
    within(number, 0, MAX_NUMBER)
}

/// Refuses a number outside a range.
pub(super) fn within(number: i64, least: i64, most: i64) -> Result<(), RuleError> {
    let expected = || format!("from {least} to {most}");
    if (least..=most).contains(&number) {
        Ok(())
    } else {
        Err(RuleError::Number { expected: expected(), found: number })
    }
}

/// Refuses an empty list, and a number outside the range of rules.
pub(super) fn numbers(numbers: impl IntoIterator<Item = i64>) -> Result<(), RuleError> {
    let mut numbers = numbers.into_iter().peekable();
    if numbers.peek().is_none() {
        return Err(RuleError::Unlike { expected: "a list of digits", found: "none".to_owned() });
    }
    numbers.try_for_each(number)
}

/// The most characters of a name.
const LONGEST_NAME: usize = 1000;

/// Refuses a name that cannot stand between quotation marks in a line.
pub(super) fn name(name: Option<&String>) -> Result<(), RuleError> {
    let is_good = |name: &&String| (1..=LONGEST_NAME).contains(&name.chars().count()) && !name.contains(commands);
    match name.filter(|name| !is_good(name)) {
        Some(name) => Err(RuleError::Unlike { expected: "a name of 1 to 1000 characters", found: format!("{name:?}") }),
        None => Ok(()),
    }
}
