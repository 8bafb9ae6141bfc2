"""satdoku in other people's tables: Polars, pandas and DuckDB. Each module imports its library."""
