//! The cells and rules beside the sentences of explanations, hints and paths.

use satdoku_ask::{Work, ask};
use serde_json::{Value, json};

const RULED: &str = r#"["killer 6 r1c2 r1c3 r2c3", "thermometer r3c2 r3c1 r3c4", "arrow r2c1 : r3c1 r3c2"]"#;
const CHAINED: &str = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";

fn answer(name: &str, question: &Value) -> Value {
    ask(name, question.to_string().as_bytes(), &Work::default())
        .unwrap_or_else(|problem| panic!("{problem}: {question}"))
}

/// The words of a sentence that are cells or candidates, as cells.
fn cells_in(sentence: &str) -> Vec<String> {
    let words = sentence.split(|c: char| !c.is_ascii_alphanumeric());
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_cell = |word: &&str| {
        let place = word.strip_prefix('r').and_then(|rest| rest.split_once('c'));
        place.is_some_and(|(row, column)| is_number(row) && is_number(column))
    };
    words.filter(is_cell).map(str::to_owned).collect()
}

/// Whether an object has cells and rules, and at least the cells that its sentence names outside names of rules.
fn check(sentence: &str, of: &Value, rules: usize) {
    let cells: Vec<&str> = of["cells"].as_array().unwrap().iter().map(|cell| cell.as_str().unwrap()).collect();
    let numbers: Vec<u64> = of["rules"].as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect();
    assert!(numbers.iter().all(|&number| number < rules as u64), "{sentence}: {of}");
    if numbers.is_empty() {
        let named = cells_in(sentence);
        assert!(named.iter().all(|cell| cells.contains(&cell.as_str())), "{sentence}: {of}");
    }
}

fn check_steps(steps: &Value, rules: usize) -> usize {
    let steps = steps.as_array().unwrap();
    for step in steps {
        check(step["says"].as_str().unwrap(), step, rules);
        let levels = step["levels"].as_array().unwrap();
        assert_eq!(step["sentences"].as_array().unwrap().len(), levels.len());
        for (level, sentence) in levels.iter().zip(step["sentences"].as_array().unwrap()) {
            assert_eq!(*level, sentence["sentence"]);
            check(level.as_str().unwrap(), sentence, rules);
        }
        let proof = step["proof"].as_array().unwrap();
        assert_eq!(step["proof_sources"].as_array().unwrap().len(), proof.len());
        for (line, of) in proof.iter().zip(step["proof_sources"].as_array().unwrap()) {
            check(line.as_str().unwrap(), of, rules);
        }
    }
    steps.len()
}

#[test]
fn the_sentences_of_steps_have_their_cells_and_rules() {
    for puzzle in [json!({ "puzzle": CHAINED }), json!({ "puzzle": CHAINED, "scale": "own" })] {
        assert!(check_steps(&answer("path", &puzzle)["path"], 0) > 20, "{puzzle}");
    }
    let rules: Value = serde_json::from_str(RULED).unwrap();
    let ruled = json!({ "board": "2x2", "rules": rules });
    let path = answer("path", &ruled);
    assert!(check_steps(&path["path"], 3) > 10);
    let of_rules = path["path"].as_array().unwrap().iter().filter(|step| step["rules"] != json!([])).count();
    assert!(of_rules >= 2, "{path}");
    check_steps(&answer("hint", &ruled)["hints"], 3);
    let wrong = answer("hint", &json!({ "puzzle": "11.............." }));
    assert_eq!((&wrong["cells"], &wrong["rules"]), (&json!(["r1c1", "r1c2"]), &json!([])));
    let mut broken = ruled;
    broken["puzzle"] = json!(".11.............");
    let broken = [answer("hint", &broken), answer("path", &broken)];
    assert!(broken.iter().all(|answer| answer["cells"] == json!(["r1c2", "r1c3"])), "{broken:?}");
}

#[test]
fn the_sentences_of_explanations_have_their_cells_and_rules() {
    let clash = answer("explain", &json!({ "puzzle": "11.............." }));
    let duplicate = &clash["duplicates"][0];
    assert_eq!((&duplicate["cells"], &duplicate["rules"]), (&json!(["r1c1", "r1c2"]), &json!([])), "{clash}");
    let rules = json!(["thermometer r3c2 r3c1 r3c4", "killer 5 r1c1 r1c2"]);
    let broken = answer("explain", &json!({ "puzzle": "12..............", "board": "2x2", "rules": rules }));
    assert_eq!(
        (&broken["breaches"][0]["rules"], &broken["breaches"][0]["cells"]),
        (&json!([1]), &json!(["r1c1", "r1c2"]))
    );
    // Only the second of these rules is needed.
    let rules = json!(["killer 5 r1c1 r1c2", "thermometer r3c1 r3c2 r3c3 r3c4", "killer 5 r3c1 r3c2"]);
    let none = answer("explain", &json!({ "board": "2x2", "rules": rules }));
    assert_eq!(none["verdict"], "unsatisfiable", "{none}");
    assert_eq!(none["needed_rule_numbers"], json!([1, 2]), "{none}");
    for chain in [&none["chain"], &answer("explain", &json!({ "puzzle": "123....4........" }))["chain"]] {
        let sentences = chain["sentences"].as_array().unwrap();
        let steps = chain["steps"].as_array().unwrap();
        let told: Vec<_> = steps.iter().chain([&chain["contradiction"]]).collect();
        assert_eq!(sentences.iter().map(|sentence| &sentence["sentence"]).collect::<Vec<_>>(), told);
        for sentence in sentences {
            check(sentence["sentence"].as_str().unwrap(), sentence, 3);
        }
    }
    let of_rules =
        none["chain"]["sentences"].as_array().unwrap().iter().flat_map(|one| one["rules"].as_array().unwrap());
    let of_rules: std::collections::BTreeSet<_> = of_rules.map(|number| number.as_u64().unwrap()).collect();
    assert!(!of_rules.is_empty() && of_rules.iter().all(|number| [1, 2].contains(number)), "{none}");
}
