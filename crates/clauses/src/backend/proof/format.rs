//! The formats of proofs, the place for a proof, and the input and the answer of a checker.

use std::fmt;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

use satdoku_base::budget::StopReason;

use crate::backend::BackendError;
use crate::cnf::{ClauseSink, FormulaSize, LimitedError};

/// The place for a solver's proof. Clones share the place, so that the caller that opened the solver keeps access.
///
/// ```
/// # extern crate satdoku_clauses as satdoku;
/// use std::sync::{Arc, Mutex};
/// use satdoku::backend::ProofSink;
///
/// let proof = Arc::new(Mutex::new(Vec::new()));
/// let sink = ProofSink::new(proof.clone());
/// # let _ = sink;
/// ```
#[derive(Clone)]
pub struct ProofSink(Arc<Mutex<dyn Write + Send>>);

impl ProofSink {
    /// A sink that writes to a shared writer.
    pub fn new(shared: Arc<Mutex<impl Write + Send + 'static>>) -> Self {
        Self(shared)
    }
}

impl Write for ProofSink {
    fn write(&mut self, proof: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(proof)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).flush()
    }
}

impl fmt::Debug for ProofSink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ProofSink")
    }
}

/// The format of a proof, which decides the checker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProofFormat {
    /// varisat's own: clauses with the hashes of the clauses from which they follow. Checked in this process by `varisat-checker`
    /// (feature `varisat`).
    Varisat,
    /// DRAT as text: N. Wetzler, M. Heule and W. Hunt, *DRAT-trim*, SAT 2014. Checked in this process by the checker of this
    /// crate, or by the program `rate` where the environment variable `RATE` names it (feature `external`).
    Drat,
    /// DRAT in bytes, the default of kissat and CaDiCaL. Checked like DRAT as text.
    BinaryDrat,
    /// LRAT as text: L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann and P. Schneider-Kamp, *Efficient certified RAT verification*,
    /// CADE 2017. A lemma names the clauses from which it follows. Checked in this process by the checker of this crate.
    Lrat,
    /// LRAT in bytes.
    BinaryLrat,
}

#[cfg(feature = "serde")]
serialized_as_text!(ProofFormat);

names! {
    pub ProofFormat {
        Varisat = "varisat", "varisat's own format";
        Drat = "drat", "DRAT as text";
        BinaryDrat = "binary-drat", "DRAT in bytes";
        Lrat = "lrat", "LRAT as text";
        BinaryLrat = "binary-lrat", "LRAT in bytes";
    }
}

impl ProofFormat {
    /// The name of a checker by other authors.
    #[must_use]
    pub fn checker(self) -> &'static str {
        match self {
            Self::Varisat => "varisat-checker",
            Self::Drat | Self::BinaryDrat => "rate",
            Self::Lrat | Self::BinaryLrat => "lrat-trim",
        }
    }

    /// The proof of a formula refuted by unit propagation alone: the empty clause. Empty in LRAT, which would have to name clauses,
    /// and in varisat's format, which would need hashes.
    #[cfg(any(feature = "certificate", feature = "external"))]
    #[doc(hidden)]
    #[must_use]
    pub fn no_steps_but_the_last(self) -> &'static [u8] {
        match self {
            Self::Drat => b"0\n",
            Self::BinaryDrat => b"a\0",
            Self::Varisat | Self::Lrat | Self::BinaryLrat => b"",
        }
    }
}

/// The clauses that a proof is about: a size, and a function that writes them into a sink.
pub struct Clauses<'a> {
    /// The exact size of the clauses.
    pub size: FormulaSize,
    /// Writes the clauses; called once.
    pub write: &'a mut WriteClauses<'a>,
}

impl fmt::Debug for Clauses<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Clauses").field("size", &self.size).finish_non_exhaustive()
    }
}

/// Writes clauses into a sink that ends with the budget.
pub type WriteClauses<'a> =
    dyn FnMut(&mut dyn ClauseSink<Error = LimitedError<BackendError>>) -> Result<(), LimitedError<BackendError>> + 'a;

/// A proof to be read.
pub struct Proof<'a> {
    /// The bytes of the proof.
    pub reader: &'a mut dyn Read,
    /// The number of bytes.
    pub bytes: u64,
}

impl fmt::Debug for Proof<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Proof").field("bytes", &self.bytes).finish_non_exhaustive()
    }
}

/// The answer of a checker about a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// The clauses cannot all be true.
    Refuted,
    /// The proof does not refute the clauses, and why.
    Rejected(String),
    /// The budget ran out before the answer.
    Unknown(StopReason),
}
