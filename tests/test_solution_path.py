"""All sizes in one search, against a search for each and against every tree there is."""

import re
import warnings
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sklearn.exceptions import ConvergenceWarning

from exactree import OptimalTreeClassifier, solution_path
from problems import Brute, Problem, hard_table, prices_of_labels, problems

JOBS = st.sampled_from([1, 4])
LEAVES = st.sampled_from([None, 1, 2, 3, 5, 8])
TABLES = problems(depths=st.integers(0, 3), most_rows=14)


def path_of(problem: Problem, weights=None, **params):
    return solution_path(
        problem.X,
        problem.y,
        problem.max_depth,
        min_samples_leaf=problem.min_samples_leaf,
        sample_weight=None if weights is None else np.array(weights, dtype=float),
        **params,
    )


def depth_limited(problem: Problem, depth: int, costs) -> Brute:
    brute = Brute.priced(problem, costs)
    brute.depth = depth
    return brute


def errors_on_training(tree, problem, weights) -> float:
    wrong = tree.says[tree.apply(problem.X)] != problem.y
    return np.dot(wrong, np.ones(len(wrong)) if weights is None else np.array(weights, dtype=float))


@settings(max_examples=700)
@given(TABLES, st.data(), LEAVES, JOBS)
def test_every_size_is_the_best_of_its_size(problem, data, max_leaf_nodes, n_jobs):
    rows = len(problem.rows)
    tenths = st.integers(0, 20).map(lambda n: Fraction(n, 10))
    weights = data.draw(st.none() | st.lists(tenths, min_size=rows, max_size=rows))
    assume(weights is None or any(weights))
    path = path_of(problem, weights, max_leaf_nodes=max_leaf_nodes, n_jobs=n_jobs)
    assert path.status == "optimal"
    assert len(path.objective) == problem.max_depth + 1
    costs = prices_of_labels(problem, weights)
    assert path.weight == pytest.approx(float(sum(weights or [1] * rows)))
    for depth, of_depth in enumerate(path.objective):
        every = depth_limited(problem, depth, costs)
        for leaves, objective in enumerate(of_depth, start=1):
            assert objective == pytest.approx(float(every.least(leaves)), abs=1e-9)
            tree = path.tree(depth, leaves)
            assert tree.depth <= depth
            assert tree.n_leaves <= leaves
            assert errors_on_training(tree, problem, weights) == pytest.approx(objective, abs=1e-9)
            if tree.n_leaves > 1:
                assert tree.rows.min() >= problem.min_samples_leaf
        if max_leaf_nodes is None:
            assert of_depth[-1] == pytest.approx(float(every.least()), abs=1e-9)


@settings(max_examples=150)
@given(TABLES, LEAVES, JOBS)
def test_a_path_agrees_with_a_fit_for_every_size(problem, max_leaf_nodes, n_jobs):
    path = path_of(problem, max_leaf_nodes=max_leaf_nodes, n_jobs=n_jobs)
    for depth, of_depth in enumerate(path.objective):
        for leaves, objective in enumerate(of_depth, start=1):
            params = {**problem.limits, "max_depth": depth, "max_leaf_nodes": leaves}
            model = OptimalTreeClassifier(**params).fit(problem.X, problem.y)
            assert objective == model.objective_


ALPHAS = st.sampled_from([0.0, 1e-9, 0.01, 0.03, 0.1, 1 / 3, 1.0, 50.0])


@settings(max_examples=700)
@given(TABLES, st.data(), ALPHAS, JOBS)
def test_the_best_at_a_price_is_what_a_fit_finds(problem, data, ccp_alpha, n_jobs):
    rows = len(problem.rows)
    weights = data.draw(st.none() | st.lists(st.integers(0, 4), min_size=rows, max_size=rows))
    assume(weights is None or any(weights))
    path = path_of(problem, weights, n_jobs=n_jobs)
    tree = path.best(ccp_alpha)
    model = OptimalTreeClassifier(**problem.limits, ccp_alpha=ccp_alpha)
    model.fit(problem.X, problem.y, weights)
    price = ccp_alpha * path.weight
    objective = errors_on_training(tree, problem, weights) + price * tree.n_leaves
    assert objective == pytest.approx(model.objective_, abs=1e-9)


def test_costs_and_weights_of_classes_are_those_of_the_classifier():
    X, y = hard_table(rows=60, columns=6)
    y = np.array(["a", "b", "c"])[(y + X[:, 0]) % 3]
    params = {
        "class_weight": "balanced",
        "cost_matrix": [[0, 3, 1], [2, 0.5, 1], [1, 1, 0]],
        "min_samples_leaf": 0.1,
    }
    path = solution_path(X, y, max_depth=2, **params)
    for depth in range(3):
        model = OptimalTreeClassifier(max_depth=depth, **params).fit(X, y)
        assert path.objective[depth, -1] == pytest.approx(model.objective_)
        assert path.tree(depth, 4).says.tolist() == model.tree_.says.tolist()


def test_a_path_asks_in_the_words_of_the_table():
    path = solution_path([[20.0, "red"], [30.0, "blue"], [40.0, "red"]], [0, 1, 1], max_depth=1)
    assert str(path.tree(1, 2).questions[0]) == "x0 <= 25"
    assert path.tree(1, 2).apply([[22.0, "green"], [60.0, "blue"]]).tolist() == [2, 1]


def test_a_path_is_as_long_as_its_rows_allow():
    X, y = [[0], [1], [1]], [0, 1, 1]
    path = solution_path(X, y, max_depth=40)
    assert path.objective.shape == (41, 3)
    assert path.objective[1:, 1:].max() == 0
    assert path.tree(40, 3).n_leaves == 2
    assert solution_path(X, y, max_depth=40, min_samples_leaf=2).objective.shape == (41, 1)
    assert solution_path(X, y, max_depth=2, max_leaf_nodes=2).objective.shape == (3, 2)


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_a_path_out_of_time_has_nan_where_nothing_is_proven(n_jobs):
    X, y = hard_table()
    with pytest.warns(ConvergenceWarning, match=r"time_limit=0.3 s.*NaN") as warned:
        path = solution_path(X, y, max_depth=6, time_limit=0.3, n_jobs=n_jobs)
    assert warned[0].filename == __file__
    assert path.status == "time_limit"
    assert not np.isnan(path.objective[:2]).any()
    assert np.isnan(path.objective[6, 63])
    best = OptimalTreeClassifier(max_depth=1).fit(X, y)
    assert path.objective[1, 1] == best.objective_
    assert path.tree(1, 2).errors[path.tree(1, 2).feature < 0].sum() == best.objective_
    with pytest.raises(ValueError, match=r"stopped.*depth of 6.*64 leaves"):
        path.tree(6, 64)
    with pytest.raises(ValueError, match=r"'time_limit'.*raise time_limit"):
        path.best(0.01)


def test_a_path_without_any_time_knows_nothing():
    X = np.zeros((500_000, 20), dtype=np.uint8)
    with pytest.warns(ConvergenceWarning):
        path = solution_path(X, np.arange(500_000) % 2, max_depth=2, time_limit=0)
    assert path.status == "time_limit"
    assert np.isnan(path.objective).all()
    with pytest.raises(ValueError, match=r"stopped \('time_limit'\) before it came to"):
        path.tree(0, 1)
    with pytest.raises(ValueError, match="before all sizes"):
        path.best(0.0)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@settings(max_examples=300)
@given(TABLES, st.sampled_from([1e-5, 1e-4, 3e-4, 1e-3]), JOBS)
def test_what_is_no_nan_is_proven_however_short_the_time(problem, time_limit, n_jobs):
    path = path_of(problem, time_limit=time_limit, n_jobs=n_jobs)
    for depth, of_depth in enumerate(path.objective):
        every = depth_limited(problem, depth, prices_of_labels(problem))
        for leaves, objective in enumerate(of_depth, start=1):
            assert np.isnan(objective) or objective == every.least(leaves)
    assert (path.status == "optimal") == (not np.isnan(path.objective).any())


def test_enough_time_is_no_matter():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert solution_path([[0], [1]], [0, 1], time_limit=3_600).status == "optimal"


def refused(kind, *parts):
    """Expect an error whose message has all of the parts, in this order."""
    return pytest.raises(kind, match="(?s)" + ".*".join(map(re.escape, parts)))


SETTINGS = {
    "no depth": ({"max_depth": None}, ValueError, "max_depth=None", "whole number"),
    "negative depth": ({"max_depth": -1}, ValueError, "max_depth=-1"),
    "half a depth": ({"max_depth": 1.5}, TypeError, "max_depth=1.5"),
    "no leaves": ({"max_leaf_nodes": 0}, ValueError, "max_leaf_nodes=0"),
    "half a leaf": ({"max_leaf_nodes": 1.5}, TypeError, "max_leaf_nodes=1.5"),
    "no leaf rows": ({"min_samples_leaf": 0}, ValueError, "min_samples_leaf=0"),
    "no jobs": ({"n_jobs": 0}, ValueError, "n_jobs=0"),
    "negative time": ({"time_limit": -1}, ValueError, "time_limit=-1"),
    "unknown thresholds": ({"thresholds": "each"}, ValueError, "thresholds='each'"),
    "one class": ({"y": ["yes", "yes"]}, ValueError, "one class", "'yes'"),
    "too few labels": ({"y": ["yes"]}, ValueError, "2, 1"),
}


@pytest.mark.parametrize("case", SETTINGS.values(), ids=SETTINGS.keys())
def test_an_absurd_path_is_refused(case):
    params, kind, *told = case
    with refused(kind, *told):
        solution_path(**{"X": [[0], [1]], "y": [0, 1], **params})


def test_a_size_beyond_the_path_is_refused():
    path = solution_path(*hard_table(rows=60, columns=6), max_depth=2, max_leaf_nodes=3)
    assert path.tree(2, 3).n_leaves <= 3
    for depth, leaves, told in ((3, 3, "depth of 2"), (2, 4, "3 leaves")):
        with refused(ValueError, f"a depth of {depth} and {leaves} leaves", told):
            path.tree(depth, leaves)
    for depth, leaves in ((-1, 2), (2, 0)):
        with refused(ValueError, f"no tree has a depth of {depth} and {leaves} leaves"):
            path.tree(depth, leaves)
    with refused(ValueError, "ccp_alpha=-1"):
        path.best(-1)
    with refused(TypeError, "ccp_alpha='0.1'"):
        path.best("0.1")


def test_more_leaves_than_a_depth_has_are_no_more():
    path = solution_path(*hard_table(rows=60, columns=6), max_depth=2)
    assert path.tree(2, 100) is path.tree(2, 4)
    assert path.tree(1, 4) is path.tree(1, 2)
