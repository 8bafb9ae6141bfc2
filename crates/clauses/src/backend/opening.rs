//! How a backend is opened, and whether it can be.

use crate::backend::certified::Certified;
#[cfg(feature = "external")]
use crate::backend::presimplified::Presimplified;
use crate::backend::{Availability, Backend, BackendError, OpenOptions, ProofFormat, SatBackend};

impl Backend {
    /// Whether the backend is in this build and, if it is a program, can be found.
    #[must_use]
    pub fn is_present(&self) -> bool {
        match self {
            #[cfg(feature = "external")]
            Self::External(external) => crate::backend::program::external::is_present(external),
            _ => self.is_compiled(),
        }
    }

    /// Whether the backend can be used here and now; external programs are asked for their version.
    #[must_use]
    pub fn availability(&self) -> Availability {
        match self {
            _ if !self.is_compiled() => Availability::Missing(self.not_compiled().to_string()),
            Self::Own(_) => Availability::Ready(String::new()),
            Self::Cdcl => Availability::Ready(env!("CARGO_PKG_VERSION").to_owned()),
            // The versions that Cargo.toml pins.
            Self::Varisat => Availability::Ready("0.2.2".to_owned()),
            Self::Batsat => Availability::Ready("0.6".to_owned()),
            // The version that the crate brings.
            Self::CaDiCaL => Availability::Ready("1.9.5".to_owned()),
            Self::Splr => Availability::Ready("0.17".to_owned()),
            #[cfg(feature = "external")]
            Self::External(external) => crate::backend::program::external::availability(external),
            #[cfg(not(feature = "external"))]
            Self::External(_) => Availability::Missing(self.not_compiled().to_string()),
        }
    }

    /// Whether the backend writes LRAT. A program is asked for its version, once in a process.
    pub(super) fn writes_lrat(&self) -> bool {
        match self {
            Self::Cdcl => true,
            Self::Own(own) => own.proof_formats().contains(&ProofFormat::BinaryLrat),
            #[cfg(feature = "external")]
            Self::External(external) => {
                self.proof_formats().contains(&ProofFormat::Lrat)
                    && crate::backend::program::external::is_at_least(external, (1, 9))
            }
            _ => false,
        }
    }

    /// Opens a solver.
    ///
    /// # Errors
    /// If the backend is not in this build, its program is missing, an option is unknown, the formula to come is too large, or a
    /// proof is wanted of a backend without proofs.
    pub fn open(&self, options: &OpenOptions) -> Result<Box<dyn SatBackend>, BackendError> {
        let needs_proof = options.proof.is_some() || options.certified;
        if needs_proof && self.is_compiled() && self.proof_format().is_none() {
            return Err(BackendError::NoProof { backend: self.to_string() });
        }
        let writes = self.proof_formats();
        if let Some(format) = options.proof_format.filter(|format| self.is_compiled() && !writes.contains(format)) {
            return Err(BackendError::NoFormat { backend: self.to_string(), format, writes });
        }
        if options.certified && options.proof.is_none() {
            return Ok(Box::new(Certified::open(self, options, |options| self.open_adapter(options))?));
        }
        // A caller with a place for the proof checks the proof.
        let options = OpenOptions { certified: false, ..options.clone() };
        #[cfg(feature = "external")]
        if let (Self::External(_), Some((proof, format))) = (self, Presimplified::suits(&options)) {
            return Ok(Box::new(Presimplified::new(self.open_adapter(&options)?, proof, format)));
        }
        self.open_adapter(&options)
    }

    /// Opens an adapter. A certified adapter with a place for its proof writes the proof of the whole session there while at work,
    /// for as many questions as it can be asked.
    fn open_adapter(&self, options: &OpenOptions) -> Result<Box<dyn SatBackend>, BackendError> {
        match self {
            Self::Cdcl => Ok(Box::new(crate::backend::in_process::cdcl::Cdcl::open(options)?)),
            Self::Own(own) => own.open(options),
            #[cfg(feature = "varisat")]
            Self::Varisat => Ok(Box::new(crate::backend::in_process::varisat::Varisat::open(options)?)),
            #[cfg(feature = "batsat")]
            Self::Batsat => Ok(Box::new(crate::backend::in_process::batsat::Batsat::open(options)?)),
            #[cfg(feature = "cadical")]
            Self::CaDiCaL => Ok(Box::new(crate::backend::in_process::cadical::CaDiCaL::open(options)?)),
            #[cfg(feature = "splr")]
            Self::Splr => Ok(Box::new(crate::backend::in_process::splr::Splr::open(options)?)),
            #[cfg(feature = "external")]
            Self::External(external) => {
                Ok(Box::new(crate::backend::program::external::ExternalSolver::open(external, options)?))
            }
            #[allow(unreachable_patterns)] // With all features on, every backend is above.
            _ => {
                let _ = options;
                Err(self.not_compiled())
            }
        }
    }
}
