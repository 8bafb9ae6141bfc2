"""The program of a process that runs a solver of PySAT, for solvers that cannot be interrupted; see ``backends.py``.

Each line of the input is an object in JSON: ``clauses`` to be added, or ``assumptions`` of a question. The answer to a question is a
line with ``answer`` and ``model``, or with ``error``.
"""

from __future__ import annotations

import json
import os
import signal
import sys

# The beginning of names of solvers that answer a single question and ignore assumptions.
ANSWER_ONCE = ("ks", "kissat")


def main() -> None:
    """Answers questions until the input ends."""
    # Ctrl-C is for the process that asks.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Solvers print to the standard output, which is therefore closed to them.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    name, options = json.loads(sys.argv[1])
    try:
        from pysat.solvers import Solver

        answers_once = name.lower().startswith(ANSWER_ONCE)
        clauses: list[list[int]] = []
        solver = None if answers_once else Solver(name=name, **options)
        for line in sys.stdin:
            asked = json.loads(line)
            if "clauses" in asked:
                if solver is None:
                    clauses.extend(asked["clauses"])
                else:
                    solver.append_formula(asked["clauses"])
                continue
            assumed = asked["assumptions"]
            if solver is None:
                with Solver(name=name, bootstrap_with=clauses + [[literal] for literal in assumed], **options) as once:
                    answer = once.solve()
                    model = once.get_model() if answer else None
            else:
                answer = solver.solve(assumptions=assumed)
                model = solver.get_model() if answer else None
            print(json.dumps({"answer": answer, "model": model}), file=answers, flush=True)
    except Exception as error:
        print(json.dumps({"error": f"{type(error).__name__}: {error}"}), file=answers, flush=True)


if __name__ == "__main__":
    main()
