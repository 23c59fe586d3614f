"""Tables of any kind go in, and all that hold the same answers give the same tree."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

from exactree import OptimalTreeClassifier
from problems import nested

RANDOM = np.random.default_rng(3)
ANSWERS = RANDOM.integers(0, 2, (200, 7), dtype=np.uint8)
LABELS = (ANSWERS[:, 1] & ANSWERS[:, 4] | ANSWERS[:, 6]) ^ (RANDOM.random(200) < 0.1)
NAMES = list("abcdefg")

NUMBERS = ["?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "g", ">i4", ">f8"]
ORDERS = {
    "C": np.ascontiguousarray,
    "Fortran": np.asfortranarray,
    "every other row": lambda table: np.repeat(table, 2, axis=0)[::2],
    "every other column": lambda table: np.repeat(table, 2, axis=1)[:, ::2],
    "backwards twice": lambda table: table[::-1, ::-1].copy()[::-1, ::-1],
    "a field among others": lambda table: in_a_record(table)["answer"],
    "read-only": lambda table: read_only(table),
}


def in_a_record(table):
    """Cells that lie unaligned."""
    held = np.zeros(table.shape, dtype=[("skip", "u1"), ("answer", table.dtype)])
    held["answer"] = table
    return held


def read_only(table):
    table = table.copy()
    table.flags.writeable = False
    return table


def tree_of(X):
    model = OptimalTreeClassifier(max_depth=3, min_samples_leaf=5).fit(X, LABELS)
    predicted = model.predict(X)
    assert np.count_nonzero(predicted != LABELS) == model.objective_
    return nested(model.tree_)


@pytest.fixture(scope="module")
def expected():
    return tree_of(ANSWERS)


@pytest.mark.parametrize("order", ORDERS.values(), ids=ORDERS.keys())
@pytest.mark.parametrize("dtype", NUMBERS)
def test_numpy_tables_of_any_type_and_order_give_the_same_tree(dtype, order, expected):
    assert tree_of(order(ANSWERS.astype(dtype))) == expected


def with_minus_zero(table):
    return np.where(table == 0, -0.0, table)


FORMS = {
    "lists": lambda table: table.tolist(),
    "tuples of booleans": lambda table: tuple(map(tuple, table.astype(bool).tolist())),
    "objects": lambda table: table.astype(object),
    "objects of all kinds": lambda table: np.array(
        [[[int, float, bool, np.uint8][(i + j) % 4](cell) for j, cell in enumerate(row)]
         for i, row in enumerate(table)], dtype=object,
    ),
    "minus zero": with_minus_zero,
    "pandas": lambda table: pd.DataFrame(table, columns=NAMES),
    "pandas booleans": lambda table: pd.DataFrame(table.astype(bool), columns=NAMES),
    "pandas of mixed types": lambda table: pd.DataFrame(table, columns=NAMES).astype(
        {"a": bool, "b": "int64", "c": "float32"}
    ),
    "pandas nullable": lambda table: pd.DataFrame(table, columns=NAMES).astype(
        {"a": "boolean", "b": "Int8"}
    ),
    "pandas categories of 0 and 1": lambda table: pd.DataFrame(table, columns=NAMES).astype(
        {"d": "category"}
    ),
    "polars": lambda table: pl.DataFrame(table, schema=NAMES),
    "polars booleans": lambda table: pl.DataFrame(table.astype(bool), schema=NAMES),
    "polars of mixed types": lambda table: pl.DataFrame(table, schema=NAMES).cast(
        {"a": pl.Boolean, "b": pl.Int64, "c": pl.Float32}
    ),
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS.keys())
def test_tables_of_any_form_give_the_same_tree(form, expected):
    assert tree_of(form(ANSWERS)) == expected


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
def test_columns_keep_their_names(frame):
    model = OptimalTreeClassifier(max_depth=1)
    model.fit(frame({"age > 40": [0, 0, 1, 1], "smokes": [0, 1, 0, 1]}), [0, 1, 0, 1])
    assert model.feature_names_in_.tolist() == ["age > 40", "smokes"]
    assert model.tree_.feature_names == ("age > 40", "smokes")
    assert str(model.tree_).startswith("smokes?\n")


def test_columns_without_names_are_numbered():
    model = OptimalTreeClassifier().fit(ANSWERS, LABELS)
    assert not hasattr(model, "feature_names_in_")
    assert model.n_features_in_ == 7
    assert model.tree_.feature_names == ("x0", "x1", "x2", "x3", "x4", "x5", "x6")


def test_names_are_forgotten_by_a_fit_without_them():
    model = OptimalTreeClassifier().fit(pd.DataFrame(ANSWERS, columns=NAMES), LABELS)
    model.fit(ANSWERS, LABELS)
    assert not hasattr(model, "feature_names_in_")
    assert model.tree_.feature_names[0] == "x0"


def test_the_table_is_left_as_it_was():
    table, labels = ANSWERS.copy(), LABELS.copy()
    OptimalTreeClassifier().fit(table, labels).predict(table)
    np.testing.assert_array_equal(table, ANSWERS)
    np.testing.assert_array_equal(labels, LABELS)


@pytest.mark.parametrize("columns", [1, 63, 64, 65, 200])
@pytest.mark.parametrize("rows", [2, 63, 64, 65, 1000])
def test_every_cell_is_packed_in_its_place(rows, columns):
    """One column tells the two classes apart; it must be the one that is asked."""
    random = np.random.default_rng(rows * columns)
    for asked in {0, columns // 2, columns - 1}:
        X = random.integers(0, 2, (rows, columns))
        X[0, asked], X[1, asked] = 0, 1
        for table in (X, np.asfortranarray(X)):
            model = OptimalTreeClassifier(max_depth=1).fit(table, X[:, asked])
            assert model.objective_ == 0
            np.testing.assert_array_equal(model.predict(table), X[:, asked])


def test_a_single_row_is_predicted():
    model = OptimalTreeClassifier().fit([[0], [1]], ["a", "b"])
    assert model.predict([[1]]).tolist() == ["b"]
