//! The page in a browser: setting and studying.

use std::fs;
use std::process::Command;

use satdoku_browser::{EMPTY, Media, PUZZLE, Page, key, link, on_both, on_page, satdoku, say};
use serde_json::{Value, json};
use thirtyfour::Key;

/// What the program makes of a text in a format.
fn converted(text: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("puzzle.txt");
    fs::write(&file, text).unwrap();
    let output = Command::new(satdoku()).args(["convert", "--to", "header"]).arg(&file).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// The lines in an order of their own: formats keep rules by kind.
fn lines(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines
}

/// The lines with one sign for an empty cell.
fn signs(text: &str) -> Vec<String> {
    let one =
        |line: &str| line.split(' ').map(|word| if word == "." { "0" } else { word }).collect::<Vec<_>>().join(" ");
    lines(text).into_iter().map(one).collect::<std::collections::BTreeSet<_>>().into_iter().collect()
}

/// Adds a rule by keys alone: its name, then its value.
async fn add(page: &Page, name: &str, value: Option<&str>) {
    let before =
        page.run("return document.querySelectorAll('#set-rules li').length").await.as_u64().unwrap_or_default();
    page.keys("/").await;
    page.keys(&format!("{name}{}", key(Key::Enter))).await;
    if let Some(value) = value {
        page.until("!document.getElementById('value-form').hidden").await;
        page.keys(&format!("{value}{}", key(Key::Enter))).await;
    }
    page.until(&format!("document.querySelectorAll('#set-rules li').length === {}", before + 1)).await;
    page.until("document.activeElement.role === 'gridcell'").await;
}

/// The link that *Share* copies for a program.
async fn shared(page: &Page, format: &str) -> String {
    page.run("window.copied = ''; navigator.clipboard.writeText = async (text) => { window.copied = text }").await;
    page.click("#share-button").await;
    let press = "[...document.querySelectorAll('#share-list button')].find(({ textContent }) => textContent === arguments[0]).click()";
    page.run_with(press, vec![json!(format)]).await;
    page.until("window.copied !== ''").await;
    let link = page.run("return window.copied").await;
    page.keys(&key(Key::Escape)).await;
    link.as_str().unwrap().to_owned()
}

#[test]
fn rules_are_set_by_keyboard_alone() {
    on_page("set by keys", &[], async |page| {
        page.go(&format!("#3x3/{EMPTY}")).await;
        page.press(&[Key::Alt], "s").await;
        page.until("document.querySelectorAll('#palette button').length > 5").await;
        page.press(&[Key::Shift], &key(Key::Right)).await;
        page.press(&[Key::Shift], &key(Key::Down)).await;
        add(&page, "killer", Some("15")).await;
        page.keys(&key(Key::Down).repeat(3)).await;
        page.press(&[Key::Shift], &key(Key::Down).repeat(2)).await;
        add(&page, "thermo", None).await;
        add(&page, "antiknight", None).await;
        page.keys("7").await;
        page.says("Several solutions").await;
        page.picture("set", Media::DESK).await;
        let text = page.text().await;
        let rules: Vec<&str> = text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase())).collect();
        assert_eq!(rules, ["killer 15 r1c1 r1c2 r2c2", "thermometer r5c2 r6c2 r7c2", "antiknight"]);
        // What goes to other programs comes back as the same puzzle.
        for format in ["f-puzzles", "SudokuPad", "Interactive Sudoku Solver"] {
            assert_eq!(lines(&converted(&shared(&page, format).await)), lines(&converted(&text)), "{format}");
        }
        // A rule is edited, and removed; undo brings it back.
        let sentences =
            "return [...document.querySelectorAll('#set-rules li button:first-child')].map(({ title }) => title)";
        page.run("document.querySelector('#set-rules li button').focus()").await;
        page.keys(&key(Key::Enter)).await;
        page.keys(&format!("killer 16 r1c1 r1c2{}", key(Key::Enter))).await;
        page.until("document.querySelector('#set-rules li button').title === 'Edit: killer 16 r1c1 r1c2'").await;
        page.run("document.querySelector('#set-rules li button').focus()").await;
        page.keys(&key(Key::Delete)).await;
        page.until("document.querySelectorAll('#set-rules li').length === 2").await;
        page.press(&[Key::Control], "z").await;
        page.until("document.querySelectorAll('#set-rules li').length === 3").await;
        assert_eq!(page.run(sentences).await[0], "Edit: killer 16 r1c1 r1c2");
        page
    });
}

/// Goes on by Tab to the element with an id.
async fn tab_to(page: &Page, id: &str) {
    for _ in 0..200 {
        page.tab().await;
        if page.focus().await == id {
            return;
        }
    }
    panic!("{id} is not reached by Tab");
}

#[test]
fn boards_are_set_by_keyboard_alone() {
    on_both("boards by keys", async |page| {
        page.go(&format!("#3x3/{EMPTY}")).await;
        page.press(&[Key::Alt], "s").await;
        page.until("document.querySelectorAll('#palette button').length > 5").await;
        // Anti-knight X with an arrow on a thermometer.
        add(&page, "antiknight", None).await;
        add(&page, "diagonals", None).await;
        page.press(&[Key::Shift], &key(Key::Right).repeat(3)).await;
        add(&page, "thermometer", None).await;
        page.keys(&key(Key::Down)).await;
        page.press(&[Key::Shift], &key(Key::Down).repeat(2)).await;
        add(&page, "arrow", None).await;
        let text = page.text().await;
        for line in ["antiknight", "diagonals", "thermometer r1c1 r1c2 r1c3 r1c4", "arrow r2c4 : r3c4 r4c4"] {
            assert!(text.lines().any(|found| found == line), "{line}: {text}");
        }
        assert_eq!(signs(&converted(&text)), signs(&text));
        studied_by_keyboard(&page).await;
        // A samurai, with a cage.
        tab_to(&page, "shape").await;
        page.keys("Sam").await;
        page.until("document.querySelectorAll('[role=gridcell]').length === 369").await;
        page.until("document.activeElement.role === 'gridcell'").await;
        for arrow in [Key::Up, Key::Left] {
            page.press(&[Key::Control], &key(arrow)).await;
        }
        page.press(&[Key::Shift], &key(Key::Right)).await;
        add(&page, "killer", Some("9")).await;
        let text = page.text().await;
        assert!(text.contains("\nkiller 9 r1c1 r1c2\n"), "{text}");
        assert_eq!(signs(&converted(&text)), signs(&text));
        assert_eq!(signs(&converted(&shared(&page, "SudokuPad").await)), signs(&text));
        studied_by_keyboard(&page).await;
        // A jigsaw of side 16.
        tab_to(&page, "shape").await;
        page.keys("16").await;
        page.until("document.querySelectorAll('[role=gridcell]').length === 256").await;
        tab_to(&page, "regions").await;
        page.keys(&key(Key::Enter)).await;
        page.until("document.activeElement.role === 'gridcell'").await;
        for arrow in [Key::Up, Key::Left] {
            page.press(&[Key::Control], &key(arrow)).await;
        }
        page.keys(&format!("{}2{}{}1", key(Key::Right).repeat(3), key(Key::Down), key(Key::Right))).await;
        tab_to(&page, "regions").await;
        page.keys(&key(Key::Enter)).await;
        page.until("document.getElementById('regions').textContent === 'Regions by hand'").await;
        let text = page.text().await;
        assert!(text.starts_with("regions 16\n1 1 1 2 2 2 2 2 3 3 3 3 4 4 4 4\n1 1 1 1 1 2 2 2 3"), "{text}");
        assert_eq!(signs(&converted(&text)), signs(&text));
        page
    });
}

#[test]
fn rules_are_set_by_touch() {
    on_both("set by touch", async |page| {
        page.driver.show_as(Media::PHONE).await;
        page.go(&format!("#3x3/{EMPTY}")).await;
        page.tap("#r5c5").await;
        page.tap("[data-to=set]").await;
        page.until("document.querySelectorAll('#palette button').length > 5").await;
        page.swipe(&["r1c1", "r1c2", "r2c2"]).await;
        assert_eq!(page.selected().await, json!(["r1c1", "r1c2", "r2c2"]));
        add_by_touch(&page, "Killer cage", Some("15")).await;
        page.swipe(&["r5c5"]).await;
        page.tap("#pad button:nth-child(7)").await;
        let text = page.text().await;
        assert!(text.contains("\nkiller 15 r1c1 r1c2 r2c2\n"), "{text}");
        assert!(text.contains("\n. . . . 7 . . . .\n"), "{text}");
        page
    });
}

/// Adds a rule by taps alone: its button, then its value by the keyboard that the field brings.
async fn add_by_touch(page: &Page, label: &str, value: Option<&str>) {
    let rules = "return document.querySelectorAll('#set-rules li').length";
    let before = page.run(rules).await.as_u64().unwrap_or_default();
    let find = "for (const old of document.querySelectorAll('#wanted')) old.removeAttribute('id');
                const one = [...document.querySelectorAll('#palette button')].find(({ textContent }) => textContent === arguments[0]);
                one.closest('details').open = true; one.id = 'wanted'";
    page.run_with(find, vec![json!(label)]).await;
    page.tap("#wanted").await;
    if let Some(value) = value {
        page.until("!document.getElementById('value-form').hidden").await;
        page.keys(value).await;
        page.tap("#value-form .primary").await;
    }
    page.until(&format!("document.querySelectorAll('#set-rules li').length === {}", before + 1)).await;
}

/// Has the puzzle solved and explained in Study and hinted in Play, by what `act` does to a button, and goes back to Set.
async fn studied(page: &Page, act: impl AsyncFn(&str)) {
    act("[data-to=study]").await;
    for (tab, said) in [
        ("#tab-solutions", "no solution|one solution|solutions? (in all|or more)"),
        ("#tab-explain", "There (is|are) (no|one|several) solution"),
    ] {
        act(tab).await;
        page.until(&format!("/{said}/.test(document.getElementById('study-panel').textContent)")).await;
    }
    act("[data-to=play]").await;
    page.run("document.getElementById('message').textContent = ''").await;
    act("#hint-button").await;
    let hinted = "!document.getElementById('hint').hidden || /technique|solution/.test(document.getElementById('message').textContent)";
    page.until(hinted).await;
    act("[data-to=set]").await;
}

async fn studied_by_touch(page: &Page) {
    studied(page, async |selector| page.tap(selector).await).await;
}

/// Enter on what has the focus: nothing is clicked.
async fn studied_by_keyboard(page: &Page) {
    let enter = async |selector: &str| {
        page.run_with("document.querySelector(arguments[0]).focus()", vec![json!(selector)]).await;
        page.keys(&key(Key::Enter)).await;
    };
    studied(page, enter).await;
}

#[test]
fn boards_are_set_by_touch() {
    on_both("boards by touch", async |page| {
        page.driver.show_as(Media::PHONE).await;
        page.go(&format!("#3x3/{EMPTY}")).await;
        page.tap("[data-to=set]").await;
        page.until("document.querySelectorAll('#palette button').length > 5").await;
        // Anti-knight X with an arrow on a thermometer.
        add_by_touch(&page, "Anti-knight", None).await;
        add_by_touch(&page, "Diagonals", None).await;
        page.swipe(&["r1c1", "r1c2", "r1c3", "r1c4"]).await;
        add_by_touch(&page, "Thermometer", None).await;
        page.swipe(&["r2c4", "r3c4", "r4c4"]).await;
        add_by_touch(&page, "Arrow", None).await;
        page.picture("set-by-touch", Media::PHONE).await;
        page.driver.show_as(Media::PHONE).await;
        let text = page.text().await;
        for line in ["antiknight", "diagonals", "thermometer r1c1 r1c2 r1c3 r1c4", "arrow r2c4 : r3c4 r4c4"] {
            assert!(text.lines().any(|found| found == line), "{line}: {text}");
        }
        assert_eq!(signs(&converted(&shared(&page, "f-puzzles").await)), signs(&text));
        studied_by_touch(&page).await;
        // A samurai, with a cage.
        page.choose_board("samurai").await;
        page.until("document.querySelectorAll('[role=gridcell]').length === 369").await;
        page.swipe(&["r1c1", "r1c2"]).await;
        add_by_touch(&page, "Killer cage", Some("9")).await;
        let text = page.text().await;
        assert!(text.contains("\nkiller 9 r1c1 r1c2\n"), "{text}");
        assert_eq!(signs(&converted(&text)), signs(&text));
        studied_by_touch(&page).await;
        // A jigsaw of side 16.
        page.choose_board("4x4").await;
        page.until("document.querySelectorAll('[role=gridcell]').length === 256").await;
        page.tap("#regions").await;
        for (cells, number) in [(["r1c4", "r2c4"], "2"), (["r2c5", "r2c6"], "1")] {
            page.swipe(&cells).await;
            let find = "[...document.querySelectorAll('#pad button')].find(({ textContent }) => textContent === arguments[0]).id = `digit-${arguments[0]}`";
            page.run_with(find, vec![json!(number)]).await;
            page.tap(&format!("#digit-{number}")).await;
        }
        page.tap("#regions").await;
        page.until("document.getElementById('regions').textContent === 'Regions by hand'").await;
        let text = page.text().await;
        assert!(text.starts_with("regions 16\n1 1 1 2 2 2 2 2 3 3"), "{text}");
        assert_eq!(signs(&converted(&text)), signs(&text));
        studied_by_touch(&page).await;
        // A yin-yang, with a clue of the shading.
        page.choose_board("2x2").await;
        page.until("document.querySelectorAll('[role=gridcell]').length === 16").await;
        add_by_touch(&page, "Yin-yang", Some("")).await;
        page.until("!document.getElementById('layers').hidden").await;
        page.tap("#layers button:nth-child(2)").await;
        page.tap("#r1c1").await;
        page.tap("#pad button:nth-child(2)").await;
        let text = page.text().await;
        assert!(text.starts_with("2 2\nyinyang shade\n") && text.contains("\ngiven shade:r1c1 1\n"), "{text}");
        assert_eq!(signs(&converted(&text)), signs(&text));
        studied_by_touch(&page).await;
        page
    });
}

/// Each key cancels the question of the one before.
#[test]
fn ten_keys_leave_one_question() {
    on_page("live cancelled", &[], async |page| {
        page.go(&link(PUZZLE)).await;
        page.click("[data-to=set]").await;
        page.says("One solution · SE 1.2 · 30 clues, 22 spare").await;
        page.click("#r1c3").await;
        let watch = "const original = window.fetch; window.counted = { now: 0, most: 0, asked: 0 };
            window.fetch = (url, ...rest) => { const answer = original(url, ...rest); if (!String(url).endsWith('api/count')) return answer;
              const of = window.counted; of.asked += 1; of.now += 1; of.most = Math.max(of.most, of.now);
              const done = () => (of.now -= 1); answer.then(({ body }) => body && done(), done); return answer }";
        page.run(watch).await;
        let type_keys = "const done = arguments[0]; let k = 0; const timer = setInterval(() => {
            document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: '4', code: 'Digit4', bubbles: true, cancelable: true }));
            if ((k += 1) === 10) { clearInterval(timer); done(performance.now()) } }, 90)";
        let last = page.run_until_called(type_keys, vec![]).await.as_f64().unwrap_or_default();
        page.until("!document.getElementById('line').classList.contains('stale')").await;
        let now = page.run("return performance.now()").await.as_f64().unwrap_or_default();
        let counted = page.run("return window.counted").await;
        say(&format!("the line after ten keys: {:.0} ms, {counted}", now - last));
        assert!(counted["most"].as_u64() <= Some(2) && counted["now"] == 0, "{counted}");
        page
    });
}

#[test]
fn a_tool_draws_rules_by_mouse() {
    on_page("set by mouse", &[], async |page| {
        page.go(&format!("#3x3/{EMPTY}")).await;
        page.click("[data-to=set]").await;
        page.until("document.querySelectorAll('#palette button').length > 5").await;
        page.click("#r9c9").await;
        let press = "const one = [...document.querySelectorAll('#palette button')].find(({ textContent }) => textContent === arguments[0]);
                     one.closest('details').open = true; one.click()";
        page.run_with(press, vec![json!("Thermometer")]).await;
        page.says("Drag along it").await;
        page.drag(&["r1c1", "r1c2", "r1c3", "r2c3"], 0).await;
        page.until("document.querySelectorAll('#set-rules li').length === 1").await;
        page.drag(&["r5c5", "r6c5"], 0).await;
        page.until("document.querySelectorAll('#set-rules li').length === 2").await;
        page.keys(&key(Key::Escape)).await;
        let text = page.text().await;
        assert!(text.contains("\nthermometer r1c1 r1c2 r1c3 r2c3\nthermometer r5c5 r6c5\n"), "{text}");
        // A rule in the list lights its marks.
        page.run("document.querySelector('#set-rules li button').focus()").await;
        assert_eq!(page.run("return document.querySelectorAll('#board .lit').length > 0").await, json!(true));
        page
    });
}

#[test]
fn the_line_says_one_several_or_none() {
    on_page("live", &[], async |page| {
        page.go(&link(PUZZLE)).await;
        page.click("[data-to=set]").await;
        page.says("One solution · SE 1.2 · 30 clues, 22 spare").await;
        page.click("#r1c1").await;
        page.keys(&key(Key::Delete)).await;
        page.says("29 clues").await;
        page.keys("1").await;
        page.says("Broken: ").await;
        page.until("document.querySelector('#offers button')?.textContent === 'Show'").await;
        page.click("#offers button").await;
        assert_eq!(page.run("return document.querySelectorAll('[data-lit]').length > 0").await, json!(true));
        page.go(&format!("#3x3/1{}", &EMPTY[1..])).await;
        page.click("[data-to=set]").await;
        page.says("Several solutions · 80 cells open").await;
        page.click("#heat").await;
        page.until("document.querySelectorAll('.candidates').length > 0").await;
        page
    });
}

#[test]
fn title_author_and_words_are_kept() {
    on_page("words", &[], async |page| {
        page.go(&format!("#3x3/{EMPTY}")).await;
        page.click("[data-to=set]").await;
        for (field, words) in [("#set-title", "A first one"), ("#set-author", "Nobody"), ("#set-about", "Read it.")] {
            page.find(field).await.send_keys(format!("{words}{}", key(Key::Tab))).await.unwrap();
            tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        }
        page.until("document.getElementById('author').textContent.includes('Nobody')").await;
        let text = page.text().await;
        for line in ["title A first one", "author Nobody", "about Read it."] {
            assert!(text.lines().any(|found| found == line), "{text}");
        }
        page
    });
}

/// A title that was typed is not lost by a rule that is added at once, and the next field keeps the focus.
#[test]
fn changes_wait_for_those_before() {
    on_page("changes", &[], async |page| {
        page.go(&format!("#3x3/{EMPTY}")).await;
        page.click("[data-to=set]").await;
        page.until("document.querySelector('#palette .rule')").await;
        page.find("#set-title").await.send_keys("Both").await.unwrap();
        page.run("document.querySelector('#palette').querySelectorAll('button').forEach((rule) => rule.textContent === 'Anti-knight' && rule.click()); document.getElementById('set-author').focus()").await;
        page.until("document.querySelectorAll('#set-rules li').length === 1").await;
        let text = page.text().await;
        for line in ["title Both", "antiknight"] {
            assert!(text.lines().any(|found| found == line), "{text}");
        }
        assert_eq!(page.run("return document.activeElement.id").await, json!("set-author"));
        page
    });
}

/// The text of a puzzle has the units of the windows instead of the word; the button takes them out again.
#[test]
fn windows_are_added_and_taken_out() {
    on_page("windows", &[], async |page| {
        page.go(&format!("#3x3/{EMPTY}")).await;
        page.click("[data-to=set]").await;
        page.until("document.querySelector('#palette .rule')").await;
        for number in [4, 0, 4] {
            page.run("[...document.querySelectorAll('#palette button')].find((rule) => rule.textContent === 'Windows').click()").await;
            page.until(&format!("document.querySelectorAll('#set-rules li').length === {number}")).await;
            let text = page.text().await;
            assert_eq!(text.lines().filter(|line| line.starts_with("unit ")).count(), number, "{text}");
        }
        page
    });
}

#[test]
fn regions_are_drawn_by_hand() {
    on_page("regions", &[], async |page| {
        page.go("#2x2/................").await;
        page.click("[data-to=set]").await;
        page.click("#regions").await;
        for (cells, number) in [(["r1c1", "r1c2", "r1c3", "r2c1"], "1"), (["r1c4", "r2c2", "r2c3", "r2c4"], "2")] {
            page.drag(&cells, 0).await;
            page.keys(number).await;
        }
        page.click("#regions").await;
        page.until("document.getElementById('regions').textContent === 'Regions by hand'").await;
        let text = page.text().await;
        assert!(text.starts_with("regions 4\n1 1 1 2\n1 2 2 2\n3 3 4 4\n3 3 4 4\n"), "{text}");
        page
    });
}

#[test]
fn study_walks_the_path_and_answers() {
    on_page("study", &[], async |page| {
        page.go(&link(PUZZLE)).await;
        page.press(&[Key::Alt], "t").await;
        page.says("Study shows the solution. Your game is kept.").await;
        page.until("document.querySelectorAll('#path li').length === 51").await;
        page.keys("jj").await;
        page.says("Step 2").await;
        assert_eq!(page.digits("answer").await.matches(|digit| digit != '.').count(), 1);
        let panel = "return document.getElementById('study-panel').textContent";
        page.click("#tab-explain").await;
        page.until("document.getElementById('study-panel').textContent.includes('22 clues')").await;
        page.click("#tab-candidates").await;
        page.click("#study-panel button:nth-child(2)").await;
        page.until("document.querySelectorAll('.counted').length === 51").await;
        page.click("#tab-solvers").await;
        page.click("#study-panel button").await;
        page.until("document.querySelectorAll('#study-panel tbody tr').length > 5 && document.getElementById('study-panel').textContent.includes('×1')").await;
        page.run("URL.createObjectURL = () => '#'; HTMLAnchorElement.prototype.click = () => {}").await;
        page.click("#tab-proof").await;
        page.click("#study-panel button").await;
        page.until("document.getElementById('study-panel').textContent.includes('clauses.')").await;
        assert!(page.run(panel).await.as_str().unwrap_or_default().contains("variables"));
        page
    });
}

#[test]
fn a_new_puzzle_is_of_its_difficulty() {
    on_page("new", &[], async |page| {
        page.click("#new-button").await;
        page.run("document.getElementById('new-board').value = '2x3'").await;
        page.click("#new-form .primary").await;
        page.until(
            "!document.getElementById('new').open && document.querySelectorAll('[role=gridcell]').length === 36",
        )
        .await;
        let first: Value = page.run("return document.getElementById('cells').textContent").await;
        page.click("#new-button").await;
        page.click("#new-form .primary").await;
        page.until(&format!(
            "!document.getElementById('new').open && document.getElementById('cells').textContent !== {first}"
        ))
        .await;
        page
    });
}
