//! The page in a browser: a stranger's first minute, with a picture each quarter of a second to look at.

use std::fs;
use std::time::Duration;

use base64::Engine;
use satdoku_browser::{Media, Page, key, on_files, target};
use serde_json::{Value, json};
use thirtyfour::Key;

/// “Deflation” by James Sinclair, CC BY 4.0: see `tests/data/variants`.
const DEFLATION: &str = "005ab59e";

/// Takes pictures of the page as it is for a time.
async fn film(page: &Page, number: &mut usize, pictures: usize) {
    let folder = target().join("browser/first-minute");
    fs::create_dir_all(&folder).unwrap();
    for _ in 0..pictures {
        let picture = page.driver.tell("Page.captureScreenshot", json!({ "format": "png" })).await;
        let bytes = base64::engine::general_purpose::STANDARD.decode(picture["data"].as_str().unwrap()).unwrap();
        fs::write(folder.join(format!("{number:03}.png")), bytes).unwrap();
        *number += 1;
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
}

/// How far things jumped that nobody touched, as Chromium counts it: 0.1 is seen by people.
async fn shifts(page: &Page) -> f64 {
    let script = "const done = arguments[0]; let sum = 0;
        new PerformanceObserver((list) => { for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) sum += value })
          .observe({ type: 'layout-shift', buffered: true }); setTimeout(() => done(sum), 50)";
    page.run_until_called(script, vec![]).await.as_f64().unwrap_or(1.0)
}

#[test]
fn a_stranger_finds_the_way() {
    on_files("first minute", async |page| {
        for (first, media) in [(0, Media::DESK), (500, Media::PHONE)] {
            let mut number = first;
            page.driver.show_as(media).await;
            page.go("").await;
            film(&page, &mut number, 4).await;
            // No dialog, a puzzle with rules in words, a cell to write into.
            assert_eq!(page.run("return document.querySelector('dialog[open]')").await, Value::Null);
            assert_eq!(page.focus().await, "cell");
            assert!(page.run("return document.querySelectorAll('#rules li').length").await.as_u64() >= Some(2));
            assert!(shifts(&page).await < 0.1);
            // A wrong digit is red at once, and the line says why.
            page.keys("5").await;
            page.says("twice").await;
            film(&page, &mut number, 2).await;
            page.press(&[Key::Control], "z").await;
            page.says("left").await;
            // A hint, level by level.
            for level in 1..=4 {
                page.keys("h").await;
                page.until(&format!("document.querySelector('#hint h2')?.textContent === 'Hint {level} of 4'")).await;
                film(&page, &mut number, 1).await;
            }
            page.keys(&key(Key::Enter)).await;
            page.until("document.getElementById('hint').hidden").await;
            film(&page, &mut number, 2).await;
            // A friend's link.
            let own = include_str!("../../tests/data/variants/puzzles.jsonl").lines();
            let mut records = own.map(|line| serde_json::from_str::<Value>(line).unwrap());
            let deflation = records.find(|record| record["id"].as_str().unwrap().starts_with(DEFLATION)).unwrap();
            page.open_text(deflation["puzzle"].as_str().unwrap()).await;
            film(&page, &mut number, 2).await;
            assert_eq!(page.run("return document.getElementById('title').textContent").await, "“Deflation”");
            // A cage of one's own.
            page.press(&[Key::Alt], "s").await;
            page.until("document.querySelectorAll('#palette button').length > 5").await;
            page.choose_board("3x3").await;
            page.until("document.querySelectorAll('#set-rules li').length === 0").await;
            film(&page, &mut number, 2).await;
            page.drag(&["r1c1", "r1c2", "r2c2"], 0).await;
            page.keys("/").await;
            page.keys(&format!("killer{}", key(Key::Enter))).await;
            page.until("!document.getElementById('value-form').hidden").await;
            film(&page, &mut number, 1).await;
            page.keys(&format!("15{}", key(Key::Enter))).await;
            page.says("Several solutions · 81 cells open").await;
            film(&page, &mut number, 2).await;
            // All rules are offered again.
            assert!(page.run("return document.querySelectorAll('#palette summary').length").await.as_u64() > Some(5));
            page.click("#share-button").await;
            let wide = "const { scrollWidth, clientWidth } = document.getElementById('share'); return scrollWidth <= clientWidth";
            assert_eq!(page.run(wide).await, json!(true));
            film(&page, &mut number, 1).await;
            page.keys(&key(Key::Escape)).await;
            // Nothing is lost on reload.
            tokio::time::sleep(Duration::from_millis(900)).await;
            page.reload().await;
            page.until("document.querySelectorAll('#board [data-rule]').length > 0").await;
            film(&page, &mut number, 2).await;
        }
        page.driver.show_as(Media::DESK).await;
        page
    });
}
