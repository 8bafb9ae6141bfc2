//! The adapters of linked solvers share a refusal of settings and a guard against panics.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::backend::BackendError;
#[cfg(any(feature = "varisat", feature = "splr"))]
use crate::backend::OpenOptions;

/// Refuses all settings, for a backend without settings.
#[cfg(any(feature = "varisat", feature = "splr"))]
pub(crate) fn check_no_settings(backend: &str, options: &OpenOptions) -> Result<(), BackendError> {
    match options.settings.first() {
        None => Ok(()),
        Some((setting, _)) => {
            Err(BackendError::UnknownSetting { backend: backend.to_owned(), setting: setting.clone() })
        }
    }
}

/// Runs a solver's code; a panic in it becomes an error with the solver's name.
pub(crate) fn catching<T>(backend: &str, call: impl FnOnce() -> T) -> Result<T, BackendError> {
    // The adapter drops the solver after a panic, without touching it again.
    catch_unwind(AssertUnwindSafe(call)).map_err(|payload| BackendError::Panicked {
        backend: backend.to_owned(),
        message: panic_message(payload.as_ref()),
    })
}

fn panic_message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
}
