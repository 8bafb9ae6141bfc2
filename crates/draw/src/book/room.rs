//! The room of a page for puzzles, solutions and words.

use crate::book::options::{BookOptions, Section, SolutionPlace};
use crate::drawing::DrawError;
use crate::page_layout::{Kept, Slots};
use crate::paper::Paper;
use crate::scene::length;
use crate::text::wrapped;

/// The letters of words on a page, in points.
pub(super) const SMALL: f64 = 9.0;

/// The height of a heading of one line.
pub(super) const HEADING_LINE: f64 = 18.0;

/// The least height of a board.
pub(super) const LEAST_BOARD: f64 = 36.0;

/// The room between a board and the words below.
pub(super) const ABOVE_WORDS: f64 = 8.0;

/// The least width and height of the space for a puzzle: its number, its board, and one line of words.
pub(super) const LEAST_SLOT: [f64; 2] = [58.0, HEADING_LINE + LEAST_BOARD + ABOVE_WORDS + 10.0];

/// The largest part of a page that the words of a section may take.
const MOST_ABOUT: f64 = 0.4;

/// The most space for a solution at the bottom of a page, and the least.
const SPACE_BELOW: f64 = 90.0;
const LEAST_BELOW: f64 = 58.0;

impl BookOptions {
    /// Checks that the pages have room for the puzzles of a section and for its words, before the puzzles are there.
    ///
    /// # Errors
    /// If the number of puzzles per page is not 1 to 12 or leaves too little room for each, or the words of the section take too
    /// much of a page.
    pub fn check(&self, section: &Section) -> Result<(), DrawError> {
        self.slots(section).map(drop)
    }

    /// The places of puzzles on a page that begins with the section's words.
    pub(super) fn slots(&self, section: &Section) -> Result<Slots, DrawError> {
        let wanted = section.per_page.unwrap_or(self.per_page);
        if !(1..=12).contains(&wanted) {
            return Err(DrawError::Picture(format!("expected 1 to 12 puzzles a page, found {wanted}")));
        }
        let lines = self.about(&section.title, &section.about)?.len();
        let above = if lines == 0 { 0.0 } else { SMALL * 1.4 * length(lines) + SMALL };
        let slots = |count: usize| {
            let below = match self.solutions {
                SolutionPlace::UpsideDown => {
                    let (columns, space) = self.space_below(count);
                    space * length(count.div_ceil(columns)) + SMALL
                }
                SolutionPlace::Behind | SolutionPlace::None => 0.0,
            };
            let slots = Slots::for_puzzles(self.paper, count, Kept { above, below });
            let (_, size) = slots.slot(0);
            (size[0] >= LEAST_SLOT[0] && size[1] >= LEAST_SLOT[1]).then_some(slots)
        };
        slots(wanted).ok_or_else(|| {
            let most = (1..wanted).take_while(|count| slots(*count).is_some()).count();
            let below = if self.solutions == SolutionPlace::UpsideDown { " with solutions below" } else { "" };
            let words = if lines == 0 { "" } else { " below the words of the section" };
            DrawError::Picture(format!(
                "paper {} has no room for {wanted} puzzles a page{below}{words}, at most {most}",
                self.paper
            ))
        })
    }

    /// The lines of a section's words.
    pub(super) fn about(&self, title: &str, about: &str) -> Result<Vec<String>, DrawError> {
        paragraphs(self.paper, about, &format!("the section {title:?}"))
    }

    /// How many solutions stand side by side at the bottom of the page, and the width and height of the space of each.
    #[allow(clippy::cast_sign_loss)] // The paper is wider than its margins.
    pub(super) fn space_below(&self, per_page: usize) -> (usize, f64) {
        let room = self.paper.size()[0] - 2.0 * self.paper.margin();
        let columns = per_page.min(((room / LEAST_BELOW) as usize).max(1));
        (columns, (room / length(columns)).min(SPACE_BELOW))
    }
}

/// Lines of words over the width of the page, a blank line between paragraphs.
pub(super) fn paragraphs(paper: Paper, words: &str, place: &str) -> Result<Vec<String>, DrawError> {
    let ([wide, high], margin) = (paper.size(), paper.margin());
    let set = |paragraph: &str| wrapped(paragraph, SMALL, false, wide - 2.0 * margin);
    let paragraphs: Vec<Vec<String>> = words.trim().lines().map(set).collect();
    let lines = paragraphs.into_iter().flat_map(|lines| if lines.is_empty() { vec![String::new()] } else { lines });
    let lines: Vec<String> = lines.filter(|_| !words.trim().is_empty()).collect();
    if SMALL * 1.4 * length(lines.len()) > MOST_ABOUT * high {
        let part = MOST_ABOUT * 100.0;
        return Err(DrawError::Picture(format!("the words of {place} take more than {part} % of a page")));
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_room_for_its_puzzles_or_says_how_many_it_has_room_for() {
        let mut refused = 0;
        for &paper in Paper::all() {
            for &solutions in SolutionPlace::all() {
                for (per_page, lines) in (1..=12).flat_map(|count| [0, 1, 8].map(|lines| (count, lines))) {
                    let options = BookOptions { paper, per_page, solutions, ..BookOptions::default() };
                    let section = Section { about: "Words.\n".repeat(lines), ..Section::default() };
                    match options.slots(&section) {
                        Ok(slots) => {
                            let (_, size) = slots.slot(per_page - 1);
                            assert!(
                                size[0] >= LEAST_SLOT[0] && size[1] >= LEAST_SLOT[1],
                                "{paper} {per_page} {size:?}"
                            );
                        }
                        Err(error) => {
                            refused += 1;
                            let message = error.to_string();
                            let (_, most) = message.rsplit_once("at most ").expect(&message);
                            let most: usize = most.parse().expect("a number");
                            assert!((1..per_page).contains(&most), "{message}");
                            assert!(BookOptions { per_page: most, ..options }.check(&section).is_ok(), "{message}");
                        }
                    }
                }
            }
        }
        assert!(refused > 0);
        let a6 = BookOptions { paper: Paper::A6, per_page: 12, ..BookOptions::default() };
        assert!(a6.check(&Section::default()).is_ok());
        let below = BookOptions { solutions: SolutionPlace::UpsideDown, ..a6 };
        let refusal = below.check(&Section::default()).unwrap_err().to_string();
        assert!(
            refusal.contains("paper a6 has no room for 12 puzzles a page with solutions below, at most 4"),
            "{refusal}"
        );
    }
}
