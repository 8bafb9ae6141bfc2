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

/// The height of the line at the top of a page and of the line at its bottom.
pub(crate) const LINE: f64 = 22.0;

/// The room between two slots, in parts of the margin.
const GAP: f64 = 0.6;

/// The heights that a page keeps free above and below its slots, beside the lines at its top and bottom.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Kept {
    pub(crate) above: f64,
    pub(crate) below: f64,
}

impl Slots {
    /// Slots in a number of columns and rows.
    fn new(paper: Paper, columns: usize, rows: usize, kept: Kept) -> Self {
        let ([wide, high], margin) = (paper.size(), paper.margin());
        let gap = GAP * margin;
        let part = |room: f64, count: usize| (room - gap * length(count - 1)) / length(count);
        let inner_height = high - 2.0 * margin - 2.0 * LINE - kept.above - kept.below;
        let size = [part(wide - 2.0 * margin, columns), part(inner_height, rows)];
        Self { corner: [margin, margin + LINE + kept.above], size, columns, rows }
    }

    /// Slots for `count` puzzles, 1 to 12.
    pub(crate) fn for_puzzles(paper: Paper, count: usize, kept: Kept) -> Self {
        let (columns, rows) = match count {
            0..=3 => (1, count.max(1)),
            4 => (2, 2),
            5..=8 => (2, count.div_ceil(2)),
            9 => (3, 3),
            _ => (3, 4),
        };
        Self::new(paper, columns, rows, kept)
    }

    /// As many slots as the page has room for, at least `least` points wide and high.
    #[allow(clippy::cast_sign_loss)] // The room of a page is positive.
    pub(crate) fn of_least(paper: Paper, least: f64) -> Self {
        let ([wide, high], margin) = (paper.size(), paper.margin());
        let gap = GAP * margin;
        let count = |room: f64| (((room + gap) / (least + gap)) as usize).max(1);
        Self::new(paper, count(wide - 2.0 * margin), count(high - 2.0 * margin - 2.0 * LINE), Kept::default())
    }

    pub(crate) fn count(self) -> usize {
        self.columns * self.rows
    }

    /// Corner and size of a slot.
    pub(crate) fn slot(self, at: usize) -> ([f64; 2], [f64; 2]) {
        let place = [at % self.columns, at / self.columns].map(length);
        let gap = self.corner[0] * GAP;
        let corner = [0, 1].map(|axis| self.corner[axis] + place[axis] * (self.size[axis] + gap));
        (corner, self.size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_fill_the_page_between_its_margins() {
        for &paper in Paper::all() {
            let kept = Kept { above: 10.0, below: 30.0 };
            for count in 1..=12 {
                let slots = Slots::for_puzzles(paper, count, kept);
                assert!(slots.count() >= count && slots.count() <= count + 1 + usize::from(count > 9), "{count}");
                let first = [paper.margin(), paper.margin() + LINE + kept.above];
                assert!(slots.slot(0).0.iter().zip(first).all(|(at, expected)| (at - expected).abs() < 1e-9));
                let (corner, size) = slots.slot(slots.count() - 1);
                let ends = [0, 1].map(|axis| corner[axis] + size[axis]);
                assert!((ends[0] - (paper.size()[0] - paper.margin())).abs() < 1e-6, "{count}: {ends:?}");
                let bottom = paper.size()[1] - paper.margin() - LINE - kept.below;
                assert!((ends[1] - bottom).abs() < 1e-6, "{count}: {ends:?}");
            }
        }
    }

    #[test]
    fn slots_of_a_least_size_are_as_many_as_the_paper_has_room_for() {
        let counts = |least| [Paper::A4, Paper::Letter, Paper::A5].map(|paper| Slots::of_least(paper, least).count());
        assert_eq!(counts(105.0), [20, 20, 12]);
        assert_eq!(counts(10_000.0), [1; 3]);
        for &paper in Paper::all() {
            let (_, [wide, high]) = Slots::of_least(paper, 105.0).slot(0);
            assert!(wide >= 105.0 && high >= 105.0, "{paper}: {wide} by {high}");
        }
    }
}
