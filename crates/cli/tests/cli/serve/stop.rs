//! Questions that nobody waits for any more, and the end of the server.

use std::io::Write;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::serve::client::Server;
use crate::serve::{ENDLESS, PUZZLE};

/// Whether a question that needs the only place is answered soon.
fn is_free(server: &Server) -> bool {
    let asked = Instant::now();
    server.ask("/api/solve", &json!({ "puzzle": PUZZLE }));
    asked.elapsed() < Duration::from_secs(5)
}

#[test]
fn a_question_ends_when_its_client_goes_away() {
    let server = Server::start(&["--jobs", "1"]);
    for accept in ["", "accept: text/event-stream\r\n"] {
        for solver in ["backtracking", "sat:varisat", "sat:batsat", "mrv", "dlx-leftmost"] {
            // Its solutions are not counted in a minute by any of them.
            let question =
                json!({ "puzzle": ENDLESS.replace(['7', '8', '9'], "."), "solver": solver, "time_limit": 60 });
            let mut stream = server.connect();
            stream.write_all(&server.request("/api/count", accept, question.to_string().as_bytes())).unwrap();
            thread::sleep(Duration::from_millis(200));
            drop(stream);
            assert!(is_free(&server), "{solver} {accept:?}");
        }
    }
    let giant = json!({ "board": "12x12", "encoding": "minimal", "time_limit": 60 });
    let mut stream = server.connect();
    stream.write_all(&server.request("/api/encode", "", giant.to_string().as_bytes())).unwrap();
    thread::sleep(Duration::from_millis(200));
    drop(stream);
    assert!(is_free(&server), "encode");
}

#[test]
fn ctrl_c_ends_the_server_and_its_questions() {
    let mut server = Server::start(&[]);
    let mut stream = server.connect();
    stream.write_all(&server.endless()).unwrap();
    thread::sleep(Duration::from_millis(200));
    let pid = server.child.id().to_string();
    let started = Instant::now();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    // The answer is that it was cancelled.
    let reply = crate::serve::client::read(stream);
    assert_eq!(reply.json()["reason"], "cancelled");
    assert_eq!(server.child.wait().unwrap().code(), Some(130));
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
}

#[test]
fn a_port_that_is_taken_and_a_report_that_is_not_there_are_errors() {
    let server = Server::start(&[]);
    let run = |args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_satdoku")).arg("serve").args(args).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, message) = run(&["--port", &server.port.to_string()]);
    assert_eq!(code, Some(2));
    assert!(message.starts_with(&format!("error: 127.0.0.1:{}: cannot listen: ", server.port)), "{message}");
    let (code, message) = run(&["--port", "0", "--report", "nowhere"]);
    assert_eq!((code, message.as_str()), (Some(2), "error: nowhere: expected report.html of a race there\n"));
}
