//! Solvers that are shell scripts, for the tests of the library and of the program.
#![allow(dead_code)] // Each test program uses its part.
#![allow(unreachable_pub)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use satdoku::backend::{BackendError, External, OpenOptions};
use satdoku::{Backend, Budget, Count, Grid, Lit, Mode, Model, Options, Running, Solver, Verdict};

pub const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
pub const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// A solver that is a shell script in a folder of its own. It writes down its process and the file it was given.
pub struct Fake {
    pub folder: tempfile::TempDir,
    pub program: PathBuf,
}

impl Fake {
    pub fn new(body: &str) -> Self {
        Self::named("solver", body)
    }

    pub fn named(name: &str, body: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join(name);
        // The formula is `$f`, the file for the answer, where there is one, `$r`; Mallob is told them as options.
        let script = format!(
            "#!/bin/sh
for a; do case \"$a\" in *.cnf) f=${{a#-mono=}};; *.result) r=${{a#-s2f=}}; printf '%s\\n' \"$r\" >> \"$0.results\";; esac; done
printf '%s\\n' $$ \"$f\" >> \"$0.runs\"
{body}
"
        );
        // A child writes it: a program that this process has open for writing, in any thread's fork, cannot be run.
        let mut write = Command::new("sh");
        write.args(["-c", r#"printf %s "$1" > "$0" && chmod +x "$0""#]);
        assert!(write.arg(&program).arg(script).status().unwrap().success());
        Self { folder, program }
    }

    pub fn backend(&self) -> Backend {
        Backend::external(self.program.to_str().unwrap())
    }

    /// The program, asked in the manner of a known solver.
    pub fn profile(&self, name: &str) -> Backend {
        Backend::External(External::profile(name).unwrap().at(self.program.to_str().unwrap()))
    }

    /// Asks it about (1 or 2) and (not 1 or 3).
    pub fn ask(&self, run: &Running) -> Result<Verdict<Model>, BackendError> {
        Self::ask_as(&self.backend(), run)
    }

    pub fn ask_as(backend: &Backend, run: &Running) -> Result<Verdict<Model>, BackendError> {
        let mut solver = backend.open(&OpenOptions::default())?;
        solver.add_clause(&lits(&[1, 2]))?;
        solver.add_clause(&lits(&[-1, 3]))?;
        solver.solve(run)
    }

    /// The process groups and the files of its runs.
    pub fn runs(&self) -> Vec<(i32, PathBuf)> {
        let text = std::fs::read_to_string(self.program.with_extension("runs")).unwrap();
        let lines: Vec<_> = text.lines().collect();
        lines.chunks(2).map(|run| (run[0].parse().unwrap(), PathBuf::from(run[1]))).collect()
    }

    /// Fails where it runs still, where a process it started does, or where its formula is left.
    pub fn assert_nothing_is_left(&self, what: &str) {
        let results = std::fs::read_to_string(self.program.with_extension("results")).unwrap_or_default();
        assert!(results.lines().all(|file| !Path::new(file).exists()), "{what}: {results} is left");
        for (group, file) in self.runs() {
            let name = file.file_name().unwrap().to_str().unwrap();
            assert!(name.starts_with("satdoku-"), "{what}: {name}");
            assert!(!file.exists(), "{what}: {} is left", file.display());
            // Killed processes that are not ours to reap take a moment to go.
            let since = Instant::now();
            while let Some(process) = process_of(group) {
                assert!(since.elapsed() < Duration::from_millis(500), "{what}: process {process} is left");
                std::thread::sleep(Duration::from_millis(5));
            }
        }
    }
}

/// A process of the group that runs, or that we did not reap.
pub fn process_of(group: i32) -> Option<String> {
    let ours = std::process::id().to_string();
    std::fs::read_dir("/proc").unwrap().flatten().find_map(|entry| {
        let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
        // `pid (name) state parent group`, where the name may hold anything.
        let fields: Vec<_> = stat.rsplit_once(')')?.1.split_ascii_whitespace().take(3).collect();
        let is_dead = fields[0] == "Z" && fields[1] != ours;
        (fields[2] == group.to_string() && !is_dead).then_some(stat)
    })
}

pub fn lits(numbers: &[i32]) -> Vec<Lit> {
    numbers.iter().map(|&number| Lit::from_dimacs(number).unwrap()).collect()
}

pub fn unlimited() -> Running {
    Budget::unlimited().start()
}

/// Bodies of scripts that never end.
pub const ENDLESS: [&str; 12] = [
    "exec sleep 300",
    "sleep 300",
    "trap '' TERM; while :; do sleep 300; done",
    "trap '' TERM INT HUP; (trap '' TERM; sleep 300; sleep 300) & while :; do sleep 300; done",
    "yes c",
    "exec yes 'v 1 2 3'",
    "exec tr '\\0' ' ' < /dev/zero",
    "yes >&2",
    "yes c & yes >&2",
    "exec >&- 2>&-; sleep 300",
    "echo s UNSATISFIABLE; sleep 300",
    "kill -STOP $$",
];

/// What every good solver must do through the whole library.
pub fn assert_solves_sudoku(backend: &Backend) {
    let solver = Solver::Sat(backend.clone());
    let puzzle: Grid = PUZZLE.parse().unwrap();
    let three: Grid = "1.34...2..4.....".parse().unwrap();
    let none: Grid = "123....4........".parse().unwrap();
    for mode in [Mode::Auto, Mode::Fresh, Mode::Shared] {
        let options = Options::default().with_mode(mode).with_seed(3);
        let Verdict::Satisfiable(solution) = solver.solve_with(&puzzle, &options).unwrap() else { panic!("{mode:?}") };
        assert_eq!(solution.to_string(), SOLUTION, "{mode:?}");
        let mut session = solver.session(three.geometry(), &options).unwrap();
        // One after another in a session: what was assumed and blocked for one must not touch the next.
        for _ in 0..2 {
            assert_eq!(session.count(&three, None).unwrap(), Count::exact(3), "{mode:?}");
            assert!(session.solve(&none).unwrap().is_unsatisfiable(), "{mode:?}");
            assert_eq!(session.is_unique(&three).unwrap(), Some(false), "{mode:?}");
        }
    }
}

/// What stands for Mallob and its launcher: the machine at hand has neither. They take and say what Mallob's documentation
/// (`docs/execute.md`) and source (`src/core/client.cpp`, which writes the file and the `s` line) tell: log lines as
/// comments, the answer on the last line and in the file of `-s2f`, the whole model on one `v` line, status 0.
pub fn mallob(says: &str) -> (Fake, String) {
    let fake = Fake::named(
        "mallob",
        &format!(
            "echo \"$PWD|$OMPI_MCA_hwloc_base_binding_policy|$@\" > \"$0.args\"
echo 'c 0.003 0 Mallob fake pid=1 on host here'
echo 'c 0.021 0 <Reader> [T] Initialized job #1 in 0.001s: size 7'
{says}"
        ),
    );
    // mpirun starts the program behind its own options, here once.
    let script =
        "#!/bin/sh\necho \"$@\" > \"$0.args\"\nwhile [ \"${1#-}\" != \"$1\" ]; do shift; shift; done\n\"$@\"\n";
    let launcher = fake.folder.path().join("launcher");
    let mut write = Command::new("sh");
    write.args(["-c", r#"printf %s "$1" > "$0" && chmod +x "$0""#]);
    assert!(write.arg(&launcher).arg(script).status().unwrap().success());
    let launcher = launcher.to_str().unwrap().to_owned();
    (fake, launcher)
}

pub const MALLOB_SATISFIABLE: &str = "printf 's SATISFIABLE\\nv 1 -2 3 0\\n' > $r; echo s SATISFIABLE";
