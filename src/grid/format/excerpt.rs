//! Pieces of texts in messages.

use std::fmt;

/// A piece of a text as it is shown in a message: quoted, cut short, whatever its bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct Excerpt {
    text: String,
    /// Whether the quotes are there already.
    is_list: bool,
}

impl Excerpt {
    /// A message shows so many characters of a text at most.
    const LENGTH: usize = 24;

    /// Shows a piece of a text.
    #[must_use]
    pub fn new(text: &[u8]) -> Self {
        let head = &text[..text.len().min(4 * Self::LENGTH)];
        let mut shown: String = String::from_utf8_lossy(head).chars().take(Self::LENGTH).collect();
        if shown.len() < text.len() && text.len() > Self::LENGTH {
            shown.push('…');
        }
        Self { text: shown, is_list: false }
    }

    /// Shows several names, each quoted.
    #[must_use]
    pub fn list<'a>(names: impl IntoIterator<Item = &'a [u8]>) -> Self {
        const MOST: usize = 40;
        let mut names = names.into_iter();
        let mut shown: Vec<String> = names.by_ref().take(MOST).map(|name| Self::new(name).to_string()).collect();
        if names.next().is_some() {
            shown.push("…".to_owned());
        }
        Self { text: shown.join(", "), is_list: true }
    }

    /// Whether there is nothing to show.
    pub(in crate::grid::format) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Shows the character at the start of a text.
    #[must_use]
    pub fn character(text: &[u8]) -> Self {
        let head = &text[..text.len().min(4)];
        Self { text: String::from_utf8_lossy(head).chars().take(1).collect(), is_list: false }
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.text.as_str() {
            "" => f.write_str("nothing"),
            list if self.is_list => f.write_str(list),
            text => write!(f, "{text:?}"),
        }
    }
}

impl fmt::Debug for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
