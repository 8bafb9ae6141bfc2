"""Rates of the wheel beside the command line's and other packages', answers checked.

    python bindings/python/benchmarks/many.py PUZZLES [PROGRAM]

PUZZLES has a classic puzzle a line; PROGRAM is the satdoku of a release build. All rates are of one run on one machine: what
counts is their ratio.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Callable

import numpy
import pyarrow
import pyarrow.csv

import satdoku

ROUNDS = 3
SAMPLE = 20


def best(work: Callable[[], Any]) -> tuple[float, Any]:
    """The shortest of some rounds, and the last answer."""
    times, answer = [], None
    for _ in range(ROUNDS):
        start = time.perf_counter()
        answer = work()
        times.append(time.perf_counter() - start)
    return min(times), answer


def correct(puzzles: numpy.ndarray, solutions: numpy.ndarray) -> bool:
    """Whether each row keeps its clues and has each digit once in each unit; nothing of satdoku is used."""
    cube = solutions.reshape(-1, 9, 9)
    boxes = cube.reshape(-1, 3, 3, 3, 3).transpose(0, 1, 3, 2, 4).reshape(-1, 9, 9)
    digits = numpy.arange(1, 10)
    units = all((numpy.sort(each, axis=2) == digits).all() for each in (cube, cube.transpose(0, 2, 1), boxes))
    return units and bool(((puzzles == 0) | (puzzles == solutions)).all())


def numbers(texts: list[str]) -> numpy.ndarray:
    """Texts as rows of numbers."""
    rows = numpy.frombuffer("".join(texts).replace(".", "0").encode(), dtype=numpy.uint8).reshape(-1, 81)
    return rows - ord("0")


def others(texts: list[str]) -> None:
    """Other packages on a few puzzles, one after another."""

    def ortools(text: str) -> str:
        from ortools.sat.python import cp_model

        model = cp_model.CpModel()
        cells = [[model.new_int_var(1, 9, "") for _ in range(9)] for _ in range(9)]
        for k in range(9):
            model.add_all_different(cells[k])
            model.add_all_different([row[k] for row in cells])
            model.add_all_different([cells[k // 3 * 3 + i // 3][k % 3 * 3 + i % 3] for i in range(9)])
        for place, digit in enumerate(text):
            if digit in "123456789":
                model.add(cells[place // 9][place % 9] == int(digit))
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.solve(model)
        return "".join(str(solver.value(cell)) for row in cells for cell in row)

    def pysat(text: str) -> str:
        from pysat.solvers import Cadical153

        formula = satdoku.encode(text, "extended")
        with Cadical153(bootstrap_with=formula.clauses) as solver:
            solver.solve()
            return formula.decode(solver.get_model()).to_text("line").strip()

    def dlxsudoku(text: str) -> str:
        from dlxsudoku import Sudoku

        puzzle = Sudoku(text.replace(".", "0"))
        puzzle.solve()
        return puzzle.to_oneliner()

    def py_sudoku(text: str) -> str:
        from sudoku import Sudoku

        rows = [[int(digit.replace(".", "0")) for digit in text[k : k + 9]] for k in range(0, 81, 9)]
        return "".join(str(digit) for row in Sudoku(3, 3, board=rows).solve().board for digit in row)

    for name, solve in (
        ("satdoku.solve", lambda text: satdoku.solve(text).solution.to_text("line").strip()),
        ("PySAT CaDiCaL, our clauses", pysat),
        ("OR-Tools CP-SAT", ortools),
        ("dlxsudoku", dlxsudoku),
        ("py-sudoku", py_sudoku),
    ):
        try:
            solve(texts[0])
            start = time.perf_counter()
            answers = []
            for text in texts:
                answers.append(solve(text))
                if time.perf_counter() - start > 60:
                    break
            took = time.perf_counter() - start
        except Exception as error:
            print(f"{name:32} {error!r}")
            continue
        is_right = correct(numbers(texts[: len(answers)]), numbers(answers))
        print(f"{name:32} {1e3 * took / len(answers):12.3f} ms a puzzle  {len(answers)} puzzles, right: {is_right}")


def main() -> None:
    texts = [line for line in Path(sys.argv[1]).read_text().split("\n") if line]
    rows, column = numbers(texts), pyarrow.array(texts)
    print(f"satdoku {satdoku.__version__}, Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    print(f"{len(texts)} puzzles")

    def show(name: str, took: float, solutions: numpy.ndarray) -> None:
        print(f"{name:32} {len(texts) / took / 1e6:8.3f} million a second, right: {correct(rows, solutions)}")

    with tempfile.TemporaryDirectory() as folder:
        if len(sys.argv) > 2:
            out = Path(folder) / "out.txt"
            command = [sys.argv[2], "solve", "--output", "line", sys.argv[1], "-o", str(out), "--quiet"]
            took, _ = best(lambda: (out.unlink(missing_ok=True), subprocess.run(command, check=True)))
            show("satdoku solve FILE -o FILE", took, numbers(out.read_text().split()))
        took, answer = best(lambda: satdoku.solve_many(rows))
        show("NumPy", took, answer[0])
        took, answer = best(lambda: satdoku.solve_many(column))
        show("Arrow", took, numbers(answer[0].to_pylist()))
        took, answer = best(lambda: satdoku.solve_many(texts))
        show("list", took, numbers(answer))
        csv = Path(folder) / "puzzles.csv"
        csv.write_text("puzzle\n" + "\n".join(texts) + "\n")
        types = pyarrow.csv.ConvertOptions(column_types={"puzzle": pyarrow.string()})
        read = lambda: pyarrow.csv.read_csv(csv, convert_options=types)["puzzle"]  # noqa: E731
        took, answer = best(lambda: satdoku.solve_many(read()))
        show("CSV by pyarrow", took, numbers(answer[0].to_pylist()))
        try:
            import polars

            from satdoku.integrations.polars import solve
        except ImportError:
            print("polars is not installed")
        else:
            frame = polars.DataFrame({"puzzle": texts})
            took, answer = best(lambda: frame.with_columns(solution=solve("puzzle")))
            show("Polars", took, numbers(answer["solution"].to_list()))
        try:
            import pandas
        except ImportError:
            print("pandas is not installed")
        else:
            for dtype in ("str", "object"):
                series = pandas.Series(texts, dtype=dtype)
                took, answer = best(lambda: satdoku.solve_many(series))
                show(f"pandas, {dtype}", took, numbers(answer[0].to_list()))
        try:
            import duckdb

            from satdoku.integrations.duckdb import register
        except ImportError:
            print("duckdb is not installed")
        else:
            connection = duckdb.connect()
            register(connection)
            connection.register("texts", pyarrow.table({"puzzle": column}))
            connection.execute("create table puzzles as select puzzle from texts")
            took, answer = best(lambda: connection.execute("select sudoku_solve(puzzle) as solution from puzzles").to_arrow_table())
            show("DuckDB", took, numbers(answer["solution"].to_pylist()))
    few = texts[:: max(1, len(texts) // SAMPLE)][:SAMPLE]
    grids = [satdoku.Grid(text) for text in few]
    took, _ = best(lambda: [satdoku.solve(grid) for _ in range(500) for grid in grids])
    print(f"{'satdoku.solve(Grid)':32} {1e6 * took / 500 / len(grids):8.2f} µs a puzzle")
    others(few)


if __name__ == "__main__":
    main()
