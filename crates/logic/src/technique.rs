//! Techniques: names, ratings and requirements.

/// A kind of step, in the words of the field.
///
/// Ratings are tenths of Sudoku Explainer's scale; a technique with several ratings has the lowest here, and each step its own. A
/// technique outside the scale has rating 0. The rows of a profile have the scores.
#[derive(Debug)]
pub struct Technique {
    /// The name on the command line and in JSON, such as `x-wing`.
    pub name: &'static str,
    /// The name in sentences, such as `X-wing`.
    pub title: &'static str,
    /// Further names.
    pub aliases: &'static [&'static str],
    /// The lowest rating in tenths; 0 for a technique without a rating.
    pub rating: u16,
    /// The highest rating in tenths; equals the lowest if the technique has only one.
    pub highest: u16,
    /// `HoDoKu`'s code in its library of positions, if it has the technique.
    pub hodoku: Option<&'static str>,
    /// Whether the technique uses that the puzzle has only one solution.
    pub needs_uniqueness: bool,
    /// The technique in a sentence.
    pub summary: &'static str,
}

impl Technique {
    /// A technique outside Sudoku Explainer's scale.
    pub(crate) const fn unrated(
        name: &'static str,
        title: &'static str,
        aliases: &'static [&'static str],
        hodoku: &'static str,
        summary: &'static str,
    ) -> Self {
        Self { name, title, aliases, rating: 0, highest: 0, hodoku: Some(hodoku), needs_uniqueness: false, summary }
    }

    /// The technique with the requirement of a unique solution.
    pub(crate) const fn unique(self) -> Self {
        Self { needs_uniqueness: true, ..self }
    }
}

impl PartialEq for Technique {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Technique {}

#[cfg(feature = "serde")]
impl serde::Serialize for Technique {
    /// The name.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name)
    }
}

/// The difficulty of a step on a scale that adds scores up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Score {
    /// The lowest level of a puzzle with the step.
    pub level: Level,
    /// The points that the step adds to the score.
    pub points: u32,
}

/// The difficulty of a puzzle in a word: the hardest step's level, or a higher level if the score exceeds its maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Only singles.
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

#[cfg(feature = "serde")]
serialized_as_text!(Level);

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
    /// The highest score of the level, by `HoDoKu` 2.2; a higher score means the next level.
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

    /// The lowest and the highest rating in tenths, on the scale of Sudoku Explainer, of puzzles of the level: singles; locked
    /// candidates; subsets, fish and wings; uniqueness and short chains; everything beyond.
    #[must_use]
    pub const fn ratings(self) -> (u32, u32) {
        match self {
            Self::Easy => (0, 20),
            Self::Medium => (21, 35),
            Self::Hard => (36, 50),
            Self::Unfair => (51, 70),
            Self::Extreme => (71, u32::MAX),
        }
    }

    /// The level of a rating in tenths.
    #[must_use]
    pub fn of_rating(rating: u32) -> Self {
        let is_within = |level: &Self| rating <= level.ratings().1;
        Self::all().iter().copied().find(is_within).unwrap_or(Self::Extreme)
    }

    /// The level of a puzzle, given the level of its hardest step (`self`) and the sum of its steps' points.
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

/// The tenths of a written rating: a number with at most one digit after the point.
#[must_use]
pub fn tenths_of(text: &str) -> Option<u32> {
    let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole) || !is_number(tenth) || tenth.len() > 1 {
        return None;
    }
    whole.parse::<u32>().ok()?.checked_mul(10)?.checked_add(tenth.parse().ok()?)
}

/// A technique of tests.
#[cfg(test)]
pub(crate) static PLANTED: Technique = Technique {
    name: "planted",
    title: "planted",
    aliases: &[],
    rating: 10,
    highest: 10,
    hodoku: None,
    needs_uniqueness: false,
    summary: "a step of a test",
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_are_read_in_tenths() {
        for (text, tenths) in [("7", 70), ("4.5", 45), ("11.9", 119), ("0", 0)] {
            assert_eq!(tenths_of(text), Some(tenths), "{text}");
        }
        for text in ["", ".5", "4.", "4.55", "-1", "+7", "x", "1e3", "999999999"] {
            assert_eq!(tenths_of(text), None, "{text}");
        }
    }
}
