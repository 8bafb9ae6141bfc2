//! A plain server of files, without an API: what any web server does with the page.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// A server of the files in a folder, which ends when it is dropped.
#[derive(Debug)]
pub struct FileServer {
    /// Where the files are.
    pub address: String,
    is_over: Arc<AtomicBool>,
    port: u16,
    _folder: tempfile::TempDir,
}

impl FileServer {
    /// Serves a folder on a free port.
    ///
    /// # Panics
    /// If there is no port.
    #[must_use]
    pub fn start(folder: tempfile::TempDir) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let port = listener.local_addr().expect("its address").port();
        let is_over = Arc::new(AtomicBool::new(false));
        let (root, ended) = (folder.path().to_path_buf(), Arc::clone(&is_over));
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                if ended.load(Ordering::Relaxed) {
                    return;
                }
                let root = root.clone();
                thread::spawn(move || answer(stream, &root));
            }
        });
        Self { address: format!("http://127.0.0.1:{port}/"), is_over, port, _folder: folder }
    }

    /// Ends the server: nobody answers any more.
    pub fn stop(&self) {
        self.is_over.store(true, Ordering::Relaxed);
        // The thread that waits for a visitor wakes and ends.
        let _ = TcpStream::connect(("127.0.0.1", self.port));
    }
}

impl Drop for FileServer {
    fn drop(&mut self) {
        self.stop();
    }
}

fn answer(mut stream: TcpStream, root: &Path) {
    let mut request = BufReader::new(&stream);
    let mut first = String::new();
    let _ = request.read_line(&mut first);
    // The rest of the request is read, as an answer before it would break the connection.
    let mut line = String::new();
    while request.read_line(&mut line).is_ok_and(|length| length > 2) {
        line.clear();
    }
    let path = first.split(' ').nth(1).unwrap_or("/").split('?').next().unwrap_or("/");
    let name = if path == "/" { "index.html" } else { path.trim_start_matches('/') };
    let file = root.join(name);
    let is_plain = !name.contains("..");
    let head = |status: &str, kind: &str, length: usize| {
        format!("HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n")
    };
    let _ = match fs::read(&file) {
        Ok(content) if is_plain => {
            let head = head("200 OK", kind(&file), content.len());
            stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&content))
        }
        _ => stream.write_all(head("404 Not Found", "text/plain", 0).as_bytes()),
    };
}

fn kind(file: &Path) -> &'static str {
    match file.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css",
        Some("js") => "text/javascript",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        _ => "text/plain",
    }
}
