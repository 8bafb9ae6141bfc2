//! The names of rules: the rule of a word, and suggestions for a misspelled word.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::rule::forms::{BOARD_LINES, FORMS};
use crate::rule::words::{Named, Names};

/// The names of the table of rules.
pub(super) const OF_FORMS: Names = Names { named, nearest };

/// A name in lower-case letters only, without the dots of Schrödinger.
fn plain(name: &str) -> String {
    let name = name.replace(['ö', 'Ö'], "o");
    name.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_lowercase()).collect()
}

/// The rules by their plain names, with the spelling of each name.
static SPELLED: LazyLock<HashMap<String, (&'static str, Named)>> = LazyLock::new(|| {
    let mut names = HashMap::new();
    for form in FORMS {
        let keyword = form.keyword();
        names.insert(keyword.to_owned(), (keyword, Named { keyword, given: "" }));
        for &(alias, words) in form.aliases {
            let given = words.split_once(' ').map_or("", |(_, given)| given);
            names.insert(plain(alias), (alias, Named { keyword, given }));
        }
    }
    names
});

/// The rule with a name, in any case, its words joined by blanks, hyphens or nothing.
fn named(name: &str) -> Option<Named> {
    SPELLED.get(&plain(name)).map(|&(_, named)| named)
}

/// The longest word that may be a misspelled name.
const LONGEST_WORD: usize = 32;

/// The most names that are suggested.
const MOST_SUGGESTED: usize = 3;

/// The names that begin with a word or differ from it in few letters.
fn nearest(word: &str) -> Vec<&'static str> {
    let word = plain(word);
    if word.len() < 3 || word.len() > LONGEST_WORD {
        return Vec::new();
    }
    let of_board = BOARD_LINES.iter().map(|(line, _)| line.split(' ').next().unwrap_or_default());
    let names = SPELLED.values().map(|&(spelled, _)| spelled).chain(of_board);
    let steps = |name: &str| if name.starts_with(&word) { 0 } else { distance(&word, name) };
    let names = names.map(|spelled| (plain(spelled), spelled)).filter(|(name, _)| *name != word);
    let mut near: Vec<(usize, &str)> = names.map(|(name, spelled)| (steps(&name), spelled)).collect();
    near.sort_unstable_by_key(|&(steps, spelled)| (steps, spelled.len(), spelled));
    let least = near.first().map_or(0, |&(steps, _)| steps);
    // One wrong letter in four.
    near.retain(|&(steps, _)| steps == least && 4 * steps <= word.len());
    near.truncate(MOST_SUGGESTED);
    near.into_iter().map(|(_, spelled)| spelled).collect()
}

/// The edit distance of two words: letters to add, remove, replace or swap with the next.
fn distance(one: &str, other: &str) -> usize {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    // The rows for one letter less, for two letters less, and the present one.
    let (mut before, mut row): (Vec<usize>, Vec<usize>) = (Vec::new(), (0..=other.len()).collect());
    for (i, &a) in one.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, &b) in other.iter().enumerate() {
            let mut steps = (row[j] + usize::from(a != b)).min(row[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && a == other[j - 1] && one[i - 1] == b {
                steps = steps.min(before[j - 1] + 1);
            }
            next.push(steps);
        }
        (before, row) = (row, next);
    }
    row[other.len()]
}
