//! The watchdog: a small process that clears up after this process if an uncatchable signal kills it.
//!
//! The watchdog is a second instance of the program, in a group of its own, and reads a pipe from this process. This process tells
//! the watchdog when the first temporary file or child appears and when the last is gone. The pipe ends with this process, after
//! any kind of end: the watchdog then kills every process with the mark of this process, and removes its temporary folders.

use std::fs;
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::OnceLock;

use crate::backend::program::{mark, strays};

/// The messages to the watchdog: whether this process would leave a file or a child behind.
const SOMETHING: u8 = b'1';
const NOTHING: u8 = b'0';

/// The first argument that makes this program a watchdog, if known.
static WORD: OnceLock<&str> = OnceLock::new();

/// Declares that this process is the program satdoku, and that the program watches another process if its first argument is `word`
/// and the second is the mark for [`run_watchdog`]. From then on a second process is started before the first solving program,
/// and ends with this process; orphans of programs become children of this process.
///
/// Only for a process that is satdoku's alone: orphans of other code would be adopted too. Without effect outside Linux.
pub fn enable_watchdog(word: &'static str) {
    let _ = WORD.set(word);
}

/// Waits until the process at the other end of standard input has ended, then kills its descendants and removes its temporary
/// folders, all recognised by the process's `mark`.
pub fn run_watchdog(mark: &str) {
    let mut last = NOTHING;
    let mut input = std::io::stdin().lock();
    let mut told = [0; 64];
    loop {
        match input.read(&mut told) {
            Ok(0) => break,
            Ok(length) => last = told[length - 1],
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    if last == SOMETHING {
        strays::kill(mark, &[]);
        remove_folders(mark);
    }
}

fn remove_folders(mark: &str) {
    let prefix = mark::folder_prefix(mark);
    for entry in fs::read_dir(std::env::temp_dir()).into_iter().flatten().flatten() {
        if entry.file_name().to_str().is_some_and(|name| name.starts_with(&prefix)) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// The pipe to the watchdog of this process.
pub(super) struct Watchdog {
    pipe: Option<ChildStdin>,
    has_something: bool,
}

impl Watchdog {
    /// Starts the watchdog, if [`enable_watchdog`] was called.
    pub(super) fn start() -> Self {
        let pipe = if cfg!(target_os = "linux") { WORD.get().and_then(|word| start(word)) } else { None };
        Self { pipe, has_something: false }
    }

    /// Tells the watchdog whether this process would leave a file or a child behind.
    pub(super) fn tell(&mut self, has_something: bool) {
        if std::mem::replace(&mut self.has_something, has_something) != has_something
            && let Some(pipe) = &mut self.pipe
        {
            // A watchdog that is gone cannot be told.
            let _ = pipe.write_all(&[if has_something { SOMETHING } else { NOTHING }]);
        }
    }
}

fn start(word: &str) -> Option<ChildStdin> {
    strays::adopt();
    // The running file, even if another file has taken its place.
    let mut command = Command::new("/proc/self/exe");
    // The name keeps `killall satdoku` from ending the watchdog.
    command.arg0("watchdog").args([word, mark::of_process()]).env_remove(mark::VARIABLE).process_group(0);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()?;
    let pipe = child.stdin.take()?;
    // A watchdog that was stopped must not stop this process.
    rustix::io::ioctl_fionbio(&pipe, true).ok()?;
    Some(pipe)
}
