"""Trees over numbers, booleans, categories and missing values against every tree there is."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactree import OptimalTreeClassifier
from mixed import Mixed, mixed_tables

POLARS = {
    "numbers": pl.Int8,
    "fractions": pl.Float64,
    "huge": pl.Float64,
    "large integers": pl.Int64,
    "larger integers": pl.UInt64,
    "0/1": pl.Int32,
    "booleans": pl.Boolean,
    "text": pl.String,
    "constant": pl.Float32,
}


def names(problem):
    return [f"{kind} {place}" for place, kind in enumerate(problem.kinds)]


def by_row(problem):
    return [list(row) for row in zip(*problem.columns, strict=True)]


def objects(problem):
    table = np.empty((len(problem.labels), len(problem.columns)), dtype=object)
    for place, column in enumerate(problem.columns):
        table[:, place] = column
    return table


def polars(problem):
    return pl.DataFrame(
        [
            pl.Series(name, column, dtype=POLARS[kind])
            for name, column, kind in zip(
                names(problem), problem.columns, problem.kinds, strict=True
            )
        ]
    )


FORMS = {
    "lists": by_row,
    "objects": objects,
    "pandas objects": lambda problem: pd.DataFrame(objects(problem), columns=names(problem)),
    "pandas": lambda problem: pd.DataFrame(objects(problem), columns=names(problem)).astype(
        {
            name: {"large integers": "Int64", "larger integers": "UInt64", "text": "category"}.get(
                kind, "object"
            )
            for name, kind in zip(names(problem), problem.kinds, strict=True)
        }
    ),
    "polars": polars,
    "pyarrow": lambda problem: polars(problem).to_arrow(),
}


def fit(problem: Mixed, table) -> OptimalTreeClassifier:
    return OptimalTreeClassifier(**problem.limits, thresholds="all").fit(table, problem.y)


@settings(max_examples=1_000)
@given(mixed_tables(), st.sampled_from(list(FORMS)))
def test_no_tree_makes_fewer_errors(problem, form):
    table = FORMS[form](problem)
    model = fit(problem, table)
    assert model.status_ == "optimal"
    assert model.objective_ == model.lower_bound_ == problem.least_errors
    assert np.count_nonzero(model.predict(table) != problem.y) == model.objective_
    passed = model.decision_path(table).toarray().astype(bool)
    counts = [
        [np.count_nonzero(problem.y[rows] == label) for label in model.classes_]
        for rows in passed.T
    ]
    np.testing.assert_array_equal(model.tree_.counts, counts)


@pytest.mark.filterwarnings("ignore:X has feature names")
@pytest.mark.filterwarnings("ignore:X does not have valid feature names")
@settings(max_examples=200)
@given(mixed_tables(), st.sampled_from(list(FORMS)), st.sampled_from(list(FORMS)))
def test_every_form_of_a_table_gives_the_same_leaves(problem, one, other):
    model = fit(problem, FORMS[one](problem))
    again = fit(problem, FORMS[other](problem))
    expected = model.apply(FORMS[one](problem)).tolist()
    assert again.apply(FORMS[other](problem)).tolist() == expected
    assert model.apply(FORMS[other](problem)).tolist() == expected


def test_a_threshold_between_rows_of_one_class_may_be_needed():
    """Fayyad and Irani's theorem is about a single split; it does not carry over to trees."""
    numbers, one, other = (1, 2, 3, 4, 5, 6), (1, 1, 1, 0, 1, 0), (1, 0, 1, 0, 1, 1)
    problem = Mixed(("numbers", "0/1", "0/1"), (numbers, one, other), (1, 0, 1, 1, 0, 1), 2, 1)
    model = fit(problem, by_row(problem))
    assert model.objective_ == problem.least_errors == 0
    assert str(model.tree_.questions[0]) == "x0 <= 3.5"  # rows 3 and 4 are both of class 1
