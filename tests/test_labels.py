"""Labels of any kind go in, and come out of `predict` as they were."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

from exactree import OptimalTreeClassifier

X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]] * 2)
PLACES = [0, 1, 1, 2] * 2  # which of its three labels each row has

THREE_LABELS = {
    "text": ["bad", "good", "so-so"],
    "text with spaces and accents": ["menu du jour", "rien", "à la carte"],
    "minus one, zero, one": [-1, 0, 1],
    "one to three": [1, 2, 3],
    "far apart": [0, 7, 10**6],
    "farther apart": [-(2**62), 0, 2**62],
    "beyond int64": np.array([0, 1, 2**64 - 1], dtype=np.uint64),
    "beyond int64, close together": np.array([2**63, 2**63 + 1, 2**63 + 2], dtype=np.uint64),
    "whole floats": [-1.0, 0.0, 2.0],
    "large whole floats": [-1e15, 0.0, 1e15],
}


@pytest.mark.parametrize("labels", THREE_LABELS.values(), ids=THREE_LABELS.keys())
def test_labels_come_back_as_they_were(labels):
    y = np.array([labels[place] for place in PLACES])
    model = OptimalTreeClassifier(max_depth=2).fit(X, y)
    assert model.objective_ == 0
    assert model.classes_.dtype == y.dtype
    assert model.classes_.tolist() == list(labels)
    assert model.predict(X).dtype == y.dtype
    np.testing.assert_array_equal(model.predict(X), y)
    assert model.score(X, y) == 1.0


@pytest.mark.parametrize(
    "dtype", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f4", "f8", ">i4"]
)
def test_number_types_come_back_as_they_were(dtype):
    y = np.array(PLACES, dtype=dtype)
    model = OptimalTreeClassifier(max_depth=2).fit(X, y)
    assert model.classes_.dtype == np.dtype(dtype)
    np.testing.assert_array_equal(model.predict(X), y)


def test_booleans_come_back_as_booleans():
    y = X[:, 0].astype(bool)
    predicted = OptimalTreeClassifier().fit(X, y).predict(X)
    assert predicted.dtype == bool
    np.testing.assert_array_equal(predicted, y)


HOLDERS = {
    "list": list,
    "tuple": tuple,
    "object array": lambda labels: np.array(labels, dtype=object),
    "pandas series": pd.Series,
    "pandas object series": lambda labels: pd.Series(labels, dtype=object),
    "pandas string series": lambda labels: pd.Series(labels, dtype="string"),
    "pandas categorical": lambda labels: pd.Series(pd.Categorical(labels)),
    "pandas categorical with more categories": lambda labels: pd.Categorical(
        labels, categories=["worse", "good", "bad", "so-so"]
    ),
    "polars series": pl.Series,
    "column": lambda labels: np.array(labels).reshape(-1, 1),
}


@pytest.mark.filterwarnings("ignore:A column-vector y was passed")
@pytest.mark.parametrize("hold", HOLDERS.values(), ids=HOLDERS.keys())
def test_labels_are_taken_from(hold):
    names = ["bad", "good", "so-so"]
    labels = [names[place] for place in PLACES]
    model = OptimalTreeClassifier(max_depth=2).fit(X, hold(labels))
    assert list(model.classes_) == names
    assert list(model.predict(X)) == labels


@pytest.mark.parametrize(
    "labels", [["a", "b"], [-1, 1], [1, 2], [0, 10**6], [False, True], [0.0, 3.0]]
)
def test_probabilities_follow_the_order_of_classes(labels):
    y = np.array([labels[0], labels[1], labels[1], labels[1]])
    model = OptimalTreeClassifier(max_depth=0).fit([[0], [0], [1], [1]], y)
    np.testing.assert_array_equal(model.predict_proba([[0], [1]]), [[0.25, 0.75]] * 2)
    assert model.predict([[1]])[0] == labels[1]


def test_the_lowest_class_wins_a_tie_in_a_leaf():
    model = OptimalTreeClassifier(max_depth=0).fit([[0], [0], [1], [1]], ["b", "a", "b", "a"])
    assert model.predict([[0]]).tolist() == ["a"]


def test_as_many_classes_as_rows_are_told_apart():
    X = np.eye(9, dtype=np.uint8)[:, :8]
    model = OptimalTreeClassifier(max_depth=None).fit(X, np.arange(9) * 11)
    assert model.objective_ == 0
    assert model.predict(X).tolist() == [0, 11, 22, 33, 44, 55, 66, 77, 88]
