//! The marks of an explanation: clashing cells, highlighted cells, chains of candidates, shares of solutions.

use satdoku_puzzle::geometry::{Candidate, Cell, Geometry};
use satdoku_puzzle::rule::Ink;

use crate::board::area;
use crate::digits::Lettering;
use crate::frame::{CELL, Frame};
use crate::marks::{toward, turned};
use crate::scene::{Outline, Paint, Scene, Stroke};

/// A mark of an explanation on the drawing.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Note {
    /// Contradictory cells: red, with red digits.
    Clash(Vec<Cell>),
    /// Cells to be looked at, in a colour.
    Look(Vec<Cell>, Ink),
    /// A sequence of candidates with an arrow from each to the next.
    Chain(Vec<Candidate>),
    /// Impossible candidates.
    Struck(Vec<Candidate>),
    /// Candidates with the share of solutions that contain each, from 0 to 1: the area of a disc behind the digit.
    Shares(Vec<(Candidate, f32)>),
}

impl Note {
    /// The candidates of the note.
    pub(crate) fn candidates(&self) -> Vec<Candidate> {
        match self {
            Self::Chain(candidates) | Self::Struck(candidates) => candidates.clone(),
            Self::Shares(shares) => shares.iter().map(|&(candidate, _)| candidate).collect(),
            Self::Clash(_) | Self::Look(..) => Vec::new(),
        }
    }

    /// Colours the cells of the note, behind everything else on the board.
    pub(crate) fn draw_cells(&self, frame: Frame, scene: &mut Scene) {
        match self {
            Self::Clash(cells) => scene.fill(area(frame, cells), Paint::Tint(Ink::Red)),
            Self::Look(cells, ink) => scene.fill(area(frame, cells), Paint::Tint(*ink)),
            Self::Chain(_) | Self::Struck(_) | Self::Shares(_) => {}
        }
    }

    /// Draws the part of the note on candidates. `has_text` says whether a cell has a total in its corner.
    pub(crate) fn draw_candidates(
        &self,
        board: &Geometry,
        frame: Frame,
        has_text: impl Fn(Cell) -> bool,
        [behind, before]: [&mut Scene; 2],
    ) {
        let place = |it: &Candidate| Lettering::place(board, frame, it.cell, it.digit, has_text(it.cell));
        match self {
            Self::Clash(_) | Self::Look(..) => {}
            Self::Chain(candidates) => {
                for (middle, room) in candidates.iter().map(place) {
                    behind.fill(Outline::Circle { middle, radius: 0.52 * room }, Paint::Tint(Ink::Yellow));
                }
                for pair in candidates.windows(2) {
                    let [(from, room), (to, other)] = [place(&pair[0]), place(&pair[1])];
                    let (tail, tip) = (toward(from, to, 0.56 * room), toward(to, from, 0.56 * other));
                    let head = [0.5, -0.5].map(|turn| turned(tip, tail, 0.11 * CELL, turn));
                    let stroke = Stroke::new(Paint::Alarm, 1.8).round();
                    before.stroke(Outline::line(vec![tail, tip]), stroke);
                    before.stroke(Outline::line(vec![head[0], tip, head[1]]), stroke);
                }
            }
            Self::Shares(shares) => {
                for (candidate, share) in shares {
                    let (middle, room) = place(candidate);
                    let radius = 0.6 * room * f64::from(share.clamp(0.0, 1.0)).sqrt();
                    behind.fill(Outline::Circle { middle, radius }, Paint::Line(Ink::Blue));
                }
            }
            Self::Struck(candidates) => {
                for ([x, y], room) in candidates.iter().map(place) {
                    let by = 0.42 * room;
                    let line = Outline::line(vec![[x - by, y + by], [x + by, y - by]]);
                    before.stroke(line, Stroke::new(Paint::Alarm, 1.8).round());
                }
            }
        }
    }
}
