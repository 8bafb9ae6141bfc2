//! The page in a browser: playing.

use satdoku_browser::{EMPTY, Media, PUZZLE, Page, SOLUTION, key, link, on_both, on_page};
use serde_json::{Value, json};
use thirtyfour::Key;

/// A text with its characters at these places exchanged.
fn with(digits: &str, changes: &[(usize, char)]) -> String {
    let mut digits: Vec<char> = digits.chars().collect();
    for &(at, digit) in changes {
        digits[at] = digit;
    }
    digits.into_iter().collect()
}

async fn undo(page: &Page) {
    page.press(&[Key::Control], "z").await;
}

#[test]
fn digits_marks_and_colours_by_keyboard() {
    on_page("keyboard", &[], async |page| {
        page.go(&link(PUZZLE)).await;
        page.says("51 left").await;
        // A digit that stands in the row already is red, and the line says why.
        page.keys("5").await;
        page.says("5 twice").await;
        assert_eq!(page.digits("breach").await.matches('5').count(), 2);
        // The same key takes it back.
        page.keys("5").await;
        page.says("51 left").await;
        page.press(&[Key::Shift], "1").await;
        page.press(&[Key::Shift], "2").await;
        page.press(&[Key::Control], "4").await;
        assert_eq!(page.label("r1c3").await, "row 1 column 3, empty, corner 1 2, centre 4");
        page.press(&[Key::Alt], "3").await;
        assert!(page.label("r1c3").await.ends_with("colour 3"));
        // Space goes through the tools and erases nothing.
        page.keys(" ").await;
        page.keys("1").await;
        assert_eq!(page.label("r1c3").await, "row 1 column 3, empty, corner 2, centre 4, colour 3");
        page.keys("z4").await;
        assert_eq!(page.label("r1c3").await, "row 1 column 3, 4, colour 3");
        // What lies on top goes first.
        for left in ["empty, corner 2, centre 4, colour 3", "empty, colour 3", "empty"] {
            page.keys(&key(Key::Delete)).await;
            assert_eq!(page.label("r1c3").await, format!("row 1 column 3, {left}"));
        }
        for _ in 0..11 {
            undo(&page).await;
        }
        page.until("!document.querySelector('[data-state~=breach]')").await;
        assert_eq!(page.label("r1c3").await, "row 1 column 3, empty");
        assert_eq!(page.digits("own").await, EMPTY);
        page
    });
}

#[test]
fn cells_are_selected_by_mouse() {
    on_page("selection", &[], async |page| {
        page.go(&link(PUZZLE)).await;
        page.drag(&["r1c3", "r1c4", "r2c4"], 0).await;
        assert_eq!(page.selected().await, json!(["r1c3", "r1c4", "r2c4"]));
        page.drag(&["r5c5"], 2).await;
        assert_eq!(page.selected().await, json!(["r1c3", "r1c4", "r2c4", "r5c5"]));
        page.drag(&["r1c4"], 2).await;
        assert_eq!(page.selected().await, json!(["r1c3", "r2c4", "r5c5"]));
        // A digit goes into all of them that have no clue, as one step.
        page.keys("2").await;
        assert_eq!(page.digits("own").await, with(EMPTY, &[(2, '2'), (40, '2')]));
        undo(&page).await;
        assert_eq!(page.digits("own").await, EMPTY);
        // A double click takes all cells with the digit.
        for _ in 0..2 {
            page.drag(&["r1c1"], 0).await;
        }
        assert_eq!(page.selected().await, json!(["r1c1", "r2c6", "r8c9"]));
        page.keys(&key(Key::Escape)).await;
        assert_eq!(page.selected().await.as_array().map(Vec::len), Some(1));
        page.press(&[Key::Control], "a").await;
        assert_eq!(page.selected().await.as_array().map(Vec::len), Some(81));
        page
    });
}

/// A drag on the board scrolled the page by 313 pixels.
#[test]
fn a_finger_selects_and_the_page_stays() {
    on_page("touch", &[], async |page| {
        page.driver.show_as(Media::PHONE).await;
        page.go(&link(PUZZLE)).await;
        page.swipe(&["r9c5", "r8c5", "r7c5", "r6c5", "r5c5"]).await;
        assert_eq!(page.selected().await.as_array().map(Vec::len), Some(5));
        page.swipe(&["r1c3"]).await;
        page.click("#tools [data-tool=centre]").await;
        page.click("#pad button:nth-child(4)").await;
        assert_eq!(page.label("r1c3").await, "row 1 column 3, empty, centre 4");
        let scrolled = "return [scrollY, document.querySelector('main').scrollTop]";
        assert_eq!(page.run(scrolled).await, json!([0, 0]));
        let small = "return [...document.querySelectorAll('#tools button, #pad button')].filter((one) => one.getBoundingClientRect().height < 40).length";
        assert_eq!(page.run(small).await, json!(0));
        page
    });
}

/// Hints go on to the end; a level shows no less than the one before, and nothing that is written is wrong.
#[test]
fn hints_lead_to_the_end() {
    on_both("hints", async |page| {
        page.go(&link(PUZZLE)).await;
        let lit = "return [document.querySelectorAll('#cells [data-lit]').length, document.querySelectorAll('#figure > *').length]";
        let mut shown = Vec::new();
        for level in 1..=4 {
            page.keys("h").await;
            page.until(&format!("document.querySelector('#hint h2')?.textContent === 'Hint {level} of 4'")).await;
            let now: [usize; 2] = serde_json::from_value(page.run(lit).await).unwrap();
            shown.push(now);
            assert_eq!(page.digits("own").await, EMPTY);
        }
        assert_eq!(shown[0], [0, 0]);
        assert!(shown[1][0] == 9 && shown[1][1] == 0 && shown[2][1] == 1 && shown[3][1] >= 2, "{shown:?}");
        page.picture("hint", Media::DESK).await;
        page.keys(&key(Key::Enter)).await;
        for left in (0..50).rev() {
            page.keys("h").await;
            page.until("!document.getElementById('hint').hidden").await;
            page.keys(&key(Key::Enter).repeat(2)).await;
            let own = page.digits("own").await;
            assert!(own.chars().zip(SOLUTION.chars()).all(|(own, right)| own == '.' || own == right), "{own}");
            assert_eq!(own.chars().zip(PUZZLE.chars()).filter(|&(own, clue)| own == '.' && clue == '.').count(), left);
        }
        let said = page.says("Finished in ").await;
        assert!(said.ends_with("51 hints."), "{said}");
        page
    });
}

/// Hints alone finish a puzzle with rules, on either engine.
#[test]
fn hints_finish_a_puzzle_with_rules() {
    on_both("hints with rules", async |page| {
        page.go("").await;
        for _ in 0..100 {
            page.keys("h").await;
            page.until("!document.getElementById('hint').hidden").await;
            page.keys(&key(Key::Enter).repeat(2)).await;
            page.until("document.getElementById('hint').hidden").await;
            if page.run("return document.querySelectorAll('#cells .digit').length").await == 81 {
                break;
            }
        }
        page.says("Finished in ").await;
        assert_eq!(page.digits("breach").await, EMPTY);
        page
    });
}

/// A digit that is erased after the finish makes the game go on: there are hints again.
#[test]
fn a_finish_is_taken_back() {
    on_page("unfinished", &[], async |page| {
        page.go(&format!("#3x3/.{}", &SOLUTION[1..])).await;
        page.click("#r1c1").await;
        page.keys(&SOLUTION[..1]).await;
        page.says("Finished in ").await;
        page.keys(&key(Key::Delete)).await;
        page.says("1 left").await;
        page.keys("h").await;
        page.until("!document.getElementById('hint').hidden").await;
        page
    });
}

/// “Close” makes no puzzle and reads no text.
#[test]
fn dialogs_close_without_an_answer() {
    on_page("close", &[], async |page| {
        page.go(&link(PUZZLE)).await;
        for name in ["new", "open"] {
            page.click(&format!("#{name}-button")).await;
            page.click(&format!("#{name} [data-close]")).await;
            page.until(&format!("!document.getElementById('{name}').open")).await;
        }
        assert_eq!(page.message().await, "51 left");
        assert_eq!(page.digits("clue").await, PUZZLE);
        page
    });
}

#[test]
fn why_not_this_digit() {
    on_both("why", async |page| {
        page.go(&link(PUZZLE)).await;
        page.click("#r1c3").await;
        page.keys("w").await;
        page.says("Why not which digit in r1c3").await;
        page.keys("5").await;
        let said = page.says("r1c3=5").await;
        assert!(said.contains("ruled out"), "{said}");
        assert_eq!(page.digits("own").await, EMPTY);
        page
    });
}

#[test]
fn check_says_whether_it_is_right() {
    on_both("check", async |page| {
        page.go(&link(PUZZLE)).await;
        page.click("#check").await;
        page.says("no digit of yours").await;
        page.click("#r1c3").await;
        page.keys("4").await;
        page.click("#check").await;
        page.says("Right so far: 50 left.").await;
        // 1 breaks no rule at once, and is in no solution.
        page.keys("1").await;
        page.click("#check").await;
        page.says("Something is wrong").await;
        page.click("#offers button").await;
        page.says("is wrong.").await;
        assert_eq!(page.run("return document.getElementById('r1c3').hasAttribute('data-lit')").await, json!(true));
        page
    });
}

#[test]
fn candidates_are_filled_from_the_units() {
    on_page("fill", &[], async |page| {
        page.go(&link(PUZZLE)).await;
        page.click("#fill").await;
        assert_eq!(page.label("r1c3").await, "row 1 column 3, empty, centre 1 2 4");
        undo(&page).await;
        assert_eq!(page.label("r1c3").await, "row 1 column 3, empty");
        page
    });
}

/// After 450 quick changes a reload gave what the address had been allowed to say: 2 of them.
#[test]
fn a_reload_loses_nothing() {
    on_both("reload", async |page| {
        page.go(&link(PUZZLE)).await;
        let all = "return [...document.querySelectorAll('[role=gridcell]')].map((cell) => cell.ariaLabel)";
        let bare = |labels: &Value| labels.to_string().replace(", breaks a rule", "");
        let start = page.run(all).await;
        let quick = "let seed = arguments[0]; const random = (most) => (seed = (seed * 16807) % 2147483647) % most;
                     for (let k = 0; k < 50; k += 1) {
                       const digit = String(1 + random(9)); const code = `Digit${digit}`;
                       const of = [{ key: 'ArrowRight' }, { key: 'ArrowDown' }, { key: 'ArrowUp', shiftKey: true }, { key: digit, code }, { key: '!', code, shiftKey: true },
                         { key: digit, code, ctrlKey: true }, { key: digit, code, altKey: true }, { key: 'Delete' }, { key: 'x' }, { key: 'z' }, { key: 'n' }, { key: 'y', ctrlKey: true }, { key: 'z', ctrlKey: true },
                         { key: 's', altKey: true }, { key: 'p', altKey: true }, { key: 't', altKey: true }];
                       document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...of[random(of.length)] }));
                     }";
        let many = "for (let k = 0; k < 1000; k += 1) document.body.dispatchEvent(new KeyboardEvent('keydown', { key: arguments[0], ctrlKey: true, bubbles: true }))";
        // A thousand actions in all modes.
        for seed in 1..=20 {
            page.run_with(quick, vec![json!(seed)]).await;
            page.press(&[Key::Alt], "p").await;
            page.run("document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))").await;
            page.says("").await;
            let before = page.run(all).await;
            page.reload().await;
            page.until("document.querySelectorAll('[role=gridcell]').length === 81").await;
            assert_eq!(bare(&page.run(all).await), bare(&before), "seed {seed}");
        }
        let end = page.run(all).await;
        page.run_with(many, vec![json!("z")]).await;
        assert_eq!(bare(&page.run(all).await), bare(&start));
        page.run_with(many, vec![json!("y")]).await;
        assert_eq!(bare(&page.run(all).await), bare(&end));
        page
    });
}

#[test]
fn a_forbidden_store_is_said_and_survived() {
    on_both("store", async |page| {
        page.go(&link(PUZZLE)).await;
        // What the load had to store is stored by then.
        tokio::time::sleep(std::time::Duration::from_millis(900)).await;
        page.run("Storage.prototype.setItem = () => { throw new Error('QuotaExceededError') }").await;
        page.click("#r1c3").await;
        page.keys("4").await;
        page.says("The browser stores nothing here").await;
        page.keys(&key(Key::Right)).await;
        page.keys("6").await;
        assert_eq!(page.digits("own").await, with(EMPTY, &[(2, '4'), (3, '6')]));
        page
    });
}

#[test]
fn the_store_of_the_page_before_is_read() {
    on_page("old store", &[], async |page| {
        let state = json!({ "board": "3x3", "clues": PUZZLE, "own": with(EMPTY, &[(2, '4')]), "notes": { "3": [2, 6] }, "mode": "solve" });
        let saved = json!({ "address": link(PUZZLE), "chosen": {}, "state": state, "past": [], "future": [] });
        page.driver.window.goto(&format!("{}icon.svg", page.address)).await.unwrap();
        page.run("sessionStorage.clear(); localStorage.clear()").await;
        page.run_with("localStorage.setItem('satdoku', arguments[0])", vec![json!(saved.to_string())]).await;
        page.driver.window.goto(&page.address).await.unwrap();
        page.until("document.documentElement.dataset.ready === 'yes'").await;
        assert_eq!(
            (page.digits("clue").await, page.digits("own").await),
            (PUZZLE.to_owned(), with(EMPTY, &[(2, '4')]))
        );
        assert_eq!(page.label("r1c4").await, "row 1 column 4, empty, centre 2 6");
        // The browser asks for a picture of the site where a picture alone is shown.
        page.driver.complaints().await;
        page
    });
}

/// A remembered choice showed the solution of the next puzzle.
#[test]
fn nothing_on_the_page_tells_the_solution() {
    on_both("spoilers", async |page| {
        page.go(&link(PUZZLE)).await;
        page.click("[data-to=study]").await;
        page.click("#tab-solutions").await;
        page.until("document.querySelectorAll('[data-state~=answer]').length === 51").await;
        page.click("#tab-candidates").await;
        page.click("#study-panel button").await;
        page.until("document.querySelectorAll('.candidates').length === 51").await;
        tokio::time::sleep(std::time::Duration::from_millis(900)).await;
        let spoiled = "return [document.querySelectorAll('[data-state~=answer], .candidates').length,
                       [...document.querySelectorAll('[role=gridcell]')].filter((one) => one.textContent).length]";
        page.click("[data-to=play]").await;
        assert_eq!(page.run(spoiled).await, json!([0, 30]));
        page.reload().await;
        assert_eq!(page.run(spoiled).await, json!([0, 30]));
        page
    });
}

/// "Failed to fetch" told nobody what to do.
#[test]
fn a_server_that_is_gone() {
    on_page("gone", &[], async |mut page| {
        page.go(&link(PUZZLE)).await;
        page.stop_server();
        page.keys("h").await;
        page.says("The server does not answer. Start it again; the puzzle is still here.").await;
        page.click("#r1c3").await;
        page.keys("4").await;
        assert_eq!(page.digits("own").await, with(EMPTY, &[(2, '4')]));
        tokio::time::sleep(std::time::Duration::from_millis(900)).await;
        page.driver.complaints().await;
        page
    });
}
