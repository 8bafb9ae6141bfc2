//! The page, as a person uses it.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use base64::Engine;
use serde_json::{Value, json};
use thirtyfour::{By, WebElement};

use crate::driver::{Driver, Media};
use crate::files::FileServer;
use crate::{satdoku, target};

/// Nothing on the page takes longer.
const PATIENCE: Duration = Duration::from_secs(30);

/// A server and a window on its page.
#[derive(Debug)]
pub struct Page {
    server: Server,
    /// The page's address.
    pub address: String,
    /// The window.
    pub driver: Driver,
}

/// A server that ends with its page: the program, or one of plain files.
#[derive(Debug)]
enum Server {
    Program(Child),
    Files(FileServer),
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Self::Program(program) = self {
            let _ = program.kill();
            let _ = program.wait();
        }
    }
}

impl Page {
    /// Starts a server and opens its page.
    ///
    /// # Panics
    /// If the server does not tell its address.
    pub async fn open(args: &[&str]) -> Self {
        let mut command = Command::new(satdoku());
        let mut server = command
            .args(["serve", "--port", "0"])
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the server");
        let mut address = String::new();
        let output = server.stdout.take().expect("its output");
        BufReader::new(output).read_line(&mut address).expect("its address");
        let address = address.trim().to_owned();
        let page = Self { server: Server::Program(server), address, driver: Driver::open().await };
        page.go("").await;
        page
    }

    /// Opens the page from the files in a folder.
    ///
    /// # Panics
    /// If it does not get ready.
    pub async fn open_files(folder: tempfile::TempDir) -> Self {
        let files = FileServer::start(folder);
        let address = files.address.clone();
        let page = Self { server: Server::Files(files), address, driver: Driver::open().await };
        page.go("").await;
        page
    }

    /// Opens the page with this behind its address, as somebody who was never here.
    ///
    /// # Panics
    /// If it does not get ready.
    pub async fn go(&self, fragment: &str) {
        // The page that is left stores nothing any more: it would do so while the next one reads.
        let forget =
            "try { Storage.prototype.setItem = () => {}; sessionStorage.clear(); localStorage.clear() } catch {}";
        self.run(forget).await;
        // Another fragment by itself would not load the page again.
        self.driver.window.goto("about:blank").await.expect("an empty page");
        self.driver.window.goto(&format!("{}{fragment}", self.address)).await.expect("the page");
        self.until("document.documentElement.dataset.ready === 'yes'").await;
    }

    /// Loads the page again.
    ///
    /// # Panics
    /// If it does not get ready.
    pub async fn reload(&self) {
        self.driver.window.refresh().await.expect("the page again");
        self.until("document.documentElement.dataset.ready === 'yes'").await;
    }

    /// Ends the server; the page stays open.
    ///
    /// # Panics
    /// If the server has ended before.
    pub fn stop_server(&mut self) {
        match &mut self.server {
            Server::Program(program) => {
                program.kill().expect("a server");
                program.wait().expect("its end");
            }
            Server::Files(files) => files.stop(),
        }
    }

    /// Runs a script.
    ///
    /// # Panics
    /// If it throws.
    pub async fn run(&self, script: &str) -> Value {
        self.run_with(script, Vec::new()).await
    }

    /// Runs a script with arguments.
    ///
    /// # Panics
    /// If it throws.
    pub async fn run_with(&self, script: &str, arguments: Vec<Value>) -> Value {
        let found = self.driver.window.execute(script, arguments).await;
        found.unwrap_or_else(|error| panic!("{error}: {script}")).json().clone()
    }

    /// Runs a script that calls its last argument with what it found.
    ///
    /// # Panics
    /// If it throws.
    pub async fn run_until_called(&self, script: &str, arguments: Vec<Value>) -> Value {
        let found = self.driver.window.execute_async(script, arguments).await;
        found.unwrap_or_else(|error| panic!("{error}: {script}")).json().clone()
    }

    /// Waits until an expression is true.
    ///
    /// # Panics
    /// If it never is.
    pub async fn until(&self, expression: &str) {
        let is_true = self.comes_true(expression).await;
        assert!(is_true, "never: {expression}; the page says {:?}", self.message().await);
    }

    /// Waits until an expression is true; false where that takes too long.
    pub async fn comes_true(&self, expression: &str) -> bool {
        let started = Instant::now();
        while self.run(&format!("return Boolean({expression})")).await != json!(true) {
            if started.elapsed() > PATIENCE {
                return false;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        true
    }

    /// What the page says.
    pub async fn message(&self) -> String {
        let said = self.run("return document.getElementById('message')?.textContent ?? ''").await;
        said.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until the line says something that contains a text, and gives the whole.
    ///
    /// # Panics
    /// If it never does.
    pub async fn says(&self, part: &str) -> String {
        let part = serde_json::to_string(part).expect("a text");
        self.until(&format!("document.getElementById('message').textContent.includes({part})")).await;
        self.message().await
    }

    /// Pastes a text, as from the clipboard.
    ///
    /// # Panics
    /// If the page throws.
    pub async fn paste(&self, text: &str) {
        let paste = "const data = new DataTransfer(); data.setData('text/plain', arguments[0]);
                     document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data }))";
        self.run_with(paste, vec![json!(text)]).await;
    }

    /// Pastes a puzzle and waits until it is on the board.
    ///
    /// # Panics
    /// If it never is.
    pub async fn open_text(&self, text: &str) {
        self.run("document.getElementById('message').textContent = ''").await;
        self.paste(text).await;
        self.says("Pasted").await;
    }

    /// Presses a key together with others.
    pub async fn press(&self, held: &[thirtyfour::Key], key: &str) {
        let keys: String = held.iter().cloned().map(char::from).collect();
        self.keys(&format!("{keys}{key}{}", char::from(thirtyfour::Key::Null))).await;
    }

    /// The middles of cells in the window.
    ///
    /// # Panics
    /// If one of them is not on the board.
    pub async fn middles(&self, cells: &[&str]) -> Vec<[f64; 2]> {
        let script = "return arguments[0].map((id) => { const { x, y, width, height } =
                      document.getElementById(id).getBoundingClientRect(); return [x + width / 2, y + height / 2] })";
        serde_json::from_value(self.run_with(script, vec![json!(cells)]).await).expect("places")
    }

    /// Drags the mouse over cells; `modifiers` as in Chromium's protocol: 2 is Ctrl, 8 is Shift.
    pub async fn drag(&self, cells: &[&str], modifiers: u32) {
        let middles = self.middles(cells).await;
        for (k, [x, y]) in middles.iter().enumerate() {
            let kind = if k == 0 { "mousePressed" } else { "mouseMoved" };
            let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1, "modifiers": modifiers });
            self.driver.tell("Input.dispatchMouseEvent", event).await;
        }
        let [x, y] = middles[middles.len() - 1];
        let event = json!({ "type": "mouseReleased", "x": x, "y": y, "button": "left", "clickCount": 1, "modifiers": modifiers });
        self.driver.tell("Input.dispatchMouseEvent", event).await;
    }

    /// Drags a finger over cells, once the board is in sight.
    pub async fn swipe(&self, cells: &[&str]) {
        self.run("document.getElementById('stage').scrollIntoView({ block: 'nearest' })").await;
        let middles = self.middles(cells).await;
        let touch = async |kind: &str, [x, y]: [f64; 2]| {
            let event = json!({ "type": kind, "touchPoints": [{ "x": x, "y": y }] });
            self.driver.tell("Input.dispatchTouchEvent", event).await;
        };
        for (k, middle) in middles.iter().enumerate() {
            touch(if k == 0 { "touchStart" } else { "touchMove" }, *middle).await;
        }
        // A finger that rests before it leaves throws nothing: a tap behind a throw would only stop it.
        tokio::time::sleep(Duration::from_millis(120)).await;
        touch("touchMove", middles[middles.len() - 1]).await;
        self.driver.tell("Input.dispatchTouchEvent", json!({ "type": "touchEnd", "touchPoints": [] })).await;
    }

    /// Taps with a finger. What is tapped is large enough for one, and the page itself does not scroll.
    ///
    /// # Panics
    /// If it is too small or cannot be tapped.
    pub async fn tap(&self, selector: &str) {
        let script = "const one = document.querySelector(arguments[0]); one.scrollIntoView({ block: 'nearest' });
                      const { x, y, width, height } = one.getBoundingClientRect(); return [x + width / 2, y + height / 2, height]";
        let place = self.run_with(script, vec![json!(selector)]).await;
        let [x, y, height]: [f64; 3] = serde_json::from_value(place).expect("a place");
        assert!(height >= 40.0, "{selector} is {height} pixels high");
        let down = json!({ "type": "touchStart", "touchPoints": [{ "x": x, "y": y }] });
        self.driver.tell("Input.dispatchTouchEvent", down).await;
        self.driver.tell("Input.dispatchTouchEvent", json!({ "type": "touchEnd", "touchPoints": [] })).await;
        assert_eq!(self.run("return scrollY").await, json!(0), "{selector}");
    }

    /// The whole text of the puzzle on the page, by its link.
    ///
    /// # Panics
    /// If the link is damaged.
    pub async fn text(&self) -> String {
        let read = "const done = arguments[0]; const letters = location.hash.slice(3).replaceAll('-', '+').replaceAll('_', '/');
            const bytes = Uint8Array.from(atob(letters), (sign) => sign.charCodeAt(0));
            new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text().then(done)";
        // The address follows after a pause.
        tokio::time::sleep(Duration::from_millis(900)).await;
        self.run_until_called(read, vec![]).await.as_str().unwrap_or_default().to_owned()
    }

    /// The selected cells, in reading order.
    pub async fn selected(&self) -> Value {
        self.run("return [...document.querySelectorAll('#cells [aria-selected=true]')].map(({ id }) => id)").await
    }

    /// The name of a cell as it is read aloud.
    pub async fn label(&self, cell: &str) -> String {
        let label = self.run(&format!("return document.getElementById('{cell}').ariaLabel")).await;
        label.as_str().unwrap_or_default().to_owned()
    }

    /// An element.
    ///
    /// # Panics
    /// If there is none.
    pub async fn find(&self, selector: &str) -> WebElement {
        let found = self.driver.window.find(By::Css(selector)).await;
        found.unwrap_or_else(|error| panic!("{error}: {selector}"))
    }

    /// Clicks as a mouse does.
    ///
    /// # Panics
    /// If nothing can be clicked there.
    pub async fn click(&self, selector: &str) {
        self.find(selector).await.click().await.unwrap_or_else(|error| panic!("{error}: {selector}"));
    }

    /// Types into whatever has the focus.
    ///
    /// # Panics
    /// If nothing has.
    pub async fn keys(&self, keys: &str) {
        let focused = self.driver.window.active_element().await.expect("a focus");
        focused.send_keys(keys).await.expect("keys are taken");
    }

    /// Presses Tab. A file chooser would take typed keys for a path, so the browser itself is told.
    pub async fn tab(&self) {
        for kind in ["rawKeyDown", "keyUp"] {
            let event = json!({ "type": kind, "key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9 });
            self.driver.tell("Input.dispatchKeyEvent", event).await;
        }
    }

    /// Takes an empty board by its words, in Set.
    ///
    /// # Panics
    /// If the page does not offer it.
    pub async fn choose_board(&self, words: &str) {
        let script = "const chooser = document.getElementById('shape'); chooser.value = arguments[0];
                      const { value } = chooser; chooser.dispatchEvent(new Event('change', { bubbles: true })); return value";
        assert_eq!(self.run_with(script, vec![json!(words)]).await, json!(words));
    }

    /// Hands a file to the file chooser.
    ///
    /// # Panics
    /// If the chooser does not take it.
    pub async fn file(&self, name: &str, bytes: &[u8]) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("a file");
        self.run("document.getElementById('message').textContent = 'Waiting'").await;
        let chooser = self.find("#file").await;
        chooser.send_keys(path.to_str().expect("a plain path")).await.expect("the chooser takes it");
        self.until("!/^Reading|^Waiting/.test(document.getElementById('message').textContent)").await;
    }

    /// The id of what has the focus, `cell` for a cell of the board, `body` where nothing has it.
    pub async fn focus(&self) -> String {
        let script = "const { id, dataset } = document.activeElement;
                      return dataset.cell ? 'cell' : id || document.activeElement.tagName.toLowerCase()";
        self.run(script).await.as_str().unwrap_or_default().to_owned()
    }

    /// The digits of the cells in a state, `clue`, `own` or `answer`, a dot for each other cell.
    pub async fn digits(&self, state: &str) -> String {
        let script = "return [...document.querySelectorAll('[role=gridcell]')].map((cell) =>
                      cell.dataset.state.split(' ').includes(arguments[0])
                        ? Number(cell.querySelector('.digit').textContent).toString(36) : '.').join('')";
        let digits = self.run_with(script, vec![json!(state)]).await;
        digits.as_str().unwrap_or_default().to_owned()
    }

    /// Saves a picture of the page to look at.
    ///
    /// # Panics
    /// If it cannot be written.
    pub async fn picture(&self, name: &str, media: Media) {
        self.driver.show_as(media).await;
        let picture =
            self.driver.tell("Page.captureScreenshot", json!({ "captureBeyondViewport": media.width < 500 })).await;
        let bytes = base64::engine::general_purpose::STANDARD.decode(picture["data"].as_str().expect("a picture"));
        let folder = target().join("browser");
        fs::create_dir_all(&folder).expect("a folder for pictures");
        fs::write(folder.join(format!("{name}.png")), bytes.expect("base64")).expect("a picture is written");
        self.driver.show_as(Media::DESK).await;
    }

    /// Ends everything; the page must not have complained.
    ///
    /// # Panics
    /// If it has.
    pub async fn close(self) {
        assert_eq!(self.driver.complaints().await, Vec::<String>::new());
        self.driver.window.clone().quit().await.expect("the window closes");
    }
}
