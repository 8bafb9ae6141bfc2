//! Repeated messages: the first ones of each kind are printed, the rest is counted.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Number of messages printed of each kind.
const TOLD: u64 = 10;

/// Number of kinds distinguished; messages of further kinds are always printed.
const MOST_KINDS: usize = 1000;

/// The messages of a kind so far.
struct Seen {
    count: u64,
    /// The place in the first message, or the whole message where it has no place.
    first: String,
}

static SEEN: Mutex<BTreeMap<String, Seen>> = Mutex::new(BTreeMap::new());

/// The lines, among messages of a line each, that are among the first of their kind.
pub(crate) fn first_ones(messages: &str) -> String {
    let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    let is_told = |line: &&str| {
        let (place, sentence) = split_place(line);
        let kind = kind(sentence);
        if !seen.contains_key(&kind) && seen.len() >= MOST_KINDS {
            return true;
        }
        let first = || Seen { count: 0, first: if place.is_empty() { line.trim_end() } else { place }.to_owned() };
        let kind = seen.entry(kind).or_insert_with(first);
        kind.count += 1;
        kind.count <= TOLD
    };
    messages.split_inclusive('\n').filter(is_told).collect()
}

/// A line for each kind with suppressed messages, with their number; resets the counters.
pub(crate) fn rest() -> String {
    let seen = std::mem::take(&mut *SEEN.lock().unwrap_or_else(PoisonError::into_inner));
    let untold = seen.into_values().filter(|seen| seen.count > TOLD);
    let line = |Seen { count, first }: Seen| match count - TOLD {
        1 => format!("… and one more such message as that of {first}; --verbose prints all\n"),
        more => format!("… and {more} more such messages as that of {first}; --verbose prints all\n"),
    };
    untold.map(line).collect()
}

/// The place at the start of a message, for example `FILE:3` or `FILE:3:14`, and the remaining text.
fn split_place(message: &str) -> (&str, &str) {
    let is_place = |place: &str| {
        let number = place.rsplit(':').next().unwrap_or_default();
        place.contains(':') && !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    };
    let ends = message.match_indices(": ").map(|(at, _)| at);
    match ends.into_iter().find(|&at| is_place(&message[..at])) {
        Some(at) => (&message[..at], &message[at + 2..]),
        None => ("", message),
    }
}

/// What messages of a kind have in common: the sentence up to its first colon, without numbers and quoted parts.
fn kind(sentence: &str) -> String {
    let common = sentence.split(": ").next().unwrap_or(sentence).trim_end();
    let outside = common.split('"').step_by(2);
    outside.flat_map(str::chars).filter(|character| !character.is_ascii_digit()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_and_what_is_said_of_it_are_told_apart() {
        assert_eq!(split_place("a b.txt:3:14: expected 1: found"), ("a b.txt:3:14", "expected 1: found"));
        assert_eq!(split_place("x: y:7: nothing"), ("x: y:7", "nothing"));
        assert_eq!(split_place("hint: no place"), ("", "hint: no place"));
        assert_eq!(kind("expected 81 cells, found 7\n"), kind("expected 16 cells, found 12345\n"));
        assert_eq!(kind("expected a digit, found \"x\"\n"), kind("expected a digit, found \"→\"\n"));
        assert_eq!(kind("the stored solution is wrong: r1c1 is empty"), "the stored solution is wrong");
        assert_ne!(kind("expected a digit"), kind("expected a row"));
    }
}
