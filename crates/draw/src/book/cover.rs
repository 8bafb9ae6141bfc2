//! The cover of a book, with a table of its sections.

use crate::book::heading::cut;
use crate::book::options::Section;
use crate::book::pages::{Book, HEADING};
use crate::book::room::{SMALL, paragraphs};
use crate::drawing::DrawError;
use crate::fonts::push_lacking;
use crate::page_layout::LINE;
use crate::scene::Anchor;
use crate::text::{width, wrapped};

/// The letters of a cover: the title, at most and at least, and the author.
const COVER_TITLE: [f64; 2] = [30.0, 14.0];
const COVER_AUTHOR: f64 = 14.0;

/// The most lines of the title; the last is cut if necessary.
const MOST_TITLE: usize = 3;

/// The height of a line of the table of contents.
const CONTENTS_STEP: f64 = HEADING * 1.5;

/// A line of the table of contents.
struct Entry<'a> {
    title: &'a str,
    /// The page of the line, and its height there.
    on: usize,
    y: f64,
    /// The page where the section begins.
    begins: usize,
}

impl Book {
    /// A cover with the title, the author, words and a table of the sections, which come with [`section`](Self::section) afterwards.
    /// Must be the first page.
    ///
    /// # Errors
    /// If there are puzzles already, or the words take too much of the page.
    pub fn cover(&mut self, about: &str, sections: &[Section]) -> Result<(), DrawError> {
        self.cover_with_table(about, sections).map(drop)
    }

    /// Draws the cover; returns the numbers of pages in the table.
    fn cover_with_table(&mut self, about: &str, sections: &[Section]) -> Result<Vec<usize>, DrawError> {
        if self.page_number > 0 {
            return Err(DrawError::Picture("the cover must be the first page".to_owned()));
        }
        let [wide, high] = self.options.paper.size();
        let margin = self.options.paper.margin();
        let room = wide - 2.0 * margin;
        self.begin("", "");
        self.taken = 1;
        let (title, author) = (self.options.title.clone(), self.options.author.clone());
        let size = (room / width(&title, true).max(0.001)).clamp(COVER_TITLE[1], COVER_TITLE[0]);
        let mut y = (high * 0.22).max(margin + size);
        let mut lines = wrapped(&title, size, true, room);
        if lines.len() > MOST_TITLE {
            let rest = lines.split_off(MOST_TITLE - 1).join(" ");
            lines.push(cut(&rest, size, room));
        }
        for line in lines {
            self.text(&line, [wide / 2.0, y], size, true, Anchor::Middle);
            y += size * 1.25;
        }
        self.text(&cut(&author, COVER_AUTHOR, room), [wide / 2.0, y], COVER_AUTHOR, false, Anchor::Middle);
        y += if author.is_empty() { 0.0 } else { COVER_AUTHOR * 1.4 };
        push_lacking(about, &mut self.lacking);
        let about = paragraphs(self.options.paper, about, "the cover")?;
        y += if about.is_empty() { 0.0 } else { 2.0 * HEADING };
        for line in about {
            self.line(&line, [margin, y], SMALL, false);
            y += SMALL * 1.4;
        }
        let mut printed = Vec::new();
        for entry in self.contents(sections, y + 3.0 * HEADING) {
            if entry.on > self.page_number {
                self.turn()?;
                self.begin("", "");
                self.taken = 1;
            }
            let begins = entry.begins.to_string();
            let name = cut(entry.title, HEADING, room - HEADING * (width(&begins, true) + 1.0));
            push_lacking(&name, &mut self.lacking);
            self.line(&name, [margin, entry.y], HEADING, false);
            self.text(&begins, [wide - margin, entry.y], HEADING, false, Anchor::End);
            printed.push(entry.begins);
        }
        self.turn()?;
        Ok(printed)
    }

    /// The table of contents, which begins on the first page at a height. The first section begins on the page after the table.
    fn contents<'a>(&self, sections: &'a [Section], mut y: f64) -> Vec<Entry<'a>> {
        let margin = self.options.paper.margin();
        let bottom = self.options.paper.size()[1] - margin - LINE;
        let (mut on, mut pages_before) = (1, 0);
        let mut entries = Vec::new();
        for section in sections {
            if !section.title.is_empty() {
                if y > bottom {
                    on += 1;
                    y = margin + LINE + HEADING;
                }
                entries.push(Entry { title: &section.title, on, y, begins: pages_before });
                y += CONTENTS_STEP;
            }
            pages_before += section.puzzles.div_ceil(section.per_page.unwrap_or(self.options.per_page));
        }
        for entry in &mut entries {
            entry.begins += on + 1;
        }
        entries
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::options::BookOptions;
    use crate::drawing::Drawing;
    use crate::paper::Paper;

    #[test]
    fn the_table_of_contents_has_the_pages_where_sections_begin() {
        let drawing = Drawing::of(&"1...............".parse().unwrap()).unwrap();
        let titles = ["T".to_owned(), "A title without an end ".repeat(40)];
        for (paper, title) in [Paper::Pocket, Paper::A4, Paper::A6].into_iter().zip(titles.iter().cycle()) {
            for count in 5..=40 {
                let about = "Words of the cover.\n".repeat(count % 13);
                let options =
                    BookOptions { paper, title: title.clone(), author: title.clone(), ..BookOptions::default() };
                let mut book = Book::new(options).unwrap();
                let section = |at: usize| Section {
                    title: if at % 7 == 3 { String::new() } else { format!("Section {at}") },
                    puzzles: 1 + at % 3,
                    per_page: Some(2),
                    ..Section::default()
                };
                let sections: Vec<Section> = (0..count).map(section).collect();
                // Any height at which the table can begin, also below the last line of the page.
                for y in [0.2, 0.4, 0.6, 0.8, 0.95].map(|part| part * paper.size()[1]) {
                    let last = book.contents(&sections, y).last().map_or(0, |entry| entry.on);
                    assert!(book.contents(&sections, y).iter().all(|entry| entry.begins > last));
                }
                let printed = book.cover_with_table(&about, &sections).unwrap();
                assert_eq!(printed.first(), Some(&(book.page_number + 1)), "{paper}, {count} sections");
                // Drawing all the puzzles takes longer.
                if ![5, 26, 40].contains(&count) || paper == Paper::A6 {
                    continue;
                }
                let mut begun = Vec::new();
                for section in &sections {
                    book.section(section.clone()).unwrap();
                    for at in 0..section.puzzles {
                        book.push(&drawing).unwrap();
                        if at == 0 && !section.title.is_empty() {
                            begun.push(book.page_number);
                        }
                    }
                }
                assert_eq!(printed, begun, "{paper}, {count} sections");
            }
        }
    }
}
