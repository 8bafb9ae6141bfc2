//! What a technique is: its names, its rating and what it rests on.

/// A kind of step, in the words of the field.
///
/// Ratings are tenths of Sudoku Explainer's scale; a technique with several has the lowest here, and each step its own.
#[derive(Debug)]
pub struct Technique {
    /// The name on the command line and in JSON, such as `x-wing`.
    pub name: &'static str,
    /// The name in sentences, such as `X-wing`.
    pub title: &'static str,
    /// Other names that it goes by.
    pub aliases: &'static [&'static str],
    /// Lowest rating in tenths.
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

impl PartialEq for Technique {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Technique {}
