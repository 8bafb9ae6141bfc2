//! The number of a program's conflicts, from its printed comments: `c conflicts: 42` of kissat, CaDiCaL, CryptoMiniSat and (without
//! the `c`) MiniSat, or `c 42 conflicts` of PicoSAT.

/// The longest line with a number of conflicts.
const MAX_LINE: usize = 128;

/// Reads the output of a program, piece by piece.
#[derive(Default)]
pub(crate) struct Conflicts {
    /// The line at hand, cut behind [`MAX_LINE`].
    line: Vec<u8>,
    last: Option<u64>,
}

impl Conflicts {
    pub(crate) fn feed(&mut self, piece: &[u8]) {
        for part in piece.split_inclusive(|&byte| byte == b'\n') {
            let room = (MAX_LINE + 1).saturating_sub(self.line.len());
            self.line.extend_from_slice(&part[..part.len().min(room)]);
            if part.ends_with(b"\n") {
                if self.line.len() <= MAX_LINE {
                    self.last = number(&self.line).or(self.last);
                }
                self.line.clear();
            }
        }
    }

    /// The last number that was printed.
    pub(crate) fn last(&self) -> Option<u64> {
        self.last
    }
}

fn number(line: &[u8]) -> Option<u64> {
    let text = str::from_utf8(line).ok()?;
    let text = text.strip_prefix("c ").unwrap_or(text);
    let mut words = text.split([' ', '\t', ':', '\n', '\r']).filter(|word| !word.is_empty());
    match (words.next()?, words.next()?, words.next()) {
        ("conflicts", number, _) | (number, "conflicts", None) => number.parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conflicts_are_told_in_any_solvers_words() {
        for (text, last) in [
            ("c conflicts:                             1234                0.00 per second\n", Some(1234)),
            ("c conflicts:             12        80.12    per second\nc conflicts\n", Some(12)),
            ("conflicts             : 7              (0 /sec)\nconflict literals     : 90  (1 % deleted)\n", Some(7)),
            ("c conflicts                : 31          (12.3 /s)\nc conflicts/second: 12.3\n", Some(31)),
            ("c 5 conflicts\ns SATISFIABLE\nv 1 -2 0\n", Some(5)),
            ("c  MB reductions conflicts size\nc level   conflicts 12\ns UNSATISFIABLE\n", None),
        ] {
            for length in [1, 7, text.len()] {
                let mut conflicts = Conflicts::default();
                text.as_bytes().chunks(length).for_each(|piece| conflicts.feed(piece));
                assert_eq!(conflicts.last(), last, "{text:?} in pieces of {length}");
            }
        }
        let mut conflicts = Conflicts::default();
        conflicts.feed(format!("v {}\nc conflicts: 3{}\n", "1 ".repeat(1 << 20), " ".repeat(200)).as_bytes());
        assert_eq!((conflicts.last(), conflicts.line.capacity() < 1024), (None, true));
    }
}
