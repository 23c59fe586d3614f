"""Regression trees against every tree there is."""

import re
from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import r2_score
from sklearn.tree import DecisionTreeRegressor

from exactree import OptimalTreeRegressor
from exactree.estimators.criteria import CRITERIA, SquaredError
from squares import Numbers, nested, numbers

RANDOM = np.random.default_rng(5)
X = RANDOM.normal(size=(40, 4)).round(1)
Y = X[:, 0] * np.sign(X[:, 1]) + RANDOM.normal(size=40)


def fit(problem: Numbers, **others: object) -> OptimalTreeRegressor:
    model = OptimalTreeRegressor(**problem.limits, thresholds="all", **others)
    return model.fit(problem.X, problem.y, problem.sample_weight)


def close(number):
    return pytest.approx(float(number), rel=1e-9, abs=1e-9)


def squared_error(y, predicted, weights):
    return float(weights @ np.square(y - predicted).reshape(len(y), -1).sum(axis=1))


def assert_keeps_its_word(problem: Numbers, model: OptimalTreeRegressor) -> None:
    """The predictions cost what is claimed, nodes hold what they say, and limits are kept."""
    tree, y, weights = model.tree_, problem.y, problem.row_weights
    error = squared_error(y, model.predict(problem.X), weights)
    prices = problem.ccp_alpha * weights.sum() * tree.n_leaves
    assert model.objective_ == close(error + prices)
    passed = model.decision_path(problem.X).toarray().astype(bool) & (weights > 0)[:, np.newaxis]
    assert tree.rows.tolist() == passed.sum(axis=0).tolist()
    for node, rows in enumerate(passed.T):
        mean = np.average(y[rows], axis=0, weights=weights[rows])
        np.testing.assert_allclose(tree.says[node], mean, atol=1e-9)
        assert tree.cost[node] == close(squared_error(y[rows], mean, weights[rows]))
    assert tree.depth <= problem.max_depth
    assert tree.n_leaves <= (problem.max_leaf_nodes or tree.n_leaves)
    if tree.n_nodes > 1:
        assert tree.rows.min() >= problem.min_samples_leaf


@settings(max_examples=1_000)
@given(numbers(), st.sampled_from(["error", "error_then_leaves"]), st.sampled_from([1, 4]))
def test_no_tree_has_a_lower_objective(problem, minimize, n_jobs):
    model = fit(problem, minimize=minimize, n_jobs=n_jobs)
    least, leaves = problem.best
    assert model.status_ == "optimal"
    assert model.objective_ == close(least)
    assert model.lower_bound_ == model.objective_
    assert model.gap_ == 0
    if minimize == "error_then_leaves":
        assert model.n_leaves_ == leaves
    assert_keeps_its_word(problem, model)


@settings(max_examples=500)
@given(numbers(weights=("whole",)))
def test_a_row_of_weight_n_is_n_rows(problem):
    limits = {**problem.limits, "min_samples_leaf": 1}
    model = OptimalTreeRegressor(**limits, thresholds="all")
    weighed = model.fit(problem.X, problem.y, problem.sample_weight).objective_
    times = problem.row_weights.astype(int)
    model.fit(np.repeat(problem.X, times, axis=0), np.repeat(problem.y, times, axis=0))
    assert model.objective_ == close(weighed)


@settings(max_examples=500)
@given(numbers(), st.floats(0.0, 50.0))
def test_max_error_is_met_or_said_to_be_out_of_reach(problem, max_error):
    least = float(problem.best[0])
    if least < max_error - 1e-6:
        model = fit(problem, max_error=max_error)
        assert model.status_ == "optimal"
        assert model.objective_ == model.lower_bound_ == close(least)
    elif least > max_error + 1e-6:
        with pytest.warns(UserWarning, match="no tree within the limits has an objective below"):
            model = fit(problem, max_error=max_error)
        assert model.status_ == "no_better_tree"
        assert max_error - 1e-9 <= model.lower_bound_ <= model.objective_
        assert model.lower_bound_ <= least + 1e-6
        assert_keeps_its_word(problem, model)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@settings(max_examples=500)
@given(numbers(), st.sampled_from([0, 1e-4, 3e-4, 1e-3]), st.sampled_from([1, 4]))
def test_the_optimum_lies_between_the_floor_and_the_tree_however_short_the_time(
    problem, time_limit, n_jobs
):
    model = fit(problem, time_limit=time_limit, n_jobs=n_jobs)
    least = float(problem.best[0])
    assert model.lower_bound_ <= least + 1e-9 * max(1.0, least)
    assert model.objective_ >= least - 1e-9 * max(1.0, least)
    assert_keeps_its_word(problem, model)


@settings(max_examples=300)
@given(numbers())
def test_of_equal_trees_it_is_the_same_one_whatever_the_number_of_threads(problem):
    trees = [nested(fit(problem, n_jobs=n_jobs).tree_) for n_jobs in (1, 2, 4)]
    assert trees[0] == trees[1] == trees[2]


def test_a_search_out_of_time_keeps_its_best_tree_and_says_so():
    random = np.random.default_rng(0)
    table, y = random.integers(0, 2, (3_000, 60)), random.normal(size=3_000)
    model = OptimalTreeRegressor(max_depth=6, time_limit=0.3)
    with pytest.warns(ConvergenceWarning, match=r"time_limit=0.3 s.*Raise time_limit") as warned:
        model.fit(table, y)
    assert warned[0].filename == __file__
    assert model.status_ == "time_limit"
    assert 0 < model.lower_bound_ < model.objective_ < y.var() * len(y)
    assert model.objective_ == close(squared_error(y, model.predict(table), np.ones(len(y))))


def test_it_is_never_worse_than_a_greedy_tree_and_as_good_at_one_question():
    for depth in (1, 2, 3):
        exact = OptimalTreeRegressor(max_depth=depth).fit(X, Y)
        greedy = DecisionTreeRegressor(max_depth=depth, random_state=0).fit(X, Y)
        of_greedy = squared_error(Y, greedy.predict(X), np.ones(len(Y)))
        assert exact.objective_ <= of_greedy + 1e-9
        if depth == 1:
            assert exact.objective_ == close(of_greedy)


def test_ccp_alpha_is_scikit_learn_s():
    """A single question that scikit-learn prunes at a price is not asked at it, and below it is."""
    path = DecisionTreeRegressor(max_depth=1).cost_complexity_pruning_path(X, Y)
    price = path.ccp_alphas[-1]
    for factor, leaves in ((0.999, 2), (1.001, 1)):
        model = OptimalTreeRegressor(max_depth=1, ccp_alpha=price * factor).fit(X, Y)
        assert model.n_leaves_ == leaves


def test_equal_targets_cost_exactly_nothing():
    model = OptimalTreeRegressor().fit(X, np.full(40, 0.1), np.linspace(0.1, 0.7, 40))
    assert model.objective_ == model.lower_bound_ == 0.0
    assert model.n_leaves_ == 1
    assert model.predict(X[:1]).tolist() == [0.1]


SCALES = [(1e-60, 1.0), (1e90, 1.0), (1.0, 1e-90), (1.0, 1e90), (1e99, 1e99), (1e-80, 1e-99)]


@pytest.mark.parametrize(("of_targets", "of_weights"), SCALES)
def test_the_units_of_targets_and_weights_do_not_matter(of_targets, of_weights):
    weights = np.linspace(0.5, 1.5, 40)
    plain = OptimalTreeRegressor(max_depth=2, ccp_alpha=0.1).fit(X, Y, weights)
    alpha = 0.1 * of_targets * of_targets
    model = OptimalTreeRegressor(max_depth=2, ccp_alpha=alpha)
    model.fit(X, Y * of_targets, weights * of_weights)
    assert str(model.tree_.questions) == str(plain.tree_.questions)
    assert model.n_leaves_ > 2
    assert model.status_ == "optimal"
    expected = plain.objective_ * of_targets * of_targets * of_weights
    assert model.objective_ == pytest.approx(expected, rel=1e-9, abs=0.0)


def test_targets_far_from_zero_lose_nothing():
    plain = OptimalTreeRegressor(max_depth=2).fit(X, Y.round(2))
    model = OptimalTreeRegressor(max_depth=2).fit(X, Y.round(2) + 2.0**30)
    assert model.objective_ == pytest.approx(plain.objective_, rel=1e-6)
    assert str(model.tree_.questions) == str(plain.tree_.questions)


def test_score_is_the_share_of_variance_that_is_explained():
    model, weights = OptimalTreeRegressor().fit(X, Y), np.linspace(1, 2, 40)
    assert model.score(X, Y) == pytest.approx(1 - model.objective_ / (Y.var() * 40))
    weighted = r2_score(Y, model.predict(X), sample_weight=weights)
    assert model.score(X, Y, sample_weight=weights) == weighted


def test_numbers_text_and_missing_values_are_asked_together():
    table = pd.DataFrame(
        {"area": [50.0, None, 80.0, 60.0, 90.0, 55.0], "city": ["a", "b", "b", "a", "b", "a"]}
    )
    model = OptimalTreeRegressor(max_depth=2).fit(table, [1.0, 2.0, 5.0, 1.0, 5.0, 1.0])
    assert model.objective_ == 0.0
    assert model.predict(table).tolist() == [1.0, 2.0, 5.0, 1.0, 5.0, 1.0]


PRICES = [3, 4, 8, 9]
FORMS = {
    "list": list,
    "tuple": tuple,
    "integers": np.array,
    "float32": lambda y: np.array(y, dtype=np.float32),
    "big-endian": lambda y: np.array(y, dtype=">f8"),
    "column": lambda y: np.array(y).reshape(-1, 1),
    "decimals": lambda y: [Decimal(number) for number in y],
    "objects": lambda y: np.array(y, dtype=object),
    "pandas": pd.Series,
    "pandas nullable": lambda y: pd.Series(y, dtype="Int64"),
    "pandas frame": lambda y: pd.DataFrame({"price": y}),
    "polars": pl.Series,
    "pyarrow": pa.array,
    "masked": np.ma.masked_array,
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS.keys())
def test_targets_are_taken_from(form):
    model = OptimalTreeRegressor(max_depth=1).fit([[0], [0], [1], [1]], form(PRICES))
    assert model.predict([[0], [1]]).tolist() == [3.5, 8.5]


@pytest.mark.parametrize("frame", [np.array, pd.DataFrame, pl.DataFrame, np.ndarray.tolist])
def test_one_tree_predicts_several_columns(frame):
    y = frame(np.array([[3.0, 0.0], [4.0, 0.0], [8.0, 1.0], [9.0, 2.0]]))
    model = OptimalTreeRegressor(max_depth=1).fit([[0], [0], [1], [1]], y)
    assert model.predict([[0], [1]]).tolist() == [[3.5, 0.0], [8.5, 1.5]]
    assert model.objective_ == 1.5
    assert str(model.tree_) == (
        "x0?\n├── no:  3.5, 0  (2 rows, squared error 0.5)\n"
        "└── yes: 8.5, 1.5  (2 rows, squared error 1)"
    )


def test_reference_thresholds_come_from_all_columns_of_targets():
    y = np.column_stack([X[:, 0] > 0.2, X[:, 3] > -0.4]).astype(float)
    cuts = [
        {str(column) for column in OptimalTreeRegressor(thresholds="reference").fit(X, t).columns_}
        for t in (y[:, 0], y)
    ]
    model = OptimalTreeRegressor(max_depth=2, thresholds="reference").fit(X, y)
    assert cuts[0] != cuts[1]
    assert model.objective_ == 0.0


def refused(kind, *parts):
    return pytest.raises(kind, match="(?s)" + ".*".join(map(re.escape, parts)))


TABLE = [[0], [0], [1], [1]]
ODD_TARGETS = {
    "NaN": ([1.0, np.nan, 2.0, 3.0], "NaN", "row 1", "leave such rows out"),
    "None": ([1.0, 2.0, None, 3.0], "NaN", "row 2", "fill them in"),
    "pandas' NA": (pd.Series([1, 2, 3, None], dtype="Int64"), "NaN", "row 3"),
    "a masked one": (np.ma.masked_equal([1.0, 2.0, 3.0, 4.0], 2.0), "NaN", "row 1"),
    "infinity": ([1.0, 2.0, -np.inf, 3.0], "infinity", "-inf in row 2", "replace it"),
    "a huge one": ([1.0, 2.0, 3.0, -2e100], "too large", "-2e+100 in row 3", "divide y"),
    "a number beyond floats": ([1, 10**400, 2, 3], "infinity", "row 1"),
    "close ones": ([0.0, 1e-200, 0.0, 0.0], "y differs by at most 1e-200", "multiply"),
    "text": (["a", "b", "a", "b"], "'a' of type str in row 0", "OptimalTreeClassifier"),
    "text among numbers": ([1.5, 2.0, "red", 3.0], "'red' of type str in row 2", "no number"),
    "text of numbers": (["1", "2", "3", "4"], "'1' of type str", "y.astype(float)"),
    "dates": (np.array(["2020-01-01"] * 4, dtype="M8[D]"), "datetime.date(2020, 1, 1)", "row 0"),
    "durations": (np.array([1, 2, 3, 4], dtype="m8[D]"), "timedelta", "row 0"),
    "lists": ([[1.0], [2.0, 3.0], [1.0], [2.0]], "equally many"),
    "complex numbers": ([1j, 2.0, 3.0, 4.0], "Complex data not supported"),
    "NaN in a column": ([[1, 2], [1, 2], [1, np.nan], [1, 2]], "NaN", "row 2, column 1"),
    "three dimensions": (np.zeros((4, 1, 1)), "1d array", "(4, 1, 1)"),
    "a number": (3.0, "1d array", "shape is ()"),
    "no columns": (np.zeros((4, 0)), "1d array", "(4, 0)"),
    "none": (None, "requires y"),
    "fewer": ([1.0, 2.0, 3.0], "[4, 3]"),
    "more": ([1.0, 2.0, 3.0, 4.0, 5.0], "[4, 5]"),
}


@pytest.mark.parametrize("case", ODD_TARGETS.values(), ids=ODD_TARGETS.keys())
def test_targets_that_are_none_are_refused(case):
    y, *told = case
    with refused(ValueError, *told):
        OptimalTreeRegressor().fit(TABLE, y)


ODD_WEIGHTS = {
    "negative": ([1, 1, -1, 1], "Negative values", "-1.0 in row 2", "0 or more"),
    "NaN": ([1, np.nan, 1, 1], "NaN", "row 1"),
    "infinite": ([1, 1, 1, np.inf], "infinity", "row 3"),
    "huge": ([1, 1, 1, 1e101], "too large", "row 3"),
    "tiny": ([1, 1, 1e-200, 1], "too small", "1e-200 in row 2", "0 or at least 1e-100"),
    "all zero": ([0, 0, 0, 0], "zero in all of the 4 rows"),
    "fewer": ([1, 1, 1], "4 rows", "(3,)"),
}


@pytest.mark.parametrize("case", ODD_WEIGHTS.values(), ids=ODD_WEIGHTS.keys())
def test_weights_that_are_none_are_refused(case):
    weights, *told = case
    with refused(ValueError, *told):
        OptimalTreeRegressor().fit(TABLE, PRICES, weights)


SETTINGS = {
    "another criterion": ({"criterion": "poisson"}, ValueError, "'poisson'"),
    "no criterion": ({"criterion": None}, ValueError, "criterion=None", "'squared_error'"),
    "a list as criterion": ({"criterion": []}, ValueError, "criterion=[]"),
    "thresholds of classes": ({"thresholds": "mdlp"}, ValueError, "mdlp", "needs classes"),
    "negative price": ({"ccp_alpha": -1}, ValueError, "ccp_alpha=-1"),
    "negative error": ({"max_error": -0.5}, ValueError, "max_error=-0.5", "0 or more"),
    "error of NaN": ({"max_error": np.nan}, ValueError, "max_error=nan"),
    "endless error": ({"max_error": np.inf}, ValueError, "max_error=inf", "None for no limit"),
    "no leaves": ({"max_leaf_nodes": 0}, ValueError, "max_leaf_nodes=0"),
    "another minimum": ({"minimize": "leaves"}, ValueError, "minimize='leaves'"),
}


@pytest.mark.parametrize("case", SETTINGS.values(), ids=SETTINGS.keys())
def test_an_absurd_setting_is_refused(case):
    setting, kind, *told = case
    with refused(kind, *told):
        OptimalTreeRegressor(**setting).fit(X, Y)


@pytest.mark.parametrize("max_error", [1e12, 2**40, 10**400, np.float32(1e20)], ids=str)
def test_a_wide_max_error_is_taken(max_error):
    assert OptimalTreeRegressor(max_error=max_error).fit(X, Y).status_ == "optimal"


def test_a_criterion_of_one_column_refuses_several(monkeypatch):
    narrow = type("Narrow", (SquaredError,), {"takes_columns": False})
    monkeypatch.setitem(CRITERIA, "narrow", narrow)
    model = OptimalTreeRegressor(criterion="narrow")
    assert not model.__sklearn_tags__().target_tags.multi_output
    assert model.fit(X, Y.reshape(-1, 1)).predict(X).shape == (40,)
    with refused(ValueError, "1d array", "(40, 2)", "a tree for each column"):
        model.fit(X, np.column_stack([Y, Y]))
