//! Standard output, screened on a terminal: text quoted from an input cannot command the terminal.
//!
//! Pipes and files receive every byte unchanged. A terminal receives the styles of our drawings, but no other control character:
//! control characters are escaped, and invalid UTF-8 becomes U+FFFD, since some terminals take single bytes for commands.

use std::io::{self, IsTerminal, Write};

use satdoku::printable::without_commands;

/// The styles of drawings, as text between `ESC [` and `m`; 0 ends a style.
pub(crate) const STYLES: [&str; 5] = ["0", "1", "2", "1;31", "1;36"];

/// Standard output, screened if it is a terminal.
pub(crate) struct Screened<W = io::Stdout> {
    out: W,
    /// A possible beginning of a character or a style; `None` if output is not screened.
    pending: Option<Vec<u8>>,
}

impl Screened {
    pub(crate) fn stdout() -> Self {
        let out = io::stdout();
        Self { pending: out.is_terminal().then(Vec::new), out }
    }

    pub(crate) fn is_terminal(&self) -> bool {
        self.pending.is_some()
    }
}

impl<W: Write> Write for Screened<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(pending) = &mut self.pending else { return self.out.write(bytes) };
        pending.extend_from_slice(bytes);
        let mut shown = String::with_capacity(pending.len());
        let taken = screen(pending, &mut shown);
        pending.drain(..taken);
        self.out.write_all(shown.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if let Some(pending) = self.pending.as_mut().filter(|pending| !pending.is_empty()) {
            let rest = String::from_utf8_lossy(&std::mem::take(pending)).into_owned();
            self.out.write_all(without_commands(&rest).as_bytes())?;
        }
        self.out.flush()
    }
}

/// Appends the printable form of bytes; returns the number of bytes consumed, without an incomplete end.
fn screen(bytes: &[u8], shown: &mut String) -> usize {
    let mut at = 0;
    loop {
        let rest = &bytes[at..];
        let end = rest.iter().position(|&byte| byte == b'\x1b').unwrap_or(rest.len());
        let taken = push_text(&rest[..end], end == rest.len(), shown);
        at += taken;
        let rest = &bytes[at..];
        if taken < end || rest.is_empty() {
            return at;
        }
        let mut styles = STYLES.iter().map(|style| format!("\x1b[{style}m"));
        if let Some(style) = styles.clone().find(|style| rest.starts_with(style.as_bytes())) {
            shown.push_str(&style);
            at += style.len();
        } else if styles.any(|style| style.as_bytes().starts_with(rest)) {
            return at;
        } else {
            shown.push_str(&without_commands("\x1b"));
            at += 1;
        }
    }
}

/// Appends text without styles; returns the number of bytes consumed, without an incomplete character.
fn push_text(bytes: &[u8], may_go_on: bool, shown: &mut String) -> usize {
    let mut taken = 0;
    for chunk in bytes.utf8_chunks() {
        shown.push_str(&without_commands(chunk.valid()));
        taken += chunk.valid().len();
        let invalid = chunk.invalid();
        let is_begun = || std::str::from_utf8(invalid).is_err_and(|error| error.error_len().is_none());
        if may_go_on && taken + invalid.len() == bytes.len() && !invalid.is_empty() && is_begun() {
            return taken;
        }
        if !invalid.is_empty() {
            shown.push(char::REPLACEMENT_CHARACTER);
        }
        taken += invalid.len();
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_styles_reach_a_terminal_however_the_bytes_arrive() {
        let text = "1 \x1b[1;31mß\x1b[0m\n\x1bc\x1b]0;T\x07\x1b[8mx\u{202e}\x1b[1;3\t\u{9b}2J".as_bytes();
        let bytes = [text, b"\x9b\xff|\xc3"].concat();
        let expected = "1 \x1b[1;31mß\x1b[0m\n\\u{1b}c\\u{1b}]0;T\\u{7}\\u{1b}[8mx\\u{202e}\\u{1b}[1;3\t\\u{9b}2J\u{fffd}\u{fffd}|\u{fffd}";
        for size in 1..=bytes.len() {
            let mut out = Screened { out: Vec::new(), pending: Some(Vec::new()) };
            bytes.chunks(size).for_each(|piece| out.write_all(piece).unwrap());
            out.flush().unwrap();
            assert_eq!(String::from_utf8(out.out).unwrap(), expected, "{size}");
        }
        let mut out = Screened { out: Vec::new(), pending: None };
        out.write_all(&bytes).unwrap();
        assert_eq!(out.out, bytes, "a pipe gets every byte");
    }
}
