"""Objectives given as Python functions, against the search for errors and every tree there is."""

import re
import time
import traceback
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.exceptions import ConvergenceWarning, NotFittedError

from exactree import OptimalTree, OptimalTreeClassifier, export_text
from exactree.objectives import FromCounts, FromRows
from problems import Brute, Problem, asked, hard_table, members, problems
from test_stopping import on_linux, run

JOBS = st.sampled_from([1, 4])
LEAVES = st.sampled_from([None, 1, 2, 3, 4, 6])
ERRORS = FromCounts(lambda counts: counts.sum() - counts.max())


def fit(problem: Problem, objective, **params):
    return OptimalTree(objective, **{**problem.limits, **params}).fit(problem.X, problem.y)


def price_of_training(model, problem, price) -> float:
    leaves = model.apply(problem.X)
    return sum(price(np.flatnonzero(leaves == leaf)) for leaf in np.unique(leaves))


@settings(max_examples=500)
@given(problems(), LEAVES, st.sampled_from([0.0, 0.05, 0.3]), JOBS)
def test_errors_as_a_function_are_errors(problem, max_leaf_nodes, ccp_alpha, n_jobs):
    params = {"max_leaf_nodes": max_leaf_nodes, "ccp_alpha": ccp_alpha, "n_jobs": n_jobs}
    of_rows = FromRows(lambda rows: len(rows) - np.bincount(problem.y[rows]).max())
    model = OptimalTreeClassifier(**problem.limits, **params).fit(problem.X, problem.y)
    for own in (fit(problem, ERRORS, **params), fit(problem, of_rows, **params)):
        assert own.status_ == "optimal"
        assert own.objective_ == own.lower_bound_ == pytest.approx(model.objective_)
        assert own.gap_ == 0
    own = fit(problem, ERRORS, **params)
    wrong = np.count_nonzero(own.predict(problem.X) != problem.y)
    price = ccp_alpha * len(problem.rows)
    assert own.objective_ == pytest.approx(wrong + price * own.n_leaves_)


def odd(rows) -> Fraction:
    """What nobody could guess from sums."""
    mixed = 7
    for row in rows:
        mixed = (mixed * 31 + int(row) * 17 + 3) % 101
    return Fraction(mixed * (len(rows) % 3), 10)


@settings(max_examples=1_000)
@given(problems(), LEAVES, st.sampled_from([0.0, 0.01, 0.2, 1.0]), st.booleans(), JOBS)
def test_no_tree_costs_less_by_an_odd_price(problem, leaves, ccp_alpha, is_smallest, n_jobs):
    own = fit(
        problem,
        FromRows(lambda rows: float(odd(rows))),
        max_leaf_nodes=leaves,
        ccp_alpha=ccp_alpha,
        minimize="error_then_leaves" if is_smallest else "error",
        n_jobs=n_jobs,
    )
    price = Fraction(ccp_alpha) * len(problem.rows)
    every = Brute(problem, lambda cover: odd(members(cover)), price)
    least = every.least(leaves)
    assert own.status_ == "optimal"
    assert own.objective_ == own.lower_bound_ == pytest.approx(float(least + price), abs=1e-9)
    said = price_of_training(own, problem, odd) + price * own.n_leaves_
    assert float(said) == pytest.approx(own.objective_, abs=1e-9)
    assert own.n_leaves_ <= (leaves or np.inf)
    if own.n_leaves_ > 1:
        assert own.tree_.rows.min() >= problem.min_samples_leaf
    if is_smallest:
        epsilon = Fraction(1, 10**6)
        dearer = Brute(problem, every.leaf, price + epsilon).least(leaves) - least
        assert own.n_leaves_ == dearer / epsilon + 1


@settings(max_examples=500)
@given(problems(), st.integers(0, 40), JOBS)
def test_max_error_is_a_price(problem, halves, n_jobs):
    objective = FromRows(lambda rows: float(odd(rows)))
    least = Brute(problem, lambda cover: odd(members(cover))).least()
    if least < Fraction(halves, 2):
        own = fit(problem, objective, max_error=halves / 2, n_jobs=n_jobs)
        assert own.objective_ == pytest.approx(float(least))
    else:
        with pytest.warns(UserWarning, match="no tree within the limits has an objective below"):
            own = fit(problem, objective, max_error=halves / 2, n_jobs=n_jobs)
        assert own.status_ == "no_better_tree"
        assert halves / 2 <= own.lower_bound_ + 1e-9
        assert own.lower_bound_ <= float(least) + 1e-9


@settings(max_examples=300)
@given(problems(), st.sampled_from([2.0**-200, 2.0**200, 1e-30, 1e30]))
def test_the_unit_of_prices_does_not_matter(problem, unit):
    small = fit(problem, FromRows(lambda rows: float(odd(rows))))
    large = fit(problem, FromRows(lambda rows: float(odd(rows)) * unit))
    assert large.objective_ == pytest.approx(small.objective_ * unit)


@settings(max_examples=500)
@given(problems(depths=st.sampled_from([1, 2, 3])))
def test_a_question_that_tells_nothing_is_not_asked(problem):
    """Entropies are no round numbers, and what is rounded is no gain."""
    shares = np.bincount(problem.y) / len(problem.y)
    own = fit(problem, FromRows(lambda rows: len(rows) * float(shares @ np.sqrt(shares))))
    assert own.n_leaves_ == 1


@settings(max_examples=300)
@given(problems())
def test_rows_come_in_ascending_order_and_never_none(problem):
    seen = []

    def price(rows):
        seen.append(rows)
        return float(odd(rows))

    own = fit(problem, FromRows(price, lambda rows: price(rows)))
    for rows in seen:
        assert rows.dtype == np.int64
        assert len(rows) > 0
        assert (np.diff(rows) > 0).all()
    leaves = own.apply(problem.X)
    for leaf in np.unique(leaves):
        of_leaf = np.flatnonzero(leaves == leaf)
        assert own.tree_.rows[leaf] == len(of_leaf)
        assert own.tree_.cost[leaf] == own.tree_.says[leaf] == float(odd(of_leaf))


def test_rows_with_the_same_answers_may_cost_less_apart_than_together():
    """A floor from rows that stay together would be wrong: prices need not add up."""
    X = [[0, 0], [0, 0], [1, 0], [1, 1]]
    free = {(0, 1), (2, 3)}
    objective = FromRows(lambda rows: 0.0 if tuple(rows) in free else 5.0)
    model = OptimalTree(objective, max_depth=2).fit(X)
    assert (model.objective_, model.n_leaves_) == (0.0, 2)


def test_a_price_that_falls_to_nothing_is_a_leaf():
    model = OptimalTree(FromRows(lambda rows: 0.0)).fit([[0], [1]])
    assert (model.objective_, model.n_leaves_, model.status_) == (0, 1, "optimal")


def test_what_leaves_say_is_what_is_predicted():
    X, target = [[0], [0], [1], [1]], np.array([1.0, 3.0, 10.0, 20.0])

    def said_by(value):
        def price(rows):
            return float(np.ptp(target[rows]))

        return OptimalTree(FromRows(price, value)).fit(X).predict([[1], [0]])

    assert said_by(lambda rows: target[rows].mean()).tolist() == [15.0, 2.0]
    assert said_by(lambda rows: f"{len(rows)} rows").tolist() == ["2 rows", "2 rows"]
    assert said_by(None).tolist() == [None, None]
    # As long as the tree has nodes.
    three = said_by(lambda rows: np.full(3, target[rows].max()))
    assert [says.tolist() for says in three] == [[20.0] * 3, [3.0] * 3]
    assert said_by(lambda rows: {"rows": rows.tolist()}).tolist() == [
        {"rows": [2, 3]},
        {"rows": [0, 1]},
    ]
    assert said_by(lambda rows: 1 if 0 in rows else "many").tolist() == ["many", 1]


def test_counts_have_every_class_in_order_and_say_the_most_frequent():
    X, y = [[0], [0], [0], [1]], ["b", "c", "c", "a"]
    seen = []
    errors = FromCounts(lambda counts: seen.append(counts.tolist()) or counts.sum() - counts.max())
    model = OptimalTree(errors).fit(X, y)
    assert model.classes_.tolist() == ["a", "b", "c"]
    assert [1, 1, 2] in seen
    assert [0, 1, 2] in seen
    assert model.predict([[0], [1]]).tolist() == ["c", "a"]
    own = OptimalTree(FromCounts(errors.price, lambda counts: counts[2] / counts.sum())).fit(X, y)
    assert own.predict([[0], [1]]).tolist() == [2 / 3, 0.0]


def test_one_class_is_enough_to_count():
    assert OptimalTree(ERRORS).fit([[0], [1]], ["a", "a"]).predict([[1]]).tolist() == ["a"]


def test_tables_of_any_kind_are_asked_in_their_own_words():
    target = np.array([1.0, 2.0, 30.0])
    objective = FromRows(lambda rows: float(np.ptp(target[rows])))
    model = OptimalTree(objective, max_depth=1).fit([[20.0, "red"], [30.0, "red"], [40.0, "blue"]])
    assert str(model.tree_.questions[0]) == "x0 <= 35"
    assert "cost 1" in export_text(model)
    assert repr(model.tree_) == "<Tree: leaves=2, depth=1, cost=1, rows=3>"


class MishapError(Exception):
    """Nobody else's."""


@pytest.mark.parametrize("n_jobs", [1, 4])
@pytest.mark.parametrize("calls", [0, 1, 5, 40])
def test_what_a_price_raises_comes_back_as_it_was(calls, n_jobs):
    X, _ = hard_table(rows=40, columns=8)
    mishap, left = MishapError("no luck", 7), [calls]

    def fails_in_here(rows):
        left[0] -= 1
        if left[0] < 0:
            raise mishap
        return float(odd(rows))

    model = OptimalTree(FromRows(fails_in_here), max_depth=3, n_jobs=n_jobs)
    with pytest.raises(MishapError) as caught:
        model.fit(X)
    assert caught.value is mishap
    names = [frame.name for frame in traceback.extract_tb(mishap.__traceback__)]
    assert names[-1] == "fails_in_here"
    assert not hasattr(model, "tree_")


def test_what_a_value_raises_comes_back_as_it_was():
    def fails(rows):
        raise MishapError

    with pytest.raises(MishapError):
        OptimalTree(FromRows(lambda rows: 1.0, fails)).fit([[0], [1]])


def test_an_interrupt_raised_by_a_price_is_an_interrupt():
    def interrupts(rows):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        OptimalTree(FromRows(interrupts)).fit([[0], [1]])


def refused(kind, *parts):
    """Expect an error whose message has all of the parts, in this order."""
    return pytest.raises(kind, match="(?s)" + ".*".join(map(re.escape, parts)))


PRICES = {
    "NaN": (np.nan, ValueError, "the price of 3 rows is NaN", "finite", "0 or more"),
    "negative": (-0.5, ValueError, "the price of 3 rows is -0.5", "0 or more"),
    "infinite": (np.inf, ValueError, "the price of 3 rows is inf", "finite"),
    "text": ("1.0", TypeError, "the price of 3 rows is of type str", "not a number"),
    "nothing": (None, TypeError, "the price of 3 rows is of type NoneType", "not a number"),
    "a list": ([1.0], TypeError, "the price of 3 rows is of type list", "not a number"),
    "an array": (np.ones(2), TypeError, "the price of 3 rows is of type ndarray", "not a number"),
    "complex": (1j, TypeError, "the price of 3 rows is of type complex", "not a number"),
}


@pytest.mark.parametrize("case", PRICES.values(), ids=PRICES.keys())
def test_a_price_that_is_none_is_refused(case):
    price, kind, *told = case
    X, y = [[0], [1], [1]], ["a", "b", "a"]
    with refused(kind, *told):
        OptimalTree(FromRows(lambda rows: price)).fit(X)
    with refused(kind, *told):
        OptimalTree(FromCounts(lambda counts: price)).fit(X, y)
    # Not only the first one, of all rows, is looked at.
    later = [part.replace("3 rows", "2 rows") for part in told]
    with refused(kind, *later):
        OptimalTree(FromRows(lambda rows: price if len(rows) == 2 else 1.0)).fit(X)


@pytest.mark.parametrize("price", [2, True, np.float32(2), np.int64(2), np.array(2.0), Fraction(2)])
def test_any_number_is_a_price(price):
    assert OptimalTree(FromRows(lambda rows: price)).fit([[0], [1]]).objective_ == float(price)


OBJECTIVES = {
    "none": (None, TypeError, "objective=None", "FromRows or FromCounts"),
    "a function": (len, TypeError, "objective=", "builtin_function", "FromRows or FromCounts"),
    "the class": (FromRows, TypeError, "objective=", "FromRows or FromCounts"),
    "a price that is none": (FromRows(3), TypeError, "objective.price=3 cannot be called"),
    "a value that is none": (FromRows(len, 3), TypeError, "objective.value=3 cannot be called"),
    "counts of nothing": (ERRORS, ValueError, "FromCounts counts the classes of y", "y is None"),
}


@pytest.mark.parametrize("case", OBJECTIVES.values(), ids=OBJECTIVES.keys())
def test_an_objective_that_is_none_is_refused(case):
    objective, kind, *told = case
    with refused(kind, *told):
        OptimalTree(objective).fit([[0], [1]])


SETTINGS = {
    "ccp_alpha": ({"ccp_alpha": -1}, ValueError, "ccp_alpha=-1"),
    "max_leaf_nodes": ({"max_leaf_nodes": 0}, ValueError, "max_leaf_nodes=0"),
    "minimize": ({"minimize": "price"}, ValueError, "minimize='price'"),
    "max_error": ({"max_error": "low"}, TypeError, "max_error='low'"),
    "max_depth": ({"max_depth": -1}, ValueError, "max_depth=-1"),
    "thresholds": ({"thresholds": "each"}, ValueError, "thresholds='each'"),
}


@pytest.mark.parametrize("case", SETTINGS.values(), ids=SETTINGS.keys())
def test_an_absurd_setting_is_refused(case):
    params, kind, *told = case
    with refused(kind, *told):
        OptimalTree(FromRows(lambda rows: 1.0), **params).fit([[0], [1]])


@pytest.mark.parametrize("thresholds", ["mdlp", "reference"])
def test_thresholds_that_look_at_labels_need_some(thresholds):
    numbers = [[0.5], [1.5], [2.5]]
    with refused(ValueError, f'thresholds="{thresholds}" needs', "to predict, in y"):
        OptimalTree(FromRows(lambda rows: 1.0), thresholds=thresholds).fit(numbers)
    OptimalTree(ERRORS, thresholds=thresholds).fit(numbers, [0, 1, 1])


def test_nothing_is_predicted_before_a_fit():
    with pytest.raises(NotFittedError):
        OptimalTree(ERRORS).predict([[0]])


def slow(rows):
    time.sleep(0.001)
    return float(odd(rows))


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_a_search_out_of_time_keeps_its_best_tree_and_says_so(n_jobs):
    X, _ = hard_table(rows=61, columns=10)
    start = time.perf_counter()
    with pytest.warns(ConvergenceWarning, match=r"time_limit=0.2 s"):
        model = OptimalTree(FromRows(slow), max_depth=4, time_limit=0.2, n_jobs=n_jobs).fit(X)
    assert time.perf_counter() - start < 5
    assert model.status_ == "time_limit"
    assert model.lower_bound_ < model.objective_
    leaves = model.apply(X)
    prices = [float(odd(np.flatnonzero(leaves == leaf))) for leaf in np.unique(leaves)]
    assert model.objective_ == pytest.approx(sum(prices))


@pytest.mark.parametrize("time_limit", [0, 0.2])
@pytest.mark.parametrize("max_depth", [3, 6])
def test_a_stopped_search_calls_only_a_little_longer(max_depth, time_limit):
    X, y = hard_table(rows=1_000, columns=60)
    start, late = time.perf_counter(), [0]

    def price(rows):
        late[0] += time.perf_counter() - start > time_limit + 0.1
        time.sleep(0.001)
        return float(min(y[rows].sum(), len(rows) - y[rows].sum()))

    with pytest.warns(ConvergenceWarning):
        OptimalTree(FromRows(price), max_depth=max_depth, time_limit=time_limit).fit(X)
    assert late[0] < 600  # a node that is put in order has 2 for each column


@on_linux
@pytest.mark.parametrize("n_jobs", [1, 2])
def test_ctrl_c_ends_the_search_and_keeps_the_best_tree(n_jobs):
    told = run(f"""
        from exactree import OptimalTree
        from exactree.objectives import FromRows
        from test_own_objectives import slow
        X, y = hard_table(rows=61, columns=12)
        model = OptimalTree(FromRows(slow), max_depth=4, n_jobs={n_jobs})
        signaller.start()
        try:
            model.fit(X)
        except KeyboardInterrupt:
            print(model.status_, model.lower_bound_ < model.objective_)
    """)
    assert told == ["interrupted True"]


@settings(max_examples=200)
@given(problems(), LEAVES)
def test_the_tree_does_not_depend_on_the_number_of_threads(problem, leaves):
    objective = FromRows(lambda rows: float(odd(rows)))
    trees = [fit(problem, objective, max_leaf_nodes=leaves, n_jobs=n).tree_ for n in (1, 2, 4)]
    assert asked(trees[0]) == asked(trees[1]) == asked(trees[2])
