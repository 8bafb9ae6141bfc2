//! Proofs that this machine has vector instructions of x86-64.
//!
//! The fields are private and `detect` alone, which asks the processor, makes the values. So code that holds a value runs on a machine
//! that has the instructions, and the `unsafe` blocks that reach them rest on that. The vectors themselves belong to who computes with
//! them: `nine::simd` and `counting::columns::simd`, the library's only files with `unsafe` code.

/// Declares a proof: its name and the features of the processor that it stands for.
macro_rules! proofs {
    ($($(#[$documents:meta])+ $name:ident = $first:tt $(and $other:tt)*;)+) => {$(
        $(#[$documents])+
        #[derive(Clone, Copy, Debug)]
        pub struct $name(());

        impl $name {
            /// The proof, if this machine has the instructions.
            pub fn detect() -> Option<Self> {
                (is_x86_feature_detected!($first) $(&& is_x86_feature_detected!($other))*).then_some(Self(()))
            }
        }
    )+};
}

proofs! {
    /// Proof that this machine has AVX2.
    Avx2 = "avx2";
    /// Proof that this machine has the foundation of AVX-512.
    Avx512 = "avx512f";
    /// Proof that this machine has the foundation of AVX-512 and its words of 16 bits.
    Avx512Words = "avx512f" and "avx512bw";
}
