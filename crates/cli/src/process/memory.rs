//! Memory usage of the process as reported by the system.

/// A snapshot of memory usage, in KiB.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory {
    resident: u64,
    mapped: u64,
}

impl Memory {
    /// The present memory usage of this process, if the system reports it.
    pub(crate) fn now() -> Option<Self> {
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let field = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.trim_start_matches(':').trim().trim_end_matches("kB").trim().parse().ok()
        };
        Some(Self { resident: field("VmRSS")?, mapped: field("VmSize")? })
    }

    /// The growth since an earlier snapshot, in words.
    pub(crate) fn growth_since(self, start: Self) -> String {
        let growth = |now: u64, then: u64| now.saturating_sub(then);
        let resident = growth(self.resident, start.resident);
        match growth(self.mapped, start.mapped) {
            0 => format!("memory grew by {resident} KiB"),
            mapped => format!("memory grew by {resident} KiB, address space by {mapped} KiB"),
        }
    }
}

/// The default memory limit of a problem: 8 GiB, or three quarters of the process's address space limit if smaller, because a
/// refusal can be explained but a failed allocation cannot.
pub(crate) fn allowed() -> u64 {
    const USUAL: u64 = 8 << 30;
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let space = limits.lines().find_map(|line| line.strip_prefix("Max address space"));
    let space = space.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    space.map_or(USUAL, |space| USUAL.min(space / 4 * 3))
}
