//! Mallob by Dominik Schreiber, the distributed solver: one hard formula on all cores of a machine, or on a cluster.
//!
//! Mallob is an MPI program, started through `mpirun`, if found, or through the launcher in the environment variable `MPIRUN`, with
//! options of its own, such as `srun` or `mpiexec --hostfile hosts`. The setting `processes` is the number of processes to start
//! (1), `threads` the number of threads in each (the cores of this machine divided by the processes). Every other setting is an
//! option of Mallob: `satsolver=kcl` is `-satsolver=kcl`. Mallob solves the formula in its mono mode (`-mono=FILE`) and writes `s`
//! and `v` lines to a file (`-s2f=FILE`). Both files are temporary: if the first process may run on another machine, let `TMPDIR`
//! name a folder visible to all machines.
//!
//! The adapter takes care of three peculiarities. Mallob looks for its helper programs in `build/`, so a program in a folder
//! `build` is started in the folder above. Open MPI would bind a process, with all its threads, to one core, so binding is switched
//! off unless the environment mentions binding. And the exit status is 0 for every answer.
//!
//! Written from Mallob's documentation (`docs/execute.md`) and source of August 2026.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::backend::{BackendError, OpenOptions};

/// The launcher in `PATH`, where no other is named.
pub(crate) const LAUNCHER: &str = "mpirun";

/// The environment variable that may name another launcher.
pub(crate) const LAUNCHER_VARIABLE: &str = "MPIRUN";

/// mpirun asks its processes to end, and kills them after a second; if mpirun were killed before, the processes might outlive it.
pub(crate) const GRACE: Duration = Duration::from_secs(3);

/// Variables added to the launcher's environment, unless set already: the binding of Open MPI 4 and 5, and the permission for
/// Mallob to fork beside InfiniBand.
pub(crate) const ENVIRONMENT: [(&str, &str); 3] = [
    ("OMPI_MCA_hwloc_base_binding_policy", "none"),
    ("PRTE_MCA_hwloc_default_binding_policy", "none"),
    ("RDMAV_FORK_SAFE", "1"),
];

/// The most threads in a process of a usual build of Mallob.
const MAX_THREADS: usize = 32;

const PROCESSES: &str = "processes";
const THREADS: &str = "threads";

/// Whether a setting is about the start of Mallob, rather than an option of Mallob.
pub(crate) fn is_of_launch(setting: &str) -> bool {
    setting == PROCESSES || setting == THREADS
}

/// The number of processes, and the number of threads in each.
pub(crate) struct Launch {
    pub(crate) processes: usize,
    pub(crate) threads: usize,
}

impl Launch {
    /// Reads the settings, for a machine of `cores` cores.
    pub(crate) fn of(options: &OpenOptions, cores: usize) -> Result<Self, BackendError> {
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

/// The folder in which Mallob finds its helper programs, if its own place reveals the folder.
pub(crate) fn home(program: &Path) -> Option<PathBuf> {
    let folder = program.parent()?;
    (folder.file_name() == Some(&OsString::from("build"))).then(|| folder.parent().map(Path::to_owned)).flatten()
}
