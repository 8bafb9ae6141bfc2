//! The machine of a race. The description does not identify its owner.

use std::fs;
use std::thread;

use satdoku::backend::{Availability, Backend};
use satdoku::solver::Solver;
use serde_json::{Map, Value};

use crate::Entrant;

/// The processor, its number of threads, the memory and the system.
pub(crate) fn machine() -> String {
    let field = |file: &str, name: &str| {
        let text = fs::read_to_string(file).ok()?;
        let line = text.lines().find(|line| line.starts_with(name))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    };
    let processor = field("/proc/cpuinfo", "model name").unwrap_or_else(|| std::env::consts::ARCH.to_owned());
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let kilobytes = field("/proc/meminfo", "MemTotal").and_then(|text| text.split(' ').next()?.parse::<u64>().ok());
    let memory = kilobytes.map(|kilobytes| format!(", {} GiB", (kilobytes + (1 << 19)) >> 20)).unwrap_or_default();
    let threads = format!("{threads} thread{}", if threads == 1 { "" } else { "s" });
    format!("{processor}, {threads}{memory}, {} {}", std::env::consts::OS, std::env::consts::ARCH)
}

/// The version of each SAT solver among the entrants.
pub(crate) fn versions(entrants: &[Entrant]) -> Value {
    let mut versions = Map::new();
    let sat = |entrant: &Entrant| match &entrant.solver {
        Solver::Sat(backend) => Some(backend.clone()),
        _ => None,
    };
    for backend in entrants.iter().filter_map(sat) {
        let name = backend.to_string();
        if !versions.contains_key(&name) {
            versions.insert(name, version(&backend).into());
        }
    }
    Value::Object(versions)
}

fn version(backend: &Backend) -> String {
    match backend.availability() {
        Availability::Ready(version) => version,
        Availability::Missing(why) => why,
    }
}
