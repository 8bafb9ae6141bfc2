//! How long a question may take: a [`Budget`] is a value, a [`Running`] is its clock.
//!
//! Every engine of this crate asks its clock regularly and stops when it is told to, so that any question
//! can be limited in time, limited in steps, cancelled from another thread and watched while it runs.
//! This module knows nothing of what is being searched.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Between two looks at the clock and the cancel token an engine takes this many steps.
const STEPS_PER_LOOK: u64 = 1024;

/// Why a question was left without a final answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[non_exhaustive]
pub enum StopReason {
    /// The time limit passed.
    Time,
    /// The step limit was reached.
    Steps,
    /// More memory would have been needed than was allowed.
    Memory,
    /// The question was cancelled.
    Cancelled,
    /// As many solutions as were asked for have been seen.
    Limit,
    /// The method cannot decide the question: it gave up by itself.
    Incomplete,
}

/// A listing that was stopped ends with its reason as the error.
impl std::error::Error for StopReason {}

names! {
    pub StopReason {
        Time = "time limit reached", "the time limit passed";
        Steps = "step limit reached", "the limit of steps was reached";
        Memory = "memory limit reached", "more memory would have been needed than was allowed";
        Cancelled = "cancelled", "the question was cancelled";
        Limit = "solution limit reached", "as many solutions as were asked for have been seen";
        Incomplete = "the method could not decide", "the method gave up by itself";
    }
}

/// An amount of memory, in words for a person: `512 bytes`, `1.5 GiB`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes(pub u64);

impl Bytes {
    /// The amount in words that differ from those of another amount: in bytes where rounding would make the two alike.
    #[must_use]
    pub fn beside(self, other: u64) -> String {
        let (this, other_words) = (self.to_string(), Self(other).to_string());
        if this == other_words && self.0 != other { format!("{} bytes", self.0) } else { this }
    }
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [&str; 5] = ["bytes", "KiB", "MiB", "GiB", "TiB"];
        let unit = (self.0.max(1).ilog2() / 10).min(4) as usize;
        #[allow(clippy::cast_precision_loss)] // Three figures are shown.
        let number = self.0 as f64 / f64::from(10 * unit as u32).exp2();
        let decimals =
            if unit == 0 || number.fract() == 0.0 || number >= 100.0 { 0 } else { 1 + usize::from(number < 10.0) };
        write!(f, "{number:.decimals$} {}", UNITS[unit])
    }
}

/// A flag by which one thread asks another to stop; clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct CancelToken {
    flag: Arc<AtomicBool>,
    /// The token whose cancelling cancels this one too.
    parent: Option<Arc<CancelToken>>,
}

impl CancelToken {
    /// A token that is not cancelled yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks everything that runs under this token to stop.
    pub fn cancel(&self) {
        self.flag.store(true, Ordering::Release);
    }

    /// A token that is cancelled with this one or by itself, which leaves this one as it is.
    #[must_use]
    pub fn child(&self) -> Self {
        Self { flag: Arc::default(), parent: Some(Arc::new(self.clone())) }
    }

    /// Whether [`cancel`](Self::cancel) was called.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.flag.load(Ordering::Acquire) || self.parent.as_ref().is_some_and(|parent| parent.is_cancelled())
    }
}

impl From<Arc<AtomicBool>> for CancelToken {
    /// A token over a flag that other code sets, such as a signal handler.
    fn from(flag: Arc<AtomicBool>) -> Self {
        Self { flag, parent: None }
    }
}

/// A counter of steps that another thread may read while a question runs; clones share the counter.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<AtomicU64>);

impl Progress {
    /// A counter at zero.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Steps taken so far, at most 1,024 behind the truth.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    fn add(&self, steps: u64) {
        self.0.fetch_add(steps, Ordering::Relaxed);
    }
}

/// The limits of one question. The default has none.
///
/// ```
/// use satdoku::Budget;
/// use std::time::Duration;
///
/// let budget = Budget::unlimited().with_time(Duration::from_secs(10)).with_steps(1_000_000);
/// assert_eq!(budget.start().check(), Ok(()));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Budget {
    time: Option<Duration>,
    steps: Option<u64>,
    cancel: Option<CancelToken>,
    /// Whether the token need not stop a search in its midst.
    is_patient: bool,
    progress: Option<Progress>,
}

impl Budget {
    /// No limit at all.
    #[must_use]
    pub fn unlimited() -> Self {
        Self::default()
    }

    /// Stops with [`StopReason::Time`] after `time` of wall clock.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// Stops with [`StopReason::Steps`] after `steps` steps.
    ///
    /// A step is a placement of a direct search, a move that local search proposes or an option tried by an exact cover
    /// search. SAT backends do not count steps: they are limited by time and cancelled.
    #[must_use]
    pub fn with_steps(mut self, steps: u64) -> Self {
        self.steps = Some(steps);
        self
    }

    /// Stops with [`StopReason::Cancelled`] once `token` is cancelled.
    #[must_use]
    pub fn with_cancel(mut self, token: CancelToken) -> Self {
        self.cancel = Some(token);
        self
    }

    /// Lets a solver that is slower where it can be stopped finish the search it is in before it looks at the token: for
    /// questions whose single searches are short. All others stop as before.
    #[must_use]
    pub fn patient(mut self) -> Self {
        self.is_patient = true;
        self
    }

    /// Counts the steps into `progress`.
    #[must_use]
    pub fn with_progress(mut self, progress: Progress) -> Self {
        self.progress = Some(progress);
        self
    }

    /// The time limit, if there is one.
    #[must_use]
    pub fn time(&self) -> Option<Duration> {
        self.time
    }

    /// Whether the clock or a token may stop the question in mid-search, so that a backend must be able to.
    #[must_use]
    pub fn is_stoppable(&self) -> bool {
        self.time.is_some() || self.cancel.is_some() && !self.is_patient
    }

    /// The same limits for a part of the work, with the token that stops this part alone.
    #[must_use]
    pub fn fork(&self) -> (Self, CancelToken) {
        let token = self.cancel.as_ref().map_or_else(CancelToken::new, CancelToken::child);
        (self.clone().with_cancel(token.clone()), token)
    }

    /// Starts the clock for one question.
    #[must_use]
    pub fn start(&self) -> Running {
        Running {
            // A limit too far away to be represented is no limit.
            deadline: self.time.and_then(|time| Instant::now().checked_add(time)),
            steps_left: self.steps.unwrap_or(u64::MAX),
            until_look: 0,
            cancel: self.cancel.clone(),
            progress: self.progress.clone(),
        }
    }
}

/// The running clock of one question; made by [`Budget::start`].
#[derive(Clone, Debug)]
pub struct Running {
    deadline: Option<Instant>,
    /// Steps that are allowed beyond those of the present look.
    steps_left: u64,
    /// Steps until the clock and the token are looked at again.
    until_look: u64,
    cancel: Option<CancelToken>,
    progress: Option<Progress>,
}

impl Running {
    /// Counts one step; looks at the clock and the token every 1,024 steps, the first time at once.
    ///
    /// # Errors
    /// The reason to stop. Once there is one, every later step fails as well.
    #[inline]
    pub fn tick(&mut self) -> Result<(), StopReason> {
        if self.until_look == 0 {
            self.look()?;
        }
        self.until_look -= 1;
        Ok(())
    }

    /// Counts steps up to the next look, at most so many, and says how many. For a loop too tight to count each of its steps.
    ///
    /// # Errors
    /// The reason to stop, as of [`tick`](Self::tick).
    pub(crate) fn take(&mut self, most: u64) -> Result<u64, StopReason> {
        if self.until_look == 0 {
            self.look()?;
        }
        let taken = self.until_look.min(most);
        self.until_look -= taken;
        Ok(taken)
    }

    /// Gives back steps that were [taken](Self::take) and not made.
    pub(crate) fn put_back(&mut self, steps: u64) {
        self.until_look += steps;
    }

    /// Looks at the clock and the token now, without counting a step.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn check(&self) -> Result<(), StopReason> {
        if self.cancel.as_ref().is_some_and(CancelToken::is_cancelled) {
            return Err(StopReason::Cancelled);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(StopReason::Time);
        }
        Ok(())
    }

    /// The same clock for a part of the work, with the token that stops this part alone.
    #[must_use]
    pub fn fork(&self) -> (Self, CancelToken) {
        let token = self.cancel.as_ref().map_or_else(CancelToken::new, CancelToken::child);
        (Self { cancel: Some(token.clone()), ..self.clone() }, token)
    }

    /// The same clock for a part of the work that may take so much time from now on.
    #[must_use]
    pub fn within(&self, time: Duration) -> Self {
        let deadline = Instant::now().checked_add(time).into_iter().chain(self.deadline).min();
        Self { deadline, ..self.clone() }
    }

    /// The time that is left, if time is limited.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Leaves so many steps at most until [`give_back`](Self::give_back) is called with what is held back.
    #[must_use]
    pub(crate) fn hold_back(&mut self, steps: u64) -> u64 {
        let all = self.steps_left();
        let left = all.min(steps);
        self.until_look = self.until_look.min(left);
        self.steps_left = left - self.until_look;
        all - left
    }

    /// Gives back the steps that were held back.
    pub(crate) fn give_back(&mut self, steps: u64) {
        self.steps_left += steps;
    }

    /// How many steps may still be taken, from `u64::MAX` on where they are not limited.
    pub(crate) fn steps_left(&self) -> u64 {
        self.steps_left + self.until_look
    }

    #[cold]
    fn look(&mut self) -> Result<(), StopReason> {
        self.check()?;
        if self.steps_left == 0 {
            return Err(StopReason::Steps);
        }
        self.until_look = self.steps_left.min(STEPS_PER_LOOK);
        self.steps_left -= self.until_look;
        if let Some(progress) = &self.progress {
            progress.add(self.until_look);
        }
        Ok(())
    }
}

/// Measures how long a part of the work took.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts measuring.
    #[must_use]
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// The time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_counted_exactly() {
        for limit in [0, 1, 1023, 1024, 1025, 5000] {
            let mut running = Budget::unlimited().with_steps(limit).start();
            for _ in 0..limit {
                assert_eq!(running.tick(), Ok(()));
            }
            assert_eq!(running.tick(), Err(StopReason::Steps), "limit {limit}");
            assert_eq!(running.tick(), Err(StopReason::Steps), "limit {limit}, again");
        }
    }

    #[test]
    fn steps_that_are_taken_together_are_counted_exactly() {
        let mut running = Budget::unlimited().with_steps(3000).start();
        let mut made = 0;
        let stopped = loop {
            match running.take(700) {
                Ok(taken) => {
                    running.put_back(taken / 2);
                    made += taken - taken / 2;
                }
                Err(reason) => break reason,
            }
        };
        assert_eq!((made, stopped), (3000, StopReason::Steps));
        assert_eq!(running.tick(), Err(StopReason::Steps));
    }

    #[test]
    fn steps_that_are_held_back_are_taken_later() {
        for (limit, part) in [(5000, 0), (5000, 7), (5000, 1500), (5000, 5000), (100, 1500), (u64::MAX, 1500)] {
            let mut running = Budget::unlimited().with_steps(limit).start();
            assert_eq!(running.tick(), Ok(()));
            let held = running.hold_back(part);
            assert_eq!(held, (limit - 1).saturating_sub(part), "{part} of {limit}");
            let steps = (0..10_000).take_while(|_| running.tick().is_ok()).count() as u64;
            assert_eq!(steps, part.min(limit - 1), "{part} of {limit}");
            running.give_back(held);
            assert_eq!(running.steps_left(), limit - 1 - steps, "{part} of {limit}");
            assert_eq!(running.tick().is_ok(), held > 0, "{part} of {limit}");
        }
    }

    #[test]
    fn a_cancelled_token_stops_within_one_look() {
        let token = CancelToken::new();
        let progress = Progress::new();
        let mut running = Budget::unlimited().with_cancel(token.clone()).with_progress(progress.clone()).start();
        assert_eq!(running.tick(), Ok(()));
        token.cancel();
        let steps = (0..5000).take_while(|_| running.tick().is_ok()).count();
        assert_eq!(steps, 1023);
        assert_eq!(running.tick(), Err(StopReason::Cancelled));
        assert_eq!(progress.steps(), 1024);
    }

    #[test]
    fn a_part_ends_with_its_time_or_with_the_whole() {
        let whole = Budget::unlimited().with_time(Duration::from_hours(1)).start();
        assert_eq!(whole.within(Duration::ZERO).check(), Err(StopReason::Time));
        assert_eq!((whole.within(Duration::MAX).check(), whole.check()), (Ok(()), Ok(())));
        assert!(whole.within(Duration::from_hours(2)).time_left() <= Some(Duration::from_hours(1)));
    }

    #[test]
    fn a_part_is_stopped_alone_and_with_the_whole() {
        let token = CancelToken::new();
        let whole = Budget::unlimited().with_cancel(token.clone()).start();
        let ((one, stop_one), (other, _)) = (whole.fork(), whole.fork());
        stop_one.cancel();
        assert_eq!([one.check(), other.check(), whole.check()], [Err(StopReason::Cancelled), Ok(()), Ok(())]);
        token.cancel();
        assert_eq!([other.check(), whole.check()], [Err(StopReason::Cancelled); 2]);
    }

    #[test]
    fn no_time_stops_the_first_step_and_endless_time_never_does() {
        assert_eq!(Budget::unlimited().with_time(Duration::ZERO).start().tick(), Err(StopReason::Time));
        assert_eq!(Budget::unlimited().with_time(Duration::MAX).start().tick(), Ok(()));
    }
}
