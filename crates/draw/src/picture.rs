//! A board with rules and digits, as a scene.

use std::collections::{HashMap, HashSet};

use satdoku_puzzle::geometry::{Candidate, Cell, Geometry};
use satdoku_puzzle::rule::{Mark, MarkPlaces};

use crate::accents::Note;
use crate::board::{self, Further, area, widths};
use crate::digits::Lettering;
use crate::frame::{CELL, Frame, extent, size};
use crate::helper_values::HelperValues;
use crate::mark_layers::Stretches;
use crate::marks::Marker;
use crate::scene::{Item, Paint, Scene};
use crate::shown::Shown;

/// A board as a scene, with the rules and units that the scene does not show.
#[derive(Debug)]
pub(crate) struct Picture {
    pub(crate) scene: Scene,
    /// The numbers of the rules not drawn.
    pub(crate) undrawn: Vec<usize>,
    pub(crate) further: Vec<Further>,
    pub(crate) helper_values: HelperValues,
}

/// The space around a board for its border.
pub(crate) fn edge(board: &Geometry) -> f64 {
    widths(board)[1] / 2.0 + 0.5
}

/// A board in layers, with the rules and units that no layer shows.
pub(crate) struct BoardLayers<'a> {
    board: &'a Geometry,
    pub(crate) frame: Frame,
    /// Width and height of the board with its margins.
    pub(crate) extent: [f64; 2],
    marks: Vec<Vec<Mark>>,
    further: Vec<Further>,
    pub(crate) undrawn: Vec<usize>,
    marker: Marker<'a>,
}

impl<'a> Shown<'a> {
    /// Draws the board.
    pub(crate) fn picture(self) -> Picture {
        let mut drawn = self.layers();
        let helper_values = HelperValues::draw(&self, &mut drawn.marker);
        let BoardLayers { board, frame, marker, marks, .. } = &drawn;
        let [tints, discs, broad, medium, thin, rings, regions, signs, margins] = marker.layers.all();
        let mut scene = drawn.paper();
        scene.items.extend_from_slice(&tints.items);
        self.notes.iter().for_each(|note| note.draw_cells(*frame, &mut scene));
        board::diagonals(board, *frame, &mut scene);
        for layer in [discs, broad, medium, thin, rings] {
            scene.items.extend_from_slice(&layer.items);
        }
        board::lines(board, *frame, &mut scene);
        scene.items.extend_from_slice(&regions.items);
        scene.items.extend_from_slice(&signs.items);
        self.digits(board, *frame, marks, |cell| marker.has_text(cell), &mut scene);
        scene.items.extend_from_slice(&margins.items);
        [scene.width, scene.height] = drawn.extent;
        Picture { scene, undrawn: drawn.undrawn, further: drawn.further, helper_values }
    }

    /// Draws the marks of the rules, in layers.
    pub(crate) fn layers(self) -> BoardLayers<'a> {
        let board = &**self.puzzle.geometry();
        let marks: Vec<Vec<Mark>> = self.puzzle.rules().as_slice().iter().map(|rule| rule.marks_on(board)).collect();
        let [top, left, bottom, right] =
            room_outside(board, &marks).map(|places| f64::from(places) * CELL + edge(board));
        let frame = Frame { corner: [left, top] };
        let [wide, high] = size(board);
        let mut marker = Marker::new(board, frame, self.theme, MarkPlaces::of(board, marks.iter().flatten()));
        let mut undrawn = Vec::new();
        for (number, marks) in marks.iter().enumerate() {
            // Draws as many marks as possible, even if a mark of the rule is refused.
            let pictured = marks.iter().filter(|mark| !matches!(mark, Mark::Global(_)));
            let refused = pictured.filter(|mark| !marker.draw(mark)).count();
            marker.layers.assign(number);
            // Candidates that a rule leaves are invisible among the candidates of the whole board.
            let is_among_others =
                !self.candidates.is_empty() && marks.iter().any(|mark| matches!(mark, Mark::Candidates { .. }));
            if refused > 0 || marks.is_empty() || is_among_others {
                undrawn.push(number);
            }
        }
        let extent = [left + wide + right, top + high + bottom];
        BoardLayers { board, frame, extent, marks, further: board::further_units(board), undrawn, marker }
    }

    fn digits(
        self,
        board: &Geometry,
        frame: Frame,
        marks: &[Vec<Mark>],
        has_text: impl Fn(Cell) -> bool,
        scene: &mut Scene,
    ) {
        let lettering = Lettering::of(board, self.has_letters);
        let clashing: HashSet<Cell> = self
            .notes
            .iter()
            .flat_map(|note| if let Note::Clash(cells) = note { cells.as_slice() } else { &[] })
            .copied()
            .collect();
        let (mut small, mut behind, mut before) = (Vec::new(), Scene::default(), Scene::default());
        let allowed = allowed_candidates(board, marks);
        if self.candidates.is_empty() {
            small.extend(allowed.values().flatten().copied());
        }
        let is_allowed = |it: &Candidate| allowed.get(&it.cell).is_none_or(|left| left.contains(it));
        small.extend(self.candidates.iter().copied().filter(is_allowed));
        small.extend(self.notes.iter().flat_map(Note::candidates));
        let mut seen = HashSet::new();
        small.retain(|it| it.cell.is_in_grid() && self.digit(it.cell).is_none() && seen.insert(*it));
        for note in self.notes {
            note.draw_candidates(board, frame, &has_text, [&mut behind, &mut before]);
        }
        scene.items.extend(behind.items);
        sort(&mut small);
        for it in small {
            lettering.candidate(board, frame, it, has_text(it.cell), Paint::Candidate, scene);
        }
        for cell in board.grid_cells() {
            let Some((digit, is_clue)) = self.digit(cell) else { continue };
            let paint = match (clashing.contains(&cell), is_clue) {
                (true, _) => Paint::Alarm,
                (_, true) => Paint::Given,
                _ => Paint::Answer,
            };
            scene.items.push(Item::Text(lettering.digit(frame, cell, digit, is_clue, paint)));
        }
        scene.items.extend(before.items);
    }
}

impl BoardLayers<'_> {
    /// The cells as paper, and the tints of further units.
    pub(crate) fn paper(&self) -> Scene {
        let mut scene = Scene::default();
        board::paper(self.board, self.frame, &mut scene);
        for unit in &self.further {
            if let Some(tint) = unit.tint {
                scene.fill(area(self.frame, &unit.cells), Paint::Tint(tint));
            }
        }
        scene
    }

    /// The items below the digits and those above, in stretches of one rule or of none.
    pub(crate) fn around_digits(&self) -> [Stretches; 2] {
        let [mut diagonals, mut lines, mut small] = [Scene::default(), Scene::default(), Scene::default()];
        board::diagonals(self.board, self.frame, &mut diagonals);
        board::lines(self.board, self.frame, &mut lines);
        let lettering = Lettering::of(self.board, false);
        let allowed = allowed_candidates(self.board, &self.marks);
        let mut allowed: Vec<Candidate> = allowed.into_values().flatten().collect();
        sort(&mut allowed);
        for it in allowed {
            let has_text = self.marker.has_text(it.cell);
            lettering.candidate(self.board, self.frame, it, has_text, Paint::Candidate, &mut small);
        }
        let of_board = |scene: Scene| vec![(None, scene.items)];
        let [tints, discs, broad, medium, thin, rings, regions, signs, margins] = self.marker.layers.by_rule();
        let diagonals = of_board(diagonals);
        let below = [tints, diagonals, discs, broad, medium, thin, rings, of_board(lines), regions, of_board(small)];
        [below.into_iter().flatten().collect(), signs.into_iter().chain(margins).collect()]
    }

    /// The picture without its shapes: the rules and units that no layer shows.
    pub(crate) fn into_words(self) -> Picture {
        let (scene, helper_values) = (Scene::default(), HelperValues::default());
        Picture { scene, undrawn: self.undrawn, further: self.further, helper_values }
    }
}

/// The candidates that rules leave to cells, for rules that list them.
fn allowed_candidates(board: &Geometry, marks: &[Vec<Mark>]) -> HashMap<Cell, HashSet<Candidate>> {
    let given = marks.iter().flatten().filter_map(|mark| match mark {
        Mark::Candidates { cell, values } => Some((*cell, values)),
        _ => None,
    });
    let mut allowed: HashMap<Cell, HashSet<Candidate>> = HashMap::new();
    for (cell, values) in given {
        let values = values.iter().filter_map(|&value| board.digits().find(|it| i64::from(it.get()) == value));
        let candidates: HashSet<Candidate> = values.map(|digit| Candidate::new(cell, digit)).collect();
        let left = allowed.entry(cell).or_insert_with(|| candidates.clone());
        left.retain(|it| candidates.contains(it));
    }
    allowed
}

/// The number of places that clues take above, before, below and behind the board.
fn room_outside(board: &Geometry, marks: &[Vec<Mark>]) -> [i32; 4] {
    let [rows, columns] = extent(board);
    let mut places = MarkPlaces::of(board, marks.iter().flatten());
    let mut seen = HashSet::new();
    let mut room = [0; 4];
    for mark in marks.iter().flatten().filter(|mark| seen.insert(*mark)) {
        let Mark::Margin { at, arrow, .. } = mark else { continue };
        let Some([row, column]) = places.clue(*at, arrow.is_some()) else { continue };
        let behind = [row.saturating_sub(rows - 1), column.saturating_sub(columns - 1)];
        let beyond = [row.saturating_neg(), column.saturating_neg(), behind[0], behind[1]];
        for (room, beyond) in room.iter_mut().zip(beyond) {
            *room = (*room).max(beyond);
        }
    }
    room.map(|places| places.min(Marker::MOST_PLACES))
}

/// Sorts candidates by their cells and digits.
fn sort(candidates: &mut [Candidate]) {
    candidates.sort_by_key(|it| (it.cell, it.digit));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clues_outside_take_room_at_their_side() {
        let board = Geometry::boxes(2, 2).unwrap();
        let at = |at: [i32; 2], text: &str| vec![Mark::Margin { at, arrow: None, text: text.to_owned() }];
        assert_eq!(room_outside(&board, &[at([-1, 0], "3"), at([-1, 0], "4"), at([2, 4], "5")]), [2, 0, 0, 1]);
        assert_eq!(room_outside(&board, &[at([-1, 0], "3"), at([-1, 0], "3")]), [1, 0, 0, 0]);
        assert_eq!(room_outside(&board, &[at([i32::MIN + 1, 0], "3")]), [Marker::MOST_PLACES, 0, 0, 0]);
    }
}
