//! A solver of the caller's as a backend, so that whatever takes a backend takes the caller's own.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::backend::{BackendError, OpenOptions, ProofFormat, SatBackend};

/// Opens a solver of the caller's.
type Open = dyn Fn(&OpenOptions) -> Result<Box<dyn SatBackend>, BackendError> + Send + Sync;

/// A SAT solver of your own: a name, and how a new one is opened; made by [`Backend::own`](crate::Backend::own).
///
/// A clone is equal to its original; two solvers that were made apart are never equal, even with one name.
#[derive(Clone)]
pub struct OwnBackend {
    name: Arc<str>,
    open: Arc<Open>,
    writes: &'static [ProofFormat],
}

impl OwnBackend {
    /// A solver by the name under which it is printed, and how a new one is opened. `open` is called whenever a new solver is needed,
    /// from any thread.
    ///
    /// A portfolio sets [`stoppable`](OpenOptions::stoppable) and [`memory`](OpenOptions::memory) unasked: `open` ignores what the
    /// solver cannot keep. The budget comes with each question, and nothing but the solver itself looks at it.
    #[must_use]
    pub fn new(
        name: &str,
        open: impl Fn(&OpenOptions) -> Result<Box<dyn SatBackend>, BackendError> + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into(), open: Arc::new(open), writes: &[] }
    }

    /// The same solver, which writes proofs in some formats, the default first: opened with
    /// [`proof`](OpenOptions::proof) and [`proof_format`](OpenOptions::proof_format) it writes the proof there. To be
    /// [certified](OpenOptions::certified) the solver must write [`ProofFormat::BinaryLrat`] or [`ProofFormat::BinaryDrat`], or
    /// [`ProofFormat::Varisat`] as its first format in a build with varisat: those proofs are checked while they are written.
    #[must_use]
    pub fn with_proofs(self, writes: &'static [ProofFormat]) -> Self {
        Self { writes, ..self }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn proof_formats(&self) -> &'static [ProofFormat] {
        self.writes
    }

    pub(super) fn open(&self, options: &OpenOptions) -> Result<Box<dyn SatBackend>, BackendError> {
        (self.open)(options)
    }
}

impl PartialEq for OwnBackend {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.open, &other.open) && self.name == other.name && self.writes == other.writes
    }
}

impl Eq for OwnBackend {}

impl Hash for OwnBackend {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.open).cast::<()>().hash(state);
    }
}

impl fmt::Debug for OwnBackend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnBackend").field("name", &self.name).field("writes", &self.writes).finish_non_exhaustive()
    }
}
