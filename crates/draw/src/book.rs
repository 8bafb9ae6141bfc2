//! Books: many puzzles on pages, with rules in words, followed by the solutions.

use std::collections::BTreeSet;
use std::fmt;

use satdoku_puzzle::grid::Grid;

use crate::drawing::{DrawError, Drawing};
use crate::fonts::push_lacking;
use crate::legend::{self, Entry};
use crate::page_layout::{LINE, MARGIN, Slots};
use crate::paper::Paper;
use crate::pdf::Pages;
use crate::picture::edge;
use crate::scene::{Anchor, Item, Paint, Scene, Text, length};
use crate::text::{width, wrapped};
use crate::theme::Theme;

/// The layout and the colours of a book.
#[derive(Clone, Debug)]
pub struct BookOptions {
    /// The size of the pages.
    pub paper: Paper,
    /// The number of puzzles per page, 1 to 12.
    pub per_page: usize,
    /// The heading of each page; may be empty.
    pub title: String,
    /// The colours of the pages.
    pub theme: Theme,
}

impl Default for BookOptions {
    /// Four puzzles on a page of A4.
    fn default() -> Self {
        Self { paper: Paper::A4, per_page: 4, title: String::new(), theme: Theme::Light }
    }
}

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
    options: BookOptions,
    pages: Pages,
    page: Scene,
    page_number: usize,
    /// The number of slots taken on the page.
    taken: usize,
    puzzles: usize,
    /// Words too long for the space below their puzzle.
    words: Vec<(usize, Vec<Entry>)>,
    solutions: Vec<Solved>,
    lacking: BTreeSet<char>,
}

impl fmt::Debug for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Book").field("options", &self.options).finish_non_exhaustive()
    }
}

/// A puzzle without its rules, for the solution pages.
struct Solved {
    number: usize,
    clues: Grid,
    answers: Grid,
    has_letters: bool,
}

/// Letters on a page, in points.
const HEADING: f64 = 11.0;
const SMALL: f64 = 9.0;

/// A heading has no smaller letters.
const LEAST_HEADING: f64 = 7.0;

/// The height of a heading of one line, and of each further line.
const HEADING_LINE: f64 = 18.0;
const HEADING_STEP: f64 = LEAST_HEADING * 1.25;

/// A heading has no more lines.
const MOST_HEADING: usize = 3;

/// The largest size of a cell.
const LARGEST_CELL: f64 = 42.0;

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
        let pages = Pages::new(&options.title)?;
        let mut lacking = BTreeSet::new();
        push_lacking(&options.title, &mut lacking);
        Ok(Self {
            options,
            pages,
            page: Scene::default(),
            page_number: 0,
            taken: 0,
            puzzles: 0,
            words: Vec::new(),
            solutions: Vec::new(),
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
        let slots = Slots::for_puzzles(self.options.paper, self.options.per_page);
        if self.taken == slots.count().min(self.options.per_page) {
            self.turn()?;
        }
        if self.taken == 0 {
            self.begin(&self.options.title.clone());
        }
        let (corner, size) = slots.slot(self.taken);
        self.taken += 1;
        let heading =
            if drawing.title.is_empty() { number.to_string() } else { format!("{number}  {}", drawing.title) };
        let picture = drawing.picture(drawing.answers.as_ref());
        let entries = drawing.entries(&picture);
        for text in entries.iter().map(|entry| &entry.text).chain([&heading]) {
            push_lacking(text, &mut self.lacking);
        }
        let board = drawing.puzzle.geometry();
        let words = self.words_below(number, entries, size);
        let lines = broken(&heading, size[0]);
        let above = HEADING_LINE + HEADING_STEP * length(lines.len() - 1);
        let free = [size[0], size[1] - above - words.as_ref().map_or(0.0, |(_, high)| high + 8.0)];
        let scale = (free[0] / picture.scene.width).min(free[1] / picture.scene.height);
        let scale = scale.min(LARGEST_CELL / crate::frame::CELL);
        let [wide, high] = [picture.scene.width * scale, picture.scene.height * scale];
        let left = corner[0] + (size[0] - wide) / 2.0;
        self.heading(&lines, left + scale * edge(board), corner, size[0]);
        let at = [left, corner[1] + above];
        self.page.items.push(Item::Part { at, scale, scene: picture.scene });
        if let Some((scene, _)) = words {
            let at = [corner[0], corner[1] + above + high + 8.0];
            self.page.items.push(Item::Part { at, scale: 1.0, scene });
        }
        if let Some(solution) = &drawing.beside {
            let plain = |grid: &Grid| Grid::from_digits(board, grid.digits().to_vec()).ok();
            let has_letters = drawing.has_letters;
            let solved = plain(&drawing.puzzle).zip(plain(solution));
            self.solutions.extend(solved.map(|(clues, answers)| Solved { number, clues, answers, has_letters }));
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

    /// The words of a puzzle in letters as small as needed, and their height. Words that do not fit move to pages behind the
    /// puzzles.
    fn words_below(&mut self, number: usize, entries: Vec<Entry>, [wide, high]: [f64; 2]) -> Option<(Scene, f64)> {
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
        if let Some(words) = fitting.into_iter().find(|(_, used)| *used <= MOST_WORDS * high) {
            return Some(words);
        }
        self.words.push((number, entries));
        let short = Entry { sample: None, text: "The rules are behind the puzzles.".to_owned() };
        Some(set(&[short], WORD_SIZES[1]))
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
        let room = wide - 2.0 * MARGIN;
        let mut y = f64::INFINITY;
        for (number, entries) in std::mem::take(&mut self.words) {
            for (at, entry) in entries.iter().enumerate() {
                // A paragraph of many cells may be longer than a page: line by line.
                let lines = wrapped(&entry.text, SMALL, false, room - 62.0);
                for (part, text) in lines.into_iter().enumerate() {
                    if y + SMALL * 2.0 > high - MARGIN - LINE {
                        self.turn()?;
                        self.begin("Rules");
                        self.taken = 1;
                        y = MARGIN + LINE + SMALL;
                    }
                    if at == 0 && part == 0 {
                        self.line(&number.to_string(), [MARGIN, y], SMALL, true);
                    }
                    if let Some(sample) = entry.sample.filter(|_| part == 0) {
                        let mut scene = Scene::default();
                        sample.draw([0.0, 0.0], self.options.theme, &mut scene);
                        self.page.items.push(Item::Part { at: [MARGIN + 32.0, y - 3.0], scale: 0.65, scene });
                    }
                    self.line(&text, [MARGIN + 62.0, y], SMALL, false);
                    y += SMALL * 1.4;
                }
            }
            y += SMALL;
        }
        self.turn()
    }

    /// The pages of solutions: more on a page where boards are small.
    fn solutions(&mut self) -> Result<(), DrawError> {
        let solutions = std::mem::take(&mut self.solutions);
        let slots_of = |solved: &Solved| {
            let board = solved.clues.geometry();
            let (columns, rows) = match board.rows().max(board.columns()) {
                0..=9 => (4, 5),
                10..=16 => (3, 4),
                17..=25 => (2, 3),
                _ => (1, 1),
            };
            Slots::new(self.options.paper, columns, rows)
        };
        let mut all: Vec<(Slots, Solved)> = solutions.into_iter().map(|solved| (slots_of(&solved), solved)).collect();
        // Groups boards of equal size; a group keeps the order of the numbers.
        all.sort_by_key(|(slots, _)| std::cmp::Reverse(slots.count()));
        for run in all.chunk_by(|a, b| a.0.count() == b.0.count()) {
            for page in run.chunks(run[0].0.count()) {
                self.begin("Solutions");
                self.taken = 1;
                for (at, (slots, solved)) in page.iter().enumerate() {
                    let (corner, size) = slots.slot(at);
                    let drawing = Drawing::of(&solved.clues)?.with_theme(self.options.theme);
                    let scene = drawing.with_letters(solved.has_letters).picture(Some(&solved.answers)).scene;
                    let room = size[1] - SMALL - 4.0;
                    let scale = (size[0] / scene.width).min(room / scene.height);
                    let left = corner[0] + (size[0] - scene.width * scale) / 2.0;
                    self.line(&solved.number.to_string(), [left, corner[1] + SMALL - 1.0], SMALL, true);
                    let at = [left, corner[1] + SMALL + 4.0];
                    self.page.items.push(Item::Part { at, scale, scene });
                }
                self.turn()?;
            }
        }
        Ok(())
    }

    /// Begins a page with its title and its number.
    fn begin(&mut self, title: &str) {
        let [width_of_page, height] = self.options.paper.size();
        self.page_number += 1;
        self.page = Scene { width: width_of_page, height, items: Vec::new() };
        let paper = crate::scene::Outline::Rectangle { corner: [0.0, 0.0], size: [width_of_page, height], radius: 0.0 };
        self.page.fill(paper, Paint::Paper);
        let room = width_of_page - 2.0 * MARGIN;
        let size = (room / width(title, true).max(0.001)).clamp(LEAST_HEADING + 1.0, HEADING + 2.0);
        self.line(&cut(title, size, room), [MARGIN, MARGIN + 4.0], size, true);
        let number = self.page_number.to_string();
        self.page.text(Text {
            at: [width_of_page / 2.0, height - MARGIN + 6.0],
            size: SMALL,
            is_bold: false,
            anchor: Anchor::Middle,
            paint: Paint::Text,
            letters: number,
        });
    }

    /// A line of text on the page.
    fn line(&mut self, letters: &str, at: [f64; 2], size: f64, is_bold: bool) {
        let (anchor, paint) = (Anchor::Start, Paint::Text);
        self.page.text(Text { at, size, is_bold, anchor, paint, letters: letters.to_owned() });
    }

    /// Ends the page, unless it is empty.
    fn turn(&mut self) -> Result<(), DrawError> {
        if self.taken == 0 {
            return Ok(());
        }
        self.taken = 0;
        let page = std::mem::take(&mut self.page);
        self.pages.push(&page, self.options.theme, 1.0)
    }
}

/// The lines of a heading: one line if letters of the least size fit, else several lines; the last line is cut if necessary.
fn broken(heading: &str, room: f64) -> Vec<String> {
    if LEAST_HEADING * width(heading, true) <= room + 0.001 {
        return vec![heading.to_owned()];
    }
    let mut lines = wrapped(heading, LEAST_HEADING, true, room);
    if lines.len() > MOST_HEADING {
        let rest = lines.split_off(MOST_HEADING - 1).join(" ");
        lines.push(cut(&rest, LEAST_HEADING, room));
    }
    lines
}

/// As much of a bold line as has room, with an ellipsis where something is missing.
fn cut(line: &str, size: f64, room: f64) -> String {
    if size * width(line, true) <= room + 0.001 {
        return line.to_owned();
    }
    let ends = line.char_indices().map(|(at, _)| line[..at].trim_end()).rev();
    let mut cuts = ends.map(|start| format!("{start}…"));
    cuts.find(|cut| size * width(cut, true) <= room).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_heading_is_cut_where_its_room_ends() {
        assert_eq!(cut("12  Short", 7.0, 200.0), "12  Short");
        let long = "12  A title that goes on and on, by Somebody";
        for room in [20.0, 60.0, 100.0] {
            let line = cut(long, 7.0, room);
            assert!(line.ends_with('…') && 7.0 * width(&line, true) <= room && line.len() > 4, "{line}");
        }
    }

    #[test]
    fn a_heading_breaks_before_it_is_cut() {
        assert_eq!(broken("12  Short", 200.0), ["12  Short"]);
        let long = broken("12  A title that goes on and on, by Somebody", 120.0);
        assert!(long.len() == 2 && long.concat().ends_with("Somebody"), "{long:?}");
        let longest = broken(&"word ".repeat(100), 120.0);
        assert!(longest.len() == MOST_HEADING && longest.concat().ends_with('…'), "{longest:?}");
    }

    #[test]
    fn a_long_title_of_a_book_is_cut_and_not_shrunk() {
        let options = BookOptions { title: "A title without an end ".repeat(40), ..BookOptions::default() };
        let mut book = Book::new(options.clone()).expect("four puzzles a page");
        book.begin(&options.title);
        let texts = book.page.items.iter().filter_map(|item| match item {
            Item::Text(text) if text.letters.ends_with('…') => Some(text),
            _ => None,
        });
        let sizes: Vec<f64> = texts.map(|text| text.size).collect();
        assert!(sizes.len() == 1 && sizes[0] >= LEAST_HEADING, "{sizes:?}");
    }
}
