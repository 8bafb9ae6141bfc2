//! The clock: one function that a program may replace where the machine has none.

use std::sync::OnceLock;
use std::time::Duration;

/// The clock that a program has set.
static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

/// Sets the clock of all budgets and stopwatches, for machines without a clock of their own, such as a browser. The function returns
/// the time since a fixed moment and never goes back. Only the first call has an effect; it precedes the first question.
///
/// Without this call the clock of the operating system counts, and on `wasm32-unknown-unknown` no time ever passes.
///
/// ```standalone_crate
/// // A clock that stands still: no limit of time is ever reached.
/// satdoku_base::budget::set_clock(|| std::time::Duration::ZERO);
/// let budget = satdoku_base::Budget::unlimited().with_time(std::time::Duration::from_nanos(1));
/// assert!(budget.start().check().is_ok());
/// ```
pub fn set_clock(clock: fn() -> Duration) {
    // A second clock would make moments of the first incomparable.
    let _ = CLOCK.set(clock);
}

/// The time since a fixed moment.
pub(crate) fn now() -> Duration {
    CLOCK.get().map_or_else(of_the_system, |clock| clock())
}

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
fn of_the_system() -> Duration {
    static START: OnceLock<std::time::Instant> = OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
fn of_the_system() -> Duration {
    Duration::ZERO
}
