"""Runs the examples of the page given, in the folder of deals.csv and deals.jsonl, and compares what is read with deals.parquet, which
the first example makes."""

import re
import sys
from pathlib import Path

import duckdb
import pandas as pd
import polars as pl

page = open(sys.argv[1], encoding="utf-8").read()
python = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
sql = re.findall(r"```sql\n(.*?)```", page, re.DOTALL)
assert len(python) == 3 and len(sql) == 1, "the page has other examples"

found = {}
for example in python:
    names = {}
    exec(compile(example, "example", "exec"), names)
    found[example.split()[1]] = names.get("SCHEMA")
census = Path(sys.argv[1]).parent.parent / "data/census/web.csv.gz"
for name in "deals.csv", "usual.csv", census:
    print(duckdb.sql(sql[0].replace("deals.csv", str(name))))

# polars: the schema gives the types of the Parquet file, for every column.
parquet = pl.read_parquet("deals.parquet")
columns = parquet.columns
assert {name: found["polars"][name] for name in columns} == dict(parquet.schema), parquet.schema
assert set(found["polars"]) - set(columns) == {"elapsed_us"}
csv = pl.read_csv("deals.csv", schema_overrides=found["polars"])
assert csv.equals(parquet), "polars reads other rows from CSV than from Parquet"
json = pl.read_ndjson("deals.jsonl", infer_schema_length=None).cast(parquet.schema)
assert json.equals(parquet), "polars reads other rows from JSON lines than from Parquet"

# Types do not depend on the rows: what is guessed from any ten rows fits all others.
for start in range(0, parquet.height - 10, 10):
    some = pl.read_csv("deals.csv", skip_rows_after_header=start, n_rows=10, infer_schema_length=None)
    for name in ("random_win_share", "random_trees", "greedy_win_share", "greedy_trees"):
        assert some.schema[name] in (pl.Float64, pl.String), (start, name, some.schema[name])

# pandas
table = pd.read_parquet("deals.parquet", dtype_backend="numpy_nullable")
read = pd.read_csv("deals.csv", dtype={name: found["pandas"][name] for name in columns})
for name in columns:
    assert str(read[name].dtype).lower() == found["pandas"][name].lower(), (name, read[name].dtype)
    assert str(table[name].dtype).lower() == found["pandas"][name].lower(), (name, table[name].dtype)
    assert (read[name].isna() == table[name].isna()).all() and (read[name] == table[name]).fillna(True).all(), name

# DuckDB
usual = re.search(r"types = \{(.*?)\}", sql[0], re.DOTALL).group(1)
more = re.search(r"```text\n('line'.*?)```", page, re.DOTALL).group(1)
types = f"{{{usual}, {more}}}"
query = "SELECT * FROM {} ORDER BY index"
rows = duckdb.sql(query.format(f"read_csv('deals.csv', types = {types})"))
typed = duckdb.sql(query.format("'deals.parquet'"))
assert rows.columns == typed.columns and rows.types == typed.types, (rows.types, typed.types)
assert rows.fetchall() == typed.fetchall(), "DuckDB reads other rows from CSV than from Parquet"
print(f"pandas, polars and DuckDB read the same {len(typed.fetchall())} rows")
