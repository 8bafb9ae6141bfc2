//! Pieces of texts in messages.

use std::fmt;

use crate::grid::format::plain;

/// A piece of a text for a message: quoted and shortened, for arbitrary bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct Excerpt {
    text: String,
    kind: Kind,
}

/// The presentation of an excerpt.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Quoted,
    /// A list whose quotes are already present.
    List,
    /// A character, with its code point if the character is not ASCII.
    Character,
}

/// The names of invisible characters.
const UNSEEN: [(char, &str); 24] = [
    ('\0', "null"),
    ('\t', "tabulation"),
    ('\u{1b}', "escape"),
    ('\u{7f}', "delete"),
    ('\u{a0}', "no-break space"),
    ('\u{ad}', "soft hyphen"),
    ('\u{61c}', "Arabic letter mark"),
    ('\u{200b}', "zero-width space"),
    ('\u{200c}', "zero-width non-joiner"),
    ('\u{200d}', "zero-width joiner"),
    ('\u{200e}', "left-to-right mark"),
    ('\u{200f}', "right-to-left mark"),
    ('\u{202a}', "left-to-right embedding"),
    ('\u{202b}', "right-to-left embedding"),
    ('\u{202c}', "pop directional formatting"),
    ('\u{202d}', "left-to-right override"),
    ('\u{202e}', "right-to-left override"),
    ('\u{2060}', "word joiner"),
    ('\u{2066}', "left-to-right isolate"),
    ('\u{2067}', "right-to-left isolate"),
    ('\u{2069}', "pop directional isolate"),
    ('\u{fe0f}', "variation selector-16"),
    ('\u{feff}', "byte-order mark"),
    ('\u{fffd}', "replacement character, for a byte that is no UTF-8"),
];

impl Excerpt {
    /// The most characters of a text shown in a message.
    const LENGTH: usize = 24;

    /// Shows a piece of a text.
    #[must_use]
    pub fn new(text: &[u8]) -> Self {
        let head = &text[..text.len().min(4 * Self::LENGTH)];
        let mut shown: String = plain::shown(head).chars().take(Self::LENGTH).collect();
        if shown.chars().count() == 1 {
            return Self { text: shown, kind: Kind::Character };
        }
        if shown.len() < text.len() && text.len() > Self::LENGTH {
            shown.push('…');
        }
        Self { text: shown, kind: Kind::Quoted }
    }

    /// Shows several names, each quoted.
    #[must_use]
    pub fn list<'a>(names: impl IntoIterator<Item = &'a [u8]>) -> Self {
        const MAX_NAMES: usize = 40;
        let mut names = names.into_iter();
        let mut shown: Vec<String> = names.by_ref().take(MAX_NAMES).map(|name| Self::new(name).to_string()).collect();
        if names.next().is_some() {
            shown.push("…".to_owned());
        }
        Self { text: shown.join(", "), kind: Kind::List }
    }

    /// Whether the excerpt is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Shows the character at the start of a text.
    #[must_use]
    pub fn character(text: &[u8]) -> Self {
        let head = &text[..text.len().min(4)];
        Self { text: plain::shown(head).chars().take(1).collect(), kind: Kind::Character }
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (text, first) = (self.text.as_str(), self.text.chars().next());
        match (self.kind, first) {
            (_, None) => f.write_str("nothing"),
            (Kind::List, _) => f.write_str(text),
            (Kind::Character, Some(character)) if !character.is_ascii_graphic() => {
                let code = u32::from(character);
                match UNSEEN.iter().find(|(unseen, _)| *unseen == character) {
                    Some((_, name)) => write!(f, "U+{code:04X} ({name})"),
                    None => write!(f, "{text:?} (U+{code:04X})"),
                }
            }
            _ => write!(f, "{text:?}"),
        }
    }
}

impl fmt::Debug for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
