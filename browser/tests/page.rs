//! The page in a browser: by keyboard, by mouse, with every format, on every kind of board.

use std::process::Command;
use std::time::{Duration, Instant};

use satdoku_browser::{Media, PUZZLE, Page, SOLUTION, axe, key, link, on_page, satdoku, say};
use serde_json::{Value, json};
use thirtyfour::Key;

/// A puzzle that backtracking does not answer within a test.
const ENDLESS: &str = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";

/// The solution where the puzzle has no clue.
fn answers() -> String {
    PUZZLE.chars().zip(SOLUTION.chars()).map(|(clue, digit)| if clue == '.' { digit } else { '.' }).collect()
}

#[test]
fn by_keyboard_alone() {
    on_page("by keyboard", &[], async |page| {
        // Row by row, Enter behind each digit; at the end of a row Home and down.
        for row in PUZZLE.as_bytes().chunks(9) {
            for &cell in row {
                if cell != b'.' {
                    page.keys(&format!("{}{}", char::from(cell), key(Key::Enter))).await;
                }
                page.keys(&key(Key::Right)).await;
            }
            page.keys(&[key(Key::Home), key(Key::Down)].concat()).await;
        }
        assert_eq!(page.digits("clue").await, PUZZLE);
        // One too many, erased again, undone and done again.
        page.keys("9").await;
        page.keys(&key(Key::Backspace)).await;
        assert_eq!(page.digits("clue").await, format!("{}...{}", &PUZZLE[..72], &PUZZLE[75..]));
        page.keys(&(key(Key::Control) + "z")).await;
        assert_eq!(page.digits("clue").await, format!("{}9..{}", &PUZZLE[..72], &PUZZLE[75..]));
        page.keys(&(key(Key::Control) + "z")).await;
        page.keys(&(key(Key::Control) + "z")).await;
        page.keys(&(key(Key::Control) + "y")).await;
        assert_eq!(page.digits("clue").await, PUZZLE);
        page.keys(&[key(Key::Control), key(Key::Enter)].concat()).await;
        let said = page.answer().await;
        assert!(said.starts_with("One solution. Solved in "), "{said}");
        assert_eq!((page.digits("clue").await, page.digits("answer").await), (PUZZLE.to_owned(), answers()));
        // The solution is hidden, then the clues are taken away; both by Tab and Space.
        for (button, clues) in [("clear", PUZZLE), ("clear-all", &".".repeat(81))] {
            for _ in 0..60 {
                if page.run("return document.activeElement.id").await == json!(button) {
                    break;
                }
                page.tab().await;
            }
            page.keys(" ").await;
            assert_eq!(
                (page.digits("clue").await.as_str(), page.digits("answer").await),
                (clues, ".".repeat(81)),
                "{button}"
            );
        }
        page
    });
}

#[test]
fn by_mouse_alone() {
    on_page("by mouse", &[], async |page| {
        page.click("[aria-label^='row 1, column 1,']").await;
        page.click("#pad [data-digit='7']").await;
        assert_eq!(page.digits("clue").await, format!("7{}", ".".repeat(80)));
        page.click("#erase").await;
        assert_eq!(page.digits("clue").await, ".".repeat(81));
        let said = page.file("puzzle.txt", PUZZLE.as_bytes()).await;
        assert_eq!(said, "Loaded puzzle.txt: 30 clues.");
        page.click("#solve").await;
        page.answer().await;
        assert_eq!((page.digits("clue").await, page.digits("answer").await), (PUZZLE.to_owned(), answers()));
        let label = page.find("[data-cell='2']").await.attr("aria-label").await.unwrap();
        assert_eq!(label.as_deref(), Some("row 1, column 3, answer 4"));
        page.click("#clear").await;
        assert_eq!((page.digits("clue").await, page.digits("answer").await), (PUZZLE.to_owned(), ".".repeat(81)));
        page.click("#clear-all").await;
        assert_eq!(page.digits("clue").await, ".".repeat(81));
        page.click("#undo").await;
        assert_eq!(page.digits("clue").await, PUZZLE);
        page
    });
}

#[test]
fn where_there_is_no_solution_no_answer_appears() {
    on_page("no solution", &[], async |page| {
        // No two clues are in conflict, but the last cell of the first row has no digit left.
        page.go("#3x3/12345678.........9...............................................................").await;
        page.click("#solve").await;
        assert_eq!(page.answer().await, "No solution.");
        assert_eq!(page.digits("answer").await, ".".repeat(81));
        page.click("#count").await;
        assert_eq!(page.answer().await, "No solution.");
        // Conflicts are shown as they arise, and go when they are gone.
        page.click("label:has(#mode-set)").await;
        page.click("[aria-label^='row 1, column 9,']").await;
        page.keys("5").await;
        assert_eq!(page.message().await, "Conflict: 5 appears twice in row 1.");
        assert_eq!(page.digits("conflict").await, format!("....5...5{}", ".".repeat(72)));
        let label = page.find("[data-cell='4']").await.attr("aria-label").await.unwrap();
        assert_eq!(label.as_deref(), Some("row 1, column 5, clue 5, in conflict"));
        page.picture("conflict", Media::DESK).await;
        page.click("#solve").await;
        assert_eq!(page.answer().await, "No solution: 5 appears twice in row 1.");
        page.picture("no-solution", Media::DESK).await;
        page.keys(&key(Key::Tab)).await;
        page.click("#undo").await;
        assert_eq!(page.digits("conflict").await, ".".repeat(81));
        page
    });
}

#[test]
fn every_format_is_loaded() {
    on_page("formats", &[], async |page| {
        let formats =
            page.run_until_called("fetch('api/solvers').then((r) => r.json()).then(arguments[0])", vec![]).await;
        let formats: Vec<String> = serde_json::from_value(formats["formats"].clone()).expect("names");
        assert!(formats.len() >= 14, "{formats:?}");
        let folder = tempfile::tempdir().unwrap();
        let line = folder.path().join("line.txt");
        std::fs::write(&line, PUZZLE).unwrap();
        for format in &formats {
            let written = Command::new(satdoku()).args(["convert", "--to", format]).arg(&line).output().unwrap();
            page.click("#clear-all").await;
            let said = page.file(&format!("puzzle.{format}"), &written.stdout).await;
            assert_eq!(said, format!("Loaded puzzle.{format}: 30 clues."));
            assert_eq!(page.digits("clue").await, PUZZLE, "{format}");
        }
        // Several puzzles in a packed file, pasted text, dropped text.
        std::fs::write(&line, format!("{PUZZLE}\n{SOLUTION}\n")).unwrap();
        let packed = Command::new("gzip").arg("-c").arg(&line).output().unwrap();
        let said = page.file("several.txt.gz", &packed.stdout).await;
        assert_eq!(said, "Loaded several.txt.gz, 1 of 2: 30 clues.");
        page.click("#following").await;
        assert_eq!(page.digits("clue").await, SOLUTION);
        for (event, said) in [
            ("new ClipboardEvent('paste', { bubbles: true, clipboardData: data })", "Pasted puzzle: 30 clues."),
            ("new DragEvent('drop', { bubbles: true, dataTransfer: data })", "Dropped puzzle: 30 clues."),
        ] {
            page.go("").await;
            let script = format!(
                "const data = new DataTransfer(); data.setData('text/plain', arguments[0]);
                                  document.querySelector('[role=gridcell]').dispatchEvent({event})"
            );
            page.run_with(&script, vec![json!(PUZZLE)]).await;
            page.until("/puzzle: /.test(document.getElementById('message').textContent)").await;
            assert_eq!((page.message().await.as_str(), page.digits("clue").await.as_str()), (said, PUZZLE));
        }
        let said = page.file("bad.txt", format!("{}x\n", &PUZZLE[..80]).as_bytes()).await;
        // The options of the command line are none of the page's.
        assert_eq!(said, "line 1, column 81: expected one sign for an empty cell, found \"x\" beside \".\" at 1:3");
        let said = page.file("words.txt", b"hello world").await;
        assert!(said.starts_with("This is no puzzle that satdoku knows"), "{said}");
        assert_eq!(page.digits("clue").await, PUZZLE, "what was there is kept");
        // The browser itself says that the answer was 422.
        page.driver.complaints().await;
        page
    });
}

#[test]
fn cancel_works_at_once() {
    on_page("cancel", &["--jobs", "1"], async |page| {
        page.go(&link(ENDLESS)).await;
        page.choose("solver", "backtracking").await;
        page.choose("time", "600").await;
        for way in [
            "document.getElementById('cancel').click()",
            "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))",
        ] {
            page.click("#count").await;
            page.until("document.getElementById('clock').textContent.includes('steps')").await;
            let script = format!(
                "const started = performance.now(); {way};
                                  return [document.getElementById('message').textContent, performance.now() - started]"
            );
            let told = page.run(&script).await;
            assert_eq!(told[0], "Cancelled.");
            assert!(told[1].as_f64() < Some(100.0), "{told}");
            say(&format!("cancel: {:.1} ms on the page", told[1].as_f64().unwrap()));
            // The only place at the solvers is free again.
            let started = Instant::now();
            let script = "fetch('api/solve', { method: 'POST', headers: { 'content-type': 'application/json' },
                          body: JSON.stringify({ board: '2x2' }) }).then((r) => r.json()).then(arguments[0])";
            assert_eq!(page.run_until_called(script, vec![]).await["verdict"], "satisfiable");
            assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
        }
        page
    });
}

#[test]
fn large_rectangular_diagonal_and_irregular_boards() {
    on_page("boards", &[], async |page| {
        for (shape, side, name) in [("2x3", 6, "6x6"), ("3x4", 12, "12x12"), ("4x4", 16, "16x16"), ("5x5", 25, "25x25")]
        {
            page.go("").await;
            page.choose("shape", shape).await;
            // Random holes have a solution, whatever the side.
            page.run("document.getElementById('generate-card').open = true").await;
            page.choose("kind", "holes").await;
            page.find("#clues").await.send_keys(&(side * side / 2).to_string()).await.unwrap();
            page.click("#generate").await;
            let said = page.answer().await;
            assert!(said.starts_with(&format!("New puzzle: {} clues, seed ", side * side / 2)), "{said}");
            page.choose("candidates", "rules").await;
            page.picture(&format!("{name}-candidates"), Media::DESK).await;
            page.click("#solve").await;
            let said = page.answer().await;
            assert!(said.contains("Solved in "), "{name}: {said}");
            let open = page.digits("answer").await.chars().filter(|&cell| cell != '.').count();
            assert_eq!(open, side * side - side * side / 2, "{name}");
            page.picture(name, Media::DESK).await;
        }
        // Two digits make one number; a letter does too.
        page.go("#4x4/................................................................................................................................................................................................................................................................").await;
        page.run("document.querySelector('[data-cell=\"0\"]').focus()").await;
        page.keys(&format!("16{}G{}1{}6", key(Key::Right), key(Key::Right), key(Key::Enter))).await;
        assert_eq!(page.digits("clue").await, format!("gg6{}", ".".repeat(253)));
        page.keys(&(key(Key::Control) + "z")).await;
        page.keys(&(key(Key::Control) + "z")).await;
        assert_eq!(page.digits("clue").await, format!("gg{}", ".".repeat(254)));
        // A board with regions and diagonals, through the link.
        let regions = "122233333111239333112229999111229595444889555744489566744488566777888556777786666";
        page.go(&format!("#regions:{regions}/{}", ".".repeat(81))).await;
        page.click("#solve").await;
        assert!(page.answer().await.starts_with("Several solutions. Solved in "));
        assert_eq!(page.run("return document.querySelectorAll('[class*=tint]').length").await, json!(81));
        page.picture("irregular", Media::DESK).await;
        page.go(&format!("#3x3+diagonals/{}", ".".repeat(81))).await;
        page.click("[aria-label^='row 1, column 1,']").await;
        page.keys("5").await;
        page.click("[aria-label^='row 9, column 9,']").await;
        page.keys("5").await;
        assert_eq!(page.message().await, "Conflict: 5 appears twice in diagonal 1.");
        page.picture("diagonals", Media::DESK).await;
        page.go(&format!("#3x3+windows/{}", ".".repeat(81))).await;
        page.click("[aria-label^='row 2, column 2,']").await;
        page.keys("5").await;
        page.click("[aria-label^='row 4, column 4,']").await;
        page.keys("5").await;
        assert_eq!(page.message().await, "Conflict: 5 appears twice in extra unit 1.");
        page
    });
}

#[test]
fn a_board_without_cells_on_the_page_is_shown_as_a_picture() {
    on_page("drawn", &[], async |page| {
        for board in ["twodoku", "6x8/8", "3x3+digits:0..8", "latin6"] {
            let args = ["generate", "--box", board, "--seed", "1", "--output", "header"];
            let made = Command::new(satdoku()).args(args).output().unwrap();
            page.go("").await;
            let said = page.file("board.txt", &made.stdout).await;
            assert_eq!(said, format!("Loaded board.txt: the page has no cells for it; it is shown as a picture."));
            let cells = "return document.getElementById('drawing').textContent.replace(/[^.0-9]/g, '')";
            let before = page.run(cells).await.as_str().unwrap().to_owned();
            assert!(before.contains('.'), "{before}");
            page.until("!document.getElementById('drawn-picture').hidden").await;
            page.until("document.getElementById('drawn-picture').naturalWidth > 100").await;
            page.picture(&format!("drawn-{}", board.replace(['/', ':'], "-")), Media::DESK).await;
            page.click("#drawn-solve").await;
            page.until("document.getElementById('drawn-message').textContent.startsWith('Solved')").await;
            let after = page.run(cells).await.as_str().unwrap().to_owned();
            let kept = before.chars().zip(after.chars()).all(|(clue, digit)| clue == '.' || clue == digit);
            assert!(kept && after.len() == before.len() && !after.contains('.'), "{board}: {before} {after}");
            page.click("#drawn-close").await;
        }
        page
    });
}

#[test]
fn counting_and_the_next_solution() {
    on_page("count", &[], async |page| {
        page.go(&link(PUZZLE)).await;
        page.click("#count").await;
        assert_eq!(page.answer().await, "One solution.");
        // Three solutions.
        page.go("#2x2/1.34...2..4.....").await;
        page.click("#count").await;
        assert_eq!(page.answer().await, "3 solutions.");
        page.click("#solve").await;
        page.answer().await;
        let mut seen = vec![page.digits("answer").await];
        for expected in ["Solution 2 of 3.", "Solution 3 of 3."] {
            page.click("#next").await;
            assert_eq!(page.answer().await, expected);
            let digits = page.digits("answer").await;
            assert!(!seen.contains(&digits), "{digits} twice");
            seen.push(digits);
        }
        // The last one is the last; there is a way back.
        assert_eq!(page.find("#next").await.attr("aria-disabled").await.unwrap().as_deref(), Some("true"));
        page.click("#back").await;
        assert_eq!(page.message().await, "Solution 2 of 3.");
        assert_eq!(page.digits("answer").await, seen[1]);
        page.picture("solutions", Media::DESK).await;
        // Of figures only those are shown that there are.
        let figures = "return Object.fromEntries([...document.querySelectorAll('#stats div')].map((figure) =>
                       [figure.firstChild.textContent, figure.lastChild.textContent]))";
        page.run("document.getElementById('solver-details').open = true").await;
        for (solver, has_clauses) in [("dlx", false), ("sat:varisat", true)] {
            page.choose("solver", solver).await;
            page.click("#solve").await;
            page.answer().await;
            let figures = page.run(figures).await;
            assert_eq!(figures.get("Clauses").is_some(), has_clauses, "{solver}: {figures}");
            assert!(figures["Time"].as_str().unwrap().ends_with("ms"), "{figures}");
            assert!(figures.as_object().unwrap().values().all(|value| value != "–"), "{figures}");
        }
        page
    });
}

#[test]
fn what_is_taken_along() {
    on_page("export", &[], async |page| {
        page.go(&link(PUZZLE)).await;
        // What would be downloaded is kept for the test.
        page.run(
            "URL.createObjectURL = (blob) => { window.taken = blob.text(); return '#'; };
                  HTMLAnchorElement.prototype.click = () => {}",
        )
        .await;
        page.click("#share-card summary").await;
        page.click("#cnf").await;
        assert_eq!(page.answer().await, "Clauses saved as sudoku.cnf. Encoding minimal: 729 variables, 3,270 clauses.");
        let cnf = page.run_until_called("window.taken.then(arguments[0])", vec![]).await;
        assert!(cnf.as_str().unwrap().contains("\np cnf 729 3270\n"), "{cnf:.200}");
        page.click("#svg").await;
        assert_eq!(page.message().await, "Picture saved as sudoku.svg.");
        let svg = page.run_until_called("window.taken.then(arguments[0])", vec![]).await;
        assert_eq!(svg.as_str().unwrap().matches("<text").count(), 30);
        let is_svg = "return new DOMParser().parseFromString(arguments[0], 'image/svg+xml').querySelector('parsererror') === null";
        assert_eq!(page.run_with(is_svg, vec![svg]).await, json!(true));
        page.click("#prove").await;
        assert_eq!(page.answer().await, "Proof of uniqueness saved. Check it: satdoku verify certificate.tar");
        // The address carries the puzzle, also where it was typed.
        page.click("label:has(#mode-set)").await;
        page.click("[aria-label^='row 9, column 1,']").await;
        page.keys("3").await;
        let address = format!("#3x3/{}3{}", &PUZZLE[..72], &PUZZLE[73..]);
        page.until(&format!("location.hash === '{address}'")).await;
        page.picture("print", Media { is_print: true, ..Media::DESK }).await;
        page.click("#text").await;
        page.until("document.getElementById('source').value.startsWith('53..7')").await;
        page.picture("text", Media::DESK).await;
        page
    });
}

#[test]
fn solvers_race_on_the_page() {
    let report = tempfile::tempdir().unwrap();
    std::fs::write(report.path().join("report.html"), "<title>A race</title><style>p{color:red}</style><p>A race</p>")
        .unwrap();
    on_page("race", &["--report", report.path().to_str().unwrap()], async |page| {
        page.go(&link(ENDLESS)).await;
        page.choose("time", "1").await;
        page.run(
            "document.getElementById('race-card').open = true;
                  for (const box of document.querySelectorAll('#entrants input'))
                    box.checked = ['nine', 'dlx', 'backtracking', 'sat:varisat'].includes(box.value)",
        )
        .await;
        page.click("#race").await;
        page.until("document.querySelector('#runs [data-state=running]')").await;
        let width =
            "return getComputedStyle(document.querySelector('#runs li:last-child .bar')).getPropertyValue('--part')";
        page.until("document.querySelector('#runs li:last-child').dataset.state === 'running'").await;
        let before = page.run(width).await;
        page.picture("race-running", Media { height: 1500, ..Media::DESK }).await;
        let said = page.answer().await;
        assert!(said.contains(" won: "), "{said}");
        assert_eq!(page.run("return document.getElementById('race-said').textContent").await, json!(said));
        page.until("document.querySelector('#runs [data-state=time]')").await;
        // Who was first stands first.
        let order = "return [...document.querySelectorAll('#runs .bar')].map((bar) => Number(getComputedStyle(bar).getPropertyValue('--part')))";
        let order: Vec<f64> = serde_json::from_value(page.run(order).await).unwrap();
        assert!(order.is_sorted() && order.len() == 4, "{order:?}");
        let first = page.run("return document.querySelector('#runs .who').textContent").await;
        assert!(said.starts_with(first.as_str().unwrap()), "{said}: {first}");
        assert_eq!(page.run("return document.querySelectorAll('#runs [data-state=solved]').length").await, json!(3));
        assert_eq!(page.run(width).await, json!("1"), "before: {before}");
        page.picture("race", Media { height: 1500, ..Media::DESK }).await;
        let path = page.run("return document.querySelector('#reports a').pathname").await;
        page.driver.window.goto(&format!("{}{}", page.address, &path.as_str().unwrap()[1..])).await.unwrap();
        assert_eq!(
            page.run("return getComputedStyle(document.querySelector('p')).color").await,
            json!("rgb(255, 0, 0)")
        );
        page
    });
}

/// Nine clues leave no digit for r6c7.
const NONE: &str = "#3x3/.....39.73...1.........8.4..196..8.4......5.36..387.2....4..7..58....1........6..";

/// What axe finds on the page as it is.
async fn violations(page: &Page, axe: &str, state: &str) {
    page.run(axe).await;
    let script = "axe.run().then(({ violations }) => arguments[0](violations.map(({ id, nodes }) =>
                  `${id}: ${nodes.map(({ html, failureSummary }) => html + ' ' + failureSummary).slice(0, 3).join(' | ')}`)))";
    let found: Value = page.run_until_called(script, vec![]).await;
    assert_eq!(found, json!([]), "{state}");
}

#[test]
fn nothing_keeps_anybody_out() {
    let Some(axe) = axe() else { return say("skipped: accessibility scan: AXE names no axe-core") };
    on_page("accessibility", &[], async |page| {
        for is_dark in [false, true] {
            let media = Media { is_dark, ..Media::DESK };
            page.driver.show_as(media).await;
            page.go(&link(&PUZZLE.replacen('.', "5", 1))).await;
            page.run("for (const card of document.querySelectorAll('details')) card.open = true").await;
            page.choose("candidates", "rules").await;
            violations(&page, &axe, "conflict").await;
            page.go(&link(PUZZLE)).await;
            page.click("#solve").await;
            page.answer().await;
            violations(&page, &axe, "solved").await;
            page.click("#why").await;
            page.answer().await;
            violations(&page, &axe, "why").await;
            page.click("#text").await;
            violations(&page, &axe, "text").await;
            page.go(NONE).await;
            page.click("#why").await;
            page.answer().await;
            violations(&page, &axe, "contradiction").await;
            page.go("#regions:1112211322333254435544455+diagonals/.........................").await;
            page.choose("candidates", "rules").await;
            violations(&page, &axe, "irregular").await;
            page.driver.show_as(Media { is_dark, ..Media::PHONE }).await;
            violations(&page, &axe, "phone").await;
        }
        page
    });
}

#[test]
fn the_page_is_there_at_once_and_stays_where_it_is() {
    on_page("first paint", &[], async |page| {
        page.go(&link(PUZZLE)).await;
        page.go(&link(PUZZLE)).await;
        let paint = page.run("return performance.getEntriesByName('first-contentful-paint')[0].startTime").await;
        say(&format!("first paint: {:.0} ms", paint.as_f64().unwrap()));
        assert!(paint.as_f64() < Some(5000.0), "{paint}");
        let solve = "const [body, call] = arguments; const times = []; (async () => { for (let k = 0; k < 50; k++) {
                       const started = performance.now();
                       const answer = await fetch('api/solve', { method: 'POST', body,
                         headers: { 'content-type': 'application/json' } });
                       await answer.json(); times.push(performance.now() - started); }
                     call(times.sort((a, b) => a - b)[25]); })()";
        let trip = page.run_until_called(solve, vec![json!(json!({ "puzzle": PUZZLE }).to_string())]).await;
        say(&format!("a 9x9 there and back: {:.1} ms", trip.as_f64().unwrap()));
        // Nothing moves while the page works.
        page.run(
            "window.shift = 0; new PerformanceObserver((list) => list.getEntries().forEach((entry) =>
                  (window.shift += entry.value))).observe({ type: 'layout-shift', buffered: true })",
        )
        .await;
        for button in ["#solve", "#clear", "#count", "#undo", "#clear-all"] {
            page.click(button).await;
            page.answer().await;
        }
        assert!(
            page.run("return window.shift").await.as_f64() < Some(0.01),
            "{}",
            page.run("return window.shift").await
        );
        page.go(&link(PUZZLE)).await;
        page.click("#solve").await;
        page.answer().await;
        page.picture("solved", Media::DESK).await;
        page.picture("dark", Media { is_dark: true, ..Media::DESK }).await;
        page.picture("phone", Media::PHONE).await;
        page.picture("wide", Media { width: 1920, height: 1080, ..Media::DESK }).await;
        page.picture("landscape", Media::LANDSCAPE).await;
        page.picture("forced-colours", Media { is_forced: true, ..Media::DESK }).await;
        page
    });
}
