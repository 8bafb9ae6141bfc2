//! Mallob by Dominik Schreiber, the distributed solver: one hard formula on all cores of a machine, or on a cluster.
//!
//! It is an MPI program, so it is started through `mpirun`, where that is found, or what the environment variable `MPIRUN`
//! names: another launcher, with options of its own, such as `srun` or `mpiexec --hostfile hosts`. The setting `processes`
//! is how many processes to start (1), `threads` how many threads each has (the cores of this machine by the processes);
//! every other setting is an option of Mallob: `satsolver=kcl` is `-satsolver=kcl`. It solves the formula in its mono mode
//! (`-mono=FILE`) and writes `s` and `v` lines to a file (`-s2f=FILE`). These two files are temporary ones: where the
//! first process may run on another machine, let `TMPDIR` name a folder that all of them see.
//!
//! Three things are taken care of. Mallob looks for its helper programs in `build/`, so a program in such a folder is
//! started in the folder above. Open MPI would bind a process, with all its threads, to one core, so binding is switched
//! off unless the environment says something of it. And the exit status is 0 whatever the answer.
//!
//! Written from Mallob's documentation (`docs/execute.md`) and source of August 2026.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::backend::{BackendError, OpenOptions};

/// The launcher in `PATH`, where no other is named.
pub(in crate::backend) const LAUNCHER: &str = "mpirun";

/// The environment variable that may name another launcher.
pub(in crate::backend) const LAUNCHER_VARIABLE: &str = "MPIRUN";

/// mpirun asks its processes to end, and kills them after a second; were it killed before, they might outlive it.
pub(in crate::backend) const GRACE: Duration = Duration::from_secs(3);

/// What is put into the environment of the launcher, unless it is there: how Open MPI 4 and 5 bind, and what lets Mallob
/// fork beside InfiniBand.
pub(in crate::backend) const ENVIRONMENT: [(&str, &str); 3] = [
    ("OMPI_MCA_hwloc_base_binding_policy", "none"),
    ("PRTE_MCA_hwloc_default_binding_policy", "none"),
    ("RDMAV_FORK_SAFE", "1"),
];

/// More threads a process are refused by a usual build of Mallob.
const MAX_THREADS: usize = 32;

const PROCESSES: &str = "processes";
const THREADS: &str = "threads";

/// Whether a setting says how Mallob is started, and is none of its options.
pub(in crate::backend) fn is_of_launch(setting: &str) -> bool {
    setting == PROCESSES || setting == THREADS
}

/// How many processes are started, and how many threads each has.
pub(in crate::backend) struct Launch {
    pub(in crate::backend) processes: usize,
    pub(in crate::backend) threads: usize,
}

impl Launch {
    /// Reads the settings, for a machine of so many cores.
    pub(in crate::backend) fn of(options: &OpenOptions, cores: usize) -> Result<Self, BackendError> {
        let processes = number(options, PROCESSES)?.unwrap_or(1);
        let threads = number(options, THREADS)?.unwrap_or((cores / processes).clamp(1, MAX_THREADS));
        Ok(Self { processes, threads })
    }
}

fn number(options: &OpenOptions, setting: &str) -> Result<Option<usize>, BackendError> {
    let Some((_, value)) = options.settings.iter().rev().find(|(name, _)| name == setting) else { return Ok(None) };
    let number = value.parse().ok().filter(|&number| number > 0);
    let bad = || BackendError::bad_setting("mallob", setting, value, "a whole number from 1 on");
    number.map(Some).ok_or_else(bad)
}

/// The folder in which Mallob finds its helper programs, if its own place tells.
pub(in crate::backend) fn home(program: &Path) -> Option<PathBuf> {
    let folder = program.parent()?;
    (folder.file_name() == Some(&OsString::from("build"))).then(|| folder.parent().map(Path::to_owned)).flatten()
}
