//! Chromium and its driver.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use std::sync::Arc;

use http::Method;
use serde_json::{Map, Value, json};
use thirtyfour::common::command::{Command as Known, ExtensionCommand};
use thirtyfour::{Capabilities, WebDriver};

/// A browser window with a driver of its own.
#[derive(Debug)]
pub struct Driver {
    process: Child,
    port: u16,
    /// The window.
    pub window: WebDriver,
}

/// How a window shows pages.
#[derive(Clone, Copy, Debug)]
pub struct Media {
    /// In CSS pixels.
    pub width: u32,
    /// In CSS pixels.
    pub height: u32,
    /// Light on dark.
    pub is_dark: bool,
    /// As on paper.
    pub is_print: bool,
    /// With the few colours that the reader has chosen.
    pub is_forced: bool,
}

impl Media {
    /// A window on a desk.
    pub const DESK: Self = Self { width: 1280, height: 900, is_dark: false, is_print: false, is_forced: false };
    /// A telephone on its side.
    pub const LANDSCAPE: Self = Self { width: 844, height: 390, ..Self::DESK };
    /// A telephone.
    pub const PHONE: Self = Self { width: 390, height: 844, is_dark: false, is_print: false, is_forced: false };
}

impl Driver {
    /// Opens a window.
    ///
    /// # Panics
    /// If the browser cannot be started.
    pub async fn open() -> Self {
        let mut command = Command::new("chromedriver");
        let mut process = command.arg("--port=0").stdout(Stdio::piped()).spawn().expect("chromedriver");
        let mut lines = BufReader::new(process.stdout.take().expect("its output")).lines();
        let port = lines.find_map(|line| {
            let line = line.ok()?;
            line.split("successfully on port ").nth(1)?.trim_end_matches('.').parse::<u16>().ok()
        });
        // It has more to say, and must not find its output closed.
        std::thread::spawn(move || lines.for_each(drop));
        let args = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"];
        let capabilities = Map::from_iter([
            ("browserName".to_owned(), json!("chrome")),
            ("goog:chromeOptions".to_owned(), json!({ "args": args })),
            ("goog:loggingPrefs".to_owned(), json!({ "browser": "ALL" })),
        ]);
        let port = port.expect("chromedriver's port");
        let address = format!("http://127.0.0.1:{port}");
        let window = WebDriver::new(address, Capabilities::from(capabilities)).await.expect("a window");
        let driver = Self { process, port, window };
        driver.show_as(Media::DESK).await;
        driver
    }

    /// Makes the window as large and as dark as that.
    pub async fn show_as(&self, media: Media) {
        let Media { width, height, is_dark, is_print, is_forced } = media;
        let metrics =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": height < 500 || width < 500 });
        self.tell("Emulation.setDeviceMetricsOverride", metrics).await;
        let scheme = if is_dark { "dark" } else { "light" };
        let forced = if is_forced { "active" } else { "none" };
        let features = json!([
            { "name": "prefers-color-scheme", "value": scheme },
            { "name": "forced-colors", "value": forced },
            { "name": "prefers-reduced-motion", "value": "reduce" },
        ]);
        let medium = if is_print { "print" } else { "screen" };
        self.tell("Emulation.setEmulatedMedia", json!({ "media": medium, "features": features })).await;
    }

    /// Gives Chromium a command of its own protocol.
    ///
    /// # Panics
    /// If it fails.
    pub async fn tell(&self, command: &str, parameters: Value) -> Value {
        self.command("/goog/cdp/execute", json!({ "cmd": command, "params": parameters })).await
    }

    async fn command(&self, endpoint: &'static str, body: Value) -> Value {
        let command = Known::ExtensionCommand(Box::new(Own { endpoint, body }));
        let answer = self.window.handle().cmd(command).await.expect("an answer of Chromium");
        answer.value().expect("a value in its answer")
    }

    /// What the page has complained of since it was last asked.
    ///
    /// # Panics
    /// If the driver does not tell.
    pub async fn complaints(&self) -> Vec<String> {
        let log = self.command("/se/log", json!({ "type": "browser" })).await;
        log.as_array().into_iter().flatten().map(|entry| entry["message"].to_string()).collect()
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // After a failure the session is still open; closing it would wait two minutes for a driver that is gone.
        let _ = self.window.clone().leak();
        // It takes its browser with it, which it would not if it were killed.
        if let Ok(mut stream) = TcpStream::connect(("127.0.0.1", self.port)) {
            let _ = write!(stream, "GET /shutdown HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n");
            let _ = stream.read_to_end(&mut Vec::new());
        }
        let _ = self.process.wait();
    }
}

/// A command that only this driver knows.
#[derive(Debug)]
struct Own {
    endpoint: &'static str,
    body: Value,
}

impl ExtensionCommand for Own {
    fn parameters_json(&self) -> Option<Value> {
        Some(self.body.clone())
    }

    fn method(&self) -> Method {
        Method::POST
    }

    fn endpoint(&self) -> Arc<str> {
        self.endpoint.into()
    }
}
