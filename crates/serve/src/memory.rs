//! Memory of long questions goes back to the system.
//!
//! The C library of Linux systems keeps freed memory for each thread, in case the thread needs as much again. A server would keep for
//! days what one hostile question took.

use std::time::Duration;

/// Shorter questions take too little memory to look for it.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LONG: Duration = Duration::from_millis(100);

/// Gives free memory back after a question that took some time: some milliseconds for some hundred megabytes.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) fn give_back(taken: Duration) {
    if taken >= LONG {
        trim();
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
fn trim() {
    // SAFETY: the function takes a number by value, locks the allocator by itself, and leaves memory in use alone.
    unsafe { libc::malloc_trim(0) };
}

/// Other allocators give memory back by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn give_back(_: Duration) {}
