//! What may stand round the cells of a grid: rows and columns of labels, and blank rows and columns between boxes.

use crate::grid::format::cut_rows::Piece;

/// The smallest grid that labels or wide gaps are looked for around.
const LEAST_FRAMED: usize = 4;

/// Rows of cells with their places.
pub(super) type Cut<'a> = Vec<(usize, Vec<Piece<'a>>)>;

/// The rows without the surrounding labels, if the rows have labels.
pub(super) fn unframed<'a>(cut: &Cut<'a>) -> Option<Cut<'a>> {
    let frames = (1..16).map(|bits| [bits & 1, bits >> 1 & 1, bits >> 2 & 1, bits >> 3 & 1]);
    frames.into_iter().find_map(|[top, left, bottom, right]| {
        let side = cut.len().checked_sub(top + bottom).filter(|side| *side >= LEAST_FRAMED)?;
        let inner = &cut[top..top + side];
        let is_even = inner.iter().all(|(_, pieces)| pieces.len() == left + side + right);
        let column = |at: usize| -> Vec<&[u8]> { inner.iter().map(|(_, pieces)| pieces[at].word).collect() };
        let is_row_of_labels = |index: usize| {
            let words: Vec<&[u8]> = cut[index].1.iter().map(|piece| piece.word).collect();
            let has_corners = words.len() == left + side + right
                && (left == 0 || is_corner(words[0]))
                && (right == 0 || is_corner(words[words.len() - 1]));
            if has_corners { are_labels(&words[left..left + side]) } else { words.len() == side && are_labels(&words) }
        };
        let has_words = |index: usize| cut[index].1.iter().any(|piece| !piece.word.is_empty());
        let is_frame = is_even
            && (top == 0 || is_row_of_labels(0))
            // A table may have a blank head, but no blank foot.
            && (bottom == 0 || is_row_of_labels(cut.len() - 1) && has_words(cut.len() - 1))
            && (left == 0 || are_counting(&column(0)))
            && (right == 0 || are_counting(&column(left + side)));
        is_frame.then(|| {
            let row = |(offset, pieces): &(usize, Vec<Piece<'a>>)| {
                // The place of a row is behind its label.
                let start = if left == 0 { *offset } else { pieces[left].offset };
                (start, pieces[left..left + side].to_vec())
            };
            inner.iter().map(row).collect()
        })
    })
}

/// Whether a word stands where a row and a column of labels meet.
fn is_corner(word: &[u8]) -> bool {
    !word.iter().any(u8::is_ascii_digit)
}

/// Whether words are column labels: counting words, or blanks.
fn are_labels(words: &[&[u8]]) -> bool {
    words.iter().all(|word| word.is_empty()) || are_counting(words)
}

/// Whether words count from 0, 1, A or a, upwards or downwards, with equal letters before the numbers.
fn are_counting(words: &[&[u8]]) -> bool {
    let label = |word: &[u8]| -> Option<(Vec<u8>, usize)> {
        let word = word.strip_suffix(b":").or(word.strip_suffix(b".")).or(word.strip_suffix(b")")).unwrap_or(word);
        if let [letter] = word
            && letter.is_ascii_alphabetic()
        {
            return Some((vec![b'A' + (letter & 0x20)], usize::from(letter.to_ascii_uppercase() - b'A')));
        }
        let digits = word.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let (prefix, number) = word.split_at(word.len() - digits);
        let is_word =
            prefix.len() <= 8 && prefix.iter().all(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b' '));
        let number = std::str::from_utf8(number).ok()?.parse().ok()?;
        is_word.then(|| (prefix.to_vec(), number))
    };
    let Some(labels) = words.iter().map(|word| label(word)).collect::<Option<Vec<_>>>() else { return false };
    let numbers: Vec<usize> = labels.iter().map(|&(_, number)| number).collect();
    let is_same = labels.windows(2).all(|pair| pair[0].0 == pair[1].0);
    // Rows of Sudoku are A to J without I.
    let no_i = |at: usize, number: usize| number == at || labels[0].0 == b"A" && at >= 8 && number == at + 1;
    let rises = |numbers: &[usize]| {
        numbers[0] <= 1 && numbers.iter().enumerate().all(|(at, &number)| no_i(at + numbers[0], number))
    };
    let falling: Vec<usize> = numbers.iter().rev().copied().collect();
    is_same && !numbers.is_empty() && (rises(&numbers) || rises(&falling))
}

/// The rows without blank columns and rows between boxes, as in a sheet of a spreadsheet.
pub(super) fn without_gaps<'a>(cut: &Cut<'a>) -> Option<Cut<'a>> {
    let width = cut.iter().map(|(_, pieces)| pieces.len()).max()?;
    let is_blank_column =
        |at: usize| cut.iter().all(|(_, pieces)| pieces.get(at).is_none_or(|piece| piece.word.is_empty()));
    let columns: Vec<usize> = (0..width).filter(|&at| !is_blank_column(at)).collect();
    let has_gap = columns.len() < width;
    let rows: Cut<'a> = cut
        .iter()
        .filter(|(_, pieces)| pieces.iter().any(|piece| !piece.word.is_empty()))
        .map(|(offset, pieces)| (*offset, columns.iter().filter_map(|&at| pieces.get(at).copied()).collect()))
        .collect();
    let side = rows.len();
    let is_even = side >= LEAST_FRAMED && rows.iter().all(|(_, pieces): &(usize, Vec<Piece<'a>>)| pieces.len() == side);
    // Gaps must occur at regular intervals of columns, and nowhere else.
    let first = columns.windows(2).position(|pair| pair[1] > pair[0] + 1)? + 1;
    let is_regular = columns.iter().enumerate().all(|(at, &column)| column == columns[0] + at + at / first);
    (has_gap && is_even && is_regular && side.is_multiple_of(first)).then_some(rows)
}
