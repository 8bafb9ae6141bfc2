//! Processes that end when their test ends.

use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The program.
pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_satdoku-cluster"));
    command.stdin(Stdio::null());
    command
}

/// Runs the program, asserts its exit status and returns its output.
pub(crate) fn run(expected: i32, arguments: &[&str]) -> (String, String) {
    let output = program().args(arguments).output().expect("the program runs");
    answered(expected, &output)
}

pub(crate) fn answered(expected: i32, output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(expected), "stdout: {out}\nstderr: {err}");
    (out, err)
}

/// The answer to a query without tables.
pub(crate) fn sql(sql: &str) -> String {
    run(0, &["query", sql]).0
}

/// A process that is killed when the test is over.
pub(crate) struct Process(pub(crate) Child);

impl Process {
    pub(crate) fn begin(arguments: &[&str], errors: Option<&Path>) -> Self {
        Self::with(arguments, errors, &[])
    }

    /// With variables of the environment.
    fn with(arguments: &[&str], errors: Option<&Path>, variables: &[(String, String)]) -> Self {
        let errors = errors.map_or_else(Stdio::null, |path| std::fs::File::create(path).expect("a log").into());
        let mut command = program();
        command.args(arguments).envs(variables.iter().cloned()).stdout(Stdio::null()).stderr(errors);
        Self(command.spawn().expect("the program starts"))
    }

    pub(crate) fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }

    /// Sends a signal by its name, as a terminal or a supervisor would.
    pub(crate) fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([&format!("-{name}"), &self.0.id().to_string()]).status();
        assert!(sent.is_ok_and(|status| status.success()));
    }

    /// Waits until the process ends by itself.
    pub(crate) fn wait(&mut self, most: Duration) -> Option<i32> {
        let start = Instant::now();
        while start.elapsed() < most {
            if let Some(status) = self.0.try_wait().expect("a child") {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("still running after {most:?}");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The first of two adjacent free ports.
pub(crate) fn free_ports() -> u16 {
    loop {
        let one = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = one.local_addr().expect("an address").port();
        if port < u16::MAX && TcpListener::bind(("127.0.0.1", port + 1)).is_ok() {
            return port;
        }
    }
}

/// Waits for a condition that must become true.
pub(crate) fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_mins(2), "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A scheduler and its executors.
pub(crate) struct Cluster {
    pub(crate) scheduler: Process,
    pub(crate) executors: Vec<Process>,
    pub(crate) port: u16,
    /// The executors' work folder, removed with the test: a killed executor does not remove its results.
    work: tempfile::TempDir,
    variables: Vec<(String, String)>,
}

impl Cluster {
    pub(crate) fn begin(executors: usize) -> Self {
        Self::at(free_ports(), executors)
    }

    /// A cluster whose processes have environment variables.
    pub(crate) fn with(executors: usize, variables: &[(String, String)]) -> Self {
        Self::new(free_ports(), executors, variables)
    }

    pub(crate) fn at(port: u16, executors: usize) -> Self {
        Self::new(port, executors, &[])
    }

    fn new(port: u16, executors: usize, variables: &[(String, String)]) -> Self {
        let words = ["scheduler", "--port", &port.to_string(), "--executor-timeout", "4"];
        let scheduler = Process::with(&words, None, variables);
        wait_for("the scheduler", || TcpStream::connect(("127.0.0.1", port)).is_ok());
        let work = tempfile::tempdir().expect("a folder");
        let mut cluster = Self { scheduler, executors: Vec::new(), port, work, variables: variables.to_vec() };
        for _ in 0..executors {
            cluster.add_executor();
        }
        cluster
    }

    pub(crate) fn add_executor(&mut self) {
        let (port, address) = (free_ports(), self.address());
        let folder = self.work.path().join(port.to_string());
        std::fs::create_dir(&folder).expect("a folder");
        let (port_word, folder) = (port.to_string(), folder.to_string_lossy());
        let arguments = ["executor", "--port", &port_word, "--scheduler", &address, "--tasks", "1", "--heartbeat", "1"];
        let arguments = [&arguments[..], &["--work-folder", &folder]].concat();
        self.executors.push(Process::with(&arguments, None, &self.variables));
        wait_for("an executor", || TcpStream::connect(("127.0.0.1", port)).is_ok());
    }

    pub(crate) fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }
}
