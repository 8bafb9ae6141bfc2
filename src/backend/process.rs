//! Starts, watches, stops and reaps a child process.
//!
//! The child leads a process group of its own. Both its pipes are read as they fill, so that it never blocks on one
//! while the other is waited for. When the budget is spent, the caller loses interest, or the caller panics, the whole
//! group is terminated, then killed, and the child is reaped: nothing is left behind, not even what the child started
//! and forgot.

use std::io::{self, Read};
use std::ops::ControlFlow;
use std::os::fd::AsFd;
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use process_wrap::std::{ChildWrapper, CommandWrap, ProcessGroup};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

use crate::budget::{Running, StopReason, Stopwatch};

/// How often the budget is looked at while the child says nothing.
const TICK: Duration = Duration::from_millis(5);

/// How long a usual child that was asked to terminate may take before it is killed.
pub(in crate::backend) const GRACE: Duration = Duration::from_millis(200);

/// So much of the end of standard error is kept.
const STDERR_KEPT: usize = 4096;

const SIGTERM: i32 = 15;

/// How a child ended.
pub(crate) enum Ended {
    /// By itself, with the end of its standard error.
    Exited(ExitStatus, Vec<u8>),
    /// It was stopped because the budget was spent.
    Stopped(StopReason),
    /// It was stopped because its output was of no more interest.
    Unwanted,
}

/// Runs a command to its end; `on_output` gets its standard output piece by piece and may break off. A child that is
/// stopped has the time `grace` to end by itself.
pub(crate) fn run(
    mut command: Command,
    grace: Duration,
    running: &Running,
    mut on_output: impl FnMut(&[u8]) -> ControlFlow<()>,
) -> io::Result<Ended> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut command = CommandWrap::from(command);
    command.wrap(ProcessGroup::leader());
    let mut child = Guard { child: Some(command.spawn()?), grace };
    let mut stdout = Pipe::new(child.get().stdout().take())?;
    let mut stderr = Pipe::new(child.get().stderr().take())?;
    let mut kept = Vec::new();
    loop {
        if let Err(reason) = running.check() {
            return Ok(Ended::Stopped(reason));
        }
        let has_exited = child.has_exited()?;
        let wait = if has_exited { Duration::ZERO } else { running.time_left().unwrap_or(TICK).min(TICK) };
        wait_for_any(&[&stdout, &stderr], wait)?;
        let output = stdout.drain(running, |piece| on_output(piece))?;
        let errors = stderr.drain(running, |piece| {
            kept.extend_from_slice(piece);
            let surplus = kept.len().saturating_sub(STDERR_KEPT);
            kept.drain(..surplus);
            ControlFlow::Continue(())
        })?;
        if output.is_break() || errors.is_break() {
            return Ok(match running.check() {
                Err(reason) => Ended::Stopped(reason),
                Ok(()) => Ended::Unwanted,
            });
        }
        // What was written before the exit has now been read; a forgotten grandchild may hold the pipes open for ever.
        if has_exited {
            return Ok(Ended::Exited(child.reap()?, kept));
        }
    }
}

fn wait_for_any(pipes: &[&Pipe], time: Duration) -> io::Result<()> {
    let open = pipes.iter().filter_map(|pipe| pipe.0.as_ref());
    let mut fds: Vec<_> = open.map(|file| PollFd::from_borrowed_fd(file.as_fd(), PollFlags::IN)).collect();
    if fds.is_empty() {
        // Both pipes are closed: there is nothing to wake up for but the exit.
        std::thread::sleep(time.min(Duration::from_millis(1)));
        return Ok(());
    }
    let time = Timespec { tv_sec: 0, tv_nsec: i64::from(time.subsec_nanos()) };
    match poll(&mut fds, Some(&time)) {
        Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// The reading end of a child's pipe; `None` once it is closed.
struct Pipe(Option<std::fs::File>);

impl Pipe {
    fn new(end: Option<impl Into<std::os::fd::OwnedFd>>) -> io::Result<Self> {
        let end = end.map(|end| std::fs::File::from(end.into()));
        if let Some(end) = &end {
            rustix::io::ioctl_fionbio(end, true)?;
        }
        Ok(Self(end))
    }

    /// Reads what is there without waiting. Breaks off where `on_piece` does and where the budget is spent.
    fn drain(
        &mut self,
        running: &Running,
        mut on_piece: impl FnMut(&[u8]) -> ControlFlow<()>,
    ) -> io::Result<ControlFlow<()>> {
        let mut buffer = [0; 16 << 10];
        while let Some(end) = &mut self.0 {
            match end.read(&mut buffer) {
                Ok(0) => self.0 = None,
                Ok(length) => {
                    if on_piece(&buffer[..length]).is_break() || running.check().is_err() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// A child that is stopped and reaped when it is dropped.
struct Guard {
    child: Option<Box<dyn ChildWrapper>>,
    grace: Duration,
}

impl Guard {
    fn get(&mut self) -> &mut dyn ChildWrapper {
        self.child.as_deref_mut().expect("the child is there until it is reaped")
    }

    /// Whether the child has exited. It is not reaped, so that its process group's number stays taken.
    fn has_exited(&mut self) -> io::Result<bool> {
        let pid = i32::try_from(self.get().id()).ok().and_then(Pid::from_raw);
        let Some(pid) = pid else { return Ok(true) };
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        Ok(waitid(WaitId::Pid(pid), options)?.is_some())
    }

    /// Kills what the child left behind, then reaps it.
    fn reap(mut self) -> io::Result<ExitStatus> {
        let mut child = self.child.take().expect("the child is there until it is reaped");
        let _ = child.start_kill();
        child.wait()
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        if self.child.is_none() {
            return;
        }
        let _ = self.get().signal(SIGTERM);
        let asked = Stopwatch::start();
        while asked.elapsed() < self.grace && !self.has_exited().unwrap_or(true) {
            std::thread::sleep(Duration::from_millis(1));
        }
        if let Some(mut child) = self.child.take() {
            let _ = child.start_kill();
            let _ = child.wait();
        }
    }
}
