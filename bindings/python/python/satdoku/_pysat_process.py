"""The program of a process that runs a solver of PySAT, for solvers that cannot be interrupted; see ``backends.py``.

Each line of the input is an object in JSON: ``clauses`` to be added, or ``assumptions`` of a question. The answer to a question is a
line with ``answer`` and ``model``, or with ``error``.
"""

from __future__ import annotations

import json
import os
import signal
import sys

# Seconds between two looks at the process that asks.
LOOK = 0.2

# The number of the option of ``prctl`` by which Linux sends a process a signal when its parent ends.
PARENT_DEATH_SIGNAL = 1

# The beginning of names of solvers that answer a single question and ignore assumptions.
ANSWER_ONCE = ("ks", "kissat")


def end_with_parent() -> None:
    """Goes on in a child of this process, which ends it when the process that asks has ended, however that was.

    The child searches without a look at anything else; this process does nothing but look.
    """
    if sys.platform != "linux":
        return
    import ctypes

    asking, watching = os.getppid(), os.getpid()
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
    child = os.fork()
    if child == 0:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
        ctypes.CDLL(None).prctl(PARENT_DEATH_SIGNAL, signal.SIGKILL)
        if os.getppid() != watching:
            os._exit(1)
        return
    # The pipes are the child's.
    for pipe in (0, 1):
        os.close(pipe)
    while os.getppid() == asking:
        signal.sigtimedwait({signal.SIGCHLD}, LOOK)
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            code = os.waitstatus_to_exitcode(status)
            if code < 0:
                os.kill(watching, -code)
            os._exit(code)
    # The child ends with this process.
    os._exit(1)


def main() -> None:
    """Answers questions until the input ends."""
    # Ctrl-C is for the process that asks.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
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
