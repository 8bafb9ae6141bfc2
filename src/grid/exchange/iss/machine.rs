//! State machines in bits: `.NFA~data`.
//!
//! The data are base64 of bits, the highest first: 2 for the form, 4 for the bits of a state less one, 4 for the symbols less
//! one, the number of states to begin in and of others to end in, and for each of the first whether it is one to end in as
//! well. States are numbered in this order. In the plain form 4 bits say how long the number of edges is, and each state has
//! that number and its edges, a symbol and a state each; in the packed form each state has a bit for each symbol and then a
//! state for each bit set. Symbol k is the digit k + 1 of the grid.

use std::collections::{BTreeMap, BTreeSet, HashMap};
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

/// The data of a machine whose line has such words: states to begin in, states to end in, edges.
pub(super) fn data(words: &[&str], first_digit: u32, digits: u32) -> Option<String> {
    let (&[starts, accepts], edges) = words.split_first_chunk::<2>()?;
    let list = |text: &str| text.split(',').map(|word| word.parse::<u32>().ok()).collect::<Option<Vec<u32>>>();
    let (starts, accepts) = (list(starts)?, list(accepts)?);
    let mut found: Vec<(u32, u32, u32)> = Vec::new();
    for edge in edges {
        let mut parts = edge.split('/');
        let (from, values, to) = (parts.next()?.parse().ok()?, list(parts.next()?)?, parts.next()?.parse().ok()?);
        for value in values {
            let symbol = value.checked_sub(first_digit).filter(|&symbol| symbol < digits)?;
            found.push((from, symbol, to));
        }
    }
    // States to begin in come first, then those to end in, then the others.
    let mut number: HashMap<u32, u32> = HashMap::new();
    let others: BTreeSet<u32> = found.iter().flat_map(|&(from, _, to)| [from, to]).collect();
    for state in starts.iter().chain(&accepts).copied().chain(others) {
        let next = number.len() as u32;
        number.entry(state).or_insert(next);
    }
    let starting = (starts.len() as u32, accepts.iter().filter(|state| !starts.contains(state)).count() as u32);
    let bits_of = |most: u32| u32::BITS - most.leading_zeros();
    let state_bits = bits_of(number.len() as u32 - 1).max(1);
    let mut from_state: Vec<Vec<(u32, u32)>> = vec![Vec::new(); number.len()];
    for &(from, symbol, to) in &found {
        from_state[*number.get(&from)? as usize].push((symbol, *number.get(&to)?));
    }
    let count_bits = bits_of(from_state.iter().map(Vec::len).max()? as u32);
    if state_bits > 16
        || digits > 16
        || count_bits > 15
        || starting.0 >= 1 << state_bits
        || starting.1 >= 1 << state_bits
    {
        return None;
    }
    let mut bits: Vec<bool> = Vec::new();
    let mut write = |number: u32, count: u32| bits.extend((0..count).rev().map(|bit| number >> bit & 1 == 1));
    write(0, 2);
    write(state_bits - 1, 4);
    write(digits - 1, 4);
    write(starting.0, state_bits);
    write(starting.1, state_bits);
    for start in &starts {
        write(u32::from(accepts.contains(start)), 1);
    }
    write(count_bits, 4);
    for edges in &from_state {
        write(edges.len() as u32, count_bits);
        for &(symbol, to) in edges {
            write(symbol, bits_of(digits - 1));
            write(to, state_bits);
        }
    }
    let bytes: Vec<u8> = bits
        .chunks(8)
        .map(|eight| eight.iter().enumerate().fold(0, |byte, (at, &bit)| byte | u8::from(bit) << (7 - at)))
        .collect();
    Some(base64::text(&bytes))
}
