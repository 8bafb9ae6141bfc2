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
    for dtype in ("object", "string"):
        assert puzzles.astype(dtype).sudoku.solve().dtype == dtype
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
