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
DEEPEST_OF_THE_QUICK = 4


def known():
    if not OPTIMA.exists():
        yield pytest.param("", 0, 0, marks=pytest.mark.skip(reason=f"{OPTIMA} is not there"))
        return
    with OPTIMA.open(newline="") as lines:
        for row in csv.DictReader(lines):
            if row["kind"] == "binary":
                depth = int(row["max_depth"])
                slow = [pytest.mark.slow] if depth > DEEPEST_OF_THE_QUICK else []
                errors = int(row["training_errors"])
                yield pytest.param(
                    row["dataset"], depth, errors, marks=slow, id=f"{row['dataset']}-{depth}"
                )


@pytest.mark.parametrize(("dataset", "max_depth", "errors"), list(known()))
def test_the_known_optimum_is_found_and_proven(dataset, max_depth, errors):
    table = np.loadtxt(DATA / "binary" / f"{dataset}.txt", dtype=np.int64)
    X, y = table[:, 1:], table[:, 0]
    model = OptimalTreeClassifier(max_depth=max_depth).fit(X, y)
    assert model.status_ == "optimal"
    assert model.objective_ == model.lower_bound_ == errors
    assert np.count_nonzero(model.predict(X) != y) == errors
    assert model.depth_ <= max_depth
