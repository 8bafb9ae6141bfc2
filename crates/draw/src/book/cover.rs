//! The cover of a book, with a table of its sections.

use crate::book::heading::cut;
use crate::book::options::Section;
use crate::book::pages::{Book, HEADING, SMALL};
use crate::drawing::DrawError;
use crate::fonts::push_lacking;
use crate::page_layout::LINE;
use crate::scene::Anchor;
use crate::text::{width, wrapped};

/// The letters of a cover: the title, at most and at least, and the author.
const COVER_TITLE: [f64; 2] = [30.0, 14.0];
const COVER_AUTHOR: f64 = 14.0;

impl Book {
    /// A cover with the title, the author, words and a table of the sections, which come with [`section`](Self::section) afterwards.
    /// Must be the first page.
    ///
    /// # Errors
    /// If there are puzzles already, or the words take too much of the page.
    pub fn cover(&mut self, about: &str, sections: &[Section]) -> Result<(), DrawError> {
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
        for line in wrapped(&title, size, true, room) {
            self.text(&line, [wide / 2.0, y], size, true, Anchor::Middle);
            y += size * 1.25;
        }
        for line in wrapped(&author, COVER_AUTHOR, false, room) {
            self.text(&line, [wide / 2.0, y], COVER_AUTHOR, false, Anchor::Middle);
            y += COVER_AUTHOR * 1.4;
        }
        let about = self.paragraphs(about, "the cover")?;
        y += if about.is_empty() { 0.0 } else { 2.0 * HEADING };
        for line in about {
            self.line(&line, [margin, y], SMALL, false);
            y += SMALL * 1.4;
        }
        // The table of contents is as many pages long as its lines need; the first puzzle follows.
        let step = HEADING * 1.5;
        let on_page = |from: f64| (((high - margin - LINE - from) / step) as usize).max(1);
        y += 3.0 * HEADING;
        let titled: Vec<&Section> = sections.iter().filter(|section| !section.title.is_empty()).collect();
        let (first, further) = (on_page(y), on_page(margin + LINE));
        let mut number = 2 + titled.len().saturating_sub(first).div_ceil(further);
        for section in sections {
            let per_page = section.per_page.unwrap_or(self.options.per_page);
            let at = number;
            number += section.puzzles.div_ceil(per_page);
            if section.title.is_empty() {
                continue;
            }
            if y > high - margin - LINE {
                self.turn()?;
                self.begin("", "");
                self.taken = 1;
                y = margin + LINE + HEADING;
            }
            let at = at.to_string();
            let name = cut(&section.title, HEADING, room - HEADING * (width(&at, true) + 1.0));
            push_lacking(&name, &mut self.lacking);
            self.line(&name, [margin, y], HEADING, false);
            self.text(&at, [wide - margin, y], HEADING, false, Anchor::End);
            y += step;
        }
        self.turn()
    }
}
