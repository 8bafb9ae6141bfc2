//! Base64 with `-` and `_`, as in strings of ISS.

/// The six bits of each character.
pub(super) fn six_bits(text: &str) -> Option<Vec<u8>> {
    text.bytes()
        .map(|byte| match byte {
            b'A'..=b'Z' => Some(byte - b'A'),
            b'a'..=b'z' => Some(byte - b'a' + 26),
            b'0'..=b'9' => Some(byte - b'0' + 52),
            b'-' => Some(62),
            b'_' => Some(63),
            _ => None,
        })
        .collect()
}

/// Decodes a text; the last bits, if fewer than a byte, are padding.
pub(super) fn bytes(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    let (mut held, mut count) = (0_u32, 0);
    for six in six_bits(text.trim_end_matches('='))? {
        held = held << 6 | u32::from(six);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((held >> count & 0xff) as u8);
        }
    }
    Some(bytes)
}

const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Encodes each group of six bits as a character.
pub(super) fn of_six_bits(sixes: &[u8]) -> String {
    sixes.iter().map(|&six| char::from(SIGNS[usize::from(six & 63)])).collect()
}

/// A text for bytes, without padding.
pub(super) fn text(bytes: &[u8]) -> String {
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let bits = three.iter().fold(0_u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - three.len()));
        for at in 0..=three.len() {
            text.push(char::from(SIGNS[(bits >> (18 - 6 * at) & 63) as usize]));
        }
    }
    text
}
