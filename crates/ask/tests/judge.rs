//! The question `judge`, held against `check` and `count`.

use satdoku::Rule;
use satdoku_ask::{Work, ask};
use serde_json::{Map, Value, json};

const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn answer(name: &str, question: &Value) -> Value {
    ask(name, question.to_string().as_bytes(), &Work::default())
        .unwrap_or_else(|problem| panic!("{problem}: {question}"))
}

/// Numbers of a linear congruential generator.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// Digits of a grid of side 9 with some cells left out and some changed.
fn spoiled(random: &mut Random, left_out: u64, changed: u64) -> String {
    let spoil = |digit: char| match random.below(100) {
        at if at < left_out => '.',
        at if at < left_out + changed => char::from_digit(random.below(9) as u32 + 1, 10).unwrap(),
        _ => digit,
    };
    SOLUTION.chars().map(spoil).collect()
}

/// The cells `r1c1` to `r9c9` with their digits.
fn by_cell(digits: &str) -> Value {
    let named = |(at, digit): (usize, char)| {
        let digit = digit.to_digit(10).map_or(Value::Null, Value::from);
        (format!("r{}c{}", at / 9 + 1, at % 9 + 1), digit)
    };
    Value::Object(digits.chars().enumerate().map(named).collect::<Map<_, _>>())
}

#[test]
fn the_judge_agrees_with_check_under_every_rule() {
    let mut random = Random(7);
    let mut solved = 0;
    for form in Rule::FORMS.iter().filter(|form| form.board == "3x3") {
        let ruled = json!({ "board": "3x3", "rules": [form.example] });
        for (left_out, changed) in [(0, 0), (0, 2), (30, 0), (70, 0), (50, 10)] {
            let digits = spoiled(&mut random, left_out, changed);
            let with = |name: &str, value: Value| {
                let mut question = ruled.clone();
                question[name] = value;
                question
            };
            let judged = answer("judge", &with("digits", by_cell(&digits)));
            assert_eq!(judged, answer("judge", &with("digits", json!(digits))), "{}", form.example);
            let has_layers = judged["complete"] == false && !digits.contains('.');
            let checked = answer("check", &with("puzzle", json!(digits)));
            let is_broken = !judged["breaches"].as_array().unwrap().is_empty();
            assert_eq!(is_broken, checked["check"] == "conflict", "{}: {digits}: {judged} {checked}", form.example);
            assert!(
                has_layers || (judged["finished"] == true) == (checked["check"] == "solved"),
                "{}: {digits}",
                form.example
            );
            solved += u32::from(judged["finished"] == true);
            for breach in judged["breaches"].as_array().unwrap() {
                let of = (breach["rule"].is_null(), breach["unit"].is_null());
                assert!(of == (true, false) || of == (false, true), "{breach}");
                assert!(!breach["cells"].as_array().unwrap().is_empty(), "{breach}");
            }
        }
    }
    assert!(solved > 0);
}

/// No puzzle with a breach has a solution.
#[test]
fn a_breach_is_final() {
    let rules = [
        "killer 5 r1c1 r1c2",
        "thermometer r1c1 r2c1 r3c1",
        "arrow r2c1 : r3c1 r3c2",
        "antiknight",
        "renban r1c1 r1c2 r2c2",
        "palindrome r1c1 r2c2 r3c3",
        "sandwich 5 row 1",
    ];
    let mut random = Random(11);
    let mut breaches = 0;
    for round in 0..300 {
        let mut digits = Map::new();
        for at in 0..16 {
            if random.below(3) == 0 {
                digits.insert(format!("r{}c{}", at / 4 + 1, at % 4 + 1), (random.below(4) + 1).into());
            }
        }
        let rule = rules[round % rules.len()];
        let judged = answer("judge", &json!({ "board": "2x2", "rules": [rule], "digits": digits }));
        let is_broken = judged["breaches"].as_array().unwrap().iter().any(|breach| breach["rule"] == 0);
        if is_broken {
            let value = |at: usize| digits.get(&format!("r{}c{}", at / 4 + 1, at % 4 + 1)).cloned().unwrap_or_default();
            let cells: Vec<Value> = (0..16).map(value).collect();
            let count = answer("count", &json!({ "board": "2x2", "rules": [rule], "puzzle": cells, "limit": 1 }));
            assert_eq!(count["count"], "0", "{rule}: {judged}");
            breaches += 1;
        }
    }
    assert!(breaches > 20, "{breaches}");
}

#[test]
fn a_clue_is_kept_and_its_change_is_a_breach() {
    let puzzle = format!("{}{}", &SOLUTION[..40], ".".repeat(41));
    let wrong = format!("6{}", &SOLUTION[1..]);
    let judged = answer("judge", &json!({ "puzzle": puzzle, "digits": wrong }));
    assert_eq!(judged["breaches"].as_array().map(Vec::len), Some(1), "{judged}");
    assert_eq!((&judged["complete"], &judged["finished"]), (&json!(true), &json!(false)));
    assert_eq!(answer("check", &json!({ "puzzle": wrong, "clues": puzzle }))["check"], "conflict");
}

/// Helper cells are named as in rules.
#[test]
fn helper_cells_are_judged_too() {
    let judge = |digits: Value| {
        let puzzle = format!("2 2\nnumber N 1..7\nkiller N r1c1 r1c2\n{}", ". . . .\n".repeat(4));
        answer("judge", &json!({ "puzzle": puzzle, "digits": digits }))["breaches"].take()
    };
    assert_eq!(judge(json!({ "N": 7, "r1c1": 3, "r1c2": 4 })), json!([]));
    let broken = judge(json!({ "N": 4, "r1c1": 1, "r1c2": 2 }));
    assert_eq!((broken.as_array().map(Vec::len), &broken[0]["rule"]), (Some(1), &json!(1)), "{broken}");
}

/// Each cell of a layer has the values of the layer alone.
#[test]
fn a_number_that_is_no_value_of_its_cell_is_refused() {
    for digits in [r#"{"shade:r1c1": 3}"#, r#"{"r1c1": 0}"#, r#"{"r1c1": 9}"#, r#"{"r1c1": 65535}"#] {
        let question = format!(r#"{{"board": "2x2", "rules": ["layer shade 0..1"], "digits": {digits}}}"#);
        let problem = ask("judge", question.as_bytes(), &Work::default()).unwrap_err();
        assert!(problem.sentence().starts_with("digits: "), "{problem}");
    }
}

/// A conversion keeps the words of the setter where the format has a place for them, and says where it has none.
#[test]
fn a_conversion_keeps_the_title() {
    let puzzle = "2 2\ntitle Four\nauthor Me\nabout One\nabout Two\n1 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n";
    let convert = |to: &str| {
        let question = json!({ "puzzle": puzzle, "to": to }).to_string();
        ask("convert", question.as_bytes(), &Work::default()).unwrap()
    };
    assert_eq!(convert("header")["text"], puzzle);
    assert!(convert("json")["text"].as_str().unwrap().contains("Four"));
    assert_eq!(convert("line")["left_out"], json!(["the title", "the author", "the rules in words"]));
}
