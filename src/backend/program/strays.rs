//! Processes that left the group of the program that started them: they are known by the mark in their environment.
//!
//! Where this process adopts orphans, all of them are its children sooner or later, so that looking at these is enough; elsewhere
//! all processes of the system are looked at. What has erased its environment as well as left its group is not found.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, getpgrp, getpid, kill_process, waitid};

use crate::backend::program::mark;

/// A process that goes on starting others while it is killed is looked for so often.
const ROUNDS: u32 = 100;

/// Between two rounds.
const PAUSE: Duration = Duration::from_millis(1);

/// Whether orphans become children of this process.
static ADOPTS: AtomicBool = AtomicBool::new(false);

/// Has what programs leave behind become children of this process.
pub(in crate::backend::program) fn adopt() {
    #[cfg(target_os = "linux")]
    if rustix::process::set_child_subreaper(Some(getpid())).is_ok() && children().is_some() {
        ADOPTS.store(true, Ordering::Relaxed);
    }
}

/// Whether orphans become children of this process.
pub(in crate::backend::program) fn are_adopted() -> bool {
    ADOPTS.load(Ordering::Relaxed)
}

/// Kills all that a mark is found in, wherever they went, until none is left. `leaders` are children that others wait for.
pub(in crate::backend::program) fn kill(mark: &str, leaders: &[Pid]) {
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

/// The children of this process, if the system tells them.
fn children() -> Option<Vec<Pid>> {
    let mut all = Vec::new();
    for thread in fs::read_dir("/proc/self/task").ok()?.flatten() {
        match fs::read_to_string(thread.path().join("children")) {
            Ok(text) => all.extend(text.split_ascii_whitespace().filter_map(number)),
            // A thread that has ended meanwhile hands its children on to another.
            Err(_) if !thread.path().exists() => {}
            Err(_) => return None,
        }
    }
    Some(all)
}

/// Reaps a child that was adopted and has ended. What this process started for other purposes is in its own group.
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
