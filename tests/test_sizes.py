"""Small trees: budgets of leaves, prices of leaves, the smallest of the best."""

import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from exactree import OptimalTreeClassifier
from problems import Brute, Problem, asked, hard_table, prices_of_labels, problems

JOBS = st.sampled_from([1, 4])
LEAVES = st.sampled_from([None, 1, 2, 3, 4, 5, 6, 8])
ALPHAS = st.sampled_from([0.0, 1e-9, 0.01, 0.05, 0.1, 1 / 3, 0.5, 1.0, 7.0])
TENTHS = st.integers(0, 30).map(lambda tenths: Fraction(tenths, 10))


@st.composite
def weights_of(draw, problem):
    """None, whole numbers or fractions, not all of them zero."""
    rows = len(problem.rows)
    kind = draw(st.sampled_from([None, st.integers(0, 3), TENTHS]))
    weights = None if kind is None else draw(st.lists(kind, min_size=rows, max_size=rows))
    assume(weights is None or any(weights))
    return weights


def fit(problem: Problem, weights=None, **params):
    given = None if weights is None else np.array(weights, dtype=np.float64)
    return OptimalTreeClassifier(**problem.limits, **params).fit(problem.X, problem.y, given)


def brute(problem: Problem, weights=None, alpha=0.0, epsilon=Fraction(0)):
    """What trees cost, and the price of a leaf. `epsilon` makes larger trees dearer."""
    costs = prices_of_labels(problem, weights)
    price = Fraction(alpha) * sum(weights or [1] * len(problem.rows))
    return Brute.priced(problem, costs, price + epsilon), price


def close_to(number):
    return pytest.approx(float(number), rel=1e-9, abs=1e-9)


def assert_costs_what_it_says(problem, model, weights, price) -> None:
    wrong = model.predict(problem.X) != problem.y
    weights = np.ones(len(problem.rows)) if weights is None else np.array(weights, dtype=float)
    assert model.objective_ == close_to(weights[wrong].sum() + float(price) * model.n_leaves_)
    assert model.n_leaves_ == np.count_nonzero(model.tree_.feature < 0)


@settings(max_examples=1_000)
@given(problems(), LEAVES, JOBS)
def test_no_tree_of_so_many_leaves_makes_fewer_errors(problem, max_leaf_nodes, n_jobs):
    model = fit(problem, max_leaf_nodes=max_leaf_nodes, n_jobs=n_jobs)
    assert model.status_ == "optimal"
    assert model.objective_ == model.lower_bound_ == problem.brute.least(max_leaf_nodes)
    assert isinstance(model.objective_, int)
    assert model.n_leaves_ <= (max_leaf_nodes or np.inf)
    assert_costs_what_it_says(problem, model, None, 0)


@settings(max_examples=1_000)
@given(problems(), ALPHAS, JOBS)
def test_no_tree_has_fewer_errors_and_leaves_at_a_price(problem, ccp_alpha, n_jobs):
    model = fit(problem, ccp_alpha=ccp_alpha, n_jobs=n_jobs)
    every, price = brute(problem, alpha=ccp_alpha)
    assert model.status_ == "optimal"
    assert model.objective_ == close_to(every.least() + price)
    assert model.lower_bound_ == model.objective_
    assert_costs_what_it_says(problem, model, None, price)


@settings(max_examples=1_000)
@given(problems(), st.data(), ALPHAS, LEAVES, JOBS)
def test_weights_prices_and_budgets_go_together(problem, data, ccp_alpha, leaves, n_jobs):
    weights = data.draw(weights_of(problem))
    model = fit(problem, weights, ccp_alpha=ccp_alpha, max_leaf_nodes=leaves, n_jobs=n_jobs)
    every, price = brute(problem, weights, ccp_alpha)
    assert model.status_ == "optimal"
    assert model.objective_ == close_to(every.least(leaves) + price)
    assert model.n_leaves_ <= (leaves or np.inf)
    assert_costs_what_it_says(problem, model, weights, price)
    if model.n_leaves_ > 1:
        assert model.tree_.rows.min() >= problem.min_samples_leaf


@settings(max_examples=1_000)
@given(problems(), st.data(), st.sampled_from([0.0, 0.01, 0.1]), LEAVES, JOBS)
def test_of_the_best_trees_the_smallest(problem, data, ccp_alpha, leaves, n_jobs):
    weights = data.draw(weights_of(problem))
    params = {"ccp_alpha": ccp_alpha, "max_leaf_nodes": leaves, "n_jobs": n_jobs}
    model = fit(problem, weights, minimize="error_then_leaves", **params)
    every, price = brute(problem, weights, ccp_alpha)
    assert model.status_ == "optimal"
    least = every.least(leaves)
    assert model.objective_ == model.lower_bound_ == close_to(least + price)
    assert_costs_what_it_says(problem, model, weights, price)
    # Weights are tenths, so what is this little decides between equals only.
    epsilon = Fraction(1, 10**6)
    smallest, _ = brute(problem, weights, ccp_alpha, epsilon)
    dearer = (smallest.least(leaves) - least) / epsilon
    assume(0 <= dearer <= 64)
    assert model.n_leaves_ == dearer + 1


@settings(max_examples=1_000)
@given(problems(), st.data(), ALPHAS, st.integers(0, 80), st.booleans(), JOBS)
def test_max_error_is_an_objective(problem, data, ccp_alpha, fifths, is_smallest, n_jobs):
    weights = data.draw(weights_of(problem))
    every, price = brute(problem, weights, ccp_alpha)
    least, max_error = every.least() + price, fifths / 5
    assume(abs(least - Fraction(fifths, 5)) > 1e-9)
    minimize = "error_then_leaves" if is_smallest else "error"
    params = {"ccp_alpha": ccp_alpha, "minimize": minimize, "max_error": max_error}
    if least < max_error:
        model = fit(problem, weights, n_jobs=n_jobs, **params)
        assert model.status_ == "optimal"
        assert model.objective_ == close_to(least)
    else:
        with pytest.warns(UserWarning, match="no tree within the limits has an objective below"):
            model = fit(problem, weights, n_jobs=n_jobs, **params)
        assert model.status_ == "no_better_tree"
        assert max_error - 1e-9 <= model.lower_bound_ <= float(least) + 1e-9
        assert float(least) <= model.objective_ + 1e-9
    assert_costs_what_it_says(problem, model, weights, price)


@pytest.mark.parametrize("max_error", [4, 4.0, 3.5])
def test_max_error_is_strict_and_may_be_a_fraction(max_error):
    X, y = [[0]] * 10, [0] * 4 + [1] * 6
    with pytest.warns(UserWarning, match=f"below max_error={max_error};"):
        model = OptimalTreeClassifier(max_error=max_error).fit(X, y)
    assert (model.status_, model.objective_) == ("no_better_tree", 4)
    assert OptimalTreeClassifier(max_error=4.5).fit(X, y).status_ == "optimal"


@settings(max_examples=500)
@given(problems(), st.data(), ALPHAS, JOBS)
def test_large_budgets_are_none(problem, data, ccp_alpha, n_jobs):
    weights = data.draw(weights_of(problem))
    free = fit(problem, weights, ccp_alpha=ccp_alpha, n_jobs=n_jobs)
    for leaves in (len(problem.rows), 2**31 - 1):
        model = fit(problem, weights, ccp_alpha=ccp_alpha, max_leaf_nodes=leaves, n_jobs=n_jobs)
        assert model.objective_ == close_to(free.objective_)


@settings(max_examples=300)
@given(problems(), LEAVES, ALPHAS, st.sampled_from(["error", "error_then_leaves"]))
def test_the_tree_does_not_depend_on_the_number_of_threads(problem, leaves, ccp_alpha, minimize):
    params = {"max_leaf_nodes": leaves, "ccp_alpha": ccp_alpha, "minimize": minimize}
    trees = [asked(fit(problem, n_jobs=n_jobs, **params).tree_) for n_jobs in (1, 2, 4)]
    assert trees[0] == trees[1] == trees[2]


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@settings(max_examples=500)
@given(problems(), ALPHAS, LEAVES, st.sampled_from([0, 1e-5, 1e-4, 1e-3]), JOBS)
def test_the_optimum_lies_between_floor_and_tree(problem, ccp_alpha, leaves, limit, n_jobs):
    model = fit(
        problem, ccp_alpha=ccp_alpha, max_leaf_nodes=leaves, time_limit=limit, n_jobs=n_jobs
    )
    every, price = brute(problem, alpha=ccp_alpha)
    least = float(every.least(leaves) + price)
    assert model.lower_bound_ <= least + 1e-9
    assert least <= model.objective_ + 1e-9
    assert model.n_leaves_ <= (leaves or np.inf)
    assert_costs_what_it_says(problem, model, None, price)


def test_a_price_of_nothing_changes_nothing():
    X, y = hard_table(rows=200, columns=12)
    free = OptimalTreeClassifier(max_depth=3).fit(X, y)
    priced = OptimalTreeClassifier(max_depth=3, ccp_alpha=0).fit(X, y)
    assert asked(free.tree_) == asked(priced.tree_)
    assert isinstance(priced.objective_, int)


def test_a_huge_price_leaves_a_leaf():
    X, y = hard_table(rows=50, columns=5)
    model = OptimalTreeClassifier(ccp_alpha=1e100).fit(X, y)
    assert (model.n_leaves_, model.status_, model.gap_) == (1, "optimal", 0)
    assert model.objective_ == pytest.approx(50e100)


def test_a_price_is_what_scikit_learn_calls_one():
    """A tree of 4 leaves without errors, or one leaf with half of the rows wrong."""
    X, y = [[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0]
    for ccp_alpha, leaves in ((0.16, 4), (0.17, 1)):  # the change is at 0.5 / 3
        model = OptimalTreeClassifier(max_depth=2, ccp_alpha=ccp_alpha).fit(X, y)
        assert model.n_leaves_ == leaves
        assert model.objective_ == pytest.approx(
            (0.5 if leaves == 1 else 0) * 4 + ccp_alpha * 4 * leaves
        )


def refused(kind, *parts):
    """Expect an error whose message has all of the parts, in this order."""
    return pytest.raises(kind, match="(?s)" + ".*".join(map(re.escape, parts)))


SETTINGS = {
    "a negative price": ({"ccp_alpha": -0.5}, ValueError, "ccp_alpha=-0.5", "0 or more"),
    "a price of NaN": ({"ccp_alpha": np.nan}, ValueError, "ccp_alpha=nan"),
    "an infinite price": ({"ccp_alpha": np.inf}, ValueError, "ccp_alpha=inf"),
    "a price beyond sums": ({"ccp_alpha": 1e308}, ValueError, "ccp_alpha=1e+308"),
    "a price as text": ({"ccp_alpha": "0.1"}, TypeError, "ccp_alpha='0.1'", "str"),
    "a true price": ({"ccp_alpha": True}, TypeError, "ccp_alpha=True", "bool"),
    "no price": ({"ccp_alpha": None}, TypeError, "ccp_alpha=None", "NoneType"),
    "no leaves": ({"max_leaf_nodes": 0}, ValueError, "max_leaf_nodes=0", "None for no limit"),
    "half a leaf": ({"max_leaf_nodes": 1.5}, TypeError, "max_leaf_nodes=1.5", "float"),
    "leaves as text": ({"max_leaf_nodes": "4"}, TypeError, "max_leaf_nodes='4'", "str"),
    "a true leaf": ({"max_leaf_nodes": True}, TypeError, "max_leaf_nodes=True", "bool"),
    "absurdly many leaves": ({"max_leaf_nodes": 2**40}, ValueError, f"max_leaf_nodes={2**40}"),
    "unknown aim": ({"minimize": "leaves"}, ValueError, "minimize='leaves'", "'error_then_leaves'"),
    "no aim": ({"minimize": None}, ValueError, "minimize=None", "'error'"),
    "two aims": ({"minimize": ["error"]}, ValueError, "minimize=['error']"),
    "negative errors": ({"max_error": -0.5}, ValueError, "max_error=-0.5", "None for no limit"),
    "errors of NaN": ({"max_error": np.nan}, ValueError, "max_error=nan"),
    "errors as text": ({"max_error": "few"}, TypeError, "max_error='few'", "str"),
    "true errors": ({"max_error": True}, TypeError, "max_error=True", "bool"),
}


@pytest.mark.parametrize("case", SETTINGS.values(), ids=SETTINGS.keys())
def test_an_absurd_size_is_refused(case):
    params, kind, *told = case
    with refused(kind, *told):
        OptimalTreeClassifier(**params).fit([[0], [1]], [0, 1])
