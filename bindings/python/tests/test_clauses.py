"""Clauses, exact cover, and SAT solvers in Python."""

from __future__ import annotations

import io
import itertools
import pickle
import threading
import time
import types
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import CLASSIC, SOLVED

import satdoku
from satdoku import Cnf, Grid, Satisfiable, Unknown, Unsatisfiable

SMALL = ".4.2...1.....3.."


def brute(clauses: list[list[int]]) -> Any:
    """A solver of a few lines: unit propagation and a guess."""

    def search(clauses: list[list[int]], model: list[int]) -> Any:
        while True:
            if [] in clauses:
                return False
            unit = next((clause[0] for clause in clauses if len(clause) == 1), None)
            literal = unit or (clauses[0][0] if clauses else None)
            if literal is None:
                return model
            chosen = [[other for other in clause if other != -literal] for clause in clauses if literal not in clause]
            if unit is None:
                found = search(chosen, [*model, literal])
                if found is not False:
                    return found
                clauses = [*clauses, [-literal]]
            else:
                clauses, model = chosen, [*model, literal]

    model = search(clauses, [])
    if model is False:
        return False
    known = {abs(literal) for literal in model}
    variables = {abs(literal) for clause in clauses for literal in clause}
    return [*model, *(-variable for variable in variables - known)]


@pytest.mark.parametrize("encoding", ["minimal", "extended", "modeller", "reduced"])
def test_encode_and_decode(encoding: satdoku.types.Encoding) -> None:
    formula = satdoku.encode(CLASSIC, encoding)
    assert len(formula.clauses) == len(formula) == len(formula.to_cnf())
    model = formula.to_cnf().solve()
    assert isinstance(model, satdoku.Model)
    assert formula.decode(model) == Grid(SOLVED)
    text = formula.to_dimacs()
    answer = satdoku.decode(text, model)
    assert isinstance(answer, Satisfiable) and answer.solution == Grid(SOLVED)
    printed = "s SATISFIABLE\nv " + " ".join(map(str, model)) + " 0\n"
    assert satdoku.decode(formula, printed).solution == Grid(SOLVED)
    assert isinstance(satdoku.decode(formula, "s UNSATISFIABLE\n"), Unsatisfiable)
    assert Cnf(text).clauses == formula.clauses
    with pytest.raises(satdoku.SolverError):
        formula.decode([-literal for literal in model])
    with pytest.raises(satdoku.ParseError):
        satdoku.decode(formula.to_dimacs(comments=False), model)


def test_decode_takes_every_answer_of_a_solver() -> None:
    formula = satdoku.encode(SMALL)
    assert isinstance(satdoku.decode(formula, False), Unsatisfiable)
    assert isinstance(satdoku.decode(formula, None), Unknown)
    assert isinstance(satdoku.decode(formula, b"s UNSATISFIABLE\n"), Unsatisfiable)
    assert isinstance(satdoku.decode(formula, "c ended\n"), Unknown)
    none = satdoku.encode("11" + "." * 14)
    assert isinstance(satdoku.decode(none, none.to_cnf().solve()), Unsatisfiable)
    for output in ("hello", "error: no memory\n", "", b"\n"):
        with pytest.raises(satdoku.ParseError, match="expected a solver's output"):
            satdoku.decode(formula, output)
    with pytest.raises(TypeError):
        satdoku.decode(formula, True)  # type: ignore[arg-type]


def test_variables_have_meanings() -> None:
    formula = satdoku.encode(SMALL)
    for row, column, digit in itertools.product(range(4), range(4), range(1, 5)):
        variable = formula.variable((row, column), digit)
        assert formula.candidate(variable) == ((row, column), digit)
    assert formula.candidate(0) is None and formula.candidate(10**6) is None
    assert satdoku.encode(SMALL, "reduced").variable((0, 1), 4) is True
    with pytest.raises(ValueError):
        formula.variable((9, 9), 1)


def test_cnf() -> None:
    cnf = Cnf()
    for clause in ([1, 2], [-1, 2], [1, -2]):
        cnf.add_clause(clause)
    assert cnf.solve() == [1, 2] and cnf.variables == 2 and len(cnf) == 3
    cnf.add_clause([-1, -2])
    assert cnf.solve("batsat") is False
    assert Cnf(cnf.to_dimacs()).clauses == cnf.clauses
    pigeons = [[10 * p + h for h in range(1, 10)] for p in range(10)]
    pigeons += [[-(10 * p + h), -(10 * q + h)] for h in range(1, 10) for p, q in itertools.combinations(range(10), 2)]
    assert isinstance(Cnf(pigeons).solve(timeout=0.01), (Unknown, bool))
    with pytest.raises(ValueError):
        Cnf([[1, 0]])
    with pytest.raises(satdoku.ParseError):
        Cnf("p cnf 1 1\n2 0\n")


def test_exact_covers() -> None:
    options = [{"c", "e", "f"}, {"a", "d", "g"}, {"b", "c", "f"}, {"a", "d"}, {"b", "g"}, {"d", "e", "g"}]
    assert list(satdoku.exact_cover([sorted(option) for option in options])) == [[0, 3, 4]]
    assert list(satdoku.exact_cover("items: a b c | x\na x\na\nb c\nb x\nc")) == [[0, 2], [1, 2], [1, 3, 4]]
    assert list(satdoku.exact_cover([[1, 2], [3]], items=[1, 2, 3])) == [[0, 1]]
    with pytest.raises(ValueError, match="option 0 has the item str 'x'"):
        satdoku.exact_cover([["x"]], items=["a"])
    queens = [[f"r{r}", f"c{c}", f"d{r + c}", f"e{r - c}"] for r in range(6) for c in range(6)]
    diagonals = [name for option in queens for name in option[2:]]
    assert len(list(satdoku.exact_cover(queens, secondary=sorted(set(diagonals))))) == 4


def test_a_function_is_a_solver() -> None:
    solver = satdoku.Solver(brute)
    assert solver.name == "python:brute"
    assert solver.solve(SMALL).solution == satdoku.solve(SMALL).solution
    assert isinstance(solver.solve("11" + "." * 14), Unsatisfiable)
    assert solver.is_unique(SMALL) is True and solver.count("12..34" + "." * 10) == satdoku.count("12..34" + "." * 10)
    assert satdoku.solve_many([SMALL, SMALL], solver=solver)[1] is not None


def test_answers_of_functions_are_not_believed() -> None:
    with pytest.raises(satdoku.SolverError, match="wrong answer"):
        satdoku.Solver(lambda clauses: {abs(literal) for clause in clauses for literal in clause}).solve(SMALL)
    for endless in (lambda clauses: itertools.count(1), lambda clauses: [1] * 65, lambda clauses: [2**31 - 1]):
        with pytest.raises(satdoku.SolverError, match="64"):
            satdoku.Solver(endless).solve("." * 16)
    assert isinstance(satdoku.Solver(lambda clauses: None).solve(SMALL), Unknown)

    def failing(clauses: list[list[int]]) -> object:
        raise KeyError("oops")

    failing_solver = satdoku.Solver(failing)
    for ask in (failing_solver.solve, failing_solver.session("2x2").solve, lambda it: list(failing_solver.solutions(it))):
        with pytest.raises(satdoku.SolverError, match="oops") as error:
            ask(SMALL)
        assert isinstance(error.value.__cause__, KeyError)
    # At 9×9 the kernel is asked whether there is none.
    with pytest.raises(satdoku.SolverError, match="denied a solution that exists"):
        satdoku.Solver(lambda clauses: False).solve(CLASSIC)
    with pytest.raises(TypeError):
        satdoku.Solver(7)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["cadical153", "glucose4", "minisat22"])
def test_pysat(name: str) -> None:
    pysat = pytest.importorskip("pysat.solvers")
    solver = satdoku.Solver(satdoku.PySat(name))
    assert solver.solve(CLASSIC).solution == Grid(SOLVED)
    assert solver.count("12" + "." * 14) == 24
    session = solver.session()
    assert [session.is_unique(CLASSIC) for _ in range(2)] == [True, True]
    assert satdoku.Solver(pysat.Minisat22).solve(CLASSIC).solution == Grid(SOLVED)
    formula = pytest.importorskip("pysat.formula").CNF(from_clauses=satdoku.encode(CLASSIC).clauses)
    with pysat.Solver(name=name, bootstrap_with=formula) as other:
        assert other.solve()
        assert satdoku.encode(CLASSIC).decode(other.get_model()) == Grid(SOLVED)


HARD = next(satdoku.generate(1, board="5x5", seed=3, kind="holes", clues=250))


@pytest.mark.parametrize("name", ["g4", "cadical153", "kissat404"])
def test_a_timeout_stops_solvers_of_pysat_and_other_threads_run_on(name: str) -> None:
    pytest.importorskip("pysat.solvers")
    solver = satdoku.Solver(satdoku.PySat(name), encoding="minimal")
    ticks, is_over = 0, threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not is_over.wait(0.01):
            ticks += 1

    thread = threading.Thread(target=tick)
    thread.start()
    start = time.monotonic()
    answer = solver.solve(HARD, timeout=1)
    took = time.monotonic() - start
    is_over.set()
    thread.join()
    assert isinstance(answer, Unknown) and took < 2 and ticks > 5


def test_a_solver_that_answers_once_is_opened_afresh() -> None:
    pytest.importorskip("pysat.solvers")
    solver = satdoku.Solver(satdoku.PySat("kissat404"))
    assert solver.count("12" + "." * 14, limit=4) >= 4 and solver.is_unique(SMALL) is True


def test_pysat_classes_and_solvers_are_solvers() -> None:
    solvers = pytest.importorskip("pysat.solvers")
    for kind in (solvers.Glucose4, solvers.Glucose4(), solvers.Solver("g4"), satdoku.PySat(solvers.Glucose4), satdoku.PySat("g4")):
        assert satdoku.solve(SMALL, solver=kind).solution == satdoku.solve(SMALL).solution
        assert Cnf([[1, 2], [-1]]).solve(kind) == [-1, 2]
    with pytest.raises(TypeError, match="without clauses"):
        satdoku.PySat(solvers.Glucose4(bootstrap_with=[[1]]))
    with pytest.raises(TypeError, match="pass list|expected the name of a solver"):
        satdoku.solve(SMALL, solver=[1])  # type: ignore[arg-type]


def test_a_timeout_abandons_a_solver_in_python() -> None:
    for sleepy in (lambda clauses: time.sleep(2), Sleepy):
        start = time.monotonic()
        assert isinstance(satdoku.Solver(sleepy).solve("." * 16, timeout=0.2), Unknown)
        assert time.monotonic() - start < 1


class Sleepy:
    """An incremental solver that cannot be interrupted."""

    def add_clause(self, clause: list[int]) -> None:
        pass

    def solve(self, assumptions: list[int]) -> None:
        time.sleep(2)

    def get_model(self) -> list[int]:
        return []


def test_an_interrupt_ends_a_solver_in_python() -> None:
    interrupted = threading.Event()

    class Patient(Sleepy):
        def solve(self, assumptions: list[int]) -> None:
            assert interrupted.wait(20)

        def interrupt(self) -> None:
            interrupted.set()

    assert isinstance(satdoku.Solver(Patient).solve("." * 16, timeout=0.1), Unknown)
    assert interrupted.is_set()


def test_no_is_checked_unless_the_solver_is_trusted() -> None:
    liar = satdoku.Solver(lambda clauses: False)
    for ask in (liar.solve, liar.count, liar.is_unique, satdoku.Solver(lambda clauses: False, certified=True).solve):
        with pytest.raises(satdoku.SolverError, match="denied a solution that exists"):
            ask("." * 16)
    answers = iter([True])

    def lies_later(clauses: list[list[int]]) -> Any:
        return brute(clauses) if next(answers, False) else False

    with pytest.raises(satdoku.SolverError, match="denied a solution that exists"):
        satdoku.Solver(lies_later).is_unique("." * 16)
    with pytest.raises(satdoku.SolverError, match="denied a solution that exists"):
        Cnf([[1]]).solve(lambda clauses: False)
    assert Cnf([[1]]).solve(satdoku.Solver(lambda clauses: False, trust=True)) is False
    assert isinstance(satdoku.Solver(brute, certified=True).solve("123" + "." * 3 + "4" + "." * 9), (Unsatisfiable, Satisfiable))
    with pytest.raises(ValueError, match="trust"):
        satdoku.Solver("dlx", trust=True)


def test_solvers_compare_print_and_pickle() -> None:
    solver = satdoku.Solver("sat:varisat", encoding="minimal", seed=1)
    assert repr(solver) == "Solver('sat:varisat', encoding='minimal', seed=1)"
    back = pickle.loads(pickle.dumps(solver))
    assert back == solver == eval(repr(solver), dict(satdoku.__dict__)) and hash(back) == hash(solver)
    assert solver != satdoku.Solver("sat:varisat") and back.solve(SMALL) == solver.solve(SMALL)
    assert pickle.loads(pickle.dumps(satdoku.Solver(satdoku.PySat("g4")))) == satdoku.Solver(satdoku.PySat("g4"))
    assert satdoku.Solver("sat:varisat", settings={}) and weakref.ref(solver)() is solver
    with pytest.raises(TypeError, match="no option 'sed'"):
        satdoku.Solver("dlx", sed=1)  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="fresh: nine ignores it"):
        satdoku.Solver("nine", fresh=True)


def test_formulas_are_written_without_being_stored(tmp_path: Path) -> None:
    formula = satdoku.encode(SMALL)
    assert list(formula) == formula.clauses == list(formula.to_cnf())
    formula.write(tmp_path / "one.cnf")
    assert (tmp_path / "one.cnf").read_text() == formula.to_dimacs()
    binary, text = io.BytesIO(), io.StringIO()
    formula.write(binary, comments=False)
    formula.write(text, comments=False)
    assert binary.getvalue().decode() == text.getvalue() == formula.to_dimacs(comments=False)
    assert Cnf.from_file(tmp_path / "one.cnf") == formula.to_cnf()
    with pytest.raises(FileNotFoundError):
        Cnf.from_file(tmp_path / "none.cnf")
    Cnf(formula).write(tmp_path / "two.cnf")
    for mode in ("r", "rb"):
        with open(tmp_path / "two.cnf", mode) as file:
            assert Cnf(file) == Cnf.from_file(tmp_path / "two.cnf") == formula.to_cnf()
    numbers = pytest.importorskip("numpy").array([number for clause in formula for number in [*clause, 0]])
    assert (formula.to_numpy() == numbers).all()
    assert pickle.loads(pickle.dumps(formula)).to_dimacs() == formula.to_dimacs()
    # TimeoutLike and gigabytes if all clauses were made.
    large = iter(satdoku.encode(Grid(board="10x10")))
    assert next(large)
    large.close()
    assert list(large) == []


def test_models_are_bounded_by_their_variables() -> None:
    formula = satdoku.encode(SMALL)
    for model in ([2**31 - 1], [65], [0], ["x"], 7):
        with pytest.raises((ValueError, TypeError)):
            formula.decode(model)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="64 variables, found 65"):
        satdoku.decode(formula, [65])


def test_cnf_takes_clauses_as_people_have_them() -> None:
    clauses = [[1, 2], [-1]]
    pysat = pytest.importorskip("pysat.formula")
    for given in (clauses, iter(clauses), map(tuple, clauses), Cnf(clauses), pysat.CNF(from_clauses=clauses), b"p cnf 2 2\n1 2 0\n-1 0\n"):
        cnf = Cnf(given)
        assert cnf == Cnf(clauses) and list(cnf) == clauses
    cnf.extend([[3]])
    assert cnf != Cnf(clauses) and len(cnf) == 3
    empty = Cnf([]).solve()
    assert empty == [] and isinstance(empty, satdoku.Model) and empty
    for wrong in ([[2**31]], [["x"]], [[True]], [1], 7):
        with pytest.raises((ValueError, TypeError), match="expected"):
            Cnf(wrong)
    assert isinstance(satdoku.decode(satdoku.encode(SMALL), Unknown("time limit reached")), Unknown)


def test_exact_covers_of_dicts_matrices_and_tuples() -> None:
    knuth = {"A": [1, 4, 7], "B": [1, 4], "C": [4, 5, 7], "D": [3, 5, 6], "E": [2, 3, 6, 7], "F": [2, 7]}
    assert list(satdoku.exact_cover(knuth)) == [["B", "D", "F"]]
    assert list(satdoku.exact_cover({name: set(option) for name, option in knuth.items()})) == [["B", "D", "F"]]
    rows = [[int(item in option) for item in range(1, 8)] for option in knuth.values()]
    assert list(satdoku.exact_cover(rows)) == list(satdoku.exact_cover("\n".join(" ".join(map(str, row)) for row in rows))) == [[1, 3, 5]]
    numpy = pytest.importorskip("numpy")
    assert list(satdoku.exact_cover(numpy.array(rows))) == [[1, 3, 5]]
    assert list(satdoku.exact_cover(numpy.eye(2, dtype=bool))) == [[0, 1]]
    with pytest.raises(ValueError, match="a matrix, or options"):
        satdoku.exact_cover([[1, 0], [0, 1]])
    assert list(satdoku.exact_cover([[1, 0], [0, 1]], items=[0, 1])) == [[0], [1]]
    with pytest.raises(ValueError, match="found int 2 in row 0, column 1"):
        satdoku.exact_cover(numpy.array([[1, 2]]))
    pairs = [[("a", 1), ("b", 2)], [("a", 1)], [("b", 2)]]
    assert sorted(satdoku.exact_cover(pairs)) == [[0], [1, 2]]
    assert list(satdoku.exact_cover(numpy.array([[1, 0, 1], [0, 1, 1]]), secondary=[2])) == []
    assert list(satdoku.exact_cover([[1, 0, 1], [0, 1, 1], [0, 1, 0]], secondary=[2])) == [[0, 2]]
    assert list(satdoku.exact_cover([[1, 0, 1], [0, 1, 1], [0, 1, 0]], secondary=iter([2]))) == [[0, 2]]
    with pytest.raises(ValueError, match="secondary: expected columns from 0 to 2, found"):
        satdoku.exact_cover([[1, 0, 1], [0, 1, 1]], secondary=[3])
    table = pytest.importorskip("pandas").DataFrame(rows)
    assert list(satdoku.exact_cover(table)) == [[1, 3, 5]]
    for wrong in (7, [7], [{"a": 1}], [[["list"]]]):
        with pytest.raises(TypeError, match="found"):
            satdoku.exact_cover(wrong)
    with pytest.raises(ValueError, match="stands twice in option 0"):
        satdoku.exact_cover([["a", "a"]])


def test_no_unproved_no_leaves_a_certified_solver_in_python() -> None:
    asked: list[int] = []

    def deny(clauses: list[list[int]]) -> bool:
        asked.append(len(clauses))
        return False

    solver = satdoku.Solver(deny, certified=True)
    assert not solver.solve("11" + "." * 14)
    assert asked, "clues that contradict each other are the solver's to refute"
    with pytest.raises(satdoku.SolverError, match="the encoding reduced"):
        satdoku.Solver(deny, certified=True, encoding="reduced").solve("." * 16)


def test_a_text_is_no_answer_of_a_function() -> None:
    with pytest.raises(satdoku.SolverError, match="expected the literals of a model, False or None, found 'UNSAT'"):
        satdoku.Solver(lambda clauses: "UNSAT").solve("." * 16)


@pytest.mark.parametrize("solver", ["cdcl", "batsat", brute])
def test_models_are_all_models_each_once(solver: Any) -> None:
    clauses = [[1, 2, 3], [-1, -2], [4, 5]]
    found = list(Cnf(clauses).models(solver))
    signs = itertools.product((-1, 1), repeat=5)
    wanted = [[sign * variable for variable, sign in enumerate(chosen, 1)] for chosen in signs]
    kept = [model for model in wanted if all(any(literal in model for literal in clause) for clause in clauses)]
    assert sorted(found) == sorted(kept)
    assert len(list(Cnf(clauses).models(solver, over=[1, 2]))) == 3
    assert len(list(Cnf(clauses).models(solver, assumptions=[1, 4]))) == 4
    assert list(Cnf([[]]).models(solver)) == []
    with pytest.raises(ValueError, match="over: expected variables"):
        Cnf(clauses).models(over=[-1])


def test_a_model_that_comes_twice_is_refused() -> None:
    with pytest.raises(satdoku.SolverError, match="model"):
        list(Cnf([[1, 2]]).models(lambda clauses: [1, 2]))


def test_a_core_is_of_assumptions_that_fail_together() -> None:
    cnf = Cnf([[-1, -2], [3, 4], [-5, 6]])
    solvers: list[satdoku.types.SolverLike] = ["cdcl", "varisat", satdoku.PySat("glucose4")]
    for solver in solvers:
        core = cnf.core([5, 1, 4, 2, 1], solver)
        assert isinstance(core, list) and {1, 2} <= set(core) <= {5, 1, 4, 2}
        assert cnf.solve(assumptions=core) is False
        assert cnf.core([1, 3], solver) is None
    assert cnf.core([3, -3]) == [3, -3]
    assert Cnf([[1], [-1]]).core([2]) == []


def test_exact_covers_of_other_mappings_and_of_sets() -> None:
    knuth = {"A": [1, 4, 7], "B": [1, 4], "C": [4, 5, 7], "D": [3, 5, 6], "E": [2, 3, 6, 7], "F": [2, 7]}
    rows = {name: [int(item in option) for item in range(1, 8)] for name, option in knuth.items()}
    for options in (types.MappingProxyType(knuth), rows):
        assert list(satdoku.exact_cover(options)) == [["B", "D", "F"]]
    with pytest.raises(ValueError, match="can be a matrix"):
        satdoku.exact_cover({"A": [1, 0], "B": [0, 1]})
    with pytest.raises(TypeError, match="found a set"):
        satdoku.exact_cover({(1, 2), (3,)})
    numpy = pytest.importorskip("numpy")
    # Three columns that no row covers, and nothing to cover.
    assert list(satdoku.exact_cover(numpy.zeros((0, 3), dtype=int))) == []
    assert list(satdoku.exact_cover(numpy.zeros((0, 0), dtype=int))) == [[]]


def test_errors_name_the_argument_and_say_what_to_do() -> None:
    numpy = pytest.importorskip("numpy")
    puzzle = ".4.2...1.....3.."

    def wrong(argument: Any) -> Any:
        return argument

    calls: list[tuple[Callable[[], Any], str]] = [
        (lambda: Cnf([[1]]).solve(assumptions=wrong(-2)), "assumptions: expected a list of literals, found int -2"),
        (lambda: satdoku.prove(puzzle, "unused", backend=wrong("batsat")), "expected one of cdcl, varisat, kissat, cadical"),
        (lambda: satdoku.solve([puzzle, puzzle]), "solve_many and its like take several"),
        (lambda: satdoku.is_unique(wrong([puzzle, None])), "solve_many and its like"),
        (lambda: satdoku.solve("puzzle.txt"), r'read\("puzzle.txt"\) reads a file'),
        (lambda: satdoku.solve("puzzle"), "a puzzle below the names of the columns"),
        (lambda: Grid(puzzle, rules=["diagonals"]), r"as in 3x3\+diagonals"),
        (lambda: satdoku.candidates(puzzle)["r1c2"], "only these cells have an answer"),
        (lambda: satdoku.solve_many(numpy.zeros((1, 80), dtype=int)), "81 numbers for a square of 9x9"),
    ]
    for call, words in calls:
        with pytest.raises((TypeError, ValueError, KeyError), match=words):
            call()


def test_options_that_a_solver_in_python_ignores_are_refused() -> None:
    options: list[dict[str, Any]] = [{"threads": 2}, {"steps": 10}, {"seed": 1}]
    for option in options:
        with pytest.raises(ValueError, match="ignores it"):
            satdoku.Solver(brute, **option)


@pytest.mark.parametrize("solver", ["cdcl", "batsat", brute])
def test_the_time_of_models_is_for_the_whole_listing(solver: Any) -> None:
    # 2 ** 40 models, each found at once.
    formula = Cnf([[variable, -variable] for variable in range(1, 41)])
    begun, listed = time.monotonic(), 0
    with pytest.raises(satdoku.Stopped, match="time limit reached"):
        for _ in formula.models(solver, timeout=0.3):
            listed += 1
    assert listed > 1 and time.monotonic() - begun < 2
