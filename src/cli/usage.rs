//! Errors of usage in our words: what clap takes from Rust's own texts, and suggestions that suggest nothing.

use std::error::Error;
use std::num::{IntErrorKind, ParseIntError};
use std::path::Path;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use satdoku::Grid;

/// The same error, readable: numbers say what was expected, and only names that are close are suggested.
pub(crate) fn in_our_words(mut error: clap::Error) -> clap::Error {
    if let Some(problem) = error.source().and_then(|source| source.downcast_ref::<ParseIntError>()) {
        let expected = match problem.kind() {
            IntErrorKind::Zero => "expected a whole number from 1",
            IntErrorKind::PosOverflow => "expected a smaller number",
            _ => "expected a whole number",
        };
        let context = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
        let (option, value) = (context(ContextKind::InvalidArg), context(ContextKind::InvalidValue));
        let message = format!(
            "invalid value '{value}' for '{option}': {expected}, found {value:?}\n\nFor more information, try '--help'.\n"
        );
        return clap::Error::raw(ErrorKind::ValueValidation, message);
    }
    keep_close(&mut error, ContextKind::InvalidArg, ContextKind::SuggestedArg);
    keep_close(&mut error, ContextKind::InvalidSubcommand, ContextKind::SuggestedSubcommand);
    if error.kind() == ErrorKind::InvalidSubcommand
        && let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidSubcommand)
        && (Path::new(typed).is_file() || typed.parse::<Grid>().is_ok())
    {
        let tip = StyledStr::from(format!("to solve it: satdoku solve {typed}"));
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    }
    if error.kind() == ErrorKind::UnknownArgument {
        // "To pass '--x' as a value, use '-- --x'": nothing here takes such values.
        error.remove(ContextKind::Suggested);
    }
    error
}

/// Leaves of what is suggested only the names that are nearest to what was typed, if they are near.
fn keep_close(error: &mut clap::Error, typed: ContextKind, suggested: ContextKind) {
    let Some(ContextValue::String(typed)) = error.get(typed) else { return };
    let typed = bare(typed).to_owned();
    let names = match error.remove(suggested) {
        Some(ContextValue::String(name)) => vec![name],
        Some(ContextValue::Strings(names)) => names,
        _ => return,
    };
    let distances = names.into_iter().map(|name| (distance(&typed, bare(&name)), name));
    let near: Vec<_> = distances.filter(|(distance, _)| *distance <= MOST_TYPOS).collect();
    let least = near.iter().map(|(distance, _)| *distance).min();
    let mut nearest: Vec<_> = near.into_iter().filter(|(d, _)| Some(*d) == least).map(|(_, name)| name).collect();
    match nearest.len() {
        0 => {}
        1 => drop(error.insert(suggested, ContextValue::String(nearest.remove(0)))),
        _ => drop(error.insert(suggested, ContextValue::Strings(nearest))),
    }
}

/// So many letters may be wrong in what was typed.
const MOST_TYPOS: usize = 2;

/// An option's name without its dashes and its value.
fn bare(option: &str) -> &str {
    option.trim_start_matches('-').split(['=', ' ']).next().unwrap_or_default()
}

/// How many letters must be changed, added, left out or swapped with their neighbour to make one word of another: the
/// distance of F. Damerau, 1964, in its restricted form.
fn distance(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let mut rows = vec![vec![0; other.len() + 1]; one.len() + 1];
    for i in 0..=one.len() {
        for j in 0..=other.len() {
            rows[i][j] = match (i, j) {
                (0, _) => j,
                (_, 0) => i,
                _ => {
                    let change = usize::from(one[i - 1] != other[j - 1]);
                    let least = (rows[i - 1][j - 1] + change).min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                    let is_swap = i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1];
                    if is_swap { least.min(rows[i - 2][j - 2] + 1) } else { least }
                }
            };
        }
    }
    rows[one.len()][other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typos_are_counted() {
        for (one, other, typos) in [
            ("", "", 0),
            ("solve", "solve", 0),
            ("slove", "solve", 1),
            ("slove", "serve", 2),
            ("color", "solver", 3),
            ("", "ab", 2),
        ] {
            assert_eq!((distance(one, other), distance(other, one)), (typos, typos), "{one} {other}");
        }
    }
}
