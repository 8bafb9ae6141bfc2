//! Spans of `tracing` around what takes time, where the feature `tracing` is on; nothing otherwise.

#[cfg(feature = "tracing")]
#[doc(hidden)]
pub use tracing::info_span;

/// A span to the end of the block that it stands in. Fields are printed by `Display`.
#[cfg(feature = "tracing")]
#[doc(hidden)]
#[macro_export]
macro_rules! span {
    ($name:literal $(, $field:ident = $value:expr)*) => {
        let _entered = $crate::spans::info_span!($name $(, $field = %$value)*).entered();
    };
}

/// Nothing: the feature `tracing` is off.
#[cfg(not(feature = "tracing"))]
#[doc(hidden)]
#[macro_export]
macro_rules! span {
    ($name:literal $(, $field:ident = $value:expr)*) => {};
}
