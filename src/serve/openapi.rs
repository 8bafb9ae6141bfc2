//! The document of the API: `OpenAPI` 3.1.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use satdoku::certificate::Claim;
use satdoku::draw::Theme;
use satdoku::generate::{Kind, Symmetry};
use satdoku::grid::format::Format;
use satdoku::logic::Profile;
use satdoku::{AtMostOne, Encoding};
use serde_json::{Map, Value, json};

use crate::serve::App;
use crate::serve::fields::MAX_SIDE;
use crate::serve::questions::convert::MOST_PUZZLES;
use crate::serve::questions::explain::MOST_CANDIDATES;
use crate::serve::questions::race::MOST_SOLVERS;
use crate::serve::questions::solve::MOST_SOLUTIONS;
use crate::serve::questions::{MOST_CELLS, names};
use crate::serve::respond::{MAX_BODY, USUAL_TIME};

/// What a question may say: a field's name, its schema, and whether it must be there.
type Field = (&'static str, Value, bool);

/// A question of the API.
struct Operation {
    path: &'static str,
    summary: &'static str,
    fields: Vec<Field>,
    /// The members of the answer, or the type of one that is no JSON.
    answer: Result<Vec<(&'static str, Value)>, &'static str>,
    /// Events beside `progress`, `answer` and `problem`.
    events: &'static str,
}

pub(crate) async fn document(State(app): State<Arc<App>>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], Body::from(describe(&app).to_string())).into_response()
}

fn text(description: &str) -> Value {
    json!({ "type": "string", "description": description })
}

fn text_or_null(description: &str) -> Value {
    json!({ "type": ["string", "null"], "description": description })
}

fn texts(description: &str) -> Value {
    json!({ "type": "array", "items": { "type": "string" }, "description": description })
}

fn number(description: &str) -> Value {
    json!({ "type": "integer", "minimum": 0, "description": description })
}

fn flag(description: &str) -> Value {
    json!({ "type": "boolean", "default": false, "description": description })
}

fn one_of<T: ToString>(all: impl IntoIterator<Item = T>, description: &str) -> Value {
    json!({ "type": "string", "enum": names(all), "description": description })
}

/// A grid: a text up to side 35, rows of numbers above.
fn grid(description: &str) -> Value {
    json!({
        "type": ["string", "array", "null"],
        "items": { "type": "array", "items": { "type": "integer" } },
        "description": format!("{description}: a character a cell, `.` if empty, up to side 35, rows of numbers above; on boards that are no squares with the digits from 1 one for each place of the canvas, `-` where there is no cell"),
    })
}

/// Whether a *no* was proved.
fn certified() -> Value {
    json!({ "type": "boolean", "description": "whether the claim was proved, and the proof checked before the answer was given" })
}

/// Which one.
fn claim() -> Value {
    text_or_null("what was proved: no solution, no other, no more after 3")
}

/// How many solutions there are.
fn uniqueness() -> Value {
    one_of(["unique", "several", "none", "unknown"], "how many solutions there are")
}

/// What all questions about a puzzle say of it.
fn puzzle() -> Vec<Field> {
    let grid = json!({
        "description": "a text in any format, or numbers row by row, in one array or one for each row, null for an \
                        empty cell, as is 0 where digits begin with 1; without it the empty grid of the board",
        "oneOf": [
            { "type": "string" },
            { "type": "array", "items": { "oneOf": [{ "type": ["integer", "null"] }, { "type": "array" }] } },
        ],
    });
    let board = format!(
        "the board as --box takes it: 3x3, 2x5+diagonals, regions:1122…, samurai, 6x8/8; at most {MAX_SIDE} a side; without it the text \
         tells, or the most nearly square boxes are meant"
    );
    vec![
        ("puzzle", grid, false),
        ("board", text(&board), false),
        ("format", one_of(Format::all(), "the format of a text; the text tells if it is not given"), false),
        ("rules", texts("the rules of the puzzle, each as its line in the format header: killer 15 r1c1 r1c2"), false),
    ]
}

/// What all questions to a solver say of it.
fn solving(app: &App) -> Vec<Field> {
    vec![
        ("solver", one_of(&app.solvers, "who is asked"), false),
        ("encoding", one_of(Encoding::all(), "the clauses that a SAT solver gets"), false),
        ("at_most_one", one_of(AtMostOne::all(), "how clauses say at most one"), false),
        (
            "reduce",
            text("what is deduced before: none, all, or some of singles,locked,subsets,matching,overlaps"),
            false,
        ),
        ("seed", number("the seed of randomised solvers"), false),
        ("certified", flag("have each negative answer proved, and the proof checked before it is given"), false),
    ]
}

/// A question about a puzzle to a solver.
fn asked(app: &App) -> Vec<Field> {
    [puzzle(), solving(app)].concat()
}

fn with(fields: Vec<Field>, more: Vec<Field>) -> Vec<Field> {
    [fields, more].concat()
}

fn stats() -> Value {
    json!({ "type": "object", "description": "what it took: reduce_seconds, encode_seconds, solve_seconds and decode_seconds, seconds in all, \
                        variables, clauses, conflicts, steps" })
}

fn reason() -> Value {
    text_or_null("why the answer is not known, or not whole")
}

fn operations(app: &App) -> Vec<Operation> {
    vec![
        solve(app),
        count(app),
        check(app),
        generate(),
        convert(),
        draw(),
        encode(),
        explain(app),
        candidates(app),
        hint(),
        path(),
        rate(),
        prove(),
        race(app),
    ]
}

fn solve(app: &App) -> Operation {
    Operation {
        path: "/api/solve",
        summary: "A solution, or several",
        fields: with(
            asked(app),
            vec![(
                "limit",
                number(&format!(
                    "as many solutions, from 1 to {MOST_SOLUTIONS}, of {MOST_CELLS} cells together at most"
                )),
                false,
            )],
        ),
        answer: Ok(vec![
            ("verdict", one_of(["satisfiable", "unsatisfiable", "unknown"], "whether there is a solution")),
            ("board", text("the board")),
            ("puzzle", grid("the puzzle")),
            ("rules", texts("its rules, if it has any")),
            ("solutions", json!({ "type": "array", "items": grid("a solution") })),
            ("more", json!({ "type": ["boolean", "null"], "description": "whether there are more; null if unknown" })),
            ("certified", certified()),
            ("claim", claim()),
            ("reason", reason()),
            ("solver", text("who was asked")),
            ("winner", text_or_null("which of several solvers answered")),
            ("stats", stats()),
        ]),
        events: "",
    }
}

fn count(app: &App) -> Operation {
    Operation {
        path: "/api/count",
        summary: "How many solutions",
        fields: with(asked(app), vec![("limit", number("counting ends there"), false)]),
        answer: Ok(vec![
            ("count", text("the number where all were counted, such as 12, or >=12 where counting ended before")),
            ("uniqueness", uniqueness()),
            ("certified", certified()),
            ("claim", claim()),
            ("reason", reason()),
            ("solver", text("who was asked")),
            ("stats", stats()),
        ]),
        events: "",
    }
}

fn check(app: &App) -> Operation {
    Operation {
        path: "/api/check",
        summary: "Solved, valid so far, or in conflict; unique or not",
        fields: with(
            asked(app),
            vec![
                ("clues", json!({ "description": "the puzzle whose clues must be kept, as `puzzle`" }), false),
                ("unique", flag("whether to ask for exactly one solution as well"), false),
            ],
        ),
        answer: Ok(vec![
            ("check", one_of(["solved", "valid", "conflict", "changed"], "what the grid is")),
            ("details", json!({ "type": "array", "items": { "type": "string" } })),
            (
                "conflicts",
                json!({ "type": "array", "items": { "type": "object" }, "description": "unit, digit, and \
                                  cells as [row, column], from 1" }),
            ),
            ("uniqueness", uniqueness()),
            ("certified", certified()),
            ("claim", claim()),
        ]),
        events: "",
    }
}

fn generate() -> Operation {
    Operation {
        path: "/api/generate",
        summary: "A puzzle; the same question has the same answer",
        fields: vec![
            ("board", text("the board as --box takes it"), true),
            ("kind", one_of(Kind::all(), "which puzzles"), false),
            ("solutions", text("with the kind several: 5 exactly, 5+ at least"), false),
            ("symmetry", one_of(Symmetry::all(), "the symmetry of the clues"), false),
            ("clues", number("how many clues"), false),
            (
                "balanced",
                flag(
                    "with the kind holes: as many in each unit; all rows, columns and boxes have a cell for each digit",
                ),
                false,
            ),
            (
                "rules",
                texts("families of rules that are drawn, such as killer, and lines of rules; as --rules takes them"),
                false,
            ),
            ("rating", text("ratings of the hardest step, such as 4.5..5.0"), false),
            ("needs", texts("techniques that the path has a step of"), false),
            ("seed", number("the seed"), false),
            ("number", number("which puzzle of the seed, from 1"), false),
        ],
        answer: Ok(vec![
            ("board", text("the board")),
            ("number", number("which puzzle of the seed, from 1")),
            ("puzzle", grid("the puzzle")),
            ("rules", texts("its rules, if it has any")),
            ("clues", number("how many clues it has")),
            ("solution", grid("the solution it was made from, or null")),
            ("seed", number("the seed")),
            ("seconds", json!({ "type": "number" })),
        ]),
        events: "",
    }
}

fn convert() -> Operation {
    Operation {
        path: "/api/convert",
        summary: "Puzzles out of a text, and into another format",
        fields: with(puzzle(), vec![("to", one_of(Format::all(), "the format to write"), false)]),
        answer: Ok(vec![
            (
                "puzzles",
                json!({ "type": "array", "items": { "type": "object" }, "description":
                format!("number, board and puzzle of each, {MOST_PUZZLES} at most; a drawing as text where the page has no cells for the board") }),
            ),
            ("more", json!({ "type": "boolean", "description": "whether the text has more" })),
            ("text", text_or_null("the puzzles in the format `to`, where that is asked for")),
        ]),
        events: "",
    }
}

fn draw() -> Operation {
    Operation {
        path: "/api/draw",
        summary: "A picture of a puzzle with its rules",
        fields: with(
            puzzle(),
            vec![
                ("answers", json!({ "description": "the digits of its empty cells, as `puzzle`" }), false),
                ("theme", one_of(Theme::all(), "its colours, light if not given"), false),
                ("title", text("a line above it"), false),
            ],
        ),
        answer: Ok(vec![("svg", text("the picture, an SVG document"))]),
        events: "",
    }
}

fn encode() -> Operation {
    Operation {
        path: "/api/encode",
        summary: "The clauses of a puzzle as DIMACS; x-variables and x-clauses tell their number",
        fields: with(
            puzzle(),
            vec![
                ("encoding", one_of(Encoding::all(), "which clauses, minimal if not given"), false),
                ("at_most_one", one_of(AtMostOne::all(), "how clauses say at most one"), false),
                ("reduce", text("what is deduced before"), false),
                ("comments", flag("write the puzzle and the encoding into comments, for `satdoku decode`"), false),
            ],
        ),
        answer: Err("text/plain"),
        events: "",
    }
}

fn explain(app: &App) -> Operation {
    Operation {
        path: "/api/explain",
        summary: "Why there is no solution or more than one, and which clues and rules can be removed",
        fields: with(
            asked(app),
            vec![("counts", flag("with several solutions, count those that have each digit"), false)],
        ),
        answer: Ok(vec![
            ("verdict", one_of(["unsatisfiable", "ambiguous", "unique", "unknown"], "what there is to explain")),
            ("duplicates", json!({ "type": "array", "description": "unit, digit and cells of clues that clash" })),
            (
                "clues",
                json!({ "description": "clues that contradict one another, as r1c1=5; of a unique puzzle their number" }),
            ),
            ("breaches", json!({ "type": "array", "description": "rules that clues break: rule, sentence and cells" })),
            (
                "needed_rules",
                json!({ "type": "array", "description": "rules that contradict one another and those clues" }),
            ),
            (
                "minimal",
                json!({ "type": ["boolean", "null"], "description": "whether no clue and no rule can be removed" }),
            ),
            ("chain", json!({ "type": "object", "description": "clues, steps and contradiction in words" })),
            ("gap", text("why no chain is shown though forced steps lead to a contradiction")),
            ("solutions", json!({ "type": "array", "description": "two solutions" })),
            ("differing", json!({ "type": "array", "description": "the cells in which they differ" })),
            (
                "deciding",
                json!({ "type": "array", "description": "cells and the digits there that leave one solution" }),
            ),
            ("together", json!({ "type": "array", "description": "digits that leave one solution together" })),
            ("solution", json!({ "description": "the only solution" })),
            ("count", text("how many solutions there are, where that was asked for")),
            (
                "best_clue",
                json!({ "type": "object", "description": "the candidate that the fewest solutions have, and how many are left" }),
            ),
            (
                "best_cell",
                json!({ "type": "object", "description": "the cell that leaves the fewest whatever its digit, and the most that are left" }),
            ),
            ("uncounted", text("what ran out before all digits were counted")),
            ("redundant", json!({ "type": "array", "description": "clues each of which can be removed" })),
            ("rule_count", json!({ "type": "integer", "description": "how many rules a unique puzzle has" })),
            ("redundant_rules", json!({ "type": "array", "description": "rules each of which can be removed" })),
            ("stopped", text("what ran out before all was told")),
            ("seconds", json!({ "type": "number" })),
        ]),
        events: "",
    }
}

fn candidates(app: &App) -> Operation {
    Operation {
        path: "/api/candidates",
        summary: "For each empty cell the digits that are in some solution",
        fields: with(
            asked(app),
            vec![("counts", flag("count for each digit the solutions that have it, in place of candidates"), false)],
        ),
        answer: Ok(vec![
            ("verdict", one_of(["satisfiable", "unsatisfiable", "unknown"], "whether there is a solution")),
            (
                "candidates",
                json!({ "type": "object", "description": format!("the digits by cell, such as r1c1; refused where empty cells have more than {MOST_CANDIDATES}") }),
            ),
            ("count", text("how many solutions there are, where that was asked for")),
            (
                "counts",
                json!({ "type": "object", "description": "by cell and digit how many solutions have it, as texts" }),
            ),
            ("undecided", json!({ "type": "object", "description": "digits that were not decided in time, by cell" })),
            ("stopped", text("what ran out")),
            ("seconds", json!({ "type": "number" })),
        ]),
        events: "",
    }
}

/// What all questions about steps say.
fn reasoning() -> Vec<Field> {
    let more = vec![
        ("scale", one_of(Profile::all(), "the order of the techniques and the scale of the ratings"), false),
        ("no_uniqueness", flag("use no technique that rests on the puzzle's having one solution"), false),
    ];
    with(puzzle(), more)
}

fn steps(description: &str) -> Value {
    let description = format!(
        "{description}; each with technique, rating, says, places, removes, units, marks, links, levels (sentences that say more and \
         more) and proof"
    );
    json!({ "type": "array", "items": { "type": "object" }, "description": description })
}

fn hint() -> Operation {
    let more = vec![
        ("all", flag("every step at hand instead of the next one"), false),
        ("technique", text("only steps by this technique, by a name that `satdoku techniques` lists"), false),
        ("cell", text("only steps that write or strike out something in this cell, such as r1c1"), false),
        ("why", text("the steps that rule out this candidate, such as r4c5=7, none of which can be left out"), false),
        (
            "marks",
            text(
                "the candidates that are left, of a 9x9 puzzle: 729 characters, nine a cell, . where one is not, or a drawn grid",
            ),
            false,
        ),
    ];
    Operation {
        path: "/api/hint",
        summary: "The next step of a person, or every step at hand",
        fields: with(reasoning(), more),
        answer: Ok(vec![
            ("reason", text("what is to be said besides: something is wrong already, or nothing follows")),
            ("hints", steps("the steps")),
            ("seconds", json!({ "type": "number" })),
        ]),
        events: "",
    }
}

fn path() -> Operation {
    Operation {
        path: "/api/path",
        summary: "All steps by which a person would solve a puzzle",
        fields: reasoning(),
        answer: Ok(vec![
            ("verdict", one_of(["solved", "contradiction", "stuck", "unknown"], "how the steps end")),
            ("reason", text("the same in a sentence")),
            ("path", steps("the steps")),
            ("seconds", json!({ "type": "number" })),
        ]),
        events: "",
    }
}

fn rate() -> Operation {
    Operation {
        path: "/api/rate",
        summary: "How hard a puzzle is for people",
        fields: with(
            reasoning(),
            vec![
                (
                    "max",
                    text(
                        "stop at the first step that is harder, such as 7.0, or on the scale hodoku at a higher score",
                    ),
                    false,
                ),
                ("trial", flag("how deep trial and error must go instead"), false),
                ("backdoor", flag("the fewest digits with which singles solve it instead"), false),
                ("width", flag("how many steps are at hand where it is hardest instead"), false),
            ],
        ),
        answer: Ok(vec![
            (
                "rating",
                json!({ "type": "object", "description": "scale, er, ep, ed, or score and level, steps, hardest, uniqueness; or scale and above" }),
            ),
            (
                "trial",
                json!({ "type": "object", "description": "depth, null above 3, and the length of braids, exact or not" }),
            ),
            ("backdoor", json!({ "type": "object", "description": "size, and digits such as r1c2=4" })),
            ("width", json!({ "type": "object", "description": "count at the narrowest place, er, step and steps" })),
            ("verdict", text("why there is no rating")),
            ("reason", text("why that is not known")),
            ("seconds", json!({ "type": "number" })),
        ]),
        events: "",
    }
}

fn prove() -> Operation {
    Operation {
        path: "/api/prove",
        summary: "A certificate as a tar archive, for `satdoku verify` and other checkers; x-claim tells what it shows",
        fields: with(
            puzzle(),
            vec![("claim", one_of(Claim::all(), "what is claimed; whichever is true if it is not given"), false)],
        ),
        answer: Err("application/x-tar"),
        events: "",
    }
}

fn race(app: &App) -> Operation {
    Operation {
        path: "/api/race",
        summary: "Several solvers on one puzzle; the time limit is that of each",
        fields: with(
            puzzle(),
            vec![
                (
                    "solvers",
                    json!({ "type": "array", "minItems": 1, "maxItems": MOST_SOLVERS,
                                    "items": one_of(&app.solvers, "a solver") }),
                    true,
                ),
                ("encoding", one_of(Encoding::all(), "the clauses that a SAT solver gets"), false),
                ("at_once", flag("run as many as there are cores at once: their times are then not fair"), false),
            ],
        ),
        answer: Ok(vec![
            (
                "runs",
                json!({ "type": "array", "items": { "type": "object" }, "description":
                "run, solver, outcome, message, seconds, conflicts, steps" }),
            ),
            ("cancelled", json!({ "type": "boolean" })),
        ]),
        events: "; `started` with run and solver, `ended` with the run",
    }
}

fn describe(app: &App) -> Value {
    let mut paths = Map::new();
    for operation in operations(app) {
        paths.insert(operation.path.to_owned(), json!({ "post": post(app, operation) }));
    }
    let got =
        |summary: &str| json!({ "get": { "summary": summary, "responses": { "200": { "description": "told" } } } });
    paths.insert("/api/solvers".to_owned(), got("Solvers, encodings, formats and reports of this server"));
    paths.insert("/api/openapi.json".to_owned(), got("This document"));
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "satdoku",
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": "MIT OR Apache-2.0" },
            "description": format!("Sudoku of any size, on this machine. Questions are POSTed as JSON objects of at most \
                {MAX_BODY} bytes. A connection that is closed cancels its question. Where everything is busy the answer is \
                503 with Retry-After."),
        },
        "servers": [{ "url": format!("http://127.0.0.1:{}", app.port) }],
        "paths": paths,
        "components": { "schemas": { "Problem": problem() } },
    })
}

fn post(app: &App, operation: Operation) -> Value {
    let mut fields = operation.fields;
    let (longest, usual) = (app.longest.as_secs_f64(), USUAL_TIME.min(app.longest).as_secs_f64());
    let time = format!("seconds, or a text such as 500ms; at most {longest} s, {usual} s if not given");
    fields.push(("time_limit", json!({ "type": ["number", "string"], "description": time }), false));
    let required: Vec<_> = fields.iter().filter(|(.., is_required)| *is_required).map(|(name, ..)| *name).collect();
    let properties: Map<_, _> = fields.iter().map(|(name, schema, _)| ((*name).to_owned(), schema.clone())).collect();
    let question =
        json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false });
    let content = match operation.answer {
        Ok(members) => {
            let members: Map<_, _> = members.into_iter().map(|(name, schema)| (name.to_owned(), schema)).collect();
            let events =
                format!("events `progress` with seconds and steps{}; then `answer` or `problem`", operation.events);
            json!({
                "application/json": { "schema": { "type": "object", "properties": members } },
                "text/event-stream": { "schema": text(&events) },
            })
        }
        Err(kind) => json!({ kind: { "schema": { "type": "string" } } }),
    };
    let problem = json!({
        "description": "a refusal or a failure",
        "content": { "application/problem+json": { "schema": { "$ref": "#/components/schemas/Problem" } } },
    });
    json!({
        "summary": operation.summary,
        "requestBody": { "required": true, "content": { "application/json": { "schema": question } } },
        "responses": { "200": { "description": "the answer", "content": content }, "default": problem },
    })
}

/// RFC 9457, and where something is wrong.
fn problem() -> Value {
    json!({
        "type": "object",
        "properties": {
            "type": text("always about:blank"),
            "title": text("the name of the status"),
            "status": number("the status"),
            "detail": text("what is wrong"),
            "row": number("the row or line where it is wrong, from 1"),
            "column": number("the column where it is wrong, from 1"),
            "of": one_of(["grid", "text", "body"], "what row and column are those of: the grid, the puzzle's text, the body"),
        },
        "required": ["type", "title", "status", "detail"],
    })
}
