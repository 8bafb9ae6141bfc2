//! The page in a browser as plain files: the library answers in place of a server, also without a network.

use satdoku_browser::{PUZZLE, SOLUTION, key, link, on_files};
use serde_json::json;
use thirtyfour::Key;

#[test]
fn the_library_answers_without_a_server() {
    on_files("files", async |page| {
        page.go(&link(PUZZLE)).await;
        page.says("51 left").await;
        page.keys("5").await;
        page.says("5 twice in row 1").await;
        page.keys(&key(Key::Delete)).await;
        for level in 1..=4 {
            page.keys("h").await;
            page.until(&format!("document.querySelector('#hint h2')?.textContent === 'Hint {level} of 4'")).await;
        }
        page.keys(&key(Key::Enter)).await;
        assert_eq!(page.digits("own").await.matches(|digit| digit != '.').count(), 1);
        page.click("[data-to=set]").await;
        page.says("One solution · SE 1.2 · 30 clues, 22 spare").await;
        page.click("[data-to=study]").await;
        page.click("#tab-solutions").await;
        page.until("document.querySelectorAll('[data-state~=answer]').length === 51").await;
        let all = "return [...document.querySelectorAll('[role=gridcell]')].map((cell) => cell.textContent).join('')";
        assert_eq!(page.run(all).await, json!(SOLUTION));
        page
    });
}

#[test]
fn it_works_without_a_network_after_one_visit() {
    on_files("offline", async |mut page| {
        page.until("navigator.serviceWorker.controller !== null").await;
        page.run_until_called(
            "const done = arguments[0]; const look = () => caches.match('satdoku.wasm').then((found) => (found ? done(true) : setTimeout(look, 50))); look()",
            vec![],
        )
        .await;
        page.stop_server();
        page.reload().await;
        assert_eq!(page.run("return document.querySelectorAll('[role=gridcell]').length").await, json!(81));
        page.keys("h").await;
        page.until("!document.getElementById('hint').hidden").await;
        page.driver.complaints().await;
        page
    });
}
