//! Who may ask, and what every answer says.

use std::fmt::Write;

use serde_json::json;

use crate::serve::PUZZLE;
use crate::serve::client::Server;

/// The status of a question with these headers in place of the usual ones.
fn status(server: &Server, method: &str, path: &str, headers: &[(&str, &str)]) -> u16 {
    let body = json!({ "puzzle": PUZZLE }).to_string();
    let port = server.port.to_string();
    let mut lines = String::new();
    for (name, value) in headers {
        let _ = write!(lines, "{name}: {}\r\n", value.replace("PORT", &port));
    }
    let length = if method == "POST" { format!("content-length: {}\r\n", body.len()) } else { String::new() };
    let body = if method == "POST" { body } else { String::new() };
    let request = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n{lines}{length}\r\n{body}");
    let reply = server.raw(request.as_bytes());
    assert_eq!(reply.header("access-control-allow-origin"), None);
    if reply.status >= 400 {
        reply.problem();
    }
    reply.status
}

const HOST: (&str, &str) = ("host", "127.0.0.1:PORT");
const JSON: (&str, &str) = ("content-type", "application/json");

#[test]
fn only_this_servers_own_name_is_answered() {
    let server = Server::start(&[]);
    for (host, expected) in [
        ("127.0.0.1:PORT", 200),
        ("localhost:PORT", 200),
        ("LocalHost:PORT", 200),
        ("127.0.0.1", 403),
        ("localhost:1", 403),
        ("evil.example:PORT", 403),
        ("127.0.0.1.evil.example:PORT", 403),
        ("", 403),
    ] {
        assert_eq!(status(&server, "GET", "/", &[("host", host)]), expected, "{host}");
        assert_eq!(status(&server, "POST", "/api/solve", &[("host", host), JSON]), expected, "{host}");
    }
    assert_eq!(status(&server, "GET", "/", &[HOST, ("host", "evil.example")]), 403);
}

#[test]
fn only_this_servers_own_page_may_ask() {
    let server = Server::start(&[]);
    let ask = |header| status(&server, "POST", "/api/solve", &[HOST, JSON, header]);
    for (origin, expected) in [
        ("http://127.0.0.1:PORT", 200),
        ("http://localhost:PORT", 200),
        ("https://127.0.0.1:PORT", 403),
        ("http://127.0.0.1:1", 403),
        ("http://evil.example", 403),
        ("http://127.0.0.1:PORT.evil.example", 403),
        ("null", 403),
        ("", 403),
    ] {
        assert_eq!(ask(("origin", origin)), expected, "{origin}");
    }
    assert_eq!(ask(("sec-fetch-site", "same-origin")), 200);
    for site in ["cross-site", "same-site", "none"] {
        assert_eq!(ask(("sec-fetch-site", site)), 403, "{site}");
    }
    // A person follows a link to the page; a page of somebody else embeds a script of ours.
    let visit = [HOST, ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")];
    assert_eq!(status(&server, "GET", "/", &visit), 200);
    let embed = [HOST, ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "no-cors")];
    assert_eq!(status(&server, "GET", "/api/solvers", &embed), 403);
}

#[test]
fn a_form_of_somebody_else_cannot_ask() {
    let server = Server::start(&[]);
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "application/jsonx"] {
        assert_eq!(status(&server, "POST", "/api/solve", &[HOST, ("content-type", kind)]), 415, "{kind}");
    }
    assert_eq!(status(&server, "POST", "/api/solve", &[HOST]), 415);
    assert_eq!(
        status(&server, "POST", "/api/solve", &[HOST, ("content-type", "Application/JSON; charset=utf-8")]),
        200
    );
    assert_eq!(status(&server, "GET", "/api/solve", &[HOST]), 405);
    assert_eq!(status(&server, "OPTIONS", "/api/solve", &[HOST, ("origin", "http://evil.example")]), 403);
    assert_eq!(status(&server, "GET", "/api/nothing", &[HOST]), 404);
    assert_eq!(status(&server, "GET", "/../Cargo.toml", &[HOST]), 404);
}

#[test]
fn every_answer_says_what_a_browser_may_do_with_it() {
    let server = Server::start(&[]);
    let replies =
        [server.get("/"), server.get("/nothing"), server.get("/api/solvers"), server.post("/api/solve", b"{")];
    for reply in replies {
        let policy = reply.header("content-security-policy").unwrap();
        assert!(
            policy.starts_with(
                "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self';"
            ),
            "{policy}"
        );
        assert!(!policy.replace("'wasm-unsafe-eval'", "").contains("unsafe"), "{policy}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(reply.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(reply.header("x-frame-options"), Some("DENY"));
    }
}

#[test]
fn a_report_is_shown_without_any_right() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("report.html"), "<p>A race</p><script>alert(1)</script>").unwrap();
    let server = Server::start(&["--report", folder.path().to_str().unwrap()]);
    assert_eq!(server.get("/api/solvers").json()["reports"][0]["path"], "/report/0");
    let report = server.get("/report/0");
    assert_eq!(report.body, b"<p>A race</p><script>alert(1)</script>");
    let policy = report.header("content-security-policy").unwrap();
    assert!(policy.contains("default-src 'none'") && policy.contains("sandbox;"), "{policy}");
    assert!(!policy.contains("script-src") && !policy.contains("allow-"), "{policy}");
    for path in ["/report/1", "/report/-1", "/report/x", "/report/%ff", "/report/..", "/report/0/results.csv"] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
}

#[test]
fn an_address_with_a_host_of_its_own_must_name_this_one() {
    let server = Server::start(&[]);
    let port = server.port;
    for (address, expected) in [
        (format!("http://127.0.0.1:{port}/"), 200),
        (format!("http://localhost:{port}/"), 200),
        ("http://evil.example/".to_owned(), 403),
        ("http://127.0.0.1:1/".to_owned(), 403),
        (format!("http://evil.example@127.0.0.1:{port}/"), 403),
    ] {
        assert_eq!(status(&server, "GET", &address, &[HOST]), expected, "{address}");
    }
}

#[test]
fn a_field_that_stands_twice_is_refused() {
    let server = Server::start(&[]);
    for body in [r#"{"board":"2x2","board":"3x3"}"#, r#"{"puzzle":"1...............","puzzle":"2..............."}"#] {
        let reply = server.post("/api/solve", body.as_bytes());
        assert!((400..500).contains(&reply.status), "{}", reply.status);
        assert!(reply.problem()["detail"].as_str().unwrap().contains("stands there twice"), "{body}");
    }
}
