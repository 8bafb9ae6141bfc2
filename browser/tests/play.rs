//! The page in a browser: solving a puzzle oneself, the way back, the focus, what a reload keeps.

use std::time::Duration;

use satdoku_browser::{EMPTY, Media, PUZZLE, Page, SOLUTION, key, link, on_page};
use serde_json::json;
use thirtyfour::Key;

/// The puzzle's digits with some cells changed.
fn with(digits: &str, changes: &[(usize, char)]) -> String {
    let mut cells: Vec<char> = digits.chars().collect();
    for &(cell, digit) in changes {
        cells[cell] = digit;
    }
    cells.into_iter().collect()
}

fn cell(number: usize) -> String {
    format!("[data-cell='{number}']")
}

async fn undo(page: &Page) {
    page.keys(&(key(Key::Control) + "z")).await;
    page.keys(&key(Key::Null)).await;
}

/// Clues could be overwritten by typing after a puzzle was loaded, and own digits were clues.
#[test]
fn a_puzzle_is_solved_by_hand() {
    on_page("by hand", &[], async |page| {
        page.go(&link(PUZZLE)).await;
        // A clue stays what it is.
        page.keys("9").await;
        assert_eq!(page.message().await, "r1c1 is a clue. Choose “Set” to change clues.");
        page.keys(&key(Key::Backspace)).await;
        assert_eq!(page.digits("clue").await, PUZZLE);
        // Notes by Shift or by the button, an own digit in their place, undone again.
        page.click(&cell(2)).await;
        let shifted = "document.activeElement.dispatchEvent(new KeyboardEvent('keydown',
                       { key: '!', code: 'Digit1', shiftKey: true, bubbles: true }))";
        page.run(shifted).await;
        page.click("#notes").await;
        page.click("#pad [data-digit='4']").await;
        page.click("#notes").await;
        let label = "return document.querySelector('[data-cell=\"2\"]').ariaLabel";
        assert_eq!(page.run(label).await, "row 1, column 3, empty, notes 1 4");
        page.picture("notes", Media::DESK).await;
        page.keys("4").await;
        assert_eq!(page.run(label).await, "row 1, column 3, own 4");
        assert_eq!(page.message().await, "30 clues, 50 cells left.");
        // Answers leave own digits and clues alone; undo takes the answers and nothing else.
        page.click("#solve").await;
        page.answer().await;
        assert_eq!(
            (page.digits("clue").await, page.digits("own").await),
            (PUZZLE.to_owned(), with(EMPTY, &[(2, '4')]))
        );
        undo(&page).await;
        assert_eq!((page.digits("answer").await.as_str(), page.digits("own").await), (EMPTY, with(EMPTY, &[(2, '4')])));
        undo(&page).await;
        assert_eq!(page.run(label).await, "row 1, column 3, empty, notes 1 4");
        // Check says what is wrong, and marks it.
        page.keys("4").await;
        page.click("#check").await;
        assert_eq!(page.answer().await, "No mistake so far; 50 cells left.");
        page.click(&cell(3)).await;
        page.keys("2").await;
        page.click("#check").await;
        assert_eq!(page.answer().await, "1 digit is wrong.");
        assert_eq!(page.digits("mistake").await, with(EMPTY, &[(3, '2')]));
        page.picture("mistake", Media::DESK).await;
        // The last digit finishes it.
        for (number, (clue, digit)) in PUZZLE.chars().zip(SOLUTION.chars()).enumerate() {
            if clue == '.' {
                page.run(&format!("document.querySelector(`{}`).focus()", cell(number))).await;
                page.keys(&digit.to_string()).await;
            }
        }
        assert_eq!(page.message().await, "Finished: each digit is once in each row, column and box.");
        page.click("#restart").await;
        assert_eq!((page.digits("clue").await.as_str(), page.digits("own").await.as_str()), (PUZZLE, EMPTY));
        // The last unit is said as the board has it.
        page.go("#regions:1122112233443344/1234341221434321").await;
        assert_eq!(page.message().await, "Finished: each digit is once in each row, column and region.");
        page
    });
}

/// Space wiped the digit of the cell that the hand rested on.
#[test]
fn space_turns_notes_on_and_off() {
    on_page("space", &[], async |page| {
        page.go(&link(PUZZLE)).await;
        page.click(&cell(2)).await;
        page.keys("4 1 ").await;
        page.click(&cell(3)).await;
        page.keys(" 26 ").await;
        let label = async |number: usize| {
            page.run(&format!("return document.querySelector(`{}`).ariaLabel", cell(number))).await
        };
        assert_eq!(label(2).await, "row 1, column 3, own 4");
        assert_eq!(label(3).await, "row 1, column 4, empty, notes 2 6");
        page
    });
}

/// What leads to a solution was shown of the next puzzle as well.
#[test]
fn true_candidates_are_of_one_puzzle_and_basic_ones_are_remembered() {
    on_page("candidates", &[], async |page| {
        page.go(&link(PUZZLE)).await;
        let chosen = "return document.getElementById('candidates').value";
        for (value, kept) in [("true", ""), ("counts", ""), ("rules", "rules")] {
            page.choose("candidates", value).await;
            page.until("document.getElementById('candidates').value !== '' && !document.body.matches('.busy')").await;
            // Longer than the pause before it is stored.
            tokio::time::sleep(Duration::from_millis(800)).await;
            page.reload().await;
            assert_eq!(page.run(chosen).await, kept, "{value}");
        }
        page
    });
}

/// It was replaced by the puzzle that was there before, in the address as well.
#[test]
fn a_broken_link_stays_in_the_address_over_an_empty_board() {
    on_page("broken link", &[], async |page| {
        page.go(&link(PUZZLE)).await;
        page.run("location.hash = '#3x3/12'").await;
        for _ in 0..2 {
            page.until("document.getElementById('message').textContent.startsWith('The link cannot be read')").await;
            assert_eq!(page.message().await, "The link cannot be read: expected 81 cells, found 2.");
            assert_eq!(page.digits("clue").await, EMPTY);
            tokio::time::sleep(Duration::from_millis(900)).await;
            assert_eq!(page.run("return location.hash").await, "#3x3/12");
            page.reload().await;
        }
        page.click("#offer").await;
        assert_eq!(page.run("return document.getElementById('source').value").await, "#3x3/12");
        page.run(&format!("document.getElementById('source').value = '#3x3/{PUZZLE}'")).await;
        page.click("#text-form .primary").await;
        page.until("!document.getElementById('text-dialog').open").await;
        assert_eq!(page.digits("clue").await, PUZZLE);
        page
    });
}

/// Undo after *Solve* took the last clue away, and the right digit wiped the other answers.
#[test]
fn undo_after_solve_takes_the_answers_and_nothing_else() {
    on_page("undo", &[], async |page| {
        for digit in ["5", "3", "4"] {
            page.keys(&format!("{digit}{}", key(Key::Right))).await;
        }
        page.click("#solve").await;
        let said = page.answer().await;
        assert!(said.starts_with("Several solutions. Solved in "), "{said}");
        let answers = page.digits("answer").await;
        // The right digit changes no answer; another one takes them away.
        page.keys(&answers[3..4]).await;
        let clues = with(EMPTY, &[(0, '5'), (1, '3'), (2, '4'), (3, answers.chars().nth(3).unwrap())]);
        assert_eq!((page.digits("clue").await, page.digits("answer").await), (clues, with(&answers, &[(3, '.')])));
        undo(&page).await;
        assert_eq!(page.digits("answer").await, answers);
        undo(&page).await;
        let typed = with(EMPTY, &[(0, '5'), (1, '3'), (2, '4')]);
        assert_eq!((page.digits("clue").await.as_str(), page.digits("answer").await.as_str()), (&*typed, EMPTY));
        undo(&page).await;
        assert_eq!(page.digits("clue").await, with(EMPTY, &[(0, '5'), (1, '3')]));
        page
    });
}

/// The board ignored digits until it was clicked, and again after each button.
#[test]
fn the_board_takes_digits_at_once() {
    on_page("at once", &[], async |page| {
        page.keys("5").await;
        page.click("#solve").await;
        page.answer().await;
        page.keys(&key(Key::Right)).await;
        page.keys("3").await;
        page.run("document.activeElement.blur()").await;
        assert_eq!(page.focus().await, "body");
        page.keys(&key(Key::Right)).await;
        page.run("document.activeElement.blur()").await;
        page.keys("4").await;
        assert_eq!(page.digits("clue").await, with(EMPTY, &[(0, '5'), (1, '3'), (2, '4')]));
        page.click("label:has(#mode-set)").await;
        page.run(
            "const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
             press('6'); press('Backspace'); press('4')",
        )
        .await;
        // A field keeps its digits.
        page.run("document.getElementById('generate-card').open = true").await;
        page.find("#clues").await.send_keys("30").await.unwrap();
        assert_eq!(page.digits("clue").await, with(EMPTY, &[(0, '5'), (1, '3'), (2, '4')]));
        page
    });
}

/// Enter in the dialog of the board closed it and took nothing.
#[test]
fn enter_takes_what_was_entered() {
    on_page("enter", &[], async |page| {
        let custom = "const chooser = document.getElementById('shape'); chooser.value = 'custom';
                      chooser.dispatchEvent(new Event('change', { bubbles: true }))";
        page.keys("5").await;
        page.run(custom).await;
        page.keys(&format!("3x4{}", key(Key::Enter))).await;
        assert_eq!(page.run("return document.querySelectorAll('[role=gridcell]').length").await, json!(144));
        assert_eq!(page.message().await, "New 12×12 board.");
        // What was there can be had back.
        page.click("#offer").await;
        assert_eq!(page.digits("clue").await, with(EMPTY, &[(0, '5')]));
        page.run(custom).await;
        page.keys(&format!("3x400{}", key(Key::Enter))).await;
        let said = page.run("return document.getElementById('board-message').textContent").await;
        assert_eq!(said, "the page shows boards up to 64×64; this one is 1200×1200. Use \"satdoku solve FILE\"");
        page.keys(&key(Key::Escape)).await;
        assert_eq!(page.digits("clue").await, with(EMPTY, &[(0, '5')]));
        // Random holes need a number: the field asks for it, and Enter in it makes the puzzle.
        page.run("document.getElementById('generate-card').open = true").await;
        page.choose("kind", "holes").await;
        page.click("#generate").await;
        assert_eq!(page.focus().await, "clues");
        page.keys(&format!("40{}", key(Key::Enter))).await;
        let said = page.answer().await;
        assert!(said.starts_with("New puzzle: 40 clues"), "{said}");
        page
    });
}

/// The second press of *Generate* made the same puzzle again.
#[test]
fn each_new_puzzle_is_another() {
    on_page("generate", &[], async |page| {
        page.choose("shape", "2x2").await;
        page.run("document.getElementById('generate-card').open = true").await;
        let mut seen = Vec::new();
        for _ in 0..4 {
            page.click("#generate").await;
            page.answer().await;
            seen.push(page.digits("clue").await);
        }
        let last = seen[3].clone();
        seen.sort();
        seen.dedup();
        assert!(seen.len() > 1, "{seen:?}");
        page.click("label:has(#repeat)").await;
        page.click("#generate").await;
        page.answer().await;
        assert_eq!(page.digits("clue").await, last);
        page
    });
}

/// The focus fell to the body when the button that had it was disabled.
#[test]
fn the_focus_stays() {
    on_page("focus", &[], async |page| {
        page.run(
            "URL.createObjectURL = () => '#'; HTMLAnchorElement.prototype.click = () => {}; window.print = () => {};
             for (const card of document.querySelectorAll('details')) card.open = true",
        )
        .await;
        page.file("two.txt", format!("{PUZZLE}\n{PUZZLE}\n").as_bytes()).await;
        let buttons = [
            "solve",
            "cancel",
            "check",
            "why",
            "count",
            "undo",
            "redo",
            "erase",
            "notes",
            "notes",
            "restart",
            "following",
            "previous",
            "generate",
            "race",
            "link",
            "svg",
            "cnf",
            "prove",
            "print",
            "clear-all",
        ];
        for button in buttons {
            page.run(&format!("document.getElementById('{button}').focus()")).await;
            page.keys(&key(Key::Enter)).await;
            page.answer().await;
            assert_eq!(page.focus().await, button);
        }
        // Again and again: the second Enter asks once more.
        page.go("#2x2/1.34...2..4.....").await;
        for (button, then) in
            [("solve", "solve"), ("solve", "solve"), ("next", "next"), ("back", "back"), ("why", "why")]
        {
            page.run(&format!("document.getElementById('{button}').focus()")).await;
            page.keys(&key(Key::Enter)).await;
            page.answer().await;
            assert_eq!(page.focus().await, then);
        }
        // What goes away hands the focus on.
        page.click("#solve").await;
        page.answer().await;
        for (button, then) in [("clear", "clear"), ("clear-all", "clear-all"), ("offer", "solve")] {
            page.run(&format!("document.getElementById('{button}').focus()")).await;
            page.keys(&key(Key::Enter)).await;
            assert_eq!(page.focus().await, then);
        }
        page
    });
}

/// After 450 quick changes a reload gave what the address had been allowed to say: 2 of them.
#[test]
fn a_reload_loses_nothing() {
    on_page("reload", &[], async |page| {
        let quick = "const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
                     for (let k = 0; k < 450; k++) { press('ArrowRight'); if (k % 9 === 0) press('ArrowDown'); press(String(1 + k % 9)); }
                     return location.hash";
        page.run(quick).await;
        let typed = page.digits("clue").await;
        assert_ne!(typed, EMPTY);
        page.reload().await;
        assert_eq!(page.digits("clue").await, typed);
        // A reload in the instant of the key asks for an address that is older than the board.
        page.until("location.hash.startsWith('#3x3/')").await;
        let at_once = "const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
                       press('Home'); press(document.activeElement.textContent === '8' ? '9' : '8');
                       document.documentElement.dataset.ready = 'no'; location.reload()";
        page.run(at_once).await;
        page.until("document.documentElement.dataset.ready === 'yes'").await;
        assert_ne!(page.digits("clue").await, typed);
        undo(&page).await;
        assert_eq!(page.digits("clue").await, typed);
        // Also the way back, and forth again.
        for _ in 0..3 {
            undo(&page).await;
        }
        let earlier = page.digits("clue").await;
        assert_ne!(earlier, typed);
        page.reload().await;
        assert_eq!(page.digits("clue").await, earlier);
        for _ in 0..3 {
            page.keys(&(key(Key::Control) + "y")).await;
            page.keys(&key(Key::Null)).await;
        }
        assert_eq!(page.digits("clue").await, typed);
        // A file's list, own digits, notes, answers and choices.
        page.go("").await;
        page.file("two.txt", format!("{PUZZLE}\n{SOLUTION}\n").as_bytes()).await;
        page.click(&cell(2)).await;
        page.keys("4").await;
        page.click("#following").await;
        page.click("#previous").await;
        assert_eq!(
            page.digits("own").await,
            with(EMPTY, &[(2, '4')]),
            "what was done is kept while another is looked at"
        );
        page.click("#solve").await;
        page.answer().await;
        page.choose("time", "60").await;
        page.choose("solver", "dlx").await;
        let before = (page.digits("clue").await, page.digits("own").await, page.digits("answer").await);
        page.reload().await;
        assert_eq!((page.digits("clue").await, page.digits("own").await, page.digits("answer").await), before);
        let kept = "return ['loaded', 'time', 'solver'].map((id) => document.getElementById(id)).map((one) => one.value ?? one.textContent)";
        assert_eq!(page.run(kept).await, json!(["two.txt, 1 of 2", "60", "dlx"]));
        page.click("#following").await;
        assert_eq!(page.digits("clue").await, SOLUTION);
        // A browser that refuses to write the address: the digit is drawn, and kept.
        page.go(&link(PUZZLE)).await;
        page.run("history.replaceState = () => { throw new Error('SecurityError') }").await;
        page.click("label:has(#mode-set)").await;
        page.click(&cell(2)).await;
        page.keys("4").await;
        assert_eq!(page.digits("clue").await, with(PUZZLE, &[(2, '4')]));
        page.reload().await;
        assert_eq!(page.digits("clue").await, with(PUZZLE, &[(2, '4')]));
        // Another link is another puzzle; the one before can be had back.
        page.driver.window.goto(&format!("{}{}", page.address, link(SOLUTION))).await.unwrap();
        page.until("document.querySelectorAll('[data-state~=clue]').length === 81").await;
        undo(&page).await;
        assert_eq!(page.digits("clue").await, with(PUZZLE, &[(2, '4')]));
        page
    });
}

/// The label of a file stayed after its puzzle was gone.
#[test]
fn labels_tell_the_truth() {
    on_page("labels", &[], async |page| {
        let label = "return [document.getElementById('loaded').textContent, document.getElementById('steps').hidden]";
        page.file("two.txt", format!("{PUZZLE}\n{SOLUTION}\n").as_bytes()).await;
        page.keys(&key(Key::PageDown)).await;
        assert_eq!(page.run(label).await, json!(["two.txt, 2 of 2", false]));
        page.click("#clear-all").await;
        assert_eq!(page.run(label).await, json!(["", true]));
        page.click("#offer").await;
        assert_eq!(page.run(label).await, json!(["two.txt, 2 of 2", false]));
        undo(&page).await;
        assert_eq!(page.run(label).await, json!(["two.txt, 1 of 2", false]));
        let large = vec![vec!["."; 100].join(" "); 100].join("\n");
        let said = page.file("large.txt", large.as_bytes()).await;
        assert_eq!(said, "the page shows boards up to 64×64; this one is 100×100. Use \"satdoku solve FILE\".");
        assert_eq!(page.run(label).await, json!(["two.txt, 1 of 2", false]));
        page
    });
}

/// What is pasted goes through the readers of the program; what they refuse can be mended.
#[test]
fn what_cannot_be_read_can_be_mended() {
    on_page("paste", &[], async |page| {
        let paste = "const data = new DataTransfer(); data.setData('text/plain', arguments[0]);
                     document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, clipboardData: data }))";
        page.run_with(paste, vec![json!(&PUZZLE[..80])]).await;
        let said = page.answer().await;
        assert!(said.contains("80"), "{said}");
        page.click("#offer").await;
        assert_eq!(page.run("return document.getElementById('source').value").await, json!(&PUZZLE[..80]));
        page.picture("mend", Media::DESK).await;
        page.find("#source").await.send_keys("9").await.unwrap();
        page.click("#text-form .primary").await;
        page.until("!document.getElementById('text-dialog').open").await;
        assert_eq!(page.digits("clue").await, PUZZLE);
        // The page's own links.
        page.go("").await;
        page.run_with(paste, vec![json!(format!("{}{}", page.address, link(PUZZLE)))]).await;
        page.answer().await;
        assert_eq!(page.digits("clue").await, PUZZLE);
        // The browser itself says that the answer was 422.
        page.driver.complaints().await;
        page
    });
}

/// "Failed to fetch" told nobody what to do.
#[test]
fn a_server_that_is_gone() {
    on_page("gone", &[], async |mut page| {
        page.go(&link(PUZZLE)).await;
        page.stop_server();
        page.click("#solve").await;
        let said = page.answer().await;
        let port = page.address.rsplit(':').next().unwrap().trim_end_matches('/');
        assert_eq!(
            said,
            format!("The server does not answer. Start “satdoku serve --port {port}” again; the puzzle is still here.")
        );
        assert_eq!(page.digits("clue").await, PUZZLE);
        page.driver.complaints().await;
        page
    });
}
