//! `satdoku connect` from the outside: a client written from the description of the plugin's protocol.

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

use super::{ENDLESS, PUZZLE, SOLUTION};

/// A program that answers the plugin, ended when it is dropped.
struct Solver {
    program: Child,
    port: u16,
}

impl Drop for Solver {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

impl Solver {
    fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_satdoku"));
        command.args(["connect", "--port", "0"]).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut program = command.spawn().unwrap();
        let mut address = String::new();
        BufReader::new(program.stdout.take().unwrap()).read_line(&mut address).unwrap();
        let port = address.trim().trim_end_matches('/').rsplit(':').next().unwrap().parse().unwrap();
        Self { program, port }
    }

    fn connect(&self, origin: Option<&str>) -> Result<Client, tungstenite::Error> {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(std::time::Duration::from_mins(1))).unwrap();
        let mut request = format!("ws://localhost:{}/", self.port).into_client_request()?;
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        match tungstenite::client(request, stream) {
            Ok((socket, _)) => Ok(Client { socket, nonce: 0 }),
            Err(tungstenite::HandshakeError::Failure(error)) => Err(error),
            Err(error) => panic!("{error}"),
        }
    }
}

struct Client {
    socket: WebSocket<TcpStream>,
    nonce: u64,
}

impl Client {
    fn send(&mut self, command: &str, data: &str) {
        self.nonce += 1;
        let message = json!({ "nonce": self.nonce, "command": command, "dataType": "fpuzzles", "data": data });
        self.socket.send(Message::text(message.to_string())).unwrap();
    }

    /// The next answer to the last message. An answer to an older one may have been on its way.
    fn receive(&mut self) -> Value {
        loop {
            let answer: Value = serde_json::from_str(self.socket.read().unwrap().to_text().unwrap()).unwrap();
            let nonce = answer["nonce"].as_u64().unwrap();
            assert!(nonce <= self.nonce, "{answer}");
            if nonce == self.nonce {
                return answer;
            }
        }
    }

    fn ask(&mut self, command: &str, data: &str) -> Value {
        self.send(command, data);
        self.receive()
    }
}

/// A puzzle as the plugin sends it.
fn packed(puzzle: &str) -> String {
    let link = crate::run(&["convert", "--to", "fpuzzles", puzzle], "").stdout;
    link.trim().split_once("load=").unwrap().1.to_owned()
}

/// A board of f-puzzles with the digits of a text and further keys.
fn board(digits: &str, more: &Value) -> String {
    let cell = |c: char| match c.to_digit(10) {
        Some(digit) if digit > 0 => json!({ "value": digit, "given": true }),
        _ => json!({}),
    };
    let cells: Vec<Value> = digits.chars().map(cell).collect();
    let mut board = json!({ "size": 9, "grid": cells.chunks(9).collect::<Vec<_>>() });
    board.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    lz_str::compress_to_base64(&board.to_string())
}

#[test]
fn each_command_has_its_answer() {
    let solver = Solver::start();
    let mut client = solver.connect(Some("https://f-puzzles.com")).unwrap();
    let data = packed(PUZZLE);
    let solution: Vec<u32> = SOLUTION.chars().filter_map(|c| c.to_digit(10)).collect();
    let answer = client.ask("solve", &data);
    assert_eq!((&answer["type"], &answer["solution"]), (&json!("solved"), &json!(solution)));
    for command in ["check", "count"] {
        let answer = client.ask(command, &data);
        assert_eq!(answer, json!({ "nonce": client.nonce, "type": "count", "count": 1, "inProgress": false }));
    }
    let candidates = client.ask("truecandidates", &data);
    let counts = candidates["solutionsPerCandidate"].as_array().unwrap();
    assert_eq!(counts.len(), 729);
    let expected: Vec<u32> = solution.iter().flat_map(|&at| (1..=9).map(move |digit| u32::from(digit == at))).collect();
    assert_eq!(json!(counts), json!(expected));
    let estimate = client.ask("estimate", &data);
    assert_eq!((&estimate["type"], &estimate["iterations"]), (&json!("estimate"), &json!(200)));
    let path = client.ask("solvepath", &data);
    assert_eq!((&path["type"], &path["isValid"]), (&json!("logical"), &json!(true)));
    let values: Vec<&Value> = path["cells"].as_array().unwrap().iter().map(|cell| &cell["value"]).collect();
    assert_eq!(json!(values), json!(solution));
    assert!(path["message"].as_str().unwrap().lines().count() > 50, "{path}");
}

#[test]
fn steps_begin_with_the_candidates() {
    let solver = Solver::start();
    let mut client = solver.connect(None).unwrap();
    let first = client.ask("step", &packed(PUZZLE));
    assert_eq!(first["message"], "Initial candidates.\n");
    let cells = first["cells"].as_array().unwrap();
    assert_eq!(cells[2], json!({ "value": 0, "candidates": [1, 2, 4] }));
    // The page writes the candidates as marks in the centre, and asks again.
    let cell = |cell: &Value| match cell["value"].as_u64() {
        Some(0) | None => json!({ "centerPencilMarks": cell["candidates"] }),
        Some(value) => json!({ "value": value, "given": true }),
    };
    let marked: Vec<Value> = cells.iter().map(cell).collect();
    let board = json!({ "size": 9, "grid": marked.chunks(9).collect::<Vec<_>>() });
    let second = client.ask("step", &lz_str::compress_to_base64(&board.to_string()));
    assert!(second["message"].as_str().unwrap().contains("hidden single"), "{second}");
    assert_ne!(second["cells"], first["cells"]);
}

#[test]
fn candidates_are_counted_as_the_page_wishes() {
    let solver = Solver::start();
    let mut client = solver.connect(Some("https://sudokupad.app")).unwrap();
    let digits = format!("{}....", &SOLUTION[..77]);
    let several = digits.replacen("534", "...", 1);
    for (options, most) in [(json!([]), 1), (json!(["colored"]), 8), (json!(["truecandidatesnumsolutions=3"]), 3)] {
        let answer = client.ask("truecandidates", &board(&several, &json!({ "truecandidatesoptions": options })));
        let counts = answer["solutionsPerCandidate"].as_array().unwrap();
        assert!(counts.iter().all(|count| (0..=most).contains(&count.as_i64().unwrap())), "{answer}");
        // A clue.
        assert_eq!(counts[9 * 3 + 5], most);
    }
    let answer = client.ask("truecandidates", &board(&format!("55{}", ".".repeat(79)), &json!({})));
    assert_eq!((&answer["type"], &answer["message"]), (&json!("invalid"), &json!("No solutions found.")));
}

#[test]
fn a_question_cancels_its_predecessor() {
    let solver = Solver::start();
    let mut client = solver.connect(None).unwrap();
    // Each count would take for ever, and there are fewer threads than these counts.
    let endless = board(&".".repeat(81), &json!({ "antiknight": true }));
    for _ in 0..100 {
        client.send("count", &endless);
    }
    assert_eq!(client.ask("check", &packed(PUZZLE))["count"], 1);
    client.send("solvepath", &packed(ENDLESS));
    assert_eq!(client.ask("cancel", ""), json!({ "nonce": client.nonce, "type": "canceled" }));
}

#[test]
fn a_wrong_message_is_answered() {
    let solver = Solver::start();
    let mut client = solver.connect(None).unwrap();
    for (command, data) in [("dance", packed(PUZZLE)), ("solve", "N4Ig!".to_owned()), ("solve", String::new())] {
        let answer = client.ask(command, &data);
        assert_eq!(answer["type"], "invalid");
        assert!(!answer["message"].as_str().unwrap().is_empty());
    }
    client.nonce = 0;
    client.socket.send(Message::text("no message")).unwrap();
    assert_eq!(client.receive()["type"], "invalid");
    assert_eq!(client.ask("check", &packed(PUZZLE))["count"], 1);
}

#[test]
fn a_foreign_page_is_refused() {
    let solver = Solver::start();
    assert!(solver.connect(Some("https://example.org")).is_err());
    assert!(solver.connect(Some("https://f-puzzles.com")).is_ok());
}
