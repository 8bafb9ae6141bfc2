"""Many puzzles at once: lists, NumPy, Arrow."""

from __future__ import annotations

import ctypes
import time
from typing import Any

import pytest
from conftest import CLASSIC, SOLVED
from hypothesis import given
from hypothesis import strategies as st

import satdoku
from satdoku import Status

NONE = "55" + "." * 79
MIXED = [CLASSIC, NONE, ".4.2...1.....3..", CLASSIC.replace(".", "0")]
ANSWERS = [SOLVED, None, "1432324141232314", SOLVED]


def test_lists() -> None:
    assert satdoku.solve_many(MIXED) == ANSWERS
    assert satdoku.solve_many(MIXED, solver="dlx") == ANSWERS
    assert satdoku.solve_many(MIXED, threads=1) == ANSWERS
    assert satdoku.solve_many([]) == []
    assert satdoku.solve_many(iter(MIXED)) == ANSWERS
    assert satdoku.solve_many([None, CLASSIC]) == [None, SOLVED]
    assert satdoku.count_many([CLASSIC, NONE, "12" + "." * 14, "." * 81]) == [1, 0, 24, 6670903752021072936960]
    assert satdoku.count_many(["." * 81, "12" + "." * 14], limit=5) == [5, 5]
    assert satdoku.count_many([CLASSIC], limit=0) == [0]
    assert satdoku.check_many([CLASSIC, NONE, SOLVED, "." * 16]) == [True, False, True, True]
    assert satdoku.check_many([CLASSIC, NONE, SOLVED, "." * 16], unique=True) == [True, False, True, False]
    with pytest.raises(TypeError):
        satdoku.solve_many(CLASSIC)


def test_grids_in_a_list_stay_what_they_are() -> None:
    killer = satdoku.Grid(".4.2...1.....3..", rules=["antiknight"])
    latin = satdoku.Grid("." * 16, board="latin4")
    assert satdoku.count_many([killer, latin, latin.to_lists(), satdoku.Grid(CLASSIC)]) == [int(satdoku.count(killer)), 576, 288, 1]
    assert satdoku.solve_many([satdoku.Grid(CLASSIC)], solver="dlx") == [SOLVED]
    assert satdoku.count_many([latin, [0] * 16, ["...."] * 4, "." * 16], board="latin4") == [576] * 4
    with pytest.raises(ValueError, match="row 0: board"):
        satdoku.count_many([latin], board="2x2")


def test_bytes_are_text() -> None:
    assert satdoku.solve_many([CLASSIC.encode(), bytearray(CLASSIC.encode()), b"\xff" * 81], errors="null") == [SOLVED, SOLVED, None]
    with pytest.raises(TypeError, match="found one"):
        satdoku.solve_many(bytearray(CLASSIC.encode()))


def test_ratings() -> None:
    numpy = pytest.importorskip("numpy")
    puzzles = [CLASSIC, NONE, "." * 81]
    assert satdoku.rate_many(puzzles) == [1.2, None, None]
    rows = numpy.array([[int(digit) if digit != "." else 0 for digit in text] for text in puzzles], dtype=numpy.uint8)
    ratings, statuses = satdoku.rate_many(rows)
    assert ratings[0] == 1.2 and numpy.isnan(ratings[1:]).all()
    assert statuses.tolist() == [Status.ANSWERED, Status.UNSATISFIABLE, Status.UNKNOWN]
    pyarrow = pytest.importorskip("pyarrow")
    column, _ = satdoku.rate_many(pyarrow.array(puzzles))
    assert column.to_pylist() == [1.2, None, None]


def test_a_bad_row_is_named_or_null() -> None:
    bad = [CLASSIC, CLASSIC[:80] + "x", CLASSIC]
    with pytest.raises(satdoku.ParseError, match="row 1: 1:81"):
        satdoku.solve_many(bad)
    assert satdoku.solve_many(bad, errors="null") == [SOLVED, None, SOLVED]
    with pytest.raises(ValueError, match="errors"):
        satdoku.solve_many(bad, errors="ignore")  # type: ignore[call-overload]
    with pytest.raises(satdoku.SolverError, match="row 0"):
        satdoku.solve_many(["." * 16], solver="nine", errors="null")


def test_more_rows_than_a_part() -> None:
    puzzles = [puzzle.to_text("line").strip() for puzzle in satdoku.generate(500, seed=1)] * 20
    seen: list[tuple[int, int]] = []
    solved = satdoku.solve_many(puzzles, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (len(puzzles), len(puzzles)) and seen == sorted(seen)
    assert solved[:500] == solved[-500:] and None not in solved
    for puzzle, solution in zip(puzzles[:500], solved):
        assert solution is not None and satdoku.check(solution, puzzle=puzzle).word == "solved"
    assert satdoku.check_many(puzzles, unique=True) == [True] * len(puzzles)


def test_time_is_for_the_whole_call() -> None:
    assert satdoku.solve_many([CLASSIC] * 3, timeout=0) == [None] * 3
    numpy = pytest.importorskip("numpy")
    rows = numpy.zeros((3, 625), dtype=numpy.uint8)
    assert set(satdoku.solve_many(rows, timeout=0)[1]) == {Status.UNKNOWN}


def test_progress_may_end_the_call() -> None:
    def stop(done: int, total: int) -> None:
        raise KeyError("enough")

    with pytest.raises(KeyError):
        satdoku.solve_many([CLASSIC] * 5000, progress=stop)


def test_numpy() -> None:
    numpy = pytest.importorskip("numpy")
    rows = numpy.array([[int(c) if c != "." else 0 for c in text] for text in (CLASSIC, NONE, CLASSIC)], dtype=numpy.uint8)
    rows[2, 5] = 77
    with pytest.raises(satdoku.ParseError, match="row 2"):
        satdoku.solve_many(rows)
    solutions, statuses = satdoku.solve_many(rows, errors="null")
    assert solutions.dtype == numpy.uint8 and solutions.shape == (3, 81)
    assert "".join(map(str, solutions[0])) == SOLVED and not solutions[1:].any()
    assert list(statuses) == [Status.ANSWERED, Status.UNSATISFIABLE, Status.INVALID]
    cube, _ = satdoku.solve_many(rows[:1].reshape(1, 9, 9).astype(numpy.int64))
    assert cube.shape == (1, 9, 9)
    counts, _ = satdoku.count_many(rows[:2])
    assert list(counts) == [1, 0] and counts.dtype == numpy.uint64
    flags, _ = satdoku.check_many(rows[:2], unique=True)
    assert list(flags) == [True, False]
    # Every other row: not contiguous.
    assert (satdoku.solve_many(rows[::2][:1])[0] == solutions[:1]).all()
    small = numpy.zeros((2, 16), dtype=numpy.uint8)
    assert list(satdoku.count_many(small)[0]) == [288, 288]
    latin, _ = satdoku.solve_many(small, board="latin4")
    assert satdoku.Grid(latin[0], board="latin4").is_solved
    assert list(satdoku.count_many(numpy.where(small == 0, numpy.nan, small))[0]) == [288, 288]
    with pytest.raises(ValueError, match="whole numbers"):
        satdoku.solve_many(small + 0.5)
    with pytest.raises(TypeError, match="complex"):
        satdoku.solve_many(small.astype(complex))
    with pytest.raises(ValueError):
        satdoku.solve_many(numpy.full((1, 81), 300))
    with pytest.raises(ValueError):
        satdoku.solve_many(rows[0])
    assert satdoku.count_many(numpy.zeros((1, 81), dtype=numpy.uint8))[1][0] == Status.UNKNOWN
    assert satdoku.solve_many(numpy.zeros((0, 81), dtype=numpy.uint8))[0].shape == (0, 81)


@pytest.mark.parametrize("kind", ["string", "large_string", "string_view", "binary", "fixed"])
def test_arrow(kind: str) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    kinds = {
        "string": pyarrow.string(),
        "large_string": pyarrow.large_string(),
        "string_view": pyarrow.string_view(),
        "binary": pyarrow.binary(),
        "fixed": pyarrow.binary(81),
    }
    texts: list[Any] = [CLASSIC, NONE, None, CLASSIC]
    if kind in ("binary", "fixed"):
        texts = [text and text.encode() for text in texts]
    column = pyarrow.array(texts, kinds[kind])
    solutions, statuses = satdoku.solve_many(column)
    assert solutions.type == column.type
    expected = SOLVED.encode() if kind in ("binary", "fixed") else SOLVED
    assert solutions.to_pylist() == [expected, None, None, expected]
    assert statuses.to_pylist() == [Status.ANSWERED, Status.UNSATISFIABLE, Status.MISSING, Status.ANSWERED]
    # A part of a column begins in its midst.
    assert satdoku.solve_many(column[3:])[0].to_pylist() == [expected]
    assert satdoku.count_many(column)[0].to_pylist() == [1, 0, None, 1]
    assert satdoku.check_many(column, unique=True)[0].to_pylist() == [True, False, None, True]
    chunked = pyarrow.chunked_array([column, column[1:], column[:0]])
    assert satdoku.solve_many(chunked)[0].to_pylist() == [expected, None, None, expected, None, None, expected]
    assert len(satdoku.solve_many(column[:0])[0]) == 0


def test_what_was_moved_out_of_a_capsule_is_refused() -> None:
    """Who moves a structure out leaves all of it but the callback that frees it."""
    pyarrow = pytest.importorskip("pyarrow")
    pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
    pointer_of.restype, pointer_of.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]

    def kept(capsules: Any, protocol: str) -> Any:
        """An object that hands out its capsules again and again."""
        return type("Kept", (), {protocol: lambda self: capsules})()

    def moved(capsule: Any, name: bytes, before: int) -> Any:
        address = pointer_of(capsule, name)
        ctypes.c_void_p.from_address(address + before).value = None
        return capsule

    column = pyarrow.chunked_array([[CLASSIC]])
    stream = moved(column.__arrow_c_stream__(), b"arrow_array_stream", 3 * 8)
    with pytest.raises(ValueError, match="read before"):
        satdoku.solve_many(kept(stream, "__arrow_c_stream__"))
    for at, (name, before) in enumerate([(b"arrow_schema", 7 * 8), (b"arrow_array", 8 * 8)]):
        capsules = list(column.chunk(0).__arrow_c_array__())
        moved(capsules[at], name, before)
        with pytest.raises(ValueError, match="read before"):
            satdoku.solve_many(kept(tuple(capsules), "__arrow_c_array__"))


def test_arrow_columns_of_other_types_are_refused() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    with pytest.raises(ValueError, match="Int64"):
        satdoku.solve_many(pyarrow.array([1, 2]))
    bad = pyarrow.array([CLASSIC, "nothing"])
    with pytest.raises(satdoku.ParseError, match="row 1"):
        satdoku.solve_many(bad)
    assert satdoku.solve_many(bad, errors="null")[1].to_pylist() == [Status.ANSWERED, Status.INVALID]


def test_a_column_of_nothing_is_missing() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    for column in (pyarrow.nulls(3), pyarrow.chunked_array([pyarrow.nulls(1), pyarrow.nulls(2)])):
        for ask in (satdoku.solve_many, satdoku.count_many, satdoku.check_many, satdoku.rate_many):
            answers, statuses = ask(column)
            assert answers.to_pylist() == [None] * 3 and statuses.to_pylist() == [Status.MISSING] * 3
    polars = pytest.importorskip("polars")
    assert satdoku.solve_many(polars.Series("p", [None]))[1].to_list() == [Status.MISSING]


class Nothing:
    """A row from which no puzzle can be read."""


@pytest.mark.parametrize("row", [7, Nothing(), [1, 2, 3], "\ud800", {"a": 1}], ids=["int", "object", "list", "surrogate", "dict"])
def test_a_row_of_a_wrong_kind_costs_no_other_its_answer(row: Any) -> None:
    assert satdoku.solve_many([CLASSIC, row, CLASSIC], errors="null") == [SOLVED, None, SOLVED]
    with pytest.raises((TypeError, ValueError), match="row 1: "):
        satdoku.solve_many([CLASSIC, row])


def test_what_libraries_have_for_nothing_is_missing() -> None:
    assert satdoku.solve_many([float("nan"), CLASSIC]) == [None, SOLVED]
    pandas = pytest.importorskip("pandas")
    assert satdoku.solve_many([pandas.NA, pandas.NaT, CLASSIC]) == [None, None, SOLVED]


def test_numbers_of_no_byte_are_one_rows_fault() -> None:
    numpy = pytest.importorskip("numpy")
    rows = numpy.zeros((3, 16), dtype=numpy.int64)
    rows[1, 3] = 300
    with pytest.raises(ValueError, match="row 1: .*300"):
        satdoku.count_many(rows)
    rows[0, 0] = -1
    counts, statuses = satdoku.count_many(rows, errors="null")
    assert counts.tolist() == [0, 0, 288]
    assert statuses.tolist() == [Status.INVALID, Status.INVALID, Status.ANSWERED]
    # A row of ones would have an answer here.
    one = numpy.array([[300], [0]])
    assert satdoku.solve_many(one, errors="null")[0].tolist() == [[0], [1]]
    assert satdoku.count_many(one, errors="null")[0].tolist() == [0, 1]
    assert satdoku.check_many(one, errors="null")[0].tolist() == [False, True]
    assert numpy.isnan(satdoku.rate_many(one, errors="null")[0][0])


def test_arrays_of_other_classes_are_arrays() -> None:
    numpy = pytest.importorskip("numpy")

    class Own(numpy.ndarray):  # type: ignore[misc,name-defined]
        pass

    rows = numpy.zeros((2, 16), dtype=numpy.uint8)
    assert satdoku.count_many(rows.view(Own))[0].tolist() == [288, 288]
    masked = numpy.ma.masked_equal(numpy.full((1, 16), 7), 7)
    assert satdoku.count_many(masked)[0].tolist() == [288]
    assert satdoku.count_many(masked.astype(numpy.uint8), board="2x2+digits:0..3")[0].tolist() == [288]


def test_numpy_refuses_boards_that_bytes_cannot_hold() -> None:
    numpy = pytest.importorskip("numpy")
    for width, board in ((256 * 256, None), (256 * 256, "16x16"), (65536, "latin256")):
        with pytest.raises(ValueError, match="255"):
            satdoku.solve_many(numpy.zeros((1, width), dtype=numpy.uint8), board=board)


@pytest.mark.parametrize("board", ["samurai", "2x2+digits:0..3", "3x3"])
def test_numpy_takes_what_to_numpy_gives(board: str) -> None:
    numpy = pytest.importorskip("numpy")
    puzzle = satdoku.Grid(board=board)
    solution = satdoku.solve(puzzle).solution
    assert solution is not None
    row = puzzle.to_numpy().reshape(1, -1)
    solutions, statuses = satdoku.solve_many(row, board=board)
    assert statuses.tolist() == [Status.ANSWERED] and solutions.shape == row.shape
    full = solution.to_numpy().reshape(1, -1)
    assert satdoku.check_many(full, board=board, unique=True)[0].tolist() == [True]
    back = satdoku.solve_many(full, board=board)[0].astype(full.dtype)
    assert (back == numpy.where(full < 0, 255, full)).all()


def test_pieces_are_one_column() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    seen: list[tuple[int, int]] = []
    chunked = pyarrow.chunked_array([[CLASSIC], [], [CLASSIC, "nothing"]], pyarrow.string())
    with pytest.raises(satdoku.ParseError, match="row 2"):
        satdoku.solve_many(chunked)
    solved = satdoku.solve_many(chunked, errors="null", progress=lambda done, total: seen.append((done, total)))
    assert solved[0].to_pylist() == [SOLVED, SOLVED, None] and seen[-1] == (3, 3)
    slow = pyarrow.chunked_array([["." * 81]] * 6)
    start = time.monotonic()
    assert set(satdoku.count_many(slow, solver="dlx", timeout=0.5)[1].to_pylist()) == {Status.UNKNOWN}
    assert time.monotonic() - start < 2


def test_binaries_keep_their_size() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    column = pyarrow.array([CLASSIC.encode() + b"\n"], pyarrow.binary(82))
    assert satdoku.solve_many(column)[0].to_pylist() == [SOLVED.encode() + b"\n"]


def test_pandas_series_come_back() -> None:
    pandas = pytest.importorskip("pandas")
    for dtype in ("object", "string"):
        puzzles = pandas.Series([CLASSIC, None, NONE], index=list("abc"), name="p", dtype=dtype)
        for answers, statuses in (satdoku.solve_many(puzzles), satdoku.count_many(puzzles), satdoku.rate_many(puzzles)):
            assert answers.name == statuses.name == "p" and list(answers.index) == list(statuses.index) == list("abc")
            assert list(statuses)[:2] == [Status.ANSWERED, Status.MISSING]
        assert satdoku.solve_many(puzzles)[0]["a"] == SOLVED
    with pytest.raises(TypeError, match="expected texts, found int64"):
        satdoku.solve_many(pandas.Series([402000100000300]))


def test_polars_series_keep_their_name() -> None:
    polars = pytest.importorskip("polars")
    solved, statuses = satdoku.solve_many(polars.Series("p", [CLASSIC]))
    assert solved.name == statuses.name == "p"
    with pytest.raises(ValueError, match="as text"):
        satdoku.solve_many(polars.Series([402000100000300]))


CELLS = st.text(alphabet=".123456789", min_size=81, max_size=81)


@given(CELLS)
def test_texts_come_back(text: str) -> None:
    grid = satdoku.Grid(text)
    assert satdoku.Grid(grid.to_text("json")) == grid == satdoku.Grid(grid.to_lists()) == satdoku.Grid(str(grid))
    assert grid.to_text("line").strip() == text


@given(st.lists(CELLS, max_size=5))
def test_all_forms_answer_alike(texts: list[str]) -> None:
    one_by_one = [satdoku.solve(text).solution for text in texts]
    expected = [solution and solution.to_text("line").strip() for solution in one_by_one]
    assert satdoku.solve_many(texts) == expected
    pyarrow = pytest.importorskip("pyarrow")
    assert satdoku.solve_many(pyarrow.array(texts, pyarrow.string()))[0].to_pylist() == expected


def test_lists_say_why_there_is_no_answer() -> None:
    answers = satdoku.solve_many([CLASSIC, NONE, None, "x"], errors="null")
    assert answers == [SOLVED, None, None, None] and answers.statuses == [0, Status.UNSATISFIABLE, Status.MISSING, Status.INVALID]
    assert satdoku.solve_many(["." * 625] * 2, timeout=0).statuses == [Status.UNKNOWN] * 2
    assert satdoku.count_many([CLASSIC]).statuses == satdoku.check_many([CLASSIC]).statuses == [Status.ANSWERED]


def test_lines_of_a_file_are_puzzles(tmp_path: Any) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text(f"{CLASSIC}\n  {CLASSIC}\r\n{NONE}\n")
    with path.open() as lines:
        assert satdoku.solve_many(lines) == [SOLVED, SOLVED, None]
    assert satdoku.check_many([CLASSIC + "\n", NONE + "\n", "1" * 80 + "x"], errors="null") == [True, False, None]
    boxes = "1........" + ".1......." + "." * 63
    columns = "1........" * 2 + "." * 63
    assert satdoku.check_many([boxes, columns, "11" + "." * 79, "." * 81, SOLVED]) == [False, False, False, True, True]


def test_arrays_of_texts_are_puzzles() -> None:
    numpy = pytest.importorskip("numpy")
    for dtype in ("object", "U81", "S81"):
        texts = numpy.array([CLASSIC, NONE], dtype=dtype)
        solutions, statuses = satdoku.solve_many(texts)
        assert list(solutions) == [SOLVED, None] and statuses.tolist() == [Status.ANSWERED, Status.UNSATISFIABLE]
        assert satdoku.count_many(texts).answers.tolist() == [1, 0] and satdoku.check_many(texts, unique=True)[0].tolist() == [True, False]
    counts, statuses = satdoku.count_many(numpy.array(["." * 81], dtype=object))
    assert counts.tolist() == [0] and statuses.tolist() == [Status.UNKNOWN]
    assert numpy.isnan(satdoku.rate_many(numpy.array([NONE])).answers[0])


def test_arrow_columns_of_every_kind_of_text() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    words = pyarrow.array([CLASSIC, NONE, None, CLASSIC]).dictionary_encode()
    assert satdoku.solve_many(words).answers.to_pylist() == [SOLVED, None, None, SOLVED]
    assert satdoku.solve_many(pyarrow.array([None], pyarrow.string()).dictionary_encode())[1].to_pylist() == [Status.MISSING]
    for kind in (pyarrow.large_binary(), pyarrow.binary_view()):
        column = pyarrow.array([CLASSIC.encode(), None], kind)
        solved, _ = satdoku.solve_many(column)
        assert solved.type == kind and solved.to_pylist() == [SOLVED.encode(), None]
    with pytest.raises(TypeError, match="found a table"):
        satdoku.solve_many(pyarrow.table({"puzzle": [CLASSIC]}))
    polars = pytest.importorskip("polars")
    assert satdoku.solve_many(polars.Series("p", [CLASSIC], dtype=polars.Categorical))[0].to_list() == [SOLVED]


def test_generated_puzzles_become_an_array() -> None:
    numpy = pytest.importorskip("numpy")
    puzzles = satdoku.generate(50, board="2x2", seed=7)
    array = puzzles.to_numpy()
    assert array.shape == (50, 16) and array.dtype == numpy.uint8
    assert [satdoku.Grid(row.reshape(4, 4)) for row in array] == list(satdoku.generate(50, board="2x2", seed=7))
    assert satdoku.check_many(array, unique=True, board="2x2").answers.all()
    with pytest.raises(ValueError, match="for ever"):
        satdoku.generate(None).to_numpy()
    with pytest.raises(ValueError, match="no rules"):
        satdoku.generate(1, board="2x2", rules=["antiknight"]).to_numpy()


def test_a_solver_that_fails_ends_the_call() -> None:
    asked = []

    def fails(clauses: list[list[int]]) -> bool:
        asked.append(1)
        raise RuntimeError("broken")

    with pytest.raises(satdoku.SolverError, match="broken"):
        satdoku.solve_many(["." * 16] * 20_000, solver=fails, threads=1)
    assert len(asked) < 10


def test_a_row_of_fractions_is_invalid_by_itself() -> None:
    numpy = pytest.importorskip("numpy")
    rows = numpy.zeros((3, 16))
    rows[1, 4] = 1.5
    answers, statuses = satdoku.solve_many(rows, errors="null")
    assert list(statuses) == [Status.ANSWERED, Status.INVALID, Status.ANSWERED]
    assert not answers[1].any() and answers[2].all()
    with pytest.raises(ValueError, match="row 1: expected whole numbers in the array, found 1.5"):
        satdoku.solve_many(rows)


def test_statuses_are_asked_of_bad_rows_too() -> None:
    pandas = pytest.importorskip("pandas")
    import satdoku.integrations.pandas

    statuses = pandas.Series([".4.2...1.....3..", "hello"]).sudoku.status()
    assert list(statuses) == [Status.ANSWERED, Status.INVALID]
    with pytest.raises(TypeError, match="dtype=str"):
        satdoku.solve_many(pandas.Series([int("1" * 81), int("2" * 81)]))


def test_hints_of_puzzles_in_which_nothing_follows_take_no_time() -> None:
    for puzzle in ["." * 81, "12" + "." * 79]:
        assert str(satdoku.hint(puzzle, timeout=5).reason).startswith("Nothing more follows")
        assert satdoku.path(puzzle, timeout=5).verdict == "stuck"


def test_answers_are_puzzles_and_techniques_have_several_spellings() -> None:
    solved = satdoku.solve(".4.2...1.....3..")
    assert isinstance(solved, satdoku.Satisfiable)
    assert satdoku.solve(solved) == solved and satdoku.check(solved)
    with pytest.raises(ValueError, match="expected 3 rows of 3 cells, or board=; found 2 rows"):
        satdoku.solve([[5, 3, 0], [1, 2, 3]])
    match satdoku.count("12.............."):
        case satdoku.Count(number):
            assert number == 24
    names = ("x-wing", "X-Wing", "xwing", "x wing", "x_wing")
    assert len({repr(satdoku.hint(CLASSIC, technique=name)) for name in names}) == 1
