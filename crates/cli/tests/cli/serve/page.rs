//! The page's files.

use crate::serve::client::Server;

/// The files that a file names: the page's own, by their names.
fn named(text: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for prefix in ["src=\"", "href=\"", "from \"./"] {
        for (at, _) in text.match_indices(prefix) {
            let rest = &text[at + prefix.len()..];
            names.push(format!("/{}", &rest[..rest.find('"').unwrap()]));
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
            "svg" => "image/svg+xml",
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
    assert!(seen.len() >= 14, "{seen:?}");
    assert!(bytes < 200_000 && sent < 72_000, "{bytes} bytes, {sent} packed");
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
