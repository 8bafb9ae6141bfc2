"""SAT solvers of other packages."""

from __future__ import annotations

import atexit
import os

# Who imports it first must not be a thread of ours: that would pass for the main one.
import threading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

# The threads of ours on which a solver in Python is at work: the extension module keeps this.
_at_work: set[int] = set()
_is_over = False


def _call(function: Callable[..., Any], clauses: list[list[int]]) -> Any:
    """Asks a function; what it lists is listed here, since that may be its work."""
    answer = function(clauses)
    return list(answer) if hasattr(answer, "__iter__") else answer


def _solve(solver: Any, clauses: list[list[int]], assumptions: list[int]) -> Any:
    """Asks a solver that is kept; None, False or a model."""
    for clause in clauses:
        solver.add_clause(clause)
    answer = solver.solve(assumptions=assumptions)
    return list(solver.get_model()) if answer else answer


@atexit.register
def _end() -> None:
    """Ends what is at work: a thread that runs Python when the interpreter is gone takes the process with it."""
    global _is_over
    _is_over = True
    if not _at_work:
        return
    import ctypes
    import time

    until = time.monotonic() + 1
    while _at_work and time.monotonic() < until:
        for thread in list(_at_work):
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(SystemExit))
        time.sleep(0.01)


if hasattr(os, "register_at_fork"):
    # The threads are the parent's.
    os.register_at_fork(after_in_child=_at_work.clear)


class PySat:
    """A solver of the package python-sat by its name there: ``Solver(PySat("cadical153"))``."""

    def __init__(self, name: str = "cadical153", **options: Any) -> None:
        self.name = f"pysat-{name}"
        self._solver = name
        self._options = options

    def open(self) -> Any:
        """A solver without clauses."""
        from pysat.solvers import Solver

        return Solver(name=self._solver, **self._options)

    def __repr__(self) -> str:
        return f"PySat({self._solver!r})"
