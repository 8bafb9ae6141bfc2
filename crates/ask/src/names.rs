//! Names that are near a misspelled word.

/// Largest number of wrong letters in a word.
const MOST_TYPOS: usize = 2;

/// The names that differ least from a word, if they differ in at most two letters and in fewer than half of the word.
pub(crate) fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let most = MOST_TYPOS.min(word.chars().count() / 2);
    let near: Vec<_> = names.map(|name| (typos(word, name), name)).filter(|(wrong, _)| *wrong <= most).collect();
    let least = near.iter().map(|(wrong, _)| *wrong).min();
    near.into_iter().filter(|(wrong, _)| Some(*wrong) == least).map(|(_, name)| name).collect()
}

/// The number of letters to change, add, leave out or swap with a neighbour between two words: the distance of F. Damerau, 1964, in
/// its restricted form.
#[must_use]
pub fn typos(one: &str, other: &str) -> usize {
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
            assert_eq!((super::typos(one, other), super::typos(other, one)), (typos, typos), "{one} {other}");
        }
    }
}
