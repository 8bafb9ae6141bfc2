//! Starts, watches, stops and reaps a child process.
//!
//! The child leads a process group of its own. Both its pipes are read as they fill, so that the child never blocks on a full pipe.
//! When the budget is spent, the caller loses interest, or the caller panics, the whole group is terminated, then killed, and the
//! child is reaped. No process is left behind, not even a forgotten descendant inside or outside the group (`strays`). Running
//! programs and their files are also listed for the whole process. So a process that exits without waiting for its threads can end
//! the programs first ([`end_programs`]); if it cannot, a watchdog does.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::ops::{ControlFlow, Deref, DerefMut};
use std::os::fd::AsFd;
use std::path::PathBuf;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use process_wrap::std::{ChildWrapper, CommandWrap, ProcessGroup};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use satdoku_base::budget::{Running, StopReason, Stopwatch};
use tempfile::{NamedTempFile, TempDir};

use crate::backend::program::programs::find;
use crate::backend::program::watchdog::Watchdog;
use crate::backend::program::{mark, strays};

/// Time between two looks at the budget while the child is silent.
const TICK: Duration = Duration::from_millis(5);

/// Time between asking a usual child to terminate and killing it.
pub(crate) const GRACE: Duration = Duration::from_millis(200);

/// Bytes kept of the end of standard error.
const STDERR_KEPT: usize = 4096;

const SIGTERM: i32 = 15;

/// The limits of a child.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct Limits {
    /// Time for a stopped child to end by itself.
    pub grace: Duration,
    /// Bytes of address space, for the child and for each process that it starts.
    pub memory: Option<u64>,
}

/// How a child ended.
#[derive(Debug)]
#[doc(hidden)]
pub enum Ended {
    /// By itself, with the end of its standard error.
    Exited(ExitStatus, Vec<u8>),
    /// Stopped because the budget was spent.
    Stopped(StopReason),
    /// Stopped because its output was of no more interest.
    Unwanted,
}

/// Takes the output of a child, piece by piece, and may break off.
pub(crate) type OnPiece<'a> = dyn FnMut(&[u8]) -> ControlFlow<()> + 'a;

/// Runs a command to its end; `on_output` gets its standard output.
#[doc(hidden)]
pub fn run(
    command: Command,
    limits: Limits,
    running: &Running,
    on_output: impl FnMut(&[u8]) -> ControlFlow<()>,
) -> io::Result<Ended> {
    run_beside(command, limits, running, None, on_output)
}

/// Runs a child that also writes into a named pipe.
pub(crate) fn run_beside(
    command: Command,
    limits: Limits,
    running: &Running,
    mut beside: Option<(&mut Pipe, &mut OnPiece<'_>)>,
    mut on_output: impl FnMut(&[u8]) -> ControlFlow<()>,
) -> io::Result<Ended> {
    let limited = limits.memory.and_then(|memory| limited_from_the_start(&command, memory));
    let limit_later = limits.memory.filter(|_| limited.is_none());
    let mut command = limited.unwrap_or(command);
    let mark = mark::of_run();
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.env(mark::VARIABLE, mark::value(&mark));
    let mut command = CommandWrap::from(command);
    command.wrap(ProcessGroup::leader());
    let mut child = Guard::spawn(&mut command, mark, limits.grace)?;
    if let Some(memory) = limit_later {
        child.limit_memory(memory)?;
    }
    let mut stdout = Pipe::new(child.get().stdout().take())?;
    let mut stderr = Pipe::new(child.get().stderr().take())?;
    let mut kept = Vec::new();
    loop {
        if let Err(reason) = running.check() {
            return Ok(Ended::Stopped(reason));
        }
        let has_exited = child.has_exited()?;
        let wait = if has_exited { Duration::ZERO } else { running.time_left().unwrap_or(TICK).min(TICK) };
        let pipes = [Some(&stdout), Some(&stderr), beside.as_ref().map(|(pipe, _)| &**pipe)];
        wait_for_any(pipes.into_iter().flatten(), wait)?;
        let written = match &mut beside {
            Some((pipe, on_piece)) => pipe.drain(running, on_piece)?,
            None => ControlFlow::Continue(()),
        };
        let output = stdout.drain(running, &mut on_output)?;
        let errors = stderr.drain(running, &mut |piece| {
            kept.extend_from_slice(piece);
            let surplus = kept.len().saturating_sub(STDERR_KEPT);
            kept.drain(..surplus);
            ControlFlow::Continue(())
        })?;
        if written.is_break() || output.is_break() || errors.is_break() {
            return Ok(match running.check() {
                Err(reason) => Ended::Stopped(reason),
                Ok(()) => Ended::Unwanted,
            });
        }
        // Output written before the exit has now been read; a forgotten grandchild may hold the pipes open for ever.
        if has_exited {
            return Ok(Ended::Exited(child.reap()?, kept));
        }
    }
}

/// The command through the program `prlimit` of util-linux, if present: prlimit limits itself, then becomes the program, so that no
/// process runs without the limit.
#[cfg(target_os = "linux")]
fn limited_from_the_start(command: &Command, bytes: u64) -> Option<Command> {
    let prlimit = find(OsStr::new("prlimit"), None).ok()?;
    let mut limited = Command::new(prlimit);
    limited.arg(format!("--as={bytes}")).arg("--").arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => limited.env(name, value),
            None => limited.env_remove(name),
        };
    }
    if let Some(folder) = command.get_current_dir() {
        limited.current_dir(folder);
    }
    Some(limited)
}

#[cfg(not(target_os = "linux"))]
fn limited_from_the_start(_: &Command, _: u64) -> Option<Command> {
    None
}

fn wait_for_any<'a>(pipes: impl Iterator<Item = &'a Pipe>, time: Duration) -> io::Result<()> {
    let open = pipes.filter_map(|pipe| pipe.0.as_ref());
    let mut fds: Vec<_> = open.map(|file| PollFd::from_borrowed_fd(file.as_fd(), PollFlags::IN)).collect();
    if fds.is_empty() {
        // Both pipes are closed: only the exit is left to wait for.
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
pub(crate) struct Pipe(Option<File>);

impl Pipe {
    /// A named pipe in the folder of a temporary file, removed with the folder. This end is open for writing too, so that the pipe
    /// is not at its end before the child has opened it.
    #[cfg(target_os = "linux")]
    pub(crate) fn named(beside: &TempFile) -> io::Result<(Self, PathBuf)> {
        use rustix::fs::{CWD, FileType, Mode, OFlags, mknodat, open};
        let path = beside.folder.path().join("proof.drat");
        mknodat(CWD, &path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0)?;
        let end = open(&path, OFlags::RDWR | OFlags::NONBLOCK | OFlags::CLOEXEC, Mode::empty())?;
        Ok((Self(Some(File::from(end))), path))
    }

    fn new(end: Option<impl Into<std::os::fd::OwnedFd>>) -> io::Result<Self> {
        let end = end.map(|end| File::from(end.into()));
        if let Some(end) = &end {
            rustix::io::ioctl_fionbio(end, true)?;
        }
        Ok(Self(end))
    }

    /// Reads the available output without waiting. Breaks off if `on_piece` does or the budget is spent.
    fn drain(&mut self, running: &Running, on_piece: &mut OnPiece<'_>) -> io::Result<ControlFlow<()>> {
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

/// A child that is stopped and reaped on drop.
struct Guard {
    child: Option<Box<dyn ChildWrapper>>,
    /// Environment mark that the child and its descendants inherit.
    mark: String,
    grace: Duration,
}

impl Guard {
    fn spawn(command: &mut CommandWrap, mark: String, grace: Duration) -> io::Result<Self> {
        let mut left = Left::lock();
        // The list is locked, so that no program starts while all are being ended.
        let child = left.open()?.spawn(command)?;
        Ok(Self { child: Some(child), mark, grace })
    }

    /// Limits the address space of a child just started, if it could not be limited before the start.
    ///
    /// For some microseconds between the start and the limit the child may take memory or start another process.
    #[cfg(target_os = "linux")]
    fn limit_memory(&mut self, bytes: u64) -> io::Result<()> {
        use rustix::process::{Resource, Rlimit, prlimit};
        let limit = Rlimit { current: Some(bytes), maximum: Some(bytes) };
        match prlimit(self.pid(), Resource::As, limit) {
            Ok(_) => Ok(()),
            Err(error) => Err(io::Error::other(format!("its memory cannot be limited: {error}"))),
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn limit_memory(&mut self, _: u64) -> io::Result<()> {
        Err(io::Error::other("its memory can be limited on Linux only"))
    }

    fn pid(&mut self) -> Option<Pid> {
        pid(self.get())
    }

    fn get(&mut self) -> &mut dyn ChildWrapper {
        self.child.as_deref_mut().expect("the child is there until it is reaped")
    }

    /// Whether the child has exited. An exited child is not reaped here, so that its process group's number stays taken.
    fn has_exited(&mut self) -> io::Result<bool> {
        let Some(pid) = self.pid() else { return Ok(true) };
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        Ok(waitid(WaitId::Pid(pid), options)?.is_some())
    }

    /// Kills descendants left behind by the child, then reaps the child.
    fn reap(mut self) -> io::Result<ExitStatus> {
        let child = self.child.take().expect("the child is there until it is reaped");
        let status = kill_and_wait(child);
        // After a regular end, the whole system is not searched for forgotten descendants.
        if strays::are_adopted() {
            self.clear_strays();
        }
        status
    }

    fn clear_strays(&self) {
        // No program starts meanwhile: a program that fails to start is reaped by its starter.
        let left = Left::lock();
        strays::kill(&self.mark, &left.leaders);
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
        if let Some(child) = self.child.take() {
            let _ = kill_and_wait(child);
            self.clear_strays();
        }
    }
}

fn pid(child: &dyn ChildWrapper) -> Option<Pid> {
    i32::try_from(child.id()).ok().and_then(Pid::from_raw)
}

/// Kills the group of a child and reaps it.
fn kill_and_wait(mut child: Box<dyn ChildWrapper>) -> io::Result<ExitStatus> {
    let _ = child.start_kill();
    let leader = pid(child.as_ref());
    // After the reaping, the number may belong to another group.
    Left::lock().forget_group(leader);
    let status = child.wait();
    Left::lock().forget_leader(leader);
    status
}

/// A temporary file of a solver in a folder of its own, removed with its content on drop: a program may have left other files
/// beside the file, or replaced it.
#[derive(Debug)]
#[doc(hidden)]
pub struct TempFile {
    file: NamedTempFile,
    folder: TempDir,
}

impl TempFile {
    pub fn create(suffix: &str) -> io::Result<Self> {
        let mut left = Left::lock();
        let left = left.open()?;
        left.tell(true);
        let folder = tempfile::Builder::new().prefix(&mark::folder_prefix(mark::of_process())).tempdir()?;
        let file = tempfile::Builder::new().prefix("satdoku-").suffix(suffix).tempfile_in(folder.path())?;
        left.folders.push(folder.path().to_owned());
        Ok(Self { file, folder })
    }
}

impl Deref for TempFile {
    type Target = NamedTempFile;

    fn deref(&self) -> &NamedTempFile {
        &self.file
    }
}

impl DerefMut for TempFile {
    fn deref_mut(&mut self) -> &mut NamedTempFile {
        &mut self.file
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        // The folder is removed before it is forgotten; otherwise an exit in between would leave it behind.
        let _ = std::fs::remove_dir_all(self.folder.path());
        let mut left = Left::lock();
        left.folders.retain(|folder| folder != self.folder.path());
        left.tell(false);
    }
}

/// Processes and folders that this process would leave behind by exiting now.
struct Left {
    groups: Vec<Pid>,
    /// Children with a thread that waits for them.
    leaders: Vec<Pid>,
    folders: Vec<PathBuf>,
    /// Whether no further program may start.
    is_closed: bool,
    /// The watchdog that clears up if this process cannot, started with the first file or program.
    watchdog: Option<Watchdog>,
}

static LEFT: Mutex<Left> =
    Mutex::new(Left { groups: Vec::new(), leaders: Vec::new(), folders: Vec::new(), is_closed: false, watchdog: None });

impl Left {
    fn lock() -> MutexGuard<'static, Self> {
        LEFT.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn open(&mut self) -> io::Result<&mut Self> {
        if self.is_closed { Err(io::Error::other("all programs were ended")) } else { Ok(self) }
    }

    fn spawn(&mut self, command: &mut CommandWrap) -> io::Result<Box<dyn ChildWrapper>> {
        self.tell(true);
        let child = command.spawn()?;
        self.groups.extend(pid(child.as_ref()));
        self.leaders.extend(pid(child.as_ref()));
        Ok(child)
    }

    fn forget_group(&mut self, group: Option<Pid>) {
        self.groups.retain(|other| Some(*other) != group);
    }

    fn forget_leader(&mut self, leader: Option<Pid>) {
        // The number may by now belong to another child, whose entry stays.
        if let Some(place) = self.leaders.iter().position(|other| Some(*other) == leader) {
            self.leaders.swap_remove(place);
        }
        self.tell(false);
    }

    /// Tells the watchdog whether this process has a child or a folder, or is about to have one (`begins`).
    fn tell(&mut self, begins: bool) {
        let has_something = begins || !self.leaders.is_empty() || !self.folders.is_empty();
        self.watchdog.get_or_insert_with(Watchdog::start).tell(has_something);
    }
}

/// Whether a solver of this process runs a program.
#[must_use]
pub fn runs_programs() -> bool {
    !Left::lock().groups.is_empty()
}

/// Kills every program run by a solver of this process, removes the programs' files, and refuses further starts: for a process that
/// is about to exit and will not wait for its threads.
pub fn end_programs() {
    let mut left = Left::lock();
    left.is_closed = true;
    for group in left.groups.drain(..) {
        let _ = kill_process_group(group, Signal::KILL);
    }
    if left.watchdog.is_some() {
        strays::kill(mark::of_process(), &left.leaders);
    }
    for folder in left.folders.drain(..) {
        let _ = std::fs::remove_dir_all(folder);
    }
}
