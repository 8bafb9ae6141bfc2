//! Headings, which break into lines, then are cut where their room ends.

use crate::text::{width, wrapped};

/// A heading has no smaller letters.
pub(super) const LEAST_HEADING: f64 = 7.0;

/// A heading has no more lines.
const MOST_HEADING: usize = 3;

/// The lines of a heading: one line if letters of the least size fit, else several lines; the last line is cut if necessary.
pub(super) fn broken(heading: &str, room: f64) -> Vec<String> {
    if LEAST_HEADING * width(heading, true) <= room + 0.001 {
        return vec![heading.to_owned()];
    }
    let mut lines = wrapped(heading, LEAST_HEADING, true, room);
    if lines.len() > MOST_HEADING {
        let rest = lines.split_off(MOST_HEADING - 1).join(" ");
        lines.push(cut(&rest, LEAST_HEADING, room));
    }
    lines
}

/// As much of a bold line as has room, with an ellipsis where something is missing.
pub(super) fn cut(line: &str, size: f64, room: f64) -> String {
    if size * width(line, true) <= room + 0.001 {
        return line.to_owned();
    }
    let ends = line.char_indices().map(|(at, _)| line[..at].trim_end()).rev();
    let mut cuts = ends.map(|start| format!("{start}…"));
    cuts.find(|cut| size * width(cut, true) <= room).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_heading_is_cut_where_its_room_ends() {
        assert_eq!(cut("12  Short", 7.0, 200.0), "12  Short");
        let long = "12  A title that goes on and on, by Somebody";
        for room in [20.0, 60.0, 100.0] {
            let line = cut(long, 7.0, room);
            assert!(line.ends_with('…') && 7.0 * width(&line, true) <= room && line.len() > 4, "{line}");
        }
    }

    #[test]
    fn a_heading_breaks_before_it_is_cut() {
        assert_eq!(broken("12  Short", 200.0), ["12  Short"]);
        let long = broken("12  A title that goes on and on, by Somebody", 120.0);
        assert!(long.len() == 2 && long.concat().ends_with("Somebody"), "{long:?}");
        let longest = broken(&"word ".repeat(100), 120.0);
        assert!(longest.len() == MOST_HEADING && longest.concat().ends_with('…'), "{longest:?}");
    }
}
