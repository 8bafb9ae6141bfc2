//! Processes that left the group of their program, recognised by the mark in their environment.
//!
//! If this process adopts orphans, every stray becomes its child sooner or later, so that scanning the children is enough;
//! otherwise all processes of the system are scanned. A process that left its group *and* erased its environment is not found.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, getpgrp, getpid, kill_process, waitid};

use crate::backend::program::mark;

/// The most rounds against a process that goes on starting others while being killed.
const ROUNDS: u32 = 100;

/// Between two rounds.
const PAUSE: Duration = Duration::from_millis(1);

/// Whether orphans become children of this process.
static ADOPTS: AtomicBool = AtomicBool::new(false);

/// Makes orphans of the programs children of this process.
pub(super) fn adopt() {
    #[cfg(target_os = "linux")]
    if rustix::process::set_child_subreaper(Some(getpid())).is_ok() && children().is_some() {
        ADOPTS.store(true, Ordering::Relaxed);
    }
}

/// Whether orphans become children of this process.
pub(super) fn are_adopted() -> bool {
    ADOPTS.load(Ordering::Relaxed)
}

/// Kills the processes with a mark, in any group, until none is left. `leaders` are children with a thread that waits for them.
pub(super) fn kill(mark: &str, leaders: &[Pid]) {
    for _ in 0..ROUNDS {
        let mut is_clear = true;
        for pid in candidates().into_iter().filter(|pid| !leaders.contains(pid)) {
            let environment = fs::read(format!("/proc/{}/environ", pid.as_raw_pid())).unwrap_or_default();
            if mark::is_in(&environment, mark) && kill_process(pid, Signal::KILL).is_ok() {
                is_clear = false;
            } else if are_adopted() && environment.is_empty() {
                bury(pid);
            }
        }
        if is_clear {
            return;
        }
        std::thread::sleep(PAUSE);
    }
}

/// The processes that may be strays.
fn candidates() -> Vec<Pid> {
    let adopted = if are_adopted() { children() } else { None };
    adopted.unwrap_or_else(|| {
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        let pids = entries.filter_map(|entry| number(entry.file_name().to_str()?));
        pids.filter(|&pid| pid != getpid()).collect()
    })
}

/// The children of this process, if the system lists them.
fn children() -> Option<Vec<Pid>> {
    let mut all = Vec::new();
    for thread in fs::read_dir("/proc/self/task").ok()?.flatten() {
        match fs::read_to_string(thread.path().join("children")) {
            Ok(text) => all.extend(text.split_ascii_whitespace().filter_map(number)),
            // A thread that has ended meanwhile hands its children on to another thread.
            Err(_) if !thread.path().exists() => {}
            Err(_) => return None,
        }
    }
    Some(all)
}

/// Reaps an adopted child that has ended. Children started for other purposes are in this process's own group.
fn bury(pid: Pid) {
    let stat = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_pid())).unwrap_or_default();
    // `pid (name) state parent group`, where the name may hold anything.
    let mut fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields).split_ascii_whitespace();
    let (state, group) = (fields.next(), fields.nth(1).and_then(number));
    if state == Some("Z") && group != Some(getpgrp()) {
        let _ = waitid(WaitId::Pid(pid), WaitIdOptions::EXITED | WaitIdOptions::NOHANG);
    }
}

fn number(word: &str) -> Option<Pid> {
    word.parse().ok().and_then(Pid::from_raw)
}
