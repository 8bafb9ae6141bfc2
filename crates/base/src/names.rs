//! The names of closed lists: encodings, formats, symmetries and the like.
//!
//! The macro `names!` declares a list once, beside its type, as `Variant = "name", "summary";`. The declaration yields `all`,
//! `name`, `summary`, `Display`, `FromStr` and the text of the error, and the command line's help, completions and errors.

use std::fmt::{Debug, Display};
use std::str::FromStr;

/// A named value of a closed list; for code that works with any list.
///
/// ```
/// use satdoku_base::StopReason;
/// use satdoku_base::names::Named;
///
/// fn names<T: Named>() -> Vec<&'static str> {
///     T::all().iter().map(|value| value.name()).collect()
/// }
/// assert_eq!(names::<StopReason>()[..2], ["time limit reached", "step limit reached"]);
/// ```
pub trait Named: Copy + Debug + Display + FromStr<Err = UnknownName> + PartialEq + Send + Sync + 'static {
    /// All values, in the order of the list.
    fn all() -> &'static [Self];

    /// The name, which [`FromStr`] reads.
    fn name(self) -> &'static str;

    /// What the value means, in a few words.
    fn summary(self) -> &'static str;
}

/// A word that is no name of a list.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected one of {}, found {found:?}", .expected.join(", "))]
pub struct UnknownName {
    /// The names of the list.
    pub expected: &'static [&'static str],
    /// The word.
    pub found: String,
}

/// Serializes types as the texts that they print, and reads them by `FromStr`.
#[cfg(feature = "serde")]
#[doc(hidden)]
#[macro_export]
macro_rules! serialized_as_text {
    ($($type:ty),+ $(,)?) => {
        $(
            impl serde::Serialize for $type {
                fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.collect_str(self)
                }
            }

            impl<'de> serde::Deserialize<'de> for $type {
                fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    let text = <String as serde::Deserialize>::deserialize(deserializer)?;
                    text.parse().map_err(serde::de::Error::custom)
                }
            }
        )+
    };
}

/// Declares the names of an enum's variants. A variant that carries a value is listed once, with the given value; the variant's
/// name is read as the given value. Variants that stand `beside` the list have a name and are never read.
#[doc(hidden)]
#[macro_export]
macro_rules! names {
    ($vis:vis $type:ty { $($variant:ident $(($value:expr))? = $name:literal, $summary:literal;)+ }
        $(beside { $($other:ident($value_of:ident) => $other_name:expr, $other_summary:literal;)+ })?) => {
        impl $type {
            /// All values, in the order of the list.
            #[must_use]
            $vis const fn all() -> &'static [Self] {
                &[$(Self::$variant $(($value))?),+]
            }

            /// The name.
            #[must_use]
            $vis const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => $name,)+
                    $($(Self::$other($value_of) => $other_name,)+)?
                }
            }

            /// What the value means, in a few words.
            #[must_use]
            $vis const fn summary(self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => $summary,)+
                    $($(Self::$other(..) => $other_summary,)+)?
                }
            }
        }

        impl $crate::names::Named for $type {
            fn all() -> &'static [Self] {
                Self::all()
            }

            fn name(self) -> &'static str {
                self.name()
            }

            fn summary(self) -> &'static str {
                self.summary()
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::names::UnknownName;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                let is_it = |value: &&Self| value.name().eq_ignore_ascii_case(name);
                let expected = &[$($name),+];
                let unknown = || $crate::names::UnknownName { expected, found: name.to_owned() };
                Self::all().iter().find(is_it).copied().ok_or_else(unknown)
            }
        }
    };
}
