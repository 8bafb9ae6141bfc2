//! What each function says of each kind of row.

use crate::processes::sql;

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// The fields of a function's struct for one row, as CSV.
fn asked(call: &str, fields: &str) -> String {
    let fields: Vec<String> = fields.split(' ').map(|field| format!("a['{field}']")).collect();
    let answer = sql(&format!("SELECT {} FROM (SELECT {call} AS a)", fields.join(", ")));
    answer.lines().skip(1).collect::<Vec<_>>().join("\n")
}

#[test]
fn puzzles_of_every_kind_are_solved() {
    assert_eq!(asked(&format!("sudoku_solve('{PUZZLE}')"), "solution status"), format!("{SOLUTION},solved"));
    assert_eq!(asked("sudoku_solve('.4.2...1.....3..')", "status"), "solved");
    assert_eq!(asked("sudoku_solve('1.1.............')", "solution status"), ",unsatisfiable");
    assert_eq!(asked(&format!("sudoku_solve('11{}')", ".".repeat(79)), "solution status"), ",unsatisfiable");
    let ruled = "2 2\nkiller 10 r1c1 r1c2 r1c3 r1c4\nthermometer r1c1 r2c2\n. . . .\n. . . .\n. . . .\n. . . .\n";
    assert_eq!(asked(&format!("sudoku_solve('{ruled}')"), "status"), "solved");
}

#[test]
fn a_poisoned_row_has_a_status_and_harms_no_other() {
    let table =
        format!("(VALUES ('{PUZZLE}'), ('no puzzle'), (NULL), (''), ('{}x'), ('{PUZZLE}')) AS t(p)", ".".repeat(80));
    let answer =
        sql(&format!("SELECT coalesce(a['status'], 'null') AS s FROM (SELECT sudoku_solve(p) AS a FROM {table})"));
    assert_eq!(answer.lines().collect::<Vec<_>>(), ["s", "solved", "invalid", "null", "invalid", "invalid", "solved"]);
    for call in
        ["sudoku_count(p, 2)", "sudoku_is_unique(p)", "sudoku_check(p)", "sudoku_candidates(p)", "sudoku_rate(p)"]
    {
        let answer = sql(&format!(
            "SELECT coalesce(a['status'], 'null') IN ('invalid', 'null') AS s FROM (SELECT {call} AS a FROM {table})"
        ));
        let expected = ["s", "false", "true", "true", "true", "true", "false"];
        assert_eq!(answer.lines().collect::<Vec<_>>(), expected, "{call}");
    }
}

#[test]
fn counts_say_whether_they_are_exact() {
    assert_eq!(asked(&format!("sudoku_count('{PUZZLE}', 2)"), "count exact status"), "1,true,counted");
    assert_eq!(asked(&format!("sudoku_count('{}', 7)", ".".repeat(81)), "count exact status"), "7,false,at least");
    assert_eq!(asked("sudoku_count('................', 1000)", "count exact"), "288,true");
    assert_eq!(asked("sudoku_count('................', -1)", "count status"), ",invalid");
    assert_eq!(asked(&format!("sudoku_is_unique('{PUZZLE}')"), "unique status"), "true,unique");
    assert_eq!(asked(&format!("sudoku_is_unique('{}')", ".".repeat(81)), "unique status"), "false,several");
}

#[test]
fn checks_name_what_is_wrong() {
    assert_eq!(asked(&format!("sudoku_check('{SOLUTION}', '{PUZZLE}')"), "fine"), "true");
    assert_eq!(asked("sudoku_check('11..............')", "fine status"), "false,conflict");
    assert!(asked("sudoku_explain('11..............')", "explanation").contains("unsatisfiable"));
    assert!(asked("sudoku_candidates('.4.2...1.....3..')", "candidates").contains("r1c1"));
}

#[test]
fn ratings_and_forms() {
    let rated = asked(&format!("sudoku_rate('{PUZZLE}')"), "er ep ed status");
    assert!(rated.starts_with("1.") && rated.ends_with(",rated"), "{rated}");
    assert_eq!(asked(&format!("sudoku_rate('{}')", ".".repeat(81)), "er status"), ",several");
    let turned: String = PUZZLE.chars().rev().collect();
    let canonical = |puzzle: &str| asked(&format!("sudoku_canonical('{puzzle}')"), "canonical");
    assert_eq!(canonical(PUZZLE), canonical(&turned));
    assert_eq!(asked("sudoku_convert('1...............', 'line')", "text"), "1...............");
    assert_eq!(asked("sudoku_convert('1...............', 'sonnet')", "text status"), ",invalid");
}

#[test]
fn a_puzzle_of_a_recipe_depends_on_the_recipe_and_its_number_alone() {
    let made = |range: &str| {
        sql(&format!("SELECT value, sudoku_generate('seed=7', value)['puzzle'] AS p FROM {range} ORDER BY value"))
    };
    let (all, some) = (made("range(0, 40)"), made("range(17, 20)"));
    for line in some.lines().skip(1) {
        assert!(all.lines().any(|other| other == line), "{line}");
    }
    let unique = sql("SELECT count(*), count(DISTINCT p), bool_and(sudoku_is_unique(p)['unique']) FROM \
                      (SELECT sudoku_generate('seed=7', value)['puzzle'] AS p FROM range(0, 300))");
    assert_eq!(unique.lines().nth(1), Some("300,300,true"));
    assert_eq!(asked("sudoku_generate('kind=unheard', 1)", "status"), "invalid");
    assert_eq!(asked("sudoku_generate('seed=7', -1)", "status"), "invalid");
}

#[test]
fn an_argument_of_another_type_is_refused_before_the_work() {
    let (_, errors) = crate::processes::run(2, &["query", "SELECT sudoku_solve(1234000000000000)"]);
    assert!(errors.contains("argument 1 is a text"), "{errors}");
}
