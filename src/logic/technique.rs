//! What a technique is: its names, its rating and what it rests on.

/// A kind of step, in the words of the field.
///
/// Ratings are tenths of Sudoku Explainer's scale; a technique with several has the lowest here, and each step its own. A technique
/// that is not on that scale has the rating 0. Scores are those of a profile, in its rows.
#[derive(Debug)]
pub struct Technique {
    /// The name on the command line and in JSON, such as `x-wing`.
    pub name: &'static str,
    /// The name in sentences, such as `X-wing`.
    pub title: &'static str,
    /// Other names that it goes by.
    pub aliases: &'static [&'static str],
    /// Lowest rating in tenths; 0 where the technique has none.
    pub rating: u16,
    /// Highest rating in tenths, the same where there is one only.
    pub highest: u16,
    /// `HoDoKu`'s code in its library of positions, where it has the technique.
    pub hodoku: Option<&'static str>,
    /// Whether it rests on the puzzle having one solution only.
    pub needs_uniqueness: bool,
    /// What it sees, in a sentence.
    pub summary: &'static str,
}

impl Technique {
    /// A technique that is not on Sudoku Explainer's scale.
    pub(in crate::logic) const fn unrated(
        name: &'static str,
        title: &'static str,
        aliases: &'static [&'static str],
        hodoku: &'static str,
        summary: &'static str,
    ) -> Self {
        Self { name, title, aliases, rating: 0, highest: 0, hodoku: Some(hodoku), needs_uniqueness: false, summary }
    }

    /// The same, resting on there being one solution.
    pub(in crate::logic) const fn unique(self) -> Self {
        Self { needs_uniqueness: true, ..self }
    }
}

impl PartialEq for Technique {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Technique {}

/// How hard a step is on a scale that adds steps up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// How hard a puzzle with such a step is at least.
    pub level: Level,
    /// What the step adds to the score.
    pub points: u32,
}

/// How hard a puzzle is in one word: the hardest step's, or more where the score is above what the level has at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Singles alone.
    Easy,
    /// Locked candidates, pairs and triples.
    Medium,
    /// Fish, wings, colours, patterns of one digit, uniqueness.
    Hard,
    /// Chains and almost locked sets.
    Unfair,
    /// Forcing chains, or trial and error.
    Extreme,
}

names! {
    pub Level {
        Easy = "easy", "singles alone";
        Medium = "medium", "locked candidates, pairs and triples";
        Hard = "hard", "fish, wings, colours, patterns of one digit, uniqueness";
        Unfair = "unfair", "chains and almost locked sets";
        Extreme = "extreme", "forcing chains, or trial and error";
    }
}

impl Level {
    /// The highest score of the level, by `HoDoKu` 2.2; above it a puzzle is of the next.
    #[must_use]
    pub const fn most(self) -> Option<u32> {
        match self {
            Self::Easy => Some(800),
            Self::Medium => Some(1000),
            Self::Hard => Some(1600),
            Self::Unfair => Some(1800),
            Self::Extreme => None,
        }
    }

    /// The level of a puzzle whose hardest step is of this level and whose steps have this sum.
    #[must_use]
    pub fn raised(self, score: u32) -> Self {
        let fits = |level: &Self| *level >= self && level.most().is_none_or(|most| score <= most);
        Self::all().iter().copied().find(fits).unwrap_or(Self::Extreme)
    }
}

/// A rating in tenths as people write it: `6.6`.
#[must_use]
pub fn tenths(rating: impl Into<u32>) -> impl std::fmt::Display {
    let rating: u32 = rating.into();
    std::fmt::from_fn(move |f| write!(f, "{}.{}", rating / 10, rating % 10))
}

/// The tenths of a rating that people wrote: a number with one digit behind the point at most.
#[must_use]
pub fn tenths_of(text: &str) -> Option<u32> {
    let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole) || !is_number(tenth) || tenth.len() > 1 {
        return None;
    }
    whole.parse::<u32>().ok()?.checked_mul(10)?.checked_add(tenth.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_are_read_in_tenths() {
        for (text, tenths) in [("7", 70), ("4.5", 45), ("11.9", 119), ("0", 0)] {
            assert_eq!(tenths_of(text), Some(tenths), "{text}");
        }
        for text in ["", ".5", "4.", "4.55", "-1", "x", "1e3", "999999999"] {
            assert_eq!(tenths_of(text), None, "{text}");
        }
    }
}
