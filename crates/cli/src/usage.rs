//! Usage errors in our words, replacing texts from Rust's standard library, without useless suggestions.

use std::error::Error;
use std::num::{IntErrorKind, ParseIntError};
use std::path::Path;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use satdoku::Grid;
use satdoku_ask::typos;

/// Subcommands that a feature of the program brings, each with its feature.
const FEATURES: [(&str, &str); 3] = [("race", "race"), ("serve", "serve"), ("connect", "serve")];

/// The error in readable form: numbers state the expected range, and only close names are suggested.
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
        && let Some(tip) = instead_of_a_subcommand(typed)
    {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(tip)]));
    }
    if error.kind() == ErrorKind::UnknownArgument {
        // "To pass '--x' as a value, use '-- --x'": no option here takes values of this form.
        error.remove(ContextKind::Suggested);
    }
    error
}

/// The advice for a word in the place of a subcommand: a puzzle, a file, or a subcommand that this build lacks.
fn instead_of_a_subcommand(typed: &str) -> Option<String> {
    if let Some((_, feature)) = FEATURES.iter().find(|(name, _)| *name == typed) {
        return Some(format!(
            "this build lacks the feature {feature}: cargo install --path crates/cli --features {feature}"
        ));
    }
    let is_puzzle = || Path::new(typed).is_file() || typed.parse::<Grid>().is_ok();
    is_puzzle().then(|| format!("to solve it: satdoku solve {typed}"))
}

/// Keeps only the suggested names nearest to the typed word, if near enough.
fn keep_close(error: &mut clap::Error, typed: ContextKind, suggested: ContextKind) {
    let Some(ContextValue::String(typed)) = error.get(typed) else { return };
    let typed = bare(typed).to_owned();
    let names = match error.remove(suggested) {
        Some(ContextValue::String(name)) => vec![name],
        Some(ContextValue::Strings(names)) => names,
        _ => return,
    };
    let distances = names.into_iter().map(|name| (typos(&typed, bare(&name)), name));
    let near: Vec<_> = distances.filter(|(distance, _)| *distance <= MOST_TYPOS).collect();
    let least = near.iter().map(|(distance, _)| *distance).min();
    let mut nearest: Vec<_> = near.into_iter().filter(|(d, _)| Some(*d) == least).map(|(_, name)| name).collect();
    match nearest.len() {
        0 => {}
        1 => drop(error.insert(suggested, ContextValue::String(nearest.remove(0)))),
        _ => drop(error.insert(suggested, ContextValue::Strings(nearest))),
    }
}

/// Largest number of wrong letters in a typed word.
const MOST_TYPOS: usize = 2;

/// An option's name without dashes and value.
fn bare(option: &str) -> &str {
    option.trim_start_matches('-').split(['=', ' ']).next().unwrap_or_default()
}
