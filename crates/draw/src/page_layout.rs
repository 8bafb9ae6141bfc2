//! Slots for puzzles on a page.

use crate::paper::Paper;
use crate::scene::length;

/// Equal rectangles on a page, between its margins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slots {
    corner: [f64; 2],
    size: [f64; 2],
    columns: usize,
    rows: usize,
}

/// The margin of a page, and the height of the line at its top and of the line at its bottom.
pub(crate) const MARGIN: f64 = 40.0;
pub(crate) const LINE: f64 = 22.0;

/// The room between two slots.
const GAP: f64 = 24.0;

impl Slots {
    /// Slots in a number of columns and rows.
    pub(crate) fn new(paper: Paper, columns: usize, rows: usize) -> Self {
        let [wide, high] = paper.size();
        let part = |room: f64, count: usize| (room - GAP * length(count - 1)) / length(count);
        let size = [part(wide - 2.0 * MARGIN, columns), part(high - 2.0 * MARGIN - 2.0 * LINE, rows)];
        Self { corner: [MARGIN, MARGIN + LINE], size, columns, rows }
    }

    /// Slots for `count` puzzles, 1 to 12.
    pub(crate) fn for_puzzles(paper: Paper, count: usize) -> Self {
        let (columns, rows) = match count {
            0..=3 => (1, count.max(1)),
            4 => (2, 2),
            5..=8 => (2, count.div_ceil(2)),
            9 => (3, 3),
            _ => (3, 4),
        };
        Self::new(paper, columns, rows)
    }

    pub(crate) fn count(self) -> usize {
        self.columns * self.rows
    }

    /// Corner and size of a slot.
    pub(crate) fn slot(self, at: usize) -> ([f64; 2], [f64; 2]) {
        let place = [at % self.columns, at / self.columns].map(length);
        let corner = [0, 1].map(|axis| self.corner[axis] + place[axis] * (self.size[axis] + GAP));
        (corner, self.size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_fill_the_page_between_its_margins() {
        for paper in [Paper::A4, Paper::Letter] {
            for count in 1..=12 {
                let slots = Slots::for_puzzles(paper, count);
                assert!(slots.count() >= count && slots.count() <= count + 1 + usize::from(count > 9), "{count}");
                let (corner, size) = slots.slot(slots.count() - 1);
                let ends = [0, 1].map(|axis| corner[axis] + size[axis]);
                assert!((ends[0] - (paper.size()[0] - MARGIN)).abs() < 1e-6, "{count}: {ends:?}");
                assert!((ends[1] - (paper.size()[1] - MARGIN - LINE)).abs() < 1e-6, "{count}: {ends:?}");
            }
        }
    }
}
