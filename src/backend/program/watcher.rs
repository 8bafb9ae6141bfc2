//! A small process beside this one that clears away what this one leaves when it is killed by a signal that cannot be caught.
//!
//! It is the same program once more, in a group of its own, and reads a pipe that this process holds. Each time that there begins
//! to be something to leave behind, and that nothing is left, it is told so. The pipe ends with this process, however that ends:
//! then all that carries the mark of this process is killed, and its temporary folders are removed.

use std::fs;
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::OnceLock;

use crate::backend::program::{mark, strays};

/// What the watcher is told: there is something to leave behind, or nothing any more.
const SOMETHING: u8 = b'1';
const NOTHING: u8 = b'0';

/// The word by which this program is told to watch, where it knows one.
static WORD: OnceLock<&str> = OnceLock::new();

/// Says that this process is the program satdoku and that the program watches another process where its first argument is a
/// word and the second is what [`clear_away_behind`] needs. From then on a second process is started before the first program
/// that solves, and ends with this one; what programs leave behind becomes a child of this process.
///
/// Only for a process all of which is satdoku's: what others start in it would be adopted too. Does nothing but on Linux.
pub fn keep_watch(word: &'static str) {
    let _ = WORD.set(word);
}

/// Waits until the process at the other end of standard input has ended, then kills what it started and removes its temporary
/// folders: what the second argument, its mark, is found in.
pub fn clear_away_behind(mark: &str) {
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

/// The pipe to the watcher of this process.
pub(in crate::backend::program) struct Watcher {
    pipe: Option<ChildStdin>,
    has_something: bool,
}

impl Watcher {
    /// Starts the watcher, if this process is one that has one.
    pub(in crate::backend::program) fn start() -> Self {
        let pipe = if cfg!(target_os = "linux") { WORD.get().and_then(|word| start(word)) } else { None };
        Self { pipe, has_something: false }
    }

    /// Tells whether there is something that would be left behind.
    pub(in crate::backend::program) fn tell(&mut self, has_something: bool) {
        if std::mem::replace(&mut self.has_something, has_something) != has_something
            && let Some(pipe) = &mut self.pipe
        {
            // One that is gone cannot be told.
            let _ = pipe.write_all(&[if has_something { SOMETHING } else { NOTHING }]);
        }
    }
}

fn start(word: &str) -> Option<ChildStdin> {
    strays::adopt();
    // The file that runs, even if another has taken its place.
    let mut command = Command::new("/proc/self/exe");
    // By its name it is none of those that `killall satdoku` ends.
    command.arg0("watcher").args([word, mark::of_process()]).env_remove(mark::VARIABLE).process_group(0);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()?;
    let pipe = child.stdin.take()?;
    // A watcher that was stopped must not stop this process.
    rustix::io::ioctl_fionbio(&pipe, true).ok()?;
    Some(pipe)
}
