//! The clock of a question that is being worked on.

use std::time::Duration;

use crate::budget::clock;
use crate::budget::stop_reason::StopReason;
use crate::budget::token::{CancelToken, Progress};

/// Steps that an engine takes between two looks at the clock and the cancel token.
const STEPS_PER_LOOK: u64 = 1024;

/// The running clock of one question; made by [`Budget::start`](crate::Budget::start).
#[derive(Clone, Debug)]
pub struct Running {
    deadline: Option<Duration>,
    /// Steps allowed beyond `until_look`.
    steps_left: u64,
    /// Steps until the next look at the clock and the token.
    until_look: u64,
    cancel: Option<CancelToken>,
    progress: Option<Progress>,
}

impl Default for Running {
    /// The clock of a question without limits.
    fn default() -> Self {
        Self::new(None, u64::MAX, None, None)
    }
}

impl Running {
    pub(super) fn new(
        deadline: Option<Duration>,
        steps: u64,
        cancel: Option<CancelToken>,
        progress: Option<Progress>,
    ) -> Self {
        Self { deadline, steps_left: steps, until_look: 0, cancel, progress }
    }

    /// Counts one step; looks at the clock and the token every 1,024 steps, the first time at once.
    ///
    /// # Errors
    /// The reason to stop. After the first failure, every later step fails as well.
    #[inline]
    pub fn tick(&mut self) -> Result<(), StopReason> {
        if self.until_look == 0 {
            self.look()?;
        }
        self.until_look -= 1;
        Ok(())
    }

    /// Counts steps up to the next look, at most `most`, and returns their number. For a loop too tight to count every step.
    ///
    /// # Errors
    /// The reason to stop, as of [`tick`](Self::tick).
    #[doc(hidden)]
    pub fn take(&mut self, most: u64) -> Result<u64, StopReason> {
        if self.until_look == 0 {
            self.look()?;
        }
        let taken = self.until_look.min(most);
        self.until_look -= taken;
        Ok(taken)
    }

    /// Gives back unused steps of [`take`](Self::take).
    #[doc(hidden)]
    pub fn put_back(&mut self, steps: u64) {
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
        if self.deadline.is_some_and(|deadline| clock::now() >= deadline) {
            return Err(StopReason::Time);
        }
        Ok(())
    }

    /// The clock for a part of the work, with a token that stops only the part.
    #[must_use]
    pub fn fork(&self) -> (Self, CancelToken) {
        let token = self.cancel.as_ref().map_or_else(CancelToken::new, CancelToken::child);
        (Self { cancel: Some(token.clone()), ..self.clone() }, token)
    }

    /// The clock for a part of the work, limited to `time` from now on.
    #[must_use]
    pub fn within(&self, time: Duration) -> Self {
        let deadline = clock::now().checked_add(time).into_iter().chain(self.deadline).min();
        Self { deadline, ..self.clone() }
    }

    /// Whether the clock or a token may stop the question.
    #[must_use]
    pub fn is_stoppable(&self) -> bool {
        self.deadline.is_some() || self.cancel.is_some()
    }

    /// The time that is left, if time is limited.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_sub(clock::now()))
    }

    /// Leaves at most `steps` steps and returns the number held back, for [`give_back`](Self::give_back).
    #[must_use]
    #[doc(hidden)]
    pub fn hold_back(&mut self, steps: u64) -> u64 {
        let all = self.steps_left();
        let left = all.min(steps);
        self.until_look = self.until_look.min(left);
        self.steps_left = left - self.until_look;
        all - left
    }

    /// Gives back the steps held back by [`hold_back`](Self::hold_back).
    #[doc(hidden)]
    pub fn give_back(&mut self, steps: u64) {
        self.steps_left += steps;
    }

    /// The number of steps left; without a limit it starts at `u64::MAX`.
    #[doc(hidden)]
    #[must_use]
    pub fn steps_left(&self) -> u64 {
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
