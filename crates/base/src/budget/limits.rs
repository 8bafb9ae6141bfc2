//! The limits of a question.

use std::time::Duration;

use crate::budget::clock;
use crate::budget::running::Running;
use crate::budget::since::Since;
use crate::budget::token::{CancelToken, Progress};

/// The limits of one question. The default has none. With the feature `serde` the limits of time and steps are written; a token, a
/// shared start and a counter of progress belong to one process and are not.
///
/// ```
/// # extern crate satdoku_base as satdoku;
/// use satdoku::Budget;
/// use std::time::Duration;
///
/// let budget = Budget::unlimited().with_time(Duration::from_secs(10)).with_steps(1_000_000);
/// assert_eq!(budget.start().check(), Ok(()));
/// ```
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Budget {
    time: Option<Duration>,
    /// The start of the time, if not the start of the question.
    #[cfg_attr(feature = "serde", serde(skip))]
    since: Option<Since>,
    steps: Option<u64>,
    #[cfg_attr(feature = "serde", serde(skip))]
    cancel: Option<CancelToken>,
    /// Whether the solver may finish its current search before it checks the token.
    #[cfg_attr(feature = "serde", serde(skip))]
    is_patient: bool,
    #[cfg_attr(feature = "serde", serde(skip))]
    progress: Option<Progress>,
}

impl Budget {
    /// No limit at all.
    #[must_use]
    pub fn unlimited() -> Self {
        Self::default()
    }

    /// Stops with [`StopReason::Time`](crate::StopReason::Time) after `time` of wall clock.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self.since = None;
        self
    }

    /// Counts the time from a start shared with other questions, not from the start of each question. A later
    /// [`with_time`](Self::with_time) counts from the start of the question again.
    #[must_use]
    pub fn with_since(mut self, since: Since) -> Self {
        self.since = Some(since);
        self
    }

    /// Restarts the shared time: the next question has the full limit again.
    pub fn begin_again(&self) {
        self.since.iter().for_each(Since::begin);
    }

    /// The limits with their time counted from now on, for several questions that are parts of one. A start that is shared already
    /// stays the start.
    #[must_use]
    pub fn begun(&self) -> Self {
        if self.since.as_ref().is_some_and(|since| since.moment().is_some()) {
            return self.clone();
        }
        let since = Since::new();
        since.begin();
        self.clone().with_since(since)
    }

    /// Stops with [`StopReason::Steps`](crate::StopReason::Steps) after `steps` steps.
    ///
    /// A step is a placement of a direct search, a move that local search proposes or an option tried by an exact cover
    /// search. SAT backends do not count steps: they are limited by time and cancelled.
    #[must_use]
    pub fn with_steps(mut self, steps: u64) -> Self {
        self.steps = Some(steps);
        self
    }

    /// Stops with [`StopReason::Cancelled`](crate::StopReason::Cancelled) once `token` is cancelled.
    #[must_use]
    pub fn with_cancel(mut self, token: CancelToken) -> Self {
        self.cancel = Some(token);
        self
    }

    /// Lets a solver that is slower when stoppable finish its current search before it checks the token: for questions whose single
    /// searches are short. Other solvers stop as before.
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

    /// Whether the clock or a token may stop the question in mid-search: the backend must then be stoppable.
    #[must_use]
    pub fn is_stoppable(&self) -> bool {
        self.time.is_some() || self.cancel.is_some() && !self.is_patient
    }

    /// The limits for a part of the work, with a token that stops only the part.
    #[must_use]
    pub fn fork(&self) -> (Self, CancelToken) {
        let token = self.cancel.as_ref().map_or_else(CancelToken::new, CancelToken::child);
        (self.clone().with_cancel(token.clone()), token)
    }

    /// Starts the clock for one question.
    #[must_use]
    pub fn start(&self) -> Running {
        // A limit too far away to be represented is no limit.
        let deadline = self.time.and_then(|time| {
            let begun = self.since.as_ref().and_then(Since::moment);
            begun.unwrap_or_else(clock::now).checked_add(time)
        });
        let steps = self.steps.unwrap_or(u64::MAX);
        Running::new(deadline, steps, self.cancel.clone(), self.progress.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::stop_reason::StopReason;

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
    fn questions_about_one_puzzle_share_a_beginning() {
        let since = Since::new();
        let budget = Budget::unlimited().with_time(Duration::from_millis(20)).with_since(since.clone());
        assert_eq!(budget.start().check(), Ok(()));
        since.begin();
        std::thread::sleep(Duration::from_millis(21));
        assert_eq!(budget.start().check(), Err(StopReason::Time));
        assert_eq!(budget.begun().start().check(), Err(StopReason::Time));
        assert_eq!(budget.clone().with_time(Duration::from_mins(1)).start().check(), Ok(()));
        budget.begin_again();
        assert_eq!(budget.start().check(), Ok(()));
    }

    #[test]
    fn parts_of_one_question_share_its_beginning() {
        let budget = Budget::unlimited().with_time(Duration::from_millis(20)).begun();
        std::thread::sleep(Duration::from_millis(21));
        assert_eq!(budget.start().check(), Err(StopReason::Time));
    }

    #[test]
    fn no_time_stops_the_first_step_and_endless_time_never_does() {
        assert_eq!(Budget::unlimited().with_time(Duration::ZERO).start().tick(), Err(StopReason::Time));
        assert_eq!(Budget::unlimited().with_time(Duration::MAX).start().tick(), Ok(()));
    }
}
