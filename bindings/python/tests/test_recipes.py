"""The recipes of the guide for other people's tables; each runs where its library is installed."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from conftest import CLASSIC, SOLVED

import satdoku
from satdoku import Status

NONE = "55" + "." * 79
TEXTS = [CLASSIC, NONE, CLASSIC]


def test_polars() -> None:
    polars = pytest.importorskip("polars")
    from satdoku.integrations.polars import check, count, solve, status

    frame = polars.DataFrame({"puzzle": [*TEXTS, None]})
    for table in (frame, frame.lazy()):
        asked = table.with_columns(
            status=status("puzzle"), solution=solve("puzzle"), count=count(polars.col("puzzle")), unique=check("puzzle", unique=True)
        )
        asked = asked.collect() if hasattr(asked, "collect") else asked
        assert asked["solution"].to_list() == [SOLVED, None, SOLVED, None]
        assert asked["count"].to_list() == [1, 0, 1, None]
        assert asked["status"].to_list() == [Status.ANSWERED, Status.UNSATISFIABLE, Status.ANSWERED, Status.MISSING]
        assert asked["unique"].to_list() == [True, False, True, None]
    assert satdoku.solve_many(frame["puzzle"])[0].to_list() == [SOLVED, None, SOLVED, None]


def test_pandas() -> None:
    pandas = pytest.importorskip("pandas")
    import satdoku.integrations.pandas  # noqa: F401

    puzzles = pandas.Series([*TEXTS, None], index=list("abcd"))
    solved = puzzles.sudoku.solve()
    assert list(solved.index) == list("abcd") and solved["a"] == SOLVED and pandas.isna(solved["b"])
    assert list(puzzles[:3].sudoku.count()) == [1, 0, 1]
    unique = puzzles.sudoku.check(unique=True)
    assert unique.dtype == "boolean" and list(puzzles[unique].index) == ["a", "c"] and list(puzzles[~unique].index) == ["b"]
    assert puzzles.sudoku.count().dtype == "UInt64" and puzzles.sudoku.status()["d"] == Status.MISSING
    pytest.importorskip("pyarrow")
    for dtype in ("object", "string", "string[pyarrow]", "str", pandas.ArrowDtype(pytest.importorskip("pyarrow").string())):
        typed = puzzles.astype(dtype)
        solved = typed.sudoku.solve()
        assert solved.dtype == typed.dtype and solved["a"] == SOLVED and pandas.isna(solved["b"]) and pandas.isna(solved["d"])
        assert list(typed[:3].sudoku.count()) == [1, 0, 1] and typed.sudoku.count().dtype == "UInt64"
        assert typed.sudoku.rate().dtype == "float64" and typed[:1].sudoku.rate()["a"] == 1.2
        assert list(typed.sudoku.status()) == [0, 1, 0, 4] and typed.sudoku.status().dtype == "uint8"
    large = pandas.Series(["." * 81, CLASSIC]).sudoku.count()
    assert large.dtype == "object" and list(large) == [6670903752021072936960, 1]
    # Objects of other kinds among texts take the other road.
    mixed = pandas.Series([satdoku.Grid(CLASSIC), CLASSIC.encode(), CLASSIC, None]).sudoku.solve()
    assert list(mixed[:3]) == [SOLVED] * 3 and mixed[3] is None
    assert isinstance(satdoku.solve_many(type("Own", (pandas.Series,), {})(TEXTS))[0], pandas.Series)


def test_duckdb() -> None:
    duckdb = pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    from satdoku.integrations.duckdb import register

    connection = duckdb.connect()
    register(connection)
    register(connection)
    connection.execute("create table puzzles as select unnest(?) as puzzle", [[*TEXTS, "nothing", None]])
    rows = connection.execute(
        "select sudoku_solve(puzzle), sudoku_count(puzzle), sudoku_is_unique(puzzle), sudoku_status(puzzle) from puzzles"
    ).fetchall()
    assert rows[:3] == [(SOLVED, 1, True, 0), (None, 0, False, 1), (SOLVED, 1, True, 0)]
    assert rows[3:] == [(None, None, None, Status.INVALID), (None, None, None, Status.MISSING)]
    blank = 6670903752021072936960
    counted = connection.execute("select sudoku_count(p), typeof(sudoku_count(p)) from (values (?), (?), (null)) t(p)", ["." * 81, CLASSIC])
    assert counted.fetchall() == [(blank, "HUGEINT"), (1, "HUGEINT"), (None, "HUGEINT")]
    total = connection.execute("select sum(sudoku_count(p)) from (values (?), (?)) t(p)", ["." * 81, CLASSIC]).fetchone()
    assert total == (blank + 1,)


def test_dask() -> None:
    dask = pytest.importorskip("dask")
    frames = pytest.importorskip("dask.dataframe")
    pandas = pytest.importorskip("pandas")
    import satdoku.integrations.pandas  # noqa: F401

    def solve(part: object) -> object:
        return part.sudoku.solve()  # type: ignore[attr-defined]

    puzzles = frames.from_pandas(pandas.Series(TEXTS * 10, name="puzzle"), npartitions=3)
    with dask.config.set(scheduler="threads"):
        solved = puzzles.map_partitions(solve, meta=("solution", "object")).compute()
    assert [None if pandas.isna(text) else text for text in solved] == [SOLVED, None, SOLVED] * 10


@pytest.mark.long
def test_ray() -> None:
    ray = pytest.importorskip("ray")
    pyarrow = pytest.importorskip("pyarrow")

    def solve(batch: Any) -> Any:
        solutions, statuses = satdoku.solve_many(batch["puzzle"], errors="null")
        return batch.append_column("solution", solutions).append_column("status", statuses)

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        puzzles = ray.data.from_arrow(pyarrow.table({"puzzle": TEXTS * 10}))
        rows = puzzles.map_batches(solve, batch_format="pyarrow").take_all()
    finally:
        ray.shutdown()
    assert sorted(str(row["solution"]) for row in rows) == sorted([SOLVED, "None", SOLVED] * 10)


@pytest.mark.long
def test_spark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    sql = pytest.importorskip("pyspark.sql")
    pyarrow = pytest.importorskip("pyarrow")

    def solve(batches):  # type: ignore[no-untyped-def]
        for batch in batches:
            solutions, _ = satdoku.solve_many(batch.column("puzzle"), errors="null")
            yield pyarrow.RecordBatch.from_arrays([batch.column("puzzle"), solutions], ["puzzle", "solution"])

    spark = sql.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    try:
        frame = spark.createDataFrame([(text,) for text in TEXTS * 10], "puzzle string")
        rows = frame.mapInArrow(solve, "puzzle string, solution string").collect()
    finally:
        spark.stop()
    assert [row.solution for row in rows] == [SOLVED, None, SOLVED] * 10


def test_arrow_lists_of_a_fixed_size() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    polars = pytest.importorskip("polars")
    numpy = pytest.importorskip("numpy")
    rows = [[int(digit) for digit in text.replace(".", "0")] for text in TEXTS]
    for kind in (pyarrow.uint8(), pyarrow.int64()):
        column = pyarrow.array([*rows, None], type=pyarrow.list_(kind, 81))
        for lists in (column, pyarrow.chunked_array([column[:1], column[1:1], column[1:]])):
            answers, statuses = satdoku.solve_many(lists)
            assert answers.type == pyarrow.list_(pyarrow.uint8(), 81)
            assert answers.to_pylist() == [[*map(int, SOLVED)], None, [*map(int, SOLVED)], None]
            assert statuses.to_pylist() == [Status.ANSWERED, Status.UNSATISFIABLE, Status.ANSWERED, Status.MISSING]
            assert satdoku.count_many(lists)[0].to_pylist() == [1, 0, 1, None]
            assert satdoku.check_many(lists, unique=True)[0].to_pylist() == [True, False, True, None]
            assert satdoku.rate_many(lists)[0].to_pylist() == [1.2, None, 1.2, None]
    # A row of null is missing on a board with places without a cell too.
    missing = pyarrow.array([None], type=pyarrow.list_(pyarrow.uint8(), 441))
    assert satdoku.solve_many(missing, board="samurai")[1].to_pylist() == [Status.MISSING]
    # Null is an empty cell; a number that is none of a cell is named by its row.
    with_nulls = pyarrow.array([[digit or None for digit in rows[0]]], type=pyarrow.list_(pyarrow.int16(), 81))
    assert satdoku.solve_many(with_nulls)[0].to_pylist() == [[*map(int, SOLVED)]]
    wrong = pyarrow.array([rows[0], [-1] + rows[0][1:]], type=pyarrow.list_(pyarrow.int16(), 81))
    with pytest.raises(ValueError, match="row 1: expected numbers from 0 to 255 in the lists, found -1"):
        satdoku.solve_many(wrong)
    assert satdoku.solve_many(wrong, errors="null")[1].to_pylist() == [Status.ANSWERED, Status.INVALID]
    with pytest.raises(ValueError, match="lists of whole numbers"):
        satdoku.solve_many(pyarrow.array([[0.5]], type=pyarrow.list_(pyarrow.float32(), 1)))
    series = polars.Series("p", numpy.array(rows[:1], dtype=numpy.uint8))
    assert series.dtype == polars.Array(polars.UInt8, 81)
    solved, _ = satdoku.solve_many(series)
    assert solved.dtype == series.dtype and solved.name == "p" and solved.to_list() == [[*map(int, SOLVED)]]
