//! The widths of texts, and line breaking.
//!
//! The reader's machine chooses the font of an SVG. Widths are measured in `DejaVu Sans`, which is wider than Helvetica, Arial
//! and Liberation Sans, so a text that fits in `DejaVu Sans` fits in the narrower fonts.

use crate::scene::{Anchor, Paint, Text};

/// The widths of the characters from the blank to `~` in thousandths of the size.
const REGULAR: [u16; 95] = [
    317, 400, 459, 837, 636, 950, 779, 274, 390, 390, 500, 837, 317, 360, 317, 336, 636, 636, 636, 636, 636, 636, 636,
    636, 636, 636, 336, 336, 837, 837, 837, 530, 1000, 684, 686, 698, 770, 631, 575, 774, 751, 294, 294, 655, 557, 862,
    748, 787, 603, 787, 694, 634, 610, 731, 684, 988, 685, 610, 685, 390, 336, 390, 837, 500, 500, 612, 634, 549, 634,
    615, 352, 634, 633, 277, 277, 579, 277, 974, 633, 611, 634, 634, 411, 520, 392, 633, 591, 817, 591, 591, 524, 636,
    336, 636, 837,
];

/// Widths of bold characters.
const BOLD: [u16; 95] = [
    348, 456, 520, 837, 695, 1001, 872, 306, 457, 457, 522, 837, 379, 415, 379, 365, 695, 695, 695, 695, 695, 695, 695,
    695, 695, 695, 399, 399, 837, 837, 837, 580, 1000, 773, 762, 733, 830, 683, 683, 820, 836, 372, 372, 774, 637, 995,
    836, 850, 732, 850, 770, 720, 682, 812, 773, 1103, 770, 724, 725, 457, 365, 457, 837, 500, 500, 674, 715, 592, 715,
    678, 435, 715, 711, 342, 342, 665, 342, 1041, 711, 687, 715, 715, 493, 595, 478, 711, 651, 923, 645, 651, 582, 711,
    365, 711, 837,
];

/// The height of digits and capitals in parts of the size.
const CAPITAL: f64 = 0.72;

/// The width of a text of size 1.
pub(crate) fn width(text: &str, is_bold: bool) -> f64 {
    let widths = if is_bold { &BOLD } else { &REGULAR };
    let of = |c: char| {
        let at = (c as usize).wrapping_sub(' ' as usize);
        // Wider than every European letter; East Asian characters are square.
        let other = if (c as u32) < 0x2e80 { 800 } else { 1000 };
        f64::from(widths.get(at).copied().unwrap_or(other)) / 1000.0
    };
    text.chars().map(of).sum()
}

/// A text whose capitals and digits are centred on a point; shrunk to a width of at most `most`.
pub(crate) fn centred(text: String, middle: [f64; 2], size: f64, is_bold: bool, most: f64, paint: Paint) -> Text {
    let size = size.min(most / width(&text, is_bold).max(0.001));
    let at = [middle[0], middle[1] + size * CAPITAL / 2.0];
    Text { at, size, is_bold, anchor: Anchor::Middle, paint, letters: text }
}

/// Breaks a text at blanks into lines of at most the width `most`; breaks a word only if the word alone is wider.
pub(crate) fn wrapped(text: &str, size: f64, is_bold: bool, most: f64) -> Vec<String> {
    lines(text, size, is_bold, most).collect()
}

/// The lines of [`wrapped`], each as it is asked for.
pub(crate) fn lines(text: &str, size: f64, is_bold: bool, most: f64) -> impl Iterator<Item = String> {
    let most = (most / size).max(2.0);
    let blank = width(" ", is_bold);
    let mut words = text.split_whitespace();
    let mut left: Option<&str> = None;
    std::iter::from_fn(move || {
        let (mut line, mut used) = (String::new(), 0.0);
        while let Some(word) = left.take().or_else(|| words.next()) {
            if used > 0.0 {
                let needed = blank + width(word, is_bold);
                if used + needed > most {
                    left = Some(word);
                    break;
                }
                line.push(' ');
                line.push_str(word);
                used += needed;
                continue;
            }
            for (at, c) in word.char_indices() {
                let needed = width(c.encode_utf8(&mut [0; 4]), is_bold);
                if used + needed > most && used > 0.0 {
                    left = Some(&word[at..]);
                    return Some(line);
                }
                line.push(c);
                used += needed;
            }
        }
        (!line.is_empty()).then_some(line)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_wider_than_asked_and_no_word_is_lost() {
        let text = "No digit twice a knight's move apart; sandwich_row_3_12_with_a_very_long_word_indeed and more";
        for most in [40.0, 90.0, 200.0] {
            let lines = wrapped(text, 10.0, false, most);
            assert!(lines.iter().all(|line| width(line, false) * 10.0 <= most + 1e-9), "{lines:?}");
            assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""));
        }
        assert_eq!(wrapped("", 10.0, false, 100.0), Vec::<String>::new());
        assert_eq!(wrapped("a b", 10.0, false, 100.0), ["a b"]);
    }
}
