"""Answers that people ask for: candidates, explanations, hints, paths, ratings."""

from __future__ import annotations

import copy
import importlib.util
import json
import pickle
import time
from pathlib import Path
from typing import Any

import pytest
from conftest import CLASSIC, SOLVED

import satdoku
from satdoku import Grid, types


def test_explanations() -> None:
    unique = satdoku.explain(CLASSIC)
    assert unique.verdict == "unique" and unique.solutions == (Grid(SOLVED),) and unique.is_minimal is False
    assert all(unique.redundant) and CLASSIC[0] == str(unique.redundant[0].digit) and unique.redundant[0].cell == (0, 0)
    several = satdoku.explain("." * 16)
    assert several.verdict == "ambiguous" and len(several.solutions) == 2 and several.solutions[0] != several.solutions[1]
    first, second = several.solutions
    assert [first[cell] != second[cell] for cell in several.differing] == [True] * len(several.differing)
    clash = satdoku.explain("11" + "." * 14)
    assert clash.verdict == "unsatisfiable" and clash.sentences[0] == "1 twice in row 1: r1c1 r1c2"
    assert satdoku.explain("123....4........").to_dict()["clues"] == ["r1c1=1", "r1c2=2", "r2c4=4"]
    assert satdoku.explain(Grid("." * 16, rules=["number N 3..8", "sum 7 N r4c4"])).verdict == "ambiguous"
    assert pickle.loads(pickle.dumps(unique)) == unique


def test_candidates() -> None:
    found = satdoku.candidates("." * 16)
    assert found["r1c1"] == found[0, 0] == found[satdoku.Cell("r1c1")] == [1, 2, 3, 4] and len(found) == 16 and found
    for wrong in ("r9c9", "x", (9, 9), 7):
        with pytest.raises(KeyError):
            found[wrong]
    counted = satdoku.candidates("1.34...2..4.....", counts=True)
    assert counted["r3c2"] == {1: 2, 3: 1} and counted.count == 3 and counted.undecided == {}
    none = satdoku.candidates("11" + "." * 14)
    assert not none and none.verdict == "unsatisfiable" and len(none) == 0
    drawn = satdoku.draw("1.34...2..4.....", candidates=counted)
    assert drawn == satdoku.draw("1.34...2..4.....", candidates=dict(counted.digits)) != satdoku.draw("1.34...2..4.....")
    assert "svg" in found._repr_html_()


def test_cells_have_one_numbering() -> None:
    cell = satdoku.Cell("r2c3")
    assert cell == (1, 2) == satdoku.Cell(1, 2) and str(cell) == "r2c3" and (cell.row, cell.column) == (1, 2)
    assert pickle.loads(pickle.dumps(cell)) == cell and isinstance(copy.copy(cell), satdoku.Cell)
    grid = Grid(CLASSIC)
    assert grid[cell] == grid["r2c3"] == grid[1, 2]
    assert satdoku.hint(CLASSIC, cell=(4, 4)) == satdoku.hint(CLASSIC, cell="r5c5")
    assert satdoku.encode(CLASSIC).variable("r1c3", 4) == satdoku.encode(CLASSIC).variable((0, 2), 4)
    for wrong in ("r0c1", "c1r1", "", "r1c1c1"):
        with pytest.raises(ValueError):
            satdoku.Cell(wrong)
    with pytest.raises(ValueError, match="only on a board"):
        satdoku.Cell(-1, 0)
    with pytest.raises(TypeError, match="a row and a column"):
        satdoku.Cell(1)


def test_negative_numbers_count_from_the_end_wherever_a_board_is_known() -> None:
    grid = Grid(CLASSIC)
    assert grid[-1, -1] == grid[8, 8] == 9 and grid[-1] == grid[8]
    assert grid.replace((-9, -7), 4) == grid.replace("r1c3", 4)
    assert satdoku.hint(CLASSIC, cell=(-5, -5)) == satdoku.hint(CLASSIC, cell="r5c5")
    assert satdoku.hint(CLASSIC, why=((-9, -7), 1)) == satdoku.hint(CLASSIC, why="r1c3=1")
    assert satdoku.encode(CLASSIC).variable((-9, -7), 4) == satdoku.encode(CLASSIC).variable("r1c3", 4)
    assert grid.draw(candidates={(-9, -7): [4]}) == grid.draw(candidates={"r1c3": [4]})
    found = satdoku.candidates(CLASSIC)
    assert found[-9, -7] == found["r1c3"] == found.digits[-9, -7] == [4] and pickle.loads(pickle.dumps(found))[-9, -7] == [4]
    assert (-9, -7) in found and "r1c3" in found.digits and (0, 2) in found and (0, 0) not in found and "rx" not in found
    for outside in ((-10, 0), (0, -10), (9, 0)):
        with pytest.raises(IndexError):
            grid[outside]
        with pytest.raises(KeyError):
            found[outside]
        for ask in (
            lambda: satdoku.hint(CLASSIC, cell=outside),
            lambda: satdoku.hint(CLASSIC, struck=[(outside, 1)]),
            lambda: grid.draw(candidates={outside: [1]}),
            lambda: satdoku.encode(CLASSIC).variable(outside, 1),
        ):
            with pytest.raises(ValueError, match="board"):
                ask()


def test_an_answer_can_be_held_against_its_puzzle() -> None:
    answer = satdoku.solve(CLASSIC)
    assert isinstance(answer, satdoku.Satisfiable)
    assert satdoku.draw(CLASSIC, answers=answer) == satdoku.draw(CLASSIC, answers=answer.solution) != satdoku.draw(CLASSIC)
    assert satdoku.check(answer, puzzle=CLASSIC).word == "solved"


def test_hints_know_what_is_struck_out() -> None:
    # A reader who follows each hint walks the path, without a step twice.
    puzzle = Grid("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......")
    path, taken = satdoku.path(puzzle, timeout=60), list[satdoku.Candidate]()
    assert any(step.removes for step in path[:6])
    for step in path[:6]:
        (hint,) = satdoku.hint(puzzle, struck=taken)
        assert (hint.technique, hint.places, hint.removes) == (step.technique, step.places, step.removes)
        taken += hint.removes
        for placed in hint.places:
            puzzle = puzzle.replace(placed.cell, placed.digit)
    small = ".4.2...1.....3.."
    (step,) = satdoku.hint(small, struck=["r1c3=1"], cell="r1c3")
    forms: list[types.CandidatesLike] = [
        [satdoku.Candidate.parse("r1c3=1")], [((0, 2), 1)], [("r1c3", 1)], {(0, 2): [1]}, {"r1c3": {1: 5}}, iter(["r1c3=1"]), (((-4, -2), 1),),
    ]  # fmt: skip
    assert all(satdoku.hint(small, struck=form, cell="r1c3")[0] == step for form in forms)
    missing = satdoku.hint(small, struck=[((0, 0), 1)])
    assert not missing and "r1c1=1" in missing.reason
    untyped: Any = satdoku
    for wrong, error in (("r1c1=1", TypeError), (3, TypeError), ([3], TypeError), ([("r1c1", "x")], TypeError), ([(0, 1)], TypeError),
                         (["r1c1"], ValueError), (["r9c1=1"], ValueError), (["r1c1=9"], ValueError), ({"r1c1": [9]}, ValueError)):  # fmt: skip
        with pytest.raises(error):
            untyped.hint(small, struck=wrong)


def test_hints_paths_and_ratings() -> None:
    (step,) = satdoku.hint(CLASSIC, cell="r5c5")
    assert step.places == (satdoku.Candidate(satdoku.Cell(4, 4), 5),) and str(step.places[0]) == "r5c5=5" and step.rating == 2.3
    assert step.technique == "naked-single" and step.cells == ((4, 4),) and step.levels[-1] == "So r5c5=5." and "svg" in step._repr_html_()
    assert all(step.technique == "hidden-single" for step in satdoku.hint(CLASSIC, all=True, technique="hidden single"))
    assert satdoku.hint(CLASSIC, why="r1c3=1").to_dict()["hints"][-1]["checked"]
    wrong_clues = satdoku.hint("11" + "." * 14)
    assert not wrong_clues and "wrong" in wrong_clues.reason
    path = satdoku.path(CLASSIC)
    assert path.verdict == "solved" and len(path) == satdoku.rate(CLASSIC).steps == 51
    last = path[-1]
    assert last.puzzle.replace(str(last.places[0].cell), last.places[0].digit) == Grid(SOLVED)
    assert "svg" in path[0].draw() and "<ol>" in path._repr_html_() and str(path).endswith("Solved.")
    assert pickle.loads(pickle.dumps(path)) == path
    assert max([CLASSIC, str(Grid(SOLVED).replace("r1c1", None))], key=satdoku.rate) == CLASSIC
    with pytest.raises(ValueError, match="of one scale"):
        assert satdoku.rate(CLASSIC) < satdoku.rate("." * 16)
    unrated = satdoku.trial("." * 81)
    assert isinstance(unrated, satdoku.Unrated) and not unrated and unrated.reason == "several solutions"
    assert isinstance(satdoku.width("." * 81, timeout=60), satdoku.Unrated)
    rating = satdoku.rate(CLASSIC)
    assert rating and (rating.er, rating.ep, rating.ed) == (1.2, 1.2, 1.2) and rating == satdoku.rate(CLASSIC)
    several = satdoku.rate("." * 16)
    assert not several and several.er is None and str(several) == "several solutions"
    assert str(satdoku.rate(CLASSIC, max=1.0)) == "> 1.0"
    assert "hidden-single" in [technique.name for technique in satdoku.techniques()]
    for wrong in ({"technique": "guess"}, {"cell": "r10c1"}, {"why": "r1c1"}, {"scale": "mine"}, {"marks": "12x"}):
        with pytest.raises(ValueError):
            satdoku.hint(CLASSIC, **wrong)  # type: ignore[arg-type]


def test_a_stopped_count_of_candidates_is_unknown() -> None:
    found = satdoku.candidates("." * 81, counts=True, timeout=0)
    assert (found.verdict, bool(found.stopped)) == ("unknown", True)
    assert satdoku.candidates("12" + "." * 14, counts=True).verdict == "satisfiable"
    assert 7 % satdoku.count("12" + "." * 14) == 7


def test_a_grid_is_a_sequence_of_rows() -> None:
    grid = Grid(CLASSIC)
    rows = list(grid)
    assert len(grid) == len(rows) == 9 and rows[0] == grid[0] == (5, 3, None, None, 7, None, None, None, None)
    assert Grid(rows) == grid and grid[-1] == rows[8] and grid[1:3] == rows[1:3] and list(reversed(grid)) == rows[::-1]
    assert [[grid[row, column] for column in range(9)] for row in range(9)] == [list(row) for row in grid]
    assert grid[-1, -1] == grid[8, 8] == 9 and grid["r9c9"] == 9
    assert grid.shape == (9, 9) and Grid(board="samurai").shape == (21, 21)
    assert 5 in grid and None in grid and 10 not in grid and None not in Grid(SOLVED)
    assert grid[3] in grid and (0,) * 9 not in grid and "r1c1" not in grid
    for outside in (9, -10, (9, 0), (0, -10), "r10c1", 2**70):
        with pytest.raises((IndexError, TypeError)):
            grid[outside]
    with pytest.raises(TypeError, match="cell: expected"):
        grid[0.5]  # type: ignore[call-overload]
    gaps = Grid(board="samurai")
    assert len(gaps) == 21 and len(gaps[0]) == 21 and all(digit is None for row in gaps for digit in row)


def test_a_grid_is_an_array_of_numpy() -> None:
    numpy = pytest.importorskip("numpy")
    grid = Grid(CLASSIC)
    array = numpy.asarray(grid)
    assert array.shape == (9, 9) and array.dtype == numpy.uint8 and array[0, 0] == grid[numpy.int64(0), numpy.int64(0)] == 5
    assert Grid(array) == grid and (numpy.array(grid, dtype=float) == array).all() and numpy.stack([grid, grid]).shape == (2, 9, 9)
    assert satdoku.solve_many(numpy.stack([grid, grid]))[0].shape == (2, 9, 9)


def test_answers_are_values_of_json(tmp_path: Path) -> None:
    answers = [
        Grid(CLASSIC),
        satdoku.solve(CLASSIC),
        satdoku.solve("11" + "." * 14),
        satdoku.solve("." * 625, timeout=0),
        satdoku.count("." * 81),
        satdoku.count("." * 16, limit=2),
        satdoku.estimate("." * 16, dives=10),
        satdoku.estimate("11" + "." * 14, dives=10),
        satdoku.check(CLASSIC, unique=True),
        satdoku.candidates("." * 16),
        satdoku.candidates("." * 16, counts=True),
        satdoku.explain("." * 16),
        satdoku.hint(CLASSIC),
        satdoku.hint(CLASSIC)[0],
        satdoku.path(CLASSIC),
        satdoku.rate(CLASSIC),
        satdoku.rate("." * 81),
        satdoku.trial(CLASSIC),
        satdoku.trial("." * 16),
        satdoku.backdoor(CLASSIC),
        satdoku.width(CLASSIC),
        satdoku.techniques()[0],
        satdoku.rules()[0],
        satdoku.explain("123....4........").clues[0],
        satdoku.prove(CLASSIC, tmp_path / "proof", claim="solved"),
    ]
    for answer in answers:
        written = json.dumps(answer.to_dict(), allow_nan=False)
        assert json.loads(written) == answer.to_dict() and answer.to_dict(), answer
    assert Grid(json.dumps(answers[0].to_dict())) == answers[0]
    assert Grid(answers[1].to_dict()["solution"]) == Grid(SOLVED)
    assert answers[4].to_dict() == {"count": "6670903752021072936960", "reason": None}
    assert json.dumps({"counts": [satdoku.count("12" + "." * 14)]}, default=int) == '{"counts": [24]}'
    assert int(satdoku.count("12" + "." * 14, limit=2)) == 2


def test_solvers_in_python_explain_and_draw() -> None:
    def solve(clauses: list[list[int]]) -> object:
        return satdoku.Cnf(clauses).solve("batsat")

    solvers: list[satdoku.types.SolverLike] = [solve, satdoku.Solver(solve)]
    if importlib.util.find_spec("pysat") is not None:
        solvers += [satdoku.PySat("glucose4"), satdoku.PySat("cadical153")]
    for solver in solvers:
        for puzzle in (CLASSIC, "1.34...2..4.....", "123....4........"):
            assert satdoku.explain(puzzle, solver=solver).verdict == satdoku.explain(puzzle).verdict
            assert satdoku.candidates(puzzle, solver=solver).digits == satdoku.candidates(puzzle).digits
        counted = satdoku.candidates("1.34...2..4.....", counts=True, solver=solver)
        assert counted["r3c2"] == {1: 2, 3: 1} and counted.count == 3
        assert all(grid.is_solved for grid in satdoku.sample("12..............", 5, solver=solver))
    # What Python raises is the cause, and a denied solution is found out.
    with pytest.raises(satdoku.SolverError) as failed:
        satdoku.explain(CLASSIC, solver=lambda clauses: 1 // 0)
    assert isinstance(failed.value.__cause__, ZeroDivisionError)
    with pytest.raises(satdoku.SolverError):
        satdoku.candidates("." * 16, solver=lambda clauses: False)
    begun = time.monotonic()
    assert satdoku.explain(CLASSIC, solver=lambda clauses: time.sleep(9), timeout=0.2).verdict == "unknown"
    assert satdoku.candidates(CLASSIC, solver=lambda clauses: time.sleep(9), timeout=0.2).verdict == "unknown"
    assert time.monotonic() - begun < 5
    with pytest.raises((ValueError, satdoku.SolverError), match="explanation"):
        satdoku.explain(CLASSIC, solver=satdoku.Solver(solve, certified=True))


def test_puzzles_of_a_difficulty() -> None:
    for level in ("easy", "hard"):
        puzzle = next(satdoku.generate(difficulty=level, seed=3))
        assert puzzle == next(satdoku.generate(rating=level, seed=3))
    with pytest.raises(ValueError, match="difficulty: expected none beside rating"):
        satdoku.generate(difficulty="easy", rating="1.0..1.5")
    with pytest.raises(ValueError, match="difficulty: .*easy"):
        satdoku.generate(difficulty="eazy")  # type: ignore[arg-type]
