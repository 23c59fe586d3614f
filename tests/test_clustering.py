"""Clusters that a tree tells apart, against those of every tree there is."""

import re

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array
from sklearn.exceptions import ConvergenceWarning
from sklearn.preprocessing import StandardScaler

from exactree import OptimalTreeClusterer, OptimalTreeRegressor
from squares import Brute, Numbers, numbers

RANDOM = np.random.default_rng(7)
BLOBS = np.concatenate([RANDOM.normal(place, 0.3, (20, 2)) for place in ([0, 0], [4, 0], [4, 5])])
BLOB = np.repeat([0, 1, 2], 20)


def close(number):
    return pytest.approx(float(number), rel=1e-8, abs=1e-9)


def price(problem: Numbers, model: OptimalTreeClusterer, measured: np.ndarray) -> float:
    """What the labels cost, from the rows alone."""
    weights, labels = problem.row_weights, model.predict(problem.X)
    cost = problem.ccp_alpha * weights.sum() * model.n_leaves_
    for cluster in range(model.n_leaves_):
        rows = (labels == cluster) & (weights > 0)
        mean = np.average(measured[rows], axis=0, weights=weights[rows])
        cost += float(weights[rows] @ np.square(measured[rows] - mean).sum(axis=1))
    return cost


def assert_keeps_its_word(problem: Numbers, model: OptimalTreeClusterer) -> None:
    """Labels are those of the leaves, centres are means, and limits are kept."""
    labels, weights = model.labels_, problem.row_weights
    assert labels.dtype == np.int64
    assert labels.tolist() == model.predict(problem.X).tolist()
    assert set(labels[weights > 0].tolist()) == set(range(model.n_leaves_))
    measured = problem.X[:, [int(name[1:]) for name in model.measured_]]
    for cluster, centre in enumerate(model.cluster_centers_):
        rows = (labels == cluster) & (weights > 0)
        mean = np.average(measured[rows], axis=0, weights=weights[rows])
        np.testing.assert_allclose(centre, mean, atol=1e-9)
        if model.n_leaves_ > 1:
            assert rows.sum() >= problem.min_samples_leaf
    assert model.depth_ <= problem.max_depth
    assert model.n_leaves_ <= (problem.max_leaf_nodes or model.n_leaves_)


@settings(max_examples=500)
@given(numbers(), st.sampled_from([1, 4]))
def test_no_tree_has_tighter_clusters(problem, n_jobs):
    model = OptimalTreeClusterer(**problem.limits, scale=False, thresholds="all", n_jobs=n_jobs)
    model.fit(problem.X, sample_weight=problem.sample_weight)
    assert model.status_ == "optimal"
    assert model.objective_ == model.lower_bound_ == close(Brute(problem, problem.columns).best[0])
    assert model.objective_ == close(price(problem, model, problem.X))
    assert_keeps_its_word(problem, model)


@settings(max_examples=500)
@given(numbers(), st.sampled_from(["error", "error_then_leaves"]))
def test_no_tree_has_tighter_clusters_in_deviations(problem, minimize):
    weights, cells = problem.row_weights, problem.X
    mean = np.average(cells, axis=0, weights=weights)
    deviation = np.sqrt(np.average(np.square(cells - mean), axis=0, weights=weights))
    constant = [len(set(column[weights > 0])) == 1 for column in cells.T]
    scaled = cells / np.where(constant, 1.0, deviation)
    model = OptimalTreeClusterer(**problem.limits, thresholds="all", minimize=minimize)
    model.fit(cells, sample_weight=problem.sample_weight)
    best = Brute(problem, scaled.T.tolist()).best
    assert model.objective_ == model.lower_bound_ == close(best[0])
    assert model.objective_ == close(price(problem, model, scaled))
    np.testing.assert_allclose(model.scale_, np.where(constant, 1.0, deviation))
    assert_keeps_its_word(problem, model)


@settings(max_examples=300)
@given(numbers(weights=("whole",)))
def test_a_row_of_weight_n_is_n_rows(problem):
    limits = {**problem.limits, "min_samples_leaf": 1}
    model = OptimalTreeClusterer(**limits, thresholds="all")
    weighed = model.fit(problem.X, sample_weight=problem.sample_weight).objective_
    model.fit(np.repeat(problem.X, problem.row_weights.astype(int), axis=0))
    assert model.objective_ == close(weighed)


def test_clusters_that_lie_apart_are_found():
    model = OptimalTreeClusterer(max_leaf_nodes=3)
    labels = model.fit_predict(BLOBS)
    assert len(set(zip(labels.tolist(), BLOB.tolist(), strict=True))) == 3
    assert labels.tolist() == model.labels_.tolist() == model.predict(BLOBS).tolist()
    means = [BLOBS[labels == cluster].mean(axis=0) for cluster in range(3)]
    np.testing.assert_allclose(model.cluster_centers_, means)


def test_a_price_finds_how_many_clusters_there_are():
    assert OptimalTreeClusterer(ccp_alpha=0.05).fit(BLOBS).n_leaves_ == 3
    assert OptimalTreeClusterer(ccp_alpha=3.0).fit(BLOBS).n_leaves_ == 1


def test_without_a_question_the_price_of_deviations_is_the_number_of_columns():
    table = np.column_stack([BLOBS * [1, 1e6], np.full(60, 3.0)])
    model = OptimalTreeClusterer(max_depth=0).fit(table)
    assert model.objective_ == pytest.approx(2 * 60)
    assert model.cluster_centers_[0, 2] == 3.0


def test_units_do_not_matter_unless_they_are_asked_to():
    grams = BLOBS * [1, 1e6]
    labels = OptimalTreeClusterer(max_leaf_nodes=2).fit_predict(BLOBS)
    assert OptimalTreeClusterer(max_leaf_nodes=2).fit_predict(grams).tolist() == labels.tolist()
    as_they_are = OptimalTreeClusterer(max_leaf_nodes=2, scale=False).fit(grams * [1, 1e-9])
    assert set(as_they_are.labels_[BLOB == 0]) != set(as_they_are.labels_[BLOB == 1])
    assert as_they_are.scale_.tolist() == [1.0, 1.0]


def test_it_costs_what_a_regression_on_the_same_columns_costs():
    scaled = StandardScaler().fit_transform(BLOBS)
    of_regressor = OptimalTreeRegressor().fit(BLOBS, scaled).objective_
    assert OptimalTreeClusterer().fit(BLOBS).objective_ == close(of_regressor)


PEOPLE = {
    "age": [20.0, 22.0, 60.0, 64.0],
    "city": ["a", "b", "a", "b"],
    "income": [1000, 3000, 1000, 3000],
    "smokes": [True, True, False, True],
}


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
def test_distances_are_measured_in_all_columns_of_numbers(frame):
    model = OptimalTreeClusterer().fit(frame(PEOPLE))
    assert model.measured_ == ["age", "income", "smokes"]
    assert model.cluster_centers_.shape == (4, 3)


@pytest.mark.parametrize("columns", [["income"], [2], np.array([2]), ("income",), [-2 + 4]])
def test_the_columns_that_are_named_are_measured_and_all_are_asked(columns):
    model = OptimalTreeClusterer(max_depth=1, columns=columns).fit(pd.DataFrame(PEOPLE))
    assert model.measured_ == ["income"]
    assert model.objective_ == 0.0
    assert sorted(model.cluster_centers_[:, 0].tolist()) == [1000.0, 3000.0]
    model = OptimalTreeClusterer(max_depth=1, columns=["age"]).fit(
        pd.DataFrame({"city": PEOPLE["city"], "age": [20.0, 60.0, 20.0, 60.0]})
    )
    assert str(model.tree_.questions[0]) in ("city = b", "age <= 40")


def test_a_missing_value_is_taken_for_the_mean():
    table = [[1.0, 0.0], [3.0, 0.0], [None, 1.0], [2.0, 1.0]]
    model = OptimalTreeClusterer(max_depth=0, columns=[0], scale=False).fit(table)
    assert model.objective_ == 2.0
    assert model.cluster_centers_.tolist() == [[2.0]]
    weighed = OptimalTreeClusterer(max_depth=0, columns=[0], scale=False)
    weighed.fit(table, sample_weight=[3, 1, 1, 0])
    assert weighed.cluster_centers_.tolist() == [[1.5]]


def test_rows_of_weight_zero_have_labels_all_the_same():
    weights = np.where(BLOB == 2, 0.0, 1.0)
    model = OptimalTreeClusterer(max_depth=1).fit(BLOBS, sample_weight=weights)
    assert model.labels_.shape == (60,)
    assert model.labels_.tolist() == model.predict(BLOBS).tolist()
    assert set(model.labels_[BLOB == 2]) == set(model.labels_[BLOB == 1])


@pytest.mark.parametrize("form", [csr_array, np.asfortranarray, pd.DataFrame, np.ndarray.tolist])
def test_tables_of_0_and_1_are_clustered(form):
    table = np.array([[0, 0, 1], [0, 0, 1], [1, 0, 0], [1, 1, 0]])
    model = OptimalTreeClusterer(max_leaf_nodes=2, scale=False).fit(form(table))
    assert model.objective_ == 0.5
    assert model.labels_[0] == model.labels_[1] != model.labels_[2] == model.labels_[3]


def test_a_search_out_of_time_keeps_its_best_tree_and_says_so():
    table = np.random.default_rng(0).integers(0, 2, (3_000, 60))
    model = OptimalTreeClusterer(max_depth=6, time_limit=0.3)
    with pytest.warns(ConvergenceWarning, match=r"time_limit=0.3 s") as warned:
        model.fit(table)
    assert warned[0].filename == __file__
    assert model.status_ == "time_limit"
    assert model.lower_bound_ < model.objective_


def refused(kind, *parts):
    return pytest.raises(kind, match="(?s)" + ".*".join(map(re.escape, parts)))


SETTINGS = {
    "a column of text": ({"columns": ["city"]}, ValueError, "'city' holds categories", "leave it"),
    "an unknown column": ({"columns": ["wage"]}, ValueError, "'wage'", "4 columns", "'income'"),
    "an unknown number": ({"columns": [4]}, ValueError, "columns names 4", "4 columns"),
    "a negative number": ({"columns": [-1]}, ValueError, "columns names -1"),
    "true as a column": ({"columns": [True]}, ValueError, "columns names True"),
    "a column twice": ({"columns": ["age", 0]}, ValueError, "'age' twice"),
    "no column": ({"columns": []}, ValueError, "columns=[]", "None for all"),
    "a single name": ({"columns": "age"}, TypeError, "columns='age'", "['age']"),
    "a single number": ({"columns": 2}, TypeError, "columns=2", "[2]"),
    "another scale": ({"scale": "minmax"}, TypeError, "scale='minmax'", "True or False"),
    "a scale of nothing": ({"scale": None}, TypeError, "scale=None"),
    "thresholds of classes": ({"thresholds": "mdlp"}, ValueError, "mdlp", "needs classes"),
}


@pytest.mark.parametrize("case", SETTINGS.values(), ids=SETTINGS.keys())
def test_an_absurd_setting_is_refused(case):
    setting, kind, *told = case
    with refused(kind, *told):
        OptimalTreeClusterer(**setting).fit(pd.DataFrame(PEOPLE))


TABLES = {
    "only text": ([["a", "b"], ["c", "d"]], "none of the 2 columns", "a column of 0 and 1"),
    "only missing values": ([[np.nan], [np.nan]], "none of the 1 columns"),
    "infinity": ([[1.0], [np.inf]], "infinity", "row 1"),
    "a huge number": ([[1.0, 0.0], [1.0, -1e101]], "'x1', row 1 is -1e+101", "divide the column"),
    "close numbers": ([[0.0], [1e-200]], "1e-200", "multiply"),
}


@pytest.mark.parametrize("case", TABLES.values(), ids=TABLES.keys())
def test_a_table_without_distances_is_refused(case):
    table, *told = case
    with refused(ValueError, *told):
        OptimalTreeClusterer().fit(table)


def test_a_column_of_missing_values_alone_is_refused_by_name():
    with refused(ValueError, "'x1' holds nothing but missing values"):
        OptimalTreeClusterer(columns=[1]).fit([[1.0, np.nan], [2.0, np.nan]])


def test_weights_that_are_none_are_refused():
    for weights, *told in (([1, -1], "-1.0 in row 1"), ([0, 0], "zero in all"), ([1], "2 rows")):
        with refused(ValueError, *told):
            OptimalTreeClusterer().fit([[1.0], [2.0]], sample_weight=weights)
