//! The pages of a book, laid out one after another.

use std::collections::BTreeSet;
use std::fmt;

use satdoku_puzzle::sentences::Heading;

use crate::book::heading::{LEAST_HEADING, broken, cut};
use crate::book::options::{BookOptions, Section, SolutionPlace};
use crate::book::room::{ABOVE_WORDS, HEADING_LINE, LEAST_BOARD, LEAST_SLOT, SMALL};
use crate::book::solved::Solved;
use crate::drawing::{DrawError, Drawing};
use crate::fonts::push_lacking;
use crate::legend::{self, Entry};
use crate::page_layout::{Kept, LINE, Slots};
use crate::pdf::Pages;
use crate::picture::edge;
use crate::scene::{Anchor, Item, Paint, Scene, Text, length};
use crate::text::{width, wrapped};

/// A PDF of many puzzles under construction. Puzzles are numbered from 1; a drawing's title stands behind the number, its words
/// below the puzzle. The solutions follow on pages of their own.
///
/// A full page is laid out and compressed at once: a puzzle takes a few kilobytes.
///
/// ```
/// use satdoku_puzzle::Grid;
/// use satdoku_draw::{Book, BookOptions, Drawing};
///
/// let puzzle: Grid = "1234341221434321".parse()?;
/// let mut book = Book::new(BookOptions { per_page: 2, ..BookOptions::default() })?;
/// for clues in ["1...............", "12..34.........."] {
///     let drawing = Drawing::of(&clues.parse()?)?.with_solution_beside(&puzzle)?;
///     book.push(&drawing)?;
/// }
/// assert!(book.finish()?.starts_with(b"%PDF"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Book {
    pub(super) options: BookOptions,
    section: Section,
    pages: Pages,
    page: Scene,
    pub(super) page_number: usize,
    /// The number of slots taken on the page.
    pub(super) taken: usize,
    /// The place of the puzzles on the page.
    slots: Slots,
    puzzles: usize,
    /// Words too long for the space below their puzzle.
    words: Vec<(usize, Vec<Entry>)>,
    /// Solutions for the pages behind the puzzles, and for the bottom of this page.
    behind: Vec<Solved>,
    below: Vec<Solved>,
    pub(super) lacking: BTreeSet<char>,
}

impl fmt::Debug for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Book").field("options", &self.options).finish_non_exhaustive()
    }
}

/// Letters on a page, in points.
pub(super) const HEADING: f64 = 11.0;

/// The height of each further line of a heading.
const HEADING_STEP: f64 = LEAST_HEADING * 1.25;

/// The largest size of a cell.
const LARGEST_CELL: f64 = 42.0;

/// The least width and height of the space for a solution behind the puzzles, by the side of its board; larger boards have a page.
const SMALL_SOLUTIONS: [(usize, f64); 3] = [(9, 105.0), (16, 148.0), (25, 205.0)];

/// The largest side of a board whose solution can be read at the bottom of a page.
const MOST_BELOW: usize = 12;

/// The least size of a cell where fewer puzzles on a page would give it more.
const LEAST_CELL: f64 = 2.5;

/// The largest part of a puzzle's space that the words below may take, and the sizes of their letters.
const MOST_WORDS: f64 = 0.34;
const WORD_SIZES: [f64; 4] = [8.5, 7.5, 6.5, 5.5];

impl Book {
    /// The most puzzles of a book.
    pub const MOST_PUZZLES: usize = 50_000;

    /// A book without puzzles.
    ///
    /// # Errors
    /// If the number of puzzles per page is not 1 to 12.
    pub fn new(options: BookOptions) -> Result<Self, DrawError> {
        if !(1..=12).contains(&options.per_page) {
            return Err(DrawError::Picture(format!("expected 1 to 12 puzzles a page, found {}", options.per_page)));
        }
        let pages = Pages::new(&options.title, &options.author, options.language)?;
        let mut lacking = BTreeSet::new();
        push_lacking(&options.title, &mut lacking);
        push_lacking(&options.author, &mut lacking);
        Ok(Self {
            slots: Slots::for_puzzles(options.paper, options.per_page, Kept::default()),
            options,
            section: Section::default(),
            pages,
            page: Scene::default(),
            page_number: 0,
            taken: 0,
            puzzles: 0,
            words: Vec::new(),
            behind: Vec::new(),
            below: Vec::new(),
            lacking,
        })
    }

    /// The characters in the book's title and in the titles and words of its puzzles so far that the font of its pages lacks.
    /// Each is drawn as a box.
    #[must_use]
    pub fn characters_without_glyph(&self) -> &BTreeSet<char> {
        &self.lacking
    }

    /// Appends a puzzle; the solution beside it goes to the pages behind.
    ///
    /// # Errors
    /// If the book is full.
    pub fn push(&mut self, drawing: &Drawing) -> Result<(), DrawError> {
        if self.puzzles == Self::MOST_PUZZLES {
            return Err(DrawError::Picture(format!("a book has at most {} puzzles", Self::MOST_PUZZLES)));
        }
        self.puzzles += 1;
        let number = self.puzzles;
        if self.taken == self.per_page() {
            self.turn()?;
        }
        if self.taken == 0 {
            self.begin_puzzles()?;
        }
        let (corner, size) = self.slots.slot(self.taken);
        self.taken += 1;
        let heading =
            if drawing.title.is_empty() { number.to_string() } else { format!("{number}  {}", drawing.title) };
        let picture = drawing.picture(drawing.answers.as_ref());
        let entries = drawing.entries(&picture);
        for text in entries.iter().map(|entry| &entry.text).chain([&heading]) {
            push_lacking(text, &mut self.lacking);
        }
        let board = drawing.puzzle.geometry();
        let mut lines = broken(&heading, size[0]);
        // A small space has no room for more lines.
        if size[1] < LEAST_SLOT[1] + HEADING_STEP * length(lines.len() - 1) {
            lines = vec![cut(&heading, LEAST_HEADING, size[0])];
        }
        let above = HEADING_LINE + HEADING_STEP * length(lines.len() - 1);
        let words = self.words_below(number, entries, size, size[1] - above - LEAST_BOARD - ABOVE_WORDS);
        let free = [size[0], size[1] - above - words.as_ref().map_or(0.0, |(_, high)| high + ABOVE_WORDS)];
        let scale = (free[0] / picture.scene.width).min(free[1] / picture.scene.height);
        let scale = scale.min(LARGEST_CELL / crate::frame::CELL);
        let cell = scale * crate::frame::CELL;
        if cell < LEAST_CELL && self.per_page() > 1 {
            let per_page = self.per_page();
            let why = format!("cells of {cell:.1} points, with {per_page} puzzles a page, are too small to read");
            return Err(DrawError::Picture(format!("puzzle {number}: {why}")));
        }
        let [wide, high] = [picture.scene.width * scale, picture.scene.height * scale];
        let left = corner[0] + (size[0] - wide) / 2.0;
        self.heading(&lines, left + scale * edge(board), corner, size[0]);
        let at = [left, corner[1] + above];
        self.page.items.push(Item::Part { at, scale, scene: picture.scene });
        if let Some((scene, _)) = words {
            let at = [corner[0], corner[1] + above + high + ABOVE_WORDS];
            self.page.items.push(Item::Part { at, scale: 1.0, scene });
        }
        let is_below = self.options.solutions == SolutionPlace::UpsideDown;
        if let Some(solved) = Solved::of(number, drawing).filter(|_| self.options.solutions != SolutionPlace::None) {
            let place = if is_below && solved.side() <= MOST_BELOW { &mut self.below } else { &mut self.behind };
            place.push(solved);
        }
        Ok(())
    }

    /// Draws the heading of a puzzle, starting at the edge of its board. Long lines begin further left and are smaller.
    fn heading(&mut self, lines: &[String], edge: f64, corner: [f64; 2], room: f64) {
        let wide = lines.iter().map(|line| width(line, true)).fold(0.001, f64::max);
        let size = (room / wide).min(if lines.len() > 1 { LEAST_HEADING } else { HEADING });
        let x = edge.min(corner[0] + room - size * wide).max(corner[0]);
        let mut y = corner[1] + HEADING;
        for line in lines {
            self.line(line, [x, y], size, true);
            y += HEADING_STEP;
        }
    }

    /// The words of a puzzle in letters as small as needed, and their height, at most `most`. Words that do not fit move to pages
    /// behind the puzzles.
    fn words_below(
        &mut self,
        number: usize,
        entries: Vec<Entry>,
        [wide, high]: [f64; 2],
        most: f64,
    ) -> Option<(Scene, f64)> {
        if entries.is_empty() {
            return None;
        }
        let theme = self.options.theme;
        let set = |entries: &[Entry], size: f64| {
            let scale = size / legend::SIZE;
            let mut scene = Scene::default();
            let used = scale * legend::draw(entries, [0.0, 0.0], wide / scale, theme, &mut scene);
            let mut scaled = Scene::default();
            scaled.items.push(Item::Part { at: [0.0, 0.0], scale, scene });
            (scaled, used)
        };
        let fitting = WORD_SIZES.into_iter().map(|size| set(&entries, size));
        if let Some(words) = fitting.into_iter().find(|(_, used)| *used <= most.min(MOST_WORDS * high)) {
            return Some(words);
        }
        self.words.push((number, entries));
        let short = Entry { sample: None, text: self.options.language.heading(Heading::RulesBehind).to_owned() };
        let [_, usual, .., least] = WORD_SIZES;
        [usual, least].map(|size| set(std::slice::from_ref(&short), size)).into_iter().find(|(_, used)| *used <= most)
    }

    /// Finishes the book and returns the PDF file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(mut self) -> Result<Vec<u8>, DrawError> {
        self.turn()?;
        self.rules()?;
        self.solutions()?;
        self.pages.finish()
    }

    /// Draws the pages of words that did not fit below their puzzles.
    fn rules(&mut self) -> Result<(), DrawError> {
        let [wide, high] = self.options.paper.size();
        let margin = self.options.paper.margin();
        let room = wide - 2.0 * margin;
        let mut y = f64::INFINITY;
        for (number, entries) in std::mem::take(&mut self.words) {
            for (at, entry) in entries.iter().enumerate() {
                // A paragraph of many cells may be longer than a page: line by line.
                let lines = wrapped(&entry.text, SMALL, false, room - 62.0);
                for (part, text) in lines.into_iter().enumerate() {
                    if y + SMALL * 2.0 > high - margin - LINE {
                        self.turn()?;
                        self.begin(self.options.language.heading(Heading::Rules), "");
                        self.taken = 1;
                        y = margin + LINE + SMALL;
                    }
                    if at == 0 && part == 0 {
                        self.line(&number.to_string(), [margin, y], SMALL, true);
                    }
                    if let Some(sample) = entry.sample.filter(|_| part == 0) {
                        let mut scene = Scene::default();
                        sample.draw([0.0, 0.0], self.options.theme, &mut scene);
                        self.page.items.push(Item::Part { at: [margin + 32.0, y - 3.0], scale: 0.65, scene });
                    }
                    self.line(&text, [margin + 62.0, y], SMALL, false);
                    y += SMALL * 1.4;
                }
            }
            y += SMALL;
        }
        self.turn()
    }

    /// The pages of solutions: more on a page where boards are small.
    fn solutions(&mut self) -> Result<(), DrawError> {
        let paper = self.options.paper;
        let slots_of = |solved: &Solved| {
            let small = SMALL_SOLUTIONS.into_iter().find(|(side, _)| solved.side() <= *side);
            Slots::of_least(paper, small.map_or(f64::INFINITY, |(_, least)| least))
        };
        let solutions = std::mem::take(&mut self.behind);
        let mut all: Vec<(Slots, Solved)> = solutions.into_iter().map(|solved| (slots_of(&solved), solved)).collect();
        // Groups boards of equal size; a group keeps the order of the numbers.
        all.sort_by_key(|(slots, _)| std::cmp::Reverse(slots.count()));
        for run in all.chunk_by(|a, b| a.0.count() == b.0.count()) {
            for page in run.chunks(run[0].0.count()) {
                self.begin(self.options.language.heading(Heading::Solutions), "");
                self.taken = 1;
                for (at, (slots, solved)) in page.iter().enumerate() {
                    let (at, size) = slots.slot(at);
                    let scene = solved.scene(size, self.options.theme)?;
                    self.page.items.push(Item::Part { at, scale: 1.0, scene });
                }
                self.turn()?;
            }
        }
        Ok(())
    }

    /// Begins a section, on a new page.
    ///
    /// # Errors
    /// If [`BookOptions::check`] refuses the section.
    pub fn section(&mut self, section: Section) -> Result<(), DrawError> {
        self.options.check(&section)?;
        self.turn()?;
        push_lacking(&section.title, &mut self.lacking);
        self.section = section;
        Ok(())
    }

    /// The number of puzzles on a page of the section.
    fn per_page(&self) -> usize {
        self.section.per_page.unwrap_or(self.options.per_page)
    }

    /// Begins a page of puzzles; the first of a section has the section's words.
    fn begin_puzzles(&mut self) -> Result<(), DrawError> {
        self.slots = self.options.slots(&self.section)?;
        let about = std::mem::take(&mut self.section.about);
        push_lacking(&about, &mut self.lacking);
        let lines = self.options.about(&self.section.title, &about)?;
        let (book, section) = (self.options.title.clone(), self.section.title.clone());
        if section.is_empty() {
            self.begin(&book, "");
        } else {
            self.begin(&section, &book);
        }
        let paper = self.options.paper;
        let mut y = paper.margin() + LINE;
        for line in &lines {
            self.line(line, [paper.margin(), y + SMALL], SMALL, false);
            y += SMALL * 1.4;
        }
        Ok(())
    }

    /// Draws the solutions of the page, upside down.
    fn solutions_below(&mut self) -> Result<(), DrawError> {
        let (columns, space) = self.options.space_below(self.per_page());
        let paper = self.options.paper;
        let solved = std::mem::take(&mut self.below);
        let rows = solved.len().div_ceil(columns);
        let [left, bottom] =
            [paper.size()[0] - paper.margin() - space * length(columns), paper.size()[1] - paper.margin() - LINE];
        for (at, solved) in solved.iter().enumerate() {
            // A scene that is upside down begins at its lower right corner. Who turns the page reads the numbers in order.
            let [column, row] = [columns - 1 - at % columns, rows - 1 - at / columns].map(length);
            let corner = [left + space * (column + 1.0) - 4.0, bottom - space * (length(rows) - 1.0 - row)];
            let scene = solved.scene([space - 8.0, space - 6.0], self.options.theme)?;
            self.page.items.push(Item::Part { at: corner, scale: -1.0, scene });
        }
        Ok(())
    }

    /// Begins a page with its title, the words beside the title, and its number.
    pub(super) fn begin(&mut self, title: &str, beside: &str) {
        let [width_of_page, height] = self.options.paper.size();
        let margin = self.options.paper.margin();
        self.page_number += 1;
        self.page = Scene { width: width_of_page, height, items: Vec::new() };
        let paper = crate::scene::Outline::Rectangle { corner: [0.0, 0.0], size: [width_of_page, height], radius: 0.0 };
        self.page.fill(paper, Paint::Paper);
        let room = width_of_page - 2.0 * margin;
        let size = (room / width(title, true).max(0.001)).clamp(LEAST_HEADING + 1.0, HEADING + 2.0);
        self.line(&cut(title, size, room), [margin, margin + 4.0], size, true);
        let free = room - size * width(title, true) - 2.0 * SMALL;
        let beside = if free > 4.0 * SMALL { cut(beside, SMALL, free) } else { String::new() };
        self.text(&beside, [width_of_page - margin, margin + 4.0], SMALL, false, Anchor::End);
        let number = self.page_number.to_string();
        self.text(&number, [width_of_page / 2.0, height - margin + 6.0], SMALL, false, Anchor::Middle);
    }

    /// A line of text on the page.
    pub(super) fn line(&mut self, letters: &str, at: [f64; 2], size: f64, is_bold: bool) {
        self.text(letters, at, size, is_bold, Anchor::Start);
    }

    pub(super) fn text(&mut self, letters: &str, at: [f64; 2], size: f64, is_bold: bool, anchor: Anchor) {
        if !letters.is_empty() {
            self.page.text(Text { at, size, is_bold, anchor, paint: Paint::Text, letters: letters.to_owned() });
        }
    }

    /// Ends the page, unless it is empty.
    pub(super) fn turn(&mut self) -> Result<(), DrawError> {
        if self.taken == 0 {
            return Ok(());
        }
        self.solutions_below()?;
        self.taken = 0;
        let page = std::mem::take(&mut self.page);
        self.pages.push(&page, self.options.theme, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_title_of_a_book_is_cut_and_not_shrunk() {
        let options = BookOptions { title: "A title without an end ".repeat(40), ..BookOptions::default() };
        let mut book = Book::new(options.clone()).expect("four puzzles a page");
        book.begin(&options.title, "");
        let texts = book.page.items.iter().filter_map(|item| match item {
            Item::Text(text) if text.letters.ends_with('…') => Some(text),
            _ => None,
        });
        let sizes: Vec<f64> = texts.map(|text| text.size).collect();
        assert!(sizes.len() == 1 && sizes[0] >= LEAST_HEADING, "{sizes:?}");
    }
}
