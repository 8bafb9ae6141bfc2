//! The marks of an explanation: what clashes, what is looked at, chains of candidates, how many solutions have each.

use crate::draw::board::area;
use crate::draw::digits::Lettering;
use crate::draw::frame::{CELL, Frame};
use crate::draw::marks::{toward, turned};
use crate::draw::scene::{Outline, Paint, Scene, Stroke};
use crate::geometry::{Candidate, Cell, Geometry};
use crate::rule::Ink;

/// Something that an explanation points at.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Note {
    /// Cells that contradict one another: red, with red digits.
    Clash(Vec<Cell>),
    /// Cells to be looked at, in a colour.
    Look(Vec<Cell>, Ink),
    /// Candidates one after another, each with an arrow to the next.
    Chain(Vec<Candidate>),
    /// Candidates that cannot be.
    Struck(Vec<Candidate>),
    /// Candidates, each with the share of all solutions that have it, from 0 to 1: the area of a disc behind the digit.
    Shares(Vec<(Candidate, f32)>),
}

impl Note {
    /// The candidates that it is about.
    pub(in crate::draw) fn candidates(&self) -> Vec<Candidate> {
        match self {
            Self::Chain(candidates) | Self::Struck(candidates) => candidates.clone(),
            Self::Shares(shares) => shares.iter().map(|&(candidate, _)| candidate).collect(),
            Self::Clash(_) | Self::Look(..) => Vec::new(),
        }
    }

    /// The cells that are coloured, behind everything else.
    pub(in crate::draw) fn draw_cells(&self, frame: Frame, scene: &mut Scene) {
        match self {
            Self::Clash(cells) => scene.fill(area(frame, cells), Paint::Tint(Ink::Red)),
            Self::Look(cells, ink) => scene.fill(area(frame, cells), Paint::Tint(*ink)),
            Self::Chain(_) | Self::Struck(_) | Self::Shares(_) => {}
        }
    }

    /// What stands on candidates: `has_text` is whether a cell has a total in its corner.
    pub(in crate::draw) fn draw_candidates(
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
