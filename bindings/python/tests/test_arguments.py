"""Arguments as people have them, errors in the words of Python, limits, and questions by their names."""

from __future__ import annotations

import threading
import time
from datetime import timedelta
from typing import Any, get_args

import pytest
from conftest import CLASSIC, SOLVED

import satdoku
from satdoku import Grid, Unknown, _satdoku

# Wrong arguments, which type checkers refuse.
untyped: Any = satdoku


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: untyped.Grid(board=[]), "board: expected a Board or its name"),
        (lambda: untyped.solve(CLASSIC, solver=7), "solver: expected the name of a solver"),
        (lambda: untyped.solve(CLASSIC, timeout="x"), "timeout: expected a number of seconds from 0, a timedelta or a Timeout, found str 'x'"),
        (lambda: untyped.solve(CLASSIC, timeout=-1), "timeout: .*found int -1"),
        (lambda: Grid([[0] * 9] * 8), "expected 9 rows of 9 cells, or board=; found 8 rows"),
        (lambda: Grid([[0] * 9] * 8, board="3x3"), "expected 9 rows of 9 cells, found 8 rows"),
        (lambda: untyped.count(CLASSIC, limit=-1), "limit: expected a whole number from 0, found int -1"),
        (lambda: untyped.count(CLASSIC, limit="2"), "limit: expected a whole number from 0, found str '2'"),
        (lambda: untyped.sample(CLASSIC, -1), "count: expected a whole number from 0"),
        (lambda: untyped.Solver("sat:cdcl", seed=-1), "seed: expected a whole number from 0"),
        (lambda: untyped.solve_many([CLASSIC], threads=-1), "threads: expected a whole number from 1"),
        (lambda: untyped.solve_many([CLASSIC], errors=None), "errors: expected 'raise' or 'null', found None"),
        (lambda: untyped.solve_many(7), "puzzles: expected a list of puzzles"),
        (lambda: untyped.solve_many(untyped.Grid(CLASSIC)), "puzzles: expected a list of puzzles, found one"),
        (lambda: untyped.solve_many({"a": CLASSIC}), "puzzles: .*found a dict"),
        (lambda: untyped.solve_many([[0] * 9] * 9), "one puzzle or 9 small ones"),
        (lambda: untyped.Grid(CLASSIC, rules=[1]), "rules: expected lines of rules"),
        (lambda: untyped.Solver("sat:varisat", settings=7), "settings: expected a dict"),
        (lambda: untyped.Grid(CLASSIC)[None], "cell: expected .row, column. from 0 or a name such as 'r1c1', found None"),
        (lambda: untyped.encode(CLASSIC, "minmal"), "encoding: .*minmal"),
        (lambda: untyped.draw(CLASSIC, theme="drak"), "theme: .*drak"),
        (lambda: untyped.draw(CLASSIC, width=0), "width: expected a whole number from 1"),
        (lambda: untyped.Cnf("formula.cnf"), "Cnf.from_file reads a file"),
        (lambda: untyped.read(7), "source: expected a path, an open file"),
        (lambda: untyped.hint(CLASSIC, technique="guess"), "technique: no technique is called 'guess'"),
        (lambda: untyped.Grid(CLASSIC, board="9x9"), "3x3 for a 9×9 grid"),
        (lambda: untyped.ask("slove", {}), "did you mean solve"),
        (lambda: untyped.ask("solve", {"puzzle": {1}}), "question: expected a dict"),
    ],
)
def test_errors_name_the_argument_in_the_words_of_python(ask: Any, words: str) -> None:
    with pytest.raises((TypeError, ValueError), match=words) as error:
        ask()
    assert not any(word in str(error.value) for word in ("failed to extract", "--", "SolverLike", "instance of"))


def test_boards_as_python_programs_have_them() -> None:
    rows = [[digit for digit in CLASSIC[row * 9 : row * 9 + 9]] for row in range(9)]
    numbers = [[None if digit == "." else float(digit) for digit in row] for row in rows]
    sources: list[Any] = [rows, list(CLASSIC), [list(map(str.encode, row)) for row in rows], numbers, [tuple(row) for row in rows]]
    for source in sources:
        assert Grid(source) == Grid(CLASSIC)
    assert Grid(["1...", "....", "....", "...."]) == Grid("1" + "." * 15) and Grid(["1...", "....", "....", "...."]).board.rows == 4
    numpy = pytest.importorskip("numpy")
    for dtype in ("U1", "S1", "object"):
        assert Grid(numpy.array(rows, dtype=dtype)) == Grid(CLASSIC)
    assert (numpy.asarray(Grid(CLASSIC)) == Grid(CLASSIC).to_numpy()).all() and numpy.array(Grid(CLASSIC), dtype=float).dtype == float
    assert Grid(CLASSIC, board=9) == Grid(CLASSIC, board="9") == Grid(CLASSIC)
    assert Grid(CLASSIC, rules="antiknight\nantiking").rules == ["antiknight", "antiking"]
    assert satdoku.is_unique(CLASSIC, timeout=timedelta(seconds=5)) is True and satdoku.solve(CLASSIC, timeout=1e300)
    assert Grid(CLASSIC).draw(answers=SOLVED, candidates={"r1c3": [4]}) != Grid(CLASSIC).draw()


def test_an_unknown_is_neither_true_nor_false() -> None:
    unknown = satdoku.is_unique("." * 625, timeout=0)
    assert isinstance(unknown, Unknown)
    with pytest.raises(ValueError, match="neither true nor false"):
        bool(unknown)
    with satdoku.Solver("dlx").session() as session:
        assert isinstance(session.is_unique("." * 81, timeout=0), Unknown)


def test_a_timeout_of_a_session_counts_the_wait() -> None:
    session = satdoku.Solver("dlx").session()
    thread = threading.Thread(target=lambda: session.count("." * 81, timeout=2))
    thread.start()
    time.sleep(0.2)
    start = time.monotonic()
    assert isinstance(session.solve(CLASSIC, timeout=0.2), Unknown) and session.count(CLASSIC, timeout=0.1).stopped
    assert time.monotonic() - start < 1
    thread.join()
    assert session.solve(CLASSIC).solution == Grid(SOLVED)
    session.close()
    with pytest.raises(ValueError, match="closed"):
        session.solve(CLASSIC)


def test_every_question_has_an_answer_by_its_name() -> None:
    assert satdoku.ask("count", {"puzzle": "1.34...2..4.....", "limit": 2})["uniqueness"] == "several"
    for text in ('{"puzzle": "1.34...2..4....."}', b'{"puzzle": "1.34...2..4....."}'):
        assert satdoku.ask("solve", text)["verdict"] == "satisfiable"
    assert {"solve", "board", "judge", "rules"} <= {name for name, _ in satdoku.questions()}
    with pytest.raises(satdoku.ParseError) as error:
        satdoku.ask("solve", {"puzzle": CLASSIC[:80] + "x"})
    assert (error.value.line, error.value.column) == (1, 81)


def test_closed_lists_are_those_of_the_library() -> None:
    for name, words in _satdoku.closed_lists().items():
        assert set(get_args(getattr(satdoku.types, name))) == set(words), name
