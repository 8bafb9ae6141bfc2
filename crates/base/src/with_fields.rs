//! Methods `with_FIELD` of options.

/// Options that grow: their structs are `non_exhaustive`, so that a further field breaks no caller, and each field has a method that
/// sets it. A field marked with `?` is optional, and its method takes the value or an option.
#[doc(hidden)]
#[macro_export]
macro_rules! with_fields {
    ($Options:ident $($with:ident($field:ident $($kind_and_type:tt)+);)+) => {
        impl $Options {
            $($crate::with_fields!(@ $with $field $($kind_and_type)+);)+
        }

        // A field without a method does not compile.
        const _: fn(&$Options) = |$Options { $($field: _),+ }| ();
    };
    (@ $with:ident $field:ident: $Type:ty) => {
        #[doc = concat!("The same with another [`", stringify!($field), "`](Self::", stringify!($field), ").")]
        #[must_use]
        pub fn $with(mut self, $field: $Type) -> Self {
            self.$field = $field;
            self
        }
    };
    (@ $with:ident $field:ident?: $Type:ty) => {
        #[doc = concat!("The same with another [`", stringify!($field), "`](Self::", stringify!($field), ").")]
        #[must_use]
        pub fn $with(mut self, $field: impl Into<Option<$Type>>) -> Self {
            self.$field = $field.into();
            self
        }
    };
}
