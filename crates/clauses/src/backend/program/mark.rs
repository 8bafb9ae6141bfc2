//! The mark of this process's descendants, in whatever group or session: a variable in the environment of each program, inherited
//! by its own descendants, and a part of the names of temporary folders.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// The variable in the environment of programs.
pub(super) const VARIABLE: &str = "SATDOKU_STARTED";

/// The mark of this process.
pub(super) fn of_process() -> &'static str {
    static MARK: OnceLock<String> = OnceLock::new();
    MARK.get_or_init(|| {
        // Its keys differ from process to process.
        let random = RandomState::new().build_hasher().finish();
        format!("{}-{random:016x}", std::process::id())
    })
}

/// The mark of a further program: the mark of the process, and a number.
pub(super) fn of_run() -> String {
    static RUNS: AtomicU64 = AtomicU64::new(1);
    // A full stop ends the mark, so that no mark is the beginning of another.
    format!("{}.{}.", of_process(), RUNS.fetch_add(1, Ordering::Relaxed))
}

/// The variable's value for a program: the value in this process, if any, and a mark.
pub(super) fn value(mark: &str) -> String {
    std::env::var(VARIABLE).unwrap_or_default() + ":" + mark
}

/// The beginning of the names of temporary folders of the process with a mark.
pub(super) fn folder_prefix(mark: &str) -> String {
    format!("satdoku-{mark}-")
}

/// Whether an environment, as read from the system, has a mark.
pub(super) fn is_in(environment: &[u8], mark: &str) -> bool {
    let value = |entry: &[u8]| entry.strip_prefix(VARIABLE.as_bytes())?.strip_prefix(b"=").map(<[u8]>::to_vec);
    let values = environment.split(|&byte| byte == 0).filter_map(value);
    // A mark follows a colon, so that no mark is the end of another.
    let wanted = format!(":{mark}");
    values.into_iter().any(|value| value.windows(wanted.len()).any(|part| part == wanted.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_found_in_an_environment_and_no_other() {
        let (run, other) = (of_run(), of_run());
        assert!(run != other && run.starts_with(of_process()));
        let environment = format!("HOME=/root\0{VARIABLE}={}\0PATH=/bin\0", value(&run));
        assert!(is_in(environment.as_bytes(), &run) && is_in(environment.as_bytes(), of_process()));
        assert!(!is_in(environment.as_bytes(), &other));
        // A program started by a marked program has both marks.
        let nested = format!("{VARIABLE}=:{run}:{other}\0");
        assert!(is_in(nested.as_bytes(), &run) && is_in(nested.as_bytes(), &other));
        let elsewhere = format!("OTHER=:{run}\0{VARIABLE}\0{VARIABLE}S=:{run}\0");
        assert!(!is_in(elsewhere.as_bytes(), &run));
        assert!(!is_in(b"", &run));
    }
}
