//! The page in a browser: where things stand, how large they are, how quick large boards are, whom they keep out.

use satdoku_browser::{Media, PUZZLE, Page, axe, key, link, on_both, on_page, say};
use serde_json::{Value, json};
use thirtyfour::Key;

/// An empty board of the side 25 with cages in its first rows.
fn large() -> String {
    let cage = |k| format!("killer r{0}c{1} r{0}c{2}", 1 + k / 12, 1 + 2 * (k % 12), 2 + 2 * (k % 12));
    let cages = (1..=60).map(cage).collect::<Vec<_>>().join("\n");
    format!("5 5\n{cages}\n{}", vec![vec!["."; 25].join(" "); 25].join("\n"))
}

/// An empty board with clues on all four sides, or with layers and numbers.
fn with_margins(rules: &str) -> String {
    format!("3 3\n{rules}\n{}", vec![["."; 9].join(" "); 9].join("\n"))
}

/// What axe finds on the page as it is.
async fn violations(page: &Page, axe: &str, state: &str) {
    page.run(axe).await;
    let script = "axe.run().then(({ violations }) => arguments[0](violations.map(({ id, nodes }) =>
                  `${id}: ${nodes.map(({ html, failureSummary }) => html + ' ' + failureSummary).slice(0, 3).join(' | ')}`)))";
    let found: Value = page.run_until_called(script, vec![]).await;
    assert_eq!(found, json!([]), "{state}");
    assert_ne!(page.focus().await, "body", "{state}: nothing has the focus");
}

const SIZES: [(u32, u32); 9] =
    [(3840, 2160), (1920, 1080), (1440, 900), (1024, 768), (768, 1024), (844, 390), (485, 800), (390, 844), (320, 568)];

/// Nothing slides sideways, and no text that is seen is smaller than 9 pixels.
#[test]
fn everything_has_its_place_at_every_size() {
    on_both("sizes", async |page| {
        let margins = with_margins(
            "sandwich 12 row 3\nxsum 20 row 3 left\nskyscraper 4 column 2 top\nskyscraper 3 column 2 bottom",
        );
        let layers = with_margins("yinyang shade\nnumber N 1..45\nnumber M 1..45\ndoublers flag value");
        for text in [PUZZLE.to_owned(), large(), margins, layers, String::from("samurai")] {
            page.go("").await;
            if text == "samurai" {
                page.click("[data-to=set]").await;
                page.choose_board("samurai").await;
                page.until("document.querySelectorAll('[role=gridcell]').length === 369").await;
                page.click("[data-to=play]").await;
            } else {
                page.open_text(&text).await;
            }
            page.click("#fill").await;
            for (width, height) in SIZES {
                page.driver.show_as(Media { width, height, ..Media::DESK }).await;
                tokio::time::sleep(std::time::Duration::from_millis(60)).await;
                let widths =
                    "const { scrollWidth, clientWidth } = document.documentElement; return scrollWidth <= clientWidth";
                assert_eq!(page.run(widths).await, json!(true), "{width}×{height}");
                let small = "const seen = (node) => node.checkVisibility() && node.getClientRects().length;
                    const texts = [...document.querySelectorAll('body *')].filter((node) => !node.closest('svg, .tiny') && seen(node)
                      && [...node.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim()));
                    return texts.filter((node) => parseFloat(getComputedStyle(node).fontSize) < 9).map(({ outerHTML }) => outerHTML.slice(0, 80)).slice(0, 3)";
                assert_eq!(page.run(small).await, json!([]), "{width}×{height}");
                if width >= 1200 && height >= 700 {
                    let tall = "return document.getElementById('board').getBoundingClientRect().height / innerHeight";
                    let share = page.run(tall).await.as_f64().unwrap_or_default();
                    assert!(share >= 0.6, "{width}×{height}: {share}");
                }
            }
        }
        page
    });
}

/// On a telephone the message was below the fold.
#[test]
fn a_telephone_shows_board_line_and_digits_together() {
    on_both("telephone", async |page| {
        for (name, media) in [("phone", Media::PHONE), ("landscape", Media::LANDSCAPE)] {
            page.driver.show_as(media).await;
            page.go(&link(PUZZLE)).await;
            let boxes = "return arguments[0].map((selector) => { const { top, bottom, left, right } =
                         document.querySelector(selector).getBoundingClientRect(); return [top, bottom, left, right] })";
            let selectors = json!(["#line", "#board", "#tools", "#pad"]);
            let boxes: Vec<[f64; 4]> = serde_json::from_value(page.run_with(boxes, vec![selectors]).await).unwrap();
            for [top, bottom, left, right] in &boxes {
                assert!(*top >= 0.0 && *bottom <= f64::from(media.height), "{name}: {boxes:?}");
                assert!(*left >= 0.0 && *right <= f64::from(media.width), "{name}: {boxes:?}");
            }
            page.picture(name, media).await;
        }
        page
    });
}

/// A digit is drawn before the next frame, whatever the engine does.
#[test]
fn large_boards_are_quick() {
    on_both("quick", async |page| {
        page.open_text(&large()).await;
        page.click("#fill").await;
        let times = "const done = arguments[0]; const times = [];
            const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
            for (let k = 0; k < 60; k += 1) { const start = performance.now(); press(k % 2 ? 'ArrowRight' : 'ArrowDown');
              document.getElementById('board').getBoundingClientRect(); times.push(performance.now() - start); }
            times.sort((a, b) => a - b); done([times[30], times[57]])";
        let times: [f64; 2] = serde_json::from_value(page.run_until_called(times, vec![]).await).unwrap();
        say(&format!("an arrow on 25×25 with candidates: {:.1} ms median, {:.1} ms at the 95 %", times[0], times[1]));
        assert!(times[0] < 50.0, "{times:?}");
        page
    });
}

/// A samurai with sixty cages.
fn samurai() -> String {
    let cage = |k| format!("killer r{0}c{1} r{0}c{2}", 1 + k / 4, 1 + 2 * (k % 4), 2 + 2 * (k % 4));
    let cages = (0..36).chain(48..72).map(cage).collect::<Vec<_>>().join("\n");
    let row = |row: usize| {
        let is_cell = |column: usize| match row {
            0..=5 | 15..=20 => !(9..12).contains(&column),
            6..=8 | 12..=14 => true,
            _ => (6..15).contains(&column),
        };
        (0..21).map(|column| if is_cell(column) { "." } else { "-" }).collect::<Vec<_>>().join(" ")
    };
    let squares = ["r1c1", "r1c13", "r7c7", "r13c1", "r13c13"].map(|corner| format!("grid 3x3 at {corner}")).join("\n");
    format!("{squares}\n{cages}\n{}", (0..21).map(row).collect::<Vec<_>>().join("\n"))
}

/// The work of each frame while the mouse is dragged over cells: the page's own, styles, layout and paint, in milliseconds in order.
async fn frames_of_a_drag(page: &Page, cells: &[String]) -> Vec<f64> {
    let watch = "window.frames_ = []; let handled = 0; let start = 0; let isAsked = false;
        window.addEventListener('pointermove', () => { start = performance.now();
          if (!isAsked) { isAsked = true; requestAnimationFrame(() => { const begun = performance.now(); const own = handled; handled = 0; isAsked = false;
            const channel = new MessageChannel(); channel.port1.onmessage = () => window.frames_.push(own + performance.now() - begun); channel.port2.postMessage(0) }) } }, true);
        window.addEventListener('pointermove', () => { handled += performance.now() - start })";
    page.run(watch).await;
    let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
    page.drag(&cells, 0).await;
    let mut frames: Vec<f64> = serde_json::from_value(page.run("return window.frames_").await).unwrap();
    frames.sort_unstable_by(f64::total_cmp);
    frames
}

/// A drag selects cell by cell without a frame that is late.
#[test]
fn a_drag_over_large_boards_is_quick() {
    on_both("dragging", async |page| {
        let zigzag = |rows: std::ops::RangeInclusive<usize>, columns: usize| {
            let row = |row| (1..=columns).map(move |k| (row, if row % 2 == 1 { k } else { columns + 1 - k }));
            rows.flat_map(row).map(|(row, column)| format!("r{row}c{column}")).collect::<Vec<_>>()
        };
        for (what, text, cells) in [("25×25", large(), zigzag(3..=10, 25)), ("a samurai", samurai(), zigzag(1..=9, 9))]
        {
            page.go("").await;
            page.open_text(&text).await;
            page.click("#fill").await;
            page.until("document.querySelectorAll('#cells .centre, #cells .candidates').length > 100").await;
            let frames = frames_of_a_drag(&page, &cells).await;
            assert_eq!(page.selected().await.as_array().map(Vec::len), Some(cells.len()), "{what}");
            let at = |share: usize| frames[(frames.len() - 1) * share / 100];
            say(&format!(
                "{} frames over {what} with candidates: {:.1} ms median, {:.1} ms at 95 %",
                frames.len(),
                at(50),
                at(95)
            ));
            assert!(frames.len() > 20 && at(50) < 50.0, "{frames:?}");
        }
        page
    });
}

/// The first key finds a cell as soon as there is one, and its digit stands at once: no answer is waited for.
#[test]
fn a_digit_stands_when_it_is_typed() {
    on_both("first digit", async |page| {
        let press = "const look = () => { const cell = document.activeElement; if (cell?.role !== 'gridcell') return setTimeout(look, 1);
            const at = performance.now(); cell.dispatchEvent(new KeyboardEvent('keydown', { key: '5', code: 'Digit5', bubbles: true, cancelable: true }));
            window.first = { at, took: performance.now() - at, digit: cell.textContent } }; setTimeout(look, 1)";
        page.driver.tell("Page.addScriptToEvaluateOnNewDocument", json!({ "source": press })).await;
        page.go("").await;
        page.until("window.first").await;
        let first = page.run("return window.first").await;
        let [at, took] = ["at", "took"].map(|time| first[time].as_f64().unwrap_or(f64::MAX));
        say(&format!("a digit typed {at:.0} ms after the address stands {took:.1} ms later"));
        assert_eq!(first["digit"], "5");
        assert!(took < 100.0, "{first}");
        page
    });
}

/// What is loaded before the page can be used, and nothing from elsewhere.
#[test]
fn the_page_is_small() {
    on_page("small", &[], async |page| {
        let sizes = "const all = performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'));
            return [all.filter(({ name }) => !name.includes('/api/')).reduce((sum, { transferSize }) => sum + transferSize, 0), all.length,
                    all.filter(({ name }) => !name.startsWith(location.origin)).length]";
        let sizes: [u64; 3] = serde_json::from_value(page.run(sizes).await).unwrap();
        let paint = "return performance.getEntriesByType('paint').find(({ name }) => name === 'first-contentful-paint')?.startTime";
        let paint = page.run(paint).await.as_f64().unwrap_or_default();
        say(&format!("the page: {} bytes, {} requests, painted after {paint:.0} ms", sizes[0], sizes[1]));
        assert!(sizes[0] < 150_000 && sizes[2] == 0, "{sizes:?}");
        // Page, style, script, and the server's answers about itself and the digits.
        assert!(sizes[1] <= 6, "{sizes:?}");
        page
    });
}

#[test]
fn nothing_keeps_anybody_out() {
    let Some(axe) = axe() else { return say("skipped: accessibility scan: AXE names no axe-core") };
    on_both("axe", async |page| {
        for (is_dark, is_forced) in [(false, false), (true, false), (false, true)] {
            page.driver.show_as(Media { is_dark, is_forced, ..Media::DESK }).await;
            page.go("").await;
            violations(&page, &axe, "first").await;
            page.keys("5").await;
            page.says("twice").await;
            violations(&page, &axe, "breach").await;
            page.keys("h").await;
            page.click("#r1c1").await;
            page.keys(&key(Key::Delete)).await;
            page.says("left").await;
            page.keys("hhhh").await;
            page.until("!document.getElementById('hint').hidden").await;
            violations(&page, &axe, "hint").await;
            page.keys("p").await;
            violations(&page, &axe, "board alone").await;
            page.keys("p").await;
            page.click("[data-to=set]").await;
            page.until("document.querySelectorAll('#palette button').length > 5").await;
            violations(&page, &axe, "set").await;
            page.click("[data-to=study]").await;
            page.until("document.querySelectorAll('#path li').length > 5").await;
            violations(&page, &axe, "study").await;
            for button in ["#new-button", "#open-button", "#share-button", "#keys-button"] {
                page.click(button).await;
                violations(&page, &axe, button).await;
                page.keys(&key(Key::Escape)).await;
            }
            page.open_text(&with_margins("yinyang shade\nnumber N 1..45\ngiven shade:r1c1 1")).await;
            page.click("#r1c2").await;
            page.keys("l1").await;
            page.until("document.querySelectorAll('.shade').length === 2").await;
            violations(&page, &axe, "layers").await;
        }
        page.driver.show_as(Media::PHONE).await;
        page.go("").await;
        page.click("#rules-count").await;
        violations(&page, &axe, "phone").await;
        page
    });
}
