"""The tables that are measured: public ones read from files, made ones from a seed.

A table's name is `binary/anneal` or `regression/airfoil` (a file in the data folder),
`deciles/rice` (`numeric/rice`, its last column the target, the others cut), `made/10000x50` (rows x
features) or `mixed/10000x50` (rows x columns of all kinds). Nothing of the public data is kept in
this repository.
"""

from __future__ import annotations

import csv
import os
import re
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

SEED = 20_200
CUTS = 5
VOTERS = 4
NOISE = 0.2

WORDS = ["red", "green", "blue", "grey", "pink", "black"]

Labelled = tuple[Any, NDArray[Any]]


def data_folder() -> Path:
    """`EXACTREE_DATA`, or `shared/data` beside the checkout."""
    beside = Path(__file__).resolve().parents[2] / "shared" / "data"
    return Path(os.environ.get("EXACTREE_DATA", beside))


def table_names(pattern: str) -> list[str]:
    """The tables a definition's pattern stands for: `binary/*`, or one name as it is."""
    if "*" not in pattern:
        return [pattern]
    found = sorted(data_folder().glob(f"{pattern}.txt"))
    if not found:
        raise SystemExit(
            f"no table matches {pattern}; set EXACTREE_DATA to the folder that has them"
        )
    return [f"{path.parent.name}/{path.stem}" for path in found]


def load(name: str) -> Labelled:
    """Features (0/1; a polars frame for `mixed`) and the labels or targets of a table."""
    mixed = re.fullmatch(r"mixed/(\d+)x(\d+)", name)
    if mixed:
        return make_mixed(rows=int(mixed[1]), columns=int(mixed[2]))
    made = re.fullmatch(r"made/(\d+)x(\d+)", name)
    if made:
        return make(rows=int(made[1]), features=int(made[2]))
    if name.startswith("deciles/"):
        return cut(np.loadtxt(data_folder() / f"{name.replace('deciles', 'numeric')}.txt"))
    if name.startswith("regression/"):
        table = np.loadtxt(data_folder() / f"{name}.txt")
        return table[:, 1:].astype(np.int32), table[:, 0]
    table = np.loadtxt(data_folder() / f"{name}.txt", dtype=np.int32)
    return table[:, 1:], table[:, 0]


def cut(table: NDArray[np.float64]) -> Labelled:
    """A table of numbers as one for regression: the last column is the target, the first (the
    class) is left out, and the others are cut at their nine deciles."""
    answers = []
    for column in table[:, 1:-1].T:
        deciles = np.unique(np.quantile(column, np.linspace(0.1, 0.9, 9)))
        answers += [column <= one for one in deciles if one < column.max()]
    return np.column_stack(answers).astype(np.int32), table[:, -1]


def row_weights(rows: int) -> NDArray[np.float64]:
    """What rows weigh where they do: evenly between 0 and 1, by lot, and the same in each run."""
    return np.random.default_rng(SEED).random(rows)


def make(rows: int, features: int) -> Labelled:
    """Numeric columns cut at five thresholds each; the label is a vote of the first four
    columns, and a fifth of the labels is flipped, so that no small tree fits them all."""
    random = np.random.default_rng(SEED)
    thresholds = np.linspace(-1.0, 1.0, CUTS)
    columns = -(-features // CUTS)
    table = np.empty((rows, columns * CUTS), dtype=np.uint8)
    votes = np.zeros(rows, dtype=np.int32)
    for column in range(columns):
        values = random.standard_normal(rows)
        table[:, column * CUTS : (column + 1) * CUTS] = values[:, None] > thresholds
        if column < VOTERS:
            votes += values > 0
    flipped = random.random(rows) < NOISE
    return table[:, :features], ((2 * votes > VOTERS) ^ flipped).astype(np.int32)


def make_mixed(rows: int, columns: int) -> Labelled:
    """Floats, integers, text, booleans and floats with missing values in turn; labels by lot."""
    import polars as pl  # only this table needs it

    random = np.random.default_rng(SEED)
    kinds = (
        lambda: random.standard_normal(rows),
        lambda: random.integers(0, 1_000, rows),
        lambda: random.choice(WORDS, rows),
        lambda: random.random(rows) < 0.3,
        lambda: [None if cell < 2 else cell for cell in random.gamma(2, 10, rows).round(2)],
    )
    frame = pl.DataFrame({f"c{place}": kinds[place % len(kinds)]() for place in range(columns)})
    return frame, random.integers(0, 2, rows, dtype=np.int32)


def known_optima() -> dict[tuple[str, int], int]:
    """Proven least errors by table and depth, where the data folder lists them."""
    listed = data_folder() / "optima.csv"
    if not listed.exists():
        return {}
    with listed.open(newline="") as lines:
        return {
            (f"{row['kind']}/{row['dataset']}", int(row["max_depth"])): int(row["training_errors"])
            for row in csv.DictReader(lines)
        }
