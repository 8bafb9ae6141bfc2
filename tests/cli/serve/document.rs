//! The `OpenAPI` document says what the server does.

use serde_json::{Value, json};

use crate::serve::client::Server;

/// Everything under `/api`.
const PATHS: [&str; 12] = [
    "/api/candidates",
    "/api/check",
    "/api/convert",
    "/api/count",
    "/api/encode",
    "/api/explain",
    "/api/generate",
    "/api/openapi.json",
    "/api/prove",
    "/api/race",
    "/api/solve",
    "/api/solvers",
];

fn document(server: &Server) -> Value {
    server.get("/api/openapi.json").json()
}

#[test]
fn every_path_is_described_and_served() {
    let server = Server::start(&[]);
    let document = document(&server);
    assert_eq!(document["openapi"], "3.1.0");
    let mut paths: Vec<_> = document["paths"].as_object().unwrap().keys().cloned().collect();
    paths.sort();
    assert_eq!(paths, PATHS);
    for (path, operations) in document["paths"].as_object().unwrap() {
        for method in operations.as_object().unwrap().keys() {
            let reply = if method == "get" { server.get(path) } else { server.post(path, b"{") };
            assert!([200, 400].contains(&reply.status), "{method} {path}: {reply:?}");
        }
    }
}

#[test]
fn every_field_is_read_and_no_other() {
    let server = Server::start(&[]);
    for (path, operations) in document(&server)["paths"].as_object().unwrap() {
        let Some(post) = operations.get("post") else { continue };
        let schema = &post["requestBody"]["content"]["application/json"]["schema"];
        for name in schema["properties"].as_object().unwrap().keys() {
            // Nothing takes an object, so that a field that is read is refused for its value.
            let mut question = json!({ "board": "2x2", "solvers": ["dlx"], "puzzle": "1..............." });
            if !["/api/race"].contains(&path.as_str()) {
                question.as_object_mut().unwrap().remove("solvers");
            }
            if path == "/api/generate" {
                question.as_object_mut().unwrap().remove("puzzle");
            }
            question[name] = json!({});
            let problem = server.refusal(path, &question);
            let detail = problem["detail"].as_str().unwrap();
            assert!(detail.contains("expected") && detail.contains(name), "{path} {name}: {detail}");
        }
        let unknown = server.refusal(path, &json!({ "board": "2x2", "solvers": ["dlx"], "elephant": 1 }));
        assert_eq!(unknown["status"], 422, "{path}");
    }
}
