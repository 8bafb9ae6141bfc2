//! The answer of each function for each kind of row.

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

#[test]
fn proofs_are_made_and_checked() {
    let proved = |puzzle: &str| asked(&format!("sudoku_prove('{puzzle}')"), "claim solution status");
    assert_eq!(proved(PUZZLE), format!("unique,{SOLUTION},certified"));
    assert_eq!(proved("11.............."), "unsatisfiable,,certified");
    assert!(proved("................").starts_with("solved,"));
    assert_eq!(proved("no puzzle"), ",,invalid");
    assert_eq!(asked(&format!("sudoku_prove('{PUZZLE}', 0)"), "claim status"), ",unknown");
    let manifest = asked(&format!("sudoku_prove('{PUZZLE}')"), "manifest");
    assert!(manifest.contains("proof.lrat") && manifest.contains("sha256"), "{manifest}");
    let kept = |keep: bool| sql(&format!("SELECT sudoku_prove('{PUZZLE}', 60, {keep})['proof'] IS NOT NULL AS kept"));
    assert_eq!((kept(false), kept(true)), ("kept\nfalse\n".to_owned(), "kept\ntrue\n".to_owned()));
}

#[test]
fn a_run_of_a_race_is_a_row() {
    let raced = |entrant: &str, puzzle: &str| asked(&format!("sudoku_race('{puzzle}', '{entrant}', 60)"), "status");
    for entrant in ["auto", "dlx", "sat:varisat", "batsat encoding=minimal at_most_one=product reduce=none seed=7"] {
        assert_eq!(raced(entrant, PUZZLE), "satisfiable", "{entrant}");
        assert_eq!(raced(entrant, &format!("11{}", ".".repeat(79))), "unsatisfiable", "{entrant}");
    }
    assert_eq!(raced("nobody", PUZZLE), "invalid");
    assert_eq!(raced("dlx haste=much", PUZZLE), "invalid");
    assert_eq!(asked(&format!("sudoku_race('{PUZZLE}', 'sat:varisat', 0)"), "status"), "time");
    let took = asked(&format!("sudoku_race('{PUZZLE}', 'dlx', 60)"), "seconds winner steps");
    assert!(took.split(',').next().is_some_and(|seconds| seconds.parse::<f64>().is_ok_and(|seconds| seconds > 0.0)));
    // A query may not choose the command that is run.
    for command in ["sat:external=touch /tmp/x", "external=true", "sat:kissat=/bin/true", "kissat=true"] {
        assert_eq!(raced(command, PUZZLE), "invalid", "{command}");
    }
}

#[test]
fn what_grids_have_in_common() {
    let of = |grids: &str, fields: &str| {
        let fields: Vec<String> = fields.split(' ').map(|field| format!("a['{field}']")).collect();
        let fields = fields.join(", ");
        let answer = sql(&format!("SELECT {fields} FROM (SELECT sudoku_common(p) AS a FROM (VALUES {grids}) AS t(p))"));
        answer.lines().skip(1).collect::<Vec<_>>().join("\n")
    };
    let two = "('1234341221434321'), (NULL), ('1234341243212143'), ('no grid')";
    assert_eq!(of(two, "common grids left_out status"), "12343412........,2,1,done");
    assert_eq!(of("('1234............'), ('12..............')", "common"), "12..............");
    let counts = of(two, "counts");
    assert!(counts.contains("\"\"r1c1\"\":{\"\"1\"\":2}") && counts.contains("\"\"r3c1\"\":{\"\"2\"\":1,\"\"4\"\":1}"));
    assert_eq!(of(&format!("('{PUZZLE}'), ('1234341221434321')"), "common status"), ",mixed");
    assert_eq!(of("('no grid')", "grids left_out status"), "0,1,invalid");
    assert_eq!(sql("SELECT sudoku_common(p) IS NULL AS n FROM (SELECT 'x' AS p WHERE false)"), "n\ntrue\n");
    // By groups, over several partial states.
    let grids =
        "SELECT value % 2 AS k, CASE WHEN value < 60000 THEN '1234341221434321' ELSE '1234341243212143' END AS p";
    let answer = sql(&format!(
        "SELECT k, a['common'] AS c, a['grids'] AS n FROM \
         (SELECT k, sudoku_common(p) AS a FROM ({grids} FROM range(0, 100000)) GROUP BY k) ORDER BY k"
    ));
    assert_eq!(answer, "k,c,n\n0,12343412........,50000\n1,12343412........,50000\n");
}
