//! The page in a browser: what is printed, and the board alone.

use satdoku_browser::{PUZZLE, key, link, on_both};
use serde_json::json;
use thirtyfour::Key;

#[test]
fn puzzles_are_printed_with_rules_and_solutions() {
    on_both("paper", async |page| {
        page.file("two.txt", b"3 3\ntitle A cage\nabout Cages add up.\nkiller 15 r1c1 r1c2\n5 3 . . 7 . . . .\n6 . . 1 9 5 . . .\n. 9 8 . . . . 6 .\n8 . . . 6 . . . 3\n4 . . 8 . 3 . . 1\n7 . . . 2 . . . 6\n. 6 . . . . 2 8 .\n. . . 4 1 9 . . 5\n. . . . 8 . . 7 9\n\n3 3\ntitle Plain\n5 3 . . 7 . . . .\n6 . . 1 9 5 . . .\n. 9 8 . . . . 6 .\n8 . . . 6 . . . 3\n4 . . 8 . 3 . . 1\n7 . . . 2 . . . 6\n. 6 . . . . 2 8 .\n. . . 4 1 9 . . 5\n. . . . 8 . . 7 9\n").await;
        page.until("document.getElementById('listed').textContent === 'two.txt, 1 of 2'").await;
        page.run("window.printed = 0; window.print = () => { window.printed += 1 }").await;
        page.click("#share-button").await;
        page.run("[...document.querySelectorAll('#share-list button')].find(({ textContent }) => textContent === 'Print…').click()").await;
        page.run(
            "document.getElementById('print-which').value = 'list'; document.getElementById('print-each').value = '2'",
        )
        .await;
        page.click("#print-solutions").await;
        page.click("#print-form .primary").await;
        page.until("window.printed === 1").await;
        let pages = "return [...document.querySelectorAll('#book figure')].map((one) => [...one.querySelectorAll('h2, p')].map(({ textContent }) => textContent).concat(one.querySelectorAll('img').length, one.className))";
        let expected = json!([
            ["1. A cage", "Cages add up.", 1, ""],
            ["2. Plain", 1, ""],
            ["1. A cage", "No solution is known.", 0, "first"],
            ["2. Plain", 1, ""],
        ]);
        assert_eq!(page.run(pages).await, expected);
        // Nothing of it stays on the page.
        page.run("dispatchEvent(new Event('afterprint'))").await;
        assert_eq!(page.run(pages).await, json!([]));
        page
    });
}

#[test]
fn the_board_stands_alone() {
    on_both("present", async |page| {
        page.go(&link(PUZZLE)).await;
        let seen = "return ['nav', '#entry', '#words', '#board', '#line', '#leave'].map((selector) => document.querySelector(selector).checkVisibility())";
        page.keys("p").await;
        assert_eq!(page.run(seen).await, json!([false, false, false, true, true, true]));
        let share = "return document.getElementById('board').getBoundingClientRect().height / innerHeight";
        assert!(page.run(share).await.as_f64().unwrap_or_default() > 0.85);
        // It is played on as before.
        page.keys("4").await;
        assert_eq!(page.label("r1c3").await, "row 1 column 3, 4");
        page.keys(&key(Key::Escape)).await;
        assert_eq!(page.run(seen).await, json!([true, true, true, true, true, false]));
        page
    });
}
