//! How much JSON is read.

/// Lists and objects are at most this deep.
const DEEPEST: usize = 64;

/// There are at most so many values.
pub(super) const MOST_VALUES: usize = 1 << 20;

/// Counts values, and holds back what is too deep or too much.
#[derive(Default)]
pub(crate) struct Bounds {
    values: usize,
}

impl Bounds {
    /// One more value, so deep.
    ///
    /// # Errors
    /// What is expected instead, if it is too deep or there are too many.
    pub(crate) fn count(&mut self, depth: usize) -> Result<(), String> {
        self.values += 1;
        if depth > DEEPEST {
            return Err(format!("JSON at most {DEEPEST} deep"));
        }
        if self.values > MOST_VALUES {
            return Err(format!("JSON of at most {MOST_VALUES} values"));
        }
        Ok(())
    }
}
