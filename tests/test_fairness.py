"""Trees that treat two groups nearly alike, against every tree there is."""

import re

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import GridSearchCV

from exactree import OptimalTreeClassifier
from exactree.example import icy_roads
from mixed import mixed_tables
from problems import hard_table
from test_stopping import on_linux, run
from told import Limits, least_fair_errors, of_bits, two_classes

RATES = ["demographic_parity", "equal_opportunity"]
MOST = st.one_of(st.sampled_from([0.0, 0.05, 0.29, 1 / 3, 0.5, 1.0]), st.floats(0, 1))


def rates_of(said, y, groups, rate):
    """The rates of both groups, from what each row is told."""
    counted = np.ones(len(y), dtype=bool) if rate == "demographic_parity" else y == 1
    return [np.mean(said[counted & (groups == group)] == 1) for group in np.unique(groups)]


@settings(max_examples=500)
@given(two_classes(), st.sampled_from(RATES), MOST, st.booleans())
def test_no_fair_tree_makes_fewer_errors(problem, rate, most, may_ask):
    last = problem.columns - 1
    model = OptimalTreeClassifier(
        **problem.limits.settings,
        fairness=rate,
        sensitive=last,
        max_difference=most,
        ask_sensitive=may_ask,
    ).fit(problem.X, problem.y)
    sides = of_bits(problem.rows, range(problem.columns if may_ask else last))
    least = least_fair_errors(problem.strata, sides, problem.limits, rate, most)
    assert (model.status_, model.gap_) == ("optimal", 0)
    assert model.objective_ == model.lower_bound_ == least
    said = model.predict(problem.X)
    assert np.count_nonzero(said != problem.y) == least
    rates = rates_of(said, problem.y, np.array(problem.groups), rate)
    assert list(model.group_rates_) == [0, 1]
    np.testing.assert_allclose(list(model.group_rates_.values()), rates)
    assert abs(rates[0] - rates[1]) <= most + 1e-12
    tree = model.tree_
    assert may_ask or last not in tree.feature
    assert tree.cost[tree.feature < 0].sum() == least
    assert tree.depth <= problem.limits.max_depth
    assert tree.n_leaves == 1 or tree.rows.min() >= problem.limits.min_samples_leaf
    leaves = problem.limits.max_leaf_nodes
    assert leaves is None or tree.n_leaves <= leaves


@settings(max_examples=300)
@given(mixed_tables(most_rows=8), st.data(), st.sampled_from(RATES), MOST, st.booleans())
def test_no_fair_tree_over_numbers_and_categories_makes_fewer_errors(
    problem, data, rate, most, may_ask
):
    rows = len(problem.labels)
    labels = tuple(min(label, 1) for label in problem.labels)
    group = data.draw(st.lists(st.sampled_from(["f", "m"]), min_size=rows, max_size=rows))
    strata = tuple(2 * (g == "m") + c for g, c in zip(group, labels, strict=True))
    assume({1, 3} <= set(strata) and len(set(labels)) == 2)
    limits = Limits(min(problem.max_depth, 2), None, problem.min_samples_leaf)
    X = np.array([group, *problem.columns], dtype=object).T
    model = OptimalTreeClassifier(
        **limits.settings, fairness=rate, sensitive=0, max_difference=most, ask_sensitive=may_ask
    ).fit(X, labels)
    men = frozenset(row for row in range(rows) if group[row] == "m")

    def sides(cover):
        return [*problem.sides(cover), *([cover & men] if may_ask else [])]

    assert model.objective_ == least_fair_errors(strata, sides, limits, rate, most)
    assert may_ask or 0 not in model.tree_.feature
    assert list(model.group_rates_) == ["f", "m"]
    said = model.predict(X)
    assert np.count_nonzero(said != labels) == model.objective_
    rates = rates_of(said, np.array(labels), np.array(group), rate)
    np.testing.assert_allclose(list(model.group_rates_.values()), rates)


X, Y, NAMES = icy_roads(rows=300, noise=0.2)
FAIR = {"fairness": "demographic_parity", "sensitive": 0, "max_difference": 0.05}


def test_a_difference_of_one_is_no_bound():
    free = OptimalTreeClassifier(2).fit(X, Y)
    fair = OptimalTreeClassifier(2, **{**FAIR, "max_difference": 1}, ask_sensitive=True).fit(X, Y)
    assert fair.objective_ == free.objective_
    assert abs(np.subtract(*fair.group_rates_.values())) > 0.05
    bounded = OptimalTreeClassifier(2, **FAIR, ask_sensitive=True).fit(X, Y)
    assert abs(np.subtract(*bounded.group_rates_.values())) <= 0.05
    assert bounded.objective_ > free.objective_


def test_the_tree_asks_about_the_groups_only_where_it_may():
    freezing = X[:, 0]
    for may_ask in (False, True):
        model = OptimalTreeClassifier(1, **{**FAIR, "max_difference": 1}, ask_sensitive=may_ask)
        assert (0 in model.fit(X, freezing).tree_.feature) == may_ask
        assert str(model.columns_[0]) == (
            "x0: yes/no; 1 question" if may_ask else "x0: hidden; never asked"
        )
    hidden = OptimalTreeClassifier(1, **FAIR).fit(X, Y)
    others = X.astype(object)
    others[:, 0] = None  # nobody looks at it
    assert hidden.predict(others).tolist() == hidden.predict(X).tolist()


GROUPS = {
    "text": ["f", "m"],
    "numbers": [1, 2],
    "fractions": [0.5, 2.25],
    "0/1": [0, 1],
    "booleans": [False, True],
}


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
@pytest.mark.parametrize("values", GROUPS.values(), ids=GROUPS.keys())
@pytest.mark.parametrize("may_ask", [False, True])
def test_groups_are_any_two_values_of_a_column_by_name_or_number(values, frame, may_ask):
    table = frame(
        {"other": X[:, 5].astype(int), "group": [values[int(place)] for place in X[:, 0]]}
        | {f"x{column}": X[:, column] for column in range(1, 5)}
    )
    models = [
        OptimalTreeClassifier(2, **{**FAIR, "sensitive": key}, ask_sensitive=may_ask).fit(table, Y)
        for key in ("group", 1, np.int64(1))
    ]
    plain = OptimalTreeClassifier(2, **FAIR, ask_sensitive=may_ask).fit(X[:, :6], Y)
    for model in models:
        assert list(model.group_rates_) == values
        assert list(model.group_rates_.values()) == list(plain.group_rates_.values())
        assert model.objective_ == plain.objective_


def test_a_column_that_is_all_there_is_leaves_nothing_to_ask():
    model = OptimalTreeClassifier(**FAIR).fit([[0], [1], [1]], [0, 1, 1])
    assert str(model.tree_) == "1  (3 rows, 1 error)"


def test_scikit_learn_s_tools_work_with_fairness():
    model = OptimalTreeClassifier(2, **FAIR)
    assert clone(model).get_params() == model.get_params()
    grid = GridSearchCV(model, {"max_difference": [0.0, 0.1, 1.0]}, cv=3).fit(X, Y)
    assert 0 not in grid.best_estimator_.tree_.feature


AGES = np.column_stack([np.arange(4) % 3, [0, 0, 1, 1]])
BAD = {
    "an unknown rate": ({"fairness": "parity"}, ValueError, "fairness='parity' is not 'demogr"),
    "no rate": ({"fairness": 3}, ValueError, "fairness=3 is not 'demographic_parity' or"),
    "no column": ({"sensitive": None}, ValueError, "needs sensitive, the name or number of the"),
    "an unknown column": (
        {"sensitive": "sex"},
        ValueError,
        "sensitive is the column 'sex', which X does not have; its 2 columns are 'x0', 'x1'",
    ),
    "a column too far": ({"sensitive": 2}, ValueError, "sensitive is the column 2, which X does"),
    "a column before the first": ({"sensitive": -1}, ValueError, "sensitive is the column -1, whi"),
    "an array": ({"sensitive": np.zeros(4)}, ValueError, "sensitive is the column array"),
    "three groups": (
        {},
        ValueError,
        "column 'x0' holds 3 values (0, 1, 2), but fairness compares two groups",
    ),
    "no difference": ({"max_difference": None}, TypeError, "max_difference=None is of type NoneT"),
    "text for a difference": ({"max_difference": "5%"}, TypeError, "max_difference='5%' is of typ"),
    "yes for a difference": ({"max_difference": True}, TypeError, "max_difference=True is of type"),
    "too large a difference": ({"max_difference": 5}, ValueError, "max_difference=5 must lie in 0"),
    "a negative difference": ({"max_difference": -0.1}, ValueError, "max_difference=-0.1 must lie"),
    "NaN for a difference": ({"max_difference": np.nan}, ValueError, "max_difference=nan must lie"),
    "text for a yes": ({"ask_sensitive": "no"}, TypeError, "ask_sensitive='no' is neither True"),
    "a column without fairness": ({"fairness": None}, ValueError, "sensitive=0 has no meaning wi"),
    "a difference without fairness": (
        {"fairness": None, "sensitive": None},
        ValueError,
        "max_difference=0.05 has no meaning without fairness; use fairness='demographic_parity' or",
    ),
    "a yes without fairness": (
        {"fairness": None, "sensitive": None, "max_difference": None, "ask_sensitive": True},
        ValueError,
        "ask_sensitive=True has no meaning without fairness",
    ),
    "a price of leaves": ({"ccp_alpha": 0.1}, ValueError, "does not combine with ccp_alpha:"),
    "weights of classes": (
        {"class_weight": {0: 2}},
        ValueError,
        "fairness='demographic_parity' does not combine with class_weight:",
    ),
}


@pytest.mark.parametrize("case", BAD.values(), ids=BAD.keys())
def test_bad_parameters_are_refused(case):
    parameters, kind, told = case
    with pytest.raises(kind, match=re.escape(told)):
        OptimalTreeClassifier(**{**FAIR, **parameters}).fit(AGES, [0, 0, 1, 1])


def test_groups_that_cannot_be_compared_are_refused():
    def refused(told, column, **parameters):
        table = pd.DataFrame({"sex": column, "age": [1, 2, 3, 4]})
        model = OptimalTreeClassifier(**{**FAIR, "sensitive": "sex", **parameters})
        with pytest.raises(ValueError, match=re.escape(told)):
            model.fit(table, ["bad", "bad", "good", "good"])

    refused("column 'sex' holds 1 value ('f'), but fairness compares two groups", ["f"] * 4)
    refused("column 'sex' holds 4 values (1, 2, 3, 4), but", [1, 2, 3, 4])
    refused("column 'sex' has no value in 2 of 4 rows, the first of them row 1", ["f", None] * 2)
    refused("column 'sex' has no value in 1 of 4 rows, the first of them row 3", [1, 2, 2, np.nan])
    refused(
        "compares true positive rates, but none of the 2 rows with 'f' in column 'sex' is of class "
        "'good'",
        ["f", "f", "m", "m"],
        fairness="equal_opportunity",
    )


def test_weights_of_rows_and_other_numbers_of_classes_are_refused():
    model = OptimalTreeClassifier(**FAIR)
    with pytest.raises(ValueError, match="does not combine with sample_weight:"):
        model.fit(X, Y, sample_weight=np.ones(len(X)))
    with pytest.raises(
        ValueError, match=r"needs labels of 2 classes, but y holds 12: 0, 1, .*9, \.\.\."
    ):
        model.fit(X, np.arange(len(X)) % 12)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@settings(max_examples=300)
@given(two_classes(), st.sampled_from(RATES), MOST, st.sampled_from([0, 1e-5, 1e-4, 3e-4, 1e-3]))
def test_the_optimum_lies_between_the_floor_and_the_tree_however_short_the_time(
    problem, rate, most, time_limit
):
    last = problem.columns - 1
    model = OptimalTreeClassifier(
        **problem.limits.settings,
        fairness=rate,
        sensitive=last,
        max_difference=most,
        ask_sensitive=True,
        time_limit=time_limit,
    ).fit(problem.X, problem.y)
    sides = of_bits(problem.rows, range(problem.columns))
    least = least_fair_errors(problem.strata, sides, problem.limits, rate, most)
    assert model.lower_bound_ <= least <= model.objective_
    said = model.predict(problem.X)
    assert np.count_nonzero(said != problem.y) == model.objective_
    rates = rates_of(said, problem.y, np.array(problem.groups), rate)
    assert abs(rates[0] - rates[1]) <= most + 1e-12


@pytest.mark.parametrize("may_ask", [False, True])
@pytest.mark.parametrize("time_limit", [0, 0.3])
def test_a_search_out_of_time_keeps_a_fair_tree_and_says_so(time_limit, may_ask):
    table, y = hard_table()
    model = OptimalTreeClassifier(6, **FAIR, ask_sensitive=may_ask, time_limit=time_limit)
    with pytest.warns(ConvergenceWarning, match="Raise time_limit, lower max_depth") as warned:
        model.fit(table, y)
    assert warned[0].filename == __file__
    assert model.status_ == "time_limit"
    assert model.lower_bound_ < model.objective_
    assert model.gap_ == model.objective_ - model.lower_bound_
    assert np.count_nonzero(model.predict(table) != y) == model.objective_
    assert abs(np.subtract(*model.group_rates_.values())) <= 0.05
    if time_limit:
        assert model.objective_ < np.bincount(y).min()


@on_linux
def test_ctrl_c_ends_the_search_and_keeps_a_fair_tree():
    told = run("""
        model.set_params(fairness="equal_opportunity", sensitive=3, max_difference=0.01)
        X, y = hard_table()
        signaller.start()
        try:
            model.fit(X, y)
        except KeyboardInterrupt as error:
            print(model.status_, model.lower_bound_ < model.objective_, error.args)
            print((model.predict(X) != y).sum() == model.objective_)
    """)
    assert told == ["interrupted True ()", "True"]
