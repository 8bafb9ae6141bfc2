//! Rules of a program that uses the library.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::Arc;

use crate::rule::Constrain;

/// A rule that is not among ours: whatever implements [`Constrain`]. Two are equal if they print the same line, which no format
/// can read back.
#[derive(Clone, Debug)]
pub struct Own(Arc<Shared>);

/// A rule that threads share, as all of ours are.
type Shared = dyn Constrain + Send + Sync + UnwindSafe + RefUnwindSafe;

impl Own {
    /// A rule of one's own.
    #[must_use]
    pub fn new(rule: impl Constrain + Send + Sync + UnwindSafe + RefUnwindSafe + 'static) -> Self {
        Self(Arc::new(rule))
    }
}

impl Deref for Own {
    type Target = dyn Constrain;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl fmt::Display for Own {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&*self.0, f)
    }
}

impl PartialEq for Own {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for Own {}

impl Hash for Own {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.to_string().hash(state);
    }
}
