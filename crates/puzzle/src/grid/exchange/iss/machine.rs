//! State machines in bits: `.NFA~data`.
//!
//! The data are base64 of bits, the highest first: 2 for the form, 4 for the bits of a state number minus one, 4 for the number
//! of symbols minus one, the number of start states, the number of accepting states that are not start states, and a bit per
//! start state that tells whether the state accepts. States are numbered in that order. In the plain form 4 bits give the width
//! of edge counts, and each state is written as its edge count and its edges, an edge as a symbol and a state. In the packed form
//! each state is written as a bit per symbol, followed by a state for every set bit. Symbol k is the digit k + 1 of the grid, and
//! the symbol behind the last digit is the break between two segments of cells. No data are a machine without states.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::grid::exchange::iss::base64;
use crate::rule::StateMachine;

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

/// A machine without its cells.
#[derive(Clone, Debug)]
pub(super) struct Machine {
    pub(super) machine: StateMachine,
    /// Whether the machine has a symbol for the break.
    pub(super) has_break: bool,
}

/// Decodes a machine; `None` if the data are invalid.
pub(super) fn read(data: &str, first_digit: i64, digits: u32) -> Option<Machine> {
    let none = StateMachine {
        name: None,
        starts: BTreeSet::new(),
        accepts: BTreeSet::new(),
        edges: Vec::new(),
        cells: Vec::new(),
        breaks: Vec::new(),
    };
    if data.is_empty() {
        return Some(Machine { machine: none, has_break: true });
    }
    let mut bits = Bits { bytes: base64::bytes(data)?, at: 0 };
    let is_packed = match bits.read(2)? {
        0 => false,
        1 => true,
        _ => return None,
    };
    let (state_bits, symbols) = (bits.read(4)? + 1, bits.read(4)? + 1);
    let (starts, accepts) = (bits.read(state_bits)?, bits.read(state_bits)?);
    let mut ends = BTreeSet::new();
    for start in 0..starts {
        if bits.read(1)? == 1 {
            ends.insert(start);
        }
    }
    ends.extend(starts..starts + accepts);
    let mut edges: BTreeMap<(u32, u32), BTreeSet<i64>> = BTreeMap::new();
    let value = |symbol| if symbol == digits { StateMachine::BREAK } else { i64::from(symbol) + first_digit };
    let mut add = |from, symbol, to| edges.entry((from, to)).or_default().insert(value(symbol));
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
    let edges = edges.into_iter().map(|((from, to), values)| (from, values, to)).collect();
    let machine = StateMachine { starts: (0..starts).collect(), accepts: ends, edges, ..none };
    Some(Machine { machine, has_break: symbols > digits })
}

/// Encodes a machine; `None` if the format cannot express the machine.
pub(super) fn data(machine: &StateMachine, first_digit: i64, digits: u32) -> Option<String> {
    let StateMachine { starts, accepts, edges, .. } = machine;
    if starts.is_empty() && accepts.is_empty() && edges.is_empty() {
        return Some(String::new());
    }
    let reads_break = edges.iter().any(|(_, values, _)| values.contains(&StateMachine::BREAK));
    let symbols = digits + u32::from(reads_break || !machine.breaks.is_empty());
    let mut found: Vec<(u32, u32, u32)> = Vec::new();
    for (from, values, to) in edges {
        for &value in values {
            let symbol = u32::try_from(value - first_digit).ok().filter(|&symbol| symbol < digits);
            let symbol = if value == StateMachine::BREAK { digits } else { symbol? };
            found.push((*from, symbol, *to));
        }
    }
    // Numbers the start states first, then the accepting states, then the remaining states.
    let mut number: HashMap<u32, u32> = HashMap::new();
    let others: BTreeSet<u32> = found.iter().flat_map(|&(from, _, to)| [from, to]).collect();
    for state in starts.iter().chain(accepts).copied().chain(others) {
        let next = number.len() as u32;
        number.entry(state).or_insert(next);
    }
    let starting = (starts.len() as u32, accepts.iter().filter(|state| !starts.contains(state)).count() as u32);
    let bits_of = |most: u32| u32::BITS - most.leading_zeros();
    let state_bits = bits_of((number.len() as u32).saturating_sub(1)).max(1);
    let mut from_state: Vec<Vec<(u32, u32)>> = vec![Vec::new(); number.len()];
    for &(from, symbol, to) in &found {
        from_state[*number.get(&from)? as usize].push((symbol, *number.get(&to)?));
    }
    let count_bits = bits_of(from_state.iter().map(Vec::len).max().unwrap_or(0) as u32);
    if state_bits > 16
        || symbols > 16
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
    write(symbols - 1, 4);
    write(starting.0, state_bits);
    write(starting.1, state_bits);
    for start in starts {
        write(u32::from(accepts.contains(start)), 1);
    }
    write(count_bits, 4);
    for edges in &from_state {
        write(edges.len() as u32, count_bits);
        for &(symbol, to) in edges {
            write(symbol, bits_of(symbols - 1));
            write(to, state_bits);
        }
    }
    let bytes: Vec<u8> = bits
        .chunks(8)
        .map(|eight| eight.iter().enumerate().fold(0, |byte, (at, &bit)| byte | u8::from(bit) << (7 - at)))
        .collect();
    Some(base64::text(&bytes))
}
