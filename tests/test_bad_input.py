"""Bad input is refused with the column, the value and the cure, and nothing is printed."""

import re
from datetime import date, datetime

import narwhals.stable.v1 as nw
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy.sparse import csr_array

from exactree import OptimalTreeClassifier, export_text
from exactree._core import Errors, Limits, NotBinaryError, predict_leaf, solve

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


INFINITIES = {
    "of float64": np.float64,
    "of float32": np.float32,
    "of float16": np.float16,
    "among objects": object,
}


@pytest.mark.parametrize("value", [np.inf, -np.inf])
@pytest.mark.parametrize("dtype", INFINITIES.values(), ids=INFINITIES.keys())
def test_infinity_is_refused_where_it_stands(dtype, value):
    for order in (np.ascontiguousarray, np.asfortranarray):
        table = order(with_cell(value, dtype))
        with refused(ValueError, "infinity", "column 'x1', row 2", str(value), "missing"):
            OptimalTreeClassifier().fit(table, Y)
        model = OptimalTreeClassifier().fit(X, X[:, 1])
        with refused(ValueError, "infinity", "column 'x1', row 2"):
            model.predict(table)


CELLS = {
    "text among numbers": ("red", ValueError, "0 in row 0", "'red' in row 2", "all of it"),
    "text of a number": ("1", ValueError, "0 in row 0", "'1' in row 2", "all of it"),
    "a number beyond floats": (10**400, ValueError, "row 2 is 1000", "Divide"),
    "a number beyond 64 bits": (-(2**63) - 1, ValueError, "row 2 is -9223372036854775809"),
    "a date": (date(2020, 1, 2), TypeError, "argument must be", "row 2 is datetime.date(2020, 1"),
    "a dict": ({}, TypeError, "argument must be", "row 2 is {}", "yes/no"),
    "a complex number": (1j, TypeError, "argument must be", "row 2 is 1j"),
}


@pytest.mark.parametrize("case", CELLS.values(), ids=CELLS.keys())
def test_a_cell_that_is_neither_number_nor_text_is_named(case):
    value, kind, *told = case
    table = with_cell(value, object)
    for text in told:
        with refused(kind, text):
            OptimalTreeClassifier().fit(table, Y)
    with refused(kind, "column 'x1'"):
        OptimalTreeClassifier().fit(table, Y)
    with refused(kind, "column 'x1'"):
        OptimalTreeClassifier().fit(X, X[:, 1]).predict(table)


FRAMES = [pd.DataFrame, pl.DataFrame, pa.table]


@pytest.mark.parametrize("frame", FRAMES)
def test_the_column_is_named_as_the_user_named_it(frame):
    with refused(ValueError, "infinity", "column 'Age', row 1 is inf"):
        OptimalTreeClassifier().fit(frame({"smokes": [0, 1], "Age": [1.0, np.inf]}), [0, 1])
    with refused(ValueError, "column 'born' holds", "days since"):
        born = [datetime(2020, 1, 1), datetime(2021, 1, 1)]
        OptimalTreeClassifier().fit(frame({"smokes": [0, 1], "born": born}), [0, 1])


@pytest.mark.parametrize("frame", FRAMES)
def test_a_column_of_another_kind_than_in_fit_is_refused_by_predict(frame):
    table = frame({"age": [20.5, 40.0], "smokes": [True, False], "colour": ["red", "blue"]})
    words = frame({"age": ["a", "b"], "smokes": ["y", "n"], "colour": ["red", "blue"]})
    numbers = frame({"age": [1, 2], "smokes": [0, 2], "colour": [3, 4]})
    for column, told in {"age": "numbers", "smokes": "", "colour": ""}.items():
        one = nw.from_native(table).select(column).to_native()
        model = OptimalTreeClassifier().fit(one, [0, 1])
        if column != "colour":
            with refused(ValueError, f"column {column!r}, row 0 is ", told):
                model.predict(nw.from_native(words).select(column).to_native())
        if column != "age":
            with refused(ValueError, f"column {column!r}, row", "was fitted"):
                model.predict(nw.from_native(numbers).select(column).to_native())


TABLES = {
    "no rows": (np.empty((0, 2)), [], ValueError, "0 sample"),
    "no columns": (np.empty((4, 0)), Y, ValueError, "0 feature"),
    "one dimension": (Y, Y, ValueError, "2D array"),
    "three dimensions": (X.reshape(2, 2, 2), Y[:2], ValueError, "dim 3"),
    "complex": (X + 0j, Y, ValueError, "Complex"),
    "dates": (X.astype("M8[D]"), Y, ValueError, "column 'x0'"),
    "sparse without rows": (csr_array((0, 2)), [], ValueError, "0 sample"),
    "a frame without rows": (pl.DataFrame({"a": []}), [], ValueError, "0 sample"),
    "a frame without columns": (pd.DataFrame(index=range(4)), Y, ValueError, "0 feature"),
    "a lazy frame": (pl.LazyFrame({"a": [0, 1]}), [0, 1], TypeError, "X.collect()"),
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
    "unknown thresholds": ({"thresholds": "each"}, ValueError, "thresholds='each'", "'mdlp'"),
    "no thresholds": ({"thresholds": 0}, ValueError, "thresholds=0", "1 or more"),
    "half a threshold": ({"thresholds": 0.5}, TypeError, "thresholds=0.5", "float"),
    "thresholds of nobody": ({"thresholds": {"age": 3}}, ValueError, "'age'", "'x0', 'x1'"),
    "bad thresholds of one": ({"thresholds": {1: -3}}, ValueError, "thresholds[1]=-3"),
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
    with pytest.raises(ValueError, match="infinity"):
        model.fit(with_cell(np.inf), Y)
    assert not hasattr(model, "tree_")
    assert not hasattr(model, "status_")


def test_other_columns_are_refused_by_predict():
    model = OptimalTreeClassifier().fit(X, Y)
    for method in (model.predict, model.predict_proba, model.apply, model.decision_path):
        with refused(ValueError, "X has 3 features", "2 features"):
            method(np.zeros((1, 3)))
    with refused(ValueError, "X has 1 columns", "fitted on 2"):
        model.tree_.apply([[0], [1]])


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
    return solve(x, Errors(y, classes), Limits(max_depth=1))


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
    with refused(ValueError, f"{2**40} columns"):
        solve_at_the_border(x=np.broadcast_to(np.uint8(0), (4, 2**40)))
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
