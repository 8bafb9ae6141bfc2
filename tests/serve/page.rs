//! The page's files.

use crate::client::Server;

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
    let mut bytes = 0;
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
        bytes += reply.body.len();
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
    assert!(bytes < 100_000, "{bytes} bytes");
}
