"""The archive of data that `data/package` makes, without its two largest tables."""

import hashlib
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import frictionless
import pyarrow.parquet  # type: ignore[import-untyped]

ROOT = Path(__file__).parents[2]
LARGE = {"census-tabletop", "solace2-literal"}


def test_the_archive_holds_what_its_schemas_say(tmp_path: Path) -> None:
    package = json.loads((ROOT / "data/datapackage.json").read_text())
    names = [resource["name"] for resource in package["resources"] if resource["name"] not in LARGE]
    environment = os.environ | {"SOLOMIDS": os.environ["SOLOMIDS_PROGRAM"]}
    subprocess.run([sys.executable, ROOT / "data/package", "--out", tmp_path, *names], env=environment, check=True)
    folder = tmp_path / f"{package['name']}-{package['version']}"
    # Types of all fields, sizes and checksums.
    report = frictionless.validate(folder / "datapackage.json")
    assert report.valid, report.to_summary()
    assert [task.name for task in report.tasks] == names
    for resource, task in zip(json.loads((folder / "datapackage.json").read_text())["resources"], report.tasks):
        table = pyarrow.parquet.read_table(folder / resource["parquet"]["path"])
        assert (table.num_rows, table.column_names) == (task.stats["rows"], [field["name"] for field in resource["schema"]["fields"]])
    lines = (line.split("  ") for line in (folder / "SHA256SUMS").read_text().splitlines())
    sums = {path: digest for digest, path in lines}
    assert sums == {path: hashlib.sha256((folder / path).read_bytes()).hexdigest() for path in sums}
    with zipfile.ZipFile(folder.with_name(folder.name + ".zip")) as archive:
        assert {name.split("/", 1)[1] for name in archive.namelist()} == sums.keys() | {"SHA256SUMS"}
    # The classes of Solace II are those that a file of the repository names by their checksum.
    with open(ROOT / "data/solace2/census.csv") as file:
        known = {line.split(",")[0]: line.strip().split(",")[-1] for line in file if not line.startswith("#")}
    assert sums["solace2/inert.csv"] == known["inert"]
