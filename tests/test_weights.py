"""Weights of rows and classes, and prices of mistakes, against every tree there is."""

import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sklearn.utils.class_weight import compute_sample_weight

from exactree import OptimalTreeClassifier, solution_path
from problems import Brute, Problem, asked, prices_of_labels, problems

JOBS = st.sampled_from([1, 4])
TENTHS = st.integers(0, 30).map(lambda tenths: Fraction(tenths, 10))


@st.composite
def weighted(draw, weights):
    """A problem with a weight for each row, not all of them zero."""
    problem = draw(problems())
    rows = len(problem.rows)
    drawn = draw(st.lists(weights, min_size=rows, max_size=rows))
    assume(any(drawn))
    return problem, drawn


@st.composite
def matrices(draw, classes):
    """What mistakes cost, and sometimes what is no mistake; not all of it zero."""
    row = st.lists(TENTHS, min_size=classes, max_size=classes)
    matrix = draw(st.lists(row, min_size=classes, max_size=classes))
    assume(any(map(any, matrix)))
    return matrix


def floats(numbers):
    return np.array(numbers, dtype=np.float64)


def fit(problem: Problem, weights=None, **params):
    model = OptimalTreeClassifier(**{**problem.limits, **params})
    return model.fit(problem.X, problem.y, weights if weights is None else floats(weights))


def cost_of_predictions(problem: Problem, model, costs):
    labels = np.searchsorted(model.classes_, model.predict(problem.X))
    return sum(of_row[label] for of_row, label in zip(costs, labels, strict=True))


def assert_best(problem: Problem, model, costs) -> None:
    """No tree costs less, and what the tree says of the training table costs what it claims."""
    least = Brute.priced(problem, costs).least()
    assert model.status_ == "optimal"
    assert model.objective_ == pytest.approx(float(least), rel=1e-9, abs=1e-9)
    assert model.lower_bound_ == model.objective_
    assert model.gap_ == 0
    said = cost_of_predictions(problem, model, costs)
    assert said == pytest.approx(model.objective_, rel=1e-9, abs=1e-9)
    if model.n_leaves_ > 1:
        assert model.tree_.rows.min() >= problem.min_samples_leaf


@settings(max_examples=1_000)
@given(weighted(st.integers(0, 3)), st.sampled_from([None, 1, 2, 3, 4, 5]), JOBS)
def test_whole_weights_give_the_tree_that_repeated_rows_give(drawn, max_leaf_nodes, n_jobs):
    problem, weights = drawn
    params = {
        "max_depth": problem.max_depth,
        "max_leaf_nodes": max_leaf_nodes,
        "n_jobs": n_jobs,
    }
    X, y = (np.repeat(part, weights, axis=0) for part in (problem.X, problem.y))
    assume(len(np.unique(y)) > 1)
    repeated = OptimalTreeClassifier(**params).fit(X, y)
    model = OptimalTreeClassifier(**params).fit(problem.X, problem.y, weights)
    assert asked(model.tree_) == asked(repeated.tree_)
    assert model.objective_ == repeated.objective_
    assert model.tree_.cost.tolist() == repeated.tree_.cost.tolist()
    places = np.searchsorted(model.classes_, repeated.classes_)
    assert model.tree_.weights[:, places].tolist() == repeated.tree_.counts.tolist()


@settings(max_examples=1_000)
@given(weighted(st.integers(0, 1)), st.sampled_from([None, 1, 2, 3, 4, 5]), JOBS)
def test_rows_of_weight_zero_are_left_out(drawn, max_leaf_nodes, n_jobs):
    problem, weights = drawn
    kept = np.flatnonzero(weights)
    y = problem.y[kept]
    assume(len(np.unique(y)) > 1)
    params = {**problem.limits, "max_leaf_nodes": max_leaf_nodes, "n_jobs": n_jobs}
    without = OptimalTreeClassifier(**params).fit(problem.X[kept], y)
    model = OptimalTreeClassifier(**params).fit(problem.X, problem.y, weights)
    assert asked(model.tree_) == asked(without.tree_)
    assert model.objective_ == without.objective_
    assert model.tree_.rows.tolist() == without.tree_.rows.tolist()


def test_a_row_of_weight_zero_makes_no_threshold():
    ages = [[20.0], [35.0], [50.0]]
    model = OptimalTreeClassifier().fit(ages, ["no", "yes", "yes"], [1, 0, 1])
    assert str(model.tree_.questions[0]) == "x0 <= 35"


def test_a_class_of_weight_zero_keeps_its_column():
    model = OptimalTreeClassifier().fit([[0], [1], [1]], ["a", "b", "c"], [1, 2, 0])
    assert model.classes_.tolist() == ["a", "b", "c"]
    assert model.predict_proba([[0], [1]]).tolist() == [[1, 0, 0], [0, 1, 0]]


@settings(max_examples=1_000)
@given(weighted(TENTHS), JOBS)
def test_no_tree_has_errors_of_less_weight(drawn, n_jobs):
    problem, weights = drawn
    model = fit(problem, weights, n_jobs=n_jobs)
    assert_best(problem, model, prices_of_labels(problem, weights))


@settings(max_examples=500)
@given(weighted(st.just(0.0) | st.floats(1e-6, 1e9)), JOBS)
def test_no_tree_has_errors_of_less_weight_whatever_floats_weigh(drawn, n_jobs):
    problem, weights = drawn
    model = fit(problem, weights, n_jobs=n_jobs)
    costs = prices_of_labels(problem, [Fraction(weight) for weight in weights])
    least = float(Brute.priced(problem, costs).least())
    assert model.objective_ == pytest.approx(least, rel=1e-9, abs=1e-9 * sum(weights))


@settings(max_examples=500)
@given(weighted(TENTHS), st.sampled_from([2.0**-300, 2.0**-40, 2.0**40, 2.0**300]), JOBS)
def test_the_unit_of_weights_does_not_matter(drawn, unit, n_jobs):
    problem, weights = drawn
    model, scaled = (fit(problem, floats(weights) * by, n_jobs=n_jobs) for by in (1.0, unit))
    assert scaled.objective_ == pytest.approx(model.objective_ * unit, rel=1e-9)
    assert asked(scaled.tree_) == asked(model.tree_)


@settings(max_examples=500)
@given(problems(), JOBS)
def test_equal_weights_change_nothing(problem, n_jobs):
    plain = fit(problem, n_jobs=n_jobs)
    for model in (
        fit(problem, np.ones(len(problem.rows)), n_jobs=n_jobs),
        OptimalTreeClassifier(**problem.limits).fit(problem.X, problem.y, sample_weight=1),
        fit(problem, class_weight={}, n_jobs=n_jobs),
        fit(problem, cost_matrix=1 - np.eye(max(problem.labels) + 1), n_jobs=n_jobs),
    ):
        assert asked(model.tree_) == asked(plain.tree_)
        assert model.objective_ == plain.objective_
        assert model.tree_.counts.tolist() == plain.tree_.counts.tolist()


@settings(max_examples=500)
@given(weighted(st.integers(1, 5)), st.data(), JOBS)
def test_the_weight_of_a_class_is_that_of_its_rows(drawn, data, n_jobs):
    problem, weights = drawn
    classes = range(max(problem.labels) + 1)
    of_class = {
        label: data.draw(st.integers(1, 4)) for label in classes if data.draw(st.booleans())
    }
    for class_weight in (of_class, "balanced"):
        of_row = compute_sample_weight(class_weight, problem.y)
        by_class = fit(problem, class_weight=class_weight, n_jobs=n_jobs)
        by_row = fit(problem, of_row, n_jobs=n_jobs)
        assert asked(by_class.tree_) == asked(by_row.tree_)
        assert by_class.objective_ == by_row.objective_
        both = fit(problem, weights, class_weight=class_weight, n_jobs=n_jobs)
        assert asked(both.tree_) == asked(fit(problem, of_row * weights, n_jobs=n_jobs).tree_)


def test_class_weight_names_classes_as_the_user_does():
    X, y = [[0], [0], [0]], ["ill", "well", "well"]
    assert OptimalTreeClassifier().fit(X, y).predict([[0]]) == ["well"]
    weighted = OptimalTreeClassifier(class_weight={"ill": 3}).fit(X, y)
    assert weighted.predict([[0]]) == ["ill"]
    assert weighted.objective_ == 2
    assert weighted.predict_proba([[0]]).tolist() == [[0.6, 0.4]]


@settings(max_examples=1_000)
@given(problems(), st.data(), JOBS)
def test_no_tree_makes_cheaper_mistakes(problem, data, n_jobs):
    matrix = data.draw(matrices(max(problem.labels) + 1))
    costs = prices_of_labels(problem, matrix=matrix)
    assume(any(map(any, costs)))
    model = fit(problem, cost_matrix=floats(matrix), n_jobs=n_jobs)
    assert_best(problem, model, costs)


@settings(max_examples=1_000)
@given(weighted(TENTHS), st.data(), JOBS)
def test_what_a_mistake_costs_is_times_the_weight(drawn, data, n_jobs):
    problem, weights = drawn
    matrix = data.draw(matrices(max(problem.labels) + 1))
    costs = prices_of_labels(problem, weights, matrix)
    assume(any(map(any, costs)))
    assert_best(problem, fit(problem, weights, cost_matrix=floats(matrix), n_jobs=n_jobs), costs)


def test_the_rows_of_a_cost_matrix_are_true_and_its_columns_told():
    X, y = [[0], [0], [0], [0]], ["ill", "well", "well", "well"]
    missed = OptimalTreeClassifier(cost_matrix=[[0, 5], [1, 0]]).fit(X, y)
    assert (missed.predict([[0]]), missed.objective_) == (["ill"], 3)
    alarmed = OptimalTreeClassifier(cost_matrix=[[0, 1], [5, 0]]).fit(X, y)
    assert (alarmed.predict([[0]]), alarmed.objective_) == (["well"], 1)


@settings(max_examples=1_000)
@given(weighted(TENTHS), st.integers(0, 60), JOBS)
def test_max_error_is_a_weight(drawn, twentieths, n_jobs):
    problem, weights = drawn
    max_error = twentieths / 20
    costs = prices_of_labels(problem, weights)
    least = Brute.priced(problem, costs).least()
    assume(abs(least - Fraction(twentieths, 20)) > 1e-9 or least == 0)
    if least < max_error:
        assert_best(problem, fit(problem, weights, max_error=max_error, n_jobs=n_jobs), costs)
    else:
        with pytest.warns(UserWarning, match="no tree within the limits has an objective below"):
            model = fit(problem, weights, max_error=max_error, n_jobs=n_jobs)
        assert model.status_ == "no_better_tree"
        assert max_error <= model.lower_bound_ <= float(least) + 1e-9
        assert float(least) <= model.objective_ + 1e-9


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@settings(max_examples=500)
@given(weighted(TENTHS), st.sampled_from([0, 1e-5, 1e-4, 1e-3]), JOBS)
def test_the_least_weight_lies_between_floor_and_tree_however_short_the_time(drawn, limit, n_jobs):
    problem, weights = drawn
    costs = prices_of_labels(problem, weights)
    model = fit(problem, weights, time_limit=limit, n_jobs=n_jobs)
    least = float(Brute.priced(problem, costs).least())
    assert model.lower_bound_ <= least + 1e-9
    assert least <= model.objective_ + 1e-9
    said = cost_of_predictions(problem, model, costs)
    assert said == pytest.approx(model.objective_, abs=1e-9)


def test_a_score_counts_rows_as_told():
    model = OptimalTreeClassifier().fit([[0], [1]], ["a", "b"])
    assert model.score([[0], [1]], ["a", "a"], sample_weight=[3, 1]) == 0.75


def refused(kind, *parts):
    """Expect an error whose message has all of the parts, in this order."""
    return pytest.raises(kind, match="(?s)" + ".*".join(map(re.escape, parts)))


X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
Y = np.array(["a", "b", "b", "c"])

WEIGHTS = {
    "negative": (
        [1, -2, 1, 1],
        ValueError,
        "Negative values in data",
        "sample_weight",
        "-2.0 in row 1",
    ),
    "NaN": ([1, 1, np.nan, 1], ValueError, "sample_weight", "NaN", "row 2"),
    "infinite": ([1, 1, 1, np.inf], ValueError, "sample_weight", "inf", "row 3"),
    "tiny": ([1, 1e-101, 1, 1], ValueError, "sample_weight", "1e-101 in row 1", "1e-100"),
    "huge": ([1, 1, 1, 1e101], ValueError, "sample_weight", "1e+101 in row 3", "1e100"),
    "zero": ([0, 0, 0, 0], ValueError, "sample_weight", "zero in all of the 4 rows"),
    "too few": ([1, 1, 1], ValueError, "4 rows", "(3,)"),
    "a table": (np.ones((4, 1)), ValueError, "4 rows", "(4, 1)"),
    "text": ([1, "heavy", 1, 1], ValueError, "sample_weight", "'heavy' in row 1", "number"),
    "None among numbers": ([1, None, 1, 1], ValueError, "sample_weight", "row 1"),
    "ragged": ([[1], [1, 2], 1, 1], ValueError, "sample_weight", "number"),
    "complex": ([1j, 1, 1, 1], ValueError, "sample_weight", "1j in row 0", "number"),
}


@pytest.mark.parametrize("case", WEIGHTS.values(), ids=WEIGHTS.keys())
def test_a_weight_that_is_none_is_refused(case):
    weights, kind, *told = case
    with refused(kind, *told):
        OptimalTreeClassifier().fit(X, Y, weights)
    with refused(kind, *told):
        solution_path(X, Y, sample_weight=weights)


CLASS_WEIGHTS = {
    "of nobody": ({"d": 1}, ValueError, "class_weight", "'d'", "'a', 'b', 'c'"),
    "negative": ({"b": -1}, ValueError, "class_weight", "-1", "'b'"),
    "NaN": ({"b": np.nan}, ValueError, "class_weight", "nan", "'b'"),
    "text": ({"b": "heavy"}, ValueError, "class_weight", "'heavy'", "'b'", "number"),
    "None": ({"b": None}, ValueError, "class_weight", "None", "'b'", "number"),
    "unknown word": ("fair", ValueError, "class_weight='fair'", "'balanced'"),
    "a list": ([1, 2, 3], ValueError, "class_weight=[1, 2, 3]", "'balanced'"),
    "an array": (np.ones(3), ValueError, "class_weight=array(", "'balanced'"),
    "a set": ({"balanced"}, ValueError, "class_weight={'balanced'}"),
    "all zero": (dict.fromkeys("abc", 0), ValueError, "class_weight", "no row"),
}


@pytest.mark.parametrize("case", CLASS_WEIGHTS.values(), ids=CLASS_WEIGHTS.keys())
def test_a_class_weight_that_is_none_is_refused(case):
    class_weight, kind, *told = case
    with refused(kind, *told):
        OptimalTreeClassifier(class_weight=class_weight).fit(X, Y)
    with refused(kind, *told):
        solution_path(X, Y, class_weight=class_weight)


def test_weights_that_leave_no_row_are_refused():
    with refused(ValueError, "sample_weight and class_weight", "no row"):
        OptimalTreeClassifier(class_weight={"a": 0}).fit(X, Y, [1, 0, 0, 0])


MATRICES = {
    "of two classes": ([[0, 1], [1, 0]], ValueError, "(2, 2)", "3 classes", "'a', 'b', 'c'"),
    "a list": ([0, 1, 1], ValueError, "(3,)", "3 classes"),
    "ragged": ([[0, 1, 1], [1, 0], [1, 1, 0]], ValueError, "cost_matrix", "number"),
    "negative": (
        [[0, 1, 1], [1, 0, -4], [1, 1, 0]],
        ValueError,
        "cost_matrix",
        "-4.0",
        "row 1, column 2",
    ),
    "NaN": (
        [[0, 1, 1], [1, 0, 1], [np.nan, 1, 0]],
        ValueError,
        "cost_matrix",
        "nan",
        "row 2, column 0",
    ),
    "infinite": ([[0, 1, 1], [1, 0, 1], [np.inf, 1, 0]], ValueError, "cost_matrix", "inf", "row 2"),
    "text": (
        [[0, 1, 1], [1, 0, "much"], [1, 1, 0]],
        ValueError,
        "cost_matrix",
        "'much' in row 1, column 2",
    ),
    "all zero": (np.zeros((3, 3)), ValueError, "cost_matrix", "zero"),
    "a dict": ({("a", "b"): 3}, ValueError, "cost_matrix"),
}


@pytest.mark.parametrize("case", MATRICES.values(), ids=MATRICES.keys())
def test_a_cost_matrix_that_is_none_is_refused(case):
    matrix, kind, *told = case
    with refused(kind, *told):
        OptimalTreeClassifier(cost_matrix=matrix).fit(X, Y)
    with refused(kind, *told):
        solution_path(X, Y, cost_matrix=matrix)
