//! Many clients at once, and slow ones.

use std::io::Write;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::serve::PUZZLE;
use crate::serve::client::{Server, read};

#[test]
fn a_hundred_connections_at_once_are_all_answered() {
    let server = Server::start(&[]);
    let question = json!({ "puzzle": PUZZLE, "solver": "sat:varisat" }).to_string();
    let request = server.request("/api/solve", "", question.as_bytes());
    let streams: Vec<_> = (0..100).map(|_| server.connect()).collect();
    for mut stream in &streams {
        stream.write_all(&request).unwrap();
    }
    for stream in streams {
        assert_eq!(read(stream).json()["verdict"], "satisfiable");
    }
}

#[test]
fn a_thousand_questions_of_fifty_clients_are_answered_and_leave_no_memory_behind() {
    const LIMIT: Duration = Duration::from_secs(10);
    let server = Server::start(&[]);
    let ask = |client: usize, number: usize| {
        let solver = ["auto", "dlx", "sat:varisat", "sat:batsat", "mrv"][number % 5];
        let puzzle = if client.is_multiple_of(2) { json!(PUZZLE) } else { json!(null) };
        let question = json!({ "board": "3x3", "puzzle": puzzle, "solver": solver, "time_limit": LIMIT.as_secs() });
        let started = Instant::now();
        assert_eq!(server.ask("/api/solve", &question)["verdict"], "satisfiable");
        assert!(started.elapsed() < LIMIT, "{:?}", started.elapsed());
    };
    let all = || {
        thread::scope(|scope| {
            for client in 0..50 {
                scope.spawn(move || (0..20).for_each(|number| ask(client, number)));
            }
        });
    };
    // The first round fills the caches of the server; later rounds may not add memory.
    all();
    #[cfg(target_os = "linux")]
    let before = server.memory();
    all();
    #[cfg(target_os = "linux")]
    {
        let grown = server.memory().saturating_sub(before);
        assert!(grown < 16 << 20, "{} KiB more than {}", grown >> 10, before >> 10);
    }
}

#[test]
fn slow_clients_are_sent_away_and_keep_nobody_waiting() {
    let server = Server::start(&["--jobs", "1"]);
    let started = Instant::now();
    let request = server.request("/api/solve", "", &[b'x'; 1000]);
    // Fifty requests never finish their head, and fifty never finish their body.
    let heads: Vec<_> = (0..50).map(|_| server.connect()).collect();
    let bodies: Vec<_> = (0..50).map(|_| server.connect()).collect();
    for mut stream in &heads {
        stream.write_all(&request[..40]).unwrap();
    }
    for mut stream in &bodies {
        stream.write_all(&request[..request.len() - 1]).unwrap();
    }
    let asked = Instant::now();
    assert_eq!(server.ask("/api/solve", &json!({ "puzzle": PUZZLE }))["verdict"], "satisfiable");
    assert!(asked.elapsed() < Duration::from_secs(5), "{:?}", asked.elapsed());
    for stream in bodies {
        assert_eq!(read(stream).status, 408);
    }
    for mut stream in heads {
        // Closed without a word, or with 408.
        let _ = std::io::copy(&mut stream, &mut std::io::sink());
    }
    assert!(started.elapsed() < Duration::from_secs(40), "{:?}", started.elapsed());
}

#[test]
fn who_finds_all_places_and_the_queue_full_is_told_to_come_again() {
    let server = Server::start(&["--jobs", "1"]);
    let endless = server.endless();
    let mut waiting: Vec<_> = (0..400).map(|_| server.connect()).collect();
    for stream in &mut waiting {
        stream.write_all(&endless).unwrap();
    }
    let reply = server.post("/api/solve", json!({ "puzzle": PUZZLE }).to_string().as_bytes());
    assert_eq!((reply.status, reply.header("retry-after")), (503, Some("1")));
    reply.problem();
    // They go away, and there is room again.
    drop(waiting);
    let started = Instant::now();
    let answer = loop {
        let reply = server.post("/api/solve", json!({ "puzzle": PUZZLE }).to_string().as_bytes());
        if reply.status == 200 {
            break reply.json();
        }
        assert!(started.elapsed() < Duration::from_secs(20), "{reply:?}");
        thread::sleep(Duration::from_millis(50));
    };
    assert_eq!(answer["verdict"], "satisfiable");
}
