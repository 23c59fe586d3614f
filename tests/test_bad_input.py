"""Bad input is refused with the column, the value and the cure, and nothing is printed."""

import re
from datetime import date

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy.sparse import csr_array

from exactree import OptimalTreeClassifier, export_text
from exactree._core import NotBinaryError, predict_leaf, solve

X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
Y = np.array([0, 0, 1, 1])


@pytest.fixture(autouse=True)
def nothing_is_printed(capfd):
    yield
    assert capfd.readouterr() == ("", "")


def refused(kind, *parts):
    """Expect an error whose message has all of the parts, in this order."""
    return pytest.raises(kind, match="(?s)" + ".*".join(map(re.escape, parts)))


def with_cell(value, dtype=np.float64):
    table = X.astype(dtype)
    table[2, 1] = value
    return table


CELLS = {
    "2 of int64": (with_cell(2, np.int64), "2"),
    "255 of uint8": (with_cell(255, np.uint8), "255"),
    "-1 of int8": (with_cell(-1, np.int8), "Negative values in data", "-1"),
    "a large number": (with_cell(2**64 - 1, np.uint64), str(2**64 - 1)),
    "0.5": (with_cell(0.5), "0.5"),
    "0.5 of float32": (with_cell(0.5, np.float32), "0.5"),
    "0.5 of float16": (with_cell(0.5, np.float16), "0.5"),
    "1 + 2**-52": (with_cell(1 + 2**-52), "1.0000000000000002"),
    "NaN": (with_cell(np.nan), "NaN"),
    "infinity": (with_cell(np.inf), "infinity", "inf"),
    "minus infinity": (with_cell(-np.inf), "infinity", "-inf"),
    "None": (with_cell(None, object), "NaN"),
    "text": (with_cell("red", object), "'red'"),
    "text of a number": (with_cell("1", object), "'1'"),
    "a number beyond floats": (with_cell(10**400, object), "1000"),
    "2 among objects": (with_cell(2, object), "2"),
}


@pytest.mark.parametrize("order", [np.ascontiguousarray, np.asfortranarray])
@pytest.mark.parametrize("case", CELLS.values(), ids=CELLS.keys())
def test_a_cell_that_is_neither_0_nor_1_is_named(case, order):
    table, *told = case
    for text in (*told, "column 'x1', row 2"):
        with refused(ValueError, text):
            OptimalTreeClassifier().fit(order(table), Y)
    model = OptimalTreeClassifier().fit(X, Y)
    with refused(ValueError, "column 'x1', row 2"):
        model.predict(order(table))


@pytest.mark.parametrize("value", [date(2020, 1, 2), {}, 1j])
def test_a_cell_that_is_no_number_at_all_is_named(value):
    with refused(TypeError, "argument must be", f"column 'x1', row 2 is {value!r}", "yes/no"):
        OptimalTreeClassifier().fit(with_cell(value, object), Y)


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
def test_the_column_is_named_as_the_user_named_it(frame):
    with refused(ValueError, "column 'Age', row 1 is 41.0, not 0 or 1", "age <= 41"):
        OptimalTreeClassifier().fit(frame({"smokes": [0, 1], "Age": [1.0, 41.0]}), [0, 1])
    with refused(ValueError, "column 'colour', row 0 is 'red'", "one column per value"):
        OptimalTreeClassifier().fit(frame({"smokes": [0, 1], "colour": ["red", "blue"]}), [0, 1])
    with refused(ValueError, "NaN", "column 'smokes', row 1", "fill them in"):
        OptimalTreeClassifier().fit(frame({"smokes": [True, None], "drinks": [1, 0]}), [0, 1])


TABLES = {
    "no rows": (np.empty((0, 2)), [], ValueError, "0 sample"),
    "no columns": (np.empty((4, 0)), Y, ValueError, "0 feature"),
    "one dimension": (Y, Y, ValueError, "2D array"),
    "three dimensions": (X.reshape(2, 2, 2), Y[:2], ValueError, "dim 3"),
    "complex": (X + 0j, Y, ValueError, "Complex"),
    "text": (X.astype(str), Y, ValueError, "'0'"),
    "bytes": (X.astype(bytes), Y, ValueError, "b'0'"),
    "dates": (X.astype("M8[D]"), Y, ValueError, "column 'x0'"),
    "sparse": (csr_array(X), Y, TypeError, "dense"),
    "ragged": ([[0, 1], [0]], [0, 1], ValueError, "inhomogeneous"),
    "fewer labels": (X, Y[:3], ValueError, "4, 3"),
    "more labels": (X[:3], Y, ValueError, "3, 4"),
    "no labels": (X, None, ValueError, "requires y"),
}


@pytest.mark.parametrize("case", TABLES.values(), ids=TABLES.keys())
def test_a_table_that_is_none_is_refused(case):
    table, labels, kind, told = case
    with refused(kind, told):
        OptimalTreeClassifier().fit(table, labels)


LABELS = {
    "one class": (["yes"] * 4, "one class", "'yes'", "4 rows"),
    "one class of numbers": ([7, 7, 7, 7], "one class", "7", "4 rows"),
    "fractions": ([0.5, 1.0, 1.5, 2.0], "Unknown label type"),
    "NaN": ([0.0, 1.0, np.nan, 1.0], "NaN"),
    "infinity": ([0.0, 1.0, np.inf, 1.0], "infinity"),
    "None": (np.array(["a", "b", None, "a"], dtype=object), "NoneType, str"),
    "of two kinds": (np.array(["a", 1, "b", 2], dtype=object), "int, str"),
    "two dimensions": (X, "1d array"),
    "complex": (Y + 1j, "Complex"),
}


@pytest.mark.filterwarnings("ignore:The number of unique classes")
@pytest.mark.parametrize("case", LABELS.values(), ids=LABELS.keys())
def test_labels_that_are_none_are_refused(case):
    labels, *told = case
    with refused(ValueError, *told):
        OptimalTreeClassifier().fit(X, labels)


SETTINGS = {
    "negative depth": ({"max_depth": -1}, ValueError, "max_depth=-1", "None for no limit"),
    "half a depth": ({"max_depth": 2.5}, TypeError, "max_depth=2.5", "float"),
    "depth as text": ({"max_depth": "3"}, TypeError, "max_depth='3'", "str"),
    "true depth": ({"max_depth": True}, TypeError, "max_depth=True", "bool"),
    "absurd depth": ({"max_depth": 2**40}, ValueError, f"max_depth={2**40}", "2147483647"),
    "no leaf rows": ({"min_samples_leaf": 0}, ValueError, "min_samples_leaf=0"),
    "negative leaf rows": ({"min_samples_leaf": -3}, ValueError, "min_samples_leaf=-3"),
    "all leaf rows": ({"min_samples_leaf": 1.0}, ValueError, "min_samples_leaf=1.0"),
    "leaf rows of NaN": ({"min_samples_leaf": np.nan}, ValueError, "min_samples_leaf=nan"),
    "leaf rows of nothing": ({"min_samples_leaf": None}, TypeError, "min_samples_leaf=None"),
    "negative errors": ({"max_error": -1}, ValueError, "max_error=-1"),
    "negative time": ({"time_limit": -0.1}, ValueError, "time_limit=-0.1"),
    "time of NaN": ({"time_limit": np.nan}, ValueError, "time_limit=nan"),
    "time as text": ({"time_limit": "1h"}, TypeError, "time_limit='1h'"),
    "no jobs": ({"n_jobs": 0}, ValueError, "n_jobs=0"),
    "half a job": ({"n_jobs": 0.5}, TypeError, "n_jobs=0.5"),
    "a million jobs": ({"n_jobs": 10**6}, ValueError, "n_jobs=1000000", "1024"),
}


@pytest.mark.parametrize("case", SETTINGS.values(), ids=SETTINGS.keys())
def test_an_absurd_setting_is_refused(case):
    settings, kind, *told = case
    with refused(kind, *told):
        OptimalTreeClassifier(**settings).fit(X, Y)


WIDE_LIMITS = [
    {"max_depth": 2**31 - 1},
    {"max_depth": np.int64(3)},
    {"min_samples_leaf": 2**31 - 1},
    {"min_samples_leaf": np.float32(0.25)},
    {"max_error": 2**31 - 1},
    {"time_limit": 1e300},
    {"time_limit": np.inf},
    {"time_limit": 10},
    {"n_jobs": -1},
    {"n_jobs": 1024},
]


@pytest.mark.parametrize("settings", WIDE_LIMITS, ids=str)
def test_a_wide_setting_is_taken(settings):
    assert OptimalTreeClassifier(**settings).fit(X, Y).status_ == "optimal"


def test_a_fit_that_fails_leaves_nothing_of_the_one_before():
    model = OptimalTreeClassifier().fit(X, Y)
    with pytest.raises(ValueError, match="not 0 or 1"):
        model.fit(with_cell(2), Y)
    assert not hasattr(model, "tree_")
    assert not hasattr(model, "status_")


def test_other_columns_are_refused_by_predict():
    model = OptimalTreeClassifier().fit(X, Y)
    for method in (model.predict, model.predict_proba, model.apply, model.decision_path):
        with refused(ValueError, "X has 3 features", "2 features"):
            method(np.zeros((1, 3)))


def test_other_names_are_refused_by_predict():
    model = OptimalTreeClassifier().fit(pd.DataFrame(X, columns=["a", "b"]), Y)
    with refused(ValueError, "feature names", "c"):
        model.predict(pd.DataFrame(X, columns=["a", "c"]))
    with pytest.warns(UserWarning, match="does not have valid feature names"):
        model.predict(X)


def test_unseen_labels_are_refused_by_score():
    model = OptimalTreeClassifier().fit(X, ["a", "a", "b", "b"])
    with refused(ValueError, "'c' in row 3", "'a', 'b'"):
        model.score(X, ["a", "a", "b", "c"])


def test_wrong_lengths_are_refused_by_score():
    with refused(ValueError, "3, 4"):
        OptimalTreeClassifier().fit(X, Y).score(X, Y[:3])


def test_nothing_is_predicted_before_a_fit():
    model = OptimalTreeClassifier()
    for method in (model.predict, model.predict_proba, model.apply, model.decision_path):
        with refused(ValueError, "not fitted"):
            method(X)
    for method in (model.get_depth, model.get_n_leaves):
        with refused(ValueError, "not fitted"):
            method()
    with refused(ValueError, "not fitted"):
        export_text(model)


def solve_at_the_border(x=X, y=Y, classes=2):
    limits = {"max_depth": 1, "min_samples_leaf": 1, "max_error": None}
    return solve(x, y, classes, **limits, time_limit=None, n_threads=1)


def test_the_border_tells_where_a_cell_is():
    with pytest.raises(NotBinaryError) as caught:
        solve_at_the_border(with_cell(0.5))
    assert caught.value.args == (2, 1, 0.5)


def test_the_border_refuses_what_would_crash_the_search():
    with refused(ValueError, "4 rows", "3 labels"):
        solve_at_the_border(y=Y[:3])
    with refused(ValueError, "class 1", "only 1"):
        solve_at_the_border(classes=1)
    with refused(ValueError, "n_classes is 4611686018427387904", "4 labels"):
        solve_at_the_border(classes=2**62)
    with refused(ValueError, "class -1"):
        solve_at_the_border(y=Y - 1)
    with refused(ValueError, "1 dimensions"):
        solve_at_the_border(x=Y)
    with refused(TypeError, "object"):
        solve_at_the_border(x=X.astype(object))
    with refused(TypeError, ">i8"):
        solve_at_the_border(x=X.astype(">i8"))


def test_the_border_refuses_a_tree_that_would_never_end():
    def walk(feature, no, yes):
        return predict_leaf(X, *(np.array(side, dtype=np.int32) for side in (feature, no, yes)))

    assert walk([-1], [-1], [-1]).tolist() == [0, 0, 0, 0]
    with refused(ValueError, "node 0", "after it"):
        walk([0], [0], [0])
    with refused(ValueError, "node 0", "after it"):
        walk([0, -1], [1, -1], [2, -1])
    with refused(ValueError, "column 2", "2 columns"):
        walk([2, -1, -1], [1, -1, -1], [2, -1, -1])
    with refused(ValueError, "one length"):
        walk([0, -1, -1], [1], [2])
    with refused(ValueError, "one length"):
        walk([], [], [])
