//! DRAT in bytes, turned into text for a checker that could only guess the format.

use std::io::{self, Write};

use crate::backend::proof::varint::Varint;

/// Takes a proof in bytes and writes it as text.
pub(super) struct DratAsText<W> {
    out: W,
    number: Varint,
    /// Whether a step has begun and not ended.
    is_open: bool,
    /// The fault of the bytes.
    problem: Option<&'static str>,
    /// The text of the bytes at hand, kept for its memory.
    text: Vec<u8>,
}

impl<W: Write> DratAsText<W> {
    pub(super) fn new(out: W) -> Self {
        Self { out, number: Varint::default(), is_open: false, problem: None, text: Vec::new() }
    }

    /// The fault of the bytes so far, taken as a whole proof.
    pub(super) fn problem(&self) -> Option<&'static str> {
        self.problem.or(self.is_open.then_some("it ends in the middle of a step"))
    }

    fn take(&mut self, byte: u8) -> Result<(), &'static str> {
        match byte {
            _ if self.is_open => match self.number.push(byte)? {
                None => {}
                Some(0) => {
                    self.is_open = false;
                    self.text.extend_from_slice(b"0\n");
                }
                Some(1) => return Err("a literal without a variable"),
                Some(code) => {
                    let sign = if code.is_multiple_of(2) { "" } else { "-" };
                    self.text.extend_from_slice(format!("{sign}{} ", code / 2).as_bytes());
                }
            },
            b'a' => self.is_open = true,
            b'd' => {
                self.is_open = true;
                self.text.extend_from_slice(b"d ");
            }
            _ => return Err("expected DRAT in bytes"),
        }
        Ok(())
    }
}

impl<W: Write> Write for DratAsText<W> {
    fn write(&mut self, proof: &[u8]) -> io::Result<usize> {
        self.text.clear();
        for &byte in proof {
            if let Err(problem) = self.take(byte) {
                self.problem = Some(problem);
                return Err(io::ErrorKind::InvalidData.into());
            }
        }
        self.out.write_all(&self.text)?;
        Ok(proof.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_of(proof: &[u8]) -> Result<String, &'static str> {
        let mut text = Vec::new();
        let mut writer = DratAsText::new(&mut text);
        // Byte by byte: the pieces make no difference.
        let _ = proof.iter().try_for_each(|&byte| writer.write_all(&[byte]));
        writer.problem().map_or(Ok(()), Err)?;
        Ok(String::from_utf8(text).unwrap())
    }

    #[test]
    fn bytes_become_the_text_that_says_the_same() {
        assert_eq!(text_of(&[b'a', 2, 5, 0, b'd', 0x82, 0x02, 0, b'a', 0]), Ok("1 -2 0\nd 129 0\n0\n".to_owned()));
        assert_eq!(text_of(&[]), Ok(String::new()));
        assert_eq!(text_of(b"a"), Err("it ends in the middle of a step"));
        assert_eq!(text_of(b"1 0\n"), Err("expected DRAT in bytes"));
        assert_eq!(text_of(&[b'a', 1, 0]), Err("a literal without a variable"));
        assert_eq!(text_of(&[&b"a"[..], &[0xff; 20]].concat()), Err("a number that is too long"));
    }
}
