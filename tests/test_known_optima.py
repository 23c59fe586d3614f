"""The published optima of public tables, where they are at hand."""

import csv
import os
from pathlib import Path

import numpy as np
import pytest

from exactree import OptimalTreeClassifier

DATA = Path(
    os.environ.get("EXACTREE_DATA", Path(__file__).resolve().parents[2] / "shared" / "data")
)
OPTIMA = DATA / "optima.csv"
DEEPEST_OF_THE_QUICK = {"binary": 4, "numeric": 2}
LONG = {"occupancy", "rice"}  # numeric tables of some 20,000 midpoints


def known(kind):
    if not OPTIMA.exists():
        yield pytest.param("", 0, 0, marks=pytest.mark.skip(reason=f"{OPTIMA} is not there"))
        return
    with OPTIMA.open(newline="") as lines:
        for row in csv.DictReader(lines):
            if row["kind"] == kind:
                name, depth = row["dataset"], int(row["max_depth"])
                quick = depth <= DEEPEST_OF_THE_QUICK[kind] and name not in LONG
                errors = int(row["training_errors"])
                yield pytest.param(
                    name,
                    depth,
                    errors,
                    marks=[] if quick else [pytest.mark.slow],
                    id=f"{name}-{depth}",
                )


@pytest.mark.parametrize(("dataset", "max_depth", "errors"), list(known("binary")))
def test_the_known_optimum_is_found_and_proven(dataset, max_depth, errors):
    table = np.loadtxt(DATA / "binary" / f"{dataset}.txt", dtype=np.int64)
    X, y = table[:, 1:], table[:, 0]
    model = OptimalTreeClassifier(max_depth=max_depth).fit(X, y)
    assert model.status_ == "optimal"
    assert model.objective_ == model.lower_bound_ == errors
    assert np.count_nonzero(model.predict(X) != y) == errors
    assert model.depth_ <= max_depth


NUMERIC = [one for one in known("numeric") if one.values[1] <= DEEPEST_OF_THE_QUICK["numeric"]]


@pytest.mark.parametrize(("dataset", "max_depth", "errors"), NUMERIC)
def test_the_known_optimum_over_all_thresholds_is_found_and_proven(dataset, max_depth, errors):
    """ConTree's proofs, over every midpoint of every column."""
    table = np.loadtxt(DATA / "numeric" / f"{dataset}.txt")
    X, y = table[:, 1:], table[:, 0]
    model = OptimalTreeClassifier(max_depth=max_depth, thresholds="all").fit(X, y)
    assert model.status_ == "optimal"
    assert model.objective_ == model.lower_bound_ == errors
    assert np.count_nonzero(model.predict(X) != y) == errors
