"""Questions about one puzzle."""

from __future__ import annotations

import copy
import errno
import inspect
import pickle
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from conftest import CLASSIC, SOLVED

import satdoku
from satdoku import Grid, Satisfiable, Unknown, Unsatisfiable

# 9×9 with a windoku board: no kernel, so that other engines work.
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def test_answers_are_objects() -> None:
    answer = satdoku.solve(CLASSIC)
    assert isinstance(answer, Satisfiable) and repr(answer).startswith("Satisfiable(Grid(")
    assert answer.solution == Grid(SOLVED)
    assert bool(answer)
    none = satdoku.solve("55" + "." * 79)
    assert isinstance(none, Unsatisfiable) and not none and none.solution is None
    unknown = satdoku.solve("." * 625, timeout=0)
    assert isinstance(unknown, Unknown) and "time" in unknown.reason
    with pytest.raises(ValueError, match="neither true nor false"):
        bool(unknown)


def test_match_statements_take_answers_apart() -> None:
    match satdoku.solve(CLASSIC):
        case Satisfiable(solution):
            assert solution == Grid(SOLVED)
        case _:
            pytest.fail("it has a solution")


@pytest.mark.parametrize(
    "source",
    [
        CLASSIC,
        [[int(c) if c != "." else 0 for c in CLASSIC[row * 9 : row * 9 + 9]] for row in range(9)],
        [int(c) if c != "." else None for c in CLASSIC],
        [CLASSIC[row * 9 : row * 9 + 9] for row in range(9)],
        Grid(CLASSIC),
    ],
)
def test_every_form_of_a_puzzle_is_the_same(source: Any) -> None:
    assert satdoku.solve(source).solution == Grid(SOLVED)
    assert satdoku.is_unique(source) is True
    assert satdoku.count(source) == 1


def test_numpy_is_a_form_too() -> None:
    numpy = pytest.importorskip("numpy")
    array = Grid(CLASSIC).to_numpy()
    assert array.dtype == numpy.uint8 and array.shape == (9, 9)
    assert Grid(array) == Grid(CLASSIC) and Grid(array.reshape(-1)) == Grid(CLASSIC)


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_tables_are_read_by_their_rows(library: str) -> None:
    rows = [[0, 4, 0, 2], [0, 0, 0, 1], [0, 0, 0, 0], [0, 3, 0, 0]]
    table = pytest.importorskip(library).DataFrame({name: list(column) for name, column in zip("abcd", zip(*rows))})
    assert Grid(table) == Grid(rows)
    series = pytest.importorskip(library).Series(sum(rows, []))
    assert Grid(series) == Grid(rows)


@pytest.mark.parametrize("empty", [None, float("nan")])
@pytest.mark.parametrize("library", ["numpy", "pandas", "polars"])
def test_what_a_table_has_for_nothing_is_an_empty_cell(library: str, empty: Any) -> None:
    rows = [[empty, 4, empty, 2], [empty] * 3 + [1], [empty] * 4, [empty, 3, empty, empty]]
    made = pytest.importorskip(library)
    if library == "numpy":
        assert Grid(made.array(rows, float if empty else object)) == Grid(".4.2...1.....3..")
        assert Grid(made.ma.masked_equal([[0, 4, 0, 2], [0, 0, 0, 1], [0] * 4, [0, 3, 0, 0]], 0)) == Grid(".4.2...1.....3..")
        return
    if library == "polars" and empty:
        rows = [[float(digit) for digit in row] for row in rows]
    columns = {name: list(column) for name, column in zip("abcd", zip(*rows))}
    for table in [made.DataFrame(columns)] + ([made.DataFrame(columns).astype("Int64")] if library == "pandas" else []):
        assert Grid(table) == Grid(".4.2...1.....3..")
    assert Grid(made.Series(sum(rows, []))) == Grid(".4.2...1.....3..")


def test_a_cell_of_a_wrong_kind_is_named() -> None:
    wrong: list[tuple[Any, str]] = [
        ([[1, 2], [3, "x"]], "row 1, column 1, from 0: .*found str 'x'"),
        ([1, 2.5, 3, 4], "number 1, from 0: .*found float 2.5"),
        ([[1, 2], "34"], "row 1, from 0: .*found str"),
        ([[1, 2], [3, [4]]], "row 1, column 1, from 0: .*found list"),
    ]
    for source, message in wrong:
        with pytest.raises(TypeError, match=message):
            Grid(source)


def test_bytes_are_text() -> None:
    for source in (CLASSIC.encode(), bytearray(CLASSIC.encode()), [CLASSIC.encode()[row * 9 : row * 9 + 9] for row in range(9)]):
        assert Grid(source) == Grid(CLASSIC) and satdoku.is_unique(source) is True
    with pytest.raises(satdoku.ParseError, match="found 4096"):
        Grid(b"." * 4096)
    assert Grid(b"." * 16, board="latin4", format="line").board == satdoku.Board("latin4")
    with pytest.raises(satdoku.ParseError, match="utf-8"):
        Grid(b"\xff" * 16)


def test_what_has_no_order_is_refused() -> None:
    for source in ({0: [0] * 4}, set(range(16)), frozenset(range(16)), 7, None):
        with pytest.raises(TypeError):
            Grid(source)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="format"):
        Grid([0] * 81, format="bogus")  # type: ignore[arg-type]
    assert Grid(Grid(CLASSIC)) == Grid(CLASSIC)


def test_boards_and_rules() -> None:
    board = satdoku.Board("2x3+diagonals")
    assert (board.rows, board.columns, len(board)) == (6, 6, 36)
    assert str(board) == "2x3+diagonals" and pickle.loads(pickle.dumps(board)) == board
    assert {board: 1}[satdoku.Board("2x3+diagonals")] == 1
    puzzle = Grid(board="2x2", rules=["killer 10 r1c1 r1c2 r1c3 r1c4", "thermometer r1c1 r2c2 r3c3"])
    assert puzzle.rules == ["killer 10 r1c1 r1c2 r1c3 r1c4", "thermometer r1c1 r2c2 r3c3"]
    assert puzzle.board == satdoku.Board("2x2")
    solution = satdoku.solve(puzzle).solution
    assert solution is not None and solution.is_solved
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle and hash(pickle.loads(pickle.dumps(puzzle))) == hash(puzzle)
    assert puzzle.with_rules(["antiknight"]).rules == ["antiknight"]
    with pytest.raises(ValueError, match="beside those of the puzzle"):
        Grid(puzzle, rules=["antiknight"])
    assert ("antiknight", ) == tuple(rule.form for rule in satdoku.rules() if rule.form == "antiknight")


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickles_name_their_form(protocol: int) -> None:
    for grid in (Grid(CLASSIC), Grid("." * 16, board="latin4"), Grid(board="2x2+digits:0..3")):
        reduced: Any = grid.__reduce__()
        read, (text,) = reduced
        assert read.keywords == {"format": "header"} and read(text) == grid
        assert pickle.loads(pickle.dumps(grid, protocol)) == grid


def test_grids_show_themselves() -> None:
    grid = Grid(CLASSIC)
    assert eval(repr(grid), {"Grid": Grid}) == grid
    assert grid._repr_html_().startswith("<svg ")
    assert "┌" in grid.draw(form="text") or "5" in grid.draw(form="text")
    assert grid[0, 0] == 5 and grid["r1c2"] == 3 and grid[0, 2] is None
    assert grid.replace((0, 2), 4)["r1c3"] == 4
    for cell in ((9, 0), (-10, -1), (70000, 0), "r10c1"):
        with pytest.raises(IndexError):
            grid[cell]
    for digit in (-1, 10, 65535, 70000):
        with pytest.raises(ValueError):
            grid.replace((0, 2), digit)
        with pytest.raises(ValueError):
            satdoku.encode(grid).variable((0, 2), digit)
        with pytest.raises(ValueError):
            grid.draw(candidates={(0, 2): [digit]})
    with pytest.raises(ValueError):
        grid.draw(candidates={(9, 0): [1]})
    for format in ("line", "rows", "json", "header", "grid", "fpuzzles"):
        assert Grid(grid.to_text(format)) == grid, format


def test_errors_tell_the_place(tmp_path: Path) -> None:
    with pytest.raises(satdoku.ParseError) as error:
        Grid(CLASSIC[:80] + "x")
    assert (error.value.line, error.value.column) == (1, 81)
    file = tmp_path / "puzzles.txt"
    file.write_text(f"{CLASSIC}\n{CLASSIC[:80]}x\n{CLASSIC}\n")
    reader = satdoku.read(file)
    assert next(reader) == Grid(CLASSIC)
    with pytest.raises(satdoku.ParseError) as error:
        next(reader)
    assert (error.value.file, error.value.line, error.value.column) == (str(file), 2, 81)
    assert str(error.value).startswith(f"{file}:2:81: ")
    assert pickle.loads(pickle.dumps(error.value)).column == 81
    assert [next(reader)] == [Grid(CLASSIC)] and list(reader) == []
    with pytest.raises(FileNotFoundError) as missing:
        satdoku.read(tmp_path / "none.txt")
    assert (missing.value.errno, missing.value.filename) == (errno.ENOENT, str(tmp_path / "none.txt"))
    for opened in (file.open("rb"), file.open()):
        with opened:
            assert list(satdoku.read(opened, errors="skip")) == [Grid(CLASSIC)] * 2
    for wrong in ("9y9", "regions:12"):
        with pytest.raises(satdoku.ParseError):
            satdoku.Board(wrong)
    with pytest.raises(ValueError, match="expected one of"):
        satdoku.solve(CLASSIC, solver="nobody")
    with pytest.raises(ValueError):
        satdoku.solve(CLASSIC, timeout=-1)


@pytest.mark.parametrize("name", ["auto", "sat:cdcl", "sat:varisat", "batsat", "splr", "dlx", "algorithm-x", "mrv", "propagating", "learning", "nine"])
def test_solvers_by_name(name: str) -> None:
    assert name == "auto" or any(name.removeprefix("sat:") == known for known, _ in satdoku.solvers())
    assert satdoku.solve(CLASSIC, solver=name).solution == Grid(SOLVED)
    is_random = name in ("sat:cdcl", "sat:varisat", "batsat", "splr")
    solver = satdoku.Solver(name, seed=1 if is_random else None)
    assert solver.solve(CLASSIC).solution == Grid(SOLVED)
    session = solver.session()
    assert [session.is_unique(CLASSIC) for _ in range(3)] == [True] * 3


def test_options_are_taken() -> None:
    solver = satdoku.Solver("sat:varisat", encoding="minimal", at_most_one="sequential", reduce="singles")
    assert solver.solve(CLASSIC).solution == Grid(SOLVED)
    assert isinstance(satdoku.Solver("backtracking", steps=10).solve(HARD), Unknown)
    with pytest.raises(ValueError):
        satdoku.Solver("sat:varisat", encoding="nothing")  # type: ignore[arg-type]
    ignored: list[tuple[str, dict[str, Any]]] = [
        ("auto", {"settings": [("a", "b")]}),
        ("auto", {"seed": 1}),
        ("dlx", {"encoding": "minimal"}),
        ("dlx", {"at_most_one": "pairwise"}),
        ("dlx", {"seed": 1}),
        ("dlx", {"certified": True}),
    ]
    for name, option in ignored:
        with pytest.raises(ValueError, match=f"{next(iter(option))}: {name}"):
            satdoku.Solver(name, **option)
    with pytest.raises(ValueError, match="seed: python:"):
        satdoku.Solver(lambda clauses: None, seed=1)
    with pytest.raises(satdoku.SolverError):
        satdoku.Solver("nine").solve("." * 16)


def test_counts() -> None:
    count = satdoku.count("." * 36)
    assert int(count) == 28200960 and count.is_exact and count.stopped is None
    assert count == 28200960
    limited = satdoku.count("." * 36, limit=5)
    assert limited != 5 and int(limited) == 5 and not limited.is_exact and str(limited) == ">=5"
    assert len(str(int(satdoku.count("." * 81)))) == 22
    assert hash(satdoku.count("." * 16)) == hash(288)
    assert satdoku.count("12" + "." * 14) in {24}


def test_counts_are_numbers() -> None:
    exact, none, limited = satdoku.count("." * 16), satdoku.count("11" + "." * 14), satdoku.count("." * 16, limit=5)
    assert exact and not none and limited
    with pytest.raises(ValueError, match="not known"):
        bool(satdoku.count("." * 16, limit=0))
    assert range(exact)[-1] == 287 and float(exact) == 288.0 and f"{exact:>6,}|{exact}" == "   288|288"
    assert f"{limited:03d}|{limited}" == ">=005|>=5"
    assert 287 < exact <= 288 and exact > none and max(exact, none) is exact and exact == satdoku.Count(288)
    assert limited >= 5 and limited > 4 and 4 < limited and not limited < 5 and not limited <= 4 and none < limited
    assert exact + 1 == 1 + exact == 289 and exact * 2 == 576 and exact - 8 == 280 and 300 - exact == 12 and exact // 100 == 2
    assert sum([exact, exact]) == 576 and exact / 2 == 144.0 and exact % 100 == 88 and sum([exact, limited]) >= 293
    assert limited + 1 == satdoku.Count(">=6", "solution limit reached") == 1 + limited and limited * 2 >= 10
    assert satdoku.Count(10**5000) == 10**5000
    for ask in (lambda: limited < 7, lambda: limited < exact, lambda: range(limited), lambda: limited - 1, lambda: limited + -1):
        with pytest.raises(ValueError, match="not known|not exact"):
            ask()
    with pytest.raises(TypeError):
        exact < "x"  # type: ignore[operator]


def test_answers_can_be_copied(tmp_path: Path) -> None:
    plain = [
        satdoku.solve(CLASSIC),
        satdoku.solve("55" + "." * 79),
        satdoku.solve("." * 625, timeout=0),
        satdoku.count("." * 81),
        satdoku.count("." * 81, limit=2),
        satdoku.check("11" + "." * 14),
        satdoku.check(CLASSIC, unique=True),
        satdoku.prove(CLASSIC, tmp_path / "one"),
        satdoku.prove(CLASSIC, tmp_path / "two", claim="unsatisfiable"),
    ]
    for answer in plain:
        assert pickle.loads(pickle.dumps(answer)) == copy.deepcopy(answer) == eval(repr(answer), dict(satdoku.__dict__)) == answer
        assert hash(copy.copy(answer)) == hash(answer)
    cnf = satdoku.encode(CLASSIC).to_cnf()
    assert pickle.loads(pickle.dumps(cnf)).to_dimacs() == cnf.to_dimacs()
    rated = [satdoku.rate(CLASSIC), satdoku.rate("." * 16), satdoku.rate(CLASSIC, scale="hodoku")]
    for kept in (*rated, satdoku.estimate("." * 16, dives=100, seed=7)):
        back = pickle.loads(pickle.dumps(kept))
        assert back == copy.deepcopy(kept) == kept and str(back) == str(kept) and {kept: 1}[back] == 1


def test_listings() -> None:
    listed = {solution.to_text("line") for solution in satdoku.solutions("12" + "." * 14)}
    assert len(listed) == 24
    endless = satdoku.solutions("." * 81)
    assert next(endless) != next(endless)
    endless.close()
    assert list(endless) == []
    with pytest.raises(satdoku.Stopped, match="time"):
        for _ in satdoku.solutions("." * 81, timeout=0.05):
            pass


def test_checks() -> None:
    assert satdoku.check(SOLVED).word == "solved" and bool(satdoku.check(SOLVED, puzzle=CLASSIC))
    ruled = satdoku.Grid(board="2x2", rules=["killer 3 r1c1 r1c2"])
    right, wrong = "1234341221434321", "4321213434121243"
    assert satdoku.check(right, puzzle=ruled).word == satdoku.check(satdoku.Grid(right), puzzle=ruled).word == "solved"
    assert satdoku.check(wrong, puzzle=ruled).word == "conflict"
    latin = satdoku.Grid(board="latin4")
    assert satdoku.check("1234234134124123", puzzle=latin).word == "solved"
    changed = satdoku.check("1" + CLASSIC[1:], puzzle=CLASSIC)
    assert changed.word in ("changed", "conflict") and not changed and changed.details
    assert satdoku.check(CLASSIC, unique=True).uniqueness == "unique"
    assert satdoku.check("." * 16, unique=True).uniqueness == "several"


def test_samples_and_estimates() -> None:
    drawn = satdoku.sample("." * 81, 5, seed=3)
    assert [grid.is_solved for grid in drawn] == [True] * 5
    assert satdoku.sample("." * 81, 2, seed=3, skip=3) == drawn[3:]
    assert satdoku.sample("11" + "." * 14, 2) == []
    assert satdoku.sample(".4.2...1.....3..", 5000, seed=3)[4095:] == satdoku.sample(".4.2...1.....3..", 905, seed=3, skip=4095)
    for puzzle in (".4.2...1.....3..", CLASSIC):
        with pytest.raises(satdoku.Stopped, match="time"):
            satdoku.sample(puzzle, 10**18, timeout=0.2)
    estimate = satdoku.estimate("." * 81, dives=2000, seed=7)
    assert estimate.dives == 2000 and estimate.interval is not None
    assert estimate.interval[0] < estimate.mean < estimate.interval[1]
    assert estimate == satdoku.estimate("." * 81, dives=2000, seed=7)


def test_generated_puzzles() -> None:
    made = list(satdoku.generate(4, seed=7))
    assert made == list(satdoku.generate(4, seed=7)) and made[2:] == list(satdoku.generate(2, seed=7, skip=2))
    assert all(satdoku.is_unique(puzzle) for puzzle in made)
    assert satdoku.count(next(satdoku.generate(kind="several", solutions="3", board="2x3"))) == 3
    killer = next(satdoku.generate(board="2x2", rules=["killer"], seed=1))
    assert killer.rules and satdoku.is_unique(killer)
    endless = satdoku.generate(None, board="2x2")
    assert len({next(endless) for _ in range(20)}) > 5
    with pytest.raises(ValueError, match="at least"):
        satdoku.generate(clues=3)
    with pytest.raises(satdoku.Stopped):
        list(satdoku.generate(1, rating="10.0..11.0", timeout=0.2))
    assert inspect.signature(satdoku.generate).parameters["count"].default == 1


def test_certificates(tmp_path: Path) -> None:
    made = satdoku.prove(CLASSIC, tmp_path / "one")
    assert isinstance(made, satdoku.Certificate) and made and made.claim == "unique"
    assert satdoku.verify(tmp_path / "one") == made
    refused = satdoku.prove(CLASSIC, tmp_path / "two", claim="unsatisfiable")
    assert isinstance(refused, satdoku.Certificate) and not refused and refused.reason and not (tmp_path / "two").exists()
    for certificate in (made, refused, satdoku.Certificate("unique", False), satdoku.Certificate("unique", True, "why")):
        assert eval(repr(certificate), dict(satdoku.__dict__)) == certificate
    nowhere = tmp_path / "nowhere"
    with pytest.raises(FileNotFoundError) as missing:
        satdoku.verify(nowhere)
    assert (missing.value.errno, missing.value.filename) == (errno.ENOENT, str(nowhere))
    with pytest.raises(FileExistsError) as existing:
        satdoku.prove(CLASSIC, tmp_path / "one")
    assert existing.value.filename == str(tmp_path / "one")
    (tmp_path / "one" / "solution.txt").write_text("no")
    spoiled = satdoku.verify(tmp_path / "one")
    assert isinstance(spoiled, satdoku.Certificate) and not spoiled and spoiled.reason


def test_threads_share_solvers_and_sessions() -> None:
    solver = satdoku.Solver("sat:varisat")
    session = solver.session()
    wrong: list[object] = []

    def work() -> None:
        for _ in range(5):
            for answer in (session.solve(CLASSIC), solver.solve(CLASSIC), satdoku.solve(CLASSIC)):
                if answer.solution != Grid(SOLVED):
                    wrong.append(answer)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_the_gil_is_released() -> None:
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    satdoku.count("." * 81, solver="dlx", timeout=0.3)
    done.set()
    thread.join()
    assert ticks > 20


def test_layers_and_numbers_stand_beside_the_grid() -> None:
    puzzle = Grid("....\n....\n....\n....", rules=["layer S 0..6 1x2", "number N 3..8", "sum 7 N r4c4", "sum 9 S:r1c1 r1c1"])
    assert puzzle.layers == {"S": [None, None], "N": [None]}
    assert len(puzzle.digits) == 16
    answer = satdoku.solve(puzzle)
    assert isinstance(answer, Satisfiable)
    solution = answer.solution
    first = solution.layers["S"][0]
    assert solution["S:r1c1"] == first and solution["N"] == solution.layers["N"][0]
    assert puzzle.replace("N", 7).layers["N"] == [7] and puzzle.replace("N", 7)["r1c1"] is None
    with pytest.raises(IndexError):
        _ = puzzle["XYZ"]
    assert first is not None and solution.digits[0] is not None and first + solution.digits[0] == 9
    assert Grid(str(puzzle)).layers == puzzle.layers and Grid(str(puzzle)).rules == puzzle.rules
