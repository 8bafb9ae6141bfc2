//! Rules that a library user defines.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::Arc;

use crate::rule::constrain::Constrain;

/// A rule that a library user defines by implementing [`Constrain`]. Its line can be printed, but no format reads it back. A rule
/// equals only its clones, even if another rule prints the same line.
#[derive(Clone, Debug)]
#[doc(alias = "own")]
pub struct UserRule(Arc<Shared>);

/// A rule that threads can share, as all built-in rules.
type Shared = dyn Constrain + Send + Sync + UnwindSafe + RefUnwindSafe;

impl UserRule {
    /// A rule of the user's own.
    #[must_use]
    pub fn new(rule: impl Constrain + Send + Sync + UnwindSafe + RefUnwindSafe + 'static) -> Self {
        Self(Arc::new(rule))
    }
}

impl Deref for UserRule {
    type Target = dyn Constrain;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl fmt::Display for UserRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&*self.0, f)
    }
}

impl PartialEq for UserRule {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for UserRule {}

impl Hash for UserRule {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.0).cast::<()>().hash(state);
    }
}
