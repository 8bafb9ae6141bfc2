"""The package as a process: Ctrl-C, the command line, imports, documents."""

from __future__ import annotations

import ast
import asyncio
import doctest
import importlib.util
import inspect
import json
import os
import pkgutil
import re
import signal
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import get_type_hints

import pytest
from conftest import CLASSIC, SOLVED

import satdoku

ROOT = Path(__file__).parents[3]

LONG_WORK = {
    "count": "satdoku.count('.' * 81, solver='dlx')",
    "sat": "satdoku.count('.' * 81, solver='sat:varisat')",
    "solutions": "[None for _ in satdoku.solutions('.' * 81)]",
    "generate": "[None for _ in satdoku.generate(None)]",
    "many": "satdoku.solve_many(['.' * 625] * 100, solver='backtracking')",
    "session": "satdoku.Solver('dlx').session().count('.' * 81)",
    # A loop in C, which gives Python no time to look.
    "two threads": "__import__('threading').Thread(target=next, args=(it := satdoku.generate(None, rating='10.0..11.0'), None), daemon=True).start(); time.sleep(0.1); next(it)",
    "clauses": "satdoku.encode(satdoku.Grid(board='10x10')).clauses",
    "function": "satdoku.Solver(lambda clauses: time.sleep(9)).solve('.' * 16)",
    "deque": "__import__('collections').deque(satdoku.solutions('.' * 81), maxlen=0)",
}


@pytest.mark.parametrize("work", LONG_WORK.values(), ids=LONG_WORK)
def test_ctrl_c_stops_in_mid_search(work: str) -> None:
    program = (
        "import satdoku, time\nprint('ready', flush=True)\n"
        f"try:\n    {work}\nexcept KeyboardInterrupt:\n    print('stopped', time.time(), flush=True)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "ready\n"
    time.sleep(0.7)
    assert process.poll() is None
    sent = time.time()
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=20)
    word, at = output.split()
    # 100 ms are the aim; a busy machine may take longer to run a thread at all.
    assert word == "stopped" and float(at) - sent < 1.0, f"{float(at) - sent:.3f} s"


@pytest.mark.parametrize("name", ["g4", "cadical153"])
def test_ctrl_c_stops_solvers_of_pysat(name: str) -> None:
    pytest.importorskip("pysat.solvers")
    hard = "next(satdoku.generate(1, board='5x5', seed=3, kind='holes', clues=250))"
    test_ctrl_c_stops_in_mid_search(f"satdoku.Solver(satdoku.PySat({name!r}), encoding='minimal').solve({hard})")


def processes_of(word: str) -> set[int]:
    """The processes with a word in their arguments."""
    found = set()
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if word.encode() in entry.read_bytes():
                found.add(int(entry.parent.name))
        except OSError:
            # It ended meanwhile.
            pass
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="Linux tells which processes there are")
def test_a_solver_of_pysat_ends_with_a_process_that_is_killed() -> None:
    pytest.importorskip("pysat.solvers")
    before = processes_of("satdoku._pysat_process")
    hard = "next(satdoku.generate(1, board='5x5', seed=3, kind='holes', clues=250))"
    code = f"import satdoku; hard = {hard}; print('ready', flush=True); satdoku.Solver(satdoku.PySat('cadical153'), encoding='minimal').solve(hard)"
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "ready\n"
    end = time.time() + 20
    while len(processes_of("satdoku._pysat_process") - before) < 2 and time.time() < end:
        time.sleep(0.05)
    assert process.poll() is None and processes_of("satdoku._pysat_process") - before
    time.sleep(0.5)
    process.kill()
    process.communicate(timeout=10)
    end = time.time() + 5
    while (left := processes_of("satdoku._pysat_process") - before) and time.time() < end:
        time.sleep(0.05)
    assert not left


def program(code: str, seconds: float = 30) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=seconds)


@pytest.mark.parametrize("listing", ["satdoku.solutions('.' * 81)", "satdoku.generate(None, rating='10.0..11.0')"])
def test_a_listing_is_closed_from_another_thread(listing: str) -> None:
    ended = program(
        "import satdoku, threading, time\n"
        f"listing = {listing}\n"
        "thread = threading.Thread(target=lambda: [None for _ in listing])\n"
        "thread.start(); time.sleep(0.5); listing.close(); thread.join(10); print(thread.is_alive(), next(listing, None))"
    )
    assert ended.stdout == "False None\n", ended.stderr


def test_the_main_thread_stays_the_main_one() -> None:
    code = (
        "import sys, satdoku; assert 'threading' in sys.modules\n"
        "satdoku.Solver(lambda clauses: None).solve('.' * 16)\n"
        "import threading; print(threading.main_thread() is threading.current_thread())"
    )
    assert program(code).stdout == "True\n"


BUSY = "import satdoku, threading, _thread\ndef busy(clauses):\n    while True: sum(range(1000))\n"


@pytest.mark.parametrize(
    "code",
    [
        "threading.Timer(0.3, _thread.interrupt_main).start()\n"
        "try: satdoku.Solver(busy).solve('.' * 16)\nexcept KeyboardInterrupt: print('last')",
        "threading.Thread(target=lambda: satdoku.Solver(busy).solve('.' * 16), daemon=True).start()\n"
        "threading.Event().wait(0.3); print('last')",
    ],
)
def test_a_solver_in_python_that_is_busy_does_not_abort_the_end(code: str) -> None:
    ended = program(BUSY + code)
    assert (ended.returncode, ended.stdout) == (0, "last\n") and "Fatal" not in ended.stderr


FORKED = {
    "count": "int(satdoku.count('.' * 81)) > 0",
    "estimate": "satdoku.estimate('.' * 81, dives=2000).dives == 2000",
    "sample": "len(satdoku.sample('.' * 81, 2)) == 2",
    "candidates": "satdoku.candidates('.' * 81, counts=True).count > 0",
    "many": "satdoku.count_many(['.' * 81] * 3)[2] > 0",
    "sessions": "all(satdoku.Solver('auto').session().count('.' * 81) > 0 for _ in range(3))",
    "solutions": "len([next(satdoku.solutions('.' * 81)) for _ in range(5)]) == 5",
}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.parametrize("work", FORKED.values(), ids=FORKED)
def test_work_goes_on_after_a_fork(work: str) -> None:
    ended = program(
        f"import os, satdoku\nassert {work}\nsatdoku.count('.' * 81)\n"
        f"if not os.fork():\n    print({work}, flush=True)\n    os._exit(0)\nos.wait()"
    )
    assert ended.stdout == "True\n", ended.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.parametrize("made", ["satdoku.solutions('.' * 81)", "satdoku.generate(None)", "satdoku.Solver('auto').session()"])
def test_what_was_begun_before_a_fork_is_refused(made: str) -> None:
    ended = program(
        f"import os, satdoku\nmade = {made}\nask = lambda: made.solve('.' * 81) if hasattr(made, 'solve') else next(made)\nask()\n"
        "if not os.fork():\n    try: ask()\n    except RuntimeError as error: print(error, flush=True)\n"
        "    getattr(made, 'close', int)()\n    os._exit(0)\nos.wait(); ask()"
    )
    assert "before a fork" in ended.stdout and ended.returncode == 0, ended.stderr


def run(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "satdoku", *arguments], input=text, capture_output=True, text=True)


def test_the_command_line() -> None:
    solved = run("solve", "--output", "line", CLASSIC)
    assert (solved.returncode, solved.stdout) == (0, SOLVED + "\n"), solved.stderr
    assert run("solve", "--output", "line", "55" + "." * 79).returncode == 1
    assert run("solve", text="nothing\n").returncode == 2
    assert run("--version").stdout == f"satdoku {satdoku.__version__}\n"


def subcommands() -> list[str]:
    return re.findall(r"^  ([a-z-]+)  ", run("--help").stdout.split("Options:")[0], re.MULTILINE)


# What the command line has under another name here, and what is for the command line alone.
NAMES = {"sat": "Cnf", "cover": "exact_cover", "backends": "solvers"}
NOT_WRAPPED = {
    "completions": "a shell's matter",
    "help": "a shell's matter",
    "man": "a shell's matter",
    "page": "files for a server: python -m satdoku writes them",
    "race": "its workers are processes of the program itself",
    "serve": "a server of its own: python -m satdoku has it where it is built in",
}

def test_every_subcommand_has_a_function() -> None:
    names = subcommands()
    assert len(names) > 15, names
    assert [name for name in names if name not in NOT_WRAPPED and not hasattr(satdoku, NAMES.get(name, name))] == []


def test_what_is_named_is_there() -> None:
    assert sorted(satdoku.__all__) == satdoku.__all__
    for name in satdoku.__all__:
        assert hasattr(satdoku, name), name
        public = getattr(satdoku, name)
        assert not (inspect.isclass(public) or inspect.isroutine(public)) or public.__doc__, f"{name} has no document"


def examples() -> list[doctest.DocTest]:
    parser = doctest.DocTestParser()
    found: list[doctest.DocTest] = []
    documents = {name: getattr(satdoku, name).__doc__ or "" for name in satdoku.__all__ if name != "__version__"}
    documents["satdoku"] = satdoku.__doc__ or ""
    for name, document in documents.items():
        test = parser.get_doctest(document, {}, name, None, None)
        if test.examples:
            found.append(test)
    return found


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.name)
def test_examples_of_documents_run(example: doctest.DocTest) -> None:
    failed, tried = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example)
    assert tried and not failed


def snippets() -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for page in [ROOT / "docs" / "README.md", ROOT / "docs" / "python.md", Path(__file__).parents[1] / "README.md"]:
        blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL)
        found.extend((f"{page.name} {number}", block) for number, block in enumerate(blocks, 1))
    return found


@pytest.mark.parametrize(("name", "code"), snippets(), ids=[name for name, _ in snippets()])
def test_snippets_of_the_guide_run(name: str, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for library in re.findall(r"^(?:import|from) (\w+)", code, re.MULTILINE):
        pytest.importorskip(str(library))
    if "# starts a cluster" in code and os.environ.get("SATDOKU_LONG") is None:
        pytest.skip("only with SATDOKU_LONG")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    (tmp_path / "puzzles.txt").write_text(f"{CLASSIC}\n" * 3)
    # As numbers these would lose the zeros in front.
    zeros = SOLVED.translate(str.maketrans("123", "000"))
    zeros = "0" + zeros[1:]
    (tmp_path / "puzzles.csv").write_text(f"puzzle\n{zeros}\n{zeros}\n")
    exec(compile(code, name, "exec"), {"__name__": "__main__"})


NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])
def test_notebooks_run_from_top_to_bottom(notebook: Path, tmp_path: Path) -> None:
    client = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    pytest.importorskip("numpy")
    client.execute(nbformat.read(notebook, as_version=4), cwd=str(tmp_path), timeout=300)


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])
def test_notebooks_are_stored_with_their_outputs(notebook: Path) -> None:
    cells = [cell for cell in json.loads(notebook.read_text())["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1)), "run all cells and store the notebook"
    outputs = [output for cell in cells for output in cell["outputs"]]
    assert outputs and all(output["output_type"] in ("execute_result", "stream") for output in outputs)
    assert not any(output.get("name") == "stderr" for output in outputs)
    # A cell that ends in a value or prints has an output.
    for cell in cells:
        last = ast.parse("".join(cell["source"])).body[-1]
        assert cell["outputs"] or not isinstance(last, ast.Expr), cell["source"]
    if notebook.stem in ("a_lesson", "solve_and_draw"):
        assert sum("<svg " in "".join(output.get("data", {}).get("text/html", "")) for output in outputs) >= 3


def test_importing_is_quick_and_light() -> None:
    program = (
        "import sys, time; start = time.perf_counter(); import satdoku; "
        "print(time.perf_counter() - start, *[name for name in ('numpy', 'pyarrow', 'json') if name in sys.modules])"
    )
    times = []
    for _ in range(7):
        took, *others = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout.split()
        assert "numpy" not in others and "pyarrow" not in others
        times.append(float(took))
    # 30 ms are the aim on a machine of one's own.
    assert min(times) < 0.3, f"{statistics.median(times):.3f} s"


def test_all_modules_are_typed() -> None:
    package = Path(str(satdoku.__file__)).parent
    assert (package / "py.typed").exists() and (package / "_satdoku.pyi").exists()
    stub = (package / "_satdoku.pyi").read_text()
    module = importlib.import_module("satdoku._satdoku")
    for name in vars(module):
        if not re.fullmatch(r"__.*__|_.*", name):
            assert re.search(rf"^(def|class) {name}\b", stub, re.MULTILINE), f"{name} is not in the stub"
    assert {info.name for info in pkgutil.iter_modules([str(package)])} >= {"answers", "errors", "many", "backends", "types"}


def test_the_stub_has_the_docstrings_of_the_module() -> None:
    specification = importlib.util.spec_from_file_location("stub", Path(__file__).parents[1] / "stub.py")
    assert specification is not None and specification.loader is not None
    stub = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(stub)
    written = (Path(str(satdoku.__file__)).parent / "_satdoku.pyi").read_text()
    assert stub.documented(written) == written, "run: python stub.py"
    assert stub.documented(written.replace("Count the solutions of a puzzle", "Add")) == written


@pytest.mark.parametrize("name", satdoku.__all__)
def test_type_hints_can_be_read(name: str) -> None:
    public = getattr(satdoku, name)
    if inspect.isfunction(public) or inspect.isclass(public):
        get_type_hints(public)


def test_each_parameter_is_in_the_docstring() -> None:
    for name in satdoku.__all__:
        public = getattr(satdoku, name)
        if inspect.isfunction(public) or inspect.isbuiltin(public):
            document = inspect.getdoc(public) or ""
            for parameter in inspect.signature(public).parameters.values():
                assert re.search(rf"^    {parameter.name}: ", document, re.MULTILINE), f"{name}: {parameter.name}"
                assert parameter.default is not ..., f"{name}: the default of {parameter.name} is not shown"


def reason(answer: object) -> str:
    assert isinstance(answer, satdoku.Unknown)
    return answer.reason


CANCELLED: dict[str, Callable[[satdoku.Timeout], object]] = {
    "count": lambda limit: satdoku.count("." * 81, solver="mrv", timeout=limit).stopped,
    "solve": lambda limit: reason(satdoku.solve("." * 625, solver="backtracking", timeout=limit)),
    "unique": lambda limit: reason(satdoku.is_unique("." * 81, solver=lambda clauses: time.sleep(9), timeout=limit)),
    "session": lambda limit: satdoku.Solver("dlx").session().count("." * 81, timeout=limit).stopped,
    "many": lambda limit: {satdoku.solve_many(["." * 625], solver="backtracking", timeout=limit).statuses[0]: "cancelled"}[
        satdoku.Status.UNKNOWN
    ],
    "solutions": lambda limit: [None for _ in satdoku.solutions("." * 81, timeout=limit)],
    "generate": lambda limit: [None for _ in satdoku.generate(None, timeout=limit)],
    "models": lambda limit: [None for _ in satdoku.encode("." * 81).to_cnf().models(timeout=limit)],
}


@pytest.mark.parametrize("work", CANCELLED.values(), ids=CANCELLED)
def test_a_timeout_is_cancelled_from_another_thread(work: Callable[[satdoku.Timeout], object]) -> None:
    limit = satdoku.Timeout()
    begun = time.monotonic()
    threading.Timer(0.3, limit.cancel).start()
    try:
        assert work(limit) == "cancelled"
    except satdoku.Stopped as stopped:
        assert "cancelled" in str(stopped)
    assert 0.25 < time.monotonic() - begun < 3 and limit.cancelled
    begun = time.monotonic()
    assert satdoku.count("." * 81, solver="mrv", timeout=satdoku.Timeout(limit)).stopped == "cancelled"
    assert time.monotonic() - begun < 1


def test_a_timeout_has_seconds_for_each_call() -> None:
    limit = satdoku.Timeout(0.1)
    assert limit.seconds == 0.1 and not limit.cancelled
    for _ in range(2):
        assert satdoku.count("." * 81, solver="mrv", timeout=limit).stopped == "time limit reached"
    with pytest.raises(ValueError, match="timeout: expected a number of seconds"):
        satdoku.Timeout(-1)


def test_a_task_of_asyncio_stops_its_question() -> None:
    ends = []

    async def count() -> None:
        limit = satdoku.Timeout()

        def work() -> None:
            ends.append(satdoku.count("." * 81, solver="mrv", timeout=limit))

        try:
            await asyncio.to_thread(work)
        finally:
            limit.cancel()

    async def main() -> None:
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(count(), 0.3)

    begun = time.monotonic()
    asyncio.run(main())
    assert time.monotonic() - begun < 3 and [end.stopped for end in ends] == ["cancelled"]


def test_a_reader_is_closed(tmp_path: Path) -> None:
    (tmp_path / "puzzles.txt").write_text(f"{CLASSIC}\n" * 3)
    with satdoku.read(tmp_path / "puzzles.txt") as reader:
        assert next(reader).clue_count == 30
    assert list(reader) == []
