//! Tells the linker in which order the functions of the program should lie: those that a small puzzle touches together.
//!
//! Linux maps code into a process in pieces of 64 KB around what is touched, and all of it counts as memory of the process:
//! scattered over the program, the 550 functions of one small `solve` make up 2.3 MB, side by side 0.3 MB. The names are
//! those that this compiler and these features give; where others are given, the linker passes over them, and nothing but
//! the saving is lost. `link/record` writes them anew.

use std::env;
use std::path::Path;

const ORDER: &str = "link/order.txt";

fn main() {
    println!("cargo::rerun-if-changed={ORDER}");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|it| it == value);
    // There, the linker that comes with the compiler is LLVM's unless somebody names another.
    let is_known = is("TARGET", "x86_64-unknown-linux-gnu") && is("HOST", "x86_64-unknown-linux-gnu");
    let is_plain = env::var_os("RUSTC_LINKER").is_none() && is("CARGO_ENCODED_RUSTFLAGS", "");
    let order = Path::new(&env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join(ORDER);
    if is_known && is_plain && is("PROFILE", "release") && order.is_file() {
        println!("cargo::rustc-link-arg-bins=-Wl,--symbol-ordering-file={}", order.display());
        println!("cargo::rustc-link-arg-bins=-Wl,--no-warn-symbol-ordering");
    }
}
