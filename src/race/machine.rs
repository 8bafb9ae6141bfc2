//! What a race is run on. Nothing here tells whose machine it is.

use std::fs;
use std::thread;

use serde_json::{Map, Value};

use crate::backend::{Availability, Backend};
use crate::race::Entrant;
use crate::solver::Solver;

/// The processor, how many of its threads there are, the memory and the system.
pub(in crate::race) fn machine() -> String {
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

/// The version of each SAT solver that takes part.
pub(in crate::race) fn versions(entrants: &[Entrant]) -> Value {
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
