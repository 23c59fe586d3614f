"""Trees of medians and of other quantiles against every tree there is."""

import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import mean_pinball_loss

from exactree import OptimalTreeRegressor
from squares import Brute, nested, numbers

RANDOM = np.random.default_rng(8)
X = RANDOM.normal(size=(60, 4)).round(1)
Y = X[:, 0] * np.sign(X[:, 1]) + RANDOM.normal(size=60)
SHARES = st.sampled_from([0.1, 0.25, 0.5, 0.8])


class OffTheQuantile(Brute):
    """Every tree, priced by what targets are off the best number of a leaf: one of them is."""

    def __init__(self, problem, share, factor):
        super().__init__(problem, problem.targets)
        self.share, self.factor = Fraction(share), factor

    def _leaf(self, cover):
        places = [place for place in range(len(self.rows)) if cover >> place & 1]
        (column,) = self.targets

        def loss(says):
            return sum(
                self.weights[place] * max(self.share * off, (self.share - 1) * off)
                for place in places
                for off in [column[place] - says]
            )

        return self.price + self.factor * min(loss(column[place]) for place in places)


def fit(problem, **others):
    model = OptimalTreeRegressor(**problem.limits, thresholds="all", **others)
    return model.fit(problem.X, problem.y, problem.sample_weight)


def close(number):
    return pytest.approx(float(number), rel=1e-9, abs=1e-9)


def pinball(problem, predicted, share):
    off = problem.y - predicted
    return problem.row_weights @ np.maximum(share * off, (share - 1) * off)


@settings(max_examples=600)
@given(numbers(most_outputs=1), SHARES, st.sampled_from([1, 4]))
def test_no_tree_is_less_off_a_quantile(problem, share, n_jobs):
    model = fit(problem, criterion="quantile", quantile=share, n_jobs=n_jobs)
    least, _ = OffTheQuantile(problem, share, 1).best
    assert (model.status_, model.gap_) == ("optimal", 0)
    assert model.objective_ == close(least)
    prices = problem.ccp_alpha * problem.row_weights.sum() * model.n_leaves_
    assert model.objective_ == close(pinball(problem, model.predict(problem.X), share) + prices)


@settings(max_examples=400)
@given(numbers(most_outputs=1), st.sampled_from(["error", "error_then_leaves"]))
def test_no_tree_is_less_off_the_median(problem, minimize):
    model = fit(problem, criterion="absolute_error", minimize=minimize)
    least, leaves = OffTheQuantile(problem, 0.5, 2).best
    assert model.objective_ == model.lower_bound_ == close(least)
    if minimize == "error_then_leaves":
        assert model.n_leaves_ == leaves
    off = problem.row_weights @ np.abs(problem.y - model.predict(problem.X))
    prices = problem.ccp_alpha * problem.row_weights.sum() * model.n_leaves_
    assert model.objective_ == close(off + prices)


@settings(max_examples=300)
@given(numbers(most_outputs=1), st.lists(SHARES, min_size=1, max_size=4))
def test_a_list_of_quantiles_learns_the_tree_of_each(problem, shares):
    together = fit(problem, criterion="quantile", quantile=shares)
    apart = [fit(problem, criterion="quantile", quantile=share) for share in shares]
    assert [nested(tree) for tree in together.trees_] == [nested(one.tree_) for one in apart]
    assert together.objective_ == close(sum(one.objective_ for one in apart))
    np.testing.assert_array_equal(
        together.predict(problem.X), np.column_stack([one.predict(problem.X) for one in apart])
    )


def test_a_list_of_quantiles_shares_its_work():
    shares = [0.1, 0.5, 0.9]
    together = OptimalTreeRegressor(criterion="quantile", quantile=shares, max_depth=3).fit(X, Y)
    alone = OptimalTreeRegressor(criterion="quantile", quantile=0.9, max_depth=3).fit(X, Y)
    assert together.predict(X).shape == (60, 3)
    assert together.status_ == alone.status_ == "optimal"
    for share, predicted in zip(shares, together.predict(X).T, strict=True):
        one = OptimalTreeRegressor(criterion="quantile", quantile=share, max_depth=3).fit(X, Y)
        assert mean_pinball_loss(Y, predicted, alpha=share) * 60 == close(one.objective_)


def test_a_search_out_of_time_keeps_a_tree_for_each_quantile():
    random = np.random.default_rng(1)
    table, y = random.integers(0, 2, (1500, 60)), random.normal(size=1500)
    model = OptimalTreeRegressor(
        criterion="quantile", quantile=[0.2, 0.7], max_depth=6, time_limit=0.2
    )
    with pytest.warns(ConvergenceWarning, match=r"time_limit=0\.2") as caught:
        model.fit(table, y)
    assert caught[0].filename == __file__
    assert model.status_ == "time_limit"
    assert 0 <= model.lower_bound_ <= model.objective_
    assert model.predict(table).shape == (1500, 2)


@pytest.mark.parametrize(
    ("quantile", "kind", "part"),
    [
        (0.0, ValueError, "quantile=0.0"),
        (1, ValueError, "quantile=1"),
        (float("nan"), ValueError, "quantile=nan"),
        ("half", TypeError, "'half'"),
        (True, TypeError, "bool"),
        ([], ValueError, "empty"),
        ([0.5, 2.0], ValueError, "quantile=2.0"),
    ],
)
def test_a_quantile_that_is_none_is_refused(quantile, kind, part):
    with pytest.raises(kind, match=re.escape(part)):
        OptimalTreeRegressor(criterion="quantile", quantile=quantile).fit(X, Y)


def test_targets_of_several_columns_have_no_median():
    with pytest.raises(ValueError, match="1d array"):
        OptimalTreeRegressor(criterion="absolute_error").fit(X, np.column_stack([Y, Y]))
