"""SAT solvers of other packages."""

from __future__ import annotations

import atexit
import itertools
import os
import sys

# A thread of ours must not be the first to import it: that thread would pass for the main one.
import threading
import weakref

TYPE_CHECKING = False
if TYPE_CHECKING:
    from subprocess import Popen
    from typing import Any, Callable

# The threads of ours on which a solver in Python is at work: the extension module keeps this.
_at_work: set[int] = set()
_is_over = False

# The open solvers that can be interrupted.
_open: weakref.WeakSet[Any] = weakref.WeakSet()


def _literals(model: Any, most: int) -> list[int]:
    """The literals of a model of at most so many variables; an endless model must not take all memory."""
    literals = list(itertools.islice(model, most + 1))
    if len(literals) > most:
        raise ValueError(f"expected a model of at most {most} literals, a literal for each variable, found more")
    return literals


def _call(function: Callable[..., Any], clauses: list[list[int]], most: int) -> Any:
    """The answer of a function. A model is listed here, since listing may be the function's work."""
    answer = function(clauses)
    if isinstance(answer, str):
        raise TypeError(f"expected the literals of a model, False or None, found {answer!r}")
    return _literals(answer, most) if hasattr(answer, "__iter__") else answer


def _add(solver: Any, clauses: list[list[int]]) -> None:
    for clause in clauses:
        solver.add_clause(clause)


def _solve(solver: Any, assumptions: list[int], most: int) -> Any:
    """The answer of a solver that has its clauses: None, False or a model."""
    answer = solver.solve(assumptions=assumptions)
    return _literals(solver.get_model(), most) if answer else answer


def _class_of(solver: Any) -> type:
    return solver if isinstance(solver, type) else type(solver)


def _solver(solver: Any) -> tuple[str, Callable[[], Any] | None]:
    """The name of an object that is to be a solver, and what opens its solvers; None for a function over clauses."""
    if _class_of(solver).__module__ == "pysat.solvers":
        solver = PySat(solver)
    name = str(getattr(solver, "name", None) or getattr(solver, "__name__", None) or type(solver).__name__)
    if hasattr(solver, "open"):
        return name, solver.open
    if isinstance(solver, type) and hasattr(solver, "add_clause"):
        return name, solver
    if hasattr(solver, "add_clause"):
        raise TypeError(f"solver: expected a class whose solvers have no clauses yet, found a solver; pass {type(solver).__name__}")
    if callable(solver):
        return name, None
    raise TypeError(
        "solver: expected the name of a solver, a Solver, a function that takes clauses, or an object with a method open(), "
        f"found {type(solver).__name__}"
    )


@atexit.register
def _end() -> None:
    """Ends all work: a thread that runs Python when the interpreter is gone takes the process with it."""
    global _is_over
    _is_over = True
    for solver in list(_open):
        solver.interrupt()
    if not _at_work:
        return
    import ctypes
    import time

    until = time.monotonic() + 1
    while _at_work and time.monotonic() < until:
        for thread in list(_at_work):
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(SystemExit))
        time.sleep(0.01)


def _forked() -> None:
    # The threads and the processes are the parent's.
    _at_work.clear()
    _open.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


class PySat:
    """A solver of the package python-sat, by its name there or by its class: ``Solver(PySat("glucose4"))``.

    A solver that python-sat can interrupt works in this process. CaDiCaL, Kissat, Lingeling and CryptoMiniSat cannot be interrupted
    there, so a process of its own runs such a solver and is killed when the time is over.

    Options are those of the solver's class in python-sat.
    """

    def __init__(self, name: Any = "glucose4", **options: Any) -> None:
        if not isinstance(name, str):
            # PySAT's Solver(name=…) keeps the solver of the class.
            solver = getattr(name, "solver", None) or name
            kind = _class_of(solver)
            if kind.__module__ != "pysat.solvers":
                raise TypeError(f"name: expected the name of a solver of python-sat, or its class, found {name!r}")
            if solver is not kind and solver.nof_vars() > 0:
                raise TypeError(f"name: expected a solver without clauses, found one with clauses; pass the class {kind.__name__}")
            name = {"MinisatGH": "minisat-gh", "MinisatEP": "minisat-ep"}.get(kind.__name__, kind.__name__.lower())
        self.name = f"pysat-{name}"
        self._solver = name
        self._options = options

    def open(self) -> Any:
        """A solver without clauses."""
        from pysat.solvers import Solver

        solver = Solver(name=self._solver, **self._options)
        try:
            solver.interrupt()
        except NotImplementedError:
            solver.delete()
            return _Process(self._solver, self._options)
        solver.clear_interrupt()
        return _InProcess(solver)

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self._options.items())
        return f"PySat({self._solver!r}{options})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PySat) and (self._solver, self._options) == (other._solver, other._options)

    def __hash__(self) -> int:
        return hash(self._solver)


class _InProcess:
    """A solver of PySAT that searches without the GIL and can be interrupted."""

    def __init__(self, solver: Any) -> None:
        self._inner = solver
        self.add_clause = solver.add_clause
        self.get_model = solver.get_model
        _open.add(self)

    def solve(self, assumptions: list[int]) -> bool | None:
        # Without `expect_interrupt` PySAT holds the GIL, and takes Ctrl-C for itself.
        answer: bool | None = self._inner.solve_limited(assumptions=assumptions, expect_interrupt=True)
        return answer

    def interrupt(self) -> None:
        self._inner.interrupt()

    def delete(self) -> None:
        _open.discard(self)
        self._inner.delete()


class _Process:
    """A solver of PySAT in a process of its own, which can be killed; see ``_pysat_process.py``."""

    def __init__(self, name: str, options: dict[str, Any]) -> None:
        self._name = name
        self._options = options
        self._process: Popen[str] | None = None
        self._new: list[list[int]] = []
        self._model: list[int] = []
        self._is_stopped = False
        _open.add(self)

    def add_clause(self, clause: list[int]) -> None:
        self._new.append(clause)

    def solve(self, assumptions: list[int]) -> bool | None:
        import json

        process = self._process or self._start()
        if self._is_stopped:
            self.delete()
            return None
        assert process.stdin is not None and process.stdout is not None
        try:
            for start in range(0, len(self._new), 4096):
                process.stdin.write(json.dumps({"clauses": self._new[start : start + 4096]}) + "\n")
            self._new = []
            process.stdin.write(json.dumps({"assumptions": assumptions}) + "\n")
            process.stdin.flush()
        except (OSError, ValueError):
            # A process that failed has said why, or its pipes were closed.
            pass
        try:
            line = process.stdout.readline()
        except ValueError:
            line = ""
        if not line:
            status = process.wait()
            if self._is_stopped:
                return None
            raise RuntimeError(f"the process of {self._name} ended with status {status}")
        answer = json.loads(line)
        if "error" in answer:
            raise RuntimeError(answer["error"])
        self._model = answer["model"] or []
        return bool(answer["answer"]) if answer["answer"] is not None else None

    def _start(self) -> Popen[str]:
        import json
        import subprocess

        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "satdoku._pysat_process", json.dumps([self._name, self._options])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            text=True,
            # Ctrl-C is for this process, which ends the other.
            start_new_session=True,
        )
        return self._process

    def get_model(self) -> list[int]:
        return self._model

    def interrupt(self) -> None:
        self._is_stopped = True
        if self._process is not None:
            self._process.kill()

    def delete(self) -> None:
        _open.discard(self)
        if (process := self._process) is None:
            return
        process.kill()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    # The process ended before it read all.
                    pass
        process.wait()
