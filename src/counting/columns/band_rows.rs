//! The numbers of a band for one last configuration, and rows copied from them piece by piece.

use crate::counting::columns::rows::{LINE, Rows};

/// The numbers of a band for one last configuration: for each class of the first box in use, for each row, for each way.
pub(super) struct BandRows {
    /// The place of each class of the first box; unused classes have no place.
    pub(super) places: Vec<usize>,
    /// How many ways there are to complete the last stack.
    pub(super) ways: usize,
    pub(super) numbers: Vec<i16>,
}

/// Rows of products, padded with zeros to whole lines.
#[derive(Default)]
pub(super) struct Buffer {
    numbers: Vec<i16>,
    /// Where the first row begins: at a cache line.
    begin: usize,
    lines: usize,
    /// How many numbers of a row are not padding.
    length: usize,
}

impl Buffer {
    /// The rows written last.
    pub(super) fn rows(&self) -> Rows<'_> {
        Rows { numbers: &self.numbers[self.begin..], lines: self.lines }
    }

    /// Writes the numbers of some classes of the first box.
    pub(super) fn copy(
        &mut self,
        band_rows: &BandRows,
        places: impl ExactSizeIterator<Item = usize>,
        rows: usize,
        lines: usize,
    ) {
        let (ways, width) = (band_rows.ways, lines * LINE);
        let length = places.len() * ways;
        let size = rows * width + LINE;
        if (self.lines, self.length) != (lines, length) || self.numbers.len() < size {
            self.numbers.clear();
            self.numbers.resize(size, 0);
            self.begin = self.numbers.as_ptr().align_offset(64).min(LINE);
            (self.lines, self.length) = (lines, length);
        }
        for (at, place) in places.enumerate() {
            let from = &band_rows.numbers[place * rows * ways..][..rows * ways];
            let to = &mut self.numbers[self.begin + at * ways..];
            match ways {
                1 => copy_pieces::<1>(from, ways, to, width),
                2..4 => copy_pieces::<2>(from, ways, to, width),
                4..8 => copy_pieces::<4>(from, ways, to, width),
                8..16 => copy_pieces::<8>(from, ways, to, width),
                16..32 => copy_pieces::<16>(from, ways, to, width),
                _ => copy_pieces::<32>(from, ways, to, width),
            }
        }
    }
}

/// Copies pieces to places `width` apart, each piece in two fixed-length halves that may overlap.
fn copy_pieces<const HALF: usize>(from: &[i16], length: usize, to: &mut [i16], width: usize) {
    for (from, to) in from.chunks_exact(length).zip(to.chunks_mut(width)) {
        to[..HALF].copy_from_slice(&from[..HALF]);
        to[length - HALF..length].copy_from_slice(&from[length - HALF..]);
    }
}
