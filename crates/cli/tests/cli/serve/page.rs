//! The page's files.

use serde_json::{Value, json};

use crate::serve::client::Server;

/// The files that a file names: the page's own, by their names.
fn named(text: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for prefix in ["src=\"", "href=\"", "from \"./"] {
        for (at, _) in text.match_indices(prefix) {
            let rest = &text[at + prefix.len()..];
            let name = &rest[..rest.find('"').unwrap()];
            // A picture in the text is no file.
            if !name.starts_with("data:") {
                names.push(format!("/{name}"));
            }
        }
    }
    names
}

#[test]
fn the_page_is_small_and_whole_and_names_nothing_outside() {
    let server = Server::start(&[]);
    let mut waiting = vec!["/".to_owned()];
    let mut seen: Vec<String> = Vec::new();
    let (mut bytes, mut sent) = (0, 0);
    while let Some(path) = waiting.pop() {
        if seen.contains(&path) {
            continue;
        }
        let reply = server.get(&path);
        assert_eq!(reply.status, 200, "{path}");
        let kind = reply.header("content-type").unwrap().to_owned();
        let expected = match path.rsplit('.').next().unwrap() {
            "js" => "text/javascript; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            _ => "text/html; charset=utf-8",
        };
        assert_eq!(kind, expected, "{path}");
        // A browser is sent less: it accepts gzip.
        let head = format!(
            "GET {path} HTTP/1.1\r\nhost: 127.0.0.1:{}\r\nconnection: close\r\naccept-encoding: gzip, br\r\n\r\n",
            server.port
        );
        let packed = server.raw(head.as_bytes());
        assert_eq!((packed.status, packed.header("content-encoding")), (200, Some("gzip")), "{path}");
        assert!(packed.body.starts_with(&[0x1f, 0x8b]) && packed.body.len() < reply.body.len(), "{path}");
        assert_eq!(reply.header("content-encoding"), None, "{path}");
        bytes += reply.body.len();
        sent += packed.body.len();
        let text = String::from_utf8(reply.body).unwrap();
        let addresses = text
            .match_indices("://")
            .filter(|(at, _)| !text[..*at].ends_with("http") || !text[*at..].starts_with("://www.w3.org/2000/svg"));
        assert_eq!(addresses.count(), 0, "{path} names an address");
        assert!(
            !text.contains("<script>") && !text.contains("style=\"") && !text.contains("onclick"),
            "{path} is inline"
        );
        waiting.extend(named(&text));
        seen.push(path);
    }
    seen.sort_unstable();
    assert_eq!(seen, ["/", "/main.js", "/style.css"]);
    assert!(bytes < 200_000 && sent < 60_000, "{bytes} bytes, {sent} packed");
}

/// A browser that names the tag of its copy gets status 304 and no body.
#[test]
fn a_file_that_is_known_is_not_sent_again() {
    let server = Server::start(&[]);
    for path in ["/", "/main.js", "/style.css"] {
        let reply = server.get(path);
        assert_eq!(reply.header("cache-control"), Some("no-cache"), "{path}");
        let tag = reply.header("etag").unwrap();
        let several = format!("\"0\", {tag}");
        for (known, status) in [(tag, 304), ("\"0\", W/\"1\"", 200), (several.as_str(), 304)] {
            let port = server.port;
            let head = format!(
                "GET {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: close\r\nif-none-match: {known}\r\n\r\n"
            );
            let again = server.raw(head.as_bytes());
            assert_eq!((again.status, again.body.is_empty()), (status, status == 304), "{path} {known}");
        }
    }
}

/// The page shows its first puzzle before anybody is asked.
#[test]
fn the_page_has_the_board_of_its_first_puzzle() {
    let server = Server::start(&[]);
    let page = String::from_utf8(server.get("/").body).unwrap();
    let start = page.find("id=\"first\">").unwrap() + 11;
    let board: Value = serde_json::from_str(&page[start..start + page[start..].find("</script>").unwrap()]).unwrap();
    assert_eq!(board, server.ask("/api/board", &json!({ "puzzle": satdoku_page::FIRST })));
}

#[test]
fn a_client_that_refuses_gzip_gets_none() {
    let server = Server::start(&[]);
    for (accepted, expected) in [
        ("gzip;q=0", None),
        ("br, GZIP; Q=0.000", None),
        ("xgzip", None),
        ("br;q=1, gzip;q=0.1", Some("gzip")),
        ("gzip", Some("gzip")),
    ] {
        let port = server.port;
        let head = format!(
            "GET / HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: close\r\naccept-encoding: {accepted}\r\n\r\n"
        );
        assert_eq!(server.raw(head.as_bytes()).header("content-encoding"), expected, "{accepted}");
    }
}
