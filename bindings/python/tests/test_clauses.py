"""Clauses, exact cover, and SAT solvers in Python."""

from __future__ import annotations

import itertools
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
def test_encode_and_decode(encoding: str) -> None:
    formula = satdoku.encode(CLASSIC, encoding)
    assert len(formula.clauses) == len(formula) == len(formula.to_cnf())
    model = formula.to_cnf().solve()
    assert model
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
        satdoku.decode(formula, True)


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
    assert Cnf(pigeons).solve(timeout=0.05) in (None, False)
    with pytest.raises(ValueError):
        Cnf([[1, 0]])
    with pytest.raises(satdoku.ParseError):
        Cnf("p cnf 1 1\n2 0\n")


def test_exact_covers() -> None:
    options = [{"c", "e", "f"}, {"a", "d", "g"}, {"b", "c", "f"}, {"a", "d"}, {"b", "g"}, {"d", "e", "g"}]
    assert list(satdoku.exact_cover([sorted(option) for option in options])) == [[0, 3, 4]]
    assert list(satdoku.exact_cover("items: a b c | x\na x\na\nb c\nb x\nc")) == [[0, 2], [1, 2], [1, 3, 4]]
    assert list(satdoku.exact_cover([[1, 2], [3]], items=["1", "2", "3"])) == [[0, 1]]
    with pytest.raises(ValueError, match="named"):
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
        satdoku.Solver(lambda clauses: [abs(literal) for clause in clauses for literal in clause]).solve(SMALL)
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
