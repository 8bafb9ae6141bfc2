"""Times of calls with one puzzle, beside rustoku where that is installed; answers checked.

    python bindings/python/benchmarks/one.py

Each time is the shortest of some rounds, in microseconds. What counts are ratios within one run.
"""

from __future__ import annotations

import os
import platform
import time
from typing import Any, Callable

import satdoku

PUZZLES = {
    "easy": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "hard": "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
}
CALLS = 500
ROUNDS = 9


def shortest(call: Callable[[], Any]) -> float:
    """The time of a call in microseconds."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for _ in range(CALLS):
            call()
        times.append(time.perf_counter() - start)
    return 1e6 * min(times) / CALLS


def text(answer: Any) -> str:
    """The solution of an answer as a line."""
    return str(answer.solution.to_text("line").strip())


def main() -> None:
    print(f"satdoku {satdoku.__version__}, Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    for name, puzzle in PUZZLES.items():
        grid, solution = satdoku.Grid(puzzle), text(satdoku.solve(puzzle))
        assert satdoku.check(solution, puzzle=puzzle).word == "solved" and satdoku.count(puzzle) == 1
        print(f"-- {name}")
        calls: dict[str, Callable[[], Any]] = {
            "Grid(text)": lambda: satdoku.Grid(puzzle),
            "solve(text)": lambda: satdoku.solve(puzzle),
            "solve(text), as a line": lambda: text(satdoku.solve(puzzle)),
            "solve(grid)": lambda: satdoku.solve(grid),
            "count(text)": lambda: satdoku.count(puzzle),
            "count(text, limit=2)": lambda: satdoku.count(puzzle, limit=2),
            "is_unique(text)": lambda: satdoku.is_unique(puzzle),
            "check(text)": lambda: satdoku.check(puzzle),
            "solve_many([text])": lambda: satdoku.solve_many([puzzle]),
        }
        try:
            import rustoku
        except ImportError:
            pass
        else:
            assert rustoku.solve(puzzle) == solution and rustoku.count_solutions(puzzle, 2) == 1
            calls["rustoku.solve(text)"] = lambda: rustoku.solve(puzzle)
            calls["rustoku.count_solutions(text, 2)"] = lambda: rustoku.count_solutions(puzzle, 2)
            calls["rustoku.count_solutions(text)"] = lambda: rustoku.count_solutions(puzzle)
        for what, call in calls.items():
            print(f"{what:34} {shortest(call):10.2f}")


if __name__ == "__main__":
    main()
