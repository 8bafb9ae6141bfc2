//! The page in a browser: where things stand, what marks mean, how quick large boards are.

use satdoku_browser::{EMPTY, Media, PUZZLE, key, link, on_page, say};
use serde_json::json;
use thirtyfour::Key;

/// Nine clues leave no digit for r6c7.
const NONE: &str = ".....39.73...1.........8.4..196..8.4......5.36..387.2....4..7..58....1........6..";

/// A hidden file chooser was as wide as the page and stood beside it.
#[test]
fn nothing_slides_sideways() {
    on_page("sideways", &[], async |page| {
        for (width, height) in [
            (1920, 1080),
            (1440, 900),
            (1024, 768),
            (844, 390),
            (667, 375),
            (560, 375),
            (485, 800),
            (390, 844),
            (320, 568),
        ] {
            let media = Media { width, height, ..Media::DESK };
            page.driver.show_as(media).await;
            for (fragment, button) in [(link(NONE), "#why"), (format!("#5x5/{}", ".".repeat(625)), "#clear-all")] {
                page.go(&fragment).await;
                page.run("for (const card of document.querySelectorAll('details')) card.open = true").await;
                page.click(button).await;
                page.answer().await;
                let widths =
                    "const { scrollWidth, clientWidth } = document.documentElement; return [scrollWidth, clientWidth]";
                let widths: Vec<u32> = serde_json::from_value(page.run(widths).await).unwrap();
                assert!(widths[0] <= widths[1], "{width}×{height}: {widths:?}");
            }
        }
        page
    });
}

/// On a telephone the message was below the fold, on its side the digits too.
#[test]
fn a_telephone_shows_board_message_and_digits_together() {
    on_page("telephone", &[], async |page| {
        let boxes = "return arguments[0].map((selector) => { const { top, bottom, left, right } =
                     document.querySelector(selector).getBoundingClientRect(); return [top, bottom, left, right] })";
        for (name, media) in [("phone", Media::PHONE), ("landscape", Media::LANDSCAPE)] {
            page.driver.show_as(media).await;
            page.go(&link(NONE)).await;
            page.click("#why").await;
            page.answer().await;
            page.run("scrollTo(0, 0)").await;
            let selectors = json!(["#said", "#board", "#pad", "#undo", "#solve"]);
            let boxes: Vec<[f64; 4]> = serde_json::from_value(page.run_with(boxes, vec![selectors]).await).unwrap();
            for [top, bottom, left, right] in &boxes {
                assert!(*top >= 0.0 && *bottom <= f64::from(media.height), "{name}: {boxes:?}");
                assert!(*left >= 0.0 && *right <= f64::from(media.width), "{name}: {boxes:?}");
            }
            let [said, board, ..] = boxes[..] else { unreachable!() };
            if name == "phone" {
                assert!(said[1] <= board[0], "the message is above the board: {boxes:?}");
                // Fingers need 40 pixels and more.
                assert!(boxes[2][1] - boxes[2][0] >= 44.0, "{boxes:?}");
                // The message stays in sight at the end of the page as well.
                page.run("scrollTo(0, document.documentElement.scrollHeight)").await;
                let said = "return document.getElementById('said').getBoundingClientRect().top";
                assert_eq!(page.run(said).await.as_f64(), Some(0.0));
                page.run("scrollTo(0, 0)").await;
            } else {
                assert!(board[3] <= said[2], "the board is at the left: {boxes:?}");
            }
            page.picture(&format!("{name}-why"), media).await;
            page.driver.show_as(Media::DESK).await;
        }
        page
    });
}

/// On a telephone on its side a cell of a large board was a speck of seven pixels.
#[test]
fn large_boards_are_readable_on_a_telephone() {
    on_page("large on a telephone", &[], async |page| {
        for media in [Media::PHONE, Media::LANDSCAPE] {
            page.driver.show_as(media).await;
            page.go(&format!("#5x5/{}", ".".repeat(625))).await;
            page.keys(&[key(Key::Control), key(Key::End)].concat()).await;
            let last = "const { left, right, top, bottom } = document.activeElement.getBoundingClientRect();
                        return [document.activeElement.dataset.cell, right - left >= 20 && bottom - top >= 20,
                                left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight]";
            assert_eq!(page.run(last).await, json!(["624", true, true]), "{media:?}");
        }
        page
    });
}

/// Where colours are the reader's, the mark of a mistake was lost below that of equal digits, and a legend was empty.
#[test]
fn marks_do_without_colours() {
    on_page("forced colours", &[], async |page| {
        page.driver.show_as(Media { is_forced: true, ..Media::DESK }).await;
        page.go(&link(PUZZLE)).await;
        page.click("[data-cell='2']").await;
        page.keys("1").await;
        page.click("#check").await;
        assert_eq!(page.answer().await, "1 digit is wrong.");
        let look = "const { textDecorationLine, textDecorationStyle } = getComputedStyle(document.querySelector(`#board ${arguments[0]}`));
                    return [textDecorationLine, textDecorationStyle]";
        for (marked, line) in [
            ("[data-state~=mistake][data-state~=same]", ["line-through", "solid"]),
            ("[data-state=\"clue same\"]", ["underline", "solid"]),
        ] {
            assert_eq!(page.run_with(look, vec![json!(marked)]).await, json!(line), "{marked}");
        }
        page.go(&format!("#3x3/55{}", &EMPTY[2..])).await;
        let clash = json!("[data-state~=conflict][data-state~=same]");
        assert_eq!(page.run_with(look, vec![clash]).await, json!(["underline", "double"]));
        page.go("#2x2/1.34...2..4.....").await;
        page.click("#why").await;
        page.answer().await;
        let sample = "return getComputedStyle(document.querySelector('#legend .sample')).forcedColorAdjust";
        assert_eq!(page.run(sample).await, "none");
        page.picture("several-forced-colours", Media { is_forced: true, ..Media::DESK }).await;
        page
    });
}

/// "Not known" in red said neither how long it had taken nor what to do.
#[test]
fn what_is_not_finished_can_be_given_more_time() {
    on_page("more time", &[], async |page| {
        page.go(&format!("#4x4/{}", ".".repeat(256))).await;
        for (question, beginning) in [("#why", "Not finished within 1 s: "), ("#count", "")] {
            page.run(
                "const time = document.getElementById('time'); time.options[0].value = '0.001'; time.value = '0.001'",
            )
            .await;
            page.click(question).await;
            let said = page.answer().await;
            assert!(said.starts_with(beginning) && said.ends_with("time limit reached."), "{said}");
            let offer =
                "return [document.getElementById('offer').textContent, document.getElementById('said').dataset.mood]";
            assert_eq!(page.run(offer).await, json!(["Give it 10 s", ""]), "{question}");
            page.click("#offer").await;
            assert_eq!(page.run("return document.getElementById('time').value").await, "10");
            page.until("document.body.classList.contains('busy')").await;
            page.keys(&key(Key::Escape)).await;
            page.answer().await;
        }
        page
    });
}

/// The one cell to look at had no mark, and one colour meant three things.
#[test]
fn an_explanation_marks_what_it_names() {
    on_page("why", &[], async |page| {
        let reasons = "return [...document.querySelectorAll('#reasons button')].map((reason) => reason.textContent)";
        let legend = "return [...document.querySelectorAll('#legend li')].map((mark) => mark.textContent)";
        let marked = "return [...document.querySelectorAll(`#board [data-state~=${arguments[0]}]`)].map((cell) => Number(cell.dataset.cell))";
        page.go(&link(NONE)).await;
        page.click("#why").await;
        assert_eq!(
            page.answer().await,
            "No solution: these 9 clues contradict each other; without any one of them they would not."
        );
        assert_eq!(page.run(legend).await, json!(["clue of the contradiction", "nothing is left here"]));
        assert_eq!(page.run_with(marked, vec![json!("named")]).await, json!([51]));
        let label = page.find("[data-cell='51']").await.attr("aria-label").await.unwrap();
        assert_eq!(label.as_deref(), Some("row 6, column 7, empty, no digit is left for r6c7"));
        // Each mark is told by its form too, also where colours are the reader's.
        for is_forced in [false, true] {
            page.driver.show_as(Media { is_forced, ..Media::DESK }).await;
            let look = "const look = (state) => { const { boxShadow, outlineStyle, backgroundColor } =
                        getComputedStyle(document.querySelector(`#board ${state}`));
                        return boxShadow + outlineStyle + backgroundColor };
                        return [look('[data-state~=reason]'), look('[data-state~=named]'), look('[data-state=\"\"]')]";
            let looks: Vec<String> = serde_json::from_value(page.run(look).await).unwrap();
            assert!(looks[0] != looks[1] && looks[0] != looks[2] && looks[1] != looks[2], "{is_forced}: {looks:?}");
            page.picture(if is_forced { "why-forced-colours" } else { "why-none" }, Media { is_forced, ..Media::DESK })
                .await;
        }
        // A reason lights its cells: the focus, a click, the steps.
        assert_eq!(page.run(reasons).await[1], "no digit is left for r6c7");
        page.run("document.querySelector('#reasons button').focus()").await;
        assert_eq!(page.run_with(marked, vec![json!("lit")]).await.as_array().unwrap().len(), 9);
        page.keys(&key(Key::Down)).await;
        assert_eq!(page.run_with(marked, vec![json!("lit")]).await, json!([51]));
        page.click("#earlier").await;
        assert!(page.message().await.starts_with("1: Clues: r1c7=9, "));
        page.click("#later").await;
        assert_eq!(page.message().await, "2: no digit is left for r6c7");
        page.picture("why-step", Media::DESK).await;
        // Where two solutions differ, and what decides between them.
        page.go("#2x2/1.34...2..4.....").await;
        page.click("#why").await;
        let said = page.answer().await;
        assert!(said.starts_with("Several solutions: two of them differ in "), "{said}");
        assert_eq!(page.run(legend).await, json!(["two solutions differ here"]));
        let marks = page.run("return document.querySelectorAll('[data-state~=differs] .marks').length").await;
        assert!(marks.as_u64() >= Some(2), "{marks}");
        page.picture("why-several", Media::DESK).await;
        // How many solutions have each digit.
        page.go("").await;
        page.go("#2x2/1.34...2..4.....").await;
        page.choose("candidates", "counts").await;
        assert_eq!(page.answer().await, "3 solutions. A disc is as large as the share of them that have its digit.");
        let label = page.find("[data-cell='9']").await.attr("aria-label").await.unwrap();
        assert_eq!(label.as_deref(), Some("row 3, column 2, empty, candidates 1 in 2, 3 in 1 of 3 solutions"));
        page.picture("shares", Media::DESK).await;
        // What can be removed.
        page.go(&link(PUZZLE)).await;
        page.click("#why").await;
        let said = page.answer().await;
        assert!(said.starts_with("One solution. 22 clues could be removed, one at a time"), "{said}");
        assert_eq!(page.run_with(marked, vec![json!("spared")]).await.as_array().unwrap().len(), 22);
        page.picture("why-one", Media::DESK).await;
        page.choose("candidates", "true").await;
        assert_eq!(page.answer().await, "51 candidates lead to a solution.");
        let label = page.find("[data-cell='2']").await.attr("aria-label").await.unwrap();
        assert_eq!(label.as_deref(), Some("row 1, column 3, empty, candidates 4"));
        // They do not outlive the puzzle.
        page.click("label:has(#mode-set)").await;
        page.click("[aria-label^='row 1, column 3,']").await;
        page.keys("4").await;
        assert_eq!(page.run("return document.querySelectorAll('.marks').length").await, json!(0));
        page
    });
}

/// Diagonals ran over the digits, and extra units were missing on paper.
#[test]
fn diagonals_and_extra_units_are_behind_the_digits() {
    on_page("behind", &[], async |page| {
        let regions = "122233333111239333112229999111229595444889555744489566744488566777888556777786666";
        let unit = "+diagonals+unit:r1c1,r2c3,r3c5,r4c7,r5c9,r6c2,r7c4,r8c6,r9c8";
        page.go(&format!("#regions:{regions}{unit}/{EMPTY}")).await;
        page.keys("5").await;
        // Lines over the cells end at cells; those through cells are in their backgrounds.
        assert_eq!(
            page.run("return document.querySelectorAll('.sheet path:not(.thin, .thick)').length").await,
            json!(0)
        );
        for is_print in [false, true] {
            page.driver.show_as(Media { is_print, ..Media::DESK }).await;
            let layers = "return ['0', '8', '11', '13'].map((cell) => { const { backgroundImage, printColorAdjust } =
                          getComputedStyle(document.querySelector(`[data-cell='${cell}']`));
                          return [backgroundImage.match(/[a-z-]+gradient/g) ?? [], printColorAdjust] })";
            let layers = page.run(layers).await;
            let has = |cell: usize, name: &str| layers[cell][0].as_array().unwrap().contains(&json!(name));
            assert!(has(0, "linear-gradient") && has(0, "repeating-linear-gradient"), "{layers}");
            assert!(has(1, "linear-gradient") && !has(1, "repeating-linear-gradient"), "{layers}");
            assert!(has(2, "repeating-linear-gradient") && !has(3, "repeating-linear-gradient"), "{layers}");
            assert!(!is_print || layers[2][1] == "exact", "{layers}");
            page.picture(if is_print { "paper" } else { "behind" }, Media { is_print, ..Media::DESK }).await;
        }
        page
    });
}

/// A key on a 64×64 board took half a second and more.
#[test]
fn large_boards_are_quick() {
    on_page("quick", &[], async |page| {
        // The handler and the layout, of 40 keys the quickest: the machine may be busy with other things.
        let keys = "const times = []; for (let k = 0; k < 40; k++) { const key = arguments[0][k % arguments[0].length];
                    const started = performance.now();
                    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
                    document.getElementById('board').offsetHeight; document.body.getBoundingClientRect();
                    times.push(performance.now() - started); }
                    times.sort((a, b) => a - b); return [times[0], times[20]]";
        for (order, most) in [(3, 6.0), (5, 6.0), (8, 25.0)] {
            let side: usize = order * order;
            let digit = |i: usize| (i / side % order * order + i / side / order + i % side) % side + 1;
            let full: Vec<String> = (0..side * side).map(digit).map(|digit| digit.to_string()).collect();
            let cells = match side {
                36.. => full.join(","),
                _ => {
                    (0..side * side).map(|i| char::from_digit(u32::try_from(digit(i)).unwrap(), 36).unwrap()).collect()
                }
            };
            page.go(&format!("#{order}x{order}/{cells}")).await;
            let empty =
                "document.getElementById('clear-all').click(); document.querySelector('[data-cell=\"0\"]').focus()";
            for (what, prepare, typed) in [
                ("an arrow on a full board", "", json!(["ArrowRight", "ArrowLeft"])),
                ("a digit on an empty board", empty, json!(["1", "2", "3"])),
            ] {
                page.run(prepare).await;
                let told = page.run_with(keys, vec![typed]).await;
                let [best, median] = [0, 1].map(|at: usize| told[at].as_f64().unwrap());
                say(&format!("{side}×{side}, {what}: {best:.1} ms, median {median:.1} ms"));
                assert!(best < most, "{side}×{side}, {what}: {best:.1} ms");
            }
        }
        page
    });
}
