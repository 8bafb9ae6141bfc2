//! State machines in bits: `.NFA~data`.
//!
//! The data are base64 of bits, the highest first: 2 for the form, 4 for the bits of a state less one, 4 for the symbols less
//! one, the number of states to begin in and of others to end in, and for each of the first whether it is one to end in as
//! well. States are numbered in this order. In the plain form 4 bits say how long the number of edges is, and each state has
//! that number and its edges, a symbol and a state each; in the packed form each state has a bit for each symbol and then a
//! state for each bit set. Symbol k is the digit k + 1 of the grid.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::grid::exchange::iss::base64;

struct Bits {
    bytes: Vec<u8>,
    at: usize,
}

impl Bits {
    fn left(&self) -> usize {
        8 * self.bytes.len() - self.at
    }

    fn read(&mut self, count: u32) -> Option<u32> {
        let mut number = 0;
        for _ in 0..count {
            let byte = self.bytes.get(self.at / 8)?;
            number = number << 1 | u32::from(byte >> (7 - self.at % 8) & 1);
            self.at += 1;
        }
        Some(number)
    }
}

/// The words of a rule's line: states to begin in, states to end in, and edges. Nothing if the data are none.
pub(super) fn words(data: &str, first_digit: u32) -> Option<String> {
    let mut bits = Bits { bytes: base64::bytes(data)?, at: 0 };
    let is_packed = match bits.read(2)? {
        0 => false,
        1 => true,
        _ => return None,
    };
    let (state_bits, symbols) = (bits.read(4)? + 1, bits.read(4)? + 1);
    let (starts, accepts) = (bits.read(state_bits)?, bits.read(state_bits)?);
    let mut ends = Vec::new();
    for start in 0..starts {
        if bits.read(1)? == 1 {
            ends.push(start);
        }
    }
    ends.extend(starts..starts + accepts);
    let mut edges: BTreeMap<(u32, u32), Vec<u32>> = BTreeMap::new();
    let mut add = |from, symbol, to| edges.entry((from, to)).or_default().push(symbol + first_digit);
    if is_packed {
        for state in 0.. {
            if bits.left() < symbols as usize {
                break;
            }
            // The first symbol has the last bit.
            let mask = bits.read(symbols)?;
            for symbol in (0..symbols).filter(|symbol| mask >> symbol & 1 == 1) {
                add(state, symbol, bits.read(state_bits)?);
            }
        }
    } else {
        let count_bits = bits.read(4)?;
        let symbol_bits = u32::BITS - (symbols - 1).leading_zeros();
        for state in 0.. {
            if count_bits == 0 || bits.left() < count_bits as usize {
                break;
            }
            for _ in 0..bits.read(count_bits)? {
                let symbol = bits.read(symbol_bits)?;
                add(state, symbol, bits.read(state_bits)?);
            }
        }
    }
    if starts == 0 || ends.is_empty() {
        return None;
    }
    let list = |numbers: &[u32]| numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    let mut words = format!("{} {}", list(&(0..starts).collect::<Vec<_>>()), list(&ends));
    for ((from, to), digits) in edges {
        let _ = write!(words, " {from}/{}/{to}", list(&digits));
    }
    Some(words)
}
