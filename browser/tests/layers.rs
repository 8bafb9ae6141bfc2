//! The page in a browser: layers over the grid and numbers beside it are set, played, judged and kept as digits are.

use satdoku_browser::{Media, Page, key, on_both, on_page};
use serde_json::{Value, json};
use thirtyfour::Key;

/// A yin-yang of side 4 with a number beside the grid.
const YIN_YANG: &str =
    "2 2\nyinyang shade\nnumber N 1..7\nsum 9 N r1c1\ngiven shade:r1c1 1\n. . . .\n. 3 . .\n. . . .\n2 . . .\n";

/// Waits until a puzzle with layers is on the board.
async fn opened(page: &Page, text: &str) {
    page.open_text(text).await;
    page.until("!document.getElementById('layers').hidden").await;
}

#[test]
fn a_yin_yang_is_set_and_played_by_keyboard_alone() {
    on_both("yin-yang by keys", async |page| {
        page.go("#2x2/................").await;
        page.press(&[Key::Alt], "s").await;
        page.until("document.querySelectorAll('#palette button').length > 5").await;
        page.keys("/").await;
        page.keys(&format!("yinyang{}", key(Key::Enter))).await;
        page.until("!document.getElementById('value-form').hidden").await;
        page.keys(&key(Key::Enter)).await;
        page.until("!document.getElementById('layers').hidden").await;
        page.until("document.activeElement.role === 'gridcell'").await;
        // L writes in the layer; the clue there and that of the grid stay apart.
        page.keys(&format!("l1{}0l4", key(Key::Right))).await;
        assert_eq!(page.label("r1c1").await, "row 1 column 1, empty, shade 1 given");
        assert_eq!(page.label("r1c2").await, "row 1 column 2, 4 given, shade 0 given");
        // A rule of the palette takes the cells of the layer that is chosen.
        page.keys("l").await;
        page.press(&[Key::Control], "a").await;
        page.keys("/").await;
        page.keys(&format!("exactly{}", key(Key::Enter))).await;
        page.until("!document.getElementById('value-form').hidden").await;
        page.keys(&format!("1*8{}", key(Key::Enter))).await;
        page.until("document.querySelectorAll('#set-rules li').length === 2").await;
        let text = page.text().await;
        assert!(text.starts_with("2 2\nyinyang shade\nexactly 1*8 shade:r1c1 shade:r1c2 "), "{text}");
        assert!(
            text.ends_with("\ngiven shade:r1c1 1\ngiven shade:r1c2 0\n. 4 . .\n. . . .\n. . . .\n. . . ."),
            "{text}"
        );
        // Play: a breach of the shading is said, and its marks are lit.
        page.press(&[Key::Alt], "p").await;
        opened(&page, &text.replace("given shade:r1c2 0\n", "").replace("exactly", "c exactly")).await;
        page.press(&[Key::Alt], "p").await;
        page.click("#r1c2").await;
        page.keys(&format!("l1{}1{}1", key(Key::Down), key(Key::Left))).await;
        page.until("document.querySelectorAll('.broken-value').length === 4").await;
        let said = page.message().await;
        assert!(said.contains("shade"), "{said}");
        assert!(page.label("r2c2").await.contains("shade 1 breaks a rule"), "{}", page.label("r2c2").await);
        page.press(&[Key::Control], "z").await;
        page.until("document.querySelectorAll('.broken-value').length === 0").await;
        // A hint of the layer is written into the layer.
        let shades = "return document.querySelectorAll('.shade.own, .dot.own').length";
        let before = page.run(shades).await;
        for _ in 0..4 {
            page.keys("h").await;
            page.until("!document.getElementById('hint').hidden").await;
        }
        page.keys(&key(Key::Enter)).await;
        page.until("document.getElementById('hint').hidden").await;
        assert!(page.run(shades).await.as_u64() >= before.as_u64());
        page
    });
}

#[test]
fn a_yin_yang_is_played_by_touch() {
    on_both("yin-yang by touch", async |page| {
        page.driver.show_as(Media::PHONE).await;
        opened(&page, YIN_YANG).await;
        for selector in
            ["#layers button:nth-child(2)", "#r1c2", "#pad button:nth-child(1)", "#r2c1", "#pad button:nth-child(2)"]
        {
            page.tap(selector).await;
        }
        // A number beside the grid is a cell with its own values.
        for selector in ["#N", "#pad button:nth-child(6)"] {
            page.tap(selector).await;
        }
        page.says("14 left, 13 in shade").await;
        let labels = "return ['r1c2', 'r2c1', 'N'].map((id) => document.getElementById(id).ariaLabel)";
        let expected = json!([
            "row 1 column 2, empty, shade 0",
            "row 2 column 1, empty, shade 1",
            "N, 6, Number N 1..7, Weighted sum 9 N"
        ]);
        assert_eq!(page.run(labels).await, expected);
        assert_eq!(page.run("return document.querySelector('main').scrollTop").await, json!(0));
        tokio::time::sleep(std::time::Duration::from_millis(900)).await;
        page.reload().await;
        assert_eq!(page.run(labels).await, expected);
        page.picture("yin-yang", Media::PHONE).await;
        page
    });
}

/// All cells of a layer, too, must be filled once one of them is.
#[test]
fn a_game_with_layers_is_finished() {
    on_page("layers finished", &[], async |page| {
        opened(&page, YIN_YANG).await;
        page.click("[data-to=study]").await;
        page.click("#tab-solutions").await;
        page.until("document.querySelectorAll('[data-state~=answer]').length === 15").await;
        let read = "return [...document.querySelectorAll('#cells [role=gridcell]')].map((cell) => [cell.id, cell.querySelector('.digit').textContent, cell.querySelector('.shade') ? '1' : '0'])";
        let solution: Vec<[String; 3]> = serde_json::from_value(page.run(read).await).unwrap();
        let number = page.run("return document.getElementById('N').textContent").await;
        page.click("[data-to=play]").await;
        for [cell, digit, shade] in &solution {
            page.click(&format!("#{cell}")).await;
            if !page.label(cell).await.contains(&format!("{digit} given")) {
                page.keys(digit).await;
            }
            if cell != "r1c1" {
                page.keys(&format!("l{shade}l")).await;
            }
        }
        // The number was not begun with: a solver knows that it can be found.
        page.says("Finished in ").await;
        page.click("#N").await;
        page.keys(number.as_str().unwrap_or_default()).await;
        page.says("Finished in ").await;
        let wrong: Value =
            page.run("return document.querySelectorAll('[data-state~=breach], .broken-value').length").await;
        assert_eq!(wrong, json!(0));
        page
    });
}
