//! The server as a child, and a client that sends exactly the bytes it is given.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

/// No answer takes longer.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) port: u16,
}

/// An answer as it came.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Server {
    pub(crate) fn start(args: &[&str]) -> Self {
        let mut command = crate::satdoku(&["serve", "--port", "0"]);
        command.args(args).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let port = line.trim().strip_prefix("http://127.0.0.1:").and_then(|rest| rest.strip_suffix('/'));
        let port = port.and_then(|port| port.parse().ok()).unwrap_or_else(|| panic!("no address: {line:?}"));
        Self { child, port }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).unwrap();
        stream
    }

    /// Sends bytes and reads what comes back until the other side closes.
    pub(crate) fn raw(&self, bytes: &[u8]) -> Reply {
        let mut stream = self.connect();
        // A server that refuses a body may close before it is sent.
        let _ = stream.write_all(bytes);
        read(stream)
    }

    /// The head and the body of a question.
    pub(crate) fn request(&self, path: &str, headers: &str, body: &[u8]) -> Vec<u8> {
        let (port, length) = (self.port, body.len());
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\n{headers}\r\n"
        );
        [head.as_bytes(), body].concat()
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        let port = self.port;
        self.raw(format!("GET {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: close\r\n\r\n").as_bytes())
    }

    pub(crate) fn post(&self, path: &str, body: &[u8]) -> Reply {
        self.raw(&self.request(path, "", body))
    }

    /// Asks a question and gives its answer.
    pub(crate) fn ask(&self, path: &str, question: &Value) -> Value {
        let reply = self.post(path, question.to_string().as_bytes());
        assert_eq!(reply.status, 200, "{question}: {reply:?}");
        reply.json()
    }

    /// Asks what cannot be answered and gives the problem.
    pub(crate) fn refusal(&self, path: &str, question: &Value) -> Value {
        let reply = self.post(path, question.to_string().as_bytes());
        reply.problem()
    }

    /// The events that answer a question.
    pub(crate) fn events(&self, path: &str, question: &Value) -> Vec<(String, Value)> {
        let request = self.request(path, "accept: text/event-stream\r\n", question.to_string().as_bytes());
        let reply = self.raw(&request);
        assert_eq!(reply.header("content-type"), Some("text/event-stream"), "{reply:?}");
        let text = String::from_utf8(reply.body).unwrap();
        let event = |event: &str| {
            let (name, data) = event.strip_prefix("event: ").unwrap().split_once("\ndata: ").unwrap();
            (name.to_owned(), serde_json::from_str(data).unwrap())
        };
        text.split_terminator("\n\n").map(event).collect()
    }

    /// A question that occupies a place until it is cancelled.
    pub(crate) fn endless(&self) -> Vec<u8> {
        let question = json!({ "puzzle": super::ENDLESS, "solver": "backtracking", "time_limit": 60 });
        self.request("/api/count", "", question.to_string().as_bytes())
    }

    /// The memory of the server in use, in bytes.
    #[cfg(target_os = "linux")]
    pub(crate) fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().strip_suffix(" kB").unwrap().parse::<u64>().unwrap() << 10
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads an answer until the other side closes.
pub(crate) fn read(mut stream: TcpStream) -> Reply {
    let mut bytes = Vec::new();
    let result = stream.read_to_end(&mut bytes);
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
    let end = end.unwrap_or_else(|| panic!("no answer ({result:?}): {}", String::from_utf8_lossy(&bytes)));
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap();
    let mut reply = Reply { status, head, body: bytes[end + 4..].to_vec() };
    if reply.header("transfer-encoding") == Some("chunked") {
        reply.body = whole(&reply.body);
    }
    reply
}

/// The chunks of a body put together.
fn whole(mut chunks: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    loop {
        let end = chunks.windows(2).position(|two| two == b"\r\n").expect("a chunk's length");
        let length = usize::from_str_radix(std::str::from_utf8(&chunks[..end]).unwrap(), 16).unwrap();
        if length == 0 {
            return body;
        }
        body.extend_from_slice(&chunks[end + 2..][..length]);
        chunks = &chunks[end + 2 + length + 2..];
    }
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.into_iter().find(|(header, _)| header.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The problem that an answer is.
    pub(crate) fn problem(&self) -> Value {
        assert_eq!(self.header("content-type"), Some("application/problem+json"), "{self:?}");
        let problem = self.json();
        assert_eq!(problem["status"], self.status, "{problem}");
        assert!(problem["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{problem}");
        problem
    }
}
